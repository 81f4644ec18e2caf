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
#include "scenario.h"

#include "ns3/event-id.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-qp-ends.h"
#include "ns3/rdma-server-messenger.h"
#include "ns3/rdma-workload.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

/**
 * @file
 * mrcsim::GoodputWatch: samples goodput around faults.
 */

namespace mrcsim
{

/**
 * Samples the payload that hosts receive from the network, and the rates that it allows, for
 * GoodputHistory. Messages within servers do not count.
 * These rates are the max-min fair rates of the flows in flight (FluidBound). They do not depend on
 * the transport, so goodput has the same meaning for all.
 */
class GoodputWatch
{
  public:
    /**
     * @param cluster a built cluster
     * @param workload its jobs
     * @param scenario the scenario; outlives this
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

    /**
     * @param at time of a change of the faults to come
     */
    void Expect(ns3::RdmaTick at)
    {
        m_coming.insert(at);
    }

    /**
     * Take a sample now and, with a period, from now on. Those that the history would not store are
     * left out: a run may last for seconds after its faults.
     */
    void Look()
    {
        const auto fabric = m_cluster->GetFabric();
        const auto now = fabric->Now();
        if (!m_placed || m_hops != fabric->GetTotals().hops)
        {
            m_hops = fabric->GetTotals().hops;
            m_placed = std::make_shared<const std::vector<uint64_t>>(CountPlaced());
        }
        m_history.AddSample({now, fabric->GetTotals().trims, m_placed});
        m_coming.erase(m_coming.begin(), m_coming.lower_bound(now));
        const auto step = m_history.GetStep();
        auto wait = step;
        if (!m_history.Stores(now + step))
        {
            if (m_coming.empty())
            {
                return;
            }
            const auto spare = *m_coming.begin() - m_history.GetLead() - now;
            wait = std::max(wait, step * (spare.GetPs() / step.GetPs()));
        }
        m_next =
            ns3::Simulator::Schedule(fabric->GetContext().ToTime(wait), &GoodputWatch::Look, this);
    }

    /** Faults have changed. */
    void OnChange()
    {
        const auto now = m_cluster->GetFabric()->Now();
        if (m_changed != now)
        {
            m_history.AddRates(now - ns3::RdmaTick::Ps(1), GetRates()); // the rates until now
        }
        m_changed = now;
        ReadCapacities();
        m_history.AddRates(now, GetRates());
    }

    /** Read the flow records after the run, while the workload has them. */
    void End()
    {
        for (const auto& record : m_workload->GetFlowRecords())
        {
            if (UsesNetwork(record))
            {
                m_history.AddMessage(m_perHost ? record.dst : 0,
                                     record.start,
                                     record.delivered ? record.end : ns3::RdmaTick::Max());
            }
        }
    }

    /** @return the history, complete after End */
    const GoodputHistory& GetHistory() const
    {
        return m_history;
    }

  private:
    /** @return false for a message within a server */
    bool UsesNetwork(const ns3::RdmaFlowRecord& record) const
    {
        const auto& messenger = m_workload->GetJob(record.job).messenger;
        return messenger->GetMedium(record.src, record.dst) == ns3::RdmaMedium::NETWORK;
    }

    /** @return payload that hosts have received from the network so far, B */
    std::vector<uint64_t> CountPlaced() const
    {
        std::vector<uint64_t> placed(m_perHost ? m_cluster->GetNHosts() : 1);
        if (!m_perHost)
        {
            for (const auto& messenger : m_cluster->GetMessengers())
            {
                if (!ns3::DynamicCast<ns3::RdmaServerMessenger>(messenger))
                {
                    placed[0] += messenger->SumOwnCounters().bytesDelivered;
                }
            }
            return placed;
        }
        for (uint32_t host = 0; host < placed.size(); ++host)
        {
            const auto nic = m_cluster->GetNic(host);
            ns3::ForEachRdmaQp(*nic, [&](uint32_t qpn) {
                placed[host] += nic->GetTransport(qpn).GetCounters().bytesDelivered;
            });
        }
        return placed;
    }

    /** @return max-min fair rates of the flows in flight, by receiver, bit/s */
    HostRates GetRates() const
    {
        std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> pairs;
        const uint32_t planes = m_cluster->GetNetwork().GetNPlanes();
        for (const auto flow : m_workload->GetOpenFlows())
        {
            const auto& record = m_workload->GetFlowRecords()[flow];
            if (UsesNetwork(record))
            {
                const auto used = m_scenario.jobs[record.job].GetPlanes(planes);
                pairs.emplace(record.src, record.dst, used.first, used.count);
            }
        }
        std::vector<FluidFlow> flows;
        for (const auto& [src, dst, first, count] : pairs)
        {
            flows.push_back({src, dst, first, count});
        }
        HostRates hosts(m_perHost ? m_cluster->GetNHosts() : 1);
        const auto rates = m_bound.GetMaxMinRates(m_capacities, flows);
        for (size_t i = 0; i < flows.size(); ++i)
        {
            auto& host = hosts[m_perHost ? flows[i].dst : 0];
            host = host.value_or(0) + rates[i];
        }
        return hosts;
    }

    /** Update the capacities to the current faults. */
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

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< the cluster
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< its jobs
    const Scenario& m_scenario;             ///< the scenario
    FluidBound m_bound;                     ///< bounds of the network
    FluidCapacities m_capacities;           ///< its current capacities
    bool m_perHost;                         ///< false: only the sum of all hosts is known
    GoodputHistory m_history;               ///< the samples
    std::shared_ptr<const std::vector<uint64_t>> m_placed; ///< see CountPlaced, of the last sample
    uint64_t m_hops{0};                                    ///< hops of frames until then
    std::optional<ns3::RdmaTick> m_changed;                ///< last change, if any
    std::set<ns3::RdmaTick> m_coming;                      ///< see Expect
    ns3::EventId m_next;                                   ///< Look
};

} // namespace mrcsim

#endif // GOODPUT_WATCH_H
