/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REQUESTER_H
#define MRC_REQUESTER_H

#include "mrc-congestion-control.h"
#include "mrc-ev-table.h"
#include "mrc-feedback-reader.h"
#include "mrc-loss-detector.h"
#include "mrc-path-selector.h"
#include "mrc-probe-sender.h"
#include "mrc-qp-parameters.h"
#include "mrc-scoreboard.h"
#include "mrc-send-queue.h"
#include "mrc-trim-schedule.h"

#include "ns3/ptr.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcRequester: the sending half of an MRC QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Where a QP stands with the scheduler of its NIC (mrc reference, 8.9).
 */
enum class MrcSchedulerState : uint8_t
{
    IDLE,    ///< nothing to send, nothing in flight
    PENDING, ///< nothing to send, something in flight
    ACTIVE,  ///< something to send, but a window or a pause is against it
    READY,   ///< something to send, and it may: wants a port
};

/**
 * @ingroup mrc
 * Sends the packets of messages, sprays them over the EVs, and repeats what is lost (mrc reference,
 * 5 and 8.5). It joins the send queue, the scoreboard, the loss detector, the readers of feedback,
 * the probes, the congestion controller and the path selector: most decisions are theirs. Its own
 * are the order of service, when to ask for a SACK, and when to give up.
 *
 * With Transport ACKs (mrc reference, 5.9) a message is complete when all its packets are
 * acknowledged and a Transport ACK covers it. One that was lost is asked for by a probe, when
 * everything sent has been acknowledged and still nothing is heard for a retransmission time-out.
 *
 * Once it has given up (IsError) it must not be asked to do anything but PollCompletion.
 *
 * Order of service: reliability probes (they need no window), then retransmissions, oldest PSN
 * first, then new data. Write packets need room in the PSN window and in the congestion window.
 *
 * Invariant: every packet counted in flight by the controller is OUTSTANDING in the scoreboard, or
 * was acknowledged by a SACK whose rcvd_bytes has not arrived yet.
 */
class MrcRequester
{
  public:
    /**
     * @param table its EVs, started
     * @param selector its path selector, started
     * @param controller its congestion controller, started
     * @param counters where to count (the requester's members)
     * @param events where to report losses, time-outs and the end
     */
    MrcRequester(const MrcQpConfig& config,
                 MrcEvTable& table,
                 Ptr<MrcPathSelector> selector,
                 Ptr<MrcCongestionControl> controller,
                 RdmaCounters& counters,
                 RdmaRingQueue<RdmaEvent>& events);

    /** Append a message to the send queue. */
    void PostSend(RdmaTick now, const RdmaWorkRequest& wr);

    /** @param pdu a SACK */
    void OnSack(RdmaTick now, const RdmaPdu& pdu);

    /** @param pdu a NACK */
    void OnNack(RdmaTick now, const RdmaPdu& pdu);

    /** @param pdu a Transport ACK, or a semantic NAK */
    void OnTransportAck(RdmaTick now, const RdmaPdu& pdu);

    /**
     * A plane went down: what is under way there will not arrive.
     * @param port 0-based, the plane
     */
    void OnPortDown(RdmaTick now, uint8_t port);

    /** Give up for a reason that is none of its own: everything not complete is flushed. */
    void Abort();

    /** The time of NextWakeup has come (or passed). Afterwards NextWakeup is later than now. */
    void OnTimeout(RdmaTick now);

    /**
     * Take the next probe or write packet.
     * @param readyPorts bit p: port p can take a frame
     * @param tx filled when PDU is returned
     * @return what happened
     */
    RdmaPoll PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /**
     * @param completion filled when true is returned
     * @return true if a message is complete: acknowledged, or flushed
     */
    bool PollCompletion(RdmaCompletion& completion)
    {
        return m_error ? PollFlushed(completion)
                       : m_queue.PollCompletion(m_board.GetFirst(), m_confirmed, completion);
    }

    /** @return true if PollCompletion has one (not after the end) */
    bool HasCompletion() const
    {
        return m_queue.HasCompletion(m_board.GetFirst(), m_confirmed);
    }

    /**
     * @return false if PollTransmit has nothing to do before the next input, whatever the windows
     * and ports say
     */
    bool HasWork() const
    {
        return HasNewData() || m_board.HasRetransmission() || m_probes.IsPlanned() ||
               !m_blockedSince.IsMax();
    }

    /** @return when OnTimeout wants to be called; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /** @return true while a posted message is not complete */
    bool IsBusy() const
    {
        return !m_error &&
               (m_board.GetFirst() != m_queue.GetEnd() || m_confirmed < m_queue.GetEndMessage());
    }

    /** @return the round-trip time of its newest SACK that has told one; nothing before */
    std::optional<RdmaTick> GetLastRtt() const
    {
        return m_feedback.GetLastRtt();
    }

