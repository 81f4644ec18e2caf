/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-rig.h"

#include "ns3/fabric-graph-check.h"
#include "ns3/fabric-longer-paths.h"
#include "ns3/fabric-random-graph.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

// Paths of a graph that are longer than the shortest ones.

using namespace ns3;
using namespace mrctest;

namespace
{

using Path = FabricShortestPaths::Path;

/// A graph with its shortest and its longer paths.
struct LongerRig
{
    /**
     * @param spec the graph
     */
    explicit LongerRig(const FabricGraphSpec& spec)
        : layout(spec),
          shortest(layout),
          longer(layout, shortest, spec.longerPaths, spec.longerLinks)
    {
    }

    /**
     * @param path links between switches
     * @param from the first switch
     * @return the switches on it, the first one included
     */
    std::vector<uint32_t> ListSwitches(const Path& path, uint32_t from) const
    {
        std::vector<uint32_t> switches{from};
        for (const uint32_t link : path)
        {
            const FabricLink& l = layout.links[link];
            EXPECT_TRUE(l.lower.node == switches.back() || l.upper.node == switches.back());
            switches.push_back(l.lower.node == switches.back() ? l.upper.node : l.lower.node);
        }
        return switches;
    }

    /**
     * @param from a switch
     * @param to another one
     * @param link a link
     * @return true if every shortest path uses it
     */
    bool IsNeeded(uint32_t from, uint32_t to, uint32_t link) const
    {
        const std::vector<Path> paths = shortest.ListPaths(from, to, 4096, 1);
        return std::all_of(paths.begin(), paths.end(), [link](const Path& path) {
            return std::find(path.begin(), path.end(), link) != path.end();
        });
    }

    /**
     * @param from a switch
     * @param to another one
     * @param without a link
     * @return links of the shortest path without this one; more than any path has if there is none
     */
    uint32_t FindDetour(uint32_t from, uint32_t to, uint32_t without) const
    {
        std::vector<uint32_t> order{from};
        std::map<uint32_t, uint32_t> distance{{from, 0}};
        for (size_t next = 0; next < order.size(); ++next)
        {
            for (const FabricGraphStep& step : shortest.GetSteps(order[next]))
            {
                if (step.link != without &&
                    distance.try_emplace(step.peer, distance[order[next]] + 1).second)
                {
                    order.push_back(step.peer);
                }
            }
        }
        return distance.count(to) ? distance[to] : 100;
    }

    FabricGraphLayout layout;     ///< numbers
    FabricShortestPaths shortest; ///< shortest paths
    FabricLongerPaths longer;     ///< longer paths
};

/**
 * @param seed of the links
 * @return 24 switches with 3 links to others and a host each
 */
FabricGraphSpec
MakeSparse(uint64_t seed)
{
    return MakeFabricRandomRegularGraph(24,
                                        3,
                                        1,
                                        GRAPH_RATE,
                                        RdmaTick::Ns(500),
                                        RdmaTick::Ns(300),
                                        seed);
}

/**
 * @param rig a network
 * @param src a host
 * @param dst another one
 * @param plane plane
 * @return numbers of the longer paths
 */
std::vector<uint16_t>
ListLonger(GraphRig& rig, uint32_t src, uint32_t dst, uint32_t plane = 0)
{
    return rig.GetRoutes(src, dst).GetLongerPaths()->ListLonger(plane);
}

TEST(FabricLongerPathsTest, EachLeadsThereWithoutALoopAndIsLongerAndDistinct)
{
    uint32_t found = 0;
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        const LongerRig rig(MakeSparse(seed));
        for (uint32_t from = 0; from < 24; ++from)
        {
            for (uint32_t to = 0; to < 24; ++to)
            {
                const std::vector<Path> paths = rig.longer.List(from, to);
                const uint32_t distance = rig.shortest.GetNLinks(from, to);
                EXPECT_LE(paths.size(), 4U);
                EXPECT_EQ(std::set<Path>(paths.begin(), paths.end()).size(), paths.size());
                for (const Path& path : paths)
                {
                    EXPECT_GT(path.size(), distance);
                    EXPECT_LE(path.size(), distance + 4);
                    EXPECT_LE(path.size(), 10U);
                    const std::vector<uint32_t> switches = rig.ListSwitches(path, from);
                    EXPECT_EQ(switches.back(), to);
                    EXPECT_EQ(std::set<uint32_t>(switches.begin(), switches.end()).size(),
                              switches.size());
                    ++found;
                }
            }
        }
    }
    EXPECT_GT(found, 10U * 24 * 23 * 3);
}

