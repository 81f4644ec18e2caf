/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "lossless-rig.h"

#include "ns3/boolean.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;
using namespace mrctest;

namespace
{

class BufferAccountsTest : public LosslessRig
{
  protected:
    /** @return threshold of an ingress of ten frames, resume at two less */
    static FabricBufferSpec StaticSpec()
    {
        FabricBufferSpec spec = Spec(400000);
        spec.threshold = FabricBufferThreshold::STATIC;
        spec.staticXoffBytes = 10 * FRAME;
        return spec;
    }

    /**
     * @param ingress port number
     * @param bytes its size in a queue, B
     * @param cls its class
     * @return a frame that arrived there
     */
    static FabricFrame Frame(uint32_t ingress, uint32_t bytes, RdmaClass cls)
    {
        FabricFrame frame{};
        frame.inPort = static_cast<uint16_t>(ingress);
        frame.cls = cls;
        frame.wireBytes = static_cast<uint16_t>(bytes + 20);
        return frame;
    }

    /**
     * Charge frames of the first class that fit.
     * @param ingress port number
     * @param bytes their sum, B: full frames and the rest
     */
    void Charge(uint32_t ingress, uint32_t bytes)
    {
        for (; bytes > 0; bytes -= std::min(bytes, FRAME))
        {
            const FabricFrame frame = Frame(ingress, std::min(bytes, FRAME), FIRST);
            EXPECT_TRUE(sw->GetBuffer()->Charge(fabric->Now(), &frame, 0)) << bytes << " B left";
        }
    }

    /**
     * Release full frames of the first class.
     * @param ingress port number
     * @param bytes their sum, B
     */
    void Release(uint32_t ingress, uint32_t bytes)
    {
        const FabricFrame frame = Frame(ingress, FRAME, FIRST);
        for (; bytes > 0; bytes -= FRAME)
        {
            sw->GetBuffer()->Release(fabric->Now(), &frame);
        }
    }
};

TEST_F(BufferAccountsTest, HeadroomCountsThePeersResponseAndTheMargin)
{
    FabricBufferSpec spec = Spec(1000000);
    spec.responseTime = RdmaTick::Us(2);
    spec.headroomMargin = -1000;
    Build(2, spec);
    // 2 x 500 ns + 2 us at 12.5 B/ns, three frames, the pause frame; 1 B of rounding.
    EXPECT_EQ(sw->GetBuffer()->GetSizes().headroomBytes[0], 37500U + 3 * FRAME + 84 + 1 - 1000);
}

TEST_F(BufferAccountsTest, AMarginThatEatsTheHeadroomIsRefused)
{
    FabricBufferSpec spec = Spec(1000000);
    spec.headroomMargin = -100000;
    EXPECT_DEATH(Build(2, spec), "HeadroomMargin .-100000 B. leaves port 0");
}

TEST_F(BufferAccountsTest, EveryLosslessClassOfEveryPortHasItsHeadroom)
{
    FabricBufferSpec spec = Spec(1000000);
    spec.losslessClasses = 3;
    spec.reservedBytes = 4096;
    Build(2, spec);
    const auto headroom = sw->GetBuffer()->GetSizes().headroomBytes[0];
    EXPECT_EQ(sw->GetBuffer()->GetSizes().poolBytes, 1000000 - 4 * 2 * (headroom + 4096));
}

TEST_F(BufferAccountsTest, TwoLosslessClassesMayFillBothHeadroomsAtOnce)
{
    FabricBufferSpec spec = Spec(600000);
    spec.losslessClasses = 3;
    Build(2, spec);
    // The receiver is paused for both classes as long as the senders have frames.
    for (const RdmaClass cls : {FIRST, SECOND})
    {
        sw->GetPort(receiver)->Pause(fabric->Now(), cls, RdmaTick::Us(300));
        Load(2, 100, cls);
    }
    Simulator::Stop(MicroSeconds(290));
    Simulator::Run();
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
    for (uint32_t h = 0; h < 2; ++h)
    {
        for (const RdmaClass cls : {FIRST, SECOND})
        {
            EXPECT_TRUE(sw->GetBuffer()->IsPaused(h, cls));
            EXPECT_TRUE(nics[h]->IsPaused(cls));
            EXPECT_GT(sw->GetBuffer()->GetUseBytes(h, cls),
                      static_cast<uint64_t>(sw->GetBuffer()->GetThreshold()));
        }
    }
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 400U);
    EXPECT_EQ(SumUse(), 0U);
}

