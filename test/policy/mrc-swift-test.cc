/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "last-hop.h"

#include "ns3/double.h"
#include "ns3/mrc-swift.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace
{

using namespace ns3;

/**
 * Swift at 800 Gb/s and 10 us: BDP 1,000,000 B = 239.0 packets, largest window 1,500,000 B, base
 * target 5 us, flow scaling up to 2.5 us, additive increase 6.667 packets.
 */
class Swift : public testing::Test
{
  protected:
    /**
     * @param window first window, B; 0: the default
     */
    void Start(uint64_t window = 0)
    {
        cc->SetAttribute("InitialWindow", UintegerValue(window));
        cc->Start(Path(800, RdmaTick::Us(10), 8));
    }

    /** Start with a target of 15 us for any window, and an increase of 1 packet. */
    void StartPlain(uint64_t window)
    {
        cc->SetAttribute("BaseTarget", TimeValue(MicroSeconds(5)));
        cc->SetAttribute("FsMinWindow", DoubleValue(1));
        cc->SetAttribute("FsMaxWindow", DoubleValue(1)); // no range to scale over
        cc->SetAttribute("Ai", DoubleValue(1));
        Start(window);
    }

    /**
     * @param bytes newly received
     * @param rttNs round-trip time, ns
     */
    void Ack(uint64_t bytes, int64_t rttNs)
    {
        MrcAckInfo ack;
        ack.newBytes = bytes;
        ack.rtt = RdmaTick::Ns(rttNs);
        cc->OnAck(now, ack);
    }

    Ptr<MrcSwift> cc{CreateObject<MrcSwift>()}; ///< the controller
    RdmaTick now{RdmaTick::Ms(1)};              ///< the time
};

TEST_F(Swift, BeginsWithTheLargestWindowAndTheTargetsOfThePath)
{
    Start();
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Us(5)) << "from one BDP on, only the base";
}

TEST_F(Swift, NoAdditiveIncreaseIsNotTheDefault)
{
    cc->SetAttribute("Ai", DoubleValue(0));
    Start(100 * MTU);
    for (int i = 0; i < 50; ++i)
    {
        now += RdmaTick::Us(1);
        Ack(MTU, 10000);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 100 * MTU);
}

TEST_F(Swift, FirstWindowIsBetweenOnePacketAndTheLargest)
{
    const std::map<uint64_t, uint64_t> windows{{1, MTU}, {1500000, 1500000}, {1500001, 1500000}};
    for (const auto& [wanted, window] : windows)
    {
        cc = CreateObject<MrcSwift>();
        Start(wanted);
        EXPECT_EQ(cc->GetCwndBytes(), window) << wanted;
    }
}

TEST_F(Swift, ASmallWindowToleratesMore)
{
    cc->SetAttribute("BaseTarget", TimeValue(MicroSeconds(4)));
    cc->SetAttribute("FsRange", TimeValue(MicroSeconds(6)));
    cc->SetAttribute("FsMaxWindow", DoubleValue(4));
    // alpha = 6 / (1 - 1/2) = 12 us, beta = -12 / 2 = -6 us
    const auto target = [this](double packets) {
        const auto fresh = DynamicCast<MrcSwift>(cc->Fork());
        fresh->SetAttribute("InitialWindow", UintegerValue(static_cast<uint64_t>(packets * MTU)));
        fresh->Start(Path(800, RdmaTick::Us(10), 8));
        return fresh->GetTargetDelay();
    };
    EXPECT_EQ(target(1), RdmaTick::Us(10));
    EXPECT_EQ(target(2.25), RdmaTick::Us(6)) << "12 / 1.5 - 6 = 2";
    EXPECT_EQ(target(4), RdmaTick::Us(4));
    EXPECT_EQ(target(100), RdmaTick::Us(4));
}

TEST_F(Swift, GrowsByAiPerWindowBelowTheTarget)
{
    StartPlain(10 * MTU);
    Ack(4 * MTU, 14999);
    EXPECT_EQ(cc->GetCwndBytes(), static_cast<uint64_t>(10.4 * MTU));
    Ack(5 * MTU, 10000);
    // 10.4 + 5 / 10.4 = 10.8808 packets
    EXPECT_EQ(cc->GetCwndBytes(), static_cast<uint64_t>(std::floor((10.4 + 5 / 10.4) * MTU)));
}

TEST_F(Swift, DefaultIncreaseIsOnePacketPer150Kilobytes)
{
    Start(100 * MTU);
    Ack(100 * MTU, 10000);
    EXPECT_EQ(cc->GetCwndBytes(), static_cast<uint64_t>((100 + 1000000 / 150000.0) * MTU));
}

TEST_F(Swift, NeverGrowsBeyondTheLargestWindow)
{
    Start();
    for (int i = 0; i < 200; ++i)
    {
        Ack(1000000, 10000);
    }
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
}

TEST_F(Swift, ShrinksByTheExcessOverTheTarget)
{
    StartPlain(100000);
    Ack(MTU, 20000); // 1 - 0.8 (20 - 15) / 20 = 0.8
    EXPECT_EQ(cc->GetCwndBytes(), 80000U);
}

