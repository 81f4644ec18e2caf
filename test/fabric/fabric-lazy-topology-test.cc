/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lazy-topology-rig.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-switch.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

// A network is instantiated lazily and does not depend on the order of instantiation.

using namespace ns3;
using namespace mrctest;

namespace
{

using Tier = FabricSwitchPosition::Tier;

constexpr uint64_t GIGABIT = 1000000000;

/** @return 2 planes of 3 T0s with 4 hosts each and 2 T1s */
FabricClosSpec
SmallSpec()
{
    FabricClosSpec spec;
    spec.planes = 2;
    spec.hosts = 12;
    spec.hostsPerT0 = 4;
    spec.t1PerPlane = 2;
    spec.hostRateBps = 100 * GIGABIT;
    spec.fabricRateBps = 400 * GIGABIT;
    spec.linkDelay = RdmaTick::Ns(500);
    spec.switchDelay = RdmaTick::Ns(300);
    return spec;
}

/**
 * @param bufferBytes memory of each switch, B
 * @return settings of a lossless network
 */
TestLazyTopology
Lossless(uint64_t bufferBytes)
{
    TestLazyTopology settings;
    settings.Set("Pfc", BooleanValue(true));
    settings.Set("Buffer", UintegerValue(bufferBytes));
    return settings;
}

/// A network of these numbers, instantiated lazily.
class FabricLazyTopologyTest : public LazyTopologyRig
{
  protected:
    /**
     * Send a plain frame and run until it arrives.
     * @param plane plane
     * @param src sending host
     * @param dst receiving host
     * @param entropy source port, which is hashed
     */
    void Send(uint32_t plane, uint32_t src, uint32_t dst, uint32_t entropy = 0)
    {
        FabricFrame* frame = MakeFrame(*fabric, 200, RdmaClass::DATA, 0);
        frame->srcHost = src;
        frame->dstHost = dst;
        frame->entropy = entropy;
        topology->GetNicPort(plane, src)->Send(fabric->Now(), frame);
        Simulator::Run();
    }

    /** @return numbers of the ports that are instantiated */
    std::set<uint32_t> GetAlive() const
    {
        std::set<uint32_t> ids;
        for (const FabricPort* port : fabric->GetPorts())
        {
            ids.insert(port->id);
        }
        return ids;
    }

    /**
     * @param plane plane
     * @param host host
     * @return number of its port
     */
    uint32_t GetNicPortId(uint32_t plane, uint32_t host) const
    {
        return 2 * clos->GetNicLink(host, plane);
    }

