/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sack-history.h"

#include "ns3/assert.h"

#include <algorithm>
#include <array>

namespace ns3
{

void
MrcSackHistory::Add(RdmaTick now, RdmaTick rtt, uint64_t bytes, bool marked, const Limits& limits)
{
    const std::size_t count = std::clamp(limits.count, 1U, MAX_COUNT);
    m_bytes += bytes;
    auto keep = m_sacks.begin();
    for (; keep != m_sacks.end(); ++keep)
    {
        const auto left = static_cast<std::size_t>(m_sacks.end() - keep) + 1;
        if (left <= count && m_bytes <= limits.bytes && now - keep->at <= limits.age)
        {
            break;
        }
        m_bytes -= keep->bytes;
    }
    m_sacks.erase(m_sacks.begin(), keep);
    m_sacks.push_back({now, rtt, bytes, marked});
}

RdmaTick
MrcSackHistory::GetMedianRtt() const
{
    NS_ASSERT_MSG(!m_sacks.empty(), "median of a history without SACKs");
    std::array<int64_t, MAX_COUNT> ps{};
    const auto end = std::transform(m_sacks.begin(), m_sacks.end(), ps.begin(), [](const auto& s) {
        return s.rtt.GetPs();
    });
    const auto middle = ps.begin() + m_sacks.size() / 2;
    std::nth_element(ps.begin(), middle, end);
    if (m_sacks.size() % 2 == 1)
    {
        return RdmaTick::Ps(*middle);
    }
    const int64_t lower = *std::max_element(ps.begin(), middle);
    return RdmaTick::Ps(lower + (*middle - lower) / 2);
}

bool
MrcSackHistory::IsMostlyMarked() const
{
    const auto marked =
        std::count_if(m_sacks.begin(), m_sacks.end(), [](const auto& s) { return s.marked; });
    return 2 * static_cast<std::size_t>(marked) > m_sacks.size();
}

} // namespace ns3
