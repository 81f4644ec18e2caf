/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOODPUT_WATCH_H
#define GOODPUT_WATCH_H

#include "fluid/fluid-bound.h"
#include "fluid/fluid-capacities.h"
#include "goodput-history.h"
#include "qp-ends.h"
#include "scenario.h"

#include "ns3/event-id.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

/**
 * @file
 * mrcsim::GoodputWatch: looks at goodput around faults.
 */

namespace mrcsim
{

/**
 * Looks at the payload that hosts receive and at what the network allows, for GoodputHistory. What
 * the network allows are the max-min fair rates of the flows under way (FluidBound). No protocol is
 * asked, so goodput means the same for each.
 */
class GoodputWatch
{
  public:
    /**
     * @param cluster a built cluster
     * @param workload its jobs
     * @param scenario what is simulated; outlives this
     */
    GoodputWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                 ns3::Ptr<ns3::RdmaWorkload> workload,
                 const Scenario& scenario)
        : m_cluster(cluster),
          m_workload(workload),
          m_scenario(scenario),
          m_bound(scenario.topology.what->MakeFluidShape(cluster->GetNetwork())),
          m_capacities(cluster->GetNetwork()),
          m_perHost(std::all_of(scenario.jobs.begin(),
                                scenario.jobs.end(),
                                [](const JobSpec& job) {
                                    return !job.enabled || job.transport.what->CountsPerQp();
                                })),
          m_history(scenario.recoveryWindow, m_perHost ? cluster->GetNHosts() : 1)
    {
    }

    ~GoodputWatch()
    {
        ns3::Simulator::Cancel(m_next);
    }

    /** Look now and, as a regular event, from now on. */
    void Look()
    {
        const auto fabric = m_cluster->GetFabric();
        m_history.AddSample({fabric->Now(), fabric->GetTotals().trims, CountPlaced()});
        m_next = ns3::Simulator::Schedule(fabric->GetContext().ToTime(m_history.GetStep()),
                                          &GoodputWatch::Look,
                                          this);
    }

    /** What is broken has changed. */
    void OnChange()
    {
        const auto now = m_cluster->GetFabric()->Now();
        if (m_changed != now)
        {
            m_history.AddRates(now - ns3::RdmaTick::Ps(1), GetRates()); // as it was until now
        }
        m_changed = now;
        ReadCapacities();
        m_history.AddRates(now, GetRates());
    }

    /** The run is over: read the flow records, as long as the workload has them. */
    void End()
    {
        for (const auto& record : m_workload->GetFlowRecords())
        {
            m_history.AddMessage(m_perHost ? record.dst : 0,
                                 record.start,
                                 record.delivered ? record.end : ns3::RdmaTick::Max());
        }
    }

    /** @return what was seen, complete after the end */
    const GoodputHistory& GetHistory() const
    {
        return m_history;
    }

  private:
    /** @return payload that hosts have received so far */
    std::vector<uint64_t> CountPlaced() const
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

    /** @return max-min fair rates of the flows under way, by receiver, bit/s */
    std::vector<double> GetRates() const
    {
        std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> pairs;
        const uint32_t planes = m_cluster->GetNetwork().GetNPlanes();
        for (const auto flow : m_workload->GetOpenFlows())
        {
            const auto& record = m_workload->GetFlowRecords()[flow];
            const auto& job = m_scenario.jobs[record.job];
            const auto& messenger = m_workload->GetJob(record.job).messenger;
            if (messenger->GetMedium(record.src, record.dst) == ns3::RdmaMedium::NETWORK)
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

    /** Bring the capacities in line with what is broken. */
    void ReadCapacities()
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
                    m_capacities.Set(
                        port->id,
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

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< what is watched
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< its jobs
    const Scenario& m_scenario;             ///< what is simulated
    FluidBound m_bound;                     ///< what the network allows
    FluidCapacities m_capacities;           ///< what is left of it
    bool m_perHost;                         ///< false: payload is known in all only
    GoodputHistory m_history;               ///< what was seen
    std::optional<ns3::RdmaTick> m_changed; ///< last change, if any
    ns3::EventId m_next;                    ///< Look
};

} // namespace mrcsim

#endif // GOODPUT_WATCH_H
