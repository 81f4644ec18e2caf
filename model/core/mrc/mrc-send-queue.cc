/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-send-queue.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param psn PSN of a packet
 * @param first PSN of its message's first packet
 * @param end PSN after its message's last packet
 */
RdmaOpcode
GetOpcode(RdmaPsnSeq psn, RdmaPsnSeq first, RdmaPsnSeq end)
{
    if (psn + 1 == end)
    {
        return psn == first ? RdmaOpcode::MRC_WRITE_ONLY : RdmaOpcode::MRC_WRITE_LAST;
    }
    return psn == first ? RdmaOpcode::MRC_WRITE_FIRST : RdmaOpcode::MRC_WRITE_MIDDLE;
}

} // namespace

MrcSendQueue::MrcSendQueue(RdmaPsnSeq first, uint32_t pathMtuBytes, uint32_t maxWimm)
    : m_end(first),
      m_sendEnd(first),
      m_pathMtuBytes(pathMtuBytes),
      m_maxWimm(maxWimm)
{
}

void
MrcSendQueue::Post(const RdmaWorkRequest& wr)
{
    NS_ASSERT_MSG(wr.bytes != 0 || wr.hasImmediate, "a message of 0 B without immediate data");
    NS_ABORT_MSG_IF(wr.hasImmediate && m_maxWimm == 0,
                    "a WriteImm, but the QP may have none outstanding "
                    "(ns3::MrcQpParameters::MaxWimm, or MaxWimmDest of the peer, is 0)");
    Message message;
    message.firstPsn = m_end;
    message.endPsn = m_end + static_cast<RdmaPsnSeq>(CountRdmaPackets(wr.bytes, m_pathMtuBytes));
    message.bytes = wr.bytes;
    message.remoteVa = wr.remoteVa;
    message.rkey = wr.rkey;
    message.immediate = wr.immediate;
    message.hasImmediate = wr.hasImmediate;
    message.wrId = wr.wrId;
    if (wr.hasImmediate)
    {
        m_wimms.Push({m_messages.GetEnd(), message.firstPsn, message.endPsn});
    }
    message.rqmsn = static_cast<uint16_t>(m_wimms.GetEnd() == 0 ? 0 : m_wimms.GetEnd() - 1);
    m_messages.Push(message);
    m_end = message.endPsn;
    UpdateSendEnd();
}

void
MrcSendQueue::UpdateSendEnd()
{
    m_sendEnd = m_wimms.GetSize() <= m_maxWimm
                    ? m_end
                    : m_wimms.At(m_wimms.GetFirst() + m_maxWimm).firstPsn;
}

void
MrcSendQueue::ReleaseWimms(RdmaPsnSeq acked, uint64_t confirmed)
{
    while (!m_wimms.IsEmpty() && m_wimms.Front().endPsn <= acked &&
           m_wimms.Front().message < confirmed)
    {
        m_wimms.Pop();
    }
    UpdateSendEnd();
}

bool
MrcSendQueue::IsConfirmationMissing(RdmaPsnSeq acked, uint64_t confirmed) const
{
    const uint64_t next = std::max(confirmed, m_messages.GetFirst());
    return next < m_messages.GetEnd() && m_messages.At(next).endPsn <= acked;
}

void
MrcSendQueue::Fill(uint64_t message, RdmaPsnSeq psn, RdmaPdu& pdu) const
{
    const Message& m = m_messages.At(message);
    pdu.opcode = GetOpcode(psn, m.firstPsn, m.endPsn);
    RdmaWritePdu& write = pdu.write;
    if (m.hasImmediate && psn + 1 == m.endPsn)
    {
        pdu.opcode =
            psn == m.firstPsn ? RdmaOpcode::MRC_WRITE_ONLY_IMM : RdmaOpcode::MRC_WRITE_LAST_IMM;
        write.immediate = m.immediate;
    }
    write.va = m.remoteVa + GetOffset(m, psn);
    write.rkey = m.rkey;
    write.payloadBytes = GetPayload(m, psn);
    write.dmaLength = write.payloadBytes;
    write.msn = static_cast<uint16_t>(message);
    write.rqmsn = m.rqmsn;
}

bool
MrcSendQueue::PollCompletion(RdmaPsnSeq acked, uint64_t confirmed, RdmaCompletion& completion)
{
    if (!HasCompletion(acked, confirmed))
    {
        return false;
    }
    Complete(RdmaCompletion::Kind::SENT, RdmaCompletion::Status::SUCCESS, completion);
    return true;
}

bool
MrcSendQueue::PollFlushed(RdmaCompletion::Status cause, RdmaCompletion& completion)
{
    if (m_messages.IsEmpty())
    {
        return false;
    }
    Complete(RdmaCompletion::Kind::FLUSHED,
             m_flushing ? RdmaCompletion::Status::FLUSHED : cause,
             completion);
    m_flushing = true;
    return true;
}

void
MrcSendQueue::Complete(RdmaCompletion::Kind kind,
                       RdmaCompletion::Status status,
                       RdmaCompletion& completion)
{
    const Message& oldest = m_messages.Front();
    completion = RdmaCompletion();
    completion.kind = kind;
    completion.status = status;
    completion.message = m_messages.GetFirst();
    completion.wrId = oldest.wrId;
    completion.stats = oldest.stats;
    m_messages.Pop();
}

} // namespace ns3