TEST_F(BufferAccountsTest, ALossyClassBesideALosslessOneIsDroppedAtItsEgress)
{
    FabricBufferSpec spec = Spec(400000);
    spec.egressAlpha = 0.25;
    Build(3, spec);
    for (uint32_t f = 0; f < 300; ++f)
    {
        Send(0, receiver, f, FIRST);
        Send(1, receiver, f, FIRST);
        Send(2, receiver, f, SECOND);
        Send(1, receiver, f, SECOND);
    }
    Simulator::Run();
    EXPECT_GT(CountDrops(FabricDropReason::DATA_QUEUE_FULL), 0U);
    EXPECT_EQ(CountDrops(FabricDropReason::HEADROOM_FULL), 0U);
    EXPECT_EQ(CountReceived(FIRST), 600U);
    EXPECT_EQ(CountReceived(SECOND) + CountDrops(FabricDropReason::DATA_QUEUE_FULL), 600U);
    EXPECT_FALSE(nics[2]->IsPaused(SECOND));
    // If the whole pool is free, a lossy queue may use alpha of it.
    EXPECT_LE(
        sw->GetPort(receiver)->GetClasses()->second.maxBytes,
        static_cast<uint64_t>(0.25 * static_cast<double>(sw->GetBuffer()->GetSizes().poolBytes)));
    EXPECT_EQ(SumUse(), 0U);
}

TEST_F(BufferAccountsTest, AStaticThresholdPausesAtItsBytesAndResumesAnOffsetBelow)
{
    FabricBufferSpec spec = Spec(400000);
    spec.threshold = FabricBufferThreshold::STATIC;
    spec.staticXoffBytes = 10 * FRAME;
    Build(1, spec);
    FabricPort* out = sw->GetPort(receiver);
    out->Pause(fabric->Now(), FIRST, RdmaTick::Us(100));
    Load(1, 60);
    Simulator::Stop(MicroSeconds(99));
    Simulator::Run();
    EXPECT_EQ(sw->GetBuffer()->GetThreshold(), 10 * FRAME);
    EXPECT_TRUE(sw->GetBuffer()->IsPaused(0, FIRST));
    const auto waiting = static_cast<int64_t>(sw->GetBuffer()->GetUseBytes(0, FIRST));
    EXPECT_GT(waiting, 10U * FRAME);
    EXPECT_LE(waiting, 10U * FRAME + sw->GetBuffer()->GetSizes().headroomBytes[0]);
    for (mrctest::StepBudget steps; sw->GetBuffer()->IsPaused(0, FIRST) && steps.Take();)
    {
        Simulator::Stop(NanoSeconds(10));
        Simulator::Run();
    }
    EXPECT_EQ(sw->GetBuffer()->GetUseBytes(0, FIRST), 8U * FRAME);
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 60U);
}

TEST_F(BufferAccountsTest, AStaticThresholdOfZeroDividesThePool)
{
    FabricBufferSpec spec = Spec(400000);
    spec.threshold = FabricBufferThreshold::STATIC;
    spec.losslessClasses = 3;
    Build(2, spec);
    EXPECT_EQ(sw->GetBuffer()->GetThreshold(), sw->GetBuffer()->GetSizes().poolBytes / 8);
}

TEST_F(BufferAccountsTest, StaticThresholdsThatOvercommitTheBufferAreRefused)
{
    FabricBufferSpec spec = Spec(400000);
    spec.threshold = FabricBufferThreshold::STATIC;
    spec.staticXoffBytes = 100000;
    EXPECT_DEATH(Build(2, spec), "overcommitted: 4 static thresholds of 100000 B need 400000 B");
    spec.growToFit = true;
    Build(2, spec);
    EXPECT_EQ(sw->GetBuffer()->GetSizes().poolBytes, 400000);
}

TEST_F(BufferAccountsTest, WhatIsReservedIsThereWhenThePoolIsNot)
{
    FabricBufferSpec spec = Spec(200000);
    spec.reservedBytes = 5 * FRAME;
    spec.alpha = 64; // the first ingress uses the whole pool
    Build(2, spec);
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(100));
    for (uint32_t f = 0; f < 60; ++f)
    {
        Send(0, receiver, f);
    }
    Simulator::Stop(MicroSeconds(60));
    Simulator::Run();
    EXPECT_TRUE(sw->GetBuffer()->IsPaused(0, FIRST)) << "the pool is used up";
    for (uint32_t f = 0; f < 5; ++f)
    {
        Send(1, receiver, f);
    }
    Simulator::Stop(MicroSeconds(30));
    Simulator::Run();
    EXPECT_EQ(sw->GetBuffer()->GetUseBytes(1, FIRST), 5U * FRAME);
    EXPECT_FALSE(sw->GetBuffer()->IsPaused(1, FIRST));
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 65U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
}

