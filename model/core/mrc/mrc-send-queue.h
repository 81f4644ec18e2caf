/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEND_QUEUE_H
#define MRC_SEND_QUEUE_H

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSendQueue: the messages of a requester, and their division into packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The send queue of an MRC QP. A message has a range of PSNs from the moment it is posted, one per
 * path MTU (mrc reference, 5.1), so every packet follows from its PSN and its message; nothing is
 * stored per packet. A WriteImm without payload has one.
 *
 * A message stays here until its completion is taken. Messages are numbered 0, 1, 2 ... in posting
 * order, and complete in this order.
 *
 * At most max_wimm WriteImms are outstanding, that is sent and not complete (mrc reference, 5.9).
 * The next one is held back with all messages after it, because PSNs are in posting order.
 */
class MrcSendQueue
{
  public:
    /// A packet that is to be sent for the first time.
    struct Packet
    {
        uint64_t message;      ///< number of its message
        uint32_t payloadBytes; ///< payload before padding, B
        bool immediate;        ///< it carries immediate data
    };

    /**
     * @param first PSN of the first packet
     * @param pathMtuBytes payload of a full packet, B
     * @param maxWimm WriteImms that may be outstanding
     */
    MrcSendQueue(RdmaPsnSeq first, uint32_t pathMtuBytes, uint32_t maxWimm);

    /**
     * Append a message.
     * @param wr a WRITE; with immediate data it may have 0 B
     */
    void Post(const RdmaWorkRequest& wr);

    /** @return PSN after the last one of all messages */
    RdmaPsnSeq GetEnd() const
    {
        return m_end;
    }

    /**
     * @return PSN after the last one that may be sent now: that of a WriteImm that is held back, or
     * the end
     */
    RdmaPsnSeq GetSendEnd() const
    {
        return m_sendEnd;
    }

    /** @return true while a WriteImm is incomplete */
    bool HasWimms() const
    {
        return !m_wimms.IsEmpty();
    }

    /**
     * Messages are complete: release WriteImms that were held back.
     * @param acked every packet below this PSN has been acknowledged
     * @param confirmed every message below this number is complete at the peer
     */
    void ReleaseWimms(RdmaPsnSeq acked, uint64_t confirmed);

    /** @return number that the next message will get */
    uint64_t GetEndMessage() const
    {
        return m_messages.GetEnd();
    }

    /**
     * @param acked every packet below this PSN has been acknowledged
     * @param confirmed every message below this number is complete at the peer
     * @return true if a message waits only for its confirmation
     */
    bool IsConfirmationMissing(RdmaPsnSeq acked, uint64_t confirmed) const;

    /**
     * @param psn PSN of the next packet that has not been taken, below GetEnd()
     * @return the packet
     */
    Packet Peek(RdmaPsnSeq psn) const
    {
        const Message& message = m_messages.At(m_taking);
        const bool last = psn + 1 == message.endPsn;
        return {m_taking, GetPayload(message, psn), last && message.hasImmediate};
    }

    /**
     * Take the next packet that has not been taken. Packets are taken in the order of their PSNs,
     * without a gap.
     * @param psn its PSN, below GetEnd()
     * @return the packet
     */
    Packet Take(RdmaPsnSeq psn)
    {
        const Message& message = m_messages.At(m_taking);
        Packet packet{m_taking, GetPayload(message, psn), false};
        if (psn + 1 == message.endPsn)
        {
            ++m_taking;
            packet.immediate = message.hasImmediate;
        }
        return packet;
    }

    /**
     * Fill in the fields of a write packet that depend on its message: opcode, METH and RETH.
     * @param message number of the message, or the low 32 bits of it
     */
    void Fill(uint64_t message, RdmaPsnSeq psn, RdmaPdu& pdu) const;

    /**
     * @param message number of a message not yet reported complete, or the low 32 bits of it
     * @return statistics of its packets
     */
    RdmaMessageStats& GetStats(uint64_t message)
    {
        return m_messages.At(message).stats;
    }

    /**
     * @param acked every packet below this PSN has been acknowledged
     * @param confirmed every message below this number is complete at the peer
     * @return true if the oldest message is complete
     */
    bool HasCompletion(RdmaPsnSeq acked, uint64_t confirmed) const
    {
        return !m_messages.IsEmpty() && m_messages.Front().endPsn <= acked &&
               m_messages.GetFirst() < confirmed;
    }

    /**
     * Remove the oldest message if it is complete.
     * @param acked every packet below this PSN has been acknowledged
     * @param confirmed every message below this number is complete at the peer
     * @param completion filled when true is returned
     * @return true if it was
     */
    bool PollCompletion(RdmaPsnSeq acked, uint64_t confirmed, RdmaCompletion& completion);

    /**
     * The QP has given up: remove the oldest message as flushed.
     * @param cause status of the first one
     * @param completion filled when true is returned
     * @return true if there was one
     */
    bool PollFlushed(RdmaCompletion::Status cause, RdmaCompletion& completion);

  private:
    /// A message that is posted and not yet reported complete.
    struct Message
    {
        RdmaPsnSeq firstPsn{0};   ///< PSN of its first packet
        RdmaPsnSeq endPsn{0};     ///< PSN after its last packet
        uint64_t bytes{0};        ///< length, B
        uint64_t remoteVa{0};     ///< remote address of its first byte
        uint32_t rkey{0};         ///< remote key
        uint32_t immediate{0};    ///< immediate data
        bool hasImmediate{false}; ///< it is a WriteImm
        uint16_t rqmsn{0};        ///< its RQMSN, or that of the last WriteImm before it
        uint64_t wrId{0};         ///< work request id of the caller
        RdmaMessageStats stats;   ///< statistics of its packets
    };

    /// A WriteImm that is incomplete.
    struct Wimm
    {
        uint64_t message{0};    ///< its number
        RdmaPsnSeq firstPsn{0}; ///< PSN of its first packet
        RdmaPsnSeq endPsn{0};   ///< PSN after its last packet
    };

    /** Update GetSendEnd(). */
    void UpdateSendEnd();

    /**
     * Remove the oldest message.
     * @param kind SENT or FLUSHED
     * @param status its status
     * @param completion filled
     */
    void Complete(RdmaCompletion::Kind kind,
                  RdmaCompletion::Status status,
                  RdmaCompletion& completion);

    /** @return bytes of the message before this packet */
    uint64_t GetOffset(const Message& message, RdmaPsnSeq psn) const
    {
        return static_cast<uint64_t>(psn - message.firstPsn) * m_pathMtuBytes;
    }

    /** @return payload of the packet, B */
    uint32_t GetPayload(const Message& message, RdmaPsnSeq psn) const
    {
        return psn + 1 < message.endPsn
                   ? m_pathMtuBytes
                   : static_cast<uint32_t>(message.bytes - GetOffset(message, psn));
    }

    RdmaPsnSeq m_end;                  ///< GetEnd()
    RdmaPsnSeq m_sendEnd;              ///< GetSendEnd()
    uint64_t m_taking{0};              ///< number of the message of the next packet
    RdmaRingQueue<Message> m_messages; ///< posted, not yet reported complete
    uint32_t m_pathMtuBytes;           ///< payload of a full packet, B
    uint32_t m_maxWimm;                ///< WriteImms that may be outstanding
    RdmaRingQueue<Wimm> m_wimms;       ///< incomplete WriteImms; numbered like RQMSNs
    bool m_flushing{false};            ///< PollFlushed has reported the cause
};

} // namespace ns3

#endif // MRC_SEND_QUEUE_H
