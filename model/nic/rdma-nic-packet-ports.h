/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NIC_PACKET_PORTS_H
#define RDMA_NIC_PACKET_PORTS_H

#include "ns3/fabric-frame.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNicPacketPorts and ns3::RdmaNicPacketPort: packets of ns-3's stack on the ports of a
 * NIC, in addition to its QPs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sends packets of ns-3's stack by one port of a NIC, and receives those that arrive there.
 */
class RdmaNicPacketPort
{
  public:
    virtual ~RdmaNicPacketPort() = default;

    /**
     * Take the next packet; called when the port has space.
     * @return a frame of kind PACKET, ready for the wire, owned by the caller. Null: no packet
     * waits; the user calls RdmaNic::OfferPackets for the next one
     */
    virtual FabricFrame* TakeFrame(RdmaTick now) = 0;

    /**
     * Handle a packet for this host that has arrived.
     * @param frame its frame, valid during the call
     */
    virtual void OnFrame(const FabricFrame& frame) = 0;

    /**
     * Handle a change of the port's state, as the NIC has detected it.
     * @param up true: frames can pass
     */
    virtual void OnPortStatus(bool up) = 0;
};

/**
 * @ingroup mrc
 * All packet ports of a NIC, which share one turn in its round-robin: in this turn one packet
 * leaves, by the next port in turn that has both a packet and space.
 */
class RdmaNicPacketPorts
{
  public:
    /**
     * @param plane NIC port
     * @param port sends and receives there; null: no packets any more
     */
    void SetPort(uint32_t plane, RdmaNicPacketPort* port);

    /**
     * @param plane NIC port
     * @return the object that sends and receives there, or null
     */
    RdmaNicPacketPort* GetPort(uint32_t plane) const
    {
        return plane < m_ports.size() ? m_ports[plane] : nullptr;
    }

    /**
     * @param plane NIC port at which a packet waits
     */
    void Offer(uint32_t plane)
    {
        m_waiting |= 1U << plane;
    }

    /**
     * Take the next packet.
     * @param readyPorts bit p: port p can take a data frame now
     * @param frame the packet's frame, if PDU is returned
     * @param plane the port it leaves by, if PDU is returned
     * @return as RdmaTransport::PollTransmit
     */
    RdmaPoll Poll(RdmaTick now, uint32_t readyPorts, FabricFrame*& frame, uint32_t& plane);

  private:
    std::vector<RdmaNicPacketPort*> m_ports; ///< by plane, may be null
    uint32_t m_waiting{0};                   ///< bit p: a packet may wait at port p
    uint32_t m_next{0};                      ///< port whose turn is next
};

} // namespace ns3

#endif // RDMA_NIC_PACKET_PORTS_H
