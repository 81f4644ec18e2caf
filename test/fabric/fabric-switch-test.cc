/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-test-net.h"
#include "switch-kit.h"

#include "ns3/srv6-usid.h"

#include <gtest/gtest.h>
#include <map>

using namespace ns3;
using namespace mrctest;

namespace
{

using Tier = FabricSwitchPosition::Tier;

/// The switches of vector V1 (mrc reference, 4.6): T0 #7, T1 #60 and T0 #300 in plane 5, each with
/// recording neighbors.
class FabricSwitchTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = CreateObject<Fabric>();
        profile = fabric->AddProfile(FabricQueueProfile{});
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        fabric = nullptr;
        neighbors.clear();
        Simulator::Destroy();
    }

    /**
     * Set the network.
     * @param hostsPerT0 downlinks of a T0
     * @param t0s T0s in a plane
     * @param t1s T1s in a plane
     * @param planes planes
     */
    void Use(uint32_t hostsPerT0, uint32_t t0s, uint32_t t1s, uint32_t planes = 1)
    {
        firstUplink = hostsPerT0;
        fabric->SetNetwork(MakeClos(hostsPerT0, t0s, t1s, planes));
    }

    /**
     * @param tier tier
     * @param plane plane
     * @param index number
     * @return a switch of the network with a recording neighbor at every port
     */
    FabricSwitch* Make(Tier tier, uint32_t plane, uint32_t index)
    {
        FabricSwitch* sw = HangSwitch(*fabric, {tier, plane, index});
        const uint32_t ports = fabric->GetNetwork()->GetNSwitchPorts(sw->GetNumber());
        for (uint32_t i = 0; i < ports; ++i)
        {
            neighbors.push_back(std::make_unique<RecordingOwner>(fabric));
            sw->AddPort(LayCable(*fabric, sw, neighbors.back().get(), profile));
        }
        return sw;
    }

    /**
     * Make a frame with this outer destination arrive.
     * @param sw the switch
     * @param address outer destination
     * @param hopLimit its hop limit
     * @return number of its egress port, or -1
     */
    int Forward(FabricSwitch* sw, const char* address, uint8_t hopLimit = 64)
    {
        const Srv6Carrier carrier = Srv6AddressFromString(address).value();
        FabricFrame* frame = MakeFrame(*fabric, 200, RdmaClass::DATA, 0);
        frame->encap = FabricEncap::SRV6;
        frame->sidHi = carrier.hi;
        frame->sidLo = carrier.lo;
        frame->hopLimit = hopLimit;
        return Pass(sw, frame);
    }

    /**
     * Make a frame arrive and return its egress.
     * @param sw the switch
     * @param frame the frame
     * @return number of its egress port, or -1
     */
    int Pass(FabricSwitch* sw, FabricFrame* frame)
    {
        sw->Receive(fabric->Now(), sw->GetPort(0), frame);
        Simulator::Run();
        for (uint32_t i = 0; i < sw->GetNPorts(); ++i)
        {
            auto* neighbor = static_cast<RecordingOwner*>(sw->GetPort(i)->peer->owner);
            if (!neighbor->arrivals.empty())
            {
                last = neighbor->arrivals.front().frame;
                neighbor->arrivals.clear();
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    /** @return outer destination of the last frame forwarded */
    std::string LastAddress() const
    {
        return Srv6AddressToString({last.sidHi, last.sidLo});
    }

    /**
     * @param reason why
     * @return frames dropped for it
     */
    uint64_t Drops(FabricDropReason reason) const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(reason)];
    }

    /**
     * @param sw a switch
     * @param reason why
     * @return frames that it dropped for it
     */
    static uint64_t DropsOf(const FabricSwitch* sw, FabricDropReason reason)
    {
        return sw->GetStats().drops[static_cast<size_t>(reason)];
    }

    /**
     * @param sw a T0
     * @param t0 another T0
     * @return number of uplinks that it would use to reach it
     */
    uint32_t CountUsable(const FabricSwitch* sw, uint32_t t0) const
    {
        const FabricHop hop = sw->GetForwarding().FindHost(t0 * firstUplink);
        return hop.group->CountUsable(hop.target);
    }

    Ptr<Fabric> fabric;                                     ///< the fabric
    const FabricQueueProfile* profile{nullptr};             ///< of all ports
    std::vector<std::unique_ptr<RecordingOwner>> neighbors; ///< at all ports
    FabricFrame last{};                                     ///< last frame forwarded
    uint32_t firstUplink{0};                                ///< number of a T0's first uplink
};