    /**
     * @param plane plane
     * @param t0 T0
     * @param uplink its uplink
     * @return number of the T0's port
     */
    uint32_t GetUplinkId(uint32_t plane, uint32_t t0, uint32_t uplink) const
    {
        return 2 * clos->GetUplink(plane, t0, uplink);
    }
};

TEST_F(FabricLazyTopologyTest, AFrameBringsToLifeWhatItPasses)
{
    Build(SmallSpec());
    EXPECT_TRUE(GetAlive().empty());
    EXPECT_TRUE(fabric->GetElements().GetSwitches().empty());
    Send(1, 5, 11);
    EXPECT_EQ(hosts[11]->arrivals.size(), 1U);
    const std::set<uint32_t> alive = GetAlive();
    EXPECT_EQ(alive.size(), 2U * 4) << "both directions of four links";
    EXPECT_EQ(fabric->GetElements().GetSwitches().size(), 3U);
    EXPECT_TRUE(alive.count(GetNicPortId(1, 5)));
    EXPECT_TRUE(alive.count(GetNicPortId(1, 11) + 1));
    Send(1, 5, 11);
    EXPECT_EQ(GetAlive(), alive) << "the same path again";
    Send(1, 4, 5);
    EXPECT_EQ(GetAlive().size(), alive.size() + 2) << "under one T0: one more host";
}

TEST_F(FabricLazyTopologyTest, PortsAreTheSameWhicheverEndIsTouched)
{
    Build(SmallSpec());
    FabricSwitch* t1 = GetSwitch(Tier::T1, 1, 1);
    EXPECT_EQ(t1->GetNPorts(), 3U);
    EXPECT_EQ(t1->FindPort(2), nullptr);
    FabricPort* down = t1->GetPort(2);
    EXPECT_EQ(down->id, GetUplinkId(1, 2, 1) + 1);
    EXPECT_EQ(down->index, 2U);
    EXPECT_EQ(down->peer, GetUplink(1, 2, 1));
    EXPECT_EQ(down->peer->index, 4U + 1);
    EXPECT_EQ(down->owner, t1);
    EXPECT_EQ(down->peer->owner, GetSwitch(Tier::T0, 1, 2));
    EXPECT_EQ(down->GetRateBps(), 400 * GIGABIT);
    EXPECT_EQ(down->GetDelay(), RdmaTick::Ns(800));

    FabricPort* toHost = GetSwitch(Tier::T0, 0, 1)->GetPort(3);
    EXPECT_EQ(toHost->id, GetNicPortId(0, 7) + 1);
    EXPECT_EQ(toHost->peer, topology->GetNicPort(0, 7));
    EXPECT_EQ(toHost->peer->owner, hosts[7].get());
    EXPECT_EQ(toHost->GetRateBps(), 100 * GIGABIT);
    EXPECT_EQ(toHost->GetDelay(), RdmaTick::Ns(500));
    EXPECT_EQ(toHost->peer->GetDelay(), RdmaTick::Ns(800));
    EXPECT_EQ(fabric->GetPorts().size(), 4U);
}

TEST_F(FabricLazyTopologyTest, FindsWhatLivesAndTouchesNothing)
{
    Build(SmallSpec());
    GetUplink(1, 0, 1);
    topology->GetNicPort(1, 2);
    uint32_t found = 0;
    for (uint32_t id = 0; id < clos->GetNPorts(); ++id)
    {
        if (const FabricPort* port = topology->FindPort(id))
        {
            EXPECT_EQ(port->id, id);
            ++found;
        }
    }
    EXPECT_EQ(found, 4U);
    EXPECT_EQ(fabric->GetPorts().size(), 4U);
}

TEST_F(FabricLazyTopologyTest, EveryPortIsAnnouncedWhenItIsComplete)
{
    Build(SmallSpec());
    std::vector<uint32_t> announced;
    fabric->TraceConnectWithoutContext("NewPort",
                                       Callback<void, FabricPort*>([&](FabricPort* port) {
                                           EXPECT_NE(port->peer->profile, nullptr);
                                           EXPECT_EQ(port->peer->id ^ 1, port->id);
                                           announced.push_back(port->id);
                                       }));
    topology->GetNicPort(0, 3);
    topology->GetNicPort(0, 3);
    EXPECT_EQ(announced, (std::vector<uint32_t>{6, 7}));
}

TEST_F(FabricLazyTopologyTest, SwitchesThatComeToLifeLaterKnowWhatRoutingHasLearnt)
{
    Build(SmallSpec());
    fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(1)));
    fabric->SetLinkUp(GetUplink(0, 2, 1), false); // T1 1 lost T0 2
    Simulator::Run();
    EXPECT_EQ(fabric->GetElements().GetSwitches().size(), 2U)
        << "the T0 of the senders is not instantiated";
    for (uint32_t flow = 0; flow < 50; ++flow)
    {
        Send(0, 0, 8, flow);
    }
    EXPECT_EQ(hosts[8]->arrivals.size(), 50U);
    EXPECT_EQ(topology->FindPort(GetUplinkId(0, 0, 1)), nullptr) << "no frame has taken T1 1";
    for (uint32_t flow = 0; flow < 50; ++flow)
    {
        Send(0, 0, 4, flow);
    }
    EXPECT_NE(topology->FindPort(GetUplinkId(0, 0, 1)), nullptr) << "to T0 1 it is as good";
}

TEST_F(FabricLazyTopologyTest, EveryPortHasTheQueuesOfItsKind)
{
    FabricClosSpec spec = SmallSpec();
    spec.fabricRateBps = spec.hostRateBps; // the rate alone does not determine the kind
    TestLazyTopology settings;
    settings.Set("MinBdp", DoubleValue(0));
    settings.Set("TrimThreshold", DoubleValue(2));
    settings.Set("TrimThresholdLastHop", DoubleValue(3));
    Build(spec, settings);
    const uint64_t bdp = 12500; // of 1 us
    const FabricPort* nic = topology->GetNicPort(1, 3);
    EXPECT_EQ(nic->profile->trimThresholdBytes, FabricQueueProfile{}.trimThresholdBytes);
    EXPECT_EQ(nic->peer->profile->trimThresholdBytes, 3 * bdp);
    EXPECT_EQ(nic->peer->profile->trimDscp, FabricDscp::TRIMMED_LASTHOP);
    const FabricPort* uplink = GetUplink(1, 0, 1);
    EXPECT_EQ(uplink->profile->trimThresholdBytes, 2 * bdp);
    EXPECT_EQ(uplink->profile->trimDscp, FabricDscp::TRIMMED);
    EXPECT_EQ(uplink->peer->profile, uplink->profile) << "the same at both ends";
}

