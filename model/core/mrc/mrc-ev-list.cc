/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-list.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <utility>

namespace ns3
{

void
MrcEvList::Fill(const std::vector<MrcEvShare>& shares)
{
    m_nPlanes = static_cast<uint32_t>(shares.size());
    NS_ASSERT_MSG(m_nPlanes <= m_planes.size(), m_nPlanes << " planes");
    for (uint32_t p = 0; p < m_nPlanes; ++p)
    {
        m_planes[p].first = static_cast<uint16_t>(m_entries.size());
        m_planes[p].count = static_cast<uint16_t>(shares[p].evs.size());
        m_planes[p].active = m_planes[p].target = static_cast<uint16_t>(shares[p].active);
        for (const uint32_t ev : shares[p].evs)
        {
            m_entries.push_back(
                Entry{ev, 0, static_cast<uint8_t>(p & 7), false, MrcEvState::GOOD, 0, 0, 0});
        }
    }
    m_entries.shrink_to_fit();
    BuildIndex();
}

void
MrcEvList::AppendLonger(uint32_t plane, const std::vector<uint32_t>& evs)
{
    const auto count = static_cast<uint16_t>(evs.size());
    const auto port = static_cast<uint8_t>(plane & 7);
    std::vector<Entry> added;
    for (const uint32_t ev : evs)
    {
        added.push_back(Entry{ev, 0, port, true, MrcEvState::GOOD, 0, 0, 0});
    }
    const auto end = m_entries.begin() + m_planes[plane].first + m_planes[plane].count;
    m_entries.insert(end, added.begin(), added.end());
    m_planes[plane].count = static_cast<uint16_t>(m_planes[plane].count + count);
    for (uint32_t later = plane + 1; later < m_nPlanes; ++later)
    {
        m_planes[later].first = static_cast<uint16_t>(m_planes[later].first + count);
    }
    BuildIndex();
}

void
MrcEvList::BuildIndex()
{
    m_indexShift = 31;
    while ((1U << (32 - m_indexShift)) < 2 * m_entries.size())
    {
        --m_indexShift;
    }
    m_index.assign(std::size_t{1} << (32 - m_indexShift), FREE);
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        uint16_t& slot = m_index[FindSlot(m_entries[i].ev)];
        NS_ABORT_MSG_IF(slot != FREE,
                        "EV " << m_entries[i].ev << " of port " << m_entries[i].port + 1U
                              << " is given twice, first for port " << m_entries[slot].port + 1U
                              << ": a SACK echoes the value alone, so it must be unique");
        slot = static_cast<uint16_t>(i);
    }
}

uint32_t
MrcEvList::FindSlot(uint32_t ev) const
{
    const auto mask = static_cast<uint32_t>(m_index.size() - 1);
    uint32_t at = Hash(ev);
    while (m_index[at] != FREE && m_entries[m_index[at]].ev != ev)
    {
        at = (at + 1) & mask;
    }
    return at;
}

std::optional<MrcEvPlace>
MrcEvList::FindActive(uint32_t ev) const
{
    const int32_t index = Find(ev);
    if (index < 0 || !IsActive(index))
    {
        return std::nullopt;
    }
    const uint32_t plane = m_entries[index].port;
    return MrcEvPlace{plane, static_cast<uint32_t>(index) - m_planes[plane].first};
}

void
MrcEvList::SetEv(uint32_t index, uint32_t ev)
{
    m_entries[index].ev = ev;
    BuildIndex();
}

void
MrcEvList::Swap(uint32_t i, uint32_t j)
{
    uint16_t& slotOfI = m_index[FindSlot(m_entries[i].ev)];
    uint16_t& slotOfJ = m_index[FindSlot(m_entries[j].ev)];
    std::swap(slotOfI, slotOfJ);
    std::swap(m_entries[i], m_entries[j]);
}

uint32_t
MrcEvList::Deactivate(uint32_t index)
{
    Plane& plane = m_planes[m_entries[index].port];
    const uint32_t last = plane.first + plane.active - 1U;
    Swap(index, last);
    --plane.active;
    return last;
}

void
MrcEvList::Activate(uint32_t index)
{
    Plane& plane = m_planes[m_entries[index].port];
    Swap(index, plane.first + plane.active);
    ++plane.active;
}

} // namespace ns3
