/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-probe-sender.h"

#include "ns3/assert.h"

namespace ns3
{

MrcProbeSender::MrcProbeSender(uint32_t peerQpn,
                               MrcScoreboard& board,
                               MrcLossDetector& detector,
                               MrcEvTable& table,
                               Ptr<MrcPathSelector> selector)
    : m_board(board),
      m_detector(detector),
      m_table(table),
      m_peerQpn(peerQpn),
      m_selector(selector)
{
}

std::optional<RdmaTick>
MrcProbeSender::OnAnswer(RdmaTick now, const MrcSackPdu& sack)
{
    const auto id = static_cast<uint16_t>(sack.ackPsnOffset);
    for (uint64_t n = m_probes.GetFirst(); n != m_probes.GetEnd(); ++n)
    {
        Probe& probe = m_probes.At(n);
        if (probe.id != id || probe.answered)
        {
            continue;
        }
        probe.answered = true;
        m_detector.OnProbeArrived(probe.lane, probe.order, probe.sendTime);
        m_table.OnProbeSuccess(now, probe.entropy, sack.m);
        WaitAnew(now);
        return now - probe.sendTime;
    }
    m_selector->OnSack(now, sack.entropy, sack.m); // given up; a late answer is from its path too
    return std::nullopt;
}

void
MrcProbeSender::OnTimeout(RdmaTick now)
{
    if (GetTailDeadline() <= now)
    {
        m_tailDue = true;
    }
    m_evSeen = now;
}

bool
MrcProbeSender::Poll(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
{
    std::optional<MrcPath> path;
    if (m_tailDue)
    {
        path = PollTail(now, readyPorts);
    }
    if (!path.has_value() && m_table.NextProbe() <= now)
    {
        path = m_table.PollProbe(now, readyPorts);
    }
    if (!path.has_value())
    {
        return false;
    }
    tx.entropy = path->ev;
    tx.port = path->port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
    tx.pdu.destQpn = m_peerQpn;
    tx.pdu.psn = 0;
    tx.pdu.opcode = RdmaOpcode::MRC_PROBE;
    tx.pdu.ackRequest = false;
    tx.pdu.rtx = false;
    tx.pdu.timestamp = false;
    tx.pdu.selective = false;
    tx.pdu.probe.probeId = Register(now, path->ev);
    tx.pdu.probe.txTimestamp = MrcTimestamp(now);
    return true;
}

std::optional<MrcPath>
MrcProbeSender::PollTail(RdmaTick now, uint32_t readyPorts)
{
    const MrcTxRecord* oldest = m_board.GetOldest();
    if (oldest == nullptr && !m_asked)
    {
        m_tailDue = false;
        return std::nullopt;
    }
    const std::optional<MrcPath> path = oldest == nullptr
                                            ? m_selector->GetSendParams(now, readyPorts)
                                            : SelectForTail(now, readyPorts, *oldest);
    if (path.has_value())
    {
        m_asked = false;
        m_tailDue = false;
        m_tailUnanswered = true;
        m_tailFrom = now;
        m_tailProbes = std::min<uint8_t>(m_tailProbes + 1, MAX_TAIL_PROBES);
    }
    return path;
}

std::optional<MrcPath>
MrcProbeSender::SelectForTail(RdmaTick now, uint32_t readyPorts, const MrcTxRecord& oldest)
{
    const uint32_t others = m_table.GetOpenPlanes() & ~(1U << oldest.port);
    const std::optional<MrcPath> path =
        m_selector->GetOtherSendParams(now, readyPorts & others, oldest.entropy);
    // Wait for a port of another plane, unless one was offered and the selector has no path on it.
    if (path.has_value() || ((others & readyPorts) == 0 && others != 0))
    {
        return path;
    }
    return m_selector->GetOtherSendParams(now, readyPorts, oldest.entropy);
}

uint16_t
MrcProbeSender::Register(RdmaTick now, uint32_t entropy)
{
    while (!m_probes.IsEmpty() && (m_probes.Front().answered ||
                                   m_probes.Front().sendTime + m_detector.GetProbeTimeout() <= now))
    {
        m_probes.Pop();
    }
    NS_ASSERT_MSG(m_probes.GetSize() < UINT16_MAX, m_probes.GetSize() << " probes unanswered");
    Probe probe;
    probe.sendTime = now;
    probe.entropy = entropy;
    probe.order = m_board.TakeOrder();
    probe.lane = m_board.GetLane(entropy);
    probe.id = m_nextId++;
    m_probes.Push(probe);
    return probe.id;
}

} // namespace ns3
