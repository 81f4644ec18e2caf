/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ESTIMATE_H
#define RUN_ESTIMATE_H

#include "scenario.h"

#include <string>

/**
 * @file
 * mrcsim::RunEstimate: resources of a run, estimated before the network is built.
 */

namespace mrcsim
{

/**
 * Resources of a run without loss. Packet-hops follow from the jobs; memory and CPU time from
 * measured costs of the parts of a run (run-estimate.cc). The numbers are doubles, so that sizes
 * beyond any machine do not overflow.
 */
struct RunEstimate
{
    double hosts{0};        ///< participating hosts
    double flows{0};        ///< messages of all repetitions, split among QPs
    double drawn{0};        ///< messages of all schedules, including those of disabled jobs
    double packetHops{0};   ///< frames received at the far end of a link, answers included
    double leastSeconds{0}; ///< simulated time: the jobs at full rate, or until stop
    double cpuSeconds{0};   ///< CPU time
    double memoryBytes{0};  ///< peak resident memory, B
    double resultBytes{0};  ///< all files of the results folder except captures, B
};

/**
 * @param scenario a valid scenario
 * @return the estimate of its run
 */
RunEstimate EstimateRun(const Scenario& scenario);

/** @return the estimate as text: lines that each end with a newline */
std::string ToString(const RunEstimate& estimate);

/**
 * @return the estimate, machine-readable: hosts, flows, packet_hops, sim_time_s, cpu_s,
 * memory_bytes, result_bytes
 */
Json ToJson(const RunEstimate& estimate);

} // namespace mrcsim

#endif // RUN_ESTIMATE_H
