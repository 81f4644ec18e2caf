/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port-fixture.h"

#include "ns3/rdma-time.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Control frames: 162 B of L3 are 200 B of line time.
constexpr uint16_t CTRL_L3 = 162;
constexpr RdmaTick CTRL_TIME = RdmaTick::Ns(16);

/// Records the departure times of frames.
class DepartureTap : public FabricPortTap
{
  public:
    void OnSend(RdmaTick now, const FabricFrame& frame) override
    {
        departures[frame.pdu.destQpn] = now;
    }

    void OnReceive(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }

    std::map<uint32_t, RdmaTick> departures; ///< by tag
};

/// A port that initially has no marking, trimming or limits.
class FabricPortTest : public FabricPortFixture
{
  protected:
    /**
     * Send data frames now, tagged first, first + 1, ...
     * @param n number of frames
     * @param first first tag
     */
    void SendData(uint32_t n, uint32_t first = 0)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            port->Send(fabric->Now(), MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, first + i));
        }
    }

    /**
     * Send a control frame now.
     * @param tag its tag
     */
    void SendControl(uint32_t tag)
    {
        port->Send(fabric->Now(), MakeFrame(*fabric, CTRL_L3, RdmaClass::CONTROL, tag));
    }

    /**
     * Send frames of the second data class now, tagged first, first + 1, ...
     * @param n number of frames
     * @param first first tag
     */
    void SendSecond(uint32_t n, uint32_t first)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            FabricFrame* frame = MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, first + i);
            frame->cls = RdmaClass::DATA2;
            port->Send(fabric->Now(), frame);
        }
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

    /** @return marks of the frames that arrived on the right, in order */
    std::vector<bool> Marks() const
    {
        std::vector<bool> marks;
        for (const Arrival& a : right->arrivals)
        {
            marks.push_back(a.frame.ecn == FabricEcn::CE);
        }
        return marks;
    }

    /**
     * Expect that data frames have left from time 0 on without a gap.
     * @param n number of frames
     */
    void ExpectBackToBack(size_t n) const
    {
        ASSERT_EQ(right->arrivals.size(), n);
        for (size_t i = 0; i < n; ++i)
        {
            EXPECT_EQ(right->arrivals[i].time.GetPs(), (DATA_TIME * (i + 1) + DELAY).GetPs());
        }
    }
};

TEST_F(FabricPortTest, IdleFrameArrivesAfterLineTimeAndDelay)
{
    SendData(1);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 1U);
    EXPECT_EQ(right->arrivals[0].time.GetPs(), (DATA_TIME + DELAY).GetPs());
    EXPECT_EQ(right->arrivals[0].in, port->peer);
    EXPECT_EQ(fabric->GetTotals().hops, 1U);
    EXPECT_EQ(fabric->GetTotals().dataHops, 1U);
    EXPECT_EQ(Simulator::GetEventCount(), 1U) << "one event per packet-hop without queueing";
}

TEST_F(FabricPortTest, WaitingFramesFollowBackToBackWithOneEventEach)
{
    SendData(10);
    Simulator::Run();
    ExpectBackToBack(10);
    EXPECT_EQ(Simulator::GetEventCount(), 10U) << "arrivals alone";
    EXPECT_EQ(port->GetStats().maxQueueBytes, 9 * DATA_QUEUE_BYTES);
    EXPECT_EQ(port->GetStats().txBytes, 10 * DATA_QUEUE_BYTES);
}

TEST_F(FabricPortTest, WhereDeparturesMatterEachHasAnEvent)
{
    port->SetRoomFrames(2);
    SendData(10);
    Simulator::Run();
    ExpectBackToBack(10);
    EXPECT_EQ(Simulator::GetEventCount(), 19U) << "10 arrivals, 9 times the line became free";
    EXPECT_EQ(left->rooms.size(), 2U) << "with one and with no frame left";
}

