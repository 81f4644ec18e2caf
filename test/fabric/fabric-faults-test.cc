/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-clos.h"
#include "fabric-port-fixture.h"
#include "lazy-topology-rig.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-flaps.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace
{

using namespace ns3;
using namespace mrctest;
using Cause = FabricFaults::Cause;

/// Faults of a link.
class FabricFaultsTest : public FabricPortFixture
{
  protected:
    void SetUp() override
    {
        FabricPortFixture::SetUp();
        faults = &fabric->GetFaults();
    }

    /**
     * Send frames from left to right.
     * @param count number of frames
     * @param l3Bytes size of each, B
     */
    void Send(uint32_t count, uint16_t l3Bytes = 4000, RdmaClass cls = RdmaClass::DATA)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            port->Send(fabric->Now(), MakeFrame(*fabric, l3Bytes, cls, i));
        }
    }

    /**
     * Send frames and wait.
     * @param count number of frames
     * @return share of them that is lost
     */
    double GetLostShare(uint32_t count, uint16_t l3Bytes = 4000)
    {
        const auto before = port->GetStats().lostFrames;
        Send(count, l3Bytes);
        Simulator::Run();
        return static_cast<double>(port->GetStats().lostFrames - before) / count;
    }

    /** @return a loss process with this share */
    static std::unique_ptr<FabricLoss> Loss(double share)
    {
        return std::make_unique<FabricBernoulliLoss>(share);
    }

    FabricFaults* faults{nullptr}; ///< of the fabric
};

TEST_F(FabricFaultsTest, ALinkIsDarkUntilTheLastFaultIsOver)
{
    const auto first = faults->Darken(port);
    const auto second = faults->Darken(port->peer);
    faults->Lift(first);
    EXPECT_FALSE(port->IsUp());
    EXPECT_FALSE(port->peer->IsUp());
    faults->Lift(second);
    EXPECT_TRUE(port->IsUp());
    EXPECT_EQ(left->linkChanges, (std::vector<bool>{false, true}));
    faults->Lift(second);
    EXPECT_EQ(right->linkChanges.size(), 2U) << "already lifted";
}

TEST_F(FabricFaultsTest, ARepairIsOfTheLinkAndNotOfASwitch)
{
    const auto own = faults->Darken(port);
    const auto ofSwitch = faults->Darken(port, Cause::SWITCH);
    EXPECT_EQ(faults->Repair(port->peer), 1U);
    EXPECT_FALSE(faults->Find(own));
    EXPECT_FALSE(port->IsUp());
    faults->Lift(ofSwitch);
    EXPECT_TRUE(port->IsUp());
    EXPECT_EQ(faults->Repair(port), 0U);
}

TEST_F(FabricFaultsTest, LossesAreIndependentAndEndByThemselves)
{
    const auto first = faults->Lose(port, Loss(0.5));
    const auto second = faults->Lose(port, Loss(0.5));
    EXPECT_NEAR(GetLostShare(4000), 0.75, 0.03);
    faults->Lift(first);
    EXPECT_NEAR(GetLostShare(4000), 0.5, 0.03);
    faults->Lift(second);
    EXPECT_EQ(GetLostShare(100), 0);
    EXPECT_TRUE(port->IsTouched());
    EXPECT_FALSE(port->peer->IsTouched()) << "the other direction";
}

TEST_F(FabricFaultsTest, ALossOfTheScriptStaysWhenAFaultIsOver)
{
    port->SetLoss(0x40000000); // 1/4
    faults->Lift(faults->Lose(port, Loss(1)));
    EXPECT_NEAR(GetLostShare(4000), 0.25, 0.03);
}

