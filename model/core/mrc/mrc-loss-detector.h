/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_DETECTOR_H
#define MRC_LOSS_DETECTOR_H

#include "mrc-qp-parameters.h"
#include "mrc-sack-coverage.h"
#include "mrc-scoreboard.h"

#include "ns3/rdma-psn.h"
#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcLossDetector: finds packets that the network has lost.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Loss detection under multipath reordering (mrc reference, 5.7 and 5.8). It reads the scoreboard
 * and returns the lost packets; it changes nothing there. Each rule can be switched off.
 *
 * Three kinds of evidence declare a packet lost:
 *  - rule A: a later packet of the same EV has arrived. Paths keep the order of their packets.
 *  - rule B: a packet of any EV has arrived that was sent a reordering window later.
 *  - rule C, off by default: more than a given number of packets sent after it have arrived.
 *
 * Evidence is a transmission that is known to have arrived: of a data packet (OnArrived) or of a
 * reliability probe (OnProbeArrived; rule D, whose times are also kept here). Only packets that the
 * newest SACK covers are declared lost (MrcSackCoverage): it does not say whether the others are
 * missing. Evidence against those waits until a SACK covers them. When evidence of rule A waits
 * only for the grace period (OnTrim), the packet is declared lost at its end (GetGraceEnd). All
 * rules search from the oldest packet on and stop at the first one that is too young, so the work
 * is proportional to the losses.
 *
 * Rule E is the retransmission timer, one per packet, of which only the oldest can expire. All
 * timers share the count of consecutive time-outs: T0 for the first ones, then doubled each time.
 * Time-outs of packets sent before the last counted one belong to the same episode and do not
 * count again.
 */
class MrcLossDetector
{
  public:
    /**
     * @param config the QP
     * @param probeMinTimeout MrcEvParameters::probeMinTimeout
     */
    MrcLossDetector(const MrcQpConfig& config, RdmaTick probeMinTimeout);

    /**
     * Set the path properties from the controller.
     * @param baseRtt unloaded round-trip time
     */
    void SetPath(RdmaTick baseRtt, RdmaTick targetDelay);

    /** @return time to wait for the answer to a probe (mrc reference, 9.4) */
    RdmaTick GetProbeTimeout() const
    {
        return m_probeTimeout;
    }

    /**
     * Rule C: set the congestion window, if the threshold depends on it.
     * @param cwnd congestion window, B
     * @param maxCwnd the largest window, B
     */
    void SetWindow(uint64_t cwnd, uint64_t maxCwnd);

    /** @return true if the threshold of rule C depends on the congestion window */
    bool IsWindowWanted() const
    {
        return m_rules.oooCwndFactor > 0;
    }

    /** @return true if rule D sends probes for outstanding packets without feedback */
    bool IsProbing() const
    {
        return m_rules.probe;
    }

    /** @return true if a trim was reported: reports of others may still be in flight */
    bool IsTrimming() const
    {
        return m_trimmed && m_rules.trimGracePeriod != 0;
    }

    /**
     * @param othersAsk no packet has requested a SACK since the last one, but a packet that is to
     * be sent may; rule D gives it time to do so (AckSilence)
     * @return time that outstanding packets may go without a SACK since the last one, or since one
     * of them has requested one
     */
    RdmaTick GetTailDelay(bool othersAsk) const
    {
        const RdmaTick delay = std::max(m_tailDelay, m_trimDelay * 2);
        return othersAsk ? delay + m_silence : delay;
    }

    /**
     * A NACK has reported a trim: other NACKs may take as long as the last ones. Headers of trimmed
     * packets wait in separate queues, and the SACKs of later packets overtake them. No packet is
     * declared lost by rules A, B and E before TrimGracePeriod times that delay, and rule D probes
     * less often.
     * @param delay time from the transmission to the NACK
     */
    void OnTrim(RdmaTick delay)
    {
        m_trimmed = true;
        m_trimDelay = std::max(delay, m_trimDelay - m_trimDelay / 4);
        m_gracePeriod = m_trimDelay * m_rules.trimGracePeriod;
    }

