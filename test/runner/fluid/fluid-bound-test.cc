/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-rig.h"

#include <cmath>
#include <vector>

// Rates that can be computed by hand.

namespace mrcsim
{

namespace
{

using mrctest::GraphSketch;
using ns3::FabricNetwork;

/** Expect rates, in units. */
void
ExpectRates(const std::vector<double>& rates, const std::vector<double>& expected)
{
    ASSERT_EQ(rates.size(), expected.size());
    for (size_t i = 0; i < rates.size(); ++i)
    {
        EXPECT_NEAR(rates[i], expected[i], 1e-9) << "flow " << i;
    }
}

TEST(FluidBound, TwoFlowsShareTheNicOfTheirSenderOrReceiver)
{
    const Rig rig(TwoTiers(1, 8, 4));
    ExpectRates(rig.GetRates({{0, 4}, {0, 5}}), {0.5, 0.5});
    ExpectRates(rig.GetRates({{0, 4}, {1, 4}, {2, 4}}), {1.0 / 3, 1.0 / 3, 1.0 / 3});
    // The second flow is limited by the NIC of its receiver, and the first uses the rest
    ExpectRates(rig.GetRates({{0, 4}, {0, 5}, {1, 5}, {2, 5}}),
                {2.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(FluidBound, NothingIsGivenToNobody)
{
    const Rig rig(TwoTiers(1, 8, 4));
    EXPECT_TRUE(rig.bound.GetMaxMinRates(rig.capacities, {}).empty());
    EXPECT_EQ(rig.bound.GetLeastSeconds(rig.capacities, {}, {}), 0);
}

TEST(FluidBound, AllPlanesOfAHostCount)
{
    const Rig rig(TwoTiers(8, 8, 4));
    ExpectRates(rig.GetRates({{0, 4, 0, 8}}), {8});
    ExpectRates(rig.GetRates({{0, 4, 2, 3}}), {3});
}

TEST(FluidBound, AnOversubscribedT0HoldsWhatLeavesItAndNotWhatStays)
{
    const Rig rig(TwoTiers(1, 8, 2)); // 4 hosts, 2 uplinks
    ExpectRates(rig.GetRates({{0, 4}, {1, 5}, {2, 6}, {3, 7}}), {0.5, 0.5, 0.5, 0.5});
    ExpectRates(rig.GetRates({{0, 4}, {1, 5}, {2, 6}, {3, 0}}), {2.0 / 3, 2.0 / 3, 2.0 / 3, 1});
}

TEST(FluidBound, ADeadUplinkLeavesTheOthers)
{
    Rig rig(TwoTiers(1, 12, 4));
    rig.Cut("p0-t0-0", "p0-t1-3");
    const std::vector<FluidFlow> out{{0, 4}, {1, 5}, {2, 6}, {3, 7}};
    const std::vector<FluidFlow> in{{4, 0}, {5, 1}, {6, 2}, {7, 3}};
    ExpectRates(rig.GetRates(out), {0.75, 0.75, 0.75, 0.75});
    ExpectRates(rig.GetRates(in), {0.75, 0.75, 0.75, 0.75});
    // Between two T0s, the paths through T1 2 and T1 3 are down
    rig.Cut("p0-t0-1", "p0-t1-2");
    ExpectRates(rig.GetRates(out), {0.5, 0.5, 0.5, 0.5});
    // and other traffic uses the rest
    ExpectRates(rig.GetRates({{0, 4}, {1, 5}, {2, 6}, {3, 8}}), {2.0 / 3, 2.0 / 3, 2.0 / 3, 1});
    rig.capacities.Reset();
    ExpectRates(rig.GetRates(out), {1, 1, 1, 1});
}

TEST(FluidBound, ALinkThatIsDeadInOneDirectionCarriesTheOther)
{
    Rig rig(TwoTiers(1, 8, 1));
    rig.capacities.Set(rig.network->GetNames().FindPorts("p0-t0-0", "p0-t1-0").front(), 0);
    ExpectRates(rig.GetRates({{0, 4}, {4, 0}}), {0, 1});
}

TEST(FluidBound, APlaneCountsIfBothNicPortsAreUp)
{
    Rig rig(TwoTiers(8, 8, 4));
    rig.Cut("h0", "p3-t0-0");
    ExpectRates(rig.GetRates({{0, 4, 0, 8}, {1, 5, 0, 8}}), {7, 8});
    rig.Cut("h4", "p5-t0-1");
    ExpectRates(rig.GetRates({{0, 4, 0, 8}, {1, 5, 0, 8}}), {6, 8});
    // Two flows of a host, with six and seven planes; together seven
    ExpectRates(rig.GetRates({{0, 4, 0, 8}, {0, 5, 0, 8}}), {3.5, 3.5});
    ExpectRates(rig.GetRates({{0, 4, 3, 1}}), {0});
}

TEST(FluidBound, AFlowOfOnePlaneLeavesTheOthersToThoseThatMayUseThem)
{
    const Rig rig(TwoTiers(4, 8, 4));
    ExpectRates(rig.GetRates({{0, 4, 1, 1}, {0, 5, 0, 4}}), {1, 3});
    ExpectRates(rig.GetRates({{0, 4, 1, 1}, {0, 5, 1, 1}, {0, 6, 0, 4}}), {0.5, 0.5, 3});
    // Planes 0 and 1, 1 and 2: three planes for both, two for each
    ExpectRates(rig.GetRates({{0, 4, 0, 2}, {0, 5, 1, 2}, {0, 6, 2, 1}}), {1, 1, 1});
}

TEST(FluidBound, WhatIsThinInEachPlaneAddsUpByPlane)
{
    // In plane 0 one of four uplinks is left, in plane 1 the NIC's port has half its rate
    Rig rig(TwoTiers(2, 8, 4));
    for (const char* t1 : {"p0-t1-1", "p0-t1-2", "p0-t1-3"})
    {
        rig.Cut("p0-t0-0", t1);
    }
    const uint32_t uplink = rig.network->GetNames().FindPorts("p0-t0-0", "p0-t1-0").front();
    rig.capacities.Set(uplink, UNIT / 4.0);
    const uint32_t nic = FabricNetwork::GetLowerPort(rig.network->GetNicLink(0, 1));
    rig.capacities.Set(nic, UNIT / 2.0);
    ExpectRates(rig.GetRates({{0, 4, 0, 2}}), {0.75});
    ExpectRates(rig.GetRates({{0, 4, 0, 2}, {0, 5, 0, 2}}), {0.375, 0.375});
    ExpectRates(rig.GetRates({{0, 4, 0, 2}, {0, 1, 0, 2}}), {0.75, 0.75});
}

TEST(FluidBound, ParallelLinksAreOne)
{
    Rig rig(TwoTiers(1, 8, 1, 3));
    const std::vector<FluidFlow> flows{{0, 4}, {1, 5}, {2, 6}, {3, 7}};
    ExpectRates(rig.GetRates(flows), {0.75, 0.75, 0.75, 0.75});
    rig.capacities.Set(rig.network->GetNames().FindPorts("p0-t0-0", "p0-t1-0")[1], 0);
    ExpectRates(rig.GetRates(flows), {0.5, 0.5, 0.5, 0.5});
}

TEST(FluidBound, ASwitchThatForwardsNothingIsMissing)
{
    Rig rig(TwoTiers(2, 8, 4));
    rig.capacities.StopSwitch(*rig.network->GetNames().FindSwitch("p0-t1-2"));
    ExpectRates(rig.GetRates({{0, 4, 0, 2}, {1, 5, 0, 2}, {2, 6, 0, 2}, {3, 7, 0, 2}}),
                {1.75, 1.75, 1.75, 1.75});
    rig.capacities.StopSwitch(*rig.network->GetNames().FindSwitch("p1-t0-0"));
    ExpectRates(rig.GetRates({{0, 4, 0, 2}, {0, 4, 1, 1}, {4, 5, 0, 2}}), {1, 0, 2});
}

TEST(FluidBound, PodsShareTheirUplinks)
{
    Rig rig(ThreeTiers());
    // Within the pod, the T0's two uplinks; beyond it, the two of the pod
    ExpectRates(rig.GetRates({{0, 4}, {1, 5}, {2, 6}, {3, 7}}), {0.5, 0.5, 0.5, 0.5});
    ExpectRates(rig.GetRates({{0, 8}, {1, 9}, {4, 16}, {5, 17}}), {0.5, 0.5, 0.5, 0.5});
    ExpectRates(rig.GetRates({{0, 8}, {4, 9}, {16, 10}, {20, 11}}), {0.5, 0.5, 0.5, 0.5});
    // In pod 0 the uplink of T1 0 is down, in pod 1 that of T1 1, so no path is left between them
    rig.Cut("p0-t1-0", "p0-t2-0");
    ExpectRates(rig.GetRates({{0, 8}, {1, 16}, {2, 4}}), {1.0 / 2, 1.0 / 2, 1});
    rig.Cut("p0-t1-3", "p0-t2-1");
    ExpectRates(rig.GetRates({{0, 8}, {1, 16}, {2, 4}}), {0, 1, 1});
}

TEST(FluidBound, AParkingLotHoldsTheLongFlow)
{
    // a - b - c: one flow over both links, one over each
    GraphSketch sketch;
    sketch.Hosts({"h0", "h1", "h2", "h3"}).Switches({"a", "b", "c"});
    sketch.Join("h0", "a").Join("h1", "b").Join("h2", "c").Join("h3", "c");
    sketch.Join("a", "b").Join("b", "c", 0, 3 * UNIT / 2);
    const Rig rig(sketch);
    ExpectRates(rig.GetRates({{0, 2}, {0, 1}, {1, 3}}), {0.5, 0.5, 1});
}

TEST(FluidBound, TransitSharesALinkThatNobodyCanAvoid)
{
    // h0 and h1 to h2 and h3, all over b - c, without a host at either end
    GraphSketch sketch;
    sketch.Hosts({"h0", "h1", "h2", "h3"}).Switches({"a", "a2", "b", "c", "d", "d2"});
    sketch.Join("h0", "a").Join("h1", "a2").Join("h2", "d").Join("h3", "d2");
    sketch.Join("a", "b").Join("a2", "b").Join("b", "c").Join("c", "d").Join("c", "d2");
    Rig rig(sketch);
    ExpectRates(rig.GetRates({{0, 2}, {1, 3}, {2, 0}}), {0.5, 0.5, 1});
    rig.Cut("b", "c");
    ExpectRates(rig.GetRates({{0, 2}, {1, 3}, {2, 0}}), {0, 0, 0});
}

TEST(FluidBound, OfAGraphOnlyShortestPathsCount)
{
    mrctest::GraphSketch ring = mrctest::MakeRing(5);
    Rig rig(ring);
    ExpectRates(rig.GetRates({{0, 1}, {0, 4}}), {0.5, 0.5});
    rig.Cut("s0", "s1");
    ExpectRates(rig.GetRates({{0, 1}, {0, 4}}), {0, 1});
}

TEST(FluidBound, BetweenTwoSwitchesOfAGraphTheLargestFlowPasses)
{
    // Two paths of two steps; the first step of one and the second step of the other are narrow
    GraphSketch sketch;
    sketch.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d"});
    sketch.Join("h0", "a").Join("h1", "d");
    sketch.Join("a", "b", 0, UNIT / 4).Join("b", "d").Join("a", "c").Join("c", "d", 0, UNIT / 2);
    const Rig rig(sketch);
    ExpectRates(rig.GetRates({{0, 1}, {1, 0}}), {0.75, 0.75});
}

TEST(FluidBound, PathsOfAGraphThatEndAtADeadLinkDoNotCount)
{
    // h0 has two paths to d, h1 has one of them
    GraphSketch sketch;
    sketch.Hosts({"h0", "h1", "h2", "h3"}).Switches({"a", "b", "c", "d", "e"});
    sketch.Join("h0", "a").Join("h1", "e").Join("h2", "d").Join("h3", "d");
    sketch.Join("a", "b").Join("a", "c").Join("b", "d").Join("c", "d").Join("e", "c");
    Rig rig(sketch);
    ExpectRates(rig.GetRates({{0, 2}, {1, 3}}), {1, 1});
    rig.Cut("a", "b");
    ExpectRates(rig.GetRates({{0, 2}, {1, 3}}), {0.5, 0.5});
}

TEST(FluidBound, PlanesOfAGraphAddUp)
{
    GraphSketch sketch;
    sketch.Hosts({"h0", "h1", "h2", "h3"}).Switches({"a", "b", "c"});
    for (const char* host : {"h0", "h1"})
    {
        sketch.Join(host, "a", 0).Join(host, "c", 1);
    }
    for (const char* host : {"h2", "h3"})
    {
        sketch.Join(host, "b", 0).Join(host, "c", 1);
    }
    sketch.Join("a", "b", 0, UNIT / 2); // plane 1 is one switch
    Rig rig(sketch);
    ExpectRates(rig.GetRates({{0, 2, 0, 2}, {1, 3, 0, 2}}), {1.25, 1.25});
    // The second flow uses all of plane 0, so the first one is best in plane 1
    ExpectRates(rig.GetRates({{0, 2, 0, 2}, {1, 3, 0, 1}}), {1, 0.5});
    rig.Cut("a", "b");
    ExpectRates(rig.GetRates({{0, 2, 0, 2}, {1, 3, 0, 1}}), {1, 0});
}

TEST(FluidBound, AJobTakesTheTimeOfItsFullestCut)
{
    Rig rig(TwoTiers(2, 8, 2));
    const double second = UNIT / 8.0; // bytes that a port sends in one second
    // Two senders with uplinks for each; then four, which share them
    EXPECT_DOUBLE_EQ(rig.bound.GetLeastSeconds(rig.capacities,
                                               {{0, 4, 0, 2}, {1, 5, 0, 2}},
                                               {second, 4 * second}),
                     2);
    EXPECT_DOUBLE_EQ(
        rig.bound.GetLeastSeconds(rig.capacities,
                                  {{0, 4, 0, 2}, {1, 5, 0, 2}, {2, 6, 0, 2}, {3, 7, 0, 2}},
                                  {second, second, 4 * second, 2 * second}),
        2);
    EXPECT_DOUBLE_EQ(
        rig.bound.GetLeastSeconds(rig.capacities,
                                  {{0, 4, 0, 2}, {1, 5, 0, 2}, {2, 6, 0, 2}, {3, 7, 0, 2}},
                                  {3 * second, 3 * second, 3 * second, 3 * second}),
        3);
    rig.capacities.StopSwitch(0);
    EXPECT_EQ(rig.bound.GetLeastSeconds(rig.capacities, {{0, 4, 0, 1}}, {0}), 0);
    EXPECT_TRUE(std::isinf(rig.bound.GetLeastSeconds(rig.capacities, {{0, 4, 0, 1}}, {second})));
}

TEST(FluidBoundDeathTest, RefusesFlowsThatCannotBe)
{
    const Rig rig(TwoTiers(2, 8, 2));
    EXPECT_DEATH(rig.GetRates({{0, 0}}), "flow from host 0 to 0");
    EXPECT_DEATH(rig.GetRates({{0, 8}}), "flow from host 0 to 8");
    EXPECT_DEATH(rig.GetRates({{0, 4, 1, 2}}), "flow over 2 planes from 1");
    EXPECT_DEATH(rig.GetRates({{0, 4, 0, 0}}), "flow over 0 planes");
    EXPECT_DEATH(rig.bound.GetLeastSeconds(rig.capacities, {{0, 4}}, {}), "0 numbers of bytes");
}

TEST(FluidCapacities, RefusesWhatIsNotThere)
{
    Rig rig(TwoTiers(1, 8, 2));
    EXPECT_DEATH(rig.capacities.Set(rig.network->GetNPorts(), 0), "port ");
    EXPECT_DEATH(rig.capacities.Set(0, -1), "port 0 carries -1");
}

} // namespace

} // namespace mrcsim
