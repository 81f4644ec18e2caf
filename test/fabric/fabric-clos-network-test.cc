/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-test-net.h"

#include "ns3/fabric-clos-network.h"
#include "ns3/fabric-switch.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

// A network comes to life where it is touched, and is the same wherever that begins.

using namespace ns3;
using namespace mrctest;

namespace
{

using Tier = FabricSwitchPosition::Tier;

constexpr uint64_t GBPS = 1000000000;

/** @return 2 planes of 3 T0s with 4 hosts each and 2 T1s */
FabricClosSpec
SmallSpec()
{
    FabricClosSpec spec;
    spec.planes = 2;
    spec.hosts = 12;
    spec.hostsPerT0 = 4;
    spec.t1PerPlane = 2;
    spec.hostRateBps = 100 * GBPS;
    spec.fabricRateBps = 400 * GBPS;
    spec.linkDelay = Tick::Ns(500);
    spec.switchDelay = Tick::Ns(300);
    return spec;
}

/// A network with a recording owner for every host.
class FabricClosNetworkTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        fabric = nullptr;
        hosts.clear();
        Simulator::Destroy();
    }

    /**
     * @param closSpec the numbers
     * @param settings of switches and ports
     */
    void Build(const FabricClosSpec& closSpec, const FabricClosSettings& settings = {})
    {
        spec = closSpec;
        fabric = CreateObject<Fabric>();
        std::vector<FabricPortOwner*> owners;
        for (uint32_t host = 0; host < spec.hosts; ++host)
        {
            hosts.push_back(std::make_unique<RecordingOwner>(fabric));
            owners.push_back(hosts.back().get());
        }
        fabric->SetNetwork(std::make_unique<FabricClosNetwork>(*fabric, spec, settings, owners));
        network = fabric->GetNetwork();
    }

    /**
     * Send a plain frame and let it arrive.
     * @param plane plane
     * @param src sending host
     * @param dst receiving host
     * @param entropy what is hashed besides
     */
    void Send(uint32_t plane, uint32_t src, uint32_t dst, uint32_t entropy = 0)
    {
        FabricFrame* frame = MakeFrame(*fabric, 200, RdmaClass::DATA, 0);
        frame->srcHost = src;
        frame->dstHost = dst;
        frame->entropy = entropy;
        network->GetNicPort(plane, src)->Send(fabric->Now(), frame);
        Simulator::Run();
    }

    /** @return numbers of the ports that have come to life */
    std::set<uint32_t> GetAlive() const
    {
        std::set<uint32_t> ids;
        for (const FabricPort* port : fabric->GetPorts())
        {
            ids.insert(port->id);
        }
        return ids;
    }

    FabricClosSpec spec;                                ///< the numbers
    Ptr<Fabric> fabric;                                 ///< the data plane
    FabricClosNetwork* network{nullptr};                ///< its network
    std::vector<std::unique_ptr<RecordingOwner>> hosts; ///< by number
};

TEST(FabricClosSpecTest, PortsAreNumberedPlaneByPlaneHostsFirst)
{
    const FabricClosSpec spec = SmallSpec();
    EXPECT_EQ(spec.GetNPorts(), 2U * 2 * (12 + 3 * 2));
    EXPECT_EQ(spec.GetNicPortId(0, 0), 0U);
    EXPECT_EQ(spec.GetNicPortId(0, 11), 22U);
    EXPECT_EQ(spec.GetUplinkId(0, 0, 0), 24U);
    EXPECT_EQ(spec.GetUplinkId(0, 2, 1), 34U);
    EXPECT_EQ(spec.GetNicPortId(1, 0), 36U);
    EXPECT_EQ(spec.GetUplinkId(1, 1, 1), 36U + 24 + 2 * 3);
}

TEST(FabricClosSpecTest, ANumberLeadsBackToItsPlace)
{
    const FabricClosSpec spec = SmallSpec();
    for (uint32_t id = 0; id < spec.GetNPorts(); ++id)
    {
        const FabricPortPlace place = spec.Locate(id);
        const uint32_t lower = place.nicLink
                                   ? spec.GetNicPortId(place.plane, place.below)
                                   : spec.GetUplinkId(place.plane, place.below, place.above);
        EXPECT_EQ(lower + place.upper, id);
        EXPECT_LT(place.above, place.nicLink ? 3U : 2U) << id;
        EXPECT_EQ(place.nicLink ? place.below / 4 : place.above, place.above) << id;
    }
}

TEST(FabricClosSpecTest, TheLargestNetworkHasANumberForEveryPort)
{
    FabricClosSpec spec = SmallSpec();
    spec.planes = 8;
    spec.hosts = 2048 * 2048;
    spec.hostsPerT0 = 2048;
    spec.t1PerPlane = 2048;
    EXPECT_EQ(spec.GetNPorts(), 8U * 2 * 2 * 2048 * 2048);
    const FabricPortPlace last = spec.Locate(spec.GetNPorts() - 1);
    EXPECT_EQ(last.plane, 7U);
    EXPECT_EQ(last.below, 2047U);
    EXPECT_EQ(last.above, 2047U);
}

