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
 * All rates grow together; when a row is full, the flows in it keep theirs. A row that fills up at
 * a level fills up later, never sooner, when others of its flows have been stopped below that
 * level, so a queue of levels that are looked at again when their turn comes finds the rows in
 * order: about as many steps as the matrix has ones.
 *
 * @param incidence who shares what; every connected flow is in a row
 * @param [out] bps by flow, bit/s
 * @param [out] mostBps what the rows that stopped a flow can carry together, bit/s: as every flow
 * is in one of them, the sum of no rates is larger
 */
void FillMaxMin(const FluidIncidence& incidence, std::vector<double>& bps, double& mostBps);

} // namespace mrcsim

#endif // FLUID_MAX_MIN_H
