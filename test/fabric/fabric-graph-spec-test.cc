/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-rig.h"

#include "ns3/fabric-graph-check.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

// The check of a graph reports each problem and its place, for any input.

using namespace ns3;
using namespace mrctest;

namespace
{

/** @return two planes: h0 and h1 under a and b in plane 0, under c in plane 1 */
GraphSketch
GoodSketch()
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"});
    spec.Join("h0", "a").Join("h1", "b").Join("a", "b");
    spec.Join("h0", "c", 1).Join("c", "h1", 1);
    return spec;
}

/**
 * @param spec a graph
 * @return its problems, a line each
 */
std::string
AddProblem(const FabricGraphSpec& spec)
{
    std::string text;
    for (const FabricGraphProblem& problem : CheckFabricGraph(spec))
    {
        text += (text.empty() ? "" : "\n") + problem.where + ": " + problem.what;
    }
    return text;
}

/**
 * @param name name of the first host, in the list and in links
 * @return its problems
 */
std::string
ComplainOfName(const std::string& name)
{
    GraphSketch spec = GoodSketch();
    spec.nodes[0].name = name;
    spec.links[0].a = name;
    spec.links[3].a = name;
    return AddProblem(spec);
}

TEST(FabricGraphSpecTest, AGoodGraphHasNoProblem)
{
    EXPECT_EQ(AddProblem(GoodSketch()), "");
}

TEST(FabricGraphSpecTest, NamesOfNodesMustNotLookLikeNamesOfLinks)
{
    for (const char* good : {"h", "0", "_", "rack1.tor2", "a-b_c.D", "1.2x", "v2.10-1"})
    {
        EXPECT_EQ(ComplainOfName(good), "") << good;
    }
    EXPECT_EQ(ComplainOfName(""), "nodes[0].name: found a name of 0 characters; allowed: 1 to 63");
    EXPECT_EQ(ComplainOfName(std::string(63, 'x')), "");
    EXPECT_EQ(ComplainOfName(std::string(64, 'x')),
              "nodes[0].name: found a name of 64 characters; allowed: 1 to 63");
    EXPECT_EQ(ComplainOfName("a b"),
              "nodes[0].name: found \"a b\"; allowed: letters, digits, \"_\", \".\" and \"-\"");
    EXPECT_NE(ComplainOfName("h\xc3\xa4"), "");
    EXPECT_NE(ComplainOfName(std::string("h\0h", 3)), "");
    EXPECT_EQ(ComplainOfName("a--b"),
              "nodes[0].name: found \"a--b\"; allowed: no \"--\", which stands between the ends "
              "of a link");
    EXPECT_EQ(ComplainOfName("a.1"),
              "nodes[0].name: found \"a.1\"; allowed: no \".\" and digits at the end, which "
              "number parallel links");
    for (const char* bad : {"-a", "a-", ".a", "a.", "-", "."})
    {
        EXPECT_EQ(ComplainOfName(bad),
                  "nodes[0].name: found \"" + std::string(bad) +
                      "\"; allowed: a letter, a digit or \"_\" at both ends");
    }
}

TEST(FabricGraphSpecTest, NamesAreUnique)
{
    GraphSketch spec = GoodSketch();
    spec.Switches({"h1"});
    EXPECT_EQ(AddProblem(spec),
              "nodes[5].name: found \"h1\", which is also the name of nodes[1]; allowed: another "
              "name for every node");
}

TEST(FabricGraphSpecTest, LinksJoinNodesThatExist)
{
    GraphSketch spec = GoodSketch();
    spec.links[2].a = "x";
    spec.links[2].b = "";
    EXPECT_EQ(AddProblem(spec),
              "links[2].a: found \"x\"; allowed: names of nodes\n"
              "links[2].b: found \"\"; allowed: names of nodes");
}

TEST(FabricGraphSpecTest, LinksJoinTwoNodesOfWhichOneIsASwitch)
{
    GraphSketch spec = GoodSketch();
    spec.Join("a", "a").Join("h1", "h0", 1);
    EXPECT_EQ(AddProblem(spec),
              "links[5].b: found \"a\" at both ends; allowed: links between two nodes\n"
              "links[6]: found a link between the hosts \"h1\" and \"h0\"; allowed: a switch at "
              "one end at least");
}

