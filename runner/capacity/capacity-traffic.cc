/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-traffic.h"

#include "fluid/fluid-bound.h"
#include "seeded-draws.h"
#include "tiered-cuts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mrcsim
{

namespace
{

/** @return the connected NICs */
std::vector<uint32_t>
ListNics(const TieredLinks& links)
{
    std::vector<uint32_t> nics;
    for (uint32_t nic = 0; nic < links.GetShape().GetSpec().nics; ++nic)
    {
        if (links.GetPlanes(nic) != 0)
        {
            nics.push_back(nic);
        }
    }
    return nics;
}

/**
 * Add flows along a random cycle through all NICs (Sattolo), so that no NIC sends to itself.
 * @param nics the NICs, at least two
 * @param planes planes of the network
 * @param draws random numbers
 * @param [out] flows receives the flows
 */
void
AddPermutation(const std::vector<uint32_t>& nics,
               uint32_t planes,
               SeededDraws& draws,
               std::vector<FluidFlow>& flows)
{
    std::vector<uint32_t> to = nics;
    for (size_t i = to.size() - 1; i > 0; --i)
    {
        std::swap(to[i], to[draws.Draw(i)]);
    }
    for (size_t i = 0; i < nics.size(); ++i)
    {
        flows.push_back({nics[i], to[i], 0, planes});
    }
}

} // namespace

std::vector<FluidFlow>
MakeFlows(const CapacityTraffic& traffic, uint64_t seed, const TieredLinks& links)
{
    const auto nics = ListNics(links);
    const uint32_t planes = links.GetShape().GetSpec().planes;
    std::vector<FluidFlow> flows;
    if (nics.size() < 2)
    {
        return flows;
    }
    const bool uniform = traffic.pattern == "uniform";
    if (uniform && traffic.peers >= nics.size() - 1)
    {
        for (const uint32_t src : nics)
        {
            for (const uint32_t dst : nics)
            {
                if (src != dst)
                {
                    flows.push_back({src, dst, 0, planes});
                }
            }
        }
        return flows;
    }
    SeededDraws draws(seed, DrawStream::TRAFFIC);
    for (uint32_t peer = 0; peer < (uniform ? traffic.peers : 1); ++peer)
    {
        AddPermutation(nics, planes, draws, flows);
    }
    return flows;
}

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
