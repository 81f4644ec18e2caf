/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../policy/creatable-types.h"
#include "lazy-topology-rig.h"

#include "ns3/fabric-load-balancer.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

// A link fails under every load balancer: a share of the frames is lost until routing learns of it,
// and none later.

using namespace ns3;
using namespace mrctest;

namespace
{

/// Every microsecond a new flow sends one frame.
constexpr uint32_t FRAMES = 4000;
/// Time of the failure, in frames.
constexpr uint32_t DEAD = 1000;
/// Time at which routing has learned of it, in frames.
constexpr uint32_t KNOWN = 3000;

/// Two T0s with two hosts each, and four paths between them.
class LoadBalancerFailure : public LazyTopologyRig, public testing::WithParamInterface<std::string>
{
  protected:
    /**
     * Send from host 0 to host 2, while a link fails permanently.
     * @param a name of one end of the link
     * @param b name of the other
     * @return numbers of the frames that arrived
     */
    std::set<uint32_t> Run(const std::string& a, const std::string& b)
    {
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            Simulator::Schedule(MicroSeconds(i), [this, i] {
                FabricFrame* frame = MakeFrame(*fabric, 1000, RdmaClass::DATA, i);
                frame->dstHost = 2;
                frame->entropy = i;
                topology->GetNicPort(0, 0)->Send(fabric->Now(), frame);
            });
        }
        // Half a step early, because frames take some time to the switch.
        Simulator::Schedule(NanoSeconds(1000 * DEAD - 500), [this, a, b] {
            fabric->SetLinkUp(topology->GetPort(2 * clos->GetNames().FindLinks(a, b).at(0)), false);
        });
        Simulator::Run();
        std::set<uint32_t> arrived;
        for (const Arrival& arrival : hosts[2]->arrivals)
        {
            arrived.insert(arrival.frame.pdu.destQpn);
        }
        return arrived;
    }

    /**
     * Make the network.
     * @param spec its numbers except for rates and hosts
     */
    void Build(FabricClosSpec spec)
    {
        spec.hosts = 4;
        spec.hostsPerT0 = 2;
        spec.hostRateBps = spec.fabricRateBps = spec.coreRateBps = 100'000'000'000;
        TestLazyTopology settings;
        settings.Set("LoadBalancing", TypeIdValue(TypeId::LookupByName(GetParam())));
        LazyTopologyRig::Build(spec, settings);
        fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(KNOWN - DEAD)));
        fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(KNOWN - DEAD)));
    }

    /** Four T1s. */
    void BuildTwoTiers()
    {
        FabricClosSpec spec;
        spec.t1PerPlane = 4;
        Build(spec);
    }

    /** A pod for each T0, with two T1s that have two T2s each: also four paths. */
    void BuildThreeTiers()
    {
        FabricClosSpec spec;
        spec.t0PerPod = 1;
        spec.t1PerPod = 2;
        spec.t2PerPlane = 4;
        Build(spec);
    }

    /**
     * Expect that a quarter of the frames is lost until routing has learned of the failure, and
     * none later.
     * @param arrived numbers of the frames that arrived
     * @param seesPorts true: a balancer that checks its ports loses none
     */
    static void ExpectAShareIsLost(const std::set<uint32_t>& arrived, bool seesPorts)
    {
        const bool none = seesPorts && GetParam() == "ns3::FabricAdaptiveBalancer";
        EXPECT_EQ(CountLost(arrived, 0, DEAD), 0U);
        EXPECT_NEAR(CountLost(arrived, DEAD, KNOWN),
                    none ? 0 : (KNOWN - DEAD) / 4.0,
                    none ? 0 : 80);
        EXPECT_EQ(CountLost(arrived, KNOWN, FRAMES), 0U);
    }

    /**
     * @param arrived numbers of frames
     * @param from first number
     * @param to one after the last
     * @return number of missing frames
     */
    static uint32_t CountLost(const std::set<uint32_t>& arrived, uint32_t from, uint32_t to)
    {
        uint32_t lost = 0;
        for (uint32_t i = from; i < to; ++i)
        {
            lost += arrived.count(i) == 0;
        }
        return lost;
    }
};

TEST_P(LoadBalancerFailure, OwnDeadUplinkCostsAShareUntilLocalRepair)
{
    BuildTwoTiers();
    ExpectAShareIsLost(Run("p0-t0-0", "p0-t1-1"), true);
}

TEST_P(LoadBalancerFailure, DistantDeadLinkCostsAShareUntilRemoteConvergence)
{
    BuildTwoTiers();
    // No switch detects failures behind the next switch
    ExpectAShareIsLost(Run("p0-t0-1", "p0-t1-1"), false);
}

TEST_P(LoadBalancerFailure, DeadUplinkOfAT1CostsAShareUntilLocalRepair)
{
    BuildThreeTiers();
    ExpectAShareIsLost(Run("p0-t1-1", "p0-t2-2"), true);
}

TEST_P(LoadBalancerFailure, DeadLinkOfAT2CostsAShareUntilRemoteConvergence)
{
    BuildThreeTiers();
    ExpectAShareIsLost(Run("p0-t1-2", "p0-t2-1"), false);
}

TEST_P(LoadBalancerFailure, LosingTheLinkOfADistantT1CostsHalfUntilRemoteConvergence)
{
    BuildThreeTiers();
    const std::set<uint32_t> arrived = Run("p0-t1-2", "p0-t0-1");
    EXPECT_EQ(CountLost(arrived, 0, DEAD), 0U);
    EXPECT_NEAR(CountLost(arrived, DEAD, KNOWN), (KNOWN - DEAD) / 2.0, 100) << "two of four paths";
    EXPECT_EQ(CountLost(arrived, KNOWN, FRAMES), 0U) << "the first switch has learned of it";
}

INSTANTIATE_TEST_SUITE_P(All,
                         LoadBalancerFailure,
                         testing::ValuesIn(ListCreatable(FabricLoadBalancer::GetTypeId())),
                         [](const testing::TestParamInfo<std::string>& info) {
                             return info.param.substr(info.param.rfind(':') + 1);
                         });

} // namespace
