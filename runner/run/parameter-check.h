/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PARAMETER_CHECK_H
#define PARAMETER_CHECK_H

#include "document/problem.h"
#include "scenario.h"

#include <vector>

/**
 * @file
 * Values of attributes before they come into force, and their coming into force.
 */

namespace mrcsim
{

/**
 * Let all objects be made with these values, until ns3::Config::Reset.
 * @param settings what a scenario sets; values that are known to be taken
 */
void ApplyAttributes(const std::vector<AttributeSetting>& settings);

/**
 * The model aborts where values of attributes do not fit together or not to the network. It can
 * tell so beforehand (ns3::RdmaProblem); here it is asked, and its answer is told with the keys
 * that have set the values.
 *
 * @param scenario a scenario without other mistakes
 * @return what the model would not take
 */
Problems CheckParameters(const Scenario& scenario);

} // namespace mrcsim

#endif // PARAMETER_CHECK_H
