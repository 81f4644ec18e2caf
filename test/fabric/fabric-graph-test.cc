/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-rig.h"

#include "ns3/fabric-random-graph.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

// A graph's names and numbers, its tables, and its times.

using namespace ns3;
using namespace mrctest;

namespace
{

using Numbers = std::vector<uint32_t>;

/** @return four switches in a square, doubled on one side, with hosts at opposite corners:
 *
 *     h0 - a === b - h1     a and b: two links
 *     h2 - |     |
 *          c --- d - h3
 */
GraphSketch
MakeSquare()
{
    GraphSketch spec;
    spec.Switches({"a"}).Hosts({"h0", "h1"}).Switches({"b", "c", "d"}).Hosts({"h2", "h3"});
    spec.Join("a", "b").Join("d", "h3").Join("b", "a").Join("a", "c").Join("h2", "a");
    spec.Join("c", "d").Join("b", "d").Join("h1", "b").Join("a", "h0");
    return spec;
}

/** @return the same hosts in two planes: in plane 1 all are under one switch, except one behind
 * another */
GraphSketch
MakeTwoPlanes()
{
    GraphSketch spec = MakeSquare();
    spec.Switches({"x", "y"}).Join("y", "x", 1, 4 * GRAPH_RATE, RdmaTick::Ns(100));
    spec.Join("h3", "y", 1, 2 * GRAPH_RATE);
    for (const char* host : {"h2", "h1", "h0"})
    {
        spec.Join(host, "x", 1, 2 * GRAPH_RATE);
    }
    return spec;
}

/**
 * @param network a network
 * @return names of its links, by number
 */
std::vector<std::string>
NameLinks(const FabricNetwork& network)
{
    std::vector<std::string> names;
    for (uint32_t link = 0; link < network.GetNLinks(); ++link)
    {
        names.push_back(network.GetNames().GetLinkName(link));
    }
    return names;
}

TEST(FabricGraphTest, NodesKeepTheirNamesAndTheirOrder)
{
    const GraphRig rig(MakeSquare());
    const FabricGraph& network = *rig.network;
    EXPECT_EQ(network.GetNPlanes(), 1U);
    EXPECT_EQ(network.GetNHosts(), 4U);
    EXPECT_EQ(network.GetNSwitches(), 4U);
    EXPECT_EQ(network.GetNLinks(), 9U);
    EXPECT_EQ(network.GetNPorts(), 18U);
    EXPECT_EQ(network.GetNames().GetHostName(2), "h2");
    EXPECT_EQ(network.GetNames().GetSwitchName(1), "b");
    EXPECT_EQ(network.GetNames().FindHost("h3"), 3U);
    EXPECT_EQ(network.GetNames().FindSwitch("d"), 3U);
    EXPECT_FALSE(network.GetNames().FindHost("a"));
    EXPECT_FALSE(network.GetNames().FindSwitch("h0"));
    EXPECT_FALSE(network.GetNames().FindHost("h4"));
    EXPECT_FALSE(network.GetNames().FindSwitch("p0-switch-0"));
    EXPECT_STREQ(network.GetNames().GetTierName({false, 1, 0}), "switch");
}

TEST(FabricGraphTest, OnlyLinksBetweenSwitchesLeadToSwitches)
{
    for (const GraphSketch& spec : {MakeSquare(), MakeTwoPlanes()})
    {
        const GraphRig rig(spec);
        const FabricGraph& network = *rig.network;
        std::multiset<std::pair<uint32_t, uint32_t>> there;
        std::multiset<std::pair<uint32_t, uint32_t>> back;
        for (uint32_t sw = 0; sw < network.GetNSwitches(); ++sw)
        {
            for (uint32_t port = 0; port < network.GetNSwitchPorts(sw); ++port)
            {
                if (const auto next = network.FindNextSwitch(sw, port))
                {
                    there.emplace(sw, *next);
                    back.emplace(*next, sw);
                }
            }
        }
        const uint32_t nicLinks = network.GetNHosts() * network.GetNPlanes();
        EXPECT_EQ(there.size(), 2 * (network.GetNLinks() - nicLinks));
        EXPECT_EQ(there, back);
    }
}

TEST(FabricGraphTest, LinksOfHostsComeFirstThenTheOthersInOrder)
{
    const GraphRig rig(MakeSquare());
    EXPECT_EQ(NameLinks(*rig.network),
              (std::vector<std::string>{"h0--a",
                                        "h1--b",
                                        "h2--a",
                                        "h3--d",
                                        "a--b.0",
                                        "b--a.1",
                                        "a--c",
                                        "c--d",
                                        "b--d"}));
    EXPECT_EQ(rig.network->GetNames().GetPortName(2 * 4 + 1), "b--a.0");
    EXPECT_EQ(rig.network->GetNames().GetPortName(1), "a--h0");
    EXPECT_EQ(rig.network->GetNames().FindLinks("a", "b"), (Numbers{4, 5}));
    EXPECT_EQ(rig.network->GetNames().FindLinks("h3", "d"), Numbers{3});
    EXPECT_EQ(rig.network->GetNames().FindLinks("a", "d"), Numbers{});
}

TEST(FabricGraphTest, PlanesComeOneAfterTheOther)
{
    const GraphRig rig(MakeTwoPlanes());
    const FabricGraph& network = *rig.network;
    const std::vector<std::string> names = NameLinks(network);
    EXPECT_EQ(names.size(), 14U);
    EXPECT_EQ(names[8], "b--d");
    EXPECT_EQ(std::vector<std::string>(names.begin() + 9, names.end()),
              (std::vector<std::string>{"h0--x", "h1--x", "h2--x", "h3--y", "y--x"}));
    for (uint32_t host = 0; host < 4; ++host)
    {
        EXPECT_EQ(network.GetNicLink(host, 0), host);
        EXPECT_EQ(network.GetNicLink(host, 1), 9 + host);
        EXPECT_EQ(network.GetLink(9 + host).plane, 1U);
        EXPECT_EQ(network.GetLink(9 + host).lower.port, 1U) << "a NIC's port is its plane";
        EXPECT_EQ(network.GetNicPortRate(host, 0), GRAPH_RATE);
        EXPECT_EQ(network.GetNicPortRate(host, 1), 2 * GRAPH_RATE);
    }
    EXPECT_EQ(network.GetPortRate(), 2 * GRAPH_RATE);
    EXPECT_EQ(network.GetPosition(5).plane, 1U);
    EXPECT_EQ(network.GetPosition(5).index, 1U);
    EXPECT_EQ(network.GetPosition(5).tier, FabricSwitchPosition::Tier::OTHER);
    for (uint32_t sw = 0; sw < 6; ++sw)
    {
        EXPECT_EQ(network.FindSwitch(network.GetPosition(sw)), sw);
    }
    EXPECT_FALSE(network.FindSwitch({FabricSwitchPosition::Tier::OTHER, 1, 2}));
    EXPECT_FALSE(network.FindSwitch({FabricSwitchPosition::Tier::OTHER, 2, 0}));
    EXPECT_FALSE(network.FindSwitch({FabricSwitchPosition::Tier::T0, 0, 0}));
}

TEST(FabricGraphTest, PortsAreInTheOrderOfTheirLinks)
{
    const GraphRig rig(MakeTwoPlanes());
    const FabricGraph& network = *rig.network;
    for (uint32_t sw = 0; sw < network.GetNSwitches(); ++sw)
    {
        for (uint32_t port = 0; port < network.GetNSwitchPorts(sw); ++port)
        {
            const uint32_t number = network.GetSwitchLink(sw, port);
            EXPECT_TRUE(port == 0 || number > network.GetSwitchLink(sw, port - 1));
            const FabricLink link = network.GetLink(number);
            const bool isLower = !link.lower.isHost && link.lower.node == sw;
            EXPECT_EQ((isLower ? link.lower : link.upper).node, sw);
            EXPECT_EQ((isLower ? link.lower : link.upper).port, port);
        }
    }
    EXPECT_EQ(network.GetNSwitchPorts(0), 5U) << "h0, h2, b, b, c";
    EXPECT_EQ(network.GetPeer(0, 4).node, 2U);
}

TEST(FabricGraphTest, TheLatencyOfASwitchIsPartOfTheLinksToIt)
{
    const GraphRig rig(MakeTwoPlanes());
    const FabricLink nic = rig.network->GetLink(0);
    EXPECT_EQ(nic.delayToUpper, RdmaTick::Ns(800));
    EXPECT_EQ(nic.delayToLower, RdmaTick::Ns(500));
    const FabricLink core = rig.network->GetLink(13);
    EXPECT_EQ(core.delayToUpper, RdmaTick::Ns(400));
    EXPECT_EQ(core.delayToLower, RdmaTick::Ns(400));
    EXPECT_EQ(core.rateBps, 4 * GRAPH_RATE);
    EXPECT_EQ(core.parallels, 1U);
}

TEST(FabricGraphTest, HostsOfAGroupShareTheirFirstSwitchInPlaneZero)
{
    const GraphRig rig(MakeTwoPlanes());
    const FabricGraph& network = *rig.network;
    EXPECT_EQ(network.GetNGroups(), 3U);
    EXPECT_EQ(network.GetGroup(0), 0U);
    EXPECT_EQ(network.GetGroup(1), 1U);
    EXPECT_EQ(network.GetGroup(2), 0U);
    EXPECT_EQ(network.GetGroup(3), 2U) << "c has no hosts";
    EXPECT_TRUE(network.IsLocal(0, 2));
}

TEST(FabricGraphTest, EveryHostHasAnAddress)
{
    const GraphRig rig(MakeTwoPlanes());
    const FabricAddressing addressing = rig.network->GetAddressing();
    EXPECT_EQ(Srv6AddressToString(addressing.GetAddress(3, 1)),
              "fd00:0000:0001:0003:0000:0000:0000:0000");
    EXPECT_EQ(addressing.FindPort(addressing.GetAddress(65535, 7))->host, 65535U);
}

TEST(FabricGraphTest, NicsTakeTheLowestIndexThatIsFree)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1", "h2", "h3", "h4"}).Switches({"a", "b", "x", "y"});
    spec.Join("a", "b").Join("x", "y", 1);
    const char* const edges[][2] = {{"a", "x"}, {"b", "x"}, {"b", "y"}, {"a", "y"}, {"b", "y"}};
    for (uint32_t host = 0; host < 5; ++host)
    {
        spec.Join("h" + std::to_string(host), edges[host][0]);
        spec.Join("h" + std::to_string(host), edges[host][1], 1);
    }
    const GraphRig rig(spec);
    Numbers indices;
    for (uint32_t host = 0; host < 5; ++host)
    {
        indices.push_back(rig.network->GetNicIndex(host));
    }
    EXPECT_EQ(indices, (Numbers{0, 1, 0, 1, 2}));
}