TEST_F(FabricFaultsTest, ABurstHasItsShareAndItsLength)
{
    faults->Lose(port, std::make_unique<FabricBurstLoss>(0.2, 8));
    Send(40000);
    Simulator::Run();
    uint32_t bursts = 0;
    uint32_t next = 0;
    for (const auto& arrival : right->arrivals)
    {
        bursts += arrival.frame.pdu.destQpn != next;
        next = arrival.frame.pdu.destQpn + 1;
    }
    const auto lost = static_cast<double>(port->GetStats().lostFrames);
    EXPECT_NEAR(lost / 40000, 0.2, 0.03);
    EXPECT_NEAR(lost / bursts, 8, 0.8);
}

TEST_F(FabricFaultsTest, BurstsAtTheirExtremes)
{
    EXPECT_EQ(FabricBurstLoss::GetLeastBurst(0.2), 1);
    EXPECT_DOUBLE_EQ(FabricBurstLoss::GetLeastBurst(0.9), 9);
    EXPECT_EQ(FabricBurstLoss::GetLeastBurst(1), 1) << "one without end";
    const auto all = faults->Lose(port, std::make_unique<FabricBurstLoss>(1, 5));
    EXPECT_EQ(GetLostShare(100), 1);
    faults->Lift(all);
    faults->Lose(port, std::make_unique<FabricBurstLoss>(0, 5));
    EXPECT_EQ(GetLostShare(100), 0);
}

TEST_F(FabricFaultsTest, BitErrorsTakeLongFramesMoreOften)
{
    constexpr double RATE = 1e-5;
    faults->Lose(port, std::make_unique<FabricBitErrorLoss>(RATE));
    const auto expected = [](uint32_t frameBytes) {
        return 1 - std::pow(1 - RATE, 8.0 * frameBytes);
    };
    // Ethernet header and checksum are 18 B.
    EXPECT_NEAR(GetLostShare(20000, 4000), expected(4018), 0.012);
    EXPECT_NEAR(GetLostShare(20000, 100), expected(118), 0.004);
}

TEST_F(FabricFaultsTest, AnswersAloneAreLost)
{
    faults->Lose(port, std::make_unique<FabricAnswerLoss>(Loss(1)));
    Send(10, 4000, RdmaClass::DATA);
    Send(10, 100, RdmaClass::CONTROL);
    Simulator::Run();
    EXPECT_EQ(port->GetStats().lostFrames, 10U);
    ASSERT_EQ(right->arrivals.size(), 10U);
    EXPECT_EQ(right->arrivals[0].frame.cls, RdmaClass::DATA);
}

TEST_F(FabricFaultsTest, OnePathAloneIsLost)
{
    faults->Lose(port, std::make_unique<FabricPathLoss>(Loss(1), 0, 1, 0x1002));
    for (const uint32_t ev : {0x1001, 0x1002, 0x1003})
    {
        FabricFrame* frame = MakeFrame(*fabric, 100, RdmaClass::DATA, ev);
        frame->entropy = ev;
        port->Send(fabric->Now(), frame);
    }
    FabricFrame* back = MakeFrame(*fabric, 100, RdmaClass::DATA, 7);
    back->entropy = 0x1002;
    back->dstHost = 2;
    port->Send(fabric->Now(), back);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 3U);
    EXPECT_EQ(right->arrivals[0].frame.pdu.destQpn, 0x1001U);
    EXPECT_EQ(right->arrivals[1].frame.pdu.destQpn, 0x1003U);
    EXPECT_EQ(right->arrivals[2].frame.pdu.destQpn, 7U) << "for another host";
}

TEST_F(FabricFaultsTest, TheLowestOfTheRatesCounts)
{
    const auto quarter = faults->Slow(port, 25000000000);
    const auto half = faults->Slow(port, 50000000000);
    EXPECT_EQ(faults->GetRateBps(port), 25000000000U);
    const auto line = [this] { return port->GetTxTime(1000).GetPs(); };
    EXPECT_EQ(line(), 320000);
    faults->Lift(quarter);
    EXPECT_EQ(line(), 160000);
    faults->Lift(half);
    EXPECT_EQ(line(), 80000);
    faults->Slow(port, 400000000000);
    EXPECT_EQ(line(), 80000) << "no fault makes a link faster";
    EXPECT_EQ(port->GetRateBps(), 100000000000U) << "the initial rate";
    faults->Darken(port);
    EXPECT_EQ(faults->GetRateBps(port), 0U);
}

