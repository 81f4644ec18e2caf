/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "last-hop.h"
#include "nscc-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-mnscc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>
#include <vector>

namespace
{

using namespace ns3;

/** MNSCC, and NSCC for comparison, with the path and the settings of Nscc. */
class Mnscc : public Nscc
{
  protected:
    Mnscc()
    {
        cc = CreateObject<MrcMnscc>();
        Set("QaGateOfSent", BooleanValue(false));
        Set("AvgDelayRtts", DoubleValue(1));
    }

    /** Replace MNSCC by NSCC, for comparison. */
    void BecomeNscc()
    {
        cc = CreateObject<MrcNscc>();
        Set("QaGateOfSent", BooleanValue(false));
        Set("AvgDelayRtts", DoubleValue(1));
    }

    /**
     * SACKs of one packet each, 4 us apart: a weight of 0.4 of the smoothed delay.
     * @param sacks mark and queueing delay in ns of each
     * @return window after them over the window before, B
     */
    double Receive(std::initializer_list<std::pair<bool, int64_t>> sacks)
    {
        const auto before = static_cast<double>(cc->GetCwndBytes());
        for (const auto& [ecn, delayNs] : sacks)
        {
            now += RdmaTick::Us(4);
            Ack(MTU, ecn, delayNs);
        }
        return static_cast<double>(cc->GetCwndBytes()) / before;
    }

    /** Start, and shrink to half of the largest window, so that it can also grow. */
    void StartHalf()
    {
        Start();
        Shrink(750000);
        now += RdmaTick::Us(100); // the SACK of Start does not count any more
    }

    /**
     * Start with a window that does not grow.
     * @param packets the window, full packets
     */
    void StartSteady(uint32_t packets)
    {
        for (const char* increase : {"Fi", "FiScale", "Eta", "Alpha"})
        {
            Set(increase, DoubleValue(0));
        }
        Start();
        Shrink(packets * MTU);
        now += RdmaTick::Us(100); // as in StartHalf
    }

    /**
     * @param controller one that has not been started
     * @return its windows after each of 3,000 random SACKs, trims and losses
     */
    static std::vector<uint64_t> ListWindows(const Ptr<MrcCongestionControl>& controller)
    {
        controller->Start(Path(800, RdmaTick::Us(10), 8));
        auto dice = CreateObject<UniformRandomVariable>();
        dice->SetStream(5);
        std::vector<uint64_t> windows;
        RdmaTick now = RdmaTick::Ms(1);
        for (int i = 0; i < 3000; ++i)
        {
            now += RdmaTick::Ns(dice->GetInteger(1, 3000));
            MrcAckInfo ack;
            ack.newBytes = dice->GetInteger(0, 4) * MTU;
            ack.ecn = dice->GetInteger(0, 3) == 0;
            ack.full = dice->GetInteger(0, 9) != 0;
            if (dice->GetInteger(0, 9) != 0)
            {
                ack.rtt = RdmaTick::Ns(9000 + dice->GetInteger(0, 20000));
            }
            controller->OnSend(ack.newBytes);
            controller->OnAck(now, ack);
            if (dice->GetInteger(0, 99) == 0)
            {
                controller->OnSend(MTU);
                controller->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
            }
            windows.push_back(controller->GetCwndBytes());
        }
        return windows;
    }
};

TEST_F(Mnscc, OneSlowPathOfFourDoesNotCutWhereNsccCuts)
{
    StartHalf();
    EXPECT_GE(Receive({{false, 2000}, {false, 2000}, {false, 2000}, {true, 60000}}), 1);
    now = RdmaTick::Ms(1);
    BecomeNscc();
    StartHalf();
    EXPECT_LT(Receive({{false, 2000}, {false, 2000}, {false, 2000}, {true, 60000}}), 0.9);
}

TEST_F(Mnscc, SlowPathAmongFastOnesNeverCutsInManyRoundTrips)
{
    StartHalf();
    Receive({{false, 2000}, {false, 2000}, {false, 2000}});
    for (int i = 0; i < 50; ++i)
    {
        ASSERT_GE(Receive({{true, 60000}, {false, 2000}, {false, 2000}, {false, 2000}}), 1) << i;
    }
}

TEST_F(Mnscc, AllPathsSlowCuts)
{
    StartHalf();
    // after 10 us the smoothed delay is 16 us or more, above the target of 7.5 us
    EXPECT_LE(Receive({{true, 16000}, {true, 16000}, {true, 16000}, {true, 16000}}), 0.8);
}

TEST_F(Mnscc, MostPathsSlowCuts)
{
    StartHalf();
    EXPECT_LT(Receive({{false, 2000}, {true, 40000}, {true, 40000}, {true, 40000}}), 0.9);
}

TEST_F(Mnscc, FirstSackOfAFlowCountsAlone)
{
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    now += RdmaTick::Us(4);
    Ack(MTU, true, 40000);
    EXPECT_LT(cc->GetCwndBytes(), 1000000U) << "no other sample outvotes it";
}

TEST_F(Mnscc, AfterAPauseOldSamplesDoNotOutvoteNewOnes)
{
    StartHalf();
    Receive({{false, 2000}, {false, 2000}, {false, 2000}});
    now += RdmaTick::Us(20); // two base RTTs after the last of them
    EXPECT_LT(Receive({{true, 60000}}), 0.9);
}

TEST_F(Mnscc, WithinTwoBaseRttsSamplesStillCount)
{
    StartHalf();
    Receive({{false, 2000}, {false, 2000}, {false, 2000}});
    now += RdmaTick::Us(4);
    EXPECT_GE(Receive({{true, 60000}}), 1);
}

TEST_F(Mnscc, WindowOfThreePacketsReactsToEachSack)
{
    StartSteady(3); // H is 1
    EXPECT_LT(Receive({{false, 2000}, {false, 2000}, {false, 2000}, {true, 60000}}), 1);
}

TEST_F(Mnscc, WindowOfSixPacketsReactsToTheMedianOfThree)
{
    StartSteady(6);
    EXPECT_EQ(Receive({{false, 2000}, {false, 2000}, {true, 60000}}), 1);
    EXPECT_LT(Receive({{true, 60000}}), 1);
}

TEST_F(Mnscc, EachMarkCountsUnlessTheMajorityDecides)
{
    // the median delay is high, one SACK of four is marked
    const auto change = [this](bool majority) {
        cc = CreateObject<MrcMnscc>();
        Set("MajorityMarks", BooleanValue(majority));
        Set("AvgDelayRtts", DoubleValue(1));
        now = RdmaTick::Ms(1);
        StartHalf();
        return Receive({{false, 20000}, {false, 20000}, {false, 20000}, {true, 20000}});
    };
    EXPECT_LT(change(false), 0.9);
    EXPECT_GE(change(true), 1);
}

TEST_F(Mnscc, MajorityOfMarksCutsForAnUnmarkedSackToo)
{
    Set("HistorySacks", UintegerValue(3));
    Set("MajorityMarks", BooleanValue(true));
    StartHalf();
    EXPECT_GE(Receive({{false, 2000}, {true, 2000}, {true, 30000}}), 1) << "the median is 2 us";
    EXPECT_LT(Receive({{false, 30000}}), 0.9);
}

TEST_F(Mnscc, BaseRttIsTheSmallestSampleNotTheMedian)
{
    Start();
    Ack(MTU, false, 3000);
    Ack(MTU, false, 3000);
    Ack(MTU, false, -2000); // 8 us
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1200000U);
    Ack(MTU, false, -4000, false);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8)) << "of a short packet";
}

