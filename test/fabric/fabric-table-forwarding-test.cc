/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-table-forwarding.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

// Tables return exactly the entries set.

using namespace ns3;

namespace
{

constexpr uint32_t NO_PORT = FabricForwarding::NO_PORT;

/// Empty tables of switch 3.
class FabricTableForwardingTest : public testing::Test
{
  protected:
    FabricPlaneRoutes plane;             ///< no dead links
    FabricSwitchRoutes routes{3, plane}; ///< no dead ports
    FabricTableForwarding tables{routes};
};

TEST_F(FabricTableForwardingTest, KnowsNothingAtFirst)
{
    EXPECT_EQ(tables.FindNeighbor(0x0800, 0x0801), NO_PORT);
    EXPECT_EQ(tables.FindNeighbor(0x0800, 0), NO_PORT);
    EXPECT_EQ(tables.FindHost(0).port, NO_PORT);
    EXPECT_EQ(tables.FindHost(0).group, nullptr);
    EXPECT_FALSE(tables.IsChoice(0));
    EXPECT_FALSE(tables.IsTransit(0));
    EXPECT_FALSE(tables.HasGroups());
}

TEST_F(FabricTableForwardingTest, NeighborsAreFoundWhicheverOwnSidAFrameNames)
{
    for (uint32_t i = 0; i < 200; ++i)
    {
        tables.SetNeighbor(static_cast<uint16_t>(0x0800 + 7 * i), i);
    }
    for (uint32_t i = 0; i < 200; ++i)
    {
        EXPECT_EQ(tables.FindNeighbor(0x0900, static_cast<uint16_t>(0x0800 + 7 * i)), i);
        EXPECT_EQ(tables.FindNeighbor(0x1900, static_cast<uint16_t>(0x0800 + 7 * i)), i);
        EXPECT_EQ(tables.FindNeighbor(0x0900, static_cast<uint16_t>(0x0801 + 7 * i)), NO_PORT);
    }
    EXPECT_EQ(tables.FindNeighbor(0x0900, 0xffff), NO_PORT);
    tables.SetNeighbor(0x0807, 77);
    EXPECT_EQ(tables.FindNeighbor(0x0900, 0x0807), 77U) << "the last entry counts";
}

TEST_F(FabricTableForwardingTest, AHostWithAPortNeedsNoTarget)
{
    tables.SetRoute(5, 2);
    tables.SetRoute(100000, 1);
    EXPECT_EQ(tables.FindHost(5).port, 2U);
    EXPECT_EQ(tables.FindHost(5).group, nullptr);
    EXPECT_EQ(tables.FindHost(100000).port, 1U);
    EXPECT_EQ(tables.FindHost(4).port, NO_PORT);
    EXPECT_FALSE(tables.HasGroups());
}

TEST_F(FabricTableForwardingTest, HostsFollowTheirTargets)
{
    tables.SetTargets(std::make_shared<std::vector<uint32_t>>(
        std::vector<uint32_t>{10, 11, 9, 3, 12, 2, NO_PORT}));
    tables.SetRoute(3, 0); // at this switch
    tables.SetNextHops(10, {4});
    tables.SetNextHops(12, {5});
    tables.SetNextHops(9, {1, 4});
    EXPECT_EQ(tables.FindHost(0).port, 4U);
    EXPECT_EQ(tables.FindHost(0).target, 10U);
    EXPECT_EQ(tables.FindHost(0).group, nullptr);
    EXPECT_EQ(tables.FindHost(4).port, 5U);
    ASSERT_NE(tables.FindHost(2).group, nullptr);
    EXPECT_EQ(tables.FindHost(2).port, NO_PORT);
    EXPECT_EQ(tables.FindHost(2).target, 9U);
    EXPECT_EQ(tables.FindHost(2).group->GetPort(1), 4U);
    EXPECT_EQ(tables.FindHost(3).port, 0U);
    for (const uint32_t lost : {1, 5, 6, 7, 100})
    {
        EXPECT_EQ(tables.FindHost(lost).port, NO_PORT) << "host " << lost;
        EXPECT_EQ(tables.FindHost(lost).group, nullptr) << "host " << lost;
    }
}

TEST_F(FabricTableForwardingTest, APortOfItsOwnGoesBeforeTheTarget)
{
    tables.SetTargets(std::make_shared<std::vector<uint32_t>>(2, 10));
    tables.SetNextHops(10, {1, 2});
    tables.SetRoute(1, 7);
    EXPECT_NE(tables.FindHost(0).group, nullptr);
    EXPECT_EQ(tables.FindHost(1).port, 7U);
    EXPECT_EQ(tables.FindHost(1).group, nullptr);
}

TEST_F(FabricTableForwardingTest, TargetsWithTheSamePortsShareAGroup)
{
    tables.SetTargets(
        std::make_shared<std::vector<uint32_t>>(std::vector<uint32_t>{10, 11, 12, 13}));
    tables.SetNextHops(10, {1, 2});
    tables.SetNextHops(11, {1, 2, 4});
    tables.SetNextHops(12, {1, 2});
    tables.SetNextHops(13, {5});
    EXPECT_EQ(tables.FindHost(0).group, tables.FindHost(2).group);
    EXPECT_NE(tables.FindHost(0).group, tables.FindHost(1).group);
    EXPECT_EQ(tables.FindHost(1).group->GetSize(), 3U);
    EXPECT_TRUE(tables.HasGroups());
    for (const uint32_t port : {1, 2, 4})
    {
        EXPECT_TRUE(tables.IsChoice(port)) << "port " << port;
    }
    for (const uint32_t port : {0, 3, 5, 6})
    {
        EXPECT_FALSE(tables.IsChoice(port)) << "port " << port;
    }
}

TEST_F(FabricTableForwardingTest, GroupsKnowWhatTheSwitchKnowsOfDeadLinks)
{
    tables.SetTargets(std::make_shared<std::vector<uint32_t>>(1, 10));
    tables.SetNextHops(10, {1, 2, 4});
    const FabricHop hop = tables.FindHost(0);
    EXPECT_EQ(hop.group->CountUsable(hop.target), 3U);
    routes.SetPort(2, false);
    EXPECT_EQ(hop.group->CountUsable(hop.target), 2U);
    EXPECT_FALSE(hop.group->IsUsable(1, hop.target));
}

TEST_F(FabricTableForwardingTest, AHopReadsTheDigitOfItsNumber)
{
    tables.SetTargets(std::make_shared<std::vector<uint32_t>>(1, 10));
    tables.SetNextHops(10, {1, 2, 4});
    const FabricHop hop = tables.FindHost(0);
    const std::vector<FabricEvField> fields{{0, 2}, {2, 0}, {2, 3}};
    const uint32_t ev = 5U << 2 | 1;
    EXPECT_EQ(tables.ReadDigit(ev, 0, hop, fields), 1U);
    EXPECT_EQ(tables.ReadDigit(ev, 1, hop, fields), 0U) << "a field of no bits";
    EXPECT_EQ(tables.ReadDigit(ev, 2, hop, fields), 5U % 3) << "modulo the size of the group";
    EXPECT_EQ(tables.ReadDigit(~0U, 3, hop, fields), 0U) << "after the last field";
    EXPECT_EQ(tables.ReadDigit(~0U, 0, hop, {}), 0U);
}

TEST_F(FabricTableForwardingTest, TransitIsWhatSomebodySays)
{
    tables.SetTransit(4);
    EXPECT_TRUE(tables.IsTransit(4));
    EXPECT_FALSE(tables.IsTransit(3));
    EXPECT_FALSE(tables.IsTransit(5));
}

TEST(FabricTableForwardingDeathTest, ATargetNeedsAPort)
{
    FabricPlaneRoutes plane;
    const FabricSwitchRoutes routes(0, plane);
    FabricTableForwarding tables(routes);
    EXPECT_DEATH(tables.SetNextHops(7, {}), "target 7 without a port");
}

} // namespace