TEST(FabricGraphTest, ASwitchHasAUsidForEachParallelLinkToIt)
{
    GraphRig rig(MakeTwoPlanes());
    const FabricGraph& network = *rig.network;
    const uint16_t firsts[] = {0x0800, 0x0802, 0x0804, 0x0805, 0x2800, 0x2801};
    const uint16_t counts[] = {2, 2, 1, 1, 1, 1};
    for (uint32_t sw = 0; sw < 6; ++sw)
    {
        EXPECT_EQ(network.GetSids(sw).first, firsts[sw]) << sw;
        EXPECT_EQ(network.GetSids(sw).count, counts[sw]) << sw;
    }
    const FabricForwarding& b = rig.GetTables(rig.Switch("b"));
    EXPECT_EQ(network.GetSwitchLink(1, b.FindNeighbor(0x0802, 0x0800)), 4U);
    EXPECT_EQ(network.GetSwitchLink(1, b.FindNeighbor(0x0802, 0x0801)), 5U);
    EXPECT_EQ(network.GetSwitchLink(1, b.FindNeighbor(0x0803, 0x0805)), 8U);
    EXPECT_EQ(network.GetSwitchLink(1, b.FindNeighbor(0x0803, 0x1801)), 1U) << "h1";
    for (const uint16_t foreign : {0x0804, 0x0802, 0x2800, 0x1800, 0x0000})
    {
        EXPECT_EQ(b.FindNeighbor(0x0802, foreign), FabricForwarding::NO_PORT) << foreign;
    }
    const FabricForwarding& d = rig.GetTables(rig.Switch("d"));
    EXPECT_NE(d.FindNeighbor(0x0805, 0x0802), FabricForwarding::NO_PORT);
    EXPECT_EQ(d.FindNeighbor(0x0805, 0x0803), FabricForwarding::NO_PORT) << "one link to b only";
}

