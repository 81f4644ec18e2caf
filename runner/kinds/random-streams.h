/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_STREAMS_H
#define RANDOM_STREAMS_H

#include <cstdint>

/**
 * @file
 * First streams of random numbers of the parts of a run. Up to 998,999 hosts none uses the numbers
 * of another. Those of jobs come first, so that they do not depend on the size of the cluster.
 */

namespace mrcsim
{

/// Of jobs and of the choice of their hosts.
constexpr int64_t WORKLOAD_STREAM = 0;

/// Of the fabric and of the hosts: one per host.
constexpr int64_t CLUSTER_STREAM = 1000;

/// Of the monitor: one per host.
constexpr int64_t MONITOR_STREAM = 1000000;

/// Of faults: one per fault.
constexpr int64_t FAULT_STREAM = int64_t{1} << 40;

static_assert(WORKLOAD_STREAM < CLUSTER_STREAM && CLUSTER_STREAM < MONITOR_STREAM &&
              MONITOR_STREAM < FAULT_STREAM);

} // namespace mrcsim

#endif // RANDOM_STREAMS_H
