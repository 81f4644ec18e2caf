/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/result-files.h"
#include "run/scenario.h"
#include "run/simulation.h"
#include "scenario-harness.h"

#include "ns3/nstime.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

// Complete small runs: 2 T0s with 2 hosts each, 2 T1s per plane.

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/**
 * Sets the resolution of ns3::Time once before all tests, as ns-3 requires.
 */
class PicosecondResolution : public testing::Environment
{
  public:
    void SetUp() override
    {
        ns3::Time::SetResolution(ns3::Time::PS);
    }
};

[[maybe_unused]] testing::Environment* const g_resolution =
    testing::AddGlobalTestEnvironment(new PicosecondResolution);

/// The scenario that tests change.
const char* const FOUR_HOSTS = R"({
  "schema": 1, "name": "base", "stop": "100ms",
  "topology": {"type": "clos", "planes": 2, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
  "transport": {"type": "mrc"},
  "workload": [{"type": "write", "hosts": [0, 2], "bytes": "400KB"}],
  "measure": {"sampleInterval": "10us"}})";

/**
 * A simulated scenario.
 */
struct Ran
{
    /**
     * @param patch changes to FOUR_HOSTS
     * @param interrupted true if the user interrupts the run
     */
    explicit Ran(const std::string& patch, bool interrupted = false)
    {
        auto document = Json::parse(FOUR_HOSTS);
        document.merge_patch(Json::parse(patch));
        const auto scenario = LoadDocument(document);
        std::ostringstream nowhere;
        ProgressLine progress(nowhere, ProgressLine::Mode::NEVER);
        Simulation simulation(scenario, progress);
        EXPECT_TRUE(simulation.Build().empty());
        const volatile std::sig_atomic_t flag = interrupted;
        outcome = simulation.Run(flag);
        results = simulation.GetResults();
        results.links([this](const LinkRow& link) { links.push_back(link); });
        if (results.evs)
        {
            results.evs([this](const EvRow& ev) { evs.push_back(ev); });
        }
        flows = simulation.DescribeFlows();
        complaints = simulation.GetProblems();
        EXPECT_EQ(simulation.GetImbalance(), "");
    }

    /**
     * @param kind kind of event
     * @return number of these events
     */
    size_t CountEvents(const std::string& kind) const
    {
        return static_cast<size_t>(
            std::count_if(results.events.begin(), results.events.end(), [&kind](const EventRow& e) {
                return e.kind == kind;
            }));
    }

    /** @return the content of CSV files that could differ between runs */
    std::string GetFingerprint() const
    {
        std::ostringstream text;
        for (const auto& flow : results.flows)
        {
            text << flow.src << '>' << flow.dst << ' ' << flow.end.GetPs() << ' '
                 << flow.stats.packets << '\n';
        }
        for (const auto& link : links)
        {
            text << link.bytes << ' ' << link.ecnMarks << ' ' << link.maxQueueBytes << '\n';
        }
        for (const auto& sample : results.samples)
        {
            text << sample.kind << sample.value << '\n';
        }
        return text.str();
    }

    Outcome outcome{};                   ///< reason for its end
    Results results;                     ///< its results
    std::vector<LinkRow> links;          ///< its links
    std::vector<EvRow> evs;              ///< see EvRows
    std::string flows;                   ///< see Simulation::DescribeFlows
    std::vector<std::string> complaints; ///< incomplete messages
};

