/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../policy/creatable-types.h"
#include "plant-rig.h"

#include "ns3/fabric-load-balancer.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

// A link dies under every load balancer: what is lost until routing knows, and that nothing is
// lost afterwards.

using namespace ns3;
using namespace mrctest;

namespace
{

/// A flow of its own starts every microsecond, with one frame.
constexpr uint32_t FRAMES = 4000;
/// When the link dies, in frames.
constexpr uint32_t DEAD = 1000;
/// When routing knows, in frames.
constexpr uint32_t KNOWN = 3000;

/// Two T0s with two hosts each, and four T1s.
class LoadBalancerFailure : public PlantRig, public testing::WithParamInterface<std::string>
{
  protected:
    /**
     * Send from host 0 to host 2, while the link between a T0 and T1 number 1 dies for good.
     * @param t0 which T0
     * @return numbers of the frames that arrived
     */
    std::set<uint32_t> Run(uint32_t t0)
    {
        Build();
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            Simulator::Schedule(MicroSeconds(i), [this, i] {
                FabricFrame* frame = MakeFrame(*fabric, 1000, RdmaClass::DATA, i);
                frame->dstHost = 2;
                frame->entropy = i;
                plant->GetNicPort(0, 0)->Send(fabric->Now(), frame);
            });
        }
        // Half a step early: frames take a little while to the switch.
        Simulator::Schedule(NanoSeconds(1000 * DEAD - 500),
                            [this, t0] { fabric->SetLinkUp(GetUplink(0, t0, 1), false); });
        Simulator::Run();
        std::set<uint32_t> arrived;
        for (const Arrival& arrival : hosts[2]->arrivals)
        {
            arrived.insert(arrival.frame.pdu.destQpn);
        }
        return arrived;
    }

    /** Make the network. */
    void Build()
    {
        FabricClosSpec spec;
        spec.hosts = 4;
        spec.hostsPerT0 = 2;
        spec.t1PerPlane = 4;
        spec.hostRateBps = spec.fabricRateBps = 100'000'000'000;
        TestPlant settings;
        settings.Set("LoadBalancing", TypeIdValue(TypeId::LookupByName(GetParam())));
        PlantRig::Build(spec, settings);
        fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(KNOWN - DEAD)));
        fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(KNOWN - DEAD)));
    }

    /**
     * @param arrived numbers of frames
     * @param from first number
     * @param to one behind the last
     * @return how many of them are missing
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
    const std::set<uint32_t> arrived = Run(0);
    EXPECT_EQ(CountLost(arrived, 0, DEAD), 0U);
    // A quarter, but for the balancer that looks at its ports.
    const double expected = GetParam() == "ns3::FabricAdaptiveBalancer" ? 0 : (KNOWN - DEAD) / 4.0;
    EXPECT_NEAR(CountLost(arrived, DEAD, KNOWN), expected, 80 * (expected > 0));
    EXPECT_EQ(CountLost(arrived, KNOWN, FRAMES), 0U);
}

TEST_P(LoadBalancerFailure, DistantDeadLinkCostsAShareUntilRemoteConvergence)
{
    const std::set<uint32_t> arrived = Run(1);
    EXPECT_EQ(CountLost(arrived, 0, DEAD), 0U);
    EXPECT_NEAR(CountLost(arrived, DEAD, KNOWN), (KNOWN - DEAD) / 4.0, 80)
        << "nobody sees what happens behind the next switch";
    EXPECT_EQ(CountLost(arrived, KNOWN, FRAMES), 0U);
}

INSTANTIATE_TEST_SUITE_P(All,
                         LoadBalancerFailure,
                         testing::ValuesIn(ListCreatable(FabricLoadBalancer::GetTypeId())),
                         [](const testing::TestParamInfo<std::string>& info) {
                             return info.param.substr(info.param.rfind(':') + 1);
                         });

} // namespace