TEST_F(FabricFaultsTest, FramesLeaveAtTheRateOfTheirTime)
{
    Send(3, 982); // 1,000 B and 20 B of gap: 81.6 ns at 100 Gb/s
    Simulator::Schedule(NanoSeconds(100), [this] { faults->Slow(port, 10000000000); });
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 3U);
    EXPECT_EQ(right->arrivals[0].time, DELAY + RdmaTick::Ps(81600));
    EXPECT_EQ(right->arrivals[1].time, DELAY + RdmaTick::Ps(2 * 81600)) << "had begun to leave";
    EXPECT_EQ(right->arrivals[2].time, DELAY + RdmaTick::Ps(2 * 81600 + 816000));
}

TEST_F(FabricFaultsTest, DelaysAddUpAndNothingOvertakes)
{
    const auto first = faults->Delay(port, RdmaTick::Us(3));
    const auto second = faults->Delay(port, RdmaTick::Us(2));
    EXPECT_EQ(port->GetDelay(), DELAY + RdmaTick::Us(5));
    Send(1, 982);
    Simulator::Schedule(NanoSeconds(500), [this, first, second] {
        faults->Lift(first);
        faults->Lift(second);
        Send(2, 982);
    });
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 3U);
    const RdmaTick last = DELAY + RdmaTick::Us(5) + RdmaTick::Ps(81600);
    EXPECT_EQ(right->arrivals[0].time, last);
    EXPECT_EQ(right->arrivals[1].time, last + RdmaTick::Ps(81600)) << "directly after it";
    EXPECT_EQ(right->arrivals[2].time, last + RdmaTick::Ps(2 * 81600));
    EXPECT_EQ(port->GetDelay(), DELAY);
}

TEST_F(FabricFaultsTest, TheLineIsFreeAtOnceWhereNothingIsOnIt)
{
    faults->Lift(faults->Delay(port, RdmaTick::Ms(5)));
    Send(1, 982);
    Simulator::Run();
    EXPECT_EQ(right->arrivals.at(0).time, DELAY + RdmaTick::Ps(81600));
}

TEST_F(FabricFaultsTest, OthersHoldWhatTheyLike)
{
    std::vector<bool> told;
    const auto tell = [&told](bool on) { told.push_back(on); };
    const auto first = faults->Hold(this, 1, tell);
    const auto second = faults->Hold(this, 1, tell);
    faults->Hold(this, 2, [](bool /* on */) {});
    faults->Lift(first);
    EXPECT_EQ(told, std::vector<bool>{true});
    EXPECT_EQ(faults->Release(this, 1), 1U);
    EXPECT_EQ(told, (std::vector<bool>{true, false}));
    EXPECT_FALSE(faults->Find(second));
    EXPECT_EQ(faults->ListHeld().size(), 1U);
}

TEST_F(FabricFaultsTest, TheTraceTellsWhatHoldsAndSince)
{
    std::vector<FabricFaultChange> changes;
    fabric->TraceConnectWithoutContext(
        "Fault",
        Callback<void, const FabricFaultChange&>(
            [&changes](const FabricFaultChange& change) { changes.push_back(change); }));
    FabricFaultId id = 0;
    Simulator::Schedule(MicroSeconds(3), [&] { id = faults->Darken(port->peer); });
    Simulator::Schedule(MicroSeconds(5), [&] { faults->Lift(id); });
    Simulator::Run();
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].time, RdmaTick::Us(3));
    EXPECT_TRUE(changes[0].begins);
    EXPECT_EQ(changes[0].kind, FabricFaultKind::DARK);
    EXPECT_EQ(changes[0].port, port) << "the lower end represents both";
    EXPECT_EQ(changes[1].time, RdmaTick::Us(5));
    EXPECT_FALSE(changes[1].begins);
    EXPECT_EQ(changes[1].id, changes[0].id);
}

