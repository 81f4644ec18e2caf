/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-responder.h"

#include "mrc-sack-coverage.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcResponder");

namespace
{

/// Minimum number of bytes that a packet adds to the SACK threshold (mrc reference, 5.4), B.
constexpr uint32_t MIN_SACK_CREDIT_BYTES = 1024;
/// Largest ooo_count of 15 bits.
constexpr uint32_t MAX_OOO_COUNT = 0x7FFF;

} // namespace

MrcResponder::MrcResponder(const MrcQpConfig& config, RdmaCounters& counters)
    : m_counters(counters),
      m_peerQpn(config.peerQpn),
      m_window(config.destWindowPackets),
      m_sackThresholdBytes(config.sackThresholdBytes),
      m_pathMtuBytes(config.pathMtuBytes),
      m_serviceTime(config.compensate ? MrcTimestamp(config.serviceTime) : 0),
      m_mprField(config.dynamicMpr ? static_cast<uint8_t>(m_window / MRC_MPR_UNIT_PACKETS) : 0),
      m_trimNack(config.trimNack),
      m_ePsn(config.rqPsn),
      m_maxRcvPsn(m_ePsn - 1),
      m_lowestUnsacked(m_ePsn - 1),
      m_permittedEnd(m_ePsn),
      m_messageStart(m_ePsn),
      m_received(m_window),
      m_last(m_window),
      m_receives(config.maxWimmDest)
{
    NS_ASSERT_MSG(m_window >= 1, "an MRC window of " << m_window << " packets");
    UpdateNotice();
}

MrcAnswer
MrcResponder::OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    m_counters.rxMarked += rx.ce ? 1 : 0;
    if (rx.trim != RdmaTrim::NONE)
    {
        return OnTrimmedWrite(pdu, rx, answer);
    }
    return OnWholeWrite(pdu, rx, answer);
}

MrcAnswer
MrcResponder::OnWholeWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_ePsn);
    ++m_counters.rxDataPackets;
    if (IsBeyondWindow(psn))
    {
        ++m_counters.rxDiscarded;
        NS_LOG_INFO("QP to " << m_peerQpn << ": PSN " << psn << " is beyond the window");
        MakeNack(MrcNackReason::PSN_OOR_WINDOW, pdu, rx, answer);
        return MrcAnswer::SEND;
    }
    if (IsReceived(psn))
    {
        NS_LOG_LOGIC("QP to " << m_peerQpn << ": PSN " << psn << " again");
        ++m_counters.rxDuplicates;
        m_repeatAck = true;
        MakeSack(pdu, psn, rx, answer);
        return MrcAnswer::SEND;
    }
    if (m_reject != 0)
    {
        ++m_counters.rxDiscarded;
        NS_LOG_INFO("QP to " << m_peerQpn << ": PSN " << psn << " is rejected, reason "
                             << +m_reject);
        MakeNack(static_cast<MrcNackReason>(m_reject), pdu, rx, answer);
        return MrcAnswer::SEND;
    }
    const bool last = IsRdmaLastOfMessage(pdu.opcode);
    const bool immediate = last && HasRdmaImmediate(pdu.opcode);
    if (immediate)
    {
        const auto ahead = static_cast<uint16_t>(pdu.write.msn - m_delivered);
        if (!m_receives.Stash(pdu.write, m_delivered + ahead))
        {
            ++m_counters.rxDiscarded;
            NS_LOG_WARN("QP to " << m_peerQpn << " has more WriteImms outstanding than allowed");
            MakeTransportAck(RDMA_SYNDROME_NAK_INVALID_REQUEST, answer);
            return MrcAnswer::FAULT;
        }
    }
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.write.payloadBytes;
    m_rcvdBytes += MrcNominalBytes(pdu.write.payloadBytes, pdu.timestamp, immediate);
    if (!Accept(psn, last))
    {
        NS_LOG_WARN("QP to " << m_peerQpn << ": a WriteImm without a receive");
        MakeTransportAck(RDMA_SYNDROME_NAK_REMOTE_OPERATION, answer);
        return MrcAnswer::FAULT;
    }
    if (!IsSackDue(pdu, rx))
    {
        return MrcAnswer::NONE;
    }
    MakeSack(pdu, psn, rx, answer);
    return MrcAnswer::SEND;
}

MrcAnswer
MrcResponder::OnTrimmedWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_ePsn);
    ++m_counters.rxTrimmed;
    if (IsBeyondWindow(psn) || !m_trimNack)
    {
        return MrcAnswer::NONE;
    }
    if (IsReceived(psn))
    {
        m_repeatAck = true;
        MakeSack(pdu, psn, rx, answer);
        return MrcAnswer::SEND;
    }
    MakeNack(rx.trim == RdmaTrim::LASTHOP ? MrcNackReason::TRIMMED_LASTHOP : MrcNackReason::TRIMMED,
             pdu,
             rx,
             answer);
    NS_LOG_INFO("QP to " << m_peerQpn << ": PSN " << psn << " was trimmed on EV " << rx.entropy);
    return MrcAnswer::SEND;
}

