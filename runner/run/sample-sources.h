/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_SOURCES_H
#define SAMPLE_SOURCES_H

#include "sample-sink.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * Sources of time series.
 */

namespace mrcsim
{

/// Samples a part of a cluster. Called periodically; stores points in the sink.
using SampleSource = std::function<void(SampleSink& sink)>;

/** @return source of the ports of a cluster, and of hosts and planes, which are sums of ports */
SampleSource MakePortSampler(ns3::Ptr<ns3::RdmaCluster> cluster);

/** @return source of the jobs of a workload in a cluster */
SampleSource MakeJobSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                            ns3::Ptr<ns3::RdmaWorkload> workload);

/**
 * @param workload workload of the QPs
 * @param plan requested time series
 * @return source of the QPs of a cluster
 */
SampleSource MakeQpSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                           const ns3::RdmaWorkload& workload,
                           const SamplePlan& plan);

/// A pair of hosts of a job, with one of its QPs.
struct JobPair
{
    uint32_t job; ///< number of the job
    uint32_t src; ///< sending host
    uint32_t dst; ///< receiving host
    uint32_t qp;  ///< QP of the pair
};

/**
 * @param workload jobs
 * @return the pairs of enabled jobs, once per QP, by job
 */
std::vector<JobPair> ListJobPairs(const ns3::RdmaWorkload& workload);

} // namespace mrcsim

#endif // SAMPLE_SOURCES_H
