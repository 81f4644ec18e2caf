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
 * Max-min fair rates. All rates grow together; when a row is full, the rates of its flows are
 * final. A row fills at a later level, never earlier, if some of its flows stopped below that
 * level, so a priority queue of levels, which are checked again when they are removed, yields the
 * rows in order. The number of steps is about the number of ones in the matrix.
 *
 * @param incidence flows and their resources; every connected flow is in a row
 * @return rates by flow, bit/s
 */
std::vector<double> GetMaxMin(const FluidIncidence& incidence);

} // namespace mrcsim

#endif // FLUID_MAX_MIN_H