TEST_F(FabricPortTest, CountersAreTrueAtAnyMoment)
{
    SendData(3);
    const auto expect = [this](uint64_t sent, uint64_t waiting) {
        EXPECT_EQ(port->GetDataQueueBytes(), waiting * DATA_QUEUE_BYTES) << fabric->Now().GetNs();
        EXPECT_EQ(port->GetStats().txFrames, sent) << fabric->Now().GetNs();
    };
    for (const auto& [ns, sent] : {std::pair{79, 1}, {80, 2}, {159, 2}, {160, 3}})
    {
        Simulator::Schedule(NanoSeconds(ns), [=, sent = sent] { expect(sent, 3 - sent); });
    }
    Simulator::Run();
    ExpectBackToBack(3);
}

TEST_F(FabricPortTest, WhatLeavesAtTheMomentAnotherFrameComesHasLeft)
{
    SendData(2);
    Simulator::Schedule(NanoSeconds(80), [this] { SendControl(100); });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 100}));
}

TEST_F(FabricPortTest, WhatWaitsBehindADeadFrameIsNotForgotten)
{
    // Frame 0 would arrive at 90 ns, frame 1 is on the line until 160 ns.
    port->SetLink(100000000000, RdmaTick::Ns(10));
    SendData(2);
    Simulator::Schedule(NanoSeconds(85), [this] {
        fabric->SetLinkUp(port, false);
        fabric->SetLinkUp(port, true);
        SendData(2, 50);
    });
    Simulator::Run();
    ASSERT_EQ(Tags(), (std::vector<uint32_t>{50, 51}));
    EXPECT_EQ(right->arrivals[1].time.GetPs(), RdmaTick::Ns(160 + 80 + 80 + 10).GetPs());
}

TEST_F(FabricPortTest, WhoLooksHearsOfDeparturesInTimeAndChangesNothing)
{
    // A load with queues, random marks, and many frames that arrive as others leave.
    profile.ecnKmaxBytes = 8 * DATA_QUEUE_BYTES;
    std::vector<std::vector<std::pair<int64_t, bool>>> results;
    for (const int tapAtNs : {-1, 0, 4040})
    {
        TearDown();
        SetUp();
        fabric->AssignStreams(1);
        const Ptr<UniformRandomVariable> dice = CreateObject<UniformRandomVariable>();
        dice->SetStream(2);
        for (uint32_t i = 0; i < 300; ++i)
        {
            const Time at = NanoSeconds(16 * dice->GetInteger(0, 1400));
            i % 4 ? Simulator::Schedule(at, [this, i] { SendData(1, i); })
                  : Simulator::Schedule(at, [this, i] { SendControl(i); });
        }
        auto tap = std::make_unique<DepartureTap>();
        const DepartureTap& seen = *tap; // owned by the fabric from now on
        if (tapAtNs >= 0)
        {
            Simulator::Schedule(NanoSeconds(tapAtNs),
                                [&] { fabric->AddTap(port, std::move(tap)); });
        }
        Simulator::Run();
        results.emplace_back();
        for (const Arrival& a : right->arrivals)
        {
            results.back().emplace_back(a.time.GetPs(), a.frame.ecn == FabricEcn::CE);
        }
        EXPECT_EQ(results.back(), results.front()) << "tap at " << tapAtNs << " ns";
        EXPECT_EQ(seen.departures.size() > 100, tapAtNs >= 0);
        for (const Arrival& a : right->arrivals)
        {
            const RdmaTick left = a.time - DELAY - port->GetTxTime(a.frame.wireBytes);
            const auto told = seen.departures.find(a.frame.pdu.destQpn);
            EXPECT_TRUE(told == seen.departures.end() || told->second == left);
        }
    }
    const auto marked = [](const auto& arrival) { return arrival.second; };
    EXPECT_GT(std::count_if(results[0].begin(), results[0].end(), marked), 30);
}

TEST_F(FabricPortTest, ControlOvertakesWaitingDataButNotTheFrameOnTheLine)
{
    SendData(3);
    SendControl(100);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 100, 1, 2}));
    EXPECT_EQ(right->arrivals[1].time.GetPs(), (DATA_TIME + CTRL_TIME + DELAY).GetPs());
}

