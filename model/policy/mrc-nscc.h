/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NSCC_H
#define MRC_NSCC_H

#include "ns3/mrc-window-control.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcNscc: network-signal-based congestion control.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Network Signal-based Congestion Control, "uet-1.0-nscc" (mrc reference, 8).
 *
 * Every SACK provides two signals, the ECN mark of a packet and its queueing delay, and their four
 * combinations change the window:
 *
 *             |  delay < target                    |  delay >= target
 *     --------+------------------------------------+---------------------------------------
 *     no mark |  proportional increase, alpha      |  fair increase, fi
 *     mark    |  none: another path is used        |  decrease, by gamma
 *
 * Increases are collected in B^2 and divided by the window every adjust_bytes or adjust_period. A
 * window that had no queueing delay for a whole window of data grows by fi_scale per byte (fast
 * increase). Once per base RTT + target, a window far above the bytes delivered in this time is
 * reduced to them (quick adapt); signals caused by bytes sent before are then ignored.
 *
 * Invariant: one full packet <= window <= max_wnd.
 *
 * An attribute at its "derive" value follows from the path as in the table of the mrc reference,
 * 8.7. After Start, GetParameters returns the effective values.
 */
class MrcNscc : public MrcWindowControl
{
  public:
    /// Condition for sending a packet (mrc reference, 8.5).
    enum WindowRule
    {
        MRC_RULE,   ///< the window is larger than the bytes in flight
        UET_RULE,   ///< a full packet fits into the window
        HTSIM_RULE, ///< this packet fits into the window
    };

    /// The effective values, derived or set (mrc reference, 8.7).
    struct Parameters
    {
        RdmaTick baseRtt;      ///< configured base RTT
        double maxWindow{0};   ///< max_wnd at the configured base RTT, B
        RdmaTick targetDelay;  ///< target queueing delay
        double fi{0};          ///< fair increase per window, B
        double fiScale{0};     ///< fast increase per byte
        double eta{0};         ///< constant increase per adjust_period, B
        double alpha{0};       ///< proportional increase, B/ns
        double adjustBytes{0}; ///< bytes that make an adjustment due, B
        RdmaTick adjustPeriod; ///< time that makes an adjustment due
        RdmaTick qaThreshold;  ///< delay that arms quick adapt; RdmaTick::Max() for never
    };

    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;
    void Start(const MrcPathInfo& path) override;
    bool CanSend(uint32_t nominal) const override;
    RdmaTick GetTargetDelay() const override;

    /** @return the effective values */
    const Parameters& GetParameters() const
    {
        return m_p;
    }

