/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-fault-watch.h"

#include "rdma-text-table.h"

#include "ns3/callback.h"
#include "ns3/fabric-counters.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/fabric.h"
#include "ns3/rdma-ground-truth.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-not-null.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Drop reasons of faults.
const std::set<FabricDropReason> FAULTY{FabricDropReason::LINK_DOWN,
                                        FabricDropReason::EGRESS_DOWN,
                                        FabricDropReason::RANDOM_LOSS,
                                        FabricDropReason::SWITCH_DOWN};

/// PDUs that are neither data nor answers to data.
const std::set<RdmaOpcode> SERVICE{
    RdmaOpcode::MRC_PROBE,
    RdmaOpcode::MRC_ENDPOINT_REQUEST,
    RdmaOpcode::MRC_ENDPOINT_RESPONSE,
    RdmaOpcode::CNP,
};

/** @return true for data, including trimmed packets, and answers that were lost by a fault */
bool
IsLoss(const FabricDrop& drop)
{
    const auto encap = drop.frame->encap;
    const bool service = encap == FabricEncap::PFC || (encap != FabricEncap::PACKET &&
                                                       SERVICE.count(drop.frame->pdu.opcode) != 0);
    return FAULTY.count(drop.reason) != 0 && !service;
}

/** @return the faults that affect a port or switch */
template <typename Object>
const std::set<size_t>&
FindFaults(const std::map<const Object*, std::set<size_t>>& hit, const Object* object)
{
    static const std::set<size_t> none;
    const auto found = hit.find(object);
    return found == hit.end() ? none : found->second;
}

} // namespace

RdmaFaultWatch::RdmaFaultWatch(Ptr<RdmaCluster> cluster, RdmaTick horizon)
    : m_cluster(RdmaNotNull(cluster, "the cluster of an RdmaFaultWatch")),
      m_fabric(cluster->GetFabric()),
      m_horizon(horizon)
{
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        m_nics.push_back(cluster->GetNic(host));
    }
    Listen(true);
}

RdmaFaultWatch::RdmaFaultWatch(Ptr<RdmaCluster> cluster,
                               RdmaTick horizon,
                               const std::vector<std::string>& objects)
    : RdmaFaultWatch(cluster, horizon)
{
    m_isAssigned = true;
    for (const auto& object : objects)
    {
        m_records.emplace_back().effect.object = object;
    }
}

RdmaFaultWatch::~RdmaFaultWatch()
{
    Listen(false);
}

void
RdmaFaultWatch::Listen(bool on)
{
    const auto change =
        on ? &ObjectBase::TraceConnectWithoutContext : &ObjectBase::TraceDisconnectWithoutContext;
    (*m_fabric.*change)("Fault", MakeCallback(&RdmaFaultWatch::OnChange, this));
    (*m_fabric.*change)("Drop", MakeCallback(&RdmaFaultWatch::OnDrop, this));
    for (const auto& nic : m_nics)
    {
        (*nic.*change)("QpEvent", MakeCallback(&RdmaFaultWatch::OnQpEvent, this));
    }
}

void
RdmaFaultWatch::Begin(size_t fault)
{
    GetRecord(fault);
    BeginInterval(m_records[fault]);
    m_beginning = fault;
}

void
RdmaFaultWatch::BeginInterval(Record& record)
{
    record.effect.last = m_fabric->Now();
    if (!record.begun)
    {
        record.effect.at = record.effect.last;
        record.begun = true;
    }
}

void
RdmaFaultWatch::End()
{
    m_beginning.reset();
}

const RdmaFaultWatch::Record&
RdmaFaultWatch::GetRecord(size_t fault) const
{
    NS_ABORT_MSG_IF(fault >= m_records.size(), "fault " << fault << " of " << m_records.size());
    return m_records[fault];
}

RdmaFaultEffect
RdmaFaultWatch::GetEffect(size_t fault) const
{
    const Record& record = GetRecord(fault);
    RdmaFaultEffect effect = record.effect;
    if (record.held > 0)
    {
        effect.until.reset(); // only an earlier interval has ended
    }
    if (effect.lastLoss)
    {
        effect.lossFree = *effect.lastLoss - effect.at;
    }
    effect.qpsTouched = record.touched.size();
    for (const auto& [end, loss] : record.touched)
    {
        effect.longestLoss =
            std::max(effect.longestLoss.value_or(RdmaTick{}), loss.second - loss.first);
        effect.receivers.insert(end.first);
    }
    return effect;
}

void
RdmaFaultWatch::Print(std::ostream& os) const
{
    const auto show = [](const std::optional<RdmaTick>& time) {
        return ShowRdmaUs(time.value_or(RdmaTick{}), time.has_value());
    };
    PrintRdmaLine(os, {"fault at", "start_us", "end_us", "lost", "evs_retired", "loss_free_us"});
    for (size_t i = 0; i < GetN(); ++i)
    {
        if (HasBegun(i))
        {
            const RdmaFaultEffect effect = GetEffect(i);
            PrintRdmaLine(os,
                          {effect.object,
                           ShowRdmaUs(effect.at),
                           show(effect.until),
                           std::to_string(effect.lostPackets),
                           std::to_string(effect.evsRetired),
                           show(effect.lossFree)});
        }
    }
}