TEST(Simulation, AMonitorLeavesItsVerdictsAndHowTrueTheyAre)
{
    const Ran ran(
        R"({"monitor":{"interval":"20us"},"workload":[{"type":"write","hosts":[0,2],"bytes":"8MB"}],
        "faults":[{"at":"60us","what":"switch-silent","switch":{"plane":1,"t1":1},"for":"120us"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    ASSERT_TRUE(ran.results.monitor);
    const auto& verdicts = ran.results.monitor->verdicts;
    ASSERT_EQ(verdicts.size(), 2U);
    EXPECT_EQ(verdicts[0].element, "p1-t1-1");
    EXPECT_STREQ(verdicts[0].kind, "t1");
    EXPECT_TRUE(verdicts[0].faulty);
    EXPECT_TRUE(verdicts[0].right);
    EXPECT_FALSE(verdicts[1].faulty);
    EXPECT_TRUE(verdicts[1].right);
    const auto& summary = ran.results.monitor->summary;
    EXPECT_EQ(summary.precision, 1);
    EXPECT_EQ(summary.recall, 1);
    EXPECT_EQ(summary.maxLocate, verdicts[0].time - RdmaTick::Us(60));
    EXPECT_GT(summary.probes, summary.lost);
    EXPECT_FALSE(Ran("{}").results.monitor);
    const Ran sound(R"({"monitor":{}})");
    EXPECT_FALSE(sound.results.monitor->summary.maxLocate) << "nothing was located";
}

TEST(Simulation, SamplesOfPausesAddUpToThePausesOfTheLinks)
{
    const Ran ran(R"({"topology": {"planes": 1}, "switch": {"pfc": true, "buffer": "400KB"},
        "transport": {"type": "roce", "congestionControl": "none"},
        "workload": [{"type": "incast", "receiver": 0, "senders": [1, 2, 3], "bytes": "1MB"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    double sampled = 0;
    for (const auto& sample : ran.results.samples)
    {
        if (std::string(sample.kind) == "port.paused")
        {
            EXPECT_GT(sample.value, 0) << sample.object;
            EXPECT_LE(sample.value, 1) << sample.object;
            sampled += sample.value * RdmaTick::Us(10).GetNs();
        }
    }
    double paused = 0;
    for (const auto& link : ran.links)
    {
        paused += link.pauses.GetNs();
    }
    EXPECT_GT(paused, 10000);
    EXPECT_NEAR(sampled, paused, 1) << "nothing is paused in the last, unsampled interval";
}

TEST(Simulation, ARoceElephantRunsInOnePlaneBesideMrc)
{
    const char* const both = R"({"verifyWire": true, "workload": [
        {"name": "perm", "type": "permutation", "bytes": "200KB"},
        {"name": "elephant", "type": "write", "hosts": [0, 2], "bytes": "1MB",
         "transport": "roce", "plane": 1}]})";
    const Ran ran(both);
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    ASSERT_EQ(ran.results.jobs.size(), 2U);
    const auto& elephant = ran.results.jobs[1];
    EXPECT_EQ(elephant.job, "elephant");
    EXPECT_LT(*elephant.busbwGbps, 100 * 4096.0 / 4198) << "one plane";
    EXPECT_GT(elephant.ideal, RdmaTick::Us(80)) << "1 MB at 100 Gb/s";
    EXPECT_EQ(ran.results.flows.size(), 5U);
    EXPECT_EQ(ran.results.summary.bytesDelivered, 1'800'000U);
    uint64_t bytes[2] = {};
    for (const auto& link : ran.links)
    {
        bytes[link.plane] += link.a == "h0" ? link.bytes : 0;
    }
    EXPECT_GT(bytes[1], 1'000'000U);
    EXPECT_LT(bytes[0], 200'000U);
    EXPECT_EQ(ran.GetFingerprint(), Ran(both).GetFingerprint());
}

TEST(Simulation, TcpCarriesJobsOfEveryKind)
{
    const char* const tcp = R"({"topology": {"planes": 1}, "transport": {"type": "tcp"},
        "workload": [{"name": "perm", "type": "permutation", "bytes": "200KB"},
                     {"name": "ring", "type": "all-reduce", "bytes": "100KB", "qps": 2},
                     {"name": "incast", "type": "incast", "after": "perm", "receiver": 0,
                      "senders": [1, 2, 3], "bytes": "100KB"}]})";
    const Ran ran(tcp);
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    const auto& summary = ran.results.summary;
    EXPECT_EQ(summary.transport, "tcp");
    EXPECT_EQ(summary.flowsCompleted, summary.flowsTotal);
    EXPECT_EQ(summary.bytesDelivered, summary.bytesPosted);
    EXPECT_EQ(ran.GetFingerprint(), Ran(tcp).GetFingerprint());
    double throughput = 0;
    for (const auto& sample : ran.results.samples)
    {
        throughput += std::string(sample.kind) == "job.throughput_gbps" ? sample.value : 0;
    }
    EXPECT_GT(throughput, 0);
}

TEST(Simulation, ATcpElephantRunsInOnePlaneBesideMrc)
{
    const char* const both = R"({"workload": [
        {"name": "perm", "type": "permutation", "bytes": "400KB"},
        {"name": "elephant", "type": "write", "hosts": [0, 2], "bytes": "1MB",
         "transport": "tcp", "plane": 0}]})";
    const Ran ran(both);
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(ran.results.summary.bytesDelivered, 2'600'000U);
    uint64_t bytes[2] = {};
    for (const auto& link : ran.links)
    {
        bytes[link.plane] += link.a == "h0" ? link.bytes : 0;
    }
    EXPECT_GT(bytes[0], 1'000'000U);
    EXPECT_LT(bytes[1], 500'000U);
    EXPECT_EQ(ran.GetFingerprint(), Ran(both).GetFingerprint());
}

TEST(Simulation, AnArmedTimerIsWaitedFor)
{
    // RoCE's timer of 67 ms and TCP's of 1 ms exceed the stall time-out
    const std::string blackout = R"({"topology": {"planes": 1, "t1PerPlane": 1}, "stop": "9s",
        "stallTimeout": "1ps", "faults": [{"what": "link-down", "at": "5us", "for": "100us",
        "link": {"plane": 0, "t0": 0, "t1": 0}}], "transport": )";
    const Ran roce(blackout + R"({"type": "roce", "attributes": {
        "ns3::RoceQpParameters::LocalAckTimeout": 14}}})");
    EXPECT_EQ(roce.outcome, Outcome::COMPLETE);
    EXPECT_GT(roce.results.summary.simTime, RdmaTick::Ms(67));
    const Ran tcp(blackout + R"({"type": "tcp"}})");
    EXPECT_EQ(tcp.outcome, Outcome::COMPLETE);
    EXPECT_GT(tcp.results.summary.simTime, RdmaTick::Ms(1));
}

TEST(Simulation, AnOpenTcpConnectionIsNamed)
{
    const Ran ran(R"({"topology": {"planes": 1, "t1PerPlane": 1}, "transport": {"type": "tcp"},
        "stallTimeout": "3ms", "faults": [
        {"what": "link-down", "at": "5us", "link": {"plane": 0, "t0": 0, "t1": 0}}]})");
    EXPECT_EQ(ran.outcome, Outcome::STOP) << "its timer is running";
    ASSERT_EQ(ran.complaints.size(), 1U);
    EXPECT_NE(ran.complaints[0].find("TCP connection"), std::string::npos) << ran.complaints[0];
}

