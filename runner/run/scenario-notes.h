/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_NOTES_H
#define SCENARIO_NOTES_H

#include "scenario.h"

#include <string>
#include <vector>

/**
 * @file
 * mrcsim::ListNotes: unexpected effects of a valid scenario.
 */

namespace mrcsim
{

/**
 * @param scenario a valid scenario
 * @return notes for the user before a run: of its transport, of its topology, and a note for each
 * job between whose hosts permanent faults leave no path
 */
std::vector<std::string> ListNotes(const Scenario& scenario);

} // namespace mrcsim

#endif // SCENARIO_NOTES_H
