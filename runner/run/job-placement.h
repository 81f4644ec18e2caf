/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_PLACEMENT_H
#define JOB_PLACEMENT_H

#include "document/problem.h"
#include "scenario.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * Which job gets which hosts.
 */

namespace mrcsim
{

/// First random stream of jobs, which stay the same when the cluster grows.
constexpr int64_t WORKLOAD_STREAM = 0;

/**
 * Choose hosts for the jobs that say only how many, one job after the other. A job gets none that
 * another one has at the same time: a job before it in the list for which hosts were chosen, or any
 * job that names them in the key hosts. Jobs of which one waits for the other may have the same.
 * Jobs of all hosts, those that share, and kinds without a selection do not count.
 *
 * @param scenario a scenario with a topology; jobs that are wrong get nothing
 * @param rng draws random hosts, in the order of the jobs; it has drawn nothing else before, so
 * that hosts do not depend on schedules, which need not be made to know them
 * @param [out] problems receives the jobs for which too few hosts are left
 * @return by job: its hosts in the order of their ranks; empty: none were chosen
 */
std::vector<std::vector<uint32_t>> ChooseHosts(const Scenario& scenario,
                                               ns3::Ptr<ns3::UniformRandomVariable> rng,
                                               Problems& problems);

/**
 * Tell the jobs of a scenario which hosts they will have in a run with its seed. Sets ns-3's run if
 * any are drawn.
 *
 * @param [in,out] scenario a scenario with a topology; its jobs receive their hosts
 * @param [out] problems receives the jobs for which too few hosts are left
 */
void PlaceJobs(Scenario& scenario, Problems& problems);

} // namespace mrcsim

#endif // JOB_PLACEMENT_H
