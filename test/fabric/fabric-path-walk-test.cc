/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lazy-topology-rig.h"

#include "ns3/fabric-path-walk.h"
#include "ns3/fabric-spray-balancer.h"
#include "ns3/fabric-switch.h"
#include "ns3/srv6-usid.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <utility>
#include <vector>

// Faults on the path of a frame: 1 plane, 2 T0s with 2 hosts each, 4 T1s.

using namespace ns3;
using namespace mrctest;

namespace
{

using Tier = FabricSwitchPosition::Tier;
using State = FabricPathState;

/// A network with a recording owner for every host.
class FabricPathWalk : public LazyTopologyRig
{
  protected:
    /**
     * @param settings of the switches
     */
    void Build(const FabricTopologySettings& settings = TestLazyTopology())
    {
        FabricClosSpec spec;
        spec.hosts = 4;
        spec.hostsPerT0 = 2;
        spec.t1PerPlane = 4;
        spec.hostRateBps = spec.fabricRateBps = 100000000000;
        LazyTopologyRig::Build(spec, settings);
    }

    /**
     * @param entropy source port, hashed with the addresses
     * @return a plain frame from host 0 to host 3
     */
    static FabricFrame Plain(uint32_t entropy)
    {
        FabricFrame frame{};
        frame.encap = FabricEncap::PLAIN;
        frame.dstHost = 3;
        frame.entropy = entropy;
        frame.hopLimit = 64;
        return frame;
    }

    /**
     * @param address outer destination
     * @return a source-routed frame from host 0 to host 3
     */
    static FabricFrame Routed(const char* address)
    {
        FabricFrame frame = Plain(0);
        const Srv6Carrier carrier = Srv6AddressFromString(address).value();
        frame.encap = FabricEncap::SRV6;
        frame.sidHi = carrier.hi;
        frame.sidLo = carrier.lo;
        return frame;
    }

    /**
     * @param frame a frame of host 0
     * @return state of its path to host 3
     */
    State Walk(const FabricFrame& frame)
    {
        return WalkFabricPath(topology->GetNicPort(0, 0), frame, hosts[3].get());
    }

    /**
     * Send a frame.
     * @param frame the frame
     * @return the T1 that it passed
     */
    uint32_t Send(const FabricFrame& frame)
    {
        FabricFrame* sent = MakeFrame(*fabric, 200, RdmaClass::DATA, 0);
        sent->encap = frame.encap;
        sent->dstHost = frame.dstHost;
        sent->entropy = frame.entropy;
        std::vector<uint64_t> before;
        for (uint32_t t1 = 0; t1 < 4; ++t1)
        {
            before.push_back(GetUplink(0, 0, t1)->GetStats().txFrames);
        }
        topology->GetNicPort(0, 0)->Send(fabric->Now(), sent);
        Simulator::Run();
        uint32_t used = 0;
        while (used < 3 && GetUplink(0, 0, used)->GetStats().txFrames == before[used])
        {
            ++used;
        }
        return used;
    }

