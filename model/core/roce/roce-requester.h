/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_REQUESTER_H
#define ROCE_REQUESTER_H

#include "roce-pacer.h"
#include "roce-qp-config.h"
#include "roce-rate-control.h"
#include "roce-recovery.h"
#include "roce-send-queue.h"

#include "ns3/ptr.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceRequester: the sending half of a RoCEv2 RC queue pair.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sends the posted messages in order, within the window of its recovery and at the rate of the
 * controller, spaced by a pacer. The recovery decides which packets are sent again, and after which
 * time: it sets m_next back, or names single packets that leave first.
 *
 * Packets are numbered without gaps through all messages. Three of the numbers are the whole state:
 *
 *     m_una <= m_next <= m_sentEnd <= m_end
 *
 * All packets below m_una are acknowledged; m_next leaves next; a packet below m_sentEnd is a
 * retransmission; the posted messages end at m_end. The contents of packets follow from the message
 * by arithmetic.
 *
 * The timer runs while a packet of the current round is unanswered (m_una < m_next), and also while
 * the link is down and something is posted, so that a QP without a link fails instead of waiting
 * forever. It restarts whenever an acknowledgment makes progress. Retries are counted until there
 * is progress; one more than the retry count moves the QP to ERROR, and posted messages are
 * flushed. The timer also ends the wait after an RNR NAK; meanwhile the window is 0.
 *
 * A message longer than the 32-bit DMALen of the RETH can hold carries the largest value in it; the
 * model does not divide it into several, as a verbs application would have to.
 */
class RoceRequester
{
  public:
    /**
     * @param config the QP; must outlive this object
     * @param control sending rate; started here
     * @param counters counters of the QP, updated here; must outlive this object
     * @param recovery repairs losses; must outlive this object
     */
    RoceRequester(const RoceQpConfig& config,
                  Ptr<RoceRateControl> control,
                  RdmaCounters& counters,
                  RoceRecovery& recovery);

    /** Append a message to the send queue. */
    void Post(RdmaTick now, const RdmaWorkRequest& wr);

    /**
     * An ACK or a NAK has arrived.
     * @param pdu the PDU, opcode RC_ACK
     */
    void OnAck(RdmaTick now, const RdmaPdu& pdu);

    /** A whole READ response has arrived. */
    void OnReadResponse(RdmaTick now, const RdmaPdu& pdu);

    /** A congestion notification packet has arrived. */
    void OnCnp(RdmaTick now);

    /** Handle the expired timers: the controller's timer, the retransmission timer. */
    void OnTimeout(RdmaTick now);

    /**
     * The link of the port went down or came up.
     * @param up true: it is up
     */
    void OnPortStatus(RdmaTick now, bool up);

