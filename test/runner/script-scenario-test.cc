/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/random-streams.h"
#include "results/result-rows.h"
#include "run/scenario.h"
#include "run/simulation.h"
#include "scenario-harness.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-graph.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-fault-watch.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

// A script and a scenario with the same words mean the same: each message has the same times, each
// fault the same cost.

namespace mrcsim
{

namespace
{

using ns3::FabricClosSpec;

/// A network with its load, as a scenario and as a script.
struct Both
{
    const char* name;                                      ///< of the test
    const char* scenario;                                  ///< JSON
    std::function<void(ns3::RdmaClusterHelper&)> network;  ///< of the script
    std::function<void(ns3::RdmaJobHelper&)> jobs;         ///< of the script
    std::function<void(ns3::Ptr<ns3::RdmaCluster>)> fault; ///< of the script; may be empty
};

void
PrintTo(const Both& both, std::ostream* os)
{
    *os << both.name;
}

ns3::FabricGraphSpec
MakeLine()
{
    ns3::FabricGraphSpec graph;
    graph.switchDelay = ns3::RdmaTick::Ns(300);
    for (const char* name : {"a", "b", "c", "d"})
    {
        graph.nodes.push_back({name, true});
    }
    for (const char* name : {"s", "t", "u"})
    {
        graph.nodes.push_back({name, false});
    }
    const auto join = [&graph](const char* a, const char* b) {
        graph.links.push_back({a, b, 0, 100000000000, ns3::RdmaTick::Ns(500)});
    };
    join("a", "s");
    join("b", "s");
    join("c", "t");
    join("d", "u");
    join("s", "t");
    join("t", "u");
    join("s", "u");
    return graph;
}

const Both BOTH[]{
    {"TwoTiers",
     R"({"topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
         "transport": {"type": "mrc"},
         "workload": [{"type": "all-reduce", "bytes": "2MB", "repeat": 2}]})",
     [](auto& helper) { helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4)); },
     [](auto& jobs) { jobs.Add("ring", ns3::MakeRdmaRingAllReduce(8, 2000000)).repeat = 2; },
     {}},
    {"ThreeTiersAndAFault",
     R"({"topology": {"type": "clos", "tiers": 3, "planes": 2, "hosts": 16, "hostsPerT0": 2,
                      "t0PerPod": 4, "t1PerPod": 2, "t2PerPlane": 4},
         "transport": {"type": "mrc", "congestionControl": "swift"},
         "workload": [{"type": "all-to-all", "algorithm": "direct", "bytes": "50KB"}],
         "faults": [{"what": "link-down", "link": {"host": 3, "plane": 1}, "at": "20us"},
                    {"what": "link-down", "link": {"host": 5, "plane": 0}, "at": "30us", "for": "20us"}]})",
     [](auto& helper) {
         auto spec = FabricClosSpec::TwoTiers(2, 16, 2);
         spec.t1PerPlane = 0;
         spec.t0PerPod = 4;
         spec.t1PerPod = 2;
         spec.t2PerPlane = 4;
         spec.coreRateBps = spec.fabricRateBps;
         helper.SetTopology(spec);
         helper.SetTransport("ns3::MrcQpFactory",
                             "CongestionControl",
                             ns3::StringValue("ns3::MrcSwift"));
     },
     [](auto& jobs) { jobs.Add("all", ns3::MakeRdmaAllToAll(16, 50000)); },
     [](auto cluster) {
         ns3::RdmaFaultHelper faults(cluster);
         faults.LinkDown(cluster->GetNic(3)->GetPort(1), ns3::MicroSeconds(20));
         faults.LinkDown(cluster->GetNic(5)->GetPort(0),
                         ns3::MicroSeconds(30),
                         ns3::MicroSeconds(20));
     }},
    {"LosslessRoce",
     R"({"topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
         "transport": {"type": "roce"}, "switch": {"pfc": true},
         "workload": [{"type": "incast", "receiver": 0, "senders": {"from": 1, "to": 7},
                       "bytes": "1MB"}]})",
     [](auto& helper) {
         helper.SetTopology(FabricClosSpec::TwoTiers(1, 8, 4));
         helper.SetTransport("ns3::RoceQpFactory");
         helper.SetSwitchAttribute("Pfc", ns3::BooleanValue(true));
         helper.SetSwitchAttribute("EcnOnLastHop", ns3::BooleanValue(true));
     },
     [](auto& jobs) { jobs.Add("incast", ns3::MakeRdmaIncast(8, 0, 1000000)); },
     {}},
    {"Rails",
     R"({"topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 2, "t1PerPlane": 2,
                      "attachment": "rail", "hostsPerServer": 2},
         "transport": {"type": "mrc", "pathSelector": "oblivious"},
         "workload": [{"type": "write", "hosts": [0, 6], "bytes": "1MB", "start": "7us"}]})",
     [](auto& helper) {
         auto spec = FabricClosSpec::TwoTiers(2, 8, 2);
         spec.rails = 2;
         helper.SetTopology(spec);
         helper.SetTransport("ns3::MrcQpFactory",
                             "PathSelector",
                             ns3::StringValue("ns3::MrcObliviousSelector"));
     },
     [](auto& jobs) { jobs.AddWrite("write", 0, 6, 1000000).start = ns3::MicroSeconds(7); },
     {}},
    {"Graph",
     R"({"topology": {"type": "graph",
                      "nodes": [{"name": "a", "type": "host"}, {"name": "b", "type": "host"},
                                {"name": "c", "type": "host"}, {"name": "d", "type": "host"},
                                {"name": "s", "type": "switch"}, {"name": "t", "type": "switch"},
                                {"name": "u", "type": "switch"}],
                      "links": [{"a": "a", "b": "s"}, {"a": "b", "b": "s"}, {"a": "c", "b": "t"},
                                {"a": "d", "b": "u"}, {"a": "s", "b": "t"}, {"a": "t", "b": "u"},
                                {"a": "s", "b": "u"}]},
         "transport": {"type": "mrc"},
         "workload": [{"type": "send-recv", "bytes": "1MB"}]})",
     [](auto& helper) { helper.SetTopology(ns3::Create<ns3::FabricGraph>(MakeLine())); },
     [](auto& jobs) { jobs.Add("shift", ns3::MakeRdmaSendRecv(4, 1000000)); },
     {}}};

