/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SCOREBOARD_H
#define ROCE_SCOREBOARD_H

#include "ns3/rdma-bit-ring.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceScoreboard: what the requester of a QP with selective repeat knows of its packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What selective repeat needs to know besides RoceQpConfig (IRN, SIGCOMM 2018, sections 3.1, 3.2).
 */
struct RoceSelectiveConfig
{
    uint32_t windowPackets{0}; ///< most packets in flight, and places of the responder's bitmap
    RdmaTick timeoutLow;       ///< RTO_low: time-out while few packets are in flight
    RdmaTick timeoutHigh;      ///< RTO_high: time-out while more are
    uint32_t fewPackets{0};    ///< N: so many are few
};

/**
 * @ingroup mrc
 * Decides which packets of a QP with selective repeat are lost, after IRN (Mittal et al., SIGCOMM
 * 2018, section 3.1), and how long to wait for an acknowledgment.
 *
 * A packet is lost if the peer has received one sent after it, or if it was the oldest when the
 * timer expired. It is sent again once; should that fail, the timer helps. After an expiry all that
 * is known to be lost is sent again, and so is whatever a cumulative acknowledgment stops at before
 * it has reached what was sent at the expiry: on one path everything sent before a retransmission
 * has arrived by then, or is lost.
 *
 * Invariant: una <= m_lost, and m_lost, if below m_lostEnd, is not acknowledged.
 */
class RoceScoreboard
{
  public:
    /**
     * @param config the window and the two time-outs
     * @param first first PSN that is sent
     */
    RoceScoreboard(const RoceSelectiveConfig& config, RdmaPsnSeq first);

    /** @return most packets in flight */
    uint32_t GetWindowPackets() const
    {
        return m_config.windowPackets;
    }

    /** @return the shorter of the two time-outs */
    RdmaTick GetTimeoutLow() const
    {
        return m_config.timeoutLow;
    }

    /** @return so many packets in flight are few, and have the shorter time-out */
    uint32_t GetFewPackets() const
    {
        return m_config.fewPackets;
    }

    /** @return how long to wait for progress */
    RdmaTick GetTimeout(RdmaPsnSeq inFlight) const
    {
        return inFlight <= m_config.fewPackets ? m_config.timeoutLow : m_config.timeoutHigh;
    }

    /**
     * The peer has received a packet out of order.
     * @param psn that packet: above the oldest one not acknowledged, and sent
     */
    void OnSacked(RdmaPsnSeq psn);

    /**
     * Everything before a packet is acknowledged.
     * @param una that packet, not below the one of the last call
     */
    void OnAcknowledged(RdmaPsnSeq una);

    /**
     * The timer has expired.
     * @param sentEnd after the last packet sent
     */
    void OnTimeout(RdmaPsnSeq sentEnd);

    /** @return true if a packet is to be sent again */
    bool HasLost() const
    {
        return m_lost < m_lostEnd;
    }

    /** @return the packet to be sent again, if HasLost() */
    RdmaPsnSeq GetLost() const
    {
        return m_lost;
    }

    /** GetLost() has been sent. */
    void OnRetransmitted();

  private:
    /** Move m_lost over what the peer has. */
    void Seek();

    const RoceSelectiveConfig m_config; ///< the window and the two time-outs
    RdmaBitRing m_sacked;               ///< received out of order
    RdmaPsnSeq m_una;                   ///< oldest packet not acknowledged
    RdmaPsnSeq m_lost;                  ///< what is below was sent again, or need not be
    RdmaPsnSeq m_lostEnd;               ///< what is at or above is not known to be lost
    RdmaPsnSeq m_timedOutEnd;           ///< after what had been sent when the timer last expired
};

} // namespace ns3

#endif // ROCE_SCOREBOARD_H