TEST_F(FabricLazyTopologyTest, EveryPortHasTheQueuesOfItsRate)
{
    FabricClosSpec spec = SmallSpec();
    spec.t0PerPod = 1;
    spec.t1PerPod = 1;
    spec.t2PerPlane = 1;
    spec.coreRateBps = 200 * GIGABIT;
    Build(spec, Lossless(100000000));
    const auto marksFrom = [](const FabricPort* port) { return port->profile->ecnKminBytes; };
    EXPECT_EQ(marksFrom(topology->GetNicPort(1, 3)->peer), 400000U) << "4 kB per Gb/s";
    EXPECT_EQ(marksFrom(GetUplink(1, 2, 0)), 1600000U);
    EXPECT_EQ(marksFrom(GetUplink(1, 2, 0)->peer), 1600000U);
    EXPECT_EQ(marksFrom(GetSwitch(Tier::T2, 1, 0)->GetPort(2)), 800000U);
    EXPECT_EQ(marksFrom(GetSwitch(Tier::T2, 1, 0)->GetPort(2)->peer), 800000U);
}

TEST_F(FabricLazyTopologyTest, QueuesOfASlowLinkFollowItsRate)
{
    for (const bool scale : {true, false})
    {
        FabricClosSpec spec = SmallSpec();
        spec.fabricRateBps = 25 * GIGABIT; // a quarter of a NIC's port
        TestLazyTopology settings;
        settings.Set("MinBdp", DoubleValue(0));
        settings.Set("TrimThreshold", DoubleValue(4));
        settings.Set("ScaleThresholds", BooleanValue(scale));
        Build(spec, settings);
        const uint64_t bdp = 12500; // of 1 us
        const FabricQueueProfile& uplink = *GetUplink(1, 0, 1)->profile;
        const uint64_t share = scale ? 4 : 1;
        EXPECT_EQ(uplink.trimThresholdBytes, 4 * bdp / share);
        EXPECT_EQ(uplink.ecnKminBytes, bdp / 5 / share);
        EXPECT_EQ(topology->GetNicPort(1, 3)->peer->profile->trimThresholdBytes, bdp * 3 / 2);
    }
}

TEST_F(FabricLazyTopologyTest, QueuesFollowTheRateThatAFaultLowersAndComeBack)
{
    TestLazyTopology settings;
    settings.Set("MinBdp", DoubleValue(0));
    settings.Set("TrimThreshold", DoubleValue(4));
    settings.Set("EcnKmax", UintegerValue(9999));
    Build(SmallSpec(), settings);
    FabricPort* uplink = GetUplink(1, 0, 1);
    FabricPort* down = topology->GetNicPort(1, 3)->peer;
    FabricPort* nic = topology->GetNicPort(1, 3);
    const FabricQueueProfile* whole = uplink->profile;
    const FabricQueueProfile* wholeDown = down->profile;
    const FabricQueueProfile* ofNic = nic->profile;
    for (int time = 0; time < 2; ++time)
    {
        for (FabricPort* port : {uplink, down, nic})
        {
            port->SetRate(fabric->Now(), 25 * GIGABIT);
        }
        EXPECT_EQ(uplink->profile->trimThresholdBytes, 12500U);
        EXPECT_EQ(uplink->profile->ecnKmaxBytes, 9999U) << "a size that is set stays";
        EXPECT_EQ(uplink->peer->profile, whole) << "the other direction is as fast as before";
        EXPECT_EQ(down->profile->trimThresholdBytes, 4688U) << "1.5 BDPs of 3125 B";
        EXPECT_EQ(down->profile->trimDscp, FabricDscp::TRIMMED_LASTHOP);
        EXPECT_EQ(nic->profile, ofNic) << "a NIC has no thresholds";
        uplink->SetRate(fabric->Now(), 400 * GIGABIT);
        down->SetRate(fabric->Now(), 100 * GIGABIT);
        EXPECT_EQ(uplink->profile, whole);
        EXPECT_EQ(down->profile, wholeDown);
    }
}

