/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/rounded-text.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace
{

using namespace mrcsim;

TEST(RoundedText, CountsAreExactWhileSmall)
{
    EXPECT_EQ(FormatCount(0), "0");
    EXPECT_EQ(FormatCount(64), "64");
    EXPECT_EQ(FormatCount(130560), "130560");
    EXPECT_EQ(FormatCount(999999.7), "1.00 million");
    EXPECT_EQ(FormatCount(2246360), "2.25 million");
    EXPECT_EQ(FormatCount(34359476224.0), "34.4 billion");
}

TEST(RoundedText, NoNumberIsTooLarge)
{
    EXPECT_EQ(FormatBytes(1), "1 B");
    EXPECT_EQ(FormatBytes(999.6), "1.00 kB");
    EXPECT_EQ(FormatBytes(12.6e6), "12.6 MB");
    EXPECT_EQ(FormatBytes(812e9), "812 GB");
    EXPECT_EQ(FormatBytes(1e22), "10000 EB");
    EXPECT_EQ(FormatCount(3.4e30), "3400000e24");
}

TEST(RoundedText, ThreeDigitsAreKept)
{
    EXPECT_EQ(FormatBytes(9.99e3), "9.99 kB");
    EXPECT_EQ(FormatBytes(9.995e3), "10.0 kB");
    for (double seconds = 1.001e-9; seconds < 600; seconds *= 1.037)
    {
        const auto text = FormatSeconds(seconds);
        const std::map<std::string, double> units{{"ns", 1e-9},
                                                  {"us", 1e-6},
                                                  {"ms", 1e-3},
                                                  {"s", 1}};
        const auto blank = text.find(' ');
        EXPECT_EQ(std::count_if(text.begin(), text.end(), isdigit), 3) << text;
        const auto found = std::stod(text) * units.at(text.substr(blank + 1));
        EXPECT_NEAR(found / seconds, 1, 0.00501) << text;
    }
}

TEST(RoundedText, TimesReachFromPicosecondsToDays)
{
    EXPECT_EQ(FormatSeconds(0), "0 ps");
    EXPECT_EQ(FormatSeconds(1.7e-9), "1.70 ns");
    EXPECT_EQ(FormatSeconds(184.42992e-6), "184 us");
    EXPECT_EQ(FormatSeconds(3.14), "3.14 s");
    EXPECT_EQ(FormatSeconds(250), "250 s");
    EXPECT_EQ(FormatSeconds(3600), "60 min");
    EXPECT_EQ(FormatSeconds(86400), "24 h");
    EXPECT_EQ(FormatSeconds(30 * 86400.0), "30 days");
}

} // namespace