TEST(FabricGraphSpecTest, PlanesAreNumberedWithoutGaps)
{
    GraphSketch spec = GoodSketch();
    spec.links[3].plane = 8;
    EXPECT_EQ(AddProblem(spec), "links[3].plane: found 8; allowed: 0 to 7");
    spec.links[3].plane = ~0U;
    EXPECT_NE(AddProblem(spec), "");
    spec.links[3].plane = spec.links[4].plane = 2;
    EXPECT_EQ(AddProblem(spec),
              "links: found links of plane 2, but none of plane 1; allowed: planes numbered from "
              "0 on without gaps");
}

TEST(FabricGraphSpecTest, EveryHostHasOnePortInEachPlane)
{
    GraphSketch spec = GoodSketch();
    spec.Hosts({"h2"}).Join("h2", "a");
    EXPECT_EQ(AddProblem(spec),
              "nodes[5]: found host \"h2\" without a port in plane 1; allowed: one port in each "
              "of the 2 planes");
    spec.Join("h2", "c", 1).Join("b", "h2");
    EXPECT_EQ(AddProblem(spec),
              "links[7]: found a second port of host \"h2\" in plane 0, beside links[5]; "
              "allowed: one port in each plane");
    spec = GoodSketch();
    spec.Hosts({"h2"});
    EXPECT_EQ(AddProblem(spec),
              "nodes[5]: found host \"h2\" without a link; allowed: one port in each plane");
}

TEST(FabricGraphSpecTest, EverySwitchBelongsToOnePlane)
{
    GraphSketch spec = GoodSketch();
    spec.Join("a", "c", 1);
    EXPECT_EQ(AddProblem(spec),
              "links[5].plane: found 1 at switch \"a\", which links[0] puts into plane 0; "
              "allowed: one plane for each switch");
    spec = GoodSketch();
    spec.Switches({"d"});
    EXPECT_EQ(AddProblem(spec),
              "nodes[5]: found switch \"d\" without a link; allowed: at least one link");
}

TEST(FabricGraphSpecTest, TwoHostsAreTheLeast)
{
    EXPECT_EQ(AddProblem({}), "nodes: found 0 hosts; allowed: 2 to 65536");
    GraphSketch spec;
    spec.Hosts({"h0"}).Switches({"a"}).Join("h0", "a");
    EXPECT_EQ(AddProblem(spec), "nodes: found 1 hosts; allowed: 2 to 65536");
}

TEST(FabricGraphSpecTest, AddressesHaveRoomFor65536Hosts)
{
    GraphSketch spec;
    for (uint32_t i = 0; i < 64; ++i)
    {
        spec.Switches({"s" + std::to_string(i)});
        spec.Join("s" + std::to_string(i), "s" + std::to_string((i + 1) % 64));
        spec.Join("s" + std::to_string(i), "s" + std::to_string((i + 8) % 64));
    }
    for (uint32_t i = 0; i < 65536; ++i)
    {
        spec.Hosts({"h" + std::to_string(i)});
        spec.Join("h" + std::to_string(i), "s" + std::to_string(i % 64));
    }
    EXPECT_EQ(AddProblem(spec), "");
    spec.Hosts({"late"}).Join("late", "s0");
    EXPECT_EQ(AddProblem(spec), "nodes: found 65537 hosts; allowed: 2 to 65536");
}