TEST_F(FabricSwitchTest, PortsWithoutANetworkAreNamedByTheirNumbers)
{
    RecordingOwner a(fabric);
    RecordingOwner b(fabric);
    const FabricPort* port = LayCable(*fabric, &a, &b, profile);
    EXPECT_EQ(fabric->GetPortName(port), "port-" + std::to_string(port->id));
    EXPECT_NE(fabric->GetPortName(port->peer), fabric->GetPortName(port));
}

TEST_F(FabricSwitchTest, VectorV1HopByHop)
{
    Use(256, 512, 256, 6);
    FabricSwitch* t0 = Make(Tier::T0, 5, 7);
    EXPECT_EQ(Forward(t0, "5f00:1:a807:b03c:a92c:b881::"), 256 + 60);
    EXPECT_EQ(LastAddress(), "5f00:0001:b03c:a92c:b881:0000:0000:0000");
    EXPECT_EQ(last.hopLimit, 63);
    FabricSwitch* t1 = Make(Tier::T1, 5, 60);
    EXPECT_EQ(Forward(t1, "5f00:1:b03c:a92c:b881::", 63), 300);
    EXPECT_EQ(LastAddress(), "5f00:0001:a92c:b881:0000:0000:0000:0000");
    FabricSwitch* dst = Make(Tier::T0, 5, 300);
    EXPECT_EQ(Forward(dst, "5f00:1:a92c:b881::", 62), 129);
    EXPECT_EQ(LastAddress(), "5f00:0001:b881:0000:0000:0000:0000:0000");
    EXPECT_EQ(last.hopLimit, 61);
}

TEST_F(FabricSwitchTest, VectorV3AZeroIndexIsNotTheEndOfTheCarrier)
{
    Use(2, 1, 1);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    EXPECT_EQ(Forward(t0, "5f00:1:800:1800::"), 0);
    EXPECT_EQ(LastAddress(), "5f00:0001:1800:0000:0000:0000:0000:0000");
}

TEST_F(FabricSwitchTest, EveryReasonToDropACarrierHasItsCounter)
{
    using Reason = FabricDropReason;
    Use(2, 4, 2);
    FabricSwitch* t0 = Make(Tier::T0, 0, 1);

    struct Case
    {
        const char* address;
        uint8_t hopLimit;
        FabricDropReason reason;
    };

    const Case cases[] = {
        {"5f00:1:802:1000:801:1800::", 64, Reason::SRV6_NOT_MINE}, // another T0
        {"5f00:1:1801::", 64, Reason::SRV6_NOT_MINE},              // a neighbor, but not the switch
        {"5f00:2:801:1000:801:1800::", 64, Reason::IPV6_NO_ROUTE}, // another block
        {"fd00:0:0:1::1", 64, Reason::IPV6_NO_ROUTE},              // no SID
        {"5f00:1:801::", 64, Reason::SRV6_END},                    // ends at a switch
        {"5f00:1:801::1800", 64, Reason::SRV6_NO_SID},             // 0 is never a SID
        {"5f00:1:801:1002:803:1800::", 64, Reason::SRV6_NO_SID},   // no such T1
        {"5f00:1:801:1802::", 64, Reason::SRV6_NO_SID},            // no such downlink
        {"5f00:1:801:3000:803:1800::", 64, Reason::SRV6_NO_SID},   // T1 of plane 1
        {"5f00:1:801:803:1800::", 64, Reason::SRV6_NO_SID},        // T0 next to T0
        {"5f00:1:801:1000:803:1800::", 1, Reason::HOP_LIMIT},
        {"5f00:1:801:1000:803:1800::", 0, Reason::HOP_LIMIT},
        {"5f00:1:802:1000:803:1800::", 1, Reason::SRV6_NOT_MINE}, // the SID is checked first
    };
    FabricSwitchStats expected;
    for (const Case& c : cases)
    {
        EXPECT_EQ(Forward(t0, c.address, c.hopLimit), -1) << c.address;
        ++expected.drops[static_cast<size_t>(c.reason)];
        EXPECT_EQ(t0->GetStats().drops, expected.drops) << c.address << " " << ToString(c.reason);
    }
    EXPECT_EQ(fabric->GetTotals().drops, expected.drops) << "the only switch";
    EXPECT_EQ(t0->GetStats().forwarded, 0U);
    EXPECT_EQ(Forward(t0, "5f00:1:801:1801::", 2), 1);
    EXPECT_EQ(t0->GetStats().forwarded, 1U);
}