TEST(FabricLongerPathsTest, TheWayBackIsTheSameReversed)
{
    const LongerRig rig(MakeSparse(3));
    for (uint32_t from = 0; from < 24; ++from)
    {
        for (uint32_t to = 0; to < 24; ++to)
        {
            std::vector<Path> back = rig.longer.List(to, from);
            for (Path& path : back)
            {
                std::reverse(path.begin(), path.end());
            }
            EXPECT_EQ(rig.longer.List(from, to), back);
        }
    }
}

TEST(FabricLongerPathsTest, OneAvoidsTheLinkThatAllShortestPathsUse)
{
    uint32_t needed = 0;
    uint32_t avoided = 0;
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        const LongerRig rig(MakeSparse(seed));
        for (uint32_t from = 0; from < 24; ++from)
        {
            for (uint32_t to = from + 1; to < 24; ++to)
            {
                const std::vector<Path> longer = rig.longer.List(from, to);
                const Path one = rig.shortest.ListPaths(from, to, 1, 1).front();
                for (const uint32_t link : one)
                {
                    const uint32_t most = rig.shortest.GetNLinks(from, to) + 4;
                    if (rig.IsNeeded(from, to, link) &&
                        rig.FindDetour(from, to, link) <= std::min(most, 10U))
                    {
                        ++needed;
                        avoided += std::any_of(longer.begin(), longer.end(), [&](const Path& path) {
                            return std::find(path.begin(), path.end(), link) == path.end();
                        });
                    }
                }
            }
        }
    }
    EXPECT_GT(needed, 2000U);
    EXPECT_EQ(avoided, needed);
}

TEST(FabricLongerPathsTest, TheFirstAvoidsAllThatTheShortestPathsUse)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "m", "c", "d", "e"}).Join("h0", "a");
    spec.Join("h1", "b").Join("a", "m").Join("m", "b").Join("a", "c").Join("c", "m");
    spec.Join("a", "d").Join("d", "e").Join("e", "b");
    spec.longerPaths = 1;
    EXPECT_EQ(LongerRig(spec).longer.List(0, 1), (std::vector<Path>{{6, 7, 8}})) << "by d and e";
    spec.longerPaths = 2;
    EXPECT_EQ(LongerRig(spec).longer.List(0, 1), (std::vector<Path>{{6, 7, 8}, {4, 5, 3}}));
}

TEST(FabricLongerPathsTest, APartThatFewShortestPathsUseIsBetterThanThreeMoreLinks)
{
    for (const int middles : {2, 20})
    {
        GraphSketch spec;
        spec.Hosts({"h0", "h1"}).Switches({"a", "b", "x0", "x1", "x2", "x3", "x4"});
        spec.Join("h0", "a").Join("h1", "b");
        for (int i = 0; i < middles; ++i)
        {
            const std::string middle = "m" + std::to_string(i);
            spec.Switches({middle}).Join("a", middle).Join(middle, "b");
        }
        spec.Join("m0", "m1").Join("a", "x0").Join("x0", "x1").Join("x1", "x2").Join("x2", "x3");
        spec.Join("x3", "x4").Join("x4", "b");
        spec.longerPaths = 1;
        const std::vector<Path> paths = LongerRig(spec).longer.List(0, 1);
        ASSERT_EQ(paths.size(), 1U);
        EXPECT_EQ(paths.front().size(), middles == 2 ? 6U : 3U) << middles;
    }
}

TEST(FabricLongerPathsTest, ManyShortestPathsDoNotHideThem)
{
    for (const int spines : {2, 5, 33})
    {
        GraphSketch spec;
        for (const std::string leaf : {"0", "1", "2"})
        {
            spec.Hosts({"h" + leaf}).Switches({"l" + leaf}).Join("h" + leaf, "l" + leaf);
        }
        for (int i = 0; i < spines; ++i)
        {
            const std::string spine = "s" + std::to_string(i);
            spec.Switches({spine}).Join("l0", spine).Join("l1", spine).Join("l2", spine);
        }
        const std::vector<Path> paths = LongerRig(spec).longer.List(0, 1);
        EXPECT_EQ(paths.size(), spines == 2 ? 2U : 4U) << "by the third leaf, " << spines;
    }
}

TEST(FabricLongerPathsTest, ThereAndBackIsNoDetour)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b"}).Join("h0", "a").Join("h1", "b");
    std::string last = "a";
    for (const std::string sw : {"x0", "x1", "x2", "x3", "x4"})
    {
        spec.Switches({sw}).Join(last, sw);
        last = sw;
    }
    spec.Join(last, "b");
    for (int i = 0; i < 20; ++i)
    {
        const std::string middle = "m" + std::to_string(i);
        spec.Switches({middle, middle + "-end"}).Join("a", middle).Join(middle, "b");
        spec.Join(middle, middle + "-end");
    }
    const std::vector<Path> paths = LongerRig(spec).longer.List(0, 1);
    ASSERT_EQ(paths.size(), 1U) << "there are twenty ways to dead ends and back";
    EXPECT_EQ(paths.front().size(), 6U);
}

