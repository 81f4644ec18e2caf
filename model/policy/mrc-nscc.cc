/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nscc.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcNscc");

NS_OBJECT_ENSURE_REGISTERED(MrcNscc);

namespace
{

// Constants of the mrc reference, 8.4 and 8.7, without a field in the API.

constexpr double REFERENCE_RTT_NS = 12000;     ///< scale b is 1
constexpr double QUIET_DELAY_NS = 1000;        ///< delays below this count as no queue
constexpr double PER_ACK_GAIN = 0.0125;        ///< gain of the filter per SACK
constexpr double PER_ACK_UNMARKED_RTTS = 0.25; ///< its sample when the delay is high without a mark
constexpr double PENALTY_UNIT = 128;           ///< rcv_cwnd_pen of the whole window

/**
 * @param set a value from an attribute, negative for "derive"
 * @return the effective value
 */
double
SetOr(double set, double derived)
{
    return set < 0 ? derived : set;
}

/**
 * @param set a value from an attribute, zero for "derive"
 * @return the effective value
 */
RdmaTick
SetOr(const Time& set, RdmaTick derived)
{
    return set.IsZero() ? derived : ToRdmaTick(set);
}

} // namespace

TypeId
MrcNscc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcNscc")
            .SetParent<MrcCongestionControl>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcNscc>()
            .AddAttribute("BaseRtt",
                          "base_rtt: unloaded round-trip time; 0: that of the path",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcNscc::m_baseRttAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TargetDelay",
                          "target_delay: queueing delay to stay below; 0: 0.75 base_rtt with "
                          "trimming, 1 base_rtt without",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcNscc::m_targetDelayAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxCwnd",
                          "max_cwnd: upper bound of the window, B; 0: only 1.5 BDP",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcNscc::m_maxCwndAttr),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Fi",
                          "fi: fair increase per window of data, B; negative: 5 packets x "
                          "BDP / 150,000 B",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MrcNscc::m_fiAttr),
                          MakeDoubleChecker<double>())
            .AddAttribute("FiScale",
                          "fi_scale: fast increase per byte delivered; negative: 0.25 x "
                          "BDP / 150,000 B",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MrcNscc::m_fiScaleAttr),
                          MakeDoubleChecker<double>())
            .AddAttribute("Eta",
                          "eta: constant increase per adjust_period, B; negative: 0.15 packets x "
                          "BDP / 150,000 B",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MrcNscc::m_etaAttr),
                          MakeDoubleChecker<double>())
            .AddAttribute("Alpha",
                          "Proportional increase per window of data and delay below the target, "
                          "B/ns; negative: 4 packets x (BDP / 150,000 B) x (target / 12 us) / "
                          "target",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MrcNscc::m_alphaAttr),
                          MakeDoubleChecker<double>())
            .AddAttribute("AdjustBytes",
                          "adjust_bytes_threshold: bytes delivered that make an adjustment of the "
                          "window due, B; 0: 8 packets",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcNscc::m_adjustBytesAttr),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdjustPeriod",
                          "adjust_period_threshold: time that makes an adjustment of the window "
                          "due; 0: 1 base_rtt",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcNscc::m_adjustPeriodAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("QaThreshold",
                          "qa_threshold: queueing delay that arms quick adapt; 0: 4 target_delay "
                          "without trimming, never with trimming",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MrcNscc::m_qaThresholdAttr),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Gamma",
                          "gamma: strength of the decrease",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&MrcNscc::m_gamma),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MaxMdJump",
                          "max_md_jump: smallest factor of one decrease",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MrcNscc::m_maxMdJump),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("QaGate",
                          "qa_gate: quick adapt acts if less than max_wnd / 2^qa_gate was "
                          "delivered",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MrcNscc::m_qaGate),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("DelayMarks",
                          "Not from a document: a SACK whose delay is d target delays above the "
                          "target counts, for the window, as d marks, at most one; fractions are "
                          "summed. Where the last hop does not mark, otherwise only trims decrease "
                          "the window in an incast, and they decide the shares",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_delayMarks),
                          MakeBooleanChecker())
            .AddAttribute(
                "QaWithTrimming",
                "Derive qa_threshold with trimming as without (mrc reference, 13, no. 21)",
                BooleanValue(false),
                MakeBooleanAccessor(&MrcNscc::m_qaWithTrimming),
                MakeBooleanChecker())
            .AddAttribute("QaGateOfSent",
                          "qa_gate is a share of the bytes sent in the interval, if that is less "
                          "than max_wnd: one of many flows, which has only a part of the NIC, has "
                          "not failed because it delivered few bytes",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcNscc::m_qaOfSent),
                          MakeBooleanChecker())
            .AddAttribute("AvgDelayRtts",
                          "Time constant of the smoothed delay, in base RTTs (mrc reference, 13, "
                          "no. 23). PerAckFilter has about 8 at full rate",
                          DoubleValue(3),
                          MakeDoubleAccessor(&MrcNscc::m_avgDelayRtts),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("AvgDelayByPackets",
                          "Weigh delays by packets: a marked packet is answered at once, others "
                          "one in several, so the sample of a marked packet counts for this packet "
                          "only, and the next one of an unmarked packet for the others, at most a "
                          "base RTT. Otherwise every SACK counts for the time since the last one",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcNscc::m_delayByPackets),
                          MakeBooleanChecker())
            .AddAttribute("DecreasePerRtt",
                          "At most one decrease per actual round-trip time, after which packets "
                          "show its effect; otherwise per base RTT (mrc reference, 8.4)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcNscc::m_decreasePerRtt),
                          MakeBooleanChecker())
            .AddAttribute("DisableQa",
                          "disable_qa: no quick adapt",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_disableQa),
                          MakeBooleanChecker())
            .AddAttribute("PerAckFilter",
                          "Smooth the delay with gain 0.0125 per SACK, and 0.25 base_rtt as sample "
                          "when the delay is above the target without a mark, instead of a filter "
                          "weighted by time (mrc reference, 13, no. 23)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_perAckFilter),
                          MakeBooleanChecker())
            .AddAttribute("DelayWithoutRtt",
                          "When a SACK gives no valid RTT, continue with the smoothed delay "
                          "instead of not changing the window (mrc reference, 13, no. 22)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_delayWithoutRtt),
                          MakeBooleanChecker())
            .AddAttribute("NackRtt",
                          "Let the RTT of a NACK lower base_rtt (mrc reference, 8.4). A trimmed "
                          "packet is short and therefore faster than any full one",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_nackRtt),
                          MakeBooleanChecker())
            .AddAttribute("ShortRtt",
                          "Let the RTT of packets shorter than full ones, and of probes, lower "
                          "base_rtt. They are faster than any full packet",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcNscc::m_shortRtt),
                          MakeBooleanChecker())
            .AddAttribute("LasthopTrimCuts",
                          "A trim by the receiver's switch decreases the window as any other (mrc "
                          "reference, 13, no. 25); if not, it only counts as delay, as where "
                          "receivers grant credits",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcNscc::m_lasthopTrimCuts),
                          MakeBooleanChecker())
            .AddAttribute(
                "UseQpHint",
                "Begin with max_wnd divided by the number of hosts that send to the peer, if the "
                "application has given it (mrc reference, 1.4), instead of max_wnd",
                BooleanValue(false),
                MakeBooleanAccessor(&MrcNscc::m_useQpHint),
                MakeBooleanChecker())
            .AddAttribute(
                "WindowRule",
                "Condition for sending a packet (mrc reference, 8.5): mrc: the window is larger "
                "than the bytes in flight; uet: a full packet fits into the window; htsim: this "
                "packet fits into the window",
                EnumValue(MRC_RULE),
                RdmaEnumAccessor<WindowRule>(&MrcNscc::m_windowRule),
                MakeEnumChecker(MRC_RULE, "mrc", UET_RULE, "uet", HTSIM_RULE, "htsim"));
    return tid;
}

