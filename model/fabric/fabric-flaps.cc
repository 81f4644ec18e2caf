/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-flaps.h"

#include <cmath>

namespace ns3
{

std::vector<FabricFlap>
DrawFabricFlaps(const std::vector<uint32_t>& links,
                double perSecond,
                RdmaTick from,
                RdmaTick until,
                const Ptr<UniformRandomVariable>& rng)
{
    std::vector<FabricFlap> flaps;
    const double rate = perSecond * static_cast<double>(links.size());
    if (rate <= 0)
    {
        return flaps;
    }
    // Flaps of all links together are a Poisson process, too, and each is of a link drawn evenly.
    const double end = (until - from).GetSeconds();
    const auto last = static_cast<uint32_t>(links.size()) - 1;
    for (double t = 0;;)
    {
        t -= std::log(1 - rng->GetValue()) / rate;
        if (!(t < end))
        {
            return flaps;
        }
        const auto ps = static_cast<int64_t>(t * 1e12);
        flaps.push_back({from + RdmaTick::Ps(ps), links[rng->GetInteger(0, last)]});
    }
}

} // namespace ns3
