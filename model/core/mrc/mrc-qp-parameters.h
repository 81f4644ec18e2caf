/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PARAMETERS_H
#define MRC_QP_PARAMETERS_H

#include "mrc-qp-attributes.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpParameters and ns3::MrcQpConfig: the settings of an MRC QP.
 */

namespace ns3
{

/// Nominal size of a write packet without its payload: UDP length 44 + one IPv6 header (mrc
/// reference, 8.2 and 2.12, no TSETH), B.
constexpr uint32_t MRC_NOMINAL_OVERHEAD_BYTES = 84;

/// Nominal size of a TSETH or of immediate data (mrc reference, 2.12), B.
constexpr uint32_t MRC_NOMINAL_OPTION_BYTES = 4;

/**
 * @ingroup mrc
 * @param payload payload of a write packet, B
 * @param timestamp it has a TSETH
 * @param immediate it has immediate data
 * @return its nominal size, which all congestion control counts (mrc reference, 8.2), B
 */
constexpr uint32_t
MrcNominalBytes(uint32_t payload, bool timestamp = false, bool immediate = false)
{
    return ((payload + 3) & ~3U) + MRC_NOMINAL_OVERHEAD_BYTES +
           MRC_NOMINAL_OPTION_BYTES * (timestamp + immediate);
}

/**
 * @ingroup mrc
 * @param exponent timeout attribute of a QP, 0 to 24
 * @return T0, the plain retransmission timer (mrc reference, 5.8)
 */
constexpr RdmaTick
MrcAckTimeout(uint32_t exponent)
{
    return RdmaTick::Ns(1024) * (int64_t{1} << exponent);
}

/// Unit of rcvd_bytes in SACKs (mrc reference, 2.8), B.
constexpr uint64_t MRC_RCVD_UNIT_BYTES = 256;

/// Unit of timestamps (mrc reference, 2.6).
constexpr RdmaTick MRC_TIMESTAMP_UNIT = RdmaTick::Ns(128);

/**
 * @ingroup mrc
 * @return its 16-bit timestamp
 */
constexpr uint16_t
MrcTimestamp(RdmaTick now)
{
    return static_cast<uint16_t>(now.GetPs() / MRC_TIMESTAMP_UNIT.GetPs());
}

/**
 * @ingroup mrc
 * The rules that may declare a packet lost (mrc reference, 5.7).
 */
struct MrcLossRules
{
    bool sameEv{true};               ///< A: overtaken on its own EV
    bool time{true};                 ///< B: overtaken by a reordering window
    uint32_t oooThresholdPackets{0}; ///< C: overtaken by this number of packets; 0: rule not in use
    double oooCwndFactor{0};         ///< C: overtaken by this number of windows; 0: rule not in use
    bool probe{true};                ///< D: probe if there is no feedback
    bool timer{true};                ///< E: retransmission timer
    uint32_t trimGracePeriod{8};     ///< grace period of all rules, multiples of the delay of trim
                                     ///< reports
};

/**
 * @ingroup mrc
 * The longest path of a network, by which QPs set their timers and reordering windows.
 */
struct MrcLongestPath
{
    RdmaTick baseRtt;         ///< unloaded round-trip time of a full packet and its SACK; zero if
                              ///< timers and windows are not needed
    double stretch{1};        ///< MrcPathInfo::stretch
    uint32_t unequalLinks{0}; ///< its links, if links that stand for each other have different
                              ///< rates; else 0
};

/**
 * @ingroup mrc
 * One end of a QP as plain numbers. MrcQpParameters::MakeConfig fills in the device's limits and
 * preferences; the identity and the values agreed with the peer follow from the attributes of
 * Modify.
 */
struct MrcQpConfig
{
    uint32_t localQpn{0}; ///< own QP number, 24 bits
    uint32_t peerQpn{0};  ///< QP number of the other end, 24 bits
    uint32_t sqPsn{0};    ///< first PSN sent (SQ_PSN), 24 bits
    uint32_t rqPsn{0};    ///< first PSN expected (RQ_PSN), 24 bits

    uint32_t pathMtuBytes{0};                   ///< payload of a full packet, B
    uint32_t windowPackets{0};                  ///< MPR as requester: PSNs beyond cack_psn, packets
    uint32_t destWindowPackets{0};              ///< MPR as responder (mpr_dest), packets
    uint32_t maxWimm{0};                        ///< WriteImms outstanding as requester
    uint32_t maxWimmDest{0};                    ///< WriteImms stashed as responder
    uint32_t sackThresholdBytes{0};             ///< bytes received between two SACKs, B
    uint32_t retryLinear{0};                    ///< time-outs with the plain timer
    uint32_t retryExponential{0};               ///< time-outs with a doubled timer; 25: forever
    RdmaTick ackTimeout;                        ///< T0, the plain retransmission timer
    RdmaTick firstGracePeriod{RdmaTick::Max()}; ///< most of TrimGracePeriod before the first NACK
    RdmaTick reoWindow;                         ///< reordering tolerated between paths (rule B)
    bool trimSchedule{false};   ///< NACKs of trims contain the time of the retransmission,
                                ///< which is obeyed
    bool rttAfterTrims{true};   ///< take RTT samples of packets sent repeatedly after trims
    bool askOnce{true};         ///< at most one outstanding ack request per closed window
    uint32_t askOnceFrom{0};    ///< but one per closing packet in windows of less than this
                                ///< number of SACK thresholds
    float tailProbeMinRtts{0};  ///< base RTTs before the first tail probe, at least
    uint32_t ackSilenceRtts{1}; ///< request a SACK after this number of base RTTs without one
    MrcLossRules lossRules;     ///< rules of loss detection in force

