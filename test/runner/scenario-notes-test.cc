/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/scenario.h"
#include "scenario-harness.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;

/**
 * @param patch changes to a scenario of one plane
 * @return its notes
 */
std::vector<std::string>
Note(const char* patch)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
      "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]})");
    document.merge_patch(Json::parse(patch));
    const auto scenario = LoadDocument(document);
    return scenario.transport.what->GetNotes(scenario.switches, *scenario.network);
}

TEST(ScenarioNotes, RoceWithoutPfcGoesBackForEachLoss)
{
    EXPECT_EQ(Note(R"({"transport": {"type": "roce"}})"),
              std::vector<std::string>{"switch.pfc is false, so the network is lossy: RoCEv2 goes "
                                       "back N packets for each loss"});
}

TEST(ScenarioNotes, RoceWithSelectiveRepeatRepeatsWhatIsLost)
{
    EXPECT_EQ(Note(R"({"transport": {"type": "roce", "reliability": "selective-repeat"}})"),
              std::vector<std::string>{"switch.pfc is false, so the network is lossy: RoCEv2 "
                                       "repeats each packet that is lost"});
}

TEST(ScenarioNotes, NothingIsSaidWhereNothingIsLost)
{
    EXPECT_TRUE(Note(R"({"transport": {"type": "roce"}, "switch": {"pfc": true}})").empty());
}

TEST(ScenarioNotes, MrcMayTakeLatePacketsForLostOnesIfPathsDifferMuchInRate)
{
    const auto note = [](const std::string& transport, const std::string& rate) {
        auto document = Json::parse(R"({
          "schema": 1, "name": "base",
          "topology": {"type": "graph", "nodes": [
            {"name": "h0", "type": "host"}, {"name": "h1", "type": "host"},
            {"name": "a", "type": "switch"}, {"name": "b", "type": "switch"}], "links": [
            {"a": "h0", "b": "a"}, {"a": "h1", "b": "b"}, {"a": "a", "b": "b"}]},
          "workload": [{"type": "write", "hosts": [0, 1], "bytes": "1MB"}]})");
        document["topology"]["links"].push_back({{"a", "a"}, {"b", "b"}, {"rate", rate}});
        document["transport"] = {{"type", transport}};
        const auto scenario = LoadDocument(document);
        return scenario.transport.what->GetNotes(scenario.switches, *scenario.network);
    };
    EXPECT_EQ(note("mrc", "20Gbps"),
              std::vector<std::string>{"paths between the same hosts differ in rate by a factor of "
                                       "5; above 4, MRC may take a late packet for a lost one "
                                       "(false_losses)"});
    EXPECT_TRUE(note("mrc", "25Gbps").empty());
    EXPECT_TRUE(note("tcp", "20Gbps").empty());
}

TEST(ScenarioNotes, NothingIsSaidOfTransportsMadeForLossyNetworks)
{
    EXPECT_TRUE(Note("{}").empty());
    EXPECT_TRUE(Note(R"({"transport": {"type": "mrc"}})").empty());
    EXPECT_TRUE(Note(R"({"transport": {"type": "tcp"}})").empty());
}

} // namespace
