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
 * ns3::MrcAnswerQueue: SACKs, NACKs and Transport ACKs that wait to be sent.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The answers of a responder that wait to be sent, in the order of the packets that they answer. An
 * answer leaves after the service time (mrc reference, 1.3), on an EV chosen for it: one of the
 * plane on which the packet came, or one that proved to work (mrc reference, 9.7). If no port is
 * up, the answer is lost, as on a dead link.
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
     * The QP has its paths.
     * @param reverse EVs that proved to work (ReverseEv = spec); nullptr: active EVs in turn
     */
    void Start(const MrcEvTable& table, std::unique_ptr<MrcReverseEvs> reverse)
    {
        m_rotation = MrcEvRotation(&table);
        m_reverse = std::move(reverse);
    }

    /** The QP is reset: drop all waiting answers. */
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
     * @param plane plane for a control packet of this NIC
     * @return an active EV of it, in turn; of another plane if it is not open; nothing if all ports
     * are down, or before Start
     */
    std::optional<MrcPath> TakeControlPath(uint32_t plane)
    {
        return m_reverse ? m_reverse->TakeNext(plane) : m_rotation.TakeNext(plane);
    }

    /**
     * Return the entry for the answer to a packet, to be filled in. It is not queued before Commit.
     * @param port port by which the packet came, 0-based
     * @return the answer, with values of earlier ones
     */
    RdmaPdu& Next(RdmaTick now, uint8_t port)
    {
        Answer& answer = m_answers.Next();
        answer.port = port;
        answer.due = now + m_serviceTime;
        return answer.pdu;
    }

    /** Queue the answer that Next returned. */
    void Commit()
    {
        m_answers.Commit();
    }

    /**
     * Take the next answer, or an EV probe for the reverse EV set.
     * @param tx filled when true is returned
     * @return true if there is one
     */
    bool Poll(RdmaTick now, RdmaTxPdu& tx);

    /** @return when the next answer may leave; RdmaTick::Max() if there is none */
    RdmaTick GetDue() const
    {
        return m_answers.IsEmpty() ? RdmaTick::Max() : m_answers.Front().due;
    }

  private:
    /// An answer that waits to be sent.
    struct Answer
    {
        RdmaPdu pdu;     ///< SACK, NACK, Transport ACK
        RdmaTick due;    ///< earliest time to send it
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
