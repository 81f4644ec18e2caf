/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-send-queue.h"

#include "ns3/assert.h"

namespace ns3
{

namespace
{

/**
 * @param psn PSN of a packet
 * @param first PSN of its message's first packet
 * @param end PSN after its message's last packet
 * @return its opcode
 */
RdmaOpcode
GetOpcode(PsnSeq psn, PsnSeq first, PsnSeq end)
{
    if (psn + 1 == end)
    {
        return psn == first ? RdmaOpcode::MRC_WRITE_ONLY : RdmaOpcode::MRC_WRITE_LAST;
    }
    return psn == first ? RdmaOpcode::MRC_WRITE_FIRST : RdmaOpcode::MRC_WRITE_MIDDLE;
}

} // namespace

MrcSendQueue::MrcSendQueue(PsnSeq first, uint32_t pathMtuBytes)
    : m_end(first),
      m_pathMtuBytes(pathMtuBytes)
{
}

void
MrcSendQueue::Post(const RdmaWorkRequest& wr)
{
    NS_ASSERT_MSG(wr.bytes >= 1, "a message of " << wr.bytes << " B");
    Message message;
    message.firstPsn = m_end;
    message.endPsn = m_end + static_cast<PsnSeq>((wr.bytes + m_pathMtuBytes - 1) / m_pathMtuBytes);
    message.bytes = wr.bytes;
    message.remoteVa = wr.remoteVa;
    message.rkey = wr.rkey;
    m_messages.Push(message);
    m_end = message.endPsn;
}

void
MrcSendQueue::Fill(uint64_t message, PsnSeq psn, RdmaPdu& pdu) const
{
    const Message& m = m_messages.At(message);
    pdu.opcode = GetOpcode(psn, m.firstPsn, m.endPsn);
    RdmaWritePdu& write = pdu.write;
    write.va = m.remoteVa + GetOffset(m, psn);
    write.rkey = m.rkey;
    write.payloadBytes = GetPayload(m, psn);
    write.dmaLength = write.payloadBytes;
    write.msn = static_cast<uint16_t>(message);
    write.rqmsn = 0;
}

bool
MrcSendQueue::PollCompletion(PsnSeq acked, bool flush, RdmaCompletion& completion)
{
    if (m_messages.IsEmpty())
    {
        return false;
    }
    const Message& oldest = m_messages.Front();
    const bool sent = oldest.endPsn <= acked;
    if (!sent && !flush)
    {
        return false;
    }
    completion.kind = sent ? RdmaCompletion::Kind::SENT : RdmaCompletion::Kind::FLUSHED;
    completion.message = m_messages.GetFirst();
    completion.stats = oldest.stats;
    m_messages.Pop();
    return true;
}

} // namespace ns3
