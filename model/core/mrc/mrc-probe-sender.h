/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_SENDER_H
#define MRC_PROBE_SENDER_H

#include "mrc-ev-table.h"
#include "mrc-loss-detector.h"
#include "mrc-path-selector.h"
#include "mrc-scoreboard.h"

#include "ns3/ptr.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <algorithm>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcProbeSender: the reliability probes of a requester.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sends reliability probes and recognizes their answers (mrc reference, 9.4). A probe uses neither
 * a PSN nor space in a window. There are two reasons to send one:
 *  - the tail probe of rule D (mrc reference, 5.7): packets are outstanding and there has been no
 *    feedback for a while. It is repeated until it is answered.
 *  - an EV for which the EV table requests a probe.
 *
 * For either reason, an answer counts as both: evidence of losses for the detector, and a success
 * of the EV for the table.
 */
class MrcProbeSender
{
  public:
    /**
     * @param peerQpn destination of probes
     * @param board the packets sent
     * @param detector has the times of rule D, and receives answers
     * @param table returns the EVs to probe, and receives answers
     * @param selector chooses the EVs of tail probes
     */
    MrcProbeSender(uint32_t peerQpn,
                   MrcScoreboard& board,
                   MrcLossDetector& detector,
                   MrcEvTable& table,
                   Ptr<MrcPathSelector> selector);

    /**
     * Feedback about outstanding packets has arrived, or the first one is about to be sent: restart
     * rule D.
     * @param mayAsk returns true if a packet is to be sent that may request a SACK; called only if
     * needed
     */
    template <typename F>
    void RestartTail(RdmaTick now, F&& mayAsk)
    {
        WaitAnew(now);
        m_tailProbes = 0;
        m_acksAsked = m_board.IsOutstanding(m_askedPsn);
        m_othersAsk = !m_acksAsked && mayAsk();
    }

    /**
     * Windows or the packets to be sent have changed.
     * @param mayAsk as of RestartTail
     */
    template <typename F>
    void UpdateOthers(F&& mayAsk)
    {
        m_othersAsk = m_othersAsk && mayAsk();
    }

    /**
     * A packet that requests a SACK is sent: rule D waits for the answer to the first request since
     * the last feedback.
     * @param psn the packet
     */
    void OnAckAsked(RdmaTick now, RdmaPsnSeq psn)
    {
        m_askedPsn = psn;
        if (!m_acksAsked)
        {
            m_acksAsked = true;
            m_othersAsk = false;
            m_tailFrom = std::max(m_tailFrom, now);
        }
    }

    /**
     * @return latest time at which the answer to the next tail probe, or to the last one, may
     * arrive that shows whether outstanding packets have arrived
     */
    RdmaTick GetTailHope() const
    {
        if (!m_detector.IsProbing())
        {
            return RdmaTick();
        }
        const RdmaTick asks = m_tailProbes == 0 ? m_detector.GetTailDelay(m_othersAsk) : RdmaTick();
        return m_tailFrom + asks + m_detector.GetProbeTimeout();
    }

    /** Send a probe even if no packet is outstanding: a Transport ACK may have been lost. */
    void Ask()
    {
        m_asked = true;
        m_tailDue = true;
    }

    /**
     * A SACK that answers a probe has arrived. If the probe has been given up, the answer is
     * feedback about its path like any other SACK.
     * @return round-trip time of the probe; nothing if it is not outstanding (any more)
     */
    std::optional<RdmaTick> OnAnswer(RdmaTick now, const MrcSackPdu& sack);

    /** The time of NextWakeup may have come. Afterwards NextWakeup is later than now. */
    void OnTimeout(RdmaTick now);

    /** @return true if a probe waits to be sent */
    bool IsDue(RdmaTick now) const
    {
        return m_tailDue || m_table.NextProbe() <= now;
    }

    /** @return true if a probe waits to be sent, or will be sent without a further input */
    bool IsPlanned() const
    {
        return m_tailDue || !m_table.NextProbe().IsMax();
    }

