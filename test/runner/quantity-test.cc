/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;

/**
 * @param kind kind of quantity
 * @param text a quantity
 * @return its value, -1 if it has none
 */
int64_t
Value(QuantityKind kind, const char* text)
{
    return ParseQuantity(kind, text).value.value_or(-1);
}

TEST(Quantity, TimesArePicosecondsExactly)
{
    EXPECT_EQ(Value(QuantityKind::TIME, "1ps"), 1);
    EXPECT_EQ(Value(QuantityKind::TIME, "500ns"), 500'000);
    EXPECT_EQ(Value(QuantityKind::TIME, "1.5us"), 1'500'000);
    EXPECT_EQ(Value(QuantityKind::TIME, "0.001ns"), 1);
    EXPECT_EQ(Value(QuantityKind::TIME, "100 ms"), 100'000'000'000);
    EXPECT_EQ(Value(QuantityKind::TIME, "2min"), 120'000'000'000'000);
    EXPECT_EQ(Value(QuantityKind::TIME, "0s"), 0);
}

TEST(Quantity, SizesAreDecimalOrBinaryAsTheUnitSays)
{
    EXPECT_EQ(Value(QuantityKind::BYTES, "4MB"), 4'000'000);
    EXPECT_EQ(Value(QuantityKind::BYTES, "4MiB"), 4'194'304);
    EXPECT_EQ(Value(QuantityKind::BYTES, "1.5KiB"), 1536);
    EXPECT_EQ(Value(QuantityKind::BYTES, "1kB"), 1000);
    EXPECT_EQ(Value(QuantityKind::BYTES, "16GB"), 16'000'000'000);
}

TEST(Quantity, RatesInBothSpellings)
{
    EXPECT_EQ(Value(QuantityKind::RATE, "100Gbps"), 100'000'000'000);
    EXPECT_EQ(Value(QuantityKind::RATE, "1.6Tb/s"), 1'600'000'000'000);
    EXPECT_EQ(Value(QuantityKind::RATE, "2.5 Mbps"), 2'500'000);
}

TEST(Quantity, UnitsAreMultiplesOfTheNextSmallerOnes)
{
    const auto check =
        [](QuantityKind kind, int64_t factor, const std::vector<std::string>& units) {
            for (size_t i = 0; i + 1 < units.size(); ++i)
            {
                const std::string many = std::to_string(3 * factor) + units[i];
                const int64_t value = Value(kind, ("3" + units[i + 1]).c_str());
                EXPECT_EQ(value, Value(kind, many.c_str())) << many;
                EXPECT_GT(value, 0) << many;
            }
        };
    check(QuantityKind::TIME, 1000, {"ps", "ns", "us", "ms", "s"});
    check(QuantityKind::TIME, 60, {"s", "min"});
    check(QuantityKind::BYTES, 1000, {"B", "kB", "MB", "GB", "TB"});
    check(QuantityKind::BYTES, 1000, {"B", "KB", "MB"});
    check(QuantityKind::BYTES, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
    check(QuantityKind::RATE, 1000, {"bps", "kbps", "Mbps", "Gbps", "Tbps"});
    check(QuantityKind::RATE, 1000, {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"});
    check(QuantityKind::RATE, 1000, {"bps", "Kb/s", "Mbps"});
    check(QuantityKind::RATE, 1000, {"b/s", "Kbps", "Mb/s"});
}

TEST(Quantity, SignIsRead)
{
    EXPECT_EQ(ParseQuantity(QuantityKind::BYTES, "-4KB").value, -4000);
    EXPECT_EQ(ParseQuantity(QuantityKind::BYTES, "+4KB").value, 4000);
}

TEST(Quantity, LargestTimeFitsAndTheNextDoesNot)
{
    EXPECT_EQ(Value(QuantityKind::TIME, "9223372036854775807ps"), INT64_MAX);
    EXPECT_EQ(ParseQuantity(QuantityKind::TIME, "9223372036854775808ps").error, "is too large");
    EXPECT_EQ(ParseQuantity(QuantityKind::TIME, "9223373s").error, "is too large");
}

TEST(Quantity, ErrorsSayWhatIsWrong)
{
    const auto error = [](QuantityKind kind, const char* text) {
        return ParseQuantity(kind, text).error;
    };
    EXPECT_EQ(error(QuantityKind::TIME, ""), "does not begin with a number");
    EXPECT_EQ(error(QuantityKind::TIME, "ms"), "does not begin with a number");
    EXPECT_EQ(error(QuantityKind::TIME, ".5ms"), "does not begin with a number");
    EXPECT_EQ(error(QuantityKind::TIME, "5.ms"), "does not begin with a number");
    EXPECT_EQ(error(QuantityKind::TIME, "5"), "has no unit");
    EXPECT_EQ(error(QuantityKind::TIME, "5MB"), "has the unknown unit \"MB\"");
    EXPECT_EQ(error(QuantityKind::TIME, "1.2.3ms"), "has the unknown unit \".3ms\"");
    EXPECT_EQ(error(QuantityKind::BYTES, "4Mb"), "has the unknown unit \"Mb\"");
    EXPECT_EQ(error(QuantityKind::BYTES, "0.5B"), "is not a whole number of bytes");
    EXPECT_EQ(error(QuantityKind::RATE, "0.5bps"), "is not a whole number of bit/s");
    EXPECT_EQ(error(QuantityKind::TIME, "0.0001ns"), "is not a whole number of ps");
}

TEST(Quantity, EveryNumberOfDigitsIsReadExactlyOrRefused)
{
    int64_t ps = 1000000000000;
    for (uint32_t zeros = 0; zeros < 100; ++zeros)
    {
        ps /= 10; // 0 from the 12th zero on
        const auto small = "0." + std::string(zeros, '0') + "1s";
        const auto read = ParseQuantity(QuantityKind::TIME, small);
        EXPECT_EQ(read.value.value_or(0), ps) << small;
        EXPECT_EQ(read.value.has_value(), zeros < 12) << small;
        const auto large = "1" + std::string(zeros, '0') + "ps";
        EXPECT_EQ(ParseQuantity(QuantityKind::TIME, large).value.has_value(), zeros < 19) << large;
        EXPECT_FALSE(ParseQuantity(QuantityKind::TIME, large + large).value.has_value());
    }
}

TEST(Quantity, PlainNumbersAreInThePlainUnit)
{
    EXPECT_EQ(ReadQuantity(QuantityKind::TIME, 5).value, 5000);
    EXPECT_EQ(ReadQuantity(QuantityKind::BYTES, 5).value, 5);
    EXPECT_EQ(ReadQuantity(QuantityKind::RATE, 5).value, 5);
    EXPECT_EQ(ReadQuantity(QuantityKind::TIME, INT64_MAX).error, "is too large");
}

TEST(Quantity, TimesAreWrittenInTheLargestWholeUnit)
{
    EXPECT_EQ(FormatTime(ns3::RdmaTick{}), "0ns");
    EXPECT_EQ(FormatTime(ns3::RdmaTick::Ps(1)), "1ps");
    EXPECT_EQ(FormatTime(ns3::RdmaTick::Ns(1500)), "1500ns");
    EXPECT_EQ(FormatTime(ns3::RdmaTick::Ms(20)), "20ms");
    EXPECT_EQ(FormatTime(ns3::RdmaTick::Ms(60000)), "60s");
}

} // namespace
