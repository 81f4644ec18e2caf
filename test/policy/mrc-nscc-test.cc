/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-nscc.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <vector>

namespace
{

using namespace ns3;

constexpr uint32_t MTU = 4184;

/**
 * @param gbps NIC rate, Gb/s
 * @param baseRtt base RTT
 * @param planes planes
 * @param trimming the fabric trims
 * @return the path
 */
MrcPathInfo
Path(uint64_t gbps, Tick baseRtt, uint32_t planes, bool trimming = true)
{
    MrcPathInfo path;
    path.rateBps = gbps * 1000000000;
    path.baseRtt = baseRtt;
    path.nominalMtuBytes = MTU;
    path.planes = planes;
    path.trimming = trimming;
    return path;
}

/**
 * A controller at 800 Gb/s and 10 us: BDP 1,000,000 B, max_wnd 1,500,000 B, target 7.5 us,
 * a = 6.667, b = 0.625, fi = 139,466.7 B, fi_scale = 1.667, eta = 4,184 B, alpha = 9.2978 B/ns.
 */
class Nscc : public testing::Test
{
  protected:
    /**
     * Start, and let the first SACK pass: it opens the quick-adapt interval and is the first
     * adjustment by time.
     * @param trimming the fabric trims
     */
    void Start(bool trimming = true)
    {
        cc->Start(Path(800, Tick::Us(10), 8, trimming));
        Ack(0, false, 0);
    }

    /**
     * Bring the window down to a value.
     * @param window the window, B; at most the present one
     */
    void Shrink(double window)
    {
        const auto excess = static_cast<uint32_t>(cc->GetCwndBytes() - window);
        cc->OnSend(excess);
        cc->OnInferredLoss(now, excess);
        ASSERT_EQ(cc->GetCwndBytes(), window);
    }

    /**
     * @param bytes newly received
     * @param ecn marked
     * @param delayNs queueing delay over 10 us, ns
     */
    void Ack(uint64_t bytes, bool ecn, int64_t delayNs)
    {
        MrcAckInfo ack;
        ack.newBytes = bytes;
        ack.ecn = ecn;
        ack.rtt = Tick::Us(10) + Tick::Ns(delayNs);
        cc->OnAck(now, ack);
    }

    /**
     * A full packet was trimmed.
     * @param reason where
     */
    void Trim(MrcNackReason reason = MrcNackReason::TRIMMED)
    {
        cc->OnNack(now, reason, MTU, std::nullopt);
    }

    /**
     * @param name an attribute
     * @param value its value
     */
    void Set(const std::string& name, const AttributeValue& value)
    {
        cc->SetAttribute(name, value);
    }

    Ptr<MrcNscc> cc{CreateObject<MrcNscc>()}; ///< the controller
    Tick now{Tick::Ms(1)};                    ///< the time
};

// Parameters (8.7)

TEST_F(Nscc, ParametersFollowFromThePath)
{
    struct Column
    {
        uint64_t gbps;
        int baseRttUs;
        uint32_t planes;
        double maxWindow;
        double targetUs;
        double fi;
        double fiScale;
        double eta;
        double alpha;
    };

    // the five columns of the table, rounded as there
    const std::vector<Column> columns{
        {100, 12, 1, 225000, 9, 20920, 0.250, 628, 1.395},
        {400, 8, 4, 600000, 6, 55787, 0.667, 1674, 3.719},
        {800, 6, 8, 900000, 4.5, 83680, 1.000, 2510, 5.579},
        {800, 10, 8, 1500000, 7.5, 139467, 1.667, 4184, 9.298},
        {800, 12, 8, 1800000, 9, 167360, 2.000, 5021, 11.157},
        // and the two cases below the table
        {400, 10, 1, 750000, 7.5, 69733, 0.833, 2092, 4.649},
    };
    for (const auto& c : columns)
    {
        SCOPED_TRACE(std::to_string(c.gbps) + "G, " + std::to_string(c.baseRttUs) + " us");
        cc = CreateObject<MrcNscc>();
        cc->Start(Path(c.gbps, Tick::Us(c.baseRttUs), c.planes));
        const auto& p = cc->GetParameters();
        EXPECT_DOUBLE_EQ(p.maxWindow, c.maxWindow);
        EXPECT_DOUBLE_EQ(p.targetDelay.GetNs(), c.targetUs * 1000);
        EXPECT_NEAR(p.fi, c.fi, 0.5);
        EXPECT_NEAR(p.fiScale, c.fiScale, 0.0005);
        EXPECT_NEAR(p.eta, c.eta, 0.5);
        EXPECT_NEAR(p.alpha, c.alpha, 0.0005);
        EXPECT_DOUBLE_EQ(p.adjustBytes, 33472);
        EXPECT_EQ(p.adjustPeriod, Tick::Us(c.baseRttUs));
        EXPECT_TRUE(p.qaThreshold.IsMax());
        EXPECT_EQ(cc->GetCwndBytes(), c.maxWindow);
        EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(c.baseRttUs));
        EXPECT_EQ(cc->GetTargetDelay(), p.targetDelay);
    }
}

