/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-left.h"

#include "fluid/fluid-bound.h"
#include "tiered-cuts.h"

#include <algorithm>
#include <numeric>

namespace mrcsim
{

CapacityLeft
MeasureCapacity(const TieredLinks& links, const std::vector<FluidFlow>& flows)
{
    const auto& spec = links.GetShape().GetSpec();
    const auto rates = GetFairRates(ListTieredCuts(links, flows));
    std::vector<double> parts(spec.nics);
    for (size_t i = 0; i < flows.size(); ++i)
    {
        parts[flows[i].src] += rates[i] / static_cast<double>(spec.nicRateBps);
    }
    CapacityLeft left;
    left.minConnected = 1;
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        const bool cutOff = links.GetPlanes(nic) == 0;
        left.cutOff += cutOff;
        left.minConnected = cutOff ? left.minConnected : std::min(left.minConnected, parts[nic]);
    }
    std::sort(parts.begin(), parts.end());
    left.mean = std::accumulate(parts.begin(), parts.end(), 0.0) / spec.nics;
    left.min = parts.front();
    left.p01 = parts[(spec.nics + 99) / 100 - 1];
    left.minConnected = left.cutOff == spec.nics ? 0 : left.minConnected;
    return left;
}

} // namespace mrcsim
