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
 * controller, spaced by a pacer. What is sent again, and after which time, the recovery decides: it
 * sets m_next back, or names packets that leave before it.
 *
 * Packets are numbered without gaps through all messages. Three of the numbers are the whole state:
 *
 *     m_una <= m_next <= m_sentEnd <= m_end
 *
 * Below m_una everything is acknowledged; m_next leaves next; below m_sentEnd a packet is a
 * retransmission; at m_end the posted messages end. What the packets contain follows from the
 * message by arithmetic.
 *
 * The timer runs while a packet of the current round is unanswered (m_una < m_next), and also while
 * the port is dark and something is posted, so that a QP without light fails instead of waiting for
 * ever. It starts again whenever an acknowledgment makes progress. Retries are counted until one
 * does; one more than the retry count moves the QP to ERROR, and what is posted is flushed. The
 * timer also ends the wait that an RNR NAK asks for; meanwhile the window is 0.
 *
 * A message longer than the 32-bit DMALen of the RETH can hold carries the largest value in it; the
 * model does not cut it in several as a verbs application would have to.
 */
class RoceRequester
{
  public:
    /**
     * @param config the QP; must outlive this object
     * @param control sending rate; started here
     * @param counters where to count; must outlive this object
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

    /** Do what is due: the controller's timer, the retransmission timer. */
    void OnTimeout(RdmaTick now);

    /**
     * The port lost or regained light.
     * @param up true: it has light
     */
    void OnPortStatus(RdmaTick now, bool up);

