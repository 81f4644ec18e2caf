/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/capacity-traffic.h"
#include "capacity/tiered-cuts.h"
#include "capacity/tiered-faults.h"
#include "fluid/fluid-bound.h"
#include "fluid/fluid-clos-shape.h"
#include "tiered-rig.h"

#include "ns3/fabric-clos.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>

// Remaining capacity after faults: equal to the fluid bound of FabricClos if there is such a
// network.

namespace mrcsim
{

namespace
{

using ns3::FabricNetwork;

/** @return the same network as a FabricClosSpec; parallel links in the top tier only with two */
ns3::FabricClosSpec
ToClos(const TieredShape& shape)
{
    const auto& levels = shape.GetLevels();
    ns3::FabricClosSpec spec;
    spec.planes = shape.GetSpec().planes;
    spec.hosts = shape.GetSpec().nics;
    spec.hostsPerT0 = shape.GetNicsPerT0();
    spec.hostRateBps = spec.fabricRateBps = spec.coreRateBps = shape.GetPortBps();
    if (levels.size() == 1)
    {
        spec.t1PerPlane = levels[0].ups;
        spec.parallelLinks = levels[0].parallel;
        return spec;
    }
    spec.t0PerPod = levels[1].children;
    spec.t1PerPod = levels[0].ups;
    spec.t2PerPlane = levels[0].ups * levels[1].ups;
    return spec;
}

/// A network twice: as arithmetic, and as a FabricClos.
class Twins
{
  public:
    /// @param spec specification of the network
    explicit Twins(const TieredSpec& spec)
        : shape(spec),
          links(shape),
          clos(ns3::Create<const ns3::FabricClos>(ToClos(shape))),
          capacities(*clos)
    {
    }

    /** A link of a T0 fails. */
    void FailUplink(uint32_t plane, uint32_t t0, uint32_t uplink)
    {
        const auto& level = shape.GetLevels()[0];
        links.FailLink(0,
                       (plane * level.blocks + t0) * uint64_t{level.ups} + uplink / level.parallel);
        Cut(clos->GetUplink(plane, t0, uplink));
    }

    /** A link of a T1 to a T2 fails. */
    void FailCoreLink(uint32_t plane, uint32_t t1, uint32_t uplink)
    {
        const auto& level = shape.GetLevels()[1];
        const uint64_t ofPlane = uint64_t{level.blocks} * level.positions;
        links.FailLink(1, (plane * ofPlane + t1) * level.ups + uplink);
        const uint32_t sw = *clos->FindSwitch({ns3::FabricSwitchPosition::Tier::T1, plane, t1});
        Cut(clos->GetSwitchLink(sw, level.children + uplink));
    }

    /** A link of a NIC fails. */
    void FailNicLink(uint32_t nic, uint32_t plane)
    {
        links.FailNicLink(nic, plane);
        Cut(clos->GetNicLink(nic, plane));
    }

    /** A switch fails. */
    void FailSwitch(const TieredSwitch& sw)
    {
        using Tier = ns3::FabricSwitchPosition::Tier;
        links.FailSwitch(sw);
        const auto tier = sw.tier == 0 ? Tier::T0 : sw.tier == 1 ? Tier::T1 : Tier::T2;
        const uint32_t positions = sw.tier == 1 ? shape.GetLevels()[0].ups : 1;
        const uint32_t index = sw.block * positions + sw.position;
        capacities.StopSwitch(*clos->FindSwitch({tier, sw.plane, index}));
    }

    /** Draw faults of links, NICs and switches, from very few to many. */
    void FailSome(std::mt19937& dice)
    {
        const auto& levels = shape.GetLevels();
        const auto draw = [&dice](uint64_t below) { return static_cast<uint32_t>(dice() % below); };
        const uint32_t planes = shape.GetSpec().planes;
        const uint32_t uplinks = planes * levels[0].blocks * levels[0].ups;
        for (uint32_t n = draw(uplinks / 2); n > 0; --n)
        {
            FailOnce(draw(planes), draw(levels[0].blocks), draw(levels[0].ups));
        }
        for (uint32_t n = draw(shape.GetSpec().nics * planes / 4); n > 0; --n)
        {
            FailNicLink(draw(shape.GetSpec().nics), draw(planes));
        }
        for (uint32_t n = levels.size() > 1 ? draw(uplinks / 2) : 0; n > 0; --n)
        {
            FailCoreLink(draw(planes),
                         draw(uint64_t{levels[1].blocks} * levels[1].positions),
                         draw(levels[1].ups));
        }
        for (uint32_t n = draw(3); n > 0; --n)
        {
            FailSwitch(links.GetSwitch(draw(shape.GetNSwitches())));
        }
        Isolate(draw(planes), draw(levels[0].blocks));
    }

    const TieredShape shape;              ///< network
    TieredLinks links;                    ///< its working links
    ns3::Ptr<const ns3::FabricClos> clos; ///< the same network
    FluidCapacities capacities;           ///< its capacities

