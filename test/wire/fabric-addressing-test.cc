/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-addressing.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(FabricAddressing, AddressesOfVectorV6)
{
    const FabricAddressing addressing{256};
    EXPECT_EQ(addressing.GetAddress(7 * 256 + 16, 5), AddressFromString("fd00:0:5:7::10"));
    EXPECT_EQ(addressing.GetAddress(300 * 256 + 129, 5), AddressFromString("fd00:0:5:12c::81"));
}

TEST(FabricAddressing, HostsSitUnderT0sInOrder)
{
    const FabricAddressing addressing{8};
    EXPECT_EQ(addressing.GetT0(0), 0U);
    EXPECT_EQ(addressing.GetDownlink(0), 0U);
    EXPECT_EQ(addressing.GetT0(7), 0U);
    EXPECT_EQ(addressing.GetT0(8), 1U);
    EXPECT_EQ(addressing.GetDownlink(15), 7U);
}

TEST(FabricAddressing, EveryPortIsFoundByItsAddress)
{
    const FabricAddressing addressing{6};
    for (uint32_t host = 0; host < 100; ++host)
    {
        for (uint16_t plane = 0; plane < 8; ++plane)
        {
            const auto port = addressing.FindPort(addressing.GetAddress(host, plane));
            ASSERT_TRUE(port);
            EXPECT_EQ(port->host, host);
            EXPECT_EQ(port->plane, plane);
        }
    }
}

TEST(FabricAddressing, AddressesThatNoPortHasAreNotFound)
{
    const FabricAddressing addressing{8};
    EXPECT_TRUE(addressing.FindPort(*AddressFromString("fd00:0:1:2::7")));
    EXPECT_FALSE(addressing.FindPort(*AddressFromString("fd00:0:1:2::8"))) << "downlinks are 0..7";
    EXPECT_FALSE(addressing.FindPort(*AddressFromString("fd00:1:1:2::7"))) << "another prefix";
    EXPECT_FALSE(addressing.FindPort(*AddressFromString("fd00:0:1:2:1::7"))) << "middle groups set";
    EXPECT_FALSE(addressing.FindPort(*AddressFromString("5f00:1:a807::"))) << "a carrier";
}

TEST(FabricAddressing, HostNumberThatDoesNotFitIsNotFound)
{
    const FabricAddressing addressing{0xffffffff};
    EXPECT_TRUE(addressing.FindPort(*AddressFromString("fd00:0:0:0::5")));
    EXPECT_FALSE(addressing.FindPort(*AddressFromString("fd00:0:0:2::5")));
}
