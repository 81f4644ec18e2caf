/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWIFT_H
#define MRC_SWIFT_H

#include "ns3/mrc-window-control.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSwift: a window that keeps the delay at a target.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Swift (Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the
 * Datacenter", SIGCOMM 2020), its fabric window, with MRC's RTT samples as fabric delay:
 *
 *     delay <  target:  window += ai x packets acknowledged / window          (in packets)
 *     delay >= target:  window *= max(1 - beta (delay - target) / delay, 1 - max_mdf)
 *
 * with at most one decrease per RTT for all reasons together. A trimmed or lost packet reduces the
 * window by max_mdf; after RetxResetThreshold rounds of losses without an acknowledgment the window
 * is one packet.
 *
 * The target grows with the path and with the number of flows. Topology scaling: the paper adds a
 * constant per hop to a base; the base RTT of an MRC path is already the sum over its hops, so the
 * target is the base RTT and a fraction of it. Flow scaling: many flows have small windows, and
 * each has a packet in the queue, so a small window tolerates more: FsRange at FsMinWindow,
 * decreasing with 1 / sqrt(window) to 0 at FsMaxWindow.
 *
 * Differences from the paper: the smallest window is one packet, because MRC has no pacer for
 * smaller ones; there is no second window for the delay at the end host, because NICs answer in
 * hardware; a window begins at its maximum, as NICs begin at line rate; trims count as losses. The
 * receiver's penalty (mrc reference, 8.6) has no effect.
 *
 * Invariant: one full packet <= window <= the largest window.
 */
class MrcSwift : public MrcWindowControl
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;
    void Start(const MrcPathInfo& path) override;

    /** @return queueing delay that the current window tolerates */
    RdmaTick GetTargetDelay() const override;

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;
    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) override;
    void DoInferredLoss(RdmaTick now, uint32_t nominal) override;

  private:
    /**
     * Decrease the window, at most once per RTT.
     * @param factor new window divided by the old one
     */
    void Decrease(RdmaTick now, double factor);

    /** @return true if the last decrease was at least an RTT ago */
    bool CanDecrease(RdmaTick now) const;

    double m_aiBytes{0};                    ///< increase per RTT, B
    double m_baseTargetNs{0};               ///< tolerated by every window, ns
    double m_fsAlphaNs{0};                  ///< flow scaling per 1 / sqrt(packets), ns
    double m_fsBetaNs{0};                   ///< flow scaling, the constant, ns
    double m_fsRangeNs{0};                  ///< flow scaling at most, ns
    RdmaTick m_rtt;                         ///< last sample
    std::optional<RdmaTick> m_lastDecrease; ///< time of it; absent: none yet
    uint32_t m_silentRounds{0};             ///< rounds of losses without an acknowledgment

    // Attributes; see GetTypeId.

    Time m_baseTargetAttr;         ///< 0: derive
    Time m_fsRangeAttr;            ///< 0: derive
    double m_fsMinWindow;          ///< packets
    double m_fsMaxWindow;          ///< packets; 0: derive
    double m_ai;                   ///< packets per RTT; negative: derive
    double m_beta;                 ///< strength of the decrease
    double m_maxMdf;               ///< largest decrease
    uint32_t m_retxResetThreshold; ///< rounds
    uint64_t m_initialWindowAttr;  ///< B; 0: derive
    uint64_t m_maxWindowAttr;      ///< B; 0: derive
};

} // namespace ns3

#endif // MRC_SWIFT_H
