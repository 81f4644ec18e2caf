/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-rotation.h"

namespace ns3
{

namespace
{

/// Random bits per draw: fewer than the 32 random bits of a stream's number.
constexpr uint32_t BITS_PER_DRAW = 24;

} // namespace

void
MrcPathRotation::Start(uint32_t planes, Ptr<UniformRandomVariable> rng)
{
    m_rng = rng;
    m_nextPlane = m_rng->GetInteger(0, planes - 1);
}

void
MrcPathRotation::Rotate(Cursor& cursor, uint32_t active)
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
MrcPathRotation::Draw(uint32_t bound)
{
    if (m_bits < bound)
    {
        m_bits = m_rng->GetInteger(0, (1U << BITS_PER_DRAW) - 1) | 1U << BITS_PER_DRAW;
    }
    const uint32_t drawn = m_bits & (bound - 1);
    m_bits /= bound;
    return drawn;
}

} // namespace ns3