TEST_F(Nscc, WithoutTrimmingTheTargetIsHigherAndDelayArmsQuickAdapt)
{
    cc->Start(Path(800, Tick::Us(10), 8, false));
    EXPECT_EQ(cc->GetTargetDelay(), Tick::Us(10));
    EXPECT_EQ(cc->GetParameters().qaThreshold, Tick::Us(40));
}

TEST_F(Nscc, AttributesOverrideWhatIsDerived)
{
    Set("TargetDelay", TimeValue(MicroSeconds(5)));
    Set("Fi", DoubleValue(1000));
    Set("FiScale", DoubleValue(0.5));
    Set("Eta", DoubleValue(0));
    Set("Alpha", DoubleValue(0));
    Set("AdjustBytes", UintegerValue(20000));
    Set("AdjustPeriod", TimeValue(MicroSeconds(3)));
    Set("QaThreshold", TimeValue(MicroSeconds(9)));
    Set("MaxCwnd", UintegerValue(400000));
    Start();
    const auto& p = cc->GetParameters();
    EXPECT_EQ(p.targetDelay, Tick::Us(5));
    EXPECT_EQ(p.fi, 1000);
    EXPECT_EQ(p.fiScale, 0.5);
    EXPECT_EQ(p.eta, 0);
    EXPECT_EQ(p.alpha, 0);
    EXPECT_EQ(p.adjustBytes, 20000);
    EXPECT_EQ(p.adjustPeriod, Tick::Us(3));
    EXPECT_EQ(p.qaThreshold, Tick::Us(9));
    EXPECT_EQ(cc->GetCwndBytes(), 400000U);
}

TEST_F(Nscc, ConfiguredBaseRttReplacesThatOfThePath)
{
    Set("BaseRtt", TimeValue(MicroSeconds(6)));
    cc->Start(Path(800, Tick::Us(10), 8));
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(6));
    EXPECT_EQ(cc->GetCwndBytes(), 900000U);
    EXPECT_EQ(cc->GetTargetDelay(), Tick::Ns(4500));
}

TEST_F(Nscc, RefusesAPathWithoutRate)
{
    EXPECT_DEATH(cc->Start(Path(0, Tick::Us(10), 8)), "path with 0 bit/s");
}

// The four quadrants (8.4)

TEST_F(Nscc, NoMarkAndHighDelayIncreasesFairly)
{
    Start();
    Shrink(1000000);
    for (int i = 0; i < 8; ++i)
    {
        Ack(MTU, false, 7500);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U) << "33,472 B are not more than adjust_bytes";
    Ack(MTU, false, 20000);
    // fi x 9 x 4184 / cwnd = 139,466.67 x 37,656 / 1,000,000 = 5,251.76, whatever the delay
    EXPECT_EQ(cc->GetCwndBytes(), 1005251U);
}

TEST_F(Nscc, NoMarkAndLowDelayIncreasesInProportion)
{
    Start();
    Shrink(1000000);
    for (int i = 0; i < 9; ++i)
    {
        Ack(MTU, false, 2500);
    }
    // alpha x 37,656 x (7,500 - 2,500) / cwnd = 9.29778 x 188,280,000 / 1,000,000 = 1,750.59
    EXPECT_EQ(cc->GetCwndBytes(), 1001750U);
}

TEST_F(Nscc, MarkAndHighDelayDecreases)
{
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(0, true, 15000);
    // avg_delay = 15,000 (a whole base RTT has passed: weight 1)
    // 1 - 0.8 x (15,000 - 7,500) / 15,000 = 0.6; then the constant eta = 4,184 of the period
    EXPECT_EQ(cc->GetCwndBytes(), 604184U);
}

TEST_F(Nscc, DecreaseIsAtMostByMaxMdJump)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(0, true, 75000);
    // 1 - 0.8 x 67,500 / 75,000 = 0.28 < 0.5
    EXPECT_EQ(cc->GetCwndBytes(), 500000U);
}

