/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "fluid/fluid-cuts.h"
#include "folder-fixture.h"
#include "keys/key-document.h"
#include "kinds/file-insertion.h"
#include "kinds/link-reference.h"
#include "run/scenario.h"
#include "scenario-harness.h"

#include "ns3/fabric-clos.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Networks of scenarios: keys, references to links, and problems with their paths.

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/**
 * @param topology a topology
 * @param rest other keys, as the inside of an object
 * @return a scenario with this topology
 */
Json
MakeDocument(const std::string& topology, const std::string& rest = "")
{
    const auto text = R"({"schema": 1, "name": "t", "workload": [{"type": "write", "hosts": [0, 1],
        "bytes": 1000}], "topology": )" +
                      topology + (rest.empty() ? "" : ", " + rest) + "}";
    return Json::parse(text);
}

using Lines = std::vector<std::string>;

const char* const POD_NETWORK =
    R"({"type": "clos", "tiers": 3, "planes": 2, "hosts": 24, "hostsPerT0": 2, "t0PerPod": 4,
        "t1PerPod": 2, "t2PerPlane": 6, "parallelLinks": 2, "hostRate": "100Gbps",
        "fabricRate": "200Gbps", "coreRate": "400Gbps", "linkDelay": "1us", "switchDelay": "100ns"})";

const char* const GRAPH =
    R"({"type": "graph", "switchDelay": "50ns", "nodes": [
        {"name": "alice", "type": "host"}, {"name": "left", "type": "switch"},
        {"name": "right", "type": "switch"}, {"name": "bob", "type": "host"}], "links": [
        {"a": "alice", "b": "left"}, {"a": "right", "b": "bob", "rate": "25Gbps"},
        {"a": "left", "b": "right", "delay": "2us"}, {"a": "right", "b": "left"}]})";

TEST(Topology, ThreeTiersHaveARateForEachTier)
{
    const auto network = LoadDocument(MakeDocument(POD_NETWORK)).network;
    const auto rate = [&](const char* a, const char* b) {
        return network->GetLink(network->GetNames().FindLinks(a, b).at(0)).rateBps / 1000000000;
    };
    EXPECT_EQ(network->GetNHosts(), 24U);
    EXPECT_EQ(network->GetNSwitches(), 2U * (12 + 6 + 6));
    EXPECT_EQ(rate("h23", "p1-t0-11"), 100U);
    EXPECT_EQ(rate("p1-t0-11", "p1-t1-5"), 200U);
    EXPECT_EQ(rate("p1-t1-5", "p1-t2-5"), 400U);
    EXPECT_EQ(network->GetNames().FindLinks("p1-t0-11", "p1-t1-5").size(), 2U);
    EXPECT_EQ(network->GetPathCodec().GetNPaths(0, 1), 1U);
    EXPECT_EQ(network->GetPathCodec().GetNPaths(0, 2), 4U);
    EXPECT_EQ(network->GetPathCodec().GetNPaths(0, 23), 4U * 3);
}

