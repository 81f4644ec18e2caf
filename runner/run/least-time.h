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
 * The shortest time that a job can take.
 */

namespace mrcsim
{

/**
 * @param load a job of a scenario without mistakes, in numbers
 * @param transport its transport, in numbers
 * @param context where it takes place
 * @return least time that one repetition takes with the network for itself, s
 */
double GetLeastSeconds(const JobLoad& load,
                       const TransportNumbers& transport,
                       const JobContext& context);

} // namespace mrcsim

#endif // LEAST_TIME_H