    /** @return smoothed queueing delay, ns */
    double GetAvgDelayNs() const
    {
        return m_avgDelay;
    }

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;
    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) override;
    void DoInferredLoss(RdmaTick now, uint32_t nominal) override;

    /**
     * Lower the base RTT if the SACK has a smaller sample that counts for it (mrc reference, 8.4).
     * @param ack a SACK with a sample
     */
    void SampleBaseRtt(const MrcAckInfo& ack)
    {
        if (ack.full || m_shortRtt)
        {
            UpdateBaseRtt(*ack.rtt);
        }
    }

  private:
    /** Take the attributes, and use the formulas (mrc reference, 8.7) where they are unset. */
    void Derive(const MrcPathInfo& path);

    /**
     * @param rtt a valid sample
     */
    void UpdateBaseRtt(RdmaTick rtt);

    /**
     * @param rtt time that the first sample stands for
     * @param delay a sample of the queueing delay, ns
     * @param marked it is of a marked packet, which was answered at once
     * @param newBytes received since the last SACK, B; 0: only the packet of the sample
     */
    void UpdateAvgDelay(RdmaTick now, RdmaTick rtt, double delay, bool marked, double newBytes);

    /**
     * Decide whether the sender itself marks a SACK, for the window alone.
     * @param delay queueing delay, ns
     * @return true if it does
     */
    bool MarkByDelay(double delay);

    /**
     * Apply the receiver's penalty, or its end (mrc reference, 8.6).
     * @param ack the SACK
     * @return true if the receiver limits the window
     */
    bool ApplyPenalty(const MrcAckInfo& ack);

    /**
     * @param loss true if a packet was just trimmed
     * @param ecn true if the signal shows congestion
     * @param delay queueing delay, ns
     * @return true if the signal is consumed: the window was set, or old bytes caused the signal
     */
    bool QuickAdapt(RdmaTick now, bool loss, bool ecn, double delay);

    /**
     * Increase without a mark, with a delay below the target.
     * @param newBytes newly received, B
     * @param delay queueing delay, ns
     */
    void IncreaseProportionally(double newBytes, double delay);

    /**
     * Decrease after a mark with a delay at or above the target.
     * @param delay queueing delay, ns
     */
    void Decrease(RdmaTick now, double delay);

    /** Apply the collected increase to the window when it is due. */
    void Adjust(RdmaTick now);

    /**
     * @param bytes to take from the window, B
     */
    void Cut(double bytes);

    // State (mrc reference, 8.1).

    double m_achieved{0};                      ///< delivered in this quick-adapt interval, B
    double m_received{0};                      ///< delivered since the last adjustment, B
    double m_inc{0};                           ///< increase not yet applied, B^2
    double m_fastCount{0};                     ///< fi_count: delivered without any queue, B
    double m_delayMark{0};                     ///< collected parts of marks by delay
    double m_avgDelay{0};                      ///< smoothed queueing delay, ns
    std::optional<RdmaTick> m_lastDelaySample; ///< time of the last delay sample
    double m_unsampled{0}; ///< time of packets behind marked ones, without a sample, ns
    std::optional<RdmaTick> m_lastAdjust;   ///< last adjustment by time
    std::optional<RdmaTick> m_lastDecrease; ///< last decrease
    std::optional<RdmaTick> m_qaEnd;        ///< end of the quick-adapt interval
    uint64_t m_sentBefore{0};               ///< sent before this quick-adapt interval, B
    double m_bytesToIgnore{0};              ///< in flight at the last quick adapt, B
    double m_bytesIgnored{0};               ///< bytes of these delivered or lost since, B
    std::optional<double> m_saved;          ///< window before the receiver's penalty, B
    double m_stretch{1};                    ///< see MrcPathInfo
    bool m_fastMode{false};                 ///< fast increase is on
    bool m_triggerQa{false};                ///< a trim requests quick adapt
    Parameters m_p;                         ///< effective values

    // Attributes; GetTypeId describes the value "derive".

    uint64_t m_maxCwndAttr;     ///< cap of max_wnd, B; 0: none
    Time m_baseRttAttr;         ///< base RTT; 0: derive
    Time m_targetDelayAttr;     ///< target delay; 0: derive
    double m_fiAttr;            ///< fi, B; negative: derive
    double m_fiScaleAttr;       ///< fi_scale; negative: derive
    double m_etaAttr;           ///< eta, B; negative: derive
    double m_alphaAttr;         ///< alpha, B/ns; negative: derive
    uint32_t m_adjustBytesAttr; ///< adjust_bytes, B; 0: derive
    Time m_adjustPeriodAttr;    ///< adjust_period; 0: derive
    Time m_qaThresholdAttr;     ///< qa_threshold; 0: derive
    double m_gamma;             ///< strength of the decrease
    double m_maxMdJump;         ///< smallest factor of one decrease
    uint8_t m_qaGate;           ///< quick adapt below max_wnd / 2^this
    bool m_disableQa;           ///< no quick adapt
    bool m_delayMarks;          ///< delay counts as marks
    bool m_qaWithTrimming;      ///< delay arms quick adapt although the fabric trims
    bool m_qaOfSent;            ///< the gate is a share of the bytes sent
    double m_avgDelayRtts;      ///< time constant of the smoothed delay, base RTTs
    bool m_delayByPackets;      ///< every packet has the same weight in avg_delay
    bool m_decreasePerRtt;      ///< one decrease per actual round-trip time
    bool m_perAckFilter;        ///< avg_delay moves by a fixed gain per SACK
    bool m_delayWithoutRtt;     ///< without a sample, continue with avg_delay
    bool m_nackRtt;             ///< NACKs give samples of the base RTT
    bool m_shortRtt;            ///< so do short packets and probes
    bool m_lasthopTrimCuts;     ///< a trim at the last hop costs window as any other
    bool m_useQpHint;           ///< start with a share of max_wnd
    WindowRule m_windowRule;    ///< condition for sending a packet
};

} // namespace ns3

#endif // MRC_NSCC_H