TEST(FabricLongerPathsTest, NamesDoNotMatter)
{
    const FabricGraphSpec spec = MakeSparse(5);
    FabricGraphSpec renamed = spec;
    const auto rename = [](std::string& name) {
        if (name.front() == 's')
        {
            name = "s" + std::to_string((std::stoul(name.substr(1)) * 7 + 3) % 24) + "x";
        }
    };
    for (FabricGraphSpec::Node& node : renamed.nodes)
    {
        rename(node.name);
    }
    for (FabricGraphSpec::Link& link : renamed.links)
    {
        rename(link.a);
        rename(link.b);
    }
    const LongerRig one(spec);
    const LongerRig other(renamed);
    EXPECT_NE(one.layout.switchNames, other.layout.switchNames);
    for (uint32_t to = 1; to < 24; ++to)
    {
        EXPECT_EQ(one.longer.List(0, to), other.longer.List(0, to));
    }
}

TEST(FabricLongerPathsTest, AQueryDoesNotDependOnEarlierOnes)
{
    const LongerRig one(MakeSparse(5));
    const LongerRig other(MakeSparse(5));
    for (uint32_t to = 1; to < 24; ++to)
    {
        other.longer.List(24 - to, 0);
    }
    for (uint32_t to = 1; to < 24; ++to)
    {
        EXPECT_EQ(one.longer.List(0, to), other.longer.List(0, to));
    }
}

TEST(FabricLongerPathsTest, ARingHasOneTheOtherWayRound)
{
    GraphSketch spec = MakeRing(7);
    const LongerRig rig(spec);
    EXPECT_EQ(rig.longer.List(0, 3).size(), 1U) << "4 instead of 3 links";
    EXPECT_EQ(rig.longer.List(0, 3).front().size(), 4U);
    EXPECT_TRUE(rig.longer.List(0, 1).empty()) << "6 instead of 1: five more";
    spec.longerLinks = 5;
    EXPECT_EQ(LongerRig(spec).longer.List(0, 1).size(), 1U);
    spec.longerPaths = 0;
    EXPECT_TRUE(LongerRig(spec).longer.List(0, 1).empty());
}

TEST(FabricLongerPathsTest, UnderOneSwitchThereIsNone)
{
    EXPECT_TRUE(LongerRig(MakeRing(5)).longer.List(2, 2).empty());
}

TEST(FabricLongerPathsTest, APathThatTakesTooLongIsOmitted)
{
    const auto make = [](RdmaTick delay) {
        GraphSketch spec;
        spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"}).Join("h0", "a").Join("h1", "b");
        spec.Join("a", "b").Join("a", "c", 0, GRAPH_RATE, delay);
        return LongerRig(spec.Join("c", "b", 0, GRAPH_RATE, delay)).longer.List(0, 1).size();
    };
    EXPECT_EQ(make(RdmaTick::Us(3)), 1U);
    EXPECT_EQ(make(RdmaTick::Us(30)), 0U);
}

TEST(FabricLongerPathsTest, APathMayTakeThreeTimesAsLongAsTheLongestShortestPath)
{
    const auto count = [](double links) {
        const RdmaTick usual = RdmaTick::Us(100); // far longer than the line times
        const RdmaTick delay = RdmaTick::Ns(static_cast<int64_t>(links * 100000));
        GraphSketch spec;
        spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"});
        spec.Join("h0", "a", 0, GRAPH_RATE, usual).Join("h1", "b", 0, GRAPH_RATE, usual);
        spec.Join("a", "b", 0, GRAPH_RATE, usual).Join("a", "c", 0, GRAPH_RATE, delay);
        return LongerRig(spec.Join("c", "b", 0, GRAPH_RATE, delay)).longer.List(0, 1).size();
    };
    // Two links of the longer path, against three times the three from host to host
    EXPECT_EQ(count(4.4), 1U);
    EXPECT_EQ(count(4.6), 0U);
}

TEST(FabricLongerPathsTest, ThePathsOfAParallelLinkAreDistinct)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"}).Join("h0", "a").Join("h1", "b");
    spec.Join("a", "b").Join("a", "c").Join("a", "c").Join("c", "b").Join("c", "b");
    const std::vector<Path> paths = LongerRig(spec).longer.List(0, 1);
    EXPECT_EQ(std::set<Path>(paths.begin(), paths.end()).size(), 4U);
}

