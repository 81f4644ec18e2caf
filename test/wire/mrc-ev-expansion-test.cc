/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-hex.h"

#include "ns3/mrc-ev-expansion.h"

#include <gtest/gtest.h>
#include <random>

using namespace ns3;

// The vectors X1 to X5 of the expansion, and every rule of fields (mrc reference, 3.4 and 3.3).

namespace
{

/// A string of whole bytes.
MrcEvBits
Bits(const std::string& hex)
{
    MrcEvBits bits;
    for (const uint8_t byte : Hex(hex))
    {
        bits.Append(byte, 8);
    }
    return bits;
}

/// The low bits of a number as a string.
MrcEvBits
Bits(uint32_t number, uint32_t size)
{
    MrcEvBits bits;
    bits.Append(number, size);
    return bits;
}

/// A string of whole bytes as hexadecimal digits.
std::string
Text(const MrcEvBits& bits)
{
    EXPECT_EQ(bits.size % 8, 0U);
    return ToHex(bits.bytes.data(), bits.size / 8);
}

/// A field whose minimum and maximum are not used.
MrcEvField
Field(uint32_t width, uint32_t initVal, uint32_t mask)
{
    return {width, initVal, 0, 0, mask};
}

/// The expanded EV in hexadecimal, or the error message.
std::string
Expand(const std::vector<uint8_t>& widths,
       const std::vector<MrcEvField>& fields,
       const MrcEvBits& ev)
{
    MrcEvBits expanded;
    const std::string problem = ExpandMrcEv(widths, fields, ev, expanded);
    return problem.empty() ? Text(expanded) : problem;
}

/// The error message for a single field in a format of 16 bits.
std::string
Complaint(const MrcEvField& field)
{
    return CheckMrcEvFields({16}, {field});
}

} // namespace

TEST(EvExpansion, X1TwoFieldsTakeANibbleEach)
{
    EXPECT_EQ(Expand({16, 16}, {Field(16, 0x0100, 0x000f), Field(16, 0x0200, 0x000f)}, Bits("a7")),
              "01 0a 02 07");
}

TEST(EvExpansion, X2BitsFillTheMaskFromItsTopWhereverItHasOnes)
{
    EXPECT_EQ(
        Expand({16, 16}, {Field(16, 0x1000, 0x0f0f), Field(16, 0x2000, 0x0f0f)}, Bits("bc5e")),
        "1b 0c 25 0e");
}

TEST(EvExpansion, X3FixedLocatorInFrontOfFourUsids)
{
    EXPECT_EQ(Expand({32, 16, 16, 16, 16},
                     {Field(32, 0x13131313, 0),
                      Field(16, 0x0100, 0x000f),
                      Field(16, 0x0200, 0x000f),
                      Field(16, 0x0300, 0x000f),
                      Field(16, 0x0400, 0x000f)},
                     Bits("1234")),
              "13 13 13 13 01 01 02 02 03 03 04 04");
}

TEST(EvExpansion, X4NarrowFieldsAreRightAlignedInTheirFormatFields)
{
    EXPECT_EQ(Expand({32, 16, 16, 16, 16},
                     {Field(32, 0x42424242, 0),
                      Field(4, 0, 15),
                      Field(4, 0, 15),
                      Field(4, 0, 15),
                      Field(4, 0, 15)},
                     Bits("9876")),
              "42 42 42 42 00 09 00 08 00 07 00 06");
}

TEST(EvExpansion, X5StructuredEvIsItsOwnExpansion)
{
    EXPECT_EQ(
        Expand({8, 4, 4}, {Field(8, 0, 0xff), Field(4, 0, 0xf), Field(4, 0, 0xf)}, Bits("b37a")),
        "b3 7a");
}

TEST(EvExpansion, BitsOfTheEvOverwriteThoseOfInitVal)
{
    EXPECT_EQ(Expand({8}, {Field(8, 0xff, 0x0f)}, Bits(0x5, 4)), "f5");
    EXPECT_EQ(Expand({8}, {Field(8, 0xff, 0x3c)}, Bits(0x0, 4)), "c3");
}

