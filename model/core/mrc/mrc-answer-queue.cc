/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-answer-queue.h"

#include "mrc-endpoint.h"

#include <optional>

namespace ns3
{

namespace
{

/**
 * @param path path of a control PDU
 * @param tx receives the path
 */
void
SetPath(const MrcPath& path, RdmaTxPdu& tx)
{
    tx.entropy = path.ev;
    tx.port = path.port;
    tx.cls = RdmaClass::CONTROL;
    tx.ectCapable = false;
}

} // namespace

void
MrcAnswerQueue::Clear()
{
    m_answers = RdmaRingQueue<Answer>();
    m_reverse.reset();
    m_rotation = MrcEvRotation(nullptr);
}

bool
MrcAnswerQueue::Poll(RdmaTick now, RdmaTxPdu& tx)
{
    while (!m_answers.IsEmpty() && m_answers.Front().due <= now)
    {
        const Answer& answer = m_answers.Front();
        const std::optional<MrcPath> path =
            m_reverse ? m_reverse->Take(answer.port) : m_rotation.TakeNext(answer.port);
        if (path.has_value())
        {
            tx.pdu = answer.pdu;
            SetPath(*path, tx);
        }
        m_answers.Pop();
        if (path.has_value())
        {
            return true;
        }
    }
    return m_reverse && PollProbe(tx);
}

bool
MrcAnswerQueue::PollProbe(RdmaTxPdu& tx)
{
    const std::optional<MrcPath> path = m_reverse->PollProbe();
    if (!path.has_value())
    {
        return false;
    }
    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
    tx.pdu.destQpn = MRC_ENDPOINT_QPN;
    tx.pdu.endpoint.op = MrcEndpointOp::EV_PROBE;
    SetPath(*path, tx);
    return true;
}

} // namespace ns3
