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
 * What time series are taken from.
 */

namespace mrcsim
{

/// Looks at what it knows of a cluster; asked at regular times, it puts the points into the sink.
using SampleSource = std::function<void(SampleSink& sink)>;

/** @return looks at the ports of a cluster, and at hosts and planes, which follow from theirs */
SampleSource MakePortSampler(ns3::Ptr<ns3::RdmaCluster> cluster);

/** @return looks at the jobs of a workload, which take place in a cluster */
SampleSource MakeJobSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                            ns3::Ptr<ns3::RdmaWorkload> workload);

/**
 * @param workload whose messages the QPs carry
 * @param plan what is asked for
 * @return looks at the QPs of a cluster
 */
SampleSource MakeQpSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                           const ns3::RdmaWorkload& workload,
                           const SamplePlan& plan);

/// A pair of hosts that a job sends between, by one of its QPs.
struct JobPair
{
    uint32_t job; ///< number of the job
    uint32_t src; ///< sending host
    uint32_t dst; ///< receiving host
    uint32_t qp;  ///< QP of the pair
};

/**
 * @param workload jobs
 * @return the pairs of those that are enabled, once per QP, by job
 */
std::vector<JobPair> ListJobPairs(const ns3::RdmaWorkload& workload);

} // namespace mrcsim

#endif // SAMPLE_SOURCES_H
