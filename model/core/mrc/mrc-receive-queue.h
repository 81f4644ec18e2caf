/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVE_QUEUE_H
#define MRC_RECEIVE_QUEUE_H

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-receive-queue.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcReceiveQueue: posted receives, and the WriteImms that will consume them.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The receive side of WriteImms (mrc reference, 5.9). The last packet of a WriteImm, which may
 * arrive in any order, carries the immediate data; it is stashed under its RQMSN until the message
 * and all before it are complete. Then it consumes the oldest receive.
 *
 * The stash has max_wimm_dest places, from the next RQMSN in order upwards; a requester that obeys
 * its max_wimm needs no more.
 */
class MrcReceiveQueue : public RdmaReceiveQueue
{
  public:
    /**
     * @param maxStashed max_wimm_dest
     */
    explicit MrcReceiveQueue(uint32_t maxStashed);

    /**
     * The last packet of a WriteImm has arrived for the first time.
     * @param write the packet
     * @param message number of the message
     * @return false if there is no place for it: the requester has more WriteImms outstanding than
     * allowed, or uses an RQMSN twice
     */
    bool Stash(const RdmaWritePdu& write, uint64_t message);

    /**
     * @param message number of the message that is complete next
     * @return true if it is a WriteImm
     */
    bool IsNext(uint64_t message) const
    {
        if (m_stashed == 0)
        {
            return false;
        }
        const Immediate& next = m_stash[m_nextRqmsn & m_mask];
        return next.used && next.message == message;
    }

    /**
     * The WriteImm for which IsNext returned true is complete, and all before it.
     * @param bytesBefore bytes of the message before its last packet, B
     * @return false if no receive is posted
     */
    bool Consume(uint64_t bytesBefore);

  private:
    /// Immediate data that waits for its message.
    struct Immediate
    {
        uint64_t message{0};      ///< number of its message
        uint32_t immediate{0};    ///< the data
        uint32_t payloadBytes{0}; ///< payload of the packet that brought it, B
        bool used{false};         ///< the place is taken
    };

    /** Double the stash. Places are allocated on demand, because few QPs receive WriteImms. */
    void Grow();

    std::vector<Immediate> m_stash; ///< by RQMSN
    uint32_t m_mask;                ///< places - 1
    uint32_t m_maxStashed;          ///< max_wimm_dest
    uint32_t m_stashed{0};          ///< places taken
    uint16_t m_nextRqmsn{0};        ///< of the next WriteImm in order
};

} // namespace ns3

#endif // MRC_RECEIVE_QUEUE_H
