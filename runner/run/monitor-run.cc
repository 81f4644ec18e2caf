/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "monitor-run.h"

#include "ns3/callback.h"
#include "ns3/mrc-monitor-score.h"

namespace mrcsim
{

MonitorRun::MonitorRun(ns3::Ptr<ns3::RdmaCluster> cluster, int64_t stream)
{
    m_helper.Install(cluster);
    const auto& monitor = m_helper.GetMonitor();
    monitor->AssignStreams(stream);
    m_truth = ns3::Create<ns3::MrcMonitorTruth>(monitor->GetMap());
    m_truth->Watch(*cluster->GetFabric());
    const ns3::Callback<void, const ns3::MrcMonitorVerdict&> record(
        [this](const ns3::MrcMonitorVerdict& verdict) { m_verdicts.push_back(verdict); });
    monitor->TraceConnectWithoutContext("Verdict", record);
}

MonitorRun::~MonitorRun()
{
    m_helper.GetMonitor()->Dispose();
}

MonitorResults
MonitorRun::Collect() const
{
    const auto& monitor = m_helper.GetMonitor();
    const ns3::MrcMonitorScore score(*monitor, m_truth->GetFaults());
    MonitorResults results;
    for (const auto& verdict : m_verdicts)
    {
        results.verdicts.push_back({verdict.time,
                                    verdict.name,
                                    ns3::ToString(verdict.kind),
                                    verdict.faulty,
                                    verdict.lossShare,
                                    score.IsRight(verdict)});
    }
    const auto figures = score.Count(m_verdicts);
    auto& summary = results.summary;
    summary.probes = monitor->GetNProbes();
    summary.lost = monitor->GetNLost();
    summary.named = figures.named;
    summary.right = figures.right;
    summary.faults = figures.faults;
    summary.located = figures.located;
    summary.precision = figures.GetPrecision();
    summary.recall = figures.GetRecall();
    summary.meanLocate = figures.GetMeanTime();
    if (figures.located > 0)
    {
        summary.maxLocate = figures.longestLocate;
    }
    return results;
}

} // namespace mrcsim
