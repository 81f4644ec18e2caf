/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-watch.h"

#include "ns3/callback.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/fabric.h"
#include "ns3/rdma-ground-truth.h"

#include <algorithm>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// What a frame is to those who count losses.
enum class Freight
{
    DATA,   ///< carries a message, or did before it was trimmed
    ANSWER, ///< answers data
    OTHER   ///< probes, port status, congestion notifications
};

/** @return what the frame is */
Freight
Classify(const ns3::FabricFrame& frame)
{
    if (frame.encap == ns3::FabricEncap::PFC)
    {
        return Freight::OTHER;
    }
    if (ns3::IsFabricAnswer(frame))
    {
        return Freight::ANSWER;
    }
    if (frame.encap == ns3::FabricEncap::PACKET)
    {
        return Freight::DATA;
    }
    switch (frame.pdu.opcode)
    {
    case ns3::RdmaOpcode::MRC_PROBE:
    case ns3::RdmaOpcode::MRC_ENDPOINT_REQUEST:
    case ns3::RdmaOpcode::MRC_ENDPOINT_RESPONSE:
    case ns3::RdmaOpcode::CNP:
        return Freight::OTHER;
    default:
        return Freight::DATA;
    }
}

/** @return true if faults lose frames for this reason */
bool
IsFaulty(ns3::FabricDropReason reason)
{
    switch (reason)
    {
    case ns3::FabricDropReason::LINK_DOWN:
    case ns3::FabricDropReason::EGRESS_DOWN:
    case ns3::FabricDropReason::RANDOM_LOSS:
    case ns3::FabricDropReason::SWITCH_DOWN:
        return true;
    default:
        return false;
    }
}

} // namespace

RecoveryWatch::RecoveryWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                             ns3::Ptr<ns3::RdmaWorkload> workload,
                             const Scenario& scenario)
    : m_cluster(cluster),
      m_goodput(cluster, workload, scenario)
{
    for (const auto& fault : scenario.faults)
    {
        Record record;
        record.row.fault = m_records.size();
        record.row.what = fault.name;
        record.row.object = fault.what->GetObject(cluster->GetNetwork());
        m_records.push_back(std::move(record));
    }
    cluster->GetFabric()->TraceConnectWithoutContext(
        "Fault",
        ns3::MakeCallback(&RecoveryWatch::OnChange, this));
    cluster->GetFabric()->TraceConnectWithoutContext(
        "Drop",
        ns3::MakeCallback(&RecoveryWatch::OnDrop, this));
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        cluster->GetNic(host)->TraceConnectWithoutContext(
            "QpEvent",
            ns3::MakeCallback(&RecoveryWatch::OnQpEvent, this));
    }
}

RecoveryWatch::~RecoveryWatch()
{
    m_cluster->GetFabric()->TraceDisconnectWithoutContext(
        "Fault",
        ns3::MakeCallback(&RecoveryWatch::OnChange, this));
    m_cluster->GetFabric()->TraceDisconnectWithoutContext(
        "Drop",
        ns3::MakeCallback(&RecoveryWatch::OnDrop, this));
    for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
    {
        m_cluster->GetNic(host)->TraceDisconnectWithoutContext(
            "QpEvent",
            ns3::MakeCallback(&RecoveryWatch::OnQpEvent, this));
    }
}

void
RecoveryWatch::Start()
{
    m_goodput.Start();
}

void
RecoveryWatch::OnFaultBegin(size_t fault)
{
    const auto fabric = m_cluster->GetFabric();
    Record& record = m_records[fault];
    if (!record.begun)
    {
        record.begun = true;
        record.row.at = fabric->Now();
        record.trimsBefore = fabric->GetTotals().trims;
    }
    record.last = fabric->Now();
    m_beginning = fault;
}

void
RecoveryWatch::OnChange(const ns3::FabricFaultChange& change)
{
    if (!change.begins)
    {
        OnLifted(change.id);
        return;
    }
    if (!m_beginning)
    {
        return;
    }
    m_owners[change.id] = *m_beginning;
    m_records[*m_beginning].holding.insert(change.id);
    if (change.port)
    {
        m_ports[change.port].insert(*m_beginning);
        if (change.kind == ns3::FabricFaultKind::DARK)
        {
            m_ports[change.port->peer].insert(*m_beginning);
        }
    }
    if (change.sw)
    {
        m_switches[change.sw].insert(*m_beginning);
    }
}

void
RecoveryWatch::OnFaultsSettled()
{
    m_beginning.reset();
    m_goodput.OnChange();
}

void
RecoveryWatch::OnLifted(ns3::FabricFaultId id)
{
    const auto owner = m_owners.find(id);
    if (owner == m_owners.end())
    {
        return;
    }
    Record& record = m_records[owner->second];
    record.holding.erase(id);
    record.row.until = m_cluster->GetFabric()->Now();
    m_owners.erase(owner);
}

