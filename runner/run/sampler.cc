/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sampler.h"

#include "ns3/simulator.h"

namespace mrcsim
{

Sampler::Sampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                 ns3::Ptr<ns3::RdmaWorkload> workload,
                 const SamplePlan& plan,
                 std::vector<SampleRow>& rows)
    : m_cluster(cluster),
      m_sink(plan, rows),
      m_ports(cluster),
      m_jobs(cluster, workload),
      m_qps(cluster, *workload, plan)
{
}

void
Sampler::Start()
{
    const auto interval = static_cast<uint64_t>(m_sink.GetPlan().interval.GetPs());
    m_next = ns3::Simulator::Schedule(ns3::PicoSeconds(interval), &Sampler::Look, this);
}

void
Sampler::Look()
{
    const auto now = m_cluster->GetFabric()->Now();
    m_sink.SetTime(now);
    m_ports.Look(now, m_sink);
    m_jobs.Look(m_sink);
    m_qps.Look(m_sink);
    Start();
}

} // namespace mrcsim
