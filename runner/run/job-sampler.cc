/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-sampler.h"

#include "job-pairs.h"

namespace mrcsim
{

namespace
{

const SampleKind THROUGHPUT(SampledObject::JOB,
                            "job.throughput_gbps",
                            "Gb/s",
                            "payload placed at its receivers",
                            SampleKind::DEFAULT);
const SampleKind STEPS(SampledObject::JOB,
                       "job.steps_per_s",
                       "1/s",
                       "steps that ended; only of jobs of training steps",
                       SampleKind::DEFAULT);

} // namespace

JobSampler::JobSampler(ns3::Ptr<ns3::RdmaCluster> cluster, ns3::Ptr<ns3::RdmaWorkload> workload)
    : m_cluster(cluster),
      m_workload(workload)
{
    for (uint32_t job = 0; job < workload->GetNJobs(); ++job)
    {
        if (workload->GetJob(job).enabled)
        {
            m_jobs.push_back({job, {}});
        }
    }
    auto series = m_jobs.begin();
    for (const auto& pair : ListJobPairs(*workload))
    {
        while (series->job != pair.job) // one that sends nothing
        {
            ++series;
        }
        series->pairs.push_back({pair.src, pair.dst, pair.qp});
    }
}

uint64_t
JobSampler::SumBytes(Series& series) const
{
    const auto& messenger = m_workload->GetJob(series.job).messenger;
    uint64_t bytes = 0;
    for (auto& pair : series.pairs)
    {
        if (!pair.receiver)
        {
            pair.receiver = m_cluster->FindTransport(pair.dst, pair.src, pair.qp);
        }
        bytes += pair.receiver ? pair.receiver->GetCounters().bytesDelivered
                               : messenger->GetDeliveredBytes(pair.src, pair.dst, pair.qp);
    }
    return bytes;
}

void
JobSampler::Look(SampleSink& sink)
{
    for (auto& series : m_jobs)
    {
        const auto& job = m_workload->GetJob(series.job);
        const auto name = [&job] { return job.name; };
        if (sink.Wants(THROUGHPUT))
        {
            const auto bytes = SumBytes(series);
            sink.Put(THROUGHPUT, sink.ToGbps(bytes - series.bytes), name);
            series.bytes = bytes;
        }
        if (job.logsSteps && sink.Wants(STEPS))
        {
            const auto steps = m_workload->GetNStepsFinished(series.job);
            const auto done = static_cast<double>(steps - series.steps);
            sink.Put(STEPS, done / sink.GetPlan().interval.GetSeconds(), name);
            series.steps = steps;
        }
    }
}

} // namespace mrcsim