TEST(FabricGraphSpecTest, RatesAndDelaysAreThoseOfRealLinks)
{
    GraphSketch spec = GoodSketch();
    spec.links[1].rateBps = 999;
    spec.links[2].rateBps = 1000000000000001;
    spec.links[3].delay = RdmaTick::Ps(-1);
    spec.links[4].delay = RdmaTick::Ms(1000) + RdmaTick::Ps(1);
    EXPECT_EQ(AddProblem(spec),
              "links[1].rate: found 999 bit/s; allowed: 1kbps to 1000Tbps\n"
              "links[2].rate: found 1000000000000001 bit/s; allowed: 1kbps to 1000Tbps\n"
              "links[3].delay: found -1 ps; allowed: 0 to 1 s\n"
              "links[4].delay: found 1000000000001 ps; allowed: 0 to 1 s");
    spec = GoodSketch();
    spec.links[1].rateBps = 1000;
    spec.links[2].rateBps = 1000000000000000;
    spec.links[3].delay = RdmaTick{};
    spec.links[4].delay = RdmaTick::Ms(1000);
    spec.switchDelay = RdmaTick::Ms(1000);
    EXPECT_EQ(AddProblem(spec), "");
    spec.switchDelay = RdmaTick::Max();
    EXPECT_EQ(AddProblem(spec), "switchDelay: found 9223372036854775807 ps; allowed: 0 to 1 s");
    spec.switchDelay = RdmaTick::Ps(-2);
    EXPECT_EQ(AddProblem(spec), "switchDelay: found -2 ps; allowed: 0 to 1 s");
}

TEST(FabricGraphSpecTest, PathsHaveNumbersOfTwelveBits)
{
    GraphSketch spec = GoodSketch();
    for (const uint32_t most : {1, 4096})
    {
        spec.maxPaths = most;
        EXPECT_EQ(AddProblem(spec), "");
    }
    for (const uint32_t most : {0, 4097})
    {
        spec.maxPaths = most;
        EXPECT_EQ(AddProblem(spec),
                  "maxPaths: found " + std::to_string(most) + "; allowed: 1 to 4096");
    }
}

TEST(FabricGraphSpecTest, EveryHostReachesEveryOtherInEveryPlane)
{
    GraphSketch spec = GoodSketch();
    spec.Switches({"d"});
    spec.links[4] = {"d", "h1", 1, GRAPH_RATE, RdmaTick{}};
    EXPECT_EQ(AddProblem(spec),
              "links: found hosts \"h0\" and \"h1\" without a path between them in plane 1; "
              "allowed: planes in which every host reaches every other");
    spec.Hosts({"h2"}).Join("h2", "a").Join("h2", "c", 1);
    spec.Join("c", "d", 1);
    EXPECT_EQ(AddProblem(spec), "");
}

TEST(FabricGraphSpecTest, NoWayLeadsThroughAHost)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1", "h2"}).Switches({"a", "b", "c", "d"});
    spec.Join("h0", "a").Join("h1", "a").Join("h2", "b"); // h0, h1 | h2
    spec.Join("h0", "c", 1).Join("h1", "d", 1).Join("h2", "d", 1).Join("c", "d", 1);
    EXPECT_EQ(AddProblem(spec),
              "links: found hosts \"h0\" and \"h2\" without a path between them in plane 0; "
              "allowed: planes in which every host reaches every other");
}

TEST(FabricGraphSpecTest, SwitchesThatNoHostReachesAreNobodysBusiness)
{
    GraphSketch spec = GoodSketch();
    spec.Switches({"d", "e"}).Join("d", "e", 1);
    EXPECT_EQ(AddProblem(spec), "");
}

TEST(FabricGraphSpecTest, PathsOfElevenSwitchesAreTheLongest)
{
    EXPECT_EQ(AddProblem(MakeRing(21)), "");
    EXPECT_EQ(AddProblem(MakeRing(22)),
              "links: found hosts \"h0\" and \"h11\" with 12 switches between them in plane 0; "
              "allowed: at most 11, whose uSIDs an address and an SRH segment hold");
}