    /**
     * Take the next data packet.
     * @param readyPorts bit p: port p can take a data frame now
     * @param tx filled when PDU is returned
     * @return what happened
     */
    RdmaPoll Poll(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /**
     * Data that the responder of the QP sends pass the same pacer.
     * @return true if a packet may leave
     */
    bool IsPacerReady(RdmaTick now)
    {
        m_now = now;
        return m_pacer.IsReady(now);
    }

    /** @return when the pacer will be ready; RdmaTick::Max() if it is */
    RdmaTick GetPacerWakeup() const
    {
        return m_pacer.GetNext() > m_now ? m_pacer.GetNext() : RdmaTick::Max();
    }

    /**
     * A data packet of either half leaves; the pacer was ready.
     * @param wireBytes its size in line time, B
     */
    void OnDataSent(RdmaTick now, uint32_t wireBytes);

    /**
     * @param completion filled with SENT or FLUSHED when true is returned
     * @return true if there was one
     */
    bool PollCompletion(RdmaCompletion& completion);

    /**
     * @param event filled when true is returned
     * @return true if there was one
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

    /** @return when OnTimeout wants to be called; RdmaTick::Max() for never */
    RdmaTick NextWakeup() const;

    /** @return true while something posted is neither acknowledged nor given up */
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

    /** @return state and reason for waiting, for a person */
    std::string Describe(RdmaTick now) const;

  private:
    /**
     * Everything before a packet has been received by the peer: as far as no READ response is
     * missing, it is acknowledged.
     * @param end that packet
     */
    void Acknowledge(RdmaTick now, RdmaPsnSeq end);

    /**
     * Move m_una up.
     * @param end the packet that is the oldest not acknowledged now
     */
    void Advance(RdmaTick now, RdmaPsnSeq end);

    /**
     * The peer misses a packet.
     * @param missing that packet
     * @param pdu the NAK
     */
    void OnNak(RdmaTick now, RdmaPsnSeq missing, const RdmaPdu& pdu);

    /**
     * A packet is missing: do what the recovery says.
     * @param gap the report
     */
    void Repair(RdmaTick now, const RoceGap& gap);

    /**
     * The peer has no receive for a message.
     * @param psn packet that it has refused
     * @param code timer code: how long to wait
     */
    void OnRnrNak(RdmaTick now, RdmaPsnSeq psn, uint8_t code);

    /**
     * The peer refuses a request for good.
     * @param syndrome why
     */
    void OnFatalNak(uint8_t syndrome);

    /** The retransmission timer has expired. */
    void OnRetransmissionTimeout(RdmaTick now);

    /**
     * Count a retry and send again, or fail if it was one too many.
     * @param from the packet to go back to, if it is sent again that way
     */
    void Retry(RdmaTick now, std::optional<RdmaPsnSeq> from);

    /**
     * Send again.
     * @param from the first packet
     */
    void GoBack(RdmaPsnSeq from);

    /**
     * Stop for good.
     * @param cause how the oldest work request ends
     * @param fault why
     */
    void Fail(RdmaCompletion::Status cause, RdmaFault fault);

    /** Start the timer from now, or stop it if there is nothing to wait for. */
    void RestartTimer(RdmaTick now);

    /** @return true while an RNR NAK forbids to send */
    bool IsRefused() const
    {
        return m_window == 0;
    }

    /** @return true if a packet might leave now, but for the pacer and the port */
    bool MaySend() const
    {
        return (m_next != m_end && m_next - m_una < m_window) || m_repeat;
    }

    /**
     * Send a packet.
     * @param tx filled
     */
    void Transmit(RdmaTick now, RdmaTxPdu& tx);

    /**
     * @param message the message of m_next
     * @return true if it is a READ that has to wait for others
     */
    bool IsReadHeldBack(const RoceMessage& message) const;

    /**
     * Send a READ request for what is missing of a message, from m_next on.
     * @param tx filled
     */
    void TransmitRead(RdmaTick now, RdmaTxPdu& tx);

    /**
     * A data packet is made and about to leave: count it and move on.
     * @param last it ends its message
     */
    void CountSent(RoceMessage& message, bool last);

    /**
     * @param last the packet about to leave ends its message
     * @return true if the packet about to leave must ask for an ACK
     */
    bool WantsAck(RdmaTick now, bool last);

    /** The controller has been told something: take over its rate and its wake-up. */
    void ReadControl(RdmaTick now);

    /** @return what it waits for, as the end of Describe() */
    std::string DescribeWaits(RdmaTick now) const;

    /**
     * Report an event of this QP.
     * @param kind what happened
     * @param detail see RdmaEvent::detail
     * @param fault QP_ERROR: why
     */
    void Report(RdmaEvent::Kind kind, uint64_t detail, RdmaFault fault = RdmaFault::NONE);

    const RoceQpConfig& m_config;   ///< the QP
    RdmaCounters& m_counters;       ///< where to count
    Ptr<RoceRateControl> m_control; ///< sending rate
    RdmaTick m_controlWakeup;       ///< when the controller wants to be called
    RocePacer m_pacer;              ///< spaces the packets
    RdmaTick m_now;                 ///< time of the last input, to tell due wake-ups from past ones

    RdmaPsnSeq m_una;      ///< oldest packet not acknowledged
    RdmaPsnSeq m_next;     ///< packet that leaves next, but for m_repeat
    RdmaPsnSeq m_sentEnd;  ///< after the last packet ever sent
    RdmaPsnSeq m_end;      ///< after the last packet posted
    RdmaPsnSeq m_ackedEnd; ///< the peer has all requests before it; READ responses may be missing

    RoceRecovery& m_recovery;           ///< decides what is sent again
    const RoceRecoveryFacts m_facts;    ///< its facts, within reach
    std::optional<RdmaPsnSeq> m_repeat; ///< its GetRepeat(), within reach

    RdmaTick m_timerDue{
        RdmaTick::Max()};      ///< retransmission timer, or end of an RNR wait; Max = stopped
    RdmaTick m_lastAckRequest; ///< when a packet with the A bit, or a round's first, left
    uint32_t m_window;         ///< most packets in flight; 0 after an RNR NAK
    uint8_t m_retries{0};      ///< retries since the last progress
    uint8_t m_expiries{0};     ///< of these, because of the timer
    uint8_t m_rnrRetries{0};   ///< RNR NAKs since the last progress
    bool m_portUp{true};       ///< the port has light
    bool m_error{false};       ///< it has failed
    RdmaCompletion::Status m_flushStatus{}; ///< after the failure: of the next completion

    RoceSendQueue m_queue;             ///< posted, completion not yet taken
    RdmaRingQueue<RdmaEvent> m_events; ///< not yet taken
};

} // namespace ns3

#endif // ROCE_REQUESTER_H