TEST_F(FabricPortTest, OddRateStaysExactOnAverage)
{
    // 1000 B at 7 Gb/s are 1142857.142857... ps; the fraction must not be lost or rounded up.
    port->SetLink(7000000000, DELAY);
    SendData(7000);
    Simulator::Run();
    const int64_t exact = 7000LL * 8000000 / 7;
    EXPECT_NEAR(static_cast<double>(right->arrivals.back().time.GetPs() - DELAY.GetPs()),
                static_cast<double>(exact),
                200.0);
}

TEST_F(FabricPortTest, FullDataQueueDropsTheTail)
{
    profile.dataLimitBytes = 2 * DATA_QUEUE_BYTES;
    Use(profile);
    SendData(5);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(Drops(FabricDropReason::DATA_QUEUE_FULL), 2U);
    EXPECT_EQ(port->GetStats().drops, 2U);
}

TEST_F(FabricPortTest, OverThresholdTheArrivingFrameIsTrimmedAndOvertakes)
{
    profile.trimThresholdBytes = DATA_QUEUE_BYTES;
    profile.trimDscp = FabricDscp::TRIMMED;
    Use(profile);
    SendData(3);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 2, 1}));
    const FabricFrame& trimmed = right->arrivals[1].frame;
    EXPECT_EQ(trimmed.dscp, FabricDscp::TRIMMED);
    EXPECT_EQ(trimmed.GetTrim(), RdmaTrim::FABRIC);
    EXPECT_EQ(trimmed.l3Bytes, 128);
    EXPECT_EQ(trimmed.wireBytes, 166);
    EXPECT_EQ(trimmed.cls, RdmaClass::CONTROL);
    EXPECT_EQ(port->GetStats().trims, 1U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U) << "a trimmed frame is not a dropped frame";
}

TEST_F(FabricPortTest, TheArrivingFrameAndTheLastOneAreTrimmedEquallyOften)
{
    profile.trimThresholdBytes = 10 * DATA_QUEUE_BYTES;
    profile.trimRandom = true;
    Use(profile);
    constexpr uint32_t WAITING = 11; // one is on the line
    constexpr uint32_t FRAMES = 400;
    SendData(WAITING + FRAMES);
    EXPECT_EQ(port->GetDataQueueBytes(), 10 * DATA_QUEUE_BYTES);
    Simulator::Run();
    EXPECT_EQ(port->GetStats().trims, FRAMES);
    ASSERT_EQ(right->arrivals.size(), WAITING + FRAMES);
    std::vector<uint32_t> whole;
    std::vector<uint32_t> trimmed;
    for (const Arrival& a : right->arrivals)
    {
        (a.frame.GetTrim() == RdmaTrim::NONE ? whole : trimmed).push_back(a.frame.pdu.destQpn);
    }
    EXPECT_TRUE(std::is_sorted(whole.begin(), whole.end()));
    ASSERT_EQ(whole.size(), WAITING);
    EXPECT_EQ(whole[9], 9U) << "only the last one in the queue may be trimmed";
    EXPECT_GT(whole[10], WAITING) << "and the chance that it stays is 2^-400";
    uint32_t arriving = 0;
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        arriving += trimmed[i] == WAITING + i;
    }
    EXPECT_NEAR(arriving, FRAMES / 2, 5 * 10) << "five standard deviations";
}

TEST_F(FabricPortTest, TheArrivingFrameIsTrimmedIfTheLastOneMustNotBe)
{
    profile.trimThresholdBytes = DATA_QUEUE_BYTES;
    profile.trimRandom = true;
    Use(profile);
    SendData(1);
    FabricFrame* frame = MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, 1);
    frame->dscp = FabricDscp::NO_TRIM;
    port->Send(fabric->Now(), frame);
    SendData(50, 2);
    Simulator::Run();
    EXPECT_EQ(port->GetStats().trims, 50U);
    EXPECT_EQ(Tags().back(), 1U);
}