TEST(Topology, RatesOfUpperTiersAreThoseBelowUnlessTold)
{
    auto document = MakeDocument(POD_NETWORK);
    document["topology"].erase("coreRate");
    document["topology"].erase("fabricRate");
    const auto network = LoadDocument(document).network;
    for (const auto link : network->GetNames().FindLinks("p0-t1-0", "p0-t2-0"))
    {
        EXPECT_EQ(network->GetLink(link).rateBps, 100'000'000'000U);
    }
}

TEST(Topology, OnRailsEachNicOfAServerHasAnotherT0)
{
    const auto network =
        LoadDocument(MakeDocument(R"({"type": "clos", "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 2,
                              "hostsPerServer": 2, "attachment": "rail"})"))
            .network;
    // Servers 0 to 3 share the first two T0s, servers 4 to 7 the others.
    const std::vector<uint32_t> expected{0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3};
    for (uint32_t host = 0; host < 16; ++host)
    {
        EXPECT_EQ(network->GetGroup(host), expected[host]) << host;
        EXPECT_EQ(network->GetNicIndex(host), host / 2 % 4) << host;
    }
}

TEST(Topology, AGraphIsWhatItsListsSay)
{
    const auto network = LoadDocument(MakeDocument(GRAPH)).network;
    ASSERT_EQ(network->GetNHosts(), 2U);
    EXPECT_EQ(network->GetNames().GetHostName(1), "bob");
    EXPECT_EQ(network->GetPathCodec().GetNPaths(0, 1), 2U) << "two parallel links";
    EXPECT_EQ(network->GetLink(network->GetNames().FindLinks("bob", "right").at(0)).rateBps,
              25'000'000'000U);
    // 80 ns line time, 500 ns, 50 ns; the faster of the two links; 320 ns, 500 ns
    EXPECT_EQ(network->GetOneWay(0, 1, 1000),
              RdmaTick::Ns(80 + 500 + 50 + 80 + 500 + 50 + 320 + 500));
}

TEST(Topology, WhatIsWrongWithAGraphHasAPlace)
{
    auto document = MakeDocument(GRAPH);
    document["topology"]["nodes"][3]["name"] = "alice";
    document["topology"]["links"][2]["b"] = "missing";
    const auto lines = RefuseDocument(document);
    ASSERT_GE(lines.size(), 2U);
    EXPECT_EQ(lines[0].rfind("topology.nodes[3].name: ", 0), 0U) << lines[0];
    EXPECT_EQ(lines[1].rfind("topology.links[1].b: ", 0), 0U) << lines[1];
}

TEST(Topology, AGraphNeedsNodesAndLinks)
{
    EXPECT_EQ(RefuseDocument(MakeDocument(R"({"type": "graph"})")),
              (Lines{"topology.nodes: missing; needed: a list",
                     "topology.links: missing; needed: a list"}));
}

TEST(Topology, KeysOfOtherNetworksAreUnknown)
{
    const auto two = RefuseDocument(MakeDocument(
        R"({"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2, "t0PerPod": 1})"));
    ASSERT_EQ(two.size(), 1U);
    EXPECT_EQ(two[0].rfind("topology.t0PerPod: unknown key", 0), 0U) << two[0];
    const auto three = RefuseDocument(MakeDocument(
        R"({"type": "clos", "tiers": 3, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2})"));
    ASSERT_EQ(three.size(), 4U);
    EXPECT_EQ(three[0].rfind("topology.t1PerPlane: unknown key", 0), 0U) << three[0];
    EXPECT_EQ(three[1].rfind("topology.t0PerPod: missing", 0), 0U) << three[1];
}

TEST(LinkReference, ALinkIsNamedByItsEndsOrForShort)
{
    const auto network = LoadDocument(MakeDocument(POD_NETWORK)).network;
    const auto find = [&](const char* text) {
        Problems problems;
        KeyContext context{problems};
        context.network = ns3::PeekPointer(network);
        context.path = "x";
        const auto port = ReadPart<LinkPlace>(Json::parse(text), context).port;
        return port ? network->GetNames().GetPortName(*port) : ToString(problems.at(0));
    };
    EXPECT_EQ(find(R"({"a": "h3", "b": "p1-t0-1"})"), "h3--p1-t0-1");
    EXPECT_EQ(find(R"({"a": "p1-t0-1", "b": "h3"})"), "p1-t0-1--h3");
    EXPECT_EQ(find(R"({"a": "p0-t2-4", "b": "p0-t1-3"})"), "p0-t2-4--p0-t1-3");
    EXPECT_EQ(find(R"({"a": "p0-t1-1", "b": "p0-t0-2", "index": 1})"), "p0-t1-1--p0-t0-2.1");
    EXPECT_EQ(find(R"({"plane": 1, "t0": 5, "t1": 3, "index": 1})"), "p1-t0-5--p1-t1-3.1");
    EXPECT_EQ(find(R"({"plane": 2, "t0": 5, "t1": 3})"),
              "x.plane: found 2; allowed: the planes 0 to 1");
    EXPECT_EQ(find(R"({"plane": 1, "t0": 12, "t1": 3})"),
              "x.t0: found 12; allowed: the T0s of a plane 0 to 11");
    EXPECT_EQ(find(R"({"plane": 1, "t0": 5, "t1": 6})"),
              "x.t1: found 6; allowed: the T1s of a plane 0 to 5");
    EXPECT_EQ(find(R"({"plane": 1, "t0": 0, "t1": 3})"),
              "x: no link connects p1-t0-0 and p1-t1-3; allowed: p1-t0-0 and one of h0, h1, "
              "p1-t1-0, p1-t1-1");
    EXPECT_EQ(find(R"({"a": "h3", "b": "p1-t0-1", "index": 1})"),
              "x.index: found 1; allowed: the links between the two 0 to 0");
    EXPECT_EQ(find(R"({"a": "h24", "b": "p1-t0-1"})"),
              "x.a: found \"h24\"; allowed: names of hosts, such as \"h0\", and of switches, such "
              "as \"p0-t0-0\"");
    EXPECT_EQ(find(R"({"a": "h3", "b": "h3"})"),
              "x: no link connects h3 and h3; allowed: h3 and one of p0-t0-1, p1-t0-1");
}

TEST(LinkReference, AGraphHasNoTiersToNameLinksBy)
{
    const auto lines = RefuseDocument(MakeDocument(
        GRAPH,
        R"("faults": [{"what": "link-down", "at": 1, "link": {"plane": 0, "t0": 0, "t1": 0}}])"));
    EXPECT_EQ(
        lines,
        (Lines{"faults[0].link.t0: found 0; allowed: the T0s of a plane, and there are none",
               "faults[0].link.t1: found 0; allowed: the T1s of a plane, and there are none"}));
}

TEST(Topology, AClosHasItsOwnCutsAndAGraphThoseOfAnyNetwork)
{
    // Only the cuts of a Clos network can determine that only NICs bound traffic
    const auto clos = LoadDocument(
        MakeDocument(R"({"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4})"));
    EXPECT_FALSE(clos.topology.what->MakeFluidShape(*clos.network)->MayHoldUp());
    const auto graph = LoadDocument(MakeDocument(GRAPH));
    EXPECT_TRUE(graph.topology.what->MakeFluidShape(*graph.network)->MayHoldUp());
}

TEST(LinkReference, FaultsAndCapturesOfAnyNetworkUseNames)
{
    const auto scenario = LoadDocument(MakeDocument(GRAPH, R"(
        "faults": [{"what": "link-down", "at": 1, "link": {"a": "left", "b": "right", "index": 1}}],
        "measure": {"pcap": [{"host": 1, "plane": 0}, {"link": {"a": "right", "b": "left"}}]})"));
    EXPECT_EQ(scenario.faults.at(0).what->GetObject(*scenario.network), "right--left.1");
    EXPECT_EQ(scenario.network->GetNames().GetPortName(*scenario.captures.at(0).port),
              "bob--right");
    EXPECT_EQ(scenario.network->GetNames().GetPortName(*scenario.captures.at(1).port),
              "right--left.0");
}

/// Graphs in files.
class TopologyFile : public FolderFixture
{
  protected:
    /**
     * @param text content of graph.json
     * @param topology the topology of the scenario
     * @return its problems, a line each
     */
    Lines Insert(const std::string& text,
                 const std::string& topology = R"({"type": "graph", "file": "graph.json"})")
    {
        Write("graph.json", text);
        document = MakeDocument(topology);
        Lines lines;
        for (const auto& problem : InsertFiles(m_base, document, names))
        {
            lines.push_back(ToString(problem));
        }
        return lines;
    }

    Json document;   ///< the scenario afterwards
    FileNames names; ///< see InsertFiles
};

TEST_F(TopologyFile, IsNamedInProblemsOfItsContent)
{
    EXPECT_TRUE(Insert(R"({"nodes": [], "links": []})").empty());
    const auto named = NameFiles(names,
                                 {{"topology.links[2].a", "x"},
                                  {"topology.nodes", "x"},
                                  {"topology.linksOfOthers", "x"},
                                  {"topology", "x"}});
    EXPECT_EQ(named[0].path, "topology.file (graph.json), links[2].a");
    EXPECT_EQ(named[1].path, "topology.file (graph.json), nodes");
    EXPECT_EQ(named[2].path, "topology.linksOfOthers");
    EXPECT_EQ(named[3].path, "topology");
}

TEST_F(TopologyFile, TakesThePlaceOfItsName)
{
    const auto graph = Json::parse(GRAPH);
    EXPECT_EQ(Insert(Json({{"nodes", graph["nodes"]}, {"links", graph["links"]}}).dump()), Lines{});
    EXPECT_FALSE(document["topology"].contains("file"));
    EXPECT_EQ(LoadDocument(document).network->GetNames().GetHostName(0), "alice");
}

TEST_F(TopologyFile, WhatIsWrongWithItIsToldWithItsName)
{
    const auto file = (m_base / "graph.json").string();
    EXPECT_EQ(Insert("[]"),
              (Lines{"topology.file: " + file +
                     " contains no object; allowed: an object with \"nodes\" and \"links\""}));
    EXPECT_EQ(Insert(R"({"nodes": [], "edges": []})"),
              (Lines{"topology.file: " + file +
                         " has no \"links\"; allowed: an object with \"nodes\" and \"links\"",
                     "topology.file: " + file +
                         " has a key \"edges\"; allowed: an object with \"nodes\" and \"links\""}));
    const auto syntax = Insert("{");
    ASSERT_EQ(syntax.size(), 1U);
    EXPECT_EQ(syntax[0].rfind("topology.file: " + file + " not valid JSON", 0), 0U) << syntax[0];
    const auto missing = Insert("", R"({"type": "graph", "file": "other.json"})");
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_NE(missing[0].find("other.json cannot be read: No such file"), std::string::npos);
    EXPECT_EQ(Insert("", R"({"type": "graph", "file": "graph.json", "nodes": []})"),
              (Lines{"topology.file: allowed: either a file, or nodes and links"}));
}

} // namespace