    /** Take a link down and up again. */
    void Flap(FabricPort* port)
    {
        fabric->SetLinkUp(port, false);
        fabric->SetLinkUp(port, true);
    }
};

/// T0 0, T1 2, T0 1, downlink 1: from host 0 to host 3.
const char* const BY_T1_2 = "5f00:1:800:1002:801:1801::";

TEST_F(FabricPathWalk, NothingHappensToTheNetworkOrTheFrame)
{
    Build();
    const FabricFrame frame = Routed(BY_T1_2);
    EXPECT_EQ(Walk(frame), State::SOUND);
    EXPECT_EQ(frame.hopLimit, 64);
    EXPECT_EQ(frame.sidHi, Srv6AddressFromString(BY_T1_2)->hi);
    EXPECT_EQ(fabric->GetTotals().created, 0U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
    EXPECT_EQ(GetSwitch(Tier::T0, 0, 0)->GetStats().forwarded, 0U);
}

TEST_F(FabricPathWalk, AFaultOfEachLinkAndSwitchOnTheWayIsFoundAlsoWhenItIsOver)
{
    using Fault = std::function<void()>;
    const std::vector<std::pair<const char*, Fault>> onTheWay{
        {"NIC link down", [this] { Flap(topology->GetNicPort(0, 0)); }},
        {"its other end down", [this] { Flap(topology->GetNicPort(0, 0)->peer); }},
        {"uplink down", [this] { Flap(GetUplink(0, 0, 2)); }},
        {"downlink of the T1 down", [this] { Flap(GetUplink(0, 1, 2)); }},
        {"last link down", [this] { Flap(topology->GetNicPort(0, 3)); }},
        {"loss on the uplink", [this] { GetUplink(0, 0, 2)->SetLoss(1); }},
        {"loss at the NIC", [this] { topology->GetNicPort(0, 3)->peer->SetLoss(1); }},
        {"loss that has ended",
         [this] {
             GetUplink(0, 1, 2)->peer->SetLoss(1);
             GetUplink(0, 1, 2)->peer->SetLoss(0);
         }},
        {"silent T1",
         [this] {
             GetSwitch(Tier::T1, 0, 2)->SetForwarding(false);
             GetSwitch(Tier::T1, 0, 2)->SetForwarding(true);
         }},
    };
    for (const auto& [what, fault] : onTheWay)
    {
        Build();
        fault();
        EXPECT_EQ(Walk(Routed(BY_T1_2)), State::TOUCHED) << what;
    }
    const std::vector<std::pair<const char*, Fault>> elsewhere{
        {"another uplink", [this] { Flap(GetUplink(0, 0, 1)); }},
        {"another T1's downlink", [this] { Flap(GetUplink(0, 1, 3)); }},
        {"other NICs", [this] { Flap(topology->GetNicPort(0, 2)); }},
        {"loss in the other direction", [this] { GetUplink(0, 0, 2)->peer->SetLoss(1); }},
        {"loss of frames from host 3", [this] { topology->GetNicPort(0, 3)->SetLoss(1); }},
        {"loss of 0", [this] { GetUplink(0, 0, 2)->SetLoss(0); }},
        {"up that was up", [this] { fabric->SetLinkUp(GetUplink(0, 0, 2), true); }},
        {"another silent T1", [this] { GetSwitch(Tier::T1, 0, 1)->SetForwarding(false); }},
    };
    for (const auto& [what, fault] : elsewhere)
    {
        Build();
        fault();
        EXPECT_EQ(Walk(Routed(BY_T1_2)), State::SOUND) << what;
    }
}

TEST_F(FabricPathWalk, AWayThatDoesNotLeadThereIsBrokenByNoFault)
{
    Build();
    for (const char* address : {"5f00:1:800:1002:801:1800::", // host 2
                                "5f00:1:800:1002:801::",      // ends at a switch
                                "5f00:1:800:1007:801:1801::", // no such T1
                                "5f00:1:801:1002:801:1801::", // not the T0 of host 0
                                "fd00:0:0:1::1"})             // no SID
    {
        EXPECT_EQ(Walk(Routed(address)), State::BROKEN) << address;
    }
    FabricFrame tired = Routed(BY_T1_2);
    tired.hopLimit = 3;
    EXPECT_EQ(Walk(tired), State::BROKEN) << "the third switch drops it";
    tired.hopLimit = 4;
    EXPECT_EQ(Walk(tired), State::SOUND);
    Flap(GetUplink(0, 0, 2));
    EXPECT_EQ(Walk(Routed("5f00:1:800:1002:801:1800::")), State::TOUCHED)
        << "the fault is before the wrong hop";
}

TEST_F(FabricPathWalk, HashedFramesGoWhereTheirHashSends)
{
    Build();
    std::set<uint32_t> used;
    for (uint32_t entropy = 0; entropy < 32; ++entropy)
    {
        used.insert(Send(Plain(entropy)));
    }
    ASSERT_EQ(used.size(), 4U);
    GetUplink(0, 1, 3)->peer->SetLoss(1); // T1 3 to the T0 of host 3
    for (uint32_t entropy = 0; entropy < 32; ++entropy)
    {
        const bool lossy = Send(Plain(entropy)) == 3;
        EXPECT_EQ(Walk(Plain(entropy)), lossy ? State::TOUCHED : State::SOUND) << entropy;
    }
}

TEST_F(FabricPathWalk, AfterARepairTheOldWayCountsAndTheNewOne)
{
    Build();
    std::vector<uint32_t> before;
    for (uint32_t entropy = 0; entropy < 32; ++entropy)
    {
        before.push_back(Send(Plain(entropy)));
    }
    fabric->SetLinkUp(GetUplink(0, 0, 0), false);
    Simulator::Run(); // until routing has learned of it
    GetUplink(0, 0, 1)->SetLoss(1);
    uint32_t moved = 0;
    for (uint32_t entropy = 0; entropy < 32; ++entropy)
    {
        const uint32_t now = Send(Plain(entropy));
        const bool touched = before[entropy] < 2 || now == 1;
        EXPECT_EQ(Walk(Plain(entropy)), touched ? State::TOUCHED : State::SOUND) << entropy;
        moved += before[entropy] > 1 && now == 1;
    }
    EXPECT_GT(moved, 0U);
}

TEST_F(FabricPathWalk, NamedUplinksAreFollowedByName)
{
    TestLazyTopology settings;
    settings.plainRouting = FabricPlainRouting::STRUCTURED;
    settings.Set("EvFieldBits", UintegerValue(3));
    Build(settings);
    Flap(GetUplink(0, 0, 2));
    for (uint32_t t1 = 0; t1 < 4; ++t1)
    {
        EXPECT_EQ(Walk(Plain(t1)), t1 == 2 ? State::TOUCHED : State::SOUND) << t1;
    }
    EXPECT_EQ(Walk(Plain(5)), State::BROKEN) << "no T1 5";
}

TEST_F(FabricPathWalk, SprayedFramesMayHaveGoneByEveryUplink)
{
    TestLazyTopology settings;
    settings.Set("LoadBalancing", TypeIdValue(FabricSprayBalancer::GetTypeId()));
    Build(settings);
    EXPECT_EQ(Walk(Plain(0)), State::SOUND);
    FabricFrame local = Plain(0);
    local.dstHost = 1;
    GetUplink(0, 1, 3)->peer->SetLoss(1);
    EXPECT_EQ(Walk(Plain(0)), State::TOUCHED);
    EXPECT_EQ(WalkFabricPath(topology->GetNicPort(0, 0), local, hosts[1].get()), State::SOUND);
    EXPECT_EQ(WalkFabricPath(topology->GetNicPort(0, 0), local, hosts[3].get()), State::BROKEN);
}

TEST_F(FabricPathWalk, AskingALoadBalancerDoesNotMoveIt)
{
    TestLazyTopology settings;
    settings.Set("LoadBalancing", TypeIdValue(FabricSprayBalancer::GetTypeId()));
    std::vector<uint32_t> ways[2];
    for (const bool walks : {false, true})
    {
        Build(settings);
        for (int i = 0; i < 16; ++i)
        {
            if (walks)
            {
                Walk(Plain(0));
            }
            ways[walks].push_back(Send(Plain(0)));
        }
    }
    EXPECT_EQ(ways[0], ways[1]);
}

} // namespace