    bool transportAck{false}; ///< complete messages on Transport ACKs, and send them
    bool dynamicMpr{false};   ///< the responder may change the MPR at run time
    bool timestamps{false};   ///< writes carry a TSETH
    bool trimNack{true};      ///< as responder: send NACKs of trimmed packets
    bool peerTrimNack{true};  ///< the peer sends NACKs of trimmed packets
    bool compensate{true};    ///< as responder: remove the service time from echoed timestamps
    RdmaTick serviceTime;     ///< as responder: time between a packet and its answer
    MrcQpLimits limits;       ///< of the device; after connecting also of the peer
};

/**
 * @ingroup mrc
 * @param baseRtt unloaded round-trip time
 * @param targetDelay target queueing delay of the controller
 * @param least MrcEvParameters::probeMinTimeout
 * @return time after which a probe of any kind counts as unanswered (mrc reference, 9.4)
 */
constexpr RdmaTick
MrcProbeTimeout(RdmaTick baseRtt, RdmaTick targetDelay, RdmaTick least)
{
    return std::max(baseRtt * 2 + targetDelay * 4, least);
}

/**
 * @ingroup mrc
 * Apply the attributes of Modify to the numbers in force.
 * @param a attributes given so far
 * @param config preferences of the device; attributes take precedence
 */
void ApplyMrcQpAttributes(const MrcQpAttributes& a, MrcQpConfig& config);

/**
 * @ingroup mrc
 * The parameters of MRC QPs, as attributes: the only place with their defaults. Those of the device
 * (mrc reference, 12: max_mpr, mpr_resolution, max_wimm, the capabilities) are among them.
 */
class MrcQpParameters : public Object
{
  public:
    static TypeId GetTypeId();

    /** @return values that no QP can have */
    RdmaProblems Check() const;

    /** @return payload of a full packet, B */
    uint32_t GetPathMtuBytes() const
    {
        return m_pathMtuBytes;
    }

    /**
     * Make a configuration. Aborts if no QP can have these values.
     * @param path the longest path of the network
     * @return a config with these parameters but without identity
     */
    MrcQpConfig MakeConfig(const MrcLongestPath& path = {}) const;

    /**
     * @param baseRtt unloaded round-trip time of the path
     * @param portRateBps rate of a NIC port, bit/s
     * @return MrcPathInfo::stretch
     */
    double GetStretch(RdmaTick baseRtt, uint64_t portRateBps) const;

  private:
    /**
     * @param path the longest path of the network
     * @return base RTTs by which ReoWindow and the timer are longer on such a path (WindowsByPath)
     */
    double GetExtraRtts(const MrcLongestPath& path) const;

    uint32_t m_pathMtuBytes;       ///< attribute PathMtu, B
    uint32_t m_mprUnits;           ///< attribute Mpr, units of 128 PSNs
    uint32_t m_mprDestUnits;       ///< attribute MprDest, units of 128 PSNs; 0: as Mpr
    uint32_t m_maxWimm;            ///< attribute MaxWimm
    uint32_t m_maxWimmDest;        ///< attribute MaxWimmDest
    uint32_t m_deviceMaxMpr;       ///< attribute DeviceMaxMpr, units of 128 PSNs
    uint32_t m_mprResolution;      ///< attribute MprResolution, units of 128 PSNs
    uint32_t m_deviceMaxWimm;      ///< attribute DeviceMaxWimm
    uint32_t m_sackThresholdBytes; ///< attribute SackThresholdBytes, B
    uint32_t m_ackTimeoutExponent; ///< attribute AckTimeout: T0 = 1.024 us x 2^this
    double m_ackTimeoutRtts;       ///< attribute AckTimeoutMinRtts
    uint32_t m_retryLinear;        ///< attribute RetryLinear
    uint32_t m_retryExponential;   ///< attribute RetryExponential
    double m_reoWindowRtts;        ///< attribute ReoWindow, base RTTs
    bool m_windowsByPath;          ///< attribute WindowsByPath
    bool m_transportAck;           ///< attribute TransportAck
    bool m_dynamicMpr;             ///< attribute DynamicMpr
    bool m_timestamps;             ///< attribute Timestamps
    bool m_trimNack;               ///< attribute TrimNack
    bool m_compensate;             ///< attribute ServiceTimeCompensation
    Time m_serviceTime;            ///< attribute ServiceTime
    bool m_lossRuleA;              ///< attribute LossRuleA
    bool m_lossRuleB;              ///< attribute LossRuleB
    uint32_t m_oooThreshold;       ///< attribute OooThreshold, packets
    double m_oooCwndFactor;        ///< attribute OooCwndFactor
    bool m_lossRuleD;              ///< attribute LossRuleD
    bool m_trimSchedule;           ///< attribute TrimSchedule
    bool m_rttAfterTrims;          ///< attribute RttAfterTrims
    bool m_askOnce;                ///< attribute AckOncePerWindow
    uint32_t m_askOnceFrom;        ///< attribute AckOnceFrom, SACK thresholds
    double m_minBdp;               ///< attribute MinBdp, packets
    double m_tailProbeMinRtts;     ///< attribute TailProbeMinRtts
    uint32_t m_ackSilence;         ///< attribute AckSilence
    uint32_t m_trimGracePeriod;    ///< attribute TrimGracePeriod
    bool m_lossRuleE;              ///< attribute LossRuleE
};

} // namespace ns3

#endif // MRC_QP_PARAMETERS_H
