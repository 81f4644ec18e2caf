/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOAD_SCENARIO_H
#define LOAD_SCENARIO_H

#include "document/json-path.h"
#include "document/problem.h"
#include "scenario.h"

/**
 * @file
 * From a document to a scenario.
 */

namespace mrcsim
{

/** @return the keys of scenarios */
const KeySet& GetScenarioKeys();

/** @return the JSON Schema of scenarios */
Json MakeScenarioSchema();

/**
 * Check a document and complete it: keys, defaults, and all rules between the numbers. Sets
 * ns-3's run where hosts are drawn.
 *
 * @param document what the user wrote
 * @param [out] effective the same with every default; valid if no problem is returned
 * @param [out] scenario the same as structs; valid if no problem is returned
 * @return all mistakes
 */
Problems LoadScenario(Json document, Json& effective, Scenario& scenario);

} // namespace mrcsim

#endif // LOAD_SCENARIO_H
