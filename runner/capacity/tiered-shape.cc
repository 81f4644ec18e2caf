/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-shape.h"

#include <algorithm>
#include <string>

namespace mrcsim
{

namespace
{

/// Largest number of ports of a switch; counts of links would overflow above.
constexpr uint64_t MAX_PORTS = 4096;

/** @return ports of a switch; 0 if there is no valid number */
uint64_t
GetPorts(const TieredSpec& spec)
{
    const uint64_t portBps = spec.nicRateBps / spec.planes;
    const bool even = portBps > 0 && spec.nicRateBps % spec.planes == 0 &&
                      spec.switchRateBps % (2 * portBps) == 0;
    const uint64_t ports = even ? spec.switchRateBps / portBps : 0;
    return ports <= MAX_PORTS ? ports : 0;
}

/** @return NICs of a block of the level below the top tier */
uint64_t
GetNicsPerBlock(const TieredSpec& spec, uint64_t ports)
{
    uint64_t nics = 1;
    for (uint32_t tier = 1; tier < spec.tiers; ++tier)
    {
        nics *= ports / 2;
    }
    return nics;
}

/** @return the possible numbers of NICs, as text */
std::string
DescribeSizes(const TieredSpec& spec, uint64_t ports)
{
    const uint64_t block = GetNicsPerBlock(spec, ports);
    std::string text;
    for (uint64_t blocks = 2; blocks <= ports; ++blocks)
    {
        if (blocks % 2 == 0 && ports % blocks == 0)
        {
            text += (text.empty() ? "" : ", ") + std::to_string(blocks * block);
        }
    }
    return text;
}

} // namespace

Problems
TieredShape::Check(const TieredSpec& spec)
{
    const uint64_t ports = GetPorts(spec);
    if (ports == 0)
    {
        return {{"network.planes",
                 "found " + std::to_string(spec.planes) + ", which gives ports of " +
                     std::to_string(spec.nicRateBps) + " / " + std::to_string(spec.planes) +
                     " bit/s; allowed: a whole rate, of which switchRate (" +
                     std::to_string(spec.switchRateBps) + " bit/s) is an even multiple, up to " +
                     std::to_string(MAX_PORTS)}};
    }
    const uint64_t block = GetNicsPerBlock(spec, ports);
    const uint64_t blocks = spec.nics / block;
    if (spec.nics % block != 0 || blocks < 2 || blocks % 2 != 0 || ports % blocks != 0)
    {
        return {{"network.nics",
                 "found " + std::to_string(spec.nics) + "; allowed with " +
                     std::to_string(spec.tiers) + " tiers of switches with " +
                     std::to_string(ports) + " ports: " + DescribeSizes(spec, ports)}};
    }
    return {};
}

TieredShape::TieredShape(const TieredSpec& spec)
    : m_spec(spec)
{
    const auto half = static_cast<uint32_t>(GetPorts(spec) / 2);
    const auto top = static_cast<uint32_t>(spec.nics / GetNicsPerBlock(spec, 2 * uint64_t{half}));
    m_levels.resize(spec.tiers - 1, {top, half, 1, half, 1});
    for (size_t level = 0; level < m_levels.size(); ++level)
    {
        for (size_t below = 0; below < level; ++below)
        {
            m_levels[level].positions *= half;
        }
        for (size_t above = level + 1; above < m_levels.size(); ++above)
        {
            m_levels[level].blocks *= half;
        }
    }
    m_levels.back().ups = top / 2;
    m_levels.back().parallel = 2 * half / top;
}

uint64_t
TieredShape::GetNSwitches(uint32_t tier) const
{
    const bool topmost = tier == m_levels.size();
    const auto& level = m_levels[topmost ? tier - 1 : tier];
    const uint64_t ofPlane =
        topmost ? uint64_t{level.positions} * level.ups : uint64_t{level.positions} * level.blocks;
    return ofPlane * m_spec.planes;
}

uint64_t
TieredShape::GetNSwitches() const
{
    uint64_t switches = 0;
    for (uint32_t tier = 0; tier < m_spec.tiers; ++tier)
    {
        switches += GetNSwitches(tier);
    }
    return switches;
}

uint64_t
TieredShape::GetNLinks(uint32_t level) const
{
    const auto& l = m_levels[level];
    return uint64_t{l.blocks} * l.positions * l.ups * l.parallel * m_spec.planes;
}

uint64_t
TieredShape::GetNFabricLinks() const
{
    uint64_t links = 0;
    for (uint32_t level = 0; level < m_levels.size(); ++level)
    {
        links += GetNLinks(level);
    }
    return links;
}

} // namespace mrcsim
