/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_PAIRS_H
#define JOB_PAIRS_H

#include "ns3/rdma-workload.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::JobPair: who sends to whom.
 */

namespace mrcsim
{

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

#endif // JOB_PAIRS_H
