/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_CHECK_H
#define SCENARIO_CHECK_H

#include "document/problem.h"
#include "scenario.h"

/**
 * @file
 * Rules between the numbers of a scenario, which its schema cannot express.
 */

namespace mrcsim
{

/**
 * @param scenario a scenario that satisfies the schema
 * @param effective the same as JSON, with all defaults
 * @return everything about it that cannot be simulated as written
 */
Problems CheckScenario(const Scenario& scenario, const Json& effective);

} // namespace mrcsim

#endif // SCENARIO_CHECK_H
