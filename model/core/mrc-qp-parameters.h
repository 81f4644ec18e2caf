/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PARAMETERS_H
#define MRC_QP_PARAMETERS_H

#include "mrc-qp-attributes.h"
#include "rdma-tick.h"

#include "ns3/object.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpParameters and ns3::MrcQpConfig: what an MRC QP is set up with.
 */

namespace ns3
{

/// Nominal size of a write packet without its payload: UDP length 44 + one IPv6 header (MRC 1.0,
/// 8.2 and 2.12, no TSETH), B.
constexpr uint32_t MRC_NOMINAL_OVERHEAD_BYTES = 84;

/**
 * @ingroup mrc
 * @param payload payload of a write packet, B
 * @return its nominal size, the size all congestion control counts (MRC 1.0, 8.2), B
 */
constexpr uint32_t
MrcNominalBytes(uint32_t payload)
{
    return ((payload + 3) & ~3U) + MRC_NOMINAL_OVERHEAD_BYTES;
}

/**
 * @ingroup mrc
 * Which rules may declare a packet lost (MRC 1.0, 5.7).
 */
struct MrcLossRules
{
    bool sameEv{true};               ///< A: overtaken on its own EV
    bool time{true};                 ///< B: overtaken by a reordering window
    uint32_t oooThresholdPackets{0}; ///< C: overtaken by so many packets; 0: not by this number
    double oooCwndFactor{0};         ///< C: overtaken by so many windows; 0: not by windows
    bool probe{true};                ///< D: ask when there is no news
    bool timer{true};                ///< E: retransmission timer
};

/**
 * @ingroup mrc
 * One end of a QP as plain numbers. MrcQpParameters::MakeConfig fills in all but the identity.
 */
struct MrcQpConfig
{
    uint32_t localQpn{0}; ///< own QP number, 24 bits
    uint32_t peerQpn{0};  ///< QP number of the other end, 24 bits
    uint32_t sqPsn{0};    ///< first PSN sent (SQ_PSN), 24 bits
    uint32_t rqPsn{0};    ///< first PSN expected (RQ_PSN), 24 bits

    uint32_t pathMtuBytes{0};       ///< payload of a full packet, B
    uint32_t windowPackets{0};      ///< MPR: PSNs that may be beyond cack_psn, packets
    uint32_t sackThresholdBytes{0}; ///< bytes received between two SACKs, B
    uint32_t retryLinear{0};        ///< time-outs with the plain timer
    uint32_t retryExponential{0};   ///< time-outs with a doubled timer; 25 = for ever
    Tick ackTimeout;                ///< T0, the plain retransmission timer
    double reoWindowFactor{0};      ///< reordering tolerated between paths, base RTTs
    MrcLossRules lossRules;         ///< rules of loss detection in force
};

/**
 * @ingroup mrc
 * The tunable parameters of MRC QPs, as attributes: the only place where they have defaults.
 */
class MrcQpParameters : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param baseRtt unloaded round-trip time of the path, which T0 must exceed; zero if T0 is of
     *        no interest
     * @return a config with the parameters filled in and no identity yet
     */
    MrcQpConfig MakeConfig(Tick baseRtt = Tick()) const;

  private:
    uint32_t m_pathMtuBytes;       ///< payload of a full packet, B
    uint32_t m_mprUnits;           ///< MPR, units of 128 PSNs
    uint32_t m_sackThresholdBytes; ///< bytes received between two SACKs, B
    uint32_t m_ackTimeoutExponent; ///< T0 = 1.024 us x 2^this
    double m_ackTimeoutRtts;       ///< T0 is at least so many base RTTs
    uint32_t m_retryLinear;        ///< time-outs with the plain timer
    uint32_t m_retryExponential;   ///< time-outs with a doubled timer
    double m_reoWindowFactor;      ///< reordering tolerated between paths, base RTTs
    bool m_lossRuleA;              ///< attribute LossRuleA
    bool m_lossRuleB;              ///< attribute LossRuleB
    uint32_t m_oooThreshold;       ///< attribute OooThreshold, packets
    double m_oooCwndFactor;        ///< attribute OooCwndFactor
    bool m_lossRuleD;              ///< attribute LossRuleD
    bool m_lossRuleE;              ///< attribute LossRuleE
};

} // namespace ns3

#endif // MRC_QP_PARAMETERS_H
