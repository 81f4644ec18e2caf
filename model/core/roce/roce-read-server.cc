/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-read-server.h"

#include "roce-segmentation.h"

#include <algorithm>

namespace ns3
{

RoceReadServer::RoceReadServer(uint32_t pathMtuBytes)
    : m_pathMtuBytes(pathMtuBytes)
{
}

void
RoceReadServer::Ask(RdmaPsnSeq first, uint32_t bytes)
{
    while (!m_owed.empty() && m_owed.back().next >= first)
    {
        m_owed.pop_back();
    }
    if (!m_owed.empty() && m_owed.back().end > first)
    {
        m_owed.back().end = first; // a request that is repeated from its middle
        m_owed.back().lastBytes = m_pathMtuBytes;
    }
    const auto packets = static_cast<RdmaPsnSeq>(CountRdmaPackets(bytes, m_pathMtuBytes));
    const auto before = static_cast<uint32_t>(packets - 1) * m_pathMtuBytes;
    m_owed.push_back({first, first, first + packets, bytes - before});
}

bool
RoceReadServer::Take(RdmaPdu& pdu)
{
    Stream& stream = m_owed.front();
    const bool first = stream.next == stream.first;
    const bool last = stream.next + 1 == stream.end;
    pdu.opcode =
        last ? (first ? RdmaOpcode::RC_READ_RESPONSE_ONLY : RdmaOpcode::RC_READ_RESPONSE_LAST)
             : (first ? RdmaOpcode::RC_READ_RESPONSE_FIRST : RdmaOpcode::RC_READ_RESPONSE_MIDDLE);
    pdu.psn = ToWireRdmaPsn(stream.next);
    pdu.read.payloadBytes = last ? stream.lastBytes : m_pathMtuBytes;
    const bool again = stream.next < m_sentEnd;
    ++stream.next;
    m_sentEnd = std::max(m_sentEnd, stream.next);
    if (last)
    {
        m_owed.erase(m_owed.begin());
    }
    return again;
}

} // namespace ns3
