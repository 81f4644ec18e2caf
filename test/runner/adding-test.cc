/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"
#include "job-harness.h"
#include "keys/key-document.h"
#include "kinds/topology.h"
#include "results/result-rows.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// The examples of docs/adding.md, which are compiled into this program unchanged.

namespace
{

using namespace mrcsim;

/**
 * @param transport the key transport of a small permutation
 * @return the scenario
 */
Scenario
LoadTransport(const std::string& transport)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
      "workload": [{"type": "permutation", "pattern": "cross-t0", "bytes": "200KB"}]})");
    document["transport"] = Json::parse(transport);
    return LoadDocument(document);
}

TEST(Adding, AJobThatWaitsForBothNeighbors)
{
    auto scenario = LoadJob(R"({"type": "send-recv", "bytes": 1})");
    scenario.jobs[0].what =
        ReadJob({{"type", "halo"}, {"hosts", "all"}, {"rounds", 3}, {"bytes", 1000}});
    std::vector<ns3::RdmaJob> jobs;
    ASSERT_TRUE(BuildJobs(scenario, ns3::CreateObject<ns3::UniformRandomVariable>(), jobs).empty());
    EXPECT_EQ(jobs[0].schedule.Validate(), "");
    EXPECT_EQ(jobs[0].schedule.GetNSends(), 3U * 2 * 12);
    EXPECT_EQ(jobs[0].schedule.GetNDependencies(23), 0U);
    EXPECT_EQ(jobs[0].schedule.GetNDependencies(24), 2U);
    const auto load = scenario.jobs[0].what->MakeLoad(scenario.GetContext());
    EXPECT_EQ(load.chain, 3);
    EXPECT_EQ(load.busiestBytes, 6000);
    EXPECT_EQ(RunScenario(scenario).flows.size(), 72U);

    Problems problems;
    ReadJob({{"type", "halo"}, {"hosts", {1, 2}}, {"rounds", 1}, {"bytes", 1}})
        ->Check(scenario.GetContext(), "workload[0]", problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].path, "workload[0].hosts");
}

/// A small cluster for the fault of the example.
class AddingFault : public SmallCluster
{
  protected:
    AddingFault()
        : SmallCluster(1)
    {
    }
};

TEST_F(AddingFault, ALinkThatHearsInOneDirectionAlone)
{
    Problems problems;
    std::vector<EventRow> events;
    const auto fault = ReadFault({{"what", "link-deaf"},
                                  {"at", "1us"},
                                  {"for", "4us"},
                                  {"link", {{"plane", 0}, {"t0", 0}, {"t1", 0}, {"index", 0}}}},
                                 m_cluster->GetNetwork(),
                                 "faults[0]",
                                 problems);
    ASSERT_TRUE(problems.empty());
    ScheduleFaults({fault}, {m_cluster, events}, ns3::RdmaTick::Ms(1));
    ns3::Simulator::Schedule(ns3::MicroSeconds(2), [cluster = m_cluster] {
        cluster->GetTransport()->Send(0, 2, 0, 1000, 1);
        cluster->GetTransport()->Send(3, 1, 0, 1000, 2);
    });
    RunUntil(ns3::RdmaTick::Us(9));
    auto* up = ns3::RdmaClusterHelper::GetUplink(m_cluster, 0, 0, 0);
    EXPECT_GT(up->GetStats().drops, 0U);
    EXPECT_EQ(up->peer->GetStats().drops, 0U);
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].kind, "link-deaf");
    EXPECT_EQ(events[1].kind, "link-deaf-end");
    EXPECT_EQ(events[1].time, ns3::RdmaTick::Us(5));
}

TEST(Adding, ANetworkAroundOneSwitch)
{
    Problems problems;
    KeyContext context{problems};
    const auto topology = ReadPart<TopologySpec>(
        {{"type", "star"}, {"hosts", 5}, {"hostRate", "10Gbps"}, {"linkDelay", "1us"}},
        context);
    const auto network = topology.what->MakeNetwork(topology, 1, problems);
    ASSERT_TRUE(problems.empty());
    EXPECT_EQ(network->GetNHosts(), 5U);
    EXPECT_EQ(network->GetNSwitches(), 1U);
    EXPECT_EQ(network->GetDistance(0, 4), 2U);
    EXPECT_EQ(network->GetPortRate(), 10'000'000'000U);
    auto scenario = LoadJob(R"({"type": "send-recv", "bytes": "40KB", "hosts": [0, 1, 2, 3, 4]})");
    scenario.topology = topology;
    scenario.network = network;
    EXPECT_EQ(RunScenario(scenario).flows.size(), 5U);
}

TEST(Adding, ATransportThatRepeatsWhatIsMissing)
{
    const auto run = [](const Json& transport, const Json& ofJobs) {
        auto document = Json::parse(R"({
          "schema": 1, "name": "base",
          "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
          "loss": [{"where": "nic-rx", "rate": 0.01}],
          "workload": [{"type": "permutation", "pattern": "cross-t0", "bytes": "1MB"}]})");
        document["transport"] = transport;
        document["workload"][0]["transport"] = ofJobs;
        const auto results = RunScenario(LoadDocument(document));
        EXPECT_EQ(results.flows.size(), 8U);
        return results.summary;
    };
    const Json roce{{"type", "roce"}, {"congestionControl", "none"}};
    const auto all = run(roce, "roce");
    const auto missing = run({{"type", "irn"}}, "irn");
    EXPECT_GT(missing.retransmittedPackets, 0U);
    EXPECT_LT(missing.retransmittedPackets, all.retransmittedPackets / 4);
    // Each keeps its own rules when both run in one network
    EXPECT_LT(run(roce, "irn").retransmittedPackets, all.retransmittedPackets / 4);
    EXPECT_GT(run({{"type", "irn"}}, "roce").retransmittedPackets, all.retransmittedPackets / 4);
    EXPECT_GT(run({{"type", "irn"}, {"window", 0.1}}, "irn").simTime, missing.simTime);
}

TEST(Adding, AControllerByItsTypeId)
{
    const auto scenario = LoadTransport(
        R"({"type": "mrc", "congestionControl": "ns3::MrcHalvingWindow",
            "attributes": {"ns3::MrcHalvingWindow::LeastPackets": 1}})");
    EXPECT_EQ(RunScenario(scenario).flows.size(), 8U);
}

TEST(Adding, APathSelectorByItsTypeId)
{
    const auto scenario =
        LoadTransport(R"({"type": "mrc", "pathSelector": "ns3::MrcTurnSelector"})");
    const auto results = RunScenario(scenario);
    EXPECT_EQ(results.summary.droppedPackets, 0U);
}

TEST(Adding, ALoadBalancerByItsTypeId)
{
    const auto scenario =
        LoadTransport(R"({"type": "roce", "loadBalancing": "ns3::FabricTwoBalancer"})");
    EXPECT_EQ(RunScenario(scenario).flows.size(), 8U);
}

TEST(Adding, AClassThatIsNotThereIsRefused)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
      "transport": {"type": "mrc", "congestionControl": "ns3::MrcMisspelt"},
      "workload": [{"type": "write", "hosts": [0, 5], "bytes": 1}]})");
    auto lines = RefuseDocument(document);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].rfind("transport.congestionControl", 0), 0U) << lines[0];

    document["transport"]["congestionControl"] = "ns3::MrcTurnSelector";
    lines = RefuseDocument(document);
    ASSERT_EQ(lines.size(), 1U) << "a class that is not a controller";
    EXPECT_NE(lines[0].find("ns3::MrcNscc"), std::string::npos) << lines[0];
}

} // namespace
