/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fabric/fabric-test-net.h"

#include "ns3/mrc-ev.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

/// A cluster of 12 hosts under 3 T0s, 4 T1s and 2 planes, and the paths of single frames through
/// it.
class MrcRoutingPathsTest : public testing::Test
{
  protected:
    /// Ids of the egress ports of a frame, in order.
    using Way = std::vector<uint32_t>;

    /**
     * @param routing attribute Routing of the transport
     */
    void Build(const char* routing)
    {
        clos.planes = 2;
        clos.hosts = 12;
        clos.hostsPerT0 = 4;
        clos.t1PerPlane = 4;
        clos.hostRateBps = clos.fabricRateBps = 100000000000;
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetSwitches(switches);
        helper.SetTransport(
            CreateObjectWithAttributes<MrcQpFactory>("Routing", StringValue(routing)));
        cluster = helper.Build();
        encap = std::string(routing) == "srv6" ? FabricEncap::SRV6 : FabricEncap::PLAIN;
    }

    void TearDown() override
    {
        Simulator::Destroy();
    }

    /**
     * Send a frame and record its path.
     * @param src sending host
     * @param dst receiving host
     * @param ev entropy value
     * @return its path
     */
    Way Follow(uint32_t src, uint32_t dst, uint32_t ev)
    {
        const Ptr<Fabric> fabric = cluster->GetFabric();
        FabricFrame* frame = MakeFrame(*fabric, 200, RdmaClass::DATA, 0);
        frame->srcHost = src;
        frame->dstHost = dst;
        frame->entropy = ev;
        frame->plane = static_cast<uint8_t>(MrcEv::Plane(ev));
        frame->encap = encap;
        if (encap == FabricEncap::SRV6)
        {
            const Srv6Carrier to = ApplyMrcEv(MakeSrv6PathTemplate(src / 4, dst / 4, dst % 4), ev);
            frame->sidHi = to.hi;
            frame->sidLo = to.lo;
        }
        std::map<uint32_t, uint64_t> before;
        for (FabricPort* port : fabric->GetPorts())
        {
            before[port->id] = port->GetStats().txFrames;
        }
        cluster->GetNic(src)->GetPort(frame->plane)->Send(fabric->Now(), frame);
        Simulator::Run();
        Way way;
        for (FabricPort* port : fabric->GetPorts())
        {
            if (port->GetStats().txFrames > before[port->id])
            {
                way.push_back(port->id);
            }
        }
        std::sort(way.begin(), way.end());
        return way;
    }

    FabricClosSpec clos;                                                          ///< the network
    Ptr<FabricSwitchParameters> switches{CreateObject<FabricSwitchParameters>()}; ///< its switches
    Ptr<RdmaCluster> cluster;               ///< the same, built
    FabricEncap encap = FabricEncap::PLAIN; ///< header stack of its frames
};

TEST_F(MrcRoutingPathsTest, EveryEvNamesTheSameSwitchesForSrv6AndStructured)
{
    std::vector<Way> ways[2];
    const char* const modes[] = {"srv6", "structured"};
    for (int m = 0; m < 2; ++m)
    {
        Build(modes[m]);
        for (uint32_t plane = 0; plane < 2; ++plane)
        {
            for (uint32_t uplink = 0; uplink < 4; ++uplink)
            {
                for (const uint32_t dst : {1U, 6U, 11U})
                {
                    ways[m].push_back(Follow(2, dst, MrcEv::Pack(plane, uplink)));
                    EXPECT_EQ(ways[m].back().size(), dst == 1 ? 2U : 4U) << modes[m];
                }
            }
        }
        cluster->Dispose();
    }
    EXPECT_EQ(ways[0], ways[1]);
    EXPECT_NE(ways[1][1], ways[1][4]) << "another uplink is another path";
}

TEST_F(MrcRoutingPathsTest, StructuredReadsItsFieldOfTheEvAndNothingElse)
{
    Build("structured");
    EXPECT_EQ(Follow(0, 9, MrcEv::Pack(1, 3)), Follow(0, 9, 0xABCD0000 | MrcEv::Pack(1, 3)));
    EXPECT_EQ(Follow(0, 9, MrcEv::Pack(0, 4)).size(), 1U) << "there is no uplink 4";
    EXPECT_EQ(Follow(0, 1, MrcEv::Pack(0, 4)).size(), 2U) << "under one T0 no uplink is used";
}

TEST_F(MrcRoutingPathsTest, StructuredFieldIsWhereTheFormatOfTheEvsHasIt)
{
    switches->SetAttribute("EvFieldShift", UintegerValue(24));
    switches->SetAttribute("EvFieldBits", UintegerValue(2));
    Build("structured");
    const Way third = Follow(0, 9, 0x03000000);
    EXPECT_EQ(third.size(), 4U);
    EXPECT_EQ(
        std::count(third.begin(), third.end(), RdmaClusterHelper::GetUplink(cluster, 0, 0, 3)->id),
        1);
    EXPECT_EQ(Follow(0, 9, 0xFF000ABC), third) << "other bits do not matter";
    EXPECT_NE(Follow(0, 9, 0x01000000), third);
}

TEST_F(MrcRoutingPathsTest, StructuredNeverAvoidsADeadUplink)
{
    Build("structured");
    const Ptr<Fabric> fabric = cluster->GetFabric();
    fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(1)));
    fabric->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, 2), false);
    Simulator::Run(); // until LocalRepair is over
    EXPECT_EQ(Follow(0, 9, MrcEv::Pack(0, 2)).size(), 1U) << "sent to the T0, which drops it";
    EXPECT_EQ(Follow(0, 9, MrcEv::Pack(0, 1)).size(), 4U);
}

TEST_F(MrcRoutingPathsTest, BaseRttIsThatOfTheHeadersInUse)
{
    Build("srv6");
    const RdmaTick srv6 = cluster->GetBaseRtt();
    cluster->Dispose();
    for (const char* routing : {"structured", "ecmp"})
    {
        Build(routing);
        // Data and SACK, 40 B less on 4 links each, at 80 ps per byte.
        EXPECT_EQ(srv6 - cluster->GetBaseRtt(), RdmaTick::Ps(2 * 4 * 40 * 80)) << routing;
        cluster->Dispose();
    }
}

TEST_F(MrcRoutingPathsTest, EcmpSpreadsEvsOverAllUplinksAndAvoidsADeadOneOnceItKnows)
{
    Build("ecmp");
    const Ptr<Fabric> fabric = cluster->GetFabric();
    fabric->SetAttribute("LocalRepair", TimeValue(MicroSeconds(1)));
    FabricPort* dead = RdmaClusterHelper::GetUplink(cluster, 0, 0, 2);
    const auto sent = [&] { return dead->GetStats().txFrames; };
    for (uint32_t value = 0; value < 200; ++value)
    {
        Follow(0, 9, MrcEv::Pack(0, value * 20));
    }
    EXPECT_NEAR(static_cast<double>(sent()), 50, 20);
    fabric->SetLinkUp(dead, false);
    Simulator::Run(); // until LocalRepair is over
    for (uint32_t value = 0; value < 200; ++value)
    {
        EXPECT_EQ(Follow(0, 9, MrcEv::Pack(0, value * 20)).size(), 4U);
    }
}

} // namespace
