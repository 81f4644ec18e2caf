/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "last-hop.h"

#include "ns3/double.h"
#include "ns3/mrc-mswift.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace
{

using namespace ns3;

/** MSwift at 800 Gb/s and 10 us: a target of 15 us for any window, and an increase of 1 packet. */
class Mswift : public testing::Test
{
  protected:
    /**
     * @param swift a controller that has not been started; it becomes cc
     * @param window first window, B
     */
    void Start(Ptr<MrcSwift> swift, uint64_t window)
    {
        cc = swift;
        cc->SetAttribute("BaseTarget", TimeValue(MicroSeconds(5)));
        cc->SetAttribute("FsMinWindow", DoubleValue(1));
        cc->SetAttribute("FsMaxWindow", DoubleValue(1)); // no range to scale over
        cc->SetAttribute("Ai", DoubleValue(1));
        cc->SetAttribute("InitialWindow", UintegerValue(window));
        cc->Start(Path(800, RdmaTick::Us(10), 8));
    }

    /**
     * SACKs of one packet each, 1 us apart.
     * @param rttsUs round-trip time of each, us
     * @return window after them over the window before
     */
    double Receive(std::initializer_list<int64_t> rttsUs)
    {
        const auto before = static_cast<double>(cc->GetCwndBytes());
        for (const int64_t rttUs : rttsUs)
        {
            now += RdmaTick::Us(1);
            MrcAckInfo ack;
            ack.newBytes = MTU;
            ack.rtt = RdmaTick::Us(rttUs);
            cc->OnAck(now, ack);
        }
        return static_cast<double>(cc->GetCwndBytes()) / before;
    }

    /**
     * @param controller one that has not been started
     * @return its windows after each of 3,000 random SACKs
     */
    static std::vector<uint64_t> ListWindows(const Ptr<MrcCongestionControl>& controller)
    {
        controller->Start(Path(800, RdmaTick::Us(10), 8));
        auto dice = CreateObject<UniformRandomVariable>();
        dice->SetStream(6);
        std::vector<uint64_t> windows;
        RdmaTick now = RdmaTick::Ms(1);
        for (int i = 0; i < 3000; ++i)
        {
            now += RdmaTick::Ns(dice->GetInteger(1, 1000));
            MrcAckInfo ack;
            ack.newBytes = dice->GetInteger(0, 4) * MTU;
            ack.full = dice->GetInteger(0, 9) != 0;
            if (dice->GetInteger(0, 9) != 0)
            {
                ack.rtt = RdmaTick::Ns(9000 + dice->GetInteger(0, 10000));
            }
            controller->OnAck(now, ack);
            windows.push_back(controller->GetCwndBytes());
        }
        return windows;
    }

    Ptr<MrcSwift> cc;              ///< the controller
    RdmaTick now{RdmaTick::Ms(1)}; ///< the time
};

TEST_F(Mswift, SlowPathsThatAreAMinorityDoNotCutWhereSwiftCuts)
{
    Start(CreateObject<MrcMswift>(), 20 * MTU);
    EXPECT_GE(Receive({12, 12, 12, 60, 12, 60, 12, 12, 60, 12}), 1);
    Start(CreateObject<MrcSwift>(), 20 * MTU);
    EXPECT_LT(Receive({12, 12, 12, 60, 12, 60, 12, 12, 60, 12}), 0.6);
}

TEST_F(Mswift, AllPathsSlowCutsByTheMedian)
{
    Start(CreateObject<MrcMswift>(), 100000);
    // 1 - 0.8 (20 - 15) / 20 = 0.8, once per RTT
    EXPECT_DOUBLE_EQ(Receive({20, 20, 20, 20, 20}), 0.8);
}

TEST_F(Mswift, DepthOfTheCutFollowsTheMedianNotTheSlowestPath)
{
    Start(CreateObject<MrcMswift>(), 100000);
    Receive({14, 20}); // median 17: 1 - 0.8 (17 - 15) / 17
    EXPECT_EQ(cc->GetCwndBytes(), [] {
        const double grown = 100000 + 4184.0 * MTU / 100000;
        return static_cast<uint64_t>(grown * (1 - 0.8 * 2 / 17));
    }());
}

TEST_F(Mswift, HalfAWindowOfSacksCounts)
{
    Start(CreateObject<MrcMswift>(), 8 * MTU);
    // four SACKs: 60 60 60 12 are slow, although six of eight are fast
    EXPECT_LT(Receive({12, 12, 12, 12, 12, 60, 60, 60}), 1);
    Start(CreateObject<MrcMswift>(), 16 * MTU);
    EXPECT_GE(Receive({12, 12, 12, 12, 12, 60, 60, 60}), 1);
}

TEST_F(Mswift, FirstSackOfAFlowCountsAlone)
{
    Start(CreateObject<MrcMswift>(), 100000);
    EXPECT_DOUBLE_EQ(Receive({20}), 0.8);
}

TEST_F(Mswift, WindowOfThreePacketsReactsToEachSack)
{
    Start(CreateObject<MrcMswift>(), 3 * MTU);
    EXPECT_LT(Receive({12, 12, 60}), 1);
}

TEST_F(Mswift, AfterAPauseOldSamplesDoNotOutvoteNewOnes)
{
    Start(CreateObject<MrcMswift>(), 20 * MTU);
    Receive({12, 12, 12, 12});
    now += RdmaTick::Us(20); // two base RTTs after the last of them
    EXPECT_LT(Receive({60}), 0.6);
}

TEST_F(Mswift, WithinTwoBaseRttsSamplesStillCount)
{
    Start(CreateObject<MrcMswift>(), 20 * MTU);
    Receive({12, 12, 12, 12});
    now += RdmaTick::Us(15);
    EXPECT_GE(Receive({60}), 1);
}

TEST_F(Mswift, BaseRttIsTheSmallestSampleNotTheMedian)
{
    Start(CreateObject<MrcMswift>(), 20 * MTU);
    Receive({13, 13, 8});
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(8));
}

TEST_F(Mswift, TrimsCutAsInSwift)
{
    Start(CreateObject<MrcMswift>(), 100000);
    Receive({12, 12, 12});
    const auto before = cc->GetCwndBytes();
    cc->OnSend(MTU);
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_NEAR(static_cast<double>(cc->GetCwndBytes()), static_cast<double>(before) / 2, 1);
}

TEST_F(Mswift, HistoryOfOneSackIsSwift)
{
    const auto wanted = ListWindows(CreateObject<MrcSwift>());
    const auto mswift = CreateObject<MrcMswift>();
    EXPECT_NE(ListWindows(mswift->Fork()), wanted);
    mswift->SetAttribute("HistorySacks", UintegerValue(1));
    EXPECT_EQ(ListWindows(mswift), wanted);
}

TEST_F(Mswift, ForksOfOnePrototypeDoTheSame)
{
    const auto mswift = CreateObject<MrcMswift>();
    EXPECT_EQ(ListWindows(mswift->Fork()), ListWindows(mswift->Fork()));
}

TEST_F(Mswift, SevenSendersShareALastHop)
{
    LastHop hop(7, CreateObject<MrcMswift>());
    ExpectFairAndFull(hop.Run(RdmaTick::Ms(6), RdmaTick::Ms(2)), 0.25);
}

} // namespace
