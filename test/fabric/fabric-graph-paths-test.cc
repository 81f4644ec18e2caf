/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-rig.h"

#include "ns3/fabric-graph-check.h"
#include "ns3/fabric-random-graph.h"
#include "ns3/fabric-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

// Paths of a graph: their numbers, random draws, and source routes and digits along them.

using namespace ns3;
using namespace mrctest;

namespace
{

using Links = std::vector<uint32_t>;

/**
 * @return h0 at a, h1 at z; a and z are connected by 6 paths by m, which has 6 links to z, and 2 by
 * n
 */
GraphSketch
MakeUneven()
{
    GraphSketch spec;
    spec.longerPaths = 0;
    spec.Hosts({"h0", "h1"}).Switches({"a", "m", "n", "z"}).Join("h0", "a").Join("h1", "z");
    spec.Join("a", "m").Join("a", "n");
    for (uint32_t i = 0; i < 6; ++i)
    {
        spec.Join("m", "z");
    }
    return spec.Join("z", "n").Join("n", "z");
}

/** @return 64 switches with 8 links to others and 4 hosts each */
FabricGraphSpec
MakeJellyfish(uint64_t seed = 1)
{
    FabricGraphSpec spec = MakeFabricRandomRegularGraph(64,
                                                        8,
                                                        4,
                                                        GRAPH_RATE,
                                                        RdmaTick::Ns(500),
                                                        RdmaTick::Ns(300),
                                                        seed);
    spec.longerPaths = 0;
    return spec;
}

/**
 * @param rig a network
 * @param src a host
 * @param dst another one
 * @param plane plane
 * @return the links of all its paths, by number; a path that leads elsewhere ends the list
 */
std::vector<Links>
WalkAll(GraphRig& rig, uint32_t src, uint32_t dst, uint32_t plane = 0)
{
    std::vector<Links> paths;
    while (const auto links =
               rig.Walk(src, dst, MrcEv::Pack(plane, static_cast<uint32_t>(paths.size()))))
    {
        paths.push_back(*links);
    }
    return paths;
}

/**
 * @param paths links of paths
 * @return true if no two are the same
 */
bool
AreDistinct(const std::vector<Links>& paths)
{
    return std::set<Links>(paths.begin(), paths.end()).size() == paths.size();
}

TEST(FabricGraphPathsTest, AllPathsAreThereIfThereAreFewEnough)
{
    GraphSketch spec = MakeUneven();
    for (const uint32_t most : {8, 9, 64})
    {
        spec.maxPaths = most;
        GraphRig rig(spec);
        EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 1), 8U);
        const std::vector<Links> paths = WalkAll(rig, 0, 1);
        EXPECT_EQ(paths.size(), 8U);
        EXPECT_TRUE(AreDistinct(paths));
    }
    spec.maxPaths = 7;
    GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 1), 7U);
    EXPECT_EQ(WalkAll(rig, 0, 1).size(), 7U);
    EXPECT_TRUE(AreDistinct(WalkAll(rig, 0, 1)));
}

TEST(FabricGraphPathsTest, UnderOneSwitchThereIsOnePath)
{
    GraphSketch spec = MakeUneven();
    spec.Hosts({"h2"}).Join("h2", "a");
    GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 2), 1U);
    EXPECT_EQ(WalkAll(rig, 0, 2), (std::vector<Links>{{0, 2}}));
    EXPECT_EQ(*rig.network->GetPathCodec().GetPathCodes(0, 2, true), MrcPathCodes{{0}});
}

TEST(FabricGraphPathsTest, AHostReachesItselfByItsFirstSwitchWithEveryEv)
{
    GraphSketch spec = MakeRing(5);
    for (uint32_t host = 0; host < 5; ++host)
    {
        spec.Join("h" + std::to_string(host), "x", 1);
    }
    spec.Switches({"x"});
    GraphRig rig(spec);
    for (const uint32_t path : {0, 1, 4095})
    {
        EXPECT_EQ(rig.Walk(3, 3, MrcEv::Pack(0, path)), (Links{3, 3}));
        EXPECT_EQ(rig.Walk(3, 3, MrcEv::Pack(1, path)), (Links{13, 13}));
    }
    EXPECT_FALSE(rig.Walk(3, 3, MrcEv::Pack(2, 0)));
    EXPECT_FALSE(rig.Walk(3, 4, MrcEv::Pack(1, 1))) << "no other path than the first";
    EXPECT_FALSE(rig.network->GetPathCodec().GetUplinkProbeTemplate(3));
    EXPECT_EQ(rig.network->GetPathCodec().GetPathTemplate(3, 4), Srv6Carrier{});
}