/// Results of a script.
struct Measured
{
    std::deque<ns3::RdmaFlowRecord> flows;     ///< messages
    std::vector<ns3::RdmaFaultEffect> effects; ///< of its faults
};

Measured
RunScript(const Both& both, uint64_t seed)
{
    Measured measured;
    ns3::RngSeedManager::SetRun(seed);
    ns3::RdmaClusterHelper helper;
    both.network(helper);
    auto cluster = helper.Build();
    ns3::RdmaClusterHelper::AssignStreams(cluster, CLUSTER_STREAM);
    ns3::RdmaFaultWatch watch(cluster);
    ns3::RdmaJobHelper jobs;
    both.jobs(jobs);
    if (both.fault)
    {
        both.fault(cluster);
    }
    auto workload = jobs.Install(cluster);
    ns3::Simulator::Run();
    measured.flows = workload->GetFlowRecords();
    for (size_t fault = 0; fault < watch.GetN(); ++fault)
    {
        measured.effects.push_back(watch.GetEffect(fault));
    }
    workload->Dispose();
    cluster->Dispose();
    ns3::Simulator::Destroy();
    return measured;
}

/** Expect that a fault has cost the same. */
void
ExpectEqual(const ns3::RdmaFaultEffect& a, const ns3::RdmaFaultEffect& b)
{
    EXPECT_EQ(a.object, b.object);
    EXPECT_EQ(std::tie(a.at, a.until, a.firstLoss, a.lastLoss, a.lossFree, a.longestLoss),
              std::tie(b.at, b.until, b.firstLoss, b.lastLoss, b.lossFree, b.longestLoss));
    EXPECT_EQ(std::tie(a.lostPackets, a.lostAnswers, a.qpsTouched, a.qpsFailed),
              std::tie(b.lostPackets, b.lostAnswers, b.qpsTouched, b.qpsFailed));
    EXPECT_EQ(std::tie(a.evsRetired, a.evsRetiredWrongly, a.evsBack, a.receivers),
              std::tie(b.evsRetired, b.evsRetiredWrongly, b.evsBack, b.receivers));
}

class ScriptScenarioTest : public testing::TestWithParam<Both>
{
};

TEST_P(ScriptScenarioTest, EachMessageHasTheSameTimes)
{
    for (const uint64_t seed : {1, 7})
    {
        auto document = nlohmann::ordered_json::parse(GetParam().scenario);
        document["schema"] = 1;
        document["name"] = "both";
        document["seed"] = seed;
        const auto results = RunScenario(LoadDocument(document));
        const auto& scenario = results.flows;
        const auto measured = RunScript(GetParam(), seed);
        const auto& script = measured.flows;
        ASSERT_EQ(measured.effects.size(), results.recovery.size());
        for (size_t i = 0; i < measured.effects.size(); ++i)
        {
            EXPECT_GT(measured.effects[i].lostPackets, 0U);
            ExpectEqual(measured.effects[i], results.recovery[i]);
        }
        ASSERT_EQ(script.size(), scenario.size());
        for (size_t i = 0; i < script.size(); ++i)
        {
            const auto& a = scenario[i];
            const auto& b = script[i];
            EXPECT_EQ(std::tie(a.src, a.dst, a.bytes), std::tie(b.src, b.dst, b.bytes)) << i;
            EXPECT_EQ(a.start.GetPs(), b.start.GetPs()) << i;
            EXPECT_EQ(a.end.GetPs(), b.end.GetPs()) << i;
            EXPECT_EQ(a.sentEnd.GetPs(), b.sentEnd.GetPs()) << i;
            EXPECT_EQ(a.stats.packets, b.stats.packets) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Networks,
                         ScriptScenarioTest,
                         testing::ValuesIn(BOTH),
                         [](const auto& info) { return info.param.name; });

} // namespace

} // namespace mrcsim