TEST_F(FabricPortTest, AQueueCountsTheFrameThatStaysNotTheOneThatIsTrimmed)
{
    profile.trimThresholdBytes = DATA_QUEUE_BYTES + 100;
    profile.trimRandom = true;
    Use(profile);
    std::set<uint64_t> found;
    for (uint32_t round = 0; round < 20; ++round)
    {
        SendData(2); // the second one waits
        port->Send(fabric->Now(), MakeFrame(*fabric, DATA_L3 - 100, RdmaClass::DATA, 10));
        const uint64_t waiting = port->GetDataQueueBytes();
        Simulator::Run();
        const uint32_t trims = port->GetStats().trims;
        EXPECT_EQ(trims, round + 1);
        EXPECT_EQ(waiting, FabricQueueBytes(right->arrivals.back().frame)) << "the last to leave";
        EXPECT_EQ(port->GetDataQueueBytes(), 0U);
        found.insert(waiting);
    }
    EXPECT_EQ(found, (std::set<uint64_t>{DATA_QUEUE_BYTES - 100, DATA_QUEUE_BYTES}));
    EXPECT_EQ(fabric->GetElements().CheckConservation(), "");
}

TEST_F(FabricPortTest, TheLargestQueueCountsALongerFrameThatStays)
{
    profile.trimThresholdBytes = DATA_QUEUE_BYTES + 100;
    profile.trimRandom = true;
    Use(profile);
    uint64_t largest = 0;
    for (uint32_t round = 0; round < 20; ++round)
    {
        SendData(1); // on the line
        port->Send(fabric->Now(), MakeFrame(*fabric, DATA_L3 - 100, RdmaClass::DATA, 10));
        SendData(1, 20);
        largest = std::max<uint64_t>(largest, port->GetDataQueueBytes());
        EXPECT_EQ(port->GetStats().maxQueueBytes, largest) << round;
        Simulator::Run();
    }
    EXPECT_EQ(largest, DATA_QUEUE_BYTES) << "one of the longer frames stays";
}

TEST_F(FabricPortTest, LastHopTrimsWithItsOwnCodePoint)
{
    profile.trimThresholdBytes = 1;
    profile.trimDscp = FabricDscp::TRIMMED_LASTHOP;
    Use(profile);
    SendData(2);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 2U);
    EXPECT_EQ(right->arrivals[1].frame.GetTrim(), RdmaTrim::LASTHOP);
}

TEST_F(FabricPortTest, FramesThatMustNotBeTrimmedWaitOrDrop)
{
    profile.trimThresholdBytes = 1;
    profile.dataLimitBytes = DATA_QUEUE_BYTES;
    Use(profile);
    SendData(1);
    for (const FabricDscp dscp : {FabricDscp::NO_TRIM, FabricDscp::ROCE_DATA})
    {
        FabricFrame* frame = MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, 7);
        frame->dscp = dscp;
        port->Send(fabric->Now(), frame);
    }
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 7}));
    EXPECT_EQ(port->GetStats().trims, 0U);
    EXPECT_EQ(Drops(FabricDropReason::DATA_QUEUE_FULL), 1U);
}

TEST_F(FabricPortTest, AFrameNotLongerThanTheTrimSizeIsNotTrimmed)
{
    profile.trimThresholdBytes = 1;
    Use(profile);
    SendData(1);
    port->Send(fabric->Now(), MakeFrame(*fabric, 128, RdmaClass::DATA, 9));
    Simulator::Run();
    EXPECT_EQ(port->GetStats().trims, 0U);
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 9}));
}

TEST_F(FabricPortTest, TrimmedFrameIsLostWhenTheControlQueueIsFull)
{
    profile.trimThresholdBytes = 1;
    profile.ctrlLimitBytes = 2 * 146;
    Use(profile);
    SendData(5);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), 2U);
}

TEST_F(FabricPortTest, MarksByTheQueueThatALeavingFrameLeavesBehind)
{
    // One threshold, as Kmin = Kmax: more than two remaining frames give a mark.
    profile.ecnKminBytes = 2 * DATA_QUEUE_BYTES;
    profile.ecnKmaxBytes = 2 * DATA_QUEUE_BYTES;
    Use(profile);
    SendData(6); // remaining queues: (direct), 4, 3, 2, 1, 0
    Simulator::Run();
    EXPECT_EQ(Marks(), (std::vector<bool>{false, true, true, false, false, false}));
    EXPECT_EQ(port->GetStats().ecnMarks, 2U);
}