TEST(FabricGraphTest, UsidsGoOnAcrossTheBorderOfTwoTypes)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"});
    for (uint32_t i = 0; i < 2046; ++i)
    {
        spec.Switches({"s" + std::to_string(i)});
    }
    spec.Switches({"hub", "last"});
    for (uint32_t i = 0; i < 2046; ++i)
    {
        spec.Join("s" + std::to_string(i), "hub");
    }
    spec.Join("hub", "s0").Join("hub", "s0").Join("hub", "s0").Join("hub", "last");
    spec.Join("h0", "s0").Join("h1", "last");
    GraphRig rig(spec);
    const uint32_t hub = rig.Switch("hub");
    EXPECT_EQ(rig.network->GetSids(rig.Switch("s2045")).first, 0x0800 + 2045 + 3);
    EXPECT_EQ(rig.network->GetSids(hub).first, 0x1001) << "type 2, index 1";
    EXPECT_EQ(rig.network->GetSids(hub).count, 4U);
    EXPECT_EQ(rig.network->GetSids(rig.Switch("s2044")).first, 0x0fff);
    EXPECT_EQ(rig.network->GetSids(rig.Switch("last")).first, 0x1005);
    std::set<std::vector<uint32_t>> ways;
    for (uint32_t path = 0; path < 4; ++path)
    {
        const auto way = rig.Walk(0, 1, MrcEv::Pack(0, path));
        ASSERT_TRUE(way) << path;
        ways.insert(*way);
        EXPECT_TRUE(rig.Walk(1, 0, MrcEv::Pack(0, path))) << path;
    }
    EXPECT_EQ(ways.size(), 4U);
}

