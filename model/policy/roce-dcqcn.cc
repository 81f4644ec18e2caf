/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-dcqcn.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RoceDcqcn");

NS_OBJECT_ENSURE_REGISTERED(RoceDcqcn);

namespace
{

/// Line rate for which the increase steps are given, bit/s.
constexpr double REFERENCE_LINE_RATE = 400e9;

/// A rate this close to the line rate, as a fraction of it, is the line rate.
constexpr double LINE_RATE_TOLERANCE = 1e-4;

/**
 * Power by squaring: the same bits on every platform, which std::pow does not guarantee.
 * @param n exponent, at least 0
 * @return base to the n
 */
double
Power(double base, int64_t n)
{
    double result = 1;
    for (; n > 0; n >>= 1)
    {
        if (n & 1)
        {
            result *= base;
        }
        base *= base;
    }
    return result;
}

} // namespace

TypeId
RoceDcqcn::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoceDcqcn")
            .SetParent<RoceRateControl>()
            .SetGroupName("Mrc")
            .AddConstructor<RoceDcqcn>()
            .AddAttribute("NicVariant",
                          "True: CNPs set flags that timers check, as in NICs; false: the "
                          "algorithm of the DCQCN paper.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&RoceDcqcn::m_nicVariant),
                          MakeBooleanChecker())
            .AddAttribute("Gain",
                          "g: weight of the newest observation in alpha.",
                          DoubleValue(5.0 / 1024),
                          MakeDoubleAccessor(&RoceDcqcn::m_gain),
                          MakeDoubleChecker<double>(1e-6, 1))
            .AddAttribute("InitialAlpha",
                          "alpha before the first CNP.",
                          DoubleValue(1023.0 / 1024),
                          MakeDoubleAccessor(&RoceDcqcn::m_initialAlpha),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("AlphaTimer",
                          "K: period of the alpha update. Change it together with the notification "
                          "point's MinTimeBetweenCnps: in between alpha decays.",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RoceDcqcn::m_alphaTimer),
                          MakeTimeChecker(NanoSeconds(100), Seconds(1)))
            .AddAttribute("RateDecreaseInterval",
                          "NIC variant: period of the check that cuts the rate.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RoceDcqcn::m_rateDecreaseInterval),
                          MakeTimeChecker(NanoSeconds(100), Seconds(1)))
            .AddAttribute("IncreaseTimer",
                          "T: time between two stages of rate increase.",
                          TimeValue(MicroSeconds(300)),
                          MakeTimeAccessor(&RoceDcqcn::m_increaseTimer),
                          MakeTimeChecker(NanoSeconds(100), Seconds(1)))
            .AddAttribute("ByteCounter",
                          "B: line time between two stages of rate increase, bytes; 0 = off.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RoceDcqcn::m_byteCounter),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("FastRecoveryStages",
                          "F: stages before the target rate grows.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RoceDcqcn::m_fastStages),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("AdditiveIncreaseMbps",
                          "R_AI: growth of the target rate per additive stage, in Mb/s.",
                          DoubleValue(160),
                          MakeDoubleAccessor(&RoceDcqcn::m_additiveIncreaseMbps),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("HyperIncreaseMbps",
                          "R_HAI: growth of the target rate per hyper stage, in Mb/s.",
                          DoubleValue(400),
                          MakeDoubleAccessor(&RoceDcqcn::m_hyperIncreaseMbps),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "ScaleWithLineRate",
                "The two increases are for a line rate of 400 Gb/s and proportional to it; "
                "false: they are taken as they are.",
                BooleanValue(true),
                MakeBooleanAccessor(&RoceDcqcn::m_scaleWithLineRate),
                MakeBooleanChecker())
            .AddAttribute("MinRateMbps",
                          "No cut goes below this rate, in Mb/s.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RoceDcqcn::m_minRateMbps),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("ClampTargetRate",
                          "NIC variant: every cut sets the target to the rate before it; false: "
                          "only one that follows an increase.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RoceDcqcn::m_clampTargetRate),
                          MakeBooleanChecker())
            .AddAttribute("RateOnFirstCnpMbps",
                          "NIC variant: the first CNP of the QP sets both rates to this, in Mb/s, "
                          "instead of causing a cut; 0 = off.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&RoceDcqcn::m_firstCnpRateMbps),
                          MakeDoubleChecker<double>(0));
    return tid;
}

Ptr<RoceRateControl>
RoceDcqcn::Fork() const
{
    return CopyObject(Ptr<const RoceDcqcn>(this));
}

RdmaProblems
RoceDcqcn::Check(uint64_t lineRateBps) const
{
    if (m_minRateMbps * 1e6 <= static_cast<double>(lineRateBps))
    {
        return {};
    }
    std::ostringstream what;
    what << "MinRateMbps " << m_minRateMbps << " is above the line rate of " << lineRateBps
         << " bit/s";
    return {{{"ns3::RoceDcqcn::MinRateMbps"}, what.str()}};
}

void
RoceDcqcn::Start(uint64_t lineRateBps)
{
    AbortOnRdmaProblems(Check(lineRateBps));
    m_lineRate = static_cast<double>(lineRateBps);
    m_minRate = m_minRateMbps * 1e6;
    m_currentRate = m_lineRate;
    m_targetRate = m_lineRate;
    m_alpha = m_initialAlpha;

    const double scale = m_scaleWithLineRate ? m_lineRate / REFERENCE_LINE_RATE : 1;
    m_additiveStep = m_additiveIncreaseMbps * 1e6 * scale;
    m_hyperStep = m_hyperIncreaseMbps * 1e6 * scale;
    m_alphaPeriod = ToRdmaTick(m_alphaTimer);
    m_decreasePeriod = ToRdmaTick(m_rateDecreaseInterval);
    m_increasePeriod = ToRdmaTick(m_increaseTimer);
}