    /** @return true once the QP has given up */
    bool IsError() const
    {
        return m_error;
    }

    /** @return its state for the NIC's scheduler, of write packets: probes need no window */
    MrcSchedulerState GetSchedulerState() const;

    /** @return the packets sent */
    const MrcScoreboard& GetScoreboard() const
    {
        return m_board;
    }

    /** @return what it waits for, for a person */
    std::string Describe(RdmaTick now) const;

    /** @return the PSN of the next new packet, on the wire */
    uint32_t GetNextPsn() const
    {
        return ToWireRdmaPsn(m_board.GetEnd());
    }

  private:
    /// A packet that is to be sent again, but not yet.
    struct Delayed
    {
        RdmaTick due;      ///< when it may be sent
        RdmaPsnSeq psn{0}; ///< the packet
        bool held{false};  ///< by the receiver's schedule

        /**
         * @param o another one
         * @return true if this one is sent later, which orders a heap
         */
        bool operator<(const Delayed& o) const
        {
            return due != o.due ? due > o.due : psn > o.psn;
        }
    };

    /**
     * @param completion filled when true is returned
     * @return true if there is a message that was sent before the end, or is flushed
     */
    bool PollFlushed(RdmaCompletion& completion);

    // Losses.

    /**
     * Act on the packets in m_lost, and empty it.
     * @param pathFault true if their EVs are to blame
     */
    void DeclareLost(RdmaTick now, bool pathFault);

    /**
     * Report a packet that is declared lost: whether it really is, others may know.
     * @param r its last transmission
     */
    void ReportLoss(RdmaPsnSeq psn, const MrcTxRecord& r);

    /** Offer delayed retransmissions whose time has come. */
    void ReleaseDelayed(RdmaTick now);

    /**
     * @return when timer E expires, or when a QP without a path, or without the Transport ACK it
     * waits for, has waited as long
     */
    RdmaTick GetAckDeadline() const;

    /** @return true if all that was sent is acknowledged, but not by Transport ACKs */
    bool IsConfirmationMissing() const
    {
        return m_transportAck && m_queue.IsConfirmationMissing(m_board.GetFirst(), m_confirmed);
    }

    /**
     * @return true if there is no path for what could be sent. A late SACK may leave nothing that
     * wants one.
     */
    bool IsBlocked() const
    {
        return !m_blockedSince.IsMax() && (m_board.HasRetransmission() || HasNewData());
    }

    /** The time of GetAckDeadline has come. */
    void OnAckTimer(RdmaTick now);

    /**
     * Note a time-out that counts.
     * @param psn the packet whose timer expired
     */
    void CountTimeout(RdmaPsnSeq psn);

    /** Move to ERROR if there were too many time-outs. */
    void CheckRetries();

    /**
     * Give up.
     * @param cause status of the oldest message that is not complete
     * @param fault the same for the event
     */
    void Fail(RdmaCompletion::Status cause, RdmaFault fault);

    /** Nothing is to be done any more: paths need not be probed. */
    void RestIfDone()
    {
        if (!IsBusy())
        {
            m_table.Rest();
        }
    }

    // Windows.

    /** @return PSN after the last one that the PSN window permits (mrc reference, 5.3) */
    RdmaPsnSeq GetWindowEnd() const
    {
        return std::max(m_board.GetFirst() + m_window, m_permittedEnd);
    }

    /**
     * Take over the MPR that the responder tells, if it is news.
     * @param sack a SACK, not yet read
     */
    void ReadMpr(const MrcSackPdu& sack, RdmaPsnSeq cack);

    // Sending.

    /** @return true if new data is there and the PSN window has room for a packet of it */
    bool HasNewData() const
    {
        const RdmaPsnSeq end = m_board.GetEnd();
        return end != m_queue.GetSendEnd() && end < GetWindowEnd();
    }

    /** @return true if a packet is to be sent that may ask for a SACK: now, or later in any case */
    bool MayAsk() const
    {
        return !m_delayed.empty() || GetSchedulerState() == MrcSchedulerState::READY;
    }

    /**
     * A packet is not to be sent again before a time.
     * @param delayed the packet and the time
     */
    void Delay(const Delayed& delayed);

    /**
     * A trimmed packet is to wait for its place at the receiver (MrcTrimSchedule). As long as one
     * does, no new data is sent: it would only be trimmed as well.
     * @param psn the packet
     * @param hold how long
     */
    void Hold(RdmaTick now, RdmaPsnSeq psn, RdmaTick hold);