TEST(FabricGraphTest, ARangeOfUsidsMayLieOnTheBorderOfTwoTypes)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"hub"});
    for (uint32_t i = 0; i < 2045; ++i)
    {
        spec.Switches({"s" + std::to_string(i)}).Join("hub", "s" + std::to_string(i));
    }
    spec.Switches({"wide"}).Join("h0", "s0").Join("h1", "wide");
    for (uint32_t i = 0; i < 5; ++i)
    {
        spec.Join("hub", "wide");
    }
    GraphRig rig(spec);
    const uint32_t wide = rig.Switch("wide");
    EXPECT_EQ(rig.network->GetSids(wide).first, 0x1002) << "five of the hub, and 2,045";
    spec.nodes.erase(spec.nodes.begin() + 10, spec.nodes.begin() + 14); // s7 .. s10
    for (uint32_t i = 7; i < 11; ++i)
    {
        spec.links.erase(spec.links.begin() + 7);
    }
    GraphRig smaller(spec);
    EXPECT_EQ(smaller.network->GetSids(smaller.Switch("wide")).first, 0x0ffe);
    const FabricForwarding& hub = smaller.GetTables(smaller.Switch("hub"));
    std::set<uint32_t> ports;
    for (const uint16_t usid : {0x0ffe, 0x0fff, 0x1000, 0x1001, 0x1002})
    {
        const uint32_t port = hub.FindNeighbor(0x0800, usid);
        ASSERT_NE(port, FabricForwarding::NO_PORT) << usid;
        EXPECT_EQ(smaller.network->GetPeer(smaller.Switch("hub"), port).node,
                  smaller.Switch("wide"));
        ports.insert(port);
    }
    EXPECT_EQ(ports.size(), 5U);
    for (uint32_t path = 0; path < 5; ++path)
    {
        EXPECT_TRUE(smaller.Walk(0, 1, MrcEv::Pack(0, path))) << path;
    }
}