TEST(FabricGraphPathsTest, CarriersAreListsOfUsids)
{
    GraphRig rig(MakeUneven());
    Srv6SourceRoute route;
    ASSERT_TRUE(rig.GetRoutes(0, 1).Find(MrcEv::Pack(0, 2), route));
    // a has one uSID, m six for its links to z, n two, and z six: the third means the third link
    EXPECT_EQ(Srv6AddressToString(route.destination), "5f00:0001:0800:0801:080b:1800:0000:0000");
    EXPECT_EQ(route.segment, Srv6Carrier{});
    EXPECT_EQ(route.segmentId, 0U);
    ASSERT_TRUE(rig.GetRoutes(1, 0).Find(MrcEv::Pack(0, 2), route));
    EXPECT_EQ(Srv6AddressToString(route.destination), "5f00:0001:0809:0803:0800:1800:0000:0000");
}

TEST(FabricGraphPathsTest, LongPathsGoOnInASegment)
{
    GraphRig rig(MakeRing(21));
    for (uint32_t src = 0; src < 21; ++src)
    {
        for (uint32_t away = 1; away <= 10; ++away)
        {
            const uint32_t dst = (src + away) % 21;
            Srv6SourceRoute route;
            ASSERT_TRUE(rig.GetRoutes(src, dst).Find(0, route));
            EXPECT_EQ(route.segmentId != 0, away + 2 > 6) << away + 1 << " switches and a NIC";
            const auto links = rig.Walk(src, dst, 0);
            ASSERT_TRUE(links) << src << " to " << dst;
            EXPECT_EQ(links->size(), away + 2);
            const auto back = rig.Walk(dst, src, 0);
            ASSERT_TRUE(back) << dst << " to " << src;
            EXPECT_EQ(Links(back->rbegin(), back->rend()), *links);
        }
    }
    Srv6SourceRoute route;
    rig.GetRoutes(0, 10).Find(0, route);
    EXPECT_EQ(Srv6AddressToString(route.destination), "5f00:0001:0800:0801:0802:0803:0804:0805");
    EXPECT_EQ(Srv6AddressToString(route.segment), "5f00:0001:0806:0807:0808:0809:080a:1800");
    EXPECT_EQ(rig.segments.Get(route.segmentId), route.segment);
    rig.GetRoutes(0, 5).Find(0, route);
    EXPECT_EQ(Srv6AddressToString(route.segment), "5f00:0001:1800:0000:0000:0000:0000:0000")
        << "the NIC alone";
}

TEST(FabricGraphPathsTest, TheWayBackPassesTheSameLinks)
{
    FabricGraphSpec spec = MakeJellyfish();
    spec.maxPaths = 5; // less than many pairs have
    GraphRig rig(spec);
    uint32_t drawn = 0;
    for (uint32_t dst = 4; dst < rig.network->GetNHosts(); dst += 3)
    {
        const std::vector<Links> there = WalkAll(rig, 2, dst);
        std::vector<Links> back = WalkAll(rig, dst, 2);
        ASSERT_EQ(there.size(), rig.network->GetPathCodec().GetNPaths(2, dst));
        for (Links& links : back)
        {
            std::reverse(links.begin(), links.end());
        }
        EXPECT_EQ(there, back);
        EXPECT_TRUE(AreDistinct(there));
        drawn += there.size() == 5;
    }
    EXPECT_GT(drawn, 10U);
}

TEST(FabricGraphPathsTest, TheWayBackPassesTheSameParallelLinks)
{
    GraphRig rig(MakeUneven());
    std::vector<Links> back = WalkAll(rig, 1, 0);
    for (Links& links : back)
    {
        std::reverse(links.begin(), links.end());
    }
    EXPECT_EQ(WalkAll(rig, 0, 1), back);
    EXPECT_EQ(back.size(), 8U);
}