TEST_F(Nscc, DecreaseHappensAtMostOncePerBaseRtt)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 600000U);
    now += Tick::Us(10);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 600000U);
    now += Tick::Ns(1);
    Ack(0, true, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 360000U);
}

TEST_F(Nscc, DecreaseNeedsAHighAverageDelayToo)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += Tick::Us(4); // weight 0.4: avg_delay = 6,000 < 7,500
    Ack(0, true, 15000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 6000);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    now += Tick::Us(4); // avg_delay = 6,000 + 0.4 x 9,000 = 9,600
    Ack(0, true, 15000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 9600);
    // 1 - 0.8 x 2,100 / 9,600 = 0.825
    EXPECT_EQ(cc->GetCwndBytes(), 825000U);
}

TEST_F(Nscc, MarkAndLowDelayLeavesTheWindowAlone)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    for (int i = 0; i < 100; ++i)
    {
        now += Tick::Us(1);
        Ack(MTU, true, 7499);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
}

TEST_F(Nscc, MarkAndLowDelayLeavesTheWindowAloneEvenWhenTheAverageIsHigh)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += Tick::Us(20);
    Ack(0, false, 20000); // avg_delay = 20,000
    now += Tick::Us(1);
    Ack(0, true, 7000);
    EXPECT_GT(cc->GetAvgDelayNs(), 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
}

TEST_F(Nscc, WindowNeverFallsBelowOnePacket)
{
    Start();
    for (int i = 0; i < 1000; ++i)
    {
        now += Tick::Us(11);
        Ack(0, true, 100000);
        cc->OnSend(MTU);
        cc->OnInferredLoss(now, MTU);
    }
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
    EXPECT_TRUE(cc->CanSend());
}

// Adjustment and the constant increase

TEST_F(Nscc, EtaIsAddedOncePerPeriod)
{
    Set("Alpha", DoubleValue(0));
    Start();
    Shrink(1000000);
    now += Tick::Ns(9999);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    now += Tick::Ns(1);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1004184U);
    Ack(0, false, 2500);
    EXPECT_EQ(cc->GetCwndBytes(), 1004184U);
}

TEST_F(Nscc, PeriodAppliesASmallIncreaseToo)
{
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(MTU, false, 7500);
    // 139,466.67 x 4,184 / 1,000,000 = 583.5, and eta = 4,184
    EXPECT_EQ(cc->GetCwndBytes(), 1004767U);
}

TEST_F(Nscc, AloneTheWindowStaysAtItsMaximum)
{
    Start();
    for (int i = 0; i < 1000; ++i)
    {
        now += Tick::Ns(42);
        cc->OnSend(MTU);
        Ack(MTU, false, i % 3 * 100);
        ASSERT_EQ(cc->GetCwndBytes(), 1500000U);
    }
}

// Fast increase

TEST_F(Nscc, WindowGrowsFastAfterAWholeWindowWithoutQueue)
{
    Set("Alpha", DoubleValue(0));
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(100000);
    for (int i = 0; i < 10; ++i)
    {
        Ack(10000, false, 999);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 100000U) << "100,000 B are not more than the window";
    Ack(10000, false, 999);
    EXPECT_EQ(cc->GetCwndBytes(), 116666U) << "fi_scale x 10,000 = 16,667";
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), 133333U);

    Ack(10000, false, 1000); // a queue: from the beginning
    for (int i = 0; i < 13; ++i)
    {
        Ack(10000, false, 0);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 133333U);
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), 150000U);
}

TEST_F(Nscc, DecreaseEndsFastIncrease)
{
    Set("Alpha", DoubleValue(0));
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(100000);
    Ack(110000, false, 0);
    const auto grown = cc->GetCwndBytes();
    EXPECT_GT(grown, 100000U);
    Ack(0, true, 8000);
    Ack(10000, false, 0);
    EXPECT_EQ(cc->GetCwndBytes(), grown);
}

// Quick adapt

TEST_F(Nscc, QuickAdaptSetsTheWindowToWhatWasDelivered)
{
    Set("Eta", DoubleValue(0));
    Start(); // opens an interval of 10 + 7.5 us
    for (int i = 0; i < 300; ++i)
    {
        cc->OnSend(MTU);
    }
    now += Tick::Us(5);
    Ack(50000, false, 7500);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU) << "within the interval a trim costs one packet";
    now += Tick::Ns(12499);
    Ack(10000, false, 7500);
    EXPECT_GT(cc->GetCwndBytes(), 1400000U);
    now += Tick::Ns(1);
    Ack(2000, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 62000U);
}