TEST(Simulation, AnMrcJobRunsBesideRoce)
{
    const Ran ran(R"({"topology": {"planes": 1}, "transport": {"type": "roce"}, "workload": [
        {"name": "baseline", "type": "write", "hosts": [0, 2], "bytes": "100KB"},
        {"name": "spray", "type": "write", "hosts": [1, 3], "bytes": "100KB",
         "transport": "mrc"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(ran.results.summary.flowsCompleted, 2U);
}

TEST(Simulation, OneWriteOverMrcCompletes)
{
    const Ran ran("{}");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_TRUE(ran.complaints.empty());
    const auto& summary = ran.results.summary;
    EXPECT_EQ(summary.name, "base");
    EXPECT_EQ(summary.outcome, "complete");
    EXPECT_EQ(summary.flowsTotal, 1U);
    EXPECT_EQ(summary.flowsCompleted, 1U);
    EXPECT_EQ(summary.bytesPosted, 400'000U);
    EXPECT_EQ(summary.bytesDelivered, 400'000U);
    EXPECT_EQ(summary.droppedPackets, 0U);
    ASSERT_EQ(ran.results.flows.size(), 1U);
    EXPECT_EQ(ran.results.flows[0].stats.packets, 98U) << "400,000 B in packets of 4,096 B";
    EXPECT_EQ(summary.dataPacketHops, 98U * 4);
    ASSERT_EQ(ran.results.jobs.size(), 1U);
    EXPECT_TRUE(ran.results.jobs[0].end.has_value());
}

TEST(Simulation, OneWriteOverRoceCompletes)
{
    const Ran ran(
        R"({"topology": {"planes": 1}, "transport": {"type": "roce"}, "switch": {"pfc": true}})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(ran.results.summary.transport, "roce");
    EXPECT_EQ(ran.results.summary.losslessViolations, 0U);
    EXPECT_EQ(ran.results.summary.bytesDelivered, 400'000U);
}

TEST(Simulation, EveryJobTypeCompletes)
{
    for (
        const char* job :
        {R"({"type": "permutation", "bytes": "40KB"})",
         R"({"type": "permutation", "pattern": "cross-t0", "bytes": "40KB"})",
         R"({"type": "incast", "receiver": 3, "senders": [0, 2], "bytes": "40KB", "repeat": 2})",
         R"({"type": "all-to-all", "bytes": "40KB", "qps": 2})",
         R"({"type": "all-reduce", "bytes": "40KB", "hosts": {"count": 4, "placement": "spread"}})",
         R"({"type": "send-recv", "bytes": "40KB", "hosts": {"count": 3, "placement": "random"}})",
         R"({"type": "flows", "flows": [{"src": 3, "dst": 1, "bytes": "1KB"},
                                         {"src": 1, "dst": 0, "bytes": 1, "start": "30us"}]})"})
    {
        const Ran ran("{\"workload\": [" + std::string(job) + "]}");
        EXPECT_EQ(ran.outcome, Outcome::COMPLETE) << job;
        EXPECT_GT(ran.results.summary.flowsTotal, 0U) << job;
        EXPECT_EQ(ran.results.summary.flowsCompleted, ran.results.summary.flowsTotal) << job;
    }
}

TEST(Simulation, FlowsKeepTheHostsAndTimesOfTheList)
{
    const Ran ran(R"({"workload": [{"type": "flows", "start": "5us", "flows": [
        {"src": 3, "dst": 1, "bytes": 1000}, {"src": 1, "dst": 0, "bytes": 1, "start": "30us"}]}]})");
    const auto& flows = ran.results.flows;
    ASSERT_EQ(flows.size(), 2U);
    EXPECT_EQ(flows[0].src, 3U);
    EXPECT_EQ(flows[0].dst, 1U);
    EXPECT_EQ(flows[0].start, RdmaTick::Us(5));
    EXPECT_EQ(flows[1].src, 1U);
    EXPECT_EQ(flows[1].bytes, 1U);
    EXPECT_EQ(flows[1].start, RdmaTick::Us(35));
    EXPECT_EQ(ran.results.jobs[0].bytes, 1001U);
}

TEST(Simulation, JobWaitsForTheOneItNames)
{
    const Ran ran(R"({"workload": [
        {"name": "second", "after": "first", "start": "7us", "type": "write", "hosts": [1, 3], "bytes": 1},
        {"name": "first", "type": "write", "hosts": [0, 2], "bytes": "40KB"}]})");
    ASSERT_EQ(ran.results.jobs.size(), 2U);
    EXPECT_EQ(ran.results.jobs[0].job, "first");
    EXPECT_EQ(ran.results.jobs[1].start, *ran.results.jobs[0].end + RdmaTick::Us(7));
}

TEST(Simulation, SameSeedGivesTheSameAndAnotherSeedDoesNot)
{
    const auto run = [](const char* seed) {
        return Ran((std::string(
                        R"({"workload": [{"type": "all-to-all", "bytes": "100KB"}], "seed": )") +
                    seed + "}")
                       .c_str())
            .GetFingerprint();
    };
    const auto one = run("1");
    EXPECT_EQ(one, run("1"));
    EXPECT_NE(one, run("2"));
}

TEST(Simulation, ProbesOfAMonitorFollowTheSeed)
{
    const auto run = [](const std::string& seed) {
        return Ran(R"({"monitor": {"interval": "20us"}, "seed": )" + seed + "}").GetFingerprint();
    };
    const auto one = run("1");
    EXPECT_EQ(one, run("1"));
    EXPECT_NE(one, run("2"));
}

