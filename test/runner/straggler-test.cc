/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "results/result-rows.h"
#include "run/scenario.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;

using ns3::RdmaTick;

/// Computations of hosts 3 and 5, each before a message.
const Json COMPUTING = Json::parse(R"({"type": "flows", "table":
    "src,dst,bytes,delay_ns,after\n3,,0,4000,\n3,4,100,,0\n5,,0,4000,\n5,6,100,,2"})");

/// A training step of four hosts.
const Json TRAINING = Json::parse(R"({"type": "training-step", "gradientBytes": 4000,
    "compute": "30us", "hosts": [1, 3, 5, 7]})");

/** @return the results of a job beside slow hosts */
Results
RunSlowly(const Json& job, const std::string& stragglers)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::array({job});
    document["stragglers"] = Json::parse(stragglers);
    return RunScenario(LoadDocument(document));
}

/** @return starts of the flows of a run, ns */
std::vector<int64_t>
GetStarts(const Results& results)
{
    std::vector<int64_t> starts;
    for (const auto& flow : results.flows)
    {
        starts.push_back(flow.start.GetPs() / 1000);
    }
    return starts;
}

TEST(Straggler, ComputationsOfTheHostTakeLongerAndNoOthers)
{
    EXPECT_EQ(GetStarts(RunSlowly(COMPUTING, "[]")), (std::vector<int64_t>{4000, 4000}));
    EXPECT_EQ(GetStarts(RunSlowly(COMPUTING, R"([{"host": 3, "factor": 1.75}])")),
              (std::vector<int64_t>{4000, 7000}));
    EXPECT_EQ(GetStarts(RunSlowly(COMPUTING,
                                  R"([{"host": 3, "factor": 1.5}, {"host": 5, "factor": 2}])")),
              (std::vector<int64_t>{6000, 8000}));
    EXPECT_EQ(GetStarts(RunSlowly(COMPUTING, R"([{"host": 4, "factor": 9}])")),
              (std::vector<int64_t>{4000, 4000}));
}

TEST(Straggler, OneSlowHostOfATrainingStepDelaysAll)
{
    const auto end = [](const std::string& stragglers) {
        const auto results = RunSlowly(TRAINING, stragglers);
        return results.jobs.at(0).end->GetPs();
    };
    const auto normal = end("[]");
    EXPECT_EQ(end(R"([{"host": 5, "factor": 1}, {"host": 0, "factor": 3}])"), normal);
    const auto slow = end(R"([{"host": 5, "factor": 2}])");
    EXPECT_GE(slow, std::max<int64_t>(60000000, normal + 10000000)); // gradients overlap
    EXPECT_EQ(end(R"([{"host": 5, "factor": 2}, {"host": 7, "factor": 1.9}])"), slow);
}

TEST(Straggler, HostsExistAndAreNamedOnce)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::array({COMPUTING});
    document["stragglers"] = Json::parse(
        R"([{"host": 12, "factor": 2}, {"host": 3, "factor": 2}, {"host": 3, "factor": 4}])");
    EXPECT_EQ(RefuseDocument(document),
              (std::vector<std::string>{
                  "stragglers[0].host: found 12; allowed: the hosts 0 to 11",
                  "stragglers[2].host: found 3, which stragglers[1] names already"}));
    document["stragglers"] = Json::parse(R"([{"host": 3, "factor": 0.5}])");
    EXPECT_EQ(RefuseDocument(document),
              (std::vector<std::string>{
                  "stragglers[0].factor: found 0.5; allowed: a number from 1 to 1000"}));
}

} // namespace
