/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-links.h"

#include <algorithm>

namespace mrcsim
{

TieredLinks::TieredLinks(const TieredShape& shape)
    : m_shape(shape),
      m_nics(shape.GetSpec().nics, static_cast<uint8_t>((1U << shape.GetSpec().planes) - 1))
{
    for (const auto& level : shape.GetLevels())
    {
        m_up.emplace_back(static_cast<size_t>(shape.GetSpec().planes) * level.blocks *
                              level.positions * level.ups,
                          static_cast<Count>(level.parallel));
    }
}

void
TieredLinks::FailLink(uint32_t level, uint64_t bundle)
{
    auto& left = m_up[level][bundle];
    left -= left > 0;
}

void
TieredLinks::FailNicLink(uint32_t nic, uint32_t plane)
{
    m_nics[nic] &= static_cast<uint8_t>(~(1U << plane));
}

void
TieredLinks::FailSwitch(const TieredSwitch& sw)
{
    const auto& levels = m_shape.GetLevels();
    if (sw.tier < levels.size())
    {
        const uint32_t ups = levels[sw.tier].ups;
        const auto first = m_up[sw.tier].begin() +
                           static_cast<int64_t>(Find(sw.tier, sw.plane, sw.block)) +
                           static_cast<int64_t>(sw.position) * ups;
        std::fill(first, first + ups, Count{0});
    }
    if (sw.tier > 0)
    {
        FailDownlinks(sw);
        return;
    }
    const uint32_t nics = m_shape.GetNicsPerT0();
    for (uint32_t nic = sw.block * nics; nic < (sw.block + 1) * nics; ++nic)
    {
        FailNicLink(nic, sw.plane);
    }
}

void
TieredLinks::FailDownlinks(const TieredSwitch& sw)
{
    const auto& levels = m_shape.GetLevels();
    const uint32_t below = sw.tier - 1;
    const uint32_t children =
        sw.tier < levels.size() ? levels[sw.tier].children : levels[below].blocks;
    for (uint32_t child = sw.block * children; child < (sw.block + 1) * children; ++child)
    {
        // The position above consists of position and uplink below
        m_up[below][Find(below, sw.plane, child) + sw.position] = 0;
    }
}

TieredSwitch
TieredLinks::GetSwitch(uint64_t number) const
{
    uint32_t tier = 0;
    for (; number >= m_shape.GetNSwitches(tier); ++tier)
    {
        number -= m_shape.GetNSwitches(tier);
    }
    const auto& levels = m_shape.GetLevels();
    const bool topmost = tier == levels.size();
    const uint64_t blocks = topmost ? 1 : levels[tier].blocks;
    const uint64_t positions = m_shape.GetNSwitches(tier) / m_shape.GetSpec().planes / blocks;
    return {tier,
            static_cast<uint32_t>(number / positions / blocks),
            static_cast<uint32_t>(number / positions % blocks),
            static_cast<uint32_t>(number % positions)};
}

} // namespace mrcsim