TEST(FabricGraphTest, FramesTakeAllShortestPathsAndNoOther)
{
    GraphRig rig(MakeSquare());
    const uint32_t a = rig.Switch("a");
    const FabricHop toH3 = rig.FindHop("a", "h3");
    ASSERT_NE(toH3.group, nullptr);
    EXPECT_EQ(toH3.target, rig.Switch("d"));
    EXPECT_EQ(rig.network->ListNextHops(a, toH3.target), (Numbers{2, 3, 4}));
    EXPECT_EQ(toH3.group->GetSize(), 3U);
    EXPECT_EQ(toH3.group->GetPort(2), 4U);
    EXPECT_EQ(rig.network->ListNextHops(a, rig.Switch("b")), (Numbers{2, 3}))
        << "the parallel links, and not the detour";
    EXPECT_EQ(rig.network->ListNextHops(a, a), Numbers{});
    EXPECT_EQ(rig.FindHop("a", "h0").port, 0U);
    EXPECT_EQ(rig.FindHop("a", "h2").port, 1U);
    EXPECT_EQ(rig.FindHop("d", "h1").group, nullptr);
    EXPECT_EQ(rig.network->GetPeer(rig.Switch("d"), rig.FindHop("d", "h1").port).node,
              rig.Switch("b"));
    EXPECT_EQ(rig.GetTables(a).FindHost(4).port, FabricForwarding::NO_PORT) << "no such host";
    EXPECT_EQ(rig.GetTables(a).FindHost(~0U).port, FabricForwarding::NO_PORT);
}

TEST(FabricGraphTest, RatesAndDelaysDoNotCountForRouting)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d"});
    spec.Join("h0", "a").Join("h1", "d");
    spec.Join("a", "b").Join("b", "d");
    spec.Join("a", "c", 0, GRAPH_RATE / 100, RdmaTick::Us(70)).Join("c", "d");
    GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetPathCodec().GetNPaths(0, 1), 2U);
    EXPECT_EQ(rig.FindHop("a", "h1").group->GetSize(), 2U);
}

TEST(FabricGraphTest, ChoicesAreThePortsOfGroupsAndTransitsLeadToSwitches)
{
    GraphRig rig(MakeTwoPlanes());
    const FabricForwarding& a = rig.GetTables(rig.Switch("a"));
    for (uint32_t port = 0; port < 5; ++port)
    {
        EXPECT_EQ(a.IsChoice(port), port >= 2) << port;
        EXPECT_EQ(a.IsTransit(port), port >= 2) << port;
    }
    EXPECT_TRUE(a.HasGroups());
    const FabricForwarding& x = rig.GetTables(rig.Switch("x"));
    EXPECT_FALSE(x.HasGroups());
    EXPECT_FALSE(x.IsChoice(3));
    EXPECT_TRUE(x.IsTransit(3));
    EXPECT_EQ(x.FindHost(rig.Host("h3")).port, 3U);
}

TEST(FabricGraphTest, SwitchesOfAKindHavePortsOfTheSameRatesAndDelays)
{
    EXPECT_EQ(GraphRig(MakeSquare()).network->ListSwitchKinds(), (Numbers{0, 1, 2, 3}))
        << "5, 4, 2 and 3 ports";
    EXPECT_EQ(GraphRig(MakeRing(9)).network->ListSwitchKinds(), Numbers{0});
    GraphSketch slow = MakeRing(9);
    slow.links[2 * 5].rateBps /= 2;
    EXPECT_EQ(GraphRig(slow).network->ListSwitchKinds(), (Numbers{0, 5}));
    GraphSketch far = MakeRing(9);
    far.links[2 * 5 + 1].delay = RdmaTick::Us(1);
    EXPECT_EQ(GraphRig(far).network->ListSwitchKinds(), (Numbers{0, 5})) << "5 and 6";
}

TEST(FabricGraphTest, AFrameIsStoredAtEverySwitch)
{
    GraphRig rig(MakeSquare());
    const FabricGraph& network = *rig.network;
    // 1,000 B take 80 ns on each link after the first
    EXPECT_EQ(network.GetAfterNic(0, 2, 1000).GetPs(), 80000 + 800000 + 500000);
    EXPECT_EQ(network.GetAfterNic(0, 1, 1000).GetPs(), 2 * 80000 + 2 * 800000 + 500000);
    EXPECT_EQ(network.GetAfterNic(0, 3, 1000).GetPs(), 3 * 80000 + 3 * 800000 + 500000);
    EXPECT_EQ(network.GetOneWay(0, 3, 1000).GetPs(), 4 * 80000 + 3 * 800000 + 500000);
    EXPECT_EQ(network.GetDistance(0, 2), 2U);
    EXPECT_EQ(network.GetDistance(0, 1), 3U);
    EXPECT_EQ(network.GetDistance(0, 3), 4U);
}

