/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "srv6-segments.h"

namespace ns3
{

uint32_t
Srv6Segments::Intern(const Srv6Carrier& segment)
{
    const auto next = static_cast<uint32_t>(m_segments.size() + 1);
    const auto [it, added] = m_ids.try_emplace({segment.hi, segment.lo}, next);
    if (added)
    {
        m_segments.push_back(segment);
    }
    return it->second;
}

std::optional<uint32_t>
Srv6Segments::Find(const Srv6Carrier& segment) const
{
    const auto it = m_ids.find({segment.hi, segment.lo});
    if (it == m_ids.end())
    {
        return std::nullopt;
    }
    return it->second;
}

} // namespace ns3
