/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_QP_PARAMETERS_H
#define ROCE_QP_PARAMETERS_H

#include "roce-qp-config.h"
#include "roce-scoreboard.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceQpParameters: the settings of the RoCEv2 QPs of a NIC.
 */

namespace ns3
{

class RoceRecovery;

/**
 * @ingroup mrc
 * The parameters that the QPs of a NIC share, as attributes (roce reference, 1.4, 1.5, 4.1, 5).
 */
class RoceQpParameters : public Object
{
  public:
    /// The recovery of losses.
    enum Reliability
    {
        GO_BACK_N,        ///< all packets again from the first missing one on: plain RC
        SELECTIVE_REPEAT, ///< only missing packets, after IRN
    };

    static TypeId GetTypeId();

    /**
     * @param baseRtt unloaded round-trip time of the path, which the retransmission time-out must
     *        exceed; zero if that is not needed
     * @return a configuration with these parameters but without identity
     */
    RoceQpConfig MakeConfig(RdmaTick baseRtt = RdmaTick()) const;

    /**
     * @param config configuration of a QP, with its identity, line rate and base RTT
     * @return the recovery selected by the attributes; both ends must have the same
     */
    std::unique_ptr<RoceRecovery> MakeRecovery(const RoceQpConfig& config) const;

    /** @return the kind of recovery; both ends must have the same */
    Reliability GetReliability() const
    {
        return m_reliability;
    }

    /**
     * @param baseRtt unloaded round-trip time of the path
     * @param lineRateBps rate of the NIC port, bit/s
     * @return the settings of selective repeat
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
