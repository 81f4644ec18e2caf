/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference/key-query.h"
#include "run/load-scenario.h"

#include <gtest/gtest.h>
#include <string>

namespace
{

using namespace mrcsim;

/** @return the keys found for a path, "path(kinds)" each, or the message */
std::string
Query(const std::string& path)
{
    static const auto KEYS = ListKeys(GetScenarioKeys());
    std::vector<ListedKey> found;
    const auto problems = FindKeys(KEYS, path, found);
    if (!problems.empty())
    {
        return ToString(problems.front());
    }
    std::string all;
    for (const auto& entry : found)
    {
        all += (all.empty() ? "" : " ") + entry.path;
    }
    return all;
}

TEST(KeyQuery, APathStandsForAllBelowIt)
{
    EXPECT_EQ(Query("loss"), "loss loss[].where loss[].rate");
    EXPECT_EQ(Query("loss[]"), Query("loss"));
    EXPECT_EQ(Query("switch.ecn.kmin"), "switch.ecn.kmin");
    EXPECT_EQ(Query("measure.link"),
              "there is no key measure.link, did you mean faults[].link, "
              "measure.pcap[].link?");
}

TEST(KeyQuery, EntriesOfListsNeedNoNumber)
{
    const auto all = Query("workload[].bytes");
    EXPECT_EQ(Query("workload[0].bytes"), all);
    EXPECT_EQ(Query("workload.bytes"), all);
    EXPECT_NE(all.find("workload[].bytes workload[].bytes"), std::string::npos)
        << "one entry per meaning";
}

TEST(KeyQuery, AKindCanBeAskedFor)
{
    EXPECT_EQ(Query("workload[all-reduce].bytes"), "workload[].bytes");
    EXPECT_EQ(Query("workload[all-reduce].qps"), "workload[].qps") << "a key of all kinds";
    EXPECT_EQ(Query("transport[roce].mtu"), "transport.mtu");
    EXPECT_EQ(Query("faults[link-up]"),
              "faults faults[].what faults[].at faults[].link faults[].link.a faults[].link.b "
              "faults[].link.index faults[].link.index faults[].link.host faults[].link.plane "
              "faults[].link.t0 faults[].link.t1");
    const auto other = Query("workload[all-reduce].window"); // a key of other kinds
    EXPECT_EQ(other.rfind("there is no key workload[all-reduce].window, did you mean ", 0), 0U);
    EXPECT_NE(other.find("workload[].window"), std::string::npos) << other;
}

TEST(KeyQuery, MistakesAreToldWithWhatIsNear)
{
    EXPECT_EQ(Query("switch.ecm"), "there is no key switch.ecm, did you mean switch.ecn?");
    EXPECT_EQ(Query("kmin"), "there is no key kmin, did you mean switch.ecn.kmin?");
    EXPECT_EQ(Query("all-reduce"),
              "there is no key all-reduce, did you mean workload[all-reduce]?");
    EXPECT_EQ(Query("workload[].byte"),
              "there is no key workload[].byte, did you mean workload[].bytes?");
    EXPECT_EQ(Query("zzzzzzzz"), "there is no key zzzzzzzz; mrc-sim keys lists all");
    EXPECT_EQ(Query("workload[allreduce].bytes"),
              "workload has no kind allreduce, did you mean all-reduce?");
    const auto kinds = Query("transport[zzz]");
    EXPECT_EQ(kinds.rfind("transport has no kind zzz; allowed: mrc, roce, tcp", 0), 0U) << kinds;
    EXPECT_EQ(Query("switch[mrc]"), "switch has no kinds; found [mrc], allowed: [] or a number");
    for (const std::string path : {"a..b", ".a", "a.", "a]", "a[", "[0]", "a[0]b", "."})
    {
        EXPECT_EQ(Query(path),
                  "found " + path +
                      ", which is not a path; allowed: keys such as switch.ecn, workload[].bytes "
                      "or workload[all-reduce].bytes");
    }
}

} // namespace
