/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-rows.h"

#include "qp-ends.h"

#include "ns3/callback.h"
#include "ns3/rdma-ground-truth.h"

#include <map>
#include <sstream>

namespace mrcsim
{

namespace
{

/// What is told of an EV.
constexpr const char* EV = "plane 0 ev 0x5";

/// What is told of an EV that has another value now.
constexpr const char* NEW_EV = "plane 0 ev 0x5 by 0x9";

/// How the end of a QP is called.
constexpr const char* QP = "QP end, h3/qp4";

/// How a host is called.
constexpr const char* HOST = "host, h3";

/// What is told of a port that a NIC does not use, or uses again.
constexpr const char* PORT = "plane 1, or plane 1 by administration";

using QpEvent = ns3::RdmaEvent::Kind;

/// The kinds of QP events, as events.csv calls them.
const std::map<QpEvent, EventKind> QP_EVENTS{
    {QpEvent::EV_SKIP,
     {"ev-skip",
      QP,
      EV,
      "EV passed over because of congestion; with ns3::MrcEvParameters::ReportSkip only"}},
    {QpEvent::EV_BAD,
     {"ev-bad", QP, "plane 0 ev 0x5, and wrongly if its path was sound", "EV retired"}},
    {QpEvent::EV_GOOD, {"ev-good", QP, EV, "EV back in use, proved by probes"}},
    {QpEvent::EV_REPLACED, {"ev-replaced", QP, NEW_EV, "a backup took the place of a retired EV"}},
    {QpEvent::EV_DENIED, {"ev-denied", QP, EV, "EV switched off, by a fault or by the monitor"}},
    {QpEvent::EV_ENABLED, {"ev-enabled", QP, EV, "EV switched on again"}},
    {QpEvent::EV_CHANGED,
     {"ev-changed", QP, NEW_EV, "EV exchanged for another value by a controller"}},
    // Losses that are true are not worth a row
    {QpEvent::LOST,
     {"false-loss",
      QP,
      "PSN 12940160 plane 0 ev 0x1",
      "packet declared lost that the peer had received"}},
    {QpEvent::TIMEOUT, {"timeout", QP, "oldest PSN 15266924", "retransmission timer expired"}},
    {QpEvent::QP_ERROR,
     {"qp-error",
      QP,
      "after 7 retries, and with MRC the planes whose paths were sound",
      "QP gave up; it is in the state ERROR"}}};

const EventKind PORT_DOWN("port-down", HOST, PORT, "a NIC no longer uses a port of its own");
const EventKind PORT_UP("port-up", HOST, PORT, "a NIC uses a port of its own again");
const EventKind PEER_DOWN("peer-port-down",
                          HOST,
                          "plane 1 of h9",
                          "a NIC has learned that a port of a peer is down");
const EventKind PEER_UP("peer-port-up",
                        HOST,
                        "plane 1 of h9",
                        "a NIC has learned that a port of a peer is up again");
const EventKind STORM("pfc-storm",
                      "p0-t0-1 to p0-t1-0",
                      "priority 3 paused without a break for 1000000 ns, or paused again and again",
                      "a port is paused nearly all the time");
const EventKind DEADLOCK("pfc-deadlock",
                         "priority 3",
                         "a > b > c > a",
                         "ports wait for each other in a cycle; the run ends");

/** @return the numbers of planes, bit p being plane p, each behind a blank */
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

/** @return the particulars of a QP event */
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
 * Compare what a QP believes with the truth.
 * @param [in,out] summary counts it
 * @return true if it retired an EV, or gave up a packet, without a reason
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
    // The NICs that call this belong to the cluster.
    const ns3::Callback<void, const ns3::RdmaNicEvent&> record(
        [&results, all = ns3::PeekPointer(cluster)](const ns3::RdmaNicEvent& event) {
            const bool wrong = CheckWithTruth(*all, event, results.summary);
            if (event.event.kind == QpEvent::LOST && !wrong)
            {
                return;
            }
            const bool wrongly = wrong && event.event.kind == QpEvent::EV_BAD;
            results.events.emplace_back(event.time,
                                        QP_EVENTS.at(event.event.kind),
                                        NameQpEnd(all->GetNetwork(), event.host, event.qpn),
                                        DescribeEvent(*all, event) + (wrongly ? " wrongly" : ""));
        });
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        cluster->GetNic(host)->TraceConnectWithoutContext("QpEvent", record);
    }
}

} // namespace mrcsim
