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
 * mrcsim::RunEstimate: what a run will take, before anything is built.
 */

namespace mrcsim
{

/**
 * What a run without loss will take. Packet-hops follow from the jobs; memory and CPU time from
 * what the parts of a run were measured to cost (run-estimate.cc). They are doubles: a size that no
 * machine could hold is still a number here.
 */
struct RunEstimate
{
    double hosts{0};        ///< hosts that take part
    double flows{0};        ///< messages of all repetitions, split among QPs
    double drawn{0};        ///< messages of schedules, those of jobs that are not enabled, too
    double packetHops{0};   ///< frames received at the far end of a link, answers included
    double leastSeconds{0}; ///< simulated: the jobs at full rate, or until stop
    double cpuSeconds{0};   ///< CPU time
    double memoryBytes{0};  ///< peak resident memory, B
    double resultBytes{0};  ///< all files of the results folder but captures, B
};

/**
 * @param scenario a scenario without mistakes
 * @return what its run will take
 */
RunEstimate EstimateRun(const Scenario& scenario);

/** @return the same in words: lines that each end with a newline */
std::string ToString(const RunEstimate& estimate);

/**
 * @return the same for programs: hosts, flows, packet_hops, sim_time_s, cpu_s, memory_bytes,
 * result_bytes
 */
Json ToJson(const RunEstimate& estimate);

} // namespace mrcsim

#endif // RUN_ESTIMATE_H