TEST(FabricGraphPathsTest, EveryPathIsDrawnWithTheSameChance)
{
    GraphSketch spec = MakeUneven();
    spec.maxPaths = 1;
    constexpr uint32_t ROUNDS = 4000;
    std::map<Links, uint32_t> drawn;
    std::map<Links, uint32_t> drawnOfFour;
    for (spec.seed = 1; spec.seed <= ROUNDS; ++spec.seed)
    {
        const FabricGraphLayout layout(spec);
        const FabricShortestPaths ways(layout);
        ++drawn[ways.ListPaths(0, 3, 1, spec.seed).at(0)];
        for (const Links& way : ways.ListPaths(0, 3, 4, spec.seed))
        {
            ++drawnOfFour[way];
        }
    }
    EXPECT_EQ(drawn.size(), 8U);
    EXPECT_EQ(drawnOfFour.size(), 8U);
    for (const auto& [way, times] : drawn)
    {
        EXPECT_NEAR(times, ROUNDS / 8, 105) << "5 sigma";
    }
    for (const auto& [way, times] : drawnOfFour)
    {
        EXPECT_NEAR(times, ROUNDS / 2, 160) << "5 sigma";
    }
}

TEST(FabricGraphPathsTest, ThePlacesOfDrawnPathsAreDrawnToo)
{
    // The first paths of the list must not be those of the first ports.
    const GraphSketch spec = MakeUneven();
    const FabricGraphLayout layout(spec);
    const FabricShortestPaths ways(layout);
    uint32_t byN = 0;
    for (uint64_t seed = 0; seed < 1000; ++seed)
    {
        const Links first = ways.ListPaths(0, 3, 7, seed).at(0);
        byN += first.front() == 3; // a to n
    }
    EXPECT_NEAR(byN, 250, 69) << "2 of 8 paths; 5 sigma";
}

TEST(FabricGraphPathsTest, PathsDoNotDependOnWhoAskedBefore)
{
    FabricGraphSpec spec = MakeJellyfish();
    spec.maxPaths = 3;
    GraphRig upwards(spec);
    GraphRig downwards(spec);
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Links>> paths;
    const uint32_t hosts = upwards.network->GetNHosts();
    for (uint32_t src = 0; src < hosts; src += 9)
    {
        for (uint32_t dst = 1; dst < hosts; dst += 9)
        {
            paths[{src, dst}] = WalkAll(upwards, src, dst);
        }
    }
    for (auto pair = paths.rbegin(); pair != paths.rend(); ++pair)
    {
        const auto [src, dst] = pair->first;
        downwards.GetRoutes(dst, src);
        EXPECT_EQ(WalkAll(downwards, src, dst), pair->second) << src << " to " << dst;
    }
}

TEST(FabricGraphPathsTest, AnotherSeedDrawsOtherPaths)
{
    FabricGraphSpec spec = MakeJellyfish();
    spec.maxPaths = 3;
    GraphRig one(spec);
    spec.seed = 2;
    GraphRig other(spec);
    uint32_t same = 0;
    uint32_t drawn = 0;
    for (uint32_t dst = 4; dst < one.network->GetNHosts(); dst += 4)
    {
        const std::vector<Links> paths = WalkAll(one, 0, dst);
        drawn += paths.size() == 3;
        same += paths.size() == 3 && paths == WalkAll(other, 0, dst);
    }
    EXPECT_GT(drawn, 20U);
    EXPECT_LT(same, drawn / 2);
}

