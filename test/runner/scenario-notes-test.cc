/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/scenario-notes.h"
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
    return ListNotes(LoadDocument(document));
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
    EXPECT_TRUE(Note(R"({"transport": {"type": "roce"},
                         "switch": {"pfc": true, "buffer": "100MB"}})")
                    .empty());
}

TEST(ScenarioNotes, APauseThatComesBeforeMarksIsNoted)
{
    const auto note = [](const Json& switches) {
        Json patch{{"transport", {{"type", "roce"}}}, {"switch", switches}};
        patch["switch"]["pfc"] = true;
        return Note(patch.dump().c_str());
    };
    const std::string pause = "PFC pauses a port that uses 100000 B of a switch's memory, ";
    const Json fixed{{"bufferThreshold", "static"}, {"staticXoff", 100000}, {"buffer", "20MB"}};
    EXPECT_EQ(note(fixed),
              std::vector<std::string>{"switch.buffer: " + pause +
                                       "so ECN marks from a queue of 50000 B on instead of "
                                       "400000 B"});
    Json late = fixed;
    late["ecn"] = {{"kmin", 100000}};
    EXPECT_EQ(note(late),
              std::vector<std::string>{"switch.ecn.kmin: " + pause +
                                       "and ECN marks only from a queue of 100000 B on"});
    late["ecn"] = {{"kmin", 99999}};
    EXPECT_TRUE(note(late).empty());
    late["ecn"] = {{"enabled", false}};
    EXPECT_TRUE(note(late).empty());
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
        return ListNotes(LoadDocument(document));
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

TEST(ScenarioNotes, LinksWithoutDelayAreNoted)
{
    EXPECT_EQ(Note(R"({"topology": {"linkDelay": 0}})"),
              std::vector<std::string>{"topology: 16 of 16 links have a delay of 0"});
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "graph", "nodes": [
        {"name": "h0", "type": "host"}, {"name": "h1", "type": "host"},
        {"name": "a", "type": "switch"}], "links": [
        {"a": "h0", "b": "a", "delay": 0}, {"a": "h1", "b": "a"}]},
      "workload": [{"type": "write", "hosts": [0, 1], "bytes": "1MB"}]})");
    EXPECT_EQ(ListNotes(LoadDocument(document)),
              std::vector<std::string>{"topology: 1 of 2 links have a delay of 0"});
}

/// The note about the only link of host 0.
const std::string CUT = "faults[0]: from 50us on no path is left between hosts h0 and h4 of "
                        "workload[0]; messages between them fail";

TEST(ScenarioNotes, HostsThatPermanentFaultsSeparateAreNoted)
{
    const std::string at = R"({"faults": [{"at": "50us", "what": )";
    const std::string nic = R"(, "link": {"a": "h0", "b": "p0-t0-0"}})";
    EXPECT_EQ(Note((at + R"("link-down")" + nic + "]}").c_str()), std::vector<std::string>{CUT});
    EXPECT_EQ(Note((at + R"("switch-down", "switch": {"plane": 0, "t0": 1}}]})").c_str()),
              std::vector<std::string>{CUT});
    EXPECT_EQ(Note((at + R"("switch-silent", "switch": {"plane": 0, "t0": 1}}]})").c_str()),
              std::vector<std::string>{CUT});
    EXPECT_EQ(Note((at + R"("nic-port-down", "host": 4, "plane": 0}]})").c_str()),
              std::vector<std::string>{CUT});
}

TEST(ScenarioNotes, FaultsThatLeaveAPathAreNot)
{
    const std::string at = R"({"faults": [{"at": "50us", "what": )";
    const std::string nic = R"(, "link": {"a": "h0", "b": "p0-t0-0"})";
    EXPECT_TRUE(Note((at + R"("link-down")" + nic + R"(, "for": "1ms"}]})").c_str()).empty());
    EXPECT_TRUE(
        Note((at + R"("link-down")" + nic + R"(}, {"at": "60us", "what": "link-up")" + nic + "}]}")
                 .c_str())
            .empty());
    EXPECT_TRUE(
        Note((at + R"("link-down", "link": {"a": "p0-t0-0", "b": "p0-t1-0"}}]})").c_str()).empty());
    EXPECT_TRUE(
        Note((at + R"("switch-down", "switch": {"plane": 0, "t1": 1}}]})").c_str()).empty());
    EXPECT_TRUE(Note((at + R"("nic-port-down", "host": 3, "plane": 0}]})").c_str()).empty())
        << "a host without a job";
    EXPECT_TRUE(
        Note((R"({"topology": {"planes": 2}, )" + at.substr(1) + R"("link-down")" + nic + "}]}")
                 .c_str())
            .empty())
        << "another plane";
}

TEST(ScenarioNotes, ATransportOfOnePlaneIsSeparatedInThatPlane)
{
    const auto note = [](const char* at) {
        auto patch = Json::parse(R"({
          "topology": {"planes": 2}, "transport": {"type": "mrc"},
          "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB",
                        "transport": "tcp", "plane": 0}],
          "faults": [{"at": "50us", "what": "link-down", "link": {"a": "h0", "b": ""}}]})");
        patch["faults"][0]["link"]["b"] = at;
        return Note(patch.dump().c_str());
    };
    EXPECT_EQ(note("p0-t0-0"), std::vector<std::string>{CUT});
    EXPECT_TRUE(note("p1-t0-0").empty());
}

} // namespace
