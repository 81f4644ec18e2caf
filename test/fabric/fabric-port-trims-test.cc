/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port-fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

/// A trimmed data frame has 128 B of L3, 166 B of line time and 146 B in a queue.
constexpr uint16_t TRIM_L3 = 128;
constexpr uint64_t TRIM_QUEUE_BYTES = 146;
/// Its line time at 100 Gb/s.
constexpr RdmaTick TRIM_TIME = RdmaTick::Ps(13280);
/// Tags of control frames begin here.
constexpr uint32_t CONTROL = 1000000;

/**
 * @param share part of the line
 * @return it x 2^16
 */
uint32_t
Q16(double share)
{
    return static_cast<uint32_t>(share * 65536);
}

/// Observes frames without an action.
class IdleTap : public FabricPortTap
{
  public:
    void OnSend(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }

    void OnReceive(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }
};

/// Two owners connected by a 100 Gb/s link, whose trimmed frames have a share of the line.
class FabricPortTrimsTest : public FabricPortFixture
{
  protected:
    /**
     * Use a share that does not grow.
     * @param share of trimmed frames, x 2^16; 0: strict priority
     * @param dataFrames that wait before others are trimmed
     * @param burstFrames trimmed frames that may pass at once
     */
    void UseShare(uint32_t share, uint64_t dataFrames, uint64_t burstFrames)
    {
        FabricQueueProfile p;
        p.trimThresholdBytes = dataFrames * DATA_QUEUE_BYTES;
        p.trimShareQ16 = share;
        p.trimMaxShareQ16 = share;
        p.trimBurstBytes = burstFrames * TRIM_QUEUE_BYTES;
        Use(p);
    }

    /**
     * Send data frames now, tagged first, first + 1, ...
     * @param n number of frames
     * @param first first tag
     * @param cls their class
     */
    void SendData(uint32_t n, uint32_t first = 0, RdmaClass cls = RdmaClass::DATA)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            FabricFrame* frame = MakeFrame(*fabric, DATA_L3, cls, first + i);
            frame->dscp = FabricDscp::TRIMMABLE;
            port->Send(fabric->Now(), frame);
        }
    }

    /**
     * Send a frame that another switch has trimmed.
     * @param tag its tag
     */
    void SendTrimmed(uint32_t tag)
    {
        FabricFrame* frame = MakeFrame(*fabric, TRIM_L3, RdmaClass::CONTROL, tag);
        frame->dscp = FabricDscp::TRIMMED;
        port->Send(fabric->Now(), frame);
    }

    /**
     * Send a control frame now, which is not a trimmed one.
     * @param tag its tag
     */
    void SendControl(uint32_t tag)
    {
        port->Send(fabric->Now(), MakeFrame(*fabric, TRIM_L3, RdmaClass::CONTROL, CONTROL + tag));
    }

    /** @return the tags that arrived on the right, in order */
    std::vector<uint32_t> Tags() const
    {
        std::vector<uint32_t> tags;
        for (const Arrival& a : right->arrivals)
        {
            tags.push_back(a.frame.pdu.destQpn);
        }
        return tags;
    }

    /**
     * @param first tag of a data frame that arrived untrimmed
     * @param last tag of another one, later
     * @return trimmed frames that arrived between the two
     */
    size_t CountTrimsBetween(uint32_t first, uint32_t last) const
    {
        const auto find = [this](uint32_t tag) {
            return std::find_if(right->arrivals.begin(), right->arrivals.end(), [=](const auto& a) {
                return a.frame.pdu.destQpn == tag;
            });
        };
        return static_cast<size_t>(std::count_if(find(first), find(last), [](const auto& a) {
            return a.frame.GetTrim() != RdmaTrim::NONE;
        }));
    }
};

TEST_F(FabricPortTrimsTest, ABurstGoesBeforeDataAndTheRestEarnsItsTurns)
{
    // A sixteenth: a data frame earns 61 B, a trimmed one that leaves 9 B, and 166 B are needed.
    UseShare(4096, 4, 2);
    SendData(9); // 0 leaves at once, 1 to 4 wait, 5 to 8 are trimmed
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 5, 6, 1, 2, 3, 7, 4, 8}));
    EXPECT_EQ(port->GetStats().trims, 4U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
}

TEST_F(FabricPortTrimsTest, WhereNoDataWaitsTheLineIsTheirs)
{
    UseShare(655, 1, 1); // 1 %
    SendData(6);
    Simulator::Run();
    // The burst is one frame. Trimmed frames without competing data frames need no credit and leave
    // no gap.
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 2, 1, 3, 4, 5}));
    EXPECT_EQ(right->arrivals.back().time.GetPs(), (DATA_TIME * 2 + TRIM_TIME * 4 + DELAY).GetPs());
}

