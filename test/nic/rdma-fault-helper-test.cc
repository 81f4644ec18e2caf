/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-loss.h"
#include "ns3/fabric-switch.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

// Begins, ends and references of the fault helper.

using namespace ns3;

TEST(RdmaFaultHelperTest, APortThatStaysOffKeepsItsNicAliveNoLongerThanItsCluster)
{
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), 2));
    helper.SetTransport(CreateObject<MrcQpFactory>());
    Ptr<RdmaCluster> cluster = helper.Build();
    const Ptr<RdmaNic> nic = cluster->GetNic(0);
    const auto owners = nic->GetReferenceCount();
    RdmaFaultHelper(cluster).PortOff(0, 1, MicroSeconds(1));
    Simulator::Stop(MicroSeconds(2));
    Simulator::Run();
    EXPECT_FALSE(nic->IsPortUp(1));
    const auto held = cluster->GetFabric()->GetFaults().ListHeld();
    ASSERT_EQ(held.size(), 1U);
    EXPECT_EQ(NameFabricFault(cluster->GetNetwork().GetNames(), held[0]), "h0--p0-t0-0");
    EXPECT_EQ(nic->GetReferenceCount(), owners) << "the fabric of a NIC owns none";
    cluster->Dispose();
    Simulator::Destroy();
}

namespace
{

/**
 * @param at time from which links flap at random
 * @return microseconds since then at which links are dark
 */
std::vector<int64_t>
FindDarkTimes(Time at)
{
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), 2));
    helper.SetTransport(CreateObject<MrcQpFactory>());
    const Ptr<RdmaCluster> cluster = helper.Build();
    RdmaFaultHelper faults(cluster);
    faults.AssignStreams(7);
    faults.RandomFlaps({0, 1, 2}, 1e4, MicroSeconds(3), at, MilliSeconds(1));
    std::vector<int64_t> dark;
    for (int64_t us = 0; us < 3000; ++us)
    {
        Simulator::Schedule(MicroSeconds(us), [cluster, at, us, &dark] {
            if (!cluster->GetFabric()->GetFaults().ListHeld().empty())
            {
                dark.push_back(us - at.GetMicroSeconds());
            }
        });
    }
    Simulator::Run();
    cluster->Dispose();
    Simulator::Destroy();
    return dark;
}

} // namespace

TEST(RdmaFaultHelperTest, RandomFlapsFollowTheirBegin)
{
    const auto dark = FindDarkTimes(Seconds(0));
    EXPECT_GT(dark.size(), 30U);
    EXPECT_LT(dark.back(), 1004);
    EXPECT_EQ(FindDarkTimes(MicroSeconds(1500)), dark);
}

namespace
{

/// A fault of the helper in a network of four hosts with 500 ns links of 100 Gb/s.
struct HelpedFault
{
    const char* name; ///< its method
    /// begins it at a time for a duration, at the port of host 0 and its T0
    std::function<void(const RdmaFaultHelper&, FabricPort*, FabricSwitch*, Time, Time)> begin;
    std::map<std::string, int> held; ///< number of faults while it holds, by kind and object
    bool up{true};                   ///< state of the port meanwhile
    int gbps{100};                   ///< rate of the port meanwhile
    int delayNs{500};                ///< delay of the port meanwhile
};

/** @return number of active faults by kind and object */
std::map<std::string, int>
CountHeld(const RdmaCluster& cluster)
{
    std::map<std::string, int> held;
    for (const auto& fault : cluster.GetFabric()->GetFaults().ListHeld())
    {
        ++held[std::to_string(static_cast<int>(fault.kind)) + " " +
               NameFabricFault(cluster.GetNetwork().GetNames(), fault)];
    }
    return held;
}

/** Show the name of a fault in messages. */
void
PrintTo(const HelpedFault& fault, std::ostream* os)
{
    *os << fault.name;
}

class HelpedFaults : public testing::TestWithParam<HelpedFault>
{
};

TEST_P(HelpedFaults, HoldFromTheirBeginForTheirDuration)
{
    const HelpedFault& fault = GetParam();
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(1, RdmaTick::Ns(500)));
    helper.SetTransport(CreateObject<MrcQpFactory>());
    const Ptr<RdmaCluster> cluster = helper.Build();
    FabricPort* port = cluster->GetNic(0)->GetPort(0);
    auto* t0 = dynamic_cast<FabricSwitch*>(port->peer->owner);
    ASSERT_NE(t0, nullptr);
    const RdmaFaultHelper faults(cluster);
    Simulator::Schedule(MicroSeconds(1),
                        [&] { fault.begin(faults, port, t0, MicroSeconds(5), MicroSeconds(3)); });
    const std::map<std::string, int> none;
    for (const auto& [us, holds] :
         std::map<int, bool>{{4, false}, {6, true}, {7, true}, {9, false}})
    {
        Simulator::Schedule(MicroSeconds(us), [&, us = us, holds = holds] {
            SCOPED_TRACE(us);
            EXPECT_EQ(CountHeld(*cluster), holds ? fault.held : none);
            EXPECT_EQ(port->GetTxTime(1000).GetPs(), 8000000 / (holds ? fault.gbps : 100));
            EXPECT_EQ(port->GetDelay(), RdmaTick::Ns(holds ? fault.delayNs : 500));
            EXPECT_EQ(port->IsUp(), !holds || fault.up);
        });
    }
    Simulator::Run();
    cluster->Dispose();
    Simulator::Destroy();
}

