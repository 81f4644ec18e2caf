/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-window-control.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

void
MrcWindowControl::OnSend(uint32_t nominal)
{
    m_inflight += nominal;
    m_sent += nominal;
}

void
MrcWindowControl::OnAck(RdmaTick now, const MrcAckInfo& ack)
{
    m_inflight -= static_cast<int64_t>(ack.newBytes);
    DoAck(now, ack);
}

void
MrcWindowControl::OnNack(RdmaTick now,
                         MrcNackReason reason,
                         uint32_t nominal,
                         std::optional<RdmaTick> rtt)
{
    m_inflight -= nominal;
    DoNack(now, reason, nominal, rtt);
}

void
MrcWindowControl::OnInferredLoss(RdmaTick now, uint32_t nominal)
{
    m_inflight -= nominal;
    DoInferredLoss(now, nominal);
}

void
MrcWindowControl::OnLateAck(uint32_t nominal)
{
    m_inflight += nominal;
}

void
MrcWindowControl::SetPath(const MrcPathInfo& path)
{
    NS_ABORT_MSG_IF(path.rateBps == 0 || path.baseRtt <= RdmaTick() || path.nominalMtuBytes == 0,
                    "congestion control of a path with "
                        << path.rateBps << " bit/s, base RTT " << path.baseRtt.GetNs()
                        << " ns, packets of " << path.nominalMtuBytes << " B");
    m_rate = static_cast<double>(path.rateBps) / 8e9;
    m_mtu = path.nominalMtuBytes;
    SetBaseRtt(path.baseRtt);
    m_targetDelay = path.GetDefaultTargetDelay();
}

void
MrcWindowControl::SetBaseRtt(RdmaTick rtt)
{
    m_baseRtt = rtt;
}

void
MrcWindowControl::SetCwnd(double bytes)
{
    m_cwnd = std::max(m_mtu, std::min(bytes, m_maxWindow));
}

bool
MrcWindowControl::LowerBaseRtt(RdmaTick rtt)
{
    const bool lower = rtt < m_baseRtt;
    m_baseRtt = lower ? rtt : m_baseRtt;
    return lower;
}

} // namespace ns3
