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
 * State of a QP for the scheduler of its NIC (mrc reference, 8.9).
 */
enum class MrcSchedulerState : uint8_t
{
    IDLE,    ///< nothing to send, nothing in flight
    PENDING, ///< nothing to send, something in flight
    ACTIVE,  ///< something to send, but a window or a pause forbids it
    READY,   ///< something to send, and only a port is needed
};

/**
 * @ingroup mrc
 * Sends the packets of messages, sprays them over the EVs, and repeats lost ones (mrc reference, 5
 * and 8.5). It connects the send queue, the scoreboard, the loss detector, the readers of feedback,
 * the probes, the congestion controller and the path selector, which make most decisions. The
 * requester itself decides on the order of service, the times of ack requests, and the end of
 * retries.
 *
 * With Transport ACKs (mrc reference, 5.9) a message is complete when all its packets are
 * acknowledged and a Transport ACK covers it. A lost Transport ACK is requested by a probe, when
 * all packets sent are acknowledged and no Transport ACK has arrived for a retransmission time-out.
 *
 * After it has given up (IsError) only PollCompletion may be called.
 *
 * Order of service: reliability probes (they need no window), then retransmissions, oldest PSN
 * first, then new data. Write packets need space in the PSN window and in the congestion window.
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
     * @param counters counters of the QP; the requester's members are updated here
     * @param events queue for reports of losses, time-outs and the failure
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
     * A plane went down: packets in flight there will not arrive.
     * @param port 0-based, the plane
     */
    void OnPortDown(RdmaTick now, uint8_t port);

    /** Give up for an external reason: all incomplete messages are flushed. */
    void Abort();

    /** The time of NextWakeup has come (or passed). Afterwards NextWakeup is later than now. */
    void OnTimeout(RdmaTick now);

    /**
     * Take the next probe or write packet.
     * @param readyPorts bit p: port p can take a frame
     * @param tx filled when PDU is returned
     * @return result
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

    /** @return true if PollCompletion has one (not after a failure) */
    bool HasCompletion() const
    {
        return m_queue.HasCompletion(m_board.GetFirst(), m_confirmed);
    }

    /**
     * @return false if PollTransmit has nothing to do before the next input, regardless of windows
     * and ports
     */
    bool HasWork() const
    {
        return HasNewData() || m_board.HasRetransmission() || m_probes.IsPlanned() ||
               !m_blockedSince.IsMax();
    }

    /** @return time of the next call of OnTimeout; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /** @return true while a posted message is not complete */
    bool IsBusy() const
    {
        return !m_error &&
               (m_board.GetFirst() != m_queue.GetEnd() || m_confirmed < m_queue.GetEndMessage());
    }

    /** @return the round-trip time of the newest SACK with a sample; nothing before */
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

    /** @return readable text: the reason for waiting */
    std::string Describe(RdmaTick now) const;

    /** @return the PSN of the next new packet, on the wire */
    uint32_t GetNextPsn() const
    {
        return ToWireRdmaPsn(m_board.GetEnd());
    }

  private:
    /// A packet that is to be sent again later.
    struct Delayed
    {
        RdmaTick due;      ///< earliest time to send it
        RdmaPsnSeq psn{0}; ///< the packet
        bool held{false};  ///< delayed by the receiver's schedule

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
     * @return true if there is a message that was sent before the failure, or is flushed
     */
    bool PollFlushed(RdmaCompletion& completion);

    // Losses.

    /**
     * Process the packets in m_lost, and empty it.
     * @param why PORT_DOWN: their EVs have no part in it; otherwise the losses are attributed to
     * them
     */
    void DeclareLost(RdmaTick now, RdmaResend why);

    /**
     * Report a packet that is declared lost, as an event for the check against ground truth.
     * @param r its last transmission
     */
    void ReportLoss(RdmaPsnSeq psn, const MrcTxRecord& r);

    /** Offer the delayed retransmissions that are due. */
    void ReleaseDelayed(RdmaTick now);

    /**
     * @return time at which timer E expires, or at which a QP without a path, or without the
     * Transport ACK that it waits for, has waited as long
     */
    RdmaTick GetAckDeadline() const;

    /** @return true if all packets sent are acknowledged, but Transport ACKs are missing */
    bool IsConfirmationMissing() const
    {
        return m_transportAck && m_board.GetFirst() == m_board.GetEnd() &&
               m_queue.IsConfirmationMissing(m_board.GetFirst(), m_confirmed);
    }

    /**
     * @return true if data to be sent has no path. After a late SACK there may be no such data.
     */
    bool IsBlocked() const
    {
        return !m_blockedSince.IsMax() && (m_board.HasRetransmission() || HasNewData());
    }

    /** GetAckDeadline has expired. */
    void OnAckTimer(RdmaTick now);

    /**
     * Count and report a time-out.
     * @param psn the packet whose timer expired
     */
    void CountTimeout(RdmaPsnSeq psn);

    /** Move to ERROR if there were too many time-outs. */
    void CheckRetries();

    /**
     * Give up.
     * @param cause status of the oldest incomplete message
     * @param fault the same for the event
     */
    void Fail(RdmaCompletion::Status cause, RdmaFault fault);

    /** If nothing remains to be done, stop probing paths. */
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
     * Apply the MPR of a SACK, if it is newer.
     * @param sack a SACK, not yet evaluated
     */
    void ReadMpr(const MrcSackPdu& sack, RdmaPsnSeq cack);

    // Sending.

    /** @return true if there is new data and the PSN window has space for a packet of it */
    bool HasNewData() const
    {
        const RdmaPsnSeq end = m_board.GetEnd();
        return end != m_queue.GetSendEnd() && end < GetWindowEnd();
    }

    /**
     * @param rtx a retransmission is waiting
     * @return true if a packet may leave when window and port allow it
     */
    bool HasNext(bool rtx) const
    {
        return rtx || (HasNewData() && m_held == 0);
    }

    /**
     * @param rtx the next packet is a retransmission
     * @return true if the congestion window has space for the next packet, which exists
     */
    bool IsWindowOpen(bool rtx) const
    {
        return m_controller->CanSend(GetNextNominalBytes(rtx));
    }

    /** @return true if a packet is to be sent that may request a SACK: now, or later in any case */
    bool MayAsk() const
    {
        return !m_delayed.empty() || GetSchedulerState() == MrcSchedulerState::READY;
    }

    /**
     * Delay a retransmission.
     * @param delayed the packet and the time
     */
    void Delay(const Delayed& delayed);

    /**
     * Delay a trimmed packet until its time in the receiver's schedule (MrcTrimSchedule). Meanwhile
     * no new data is sent, because it would also be trimmed.
     * @param psn the packet
     * @param hold delay
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
     * Move the first packet of the send queue to the scoreboard.
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
     * @return true if it should request a SACK (mrc reference, 5.4, and in addition once in
     * AckSilence base RTTs without feedback). When the window closes it requests one only if no
     * earlier request is outstanding: every SACK opens the window for a few packets, whose last one
     * would request the next SACK.
     */
    bool IsAckWanted(RdmaTick now, RdmaPsnSeq psn);

    /**
     * Choose the path of a retransmission: another EV than last time, and another plane if a
     * retransmission was also lost.
     * @param readyPorts bit p: port p can take a frame
     * @param r the packet
     * @return the path, or nothing
     */
    std::optional<MrcPath> SelectOther(RdmaTick now, uint32_t readyPorts, const MrcTxRecord& r);

    /**
     * There is a write packet to send, but no EV is usable.
     * @param readyPorts bit p: port p can take a frame
     * @return result of PollTransmit
     */
    RdmaPoll OnNoPath(RdmaTick now, uint32_t readyPorts);

    /**
     * @param readyPorts bit p: port p can take a frame
     * @return true if a port is busy and will become ready
     */
    bool IsPortBusy(uint32_t readyPorts) const
    {
        return (m_table.GetUpPlanes() & ~readyPorts) != 0;
    }

    /**
     * @param os receives the reason for waiting
     */
    void DescribeWait(std::ostream& os) const;

    MrcEvTable& m_table;                    ///< EVs
    Ptr<MrcPathSelector> m_selector;        ///< chooses EVs
    Ptr<MrcCongestionControl> m_controller; ///< congestion window
    RdmaCounters& m_counters;               ///< counters of the QP
    RdmaRingQueue<RdmaEvent>& m_events;     ///< events of the QP
    uint32_t m_peerQpn;                     ///< QP number of the peer
    uint32_t m_window;                      ///< MPR, packets
    uint32_t m_maxWindow;                   ///< largest MPR of the device, packets
    uint32_t m_sackThresholdBytes;          ///< SACK threshold of the peer's responder, B
    uint32_t m_nominalMtuBytes;             ///< nominal size of a full packet, B
    bool m_timestamps;                      ///< writes carry a TSETH
    bool m_trimmable;                       ///< the peer sends NACKs of trimmed packets
    bool m_transportAck;                    ///< Transport ACKs complete messages
    bool m_dynamicMpr;                      ///< the peer may change the MPR

    MrcSendQueue m_queue;         ///< the messages
    MrcScoreboard m_board;        ///< the packets sent
    MrcLossDetector m_detector;   ///< finds the lost ones
    MrcFeedbackReader m_feedback; ///< evaluates SACKs and NACKs
    MrcProbeSender m_probes;      ///< reliability probes

    std::vector<RdmaPsnSeq> m_lost; ///< scratch: packets to be declared lost
    std::vector<Delayed> m_delayed; ///< retransmissions that wait, a heap: the earliest first
    uint32_t m_held{0};             ///< packets delayed by the receiver's schedule
    bool m_trimSchedule;            ///< obey the receiver's schedule
    RdmaPsnSeq m_askedBy{-1};       ///< last packet with an ack request because it closed the
                                    ///< window
    uint32_t m_askOnceFromBytes;    ///< window from which only one request is outstanding, B
    uint32_t m_silenceRtts;         ///< attribute AckSilence, base RTTs
    RdmaTick m_lastFeedback;        ///< time of the last SACK or ack request
    RdmaTick m_blockedSince{RdmaTick::Max()}; ///< begin of the time without a path and without
                                              ///< packets in flight

    uint64_t m_confirmed;          ///< messages covered by Transport ACKs; all, if these are not in
                                   ///< use
    RdmaTick m_confirmationSought; ///< time at which a lost Transport ACK was last requested
    RdmaPsnSeq m_permittedEnd{0};  ///< end of the window before the MPR shrank
    uint32_t m_mprRcvdBytes{0};    ///< rcvd_bytes of the SACK with the MPR, units of 256 B

    bool m_error{false};                                             ///< failed
    RdmaCompletion::Status m_cause{RdmaCompletion::Status::FLUSHED}; ///< cause of the failure
};

static_assert(sizeof(MrcRequester) <= 832, "thirteen cache lines, most of which a SACK needs");

} // namespace ns3

#endif // MRC_REQUESTER_H
