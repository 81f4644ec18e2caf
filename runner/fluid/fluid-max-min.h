/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_MAX_MIN_H
#define FLUID_MAX_MIN_H

#include "fluid-incidence.h"

#include <vector>

/**
 * @file
 * Max-min fair rates by progressive filling.
 */

namespace mrcsim
{

/**
 * Max-min fair rates. All rates grow together; when a row is full, the flows in it keep theirs. A
 * row that fills up at a level fills up later, never sooner, when others of its flows have been
 * stopped below that level, so a queue of levels that are looked at again when their turn comes
 * finds the rows in order: about as many steps as the matrix has ones.
 *
 * @param incidence who shares what; every connected flow is in a row
 * @return by flow, bit/s
 */
std::vector<double> GetMaxMin(const FluidIncidence& incidence);

/**
 * The sum of all rates is at most what rows can carry together in which every flow is. The rows
 * come in the order of capacity per flow that is in none before.
 *
 * @param incidence who shares what; every connected flow is in a row
 * @return no rates have a larger sum, bit/s
 */
double GetMostSum(const FluidIncidence& incidence);

} // namespace mrcsim

#endif // FLUID_MAX_MIN_H