void
MrcResponder::OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    m_repeatAck = true;
    MakeSack(pdu, m_ePsn - 1, rx, answer);
    answer.sack.probe = true;
    answer.sack.ackPsnOffset = static_cast<int16_t>(pdu.probe.probeId);
    answer.sack.txTimestamp = Echo(pdu.probe.txTimestamp);
}

bool
MrcResponder::TakeTransportAck(RdmaPdu& answer)
{
    if (m_delivered == m_reported && !m_repeatAck)
    {
        return false;
    }
    m_repeatAck = false;
    m_reported = m_delivered;
    MakeTransportAck(RDMA_SYNDROME_ACK, answer);
    return m_delivered != 0;
}

void
MrcResponder::SetMpr(uint32_t units)
{
    NS_ASSERT_MSG(m_mprField != 0 && units >= 1 && units <= UINT8_MAX,
                  "MPR of " << units << " units, now " << +m_mprField);
    m_permittedEnd = std::max(m_permittedEnd, m_ePsn + m_window);
    m_window = units * MRC_MPR_UNIT_PACKETS;
    m_mprField = static_cast<uint8_t>(units);
    while (m_received.GetCapacity() < m_window)
    {
        m_received.Grow(m_ePsn, m_maxRcvPsn + 1);
        m_last.Grow(m_ePsn, m_maxRcvPsn + 1);
    }
}

void
MrcResponder::SetPenalty(uint8_t penalty)
{
    NS_ASSERT_MSG(penalty <= 127, "a penalty of " << +penalty);
    // Sent until the next penalty: any SACK may be lost, and repetitions have no effect.
    m_restore = penalty == 0 && (m_restore || m_penalty != 0);
    m_penalty = penalty;
    UpdateNotice();
}

void
MrcResponder::SetAlwaysSkip(uint32_t ports)
{
    m_alwaysSkip = ports;
    UpdateNotice();
}

void
MrcResponder::UpdateNotice()
{
    m_notice = m_mprField != 0 || m_penalty != 0 || m_restore || m_alwaysSkip != 0;
}

void
MrcResponder::SetReject(std::optional<MrcNackReason> reason)
{
    NS_ASSERT_MSG(!reason || *reason == MrcNackReason::NO_BITMAP ||
                      *reason == MrcNackReason::NO_PKT_BUFFER ||
                      *reason == MrcNackReason::NO_RESOURCE,
                  "reason " << static_cast<int>(*reason) << " is not a lack of resources");
    m_reject = reason ? static_cast<uint8_t>(*reason) : 0;
}

bool
MrcResponder::Accept(RdmaPsnSeq psn, bool last)
{
    m_maxRcvPsn = std::max(m_maxRcvPsn, psn);
    if (psn < m_lowestUnsacked)
    {
        m_filledFirst = std::min(m_filledFirst, psn);
        m_filledLast = std::max(m_filledLast, psn);
    }
    if (psn != m_ePsn)
    {
        m_received.Set(psn);
        ++m_oooCount;
        if (last)
        {
            m_last.Set(psn);
        }
        return true;
    }
    ++m_ePsn;
    if (last && !Deliver(psn))
    {
        return false;
    }
    return m_oooCount == 0 || Advance();
}

bool
MrcResponder::Advance()
{
    int32_t run;
    do
    {
        const uint64_t missing = ~m_received.Read(m_ePsn);
        run = missing == 0 ? MrcSackCoverage::BITS : __builtin_ctzll(missing);
        if (run == 0)
        {
            break;
        }
        const uint64_t span = ~uint64_t{0} >> (MrcSackCoverage::BITS - run);
        uint64_t lasts = m_last.Read(m_ePsn) & span;
        m_received.Clear64(m_ePsn, span);
        m_last.Clear64(m_ePsn, lasts);
        m_oooCount -= static_cast<uint32_t>(run);
        const RdmaPsnSeq base = m_ePsn;
        m_ePsn += run;
        for (; lasts != 0; lasts &= lasts - 1)
        {
            if (!Deliver(base + __builtin_ctzll(lasts)))
            {
                return false;
            }
        }
    } while (run == MrcSackCoverage::BITS);
    return true;
}

bool
MrcResponder::IsSackDue(const RdmaPdu& pdu, const RdmaRxInfo& rx)
{
    m_sackTriggerCnt += std::max(pdu.write.payloadBytes, MIN_SACK_CREDIT_BYTES);
    bool due = rx.ce || pdu.rtx || pdu.ackRequest || m_first;
    due = due || m_sackTriggerCnt >= m_sackThresholdBytes;
    m_first = false;
    if (m_oooCount == 0)
    {
        due = due || m_prevAr;
        m_prevAr = false;
    }
    else if (pdu.ackRequest)
    {
        m_prevAr = true;
    }
    return due;
}

