/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "goodput-watch.h"

#include "qp-ends.h"
#include "scenario.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

GoodputWatch::GoodputWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                           ns3::Ptr<ns3::RdmaWorkload> workload,
                           const Scenario& scenario)
    : m_cluster(cluster),
      m_workload(workload),
      m_scenario(scenario),
      m_bound(cluster->GetNetwork()),
      m_capacities(cluster->GetNetwork()),
      m_perHost(std::all_of(
          scenario.jobs.begin(),
          scenario.jobs.end(),
          [](const JobSpec& job) { return !job.enabled || job.transport.what->CountsPerQp(); })),
      m_history(scenario.recoveryWindow, m_perHost ? cluster->GetNHosts() : 1)
{
}

GoodputWatch::~GoodputWatch()
{
    ns3::Simulator::Cancel(m_next);
}

std::vector<uint64_t>
GoodputWatch::CountPlaced() const
{
    std::vector<uint64_t> placed(m_perHost ? m_cluster->GetNHosts() : 1);
    if (!m_perHost)
    {
        placed[0] = m_cluster->SumCounters().bytesDelivered;
        return placed;
    }
    for (uint32_t host = 0; host < placed.size(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        ForEachQp(*nic, [&](uint32_t qpn) {
            placed[host] += nic->GetTransport(qpn).GetCounters().bytesDelivered;
        });
    }
    return placed;
}

void
GoodputWatch::Look()
{
    const auto fabric = m_cluster->GetFabric();
    m_history.AddLook({fabric->Now(), fabric->GetTotals().trims, CountPlaced()});
    m_next =
        ns3::Simulator::Schedule(fabric->ToTime(m_history.GetStep()), &GoodputWatch::Look, this);
}

std::vector<double>
GoodputWatch::GetRates() const
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
            const auto used = job.GetPlanes(planes);
            pairs.emplace(record.src, record.dst, used.first, used.count);
        }
    }
    std::vector<FluidFlow> flows;
    for (const auto& [src, dst, first, count] : pairs)
    {
        flows.push_back({src, dst, first, count});
    }
    std::vector<double> hosts(m_perHost ? m_cluster->GetNHosts() : 1);
    const auto rates = m_bound.GetMaxMinRates(m_capacities, flows);
    for (size_t i = 0; i < flows.size(); ++i)
    {
        hosts[m_perHost ? flows[i].dst : 0] += rates.bps[i];
    }
    return hosts;
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
        else if (held.port)
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
GoodputWatch::OnChange()
{
    const auto now = m_cluster->GetFabric()->Now();
    if (m_changed != now)
    {
        m_history.AddRates(now - RdmaTick::Ps(1), GetRates()); // as it was until now
    }
    m_changed = now;
    ReadCapacities();
    m_history.AddRates(now, GetRates());
}

void
GoodputWatch::End()
{
    for (const auto& record : m_workload->GetFlowRecords())
    {
        m_history.AddMessage(m_perHost ? record.dst : 0,
                             record.start,
                             record.delivered ? record.end : RdmaTick::Max());
    }
}

} // namespace mrcsim