Ptr<MrcCongestionControl>
MrcNscc::Fork() const
{
    return CopyObject(Ptr<const MrcNscc>(this));
}

void
MrcNscc::Start(const MrcPathInfo& path)
{
    SetPath(path);
    Derive(path);
    SetBaseRtt(m_p.baseRtt);
    m_maxWindow = m_p.maxWindow;
    const uint32_t senders = m_useQpHint ? std::max(path.remoteRecvPeers, 1U) : 1;
    SetCwnd(m_maxWindow / senders);
}

void
MrcNscc::Derive(const MrcPathInfo& path)
{
    MrcPathInfo p = path;
    p.baseRtt = SetOr(m_baseRttAttr, path.baseRtt);
    m_p.baseRtt = p.baseRtt;
    m_p.targetDelay = SetOr(m_targetDelayAttr, p.GetDefaultTargetDelay());

    m_stretch = path.stretch;
    const double bdp = m_rate * m_p.baseRtt.GetNs() * m_stretch;
    const double target = m_p.targetDelay.GetNs();
    const double a = bdp / REFERENCE_BDP;
    const double b = target / REFERENCE_RTT_NS;
    const double cap = m_maxCwndAttr ? static_cast<double>(m_maxCwndAttr) : MAX_WINDOW_BDP * bdp;
    m_p.maxWindow = std::max(m_mtu, std::min(cap, MAX_WINDOW_BDP * bdp));
    m_p.fi = SetOr(m_fiAttr, 5 * m_mtu * a);
    m_p.fiScale = SetOr(m_fiScaleAttr, 0.25 * a);
    m_p.eta = SetOr(m_etaAttr, 0.15 * m_mtu * a);
    m_p.alpha = SetOr(m_alphaAttr, 4 * m_mtu * a * b / target);
    m_p.adjustBytes = m_adjustBytesAttr ? m_adjustBytesAttr : 8 * m_mtu;
    m_p.adjustPeriod = SetOr(m_adjustPeriodAttr, m_p.baseRtt);
    m_p.qaThreshold =
        SetOr(m_qaThresholdAttr,
              p.trimming && !m_qaWithTrimming ? RdmaTick::Max() : m_p.targetDelay * 4);
}

