/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/scenario-notes.h"
#include "scenario-harness.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
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
    for (const uint32_t own : {0, 1})
    {
        const auto note = [&](uint32_t plane) {
            auto patch = Json::parse(R"({
              "topology": {"planes": 2}, "transport": {"type": "mrc"},
              "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB", "transport": "tcp"}],
              "faults": [{"at": "50us", "what": "nic-port-down", "host": 0}]})");
            patch["workload"][0]["plane"] = own;
            patch["faults"][0]["plane"] = plane;
            return Note(patch.dump().c_str());
        };
        EXPECT_EQ(note(own), std::vector<std::string>{CUT});
        EXPECT_TRUE(note(1 - own).empty());
    }
}

TEST(ScenarioNotes, HostsWithoutAWayDownAreSeparated)
{
    const auto note = [](const char* second) {
        auto patch = Json::parse(R"({
          "topology": {"hosts": 12, "t1PerPlane": 2}, "transport": {"type": "mrc"},
          "faults": [{"at": 0, "what": "link-down", "link": {"a": "p0-t0-0", "b": "p0-t1-0"}},
                     {"at": "7us", "what": "link-down", "link": {"a": "p0-t0-1", "b": ""}}]})");
        patch["faults"][1]["link"]["b"] = second;
        return Note(patch.dump().c_str());
    };
    EXPECT_TRUE(note("p0-t1-0").empty()) << "T1 1 is left for both";
    EXPECT_EQ(note("p0-t1-1"),
              std::vector<std::string>{
                  "faults[1]: from 7us on no path is left between hosts h0 and h4 of workload[0] "
                  "(links that work connect them, but the transport of this job takes only the "
                  "shortest paths); messages between them fail"})
        << "each T1 serves one of the two T0s, and only the third T0 connects them";
}

TEST(ScenarioNotes, HostsOfAServerNeedNoNetwork)
{
    const auto note = [](const Json& hosts) {
        auto patch = Json::parse(R"({
          "topology": {"hostsPerServer": 2, "serverRate": "900Gbps"},
          "transport": {"type": "mrc"},
          "workload": [{"type": "all-reduce", "hosts": [0, 1], "bytes": "1MB"}],
          "faults": [{"at": "50us", "what": "nic-port-down", "host": 0, "plane": 0}]})");
        patch["workload"][0]["hosts"] = hosts;
        return Note(patch.dump().c_str());
    };
    EXPECT_TRUE(note({0, 1}).empty());
    EXPECT_EQ(note({0, 1, 2, 3}),
              std::vector<std::string>{"faults[0]: from 50us on no path is left between hosts h0 "
                                       "and h2 of workload[0]; messages between them fail"});
}

/**
 * @param detour switches of a detour from host h0 to h1, whose shortest path has two switches
 * @param patch changes to the scenario, in which the shortest path is cut
 * @return its notes about this
 */
std::vector<std::string>
NoteDetour(uint32_t detour, const char* patch)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "graph",
                   "nodes": [{"name": "h0", "type": "host"}, {"name": "h1", "type": "host"},
                             {"name": "a", "type": "switch"}, {"name": "b", "type": "switch"}],
                   "links": [{"a": "h0", "b": "a"}, {"a": "h1", "b": "b"}, {"a": "a", "b": "b"}]},
      "switch": {"pfc": false},
      "workload": [{"type": "write", "hosts": [0, 1], "bytes": "1MB"}],
      "faults": [{"at": "50us", "what": "link-down", "link": {"a": "a", "b": "b"}}]})");
    std::string last = "a";
    for (uint32_t i = 0; i < detour; ++i)
    {
        const std::string next = "c" + std::to_string(i);
        document["topology"]["nodes"].push_back({{"name", next}, {"type", "switch"}});
        document["topology"]["links"].push_back({{"a", last}, {"b", next}});
        last = next;
    }
    document["topology"]["links"].push_back({{"a", last}, {"b", "b"}});
    document.merge_patch(Json::parse(patch));
    auto notes = ListNotes(LoadDocument(document));
    notes.erase(std::remove_if(notes.begin(),
                               notes.end(),
                               [](const auto& note) { return note.rfind("faults", 0) != 0; }),
                notes.end());
    return notes;
}

/// The note about the detour that packets do not take; behind it comes their limit.
const std::string DETOUR =
    "faults[0]: from 50us on no path is left between hosts h0 and h1 of "
    "workload[0] (links that work connect them, but the transport of this job "
    "takes only the shortest paths";
const std::string FAIL = "); messages between them fail"; ///< its end

