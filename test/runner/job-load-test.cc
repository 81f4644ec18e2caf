/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "kinds/topology.h"
#include "run/scenario.h"
#include "scenario-harness.h"

#include "ns3/fabric-clos.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// Properties of the loads of all kinds of jobs.

namespace
{

using namespace mrcsim;

TEST(JobLoad, MostPartnersOfAHost)
{
    const auto fan = [](const std::string& job) { return GetLoad(job).fan; };
    EXPECT_EQ(fan(R"({"type": "all-to-all", "bytes": 1})"), 11);
    EXPECT_EQ(fan(R"({"type": "incast", "receiver": 2, "senders": [1, 4], "bytes": 7})"), 2);
    EXPECT_EQ(fan(R"({"type": "permutation", "bytes": 1})"), 1);
    EXPECT_EQ(fan(R"({"type": "flows", "flows": [{"src": 0, "dst": 1, "bytes": 5},
        {"src": 1, "dst": 0, "bytes": 6}, {"src": 2, "dst": 1, "bytes": 7}]})"),
              2);
}

TEST(JobLoad, AllRepetitionsMayHave2To60Bytes)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "many", "transport": {"type": "mrc"},
      "topology": {"type": "clos", "hosts": 1024, "hostsPerT0": 32, "t1PerPlane": 32},
      "workload": [{"type": "permutation", "bytes": "2GiB", "repeat": 524288}]})");
    EXPECT_TRUE(RefuseDocument(document).empty());
    document["workload"][0]["repeat"] = 524289;
    EXPECT_EQ(RefuseDocument(document).size(), 1U);
}

TEST(JobLoad, SizesThatNoMachineHoldsStayNumbers)
{
    ns3::FabricClosSpec clos;
    clos.hosts = 131072;
    clos.hostsPerT0 = 64;
    clos.t1PerPlane = 1;
    clos.hostRateBps = clos.fabricRateBps = 1000;
    const auto network = ns3::Create<ns3::FabricClos>(clos);
    const auto job = ReadJob(
        Json::parse(R"({"type": "all-to-all", "hosts": "all", "bytes": 9223372036854775807})"));
    const auto load = job->MakeLoad({*network, {}, {}});
    EXPECT_DOUBLE_EQ(load.messages, 131072.0 * 131071);
    EXPECT_DOUBLE_EQ(load.bytes, 131072.0 * 131071 * 9223372036854775808.0);
}

} // namespace
