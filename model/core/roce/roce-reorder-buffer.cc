/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-reorder-buffer.h"

namespace ns3
{

RoceReorderBuffer::RoceReorderBuffer(uint32_t windowPackets)
    : m_windowPackets(windowPackets),
      m_received(windowPackets),
      m_last(windowPackets)
{
}

RoceReorderBuffer::Verdict
RoceReorderBuffer::Put(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last)
{
    if (psn >= expected + m_windowPackets)
    {
        return Verdict::BEYOND;
    }
    if (m_received.Test(psn))
    {
        return Verdict::DUPLICATE;
    }
    m_received.Set(psn);
    if (last)
    {
        m_last.Set(psn);
    }
    ++m_stored;
    return Verdict::STORED;
}

bool
RoceReorderBuffer::Take(RdmaPsnSeq& expected)
{
    bool last = false;
    for (; !last && m_stored > 0 && m_received.Test(expected); ++expected)
    {
        last = m_last.Test(expected);
        m_received.Clear(expected);
        m_last.Clear(expected);
        --m_stored;
    }
    return last;
}

} // namespace ns3