TEST_F(BufferAccountsTest, ALossyQueueMayTakeAllOfItsShareAndNotAByteMore)
{
    FabricBufferSpec spec = Spec(400000);
    spec.egressAlpha = 0.25;
    Build(1, spec);
    FabricSharedBuffer& buffer = *sw->GetBuffer();
    const FabricFrame frame = Frame(0, FRAME, SECOND);
    const auto share = static_cast<uint64_t>(buffer.GetSizes().poolBytes / 4);
    EXPECT_FALSE(buffer.Charge(fabric->Now(), &frame, share + 1));
    EXPECT_EQ(buffer.GetSharedBytes(), 0) << "a rejected frame is not charged";
    EXPECT_TRUE(buffer.Charge(fabric->Now(), &frame, share));
}

TEST_F(BufferAccountsTest, AnIngressThatReachesItsThresholdIsPausedWithTheNextByte)
{
    Build(1, StaticSpec());
    Charge(0, 10 * FRAME);
    EXPECT_FALSE(sw->GetBuffer()->IsPaused(0, FIRST)) << "at the threshold";
    EXPECT_EQ(sw->GetBuffer()->GetSharedBytes(), 10 * FRAME);
    Charge(0, 1);
    EXPECT_TRUE(sw->GetBuffer()->IsPaused(0, FIRST));
    EXPECT_EQ(sw->GetBuffer()->GetSharedBytes(), 10 * FRAME) << "the byte is in the headroom";
}

TEST_F(BufferAccountsTest, APausedIngressIsChargedToItsHeadroomThoughThePoolHasRoom)
{
    Build(1, StaticSpec());
    FabricSharedBuffer& buffer = *sw->GetBuffer();
    Charge(0, 11 * FRAME);
    Release(0, 2 * FRAME); // the one in the headroom, and one of the pool: not yet the offset
    ASSERT_TRUE(buffer.IsPaused(0, FIRST));
    ASSERT_EQ(buffer.GetSharedBytes(), 9 * FRAME);
    Charge(0, FRAME);
    EXPECT_EQ(buffer.GetSharedBytes(), 9 * FRAME);
    EXPECT_EQ(buffer.GetUseBytes(0, FIRST), 10U * FRAME);
}

TEST_F(BufferAccountsTest, HeadroomTakesItsLastByteAndNoMore)
{
    Build(1, StaticSpec());
    FabricSharedBuffer& buffer = *sw->GetBuffer();
    const auto headroom = static_cast<uint32_t>(buffer.GetSizes().headroomBytes[0]);
    Charge(0, 10 * FRAME + headroom);
    EXPECT_EQ(buffer.GetUseBytes(0, FIRST), 10U * FRAME + headroom);
    const FabricFrame last = Frame(0, 1, FIRST);
    EXPECT_FALSE(buffer.Charge(fabric->Now(), &last, 0));
}

TEST_F(BufferAccountsTest, APauseEndsAtItsNextLookWhenOthersHaveFreedThePool)
{
    FabricBufferSpec spec = Spec(400000);
    spec.alpha = 1;
    Build(2, spec);
    FabricSharedBuffer& buffer = *sw->GetBuffer();
    ASSERT_EQ(buffer.GetSizes().poolBytes, 400000 - 4 * 25167); // 71 frames
    Charge(1, 30 * FRAME);
    Charge(0, 22 * FRAME); // 21 of them fit into the 41 left: 22 > 71 - 30 - 21
    Release(0, FRAME);
    ASSERT_FALSE(buffer.IsPaused(1, FIRST));
    Release(1, 30 * FRAME); // now 21 + 2 < 71 - 21, but no frame of port 0 leaves
    // 65535 quanta are 335.5 us: the switch refreshes or ends a pause after half of them.
    Simulator::Stop(MicroSeconds(160));
    Simulator::Run();
    EXPECT_TRUE(buffer.IsPaused(0, FIRST));
    EXPECT_TRUE(nics[0]->IsPaused(FIRST));
    Simulator::Stop(MicroSeconds(10));
    Simulator::Run();
    EXPECT_FALSE(buffer.IsPaused(0, FIRST));
    EXPECT_FALSE(nics[0]->IsPaused(FIRST)) << "and its peer has received XON";
    Release(0, 21 * FRAME);
    EXPECT_EQ(SumUse(), 0U);
}

