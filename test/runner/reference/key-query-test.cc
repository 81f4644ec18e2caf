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
Ask(const std::string& path)
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
    EXPECT_EQ(Ask("loss"), "loss loss[].where loss[].rate");
    EXPECT_EQ(Ask("loss[]"), Ask("loss"));
    EXPECT_EQ(Ask("switch.ecn.kmin"), "switch.ecn.kmin");
    EXPECT_EQ(Ask("measure.link"),
              "there is no key measure.link, did you mean faults[].link, "
              "measure.pcap[].link?");
}

TEST(KeyQuery, EntriesOfListsNeedNoNumber)
{
    const auto all = Ask("workload[].bytes");
    EXPECT_EQ(Ask("workload[0].bytes"), all);
    EXPECT_EQ(Ask("workload.bytes"), all);
    EXPECT_NE(all.find("workload[].bytes workload[].bytes"), std::string::npos)
        << "one entry per meaning";
}

TEST(KeyQuery, AKindCanBeAskedFor)
{
    EXPECT_EQ(Ask("workload[all-reduce].bytes"), "workload[].bytes");
    EXPECT_EQ(Ask("workload[all-reduce].qps"), "workload[].qps") << "a key of all kinds";
    EXPECT_EQ(Ask("transport[roce].mtu"), "transport.mtu");
    EXPECT_EQ(Ask("faults[link-up]"),
              "faults faults[].what faults[].at faults[].link faults[].link.a faults[].link.b "
              "faults[].link.index faults[].link.index faults[].link.host faults[].link.plane "
              "faults[].link.t0 faults[].link.t1");
    const auto other = Ask("workload[all-reduce].window"); // a key of other kinds
    EXPECT_EQ(other.rfind("there is no key workload[all-reduce].window, did you mean ", 0), 0U);
    EXPECT_NE(other.find("workload[].window"), std::string::npos) << other;
}

TEST(KeyQuery, MistakesAreToldWithWhatIsNear)
{
    EXPECT_EQ(Ask("switch.ecm"), "there is no key switch.ecm, did you mean switch.ecn?");
    EXPECT_EQ(Ask("kmin"), "there is no key kmin, did you mean switch.ecn.kmin?");
    EXPECT_EQ(Ask("all-reduce"), "there is no key all-reduce, did you mean workload[all-reduce]?");
    EXPECT_EQ(Ask("workload[].byte"),
              "there is no key workload[].byte, did you mean workload[].bytes?");
    EXPECT_EQ(Ask("zzzzzzzz"), "there is no key zzzzzzzz; mrc-sim keys lists all");
    EXPECT_EQ(Ask("workload[allreduce].bytes"),
              "workload has no kind allreduce, did you mean all-reduce?");
    const auto kinds = Ask("transport[zzz]");
    EXPECT_EQ(kinds.rfind("transport has no kind zzz; allowed: mrc, roce, tcp", 0), 0U) << kinds;
    EXPECT_EQ(Ask("switch[mrc]"), "switch has no kinds; found [mrc], allowed: [] or a number");
    for (const std::string path : {"a..b", ".a", "a.", "a]", "a[", "[0]", "a[0]b", "."})
    {
        EXPECT_EQ(Ask(path),
                  "found " + path +
                      ", which is not a path; allowed: keys such as switch.ecn, workload[].bytes "
                      "or workload[all-reduce].bytes");
    }
}

} // namespace
