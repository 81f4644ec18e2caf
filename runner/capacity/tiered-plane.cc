/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-plane.h"

#include <algorithm>
#include <limits>

namespace mrcsim
{

TieredPlane::TieredPlane(const TieredLinks& links, uint32_t plane)
    : m_links(links),
      m_plane(plane),
      m_between(links.GetShape().GetLevels().size())
{
    for (size_t level = m_between.size() - 1; level > 0; --level)
    {
        Fill(static_cast<uint32_t>(level));
    }
}

void
TieredPlane::Fill(uint32_t level)
{
    const auto& l = m_links.GetShape().GetLevels()[level];
    auto& between = m_between[level];
    between.resize(static_cast<size_t>(l.blocks) * l.blocks * l.positions);
    size_t at = 0;
    for (uint32_t a = 0; a < l.blocks; ++a)
    {
        for (uint32_t b = 0; b < l.blocks; ++b)
        {
            for (uint32_t position = 0; position < l.positions; ++position, ++at)
            {
                between[at] = a == b ? 0 : Sum(level, a, b, position);
            }
        }
    }
}

uint32_t
TieredPlane::GetBeyond(uint32_t level, uint32_t a, uint32_t b, uint32_t at) const
{
    const auto& levels = m_links.GetShape().GetLevels();
    if (level + 1 == levels.size())
    {
        return std::numeric_limits<uint32_t>::max();
    }
    const auto& above = levels[level + 1];
    const uint32_t from = a / above.children;
    const uint32_t to = b / above.children;
    return from == to
               ? std::numeric_limits<uint32_t>::max()
               : m_between[level + 1]
                          [(static_cast<size_t>(from) * above.blocks + to) * above.positions + at];
}

uint32_t
TieredPlane::Sum(uint32_t level, uint32_t a, uint32_t b, uint32_t position) const
{
    const uint32_t ups = m_links.GetShape().GetLevels()[level].ups;
    uint32_t sum = 0;
    for (uint32_t at = position * ups; at < (position + 1) * ups; ++at)
    {
        const auto way = GetWay(level, a, b, at);
        sum += std::min(way.up, way.down);
    }
    return sum;
}

uint64_t
TieredPlane::GetPath(uint32_t level, uint32_t a, uint32_t b) const
{
    uint64_t path = 0;
    for (uint32_t position = 0; position < m_links.GetShape().GetLevels()[level].positions;
         ++position)
    {
        path += Sum(level, a, b, position);
    }
    return path;
}

uint64_t
TieredPlane::GetExit(uint32_t level, uint32_t block) const
{
    const auto& l = m_links.GetShape().GetLevels()[level];
    const auto* up = GetUp(level, block);
    uint64_t exit = 0;
    for (uint32_t position = 0; position < l.positions; ++position)
    {
        uint64_t on = 0;
        for (uint32_t i = 0; i < l.ups; ++i)
        {
            on += up[static_cast<size_t>(position) * l.ups + i];
        }
        uint64_t from = 0;
        for (uint32_t child = block * l.children; child < (block + 1) * l.children; ++child)
        {
            from += GetUp(level - 1, child)[position];
        }
        exit += std::min(on, from);
    }
    return exit;
}

} // namespace mrcsim
