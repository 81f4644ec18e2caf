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
 * ns3::RoceScoreboard: the state of the packets sent by a QP with selective repeat.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The settings of selective repeat besides RoceQpConfig (IRN, SIGCOMM 2018, sections 3.1, 3.2).
 */
struct RoceSelectiveConfig
{
    uint32_t windowPackets{0}; ///< largest number of packets in flight, and places of the
                               ///< responder's bitmap
    RdmaTick timeoutLow;       ///< RTO_low: time-out with few packets in flight
    RdmaTick timeoutHigh;      ///< RTO_high: time-out with more
    uint32_t fewPackets{0};    ///< N: largest number that counts as few
};

/**
 * @ingroup mrc
 * Decides which packets of a QP with selective repeat are lost, after IRN (Mittal et al., SIGCOMM
 * 2018, section 3.1), and how long to wait for an acknowledgment.
 *
 * A packet is lost if the peer has received one sent after it, or if it was the oldest when the
 * timer expired. It is sent again once; if this fails, the timer repairs the loss. After an expiry
 * all packets known to be lost are sent again, and so is each packet at which a cumulative
 * acknowledgment stops before it has passed the packets sent by then: on one path all packets sent
 * before a retransmission have arrived by then, or are lost.
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

    /** @return largest number of packets in flight */
    uint32_t GetWindowPackets() const
    {
        return m_config.windowPackets;
    }

    /** @return the shorter of the two time-outs */
    RdmaTick GetTimeoutLow() const
    {
        return m_config.timeoutLow;
    }

    /** @return largest number of packets in flight with the shorter time-out */
    uint32_t GetFewPackets() const
    {
        return m_config.fewPackets;
    }

    /** @return time to wait for progress */
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
     * All packets before a given one are acknowledged.
     * @param una that packet, at least the one of the last call
     */
    void OnAcknowledged(RdmaPsnSeq una);

    /**
     * The timer has expired.
     * @param sentEnd PSN after the last packet sent
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
    /** Move m_lost past the packets that the peer has. */
    void Seek();

    const RoceSelectiveConfig m_config; ///< the window and the two time-outs
    RdmaBitRing m_sacked;               ///< received out of order
    RdmaPsnSeq m_una;                   ///< oldest packet not acknowledged
    RdmaPsnSeq m_lost;                  ///< all lower packets were sent again, or need not be
    RdmaPsnSeq m_lostEnd;               ///< packets from here on are not known to be lost
    RdmaPsnSeq m_timedOutEnd;           ///< PSN after the packets sent when the timer last expired
};

} // namespace ns3

#endif // ROCE_SCOREBOARD_H
