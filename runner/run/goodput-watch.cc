/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "goodput-watch.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Looks in a window.
constexpr uint32_t STEPS = 4;
/// Windows before a fault that say what is normal.
constexpr uint32_t NORMAL_WINDOWS = 10;
/// Windows in a row for which goodput must be back.
constexpr int64_t LASTING_WINDOWS = 5;
/// Part of what is allowed that counts as back.
constexpr double BACK = 0.95;

} // namespace

GoodputWatch::GoodputWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                           ns3::Ptr<ns3::RdmaWorkload> workload,
                           const Scenario& scenario)
    : m_cluster(cluster),
      m_workload(workload),
      m_scenario(scenario),
      m_bound(cluster->GetNetwork()),
      m_capacities(cluster->GetNetwork()),
      m_step(RdmaTick::Ps(std::max<int64_t>(1, scenario.recoveryWindow.GetPs() / STEPS)))
{
}

GoodputWatch::~GoodputWatch()
{
    ns3::Simulator::Cancel(m_next);
}

void
GoodputWatch::Start()
{
    Look();
}

void
GoodputWatch::Look()
{
    const auto now = m_cluster->GetFabric()->Now();
    m_seen.emplace_back(now, m_cluster->SumCounters().bytesDelivered);
    if (m_seen.size() > STEPS * NORMAL_WINDOWS + 1)
    {
        m_seen.pop_front();
    }
    const double rate = GetRate(1);
    for (auto& [fault, watched] : m_cases)
    {
        if (watched.open && now >= watched.at + m_step * int64_t{STEPS})
        {
            Judge(watched, now, rate);
        }
    }
    m_next =
        ns3::Simulator::Schedule(m_cluster->GetFabric()->ToTime(m_step), &GoodputWatch::Look, this);
}

double
GoodputWatch::GetRate(uint32_t windows) const
{
    const size_t back = std::min<size_t>(STEPS * windows, m_seen.size() - 1);
    const auto& [from, before] = m_seen[m_seen.size() - 1 - back];
    const auto& [until, after] = m_seen.back();
    return until > from ? static_cast<double>(after - before) * 8 / (until - from).GetSeconds() : 0;
}

double
GoodputWatch::GetCapacity() const
{
    std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> pairs;
    const uint32_t planes = m_cluster->GetNetwork().GetNPlanes();
    for (const auto flow : m_workload->GetOpenFlows())
    {
        const auto& record = m_workload->GetFlowRecords()[flow];
        const auto& job = m_scenario.jobs[record.job];
        const auto& messenger = m_workload->GetJob(record.job).messenger;
        if (messenger->GetWay(record.src, record.dst) == ns3::RdmaWay::NETWORK)
        {
            const bool single = job.transport.what->IsSinglePath();
            pairs.emplace(record.src,
                          record.dst,
                          single ? job.plane.value_or(0) : 0,
                          single ? 1 : planes);
        }
    }
    std::vector<FluidFlow> flows;
    for (const auto& [src, dst, first, count] : pairs)
    {
        flows.push_back({src, dst, first, count});
    }
    return flows.empty() ? 0 : m_bound.GetMaxMinRates(m_capacities, flows).sumBps;
}

void
GoodputWatch::ReadCapacities()
{
    m_capacities.Reset();
    const auto fabric = m_cluster->GetFabric();
    for (const auto& held : fabric->GetFaults().ListHeld())
    {
        if (held.kind == ns3::FabricFaultKind::SILENT)
        {
            m_capacities.StopSwitch(held.sw->GetNumber());
        }
        else if (held.kind == ns3::FabricFaultKind::DARK || held.kind == ns3::FabricFaultKind::SLOW)
        {
            for (const auto* port :
                 {held.port, static_cast<const ns3::FabricPort*>(held.port->peer)})
            {
                const auto rate = fabric->GetFaults().GetRateBps(port);
                m_capacities.Set(port->id,
                                 std::min(m_capacities.Get(port->id), static_cast<double>(rate)));
            }
        }
    }
    for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        for (uint32_t plane = 0; plane < nic->GetNPorts(); ++plane)
        {
            if (nic->IsPortOff(plane))
            {
                const auto link = m_cluster->GetNetwork().GetNicLink(host, plane);
                m_capacities.Set(ns3::FabricNetwork::GetLowerPort(link), 0);
                m_capacities.Set(ns3::FabricNetwork::GetUpperPort(link), 0);
            }
        }
    }
}

void
GoodputWatch::Expect(size_t fault)
{
    Case watched;
    watched.at = m_cluster->GetFabric()->Now();
    watched.before = m_seen.empty() ? 0 : GetRate(NORMAL_WINDOWS);
    watched.capacity = GetCapacity(); // as it was until now
    watched.closed = m_workload->GetNFlowsDelivered();
    watched.open = watched.before > 0; // else there is nothing that could come back
    const auto known = std::find_if(m_cases.begin(), m_cases.end(), [fault](const auto& entry) {
        return entry.first == fault;
    });
    if (known == m_cases.end())
    {
        m_cases.emplace_back(fault, watched);
        return;
    }
    // It broke again: what was normal before the first time is still what is to come back.
    known->second.at = watched.at;
    known->second.streak.reset();
    known->second.back.reset();
    known->second.open = known->second.before > 0;
}

void
GoodputWatch::OnChange()
{
    ReadCapacities();
    const double capacity = GetCapacity();
    for (auto& [fault, watched] : m_cases)
    {
        if (watched.open)
        {
            const double part = watched.capacity > 0 ? capacity / watched.capacity : 1;
            watched.allowed = watched.before * std::min(1.0, part);
            watched.closed = m_workload->GetNFlowsDelivered();
        }
    }
}

void
GoodputWatch::Judge(Case& watched, RdmaTick now, double rate)
{
    const auto isBack = [&] { return rate >= BACK * watched.allowed; };
    if (!isBack() && watched.closed != m_workload->GetNFlowsDelivered())
    {
        const double part = watched.capacity > 0 ? GetCapacity() / watched.capacity : 1;
        watched.allowed = watched.before * std::min(1.0, part);
        watched.closed = m_workload->GetNFlowsDelivered();
    }
    if (!isBack())
    {
        watched.streak.reset();
        watched.back.reset();
        return;
    }
    if (!watched.streak)
    {
        watched.streak = now;
        watched.trims = m_cluster->GetFabric()->GetTotals().trims;
        const bool never = now < watched.at + m_step * int64_t{STEPS + 1};
        watched.back = never ? RdmaTick{} : now - watched.at;
    }
    watched.open = now < *watched.streak + m_step * (LASTING_WINDOWS * STEPS);
}

const GoodputWatch::Case*
GoodputWatch::Find(size_t fault) const
{
    const auto known = std::find_if(m_cases.begin(), m_cases.end(), [fault](const auto& entry) {
        return entry.first == fault;
    });
    return known == m_cases.end() ? nullptr : &known->second;
}

std::optional<RdmaTick>
GoodputWatch::GetBack(size_t fault) const
{
    const Case* watched = Find(fault);
    return watched ? watched->back : std::nullopt;
}

std::optional<uint64_t>
GoodputWatch::GetTrims(size_t fault) const
{
    const Case* watched = Find(fault);
    return watched && watched->back ? std::optional(watched->trims) : std::nullopt;
}

} // namespace mrcsim