TEST(Simulation, VerifyingTheWireChangesNothing)
{
    const char* const plain = R"({"workload": [{"type": "all-to-all", "bytes": "40KB"}]})";
    const char* const verified =
        R"({"workload": [{"type": "all-to-all", "bytes": "40KB"}], "verifyWire": true})";
    EXPECT_EQ(Ran(plain).GetFingerprint(), Ran(verified).GetFingerprint());
}

TEST(Simulation, AttributesOfOneRunDoNotReachTheNext)
{
    const auto packets = [](const char* patch) {
        return Ran(patch).results.flows[0].stats.packets;
    };
    EXPECT_EQ(packets(R"({"transport": {"mtu": 1024}})"), 391U);
    EXPECT_EQ(packets("{}"), 98U);
}

TEST(Simulation, StopEndsItAndNamesWhatIsOpen)
{
    const Ran ran(R"({"stop": "5us"})");
    EXPECT_EQ(ran.outcome, Outcome::STOP);
    EXPECT_EQ(ran.results.summary.simTime, RdmaTick::Us(5));
    EXPECT_FALSE(ran.results.flows[0].delivered);
    EXPECT_FALSE(ran.results.jobs[0].end.has_value());
    ASSERT_EQ(ran.complaints.size(), 1U);
    EXPECT_EQ(
        ran.complaints[0].rfind("flow 0 of job job0, host 0 to 2, 400000 B, not delivered: QP 0, ",
                                0),
        0U)
        << ran.complaints[0];
}

TEST(Simulation, WhatIsPlacedOfAMessageUnderWayIsDelivered)
{
    const Ran ran(R"({"stop": "15us"})");
    const auto& summary = ran.results.summary;
    EXPECT_EQ(summary.flowsTotal, 1U);
    EXPECT_EQ(summary.flowsStarted, 1U);
    EXPECT_EQ(summary.flowsCompleted, 0U);
    EXPECT_EQ(summary.bytesDelivered % 4096, 0U) << "whole packets";
    EXPECT_GT(summary.bytesDelivered, 100'000U);
    EXPECT_LT(summary.bytesDelivered, 400'000U);
    EXPECT_EQ(ran.flows, "0 of 1 flows completed");
    const Ran late(R"({"stop": "15us", "workload": [
        {"name": "first", "type": "write", "hosts": [0, 2], "bytes": "400KB"},
        {"after": "first", "type": "write", "hosts": [0, 2], "bytes": 1}]})");
    EXPECT_EQ(late.results.summary.flowsTotal, 2U);
    EXPECT_EQ(late.results.summary.flowsStarted, 1U);
}

TEST(Simulation, FlowsThatArrivedAreNotSaidToBeAllThatWasAsked)
{
    const Ran ran(R"({"transport": {"type": "roce"}, "topology": {"planes": 1, "t1PerPlane": 1},
        "faults": [{"what": "answer-loss", "at": 0, "loss": 1,
                    "link": {"plane": 0, "t0": 0, "t1": 0}}]})");
    EXPECT_EQ(ran.outcome, Outcome::FAILED);
    EXPECT_EQ(ran.results.summary.flowsCompleted, ran.results.summary.flowsTotal);
    EXPECT_EQ(ran.flows, "all 1 flows were delivered, but not all are acknowledged");
}

TEST(Simulation, EvsAreListedIfWanted)
{
    EXPECT_TRUE(Ran("{}").evs.empty());
    const Ran ran(R"({"transport": {"evs": 8, "evsActive": 8}, "measure": {"evs": true},
        "workload": [{"type": "write", "hosts": [0, 2], "bytes": "20MB"}], "faults": [
        {"what": "link-down", "at": "20us", "link": {"plane": 1, "t0": 0, "t1": 1}}]})");
    size_t bad = 0;
    std::set<std::pair<std::string, uint32_t>> names;
    for (const auto& ev : ran.evs)
    {
        names.emplace(ev.qp, ev.ev);
        const bool dead = ev.path.find("p1-t0-0 p1-t1-1") != std::string::npos ||
                          ev.path.find("p1-t1-1 p1-t0-0") != std::string::npos;
        EXPECT_EQ(ev.path.rfind(ev.qp.substr(0, 2) + " p" + std::to_string(ev.plane) + "-t0-", 0),
                  0U)
            << ev.path;
        EXPECT_EQ(ev.path.substr(ev.path.size() - 2), ev.peer);
        EXPECT_TRUE(dead || ev.state != std::string("bad")) << ev.path;
        bad += ev.state == std::string("bad");
    }
    EXPECT_GE(bad, 1U);
    EXPECT_EQ(ran.evs.size(), 2U * 4) << "two ends, two planes with two T1s";
    EXPECT_EQ(names.size(), ran.evs.size()) << "an EV is listed twice";
    EXPECT_EQ(bad, ran.CountEvents("ev-bad") - ran.CountEvents("ev-good"));
}

TEST(Simulation, InterruptEndsItAtOnce)
{
    const Ran ran("{}", true);
    EXPECT_EQ(ran.outcome, Outcome::INTERRUPTED);
    EXPECT_EQ(ran.results.summary.outcome, "interrupted");
}

/// Cuts T0 0 off its only T1 while a write crosses it.
const std::string CUT_OFF = R"({"topology": {"planes": 1, "t1PerPlane": 1}, "faults": [
    {"what": "link-down", "at": "10us", "link": {"plane": 0, "t0": 0, "t1": 0}}])";

