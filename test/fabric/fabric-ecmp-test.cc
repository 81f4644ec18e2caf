/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-kit.h"

#include "ns3/fabric-ecmp.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

// Dead links that routing learns, and the equal ports that remain.

using namespace ns3;
using namespace mrctest;

namespace
{

TEST(FabricEcmpGroupTest, WithNoUplinkLeftThereIsNoRoute)
{
    const Ptr<const FabricClos> clos = MakeClos(4, 3, 2);
    FabricPlaneRoutes plane(PeekPointer(clos));
    FabricSwitchRoutes routes(0, plane);
    const FabricEcmpGroup group(routes, 4, 2);
    const uint32_t t1 = 3 + 1; // number of T1 1
    routes.SetPort(4, false);
    plane.SetPort(t1, 2, false);
    EXPECT_EQ(group.Select(12345, 2), -1);
    EXPECT_EQ(group.Select(12345, 1), 1);
    routes.SetPort(4, false); // notified twice
    routes.SetPort(4, true);
    EXPECT_EQ(group.Select(12345, 2), 0);
    plane.SetPort(t1, 2, true);
    EXPECT_EQ(group.Select(12345, 2), 1) << "as if nothing had happened: 12345 mod 2";
}

TEST(FabricEcmpGroupTest, MembersMayHaveAnyNumbers)
{
    FabricPlaneRoutes plane;
    FabricSwitchRoutes routes(0, plane);
    const FabricEcmpGroup group(routes, {9, 2, 5});
    EXPECT_EQ(group.GetSize(), 3U);
    EXPECT_EQ(group.GetPort(0), 9U);
    EXPECT_EQ(group.GetPort(2), 5U);
    EXPECT_EQ(group.Select(7, 0), 1);
    EXPECT_FALSE(group.IsUsable(3, 0)) << "no such place";
    routes.SetPort(2, false);
    EXPECT_EQ(group.CountUsable(0), 2U);
    EXPECT_TRUE(group.IsUsable(0, 0));
    EXPECT_FALSE(group.IsUsable(1, 0));
    EXPECT_EQ(group.Select(0, 0), 0);
    EXPECT_EQ(group.Select(7, 0), 2) << "the second of two";
    EXPECT_FALSE(group.IsUsable(3, 0));
}

TEST(FabricEcmpGroupTest, WithoutANetworkNoDistantLossIsLearnt)
{
    FabricPlaneRoutes plane;
    FabricSwitchRoutes routes(0, plane);
    const FabricEcmpGroup group(routes, 0, 2);
    plane.SetPort(3, 0, false);
    EXPECT_EQ(group.CountUsable(1), 2U);
}

/**
 * Two planes of 3 pods. A pod has 2 T0s of 2 hosts, and 3 T1s with 2 T2s each: T1 i of every pod is
 * linked to T2s 2 i and 2 i + 1.
 */
class PlaneRoutesInPods : public testing::Test
{
  protected:
    /**
     * @param parallelLinks links between a T0 and a T1
     */
    void Use(uint32_t parallelLinks)
    {
        FabricClosSpec spec;
        spec.planes = 2;
        spec.hosts = 12;
        spec.hostsPerT0 = 2;
        spec.t0PerPod = 2;
        spec.t1PerPod = 3;
        spec.t2PerPlane = 6;
        spec.parallelLinks = parallelLinks;
        spec.hostRateBps = spec.fabricRateBps = spec.coreRateBps = CABLE_BPS;
        clos = Create<FabricClos>(spec);
        routes = std::make_unique<FabricPlaneRoutes>(PeekPointer(clos));
    }

    /**
     * Routing learns of a link, from both of its ends.
     * @param a name of one end
     * @param b name of the other
     * @param usable the new state
     * @param index number among the links between the two
     */
    void Learn(const std::string& a, const std::string& b, bool usable, uint32_t index = 0)
    {
        const FabricLink link = clos->GetLink(clos->GetNames().FindLinks(a, b).at(index));
        routes->SetPort(link.lower.node, link.lower.port, usable);
        routes->SetPort(link.upper.node, link.upper.port, usable);
    }

    /**
     * @param sw name of a switch
     * @param t0 a T0 in its plane
     * @return names of the upper neighbors that lead to it, one for each link
     */
    std::vector<std::string> ListPaths(const std::string& sw, uint32_t t0) const
    {
        const uint32_t number = clos->GetNames().FindSwitch(sw).value();
        std::vector<std::string> ways;
        for (const uint32_t port : clos->ListNextHops(number, t0))
        {
            if (routes->LeadsTo(number, port, t0))
            {
                ways.push_back(clos->GetNames().GetEndName(clos->GetPeer(number, port)));
            }
        }
        return ways;
    }

    /// Names, in the order of ports.
    using Names = std::vector<std::string>;