void
MrcNscc::DoAck(RdmaTick now, const MrcAckInfo& ack)
{
    const auto newBytes = static_cast<double>(ack.newBytes);
    m_bytesIgnored += newBytes;
    m_received += newBytes;
    m_achieved += newBytes;
    const bool limited = ApplyPenalty(ack);

    double delay = m_avgDelay;
    if (ack.rtt)
    {
        SampleBaseRtt(ack);
        // A short packet may be faster than the base RTT.
        delay = std::max(0.0, static_cast<double>((*ack.rtt - GetBaseRtt()).GetNs()));
        const bool replace = m_perAckFilter && !ack.ecn && delay > m_p.targetDelay.GetNs();
        const double sample = replace ? PER_ACK_UNMARKED_RTTS * GetBaseRtt().GetNs() : delay;
        UpdateAvgDelay(now, *ack.rtt, sample, ack.ecn, newBytes);
    }
    else if (!m_delayWithoutRtt)
    {
        return;
    }
    if (QuickAdapt(now, false, ack.ecn, delay))
    {
        return;
    }

    const bool high = delay >= m_p.targetDelay.GetNs();
    const bool marked = ack.ecn || (m_delayMarks && ack.rtt && MarkByDelay(delay));
    if (marked && high)
    {
        Decrease(now, delay);
    }
    else if (!marked && !limited)
    {
        if (high)
        {
            m_inc += m_p.fi * newBytes;
        }
        else
        {
            IncreaseProportionally(newBytes, delay);
        }
    }
    SetCwnd(m_cwnd);
    Adjust(now);
}

void
MrcNscc::DoNack(RdmaTick now, MrcNackReason reason, uint32_t nominal, std::optional<RdmaTick> rtt)
{
    if (rtt && m_nackRtt)
    {
        UpdateBaseRtt(*rtt);
    }
    if (!IsTrim(reason))
    {
        return;
    }
    // the queue that trimmed it held about one BDP
    UpdateAvgDelay(now, m_p.baseRtt, m_p.baseRtt.GetNs(), true, 0);
    m_bytesIgnored += nominal;
    if (reason == MrcNackReason::TRIMMED_LASTHOP && !m_lasthopTrimCuts)
    {
        return;
    }
    m_triggerQa = true;
    if (!QuickAdapt(now, true, true, 0))
    {
        Cut(nominal);
    }
}

void
MrcNscc::DoInferredLoss(RdmaTick, uint32_t nominal)
{
    m_bytesIgnored += nominal;
    Cut(nominal);
}

bool
MrcNscc::CanSend(uint32_t nominal) const
{
    if (m_windowRule == MRC_RULE || GetInflightBytes() <= 0)
    {
        // If no packet is in flight, any packet may be sent: with immediate data it is longer than
        // the smallest window.
        return MrcWindowControl::CanSend(nominal);
    }
    return static_cast<double>(GetInflightBytes()) + (m_windowRule == UET_RULE ? m_mtu : nominal) <=
           m_cwnd;
}

RdmaTick
MrcNscc::GetTargetDelay() const
{
    return m_p.targetDelay;
}

void
MrcNscc::UpdateBaseRtt(RdmaTick rtt)
{
    if (LowerBaseRtt(rtt))
    {
        const double bound = MAX_WINDOW_BDP * m_rate * GetBaseRtt().GetNs() * m_stretch;
        m_maxWindow = std::max(m_mtu, std::min(m_p.maxWindow, bound));
        // also while quick adapt ignores signals (mrc reference, 8.1)
        m_cwnd = std::min(m_cwnd, m_maxWindow);
    }
}

void
MrcNscc::UpdateAvgDelay(RdmaTick now, RdmaTick rtt, double delay, bool marked, double newBytes)
{
    double elapsed = (m_lastDelaySample ? now - *m_lastDelaySample : rtt).GetNs();
    if (m_delayByPackets && marked)
    {
        const double own = elapsed * std::min(1.0, m_mtu / std::max(newBytes, m_mtu));
        m_unsampled = std::min<double>(m_unsampled + elapsed - own, GetBaseRtt().GetNs());
        elapsed = own;
    }
    else
    {
        elapsed += m_unsampled;
        m_unsampled = 0;
    }
    const double weight = m_perAckFilter
                              ? PER_ACK_GAIN
                              : std::min(1.0, elapsed / (m_avgDelayRtts * GetBaseRtt().GetNs()));
    m_avgDelay += weight * (delay - m_avgDelay);
    m_lastDelaySample = now;
}

