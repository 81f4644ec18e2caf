/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_BUILDER_H
#define JOB_BUILDER_H

#include "document/problem.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-job.h"

#include <vector>

/**
 * @file
 * Jobs of a scenario as schedules on hosts.
 */

namespace mrcsim
{

struct Scenario;

/**
 * @param scenario a scenario without mistakes
 * @param rng draws random hosts, then permutations and the like, either in the order of the jobs,
 * enabled or not; it has drawn nothing before
 * @param [out] jobs the jobs, ready to run
 * @return what the draw made impossible
 */
Problems BuildJobs(const Scenario& scenario,
                   ns3::Ptr<ns3::UniformRandomVariable> rng,
                   std::vector<ns3::RdmaJob>& jobs);

/**
 * Draw the jobs as a run with the scenario's seed will, unless they are very many, and see whether
 * it can. Sets ns-3's run.
 *
 * @param scenario a scenario without mistakes
 * @param messages that are drawn, as estimated (RunEstimate::drawn)
 * @return what the draw makes impossible
 */
Problems RehearseDraw(const Scenario& scenario, double messages);

} // namespace mrcsim

#endif // JOB_BUILDER_H