    Ptr<const FabricClos> clos;                ///< the network
    std::unique_ptr<FabricPlaneRoutes> routes; ///< of plane 0
};

TEST_F(PlaneRoutesInPods, AT1ThatLostAllItsT2sIsAvoidedForOtherPodsButNotForItsOwn)
{
    Use(1);
    const Names all{"p0-t1-0", "p0-t1-1", "p0-t1-2"};
    EXPECT_TRUE(routes->IsWhole());
    EXPECT_EQ(ListPaths("p0-t0-0", 2), all);
    Learn("p0-t1-1", "p0-t2-2", false);
    EXPECT_FALSE(routes->IsWhole());
    EXPECT_EQ(ListPaths("p0-t0-0", 2), all) << "one T2 is enough";
    Learn("p0-t1-1", "p0-t2-3", false);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), (Names{"p0-t1-0", "p0-t1-2"}));
    EXPECT_EQ(ListPaths("p0-t0-0", 5), (Names{"p0-t1-0", "p0-t1-2"}));
    EXPECT_EQ(ListPaths("p0-t0-1", 4), (Names{"p0-t1-0", "p0-t1-2"}));
    EXPECT_EQ(ListPaths("p0-t0-0", 1), all) << "its own pod";
    // No frame comes down by the lost T2s either
    EXPECT_EQ(ListPaths("p0-t0-3", 1), (Names{"p0-t1-3", "p0-t1-5"}));
    EXPECT_EQ(ListPaths("p0-t0-3", 4), (Names{"p0-t1-3", "p0-t1-4", "p0-t1-5"})) << "a third pod";
    Learn("p0-t1-1", "p0-t2-3", true);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), all) << "it is back";
    EXPECT_EQ(ListPaths("p0-t0-3", 1), (Names{"p0-t1-3", "p0-t1-4", "p0-t1-5"}));
    Learn("p0-t1-1", "p0-t2-2", true);
    EXPECT_TRUE(routes->IsWhole());
}

TEST_F(PlaneRoutesInPods, AT2ThatLostAPodIsAvoidedByT1sForThatPodAlone)
{
    Use(1);
    Learn("p0-t1-4", "p0-t2-3", false); // of pod 1
    EXPECT_EQ(ListPaths("p0-t1-1", 2), Names{"p0-t2-2"});
    EXPECT_EQ(ListPaths("p0-t1-1", 3), Names{"p0-t2-2"});
    EXPECT_EQ(ListPaths("p0-t1-1", 4), (Names{"p0-t2-2", "p0-t2-3"}));
    EXPECT_EQ(ListPaths("p0-t1-0", 2), (Names{"p0-t2-0", "p0-t2-1"})) << "not its T2";
    EXPECT_EQ(ListPaths("p0-t0-0", 2), (Names{"p0-t1-0", "p0-t1-1", "p0-t1-2"}));
}

TEST_F(PlaneRoutesInPods, ADistantT1ThatLostAT0IsAvoidedFromTheFirstSwitchOnForThatT0Alone)
{
    Use(1);
    Learn("p0-t1-4", "p0-t0-2", false);
    EXPECT_EQ(ListPaths("p0-t0-3", 2), (Names{"p0-t1-3", "p0-t1-5"})) << "in its pod";
    EXPECT_EQ(ListPaths("p0-t0-0", 2), (Names{"p0-t1-0", "p0-t1-2"})) << "from another one";
    EXPECT_EQ(ListPaths("p0-t1-1", 2), Names{}) << "both of its T2s lead to that T1";
    EXPECT_EQ(ListPaths("p0-t1-0", 2), (Names{"p0-t2-0", "p0-t2-1"}));
    EXPECT_EQ(ListPaths("p0-t0-0", 3), (Names{"p0-t1-0", "p0-t1-1", "p0-t1-2"})) << "its neighbor";
    Learn("p0-t1-4", "p0-t0-2", true);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), (Names{"p0-t1-0", "p0-t1-1", "p0-t1-2"}));
}

TEST_F(PlaneRoutesInPods, AT1ThatLostOneOfTwoLinksToAT0IsAsGoodAsBefore)
{
    Use(2);
    const Names all{"p0-t1-0", "p0-t1-0", "p0-t1-1", "p0-t1-1", "p0-t1-2", "p0-t1-2"};
    const Names rest{"p0-t1-0", "p0-t1-0", "p0-t1-2", "p0-t1-2"};
    const uint32_t t1 = clos->GetNames().FindSwitch("p0-t1-4").value();
    const uint32_t port =
        clos->GetLink(clos->GetNames().FindLinks("p0-t1-4", "p0-t0-2").at(1)).upper.port;
    Learn("p0-t1-4", "p0-t0-2", false, 1);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), all);
    EXPECT_EQ(ListPaths("p0-t0-3", 2).size(), 6U);
    EXPECT_TRUE(routes->LeadsTo(t1, port - 1, 2));
    Learn("p0-t1-4", "p0-t0-2", false, 0);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), rest);
    EXPECT_EQ(ListPaths("p0-t0-3", 2), (Names{"p0-t1-3", "p0-t1-3", "p0-t1-5", "p0-t1-5"}));
    Learn("p0-t1-4", "p0-t0-2", true, 1);
    EXPECT_EQ(ListPaths("p0-t0-0", 2), all);
}

TEST_F(PlaneRoutesInPods, ASwitchJoinsWhatItSeesWithWhatThePlaneHasLearnt)
{
    Use(2);
    FabricSwitchRoutes own(clos->GetNames().FindSwitch("p0-t1-4").value(), *routes);
    const FabricEcmpGroup down(own, 0, 2); // to T0 2
    const FabricEcmpGroup up(own, 4, 2);   // to T2s 2 and 3
    EXPECT_TRUE(own.IsWhole());
    own.SetPort(1, false);
    EXPECT_FALSE(own.IsWhole());
    EXPECT_EQ(down.CountUsable(2), 1U);
    EXPECT_EQ(down.Select(17, 2), 0);
    EXPECT_EQ(up.CountUsable(0), 2U);
    Learn("p0-t1-1", "p0-t2-2", false); // T2 2 does not lead to pod 0 any more
    EXPECT_EQ(up.CountUsable(0), 1U);
    EXPECT_EQ(up.Select(17, 0), 1);
    EXPECT_EQ(up.CountUsable(4), 2U) << "but it leads to pod 2";
    own.SetPort(5, false);
    EXPECT_EQ(up.Select(17, 0), -1);
    EXPECT_EQ(up.Select(17, 4), 0);
}

} // namespace