    /**
     * Take the next data packet.
     * @param readyPorts bit p: port p can take a data frame now
     * @param tx filled when PDU is returned
     * @return result
     */
    RdmaPoll Poll(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /**
     * READ responses, which are also data, pass through the same pacer.
     * @return true if a packet may leave
     */
    bool IsPacerReady(RdmaTick now)
    {
        m_now = now;
        return m_pacer.IsReady(now);
    }

    /** @return time at which the pacer will be ready; RdmaTick::Max() if it is ready */
    RdmaTick GetPacerWakeup() const
    {
        return m_pacer.GetNext() > m_now ? m_pacer.GetNext() : RdmaTick::Max();
    }

    /**
     * A data packet of requester or responder leaves; the pacer was ready.
     * @param wireBytes its size in line time, B
     */
    void OnDataSent(RdmaTick now, uint32_t wireBytes);

    /**
     * @param completion filled with SENT or FLUSHED when true is returned
     * @return true if there is one
     */
    bool PollCompletion(RdmaCompletion& completion);

    /**
     * @param event filled when true is returned
     * @return true if there is one
     */
    bool PollEvent(RdmaEvent& event);

    /** @return true if PollCompletion has one */
    bool HasCompletion() const
    {
        return !m_queue.IsEmpty() && (m_error || m_queue.GetFront().GetEnd() <= m_una);
    }

    /** @return true if PollEvent has one */
    bool HasEvents() const
    {
        return !m_events.IsEmpty();
    }

    /** @return false if Poll has nothing to do before the next input */
    bool HasWork() const
    {
        return (m_next != m_end || m_repeat) && !m_error;
    }

    /** @return time of the next call of OnTimeout; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /** @return true while a posted message is neither acknowledged nor given up */
    bool IsBusy() const
    {
        return m_una < m_end && !m_error;
    }

    /** @return true once it has failed */
    bool IsError() const
    {
        return m_error;
    }

    /** @return allowed rate, bit/s of line time */
    double GetRateBps() const
    {
        return m_pacer.GetRateBps();
    }

    /** @return payload of full packets in flight, B */
    uint64_t GetInflightBytes() const
    {
        return static_cast<uint64_t>(m_next - m_una) * m_config.pathMtuBytes;
    }

    /** @return the controller of the rate */
    const Ptr<RoceRateControl>& GetControl() const
    {
        return m_control;
    }

    /** @return readable text: state and reason for waiting */
    std::string Describe(RdmaTick now) const;

  private:
    /**
     * The peer has received all packets before a given one: they are acknowledged, except from the
     * first missing READ response on.
     * @param end that packet
     */
    void Acknowledge(RdmaTick now, RdmaPsnSeq end);

    /**
     * Move m_una up.
     * @param end the new oldest packet not acknowledged
     */
    void Advance(RdmaTick now, RdmaPsnSeq end);

    /**
     * The peer reports a missing packet.
     * @param missing that packet
     * @param pdu the NAK
     */
    void OnNak(RdmaTick now, RdmaPsnSeq missing, const RdmaPdu& pdu);

    /**
     * A packet is missing: execute the decision of the recovery.
     * @param gap the report
     */
    void Repair(RdmaTick now, const RoceGap& gap);

    /**
     * The peer has no receive for a message.
     * @param psn rejected packet
     * @param code timer code: time to wait
     */
    void OnRnrNak(RdmaTick now, RdmaPsnSeq psn, uint8_t code);

    /**
     * The peer rejects a request permanently.
     * @param syndrome reason
     */
    void OnFatalNak(uint8_t syndrome);

    /** The retransmission timer has expired. */
    void OnRetransmissionTimeout(RdmaTick now);

    /**
     * Count a retry and send again, or fail if the limit is exceeded.
     * @param from the packet to go back to, if the recovery goes back
     */
    void Retry(RdmaTick now, std::optional<RdmaPsnSeq> from);

    /**
     * Go back to a packet.
     * @param from the first packet
     */
    void GoBack(RdmaPsnSeq from);

    /**
     * Stop permanently.
     * @param cause status of the oldest work request
     * @param fault reason
     * @param retries number of retries of the kind that has failed
     */
    void Fail(RdmaCompletion::Status cause, RdmaFault fault, uint32_t retries);

    /** Restart the timer, or stop it if there is nothing to wait for. */
    void RestartTimer(RdmaTick now);

    /** @return true while an RNR NAK forbids sending */
    bool IsRefused() const
    {
        return m_window == 0;
    }

    /** @return true if a packet may leave when pacer and port are ready */
    bool MaySend() const
    {
        return (m_next != m_end && m_next - m_una < m_window) || (m_repeat && !IsRefused());
    }

    /**
     * Send a packet.
     * @param tx filled
     */
    void Transmit(RdmaTick now, RdmaTxPdu& tx);

    /**
     * @param message the message of m_next
     * @return true if it is a READ that must wait for others
     */
    bool IsReadHeldBack(const RoceMessage& message) const;

    /**
     * Send a READ request for the missing part of a message, from m_next on.
     * @param tx filled
     */
    void TransmitRead(RdmaTick now, RdmaTxPdu& tx);

    /** @return why the packet about to leave is sent again */
    RdmaResend GetResend() const
    {
        return m_repeat || m_next < m_sentEnd ? m_resend : RdmaResend::NONE;
    }

    /**
     * A data packet is filled in and about to leave: count it and advance.
     * @param last it ends its message
     * @param resend GetResend of it
     */
    void CountSent(RoceMessage& message, bool last, RdmaResend resend);

    /**
     * @param last the packet about to leave ends its message
     * @return true if the packet about to leave must request an ACK
     */
    bool WantsAck(RdmaTick now, bool last);

    /** The controller has had an input: read its rate and its wake-up. */
    void ReadControl(RdmaTick now);

    /** @return the failure, as Describe() */
    std::string DescribeError() const;

    /** @return the reason for waiting, as the end of Describe() */
    std::string DescribeWaits(RdmaTick now) const;

    /**
     * Report an event of this QP.
     * @param kind kind of event
     * @param detail see RdmaEvent::detail
     * @param fault QP_ERROR: reason
     */
    void Report(RdmaEvent::Kind kind, uint64_t detail, RdmaFault fault = RdmaFault::NONE);

    const RoceQpConfig& m_config;   ///< the QP
    RdmaCounters& m_counters;       ///< counters of the QP
    Ptr<RoceRateControl> m_control; ///< sending rate
    RdmaTick m_controlWakeup;       ///< time of the controller's next call
    RocePacer m_pacer;              ///< spaces the packets
    RdmaTick m_now;                 ///< time of the last input, to distinguish due wake-ups from
                                    ///< past ones

    RdmaPsnSeq m_una;      ///< oldest packet not acknowledged
    RdmaPsnSeq m_next;     ///< packet that leaves next, except for m_repeat
    RdmaPsnSeq m_sentEnd;  ///< PSN after the last packet ever sent
    RdmaPsnSeq m_end;      ///< PSN after the last packet posted
    RdmaPsnSeq m_ackedEnd; ///< the peer has received all requests before it; READ responses may be
                           ///< missing

    RoceRecovery& m_recovery;           ///< decides which packets are sent again
    const RoceRecoveryFacts m_facts;    ///< copy of its properties
    std::optional<RdmaPsnSeq> m_repeat; ///< copy of its GetRepeat()

    RdmaTick m_timerDue{
        RdmaTick::Max()};      ///< retransmission timer, or end of an RNR wait; Max = stopped
    RdmaTick m_lastAckRequest; ///< time at which a packet with the A bit, or a round's first, left
    uint32_t m_window;         ///< largest number of packets in flight; 0 after an RNR NAK
    uint8_t m_retries{0};      ///< retries since the last progress
    uint8_t m_expiries{0};     ///< of these, because of the timer
    uint8_t m_rnrRetries{0};   ///< RNR NAKs since the last progress
    RdmaResend m_resend{};     ///< reason of the last repair
    bool m_portUp{true};       ///< the link of the port is up
    bool m_error{false};       ///< it has failed
    RdmaCompletion::Status m_flushStatus{}; ///< after the failure: status of the next completion
    RdmaFault m_fault{};                    ///< after the failure: its reason

    RoceSendQueue m_queue;             ///< posted, completion not yet taken
    RdmaRingQueue<RdmaEvent> m_events; ///< not yet taken
};

} // namespace ns3

#endif // ROCE_REQUESTER_H