TEST(FabricLongerPathsTest, SourceRoutesFollowTheShortestPathsInNumber)
{
    GraphRig rig(MakeSparse(2));
    for (uint32_t dst = 1; dst < 24; ++dst)
    {
        const std::vector<uint16_t> longer = ListLonger(rig, 0, dst);
        ASSERT_FALSE(longer.empty());
        EXPECT_EQ(longer.front(), rig.network->GetPathCodec().GetNPaths(0, dst));
        EXPECT_FALSE(rig.Walk(0, dst, MrcEv::Pack(0, longer.back() + 1U)));
        for (const uint16_t number : longer)
        {
            const auto there = rig.Walk(0, dst, MrcEv::Pack(0, number));
            const auto back = rig.Walk(dst, 0, MrcEv::Pack(0, number));
            ASSERT_TRUE(there && back);
            EXPECT_GT(there->size(), rig.network->GetDistance(0, dst));
            EXPECT_EQ(Path(back->rbegin(), back->rend()), *there);
        }
    }
}

TEST(FabricLongerPathsTest, APathOfMoreThanSixUsidsHasASegment)
{
    GraphRig rig(MakeRing(9)); // from s0 to s4: 4 links, or 5 the other way round, by 6 switches
    Srv6SourceRoute route;
    ASSERT_TRUE(rig.GetRoutes(0, 4).Find(0, route));
    EXPECT_EQ(route.segmentId, 0U) << "5 switches and a NIC";
    ASSERT_TRUE(rig.GetRoutes(0, 4).Find(1, route));
    EXPECT_NE(route.segmentId, 0U) << "6 switches and a NIC";
    EXPECT_EQ(rig.segments.Get(route.segmentId), route.segment);
    EXPECT_EQ(rig.Walk(0, 4, 1)->size(), 7U);
}

TEST(FabricLongerPathsTest, WithoutThemSourceRoutesEndWithTheShortest)
{
    GraphSketch spec = MakeRing(9);
    spec.longerPaths = 0;
    GraphRig rig(spec);
    Srv6SourceRoute route;
    EXPECT_TRUE(rig.GetRoutes(0, 4).Find(0, route));
    EXPECT_FALSE(rig.GetRoutes(0, 4).Find(1, route));
    EXPECT_EQ(rig.GetRoutes(0, 4).GetLongerPaths(), nullptr);
    EXPECT_EQ(GraphRig(MakeRing(9)).GetRoutes(4, 4).GetLongerPaths(), nullptr) << "to itself";
}

TEST(FabricLongerPathsTest, PlanesHaveTheirOwn)
{
    GraphSketch spec = MakeRing(7);
    spec.Switches({"x"});
    for (uint32_t host = 0; host < 7; ++host)
    {
        spec.Join("h" + std::to_string(host), "x", 1);
    }
    GraphRig rig(spec);
    EXPECT_EQ(ListLonger(rig, 0, 3), std::vector<uint16_t>{1});
    EXPECT_TRUE(ListLonger(rig, 0, 3, 1).empty());
}

TEST(FabricLongerPathsTest, NumbersOfPathsEndAt4096)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"}).Join("h0", "a").Join("h1", "b");
    for (uint32_t i = 0; i < 64; ++i)
    {
        spec.Join("a", "c").Join("c", "b");
    }
    spec.Switches({"d", "e"}).Join("a", "d").Join("d", "e").Join("e", "b");
    spec.maxPaths = 4096;
    GraphRig full(spec);
    EXPECT_TRUE(ListLonger(full, 0, 1).empty());
    spec.maxPaths = 4095;
    GraphRig rig(spec);
    EXPECT_EQ(ListLonger(rig, 0, 1), std::vector<uint16_t>{4095});
}

TEST(FabricLongerPathsTest, LimitsAreChecked)
{
    GraphSketch spec = MakeRing(5);
    spec.longerPaths = 65;
    spec.longerLinks = 11;
    std::string found;
    for (const FabricGraphProblem& problem : CheckFabricGraph(spec))
    {
        found += problem.where + ": " + problem.what + "\n";
    }
    EXPECT_EQ(found,
              "longerPaths: found 65; allowed: 0 to 64\nlongerLinks: found 11; allowed: 1 to 10\n");
    spec.longerPaths = 64;
    spec.longerLinks = 10;
    EXPECT_TRUE(CheckFabricGraph(spec).empty());
    spec.longerLinks = 0;
    EXPECT_FALSE(CheckFabricGraph(spec).empty());
}

} // namespace