bool
MrcNscc::MarkByDelay(double delay)
{
    const double target = m_p.targetDelay.GetNs();
    m_delayMark += std::clamp(delay / target - 1, 0.0, 1.0);
    if (m_delayMark < 1)
    {
        return false;
    }
    m_delayMark -= 1;
    return true;
}

bool
MrcNscc::ApplyPenalty(const MrcAckInfo& ack)
{
    if (ack.penalty > 0)
    {
        if (!m_saved)
        {
            m_saved = m_cwnd;
        }
        // Bytes in flight before the SACK. Without the bytes of the SACK, the window would follow
        // the bytes in flight down to one packet within a round trip, for any penalty.
        const auto newBytes = static_cast<double>(ack.newBytes);
        m_cwnd = std::min(m_cwnd, static_cast<double>(GetInflightBytes()) + newBytes);
        Cut(ack.penalty * newBytes / PENALTY_UNIT);
        return true;
    }
    if (ack.restore && m_saved)
    {
        SetCwnd(*m_saved);
        m_saved.reset();
    }
    return false;
}

bool
MrcNscc::QuickAdapt(RdmaTick now, bool loss, bool ecn, double delay)
{
    if (m_disableQa)
    {
        return false;
    }
    bool hit = false;
    if (ecn && m_bytesIgnored < m_bytesToIgnore)
    {
        hit = true;
    }
    else if (!m_qaEnd || now >= *m_qaEnd)
    {
        const bool armed = m_triggerQa || loss || delay > m_p.qaThreshold.GetNs();
        const double whole =
            m_qaOfSent ? std::min(static_cast<double>(GetSentBytes() - m_sentBefore), m_maxWindow)
                       : m_maxWindow;
        const double gate = whole / static_cast<double>(uint64_t{1} << m_qaGate);
        if (m_qaEnd && armed && m_achieved < gate)
        {
            SetCwnd(m_achieved);
            NS_LOG_INFO("quick adapt to " << m_cwnd << " B");
            m_bytesToIgnore = static_cast<double>(GetInflightBytes());
            m_bytesIgnored = 0;
            m_triggerQa = false;
            hit = true;
        }
        m_achieved = 0;
        m_sentBefore = GetSentBytes();
        m_qaEnd = now + GetBaseRtt() + m_p.targetDelay;
    }
    if (hit)
    {
        m_inc = 0;
        m_received = 0;
    }
    return hit;
}

void
MrcNscc::IncreaseProportionally(double newBytes, double delay)
{
    if (delay < QUIET_DELAY_NS)
    {
        m_fastCount += newBytes;
        if (m_fastMode || m_fastCount > m_cwnd)
        {
            m_cwnd += m_p.fiScale * newBytes;
            m_fastMode = true;
            return;
        }
    }
    else
    {
        m_fastCount = 0;
    }
    m_fastMode = false;
    m_inc += m_p.alpha * newBytes * (m_p.targetDelay.GetNs() - delay);
}

void
MrcNscc::Decrease(RdmaTick now, double delay)
{
    m_fastMode = false;
    m_fastCount = 0;
    const double target = m_p.targetDelay.GetNs();
    const double pause = GetBaseRtt().GetNs() + (m_decreasePerRtt ? delay : 0);
    const bool paused = m_lastDecrease && (now - *m_lastDecrease).GetNs() <= pause;
    if (m_avgDelay > target && !paused)
    {
        const double factor = 1 - m_gamma * (m_avgDelay - target) / m_avgDelay;
        m_cwnd *= std::max(factor, m_maxMdJump);
        NS_LOG_INFO("decrease to " << m_cwnd << " B, mean delay " << m_avgDelay << " ns");
        m_lastDecrease = now;
    }
}

void
MrcNscc::Adjust(RdmaTick now)
{
    const bool periodOver = !m_lastAdjust || now - *m_lastAdjust >= m_p.adjustPeriod;
    if (!periodOver && m_received <= m_p.adjustBytes)
    {
        return;
    }
    m_cwnd += m_inc / m_cwnd;
    if (periodOver)
    {
        m_cwnd += m_p.eta;
        m_lastAdjust = now;
    }
    m_inc = 0;
    m_received = 0;
    SetCwnd(m_cwnd);
}

void
MrcNscc::Cut(double bytes)
{
    SetCwnd(m_cwnd - bytes);
    NS_LOG_LOGIC("cut by " << bytes << " B to " << m_cwnd << " B");
}

} // namespace ns3