TEST_F(FabricPortTest, MarkingProbabilityRisesLinearlyToPmax)
{
    // A queue held at the middle of the ramp: p = 0.4 / 2.
    profile.ecnKminBytes = 0;
    profile.ecnKmaxBytes = 2000 * DATA_QUEUE_BYTES;
    profile.ecnPmax = 0.4;
    Use(profile);
    SendData(2001); // the queue drains from 1999 to 0: mean probability 0.2
    Simulator::Run();
    EXPECT_NEAR(static_cast<double>(port->GetStats().ecnMarks), 0.2 * 2000, 60); // 3.4 sigma
}

TEST_F(FabricPortTest, TheMarkingRampBeginsAtKmin)
{
    profile.ecnKminBytes = 1000 * DATA_QUEUE_BYTES;
    profile.ecnKmaxBytes = 2000 * DATA_QUEUE_BYTES;
    Use(profile);
    SendData(2001); // the queue drains from 1999 to 0: 0.5 on average over the upper 1000
    Simulator::Run();
    EXPECT_NEAR(static_cast<double>(port->GetStats().ecnMarks), 500, 60); // 4.6 sigma
}

TEST_F(FabricPortTest, AQueueOfExactlyKmaxIsMarkedWithPmaxAndALongerOneAlways)
{
    profile.ecnKminBytes = DATA_QUEUE_BYTES;
    profile.ecnKmaxBytes = 2 * DATA_QUEUE_BYTES;
    profile.ecnPmax = 0;
    Use(profile);
    SendData(5); // remaining queues: (direct), 3, 2, 1, 0
    Simulator::Run();
    EXPECT_EQ(Marks(), (std::vector<bool>{false, true, false, false, false}));
}

TEST_F(FabricPortTest, TwoPortsUnderOneLoadMarkDifferentFrames)
{
    profile.ecnKmaxBytes = 200 * DATA_QUEUE_BYTES;
    Use(profile);
    RecordingOwner far(fabric);
    FabricPort* other = fabric->GetElements().AddLink(left.get(), &far, 100000000000, DELAY, DELAY);
    other->profile = port->profile;
    for (uint32_t i = 0; i < 101; ++i)
    {
        port->Send(fabric->Now(), MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, i));
        other->Send(fabric->Now(), MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, i));
    }
    Simulator::Run();
    ASSERT_EQ(far.arrivals.size(), right->arrivals.size());
    uint32_t differ = 0;
    for (size_t i = 0; i < far.arrivals.size(); ++i)
    {
        differ += far.arrivals[i].frame.ecn != right->arrivals[i].frame.ecn;
    }
    EXPECT_NEAR(differ, 33.5, 19); // the sum of 2 p (1 - p), p from 0 to 1/2; 4 sigma
}

TEST_F(FabricPortTest, TheSecondClassIsMarkedAsTheFirstIs)
{
    profile.ecnKminBytes = 2 * DATA_QUEUE_BYTES;
    profile.ecnKmaxBytes = 2 * DATA_QUEUE_BYTES;
    Use(profile);
    SendSecond(6, 0); // remaining queues: (direct), 4, 3, 2, 1, 0
    Simulator::Run();
    EXPECT_EQ(Marks(), (std::vector<bool>{false, true, true, false, false, false}));
    EXPECT_EQ(port->GetStats().ecnMarks, 2U);
}

TEST_F(FabricPortTest, TheLargestQueueIsThatOfTheLongerClass)
{
    SendSecond(4, 0); // the first is on the line
    SendData(2, 10);
    EXPECT_EQ(port->GetStats().maxQueueBytes, 3 * DATA_QUEUE_BYTES);
    SendData(3, 20);
    EXPECT_EQ(port->GetStats().maxQueueBytes, 5 * DATA_QUEUE_BYTES);
    Simulator::Run();
}

