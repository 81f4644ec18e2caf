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
      m_sources{MakePortSampler(cluster),
                MakeJobSampler(cluster, workload),
                MakeQpSampler(cluster, *workload, plan)}
{
}

void
Sampler::Start()
{
    const auto interval = static_cast<uint64_t>(m_sink.GetPlan().interval.GetPs());
    ns3::Simulator::Schedule(ns3::PicoSeconds(interval), &Sampler::Look, this);
}

void
Sampler::Look()
{
    m_sink.SetTime(m_cluster->GetFabric()->Now());
    for (const auto& source : m_sources)
    {
        source(m_sink);
    }
    Start();
}

} // namespace mrcsim
