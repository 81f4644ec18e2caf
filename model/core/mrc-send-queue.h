/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SEND_QUEUE_H
#define MRC_SEND_QUEUE_H

#include "rdma-pdu.h"
#include "rdma-psn.h"
#include "rdma-ring-queue.h"
#include "rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSendQueue: the messages of a requester, and how they become packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The send queue of an MRC QP. A message owns a range of PSNs from the moment it is posted, one per
 * path MTU (MRC 1.0, 5.1), so every packet follows from its PSN and its message; nothing is stored
 * per packet.
 *
 * A message stays here until its completion is taken. Messages are numbered 0, 1, 2 ... in posting
 * order, and complete in that order.
 */
class MrcSendQueue
{
  public:
    /// A packet that is to be sent for the first time.
    struct Packet
    {
        uint64_t message;      ///< number of its message
        uint32_t payloadBytes; ///< payload before padding, B
    };

    /**
     * @param first PSN of the first packet
     * @param pathMtuBytes payload of a full packet, B
     */
    MrcSendQueue(PsnSeq first, uint32_t pathMtuBytes);

    /**
     * Append a message.
     * @param wr the message
     */
    void Post(const RdmaWorkRequest& wr);

    /** @return PSN after the last one of all messages */
    PsnSeq GetEnd() const
    {
        return m_end;
    }

    /**
     * @param psn PSN of the next packet that has not been taken, below GetEnd()
     * @return its payload, B
     */
    uint32_t GetNextPayload(PsnSeq psn) const
    {
        return GetPayload(m_messages.At(m_taking), psn);
    }

    /**
     * Take the next packet that has not been taken. Packets are taken in the order of their PSNs,
     * without a gap.
     * @param psn its PSN, below GetEnd()
     * @return the packet
     */
    Packet Take(PsnSeq psn)
    {
        const Message& message = m_messages.At(m_taking);
        const Packet packet{m_taking, GetPayload(message, psn)};
        if (psn + 1 == message.endPsn)
        {
            ++m_taking;
        }
        return packet;
    }

    /**
     * Fill in what a write packet owes to its message: opcode, METH and RETH.
     * @param message number of the message, or the low 32 bits of it
     * @param psn one of its PSNs
     * @param pdu the packet
     */
    void Fill(uint64_t message, PsnSeq psn, RdmaPdu& pdu) const;

    /**
     * @param message number of a message not yet reported complete, or the low 32 bits of it
     * @return what became of its packets
     */
    RdmaMessageStats& GetStats(uint64_t message)
    {
        return m_messages.At(message).stats;
    }

    /**
     * Take the oldest message out if it is complete.
     * @param acked every packet below this PSN has been acknowledged
     * @param flush true: the QP has given up, all messages are over
     * @param completion filled when true is returned
     * @return true if there was one
     */
    bool PollCompletion(PsnSeq acked, bool flush, RdmaCompletion& completion);

  private:
    /// A message posted and not yet reported complete.
    struct Message
    {
        PsnSeq firstPsn{0};     ///< PSN of its first packet
        PsnSeq endPsn{0};       ///< PSN after its last packet
        uint64_t bytes{0};      ///< length, B
        uint64_t remoteVa{0};   ///< remote address of its first byte
        uint32_t rkey{0};       ///< remote key
        RdmaMessageStats stats; ///< what became of its packets
    };

    /**
     * @param message a message
     * @param psn one of its PSNs
     * @return bytes of the message before this packet
     */
    uint64_t GetOffset(const Message& message, PsnSeq psn) const
    {
        return static_cast<uint64_t>(psn - message.firstPsn) * m_pathMtuBytes;
    }

    /**
     * @param message a message
     * @param psn one of its PSNs
     * @return payload of the packet, B
     */
    uint32_t GetPayload(const Message& message, PsnSeq psn) const
    {
        return psn + 1 < message.endPsn
                   ? m_pathMtuBytes
                   : static_cast<uint32_t>(message.bytes - GetOffset(message, psn));
    }

    RdmaRingQueue<Message> m_messages; ///< posted, not yet reported complete
    uint64_t m_taking{0};              ///< number of the message that the next packet is taken from
    PsnSeq m_end;                      ///< GetEnd()
    uint32_t m_pathMtuBytes;           ///< payload of a full packet, B
};

} // namespace ns3

#endif // MRC_SEND_QUEUE_H