TEST_F(FabricPortTest, ClassThatSendsAloneOwesNothing)
{
    SendSecond(8, 0);
    // Frame 4 is on the line.
    Simulator::Schedule(NanoSeconds(360), [this] { SendData(3, 100); });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 2, 3, 4, 100, 5, 101, 6, 102, 7}));
}

TEST_F(FabricPortTest, ClassThatSendsAloneIsOwedNothing)
{
    SendSecond(8, 0);
    SendData(1, 100); // leads by a frame when its class has no other
    // Frame 4 is on the line.
    Simulator::Schedule(NanoSeconds(440), [this] { SendData(3, 101); });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 100, 1, 2, 3, 4, 101, 5, 102, 6, 103, 7}));
}

TEST_F(FabricPortTest, WhatTheSecondClassDidNotClaimWhileItWaitedIsForgotten)
{
    profile.weights = {1, 4};
    Use(profile);
    SendData(3);
    SendSecond(1, 100); // may send four frames after frame 1, and sends one
    Simulator::Schedule(NanoSeconds(250), [this] {
        SendData(2, 3);
        SendSecond(2, 101);
    });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 100, 2, 3, 101, 102, 4}));
}

TEST_F(FabricPortTest, NotEctFramesAreNeverMarked)
{
    profile.ecnKminBytes = 1;
    profile.ecnKmaxBytes = 1;
    Use(profile);
    for (uint32_t i = 0; i < 3; ++i)
    {
        FabricFrame* frame = MakeFrame(*fabric, DATA_L3, RdmaClass::DATA, i);
        frame->ecn = FabricEcn::NOT_ECT;
        port->Send(fabric->Now(), frame);
    }
    Simulator::Run();
    EXPECT_EQ(fabric->GetTotals().ecnMarks, 0U);
}

TEST_F(FabricPortTest, ADyingLinkLosesWhatIsOnTheWireAndWhatWaits)
{
    SendData(5);
    Simulator::Schedule(NanoSeconds(200), [this] { fabric->SetLinkUp(port, false); });
    Simulator::Run();
    // At 200 ns two and a half frames have left and none has arrived.
    EXPECT_TRUE(right->arrivals.empty());
    EXPECT_EQ(Drops(FabricDropReason::LINK_DOWN), 5U);
    EXPECT_EQ(port->GetStats().lostFrames, 3U);
    EXPECT_EQ(port->GetStats().drops, 5U);
    EXPECT_EQ(left->linkChanges, (std::vector<bool>{false}));
    EXPECT_EQ(right->linkChanges, (std::vector<bool>{false}));
    SendData(1);
    EXPECT_EQ(Drops(FabricDropReason::LINK_DOWN), 5U);
    EXPECT_EQ(Drops(FabricDropReason::EGRESS_DOWN), 1U) << "sent into a dead link";
    EXPECT_EQ(port->GetStats().drops, 6U);
    EXPECT_FALSE(port->HasRoom(RdmaClass::DATA));
}

TEST_F(FabricPortTest, FramesSentAfterAFlapArriveAtTheirOwnTime)
{
    SendData(2);
    Simulator::Schedule(NanoSeconds(100), [this] { fabric->SetLinkUp(port, false); });
    Simulator::Schedule(NanoSeconds(300), [this] {
        fabric->SetLinkUp(port, true);
        SendData(1, 50);
    });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{50}));
    EXPECT_EQ(right->arrivals[0].time.GetPs(), (RdmaTick::Ns(300) + DATA_TIME + DELAY).GetPs());
}

TEST_F(FabricPortTest, AFlapGivesTheControlQueueItsRoomBack)
{
    profile.ctrlLimitBytes = 2 * (CTRL_L3 + 18);
    Use(profile);
    for (int flap = 0; flap < 3; ++flap)
    {
        for (uint32_t i = 0; i < 4; ++i)
        {
            SendControl(i); // one leaves, two wait
        }
        EXPECT_EQ(Drops(FabricDropReason::CTRL_QUEUE_FULL), flap + 1U);
        fabric->SetLinkUp(port, false);
        fabric->SetLinkUp(port, true);
        Simulator::Stop(NanoSeconds(100)); // the line is free again
        Simulator::Run();
    }
    EXPECT_EQ(Drops(FabricDropReason::LINK_DOWN), 9U);
}

