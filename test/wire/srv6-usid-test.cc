/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/srv6-usid.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// The destination addresses of a packet on its path, from the sender on, one shift per switch.
std::vector<std::string>
Walk(Srv6Carrier carrier)
{
    std::vector<std::string> seen{Srv6AddressToString(carrier)};
    for (mrctest::StepBudget steps; HasSrv6Argument(carrier.hi, carrier.lo) && steps.Take();)
    {
        ShiftSrv6Usid(carrier.hi, carrier.lo);
        seen.push_back(Srv6AddressToString(carrier));
    }
    return seen;
}

using Addresses = std::vector<std::string>;

} // namespace

TEST(Srv6Usid, FieldsArePackedAsInVectorV1)
{
    EXPECT_EQ(MakeSrv6Usid(5, Srv6UsidType::T0, 7), 0xa807);
    EXPECT_EQ(MakeSrv6Usid(5, Srv6UsidType::T1, 60), 0xb03c);
    EXPECT_EQ(MakeSrv6Usid(5, Srv6UsidType::T0, 300), 0xa92c);
    EXPECT_EQ(MakeSrv6Usid(5, Srv6UsidType::NIC, 129), 0xb881);
    EXPECT_EQ(MrcEv::Pack(5, 60), 0x503cU);
}

TEST(Srv6Usid, ACarrierHasSixPlaces)
{
    EXPECT_EQ(Srv6AddressToString(MakeSrv6Carrier({})), "5f00:0001:0000:0000:0000:0000:0000:0000");
    EXPECT_EQ(
        Srv6AddressToString(MakeSrv6Carrier({0xa807, 0xb03c, 0xa92c, 0xb881, 0x1234, 0x5678})),
        "5f00:0001:a807:b03c:a92c:b881:1234:5678");
}

TEST(Srv6Usid, FieldsComeBackFromEveryCorner)
{
    for (const uint32_t plane : {0U, 1U, 7U})
    {
        for (const auto type : {Srv6UsidType::T0, Srv6UsidType::T1, Srv6UsidType::NIC})
        {
            for (const uint32_t index : {0U, 1U, 1024U, 2047U})
            {
                const uint16_t usid = MakeSrv6Usid(plane, type, index);
                EXPECT_EQ(GetSrv6UsidPlane(usid), plane);
                EXPECT_EQ(GetSrv6UsidType(usid), type);
                EXPECT_EQ(GetSrv6UsidIndex(usid), index);
                EXPECT_NE(usid, 0) << "0x0000 ends a carrier";
            }
        }
    }
}

TEST(Srv6Usid, V1CrossT1PathIsConsumedSwitchBySwitch)
{
    const Srv6Carrier sent = ApplyMrcEv(MakeSrv6CrossT1Template(7, 300, 129), 0x503c);
    EXPECT_EQ(Walk(sent),
              (Addresses{"5f00:0001:a807:b03c:a92c:b881:0000:0000",
                         "5f00:0001:b03c:a92c:b881:0000:0000:0000",
                         "5f00:0001:a92c:b881:0000:0000:0000:0000",
                         "5f00:0001:b881:0000:0000:0000:0000:0000"}));
}

TEST(Srv6Usid, V1ActiveUsidNamesTheNextHopAfterEachShift)
{
    Srv6Carrier c = ApplyMrcEv(MakeSrv6CrossT1Template(7, 300, 129), 0x503c);
    std::vector<uint16_t> active;
    for (int hop = 0; hop < 4; ++hop)
    {
        EXPECT_TRUE(IsSrv6Block(c.hi));
        active.push_back(GetActiveSrv6Usid(c.hi));
        EXPECT_EQ(HasSrv6Argument(c.hi, c.lo), hop < 3);
        EXPECT_EQ(EndsAtSrv6Usid(c.hi, c.lo, 0xb881), hop == 3);
        ShiftSrv6Usid(c.hi, c.lo);
    }
    EXPECT_EQ(active, (std::vector<uint16_t>{0xa807, 0xb03c, 0xa92c, 0xb881}));
    EXPECT_EQ(GetActiveSrv6Usid(c.hi), 0) << "nothing follows the last uSID";
}

TEST(Srv6Usid, V2TemplateExpandsToTheAddressOfEachEv)
{
    const Srv6Carrier path = MakeSrv6CrossT1Template(7, 300, 129);
    EXPECT_EQ(Srv6AddressToString(path), "5f00:0001:0807:1000:092c:1881:0000:0000");
    const std::vector<std::pair<uint32_t, std::string>> rows{
        {0x00000000, "5f00:0001:0807:1000:092c:1881:0000:0000"},
        {0x00000001, "5f00:0001:0807:1001:092c:1881:0000:0000"},
        {0x00001000, "5f00:0001:2807:3000:292c:3881:0000:0000"},
        {0x0000503c, "5f00:0001:a807:b03c:a92c:b881:0000:0000"},
        {0x000070ff, "5f00:0001:e807:f0ff:e92c:f881:0000:0000"},
    };
    for (const auto& [ev, address] : rows)
    {
        EXPECT_EQ(Srv6AddressToString(ApplyMrcEv(path, ev)), address) << "EV " << ev;
    }
}