TEST_F(FabricLazyTopologyTest, QueuesAreThoseOfAtLeastSomeFrames)
{
    TestLazyTopology settings; // 1 us at 100 Gb/s are three frames
    Build(SmallSpec(), settings);
    const FabricQueueProfile& uplink = *GetUplink(1, 0, 1)->profile;
    const uint64_t bdp = 20ULL * settings.maxFrameBytes;
    EXPECT_NEAR(uplink.trimThresholdBytes, bdp, 1);
    EXPECT_NEAR(uplink.ecnKmaxBytes, 0.8 * bdp, 1);
}

TEST_F(FabricLazyTopologyTest, SwitchesOfTwoPlanesHashAFlowApart)
{
    Build(SmallSpec());
    const auto choose = [this](uint32_t plane, uint32_t t0, uint32_t flow) {
        FabricFrame frame{};
        frame.encap = FabricEncap::PLAIN;
        frame.hopLimit = 64;
        frame.srcHost = 4 * t0;
        frame.dstHost = 8;
        frame.entropy = flow;
        const auto ways = GetSwitch(Tier::T0, plane, t0)->ListEgresses(&frame);
        return ways.at(0)->index;
    };
    uint32_t same = 0;
    for (uint32_t flow = 0; flow < 400; ++flow)
    {
        same += choose(0, 1, flow) == choose(1, 1, flow);
    }
    EXPECT_NEAR(same, 200, 40) << "two uplinks each; 4 sigma";
}

TEST_F(FabricLazyTopologyTest, ALinkMayFailBeforeItsFirstFrame)
{
    Build(SmallSpec());
    fabric->SetLinkUp(topology->GetNicPort(0, 3), false);
    Send(0, 0, 3);
    EXPECT_TRUE(hosts[3]->arrivals.empty());
    EXPECT_EQ(hosts[3]->linkChanges, std::vector<bool>{false});
    EXPECT_EQ(fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::EGRESS_DOWN)], 1U);
}

TEST_F(FabricLazyTopologyTest, LosslessSwitchesReserveForPortsThatHaveNotComeToLife)
{
    Build(SmallSpec(), Lossless(10000000));
    Send(0, 0, 8);
    const FabricSharedBuffer* buffer = GetSwitch(Tier::T0, 0, 0)->GetBuffer();
    ASSERT_NE(buffer, nullptr);
    // 1.3 us at 12.5 B/ns towards hosts, 1.6 us at 50 B/ns between switches; 1 B of rounding.
    const int64_t nicLink = 16250 + 3 * 4096 + 84 + 1;
    const int64_t fabricLink = 80000 + 3 * 4096 + 84 + 1;
    EXPECT_EQ(buffer->GetSizes().headroomBytes[3], nicLink);
    EXPECT_EQ(buffer->GetSizes().headroomBytes[5], fabricLink);
    EXPECT_EQ(buffer->GetSizes().poolBytes, 10000000 - 4 * nicLink - 2 * fabricLink);
    EXPECT_EQ(topology->GetNicPort(0, 0)->peer->buffer, buffer);
    EXPECT_EQ(topology->GetNicPort(0, 0)->buffer, nullptr) << "a NIC has none";
}

TEST_F(FabricLazyTopologyTest, MemoryOfASwitchFollowsTheRatesOfItsOwnPorts)
{
    FabricClosSpec spec = SmallSpec();
    spec.t0PerPod = 1;
    spec.t1PerPod = 1;
    spec.t2PerPlane = 2;
    spec.coreRateBps = 200 * GIGABIT;
    Build(spec, Lossless(0));
    const auto memory = [this](Tier tier) {
        const FabricSwitch* sw = GetSwitch(tier, 0, 0);
        int64_t bytes = sw->GetBuffer()->GetSizes().poolBytes;
        for (uint32_t port = 0; port < sw->GetNPorts(); ++port)
        {
            bytes += sw->GetBuffer()->GetSizes().headroomBytes[port];
        }
        return bytes;
    };
    // 1 kB for each Gb/s
    EXPECT_EQ(memory(Tier::T0), 1000 * (4 * 100 + 400));
    EXPECT_EQ(memory(Tier::T1), 1000 * (400 + 2 * 200));
    EXPECT_EQ(memory(Tier::T2), 1000 * 3 * 200);
}