void
MrcResponder::NoteShown(RdmaPsnSeq base, bool fillTurn)
{
    const RdmaPsnSeq end = std::min(base + MrcSackCoverage::BITS, m_maxRcvPsn + 1);
    if (!fillTurn || base <= m_lowestUnsacked)
    {
        m_lowestUnsacked = std::max(m_lowestUnsacked, end);
    }
    if (fillTurn || base <= m_filledFirst)
    {
        m_filledFirst = std::max(m_filledFirst, end);
    }
    if (m_filledFirst > m_filledLast || m_filledLast < m_ePsn)
    {
        m_filledFirst = INT64_MAX;
        m_filledLast = INT64_MIN;
    }
}

void
MrcResponder::MakeSack(const RdmaPdu& pdu, RdmaPsnSeq psn, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const RdmaPsnSeq cack = m_ePsn - 1;
    // If holes are filled one by one, each with a SACK, packets above them would otherwise never be
    // reported.
    const bool filled = m_filledLast >= m_ePsn;
    m_aboveTurn = filled && !m_aboveTurn && m_lowestUnsacked <= m_maxRcvPsn;
    const bool fillTurn = filled && !m_aboveTurn;
    RdmaPsnSeq base = fillTurn ? m_filledFirst : m_lowestUnsacked;
    if (base + MrcSackCoverage::BITS <= m_maxRcvPsn)
    {
        // Packets in between are missing, and need no bits.
        base = m_received.FindFirst(std::max(base, m_ePsn), m_maxRcvPsn + 1);
    }
    if (base + MrcSackCoverage::BITS > m_maxRcvPsn)
    {
        // All unreported packets fit: repeat older bits, in case a SACK was lost.
        base = m_maxRcvPsn - (MrcSackCoverage::BITS - 1);
    }
    base = std::max(base, m_ePsn);
    NoteShown(base, fillTurn);
    m_sackTriggerCnt = 0;

    answer.destQpn = m_peerQpn;
    answer.psn = ToWireRdmaPsn(cack);
    answer.opcode = RdmaOpcode::MRC_SACK;
    answer.ackRequest = false;
    answer.rtx = pdu.rtx;
    answer.timestamp = false;
    answer.selective = false;
    MrcSackPdu& sack = answer.sack;
    sack = MrcSackPdu{};
    sack.bitmap = m_oooCount == 0 ? 0 : m_received.Read(base);
    sack.entropy = rx.entropy;
    sack.cackPsn = ToWireRdmaPsn(cack);
    sack.rcvdBytes =
        static_cast<uint32_t>((m_rcvdBytes + MRC_RCVD_UNIT_BYTES - 1) / MRC_RCVD_UNIT_BYTES) &
        RDMA_PSN_MASK;
    sack.ackPsnOffset = static_cast<int16_t>(std::max<RdmaPsnSeq>(psn - cack, INT16_MIN));
    sack.sackOffset = static_cast<int16_t>(base - cack);
    sack.txTimestamp = pdu.timestamp ? Echo(pdu.write.txTimestamp) : 0;
    sack.oooCount = static_cast<uint16_t>(std::min(m_oooCount, MAX_OOO_COUNT));
    sack.m = rx.ce ? MrcEvVerdict::SKIP_ONCE : MrcEvVerdict::NONE;
    if (m_notice)
    {
        sack.m = m_alwaysSkip >> rx.port & 1 ? MrcEvVerdict::ALWAYS_SKIP : sack.m;
        sack.mpr = m_mprField;
        sack.rcvCwndPen = m_penalty;
        sack.restoreCwnd = m_restore;
    }
}

void
MrcResponder::MakeNack(MrcNackReason reason,
                       const RdmaPdu& pdu,
                       const RdmaRxInfo& rx,
                       RdmaPdu& answer) const
{
    answer.destQpn = m_peerQpn;
    answer.psn = pdu.psn;
    answer.opcode = RdmaOpcode::MRC_NACK;
    answer.ackRequest = false;
    answer.rtx = false;
    answer.timestamp = false;
    answer.selective = false;
    const uint16_t echo = pdu.timestamp ? Echo(pdu.write.txTimestamp) : 0;
    answer.nack = MrcNackPdu{rx.entropy, pdu.psn, echo, reason, 0};
}

void
MrcResponder::MakeTransportAck(uint8_t syndrome, RdmaPdu& answer) const
{
    answer.destQpn = m_peerQpn;
    answer.psn = ToWireRdmaPsn(m_ePsn - 1);
    answer.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    answer.ackRequest = false;
    answer.rtx = false;
    answer.timestamp = false;
    answer.selective = false;
    answer.ack = RdmaAckPdu{};
    answer.ack.msn = static_cast<uint32_t>(m_delivered) & RDMA_PSN_MASK;
    answer.ack.syndrome = syndrome;
}

} // namespace ns3
