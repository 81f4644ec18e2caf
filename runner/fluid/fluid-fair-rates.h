/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_FAIR_RATES_H
#define FLUID_FAIR_RATES_H

#include "fluid-cuts.h"

#include <vector>

/**
 * @file
 * mrcsim::GetFairRates: what cuts leave to flows.
 */

namespace mrcsim
{

/**
 * @param cuts what bounds some flows
 * @return their max-min fair rates, by flow, bit/s; 0: no way is left for it
 */
std::vector<double> GetFairRates(const FluidCuts& cuts);

} // namespace mrcsim

#endif // FLUID_FAIR_RATES_H