TEST(FabricGraphTest, TheFastestOfTheShortestPathsCounts)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d"});
    spec.Join("h0", "a", 0, GRAPH_RATE, RdmaTick::Ns(10))
        .Join("d", "h1", 0, GRAPH_RATE, RdmaTick::Ns(20));
    spec.Join("a", "b", 0, GRAPH_RATE, RdmaTick::Ns(1))
        .Join("b", "d", 0, GRAPH_RATE, RdmaTick::Ns(900));
    spec.Join("c", "a", 0, 4 * GRAPH_RATE, RdmaTick::Ns(400));
    spec.Join("c", "d", 0, 2 * GRAPH_RATE, RdmaTick::Ns(410));
    const GraphRig rig(spec);
    // By b: 901 ns of cable, 160 ps per byte. By c: 810 ns, 60 ps per byte.
    EXPECT_EQ(rig.network->GetAfterNic(0, 1, 100).GetPs(),
              10000 + 810000 + 20000 + 3 * 300000 + 100 * (20 + 40 + 80));
    EXPECT_EQ(rig.network->GetAfterNic(1, 0, 100), rig.network->GetAfterNic(0, 1, 100));
    spec.links[4].rateBps = GRAPH_RATE / 2; // by c: 160 + 40 ps per byte
    const GraphRig slower(spec);
    EXPECT_EQ(slower.network->GetAfterNic(0, 1, 2000).GetPs(),
              10000 + 810000 + 20000 + 3 * 300000 + 2000 * (160 + 40 + 80));
    EXPECT_EQ(slower.network->GetAfterNic(0, 1, 3000).GetPs(),
              10000 + 901000 + 20000 + 3 * 300000 + 3000 * (80 + 80 + 80))
        << "3,000 B are faster by b";
}

TEST(FabricGraphTest, TheBestPlaneCounts)
{
    GraphSketch spec = MakeTwoPlanes();
    for (const char* const best : {"plane 1", "plane 0"})
    {
        const GraphRig rig(spec);
        const FabricGraph& network = *rig.network;
        EXPECT_EQ(network.GetDistance(0, 1), 2U) << best;
        EXPECT_EQ(network.GetDistance(0, 3), 3U) << best;
        EXPECT_EQ(network.GetAfterNic(0, 1, 1000).GetPs(), 40000 + 800000 + 500000) << best;
        EXPECT_EQ(network.GetAfterNic(0, 3, 1000).GetPs(), 20000 + 40000 + 800000 + 400000 + 500000)
            << best;
        EXPECT_EQ(network.GetOneWay(0, 3, 1000),
                  RdmaTick::Ns(40) + network.GetAfterNic(0, 3, 1000));
        EXPECT_EQ(network.GetPortRate(), 2 * GRAPH_RATE) << best;
        for (FabricGraphSpec::Link& link : spec.links)
        {
            link.plane = 1 - link.plane;
        }
    }
}

TEST(FabricGraphTest, TheLongestRoundTripIsThatOfTheWorstHostsAndTheWorstPlane)
{
    GraphSketch spec = MakeTwoPlanes();
    const int64_t there = 4 * 1000 * 80 + 3 * 800000 + 500000; // h0 and h3 in plane 0
    const int64_t back = 4 * 100 * 80 + 3 * 800000 + 500000;
    EXPECT_EQ(GraphRig(spec).network->GetBaseRtt(1000, 100).GetPs(), there + back);
    spec.links[4].delay += RdmaTick::Us(2); // h2, under the switch of h0
    EXPECT_EQ(GraphRig(spec).network->GetBaseRtt(1000, 100).GetPs(), there + back + 2 * 2000000);
    spec.links[13].delay += RdmaTick::Us(50); // h0 in plane 1
    const int64_t plane1 = 2 * (50500000 + 100000 + 500000 + 2 * 300000) + 1100 * (40 + 20 + 40);
    EXPECT_EQ(GraphRig(spec).network->GetBaseRtt(1000, 100).GetPs(), plane1);
}