    /**
     * Take the next probe.
     * @param readyPorts bit p: port p can take a frame
     * @param tx filled when true is returned
     * @return true if there is one and a port is ready for it
     */
    bool Poll(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /** @return time of the next call of OnTimeout; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const
    {
        const RdmaTick tail = GetTailDeadline();
        const RdmaTick ev = m_table.NextProbe();
        return ev <= m_evSeen ? tail : std::min(tail, ev);
    }

  private:
    /// Number of tail probes after which the interval between them stops growing: a factor of 64.
    static constexpr uint8_t MAX_TAIL_PROBES = 7;

    /// A probe that may still be answered.
    struct Probe
    {
        RdmaTick sendTime;    ///< when it was sent
        uint32_t entropy{0};  ///< EV
        uint32_t order{0};    ///< its number among all transmissions
        uint16_t lane{0};     ///< lane of the EV
        uint16_t id{0};       ///< probe_id
        bool answered{false}; ///< its SACK has come
    };

    /**
     * Restart the wait of rule D with the present count of tail probes: no probe is outstanding.
     */
    void WaitAnew(RdmaTick now)
    {
        m_tailFrom = now;
        m_tailUnanswered = false;
        m_tailDue = false;
    }

    /**
     * @return time at which the tail probe is due, or counts as lost; RdmaTick::Max() if none is
     * needed
     */
    RdmaTick GetTailDeadline() const
    {
        if (m_tailDue || m_board.GetOutstanding() == 0 || !m_detector.IsProbing())
        {
            return RdmaTick::Max();
        }
        // The second probe decides by rule B. Later ones only check whether the peer answers, and
        // in an incast of hundreds of QPs they would be a load themselves.
        const uint32_t doublings = m_tailProbes < 2 ? 0U : m_tailProbes - 1U;
        const RdmaTick wait =
            m_tailUnanswered ? m_detector.GetProbeTimeout() : m_detector.GetTailDelay(m_othersAsk);
        return m_tailFrom + wait * (int64_t{1} << doublings);
    }

    /**
     * @param readyPorts bit p: port p can take a frame
     * @return path of the tail probe; nothing if it waits for a port or is no longer needed
     */
    std::optional<MrcPath> PollTail(RdmaTick now, uint32_t readyPorts);

    /**
     * @param readyPorts bit p: port p can take a frame
     * @param oldest the outstanding packet sent longest ago
     * @return a path for the tail probe, on another plane than the oldest packet if possible
     */
    std::optional<MrcPath> SelectForTail(RdmaTick now,
                                         uint32_t readyPorts,
                                         const MrcTxRecord& oldest);

    /**
     * Store a probe that is sent now. Probes answered or given up are removed here.
     * @return its probe_id
     */
    uint16_t Register(RdmaTick now, uint32_t entropy);

    MrcScoreboard& m_board;              ///< the packets sent
    MrcLossDetector& m_detector;         ///< finds the lost ones
    MrcEvTable& m_table;                 ///< EVs
    RdmaTick m_evSeen{RdmaTick::Ps(-1)}; ///< OnTimeout has handled the EV probes due until then
    RdmaTick m_tailFrom;                 ///< last feedback about outstanding packets, or time of
                                         ///< the tail probe
    bool m_tailDue{false};               ///< a tail probe waits for a port
    bool m_asked{false};                 ///< see Ask
    bool m_tailUnanswered{false};        ///< a tail probe is outstanding
    RdmaPsnSeq m_askedPsn{-1};           ///< last packet that requested a SACK
    bool m_acksAsked{false};             ///< a packet has, and the last feedback has not answered
                                         ///< it
    bool m_othersAsk{false};             ///< none has, but a packet to be sent may
    uint8_t m_tailProbes{0};             ///< tail probes since the last feedback, at most
                                         ///< MAX_TAIL_PROBES
    uint16_t m_nextId{0};                ///< probe_id of the next probe
    uint32_t m_peerQpn;                  ///< destination of probes
    Ptr<MrcPathSelector> m_selector;     ///< chooses EVs
    RdmaRingQueue<Probe> m_probes;       ///< outstanding, oldest first
};

} // namespace ns3

#endif // MRC_PROBE_SENDER_H
