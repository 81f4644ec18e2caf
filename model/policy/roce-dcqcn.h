/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_DCQCN_H
#define ROCE_DCQCN_H

#include "ns3/nstime.h"
#include "ns3/roce-rate-control.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceDcqcn: the reaction point of DCQCN.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Cuts the rate after congestion notifications and recovers it in steps (roce reference, 4.2 and
 * 4.3). There are two rates: the current one, at which the QP sends, and the target, to which the
 * current one returns by halving the gap. alpha, between 0 and 1, estimates the congestion; a cut
 * is by alpha / 2.
 *
 * Two variants differ in the effect of a CNP:
 *
 * - NIC (attribute NicVariant true, the default). A CNP sets two flags. Every AlphaTimer the first
 *   one moves alpha up, or its absence down. Every RateDecreaseInterval the second one, if set,
 * cuts the rate. Both timers run freely from the QP's first CNP on. The target follows the current
 * rate down only if there was an increase since the last cut (or with ClampTargetRate).
 * - Original (false), as in the DCQCN paper. A CNP cuts at once, pulls the target down and moves
 *   alpha up; every AlphaTimer without a CNP alpha decays.
 *
 * After a cut, every IncreaseTimer and every ByteCounter bytes count as a stage of its kind and
 * raise the rate: fast recovery halves the gap to the target; then the target grows by
 * AdditiveIncrease, and once all counters in use are past FastRecoveryStages by HyperIncrease
 * (original: times the number of stages past). The original checks the stages after counting, so
 * FastRecoveryStages - 1 of them are fast; NICs check before, so all of them are fast, followed by
 * one additive stage.
 *
 * At line rate no event is scheduled: a rate within 0.01 % of it counts as line rate, because
 * halving the gap alone would take 50 stages. alpha needs no wake-up either: the ticks of its timer
 * since the last update are computed when a cut needs it. It continues to decay at line rate.
 *
 * The increase steps are meant for a line rate of 400 Gb/s. ScaleWithLineRate makes them
 * proportional to the line rate, so that a recovery takes the same time on every link. The
 * attribute defaults are the "default" profile of the roce reference, 4.5; parameters that it does
 * not name are those of the NIC column (roce reference, 4.2), except the byte counter, which is off
 * in the profile.
 *
 * Invariants: MinRate <= current rate <= line rate; current <= target after every increase;
 * 0 <= alpha <= 1.
 */
class RoceDcqcn : public RoceRateControl
{
  public:
    static TypeId GetTypeId();

    // From RoceRateControl.
    Ptr<RoceRateControl> Fork() const override;
    RdmaProblems Check(uint64_t lineRateBps) const override;
    void Start(uint64_t lineRateBps) override;
    void OnCnp(RdmaTick now) override;
    void OnSent(RdmaTick now, uint32_t wireBytes) override;
    void OnTimeout(RdmaTick now) override;
    RdmaTick NextWakeup() const override;
    double GetRateBps() const override;

    /** @return target rate, bit/s */
    double GetTargetRateBps() const;

    /**
     * @param now the time, not before the last input
     * @return alpha, 0 to 1
     */
    double GetAlpha(RdmaTick now) const;

  private:
    /** Execute all actions due up to a time, in order, each at its own time. */
    void Advance(RdmaTick now);

    /** NIC variant: a CNP raises the flags. */
    void FlagCnp(RdmaTick now);

    /** Original variant: a CNP cuts. */
    void CutOnCnp(RdmaTick now);

    /**
     * NIC variant: check whether a flag requests a rate decrease.
     * @param at time at which the check was due
     */
    void CheckDecrease(RdmaTick at);

    /**
     * Lower the current rate by alpha / 2 and start the increase from its first stage.
     * @param at time of the cut
     */
    void Cut(RdmaTick at);

    /**
     * Execute one stage of rate increase.
     * @param stage counter of the period that has ended: m_timeStage or m_byteStage
     */
    void Increase(uint32_t& stage);

    /** Raise the rates according to the stages. */
    void Raise();

    /** Update alpha to a time. */
    void UpdateAlpha(RdmaTick now);

    bool m_nicVariant;             ///< attribute NicVariant
    double m_gain;                 ///< attribute Gain
    double m_initialAlpha;         ///< attribute InitialAlpha
    Time m_alphaTimer;             ///< attribute AlphaTimer
    Time m_rateDecreaseInterval;   ///< attribute RateDecreaseInterval
    Time m_increaseTimer;          ///< attribute IncreaseTimer
    uint64_t m_byteCounter;        ///< attribute ByteCounter, B
    uint32_t m_fastStages;         ///< attribute FastRecoveryStages
    double m_additiveIncreaseMbps; ///< attribute AdditiveIncreaseMbps
    double m_hyperIncreaseMbps;    ///< attribute HyperIncreaseMbps
    bool m_scaleWithLineRate;      ///< attribute ScaleWithLineRate
    double m_minRateMbps;          ///< attribute MinRateMbps
    bool m_clampTargetRate;        ///< attribute ClampTargetRate
    double m_firstCnpRateMbps;     ///< attribute RateOnFirstCnpMbps

    RdmaTick m_alphaPeriod;                  ///< AlphaTimer
    RdmaTick m_decreasePeriod;               ///< RateDecreaseInterval
    RdmaTick m_increasePeriod;               ///< IncreaseTimer
    double m_additiveStep{0};                ///< AdditiveIncrease at this line rate, bit/s
    double m_hyperStep{0};                   ///< HyperIncrease at this line rate, bit/s
    double m_minRate{0};                     ///< MinRate, bit/s
    double m_lineRate{0};                    ///< line rate, bit/s
    double m_currentRate{0};                 ///< RC, bit/s
    double m_targetRate{0};                  ///< RT, bit/s
    double m_alpha{0};                       ///< alpha at m_alphaTick
    RdmaTick m_alphaTick;                    ///< last tick of the alpha timer that m_alpha includes
    RdmaTick m_firstCnp;                     ///< start of the free-running timers
    RdmaTick m_decreaseDue{RdmaTick::Max()}; ///< next check with a set flag; Max = flag not set
    RdmaTick m_increaseDue{RdmaTick::Max()}; ///< increase timer; Max = at line rate
    uint64_t m_bytes{0};                     ///< sent since the byte counter last expired, B
    uint32_t m_timeStage{0};                 ///< iT
    uint32_t m_byteStage{0};                 ///< iB
    bool m_seenCnp{false};                   ///< the first CNP has arrived
    bool m_alphaFlag{false}; ///< NIC variant: CNP since the last tick of the alpha timer
};

} // namespace ns3

#endif // ROCE_DCQCN_H
