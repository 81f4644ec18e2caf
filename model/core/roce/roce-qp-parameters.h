/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_QP_PARAMETERS_H
#define ROCE_QP_PARAMETERS_H

#include "roce-scoreboard.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceQpParameters and ns3::RoceQpConfig: what a RoCEv2 QP is set up with.
 */

namespace ns3
{

class RoceRecovery;

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

/**
 * @ingroup mrc
 * The parameters that the QPs of a NIC share, as attributes (RoCE reference, 1.4, 1.5, 4.1, 5).
 */
class RoceQpParameters : public Object
{
  public:
    /// How losses are repaired.
    enum Reliability
    {
        GO_BACK_N,        ///< all over again from the first missing packet: RC as it is
        SELECTIVE_REPEAT, ///< only what is missing, after IRN
    };

    static TypeId GetTypeId();

    /**
     * @param baseRtt unloaded round-trip time of the path, which the retransmission time-out must
     *        exceed; zero if that is of no interest
     * @return a configuration with these parameters and no identity yet
     */
    RoceQpConfig MakeConfig(RdmaTick baseRtt = RdmaTick()) const;

    /**
     * @param config of a QP, with its identity, line rate and base RTT
     * @return the recovery that the attributes choose; both ends must have the same
     */
    std::unique_ptr<RoceRecovery> MakeRecovery(const RoceQpConfig& config) const;

    /** @return how losses are repaired; both ends must agree */
    Reliability GetReliability() const
    {
        return m_reliability;
    }

    /**
     * @param baseRtt unloaded round-trip time of the path
     * @param lineRateBps rate of the NIC port, bit/s
     * @return what selective repeat needs to know
     */
    RoceSelectiveConfig MakeSelectiveConfig(RdmaTick baseRtt, uint64_t lineRateBps) const;

  private:
    uint32_t m_pathMtuBytes;      ///< attribute PathMtu, B
    uint32_t m_ackEveryPackets;   ///< attribute AckEveryPackets
    Time m_retransmissionTimeout; ///< attribute RetransmissionTimeout
    double m_retransmissionRtts;  ///< attribute RetransmissionTimeoutMinRtts
    Time m_timeoutCap;            ///< attribute RetransmissionTimeoutCap
    double m_backoff;             ///< attribute RetransmissionBackoff
    uint8_t m_localAckTimeout;    ///< attribute LocalAckTimeout
    uint8_t m_retryCount;         ///< attribute RetryCount
    uint8_t m_rnrRetryCount;      ///< attribute RnrRetryCount
    uint8_t m_minRnrTimer;        ///< attribute MinRnrTimer
    Time m_minTimeBetweenCnps;    ///< attribute MinTimeBetweenCnps
    Reliability m_reliability;    ///< attribute Reliability
    double m_windowBdps;          ///< attribute SelectiveWindowBdps
    Time m_timeoutLow;            ///< attribute SelectiveTimeoutLow
    Time m_timeoutHigh;           ///< attribute SelectiveTimeoutHigh
    double m_selectiveRtts;       ///< attribute SelectiveTimeoutMinRtts
    uint32_t m_fewPackets;        ///< attribute SelectiveFewPackets
};

} // namespace ns3

#endif // ROCE_QP_PARAMETERS_H