INSTANTIATE_TEST_SUITE_P(
    All,
    HelpedFaults,
    testing::Values(
        HelpedFault{"LinkDown",
                    [](auto& f, auto* port, auto*, Time at, Time d) { f.LinkDown(port, at, d); },
                    {{"0 h0--p0-t0-0", 1}},
                    false},
        HelpedFault{"LinkUp",
                    [](auto& f, auto* port, auto*, Time at, Time d) {
                        f.LinkDown(port, at);
                        f.LinkUp(port, at + d);
                    },
                    {{"0 h0--p0-t0-0", 1}},
                    false},
        HelpedFault{"LinkLoss",
                    [](auto& f, auto* port, auto*, Time at, Time d) {
                        f.LinkLoss(
                            port,
                            [] { return std::make_unique<FabricBernoulliLoss>(1); },
                            at,
                            d);
                    },
                    {{"1 h0--p0-t0-0", 1}}},
        HelpedFault{"LinkRate",
                    [](auto& f, auto* port, auto*, Time at, Time d) {
                        f.LinkRate(port, 10000000000, at, d);
                    },
                    {{"2 h0--p0-t0-0", 1}},
                    true,
                    10},
        HelpedFault{"LinkDelay",
                    [](auto& f, auto* port, auto*, Time at, Time d) {
                        f.LinkDelay(port, NanoSeconds(40), at, d);
                    },
                    {{"3 h0--p0-t0-0", 1}},
                    true,
                    100,
                    540},
        HelpedFault{"SwitchDown",
                    [](auto& f, auto*, auto* sw, Time at, Time d) { f.SwitchDown(sw, at, d); },
                    {{"0 p0-t0-0", 3}, {"4 p0-t0-0", 1}},
                    false},
        HelpedFault{"SwitchSilent",
                    [](auto& f, auto*, auto* sw, Time at, Time d) { f.SwitchSilent(sw, at, d); },
                    {{"4 p0-t0-0", 1}}},
        HelpedFault{"SwitchReboot",
                    [](auto& f, auto*, auto* sw, Time at, Time d) {
                        f.SwitchSilent(sw, at - NanoSeconds(1));
                        f.SwitchReboot(sw, at, d);
                    },
                    {{"0 p0-t0-0", 3}, {"4 p0-t0-0", 1}},
                    false},
        HelpedFault{"PortOff",
                    [](auto& f, auto*, auto*, Time at, Time d) { f.PortOff(0, 1, at, d); },
                    {{"5 h0--p0-t0-0", 1}}},
        HelpedFault{"TransceiverGlitch",
                    [](auto& f, auto* port, auto* sw, Time at, Time) {
                        f.TransceiverGlitch({port, sw->GetPort(1)},
                                            at,
                                            NanoSeconds(2500),
                                            NanoSeconds(500),
                                            MicroSeconds(3),
                                            1);
                    },
                    {{"0 h0--p0-t0-0", 1}, {"0 h1--p0-t0-0", 1}},
                    false},
        HelpedFault{"LinkFlap",
                    [](auto& f, auto* port, auto*, Time at, Time) {
                        f.LinkFlap(port, at, NanoSeconds(1200), NanoSeconds(1500), 2);
                    },
                    {{"0 h0--p0-t0-0", 1}},
                    false}),
    [](const auto& info) { return std::string(info.param.name); });

} // namespace