TEST(Simulation, StallNamesTheFlowAndWhatItsQpWaitsFor)
{
    const Ran ran(CUT_OFF + R"(, "stallTimeout": "1ms", "workload": [
        {"name": "stuck", "type": "write", "hosts": [0, 2], "bytes": "400KB"},
        {"name": "patient", "after": "stuck", "type": "write", "hosts": [1, 3], "bytes": 1}]})");
    EXPECT_EQ(ran.outcome, Outcome::STALLED);
    EXPECT_GE(ran.results.summary.simTime, RdmaTick::Us(1010));
    EXPECT_LT(ran.results.summary.simTime, RdmaTick::Us(1400)) << "at most an eighth late";
    ASSERT_EQ(ran.complaints.size(), 2U);
    EXPECT_EQ(ran.complaints[0].rfind("flow 0 of job stuck, host 0 to 2, ", 0), 0U);
    EXPECT_NE(ran.complaints[0].find("waits for"), std::string::npos) << ran.complaints[0];
    EXPECT_EQ(ran.complaints[1], "job patient has not started");
}

TEST(Simulation, AStallIsNotShorterThanManyRoundTrips)
{
    EXPECT_EQ(Ran(R"({"stallTimeout": "1ps"})").outcome, Outcome::COMPLETE);
    const Ran stuck(CUT_OFF + R"(, "stallTimeout": "1ps"})");
    EXPECT_EQ(stuck.outcome, Outcome::STALLED);
    EXPECT_GT(stuck.results.summary.simTime, RdmaTick::Us(200));
}

TEST(Simulation, ALossOnALinkOfAMillisecondIsNoStall)
{
    const Ran ran(R"({"topology": {"linkDelay": "1ms"}, "loss": [{"where": "nic-rx", "rate": 0.5}],
        "stop": "10s"})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_GT(ran.results.summary.timeouts, 0U);
}

TEST(Simulation, LongSilenceBetweenJobsIsNoStall)
{
    const Ran ran(R"({"stallTimeout": "1ms", "workload": [
        {"type": "write", "hosts": [0, 2], "bytes": 1},
        {"type": "write", "hosts": [0, 2], "bytes": 1, "start": "10ms"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
}

TEST(Simulation, AMessageThatBeginsLateHasTheWholeStallTimeout)
{
    for (const int64_t start : {13000, 17500})
    {
        const Ran ran(CUT_OFF + R"(, "stallTimeout": "8ms", "workload": [
            {"type": "write", "hosts": [0, 2], "bytes": "400KB", "start": ")" +
                      std::to_string(start) + R"(us"}]})");
        EXPECT_EQ(ran.outcome, Outcome::STALLED);
        EXPECT_GE(ran.results.summary.simTime, RdmaTick::Us(start + 8000));
        EXPECT_LE(ran.results.summary.simTime, RdmaTick::Us(start + 9000)) << "a look late";
    }
}

TEST(Simulation, QpThatGivesUpFailsTheRun)
{
    const Ran ran(CUT_OFF + R"(, "transport": {"type": "roce"}})");
    EXPECT_EQ(ran.outcome, Outcome::FAILED);
    EXPECT_EQ(ran.results.summary.qpErrors, 1U);
    EXPECT_EQ(ran.CountEvents("qp-error"), 1U);
    ASSERT_EQ(ran.complaints.size(), 1U);
    EXPECT_NE(ran.complaints[0].find("failed with its QP"), std::string::npos);
}

TEST(Simulation, LinkFailureIsSurvivedByMrc)
{
    const Ran ran(R"({"workload": [{"type": "write", "hosts": [0, 2], "bytes": "20MB"}], "faults": [
        {"what": "link-down", "at": "20us", "for": "500us",
         "link": {"plane": 1, "t0": 0, "t1": 1}}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_GT(ran.results.summary.droppedPackets, 0U);
    EXPECT_GT(ran.results.summary.retransmittedPackets, 0U);
    ASSERT_EQ(ran.CountEvents("link-down"), 1U);
    ASSERT_EQ(ran.CountEvents("link-up"), 1U);
    EXPECT_EQ(ran.results.events.front().object, "p1-t0-0--p1-t1-1");
    EXPECT_EQ(ran.results.events.front().time, RdmaTick::Us(20));
    EXPECT_GT(ran.CountEvents("ev-bad"), 0U);
    EXPECT_EQ(ran.results.summary.evsRetired, ran.CountEvents("ev-bad"));
    EXPECT_EQ(ran.results.summary.evsRetiredWrongly, 0U) << "only EVs of the link are retired";
    EXPECT_GT(ran.results.summary.declaredLost, 0U);
    EXPECT_EQ(ran.results.summary.falseLosses, ran.CountEvents("false-loss"));
}

/**
 * Compare the rows about events of QPs with the counters of the summary.
 *
 * @param ran a simulated scenario
 */
void
ExpectRowsAndCountsToAgree(const Ran& ran)
{
    const auto& summary = ran.results.summary;
    uint64_t wrongly = 0;
    for (const auto& event : ran.results.events)
    {
        const bool says = event.detail.find(" wrongly") != std::string::npos;
        EXPECT_TRUE(event.kind == "ev-bad" || !says) << event.kind;
        EXPECT_TRUE(event.kind != "false-loss" || event.detail.rfind("PSN ", 0) == 0)
            << event.detail;
        wrongly += says;
    }
    EXPECT_EQ(summary.evsRetiredWrongly, wrongly);
    EXPECT_EQ(summary.evsRetired, ran.CountEvents("ev-bad"));
    EXPECT_EQ(summary.falseLosses, ran.CountEvents("false-loss"));
    EXPECT_GE(summary.declaredLost, summary.falseLosses);
}

TEST(Simulation, PacketsWhoseAnswersAreLostAreFalseLossesOnPathsWithAFault)
{
    const Ran ran(R"({"loss": [{"where": "nic-rx", "rate": 0.5}],
        "workload": [{"type": "all-to-all", "bytes": "40KB"}]})");
    ExpectRowsAndCountsToAgree(ran);
    EXPECT_GT(ran.results.summary.falseLosses, 0U);
    EXPECT_GT(ran.results.summary.declaredLost, ran.results.summary.falseLosses)
        << "true losses have no row";
    EXPECT_EQ(ran.results.summary.evsRetiredWrongly, 0U) << "every path has random loss";
}