TEST_F(FabricPortTrimsTest, WhileDataWaitsTheyGetTheirShareOfTheBytes)
{
    for (const double share : {0.02, 0.1, 0.25})
    {
        TearDown();
        SetUp();
        UseShare(Q16(share), 500, 10);
        SendData(1801); // 1300 are trimmed
        Simulator::Run();
        const double data = 499.0 * DATA_QUEUE_BYTES;
        const double trims = static_cast<double>(CountTrimsBetween(1, 500)) * TRIM_QUEUE_BYTES;
        EXPECT_NEAR(trims / (trims + data), share, share * 0.05);
        EXPECT_EQ(right->arrivals.size(), 1801U);
        EXPECT_EQ(right->arrivals.back().time.GetPs(),
                  (DATA_TIME * 501 + TRIM_TIME * 1300 + DELAY).GetPs())
            << "the line is never idle";
    }
}

TEST_F(FabricPortTrimsTest, UnusedCreditIsNotSavedBeyondABurst)
{
    UseShare(Q16(0.25), 100, 2);
    SendData(102); // one trimmed frame, which leaves at once
    Simulator::Schedule(NanoSeconds(80 * 50), [this] { SendData(60, 200); });
    Simulator::Run();
    const auto tags = Tags();
    EXPECT_EQ(tags[1], 101U);
    // 50 data frames have earned 75 turns, two of which count.
    const auto second =
        std::find_if(tags.begin() + 2, tags.end(), [](uint32_t t) { return t > 200; });
    ASSERT_LE(second + 3, tags.end());
    const auto isTrimmed = [this](uint32_t tag) {
        const auto it = std::find_if(right->arrivals.begin(), right->arrivals.end(), [=](auto& a) {
            return a.frame.pdu.destQpn == tag;
        });
        return it->frame.GetTrim() != RdmaTrim::NONE;
    };
    EXPECT_TRUE(isTrimmed(second[0]));
    EXPECT_TRUE(isTrimmed(second[1]));
    EXPECT_FALSE(isTrimmed(second[2]));
}

TEST_F(FabricPortTrimsTest, TheirShareGrowsWithTheirQueueUpToItsMaximum)
{
    // A burst of 14,600 B are 100 trimmed frames in the queue. Of 400 the first 100 leave at once;
    // then 3 bursts wait, and fewer and fewer as they leave.
    struct Case
    {
        double maxShare;
        double expected; ///< trimmed frames in the time of 50 data frames
    };

    for (const auto& [maxShare, expected] : {Case{0.02, 6}, Case{0.04, 14}, Case{0.5, 19}})
    {
        TearDown();
        SetUp();
        FabricQueueProfile p;
        p.trimThresholdBytes = 100 * DATA_QUEUE_BYTES;
        p.trimShareQ16 = Q16(0.02);
        p.trimMaxShareQ16 = Q16(maxShare);
        p.trimBurstBytes = 100 * TRIM_QUEUE_BYTES;
        Use(p);
        SendData(501);
        Simulator::Run();
        EXPECT_NEAR(static_cast<double>(CountTrimsBetween(1, 51)), expected, 1) << maxShare;
    }
}

TEST_F(FabricPortTrimsTest, AQueueShorterThanABurstDoesNotLowerTheShare)
{
    FabricQueueProfile p;
    p.trimThresholdBytes = 200 * DATA_QUEUE_BYTES;
    p.trimShareQ16 = Q16(0.1);
    p.trimBurstBytes = 100 * TRIM_QUEUE_BYTES;
    Use(p);
    SendData(351); // of 150 trimmed ones 50 wait at the end of the burst
    Simulator::Run();
    // 0.75 in the time of each data frame.
    EXPECT_NEAR(static_cast<double>(CountTrimsBetween(1, 51)), 37, 2);
}

TEST_F(FabricPortTrimsTest, OtherControlFramesGoFirst)
{
    UseShare(4096, 1, 4);
    SendData(4); // 2 and 3 are trimmed
    SendControl(0);
    SendControl(1);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, CONTROL, CONTROL + 1, 2, 3, 1}));
}

TEST_F(FabricPortTrimsTest, WithoutAShareTheyAreControlFramesLikeOthers)
{
    UseShare(0, 1, 1);
    SendControl(0);
    SendData(3, 10); // 10 waits, 11 and 12 are trimmed
    SendControl(1);
    SendTrimmed(20);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{CONTROL, 11, 12, CONTROL + 1, 20, 10}));
}

TEST_F(FabricPortTrimsTest, WhatAnotherSwitchHasTrimmedWaitsWithThem)
{
    UseShare(655, 1, 1);
    SendData(4); // 2 and 3 are trimmed; the burst is one frame
    SendTrimmed(100);
    SendControl(0);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, CONTROL, 2, 1, 3, 100}));
}

TEST_F(FabricPortTrimsTest, ATrimmedFrameThatFindsTheLineFreeJustLeaves)
{
    UseShare(655, 1, 1);
    SendTrimmed(100);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 1U);
    EXPECT_EQ(right->arrivals[0].time.GetPs(), (TRIM_TIME + DELAY).GetPs());
    EXPECT_EQ(Simulator::GetEventCount(), 1U);
}

