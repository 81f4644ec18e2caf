/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RESPONDER_H
#define ROCE_RESPONDER_H

#include "roce-qp-config.h"
#include "roce-read-server.h"
#include "roce-receive-queue.h"
#include "roce-recovery.h"

#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceResponder: the receiving half of a RoCEv2 RC queue pair.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Accepts packets in order, and others if the recovery stores them (roce reference, 1.3 and 1.5),
 * and is the notification point of DCQCN (roce reference, 4.1).
 *
 * - The expected packet is placed. It is acknowledged on request, or if it is the n-th since the
 *   last ACK.
 * - The recovery decides about a later packet. Either the first one since the expected packet has
 *   been missing triggers a NAK, or each triggers one that names it and the expected one; if a NAK
 *   is lost, the requester's timer repairs the loss. Messages complete in order in any case.
 * - An earlier packet is a duplicate. It is dropped and acknowledged again, because the ACK may
 *   have been lost.
 * - A packet marked CE, with any number, triggers a CNP, at most one in the configured time.
 * - SENDs and immediates consume receives. If none is posted, the packet that needs it is dropped
 *   and triggers an RNR NAK; so does each of its repetitions as long as none is posted. An early
 *   immediate reserves a receive; without one its packet is dropped, and counts as lost.
 * - A READ takes as many PSNs as it has responses. These are data: they wait for the pacer of the
 *   QP and for its port. A repeated request is answered again.
 */
class RoceResponder
{
  public:
    /**
     * @param config the QP; must outlive this object
     * @param counters counters of the QP, updated here; must outlive this object
     * @param recovery decides about early packets; must outlive this object
     */
    RoceResponder(const RoceQpConfig& config, RdmaCounters& counters, RoceRecovery& recovery);

    /**
     * Append a receive.
     * @param wrId work request id of the caller
     */
    void PostRecv(uint64_t wrId);

    /** The QP goes to ERROR: flush the receives. */
    void Flush();

    /**
     * A write or SEND packet has arrived.
     * @param rx circumstances of the arrival
     */
    void OnWrite(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A write packet has arrived at a QP in ERROR: count it without an answer.
     * @param rx circumstances of the arrival
     */
    void Discard(const RdmaRxInfo& rx);

    /**
     * A READ request has arrived.
     * @param rx circumstances of the arrival
     */
    void OnReadRequest(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A packet with data for this end has arrived: count it, and send a CNP if it is marked.
     * @param rx circumstances of the arrival
     * @return false if it was trimmed, which counts as lost
     */
    bool Arrive(RdmaTick now, const RdmaRxInfo& rx);

    /** @return true if TakeResponse has one */
    bool HasResponse() const
    {
        return m_reads && m_reads->HasResponse();
    }

    /**
     * Take the next READ response; HasResponse() is true.
     * @param tx filled
     * @return its size in line time, B
     */
    uint32_t TakeResponse(RdmaTxPdu& tx);

    /** @return true if PollControl has one */
    bool HasControl() const
    {
        return !m_control.IsEmpty();
    }

    /** @return true if PollCompletion has one */
    bool HasCompletion() const
    {
        return m_reported != m_delivered || (m_receives && m_receives->GetCompletion());
    }

    /**
     * Take the next ACK, NAK or CNP.
     * @param tx filled when true is returned
     * @return true if there is one
     */
    bool PollControl(RdmaTxPdu& tx);

    /**
     * @param completion filled with DELIVERED or RECEIVED when true is returned
     * @return true if there is one
     */
    bool PollCompletion(RdmaCompletion& completion)
    {
        return RdmaReceiveQueue::Poll(m_receives.get(), m_delivered, m_reported, completion);
    }

    /**
     * @return readable text: the expected packet
     */
    std::string Describe() const;

  private:
    /**
     * @param rx circumstances of a write packet's arrival
     * @return true if it arrived whole; counted either way
     */
    bool Count(const RdmaRxInfo& rx);

    /** The expected packet has arrived. */
    void Accept(const RdmaPdu& pdu);

    /**
     * A packet above the expected one has arrived.
     * @param psn its number
     */
    void OnEarly(RdmaPsnSeq psn, const RdmaPdu& pdu);

    /** Take the stored packets that follow the packet before m_expected. */
    void TakeStored();

    /**
     * @param pdu the expected packet, or an early one
     * @return true if it needs a receive and none is posted
     */
    bool LacksReceive(const RdmaPdu& pdu) const;

    /**
     * A message is complete, and all before it.
     * @param psn its last packet
     * @param receiver that packet, if the message consumes a receive; else null
     */
    void Complete(RdmaPsnSeq psn, const RdmaPdu* receiver);

    /** Acknowledge everything received in order. */
    void SendAck();

    /**
     * Reject the expected packet, or report it missing.
     * @param syndrome AETH syndrome
     */
    void SendNak(uint8_t syndrome);

    /**
     * Queue an acknowledge packet.
     * @param psn PSN field
     * @param syndrome AETH syndrome
     * @param trigger the packet that triggers it, if the NAK names one
     */
    void SendAeth(RdmaPsnSeq psn, uint8_t syndrome, RdmaPsnSeq trigger = 0);

    /** A packet marked CE has arrived. */
    void NotifyCongestion(RdmaTick now);

    const RoceQpConfig& m_config; ///< the QP
    RdmaCounters& m_counters;     ///< counters of the QP
    RoceRecovery& m_recovery;     ///< decides about early packets

    RdmaPsnSeq m_expected;     ///< next packet in order
    RdmaPsnSeq m_ackMilestone; ///< an ACK is due when m_expected reaches it; moved by ACKs only
    RdmaPsnSeq m_messageFirst; ///< first packet of the message that is being received
    uint64_t m_delivered{0};   ///< messages received completely; MSN are its low 24 bits
    uint64_t m_reported{0};    ///< of these, completions taken
    RdmaTick m_cnpAllowed;     ///< earliest time of the next CNP
    bool m_nakSent{false};     ///< the expected packet was reported missing
    bool m_hasStored{false};   ///< m_recovery stores packets above the expected one
    const bool m_selective;    ///< format of packets, from m_recovery

    RdmaRingQueue<RdmaPdu> m_control;             ///< ACKs, NAKs and CNPs not yet taken
    std::unique_ptr<RoceReceiveQueue> m_receives; ///< null: no receive so far
    std::unique_ptr<RoceReadServer> m_reads;      ///< null: no READ so far
};

} // namespace ns3

#endif // ROCE_RESPONDER_H
