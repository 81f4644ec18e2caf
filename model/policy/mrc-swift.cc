/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-swift.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcSwift");

NS_OBJECT_ENSURE_REGISTERED(MrcSwift);

namespace
{
/// Queueing delay that every window tolerates, in base RTTs. Samples are from all paths of a
/// sprayed QP, and the slowest one of a round trip decides: with 0.25 a permutation loses 15 % of
/// its rate.
constexpr double BASE_TARGET_RTTS = 0.5;
/// Flow scaling of the smallest window, in base RTTs: together with the base NSCC's target, and
/// below the BDP at which switches trim.
constexpr double FS_RANGE_RTTS = 0.25;
} // namespace

TypeId
MrcSwift::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcSwift")
            .SetParent<MrcCongestionControl>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcSwift>()
            .AddAttribute("BaseTarget",
                          "Queueing delay that every window tolerates; 0: half the base RTT, "
                          "which grows with the path (topology scaling)",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcSwift::m_baseTargetAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("FsRange",
                          "fs_range: additional delay that the smallest window tolerates; 0: a "
                          "quarter of the base RTT",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcSwift::m_fsRangeAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("FsMinWindow",
                          "fs_min_cwnd: the window that tolerates all of FsRange, packets",
                          DoubleValue(1),
                          MakeDoubleAccessor(&MrcSwift::m_fsMinWindow),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("FsMaxWindow",
                          "fs_max_cwnd: the smallest window without additional delay, packets; 0: "
                          "one BDP",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MrcSwift::m_fsMaxWindow),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Ai",
                          "ai: additive increase, packets per RTT; negative: 1 per 150,000 B of "
                          "BDP, so shares converge in the same number of RTTs at any rate",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MrcSwift::m_ai),
                          MakeDoubleChecker<double>())
            .AddAttribute("Beta",
                          "beta: strength of the multiplicative decrease",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&MrcSwift::m_beta),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MaxMdf",
                          "max_mdf: largest decrease in one RTT, as part of the window",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MrcSwift::m_maxMdf),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("RetxResetThreshold",
                          "Rounds of losses without an acknowledgment after which the window is "
                          "one packet",
                          UintegerValue(5),
                          MakeUintegerAccessor(&MrcSwift::m_retxResetThreshold),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialWindow",
                          "First window, B; 0: the largest",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcSwift::m_initialWindowAttr),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxWindow",
                          "max_cwnd: largest window, B; 0: 1.5 BDP",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcSwift::m_maxWindowAttr),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

Ptr<MrcCongestionControl>
MrcSwift::Fork() const
{
    return CopyObject(Ptr<const MrcSwift>(this));
}

void
MrcSwift::Start(const MrcPathInfo& path)
{
    SetPath(path);
    m_rtt = path.baseRtt;
    const double rttNs = path.baseRtt.GetNs() * path.stretch;
    const double bdp = m_rate * rttNs;
    const auto setOr = [](const auto& set, double derived) {
        return set > 0 ? static_cast<double>(set) : derived;
    };
    m_maxWindow = std::max(m_mtu, setOr(m_maxWindowAttr, MAX_WINDOW_BDP * bdp));
    SetCwnd(setOr(m_initialWindowAttr, m_maxWindow));
    m_aiBytes = m_mtu * (m_ai < 0 ? bdp / REFERENCE_BDP : m_ai);
    m_baseTargetNs = setOr(ToRdmaTick(m_baseTargetAttr).GetNs(), BASE_TARGET_RTTS * rttNs);
    m_fsRangeNs = setOr(ToRdmaTick(m_fsRangeAttr).GetNs(), FS_RANGE_RTTS * rttNs);
    const double steepest = 1 / std::sqrt(m_fsMinWindow);
    const double flattest = 1 / std::sqrt(setOr(m_fsMaxWindow, std::max(1.0, bdp / m_mtu)));
    m_fsAlphaNs = steepest > flattest ? m_fsRangeNs / (steepest - flattest) : 0;
    m_fsBetaNs = -m_fsAlphaNs * flattest;
}

RdmaTick
MrcSwift::GetTargetDelay() const
{
    const double scaling = m_fsAlphaNs / std::sqrt(m_cwnd / m_mtu) + m_fsBetaNs;
    const double ns = m_baseTargetNs + std::clamp(scaling, 0.0, m_fsRangeNs);
    return RdmaTick::Ps(std::llround(ns * 1e3));
}

void
MrcSwift::DoAck(RdmaTick now, const MrcAckInfo& ack)
{
    m_silentRounds = ack.newBytes > 0 ? 0 : m_silentRounds;
    if (!ack.rtt)
    {
        return;
    }
    m_rtt = *ack.rtt;
    LowerBaseRtt(ack);
    const RdmaTick target = GetBaseRtt() + GetTargetDelay();
    if (m_rtt < target)
    {
        SetCwnd(m_cwnd + m_aiBytes * static_cast<double>(ack.newBytes) / m_cwnd);
        return;
    }
    Decrease(now, 1 - m_beta * static_cast<double>((m_rtt - target).GetPs()) / m_rtt.GetPs());
}

void
MrcSwift::DoNack(RdmaTick now,
                 MrcNackReason reason,
                 uint32_t /* nominal */,
                 std::optional<RdmaTick> /* rtt */)
{
    if (IsTrim(reason))
    {
        m_silentRounds = 0; // the network answers
        Decrease(now, 0);
    }
}

void
MrcSwift::DoInferredLoss(RdmaTick now, uint32_t /* nominal */)
{
    if (!CanDecrease(now))
    {
        return;
    }
    if (++m_silentRounds >= m_retxResetThreshold)
    {
        NS_LOG_INFO(m_silentRounds << " rounds of losses without an acknowledgment");
        m_cwnd = m_mtu;
    }
    Decrease(now, 0);
}

bool
MrcSwift::CanDecrease(RdmaTick now) const
{
    return !m_lastDecrease || now - *m_lastDecrease >= m_rtt;
}

void
MrcSwift::Decrease(RdmaTick now, double factor)
{
    if (CanDecrease(now))
    {
        SetCwnd(m_cwnd * std::max(factor, 1 - m_maxMdf));
        NS_LOG_INFO("decrease to " << m_cwnd << " B");
        m_lastDecrease = now;
    }
}

} // namespace ns3