TEST(FabricGraphTest, TheLongestRoundTripMayBeUnderOneSwitch)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1", "h2"}).Switches({"a", "b"}).Join("a", "b");
    spec.Join("h0", "a", 0, GRAPH_RATE, RdmaTick::Us(10))
        .Join("h1", "a", 0, GRAPH_RATE, RdmaTick::Us(20));
    spec.Join("h2", "b");
    EXPECT_EQ(GraphRig(spec).network->GetBaseRtt(1000, 100).GetPs(),
              2 * (30000000 + 300000) + 2 * 1100 * 80);
}

TEST(FabricGraphTest, TheLongestRoundTripIsThatOfTheSlowestOfTheShortestPaths)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b"}).Join("h0", "a").Join("h1", "b");
    spec.Join("a", "b", 0, GRAPH_RATE, RdmaTick::Us(2))
        .Join("a", "b", 0, GRAPH_RATE, RdmaTick::Us(7));
    const GraphRig rig(spec);
    EXPECT_EQ(rig.network->GetBaseRtt(1000, 100).GetPs(),
              2 * (2 * 500000 + 7000000 + 2 * 300000) + 3 * 1100 * 80);
    EXPECT_EQ(rig.network->GetAfterNic(0, 1, 1000).GetPs(),
              2 * 500000 + 2000000 + 2 * 300000 + 2 * 1000 * 80)
        << "the minimum uses the faster one";
}

TEST(FabricGraphTest, TheLongestRoundTripIsTheLongestOfAllPairs)
{
    GraphSketch spec;
    static_cast<FabricGraphSpec&>(spec) =
        MakeFabricRandomRegularGraph(14, 3, 2, GRAPH_RATE, RdmaTick::Ns(100), RdmaTick::Ns(300), 5);
    for (size_t i = 0; i < spec.links.size(); ++i)
    {
        // Equal links between switches, so that all shortest paths of a pair take the same time
        const bool nic = spec.links[i].a[0] == 'h' || spec.links[i].b[0] == 'h';
        spec.links[i].rateBps += nic ? i * 7919 % 11 * 10000000000 : 0;
        spec.links[i].delay += RdmaTick::Ns(nic ? static_cast<int64_t>(i * 104729 % 997) : 0);
    }
    const GraphRig rig(spec);
    RdmaTick longest;
    for (uint32_t a = 0; a < rig.network->GetNHosts(); ++a)
    {
        for (uint32_t b = 0; b < rig.network->GetNHosts(); ++b)
        {
            longest = a == b ? longest
                             : std::max(longest,
                                        rig.network->GetOneWay(a, b, 4258) +
                                            rig.network->GetOneWay(b, a, 178));
        }
    }
    EXPECT_EQ(rig.network->GetBaseRtt(4258, 178), longest);
    EXPECT_EQ(rig.network->GetBaseRtt(4258, 178), longest) << "second query";
    EXPECT_LT(rig.network->GetBaseRtt(178, 178), longest);
}

/// Two switches with a link each to two others; all links have the same rate.
GraphSketch
MakeDiamond()
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d"}).Join("h0", "a").Join("h1", "d");
    return spec.Join("a", "b").Join("a", "c").Join("b", "d").Join("c", "d");
}

TEST(FabricGraphTest, PathsBetweenTheSameHostsDifferInRate)
{
    const auto spread = [](const GraphSketch& spec) {
        const FabricPathSpread found = GraphRig(spec).network->GetPathSpread();
        return std::pair(found.ratio, found.links);
    };
    GraphSketch spec = MakeDiamond();
    EXPECT_EQ(spread(spec), std::pair(1.0, 0U));
    spec.links[5].rateBps = GRAPH_RATE / 8; // c - d
    EXPECT_EQ(spread(spec), std::pair(8.0, 4U));
    spec.links[3].rateBps = GRAPH_RATE / 4; // a - c: the same path, whose slowest link counts
    EXPECT_EQ(spread(spec), std::pair(8.0, 4U));
    spec.links[4].rateBps = GRAPH_RATE / 2; // b - d
    EXPECT_EQ(spread(spec), std::pair(4.0, 4U));
    spec.links[0].rateBps = spec.links[1].rateBps = GRAPH_RATE / 8; // the NICs are no faster
    EXPECT_EQ(spread(spec), std::pair(1.0, 0U));
}

