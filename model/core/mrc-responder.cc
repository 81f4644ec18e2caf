/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-responder.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// A packet counts at least this much towards the SACK threshold (MRC 1.0, 5.4), B.
constexpr uint32_t MIN_SACK_CREDIT_BYTES = 1024;
/// Unit of rcvd_bytes (MRC 1.0, 2.8), B.
constexpr uint32_t RCVD_UNIT_BYTES = 256;
/// PSNs in one SACK bitmap.
constexpr int32_t SACK_BITS = 64;
/// Largest ooo_count of 15 bits.
constexpr uint32_t MAX_OOO_COUNT = 0x7FFF;

} // namespace

MrcResponder::MrcResponder(const MrcQpConfig& config, RdmaCounters& counters)
    : m_counters(counters),
      m_peerQpn(config.peerQpn),
      m_window(config.windowPackets),
      m_sackThresholdBytes(config.sackThresholdBytes),
      m_ePsn(config.rqPsn),
      m_maxRcvPsn(m_ePsn - 1),
      m_lowestUnsacked(m_ePsn - 1),
      m_received(config.windowPackets),
      m_last(config.windowPackets)
{
    NS_ASSERT_MSG(m_window >= 1, "an MRC window of " << m_window << " packets");
}

bool
MrcResponder::OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    m_counters.rxMarked += rx.ce ? 1 : 0;
    if (rx.trim != RdmaTrim::NONE)
    {
        return OnTrimmedWrite(pdu, rx, answer);
    }
    return OnWholeWrite(pdu, rx, answer);
}

bool
MrcResponder::OnWholeWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const PsnSeq psn = WidenPsn(pdu.psn, m_ePsn);
    ++m_counters.rxDataPackets;
    if (psn >= m_ePsn + m_window)
    {
        ++m_counters.rxDiscarded;
        MakeNack(MrcNackReason::PSN_OOR_WINDOW, pdu, rx, answer);
        return true;
    }
    if (IsReceived(psn))
    {
        ++m_counters.rxDuplicates;
        MakeSack(pdu, psn, rx, answer);
        return true;
    }
    ++m_counters.rxAccepted;
    m_counters.bytesDelivered += pdu.write.payloadBytes;
    m_rcvdBytes += MrcNominalBytes(pdu.write.payloadBytes);
    Accept(psn, IsLastOfMessage(pdu.opcode));
    if (!IsSackDue(pdu, rx))
    {
        return false;
    }
    MakeSack(pdu, psn, rx, answer);
    return true;
}

bool
MrcResponder::OnTrimmedWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const PsnSeq psn = WidenPsn(pdu.psn, m_ePsn);
    ++m_counters.rxTrimmed;
    if (psn >= m_ePsn + m_window)
    {
        return false;
    }
    if (IsReceived(psn))
    {
        MakeSack(pdu, psn, rx, answer);
        return true;
    }
    MakeNack(rx.trim == RdmaTrim::LASTHOP ? MrcNackReason::TRIMMED_LASTHOP : MrcNackReason::TRIMMED,
             pdu,
             rx,
             answer);
    return true;
}

void
MrcResponder::OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    MakeSack(pdu, m_ePsn - 1, rx, answer);
    answer.sack.probe = true;
    answer.sack.ackPsnOffset = static_cast<int16_t>(pdu.probe.probeId);
    answer.sack.txTimestamp = pdu.probe.txTimestamp;
}

void
MrcResponder::Accept(PsnSeq psn, bool last)
{
    m_maxRcvPsn = std::max(m_maxRcvPsn, psn);
    m_lowestUnsacked = std::min(m_lowestUnsacked, psn);
    if (psn != m_ePsn)
    {
        m_received.Set(psn);
        ++m_oooCount;
        if (last)
        {
            m_last.Set(psn);
        }
        return;
    }
    ++m_ePsn;
    m_delivered += last ? 1 : 0;
    if (m_oooCount != 0)
    {
        Advance();
    }
}

void
MrcResponder::Advance()
{
    int32_t run;
    do
    {
        const uint64_t missing = ~m_received.Read(m_ePsn);
        run = missing == 0 ? SACK_BITS : __builtin_ctzll(missing);
        if (run == 0)
        {
            return;
        }
        const uint64_t span = ~uint64_t{0} >> (SACK_BITS - run);
        const uint64_t lasts = m_last.Read(m_ePsn) & span;
        m_received.Clear64(m_ePsn, span);
        m_last.Clear64(m_ePsn, lasts);
        m_delivered += static_cast<uint64_t>(__builtin_popcountll(lasts));
        m_oooCount -= static_cast<uint32_t>(run);
        m_ePsn += run;
    } while (run == SACK_BITS);
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
MrcResponder::MakeSack(const RdmaPdu& pdu, PsnSeq psn, const RdmaRxInfo& rx, RdmaPdu& answer)
{
    const PsnSeq cack = m_ePsn - 1;
    PsnSeq base = m_lowestUnsacked;
    if (base + SACK_BITS > m_maxRcvPsn)
    {
        // Everything unreported fits: repeat older bits, in case a SACK was lost.
        base = m_maxRcvPsn - (SACK_BITS - 1);
    }
    base = std::max(base, m_ePsn);
    m_lowestUnsacked = std::min(base + SACK_BITS, m_maxRcvPsn + 1);
    m_sackTriggerCnt = 0;

    answer.destQpn = m_peerQpn;
    answer.psn = ToWirePsn(cack);
    answer.opcode = RdmaOpcode::MRC_SACK;
    answer.ackRequest = false;
    answer.rtx = pdu.rtx;
    answer.timestamp = false;
    MrcSackPdu& sack = answer.sack;
    sack = MrcSackPdu{};
    sack.bitmap = m_oooCount == 0 ? 0 : m_received.Read(base);
    sack.entropy = rx.entropy;
    sack.cackPsn = ToWirePsn(cack);
    sack.rcvdBytes =
        static_cast<uint32_t>((m_rcvdBytes + RCVD_UNIT_BYTES - 1) / RCVD_UNIT_BYTES) & PSN_MASK;
    sack.ackPsnOffset = static_cast<int16_t>(std::max<PsnSeq>(psn - cack, INT16_MIN));
    sack.sackOffset = static_cast<int16_t>(base - cack);
    sack.oooCount = static_cast<uint16_t>(std::min(m_oooCount, MAX_OOO_COUNT));
    sack.m = rx.ce ? MrcEvVerdict::SKIP_ONCE : MrcEvVerdict::NONE;
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
    answer.nack = MrcNackPdu{rx.entropy, pdu.psn, 0, reason};
}

} // namespace ns3