TEST(Srv6Usid, UplinksOfAPodAreCountedFromItsFirstT1)
{
    const Srv6Carrier path = MakeSrv6CrossT1Template(7, 5, 129, 0x0ff);
    EXPECT_EQ(Srv6AddressToString(path), "5f00:0001:0807:10ff:0805:1881:0000:0000");
    EXPECT_EQ(Srv6AddressToString(ApplyMrcEv(path, 0x5001)),
              "5f00:0001:a807:b100:a805:b881:0000:0000")
        << "added, not combined by OR";
    EXPECT_EQ(Srv6AddressToString(ApplyMrcEv(path, 0x003c)),
              "5f00:0001:0807:113b:0805:1881:0000:0000");
}

TEST(Srv6Usid, SaltInTheUpperHalfOfAnEvLeavesThePathAlone)
{
    const Srv6Carrier path = MakeSrv6CrossT1Template(7, 300, 129);
    EXPECT_EQ(ApplyMrcEv(path, 0xbeef503c), ApplyMrcEv(path, 0x503c));
}

TEST(Srv6Usid, V3ZeroIndicesDoNotLookLikeTheEndOfTheCarrier)
{
    EXPECT_EQ(Walk(ApplyMrcEv(MakeSrv6LocalTemplate(0, 0), 0)),
              (Addresses{"5f00:0001:0800:1800:0000:0000:0000:0000",
                         "5f00:0001:1800:0000:0000:0000:0000:0000"}));
}

TEST(Srv6Usid, T0LocalPathIgnoresTheUplinkOfTheEv)
{
    const Srv6Carrier path = MakeSrv6LocalTemplate(3, 5);
    EXPECT_EQ(Srv6AddressToString(ApplyMrcEv(path, 0x2000)),
              "5f00:0001:4803:5805:0000:0000:0000:0000");
    EXPECT_EQ(ApplyMrcEv(path, 0x2fff), ApplyMrcEv(path, 0x2000));
}

TEST(Srv6Usid, V4FieldExtremes)
{
    EXPECT_EQ(Walk(ApplyMrcEv(MakeSrv6CrossT1Template(511, 0, 255), MrcEv::Pack(7, 255))),
              (Addresses{"5f00:0001:e9ff:f0ff:e800:f8ff:0000:0000",
                         "5f00:0001:f0ff:e800:f8ff:0000:0000:0000",
                         "5f00:0001:e800:f8ff:0000:0000:0000:0000",
                         "5f00:0001:f8ff:0000:0000:0000:0000:0000"}));
}

TEST(Srv6Usid, LargestIndicesStayInsideTheirUsids)
{
    EXPECT_EQ(Srv6AddressToString(
                  ApplyMrcEv(MakeSrv6CrossT1Template(2047, 2047, 2047), MrcEv::Pack(7, 2047))),
              "5f00:0001:efff:f7ff:efff:ffff:0000:0000");
}

TEST(Srv6Usid, V5SelfProbesComeHome)
{
    EXPECT_EQ(Walk(ApplyMrcEv(MakeSrv6CrossT1Template(17, 17, 9), MrcEv::Pack(3, 4))),
              (Addresses{"5f00:0001:6811:7004:6811:7809:0000:0000",
                         "5f00:0001:7004:6811:7809:0000:0000:0000",
                         "5f00:0001:6811:7809:0000:0000:0000:0000",
                         "5f00:0001:7809:0000:0000:0000:0000:0000"}));
    EXPECT_EQ(Walk(ApplyMrcEv(MakeSrv6LocalTemplate(17, 9), MrcEv::Pack(3, 4))),
              (Addresses{"5f00:0001:6811:7809:0000:0000:0000:0000",
                         "5f00:0001:7809:0000:0000:0000:0000:0000"}));
}

TEST(Srv6Usid, PathTemplateGoesThroughAT1OnlyBetweenT0s)
{
    EXPECT_EQ(MakeSrv6PathTemplate(4, 4, 2), MakeSrv6LocalTemplate(4, 2));
    EXPECT_EQ(MakeSrv6PathTemplate(4, 5, 2), MakeSrv6CrossT1Template(4, 5, 2));
}

TEST(Srv6Usid, ShiftCarriesAllSixUsids)
{
    EXPECT_EQ(Walk(*Srv6AddressFromString("5f00:1:1111:2222:3333:4444:5555:6666")),
              (Addresses{"5f00:0001:1111:2222:3333:4444:5555:6666",
                         "5f00:0001:2222:3333:4444:5555:6666:0000",
                         "5f00:0001:3333:4444:5555:6666:0000:0000",
                         "5f00:0001:4444:5555:6666:0000:0000:0000",
                         "5f00:0001:5555:6666:0000:0000:0000:0000",
                         "5f00:0001:6666:0000:0000:0000:0000:0000"}));
}