TEST(FabricGraphPathsTest, ManyPathsAreCountedNoFartherThanNumbersGo)
{
    // Nine times 256 parallel links: 2^72 paths
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"s0"}).Join("h0", "s0").Join("h1", "s9");
    for (uint32_t i = 1; i < 10; ++i)
    {
        spec.Switches({"s" + std::to_string(i)});
        for (uint32_t j = 0; j < 256; ++j)
        {
            spec.Join("s" + std::to_string(i - 1), "s" + std::to_string(i));
        }
    }
    spec.maxPaths = 4096;
    GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 1), 4096U);
    const std::vector<Links> paths = WalkAll(rig, 0, 1);
    EXPECT_EQ(paths.size(), 4096U);
    EXPECT_TRUE(AreDistinct(paths));
    std::set<uint32_t> firsts;
    for (const Links& links : paths)
    {
        firsts.insert(links[1]);
    }
    EXPECT_GT(firsts.size(), 250U) << "16 paths for each of 256 ports";
    EXPECT_EQ(rig.network->GetPathCodec().CheckStructured(),
              "the equal ports at the switches of a path need 8 + 8 + 8 + 8 + 8 + 8 + 8 + 8 + 8 = "
              "72 bits of an EV; allowed: 12");
    EXPECT_TRUE(rig.network->GetPathCodec().GetEvFields().empty());
}

/** @return h0 and h1 with 8 paths in plane 0 and 3 in plane 1, h2 beside h1 */
GraphSketch
MakeUnlikePlanes()
{
    GraphSketch spec = MakeUneven();
    spec.Hosts({"h2"}).Switches({"x", "y"}).Join("h2", "z");
    spec.Join("h0", "x", 1).Join("h1", "y", 1).Join("h2", "y", 1);
    return spec.Join("x", "y", 1).Join("y", "x", 1).Join("x", "y", 1);
}

TEST(FabricGraphPathsTest, PlanesMayHaveDifferentNumbersOfPaths)
{
    GraphRig rig(MakeUnlikePlanes());
    EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 1), 8U);
    const auto codes = rig.network->GetPathCodec().GetPathCodes(0, 1, false);
    ASSERT_NE(codes, nullptr);
    EXPECT_EQ(*codes, (MrcPathCodes{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2}}));
    EXPECT_EQ(rig.network->GetPathCodec().GetPathCodes(0, 2, false), codes) << "one list for all";
    EXPECT_EQ(rig.network->GetPathCodec().GetPathCodes(1, 2, false), nullptr)
        << "one path in each plane";
    EXPECT_EQ(WalkAll(rig, 0, 1, 0).size(), 8U);
    EXPECT_EQ(WalkAll(rig, 0, 1, 1).size(), 3U);
    EXPECT_EQ(WalkAll(rig, 2, 0, 1).size(), 3U);
}

TEST(FabricGraphPathsTest, DigitsHaveRoomForTheLargestGroupAtTheirHop)
{
    const GraphRig rig(MakeUnlikePlanes());
    EXPECT_EQ(rig.network->GetPathCodec().CheckStructured(), "");
    const std::vector<FabricEvField> fields = rig.network->GetPathCodec().GetEvFields();
    // At the first switch up to 8 ports: z to a, by all links to m and n. At the second up to 6.
    ASSERT_EQ(fields.size(), 2U);
    EXPECT_EQ(fields[0].shift, 0U);
    EXPECT_EQ(fields[0].bits, 3U);
    EXPECT_EQ(fields[1].shift, 3U);
    EXPECT_EQ(fields[1].bits, 3U);
}

TEST(FabricGraphPathsTest, DigitsAreThePlacesOfPortsHopByHop)
{
    const GraphRig rig(MakeUnlikePlanes());
    const auto there = rig.network->GetPathCodec().GetPathCodes(0, 1, true);
    // m is place 0, n is place 1 at a; after that, the links in order
    EXPECT_EQ(
        *there,
        (MrcPathCodes{{0, 1 << 3, 2 << 3, 3 << 3, 4 << 3, 5 << 3, 1, 1 | 1 << 3}, {0, 1, 2}}));
    EXPECT_EQ(*rig.network->GetPathCodec().GetPathCodes(1, 0, true),
              (MrcPathCodes{{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2}}));
    EXPECT_EQ(rig.network->GetPathCodec().GetPathCodes(0, 2, true), there)
        << "under the same switches";
}

