/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAST_TIME_H
#define LEAST_TIME_H

#include "scenario.h"

/**
 * @file
 * Lower bound of the duration of a job.
 */

namespace mrcsim
{

/**
 * @param load load of a valid job
 * @param transport numbers of its transport
 * @param context network and hosts
 * @return lower bound of the time of one repetition without other jobs, s
 */
double GetLeastSeconds(const JobLoad& load,
                       const TransportNumbers& transport,
                       const JobContext& context);

} // namespace mrcsim

#endif // LEAST_TIME_H