/**
 * Fill queues without trimming.
 *
 * @param attributes attributes of the transport
 * @return the run
 */
Ran
FillQueues(const std::string& attributes)
{
    return Ran(R"({"topology": {"planes": 1}, "transport": {"congestionControl": "none",
        "attributes": {)" +
               attributes + R"(}}, "switch": {"trimming": false, "ecn": {"enabled": false}},
        "workload": [{"type": "incast", "receiver": 0, "senders": [1, 2, 3], "bytes": "4MB"}]})");
}

TEST(Simulation, EvsThatLosePacketsInFullQueuesAreTriedAndComeBack)
{
    const Ran ran = FillQueues("");
    ExpectRowsAndCountsToAgree(ran);
    EXPECT_GT(ran.results.summary.declaredLost, 0U);
    EXPECT_EQ(ran.results.summary.evsRetired, 0U);
}

TEST(Simulation, EvsRetiredForFullQueuesWithoutTrialAreRetiredWrongly)
{
    const Ran ran = FillQueues(R"("ns3::MrcEvParameters::LossTrial": 0)");
    ExpectRowsAndCountsToAgree(ran);
    EXPECT_GT(ran.results.summary.evsRetired, 0U);
    EXPECT_EQ(ran.results.summary.evsRetiredWrongly, ran.results.summary.evsRetired)
        << "there is no fault";
}

TEST(Simulation, HeadersThatFindNoRoomInTheirQueueAreCounted)
{
    // Without a congestion controller, the headers of 31 senders keep 7 ports busy. They have a
    // separate queue, or strict priority in that of control frames.
    for (const std::string attributes : {R"("ns3::FabricSwitchParameters::TrimmedThreshold": 0.01)",
                                         R"("ns3::FabricSwitchParameters::TrimmedShare": 1,
             "ns3::FabricSwitchParameters::ControlThreshold": 0.01)"})
    {
        const Ran ran(R"({"topology": {"planes": 1, "hosts": 32, "hostsPerT0": 8, "t1PerPlane": 8},
            "transport": {"congestionControl": "none", "attributes": {)" +
                      attributes + R"(}}, "stop": "200us", "workload": [{"type": "incast",
                "receiver": 0, "bytes": "100KB", "senders": {"from": 1, "to": 31}}]})");
        EXPECT_GT(ran.results.summary.ctrlQueueDrops, 0U) << attributes;
        EXPECT_EQ(ran.results.summary.ctrlQueueDrops, ran.results.summary.droppedPackets);
    }
    EXPECT_EQ(Ran("{}").results.summary.ctrlQueueDrops, 0U);
}

TEST(Simulation, EveryPathSelectorSurvivesALinkFailure)
{
    for (const std::string name : {"mrc", "oblivious", "bitmap", "mixed", "reps", "single"})
    {
        const Ran ran(R"({"transport": {"pathSelector": ")" + name + R"("},
            "workload": [{"type": "all-to-all", "bytes": "4MB"}], "faults": [
            {"what": "link-down", "at": "20us", "for": "1ms",
             "link": {"plane": 1, "t0": 0, "t1": 1}}]})");
        EXPECT_EQ(ran.outcome, Outcome::COMPLETE) << name;
        EXPECT_GT(ran.results.summary.droppedPackets, 0U) << name;
        EXPECT_EQ(ran.CountEvents("ev-bad") > 0, name == "mrc") << name;
    }
}

