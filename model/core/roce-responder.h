/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RESPONDER_H
#define ROCE_RESPONDER_H

#include "rdma-psn.h"
#include "rdma-ring-queue.h"
#include "rdma-transport.h"
#include "roce-qp-parameters.h"

#include <cstdint>
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
 * Accepts packets in order and nothing else (RoCE reference, 1.3 and 1.5), and is the notification
 * point of DCQCN (4.1).
 *
 * - The expected packet is placed. It is acknowledged if it asks for it or if it is the n-th since
 *   the last ACK.
 * - A later packet is dropped. The first one since the expected packet has been missing draws a
 *   NAK; should that NAK be lost, the requester's timer helps.
 * - An earlier packet is a duplicate. It is dropped and acknowledged again, since the ACK may have
 *   been lost.
 * - A packet marked CE, whatever its number, draws a CNP, at most one in the configured time.
 */
class RoceResponder
{
  public:
    /**
     * @param config the QP; must outlive this object
     * @param counters where to count; must outlive this object
     */
    RoceResponder(const RoceQpConfig& config, RdmaCounters& counters);

    /**
     * A write packet has arrived.
     * @param now the time
     * @param pdu the packet
     * @param rx how it arrived
     */
    void OnWrite(Tick now, const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A write packet has arrived at a QP in ERROR: count it, do not answer.
     * @param rx how it arrived
     */
    void Discard(const RdmaRxInfo& rx);

    /** @return true if PollControl has one */
    bool HasControl() const
    {
        return !m_control.IsEmpty();
    }

    /** @return true if PollCompletion has one */
    bool HasCompletion() const
    {
        return m_reported != m_delivered;
    }

    /**
     * Take the next ACK, NAK or CNP.
     * @param tx filled when true is returned
     * @return true if there was one
     */
    bool PollControl(RdmaTxPdu& tx);

    /**
     * @param completion filled with DELIVERED when true is returned
     * @return true if there was one
     */
    bool PollCompletion(RdmaCompletion& completion);

    /**
     * @return what is expected, for a person
     */
    std::string Describe() const;

  private:
    /**
     * @param rx how a write packet arrived
     * @return true if it arrived whole; counted either way
     */
    bool Count(const RdmaRxInfo& rx);

    /**
     * The expected packet has arrived.
     * @param pdu the packet
     */
    void Accept(const RdmaPdu& pdu);

    /** Acknowledge everything received in order. */
    void SendAck();

    /** Report the expected packet missing. */
    void SendNak();

    /**
     * Queue an acknowledge packet.
     * @param psn PSN field
     * @param syndrome AETH syndrome
     */
    void SendAeth(PsnSeq psn, uint8_t syndrome);

    /**
     * A packet marked CE has arrived.
     * @param now the time
     */
    void NotifyCongestion(Tick now);

    const RoceQpConfig& m_config; ///< the QP
    RdmaCounters& m_counters;     ///< where to count

    PsnSeq m_expected;       ///< packet that is accepted next
    PsnSeq m_ackMilestone;   ///< an ACK is due when m_expected gets there; moved by ACKs only
    uint64_t m_delivered{0}; ///< messages received completely; MSN are its low 24 bits
    uint64_t m_reported{0};  ///< of these, completions taken
    Tick m_cnpAllowed;       ///< when the next CNP may be sent
    bool m_nakSent{false};   ///< the gap at m_expected has been reported

    RdmaRingQueue<RdmaPdu> m_control; ///< ACKs, NAKs and CNPs not yet taken
};

} // namespace ns3

#endif // ROCE_RESPONDER_H