TEST(EvExpansion, FormatFieldsWithoutAFieldAreZero)
{
    EXPECT_EQ(Expand({8, 16, 8}, {Field(8, 0x12, 0)}, Bits(0, 0)), "12 00 00 00");
}

TEST(EvExpansion, FormatFieldMayBeWiderThanANumber)
{
    EXPECT_EQ(Expand({64}, {Field(32, 0xdeadbeef, 0)}, Bits(0, 0)), "00 00 00 00 de ad be ef");
}

TEST(EvExpansion, FillsDestinationAddressAndSegmentToTheLastBit)
{
    const std::vector<uint8_t> widths(8, 32);
    const std::vector<MrcEvField> fields(8, Field(32, 0, 0xffffffff));
    MrcEvBits ev;
    for (uint32_t i = 0; i < 8; ++i)
    {
        ev.Append(0x01000000 * i + 0xabcde, 32);
    }
    MrcEvBits expanded;
    ASSERT_EQ(ExpandMrcEv(widths, fields, ev, expanded), "");
    EXPECT_EQ(expanded, ev) << "all ones in the masks: no bit moves";
    EXPECT_EQ(Srv6AddressToString(GetMrcEvDestination(expanded)),
              "000a:bcde:010a:bcde:020a:bcde:030a:bcde");
    EXPECT_EQ(Srv6AddressToString(GetMrcEvSegment(expanded)),
              "040a:bcde:050a:bcde:060a:bcde:070a:bcde");
}

TEST(EvExpansion, V1ComesOutOfAFormatProfile)
{
    // block | T0 7 | T1 u | T0 300 | NIC 129, with the plane in every uSID and the uplink in the
    // T1's: the fields of a compact EV are plane, plane, uplink, plane, plane
    const std::vector<uint8_t> widths{32, 16, 16, 16, 16};
    const std::vector<MrcEvField> fields{Field(32, SRV6_BLOCK, 0),
                                         Field(16, 0x0807, 0xe000),
                                         Field(16, 0x1000, 0xe7ff),
                                         Field(16, 0x092c, 0xe000),
                                         Field(16, 0x1881, 0xe000)};
    ASSERT_EQ(CountMrcEvBits(fields), 3U + 14 + 3 + 3);
    MrcEvBits ev;
    ev.Append(5, 3);
    ev.Append(5, 3);
    ev.Append(60, 11);
    ev.Append(5, 3);
    ev.Append(5, 3);
    MrcEvBits expanded;
    ASSERT_EQ(ExpandMrcEv(widths, fields, ev, expanded), "");
    EXPECT_EQ(GetMrcEvDestination(expanded),
              ApplyMrcEv(MakeSrv6CrossT1Template(7, 300, 129), 0x503c));
    EXPECT_EQ(GetMrcEvSegment(expanded), Srv6Carrier{});
}

TEST(EvExpansion, UnusedBitsOfTheEvMustBeZero)
{
    const std::vector<MrcEvField> fields{Field(8, 0, 0x0f)};
    EXPECT_EQ(Expand({8}, fields, Bits("a0")), "0a");
    EXPECT_EQ(Expand({8}, fields, Bits("a1")), "bit 7 of the EV is set, its fields take 4 bits");
    EXPECT_EQ(Expand({8}, fields, Bits("a8 00")), "bit 4 of the EV is set, its fields take 4 bits");
}

TEST(EvExpansion, EvWithTooFewBitsIsRefused)
{
    EXPECT_EQ(Expand({8}, {Field(8, 0, 0xff)}, Bits(1, 7)), "the EV has 7 bits, its fields take 8");
}

TEST(EvExpansion, FormatLongerThanAnyPacketCarriesIsRefused)
{
    EXPECT_EQ(Expand({255, 2}, {}, Bits(0, 0)), "the EV format has 257 bits, at most 256 fit");
}

