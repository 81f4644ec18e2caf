/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESPONDER_H
#define MRC_RESPONDER_H

#include "mrc-qp-parameters.h"
#include "mrc-receive-queue.h"

#include "ns3/rdma-bit-ring.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcResponder: the receiving half of an MRC QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The kind of answer to a packet.
 */
enum class MrcAnswer : uint8_t
{
    NONE,  ///< nothing
    SEND,  ///< a SACK or a NACK
    FAULT, ///< a semantic NAK; the QP must go to ERROR
};

/**
 * @ingroup mrc
 * Accepts write packets in any order inside the window [ePSN, ePSN + MPR), and decides on the
 * answer (mrc reference, 5.2 to 5.6). Every packet is placed on arrival; a message is delivered
 * when all packets up to its last one have arrived, so messages are delivered in posting order.
 *
 * Every PDU has at most one answer, which is written to a buffer of the caller; a Transport ACK may
 * follow a SACK. A WriteImm that exceeds the requester's limit, or for which no receive is posted,
 * is answered with a semantic NAK: a Transport ACK whose AETH has the syndrome "invalid request" or
 * "remote operational error".
 *
 * The MPR can change while packets are in flight. Shrinking never revokes a PSN that the requester
 * was permitted to send.
 */
class MrcResponder
{
  public:
    /** @param counters counters of the QP; the rx members and bytesDelivered are updated here */
    MrcResponder(const MrcQpConfig& config, RdmaCounters& counters);

    /**
     * A write packet has arrived, whole or trimmed.
     * @param rx circumstances of the arrival
     * @param answer filled unless NONE is returned
     * @return kind of the answer
     */
    MrcAnswer OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * A reliability probe has arrived.
     * @param pdu the probe
     * @param rx circumstances of the arrival
     * @param answer the SACK to be sent
     */
    void OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * Check after a SACK whether a Transport ACK is also due. It is if messages were completed
     * since the last one, and after a duplicate or a probe, because the last one may have been
     * lost.
     * @param answer filled when true is returned
     * @return true if it is due
     */
    bool TakeTransportAck(RdmaPdu& answer);

    /**
     * Change the MPR (mrc reference, 5.3). SACKs carry it from now on.
     * @param units 1 to 255, units of 128 PSNs
     */
    void SetMpr(uint32_t units);

    /**
     * Request a smaller window from the requester (mrc reference, 8.6), or end this.
     * @param penalty 1 to 127 per SACK; 0 ends it: the requester restores its window
     */
    void SetPenalty(uint8_t penalty);

    /**
     * Emulate a host without free resources: reject new packets.
     * @param reason NO_BITMAP, NO_PKT_BUFFER or NO_RESOURCE; nothing: accept them again
     */
    void SetReject(std::optional<MrcNackReason> reason);

    /**
     * Notify the requester that it must stop using the EVs whose packets arrive by some ports,
     * because these ports will be removed (mrc reference, 5.5).
     * @param ports bit p: port p
     */
    void SetAlwaysSkip(uint32_t ports);

    /** @return posted receives and the completions of WriteImms */
    MrcReceiveQueue& GetReceives()
    {
        return m_receives;
    }

    /**
     * @return number of messages of which every byte, and every byte of all earlier ones, has been
     * placed
     */
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    /** @return true if PollCompletion may have one (not after a failure) */
    bool HasNews() const
    {
        return m_news;
    }

    /** Set HasNews: a delivery or completion is available. */
    void SetNews()
    {
        m_news = true;
    }

    /**
     * Take the next completion. HasNews is false when there is none.
     * @param completion filled with DELIVERED or RECEIVED when true is returned
     * @return true if there is one
     */
    bool PollCompletion(RdmaCompletion& completion)
    {
        m_news = RdmaReceiveQueue::Poll(&m_receives, m_delivered, m_taken, completion);
        return m_news;
    }

    /** @return cack_psn: the last PSN received in order */
    RdmaPsnSeq GetCackPsn() const
    {
        return m_ePsn - 1;
    }

    /**
     * @param psn a PSN as on the wire, 24 bits
     * @return true if the whole packet has been received
     */
    bool HasReceived(uint32_t psn) const
    {
        const RdmaPsnSeq wide = WidenRdmaPsn(psn, m_ePsn);
        return wide <= m_maxRcvPsn && IsReceived(wide);
    }

    /** @return number of packets held above cack_psn */
    uint32_t GetOooCount() const
    {
        return m_oooCount;
    }

  private:
    /**
     * @param pdu a whole packet
     * @param rx circumstances of the arrival
     * @param answer filled unless NONE is returned
     * @return kind of the answer
     */
    MrcAnswer OnWholeWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * @param pdu a trimmed packet
     * @param rx circumstances of the arrival
     * @param answer filled unless NONE is returned
     * @return kind of the answer
     */
    MrcAnswer OnTrimmedWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * @param psn a PSN below the end of the window
     * @return true if it was received before
     */
    bool IsReceived(RdmaPsnSeq psn) const
    {
        return psn < m_ePsn || (m_oooCount != 0 && m_received.Test(psn));
    }

    /**
     * Add a new packet to the window.
     * @param last true if it ends its message
     * @return false if no receive is posted for a WriteImm that is now complete
     */
    bool Accept(RdmaPsnSeq psn, bool last);