TEST_F(Nscc, QuickAdaptNeedsLessThanTheGate)
{
    Start();
    now += Tick::Us(17);
    Ack(187500, false, 7500); // max_wnd / 2^3
    now += Tick::Us(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);

    // and the next interval begins with nothing delivered
    now += Tick::Ns(17500);
    Ack(187499, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 187499U);
}

TEST_F(Nscc, QuickAdaptLeavesAtLeastOnePacket)
{
    Start();
    now += Tick::Us(18);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

TEST_F(Nscc, FirstSignalOnlyOpensTheInterval)
{
    cc->Start(Path(800, Tick::Us(10), 8));
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
    now += Tick::Ns(17499);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    now += Tick::Ns(1);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

TEST_F(Nscc, QuickAdaptForgetsThePendingIncrease)
{
    Set("Eta", DoubleValue(0));
    Start();
    now += Tick::Us(10);
    Ack(0, false, 0); // adjustment by time
    now += Tick::Ns(7499);
    Ack(33472, false, 7500); // fi x 33,472 pending
    now += Tick::Ns(1);
    Trim();
    ASSERT_EQ(cc->GetCwndBytes(), 33472U);
    now += Tick::Us(10);
    Ack(0, false, 7500);
    EXPECT_EQ(cc->GetCwndBytes(), 33472U);
}

TEST_F(Nscc, LostBytesCountAsIgnoredToo)
{
    Start();
    for (int i = 0; i < 4; ++i)
    {
        cc->OnSend(MTU);
    }
    now += Tick::Ns(17500);
    Trim(); // quick adapt with 3 packets in flight
    ASSERT_EQ(cc->GetCwndBytes(), MTU);
    Ack(0, false, 7500);
    now += Tick::Us(10);
    Ack(0, false, 7500); // eta has made the window larger than one packet
    const auto window = cc->GetCwndBytes();
    ASSERT_GT(window, 2 * MTU);
    Trim(); // 1 of 3
    EXPECT_EQ(cc->GetCwndBytes(), window);
    cc->OnInferredLoss(now, MTU); // 2 of 3, and cuts in any case
    EXPECT_EQ(cc->GetCwndBytes(), window - MTU);
    Trim(); // 3 of 3: from here on trims count again
    EXPECT_EQ(cc->GetCwndBytes(), window - 2 * MTU);
}

TEST_F(Nscc, SignalsOfBytesSentBeforeQuickAdaptAreIgnored)
{
    Set("Eta", DoubleValue(0));
    Start();
    for (int i = 0; i < 6; ++i)
    {
        cc->OnSend(MTU);
    }
    Ack(MTU, false, 7500); // 5 left
    now += Tick::Ns(17500);
    Ack(10 * MTU, false, 7500);
    for (int i = 0; i < 10; ++i)
    {
        cc->OnSend(MTU); // 5 in flight again
    }
    now += Tick::Ns(17500);
    Trim(); // counts itself: 4 in flight, 0 delivered in the interval
    ASSERT_EQ(cc->GetCwndBytes(), MTU);
    ASSERT_EQ(cc->GetInflightBytes(), 4 * MTU);

    Set("Gamma", DoubleValue(1));
    now += Tick::Us(11);
    Ack(MTU, true, 100000); // 1 of 4: ignored
    now += Tick::Us(11);
    Trim(); // 2 of 4: ignored
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
    Ack(MTU, false, 0); // 3 of 4; not marked: an ordinary SACK, grows the window
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
}

TEST_F(Nscc, MarksInTheIgnoreWindowDoNotDecrease)
{
    Set("Eta", DoubleValue(0));
    Set("Alpha", DoubleValue(0));
    Start();
    for (int i = 0; i < 40; ++i)
    {
        cc->OnSend(MTU);
    }
    now += Tick::Us(10);
    Ack(20 * MTU, false, 0);
    now += Tick::Us(10);
    Trim(); // quick adapt: window 20 packets, 19 in flight are to be ignored
    ASSERT_EQ(cc->GetCwndBytes(), 20U * MTU);
    for (int i = 0; i < 18; ++i)
    {
        now += Tick::Us(2);
        Ack(MTU, true, 15000);
        ASSERT_EQ(cc->GetCwndBytes(), 20U * MTU) << "SACK " << i;
    }
    now += Tick::Us(11);
    Ack(MTU, true, 15000); // the 19th is no longer below
    EXPECT_EQ(cc->GetCwndBytes(), 12U * MTU) << "1 - 0.8 x 0.5 = 0.6";
}

TEST_F(Nscc, QuickAdaptActsAtMostOncePerInterval)
{
    // a brutal receiver: everything trimmed, a trickle delivered
    Set("Eta", DoubleValue(0));
    Start();
    UniformRandomVariable dice;
    dice.SetStream(3);
    Tick last;
    uint32_t actions = 0;
    double deliveredSince = 0;
    for (int i = 0; i < 20000; ++i)
    {
        now += Tick::Ns(dice.GetInteger(10, 400));
        cc->OnSend(MTU);
        const auto before = cc->GetCwndBytes();
        if (dice.GetInteger(0, 3) == 0)
        {
            deliveredSince += MTU;
            Ack(MTU, false, 3000);
        }
        else
        {
            Trim();
        }
        const auto after = cc->GetCwndBytes();
        if (after + MTU < before)
        {
            EXPECT_GE(now - last, Tick::Ns(17500));
            EXPECT_LE(after, std::max<double>(deliveredSince, MTU));
            last = now;
            deliveredSince = 0;
            ++actions;
        }
    }
    EXPECT_GT(actions, 0U);
}

TEST_F(Nscc, DelayArmsQuickAdaptWithoutTrimming)
{
    Set("Eta", DoubleValue(0));
    Start(false); // target 10 us, threshold 40 us
    now += Tick::Us(20);
    Ack(20000, false, 40000);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
    now += Tick::Us(20);
    Ack(20000, false, 40001);
    EXPECT_EQ(cc->GetCwndBytes(), 20000U);
}

TEST_F(Nscc, QuickAdaptCanBeDisabled)
{
    Set("DisableQa", BooleanValue(true));
    Start();
    now += Tick::Us(100);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
}

// NACKs and losses

TEST_F(Nscc, BothKindsOfTrimCutOtherNacksDoNot)
{
    Start();
    for (int i = 0; i < 5; ++i)
    {
        cc->OnSend(MTU);
    }
    Trim(MrcNackReason::TRIMMED);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
    Trim(MrcNackReason::TRIMMED_LASTHOP);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    Trim(MrcNackReason::NO_PKT_BUFFER);
    Trim(MrcNackReason::PSN_OOR_WINDOW);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
    EXPECT_EQ(cc->GetInflightBytes(), MTU);
}

TEST_F(Nscc, TrimCountsAsADelayOfOneBaseRtt)
{
    Start();
    now += Tick::Us(5);
    Trim(); // weight 0.5
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 5000);
    now += Tick::Us(20);
    Trim();
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 10000);
}