TEST(FabricGraphPathsTest, DigitsAndSourceRoutesLeadTheSamePaths)
{
    FabricGraphSpec spec = MakeJellyfish();
    spec.maxPaths = 6;
    GraphRig rig(spec);
    ASSERT_EQ(rig.network->GetPathCodec().CheckStructured(), "");
    for (uint32_t dst = 4; dst < rig.network->GetNHosts(); dst += 5)
    {
        const auto codes = rig.network->GetPathCodec().GetPathCodes(1, dst, true);
        const std::vector<Links> paths = WalkAll(rig, 1, dst);
        ASSERT_EQ(codes->at(0).size(), paths.size());
        for (size_t path = 0; path < paths.size(); ++path)
        {
            EXPECT_EQ(rig.WalkStructured(1, dst, codes->at(0)[path]), paths[path]);
        }
    }
}

TEST(FabricGraphPathsTest, AnAnswerWithTheEvOfWhatItAnswersFindsAWay)
{
    GraphRig rig(MakeUnlikePlanes());
    for (const uint16_t code : rig.network->GetPathCodec().GetPathCodes(0, 1, true)->at(0))
    {
        EXPECT_TRUE(rig.WalkStructured(1, 0, code)) << code;
        EXPECT_TRUE(rig.WalkStructured(0, 1, code)) << code;
    }
    EXPECT_TRUE(rig.WalkStructured(0, 1, MrcEv::Pack(0, 4095)));
}

TEST(FabricGraphPathsTest, OneSwitchNeedsNoDigits)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a"}).Join("h0", "a").Join("h1", "a");
    const GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetPathCodec().CheckStructured(), "");
    EXPECT_TRUE(rig.network->GetPathCodec().GetEvFields().empty());
    EXPECT_EQ(*rig.network->GetPathCodec().GetPathCodes(0, 1, true), MrcPathCodes{{0}});
}

TEST(FabricGraphPathsTest, DigitsOfSwitchesInTheMiddleCountFromEveryHost)
{
    // From a, m is the second switch; from m's own host, the first.
    GraphSketch spec = MakeUneven();
    spec.links.resize(2);
    spec.Join("a", "m").Join("a", "n");
    for (uint32_t i = 0; i < 5; ++i)
    {
        spec.Join("m", "z");
    }
    spec.Hosts({"h2"}).Join("h2", "m");
    const GraphRig rig(spec);
    const std::vector<FabricEvField> fields = rig.network->GetPathCodec().GetEvFields();
    ASSERT_EQ(fields.size(), 2U);
    EXPECT_EQ(fields[0].bits, 3U) << "m to z, from h2";
    EXPECT_EQ(fields[1].bits, 3U) << "m to z, from h0";
}

TEST(FabricGraphPathsTest, TwelveBitsAreEnoughForDigitsAndThirteenAreNot)
{
    const auto make = [](uint32_t second) {
        GraphSketch spec;
        spec.Hosts({"h0", "h1"}).Switches({"a", "m", "z"}).Join("h0", "a").Join("h1", "z");
        for (uint32_t i = 0; i < 64; ++i)
        {
            spec.Join("a", "m");
        }
        for (uint32_t i = 0; i < second; ++i)
        {
            spec.Join("m", "z");
        }
        spec.maxPaths = 4096;
        return spec;
    };
    EXPECT_EQ(GraphRig(make(64)).network->GetPathCodec().CheckStructured(), "");
    EXPECT_EQ(GraphRig(make(64)).network->GetPathCodec().GetPathCodes(0, 1, true)->at(0).back(),
              4095);
    EXPECT_EQ(GraphRig(make(65)).network->GetPathCodec().CheckStructured(),
              "the equal ports at the switches of a path need 7 + 7 = 14 bits of an EV; allowed: "
              "12")
        << "from h1, the first switch has 65";
    EXPECT_DEATH(GraphRig(make(65)).network->GetPathCodec().GetPathCodes(0, 1, true),
                 "14 bits of an EV");
}

/**
 * @param [in,out] state of the generator
 * @return a graph of few nodes with any links between them
 */
