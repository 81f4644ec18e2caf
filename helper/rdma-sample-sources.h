/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SAMPLE_SOURCES_H
#define RDMA_SAMPLE_SOURCES_H

#include "rdma-sample-sink.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <functional>

/**
 * @file
 * @ingroup mrc
 * Sources of time series.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Samples a part of a cluster. Called periodically; stores points in the sink.
 */
using RdmaSampleSource = std::function<void(RdmaSampleSink& sink)>;

/** @return source of the ports of a cluster, and of hosts and planes, which are sums of ports */
RdmaSampleSource MakeRdmaPortSamples(Ptr<RdmaCluster> cluster);

/**
 * @param workload its jobs, or null
 * @return source of the jobs of a workload in a cluster
 */
RdmaSampleSource MakeRdmaJobSamples(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload);

/**
 * @param plan requested time series
 * @return source of the QPs of a cluster
 */
RdmaSampleSource MakeRdmaQpSamples(Ptr<RdmaCluster> cluster, const RdmaSamplePlan& plan);

} // namespace ns3

#endif // RDMA_SAMPLE_SOURCES_H
