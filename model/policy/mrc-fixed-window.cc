/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fixed-window.h"

#include "ns3/uinteger.h"

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
    SetPath(path);
    m_cwnd = m_window ? static_cast<double>(m_window) : UNLIMITED;
}

void
MrcFixedWindow::DoAck(RdmaTick /* now */, const MrcAckInfo& ack)
{
    LowerBaseRtt(ack);
}

void
MrcFixedWindow::DoNack(RdmaTick /* now */,
                       MrcNackReason /* reason */,
                       uint32_t /* nominal */,
                       std::optional<RdmaTick> /* rtt */)
{
}

void
MrcFixedWindow::DoInferredLoss(RdmaTick /* now */, uint32_t /* nominal */)
{
}

} // namespace ns3