TEST_F(FabricPortTest, PauseHoldsDataBackButNotControl)
{
    port->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Us(10));
    SendData(2);
    SendControl(100);
    Simulator::Schedule(MicroSeconds(5),
                        [this] { port->Pause(fabric->Now(), RdmaClass::DATA, fabric->Now()); });
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{100, 0, 1}));
    EXPECT_EQ(right->arrivals[1].time.GetPs(), (RdmaTick::Us(5) + DATA_TIME + DELAY).GetPs());
    EXPECT_EQ(port->GetPausedTime(fabric->Now()).GetPs(), RdmaTick::Us(5).GetPs());
}

TEST_F(FabricPortTest, APauseThatNobodyEndsRunsOut)
{
    port->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Us(10));
    SendData(1);
    // Refreshed once, so that the first end is not the end.
    Simulator::Schedule(MicroSeconds(8),
                        [this] { port->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Us(20)); });
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 1U);
    EXPECT_EQ(right->arrivals[0].time.GetPs(), (RdmaTick::Us(20) + DATA_TIME + DELAY).GetPs());
}

TEST_F(FabricPortTest, PfcFramePausesTheReceiverForItsQuanta)
{
    FabricFrame* pause = MakeFrame(*fabric, 46, RdmaClass::CONTROL, 0);
    pause->encap = FabricEncap::PFC;
    pause->wireBytes = 84;
    pause->AddPfcQuanta(3, 1000); // 1000 x 512 bit times at 100 Gb/s = 5.12 us
    port->peer->SendFirst(fabric->Now(), pause);
    Simulator::Schedule(NanoSeconds(600), [this] { SendData(1); });
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 1U);
    EXPECT_TRUE(left->arrivals.empty()) << "MAC control frames stop at the port";
    const RdmaTick received = RdmaTick::Ps(84 * 80) + DELAY;
    const RdmaTick resumed = received + RdmaTick::Ps(1000 * 512 * 10);
    EXPECT_EQ(right->arrivals[0].time.GetPs(), (resumed + DATA_TIME + DELAY).GetPs());
}

TEST_F(FabricPortTest, PfcFramesGoAheadOfControlAndKeepTheirOrder)
{
    SendData(1);
    SendControl(1);
    for (uint32_t i = 0; i < 2; ++i)
    {
        FabricFrame* pause = MakeFrame(*fabric, 46, RdmaClass::CONTROL, 0);
        pause->encap = FabricEncap::PFC;
        pause->wireBytes = 84;
        pause->AddPfcQuanta(3, i == 0 ? 1000 : 0); // XOFF, then XON
        port->SendFirst(fabric->Now(), pause);
    }
    Simulator::Run();
    // The control frame waited for both, and the last PFC frame was XON.
    ASSERT_EQ(right->arrivals.size(), 2U);
    EXPECT_EQ(right->arrivals[1].time.GetPs(),
              (DATA_TIME + RdmaTick::Ps(2 * 84 * 80) + CTRL_TIME + DELAY).GetPs());
    EXPECT_EQ(port->peer->GetPausedTime(fabric->Now()).GetPs(), 84 * 80);
}

TEST_F(FabricPortTest, ControlFollowsAPauseFrameThatWaitsAlone)
{
    SendData(1);
    FabricFrame* pause = MakeFrame(*fabric, 46, RdmaClass::CONTROL, 0);
    pause->encap = FabricEncap::PFC;
    pause->wireBytes = 84;
    pause->AddPfcQuanta(3, 0);
    port->SendFirst(fabric->Now(), pause);
    SendControl(1);
    SendControl(2);
    Simulator::Run();
    EXPECT_EQ(Tags(), (std::vector<uint32_t>{0, 1, 2}));
}