  private:
    /** Fail the first of the parallel links of a T0 to a T1, unless it has failed. */
    void FailOnce(uint32_t plane, uint32_t t0, uint32_t t1)
    {
        const uint32_t uplink = t1 * shape.GetLevels()[0].parallel;
        if (capacities.Get(FabricNetwork::GetLowerPort(clos->GetUplink(plane, t0, uplink))) > 0)
        {
            FailUplink(plane, t0, uplink);
        }
    }

    /** Cut all uplinks of a T0. */
    void Isolate(uint32_t plane, uint32_t t0)
    {
        for (uint32_t uplink = 0; uplink < shape.GetLevels()[0].ups; ++uplink)
        {
            for (uint32_t i = 0; i < shape.GetLevels()[0].parallel; ++i)
            {
                FailUplink(plane, t0, uplink * shape.GetLevels()[0].parallel + i);
            }
        }
    }

    /** Set the capacity of a link to 0. */
    void Cut(uint32_t link)
    {
        capacities.Set(FabricNetwork::GetLowerPort(link), 0);
        capacities.Set(FabricNetwork::GetUpperPort(link), 0);
    }
};

/** Expect equal rates for random faults. */
void
ExpectSameRates(const TieredSpec& spec, const CapacityTraffic& traffic)
{
    uint32_t held = 0;
    for (uint32_t seed = 1; seed <= 40; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 dice(seed);
        Twins twins(spec);
        twins.FailSome(dice);
        const auto flows = MakeFlows(traffic, seed, twins.links);
        const auto rates = GetFairRates(ListTieredCuts(twins.links, flows));
        const FluidBound bound(std::make_unique<FluidClosShape>(*twins.clos));
        const auto same = bound.GetMaxMinRates(twins.capacities, flows);
        ASSERT_EQ(rates.size(), same.size());
        const double most = static_cast<double>(spec.nicRateBps);
        for (size_t i = 0; i < rates.size(); ++i)
        {
            ASSERT_NEAR(rates[i] / most, same[i] / most, 1e-9) << "flow " << i;
            const auto share = [&](const FluidFlow& flow) { return flow.src == flows[i].src; };
            const auto flowsOfNic = std::count_if(flows.begin(), flows.end(), share);
            held += rates[i] < 0.99 * most / static_cast<double>(flowsOfNic);
        }
    }
    EXPECT_GT(held, 100U) << "faults without an effect on rates prove nothing";
}

TEST(TieredCuts, TwoTiersAreAsTheFluidBoundSays)
{
    ExpectSameRates(Small(16, 2, 2, 8), {"uniform", 100});
    ExpectSameRates(Small(32, 2, 2, 8), {"uniform", 3});
    ExpectSameRates(Small(64, 4, 2, 16), {"permutation", 1});
    ExpectSameRates(Small(128, 2, 2, 16), {"permutation", 1});
}

TEST(TieredCuts, ThreeTiersAreAsTheFluidBoundSays)
{
    ExpectSameRates(Small(16, 1, 3, 4), {"uniform", 100});
    ExpectSameRates(Small(128, 2, 3, 8), {"permutation", 1});
    ExpectSameRates(Small(128, 1, 3, 8), {"uniform", 4});
}

/** @return remaining capacity with only this fault, if all NICs send to NICs of other T0s */
CapacityLeft
LoseOne(const TieredSpec& spec, const std::string& one)
{
    const TieredShape shape(spec);
    TieredLinks links(shape);
    TieredFaults faults;
    faults.one = one;
    FailAtRandom(faults, 1, links);
    std::vector<FluidFlow> flows;
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        if (links.GetPlanes(nic) != 0)
        {
            flows.push_back({nic, (nic + spec.nics / 2) % spec.nics, 0, spec.planes});
        }
    }
    return MeasureCapacity(links, flows);
}

TEST(TieredCuts, OneFailureCostsWhatThePaperCounts)
{
    const auto onePlane = Big(4096, 1, 3);
    const auto eight = Big(4096, 8, 2);
    // A node's share of 1 of 32 uplinks: 3 %
    EXPECT_NEAR(LoseOne(onePlane, "fabric-link").min, 31.0 / 32, 1e-9);
    // and of 1 of 256 in one of 8 planes: 0.4 % of the plane, and 0.05 % of the node
    EXPECT_NEAR(LoseOne(eight, "fabric-link").min, 1 - 1.0 / 256 / 8, 1e-9);
    // Its own link: everything, or an eighth
    EXPECT_EQ(LoseOne(onePlane, "nic-link").min, 0);
    EXPECT_EQ(LoseOne(onePlane, "nic-link").cutOff, 1U);
    EXPECT_NEAR(LoseOne(eight, "nic-link").min, 7.0 / 8, 1e-9);
    EXPECT_EQ(LoseOne(eight, "nic-link").cutOff, 0U);
    // Its T0: everything for 32, or an eighth for 256
    EXPECT_EQ(LoseOne(onePlane, "t0").cutOff, 32U);
    EXPECT_NEAR(LoseOne(eight, "t0").min, 7.0 / 8, 1e-9);
    // A T1: 1 of 32, or 1 of 8 (as there are only 16 T0s) in one of 8 planes
    EXPECT_NEAR(LoseOne(onePlane, "t1").min, 31.0 / 32, 1e-9);
    EXPECT_NEAR(LoseOne(eight, "t1").min, 1 - 1.0 / 8 / 8, 1e-9);
}

TEST(TieredCuts, FourTiersAreWholeAndLoseByTheSameRule)
{
    const auto spec = Small(54 * 6, 1, 4, 6); // 3 pods of 3 T0s in a group; 6 groups of 27 hosts
    ASSERT_FALSE(TieredShape::Check(spec).empty()) << "27 x 2, 27 x 6 are allowed";
    const auto fine = Small(27 * 6, 1, 4, 6);
    ASSERT_TRUE(TieredShape::Check(fine).empty());
    EXPECT_NEAR(LoseOne(fine, "none").min, 1, 1e-9);
    EXPECT_NEAR(LoseOne(fine, "fabric-link").min, 2.0 / 3, 1e-9);
    EXPECT_NEAR(LoseOne(fine, "t1").min, 2.0 / 3, 1e-9);
    // The middle tier, computed by hand: a T2 is 1 of 3 for each of 3 T1s with number 0 in its
    // group, so 1 of 9 of the uplinks of each pod
    const TieredShape shape(fine);
    TieredLinks links(shape);
    links.FailSwitch({2, 0, 0, 0});
    std::vector<FluidFlow> flows;
    for (uint32_t nic = 0; nic < fine.nics; ++nic)
    {
        flows.push_back({nic, (nic + fine.nics / 2) % fine.nics, 0, 1});
    }
    const auto left = MeasureCapacity(links, flows);
    EXPECT_NEAR(left.min, 8.0 / 9, 1e-9);
    EXPECT_NEAR(left.mean, (27 * 2 * 8.0 / 9 + 27 * 4) / (27 * 6), 1e-9) << "to and from group 0";
}

TEST(TieredFaults, AsManyFailAsAskedForAndNoneTwice)
{
    const TieredShape shape(Big(4096, 8, 2));
    TieredFaults faults;
    faults.fabricLinks = 0.01;
    faults.nicLinks = 0.02;
    TieredLinks links(shape);
    const auto counts = FailAtRandom(faults, 7, links);
    EXPECT_EQ(counts.fabricLinks, 328U); // of 32,768
    EXPECT_EQ(counts.nicLinks, 655U);
    uint64_t up = 0;
    for (uint32_t plane = 0; plane < 8; ++plane)
    {
        for (uint32_t t0 = 0; t0 < 16; ++t0)
        {
            for (uint32_t i = 0; i < 8; ++i)
            {
                up += links.GetUp(0, plane, t0)[i];
            }
        }
    }
    EXPECT_EQ(up, 32768U - 328);
    TieredLinks again(shape);
    FailAtRandom(faults, 7, again);
    TieredLinks others(shape);
    FailAtRandom(faults, 8, others);
    uint32_t different = 0;
    for (uint32_t nic = 0; nic < 4096; ++nic)
    {
        EXPECT_EQ(links.GetPlanes(nic), again.GetPlanes(nic));
        different += links.GetPlanes(nic) != others.GetPlanes(nic);
    }
    EXPECT_GT(different, 500U);
}

TEST(TieredFaults, SwitchesAreNumberedByTier)
{
    const TieredShape shape(Small(16, 2, 3, 4)); // per plane 8 T0s, 8 T1s in 4 pods, 4 T2s
    const TieredLinks links(shape);
    const auto t1 = links.GetSwitch(16 + 8 + 5);
    EXPECT_EQ(t1.tier, 1U);
    EXPECT_EQ(t1.plane, 1U);
    EXPECT_EQ(t1.block, 2U);
    EXPECT_EQ(t1.position, 1U);
    const auto t2 = links.GetSwitch(32 + 7);
    EXPECT_EQ(t2.tier, 2U);
    EXPECT_EQ(t2.plane, 1U);
    EXPECT_EQ(t2.block, 0U);
    EXPECT_EQ(t2.position, 3U);
}

TEST(CapacityTraffic, EverybodySendsAndReceivesAlikeButThoseCutOff)
{
    const TieredShape shape(Small(16, 1, 3, 4));
    TieredLinks links(shape);
    links.FailNicLink(3, 0);
    for (const uint32_t peers : {1U, 4U, 14U})
    {
        const auto flows = MakeFlows({"uniform", peers}, 1, links);
        EXPECT_EQ(flows.size(), 15U * peers);
        std::vector<uint32_t> sent(16);
        std::vector<uint32_t> received(16);
        for (const auto& flow : flows)
        {
            EXPECT_NE(flow.src, flow.dst);
            ++sent[flow.src];
            ++received[flow.dst];
        }
        for (uint32_t nic = 0; nic < 16; ++nic)
        {
            EXPECT_EQ(sent[nic], nic == 3 ? 0 : peers);
            EXPECT_EQ(received[nic], sent[nic]);
        }
    }
}

} // namespace

} // namespace mrcsim