TEST_F(Nscc, InferredLossCostsItsSize)
{
    Start();
    cc->OnSend(1000);
    cc->OnInferredLoss(now, 1000);
    EXPECT_EQ(cc->GetCwndBytes(), 1499000U);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

// Base RTT

TEST_F(Nscc, SmallerSampleLowersBaseRttAndMaximumForGood)
{
    Start();
    Ack(0, false, -2000); // 8 us
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(8));
    EXPECT_EQ(cc->GetCwndBytes(), 1200000U);
    Ack(0, false, 5000);
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(8));
    EXPECT_EQ(cc->GetTargetDelay(), Tick::Ns(7500)) << "the target stays as configured";
}

TEST_F(Nscc, SampleOfANackCountsUnlessSwitchedOff)
{
    Start();
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, Tick::Us(9));
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(9));
    Set("NackRtt", BooleanValue(false));
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, Tick::Us(8));
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(9));
}

TEST_F(Nscc, WithoutASampleTheWindowDoesNotMove)
{
    Start();
    Shrink(1000000);
    cc->OnSend(MTU);
    now += Tick::Ms(1);
    MrcAckInfo ack;
    ack.newBytes = MTU;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

TEST_F(Nscc, WithoutASampleTheAverageCanStandIn)
{
    Set("DelayWithoutRtt", BooleanValue(true));
    Start();
    Shrink(1000000);
    now += Tick::Us(10);
    Ack(0, false, 2500); // avg_delay = 2,500; + eta
    MrcAckInfo ack;
    ack.newBytes = 9 * MTU;
    cc->OnAck(now, ack);
    // 1,004,184 + alpha x 37,656 x 5,000 / 1,004,184 = + 1,743.3
    EXPECT_EQ(cc->GetCwndBytes(), 1005927U);
}

TEST_F(Nscc, PerAckFilterMovesByAFixedGain)
{
    Set("PerAckFilter", BooleanValue(true));
    Start();
    now += Tick::Us(50);
    Ack(0, true, 8000);
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100); // 0.0125 x 8,000
    Ack(0, false, 8000);                        // unmarked: sample 0.25 base RTT
    EXPECT_DOUBLE_EQ(cc->GetAvgDelayNs(), 100 + 0.0125 * 2400);
}