void
RoceDcqcn::OnCnp(RdmaTick now)
{
    Advance(now);
    NS_LOG_INFO("CNP at " << m_currentRate / 1e9 << " Gb/s");
    const bool first = !m_seenCnp;
    if (first)
    {
        m_seenCnp = true;
        m_firstCnp = now;
        m_alphaTick = now;
    }
    if (!m_nicVariant)
    {
        CutOnCnp(now);
    }
    else if (first && m_firstCnpRateMbps > 0)
    {
        m_currentRate = std::clamp(m_firstCnpRateMbps * 1e6, m_minRate, m_lineRate);
        m_targetRate = m_currentRate;
        m_increaseDue = m_currentRate < m_lineRate ? now + m_increasePeriod : RdmaTick::Max();
    }
    else
    {
        FlagCnp(now);
    }
}

void
RoceDcqcn::FlagCnp(RdmaTick now)
{
    UpdateAlpha(now);
    m_alphaFlag = true;
    if (m_decreaseDue.IsMax())
    {
        const int64_t checks = (now - m_firstCnp).GetPs() / m_decreasePeriod.GetPs();
        m_decreaseDue = m_firstCnp + m_decreasePeriod * (checks + 1);
    }
}

void
RoceDcqcn::CutOnCnp(RdmaTick now)
{
    UpdateAlpha(now);
    m_targetRate = m_currentRate;
    Cut(now);
    m_alpha = (1 - m_gain) * m_alpha + m_gain;
    m_alphaTick = now;
}

void
RoceDcqcn::CheckDecrease(RdmaTick at)
{
    m_decreaseDue = RdmaTick::Max();
    UpdateAlpha(at);
    if (m_clampTargetRate || m_timeStage > 0 || m_byteStage > 0)
    {
        m_targetRate = m_currentRate;
    }
    Cut(at);
}

void
RoceDcqcn::Cut(RdmaTick at)
{
    m_currentRate = std::max(m_minRate, m_currentRate * (1 - m_alpha / 2));
    NS_LOG_INFO("cut to " << m_currentRate / 1e9 << " Gb/s, alpha " << m_alpha);
    m_timeStage = 0;
    m_byteStage = 0;
    m_bytes = 0;
    m_increaseDue = at + m_increasePeriod;
}

void
RoceDcqcn::OnSent(RdmaTick now, uint32_t wireBytes)
{
    if (m_byteCounter == 0 || m_increaseDue.IsMax())
    {
        return;
    }
    Advance(now);
    m_bytes += wireBytes;
    if (m_bytes >= m_byteCounter)
    {
        m_bytes -= m_byteCounter;
        Increase(m_byteStage);
    }
}

void
RoceDcqcn::OnTimeout(RdmaTick now)
{
    Advance(now);
}

void
RoceDcqcn::Advance(RdmaTick now)
{
    for (RdmaTick due = NextWakeup(); due <= now && !due.IsMax(); due = NextWakeup())
    {
        // If a check and the increase timer are due at the same time, the cut is first and restarts
        // the timer.
        if (due == m_decreaseDue)
        {
            CheckDecrease(due);
        }
        else
        {
            m_increaseDue = due + m_increasePeriod;
            Increase(m_timeStage);
        }
    }
}

void
RoceDcqcn::Increase(uint32_t& stage)
{
    if (m_nicVariant)
    {
        Raise();
        ++stage;
    }
    else
    {
        ++stage;
        Raise();
    }
    if (m_currentRate >= m_lineRate * (1 - LINE_RATE_TOLERANCE))
    {
        m_currentRate = m_lineRate;
        m_targetRate = m_lineRate;
        m_increaseDue = RdmaTick::Max();
    }
}

void
RoceDcqcn::Raise()
{
    const uint32_t most = std::max(m_timeStage, m_byteStage);
    const uint32_t least = m_byteCounter > 0 ? std::min(m_timeStage, m_byteStage) : m_timeStage;
    if (most >= m_fastStages)
    {
        const bool hyper = least > m_fastStages;
        const uint32_t factor = hyper && !m_nicVariant ? least - m_fastStages : 1;
        m_targetRate += factor * (hyper ? m_hyperStep : m_additiveStep);
    }
    m_targetRate = std::min(m_targetRate, m_lineRate);
    m_currentRate = (m_targetRate + m_currentRate) / 2;
    NS_LOG_LOGIC("raise to " << m_currentRate / 1e9 << " Gb/s");
}

void
RoceDcqcn::UpdateAlpha(RdmaTick now)
{
    const int64_t ticks = (now - m_alphaTick).GetPs() / m_alphaPeriod.GetPs();
    if (ticks > 0)
    {
        m_alpha = GetAlpha(now);
        m_alphaTick += m_alphaPeriod * ticks;
        m_alphaFlag = false;
    }
}

double
RoceDcqcn::GetAlpha(RdmaTick now) const
{
    const int64_t ticks = m_seenCnp ? (now - m_alphaTick).GetPs() / m_alphaPeriod.GetPs() : 0;
    if (ticks == 0)
    {
        return m_alpha;
    }
    const double first = (1 - m_gain) * m_alpha + (m_alphaFlag ? m_gain : 0);
    return first * Power(1 - m_gain, ticks - 1);
}

RdmaTick
RoceDcqcn::NextWakeup() const
{
    return std::min(m_decreaseDue, m_increaseDue);
}

double
RoceDcqcn::GetRateBps() const
{
    return m_currentRate;
}

double
RoceDcqcn::GetTargetRateBps() const
{
    return m_targetRate;
}

} // namespace ns3
