/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-fair-rates.h"

#include "fluid-incidence.h"
#include "fluid-max-min.h"

namespace mrcsim
{

std::vector<double>
GetFairRates(const FluidCuts& cuts)
{
    return GetMaxMin(FluidIncidence(cuts));
}

} // namespace mrcsim