void
RdmaFaultWatch::OnChange(const FabricFaultChange& change)
{
    if (!change.begins)
    {
        OnLifted(change.id);
        return;
    }
    if (!m_beginning && m_isAssigned)
    {
        return;
    }
    if (!m_beginning)
    {
        const std::string object = NameFabricFault(m_cluster->GetNetwork().GetNames(), change);
        // A switch that goes down begins a fault of each of its links at once.
        if (!change.sw || m_records.empty() || m_records.back().effect.object != object ||
            m_records.back().effect.last != m_fabric->Now())
        {
            m_records.emplace_back().effect.object = object;
        }
    }
    const size_t fault = m_beginning.value_or(m_records.size() - 1);
    BeginInterval(m_records[fault]);
    m_owners[change.id] = fault;
    ++m_records[fault].held;
    if (change.port)
    {
        auto& ports = change.kind == FabricFaultKind::OTHER ? m_offPorts : m_ports;
        ports[change.port].insert(fault);
    }
    if (change.kind == FabricFaultKind::DARK)
    {
        m_ports[change.port->peer].insert(fault);
    }
    if (change.sw)
    {
        m_switches[change.sw].insert(fault);
    }
}

void
RdmaFaultWatch::OnLifted(FabricFaultId id)
{
    const auto owner = m_owners.find(id);
    if (owner == m_owners.end())
    {
        return;
    }
    Record& record = m_records[owner->second];
    --record.held;
    record.effect.until = m_fabric->Now();
    m_owners.erase(owner);
}

std::set<size_t>
RdmaFaultWatch::FindResponsible(const std::set<size_t>& faults) const
{
    std::set<size_t> responsible;
    RdmaTick last;
    for (const size_t fault : faults)
    {
        const Record& record = m_records[fault];
        const RdmaTick until =
            record.held > 0 ? RdmaTick::Max() : record.effect.until.value_or(RdmaTick());
        if (until > last)
        {
            responsible.clear();
            last = until;
        }
        if (until == last)
        {
            responsible.insert(fault);
        }
    }
    return responsible;
}

void
RdmaFaultWatch::OnDrop(const FabricDrop& drop)
{
    if (!IsLoss(drop))
    {
        return;
    }
    // Objects without a fault may lose frames too, which no fault has caused.
    const bool off = drop.port && drop.reason == FabricDropReason::EGRESS_DOWN && drop.port->IsUp();
    const auto& faults = off         ? FindFaults(m_offPorts, drop.port)
                         : drop.port ? FindFaults(m_ports, drop.port)
                                     : FindFaults(m_switches, drop.sw);
    for (const auto fault : FindResponsible(faults))
    {
        Record& record = m_records[fault];
        if (IsFabricAnswer(*drop.frame))
        {
            ++record.effect.lostAnswers;
            continue;
        }
        ++record.effect.lostPackets;
        record.effect.lastLoss = drop.time;
        record.effect.firstLoss = record.effect.firstLoss.value_or(drop.time);
        const bool stack = drop.frame->encap == FabricEncap::PACKET;
        const QpEnd end{drop.frame->dstHost, stack ? drop.frame->entropy : drop.frame->pdu.destQpn};
        record.touched.try_emplace(end, drop.time, drop.time).first->second.second = drop.time;
        record.hostPairs.emplace(drop.frame->srcHost, drop.frame->dstHost);
    }
}

void
RdmaFaultWatch::OnQpEvent(const RdmaNicEvent& event)
{
    using Kind = RdmaEvent::Kind;
    if (event.event.kind == Kind::EV_BAD)
    {
        OnRetired(event);
    }
    else if (event.event.kind == Kind::EV_GOOD)
    {
        for (auto& record : m_records)
        {
            const bool was = record.away.erase({event.host, event.qpn, event.event.entropy}) != 0;
            if (was && record.away.empty() && record.effect.until && record.held == 0)
            {
                record.effect.evsBack = event.time - *record.effect.until;
            }
        }
    }
    else if (event.event.kind == Kind::QP_ERROR)
    {
        const auto peer = m_nics[event.host]->GetRoute(event.qpn).peerHost;
        for (auto& record : m_records)
        {
            const auto& pairs = record.hostPairs;
            record.effect.qpsFailed +=
                pairs.count({event.host, peer}) != 0 || pairs.count({peer, event.host}) != 0;
        }
    }
}

std::set<size_t>
RdmaFaultWatch::FindOnWay(const RdmaNicEvent& event) const
{
    std::set<size_t> faults;
    auto& nic = *m_nics[event.host];
    const auto frame = nic.SketchFrame(event.qpn, event.event.entropy, event.event.port);
    if (!frame)
    {
        return faults;
    }
    const auto way = ListFabricPath(nic.GetPort(event.event.port), *frame);
    for (const auto* port : way.ports)
    {
        faults.merge(std::set(FindFaults(m_ports, port)));
    }
    for (const auto* sw : way.switches)
    {
        faults.merge(std::set(FindFaults(m_switches, sw)));
    }
    return FindResponsible(faults);
}

void
RdmaFaultWatch::OnRetired(const RdmaNicEvent& event)
{
    for (const auto fault : FindOnWay(event))
    {
        ++m_records[fault].effect.evsRetired;
        m_records[fault].away.emplace(event.host, event.qpn, event.event.entropy);
        m_records[fault].effect.evsBack.reset();
    }
    if (IsRdmaRetiredWrongly(*m_cluster, event))
    {
        for (auto& record : m_records)
        {
            const bool recent = record.begun && event.time <= record.effect.last + m_horizon;
            record.effect.evsRetiredWrongly += record.held > 0 || recent;
        }
    }
}

} // namespace ns3