    /**
     * Packets have arrived: each such SACK decreases the grace period by a 16th, or by a quarter
     * before the first trim.
     */
    void OnProgress()
    {
        m_trimDelay = m_trimDelay - m_trimDelay / 16;
        m_gracePeriod =
            m_trimmed ? m_trimDelay * m_rules.trimGracePeriod : m_gracePeriod - m_gracePeriod / 4;
    }

    // Rules A, B and C.

    /**
     * The latest transmission of a packet has arrived. Called while the packet is still
     * outstanding.
     */
    void OnArrived(const MrcScoreboard& board, const MrcTxRecord& r)
    {
        if (r.sendTime > m_newestArrived)
        {
            m_newestArrived = r.sendTime;
        }
        if (board.GetOldestOfLane(r.lane) != &r)
        {
            NoteOvertaken(r.lane, r.order);
        }
        if (m_oooThreshold != 0)
        {
            NoteArrived(r.order);
        }
    }

    /**
     * A reliability probe has arrived.
     * @param lane lane it was sent on
     * @param order its number among all transmissions
     * @param sendTime when it was sent
     */
    void OnProbeArrived(uint16_t lane, uint32_t order, RdmaTick sendTime);

    /**
     * Apply the evidence collected so far.
     * @param board the scoreboard, in which the packets that arrived are already ACKED
     * @param coverage the packets that the newest SACK reports as missing
     * @param lost receives the lost packets; a packet may appear twice
     */
    void Detect(RdmaTick now,
                const MrcScoreboard& board,
                const MrcSackCoverage& coverage,
                std::vector<RdmaPsnSeq>& lost)
    {
        const MrcTxRecord* oldest = board.GetOldest();
        if (oldest == nullptr)
        {
            m_arrived.clear(); // no packet is left that they could have overtaken
            m_overtaken.clear();
            m_graceEnd = RdmaTick::Max();
        }
        else if (!m_overtaken.empty() || IsTooOld(*oldest) || m_arrived.size() > m_oooThreshold)
        {
            Collect(now, board, coverage, lost);
        }
    }

    /**
     * @return time at which Detect will find more without further evidence: a packet was overtaken,
     * a SACK reports it missing, and its grace period ends; RdmaTick::Max() if there is no such
     * packet
     */
    RdmaTick GetGraceEnd() const
    {
        return m_graceEnd;
    }

    // Rule E.

    /** @return time at which the oldest timer expires; RdmaTick::Max() if nothing is outstanding */
    RdmaTick GetTimerDeadline(const MrcScoreboard& board) const
    {
        const MrcTxRecord* oldest = board.GetOldest();
        return oldest == nullptr || !m_rules.timer ? RdmaTick::Max()
                                                   : oldest->sendTime + GetTimer();
    }

    /**
     * Collect the packets whose timers have expired.
     * @param lost receives the lost packets
     * @return true if this counts as a new time-out
     */
    bool OnTimer(RdmaTick now, const MrcScoreboard& board, std::vector<RdmaPsnSeq>& lost);

    /**
     * Count an event that is equivalent to a time-out (mrc reference, 5.6): the oldest packet was
     * NACKed, or there was no path to send on. At most one per retransmission timer counts.
     */
    void CountRetry(RdmaTick now);

    /** cack_psn has advanced: reset the count. */
    void ResetRetries();

    /** @return consecutive time-outs */
    uint32_t GetRetries() const
    {
        return m_retries;
    }

    /** @return true if there were more time-outs than allowed */
    bool IsExhausted() const;

    /** @return current timer of a packet */
    RdmaTick GetRto() const
    {
        return m_rto;
    }

  private:
    /// A transmission that arrived before older ones of its lane.
    struct Overtaken
    {
        uint32_t order; ///< its number
        uint16_t lane;  ///< its lane
    };

