/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-faults.h"

#include "seeded-draws.h"

#include <cmath>

namespace mrcsim
{

namespace
{

/**
 * Choose a share of parts with equal probability.
 * @param all number of parts
 * @param part share to choose, 0..1
 * @param draws random numbers
 * @param choose called with the number of each chosen part
 * @return number of chosen parts
 */
template <typename Choose>
uint64_t
Sample(uint64_t all, double part, SeededDraws& draws, Choose choose)
{
    const auto wanted = static_cast<uint64_t>(std::llround(part * static_cast<double>(all)));
    uint64_t left = wanted;
    for (uint64_t i = 0; i < all && left > 0; ++i)
    {
        if (draws.Draw(all - i) < left)
        {
            choose(i);
            --left;
        }
    }
    return wanted;
}

/**
 * @param one see TieredFaults::one
 * @param [in,out] links a network
 * @return numbers of failed parts
 */
TieredFaultCounts
FailOne(const std::string& one, TieredLinks& links)
{
    if (one == "fabric-link")
    {
        links.FailLink(0, 0);
        return {1, 0, 0};
    }
    if (one == "nic-link")
    {
        links.FailNicLink(0, 0);
        return {0, 1, 0};
    }
    if (one == "t0" || one == "t1")
    {
        links.FailSwitch({one == "t0" ? 0U : 1U, 0, 0, 0});
        return {0, 0, 1};
    }
    return {};
}

} // namespace

TieredFaultCounts
FailAtRandom(const TieredFaults& faults, uint64_t seed, TieredLinks& links)
{
    const auto& shape = links.GetShape();
    auto counts = FailOne(faults.one, links);
    SeededDraws fabric(seed, DrawStream::FABRIC_LINKS);
    for (uint32_t level = 0; level < shape.GetLevels().size(); ++level)
    {
        const uint32_t parallel = shape.GetLevels()[level].parallel;
        counts.fabricLinks += Sample(
            shape.GetNLinks(level),
            faults.fabricLinks,
            fabric,
            [&links, level, parallel](uint64_t link) { links.FailLink(level, link / parallel); });
    }
    const uint32_t planes = shape.GetSpec().planes;
    SeededDraws nics(seed, DrawStream::NIC_LINKS);
    counts.nicLinks +=
        Sample(shape.GetNNicLinks(), faults.nicLinks, nics, [&links, planes](uint64_t link) {
            links.FailNicLink(static_cast<uint32_t>(link / planes),
                              static_cast<uint32_t>(link % planes));
        });
    SeededDraws switches(seed, DrawStream::SWITCHES);
    counts.switches +=
        Sample(shape.GetNSwitches(), faults.switches, switches, [&links](uint64_t number) {
            links.FailSwitch(links.GetSwitch(number));
        });
    return counts;
}

} // namespace mrcsim
