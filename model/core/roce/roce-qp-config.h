/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_QP_CONFIG_H
#define ROCE_QP_CONFIG_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceQpConfig: the settings of a RoCEv2 QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One end of a connected QP. The code that connects it sets the first part, its identity; the
 * second part comes from RoceQpParameters, which holds the defaults.
 */
struct RoceQpConfig
{
    uint32_t localQpn{0};      ///< QP number of this end, 24 bits
    uint32_t peerQpn{0};       ///< QP number of the other end, 24 bits
    uint32_t sqPsn{0};         ///< PSN of the first packet sent (SQ_PSN), 24 bits
    uint32_t rqPsn{0};         ///< PSN of the first packet expected (RQ_PSN), 24 bits
    uint16_t udpSourcePort{0}; ///< entropy of every packet of this end: one ECMP path for the life
                               ///< of the QP
    uint8_t port{0};           ///< NIC port, 0-based
    uint64_t lineRateBps{0};   ///< rate of that port, bit/s
    RdmaTick baseRtt;          ///< unloaded round-trip time; only GetWindowBytes uses it

    uint32_t pathMtuBytes{0};          ///< payload of a full packet, B
    uint32_t ackEveryPackets{0};       ///< responder: packets per ACK, 0 = only on request
    RdmaTick retransmissionTimeout;    ///< time-out: longest time without progress
    RdmaTick retransmissionTimeoutCap; ///< upper limit of the back-off, unless it is shorter than
                                       ///< the time-out
    float retransmissionBackoff{1};    ///< factor of the time-out per expiry without progress
    uint8_t retryCount{0};             ///< retries without progress before the QP fails
    uint8_t rnrRetryCount{0};    ///< the same for RNR NAKs; ROCE_RNR_RETRY_FOR_EVER = no limit
    uint8_t minRnrTimer{0};      ///< responder: timer code in its RNR NAKs
    RdmaTick minTimeBetweenCnps; ///< notification point: one CNP per QP in this time
};

/// rnrRetryCount: retry forever while the peer has no receive.
constexpr uint8_t ROCE_RNR_RETRY_FOR_EVER = 7;

/**
 * @ingroup mrc
 * @param code RNR timer code of an AETH, 0 to 31
 * @return time that the requester waits (IBTA's table of RNR timers)
 */
RdmaTick RoceRnrTime(uint8_t code);

} // namespace ns3

#endif // ROCE_QP_CONFIG_H
