/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SCOREBOARD_H
#define ROCE_SCOREBOARD_H

#include "mrc-bit-ring.h"
#include "rdma-psn.h"
#include "rdma-tick.h"

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
    Tick timeoutLow;           ///< RTO_low: time-out while few packets are in flight
    Tick timeoutHigh;          ///< RTO_high: time-out while more are
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
    RoceScoreboard(const RoceSelectiveConfig& config, PsnSeq first);

    /** @return most packets in flight */
    uint32_t GetWindowPackets() const
    {
        return m_config.windowPackets;
    }

    /** @return the shorter of the two time-outs */
    Tick GetTimeoutLow() const
    {
        return m_config.timeoutLow;
    }

    /**
     * @param inFlight packets in flight
     * @return how long to wait for progress
     */
    Tick GetTimeout(PsnSeq inFlight) const
    {
        return inFlight <= m_config.fewPackets ? m_config.timeoutLow : m_config.timeoutHigh;
    }

    /**
     * The peer has received a packet out of order.
     * @param psn that packet: above the oldest one not acknowledged, and sent
     */
    void OnSacked(PsnSeq psn);

    /**
     * Everything before a packet is acknowledged.
     * @param una that packet, not below the one of the last call
     */
    void OnAcknowledged(PsnSeq una);

    /**
     * The timer has expired.
     * @param sentEnd after the last packet sent
     */
    void OnTimeout(PsnSeq sentEnd);

    /** @return true if a packet is to be sent again */
    bool HasLost() const
    {
        return m_lost < m_lostEnd;
    }

    /** @return the packet to be sent again, if HasLost() */
    PsnSeq GetLost() const
    {
        return m_lost;
    }

    /** GetLost() has been sent. */
    void OnRetransmitted();

  private:
    /** Move m_lost over what the peer has. */
    void Seek();

    const RoceSelectiveConfig m_config; ///< the window and the two time-outs
    MrcBitRing m_sacked;                ///< received out of order
    PsnSeq m_una;                       ///< oldest packet not acknowledged
    PsnSeq m_lost;                      ///< what is below was sent again, or need not be
    PsnSeq m_lostEnd;                   ///< what is at or above is not known to be lost
    PsnSeq m_timedOutEnd;               ///< after what had been sent when the timer last expired
};

} // namespace ns3

#endif // ROCE_SCOREBOARD_H
