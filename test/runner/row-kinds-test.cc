/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/columns.h"
#include "results/event-kind.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace mrcsim;

namespace
{

using NameList = std::vector<std::string>;

TEST(RowKindsDeathTest, TwoOfOneNameAreAMistake)
{
    EXPECT_DEATH(EventKind("ev-bad", "", "", ""), "two kinds of events are called ev-bad");
}

TEST(EventKinds, AreKnownWithoutARun)
{
    NameList names;
    for (const auto& kind : DescribeEventKinds())
    {
        names.push_back(kind["name"]);
    }
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    for (const char* name : {"ev-bad", "link-up", "pfc-storm", "port-admin", "switch-up"})
    {
        EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
    }
}

/// A row of the table below.
struct Pair
{
    uint32_t first; ///< a count
    double second;  ///< a number

    /** @return a value that is absent for 0 */
    std::optional<double> GetInverse() const
    {
        return second == 0 ? std::nullopt : std::optional(1 / second);
    }
};

TEST(Columns, AMemberAFunctionAndANameWithADot)
{
    const Columns<Pair> columns({{"first", &Pair::first, CellKind::COUNT, "B", "one"},
                                 {"rest.inverse", &Pair::GetInverse, CellKind::NUMBER, "", "two"},
                                 {"rest.second", &Pair::second, CellKind::NUMBER, "", "three"}});
    std::vector<Cell> cells;
    columns.Read({7, 0.5}, cells);
    EXPECT_EQ(MakeObject(columns.GetFacts(), cells).dump(),
              R"({"first":7,"rest":{"inverse":2.0,"second":0.5}})");
    columns.Read({7, 0}, cells);
    EXPECT_EQ(MakeObject(columns.GetFacts(), cells).dump(),
              R"({"first":7,"rest":{"inverse":null,"second":0.0}})");
    EXPECT_EQ(Describe(columns.GetFacts())[0].dump(),
              R"({"name":"first","kind":"count","unit":"B","meaning":"one"})");
}

} // namespace
