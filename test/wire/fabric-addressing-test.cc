/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-addressing.h"

#include <gtest/gtest.h>
#include <utility>

using namespace ns3;

TEST(FabricAddressing, AddressesOfVectorV6)
{
    const FabricAddressing addressing{256};
    EXPECT_EQ(addressing.GetAddress(7 * 256 + 16, 5), Srv6AddressFromString("fd00:0:5:7::10"));
    EXPECT_EQ(addressing.GetAddress(300 * 256 + 129, 5), Srv6AddressFromString("fd00:0:5:12c::81"));
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

TEST(FabricAddressing, NicsOfAServerSitUnderDifferentT0s)
{
    const FabricAddressing addressing{2, 3}; // servers of 3 NICs; 2 servers share a row of 3 T0s
    const uint32_t t0s[] = {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6};
    const uint32_t downlinks[] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0};
    for (uint32_t host = 0; host < 13; ++host)
    {
        EXPECT_EQ(addressing.GetT0(host), t0s[host]) << host;
        EXPECT_EQ(addressing.GetDownlink(host), downlinks[host]) << host;
        EXPECT_EQ(addressing.GetHost(t0s[host], downlinks[host]), host);
    }
    EXPECT_EQ(addressing.GetAddress(10, 5), Srv6AddressFromString("fd00:0:5:4::1"));
}

TEST(FabricAddressing, EveryPortIsFoundByItsAddressAlsoWithRails)
{
    for (const auto& [hostsPerT0, rails] : {std::pair{1U, 1U}, {1U, 4U}, {5U, 2U}, {4U, 7U}})
    {
        const FabricAddressing addressing{hostsPerT0, rails};
        for (uint32_t host = 0; host < 100; ++host)
        {
            const auto port = addressing.FindPort(addressing.GetAddress(host, 3));
            ASSERT_TRUE(port);
            EXPECT_EQ(port->host, host) << hostsPerT0 << " per T0, " << rails << " rails";
            EXPECT_EQ(addressing.GetHost(addressing.GetT0(host), addressing.GetDownlink(host)),
                      host);
        }
    }
}

TEST(FabricAddressing, AddressesThatNoPortHasAreNotFound)
{
    const FabricAddressing addressing{8};
    EXPECT_TRUE(addressing.FindPort(*Srv6AddressFromString("fd00:0:1:2::7")));
    EXPECT_FALSE(addressing.FindPort(*Srv6AddressFromString("fd00:0:1:2::8")))
        << "downlinks are 0..7";
    EXPECT_FALSE(addressing.FindPort(*Srv6AddressFromString("fd00:1:1:2::7"))) << "another prefix";
    EXPECT_FALSE(addressing.FindPort(*Srv6AddressFromString("fd00:0:1:2:1::7")))
        << "middle groups set";
    EXPECT_FALSE(addressing.FindPort(*Srv6AddressFromString("5f00:1:a807::"))) << "a carrier";
}

TEST(FabricAddressing, HostNumberThatDoesNotFitIsNotFound)
{
    const FabricAddressing addressing{0xffffffff};
    EXPECT_TRUE(addressing.FindPort(*Srv6AddressFromString("fd00:0:0:0::5")));
    EXPECT_FALSE(addressing.FindPort(*Srv6AddressFromString("fd00:0:0:2::5")));
}