TEST_F(FabricPortTrimsTest, AFullQueueOfThemDropsAndLeavesControlFramesAlone)
{
    UseShare(655, 1, 1);
    profile.trimLimitBytes = 2 * TRIM_QUEUE_BYTES;
    profile.ctrlLimitBytes = 2 * TRIM_QUEUE_BYTES;
    Use(profile);
    SendData(6); // 1 waits; of 2 to 5 only two fit
    SendControl(0);
    SendControl(1);
    EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), 2U);
    SendControl(2);
    EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), 3U) << "its own limit";
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, CONTROL, CONTROL + 1, 2, 1, 3}));
    EXPECT_EQ(port->GetStats().drops, 3U);
    SendData(4, 10);
    Simulator::Run();
    EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), 3U) << "departures make room";
}

TEST_F(FabricPortTrimsTest, ADyingLinkLosesThemAndForgetsHowManyThereWere)
{
    UseShare(655, 1, 1);
    profile.trimLimitBytes = 2 * TRIM_QUEUE_BYTES;
    Use(profile);
    SendData(4); // 2 and 3 are trimmed
    fabric->SetLinkUp(port, false);
    EXPECT_EQ(Drops(FabricDropReason::LINK_DOWN), 4U);
    EXPECT_EQ(port->CountFrames(), 0U);
    fabric->SetLinkUp(port, true);
    SendData(3, 10); // the line is still busy: 10 waits, and the others are trimmed
    EXPECT_EQ(port->CountFrames(), 3U);
    Simulator::Run();
    EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), 0U) << "there is again room for two";
    auto tags = Tags();
    std::sort(tags.begin(), tags.end());
    EXPECT_EQ(tags, (std::vector<uint32_t>{10, 11, 12}));
}

TEST_F(FabricPortTrimsTest, FramesOfTheSecondDataClassHaveTheSameRights)
{
    UseShare(4096, 4, 2);
    SendData(1);
    SendData(4, 1, RdmaClass::DATA2);
    for (uint32_t tag = 5; tag < 9; ++tag)
    {
        SendTrimmed(tag);
    }
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 5, 6, 1, 2, 3, 7, 4, 8}))
        << "as with the first class";
}

TEST_F(FabricPortTrimsTest, DataThatIsPausedDoesNotHoldThemBack)
{
    UseShare(655, 1, 1);
    port->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Us(10));
    SendData(4); // 0 waits, the others are trimmed
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{1, 2, 3, 0}));
    EXPECT_EQ(right->arrivals[2].time.GetPs(), (TRIM_TIME * 3 + DELAY).GetPs());
    EXPECT_EQ(right->arrivals[3].time.GetPs(), (RdmaTick::Us(10) + DATA_TIME + DELAY).GetPs());
}

TEST_F(FabricPortTrimsTest, WhoLooksChangesNothing)
{
    // Alternately fewer and more trims than their share allows; the queues are sometimes empty.
    struct Look
    {
        int64_t everyNs; ///< 0: never
        bool tapped;     ///< an event for every departure
    };

    std::vector<std::vector<std::pair<int64_t, uint32_t>>> results;
    for (const auto& [everyNs, tapped] :
         {Look{0, false}, Look{7, false}, Look{900, false}, Look{0, true}})
    {
        TearDown();
        SetUp();
        FabricQueueProfile p;
        p.trimThresholdBytes = 5 * DATA_QUEUE_BYTES;
        p.trimShareQ16 = Q16(0.05);
        p.trimMaxShareQ16 = Q16(0.5);
        p.trimBurstBytes = 4 * TRIM_QUEUE_BYTES;
        p.trimLimitBytes = 8 * TRIM_QUEUE_BYTES;
        Use(p);
        if (tapped)
        {
            fabric->AddTap(port, std::make_unique<IdleTap>());
        }
        const Ptr<UniformRandomVariable> dice = CreateObject<UniformRandomVariable>();
        dice->SetStream(2);
        constexpr uint32_t FRAMES = 600;
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            const Time at = NanoSeconds(16 * dice->GetInteger(0, 1800) / (i % 3 + 1));
            Simulator::Schedule(at, [this, i] {
                i % 5 ? SendData(1, i, i % 7 ? RdmaClass::DATA : RdmaClass::DATA2) : SendControl(i);
            });
        }
        for (int64_t ns = everyNs; everyNs && ns < 60000; ns += everyNs)
        {
            Simulator::Schedule(NanoSeconds(ns), [this] { port->Flush(); });
        }
        Simulator::Run();
        results.emplace_back();
        for (const Arrival& a : right->arrivals)
        {
            results.back().emplace_back(a.time.GetPs(), a.frame.pdu.destQpn);
        }
        EXPECT_EQ(results.back(), results.front()) << everyNs << " ns";
        EXPECT_GT(port->GetStats().trims, 100U);
        EXPECT_GT(Drops(FabricDropReason::CTRL_QUEUE_FULL), 5U);
        EXPECT_EQ(results.back().size() + Drops(FabricDropReason::CTRL_QUEUE_FULL), FRAMES);
    }
}

} // namespace
