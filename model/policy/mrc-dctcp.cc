/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dctcp.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcDctcp");

NS_OBJECT_ENSURE_REGISTERED(MrcDctcp);

namespace
{
/// Part of the window removed by a loss (RFC 8257, 3.5: as in any TCP).
constexpr double LOSS_CUT = 0.5;
} // namespace

TypeId
MrcDctcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcDctcp")
            .SetParent<MrcCongestionControl>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcDctcp>()
            .AddAttribute("Gain",
                          "g: weight of the last window of data in alpha (RFC 8257: 1/16)",
                          DoubleValue(0.0625),
                          MakeDoubleAccessor(&MrcDctcp::m_gain),
                          MakeDoubleChecker<double>(0.0001, 1))
            .AddAttribute(
                "InitialAlpha",
                "First alpha, 0 to 1: with 1 the first mark has the effect of a loss (RFC 8257, "
                "3.3)",
                DoubleValue(1),
                MakeDoubleAccessor(&MrcDctcp::m_initialAlpha),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Increase",
                          "Additive increase, packets per window of data",
                          DoubleValue(1),
                          MakeDoubleAccessor(&MrcDctcp::m_increase),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("InitialWindow",
                          "First window, B; 0: one BDP",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcDctcp::m_initialWindowAttr),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxWindow",
                          "Largest window, B; 0: 1.5 BDP",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcDctcp::m_maxWindowAttr),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

Ptr<MrcCongestionControl>
MrcDctcp::Fork() const
{
    return CopyObject(Ptr<const MrcDctcp>(this));
}

void
MrcDctcp::Start(const MrcPathInfo& path)
{
    SetPath(path);
    const double bdp = m_rate * path.baseRtt.GetNs() * path.stretch;
    const auto setOr = [](uint64_t set, double derived) {
        return set > 0 ? static_cast<double>(set) : derived;
    };
    m_maxWindow = std::max(m_mtu, setOr(m_maxWindowAttr, MAX_WINDOW_BDP * bdp));
    SetCwnd(setOr(m_initialWindowAttr, bdp));
    m_ssthresh = m_maxWindow;
    m_alpha = m_initialAlpha;
}

void
MrcDctcp::DoAck(RdmaTick /* now */, const MrcAckInfo& ack)
{
    LowerBaseRtt(ack);
    const auto bytes = static_cast<double>(ack.newBytes);
    const double marked = ack.ecn ? std::min(bytes, m_mtu) : 0;
    Grow(bytes - marked);
    m_counted += bytes;
    m_marked += marked;
    Pass(bytes);
    if (ack.ecn)
    {
        Cut(m_alpha / 2);
    }
}

void
MrcDctcp::DoNack(RdmaTick /* now */,
                 MrcNackReason reason,
                 uint32_t nominal,
                 std::optional<RdmaTick> /* rtt */)
{
    Pass(nominal);
    if (IsTrim(reason))
    {
        Cut(LOSS_CUT);
    }
}

void
MrcDctcp::DoInferredLoss(RdmaTick /* now */, uint32_t nominal)
{
    Pass(nominal);
    Cut(LOSS_CUT);
}

void
MrcDctcp::Grow(double bytes)
{
    if (m_cutLeft > 0)
    {
        return; // the acknowledged bytes were sent before the cut
    }
    SetCwnd(m_cwnd + (m_cwnd < m_ssthresh ? bytes : m_increase * m_mtu * bytes / m_cwnd));
}

void
MrcDctcp::Pass(double bytes)
{
    m_cutLeft -= bytes;
    m_left -= bytes;
    if (m_left > 0)
    {
        return;
    }
    if (m_counted > 0)
    {
        m_alpha += m_gain * (m_marked / m_counted - m_alpha);
    }
    m_counted = 0;
    m_marked = 0;
    m_left = static_cast<double>(GetInflightBytes());
}

void
MrcDctcp::Cut(double part)
{
    if (m_cutLeft > 0)
    {
        return;
    }
    SetCwnd(m_cwnd * (1 - part));
    NS_LOG_INFO("cut by " << part << " to " << m_cwnd << " B");
    m_ssthresh = m_cwnd;
    m_cutLeft = static_cast<double>(GetInflightBytes());
}

} // namespace ns3
