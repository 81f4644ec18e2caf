/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../folder-fixture.h"
#include "../job-harness.h"
#include "kinds/file-insertion.h"
#include "results/result-files.h"
#include "results/result-rows.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include "ns3/rdma-flow-size-distribution.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;
using Lines = std::vector<std::string>;

/// Messages of 10 KB, with a number close to its mean.
const char* const EVEN = R"({"type": "poisson", "load": 0.5, "duration": "400us",
  "sizes": [{"bytes": 10000, "percent": 100}]})";

TEST(PoissonJob, OffersItsShareOfTheHostsRate)
{
    const auto results = RunJob(EVEN);
    // 12 hosts, half of 2 x 100 Gb/s, 400 us, 80,000 bit each
    EXPECT_NEAR(static_cast<double>(results.flows.size()), 6000, 5 * std::sqrt(6000));
    EXPECT_EQ(results.jobs[0].bytes, results.flows.size() * 10'000);
    ns3::RdmaTick last;
    for (const auto& flow : results.flows)
    {
        EXPECT_NE(flow.src, flow.dst);
        last = std::max(last, flow.start);
    }
    EXPECT_LT(last, ns3::RdmaTick::Us(400));
    EXPECT_GT(last, ns3::RdmaTick::Us(390));
}

TEST(PoissonJob, LoadIsWhatComesOnAverage)
{
    const auto load = GetLoad(EVEN);
    EXPECT_NEAR(load.messages, 6000, 1e-6);
    EXPECT_NEAR(load.bytes, 60e6, 1e-3);
    EXPECT_NEAR(load.busiestBytes, 5e6, 1e-3);
    EXPECT_NEAR(load.localShare, 3.0 / 11, 1e-9);
    EXPECT_EQ(load.largestBytes, 10'000);
    EXPECT_EQ(load.pairs, 66) << "all";
    EXPECT_EQ(load.fan, 11);
    EXPECT_NEAR(load.leastSeconds, 400e-6, 1e-6);
    EXPECT_LT(load.leastSeconds, 400e-6);
}

TEST(PoissonJob, WhatStaysInAServerDoesNotPassTheNics)
{
    for (const uint32_t hosts : {2U, 3U, 4U, 6U})
    {
        const auto load = GetLoad(EVEN, hosts);
        EXPECT_NEAR(load.serverShare, (hosts - 1) / 11.0, 1e-9);
        EXPECT_NEAR(load.serverBytes, 5e6 * load.serverShare, 1e-3);
        EXPECT_NEAR(load.busiestBytes, 5e6 - load.serverBytes, 1e-3);
    }
}

TEST(PoissonJob, SlowdownsAreToldByClassesOfSize)
{
    const auto results = RunJob(R"({"name": "load", "type": "poisson", "load": 0.3,
        "duration": "50us", "sizes": [{"bytes": 1000, "percent": 50},
                                      {"bytes": 50000, "percent": 50},
                                      {"bytes": 50000, "percent": 100}]})");
    EXPECT_EQ(results.sizeJobs, Lines{"load"});
    const auto classes = MakeSummary(results)["slowdown"];
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_EQ(classes[0]["upto_bytes"], 1000);
    EXPECT_EQ(classes[1]["over_bytes"], 10000);
    EXPECT_EQ(classes[1]["upto_bytes"], 100000);
    EXPECT_EQ(classes[0]["flows"].get<size_t>() + classes[1]["flows"].get<size_t>(),
              results.flows.size());
    for (const auto& c : classes)
    {
        EXPECT_EQ(c["flows"], c["completed"]);
        EXPECT_GE(c["p50"], 1.0);
        EXPECT_GE(c["p99"], c["p50"]);
        EXPECT_GE(c["max"], c["p99"]);
    }
}

TEST(PoissonJob, NamedSizesAreThoseOfTheModel)
{
    for (const auto& name : ns3::RdmaFlowSizeDistribution::GetNames())
    {
        const auto load = GetLoad(
            R"({"type": "poisson", "load": 0.1, "duration": "1ms", "sizes": ")" + name + "\"}");
        EXPECT_NEAR(load.bytes / load.messages,
                    ns3::RdmaFlowSizeDistribution::Find(name).GetMeanBytes(),
                    1e-6);
    }
}

