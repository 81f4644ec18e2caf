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
 * What surrounds a run.
 */

namespace mrcsim
{

/**
 * ns-3 takes defaults of attributes and global values from environment variables, too. Results
 * would depend on them, and config.json, from which they can be made again, would not tell.
 *
 * @return variables that are set; of global values SchedulerType is allowed, which changes none
 */
Problems CheckEnvironment();

} // namespace mrcsim

#endif // ENVIRONMENT_H