TEST_F(BufferAccountsTest, APauseThatBeginsAgainIsRefreshedAtHalfOfItsOwnTime)
{
    Build(1, StaticSpec());
    Charge(0, 11 * FRAME);
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    Release(0, 3 * FRAME);
    ASSERT_FALSE(sw->GetBuffer()->IsPaused(0, FIRST));
    Charge(0, 3 * FRAME);
    ASSERT_TRUE(sw->GetBuffer()->IsPaused(0, FIRST));
    // Half of 65535 quanta are 167.8 us: not at 167.8 us, but at 267.8 us.
    Simulator::Stop(MicroSeconds(150));
    Simulator::Run();
    EXPECT_EQ(nics[0]->GetClasses()->pfcReceived, 3U) << "XOFF, XON, XOFF";
    Simulator::Stop(MicroSeconds(20));
    Simulator::Run();
    EXPECT_EQ(nics[0]->GetClasses()->pfcReceived, 4U);
}

TEST_F(BufferAccountsTest, WhatLeavesFreesThePoolBeforeWhatIsReserved)
{
    FabricBufferSpec spec = StaticSpec();
    spec.reservedBytes = FRAME;
    Build(1, spec);
    Charge(0, 3 * FRAME); // the first one to the reserved part
    ASSERT_EQ(sw->GetBuffer()->GetSharedBytes(), 2 * FRAME);
    Release(0, FRAME);
    EXPECT_EQ(sw->GetBuffer()->GetSharedBytes(), FRAME) << "others may have it";
    Release(0, FRAME);
    EXPECT_EQ(sw->GetBuffer()->GetSharedBytes(), 0);
    EXPECT_EQ(sw->GetBuffer()->GetUseBytes(0, FIRST), FRAME);
}

TEST_F(BufferAccountsTest, CountersAreTheBytesQueuedWhateverComesAndGoes)
{
    FabricBufferSpec spec = Spec(600000);
    spec.losslessClasses = 1;
    spec.reservedBytes = 3000;
    spec.alpha = 2; // an ingress may exceed the pool
    Build(4, spec);
    FabricSharedBuffer& buffer = *sw->GetBuffer();
    std::mt19937 dice(7);
    std::vector<FabricFrame> queued;
    uint64_t bytes = 0;
    uint64_t refused = 0;
    for (uint32_t step = 0; step < 20000; ++step)
    {
        const bool filling = step % 4000 < 2000;
        if (queued.empty() || dice() % 8 < (filling ? 6U : 3U))
        {
            FabricFrame frame{};
            frame.inPort = static_cast<uint16_t>(dice() % 4);
            frame.cls = dice() % 3 ? FIRST : SECOND;
            frame.wireBytes = static_cast<uint16_t>(84 + dice() % (FRAME + 20 - 83));
            const bool charged = buffer.Charge(fabric->Now(), &frame, 0);
            refused += !charged;
            if (charged)
            {
                queued.push_back(frame);
                bytes += frame.wireBytes - 20U;
            }
        }
        else
        {
            std::swap(queued[dice() % queued.size()], queued.back());
            buffer.Release(fabric->Now(), &queued.back());
            bytes -= queued.back().wireBytes - 20U;
            queued.pop_back();
        }
        ASSERT_EQ(SumUse(), bytes) << "step " << step;
        ASSERT_LE(buffer.GetSharedBytes(), buffer.GetSizes().poolBytes);
        ASSERT_GE(buffer.GetSharedBytes(), 0);
    }
    EXPECT_GT(refused, 0U) << "the random walk has never reached the limit";
    for (const FabricFrame& frame : queued)
    {
        buffer.Release(fabric->Now(), &frame);
    }
    EXPECT_EQ(SumUse(), 0U);
    EXPECT_EQ(buffer.GetSharedBytes(), 0);
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_FALSE(buffer.IsPaused(i, FIRST));
    }
}

/**
 * The worst case of a headroom: a sender at full rate, a paused receiver, and a frame of the other
 * direction that has just begun when the pause frame is to be sent. This depends on the offset of
 * the two streams, which is swept through a frame time.
 */