TEST_F(FabricSwitchTest, ASilentSwitchDropsEverythingAndItsLinksStayUp)
{
    Use(2, 4, 2);
    FabricSwitch* t0 = Make(Tier::T0, 0, 1);
    t0->SetForwarding(false);
    EXPECT_EQ(Forward(t0, "5f00:1:801:1801::"), -1);
    EXPECT_EQ(Drops(FabricDropReason::SWITCH_DOWN), 1U);
    EXPECT_EQ(DropsOf(t0, FabricDropReason::SWITCH_DOWN), 1U);
    EXPECT_TRUE(t0->GetPort(0)->IsUp());
    t0->SetForwarding(true);
    EXPECT_EQ(Forward(t0, "5f00:1:801:1801::"), 1);
}

TEST_F(FabricSwitchTest, SourceRoutesDoNotAvoidADeadLink)
{
    Use(2, 4, 2);
    FabricSwitch* t0 = Make(Tier::T0, 0, 1);
    fabric->SetLinkUp(t0->GetPort(firstUplink), false);
    EXPECT_EQ(Forward(t0, "5f00:1:801:1000:803:1800::"), -1);
    EXPECT_EQ(Drops(FabricDropReason::EGRESS_DOWN), 1U);
    EXPECT_EQ(DropsOf(t0, FabricDropReason::EGRESS_DOWN), 1U);
    EXPECT_EQ(t0->GetPort(firstUplink)->GetStats().drops, 1U);
    EXPECT_EQ(t0->GetStats().forwarded, 0U);
}

/**
 * @param fabric takes the frame
 * @param src source host
 * @param dst destination host
 * @param port UDP source port
 * @return a plain frame
 */
FabricFrame*
PlainFrame(Fabric& fabric, uint32_t src, uint32_t dst, uint16_t port)
{
    FabricFrame* frame = MakeFrame(fabric, 200, RdmaClass::DATA, 0);
    frame->srcHost = src;
    frame->dstHost = dst;
    frame->entropy = port;
    return frame;
}

TEST_F(FabricSwitchTest, PlainFramesGoDownByDestinationAndStayOnOneUplinkPerFlow)
{
    Use(4, 4, 8);
    FabricSwitch* t0 = Make(Tier::T0, 0, 1);
    EXPECT_EQ(Pass(t0, PlainFrame(*fabric, 0, 6, 1)), 2) << "host 6 is downlink 2 of T0 1";
    const int uplink = Pass(t0, PlainFrame(*fabric, 4, 9, 50000));
    EXPECT_GE(uplink, 4);
    EXPECT_EQ(Pass(t0, PlainFrame(*fabric, 4, 9, 50000)), uplink);
    FabricSwitch* t1 = Make(Tier::T1, 0, 3);
    EXPECT_EQ(Pass(t1, PlainFrame(*fabric, 4, 9, 50000)), 2) << "host 9 is under T0 2";
}

TEST_F(FabricSwitchTest, HashSpreadsFlowsEvenly)
{
    constexpr uint32_t UPLINKS = 8;
    Use(4, 4, UPLINKS);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    std::map<int, int> count;
    for (uint32_t i = 0; i < 1600; ++i)
    {
        ++count[Pass(t0, PlainFrame(*fabric, i % 4, 4 + i % 7, static_cast<uint16_t>(49152 + i)))];
    }
    double chi2 = 0;
    for (uint32_t u = 0; u < UPLINKS; ++u)
    {
        const double d = count[static_cast<int>(4 + u)] - 200.0;
        chi2 += d * d / 200;
    }
    EXPECT_LT(chi2, 24.3) << "0.1 % point of chi-square with 7 degrees of freedom";
}

TEST_F(FabricSwitchTest, EqualSeedsPolarizeTwoTiersAndDifferentSeedsDoNot)
{
    // Check whether the second switch uses all of its uplinks for flows that the first one sends to
    // uplink 0.
    std::map<uint64_t, uint64_t> same;
    std::map<uint64_t, uint64_t> other;
    for (uint32_t i = 0; i < 4000; ++i)
    {
        FabricFrame* frame = PlainFrame(*fabric, 1, 2, static_cast<uint16_t>(i));
        if (FabricFlowHash(11, frame) % 8 == 0)
        {
            ++same[FabricFlowHash(11, frame) % 8];
            ++other[FabricFlowHash(12, frame) % 8];
        }
        fabric->GetContext().Consume(frame);
    }
    EXPECT_EQ(same.size(), 1U);
    EXPECT_EQ(other.size(), 8U);
}