// Receiver penalty (8.6)

TEST_F(Nscc, PenaltyLimitsTheWindowAndRestoreGivesItBack)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(1000000);
    for (int i = 0; i < 200; ++i)
    {
        cc->OnSend(4000);
    }
    MrcAckInfo ack;
    ack.newBytes = 4000;
    ack.rtt = Tick::Us(10);
    ack.penalty = 64;
    cc->OnAck(now, ack);
    // 800,000 were in flight; minus 64 x 4,000 / 128 = 2,000
    EXPECT_EQ(cc->GetCwndBytes(), 798000U);
    cc->OnAck(now, ack);
    // 796,000 were in flight, which is less; minus 2,000
    EXPECT_EQ(cc->GetCwndBytes(), 794000U);

    ack.newBytes = 100000; // no increase while limited, whatever the delay
    ack.penalty = 1;
    cc->OnAck(now, ack);
    // 792,000 were in flight; minus 100,000 / 128 = 781.25
    EXPECT_EQ(cc->GetCwndBytes(), 791218U);

    ack.newBytes = 0;
    ack.penalty = 0;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 791218U) << "not yet";
    ack.restore = true;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    Shrink(500000);
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 500000U) << "only once";
}

TEST_F(Nscc, PenaltyOf64HalvesTheWindowPerRoundTrip)
{
    Set("Eta", DoubleValue(0));
    Start();
    Shrink(836800); // 200 packets
    for (int i = 0; i < 200; ++i)
    {
        cc->OnSend(MTU);
    }
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.rtt = Tick::Us(10);
    ack.penalty = 64;
    for (int i = 0; i < 200; ++i)
    {
        cc->OnAck(now, ack);
        while (cc->CanSend())
        {
            cc->OnSend(MTU);
        }
    }
    EXPECT_NEAR(static_cast<double>(cc->GetCwndBytes()), 418400, 2 * MTU);
}

TEST_F(Nscc, PenaltyLeavesOnePacket)
{
    Start();
    MrcAckInfo ack;
    ack.newBytes = 1000000;
    ack.penalty = 127;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
}

// In flight (8.3) and permission to send (8.5)

TEST_F(Nscc, InflightFollowsThePackets)
{
    Start();
    for (int i = 0; i < 5; ++i)
    {
        cc->OnSend(MTU);
    }
    EXPECT_EQ(cc->GetInflightBytes(), 5 * MTU);
    Ack(MTU, false, 0);
    EXPECT_EQ(cc->GetInflightBytes(), 4 * MTU);
    Trim();
    EXPECT_EQ(cc->GetInflightBytes(), 3 * MTU);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 2 * MTU);
    cc->OnLateAck(MTU); // it was not lost at all ...
    EXPECT_EQ(cc->GetInflightBytes(), 3 * MTU);
    Ack(3 * MTU, false, 0); // ... and is among the received bytes
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

TEST_F(Nscc, InflightNeverDriftsWithRcvdBytesRoundedUp)
{
    Start();
    UniformRandomVariable dice;
    dice.SetStream(5);
    uint64_t received = 0;
    uint64_t field = 0;
    int64_t outstanding = 0;
    for (int i = 0; i < 50000; ++i)
    {
        const uint32_t nominal = dice.GetInteger(100, MTU);
        now += Tick::Ns(50);
        cc->OnSend(nominal);
        outstanding += nominal;
        switch (dice.GetInteger(0, 9))
        {
        case 0: // trimmed, sent again
            Trim();
            cc->OnSend(MTU);
            break;
        case 1: // thought lost, then acknowledged
            cc->OnInferredLoss(now, nominal);
            cc->OnLateAck(nominal);
            break;
        default:
            break;
        }
        received += nominal;
        outstanding -= nominal;
        const uint64_t next = (received + 255) / 256;
        Ack((next - field) * 256, false, 0);
        field = next;
        ASSERT_LE(cc->GetInflightBytes(), outstanding);
        ASSERT_GE(cc->GetInflightBytes(), outstanding - 255);
    }
}