TEST_F(FabricPortTest, APauseThatComesWhenTheLineGetsFreeDoesNotOvertakeAResume)
{
    const auto send = [this](uint16_t quanta) {
        FabricFrame* frame = MakeFrame(*fabric, 46, RdmaClass::CONTROL, 0);
        frame->encap = FabricEncap::PFC;
        frame->wireBytes = 84;
        frame->AddPfcQuanta(3, quanta);
        port->SendFirst(fabric->Now(), frame);
    };
    // The event precedes the port's own event at the same time, because it is older.
    const RdmaTick free = port->GetTxTime(84);
    Simulator::Schedule(ToTime(free), [&] { send(60000); });
    SendControl(1);
    ASSERT_EQ(port->GetTxTime(FabricWireBytes(46)), free);
    send(0);
    Simulator::Stop(MicroSeconds(10));
    Simulator::Run();
    EXPECT_TRUE(port->peer->IsPaused(RdmaClass::DATA)) << "the last PFC frame was XOFF";
}

TEST_F(FabricPortTest, TellsWhenTheDataQueueHasRoom)
{
    port->SetRoomFrames(1);
    EXPECT_TRUE(port->HasRoom(RdmaClass::DATA));
    SendData(1);
    EXPECT_TRUE(port->HasRoom(RdmaClass::DATA)) << "the frame on the line is not waiting";
    SendData(1);
    EXPECT_FALSE(port->HasRoom(RdmaClass::DATA));
    Simulator::Run();
    ASSERT_EQ(left->rooms.size(), 1U);
    EXPECT_EQ(left->rooms[0].GetPs(), DATA_TIME.GetPs());
}

TEST_F(FabricPortTest, InjectedLossTakesItsShare)
{
    port->SetLoss(0x40000000); // 1/4
    SendData(4000);
    Simulator::Run();
    EXPECT_NEAR(static_cast<double>(port->GetStats().lostFrames), 1000, 110); // 4 sigma
    EXPECT_EQ(port->GetStats().lostFrames, Drops(FabricDropReason::RANDOM_LOSS));
    EXPECT_EQ(port->GetStats().txFrames, port->GetStats().rxFrames + port->GetStats().lostFrames);
}

TEST_F(FabricPortTest, InjectedLossSparesPauseFrames)
{
    port->SetLoss(0xFFFFFFFF); // nearly all frames
    FabricFrame* pause = MakeFrame(*fabric, 46, RdmaClass::CONTROL, 0);
    pause->encap = FabricEncap::PFC;
    pause->wireBytes = 84;
    pause->AddPfcQuanta(3, 1000);
    port->SendFirst(fabric->Now(), pause);
    SendData(1);
    Simulator::Run();
    EXPECT_TRUE(right->arrivals.empty());
    EXPECT_EQ(Drops(FabricDropReason::RANDOM_LOSS), 1U) << "only the data frame";
    EXPECT_GT(port->peer->GetPausedTime(fabric->Now()).GetPs(), 0);
}

TEST_F(FabricPortTest, DropTraceTellsFrameAndReason)
{
    std::vector<FabricDropReason> reasons;
    fabric->TraceConnectWithoutContext(
        "Drop",
        Callback<void, const FabricDrop&>([&](const FabricDrop& drop) {
            EXPECT_EQ(drop.frame->pdu.destQpn, 1U);
            reasons.push_back(drop.reason);
        }));
    profile.dataLimitBytes = 1;
    Use(profile);
    SendData(2);
    Simulator::Run();
    EXPECT_EQ(reasons, (std::vector<FabricDropReason>{FabricDropReason::DATA_QUEUE_FULL}));
}

TEST_F(FabricPortTest, AFabricMayGoBeforeItsEventsHaveFired)
{
    SendData(3);
    Simulator::Stop(NanoSeconds(100));
    Simulator::Run();
    fabric->Dispose();
    fabric = nullptr; // the owners' references still hold it ...
    left.reset();
    right.reset(); // ... until here; an arrival and a line-free event are pending
    Simulator::Run();
}

} // namespace
