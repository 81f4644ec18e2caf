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
 * ns3::MrcLossDetector: which packets the network has swallowed.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Loss detection under multipath reordering (mrc reference, 5.7 and 5.8). It looks at the
 * scoreboard and says which packets are lost; it changes nothing there. Each rule can be switched
 * off.
 *
 * Three kinds of evidence make a packet lost:
 *  - rule A: a later packet of the same EV has arrived. Paths keep the order of their packets.
 *  - rule B: a packet of any EV has arrived that was sent a reordering window later.
 *  - rule C, off by default: more than a number of packets sent after it have arrived.
 *
 * Evidence is a transmission known to have arrived: of a data packet (OnArrived) or of a
 * reliability probe (OnProbeArrived; rule D, whose timing also is here). It convicts only packets
 * that the newest SACK speaks of (MrcSackCoverage): about others nobody has said that they are
 * missing. Evidence against those waits until a SACK covers them. Evidence of rule A that waits for
 * nothing but the grace period (OnTrim) convicts when that runs out (GetGraceEnd). All rules look
 * from the oldest packet on and stop at the first one too young, so the work is proportional to the
 * losses.
 *
 * Rule E is the retransmission timer, one per packet, of which only the oldest can expire. All
 * timers share the count of consecutive time-outs: T0 for the first ones, then doubled each time.
 * Time-outs of packets sent before the last counted one belong to the same episode and do not
 * count again.
 */
class MrcLossDetector
{
  public:
    explicit MrcLossDetector(const MrcQpConfig& config);

    /**
     * Take over the controller's idea of the path.
     * @param baseRtt unloaded round-trip time
     */
    void SetPath(RdmaTick baseRtt, RdmaTick targetDelay);

    /** @return how long the answer to a probe is awaited (mrc reference, 9.4) */
    RdmaTick GetProbeTimeout() const
    {
        return m_probeTimeout;
    }

    /**
     * Rule C: take over the congestion window, if the threshold depends on it.
     * @param cwnd congestion window, B
     * @param maxCwnd the largest one, B
     */
    void SetWindow(uint64_t cwnd, uint64_t maxCwnd);

    /** @return true if the threshold of rule C depends on the congestion window */
    bool IsWindowWanted() const
    {
        return m_rules.oooCwndFactor > 0;
    }

    /** @return true if outstanding packets without news are to be asked for (rule D) */
    bool IsProbing() const
    {
        return m_rules.probe;
    }

    /** @return true if there was news of a trim: others may still be under way */
    bool IsTrimming() const
    {
        return m_trimmed && m_rules.trimGracePeriod != 0;
    }

    /**
     * @param othersAsk no packet has asked for a SACK since the last one, but one that is to be
     * sent may: it is first its turn (AckSilence)
     * @return how long outstanding packets may go without a SACK since the last one, or since one
     * of them has asked
     */
    RdmaTick GetTailDelay(bool othersAsk) const
    {
        const RdmaTick delay = std::max(m_tailDelay, m_trimDelay * 2);
        return othersAsk ? delay + m_silence : delay;
    }

    /**
     * A NACK has told of a trim: as long as the last ones took, others may take, too. Headers of
     * trimmed packets wait in queues of their own, and the SACKs of later packets overtake them.
     * No packet is thought lost before TrimGracePeriod times as long, and rule D asks more seldom.
     * @param delay from the transmission to the NACK
     */
    void OnTrim(RdmaTick delay)
    {
        m_trimmed = true;
        m_trimDelay = std::max(delay, m_trimDelay - m_trimDelay / 4);
        m_gracePeriod = m_trimDelay * m_rules.trimGracePeriod;
    }

    /** Packets have arrived: the the grace period of OnTrim fades, by a 16th for each such SACK. */
    void OnProgress()
    {
        m_trimDelay = m_trimDelay - m_trimDelay / 16;
        m_gracePeriod =
            m_trimmed ? m_trimDelay * m_rules.trimGracePeriod : m_gracePeriod - m_gracePeriod / 4;
    }

    // Rules A, B and C.

    /** The latest transmission of a packet has arrived. Called while it still is outstanding. */
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
     * Apply the evidence there is.
     * @param board the scoreboard, the packets that arrived already settled
     * @param coverage the packets of which the newest SACK says that they are missing
     * @param lost the packets lost are appended; a packet may appear twice
     */
    void Detect(RdmaTick now,
                const MrcScoreboard& board,
                const MrcSackCoverage& coverage,
                std::vector<RdmaPsnSeq>& lost)
    {
        const MrcTxRecord* oldest = board.GetOldest();
        if (oldest == nullptr)
        {
            m_arrived.clear(); // nothing is left that they could have overtaken
            m_overtaken.clear();
            m_graceEnd = RdmaTick::Max();
        }
        else if (!m_overtaken.empty() || IsTooOld(*oldest) || m_arrived.size() > m_oooThreshold)
        {
            Collect(now, board, coverage, lost);
        }
    }

