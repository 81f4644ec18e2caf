/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fixed-window.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcFixedWindow);

TypeId
MrcFixedWindow::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcFixedWindow")
                            .SetParent<MrcCongestionControl>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcFixedWindow>()
                            .AddAttribute("Window",
                                          "The window, B; 0: unlimited",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&MrcFixedWindow::m_window),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

Ptr<MrcCongestionControl>
MrcFixedWindow::Fork() const
{
    return CopyObject(Ptr<const MrcFixedWindow>(this));
}

void
MrcFixedWindow::Start(const MrcPathInfo& path)
{
    m_baseRtt = path.baseRtt;
    m_targetDelay = path.GetDefaultTargetDelay();
}

void
MrcFixedWindow::OnSend(uint32_t nominal)
{
    m_inflight += nominal;
}

void
MrcFixedWindow::OnAck(Tick, const MrcAckInfo& ack)
{
    m_inflight -= static_cast<int64_t>(ack.newBytes);
    m_baseRtt = std::min(m_baseRtt, ack.rtt.value_or(m_baseRtt));
}

void
MrcFixedWindow::OnNack(Tick, MrcNackReason, uint32_t nominal, std::optional<Tick>)
{
    m_inflight -= nominal;
}

void
MrcFixedWindow::OnInferredLoss(Tick, uint32_t nominal)
{
    m_inflight -= nominal;
}

void
MrcFixedWindow::OnLateAck(uint32_t nominal)
{
    m_inflight += nominal;
}

bool
MrcFixedWindow::CanSend(uint32_t /* nominal */) const
{
    return m_inflight < static_cast<int64_t>(GetCwndBytes());
}

uint64_t
MrcFixedWindow::GetCwndBytes() const
{
    constexpr uint64_t UNLIMITED = std::numeric_limits<int64_t>::max();
    return m_window ? std::min(m_window, UNLIMITED) : UNLIMITED;
}

int64_t
MrcFixedWindow::GetInflightBytes() const
{
    return m_inflight;
}

Tick
MrcFixedWindow::GetBaseRtt() const
{
    return m_baseRtt;
}

Tick
MrcFixedWindow::GetTargetDelay() const
{
    return m_targetDelay;
}

} // namespace ns3