TEST_F(FabricSwitchTest, RoutingAvoidsOwnDeadUplinkAfterLocalRepair)
{
    fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(30)));
    Use(4, 4, 4);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    const int uplink = Pass(t0, PlainFrame(*fabric, 0, 9, 50000));
    fabric->SetLinkUp(t0->GetPort(uplink), false);
    FabricFrame* early = PlainFrame(*fabric, 0, 9, 50000);
    t0->Receive(fabric->Now(), t0->GetPort(0), early);
    EXPECT_EQ(Drops(FabricDropReason::EGRESS_DOWN), 1U) << "not learned yet";
    Simulator::Run(); // until LocalRepair has passed
    const int repaired = Pass(t0, PlainFrame(*fabric, 0, 9, 50000));
    EXPECT_GE(repaired, 4);
    EXPECT_NE(repaired, uplink);
    fabric->SetLinkUp(t0->GetPort(uplink), true);
    Simulator::Run();
    EXPECT_EQ(Pass(t0, PlainFrame(*fabric, 0, 9, 50000)), uplink) << "back after the repair";
}

TEST_F(FabricSwitchTest, OtherSwitchesAvoidAT1ThatLostTheDestinationAfterConvergence)
{
    fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(30)));
    Use(4, 4, 2);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    FabricSwitch* t1 = Make(Tier::T1, 0, 1);
    fabric->SetLinkUp(t1->GetPort(2), false); // T1 1 lost T0 2
    Simulator::Run();
    for (uint16_t p = 0; p < 50; ++p)
    {
        EXPECT_EQ(Pass(t0, PlainFrame(*fabric, 0, 8, p)), 4) << "hosts of T0 2: only T1 0 is left";
    }
    std::map<int, int> others;
    for (uint16_t p = 0; p < 50; ++p)
    {
        ++others[Pass(t0, PlainFrame(*fabric, 0, 12, p))];
    }
    EXPECT_EQ(others.size(), 2U) << "hosts of T0 3: both";
}

TEST_F(FabricSwitchTest, AT0LearnsOfItsOwnUplinkAfterLocalRepairAndOfOthersAfterConvergence)
{
    fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(30)));
    fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(300)));
    Use(4, 4, 4);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    FabricSwitch* t1 = Make(Tier::T1, 0, 1);
    const auto expectUsable = [&](int64_t us, uint32_t toT0Two, uint32_t toT0Three) {
        Simulator::Stop(MicroSeconds(us) - Simulator::Now());
        Simulator::Run();
        EXPECT_EQ(CountUsable(t0, 2), toT0Two) << us << " us";
        EXPECT_EQ(CountUsable(t0, 3), toT0Three) << us << " us";
    };
    fabric->SetLinkUp(t0->GetPort(firstUplink), false);
    fabric->SetLinkUp(t1->GetPort(2), false); // T1 1 lost T0 2
    expectUsable(29, 4, 4);
    expectUsable(31, 3, 3);
    expectUsable(299, 3, 3);
    expectUsable(301, 2, 3);
}

TEST_F(FabricSwitchTest, PlainFramesAreDroppedWithTheirReason)
{
    Use(4, 4, 2);
    FabricSwitch* t0 = Make(Tier::T0, 0, 0);
    FabricFrame* exhausted = PlainFrame(*fabric, 0, 9, 1);
    exhausted->hopLimit = 1;
    EXPECT_EQ(Pass(t0, exhausted), -1);
    EXPECT_EQ(DropsOf(t0, FabricDropReason::HOP_LIMIT), 1U);
    fabric->SetLinkUp(t0->GetPort(4), false);
    fabric->SetLinkUp(t0->GetPort(5), false);
    Simulator::Run(); // until LocalRepair has passed
    EXPECT_EQ(Pass(t0, PlainFrame(*fabric, 0, 9, 1)), -1);
    EXPECT_EQ(DropsOf(t0, FabricDropReason::IPV6_NO_ROUTE), 1U);
    FabricSwitch* t1 = Make(Tier::T1, 0, 0);
    EXPECT_EQ(Pass(t1, PlainFrame(*fabric, 0, 99, 1)), -1) << "host 99 is under no T0";
    EXPECT_EQ(DropsOf(t1, FabricDropReason::IPV6_NO_ROUTE), 1U);
}

} // namespace
