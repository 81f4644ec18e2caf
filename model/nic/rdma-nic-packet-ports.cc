/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-nic-packet-ports.h"

namespace ns3
{

void
RdmaNicPacketPorts::SetPort(uint32_t plane, RdmaNicPacketPort* port)
{
    if (plane >= m_ports.size())
    {
        m_ports.resize(plane + 1, nullptr);
    }
    m_ports[plane] = port;
    m_waiting &= ~(1U << plane);
}

RdmaPoll
RdmaNicPacketPorts::Poll(RdmaTick now, uint32_t readyPorts, FabricFrame*& frame, uint32_t& plane)
{
    while (const uint32_t able = m_waiting & readyPorts)
    {
        const uint32_t behind = able >> m_next << m_next; // those from the next in turn on
        plane = static_cast<uint32_t>(__builtin_ctz(behind ? behind : able));
        frame = m_ports[plane]->TakeFrame(now);
        if (frame)
        {
            m_next = (plane + 1) % static_cast<uint32_t>(m_ports.size());
            return RdmaPoll::PDU;
        }
        m_waiting &= ~(1U << plane);
    }
    return m_waiting ? RdmaPoll::NO_PORT : RdmaPoll::NOTHING;
}

} // namespace ns3