TEST_F(Swift, ADecreaseIsBounded)
{
    StartPlain(100000);
    Ack(MTU, 100000); // 1 - 0.8 (100 - 15) / 100 = 0.32
    EXPECT_EQ(cc->GetCwndBytes(), 50000U);
}

TEST_F(Swift, ExactlyAtTheTargetNothingMoves)
{
    StartPlain(100000);
    Ack(MTU, 15000);
    EXPECT_EQ(cc->GetCwndBytes(), 100000U);
}

TEST_F(Swift, OneDecreasePerRtt)
{
    StartPlain(100000);
    Ack(MTU, 20000);
    now += RdmaTick::Ns(19999);
    Ack(MTU, 20000);
    EXPECT_EQ(cc->GetCwndBytes(), 80000U);
    now += RdmaTick::Ns(1);
    Ack(MTU, 20000);
    EXPECT_EQ(cc->GetCwndBytes(), 64000U);
}

TEST_F(Swift, BeforeTheFirstSampleTheRttIsTheBaseRtt)
{
    StartPlain(100000);
    cc->OnInferredLoss(now, MTU);
    now += RdmaTick::Ns(9999);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 50000U);
    now += RdmaTick::Ns(1);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 25000U);
}

TEST_F(Swift, ADecreaseByDelayAndOneByLossCountTogether)
{
    StartPlain(100000);
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_EQ(cc->GetCwndBytes(), 50000U);
    now += RdmaTick::Us(5);
    Ack(MTU, 16000); // a round trip of 16 us has not passed
    cc->OnNack(now, MrcNackReason::TRIMMED_LASTHOP, MTU, std::nullopt);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 50000U);
    now += RdmaTick::Us(11);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 25000U);
}

TEST_F(Swift, NacksThatAreNoLossCostNothing)
{
    StartPlain(100000);
    cc->OnNack(now, MrcNackReason::NO_RESOURCE, MTU, std::nullopt);
    EXPECT_EQ(cc->GetCwndBytes(), 100000U);
}

TEST_F(Swift, AfterFiveSilentRoundsOnePacketIsLeft)
{
    StartPlain(1000000);
    for (const uint64_t expected : {500000U, 250000U, 125000U, 62500U, MTU})
    {
        cc->OnInferredLoss(now, MTU);
        EXPECT_EQ(cc->GetCwndBytes(), expected);
        now += RdmaTick::Us(10);
    }
}

TEST_F(Swift, AnAnswerEndsTheSilence)
{
    StartPlain(1000000);
    for (int i = 0; i < 4; ++i)
    {
        cc->OnInferredLoss(now, MTU);
        now += RdmaTick::Us(10);
    }
    MrcAckInfo ack;
    ack.newBytes = 1;
    cc->OnAck(now, ack);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetCwndBytes(), 31250U);
}

TEST_F(Swift, ATrimIsAnAnswerToo)
{
    StartPlain(1000000);
    for (int i = 0; i < 4; ++i)
    {
        cc->OnInferredLoss(now, MTU);
        now += RdmaTick::Us(10);
    }
    cc->OnNack(now, MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_EQ(cc->GetCwndBytes(), 31250U);
    now += RdmaTick::Us(10);
    cc->OnInferredLoss(now, MTU); // the first silent round
    EXPECT_EQ(cc->GetCwndBytes(), 15625U);
}

TEST_F(Swift, WithoutASampleTheWindowStays)
{
    StartPlain(100000);
    MrcAckInfo ack;
    ack.newBytes = 50000;
    cc->OnAck(now, ack);
    EXPECT_EQ(cc->GetCwndBytes(), 100000U);
}

TEST_F(Swift, ALowerBaseRttLowersTheTarget)
{
    StartPlain(100000);
    Ack(0, 8000); // base 8 us: the target is 13 us now
    Ack(MTU, 14000);
    EXPECT_LT(cc->GetCwndBytes(), 100000U);
}

TEST_F(Swift, PathsWithoutAPacketOfBdpAreNoSpecialCase)
{
    cc->Start(Path(1, RdmaTick::Us(1), 1)); // 125 B
    EXPECT_EQ(cc->GetCwndBytes(), MTU);
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Ns(500));
    Ack(MTU, 1000);
    EXPECT_EQ(cc->GetCwndBytes(), MTU) << "the largest window";
}

TEST(SwiftTogether, SendersShareTheLastHopWithTheirQueueAtTheTarget)
{
    for (const uint32_t senders : {2U, 7U, 15U})
    {
        LastHop hop(senders, CreateObject<MrcSwift>());
        ExpectFairAndFull(hop.Run(RdmaTick::Ms(6), RdmaTick::Ms(2)), 0.15);
        // 5 us for all and up to 2.5 us for small windows
        EXPECT_NEAR(hop.GetMeanQueueNs(RdmaTick::Ms(2)), 5000, 2500) << senders;
    }
}

} // namespace
