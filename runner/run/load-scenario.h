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
 * Conversion of a document into a scenario.
 */

namespace mrcsim
{

/** @return the keys of scenarios */
const KeySet& GetScenarioKeys();

/** @return the JSON Schema of scenarios */
Json MakeScenarioSchema();

/**
 * Check a document and complete it: keys, defaults, and all rules between values. Sets ns-3's run
 * if hosts are drawn.
 *
 * @param document document of the user
 * @param [out] effective the document with every default; valid if no problem is returned
 * @param [out] scenario the document as structs; valid if no problem is returned
 * @return all problems
 */
Problems LoadScenario(Json document, Json& effective, Scenario& scenario);

} // namespace mrcsim

#endif // LOAD_SCENARIO_H
