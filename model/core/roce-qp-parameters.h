/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_QP_PARAMETERS_H
#define ROCE_QP_PARAMETERS_H

#include "rdma-tick.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceQpParameters and ns3::RoceQpConfig: what a RoCEv2 QP is set up with.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One end of one connected QP. The first part is its identity, given by whoever connects it; the
 * second part comes from RoceQpParameters, which holds the defaults.
 */
struct RoceQpConfig
{
    uint32_t localQpn{0};      ///< QP number of this end, 24 bits
    uint32_t peerQpn{0};       ///< QP number of the other end, 24 bits
    uint32_t sqPsn{0};         ///< PSN of the first packet sent (SQ_PSN), 24 bits
    uint32_t rqPsn{0};         ///< PSN of the first packet expected (RQ_PSN), 24 bits
    uint16_t udpSourcePort{0}; ///< entropy of every packet of this end: one ECMP path for life
    uint8_t port{0};           ///< NIC port, 0-based
    uint64_t lineRateBps{0};   ///< rate of that port, bit/s
    Tick baseRtt;              ///< unloaded round-trip time; only GetWindowBytes uses it

    uint32_t pathMtuBytes{0};    ///< payload of a full packet, B
    uint32_t ackEveryPackets{0}; ///< responder: packets per ACK, 0 = only on request
    Tick retransmissionTimeout;  ///< go back to the oldest packet after this time without progress
    uint32_t retryCount{0};      ///< retries without progress before the QP fails
    Tick minTimeBetweenCnps;     ///< notification point: one CNP per QP in this time
};

/**
 * @ingroup mrc
 * The parameters that the QPs of a NIC share, as attributes (RoCE reference, 1.4, 1.5, 4.1, 5).
 */
class RoceQpParameters : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param baseRtt unloaded round-trip time of the path, which the retransmission time-out must
     *        exceed; zero if that is of no interest
     * @return a configuration with these parameters and no identity yet
     */
    RoceQpConfig MakeConfig(Tick baseRtt = Tick()) const;

  private:
    uint32_t m_pathMtuBytes;      ///< attribute PathMtu, B
    uint32_t m_ackEveryPackets;   ///< attribute AckEveryPackets
    Time m_retransmissionTimeout; ///< attribute RetransmissionTimeout
    double m_retransmissionRtts;  ///< attribute RetransmissionTimeoutMinRtts
    uint32_t m_retryCount;        ///< attribute RetryCount
    Time m_minTimeBetweenCnps;    ///< attribute MinTimeBetweenCnps
};

} // namespace ns3

#endif // ROCE_QP_PARAMETERS_H