TEST(Simulation, SinglePathLoadsOneLinkOfTheSender)
{
    const Ran ran(R"({"transport": {"pathSelector": "single"}})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    uint32_t loaded = 0;
    for (const auto& link : ran.links)
    {
        loaded += link.a == "h0" && link.bytes > 100000;
    }
    EXPECT_EQ(loaded, 1U);
}

TEST(Simulation, LossyLinkLosesOnlyWhileItIsLossy)
{
    const Ran ran(R"({"workload": [{"type": "write", "hosts": [0, 2], "bytes": "4MB"}], "faults": [
        {"what": "link-loss", "loss": 1, "at": "20us", "for": "20us", "link": {"plane": 0, "t0": 1, "t1": 0}}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_GT(ran.results.summary.droppedPackets, 0U);
    EXPECT_EQ(ran.CountEvents("link-loss"), 2U);
    for (const auto& link : ran.links)
    {
        const bool lossy = link.plane == 0 && ((link.a == "p0-t0-1" && link.b == "p0-t1-0") ||
                                               (link.a == "p0-t1-0" && link.b == "p0-t0-1"));
        EXPECT_EQ(link.drops > 0, lossy && link.packets > 0 && link.drops > 0) << link.a << link.b;
    }
}

TEST(Simulation, NicRxLossHitsOnlyLinksToHosts)
{
    const Ran ran(R"({"workload": [{"type": "all-to-all", "bytes": "1MB"}],
                      "loss": [{"where": "nic-rx", "rate": 0.02}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    uint64_t drops = 0;
    uint64_t packets = 0;
    for (const auto& link : ran.links)
    {
        if (link.tier == "t0-host")
        {
            drops += link.drops;
            packets += link.packets;
        }
        else
        {
            EXPECT_EQ(link.drops, 0U) << link.a << link.b;
        }
    }
    EXPECT_NEAR(static_cast<double>(drops) / static_cast<double>(packets), 0.02, 0.01);
}

TEST(Simulation, MarksAreThoseOfTheSwitchesReceivedOrNot)
{
    const Ran ran(R"({"topology": {"planes": 1}, "stop": "12us",
        "switch": {"ecn": {"lastHop": true}}, "workload": [
        {"type": "incast", "receiver": 0, "senders": [1, 2, 3], "bytes": "1MB"}]})");
    uint64_t marks = 0;
    for (const auto& link : ran.links)
    {
        marks += link.ecnMarks;
    }
    EXPECT_GT(marks, 10U) << "some are in a queue when the run stops";
    EXPECT_EQ(ran.results.summary.ecnMarkedPackets, marks);
}

TEST(Simulation, AnswersOfAPortThatIsOffAreLostIfThereIsNoOther)
{
    const Ran ran(R"({"transport": {"type": "roce"}, "topology": {"planes": 1},
        "workload": [{"type": "write", "hosts": [0, 2], "bytes": "2MB"}],
        "faults": [{"what": "port-admin", "at": "20us", "host": 2, "plane": 0, "up": false, "for": "30us"}]})");
    const auto& fault = ran.results.recovery.at(0);
    EXPECT_GT(fault.lostAnswers, 0U) << "to frames in flight";
    EXPECT_EQ(fault.lostAnswers, ran.results.summary.droppedPackets);
    EXPECT_EQ(fault.lostPackets, 0U);
    for (const auto& link : ran.links)
    {
        EXPECT_EQ(link.drops, link.a == "h2" ? fault.lostAnswers : 0U) << link.a;
    }
}

TEST(Simulation, SamplesAddUpToWhatWasDelivered)
{
    const Ran ran(R"({"workload": [{"name": "a", "type": "write", "hosts": [0, 2], "bytes": "1MB"},
                                   {"name": "b", "type": "write", "hosts": [1, 2], "bytes": "1MB"}]})");
    double job = 0;
    double planes = 0;
    double hosts = 0;
    for (const auto& sample : ran.results.samples)
    {
        const std::string kind = sample.kind;
        job += kind == "job.throughput_gbps" && sample.object == "a" ? sample.value : 0;
        planes += kind == "plane.rx_gbps" ? sample.value : 0;
        hosts += kind == "host.rx_gbps" ? sample.value : 0;
    }
    // Gbit/s times 10 us are 1,250 B; the last, incomplete interval is not sampled
    EXPECT_LE(job * 1250, 1'000'000);
    EXPECT_GE(job * 1250, 700'000);
    EXPECT_NEAR(planes, hosts, 1e-6 * hosts);
}

TEST(Simulation, NoSamplesWhenNoneAreWanted)
{
    EXPECT_TRUE(Ran(R"({"measure": {"sampleInterval": 0}})").results.samples.empty());
}

TEST(Simulation, LinksAreListedInBothDirections)
{
    const Ran ran("{}");
    // 2 planes x (4 hosts + 2 T0s x 2 T1s) x 2 directions
    EXPECT_EQ(ran.links.size(), 32U);
    uint64_t packets = 0;
    for (const auto& link : ran.links)
    {
        packets += link.packets;
        EXPECT_GE(link.utilisation, 0);
        EXPECT_LE(link.utilisation, 1);
    }
    EXPECT_GE(packets, ran.results.summary.packetHops);
}

TEST(Simulation, OnlyLinksThatWereTouchedAreListedIfWanted)
{
    const std::string faults = R"("faults": [
        {"what": "link-down", "at": "1us", "link": {"plane": 1, "t0": 0, "t1": 1}}])";
    const auto run = [&faults](const std::string& links) {
        return Ran(R"({"workload": [{"type": "write", "hosts": [0, 1], "bytes": "40KB"}],
                       "measure": {"sampleInterval": "1us", "zeros": true, "links": ")" +
                   links + "\"}, " + faults + "}");
    };
    const auto all = run("all");
    const auto used = run("used");
    EXPECT_EQ(all.links.size(), 32U);
    // Two hosts under a T0 in each of two planes, and the link that fails, in two directions
    EXPECT_EQ(used.links.size(), 2U * (2 * 2 + 1));
    const auto isThere = [&all](const LinkRow& link) {
        return std::any_of(all.links.begin(), all.links.end(), [&link](const LinkRow& other) {
            return other.tier == link.tier && other.plane == link.plane && other.a == link.a &&
                   other.b == link.b && other.bytes == link.bytes;
        });
    };
    EXPECT_TRUE(std::all_of(used.links.begin(), used.links.end(), isThere));
    const auto countHosts = [](const Ran& ran) {
        std::set<std::string> hosts;
        for (const auto& sample : ran.results.samples)
        {
            if (std::string(sample.kind) == "host.rx_gbps")
            {
                hosts.insert(sample.object);
            }
        }
        return hosts;
    };
    EXPECT_EQ(countHosts(all).size(), 4U);
    EXPECT_EQ(countHosts(used), (std::set<std::string>{"h0", "h1"}));
}

/// 16 hosts in two servers, one under each T0.
const std::string SERVERS = R"("topology": {"planes": 1, "hosts": 16, "hostsPerT0": 8,
    "t1PerPlane": 8, "hostsPerServer": 8, "serverRate": "900Gbps"})";

