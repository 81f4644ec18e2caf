/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "clos-networks.h"

#include "ns3/fabric-clos.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

// Clos networks by numbers: what clashes, names, rates, times, the digits of EVs.

using namespace ns3;

namespace
{

/** @return a network that can be built */
FabricClosSpec
GoodSpec()
{
    FabricClosSpec s;
    s.planes = 4;
    s.hosts = 64;
    s.hostsPerT0 = 16;
    s.t1PerPlane = 16;
    s.hostRateBps = 100000000000;
    s.fabricRateBps = 100000000000;
    s.linkDelay = RdmaTick::Ns(500);
    s.switchDelay = RdmaTick::Ns(300);
    return s;
}

TEST(FabricClosTest, BaseRttIsTheSumOfLineTimesAndDelays)
{
    // Cluster C: 4 x 4258 B and 4 x 178 B at 80 ps/B, 8 cables, 6 switches.
    const FabricClos clos(GoodSpec());
    EXPECT_EQ(clos.GetBaseRtt(4258, 178).GetPs(),
              (4 * 4258 + 4 * 178) * 80 + 8 * 500000 + 6 * 300000);
    EXPECT_EQ(clos.GetOneWay(0, 1, 1000).GetPs(), 2 * 80000 + 2 * 500000 + 300000);
}

TEST(FabricClosTest, NumbersThatClashAreNamed)
{
    EXPECT_TRUE(GoodSpec().Check().empty());

    struct Case
    {
        void (*spoil)(FabricClosSpec&);
        const char* part;
    };

    const Case cases[] = {
        {[](FabricClosSpec& s) { s.planes = 9; }, "planes is 9, allowed are 1 to 8"},
        {[](FabricClosSpec& s) { s.planes = 0; }, "planes is 0"},
        {[](FabricClosSpec& s) { s.hosts = 0; }, "hosts is 0, at least 2"},
        {[](FabricClosSpec& s) { s.hosts = 65; },
         "hosts (65) is not a multiple of hostsPerT0 (16); allowed: 64 or 80"},
        {[](FabricClosSpec& s) { s.hosts = 15; },
         "hosts (15) is not a multiple of hostsPerT0 (16); allowed: 16"},
        {[](FabricClosSpec& s) { s.hosts = 16 * 2048 + 1; },
         "hosts (32769) is not a multiple of hostsPerT0 (16); allowed: 32768"},
        {[](FabricClosSpec& s) { s.hostsPerT0 = 0; }, "hostsPerT0 is 0"},
        {[](FabricClosSpec& s) { s.hostsPerT0 = s.hosts = 4096; },
         "hostsPerT0 is 4096, allowed are 1 to 2048"},
        {[](FabricClosSpec& s) { s.t1PerPlane = 0; }, "t1PerPlane = 0 leaves unconnected"},
        {[](FabricClosSpec& s) { s.t1PerPlane = 3000; }, "t1PerPlane is 3000"},
        {[](FabricClosSpec& s) { s.hostRateBps = 0; }, "hostRate is 0"},
        {[](FabricClosSpec& s) { s.fabricRateBps = 0; }, "fabricRate is 0"},
        {[](FabricClosSpec& s) { s.linkDelay = RdmaTick::Ns(-1); },
         "linkDelay is -1000 ps; allowed: 0 to 1 s"},
        {[](FabricClosSpec& s) { s.switchDelay = RdmaTick::Ns(-1); },
         "switchDelay is -1000 ps; allowed: 0 to 1 s"},
        {[](FabricClosSpec& s) { s.hosts = 16 * 2049; }, "at most 2048 can be addressed"},
    };
    for (const Case& c : cases)
    {
        FabricClosSpec s = GoodSpec();
        c.spoil(s);
        const std::vector<std::string> problems = s.Check();
        ASSERT_EQ(problems.size(), 1U) << c.part;
        EXPECT_NE(problems[0].find(c.part), std::string::npos) << problems[0];
    }
}

TEST(FabricClosTest, ScaledDownNetworksOfTheReferenceHaveAsManyPathsPerPlaneAsT1s)
{
    struct Row
    {
        uint32_t hosts;
        uint32_t planes;
        uint32_t down;
        uint32_t t0s;
        uint32_t t1s;
    };

    // mrc reference, 10.5
    for (const Row& row : {Row{16, 1, 4, 4, 4},
                           Row{64, 4, 16, 4, 16},
                           Row{64, 8, 8, 8, 8},
                           Row{256, 8, 16, 16, 16},
                           Row{1024, 8, 32, 32, 32}})
    {
        FabricClosSpec s = GoodSpec();
        s.hosts = row.hosts;
        s.planes = row.planes;
        s.hostsPerT0 = row.down;
        s.t1PerPlane = row.t1s;
        EXPECT_TRUE(s.Check().empty());
        EXPECT_EQ(s.GetNT0(), row.t0s);
        const FabricClos clos(s);
        EXPECT_EQ(clos.GetNicRate(0, row.planes), s.hostRateBps * row.planes);
        EXPECT_TRUE(clos.IsLocal(0, row.down - 1));
        EXPECT_FALSE(clos.IsLocal(0, row.down));
        EXPECT_EQ(clos.GetPathCodec().GetNPaths(0, row.down - 1), 1U);
        EXPECT_EQ(clos.GetPathCodec().GetNPaths(0, row.down), row.t1s);
    }
}

/** @return 2 planes of 3 pods, each with 2 T0s of 3 hosts and 3 T1s; 6 T2s; 2 links from T0 to T1
 */
FabricClosSpec
GoodPods()
{
    return ThreeTiers(TwoTiers(2, 6, 3, 0, 2), 2, 3, 2);
}

TEST(FabricClosTest, LinksAreNumberedPlaneByPlaneHostsFirst)
{
    const FabricClos two(TwoTiers(2, 3, 4, 2));
    EXPECT_EQ(two.GetNicLink(0, 0), 0U);
    EXPECT_EQ(two.GetNicLink(11, 0), 11U);
    EXPECT_EQ(two.GetUplink(0, 0, 0), 12U);
    EXPECT_EQ(two.GetUplink(0, 2, 1), 17U);
    EXPECT_EQ(two.GetNicLink(0, 1), 18U);
    EXPECT_EQ(two.GetUplink(1, 1, 1), 18U + 12 + 3);

    const FabricClos three(GoodPods()); // 18 + 6 x 6 + 9 x 2 links in a plane
    EXPECT_EQ(three.GetUplink(1, 5, 5), 72U + 18 + 35);
    const FabricLink uplink = three.GetLink(72 + 18 + 35);
    EXPECT_EQ(three.GetNames().GetEndName(uplink.lower), "p1-t0-5");
    EXPECT_EQ(three.GetNames().GetEndName(uplink.upper), "p1-t1-8");
    EXPECT_EQ(uplink.parallel, 1U);
    EXPECT_EQ(uplink.lower.port, 3U + 5);
    EXPECT_EQ(uplink.upper.port, 1U * 2 + 1);
    const FabricLink core = three.GetLink(72 + 18 + 36 + 2 * 7 + 1);
    EXPECT_EQ(three.GetNames().GetEndName(core.lower), "p1-t1-7") << "the second of pod 2";
    EXPECT_EQ(three.GetNames().GetEndName(core.upper), "p1-t2-3");
    EXPECT_EQ(core.lower.port, 2U * 2 + 1);
    EXPECT_EQ(core.upper.port, 2U);
}

TEST(FabricClosTest, TheLargestNetworkHasANumberForEveryPort)
{
    const FabricClos two(TwoTiers(8, 2048, 2048, 2048));
    EXPECT_EQ(two.GetNPorts(), 8U * 2 * 2 * 2048 * 2048);
    const FabricLink last = two.GetLink(two.GetNLinks() - 1);
    EXPECT_EQ(two.GetNames().GetLinkName(two.GetNLinks() - 1), "p7-t0-2047--p7-t1-2047");
    EXPECT_EQ(last.plane, 7U);

    const FabricClos three(ThreeTiers(TwoTiers(8, 2048, 2048, 0), 32, 32, 64));
    EXPECT_EQ(three.GetNames().GetLinkName(three.GetNLinks() - 1), "p7-t1-2047--p7-t2-2047");
    EXPECT_EQ(three.GetNPorts(), 8U * 2 * (2048 * 2048 + 2048 * 32 + 2048 * 64));
    EXPECT_EQ(three.GetPathCodec().GetNPaths(0, 2048 * 2048 - 1), 2048U);
}

TEST(FabricClosTest, EverythingHasOneName)
{
    const FabricClos clos(GoodPods());
    EXPECT_EQ(clos.GetNames().GetHostName(3), "h3");
    EXPECT_EQ(clos.GetNames().GetPortName(2 * clos.GetNicLink(3, 1)), "h3--p1-t0-1");
    EXPECT_EQ(clos.GetNames().GetPortName(2 * clos.GetNicLink(3, 1) + 1), "p1-t0-1--h3");
    const uint32_t uplink = clos.GetUplink(0, 2, 3);
    EXPECT_EQ(clos.GetNames().GetPortName(2 * uplink), "p0-t0-2--p0-t1-4.1") << "the second of two";
    EXPECT_EQ(clos.GetNames().GetPortName(2 * uplink + 1), "p0-t1-4--p0-t0-2.1");
    const auto name = [&](const FabricLinkEnd& end) { return clos.GetNames().GetEndName(end); };
    EXPECT_EQ(name(clos.GetOwnEnd(FabricNetwork::GetUpperPort(uplink))), "p0-t1-4");
    EXPECT_EQ(name(clos.GetFarEnd(FabricNetwork::GetUpperPort(uplink))), "p0-t0-2");
    const std::vector<uint32_t> down = clos.GetNames().FindPorts("p0-t1-4", "p0-t0-2");
    EXPECT_EQ(down, (std::vector<uint32_t>{2 * uplink - 1, 2 * uplink + 1})) << "both of them";
    EXPECT_EQ(clos.GetNames().FindPorts("h3", "p1-t0-1"),
              (std::vector<uint32_t>{FabricNetwork::GetLowerPort(clos.GetNicLink(3, 1))}));
    EXPECT_EQ(clos.GetNames().FindPorts("h3", "h4"), std::vector<uint32_t>{})
        << "no link between hosts";
    EXPECT_EQ(clos.GetNames().GetLinkName(clos.GetNLinks() - 1), "p1-t1-8--p1-t2-5")
        << "the only one";
    EXPECT_STREQ(clos.GetNames().GetTierName({true, 0, 0}), "host");
    const auto tierOf = [&](const char* name) {
        return std::string(
            clos.GetNames().GetTierName({false, clos.GetNames().FindSwitch(name).value(), 0}));
    };
    EXPECT_EQ(tierOf("p1-t0-5"), "t0");
    EXPECT_EQ(tierOf("p1-t1-8"), "t1");
    EXPECT_EQ(tierOf("p1-t2-5"), "t2");
    EXPECT_EQ(FabricNames::NamePosition({FabricSwitchPosition::Tier::OTHER, 0, 7}), "p0-switch-7");
}

TEST(FabricClosTest, ANameIsReadAsItIsWrittenOrNotAtAll)
{
    const FabricClos clos(GoodPods());
    for (const char* name :
         {"", "h", "h18", "h03", "h3 ", " h3", "h-1", "h+1", "H3", "h3--p0-t0-1", "h4294967299"})
    {
        EXPECT_EQ(clos.GetNames().FindHost(name), std::nullopt) << name;
    }
    for (const char* name : {"",
                             "p0",
                             "p0-t0",
                             "p0-t0-",
                             "p0-t0-6",
                             "p0-t1-9",
                             "p0-t2-6",
                             "p0-t3-0",
                             "p2-t0-0",
                             "p00-t0-0",
                             "p0-t0-00",
                             "p0-t0-0 ",
                             "p0-t0-0x",
                             "p0/t0-0",
                             "t0-0",
                             "p0-switch-0",
                             "h3"})
    {
        EXPECT_EQ(clos.GetNames().FindSwitch(name), std::nullopt) << name;
    }
}

TEST(FabricClosTest, LinksAreFoundByTheirEndsAndOnlyWhereThereAreAny)
{
    const FabricClos clos(GoodPods());
    const uint32_t first = clos.GetUplink(1, 3, 2 * 2);
    EXPECT_EQ(clos.GetNames().FindLinks("p1-t0-3", "p1-t1-5"),
              (std::vector<uint32_t>{first, first + 1}));
    EXPECT_EQ(clos.GetNames().FindLinks("p1-t1-5", "p1-t0-3"),
              (std::vector<uint32_t>{first, first + 1}));
    EXPECT_EQ(clos.GetNames().FindLinks("h5", "p0-t0-1"),
              std::vector<uint32_t>{clos.GetNicLink(5, 0)});
    EXPECT_EQ(clos.GetNames().FindLinks("p1-t0-1", "h5"),
              std::vector<uint32_t>{clos.GetNicLink(5, 1)});
    const std::pair<const char*, const char*> none[] = {
        {"h5", "p0-t0-0"},      // not its T0
        {"h5", "h4"},           // two hosts
        {"h5", "h5"},           // one
        {"h5", "p0-t1-0"},      // a T1
        {"p0-t0-0", "p0-t1-3"}, // another pod
        {"p0-t0-0", "p1-t1-0"}, // another plane
        {"p0-t0-0", "p0-t0-0"}, // itself
        {"p0-t1-0", "p0-t2-2"}, // T2s of another T1
        {"h18", "p0-t0-0"},     // no such host
        {"p0-t0-0", "h18"},
        {"p0-t0-6", "p0-t1-0"}, // no such switch
        {"p0-t0-0", "?"},
    };
    for (const auto& [a, b] : none)
    {
        EXPECT_TRUE(clos.GetNames().FindLinks(a, b).empty()) << a << " " << b;
    }
}

TEST(FabricClosTest, RatesAreAddedUp)
{
    const FabricClos clos(GoodPods());
    EXPECT_EQ(clos.GetPortRate(), 100 * GBPS);
    EXPECT_EQ(clos.GetNicRate(4, 2), 200 * GBPS);
    EXPECT_EQ(clos.GetNicRate(4, 1, 1), 100 * GBPS);
    EXPECT_EQ(clos.GetSwitchRate(clos.GetNames().FindSwitch("p1-t0-0").value()),
              (3 * 100 + 6 * 400) * GBPS);
    EXPECT_EQ(clos.GetSwitchRate(clos.GetNames().FindSwitch("p1-t1-0").value()),
              (4 * 400 + 2 * 200) * GBPS);
    EXPECT_EQ(clos.GetSwitchRate(clos.GetNames().FindSwitch("p1-t2-0").value()), 3 * 200 * GBPS);
}

TEST(FabricClosTest, TimesAcrossTwoFourAndSixLinksAreTheSumOfLineTimesAndDelays)
{
    // A byte takes 80 ps to and from hosts, 20 ps between T0 and T1, 40 ps between T1 and T2; links
    // of 500 ns, switches of 300 ns.
    const FabricClos clos(GoodPods());
    EXPECT_EQ(clos.GetDistance(0, 2), 2U);
    EXPECT_EQ(clos.GetDistance(0, 3), 4U);
    EXPECT_EQ(clos.GetDistance(0, 6), 6U);
    const int64_t two = 2 * 500000 + 300000;
    const int64_t four = 4 * 500000 + 3 * 300000;
    const int64_t six = 6 * 500000 + 5 * 300000;
    EXPECT_EQ(clos.GetAfterNic(0, 2, 1000).GetPs(), 1000 * 80 + two);
    EXPECT_EQ(clos.GetAfterNic(0, 3, 1000).GetPs(), 1000 * (20 + 20 + 80) + four);
    EXPECT_EQ(clos.GetAfterNic(0, 6, 1000).GetPs(), 1000 * (20 + 40 + 40 + 20 + 80) + six);
    EXPECT_EQ(clos.GetAfterNic(0, 6, 0).GetPs(), six);
    EXPECT_EQ(clos.GetOneWay(0, 2, 1000).GetPs(), 1000 * (80 + 80) + two);
    EXPECT_EQ(clos.GetOneWay(0, 3, 1000).GetPs(), 1000 * (80 + 120) + four);
    EXPECT_EQ(clos.GetOneWay(0, 6, 1000).GetPs(), 1000 * (80 + 200) + six);
    EXPECT_EQ(clos.GetBaseRtt(4258, 178).GetPs(), (4258 + 178) * (80 + 200) + 2 * six);

    const FabricClos pod(ThreeTiers(TwoTiers(1, 2, 2, 0), 2, 2, 3));
    EXPECT_EQ(pod.GetBaseRtt(4258, 178).GetPs(), (4258 + 178) * (80 + 120) + 2 * four)
        << "no path leads across the T2s";
    const FabricClos alone(TwoTiers(1, 1, 5, 2));
    EXPECT_EQ(alone.GetBaseRtt(4258, 178).GetPs(), (4258 + 178) * (80 + 80) + 2 * two);
}

TEST(FabricClosTest, LineTimesThatAreNoWholeNumberAreRoundedLinkByLink)
{
    FabricClosSpec spec = GoodPods();
    spec.hostRateBps = 70 * GBPS;   // 114.286 ps per byte
    spec.fabricRateBps = 30 * GBPS; // 266.667 ps
    spec.coreRateBps = 90 * GBPS;   // 88.889 ps
    spec.linkDelay = spec.switchDelay = RdmaTick{};
    const FabricClos clos(spec);
    EXPECT_EQ(clos.GetAfterNic(0, 6, 1000).GetPs(), 114286 + 2 * 266667 + 2 * 88889);
    EXPECT_EQ(clos.GetOneWay(0, 6, 1000).GetPs(), 2 * 114286 + 2 * 266667 + 2 * 88889);
    EXPECT_EQ(FabricLineTime(1, 70 * GBPS).GetPs(), 114);
    EXPECT_EQ(FabricLineTime(4, 70 * GBPS).GetPs(), 457) << "457.14";
    EXPECT_EQ(FabricLineTime(5, 70 * GBPS).GetPs(), 571) << "571.43";
    EXPECT_EQ(FabricLineTime(13, 70 * GBPS).GetPs(), 1486) << "1485.71";
}

TEST(FabricClosTest, RailsPutNeighborsUnderDifferentT0s)
{
    // Servers of 3 NICs, 2 servers in a row of 3 T0s.
    const FabricClos clos(TwoTiers(1, 6, 2, 5, 3, 3));
    for (uint32_t host = 0; host < 12; ++host)
    {
        EXPECT_EQ(clos.GetGroup(host), host / 6 * 3 + host % 3) << host;
        EXPECT_EQ(clos.GetNicIndex(host), host / 3 % 2) << host;
    }
    EXPECT_TRUE(clos.IsLocal(0, 3)) << "the same rail of two servers";
    EXPECT_FALSE(clos.IsLocal(0, 1)) << "of the same server";
    EXPECT_FALSE(clos.IsLocal(0, 6)) << "in another row";
    EXPECT_EQ(clos.GetAddressing().rails, 3U);
    EXPECT_EQ(clos.GetAddressing().hostsPerT0, 2U);
}

TEST(FabricClosTest, FieldsOfStructuredEvsAreAsWideAsTheyMustBe)
{
    const auto fields = [](uint32_t t1PerPod, uint32_t t1Uplinks, uint32_t parallel) {
        const FabricClos clos(ThreeTiers(TwoTiers(1, 2, 1, 0, parallel), 1, t1PerPod, t1Uplinks));
        std::vector<uint32_t> numbers;
        for (const FabricEvField& field : clos.GetPathCodec().GetEvFields())
        {
            numbers.push_back(field.shift);
            numbers.push_back(field.bits);
        }
        return numbers;
    };
    EXPECT_EQ(fields(4, 8, 1), (std::vector<uint32_t>{0, 2, 2, 3}));
    EXPECT_EQ(fields(4, 8, 2), (std::vector<uint32_t>{0, 3, 3, 3}));
    EXPECT_EQ(fields(5, 9, 1), (std::vector<uint32_t>{0, 3, 3, 4}));
    EXPECT_EQ(fields(1, 1, 1), (std::vector<uint32_t>{0, 0, 0, 0})) << "nothing to choose";
}

TEST(FabricClosTest, DigitsThatNeedMoreBitsThanThereAreAreNotOffered)
{
    const FabricClos fits(ThreeTiers(TwoTiers(1, 2, 1, 0), 1, 4, 512));
    EXPECT_EQ(fits.GetPathCodec().CheckStructured(), "");
    EXPECT_NE(fits.GetPathCodec().GetPathCodes(0, 1, true), nullptr);
    const FabricClos tooWide(ThreeTiers(TwoTiers(1, 2, 1, 0), 1, 3, 600)); // 2 + 10 bits
    EXPECT_EQ(tooWide.GetPathCodec().CheckStructured(), "");
    const FabricClos odd(ThreeTiers(TwoTiers(1, 2, 1, 0, 3), 1, 2, 600)); // 3 + 10 bits
    EXPECT_NE(odd.GetPathCodec().CheckStructured().find(
                  "need 13 bits of an EV, at most 12 are available"),
              std::string::npos)
        << odd.GetPathCodec().CheckStructured();
    EXPECT_EQ(odd.GetPathCodec().GetPathCodes(0, 1, true), nullptr);
    EXPECT_EQ(odd.GetPathCodec().GetNPaths(0, 1), 3600U) << "source routes need no digits";
}

TEST(FabricClosTest, WhatClashesInThreeTiersIsNamed)
{
    EXPECT_TRUE(GoodPods().Check().empty());

    struct Case
    {
        void (*spoil)(FabricClosSpec&);
        const char* part;
    };

    const Case cases[] = {
        {[](FabricClosSpec& s) { s.t0PerPod = 0; }, "t0PerPod is 0, allowed are 1 to 2048"},
        {[](FabricClosSpec& s) { s.t0PerPod = 4; },
         "gives 6 T0 switches per plane, not a multiple of t0PerPod (4); allowed: 4 or 8"},
        {[](FabricClosSpec& s) { s.t1PerPod = 0; }, "t1PerPod is 0"},
        {[](FabricClosSpec& s) { s.t1PerPod = 4; },
         "t2PerPlane (6) is not a multiple of t1PerPod (4); allowed: 4 or 8"},
        {[](FabricClosSpec& s) { s.t2PerPlane = 2049; }, "t2PerPlane is 2049"},
        {[](FabricClosSpec& s) { s.coreRateBps = 0; },
         "coreRate is 0 bit/s; allowed: 1kbps to 1000Tbps"},
        {[](FabricClosSpec& s) { s.parallelLinks = 0; }, "parallelLinks is 0"},
        {[](FabricClosSpec& s) { s.parallelLinks = 2049; }, "parallelLinks is 2049"},
        {[](FabricClosSpec& s) { s.parallelLinks = 300; },
         "T1 switches (9 per plane) x parallelLinks (300) gives 2700, at most 2048"},
        {[](FabricClosSpec& s) { s.rails = 0; }, "rails is 0"},
        {[](FabricClosSpec& s) { s.rails = 5; },
         "hosts (18) is not a multiple of hostsPerT0 (3) x hostsPerServer (5); allowed: 15 or 30"},
        {[](FabricClosSpec& s) {
             s.t2PerPlane = 3 * 400;
             s.parallelLinks = 4;
         },
         "there are 4800 paths between two hosts in a plane, at most 4096 have an EV"},
    };
    for (const Case& c : cases)
    {
        FabricClosSpec s = GoodPods();
        c.spoil(s);
        const std::vector<std::string> problems = s.Check();
        ASSERT_EQ(problems.size(), 1U) << c.part;
        EXPECT_NE(problems[0].find(c.part), std::string::npos) << problems[0];
        EXPECT_DEATH(FabricClos{s}, "topology: ");
    }
}

TEST(FabricClosTest, MoreT1SidsThanThereAreInTwoTiersAreOneProblem)
{
    const std::vector<std::string> problems = TwoTiers(1, 2, 1, 2000, 3).Check();
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find("T1 switches (2000 per plane) x parallelLinks (3) gives 6000"),
              std::string::npos)
        << problems[0];
}

TEST(FabricClosTest, TheTwoTiersOfScriptsHaveT1sOnlyWhereTheyAreNeeded)
{
    EXPECT_EQ(FabricClosSpec::TwoTiers(1, 4, 4, 100).t1PerPlane, 0U);
    EXPECT_EQ(FabricClosSpec::TwoTiers(1, 8, 4, 100).t1PerPlane, 4U) << "as many as hosts per T0";
    const auto spec = FabricClosSpec::TwoTiers(3, 10, 5, 100);
    EXPECT_EQ(spec.planes, 3U);
    EXPECT_EQ(spec.hosts, 10U);
    EXPECT_EQ(spec.hostsPerT0, 5U);
    EXPECT_EQ(spec.hostRateBps, 100U);
    EXPECT_EQ(spec.fabricRateBps, 100U);
}

} // namespace
