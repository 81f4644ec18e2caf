/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SEND_QUEUE_H
#define ROCE_SEND_QUEUE_H

#include "ns3/rdma-psn.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceSendQueue: the messages posted at a QP, with a cursor for sending.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A posted message, until its completion is taken.
 */
struct RoceMessage
{
    RdmaPsnSeq first{0};    ///< sequence number of its first packet
    uint64_t packets{0};    ///< number of packets
    RdmaWorkRequest wr;     ///< the work request
    RdmaMessageStats stats; ///< statistics of its packets

    /** @return sequence number after its last packet */
    RdmaPsnSeq GetEnd() const
    {
        return first + static_cast<RdmaPsnSeq>(packets);
    }
};

/**
 * @ingroup mrc
 * The posted messages in order, numbered from 0, their packets without gaps. A cursor is at the
 * message of the next packet, or after the last one.
 */
class RoceSendQueue
{
  public:
    /**
     * @param message a new last message; begins at the end of the one before
     */
    void Append(const RoceMessage& message)
    {
        m_messages.Push(message);
        m_reads += message.wr.operation == RdmaOperation::READ;
    }

    /** @return true if there is no message */
    bool IsEmpty() const
    {
        return m_messages.IsEmpty();
    }

    /** @return the oldest message */
    const RoceMessage& GetFront() const
    {
        return m_messages.Front();
    }

    uint64_t GetFrontNumber() const
    {
        return m_messages.GetFirst();
    }

    /** Remove the oldest message. */
    void PopFront()
    {
        m_messages.Pop();
    }

    /** @return the message at the cursor; there is one */
    RoceMessage& GetCurrent()
    {
        return m_messages.At(m_cursor);
    }

    /** The last packet of the message at the cursor leaves. */
    void Step()
    {
        ++m_cursor;
    }

    /**
     * Move the cursor forward.
     * @param next packet that leaves next; not before the message at the cursor
     */
    void SkipTo(RdmaPsnSeq next);

    /**
     * Move the cursor back.
     * @param next packet that leaves next; not after the message at the cursor
     */
    void GoBackTo(RdmaPsnSeq next);

    /**
     * @param psn a posted packet of a message in the queue
     * @return its message
     */
    RoceMessage& Find(RdmaPsnSeq psn);

    /**
     * @param una oldest packet not acknowledged
     * @return the oldest message not acknowledged, nullptr if there is none
     */
    RoceMessage* FindIncomplete(RdmaPsnSeq una);

    // READs.

    /** @return true while a READ is incomplete */
    bool HasReads() const
    {
        return m_reads > 0;
    }

    /** The oldest READ is complete. */
    void OnReadComplete()
    {
        --m_reads;
    }

    /**
     * @param una oldest packet not acknowledged
     * @return the oldest incomplete READ; there is one
     */
    const RoceMessage& FindRead(RdmaPsnSeq una) const;

    /**
     * @param una oldest packet not acknowledged
     * @return incomplete READs before the cursor
     */
    uint32_t CountOutstandingReads(RdmaPsnSeq una) const;

  private:
    RdmaRingQueue<RoceMessage> m_messages; ///< posted, completion not yet taken
    uint64_t m_cursor{0};                  ///< number of the message of the next packet
    uint32_t m_reads{0};                   ///< incomplete READs
};

} // namespace ns3

#endif // ROCE_SEND_QUEUE_H