/**
 * @param ran a run
 * @return sum of the payload in the time series of jobs, B
 */
double
SumThroughput(const Ran& ran)
{
    double bytes = 0;
    for (const auto& sample : ran.results.samples)
    {
        const bool job = std::string(sample.kind) == "job.throughput_gbps";
        bytes += job ? sample.value / 8 * RdmaTick::Us(10).GetNs() : 0;
    }
    return bytes;
}

TEST(Simulation, ARingAcrossServersIsAsFastAsItsLinksBetweenThem)
{
    for (const char* transport : {"mrc", "roce", "tcp"})
    {
        SCOPED_TRACE(transport);
        const std::string scenario = "{" + SERVERS + R"(, "transport": {"type": ")" + transport +
                                     R"("}, "workload": [{"type": "all-reduce", "bytes": "8MB"}]})";
        const Ran ran(scenario);
        EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
        ASSERT_EQ(ran.results.jobs.size(), 1U);
        const auto& job = ran.results.jobs[0];
        // 30 steps of 0.5 MB leave hosts 7 and 15 at 100 Gb/s
        EXPECT_GT(job.ideal, RdmaTick::Us(1200));
        EXPECT_GE(*job.end - job.start, job.ideal);
        EXPECT_GT(job.ideal.GetSeconds() / (*job.end - job.start).GetSeconds(), 0.9);
        EXPECT_EQ(ran.results.summary.bytesDelivered, 30U * 8'000'000);
        for (const auto& flow : ran.results.flows)
        {
            const bool within = flow.src / 8 == flow.dst / 8;
            EXPECT_EQ(flow.stats.packets == 0, within) << flow.flow;
            EXPECT_EQ(within, flow.src % 8 != 7);
        }
        const std::set<std::string> ends{"h0", "h7", "h8", "h15"};
        for (const auto& link : ran.links)
        {
            EXPECT_TRUE(link.tier != "host-t0" || (link.bytes > 0) == (ends.count(link.a) > 0))
                << link.a;
        }
        EXPECT_EQ(ran.GetFingerprint(), Ran(scenario).GetFingerprint());
    }
}

TEST(Simulation, JobsOfAllTransportsShareTheLinksOfAServer)
{
    const Ran ran("{" + SERVERS + R"(, "workload": [
        {"name": "a", "type": "write", "hosts": [0, 1], "bytes": "9MB"},
        {"name": "b", "type": "write", "hosts": [0, 2], "bytes": "9MB", "transport": "roce"},
        {"name": "c", "type": "write", "hosts": [0, 3], "bytes": "9MB", "transport": "tcp"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(ran.results.summary.packetHops, 0U);
    EXPECT_EQ(ran.results.summary.bytesDelivered, 27'000'000U);
    for (const auto& job : ran.results.jobs)
    {
        EXPECT_NEAR((*job.end - job.start).GetNs(), 240'500, 1200) << job.job;
        EXPECT_NEAR(job.ideal.GetNs(), 80'500, 1);
    }
}

TEST(Simulation, ThroughputCountsServersAndHostsTheirNicsAlone)
{
    const Ran ran("{" + SERVERS + R"(, "workload": [
        {"type": "write", "hosts": [0, 1], "bytes": "9MB"},
        {"type": "write", "hosts": [0, 8], "bytes": "2MB"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_NEAR(SumThroughput(ran), 11e6, 130e3) << "except in the last interval";
    for (const auto& sample : ran.results.samples)
    {
        const bool nic = std::string(sample.kind) == "host.rx_gbps" && sample.object == "h1";
        EXPECT_TRUE(!nic || sample.value == 0) << sample.value;
    }
}

TEST(Simulation, RailsOfServersMeetUnderTheirT0s)
{
    // NIC i of both servers is under T0 i
    const Ran ran(R"({"topology": {"planes": 1, "hosts": 16, "hostsPerT0": 2, "t1PerPlane": 4,
        "hostsPerServer": 8, "attachment": "rail", "serverRate": "900Gbps"},
        "workload": [{"type": "all-to-all", "bytes": "100KB"}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(ran.results.summary.bytesDelivered, 240U * 100'000);
    for (const auto& flow : ran.results.flows)
    {
        EXPECT_EQ(flow.stats.packets == 0, flow.src / 8 == flow.dst / 8);
    }
}

TEST(Simulation, SlowLinksOfAServerAreNoStall)
{
    const Ran ran(R"({"topology": {"planes": 1, "hostsPerServer": 2, "serverRate": "1Mbps",
        "serverDelay": "30ms"}, "stop": "9s", "stallTimeout": "1ps",
        "workload": [{"type": "write", "hosts": [0, 1], "bytes": 4000}]})");
    EXPECT_EQ(ran.outcome, Outcome::COMPLETE);
    EXPECT_EQ(*ran.results.jobs[0].end, RdmaTick::Ms(32 + 30));
    EXPECT_EQ(ran.results.jobs[0].ideal, RdmaTick::Ms(32 + 30));
}

TEST(Simulation, WhatIsOpenWithinAServerIsNamed)
{
    const Ran ran("{" + SERVERS + R"(, "stop": "1ms", "workload": [
        {"type": "write", "hosts": [9, 10], "bytes": "1GB"}]})");
    EXPECT_EQ(ran.outcome, Outcome::STOP);
    ASSERT_EQ(ran.complaints.size(), 1U);
    EXPECT_NE(ran.complaints[0].find("links of server 1: 1 messages open"), std::string::npos)
        << ran.complaints[0];
}

} // namespace