TEST(PoissonJob, PointsThatAreNoDistributionAreRefused)
{
    const auto refuse = [](const std::string& points) {
        return RefuseJob(R"({"type": "poisson", "load": 0.1, "duration": "1ms", "sizes": [)" +
                         points + "]}");
    };
    ASSERT_EQ(refuse(R"({"bytes": 10, "percent": 50})").size(), 1U);
    EXPECT_EQ(refuse(R"({"bytes": 10, "percent": 50})")[0].substr(0, 18), "workload[0].sizes:");
    EXPECT_EQ(refuse(R"({"bytes": 10, "percent": 50}, {"bytes": 9, "percent": 100})").size(), 1U);
}

TEST(PoissonJob, TimeInWhichNothingComesIsRefused)
{
    const auto scenario = LoadJob(R"({"type": "poisson", "load": 0.001, "duration": "1ns",
        "sizes": [{"bytes": 1000000, "percent": 100}]})");
    const auto problems = CheckDraw(scenario, 1);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].path, "workload[0].duration");
    EXPECT_EQ(CheckDraw(scenario, 1'000'000).size(), 1U);
    EXPECT_TRUE(CheckDraw(scenario, 1'000'001).empty()) << "draws of more take too long";
}

TEST(PoissonJob, MessagesComeBeforeTheStop)
{
    EXPECT_EQ(RefuseJob(R"({"type": "poisson", "load": 0.1, "duration": "700ms", "start": "400ms",
                            "sizes": "hadoop"})"),
              Lines{"workload[0].duration: found 700ms; allowed: until stop, which is 1s, counted "
                    "from the start of the job"});
}

/// Sizes in files.
class PoissonSizesFile : public FolderFixture
{
  protected:
    /**
     * @param text text of the file
     * @param job the job, whose key sizesFile names it
     * @return the problems, or the job afterwards
     */
    std::string Insert(const std::string& text, Json job = {{"type", "poisson"}})
    {
        Write("sizes.txt", text);
        job["sizesFile"] = "sizes.txt";
        Json document{{"workload", Json::array({job})}};
        std::string lines;
        FileNames names;
        for (const auto& problem : InsertFiles(m_base, document, names))
        {
            lines += ToString(problem) + "\n";
        }
        return lines.empty() ? document["workload"][0].dump() : lines;
    }
};

TEST_F(PoissonSizesFile, HoldsPoints)
{
    EXPECT_EQ(
        Insert("0 0\n10000  15 # a web page\n\n30000000\t100\n"),
        R"({"type":"poisson","sizes":[{"bytes":0,"percent":0.0},{"bytes":10000,"percent":15.0},)"
        R"({"bytes":30000000,"percent":100.0}]})")
        << "in place of the name of the file";
}

TEST_F(PoissonSizesFile, TellsTheLineThatIsNone)
{
    for (const auto* text : {"1 2\nsize share\n",
                             "1 2\n3\n",
                             "1 2\n3 4 5\n",
                             "1 2\n-3 4\n",
                             "1 2\n3 101\n",
                             "1 2\n3.5 4\n"})
    {
        const auto said = Insert(text);
        EXPECT_NE(said.find("sizes.txt, line 2: found"), std::string::npos) << said;
    }
    EXPECT_NE(Insert("").find("is empty"), std::string::npos);
    EXPECT_EQ(Insert("1 100\n", {{"type", "poisson"}, {"sizes", "hadoop"}}),
              "workload[0].sizesFile: allowed: either a file, or sizes\n");
}

} // namespace