TEST(ScenarioNotes, ADetourThatPacketsDoNotTakeIsNone)
{
    const std::vector<std::string> shortest{DETOUR + FAIL};
    EXPECT_EQ(NoteDetour(1, R"({"transport": {"type": "roce"}})"), shortest);
    EXPECT_EQ(NoteDetour(1, R"({"transport": {"type": "tcp"}})"), shortest);
    EXPECT_EQ(NoteDetour(1, R"({"transport": {"type": "mrc", "routing": "ecmp"}})"), shortest);
    EXPECT_EQ(NoteDetour(1, R"({"transport": {"type": "mrc", "routing": "structured"}})"),
              shortest);
    EXPECT_EQ(NoteDetour(1, R"({"topology": {"longerPaths": 0}})"), shortest);
    EXPECT_TRUE(NoteDetour(1, "{}").empty());
    EXPECT_TRUE(NoteDetour(4, "{}").empty()) << "longerLinks is 4";
    EXPECT_EQ(NoteDetour(5, "{}"),
              std::vector<std::string>{DETOUR + " and those of up to 4 more links" + FAIL});
    EXPECT_TRUE(NoteDetour(5, R"({"topology": {"longerLinks": 5}})").empty());
    EXPECT_TRUE(NoteDetour(0, R"({"transport": {"type": "roce"}})").empty()) << "a parallel link";
}

TEST(ScenarioNotes, OnlyARepairAfterTheLastCutCounts)
{
    auto patch = Json::parse(R"({"transport": {"type": "roce"}})");
    const auto change = [](const char* at, const char* what) {
        return Json{{"at", at}, {"what", what}, {"link", {{"a", "a"}, {"b", "b"}}}};
    };
    std::vector<Json> faults{change("3us", "link-down"),
                             change("5us", "link-up"),
                             change("7us", "link-down")};
    const auto note = [&](size_t place) {
        patch["faults"] = faults;
        const auto from = "faults[" + std::to_string(place) + "]: from 7us on";
        const auto notes = NoteDetour(1, patch.dump().c_str());
        return notes.size() == 1 && notes[0].rfind(from, 0) == 0;
    };
    EXPECT_TRUE(note(2));
    std::reverse(faults.begin(), faults.end());
    EXPECT_TRUE(note(0)) << "the order of the list does not matter";
    faults[1]["at"] = "9us";
    patch["faults"] = faults;
    EXPECT_TRUE(NoteDetour(1, patch.dump().c_str()).empty());
}

/// Random graphs with random cuts: the note says before the run what the run shows.
class ScenarioNotesRandom : public testing::TestWithParam<uint32_t>
{
  protected:
    /**
     * @param transport a transport without longer paths
     * @return a scenario in which each of four hosts sends to each, when routing knows of two cuts
     */
    Json Draw(const char* transport)
    {
        auto document = Json::parse(R"({
          "schema": 1, "name": "random", "stop": "10s",
          "topology": {"type": "graph", "nodes": [], "links": []},
          "workload": [{"type": "all-to-all", "hosts": "all", "bytes": "4KB", "start": "50us"}],
          "faults": []})");
        document["transport"] = {
            {"type", transport},
            {"attributes",
             {{"ns3::Fabric::LocalRepair", "1us"}, {"ns3::Fabric::RemoteConvergence", "1us"}}}};
        auto& topology = document["topology"];
        const auto link = [&](const std::string& a, const std::string& b) {
            topology["links"].push_back({{"a", a}, {"b", b}});
        };
        for (uint32_t i = 0; i < SWITCHES; ++i)
        {
            topology["nodes"].push_back({{"name", Name(i)}, {"type", "switch"}});
            link(Name(i), Name((i + 1) % SWITCHES)); // a ring, so that all are connected
        }
        for (uint32_t i = 0; i < CHORDS; ++i)
        {
            const uint32_t a = DrawBelow(SWITCHES);
            link(Name(a), Name((a + 2 + DrawBelow(SWITCHES - 3)) % SWITCHES));
        }
        for (uint32_t i = 0; i < HOSTS; ++i)
        {
            const std::string name = "h" + std::to_string(i);
            topology["nodes"].push_back({{"name", name}, {"type", "host"}});
            link(name, Name(DrawBelow(SWITCHES)));
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto& cut = topology["links"][DrawBelow(SWITCHES)]; // of the ring: no parallels
            document["faults"].push_back({{"at", "7us"},
                                          {"what", "link-down"},
                                          {"link", {{"a", cut["a"]}, {"b", cut["b"]}}}});
        }
        return document;
    }

    static constexpr uint32_t SWITCHES = 6; ///< of the graph
    static constexpr uint32_t CHORDS = 3;   ///< links in addition to the ring
    static constexpr uint32_t HOSTS = 4;    ///< of the graph

  private:
    /** @return name of the switch */
    static std::string Name(uint32_t sw)
    {
        return "s" + std::to_string(sw);
    }

    /** @return a random number below the limit */
    uint32_t DrawBelow(uint32_t limit)
    {
        return static_cast<uint32_t>(m_random() % limit);
    }

    std::mt19937 m_random{GetParam()}; ///< its values are the same on all machines
};

TEST_P(ScenarioNotesRandom, MessagesFailIfAndOnlyIfItIsNoted)
{
    // TCP still repeats its segments when the run ends
    for (const auto& [transport, end] : {std::pair{"roce", "failed"}, std::pair{"tcp", "stalled"}})
    {
        const auto scenario = LoadDocument(Draw(transport));
        const auto notes = ListNotes(scenario);
        const bool isNoted = std::any_of(notes.begin(), notes.end(), [](const auto& note) {
            return note.find("no path is left") != std::string::npos;
        });
        RunScenario(scenario, isNoted ? end : "complete");
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ScenarioNotesRandom, testing::Range(1U, 25U));

} // namespace