TEST_F(FabricLazyTopologyTest, EveryPortMarksBeforeItsOwnSwitchPausesAPort)
{
    Build(SmallSpec(), Lossless(0));
    FabricPort* uplink = GetUplink(1, 0, 1);
    FabricPort* toHost = topology->GetNicPort(1, 3)->peer;
    const auto pause = [](const FabricPort* port) {
        const auto* sw = dynamic_cast<const FabricSwitch*>(port->owner);
        return static_cast<uint64_t>(sw->GetBuffer()->GetSizes().pauseBytes);
    };
    EXPECT_NE(pause(uplink), pause(uplink->peer)) << "a T0 and a T1 have other ports";
    for (const FabricPort* port : {uplink, uplink->peer, toHost})
    {
        EXPECT_EQ(port->profile->ecnKminBytes, (pause(port) + 1) / 2);
        EXPECT_EQ(port->profile->ecnKmaxBytes, port->GetRateBps() / GIGABIT * 16000);
    }
    for (FabricPort* port : {uplink, uplink->peer})
    {
        const FabricQueueProfile* whole = port->profile;
        for (const uint64_t rate : {100, 1, 400})
        {
            port->SetRate(fabric->Now(), rate * GIGABIT);
            EXPECT_EQ(port->profile->ecnKminBytes, std::min((pause(port) + 1) / 2, 4000 * rate));
        }
        EXPECT_EQ(port->profile, whole);
    }
}

TEST_F(FabricLazyTopologyTest, ALosslessSwitchThatIsTooSmallIsRefusedBeforeAnythingLives)
{
    // Headroom as above: 4 x 28623 B + 2 x 92373 B at a T0, 3 x 92373 B at a T1.
    FabricClosSpec spec = SmallSpec();
    EXPECT_DEATH(Build(spec, Lossless(290000)), "a lossless switch with 6 ports");
    Build(spec, Lossless(310000));
    spec.hosts = 16; // 4 x 92373 B at a T1
    EXPECT_DEATH(Build(spec, Lossless(310000)), "a lossless switch with 4 ports");
    Build(spec, Lossless(380000));
    spec.t0PerPod = 2;
    spec.t1PerPod = 2;
    spec.t2PerPlane = 2;
    spec.coreRateBps = 2000 * GIGABIT; // 2 x 412373 B at a T2
    EXPECT_DEATH(Build(spec, Lossless(800000)), "a lossless switch with 2 ports");
    Build(spec, Lossless(900000));
}

TEST_F(FabricLazyTopologyTest, SwitchesEndWithTheDisposalOfTheFabric)
{
    Build(SmallSpec());
    topology->GetSwitch(0);
    EXPECT_EQ(fabric->GetElements().GetSwitches().size(), 1U);
    fabric->Dispose();
    EXPECT_TRUE(fabric->GetElements().GetSwitches().empty()) << "their balancers may refer to it";
    fabric = nullptr;
}

TEST_F(FabricLazyTopologyTest, WhatTheNetworkDoesNotHaveIsRefused)
{
    Build(SmallSpec());
    EXPECT_DEATH(topology->GetSwitch(10), "no switch 10 in a network of 10");
    EXPECT_DEATH(FabricLazyTopology(fabric->GetElements(),
                                    TestLazyTopology(),
                                    std::vector<FabricPortOwner*>(11)),
                 "11 hosts in a network of 12");
}

TEST_F(FabricLazyTopologyTest, DigitsOfStructuredEvsThatDoNotFitAreRefused)
{
    FabricClosSpec spec = SmallSpec();
    spec.t0PerPod = 1;
    spec.coreRateBps = spec.fabricRateBps;
    spec.t1PerPod = 3;
    spec.t2PerPlane = 3 * 600; // 2 and 10 bits
    TestLazyTopology settings;
    settings.plainRouting = FabricPlainRouting::STRUCTURED;
    Build(spec, settings);
    spec.t1PerPod = 2;
    spec.parallelLinks = 3;
    spec.t2PerPlane = 2 * 600; // 3 and 10 bits
    Build(spec);
    EXPECT_DEATH(Build(spec, settings),
                 "structured EVs: the uplinks of a T0 and of a T1 need 13 bits of an EV");
}

} // namespace