/// Faults of switches.
class FabricSwitchFaultsTest : public LazyTopologyRig
{
  protected:
    FabricSwitchFaultsTest()
    {
        Build(MakeSmallClos(2, RdmaTick{}, 1, 8));
        t1 = GetSwitch(FabricSwitchPosition::Tier::T1, 0, 1);
        faults = &fabric->GetFaults();
    }

    /** @return number of its links that are up */
    uint32_t CountUp() const
    {
        uint32_t up = 0;
        for (uint32_t i = 0; i < t1->GetNPorts(); ++i)
        {
            up += t1->GetPort(i)->IsUp();
        }
        return up;
    }

    FabricSwitch* t1{nullptr};     ///< a switch
    FabricFaults* faults{nullptr}; ///< of the fabric
};

TEST_F(FabricSwitchFaultsTest, ASwitchThatIsDownTakesItsLinksWithIt)
{
    const auto down = faults->PutDown(t1);
    EXPECT_EQ(CountUp(), 0U);
    EXPECT_TRUE(t1->IsTouched());
    const auto link = faults->Darken(t1->GetPort(2));
    for (const auto id : down)
    {
        faults->Lift(id);
    }
    EXPECT_EQ(CountUp(), 3U) << "one link has its own fault";
    faults->Lift(link);
    EXPECT_EQ(CountUp(), 4U);
}

TEST_F(FabricSwitchFaultsTest, ARestartEndsWhatWasForGood)
{
    faults->Silence(t1);
    faults->PutDown(t1);
    const auto reboot = faults->PutDown(t1);
    faults->Restart(t1, reboot);
    EXPECT_EQ(CountUp(), 0U) << "the restart has not ended";
    for (const auto id : reboot)
    {
        faults->Lift(id);
    }
    EXPECT_EQ(CountUp(), 4U);
    EXPECT_TRUE(faults->ListHeld().empty());
}

TEST_F(FabricSwitchFaultsTest, ASilentSwitchLosesWhatItGetsWithAllLinksUp)
{
    const auto first = faults->Silence(t1);
    const auto second = faults->Silence(t1);
    faults->Lift(first);
    const auto lost = [this] {
        FabricFrame* frame = MakeFrame(*fabric, 100, RdmaClass::DATA, 1);
        frame->dstHost = 0;
        t1->Receive(fabric->Now(), t1->GetPort(3), frame);
        return fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::SWITCH_DOWN)];
    };
    EXPECT_EQ(CountUp(), 4U);
    EXPECT_EQ(lost(), 1U);
    faults->Lift(second);
    EXPECT_EQ(lost(), 1U);
    Simulator::Run();
}

TEST(FabricFlapsTest, FlapsComeAtTheirRateFromAllLinksAlike)
{
    const auto rng = CreateObject<UniformRandomVariable>();
    rng->SetStream(7);
    FabricFlapDraw draw(4, 1000, RdmaTick::Ms(100), RdmaTick::Ms(2100), rng);
    uint32_t flaps = 0;
    uint32_t ofThird = 0;
    RdmaTick last = RdmaTick::Ms(100);
    while (const auto flap = draw.Next())
    {
        EXPECT_GE(flap->at, last);
        EXPECT_LT(flap->at, RdmaTick::Ms(2100));
        last = flap->at;
        ++flaps;
        ofThird += flap->link == 2;
    }
    EXPECT_NEAR(flaps, 8000, 360); // 4 sigma
    EXPECT_NEAR(ofThird, 2000, 160);
    EXPECT_FALSE(FabricFlapDraw(0, 1000, RdmaTick{}, RdmaTick::Ms(1), rng).Next());
}

} // namespace
