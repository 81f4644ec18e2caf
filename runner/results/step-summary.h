/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STEP_SUMMARY_H
#define STEP_SUMMARY_H

#include "document/json-path.h"
#include "result-rows.h"

#include <vector>

/**
 * @file
 * How long the steps of jobs took.
 */

namespace mrcsim
{

/**
 * @param jobs jobs that tell of their steps
 * @param rows steps that have begun
 * @return an object for each job: job, steps, completed, steps_per_s (those completed, from the
 * first start to the last end; null if there are none) and time_ns with p50, p99 (nearest rank) and
 * max of their durations, null likewise
 */
Json MakeStepSummary(const std::vector<StepJob>& jobs, const std::vector<StepRow>& rows);

} // namespace mrcsim

#endif // STEP_SUMMARY_H
