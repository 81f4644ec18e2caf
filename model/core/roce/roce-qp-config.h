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
 * ns3::RoceQpConfig: what a RoCEv2 QP is set up with.
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
    RdmaTick baseRtt;          ///< unloaded round-trip time; only GetWindowBytes uses it

    uint32_t pathMtuBytes{0};       ///< payload of a full packet, B
    uint32_t ackEveryPackets{0};    ///< responder: packets per ACK, 0 = only on request
    RdmaTick retransmissionTimeout; ///< time-out: so long without progress
    RdmaTick
        retransmissionTimeoutCap;   ///< no back-off goes beyond it, if it is not shorter than that
    float retransmissionBackoff{1}; ///< factor of the time-out per expiry without progress
    uint8_t retryCount{0};          ///< retries without progress before the QP fails
    uint8_t rnrRetryCount{0};       ///< the same for RNR NAKs; ROCE_RNR_RETRY_FOR_EVER = no limit
    uint8_t minRnrTimer{0};         ///< responder: code of the time it asks for in RNR NAKs
    RdmaTick minTimeBetweenCnps;    ///< notification point: one CNP per QP in this time
};

/// rnrRetryCount: a peer without receives is asked for ever.
constexpr uint8_t ROCE_RNR_RETRY_FOR_EVER = 7;

/**
 * @ingroup mrc
 * @param code RNR timer code of an AETH, 0 to 31
 * @return how long the requester waits (IBTA's table of RNR timers)
 */
RdmaTick RoceRnrTime(uint8_t code);

} // namespace ns3

#endif // ROCE_QP_CONFIG_H