TEST_F(Nscc, PacketMayExceedTheWindowByLessThanItsSize)
{
    Start();
    Shrink(10000);
    cc->OnSend(9999);
    EXPECT_TRUE(cc->CanSend());
    cc->OnSend(1);
    EXPECT_FALSE(cc->CanSend());
}

TEST_F(Nscc, StrictWindowIsNeverExceeded)
{
    Set("StrictWindow", BooleanValue(true));
    Start();
    Shrink(10000);
    cc->OnSend(10000 - MTU);
    EXPECT_TRUE(cc->CanSend());
    cc->OnSend(1);
    EXPECT_FALSE(cc->CanSend());
}

TEST_F(Nscc, WindowOfOnePacketNeverDeadlocks)
{
    for (const bool strict : {false, true})
    {
        cc = CreateObject<MrcNscc>();
        Set("StrictWindow", BooleanValue(strict));
        Set("MaxCwnd", UintegerValue(1));
        Start();
        EXPECT_EQ(cc->GetCwndBytes(), MTU);
        EXPECT_TRUE(cc->CanSend());
        cc->OnSend(MTU);
        EXPECT_FALSE(cc->CanSend());
    }
}

// Together (8.10, items 2 and 3), on one queue without a network

/**
 * Senders at 800 Gb/s that share the last hop to one receiver: a FIFO of 800 Gb/s that does not
 * mark, and trims above 1.5 BDP. The ways to it differ by up to 2 us at random, so that no sender
 * always finds the last place in the queue. SACKs and NACKs are never late.
 */
class LastHop
{
  public:
    /**
     * @param senders how many
     * @param qaGate quick adapt below max_wnd / 2^this
     */
    LastHop(uint32_t senders, uint32_t qaGate)
        : m_delivered(senders),
          m_nicFree(senders)
    {
        for (uint32_t i = 0; i < senders; ++i)
        {
            m_cc.push_back(CreateObject<MrcNscc>());
            m_cc.back()->SetAttribute("QaGate", UintegerValue(qaGate));
            m_cc.back()->Start(Path(800, BASE_RTT, 8));
        }
        m_dice->SetStream(11);
    }

    /**
     * @param until end of the run
     * @param from bytes count from here on
     * @return bytes delivered per sender
     */
    std::vector<double> Run(Tick until, Tick from)
    {
        for (uint32_t i = 0; i < m_cc.size(); ++i)
        {
            Fill(Tick(), i);
        }
        while (!m_events.empty() && m_events.top().at < until)
        {
            const Event e = m_events.top();
            m_events.pop();
            if (e.kind == Event::ARRIVAL)
            {
                Arrive(e);
                continue;
            }
            if (e.kind == Event::NACK)
            {
                m_cc[e.sender]->OnNack(e.at, MrcNackReason::TRIMMED_LASTHOP, MTU, std::nullopt);
            }
            else
            {
                m_delivered[e.sender] += e.at >= from ? MTU : 0;
                MrcAckInfo ack;
                ack.newBytes = MTU;
                ack.rtt = e.at - e.sent;
                m_cc[e.sender]->OnAck(e.at, ack);
            }
            Fill(e.at, e.sender);
        }
        return m_delivered;
    }

  private:
    static constexpr Tick BASE_RTT = Tick::Us(10);
    static constexpr Tick PACKET = Tick::Ps(MTU * 10); ///< 800 Gb/s: 10 ps per byte
    static constexpr Tick TRIM = Tick::Us(15);         ///< 1.5 BDP at line rate

    /// Something on its way.
    struct Event
    {
        /// What it is.
        enum Kind
        {
            ARRIVAL, ///< of a packet at the queue
            ACK,     ///< at its sender
            NACK,    ///< at its sender
        };

        Tick at;         ///< when
        uint64_t order;  ///< breaks ties
        Kind kind;       ///< what
        uint32_t sender; ///< whose
        Tick sent;       ///< when the packet was sent

        /**
         * @param o another
         * @return true if this one is later
         */
        bool operator<(const Event& o) const
        {
            return at != o.at ? at > o.at : order > o.order;
        }
    };

    /**
     * Send what the window allows.
     * @param now the time
     * @param sender whose window
     */
    void Fill(Tick now, uint32_t sender)
    {
        while (m_cc[sender]->CanSend())
        {
            m_cc[sender]->OnSend(MTU);
            const Tick start = std::max(now, m_nicFree[sender]);
            m_nicFree[sender] = start + PACKET;
            const Tick way = Tick::Ns(m_dice->GetInteger(0, 2000));
            m_events.push({start + way, m_order++, Event::ARRIVAL, sender, start});
        }
    }