TEST(FabricGraphSpecTest, TheOnlyPairThatIsTooFarApartIsFound)
{
    // 66 switches with hosts around a hub, two of them at the ends of long arms; 64 are searched at
    // a time
    for (const auto& [a, b] : {std::pair(63U, 65U), std::pair(0U, 64U), std::pair(1U, 2U)})
    {
        GraphSketch spec;
        for (uint32_t i = 0; i < 66; ++i)
        {
            const std::string sw = "s" + std::to_string(i);
            spec.Hosts({"h" + std::to_string(i)}).Switches({sw}).Join("h" + std::to_string(i), sw);
            std::string last = "hub";
            for (uint32_t j = 0; (i == a || i == b) && j < 5; ++j)
            {
                const std::string next = "arm" + std::to_string(i) + "-" + std::to_string(j);
                spec.Switches({next}).Join(last, next);
                last = next;
            }
            spec.Join(last, sw);
        }
        spec.Switches({"hub"});
        EXPECT_EQ(AddProblem(spec),
                  "links: found hosts \"h" + std::to_string(a) + "\" and \"h" + std::to_string(b) +
                      "\" with 13 switches between them in plane 0; allowed: at most 11, whose "
                      "uSIDs an address and an SRH segment hold");
    }
}

TEST(FabricGraphSpecTest, OnlyPathsBetweenHostsNeedToBeShort)
{
    GraphSketch spec = GoodSketch();
    for (uint32_t i = 0; i < 30; ++i)
    {
        const std::string last = i == 0 ? "a" : "x" + std::to_string(i - 1);
        spec.Switches({"x" + std::to_string(i)}).Join(last, "x" + std::to_string(i));
    }
    EXPECT_EQ(AddProblem(spec), "");
}

/**
 * @param leaves switches that are linked to a hub, of which two have a host
 * @param parallels links between the hub and the last leaf
 * @return the network
 */
GraphSketch
MakeStar(uint32_t leaves, uint32_t parallels)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"hub"});
    for (uint32_t i = 0; i < leaves; ++i)
    {
        spec.Switches({"s" + std::to_string(i)}).Join("hub", "s" + std::to_string(i));
    }
    for (uint32_t i = 1; i < parallels; ++i)
    {
        spec.Join("s" + std::to_string(leaves - 1), "hub");
    }
    spec.Join("h0", "s0").Join("h1", "s1");
    return spec;
}

TEST(FabricGraphSpecTest, APlaneHas4096UsidsOfSwitches)
{
    EXPECT_EQ(AddProblem(MakeStar(4095, 1)), "");
    EXPECT_EQ(AddProblem(MakeStar(4096, 1)),
              "nodes: found 4097 switches in plane 0, which need 4097 uSIDs, one for each and for "
              "each of the parallel links to it; allowed: 4096");
    EXPECT_EQ(AddProblem(MakeStar(2047, 1025)), "");
    EXPECT_EQ(AddProblem(MakeStar(2048, 1025)),
              "nodes: found 2049 switches in plane 0, which need 4097 uSIDs, one for each and for "
              "each of the parallel links to it; allowed: 4096");
}

TEST(FabricGraphSpecTest, HostsThatShareSwitchesShare2048Indices)
{
    GraphSketch spec;
    spec.Switches({"a", "b", "c"}).Join("a", "b");
    for (uint32_t i = 0; i < 2049; ++i)
    {
        const std::string name = "h" + std::to_string(i);
        spec.Hosts({name}).Join(name, i % 2 == 0 ? "a" : "b");
    }
    EXPECT_NE(AddProblem(spec), "") << "c has no link";
    spec.nodes.erase(spec.nodes.begin() + 2);
    EXPECT_EQ(AddProblem(spec), "") << "a and b have indices of their own";
    spec.Switches({"c"});
    for (uint32_t i = 0; i < 2049; ++i)
    {
        spec.Join("h" + std::to_string(i), "c", 1);
    }
    EXPECT_EQ(AddProblem(spec),
              "nodes[2050]: found host \"h2048\" under switches whose other hosts have all uSIDs "
              "of NICs; allowed: 2048 hosts that share switches");
}

TEST(FabricGraphSpecTest, ALongChainIsRefusedForItsFirstTwelveSwitches)
{
    GraphSketch chain = MakeRing(4000);
    chain.links.pop_back(); // of the last switch to the first one
    EXPECT_EQ(AddProblem(chain),
              "links: found hosts \"h0\" and \"h11\" with 12 switches between them in plane 0; "
              "allowed: at most 11, whose uSIDs an address and an SRH segment hold");
}

} // namespace