    /**
     * @param rtx true: the next retransmission, false: the next new packet
     * @return its nominal size, B
     */
    uint32_t GetNextNominalBytes(bool rtx) const
    {
        if (rtx)
        {
            return m_board.At(m_board.GetRetransmission()).nominalBytes;
        }
        const MrcSendQueue::Packet packet = m_queue.Peek(m_board.GetEnd());
        return MrcNominalBytes(packet.payloadBytes, m_timestamps, packet.immediate);
    }

    /**
     * The first packet of the send queue enters the scoreboard.
     * @return its PSN
     */
    RdmaPsnSeq TakeNewPacket();

    /**
     * Fill in a write packet.
     * @param rtx true for a retransmission
     */
    void MakeWrite(RdmaTick now, RdmaPsnSeq psn, bool rtx, RdmaPdu& pdu);

    /**
     * @param psn the packet just sent
     * @return true if it should ask for a SACK (mrc reference, 5.4), besides that rule also once in
     * AckSilence base RTTs without any feedback. When the window closes it asks only if no earlier
     * request is under way: every SACK opens the window for a few packets, whose last one would ask
     * for the next.
     */
    bool IsAckWanted(RdmaTick now, RdmaPsnSeq psn);

    /**
     * Choose the path of a retransmission: another EV than last time, and another plane once a
     * retransmission was lost as well.
     * @param readyPorts bit p: port p can take a frame
     * @param r the packet
     * @return the path, or nothing
     */
    std::optional<MrcPath> SelectOther(RdmaTick now, uint32_t readyPorts, const MrcTxRecord& r);

    /**
     * There is a write packet to send, but no EV for it.
     * @param readyPorts bit p: port p can take a frame
     * @return the answer of PollTransmit
     */
    RdmaPoll OnNoPath(RdmaTick now, uint32_t readyPorts);

    /**
     * @param readyPorts bit p: port p can take a frame
     * @return true if there are ports to wait for
     */
    bool IsPortBusy(uint32_t readyPorts) const
    {
        return (m_table.GetUpPlanes() & ~readyPorts) != 0;
    }

    /**
     * @param os where to write what the QP waits for
     */
    void DescribeWait(std::ostream& os) const;

    MrcEvTable& m_table;                    ///< EVs
    Ptr<MrcPathSelector> m_selector;        ///< chooses EVs
    Ptr<MrcCongestionControl> m_controller; ///< congestion window
    RdmaCounters& m_counters;               ///< counters of the QP
    RdmaRingQueue<RdmaEvent>& m_events;     ///< events of the QP
    uint32_t m_peerQpn;                     ///< where packets go
    uint32_t m_window;                      ///< MPR, packets
    uint32_t m_maxWindow;                   ///< largest MPR of the device, packets
    uint32_t m_sackThresholdBytes;          ///< of the peer's responder, B
    uint32_t m_nominalMtuBytes;             ///< nominal size of a full packet, B
    bool m_timestamps;                      ///< writes carry a TSETH
    bool m_trimmable;                       ///< the peer NACKs trimmed packets
    bool m_transportAck;                    ///< Transport ACKs complete messages
    bool m_dynamicMpr;                      ///< the peer may change the MPR

    MrcSendQueue m_queue;         ///< the messages
    MrcScoreboard m_board;        ///< the packets sent
    MrcLossDetector m_detector;   ///< which of them are lost
    MrcFeedbackReader m_feedback; ///< what SACKs and NACKs say about them
    MrcProbeSender m_probes;      ///< reliability probes

    std::vector<RdmaPsnSeq> m_lost; ///< scratch: packets to be declared lost
    std::vector<Delayed> m_delayed; ///< retransmissions that wait, a heap: the earliest first
    uint32_t m_held{0};             ///< packets that wait for their places at the receiver
    bool m_trimSchedule;            ///< obey the receiver's schedule
    RdmaPsnSeq m_askedBy{-1};       ///< last packet that asked because it closed the window
    bool m_askOnce;                 ///< attribute AckOncePerWindow
    uint32_t m_silenceRtts;         ///< attribute AckSilence, base RTTs
    RdmaTick m_lastFeedback;        ///< a SACK has come or was asked for
    RdmaTick m_blockedSince{RdmaTick::Max()}; ///< since when there is no path and nothing under way

    uint64_t m_confirmed;          ///< messages that Transport ACKs cover; all, without those
    RdmaTick m_confirmationSought; ///< when a lost Transport ACK was last asked for
    RdmaPsnSeq m_permittedEnd{0};  ///< end of the window before the MPR shrank
    uint32_t m_mprRcvdBytes{0};    ///< rcvd_bytes of the SACK that told the MPR, units of 256 B

    bool m_error{false};                                             ///< given up
    RdmaCompletion::Status m_cause{RdmaCompletion::Status::FLUSHED}; ///< why
};

static_assert(sizeof(MrcRequester) <= 832, "thirteen cache lines, most of which a SACK needs");

} // namespace ns3

#endif // MRC_REQUESTER_H
