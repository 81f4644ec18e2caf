/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MESSAGE_LIST_H
#define MESSAGE_LIST_H

#include "document/problem.h"
#include "scenario.h"

#include <iosfwd>

/**
 * @file
 * The messages of a scenario as text, for programs that convert them.
 */

namespace mrcsim
{

/**
 * Print the jobs and their schedules, drawn as in a run, as lines of JSON. A line with `job` begins
 * a job; a line per send of one repetition follows, in the order of their numbers from 0:
 *
 *     {"job":"a","type":"flows","enabled":true,"start_ps":0,"after":"","repeat":1,"qps":1}
 *     {"step":0,"src":3,"dst":5,"bytes":1000,"start_ps":0,"after":[]}
 *
 * A computation has `compute_ps` in place of `bytes`, and a message without end has also
 * `until_ps`, which is null if it ends with the run. RdmaSchedule describes what `after` waits for.
 * Sets ns-3's run.
 *
 * @param scenario a valid scenario
 * @param [out] out receives the lines
 * @return the problems that result from the draw
 */
Problems WriteMessages(const Scenario& scenario, std::ostream& out);

} // namespace mrcsim

#endif // MESSAGE_LIST_H
