/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/random-streams.h"
#include "results/result-table.h"
#include "run/scenario-check.h"
#include "run/scenario.h"
#include "run/simulation.h"
#include "scenario-harness.h"

#include "ns3/config.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-sample-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

// A script and a scenario of the same simulation have the same samples.csv.

namespace
{

using namespace mrcsim;

/// Two jobs, the second one after a pause.
const char* const TWO_WRITES = R"({
  "schema": 1, "name": "writes", "stop": "100ms",
  "topology": {"type": "clos", "planes": 2, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
  "transport": {"type": "mrc"},
  "workload": [
    {"name": "first", "type": "write", "hosts": [0, 2], "bytes": "400KB"},
    {"name": "second", "type": "write", "hosts": [1, 2], "bytes": "100KB",
     "start": "70us"}],
  "measure": {"sampleInterval": "3us", "zeros": true}})";

/**
 * @param scenario the scenario above
 * @return the time series of a script with the same network and jobs
 */
std::string
RunAsScript(const Scenario& scenario)
{
    ApplyAttributes(scenario.attributes);
    ns3::RngSeedManager::SetRun(scenario.seed);
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(scenario.network);
    helper.SetTransport("ns3::MrcQpFactory");
    const auto cluster = helper.Build();
    ns3::RdmaClusterHelper::AssignStreams(cluster, CLUSTER_STREAM);
    const auto workload = ns3::CreateObject<ns3::RdmaWorkload>();
    workload->SetMessenger(cluster->GetTransport());
    ns3::RdmaJob job;
    job.name = "first";
    job.schedule = ns3::MakeRdmaWrite(400'000);
    job.hosts = {0, 2};
    workload->AddJob(job);
    job.name = "second";
    job.schedule = ns3::MakeRdmaWrite(100'000);
    job.hosts = {1, 2};
    job.start = ns3::MicroSeconds(70);
    workload->AddJob(job);
    // As the program: it ends with the last acknowledgment, and not with the last event
    workload->SetDoneCallback(ns3::RdmaWorkload::DoneCallback([] { ns3::Simulator::Stop(); }));

    ns3::RdmaSampleHelper samples;
    samples.SetInterval(ns3::MicroSeconds(3));
    samples.SetZeros(true);
    samples.AddAll();
    const auto sampler = samples.Start(cluster, workload);
    workload->Start();
    ns3::Simulator::Run();

    const std::string name = testing::TempDir() + "script-samples.csv";
    sampler->WriteCsv(name);
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    std::remove(name.c_str());
    workload->Dispose();
    cluster->Dispose();
    ns3::Simulator::Destroy();
    ns3::Config::Reset();
    return text.str();
}

TEST(ScriptSamples, AreThoseOfTheScenario)
{
    auto document = Json::parse(TWO_WRITES);
    document["measure"]["samples"] = ns3::GetRdmaSampleKinds();
    const auto scenario = LoadDocument(document);
    std::ostringstream text;
    GetSampleTable().WriteCsv(text, RunScenario(scenario));
    EXPECT_NE(text.str().find(",job.throughput_gbps,second,"), std::string::npos);
    EXPECT_EQ(RunAsScript(scenario), text.str());
}

} // namespace