TEST_F(Mnscc, MedianBelowTheBaseRttDoesNotLowerIt)
{
    Start();
    for (int i = 0; i < 4; ++i)
    {
        Ack(1000, false, -4000, false); // short packets are faster
    }
    Ack(MTU, false, 1000);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(10));
}

TEST_F(Mnscc, SackWithoutASampleChangesNothing)
{
    StartHalf();
    Receive({{false, 2000}, {false, 2000}});
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.ecn = true;
    cc->OnAck(now, ack);
    EXPECT_GE(Receive({{true, 60000}}), 1) << "it is not part of the history";
}

TEST_F(Mnscc, TrimsAndLossesCostWindowAsInNscc)
{
    Start();
    cc->OnSend(2 * MTU);
    Trim();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - MTU);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U - 2 * MTU);
}

TEST_F(Mnscc, HistoryOfOneSackIsNscc)
{
    const auto wanted = ListWindows(CreateObject<MrcNscc>());
    const auto mnscc = CreateObject<MrcMnscc>();
    EXPECT_NE(ListWindows(mnscc->Fork()), wanted);
    mnscc->SetAttribute("HistorySacks", UintegerValue(1));
    EXPECT_EQ(ListWindows(mnscc), wanted);
}

TEST_F(Mnscc, ForksOfOnePrototypeDoTheSame)
{
    EXPECT_EQ(ListWindows(cc->Fork()), ListWindows(cc->Fork()));
}

TEST_F(Mnscc, AttributesOfNsccApply)
{
    Set("TargetDelay", TimeValue(MicroSeconds(3)));
    Start();
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Us(3));
    EXPECT_EQ(DynamicCast<MrcNscc>(cc->Fork())->GetInstanceTypeId(), MrcMnscc::GetTypeId());
}

TEST_F(Mnscc, SevenSendersShareALastHopThatMarks)
{
    LastHop hop(7, CreateObject<MrcMnscc>(), RdmaTick::Us(5));
    ExpectFairAndFull(hop.Run(RdmaTick::Ms(6), RdmaTick::Ms(2)), 0.25);
}

} // namespace