    /**
     * @return when Detect will find more without further evidence: a packet was overtaken, a SACK
     * says that it is missing, and the grace period runs out; RdmaTick::Max() if there is no such
     * packet
     */
    RdmaTick GetGraceEnd() const
    {
        return m_graceEnd;
    }

    // Rule E.

    /** @return when the oldest timer expires; RdmaTick::Max() if nothing is outstanding */
    RdmaTick GetTimerDeadline(const MrcScoreboard& board) const
    {
        const MrcTxRecord* oldest = board.GetOldest();
        return oldest == nullptr || !m_rules.timer ? RdmaTick::Max()
                                                   : oldest->sendTime + GetTimer();
    }

    /**
     * Collect the packets whose timers have expired.
     * @param lost the packets lost are appended
     * @return true if this counts as a new time-out
     */
    bool OnTimer(RdmaTick now, const MrcScoreboard& board, std::vector<RdmaPsnSeq>& lost);

    /**
     * Something that counts like a time-out (mrc reference, 5.6): the oldest packet was NACKed, or
     * no path was there to send on. At most one per retransmission timer counts.
     */
    void CountRetry(RdmaTick now);

    /** cack_psn has advanced: start counting anew. */
    void ResetRetries();

    /** @return consecutive time-outs */
    uint32_t GetRetries() const
    {
        return m_retries;
    }

    /** @return true if there were more time-outs than allowed */
    bool IsExhausted() const;

    /** @return the timer of a packet now */
    RdmaTick GetRto() const
    {
        return m_rto;
    }

  private:
    /// A transmission that arrived while older ones of its lane had not.
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
     * The thorough part of Detect.
     * @param coverage the packets that may be found missing
     * @param lost the packets lost are appended
     */
    void Collect(RdmaTick now,
                 const MrcScoreboard& board,
                 const MrcSackCoverage& coverage,
                 std::vector<RdmaPsnSeq>& lost);

    /**
     * Rule A, part of Collect. It brings m_graceEnd forward to what only the grace period saves.
     * @param o a transmission that arrived
     * @param coverage the packets that may be found missing
     * @param lost the packets lost are appended
     * @return true if there are packets that it has overtaken and about which it is too early to
     * say
     */
    bool CollectOvertaken(RdmaTick now,
                          const MrcScoreboard& board,
                          const Overtaken& o,
                          const MrcSackCoverage& coverage,
                          std::vector<RdmaPsnSeq>& lost);

    /**
     * Rule C, part of Collect.
     * @param coverage the packets that may be found missing
     * @param lost the packets lost are appended
     */
    void CollectByDistance(const MrcScoreboard& board,
                           const MrcSackCoverage& coverage,
                           std::vector<RdmaPsnSeq>& lost);

    /**
     * Remember evidence for rule A.
     * @param order number of a transmission on it that arrived
     */
    void NoteOvertaken(uint16_t lane, uint32_t order);

    /**
     * Remember evidence for rule C.
     * @param order number of a transmission that arrived
     */
    void NoteArrived(uint32_t order);

    /** @return how long after its transmission a packet's timer expires */
    RdmaTick GetTimer() const
    {
        return std::max(m_rto, m_trimDelay * (2 * int64_t{m_rules.trimGracePeriod}));
    }

    /** Recompute the timer from the number of time-outs. */
    void UpdateRto();

    // What every SACK needs, first.

    RdmaTick m_newestArrived;             ///< latest send time of all that arrived
    RdmaTick m_reoWindow;                 ///< reordering window of rule B
    RdmaTick m_rto;                       ///< GetRto()
    RdmaTick m_tailDelay;                 ///< GetTailDelay(false) without trims
    RdmaTick m_silence;                   ///< AckSilence
    RdmaTick m_trimDelay;                 ///< how long news of trims takes at present
    RdmaTick m_gracePeriod;               ///< TrimGracePeriod times that; at first, the timer
    RdmaTick m_graceEnd{RdmaTick::Max()}; ///< GetGraceEnd()
    bool m_trimmed{false};                ///< there was news of a trim
    RdmaTick m_probeTimeout;              ///< GetProbeTimeout()
    MrcLossRules m_rules;                 ///< rules in force
    uint32_t m_retries{0};                ///< GetRetries()
    uint32_t m_oooThreshold;              ///< threshold of rule C, packets; 0: off
    std::vector<Overtaken> m_overtaken;   ///< evidence for rule A, one per lane at most
    std::vector<uint32_t> m_arrived;      ///< evidence for rule C: transmissions, in their order

    double m_reoWindowFactor;    ///< ReoWindow, base RTTs
    uint32_t m_mtuBytes;         ///< nominal size of a full packet, B
    uint32_t m_retryLinear;      ///< time-outs with T0
    uint32_t m_retryExponential; ///< time-outs after that
    uint32_t m_silenceRtts;      ///< AckSilence, base RTTs
    RdmaTick m_t0;               ///< T0
    RdmaTick m_lastCounted;      ///< when the last time-out was counted
};

} // namespace ns3

#endif // MRC_LOSS_DETECTOR_H