    /**
     * @param r an outstanding packet
     * @return true if a packet has arrived that was sent a reordering window later
     */
    bool IsTooOld(const MrcTxRecord& r) const
    {
        return r.sendTime + std::max(m_reoWindow, m_gracePeriod) <= m_newestArrived;
    }

    /**
     * The slow path of Detect.
     * @param coverage the packets that may be declared lost
     * @param lost receives the lost packets
     */
    void Collect(RdmaTick now,
                 const MrcScoreboard& board,
                 const MrcSackCoverage& coverage,
                 std::vector<RdmaPsnSeq>& lost);

    /**
     * Rule A, part of Collect. Lowers m_graceEnd to the end of the grace period of packets that
     * only this period protects.
     * @param o a transmission that arrived
     * @param coverage the packets that may be declared lost
     * @param lost receives the lost packets
     * @return true if it has overtaken packets that cannot be decided yet
     */
    bool CollectOvertaken(RdmaTick now,
                          const MrcScoreboard& board,
                          const Overtaken& o,
                          const MrcSackCoverage& coverage,
                          std::vector<RdmaPsnSeq>& lost);

    /**
     * Rule C, part of Collect.
     * @param coverage the packets that may be declared lost
     * @param lost receives the lost packets
     */
    void CollectByDistance(const MrcScoreboard& board,
                           const MrcSackCoverage& coverage,
                           std::vector<RdmaPsnSeq>& lost);

    /**
     * Store evidence for rule A.
     * @param order number of a transmission on it that arrived
     */
    void NoteOvertaken(uint16_t lane, uint32_t order);

    /**
     * Store evidence for rule C.
     * @param order number of a transmission that arrived
     */
    void NoteArrived(uint32_t order);

    /** @return time from a packet's transmission to the expiry of its timer */
    RdmaTick GetTimer() const
    {
        return std::max(m_rto, m_trimDelay * (2 * int64_t{m_rules.trimGracePeriod}));
    }

    /** Recompute the timer from the number of time-outs. */
    void UpdateRto();

    // Members that every SACK needs come first.

    RdmaTick m_newestArrived;             ///< latest send time of all arrived transmissions
    RdmaTick m_reoWindow;                 ///< reordering window of rule B
    RdmaTick m_rto;                       ///< GetRto()
    RdmaTick m_tailDelay;                 ///< GetTailDelay(false) without trims
    RdmaTick m_silence;                   ///< AckSilence
    RdmaTick m_trimDelay;                 ///< present delay of trim reports
    RdmaTick m_gracePeriod;               ///< TrimGracePeriod times that; before the first trim
                                          ///< initially T0
    RdmaTick m_graceEnd{RdmaTick::Max()}; ///< GetGraceEnd()
    RdmaTick m_probeMinTimeout;           ///< see the constructor
    RdmaTick m_probeTimeout;              ///< GetProbeTimeout()
    MrcLossRules m_rules;                 ///< rules in force
    uint32_t m_retries{0};                ///< GetRetries()
    uint32_t m_oooThreshold;              ///< threshold of rule C, packets; 0: off
    std::vector<Overtaken> m_overtaken;   ///< evidence for rule A, one per lane at most
    std::vector<uint32_t> m_arrived;      ///< evidence for rule C: transmissions, in their order

    uint32_t m_mtuBytes;        ///< nominal size of a full packet, B
    float m_tailProbeMinRtts;   ///< TailProbeMinRtts
    uint8_t m_retryLinear;      ///< time-outs with T0
    uint8_t m_retryExponential; ///< time-outs after that
    bool m_trimmed{false};      ///< a trim was reported
    uint32_t m_silenceRtts;     ///< AckSilence, base RTTs
    RdmaTick m_t0;              ///< T0
    RdmaTick m_lastCounted;     ///< time of the last counted time-out
};

} // namespace ns3

#endif // MRC_LOSS_DETECTOR_H
