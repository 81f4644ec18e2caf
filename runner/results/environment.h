/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include "document/problem.h"

/**
 * @file
 * Check of environment variables.
 */

namespace mrcsim
{

/**
 * Check for environment variables that set defaults of attributes or global values of ns-3. Results
 * would depend on them, but config.json would not contain them.
 *
 * @return the variables that are set; the global value SchedulerType is allowed, because it does
 * not change results
 */
Problems CheckEnvironment();

} // namespace mrcsim

#endif // ENVIRONMENT_H