class HeadroomTest : public LosslessRig
{
  protected:
    /**
     * @param marginBytes added to the headroom, B
     * @param delay of all cables
     * @param response of the senders
     * @return frames lost at all offsets together
     */
    uint64_t Burst(int64_t marginBytes, RdmaTick delay, RdmaTick response)
    {
        uint64_t lost = 0;
        for (int64_t offset = 0; offset < 340; offset += 20)
        {
            FabricBufferSpec spec = Spec(400000);
            spec.threshold = FabricBufferThreshold::STATIC;
            spec.staticXoffBytes = 3 * FRAME;
            spec.responseTime = response;
            spec.headroomMargin = marginBytes;
            FabricQueueProfile queues;
            queues.pfcResponse = response;
            Build(1, spec, queues, delay);
            sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(40));
            Load(1, 60);
            Simulator::Schedule(NanoSeconds(static_cast<uint64_t>(offset)), [this] {
                for (uint32_t f = 0; f < 60; ++f)
                {
                    Send(receiver, 0, f);
                }
            });
            Simulator::Run();
            lost += CountDrops(FabricDropReason::HEADROOM_FULL);
            EXPECT_EQ(fabric->GetTotals().GetDrops(), CountDrops(FabricDropReason::HEADROOM_FULL));
            TearDown();
            SetUp();
        }
        return lost;
    }
};

TEST_F(HeadroomTest, TheWorstBurstFitsAndAFrameLessLosesIt)
{
    uint64_t lostWithLess = 0;
    for (const int64_t delayNs : {30, 100, 330, 500, 680, 2000})
    {
        for (const RdmaTick response : {RdmaTick{}, RdmaTick::Ns(700), RdmaTick::Us(2)})
        {
            const RdmaTick delay = RdmaTick::Ns(delayNs);
            EXPECT_EQ(Burst(0, delay, response), 0U) << delayNs << " ns";
            lostWithLess += Burst(-static_cast<int64_t>(FRAME), delay, response) > 0;
        }
    }
    EXPECT_GT(lostWithLess, 6U) << "of 18: the sum of whole frames has slack in the others";
}

TEST_F(HeadroomTest, AResponseTimeThatTheHeadroomForgetsLoses)
{
    FabricBufferSpec spec = Spec(400000);
    spec.threshold = FabricBufferThreshold::STATIC;
    spec.staticXoffBytes = 3 * FRAME;
    FabricQueueProfile queues;
    queues.pfcResponse = RdmaTick::Us(2);
    Build(1, spec, queues);
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(40));
    Load(1, 60);
    Simulator::Run();
    EXPECT_GT(CountDrops(FabricDropReason::HEADROOM_FULL), 0U);
}

TEST(FabricSwitchParametersTest, AttributesReachTheBufferAndThePorts)
{
    auto parameters = CreateObjectWithAttributes<FabricSwitchParameters>("Pfc",
                                                                         BooleanValue(true),
                                                                         "LosslessClasses",
                                                                         StringValue("Both"),
                                                                         "BufferThreshold",
                                                                         StringValue("Static"));
    parameters->SetAttribute("StaticXoff", UintegerValue(5000));
    parameters->SetAttribute("BufferReserved", UintegerValue(600));
    parameters->SetAttribute("EgressAlpha", StringValue("0.5"));
    parameters->SetAttribute("PfcResponseTime", TimeValue(NanoSeconds(700)));
    parameters->SetAttribute("HeadroomMargin", IntegerValue(-8));
    parameters->SetAttribute("FirstWeight", UintegerValue(3));
    const FabricQueueScale scale{100000000000, 100000, 4194, 0};
    const FabricBufferSpec spec = parameters->MakeBuffer(scale);
    EXPECT_EQ(spec.losslessClasses, 3);
    EXPECT_EQ(spec.threshold, FabricBufferThreshold::STATIC);
    EXPECT_EQ(spec.staticXoffBytes, 5000U);
    EXPECT_EQ(spec.reservedBytes, 600U);
    EXPECT_EQ(spec.egressAlpha, 0.5);
    EXPECT_EQ(spec.responseTime, RdmaTick::Ns(700));
    EXPECT_EQ(spec.headroomMargin, -8);
    for (const FabricQueueProfile& profile :
         {parameters->MakeNicProfile(), parameters->MakeProfile(scale, false)})
    {
        EXPECT_EQ(profile.pfcResponse, RdmaTick::Ns(700));
        EXPECT_EQ(profile.weights[0], 3);
        EXPECT_EQ(profile.weights[1], 1);
    }
}

} // namespace