    /**
     * Move ePSN past the received packets directly above it.
     * @return as Accept
     */
    bool Advance();

    /**
     * The next message in order is complete.
     * @param psn PSN of its last packet
     * @return as Accept
     */
    bool Deliver(RdmaPsnSeq psn)
    {
        if (m_receives.IsNext(m_delivered) &&
            !m_receives.Consume(static_cast<uint64_t>(psn - m_messageStart) * m_pathMtuBytes))
        {
            return false;
        }
        ++m_delivered;
        m_news = true;
        m_messageStart = psn + 1;
        return true;
    }

    /** @return true if the requester was never permitted to send it */
    bool IsBeyondWindow(RdmaPsnSeq psn) const
    {
        return psn >= m_ePsn + m_window && psn >= m_permittedEnd;
    }

    /**
     * @param timestamp timestamp of the answered packet
     * @return timestamp to echo (mrc reference, 2.13)
     */
    uint16_t Echo(uint16_t timestamp) const
    {
        return static_cast<uint16_t>(timestamp + m_serviceTime);
    }

    /**
     * Decide whether a new packet triggers a SACK (mrc reference, 5.4, rows 1 to 4 and 7).
     * @param pdu the packet, already accepted
     * @param rx circumstances of the arrival
     * @return true if a SACK is due now
     */
    bool IsSackDue(const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * Store which PSNs a SACK has reported.
     * @param base PSN of its bitmap's bit 0
     * @param fillTurn the SACK reported packets received below lowest_unsacked
     */
    void NoteShown(RdmaPsnSeq base, bool fillTurn);

    /**
     * Write a SACK (mrc reference, 5.5).
     * @param pdu the PDU that triggers it
     * @param psn its PSN (not for probes)
     * @param rx circumstances of the arrival
     * @param answer the SACK
     */
    void MakeSack(const RdmaPdu& pdu, RdmaPsnSeq psn, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * Write a NACK.
     * @param reason reason code
     * @param pdu the rejected packet
     * @param rx circumstances of the arrival
     * @param answer the NACK
     */
    void MakeNack(MrcNackReason reason,
                  const RdmaPdu& pdu,
                  const RdmaRxInfo& rx,
                  RdmaPdu& answer) const;

    /** Update m_notice. */
    void UpdateNotice();

    /**
     * Write a Transport ACK (mrc reference, 2.11): its MSN is the number of messages delivered.
     * @param syndrome AETH syndrome
     * @param answer the Transport ACK
     */
    void MakeTransportAck(uint8_t syndrome, RdmaPdu& answer) const;

    RdmaCounters& m_counters;      ///< counters of the QP
    uint32_t m_peerQpn;            ///< QP number of the peer
    uint32_t m_window;             ///< MPR, packets
    uint32_t m_sackThresholdBytes; ///< mrc reference, 5.4, row 4, B
    uint32_t m_pathMtuBytes;       ///< payload of a full packet, B
    uint16_t m_serviceTime;        ///< removed from echoed timestamps, units of 128 ns
    uint8_t m_mprField;            ///< MPR field of SACKs: units of 128 PSNs, 0 if it never changes
    bool m_trimNack;               ///< send NACKs of trimmed packets

    RdmaPsnSeq m_ePsn;                   ///< next PSN in order
    RdmaPsnSeq m_maxRcvPsn;              ///< highest PSN received
    RdmaPsnSeq m_lowestUnsacked;         ///< no SACK bitmap has reported a PSN at or above this one
    RdmaPsnSeq m_filledFirst{INT64_MAX}; ///< first packet received below it and not reported
    RdmaPsnSeq m_filledLast{INT64_MIN};  ///< last such packet
    bool m_aboveTurn{false};             ///< there are such packets, and the last SACK reported
                                         ///< others
    RdmaPsnSeq m_permittedEnd;           ///< end of the window before the MPR shrank
    RdmaPsnSeq m_messageStart;           ///< first PSN of the message that is delivered next
    RdmaBitRing m_received;              ///< received PSNs in the window, ePSN excluded
    RdmaBitRing m_last;                  ///< of these, the last packets of messages
    uint64_t m_rcvdBytes{0};             ///< nominal bytes accepted, B
    uint64_t m_delivered{0};             ///< messages complete and in order
    uint64_t m_reported{0};              ///< of these, reported by Transport ACKs
    uint64_t m_taken{0};                 ///< of these, completions taken
    uint32_t m_oooCount{0};              ///< bits set in m_received
    uint32_t m_sackTriggerCnt{0};        ///< bytes since the last SACK, B
    uint32_t m_alwaysSkip{0};            ///< see SetAlwaysSkip
    uint8_t m_penalty{0};                ///< see SetPenalty
    uint8_t m_reject{0};                 ///< see SetReject; 0: none
    bool m_restore{false};               ///< a penalty has ended
    bool m_notice{false};                ///< SACKs carry an MPR, a penalty, or an EV to skip
    bool m_repeatAck{false};             ///< the last Transport ACK may have been lost
    bool m_prevAr{false};                ///< an ack request arrived while packets were missing
    bool m_news{false};                  ///< see HasNews
    bool m_first{true};                  ///< no packet accepted yet
    MrcReceiveQueue m_receives;          ///< WriteImms
};

} // namespace ns3

#endif // MRC_RESPONDER_H
