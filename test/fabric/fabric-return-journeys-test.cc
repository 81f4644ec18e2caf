/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port-fixture.h"

#include "ns3/fabric-faults.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <tuple>
#include <vector>

/**
 * @file
 * Faults of a link that are lifted: afterwards the link behaves as a new one.
 */

namespace
{

using namespace ns3;
using namespace mrctest;

/// A fault of a direction of a link.
struct LinkFaultCase
{
    const char* name;
    std::function<FabricFaultId(FabricFaults&, FabricPort*)> begin; ///< the fault begins
};

const std::vector<LinkFaultCase> LINK_FAULTS = {
    {"Dark", [](FabricFaults& faults, FabricPort* port) { return faults.Darken(port); }},
    {"Loss",
     [](FabricFaults& faults, FabricPort* port) {
         return faults.Lose(port, std::make_unique<FabricBernoulliLoss>(0.5));
     }},
    {"Slow", [](FabricFaults& faults, FabricPort* port) { return faults.Slow(port, 7000000000); }},
    {"Late",
     [](FabricFaults& faults, FabricPort* port) { return faults.Delay(port, RdmaTick::Us(3)); }}};

/// A frame: time since the first one was sent, tag, ECN.
using Frame = std::tuple<RdmaTick, uint32_t, FabricEcn>;

/// One kind of fault.
class FabricReturnJourneys : public FabricPortFixture,
                             public testing::WithParamInterface<LinkFaultCase>
{
  protected:
    void SetUp() override
    {
        FabricPortFixture::SetUp();
        profile.ecnKminBytes = 3 * DATA_QUEUE_BYTES;
        profile.ecnKmaxBytes = 3 * DATA_QUEUE_BYTES;
        Use(profile);
    }

    /**
     * Send frames of all classes at once, and wait.
     * @return the frames that arrive
     */
    std::vector<Frame> Send()
    {
        right->arrivals.clear();
        const RdmaTick begin = fabric->Now();
        for (uint32_t i = 0; i < 12; ++i)
        {
            const auto cls = i % 3 == 0 ? RdmaClass::CONTROL : RdmaClass::DATA;
            port->Send(begin, MakeFrame(*fabric, DATA_L3, cls, i));
        }
        Simulator::Run();
        std::vector<Frame> frames;
        for (const auto& arrival : right->arrivals)
        {
            frames.emplace_back(arrival.time - begin, arrival.frame.pdu.destQpn, arrival.frame.ecn);
        }
        return frames;
    }

    /** A fault at a time, with frames on the line and in the queue, and its end. */
    void BreakAndMend(Time at, Time duration)
    {
        Simulator::Schedule(at, [this, duration] {
            const auto fault = GetParam().begin(fabric->GetFaults(), port);
            Simulator::Schedule(duration, [this, fault] { fabric->GetFaults().Lift(fault); });
        });
    }
};

TEST_P(FabricReturnJourneys, ALinkBehavesAsBeforeTheFault)
{
    const auto fresh = Send();
    ASSERT_EQ(fresh.size(), 12U);
    for (const int delay : {0, 100, 333, 700})
    {
        for (const int duration : {1, 150, 900, 20000})
        {
            BreakAndMend(NanoSeconds(delay), NanoSeconds(duration));
            Send(); // the fault changes this
            EXPECT_EQ(Send(), fresh) << delay << " ns, " << duration << " ns";
            EXPECT_TRUE(port->IsUp());
            EXPECT_EQ(fabric->GetFaults().GetRateBps(port), 100000000000U);
            EXPECT_EQ(port->GetDelay(), DELAY);
        }
    }
}

TEST_P(FabricReturnJourneys, AnExtraDelayIsAllThatLateFramesTake)
{
    if (std::string("Late") != GetParam().name)
    {
        return;
    }
    auto expected = Send();
    BreakAndMend(NanoSeconds(100), MicroSeconds(20));
    for (size_t i = 1; i < expected.size(); ++i) // the first one is on the line already
    {
        std::get<RdmaTick>(expected[i]) += i > 1 ? RdmaTick::Us(3) : RdmaTick();
    }
    EXPECT_EQ(Send(), expected);
}

TEST_P(FabricReturnJourneys, FramesNeverOvertakeEachOther)
{
    for (const int duration : {1, 90, 170, 900})
    {
        BreakAndMend(NanoSeconds(100), NanoSeconds(duration));
        RdmaTick last;
        for (const auto& [at, tag, ecn] : Send())
        {
            EXPECT_GE(at, last + DATA_TIME * static_cast<int64_t>(last > RdmaTick()));
            last = at;
        }
    }
}

TEST_P(FabricReturnJourneys, OnlyTheDirectionWithTheFaultIsTouched)
{
    EXPECT_FALSE(port->IsTouched());
    BreakAndMend(NanoSeconds(5), NanoSeconds(5));
    Simulator::Run();
    EXPECT_TRUE(port->IsTouched()) << "a repair does not reset it";
    EXPECT_EQ(port->peer->IsTouched(), std::string("Dark") == GetParam().name);
    port->SetRate(fabric->Now(), 200000000000);
    port->SetDelay(fabric->Now(), RdmaTick::Ns(1));
    port->peer->SetRate(fabric->Now(), 200000000000);
    port->peer->SetDelay(fabric->Now(), RdmaTick::Ns(1));
    EXPECT_EQ(port->peer->IsTouched(), std::string("Dark") == GetParam().name)
        << "a faster link has no fault";
}

INSTANTIATE_TEST_SUITE_P(Of,
                         FabricReturnJourneys,
                         testing::ValuesIn(LINK_FAULTS),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