TEST(EvExpansion, FieldsThatBreakARuleAreRefused)
{
    EXPECT_EQ(Expand({8}, {Field(9, 0, 0)}, Bits(0, 0)),
              "EV field 0: width is 9, the format has 8 bits there");
}

TEST(EvFields, NotMoreThanTheFormatHas)
{
    const MrcEvField field = Field(8, 0, 0);
    EXPECT_EQ(CheckMrcEvFields({8, 8}, {field, field}), "");
    EXPECT_EQ(CheckMrcEvFields({8, 8}, {field}), "");
    EXPECT_EQ(CheckMrcEvFields({8}, {field, field}), "2 EV fields, the format has 1");
}

TEST(EvFields, WidthIsThatOfANumberAndFitsTheFormat)
{
    EXPECT_EQ(Complaint(Field(0, 0, 0)), "EV field 0: width is 0, must be 1 to 32");
    EXPECT_EQ(CheckMrcEvFields({64}, {Field(33, 0, 0)}),
              "EV field 0: width is 33, must be 1 to 32");
    EXPECT_EQ(CheckMrcEvFields({64}, {Field(32, 0, 0)}), "");
    EXPECT_EQ(CheckMrcEvFields({16, 8}, {Field(8, 0, 0), Field(16, 0, 0)}),
              "EV field 1: width is 16, the format has 8 bits there")
        << "although the sums are equal";
}

TEST(EvFields, InitValFitsTheWidth)
{
    EXPECT_EQ(Complaint(Field(4, 0xf, 0)), "");
    EXPECT_EQ(Complaint(Field(4, 0x10, 0)),
              "EV field 0: init_val 0x10 does not fit its width of 4");
    EXPECT_EQ(CheckMrcEvFields({32}, {Field(32, 0xffffffff, 0)}), "");
}

TEST(EvFields, MaskIsWithinTheWidth)
{
    EXPECT_EQ(Complaint(Field(4, 0, 0xf)), "");
    EXPECT_EQ(Complaint(Field(4, 0, 0x1f)), "EV field 0: mask 0x1f is not within its width of 4");
}

TEST(EvFields, MaxValHasNotMoreBitsThanTheMaskHasOnes)
{
    EXPECT_EQ(Complaint({16, 0, 0, 0xff, 0x0f0f}), "") << "counted before expansion";
    EXPECT_EQ(Complaint({16, 0, 0, 0x100, 0x0f0f}),
              "EV field 0: max_val 256 needs more bits than the 8 of the mask");
    EXPECT_EQ(CheckMrcEvFields({32}, {{32, 0, 0, 0xffffffff, 0xffffffff}}), "");
}

TEST(EvFields, MinValIsNotAboveMaxVal)
{
    EXPECT_EQ(Complaint({16, 0, 3, 3, 0xf}), "");
    EXPECT_EQ(Complaint({16, 0, 4, 3, 0xf}), "EV field 0: min_val 4 is above max_val 3");
}

TEST(EvFields, FixedFieldGeneratesNothing)
{
    EXPECT_EQ(Complaint({16, 7, 0, 0, 0}), "");
    EXPECT_EQ(Complaint({16, 7, 0, 1, 0}),
              "EV field 0: max_val 1 needs more bits than the 0 of the mask");
    EXPECT_EQ(Complaint({16, 7, 1, 0, 0}), "EV field 0: min_val 1 is above max_val 0");
}

TEST(EvFields, TheComplaintNamesTheField)
{
    EXPECT_EQ(CheckMrcEvFields({8, 8, 8}, {Field(8, 0, 0), Field(8, 0, 0), Field(8, 0x100, 0)}),
              "EV field 2: init_val 0x100 does not fit its width of 8");
}