void
RecoveryWatch::OnDrop(const ns3::FabricDrop& drop)
{
    const auto freight = Classify(*drop.frame);
    if (!IsFaulty(drop.reason) || freight == Freight::OTHER)
    {
        return;
    }
    const std::set<size_t>* faults = nullptr;
    if (drop.port)
    {
        const auto found = m_ports.find(drop.port);
        faults = found == m_ports.end() ? nullptr : &found->second;
    }
    else
    {
        const auto found = m_switches.find(drop.sw);
        faults = found == m_switches.end() ? nullptr : &found->second;
    }
    if (!faults)
    {
        return; // loss that is no fault of the scenario: loss[]
    }
    for (const auto fault : *faults)
    {
        Record& record = m_records[fault];
        if (freight == Freight::ANSWER)
        {
            ++record.row.lostAnswers;
            continue;
        }
        ++record.row.lostPackets;
        record.row.lastLoss = drop.time;
        record.row.firstLoss = record.row.firstLoss.value_or(drop.time);
        const bool stack = drop.frame->encap == ns3::FabricEncap::PACKET;
        const QpEnd end{drop.frame->dstHost, stack ? drop.frame->entropy : drop.frame->pdu.destQpn};
        record.touched.try_emplace(end, drop.time, drop.time).first->second.second = drop.time;
        record.receivers.insert(drop.frame->dstHost);
        record.hostPairs.emplace(drop.frame->srcHost, drop.frame->dstHost);
    }
}

std::set<size_t>
RecoveryWatch::FindOnWay(const ns3::RdmaNicEvent& event) const
{
    std::set<size_t> faults;
    auto& nic = *m_cluster->GetNic(event.host);
    const auto frame = nic.SketchFrame(event.qpn, event.event.entropy, event.event.port);
    if (!frame)
    {
        return faults;
    }
    const auto way = ns3::ListFabricWay(nic.GetPort(event.event.port), *frame);
    for (const auto* port : way.ports)
    {
        const auto found = m_ports.find(port);
        if (found != m_ports.end())
        {
            faults.insert(found->second.begin(), found->second.end());
        }
    }
    for (const auto* sw : way.switches)
    {
        const auto found = m_switches.find(sw);
        if (found != m_switches.end())
        {
            faults.insert(found->second.begin(), found->second.end());
        }
    }
    return faults;
}

void
RecoveryWatch::OnRetired(const ns3::RdmaNicEvent& event)
{
    for (const auto fault : FindOnWay(event))
    {
        ++m_records[fault].row.evsRetired;
        m_records[fault].away.emplace(event.host, event.qpn, event.event.entropy);
        m_records[fault].row.evsBack.reset();
    }
    if (ns3::IsRdmaRetiredWrongly(*m_cluster, event))
    {
        for (size_t fault = 0; fault < m_records.size(); ++fault)
        {
            m_records[fault].row.evsRetiredWrongly += IsUnderWay(fault);
        }
    }
}

void
RecoveryWatch::OnQpEvent(const ns3::RdmaNicEvent& event)
{
    using Kind = ns3::RdmaEvent::Kind;
    if (event.event.kind == Kind::EV_BAD)
    {
        OnRetired(event);
    }
    else if (event.event.kind == Kind::EV_GOOD)
    {
        for (auto& record : m_records)
        {
            const bool was = record.away.erase({event.host, event.qpn, event.event.entropy}) != 0;
            if (was && record.away.empty() && record.row.until && record.holding.empty())
            {
                record.row.evsBack = event.time - *record.row.until;
            }
        }
    }
    else if (event.event.kind == Kind::QP_ERROR)
    {
        const auto peer = m_cluster->GetNic(event.host)->GetRoute(event.qpn).peerHost;
        for (auto& record : m_records)
        {
            const auto& pairs = record.hostPairs;
            record.row.qpsFailed +=
                pairs.count({event.host, peer}) != 0 || pairs.count({peer, event.host}) != 0;
        }
    }
}

bool
RecoveryWatch::IsUnderWay(size_t fault) const
{
    const auto& record = m_records[fault];
    return record.begun && (!record.holding.empty() ||
                            m_cluster->GetFabric()->Now() <= record.last + m_goodput.GetHorizon());
}

std::vector<RecoveryRow>
RecoveryWatch::GetRows()
{
    std::vector<RecoveryRow> rows;
    for (const auto& record : m_records)
    {
        if (!record.begun)
        {
            continue;
        }
        auto row = record.row;
        if (!record.holding.empty())
        {
            row.until.reset(); // an earlier time is over, not this one
        }
        if (row.lastLoss)
        {
            row.lossFree = *row.lastLoss - row.at;
        }
        row.qpsTouched = record.touched.size();
        for (const auto& [end, loss] : record.touched)
        {
            row.longestLoss =
                std::max(row.longestLoss.value_or(RdmaTick{}), loss.second - loss.first);
        }
        const auto back = m_goodput.FindReturn(record.last, record.receivers);
        const auto trims = back ? back->trims : m_cluster->GetFabric()->GetTotals().trims;
        row.goodputBack = back ? std::optional(back->after) : std::nullopt;
        row.trimmedPackets = trims - std::min(trims, record.trimsBefore);
        rows.push_back(row);
    }
    return rows;
}

} // namespace mrcsim