FabricGraphSpec
DrawAnything(uint64_t& state)
{
    const auto draw = [&state](uint32_t n) {
        return static_cast<uint32_t>(FabricNextRandom(state) % n);
    };
    const uint32_t hosts = 2 + draw(3);
    const uint32_t switches = 1 + draw(5);
    const uint32_t planes = 1 + draw(2);
    FabricGraphSpec spec;
    spec.longerPaths = 0;
    spec.maxPaths = 1 + draw(4);
    for (uint32_t node = 0; node < hosts + switches; ++node)
    {
        spec.nodes.push_back({std::string(1, static_cast<char>('a' + node)), node < hosts});
    }
    const auto name = [](uint32_t node) { return std::string(1, static_cast<char>('a' + node)); };
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        // Mostly switches of this plane, so that some graphs are valid
        const auto drawSwitch = [&] {
            const uint32_t sw = draw(switches);
            return draw(40) == 0 || planes == 1 ? sw : std::min(sw / 2 * 2 + plane, switches - 1);
        };
        for (uint32_t host = 0; host < hosts; ++host)
        {
            spec.links.push_back(
                {name(host), name(hosts + drawSwitch()), plane, GRAPH_RATE, RdmaTick{}});
        }
        for (uint32_t i = draw(12); i > 0; --i)
        {
            const uint32_t a = draw(40) == 0 ? draw(hosts + switches) : hosts + drawSwitch();
            const uint32_t b = hosts + drawSwitch();
            if (a != b || draw(40) == 0)
            {
                spec.links.push_back({name(a), name(b), plane, GRAPH_RATE, RdmaTick{}});
            }
        }
    }
    return spec;
}

TEST(FabricGraphPathsTest, WhatPassesTheCheckWorks)
{
    uint64_t state = 1;
    uint32_t good = 0;
    for (uint32_t round = 0; round < 3000; ++round)
    {
        const FabricGraphSpec spec = DrawAnything(state);
        if (!CheckFabricGraph(spec).empty())
        {
            continue;
        }
        ++good;
        GraphRig rig(spec);
        const FabricGraph& network = *rig.network;
        const uint32_t pairs = network.GetNHosts() * network.GetNHosts();
        for (uint32_t pair = 0; pair < pairs * network.GetNPlanes(); ++pair)
        {
            const uint32_t plane = pair / pairs;
            const uint32_t src = pair % pairs / network.GetNHosts();
            const uint32_t dst = pair % network.GetNHosts();
            const auto codes = network.GetPathCodec().GetPathCodes(src, dst, true);
            if (src == dst)
            {
                EXPECT_TRUE(rig.Walk(src, src, MrcEv::Pack(plane, 0)));
                continue;
            }
            const std::vector<Links> paths = WalkAll(rig, src, dst, plane);
            ASSERT_EQ(paths.size(), codes->at(plane).size());
            ASSERT_TRUE(AreDistinct(paths));
            for (size_t path = 0; path < paths.size(); ++path)
            {
                EXPECT_EQ(rig.WalkStructured(src, dst, MrcEv::Pack(plane, codes->at(plane)[path])),
                          paths[path]);
            }
        }
    }
    EXPECT_GT(good, 300U);
}

TEST(FabricRandomGraphTest, EverySwitchHasAsManyLinksToOthersAndAllAreConnected)
{
    for (const auto& [switches, degree] : {std::pair(64U, 8U),
                                           std::pair(10U, 3U),
                                           std::pair(7U, 4U),
                                           std::pair(50U, 2U),
                                           std::pair(9U, 8U),
                                           std::pair(2U, 1U),
                                           std::pair(1U, 0U)})
    {
        const FabricGraphSpec spec = MakeFabricRandomRegularGraph(switches,
                                                                  degree,
                                                                  2,
                                                                  GRAPH_RATE,
                                                                  RdmaTick{},
                                                                  RdmaTick{},
                                                                  3);
        ASSERT_EQ(spec.links.size(), switches * 2 + switches * degree / 2);
        std::map<std::string, std::set<std::string>> neighbors;
        for (size_t link = switches * 2; link < spec.links.size(); ++link)
        {
            neighbors[spec.links[link].a].insert(spec.links[link].b);
            neighbors[spec.links[link].b].insert(spec.links[link].a);
        }
        for (const auto& [sw, others] : neighbors)
        {
            EXPECT_EQ(others.size(), degree) << sw;
            EXPECT_EQ(others.count(sw), 0U) << sw;
        }
        EXPECT_EQ(neighbors.size(), degree == 0 ? 0 : switches);
        if (switches != 50) // a ring of fifty is connected, but too long
        {
            EXPECT_TRUE(CheckFabricGraph(spec).empty());
        }
        else
        {
            EXPECT_NE(CheckFabricGraph(spec).at(0).what.find("switches between them"),
                      std::string::npos);
        }
    }
}

