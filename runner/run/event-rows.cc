/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-rows.h"

#include "ns3/callback.h"
#include "ns3/rdma-ground-truth.h"
#include "ns3/rdma-qp-ends.h"

#include <map>
#include <sstream>

namespace mrcsim
{

namespace
{

/// Example of the details of an EV.
constexpr const char* EV = "plane 0 ev 0x5";

/// Example of the details of an EV with a new value.
constexpr const char* NEW_EV = "plane 0 ev 0x5 by 0x9";

/// Example of the name of a QP end.
constexpr const char* QP = "QP end, h3/qp4";

/// Example of the name of a host.
constexpr const char* HOST = "host, h3";

/// Examples of the details of a port that a NIC stops or starts to use.
constexpr const char* PORT = "plane 1, or plane 1 by administration";

using QpEvent = ns3::RdmaEvent::Kind;

/// The kinds of QP events, by their names in events.csv.
const std::map<QpEvent, EventKind> QP_EVENTS{
    {QpEvent::EV_SKIP,
     {"ev-skip",
      QP,
      EV,
      "EV skipped because of congestion; only with ns3::MrcEvParameters::ReportSkip"}},
    {QpEvent::EV_TRIAL,
     {"ev-trial",
      QP,
      EV,
      "EV suspended after a loss until probes decide; only with "
      "ns3::MrcEvParameters::ReportTrial"}},
    {QpEvent::EV_BAD,
     {"ev-bad", QP, "plane 0 ev 0x5, followed by wrongly if its path was sound", "EV retired"}},
    {QpEvent::EV_GOOD, {"ev-good", QP, EV, "EV returned to service after successful probes"}},
    {QpEvent::EV_REPLACED, {"ev-replaced", QP, NEW_EV, "a backup replaced a retired EV"}},
    {QpEvent::EV_DENIED, {"ev-denied", QP, EV, "EV denied by a fault or by the monitor"}},
    {QpEvent::EV_ENABLED, {"ev-enabled", QP, EV, "EV no longer denied"}},
    {QpEvent::EV_CHANGED, {"ev-changed", QP, NEW_EV, "a controller changed the value of an EV"}},
    // Only false losses have rows
    {QpEvent::LOST,
     {"false-loss",
      QP,
      "PSN 12940160 plane 0 ev 0x1",
      "packet declared lost although the peer had received it"}},
    {QpEvent::TIMEOUT, {"timeout", QP, "oldest PSN 15266924", "retransmission timer expired"}},
    {QpEvent::QP_ERROR,
     {"qp-error",
      QP,
      "after 7 retries, followed with MRC by the planes with healthy paths",
      "QP failed; it is in the state ERROR"}}};

const EventKind PORT_DOWN("port-down", HOST, PORT, "a NIC stops using one of its ports");
const EventKind PORT_UP("port-up", HOST, PORT, "a NIC uses one of its ports again");
const EventKind PEER_DOWN("peer-port-down",
                          HOST,
                          "plane 1 of h9",
                          "a NIC is notified that a port of a peer is down");
const EventKind PEER_UP("peer-port-up",
                        HOST,
                        "plane 1 of h9",
                        "a NIC is notified that a port of a peer is up again");
const EventKind STORM("pfc-storm",
                      "p0-t0-1 to p0-t1-0",
                      "priority 3 paused without a break for 1000000 ns, or paused again and "
                      "again, together for 1000000 ns",
                      "a port is paused almost permanently");
const EventKind DEADLOCK("pfc-deadlock",
                         "priority 3",
                         "a > b > c > a",
                         "paused ports wait for each other in a cycle; the run ends");

/** @return the numbers of planes, bit p for plane p, each after a blank */
std::string
ListPlanes(uint32_t planes)
{
    std::string text;
    for (uint32_t plane = 0; planes >> plane != 0; ++plane)
    {
        text += (planes >> plane & 1) != 0 ? ' ' + std::to_string(plane) : "";
    }
    return text;
}

/** @return the details of a QP event */
std::string
DescribeEvent(const ns3::RdmaCluster& cluster, const ns3::RdmaNicEvent& full)
{
    const auto& event = full.event;
    std::ostringstream text;
    switch (event.kind)
    {
    case QpEvent::TIMEOUT:
        text << "oldest PSN " << event.detail;
        break;
    case QpEvent::QP_ERROR:
        text << "after " << event.detail << " retries";
        if (const auto sound = ns3::FindRdmaSoundPlanes(cluster, full))
        {
            text << (*sound ? ", sound planes" : ", no sound plane") << ListPlanes(*sound);
        }
        break;
    case QpEvent::LOST:
        text << "PSN " << event.detail << ' ';
        [[fallthrough]];
    default:
        text << "plane " << unsigned{event.port} << " ev 0x" << std::hex << event.entropy;
        if (event.kind == QpEvent::EV_REPLACED || event.kind == QpEvent::EV_CHANGED)
        {
            text << " by 0x" << event.detail;
        }
    }
    return text.str();
}

/**
 * Compare an event of a QP with the ground truth.
 * @param [in,out] summary receives the counts
 * @return true if the QP retired an EV, or declared a packet lost, wrongly
 */
bool
CheckWithTruth(const ns3::RdmaCluster& cluster, const ns3::RdmaNicEvent& event, Summary& summary)
{
    const bool retired = ns3::IsRdmaRetiredWrongly(cluster, event);
    const bool lost = ns3::IsRdmaFalseLoss(cluster, event);
    summary.evsRetired += event.event.kind == QpEvent::EV_BAD;
    summary.evsRetiredWrongly += retired;
    summary.declaredLost += event.event.kind == QpEvent::LOST;
    summary.falseLosses += lost;
    return retired || lost;
}

} // namespace

void
RecordPauseEvents(ns3::Ptr<ns3::Fabric> fabric,
                  std::vector<EventRow>& events,
                  const std::function<void(const std::string&)>& onDeadlock)
{
    const auto watch = fabric->GetPauseWatch();
    if (!watch)
    {
        return;
    }
    const auto priority = [](ns3::RdmaClass cls) {
        return "priority " + std::to_string(ns3::FABRIC_DATA_PRIORITY + ns3::FabricDataIndex(cls));
    };
    const ns3::Callback<void, const ns3::FabricPauseStorm&> storm(
        [&events, priority](const ns3::FabricPauseStorm& found) {
            std::ostringstream text;
            text << priority(found.cls)
                 << (found.lasting ? " paused without a break for "
                                   : " paused again and again, together for ")
                 << found.paused.GetPs() / 1000 << " ns";
            events.emplace_back(found.time, STORM, found.GetWhere(), text.str());
        });
    const ns3::Callback<void, const ns3::FabricDeadlock&> deadlock(
        [&events, priority, onDeadlock](const ns3::FabricDeadlock& found) {
            events.emplace_back(found.time, DEADLOCK, priority(found.cls), found.GetCycle());
            onDeadlock(found.GetCycle());
        });
    watch->TraceConnectWithoutContext("Storm", storm);
    watch->TraceConnectWithoutContext("Deadlock", deadlock);
}

void
RecordPortEvents(ns3::Ptr<ns3::RdmaCluster> cluster, std::vector<EventRow>& events)
{
    const ns3::Callback<void, const ns3::RdmaNicPortEvent&> record(
        [&events, &names = cluster->GetNetwork().GetNames()](const ns3::RdmaNicPortEvent& event) {
            const bool peer = event.kind == ns3::RdmaNicPortEvent::Kind::PEER;
            const bool admin = event.kind == ns3::RdmaNicPortEvent::Kind::ADMIN;
            const auto& kind =
                peer ? (event.up ? PEER_UP : PEER_DOWN) : (event.up ? PORT_UP : PORT_DOWN);
            events.emplace_back(event.time,
                                kind,
                                names.GetHostName(event.host),
                                "plane " + std::to_string(event.port) +
                                    (peer ? " of " + names.GetHostName(event.peer) : "") +
                                    (admin ? " by administration" : ""));
        });
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        cluster->GetNic(host)->TraceConnectWithoutContext("PortStatus", record);
    }
}

void
RecordQpEvents(ns3::Ptr<ns3::RdmaCluster> cluster, Results& results)
{
    // The calling NICs belong to the cluster.
    const ns3::Callback<void, const ns3::RdmaNicEvent&> record(
        [&results, all = ns3::PeekPointer(cluster)](const ns3::RdmaNicEvent& event) {
            const bool wrong = CheckWithTruth(*all, event, results.summary);
            if (event.event.kind == QpEvent::LOST && !wrong)
            {
                return;
            }
            const bool wrongly = wrong && event.event.kind == QpEvent::EV_BAD;
            results.events.emplace_back(
                event.time,
                QP_EVENTS.at(event.event.kind),
                ns3::NameRdmaQpEnd(all->GetNetwork(), event.host, event.qpn),
                DescribeEvent(*all, event) + (wrongly ? " wrongly" : ""));
        });
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        cluster->GetNic(host)->TraceConnectWithoutContext("QpEvent", record);
    }
}

} // namespace mrcsim