TEST_F(FabricClosNetworkTest, AFrameBringsToLifeWhatItPasses)
{
    Build(SmallSpec());
    EXPECT_TRUE(GetAlive().empty());
    EXPECT_TRUE(fabric->GetSwitches().empty());
    Send(1, 5, 11);
    EXPECT_EQ(hosts[11]->arrivals.size(), 1U);
    const std::set<uint32_t> alive = GetAlive();
    EXPECT_EQ(alive.size(), 2U * 4) << "both directions of four links";
    EXPECT_EQ(fabric->GetSwitches().size(), 3U);
    EXPECT_TRUE(alive.count(spec.GetNicPortId(1, 5)));
    EXPECT_TRUE(alive.count(spec.GetNicPortId(1, 11) + 1));
    Send(1, 5, 11);
    EXPECT_EQ(GetAlive(), alive) << "the same way again";
    Send(1, 4, 5);
    EXPECT_EQ(GetAlive().size(), alive.size() + 2) << "under one T0: a host more";
}

TEST_F(FabricClosNetworkTest, PortsAreTheSameWhicheverEndIsTouched)
{
    Build(SmallSpec());
    FabricSwitch* t1 = network->GetSwitch(Tier::T1, 1, 1);
    EXPECT_EQ(t1->GetNPorts(), 3U);
    EXPECT_EQ(t1->FindPort(2), nullptr);
    FabricPort* down = t1->GetPort(2);
    EXPECT_EQ(down->id, spec.GetUplinkId(1, 2, 1) + 1);
    EXPECT_EQ(down->index, 2U);
    EXPECT_EQ(down->peer, network->GetUplink(1, 2, 1));
    EXPECT_EQ(down->peer->index, 4U + 1);
    EXPECT_EQ(down->owner, t1);
    EXPECT_EQ(down->peer->owner, network->GetSwitch(Tier::T0, 1, 2));
    EXPECT_EQ(down->GetRateBps(), 400 * GBPS);
    EXPECT_EQ(down->GetDelay(), Tick::Ns(800));

    FabricPort* toHost = network->GetSwitch(Tier::T0, 0, 1)->GetDownPort(3);
    EXPECT_EQ(toHost->id, spec.GetNicPortId(0, 7) + 1);
    EXPECT_EQ(toHost->peer, network->GetNicPort(0, 7));
    EXPECT_EQ(toHost->peer->owner, hosts[7].get());
    EXPECT_EQ(toHost->GetRateBps(), 100 * GBPS);
    EXPECT_EQ(toHost->GetDelay(), Tick::Ns(500));
    EXPECT_EQ(toHost->peer->GetDelay(), Tick::Ns(800));
    EXPECT_EQ(fabric->GetPorts().size(), 4U);
}

TEST_F(FabricClosNetworkTest, FindsWhatLivesAndTouchesNothing)
{
    Build(SmallSpec());
    network->GetUplink(1, 0, 1);
    network->GetNicPort(1, 2);
    uint32_t found = 0;
    for (uint32_t id = 0; id < spec.GetNPorts(); ++id)
    {
        if (const FabricPort* port = network->FindPort(id))
        {
            EXPECT_EQ(port->id, id);
            ++found;
        }
    }
    EXPECT_EQ(found, 4U);
    EXPECT_EQ(fabric->GetPorts().size(), 4U);
}

TEST_F(FabricClosNetworkTest, EveryPortIsAnnouncedWhenItIsComplete)
{
    Build(SmallSpec());
    std::vector<uint32_t> announced;
    fabric->TraceConnectWithoutContext("NewPort",
                                       Callback<void, FabricPort*>([&](FabricPort* port) {
                                           EXPECT_NE(port->peer->profile, nullptr);
                                           EXPECT_EQ(port->peer->id ^ 1, port->id);
                                           announced.push_back(port->id);
                                       }));
    network->GetNicPort(0, 3);
    network->GetNicPort(0, 3);
    EXPECT_EQ(announced, (std::vector<uint32_t>{6, 7}));
}

TEST_F(FabricClosNetworkTest, SwitchesThatComeToLifeLaterKnowWhatRoutingHasLearnt)
{
    Build(SmallSpec());
    fabric->SetAttribute("RemoteConvergence", TimeValue(MicroSeconds(1)));
    fabric->SetLinkUp(network->GetUplink(0, 2, 1), false); // T1 1 lost T0 2
    Simulator::Run();
    EXPECT_EQ(fabric->GetSwitches().size(), 2U) << "the T0 of the senders is not alive";
    for (uint32_t flow = 0; flow < 50; ++flow)
    {
        Send(0, 0, 8, flow);
    }
    EXPECT_EQ(hosts[8]->arrivals.size(), 50U);
    EXPECT_EQ(network->FindPort(spec.GetUplinkId(0, 0, 1)), nullptr) << "nobody tried T1 1";
    for (uint32_t flow = 0; flow < 50; ++flow)
    {
        Send(0, 0, 4, flow);
    }
    EXPECT_NE(network->FindPort(spec.GetUplinkId(0, 0, 1)), nullptr) << "to T0 1 it is as good";
}

