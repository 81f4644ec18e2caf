/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_SAMPLER_H
#define JOB_SAMPLER_H

#include "sample-sink.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::JobSampler: time series of jobs.
 */

namespace mrcsim
{

/**
 * Looks at the jobs of a workload.
 */
class JobSampler
{
  public:
    /**
     * @param cluster where the jobs take place
     * @param workload the jobs
     */
    JobSampler(ns3::Ptr<ns3::RdmaCluster> cluster, ns3::Ptr<ns3::RdmaWorkload> workload);

    /** @param sink takes the points down */
    void Look(SampleSink& sink);

  private:
    /// A pair of hosts that a job sends between.
    struct Pair
    {
        uint32_t src;                                ///< sending host
        uint32_t dst;                                ///< receiving host
        uint32_t qp;                                 ///< QP of the pair
        const ns3::RdmaTransport* receiver{nullptr}; ///< its end, once connected
    };

    /// A job and what it has achieved.
    struct Series
    {
        uint32_t job;            ///< its number
        std::vector<Pair> pairs; ///< who sends to whom
        uint64_t bytes{0};       ///< placed up to the last look
        uint32_t steps{0};       ///< done up to the last look
    };

    /**
     * @param series a job
     * @return bytes of it placed at receivers so far
     */
    uint64_t SumBytes(Series& series) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< where the jobs take place
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< the jobs
    std::vector<Series> m_jobs;             ///< all jobs that are enabled
};

} // namespace mrcsim

#endif // JOB_SAMPLER_H