    /**
     * A packet is at the queue.
     * @param e the event
     */
    void Arrive(const Event& e)
    {
        if (m_queueFree - e.at > TRIM)
        {
            m_events.push({e.at + BASE_RTT, m_order++, Event::NACK, e.sender, e.sent});
            return;
        }
        const Tick start = std::max(e.at, m_queueFree);
        m_queueFree = start + PACKET;
        m_events.push({start + BASE_RTT, m_order++, Event::ACK, e.sender, e.sent});
    }

    Ptr<UniformRandomVariable> m_dice{CreateObject<UniformRandomVariable>()}; ///< ways
    std::vector<Ptr<MrcNscc>> m_cc;                                           ///< controllers
    std::vector<double> m_delivered;                                          ///< bytes
    std::vector<Tick> m_nicFree;         ///< when the sender may send its next packet
    Tick m_queueFree;                    ///< when the queue is empty
    uint64_t m_order{0};                 ///< of events
    std::priority_queue<Event> m_events; ///< by time
};

/**
 * @param bytes delivered per sender, from 2 to 6 ms: 400,000,000 B at line rate
 * @param tolerance largest deviation from the mean
 */
void
ExpectFairAndFull(const std::vector<double>& bytes, double tolerance)
{
    const double sum = std::accumulate(bytes.begin(), bytes.end(), 0.0);
    const double share = sum / static_cast<double>(bytes.size());
    EXPECT_GT(sum, 0.98 * 400e6);
    for (const double b : bytes)
    {
        EXPECT_NEAR(b / share, 1, tolerance) << bytes.size() << " senders";
    }
}

TEST(NsccTogether, TwoOrFourSendersShareTheLastHop)
{
    for (const uint32_t senders : {2U, 4U})
    {
        ExpectFairAndFull(LastHop(senders, 3).Run(Tick::Ms(6), Tick::Ms(2)), 0.05);
    }
}

TEST(NsccTogether, SevenSendersShareTheLastHopBelowTheGate)
{
    // With qa_gate 3 quick adapt is armed below 86 Gb/s, near a seventh of the rate: senders that
    // fall below it are cut again and again, those above are not. With 4 it is armed below 43 Gb/s.
    ExpectFairAndFull(LastHop(7, 4).Run(Tick::Ms(6), Tick::Ms(2)), 0.10);
}

TEST(NsccTogether, ManySendersKeepTheLastHopBusy)
{
    for (const uint32_t senders : {7U, 15U, 64U})
    {
        ExpectFairAndFull(LastHop(senders, 3).Run(Tick::Ms(6), Tick::Ms(2)), 0.60);
    }
}

// No control

TEST(FixedWindow, UnlimitedByDefaultButCounting)
{
    const auto cc = CreateObject<MrcFixedWindow>();
    cc->Start(Path(800, Tick::Us(10), 8));
    for (int i = 0; i < 100000; ++i)
    {
        cc->OnSend(MTU);
    }
    EXPECT_TRUE(cc->CanSend());
    EXPECT_EQ(cc->GetCwndBytes(), static_cast<uint64_t>(std::numeric_limits<int64_t>::max()));
    EXPECT_EQ(cc->GetInflightBytes(), 100000 * int64_t{MTU});
    EXPECT_EQ(cc->GetTargetDelay(), Tick::Ns(7500));
}

TEST(FixedWindow, HoldsItsWindow)
{
    const auto cc = CreateObject<MrcFixedWindow>();
    cc->SetAttribute("Window", UintegerValue(2 * MTU));
    cc->Start(Path(800, Tick::Us(10), 8));
    cc->OnSend(MTU);
    EXPECT_TRUE(cc->CanSend());
    cc->OnSend(MTU);
    EXPECT_FALSE(cc->CanSend());
    cc->OnNack(Tick::Ms(1), MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_TRUE(cc->CanSend());
    cc->OnLateAck(MTU);
    EXPECT_FALSE(cc->CanSend());
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.rtt = Tick::Us(7);
    cc->OnAck(Tick::Ms(1), ack);
    EXPECT_TRUE(cc->CanSend());
    EXPECT_EQ(cc->GetBaseRtt(), Tick::Us(7));
    EXPECT_EQ(cc->GetCwndBytes(), 2U * MTU);
    cc->OnInferredLoss(Tick::Ms(1), MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

} // namespace
