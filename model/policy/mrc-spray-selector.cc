/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-spray-selector.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcSpraySelector);

namespace
{

/// Random bits fetched at a time: fewer than the 32 a stream's number is good for.
constexpr uint32_t BITS_PER_DRAW = 24;

/**
 * @param mask a set of planes, not empty
 * @param from a plane
 * @return the first plane of the set at or, cyclically, after that one
 */
uint32_t
NextInSet(uint32_t mask, uint32_t from)
{
    const uint32_t rest = mask & (~uint32_t{0} << from);
    return static_cast<uint32_t>(__builtin_ctz(rest ? rest : mask));
}

} // namespace

TypeId
MrcSpraySelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcSpraySelector")
                            .SetParent<MrcPathSelector>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcSpraySelector>();
    return tid;
}

void
MrcSpraySelector::DoStart()
{
    m_nextPlane = m_rng->GetInteger(0, m_table->GetPlanes() - 1);
}

std::optional<MrcPath>
MrcSpraySelector::GetSendParams(Tick now, uint32_t readyPorts)
{
    uint32_t planes = readyPorts & m_table->GetOpenPlanes();
    while (planes)
    {
        const uint32_t plane = NextInSet(planes, m_nextPlane);
        if (const auto path = Advance(now, plane))
        {
            m_nextPlane = (plane + 1) % MrcEv::MAX_PLANES;
            return path;
        }
        planes &= ~(1U << plane);
    }
    if (m_table->GetOpenPlanes() == 0)
    {
        return m_table->TakeLastResort(now, readyPorts);
    }
    return IsAnyGood() ? std::nullopt
                       : m_table->GetOldestSkip(now, readyPorts & m_table->GetOpenPlanes());
}

std::optional<MrcPath>
MrcSpraySelector::Advance(Tick now, uint32_t plane)
{
    Cursor& cursor = m_cursors[plane];
    const uint32_t active = m_table->GetActiveCount(plane);
    // A GOOD EV is met in the next full rotation at the latest. Where there is none, one rotation's
    // worth of turns is passed over; that may make an EV GOOD.
    for (uint32_t visits = 0;
         m_table->GetGoodCount(plane) > 0 || visits < std::max<uint32_t>(cursor.span, 1);
         ++visits)
    {
        if (cursor.step >= cursor.span)
        {
            Rotate(cursor, active);
        }
        const uint32_t position = cursor.step++ ^ cursor.flip;
        if (position < active && m_table->TakeTurn(now, plane, position))
        {
            return m_table->GetActivePath(plane, position);
        }
    }
    return std::nullopt;
}

void
MrcSpraySelector::Rotate(Cursor& cursor, uint32_t active)
{
    uint32_t span = 1;
    while (span < active)
    {
        span *= 2;
    }
    cursor.step = 0;
    cursor.span = static_cast<uint16_t>(span);
    cursor.flip = static_cast<uint16_t>(Draw(span));
}

uint32_t
MrcSpraySelector::Draw(uint32_t bound)
{
    if (m_bits < bound)
    {
        m_bits = m_rng->GetInteger(0, (1U << BITS_PER_DRAW) - 1) | 1U << BITS_PER_DRAW;
    }
    const uint32_t drawn = m_bits & (bound - 1);
    m_bits /= bound;
    return drawn;
}

bool
MrcSpraySelector::IsAnyGood() const
{
    for (uint32_t p = 0; p < m_table->GetPlanes(); ++p)
    {
        if ((m_table->GetOpenPlanes() >> p & 1) && m_table->GetGoodCount(p) > 0)
        {
            return true;
        }
    }
    return false;
}

} // namespace ns3
