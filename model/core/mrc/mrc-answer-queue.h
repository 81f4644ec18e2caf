/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ANSWER_QUEUE_H
#define MRC_ANSWER_QUEUE_H

#include "mrc-ev-rotation.h"
#include "mrc-ev-table.h"
#include "mrc-reverse-evs.h"

#include "ns3/rdma-pdu.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcAnswerQueue: SACKs, NACKs and Transport ACKs on their way out.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The answers of a responder that have not left yet, in the order of what they answer. An answer
 * leaves after the service time (mrc reference, 1.3), by an EV of its own: of the plane in which
 * the packet it answers came, or one that proved to work (mrc reference, 9.7). Without a port that
 * is up it is lost, as it would be on a dead link.
 */
class MrcAnswerQueue
{
  public:
    /**
     * @param serviceTime time between a packet and its answer
     */
    explicit MrcAnswerQueue(RdmaTick serviceTime)
        : m_serviceTime(serviceTime)
    {
    }

    /**
     * The QP has paths.
     * @param reverse those that proved to work (ReverseEv = spec); nullptr: active EVs in turn
     */
    void Start(const MrcEvTable& table, std::unique_ptr<MrcReverseEvs> reverse)
    {
        m_rotation = MrcEvRotation(&table);
        m_reverse = std::move(reverse);
    }

    /** The QP is reset: what has not left never will. */
    void Clear();

    /** @return true if answers leave at once */
    bool IsPrompt() const
    {
        return m_serviceTime == RdmaTick();
    }

    /** @return true if all answers have been taken */
    bool IsEmpty() const
    {
        return m_answers.IsEmpty();
    }

    /** @return true if Poll has an EV probe for the reverse EV set */
    bool IsProbeDue() const
    {
        return m_reverse && m_reverse->IsProbeDue();
    }

    /** @return the reverse EV set, or nullptr */
    MrcReverseEvs* GetReverse()
    {
        return m_reverse.get();
    }

    /**
     * @param plane plane that the NIC's own control packet should use
     * @return an active EV of it, in turn; of another plane if it is not open; nothing if all ports
     * are down, or before Start
     */
    std::optional<MrcPath> TakeControlPath(uint32_t plane)
    {
        return m_reverse ? m_reverse->TakeNext(plane) : m_rotation.TakeNext(plane);
    }

    /**
     * A place for the answer to a packet, to be filled. Nothing is in the queue before Commit.
     * @param port port by which the packet came, 0-based
     * @return the answer, with leftovers of earlier ones
     */
    RdmaPdu& Next(RdmaTick now, uint8_t port)
    {
        Answer& answer = m_answers.Next();
        answer.port = port;
        answer.due = now + m_serviceTime;
        return answer.pdu;
    }

    /** What Next returned is filled, and is to be sent. */
    void Commit()
    {
        m_answers.Commit();
    }

    /**
     * Take the next answer, or an EV probe for the reverse EV set.
     * @param tx filled when true is returned
     * @return true if there was one
     */
    bool Poll(RdmaTick now, RdmaTxPdu& tx);

    /** @return when the next answer may leave; RdmaTick::Max() if there is none */
    RdmaTick GetDue() const
    {
        return m_answers.IsEmpty() ? RdmaTick::Max() : m_answers.Front().due;
    }

  private:
    /// An answer that waits to be taken.
    struct Answer
    {
        RdmaPdu pdu;     ///< SACK, NACK, Transport ACK
        RdmaTick due;    ///< when it may leave
        uint8_t port{0}; ///< port by which the packet it answers came, 0-based
    };

    /**
     * @param tx filled when true is returned
     * @return true if an EV probe is to be sent for the reverse EV set
     */
    bool PollProbe(RdmaTxPdu& tx);

    RdmaTick m_serviceTime;                   ///< delay of answers
    MrcEvRotation m_rotation{nullptr};        ///< active EVs in turn, where m_reverse is null
    std::unique_ptr<MrcReverseEvs> m_reverse; ///< see GetReverse
    RdmaRingQueue<Answer> m_answers;          ///< not yet taken
};

} // namespace ns3

#endif // MRC_ANSWER_QUEUE_H