TEST(Srv6Usid, NicTakesOnlyItsOwnUsidAtTheEndOfTheCarrier)
{
    const auto ends = [](const char* text) {
        const Srv6Carrier c = *Srv6AddressFromString(text);
        return EndsAtSrv6Usid(c.hi, c.lo, 0xb881);
    };
    EXPECT_TRUE(ends("5f00:1:b881::"));
    EXPECT_FALSE(ends("5f00:1:b882::")) << "another downlink";
    EXPECT_FALSE(ends("5f00:2:b881::")) << "another block";
    EXPECT_FALSE(ends("5f00:1:b881:1::")) << "an argument in the upper word";
    EXPECT_FALSE(ends("5f00:1:b881::1")) << "an argument in the lower word";
}

TEST(Srv6Usid, ForeignBlockIsRecognized)
{
    EXPECT_TRUE(IsSrv6Block(Srv6AddressFromString("5f00:1::")->hi));
    EXPECT_FALSE(IsSrv6Block(Srv6AddressFromString("5f00:2::")->hi));
    EXPECT_FALSE(IsSrv6Block(Srv6AddressFromString("fd00::")->hi));
}

TEST(EvOnTheWire, LowHalfIsTheSourcePortHighHalfTheFlowLabel)
{
    EXPECT_EQ(MrcEvToWire(0xabcd503c).sourcePort, 0x503c);
    EXPECT_EQ(MrcEvToWire(0xabcd503c).flowLabel, 0xabcdU);
    EXPECT_EQ(MrcEvToWire(0x0000503c).flowLabel, 0U);
    EXPECT_EQ(WireToMrcEv(MrcEvToWire(0xffff0001)), 0xffff0001U);
    EXPECT_EQ(WireToMrcEv({0x503c, 0x12}), 0x0012503cU);
}

TEST(EvOnTheWire, OtherOrderExchangesTheHalves)
{
    EXPECT_EQ(MrcEvToWire(0xabcd503c, EV_HIGH_IN_PORT).sourcePort, 0xabcd);
    EXPECT_EQ(MrcEvToWire(0xabcd503c, EV_HIGH_IN_PORT).flowLabel, 0x503cU);
    EXPECT_EQ(WireToMrcEv({0xabcd, 0x503c}, EV_HIGH_IN_PORT), 0xabcd503cU);
}

TEST(EvOnTheWire, UpperBitsOfTheFlowLabelAreNotPartOfTheEv)
{
    EXPECT_EQ(WireToMrcEv({0x1234, 0xf5678}), 0x56781234U);
    EXPECT_EQ(WireToMrcEv({0x1234, 0xf5678}, EV_HIGH_IN_PORT), 0x12345678U);
}

TEST(Srv6Address, BytesAreInNetworkOrderAndComeBack)
{
    const Srv6Carrier address{0x5f000001a807b03c, 0xa92cb88100000102};
    uint8_t bytes[16];
    Srv6AddressToBytes(address, bytes);
    const uint8_t expected[16] =
        {0x5f, 0, 0, 1, 0xa8, 7, 0xb0, 0x3c, 0xa9, 0x2c, 0xb8, 0x81, 0, 0, 1, 2};
    EXPECT_TRUE(std::equal(bytes, bytes + 16, expected));
    EXPECT_EQ(Srv6AddressFromBytes(bytes), address);
}

TEST(Srv6Address, TextIsReadInShortAndLongForm)
{
    const Srv6Carrier expected{0x5f00000168117809, 0};
    EXPECT_EQ(Srv6AddressFromString("5f00:1:6811:7809::"), expected);
    EXPECT_EQ(Srv6AddressFromString("5f00:0001:6811:7809:0000:0000:0000:0000"), expected);
    EXPECT_EQ(Srv6AddressFromString(Srv6AddressToString(expected)), expected);
}

TEST(Srv6Address, TextThatIsNoAddressIsRefused)
{
    for (const char* text : {"",
                             "5f00",
                             "5f00:1:2:3:4:5:6",
                             "5f00:1:2:3:4:5:6:7:8",
                             "5g00::",
                             "5f00::1::2",
                             "12345::",
                             "5f00:: "})
    {
        EXPECT_FALSE(Srv6AddressFromString(text)) << '"' << text << '"';
    }
}

TEST(Srv6Address, TextBehindAZeroByteIsNotOverlooked)
{
    EXPECT_TRUE(Srv6AddressFromString("5f00:1::"));
    EXPECT_FALSE(Srv6AddressFromString(std::string("5f00:1::\0 and more", 18)));
    EXPECT_FALSE(Srv6AddressFromString(std::string("5f00:1::\0", 9)));
}