TEST_F(FabricClosNetworkTest, EveryPortHasTheQueuesOfItsKind)
{
    FabricClosSettings settings;
    settings.nic.dataLimitBytes = 1;
    settings.down.dataLimitBytes = 2;
    settings.core.dataLimitBytes = 3;
    Build(SmallSpec(), settings);
    const FabricPort* nic = network->GetNicPort(1, 3);
    EXPECT_EQ(nic->profile->dataLimitBytes, 1U);
    EXPECT_EQ(nic->peer->profile->dataLimitBytes, 2U);
    const FabricPort* uplink = network->GetUplink(1, 0, 1);
    EXPECT_EQ(uplink->profile->dataLimitBytes, 3U);
    EXPECT_EQ(uplink->peer->profile->dataLimitBytes, 3U);
}

TEST_F(FabricClosNetworkTest, SwitchesOfTwoPlanesHashAFlowApart)
{
    Build(SmallSpec());
    const auto choose = [this](uint32_t plane, uint32_t t0, uint32_t flow) {
        FabricFrame frame{};
        frame.encap = FabricEncap::PLAIN;
        frame.hopLimit = 64;
        frame.srcHost = 4 * t0;
        frame.dstHost = 8;
        frame.entropy = flow;
        const auto ways = network->GetSwitch(Tier::T0, plane, t0)->ListEgresses(&frame);
        return ways.at(0)->index;
    };
    uint32_t same = 0;
    for (uint32_t flow = 0; flow < 400; ++flow)
    {
        same += choose(0, 1, flow) == choose(1, 1, flow);
    }
    EXPECT_NEAR(same, 200, 40) << "two uplinks each; 4 sigma";
}

TEST_F(FabricClosNetworkTest, ALinkMayFailBeforeItsFirstFrame)
{
    Build(SmallSpec());
    fabric->SetLinkUp(network->GetNicPort(0, 3), false);
    Send(0, 0, 3);
    EXPECT_TRUE(hosts[3]->arrivals.empty());
    EXPECT_EQ(hosts[3]->linkChanges, std::vector<bool>{false});
    EXPECT_EQ(fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::EGRESS_DOWN)], 1U);
}

TEST_F(FabricClosNetworkTest, LosslessSwitchesReserveForPortsThatHaveNotComeToLife)
{
    FabricClosSettings settings;
    settings.t0Buffer.emplace();
    settings.t0Buffer->totalBytes = 10000000;
    settings.t0Buffer->maxFrameBytes = 4096;
    settings.t1Buffer = settings.t0Buffer;
    Build(SmallSpec(), settings);
    Send(0, 0, 8);
    const FabricSharedBuffer* buffer = network->GetSwitch(Tier::T0, 0, 0)->GetBuffer();
    ASSERT_NE(buffer, nullptr);
    // 1.3 us at 12.5 B/ns towards hosts, 1.6 us at 50 B/ns between switches; 1 B of rounding.
    const uint64_t nicLink = 16250 + 3 * 4096 + 84 + 1;
    const uint64_t fabricLink = 80000 + 3 * 4096 + 84 + 1;
    EXPECT_EQ(buffer->GetHeadroomBytes(3), nicLink);
    EXPECT_EQ(buffer->GetHeadroomBytes(5), fabricLink);
    EXPECT_EQ(buffer->GetPoolBytes(),
              static_cast<int64_t>(10000000 - 4 * nicLink - 2 * fabricLink));
    EXPECT_EQ(network->GetNicPort(0, 0)->peer->buffer, buffer);
    EXPECT_EQ(network->GetNicPort(0, 0)->buffer, nullptr) << "a NIC has none";
}

TEST(FabricClosNetworkDeathTest, ALosslessSwitchThatIsTooSmallIsRefusedBeforeAnythingLives)
{
    const auto build = [](bool t0) {
        Ptr<Fabric> fabric = CreateObject<Fabric>();
        FabricBufferSpec small;
        small.totalBytes = 10000;
        small.maxFrameBytes = 4096;
        FabricClosSettings settings;
        (t0 ? settings.t0Buffer : settings.t1Buffer) = small;
        FabricClosNetwork(*fabric, SmallSpec(), settings, std::vector<FabricPortOwner*>(12));
    };
    EXPECT_DEATH(build(true), "a lossless switch with 6 ports needs more than 10000 B");
    EXPECT_DEATH(build(false), "a lossless switch with 3 ports needs more than 10000 B");
}

} // namespace
