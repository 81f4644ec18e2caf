/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-sample-sources.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

const RdmaSampleKind THROUGHPUT(RdmaSampledObject::JOB,
                                "job.throughput_gbps",
                                "Gb/s",
                                "payload delivered at its receivers",
                                RdmaSampleKind::DEFAULT);
const RdmaSampleKind STEPS(RdmaSampledObject::JOB,
                           "job.steps_per_s",
                           "1/s",
                           "completed steps; only for jobs of training steps",
                           RdmaSampleKind::DEFAULT);

/** @return pairs of sending and receiving ranks of a job */
std::vector<std::pair<uint32_t, uint32_t>>
ListRanks(const RdmaJob& job)
{
    std::vector<std::pair<uint32_t, uint32_t>> ranks;
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        if (!send.IsComputation())
        {
            ranks.emplace_back(send.src, send.dst);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

/// A pair of hosts of a job, with one of its QPs.
struct JobPair
{
    uint32_t job; ///< number of the job
    uint32_t src; ///< sending host
    uint32_t dst; ///< receiving host
    uint32_t qp;  ///< QP of the pair
};

/** @return the pairs of enabled jobs, once per QP, by job */
std::vector<JobPair>
ListJobPairs(const RdmaWorkload& workload)
{
    std::vector<JobPair> pairs;
    uint32_t firstQp = 0; // jobs have consecutive ranges of QPs
    for (uint32_t number = 0; number < workload.GetNJobs(); ++number)
    {
        const auto& job = workload.GetJob(number);
        if (job.enabled)
        {
            for (const auto& [src, dst] : ListRanks(job))
            {
                for (uint32_t qp = 0; qp < job.GetNQps(); ++qp)
                {
                    pairs.push_back({number, job.hosts[src], job.hosts[dst], firstQp + qp});
                }
            }
        }
        firstQp += job.GetNQps();
    }
    return pairs;
}

/** Samples the jobs of a workload. */
class JobSamples
{
  public:
    /**
     * @param cluster cluster of the jobs
     * @param workload the jobs
     */
    JobSamples(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload)
        : m_cluster(std::move(cluster)),
          m_workload(std::move(workload)),
          m_jobs(m_workload->GetNJobs())
    {
        for (const auto& pair : ListJobPairs(*m_workload))
        {
            m_jobs[pair.job].pairs.push_back({pair, nullptr});
        }
    }

    /** @param sink receives the points */
    void operator()(RdmaSampleSink& sink)
    {
        for (uint32_t number = 0; number < m_jobs.size(); ++number)
        {
            const auto& job = m_workload->GetJob(number);
            auto& series = m_jobs[number];
            const auto name = [&job] { return job.name; };
            if (job.enabled && sink.Wants(THROUGHPUT))
            {
                const auto bytes = SumBytes(series, job);
                const auto placed = bytes - std::exchange(series.bytes, bytes);
                sink.Put(THROUGHPUT, sink.ToGbps(placed), name);
            }
            if (job.enabled && job.logsSteps && sink.Wants(STEPS))
            {
                const auto steps = m_workload->GetNStepsFinished(number);
                const double done = steps - std::exchange(series.steps, steps);
                sink.Put(STEPS, done / sink.GetPlan().interval.GetSeconds(), name);
            }
        }
    }

  private:
    /// A job and its last sample.
    struct Series
    {
        /// Pairs of hosts, and the receiving ends after connection.
        std::vector<std::pair<JobPair, const RdmaTransport*>> pairs;
        uint64_t bytes{0}; ///< bytes delivered until the last sample
        uint32_t steps{0}; ///< steps completed until the last sample
    };

    /**
     * @param series the series of a job
     * @param job the job
     * @return its bytes delivered at receivers so far
     */
    uint64_t SumBytes(Series& series, const RdmaJob& job) const
    {
        uint64_t bytes = 0;
        for (auto& [pair, receiver] : series.pairs)
        {
            if (!receiver)
            {
                receiver = m_cluster->FindTransport(pair.dst, pair.src, pair.qp);
            }
            if (receiver)
            {
                bytes += receiver->GetCounters().bytesDelivered;
                continue;
            }
            const auto own = [&pair = pair](const RdmaMessenger& messenger) {
                return messenger.GetDeliveredBytes(pair.src, pair.dst, pair.qp);
            };
            bytes += own(*job.messenger);
            bytes += job.control && job.control != job.messenger ? own(*job.control) : 0;
        }
        return bytes;
    }

    Ptr<RdmaCluster> m_cluster;   ///< cluster of the jobs
    Ptr<RdmaWorkload> m_workload; ///< the jobs
    std::vector<Series> m_jobs;   ///< series by job
};

} // namespace

RdmaSampleSource
MakeRdmaJobSamples(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload)
{
    if (!workload)
    {
        return [](RdmaSampleSink& /* sink */) {};
    }
    return JobSamples(std::move(cluster), std::move(workload));
}

} // namespace ns3
