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
 * Placement of jobs on hosts.
 */

namespace mrcsim
{

/**
 * Choose hosts for the jobs that specify only a number of hosts, one job after the other. A job
 * gets no host that another job uses at the same time: an earlier job for which hosts were chosen,
 * or any job that names it in the key hosts. Jobs of which one waits for the other may use the same
 * hosts. Jobs of all hosts, jobs with shared hosts, and kinds without a selection are ignored.
 *
 * @param scenario a scenario with a topology; invalid jobs get no hosts
 * @param rng a fresh random variable; draws random hosts in the order of the jobs, so that hosts do
 * not depend on schedules
 * @param [out] problems receives the jobs for which there are not enough free hosts
 * @return by job: its chosen hosts in the order of their ranks; empty: none
 */
std::vector<std::vector<uint32_t>> ChooseHosts(const Scenario& scenario,
                                               ns3::Ptr<ns3::UniformRandomVariable> rng,
                                               Problems& problems);

/**
 * Set the hosts of the jobs of a scenario as in a run with its seed. Sets ns-3's run if any are
 * drawn.
 *
 * @param [in,out] scenario a scenario with a topology; its jobs receive their hosts
 * @param [out] problems receives the jobs for which there are not enough free hosts
 */
void PlaceJobs(Scenario& scenario, Problems& problems);

} // namespace mrcsim

#endif // JOB_PLACEMENT_H