TEST(EvFormat, EachModeCarriesSoManyBits)
{
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::UDP, {16}), "");
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::UDP, {10, 7}),
              "the fields of the EV format have 17 bits, its mode carries 16");
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::STEV, {10, 8, 4, 10}), "")
        << "the example of the mrc reference, 3.2";
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::STEV, {32, 1}),
              "the fields of the EV format have 33 bits, its mode carries 32");
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::SRV6, {128, 128}), "") << "address and SRH segment";
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::SRV6, {255, 2}),
              "the fields of the EV format have 257 bits, its mode carries 256");
}

TEST(EvFormat, EmptyFormatsEmptyFieldsAndUnknownModesAreRefused)
{
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::STEV, {}), "an EV format has at least one field");
    EXPECT_EQ(CheckMrcEvFormat(MrcEvFormatMode::STEV, {8, 0}), "EV format field 1: width is 0");
    EXPECT_EQ(CheckMrcEvFormat(static_cast<MrcEvFormatMode>(3), {8}),
              "EV format mode 3 is unknown, must be 1 (STEV), 2 (SRV6) or 4 (UDP)");
}

TEST(EvBits, NumberIsRightAlignedInItsString)
{
    EXPECT_EQ(Text(Bits(0x503c, 16)), "50 3c");
    EXPECT_EQ(Text(Bits(0x503c, 32)), "00 00 50 3c");
    EXPECT_EQ(Text(Bits(0x503c, 8)), "3c") << "cut off above";
    EXPECT_EQ(Bits(0x5, 4).bytes[0], 0x50) << "a string starts at the top bit";
    EXPECT_EQ(Bits(0, 0).size, 0U);
}

TEST(EvBits, StringComesBackAsItsNumber)
{
    EXPECT_EQ(BitsToMrcEv(Bits(0x503c, 16)), 0x503cU);
    EXPECT_EQ(BitsToMrcEv(Bits(0xdeadbeef, 32)), 0xdeadbeefU);
    EXPECT_EQ(BitsToMrcEv(Bits(0x2a, 7)), 0x2aU);
    EXPECT_EQ(BitsToMrcEv(MrcEvBits{}), 0U);
    EXPECT_FALSE(BitsToMrcEv(Bits("00 00 00 00 00"))) << "40 bits";
}

TEST(EvBits, WhatDoesNotFitIsNotAppended)
{
    MrcEvBits bits;
    bits.Append(0, 250);
    bits.Append(0xff, 8);
    EXPECT_EQ(bits.size, 256U);
    EXPECT_EQ(bits.bytes[31], 0x3f);
}

TEST(EvExpansion, EveryConsumedBitShowsAtExactlyOnePlaceOfTheMask)
{
    std::mt19937 dice(7);
    for (int round = 0; round < 500; ++round)
    {
        std::vector<uint8_t> widths;
        std::vector<MrcEvField> fields;
        for (uint32_t n = dice() % 8; n > 0; --n)
        {
            const uint32_t width = dice() % 32 + 1;
            const uint32_t all = width == 32 ? 0xffffffff : (1U << width) - 1;
            widths.push_back(static_cast<uint8_t>(width));
            fields.push_back(Field(width, dice() & all, dice() & all));
        }
        const uint32_t count = CountMrcEvBits(fields);
        MrcEvBits zeros;
        zeros.Append(0, count);
        MrcEvBits base;
        ASSERT_EQ(ExpandMrcEv(widths, fields, zeros, base), "");
        std::vector<bool> seen(MrcEvBits::MAX_BITS);
        for (uint32_t bit = 0; bit < count; ++bit)
        {
            MrcEvBits one = zeros;
            one.bytes[bit / 8] |= static_cast<uint8_t>(0x80 >> bit % 8);
            MrcEvBits expanded;
            ASSERT_EQ(ExpandMrcEv(widths, fields, one, expanded), "");
            uint32_t changes = 0;
            for (uint32_t i = 0; i < base.size; ++i)
            {
                if (expanded.GetBit(i) != base.GetBit(i))
                {
                    ++changes;
                    EXPECT_FALSE(seen[i]) << "two bits of the EV at one place";
                    seen[i] = true;
                }
            }
            EXPECT_EQ(changes, 1U);
        }
    }
}