TEST(FabricRandomGraphTest, ADrawThatFallsApartIsNotTheLast)
{
    // With two links each, switches form rings, and seldom a single one
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        const FabricGraphSpec spec =
            MakeFabricRandomRegularGraph(18, 2, 1, GRAPH_RATE, RdmaTick{}, RdmaTick{}, seed);
        EXPECT_TRUE(CheckFabricGraph(spec).empty()) << seed;
    }
}

TEST(FabricRandomGraphTest, LinksAreThoseOfTheSeed)
{
    const auto join = [](uint64_t seed) {
        std::set<std::string> names;
        for (const FabricGraphSpec::Link& link : MakeJellyfish(seed).links)
        {
            names.insert(link.a + " " + link.b);
        }
        return names;
    };
    const std::set<std::string> one = join(1);
    EXPECT_EQ(join(1), one);
    const std::set<std::string> two = join(2);
    Links common;
    uint32_t same = 0;
    for (const std::string& name : one)
    {
        same += name.find('h') == std::string::npos && two.count(name) != 0;
    }
    EXPECT_LT(same, 70U) << "of 256; by chance an eighth";
}

TEST(FabricRandomGraphTest, NeighborsAreDrawnFromAll)
{
    // Before the draw, neighbors are the nearest in a ring
    std::vector<uint32_t> distances(33, 0);
    for (uint64_t seed = 0; seed < 20; ++seed)
    {
        for (const FabricGraphSpec::Link& link : MakeJellyfish(seed).links)
        {
            if (link.a.front() == 's')
            {
                const uint32_t apart = std::stoul(link.b.substr(1)) - std::stoul(link.a.substr(1));
                ++distances[std::min(apart, 64 - apart)];
            }
        }
    }
    for (uint32_t distance = 1; distance < 32; ++distance)
    {
        EXPECT_NEAR(distances[distance], 20 * 256 / 31.5, 60) << distance;
    }
}

TEST(FabricRandomGraphTest, EveryPairHasPathsAndCarriersLeadThere)
{
    GraphRig rig(MakeJellyfish());
    const uint32_t hosts = rig.network->GetNHosts();
    EXPECT_EQ(hosts, 256U);
    uint32_t paths = 0;
    for (uint32_t src = 0; src < hosts; src += 4)
    {
        for (uint32_t dst = 1; dst < hosts; dst += 4)
        {
            const std::vector<Links> walked = WalkAll(rig, src, dst);
            ASSERT_GE(walked.size(), 1U) << src << " to " << dst;
            ASSERT_EQ(walked.size(), rig.network->GetPathCodec().GetNPaths(src, dst));
            ASSERT_TRUE(AreDistinct(walked));
            ASSERT_EQ(walked.front().size(), rig.network->GetDistance(src, dst));
            paths += static_cast<uint32_t>(walked.size());
        }
    }
    EXPECT_GT(paths, 2U * 64 * 64);
}

TEST(FabricRandomGraphDeathTest, SomeGraphsDoNotExist)
{
    const auto make = [](uint32_t switches, uint32_t degree) {
        MakeFabricRandomRegularGraph(switches, degree, 1, GRAPH_RATE, RdmaTick{}, RdmaTick{}, 1);
    };
    EXPECT_DEATH(make(5, 3), "no connected graph of 5 switches has 3 links at each");
    EXPECT_DEATH(make(4, 4), "no connected graph of 4 switches has 4 links at each");
    EXPECT_DEATH(make(4, 1), "no connected graph of 4 switches has 1 links at each");
    EXPECT_DEATH(make(2, 0), "no connected graph of 2 switches has 0 links at each");
    EXPECT_DEATH(make(0, 0), "no connected graph of 0 switches has 0 links at each");
}

} // namespace
