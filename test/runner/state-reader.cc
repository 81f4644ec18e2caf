/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "state-reader.h"

#include "ns3/fabric.h"
#include "ns3/mrc-ev-entry.h"

#include <algorithm>
#include <map>
#include <utility>

/// Adds a member of the object that is being read.
#define READ(member) Put(#member, it.member)

/// Adds a value that a member has, or that stands for it.
#define READ_AS(member, value) Put(#member, value)

namespace ns3
{

void
RdmaStateReader::Put(const std::string& name, RdmaTick value)
{
    m_state[m_path + name] = std::to_string(value.GetPs()) + " ps";
}

RdmaState
RdmaStateReader::Read(RdmaCluster& cluster)
{
    RdmaStateReader reader;
    Fabric& fabric = *cluster.GetFabric();
    fabric.GetElements().Flush();
    reader.Read(fabric.GetElements());
    reader.Enter("faults", fabric.GetFaults());
    for (uint32_t host = 0; host < cluster.GetNHosts(); ++host)
    {
        RdmaNic& nic = *cluster.GetNic(host);
        reader.Enter("NIC " + std::to_string(host), static_cast<const RdmaNic&>(nic));
    }
    return std::move(reader.m_state);
}

std::string
RdmaStateReader::Compare(const RdmaState& before, const RdmaState& after)
{
    std::string lines;
    if (before == after)
    {
        return lines;
    }
    std::map<std::string, std::string> both(before.begin(), before.end());
    both.insert(after.begin(), after.end());
    const auto find = [](const RdmaState& state, const std::string& path) {
        const auto it = state.find(path);
        return it == state.end() ? "nothing" : it->second;
    };
    for (const auto& [path, value] : both)
    {
        const std::string was = find(before, path);
        const std::string is = find(after, path);
        if (was != is)
        {
            lines += path;
            lines += ": ";
            lines += was;
            lines += " before, ";
            lines += is;
            lines += " after\n";
        }
    }
    return lines;
}

// The network

void
RdmaStateReader::Read(const FabricElements& it)
{
    const FabricNames& names = it.m_context.GetNetwork()->GetNames();
    for (const FabricPort* port : it.m_ports)
    {
        Enter(names.GetPortName(port->id), *port);
    }
    for (const auto& sw : it.m_switches)
    {
        Enter(sw->GetName(), *sw);
    }
    for (const auto& [plane, routes] : it.m_routes)
    {
        Enter("routes of plane " + std::to_string(plane), *routes);
    }
}

void
RdmaStateReader::Read(const FabricPlaneRoutes& it)
{
    READ_AS(m_lost, it.m_lost.size());
    READ_AS(m_known, it.m_known.size());
}

void
RdmaStateReader::Read(const FabricSwitchRoutes& it)
{
    READ_AS(m_dead, it.m_dead.size());
}

void
RdmaStateReader::Read(const FabricSwitch& it)
{
    READ(m_on);
    READ_AS(m_fastestQ16, it.m_fastestQ16 ? it.m_fastestQ16 : it.FindFastestPort());
    READ_AS(m_learning, it.m_learning.size());
    Enter("m_routes", *it.m_routes);
    if (it.m_buffer)
    {
        Enter("m_buffer", *it.m_buffer);
    }
}

void
RdmaStateReader::Read(const FabricSharedBuffer& it)
{
    READ(m_sharedUsed);
    for (size_t port = 0; port < it.m_ingress.size(); ++port)
    {
        for (uint32_t cls = 0; cls < FABRIC_DATA_CLASSES; ++cls)
        {
            Enter("m_ingress " + std::to_string(port) + " class " + std::to_string(cls),
                  it.m_ingress[port].accounts[cls]);
        }
    }
}

void
RdmaStateReader::Read(const FabricSharedBuffer::Account& it)
{
    READ(reservedBytes);
    READ(sharedBytes);
    READ(headroomBytes);
    READ(paused);
}

void
RdmaStateReader::Read(const FabricPort& it)
{
    READ(m_up);
    READ(m_toNode);
    READ(m_lossy);
    READ(m_tapped);
    READ(m_farTapped);
    READ(m_cutThrough);
    READ(m_watched);
    READ(m_rare);
    READ(m_notes);
    READ(m_lineFreePending);
    READ_AS(m_arrivalAt, !it.m_arrivalAt.IsMax());
    READ_AS(m_wire, it.m_wire.Count());
    READ_AS(m_busyUntil, it.m_busyUntil > it.m_context.Now());
    READ_AS(m_ctrlQueue, it.m_ctrlQueue.Count());
    READ(m_ctrlBytes);
    Enter("m_first", it.m_first);
    READ(m_lossQ32);
    READ_AS(losses, it.m_context.GetLosses(&it).size());
    READ(m_roomFrames);
    READ(m_delay);
    READ(m_psPerByteQ16);
    READ(m_rateBps);
    Enter("profile", *it.profile);
    Enter("m_classes", it.m_classes ? *it.m_classes : FabricPortClasses{});
    READ_AS(m_trimmed, it.m_trimmed ? it.m_trimmed->Count() : 0);
}

void
RdmaStateReader::Read(const FabricPortClasses& it)
{
    for (uint32_t cls = 0; cls < FABRIC_DATA_CLASSES; ++cls)
    {
        Enter("pauses " + std::to_string(cls), it.pauses[cls]);
    }
    Enter("second", it.second);
    READ_AS(heard, it.heard.Count());
}

void
RdmaStateReader::Read(const FabricPortPause& it)
{
    READ(active);
}

void
RdmaStateReader::Read(const FabricClassQueue& it)
{
    READ_AS(frames, it.frames.Count());
    READ(bytes);
    READ(count);
}

void
RdmaStateReader::Read(const FabricQueueProfile& it)
{
    READ(ecnKminBytes);
    READ(ecnKmaxBytes);
    READ(ecnPmax);
    READ(trimThresholdBytes);
    READ(trimRandom);
    READ(dataLimitBytes);
    READ(ctrlLimitBytes);
    READ(trimShareQ16);
    READ(trimMaxShareQ16);
    READ(trimBurstBytes);
    READ(trimLimitBytes);
    READ_AS(trimDscp, static_cast<uint32_t>(it.trimDscp));
    READ(pfcResponse);
    READ(weights[0]);
    READ(weights[1]);
}

void
RdmaStateReader::Read(const FabricFaults& it)
{
    READ_AS(m_held, it.m_held.size());
    READ_AS(m_objects, it.m_objects.size());
}

// The NICs

void
RdmaStateReader::Read(const RdmaNic& it)
{
    for (size_t cls = 0; cls < it.m_rounds.size(); ++cls)
    {
        Put("m_rounds " + std::to_string(cls) + " room", it.m_rounds[cls].GetRoom());
        Put("m_rounds " + std::to_string(cls) + " count", it.m_rounds[cls].GetCount());
    }
    Enter("m_portStatus", it.m_portStatus);
    READ(m_pumping);
    READ(m_reporting);
    READ_AS(m_toReport, it.m_toReport.size());
    for (size_t i = 0; i < it.m_qps.size(); ++i)
    {
        if (const auto* mrc = dynamic_cast<const MrcTransport*>(it.m_qps[i].transport.get()))
        {
            Enter("QP " + std::to_string(RdmaNic::FIRST_QPN + i), *mrc);
        }
    }
    if (const auto* endpoint = dynamic_cast<const MrcNicEndpoint*>(it.m_service.get()))
    {
        Enter("endpoint", *endpoint);
    }
}

void
RdmaStateReader::Read(const RdmaNicPortStatus& it)
{
    READ(m_all);
    READ(m_up);
    READ(m_off);
    READ(m_knownDown);
    READ_AS(m_pending,
            std::count_if(it.m_pending.begin(), it.m_pending.end(), [](const auto& port) {
                return port.detection.IsRunning() || port.remapping.IsRunning();
            }));
}

void
RdmaStateReader::Read(const MrcNicEndpoint& it)
{
    const uint32_t all = (1U << it.m_nic.GetNPorts()) - 1;
    Enter("m_denials", it.m_denials);
    READ_AS(m_callbacks, it.m_callbacks.size());
    READ_AS(m_peerPorts,
            std::count_if(it.m_peerPorts.begin(), it.m_peerPorts.end(), [all](const auto& peer) {
                return peer.second != all;
            }));
    READ_AS(m_remapping,
            std::count_if(it.m_remapping.begin(), it.m_remapping.end(), [](const auto& peer) {
                return peer.second.IsRunning();
            }));
    READ_AS(m_timer, it.m_timer.IsRunning());
    READ(m_serving);
    READ_AS(m_probeBudget, it.m_probeBudget ? it.m_probeBudget->GetOutstanding() : 0);
    Enter("m_protocol", it.m_protocol ? *it.m_protocol : MrcEndpoint(it.m_nic.GetNPorts(), {}));
}

void
RdmaStateReader::Read(const MrcDenials& it)
{
    READ_AS(m_filters, it.m_filters.size());
}

void
RdmaStateReader::Read(const MrcEndpoint& it)
{
    READ(m_allPorts);
    READ(m_upPorts);
    READ_AS(m_outstanding, it.m_outstanding.size());
    READ_AS(m_batches, it.m_batches.size());
    READ_AS(m_toSend, it.m_toSend.size());
    READ_AS(m_finished, it.m_finished.size());
    READ_AS(m_news, it.m_news.size());
    READ_AS(m_unreached, it.m_unreached.size());
    for (const auto& [host, peer] : it.m_peers)
    {
        if (peer.told != it.m_allPorts || peer.upPorts != it.m_allPorts || peer.update ||
            peer.unreached)
        {
            Enter("m_peers " + std::to_string(host), peer);
        }
    }
}

void
RdmaStateReader::Read(const MrcEndpoint::Peer& it)
{
    READ_AS(told, it.told ? static_cast<int64_t>(*it.told) : -1);
    READ(upPorts);
    READ_AS(update, it.update.has_value());
    READ(unreached);
}

// The QPs

void
RdmaStateReader::Read(const MrcTransport& it)
{
    READ_AS(m_state, static_cast<uint32_t>(it.m_state));
    READ(m_isPlain);
    READ(m_remind);
    READ(m_statusDue);
    READ(m_localDown);
    READ(m_peerDown);
    READ_AS(m_answers, !it.m_answers.IsEmpty());
    READ_AS(m_events, !it.m_events.IsEmpty());
    if (it.m_table)
    {
        Enter("m_table", *it.m_table);
    }
}

void
RdmaStateReader::Read(const MrcEvTable& it)
{
    READ(m_open);
    READ(m_populated);
    READ(m_localUp);
    READ(m_peerUp);
    READ_AS(m_nextProbe, !it.m_nextProbe.IsMax());
    READ(m_weak);
    for (uint32_t plane = 0; plane < it.GetPlanes(); ++plane)
    {
        const std::string place = " of plane " + std::to_string(plane);
        Put("m_health usable" + place, it.m_health[plane].usable);
        Put("m_evs active" + place, it.m_evs.GetPlane(plane).active);
        for (uint32_t i = 0; i < it.GetCount(plane); ++i)
        {
            // SKIP is read as GOOD: it ends with the turns of the EV, not with time.
            const MrcEvList::Entry& entry = it.m_evs.At(plane, i);
            const auto state =
                entry.state == MrcEvState::SKIP ? MrcEvState::GOOD : MrcEvState(entry.state);
            if (!entry.longer || state != MrcEvState::GOOD)
            {
                Put("m_evs " + std::to_string(entry.ev), static_cast<uint32_t>(state));
            }
        }
    }
    Put("m_longer used", it.m_longer ? it.m_longer->used : 0);
    READ_AS(m_events, !it.m_events.IsEmpty());
    Enter("m_prober", it.m_prober);
}

void
RdmaStateReader::Read(const MrcEvProber& it)
{
    READ_AS(m_records, std::count_if(it.m_records.begin(), it.m_records.end(), [](const auto& ev) {
                return ev.retired || ev.probe;
            }));
    READ_AS(m_confirmedBad, it.m_confirmedBad.size());
    READ(m_trying);
    READ(m_resting);
}

} // namespace ns3