TEST(FabricGraphTest, LinksThatDoNotStandForEachOtherMayDifferInRate)
{
    GraphSketch spec = MakeDiamond();
    spec.links[4].rateBps = spec.links[5].rateBps = GRAPH_RATE / 2; // to d: all paths use one
    const FabricPathSpread spread = GraphRig(spec).network->GetPathSpread();
    EXPECT_EQ(spread.ratio, 1);
    EXPECT_EQ(spread.links, 0U);
}

TEST(FabricGraphTest, PlanesAndNicPortsOfOneHostDifferInRate)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"});
    spec.Join("h0", "a", 0).Join("h1", "b", 0).Join("a", "b", 0, GRAPH_RATE / 2);
    spec.Join("h0", "c", 1).Join("h1", "c", 1);
    EXPECT_EQ(GraphRig(spec).network->GetPathSpread().ratio, 2);
    EXPECT_EQ(GraphRig(spec).network->GetPathSpread().links, 3U) << "of plane 0";
    spec.links[2].rateBps = GRAPH_RATE;
    EXPECT_EQ(GraphRig(spec).network->GetPathSpread().ratio, 1);
    spec.links[4].rateBps = GRAPH_RATE / 3; // of h1 in plane 1
    EXPECT_NEAR(GraphRig(spec).network->GetPathSpread().ratio, 3, 1e-6);
}

TEST(FabricGraphTest, SwitchesAvoidPathsOfWhichTheyHaveLearntThatTheyLeadNowhere)
{
    GraphRig rig(MakeSquare());
    const uint32_t c = rig.Switch("c");
    const FabricHop toH3 = rig.FindHop("a", "h3");
    const FabricHop toH1 = rig.FindHop("a", "h1");
    EXPECT_EQ(toH3.group->CountUsable(toH3.target), 3U);
    rig.learnt.SetPort(c, 1, false); // c to d
    EXPECT_EQ(toH3.group->CountUsable(toH3.target), 2U);
    EXPECT_FALSE(toH3.group->IsUsable(2, toH3.target));
    EXPECT_EQ(toH1.group->CountUsable(toH1.target), 2U) << "no path to b by c";
    const uint32_t b = rig.Switch("b");
    rig.learnt.SetPort(b, 3, false); // b to d
    EXPECT_EQ(toH3.group->CountUsable(toH3.target), 0U);
    EXPECT_EQ(toH1.group->CountUsable(toH1.target), 2U);
    rig.learnt.SetPort(c, 1, true);
    EXPECT_EQ(toH3.group->CountUsable(toH3.target), 1U);
}

TEST(FabricGraphTest, AWayLeadsOnWhileOneOfItsBranchesDoes)
{
    // a to e by b or c; from b on by two links, from c on by d0 or d1
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d", "e"}).Join("h0", "a").Join("h1", "e");
    spec.Join("a", "b").Join("a", "c").Join("b", "d").Join("b", "d").Join("c", "d").Join("d", "e");
    GraphRig rig(spec);
    const FabricHop hop = rig.FindHop("a", "h1");
    rig.learnt.SetPort(rig.Switch("b"), 1, false);
    EXPECT_EQ(hop.group->CountUsable(hop.target), 2U) << "b has another link";
    rig.learnt.SetPort(rig.Switch("b"), 2, false);
    EXPECT_EQ(hop.group->CountUsable(hop.target), 1U);
    const uint32_t d = rig.Switch("d");
    rig.learnt.SetPort(d, 2, false);
    EXPECT_EQ(rig.network->GetPeer(d, 2).node, rig.Switch("c"));
    EXPECT_EQ(hop.group->CountUsable(hop.target), 1U) << "a port that leads back";
    rig.learnt.SetPort(d, 3, false);
    EXPECT_EQ(rig.network->GetPeer(d, 3).node, rig.Switch("e"));
    EXPECT_EQ(hop.group->CountUsable(hop.target), 0U) << "two links further";
}

TEST(FabricGraphDeathTest, AGraphThatCannotBeIsRefused)
{
    EXPECT_DEATH(Create<FabricGraph>(MakeRing(22)), "links: found hosts .* with 12 switches");
}

} // namespace
