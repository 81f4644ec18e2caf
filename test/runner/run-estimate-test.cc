/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/run-estimate.h"
#include "run/simulation.h"
#include "scenario-harness.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

// Comparison of estimates with small runs of the kinds that the benchmarks measure.

namespace
{

using namespace mrcsim;

/// Eight T0s with four hosts each.
const char* const ESTIMATED = R"({
  "schema": 1, "name": "base", "stop": "100ms",
  "topology": {"type": "clos", "hosts": 32, "hostsPerT0": 4, "t1PerPlane": 4, "switchDelay": 0},
  "transport": {"type": "mrc", "evs": 64, "evsActive": 64},
  "measure": {"sampleInterval": 0}})";

/**
 * @param patch changes to ESTIMATED
 * @return the changed scenario
 */
Scenario
LoadPatched(const std::string& patch)
{
    auto document = Json::parse(ESTIMATED);
    document.merge_patch(Json::parse(patch));
    if (!document.contains("transport"))
    {
        document["transport"] = {{"type", "roce"}};
    }
    return LoadDocument(document);
}

/**
 * @param patch changes to ESTIMATED
 * @return the estimate
 */
RunEstimate
Estimate(const std::string& patch)
{
    return EstimateRun(LoadPatched(patch));
}

/// A scenario to estimate and run.
struct EstimateCase
{
    const char* name;  ///< its properties
    const char* patch; ///< changes to ESTIMATED
};

/// Prints the name of a case that failed.
void
PrintTo(const EstimateCase& c, std::ostream* out)
{
    *out << c.name;
}

class EstimateOf : public testing::TestWithParam<EstimateCase>
{
};

TEST_P(EstimateOf, RunIsWhatItTakes)
{
    const auto scenario = LoadPatched(GetParam().patch);
    const auto estimate = EstimateRun(scenario);
    std::ostringstream nowhere;
    ProgressLine progress(nowhere, ProgressLine::Mode::NEVER);
    Simulation simulation(scenario, progress);
    ASSERT_TRUE(simulation.Build().empty());
    const volatile std::sig_atomic_t flag = 0;
    EXPECT_EQ(simulation.Run(flag), Outcome::COMPLETE);
    const auto& summary = simulation.GetResults().summary;

    EXPECT_EQ(estimate.flows, summary.flowsTotal);
    const auto hops = static_cast<double>(summary.packetHops);
    EXPECT_NEAR(estimate.packetHops / hops, 1, 0.4) << hops; // there may be additional answers
    EXPECT_LE(estimate.leastSeconds, summary.simTime.GetSeconds());
    double ideal = 0;
    for (const auto& job : simulation.GetResults().jobs)
    {
        ideal = std::max(ideal, (job.start + job.ideal).GetSeconds());
    }
    EXPECT_NEAR(estimate.leastSeconds / ideal, 1, 0.25) << "the bound of jobs.csv is " << ideal;
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    EstimateOf,
    testing::Values(
        EstimateCase{"Permutation", R"({"workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": "1MB"}]})"},
        EstimateCase{"ShortPermutation", R"({"workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": "100KB"}]})"},
        EstimateCase{"OnePacketEach", R"({"workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": 4096}]})"},
        EstimateCase{"FourPlanes", R"({"topology": {"planes": 4}, "workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": "2MB"}]})"},
        EstimateCase{"SmallPackets", R"({"transport": {"mtu": 1024}, "workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": "400KB"}]})"},
        EstimateCase{"AllToAll", R"({"workload": [{"type": "all-to-all", "bytes": "40KB"}]})"},
        EstimateCase{"Ring", R"({"workload": [{"type": "all-reduce", "bytes": "2MB"}]})"},
        EstimateCase{"RingOfPair", R"({"workload":
            [{"type": "all-reduce", "bytes": "1MB", "hosts": [0, 9]}]})"},
        EstimateCase{"Write",
                     R"({"workload": [{"type": "write", "hosts": [0, 9], "bytes": "2MB"}]})"},
        EstimateCase{"WriteUnderT0", R"({"workload":
            [{"type": "write", "hosts": [0, 1], "bytes": "2MB"}]})"},
        EstimateCase{"Flows", R"({"workload": [{"type": "flows", "flows": [
            {"src": 0, "dst": 9, "bytes": "1MB"}, {"src": 10, "dst": 20, "bytes": "1MB"}]}]})"},
        EstimateCase{"QpsAndRepetitions",
                     R"({"workload": [{"type": "permutation", "pattern": "cross-t0",
            "bytes": "200KB", "qps": 2, "repeat": 3}]})"},
        EstimateCase{"JobsInTurn", R"({"workload": [
            {"name": "b", "type": "write", "hosts": [0, 9], "bytes": "1MB", "after": "a",
             "start": "10us"},
            {"name": "a", "type": "write", "hosts": [3, 4], "bytes": "1MB", "start": "5us"}]})"},
        EstimateCase{"RingAcrossServers",
                     R"({"topology": {"hostsPerServer": 8, "serverRate": "900Gbps"},
            "workload": [{"type": "all-reduce", "bytes": "2MB"}]})"},
        EstimateCase{"AllToAllAcrossServers", R"({"topology": {"hostsPerServer": 8,
            "serverRate": "900Gbps"}, "workload": [{"type": "all-to-all", "bytes": "40KB"}]})"},
        EstimateCase{"AllToAllAcrossSlowServers", R"({"topology": {"hostsPerServer": 8,
            "serverRate": "10Gbps"}, "workload": [{"type": "all-to-all", "bytes": "40KB"}]})"},
        EstimateCase{"RailsOfServers", R"({"topology": {"hostsPerServer": 8, "attachment": "rail",
            "serverRate": "900Gbps"}, "workload": [{"type": "all-to-all", "bytes": "40KB"}]})"},
        EstimateCase{"Training", R"({"workload": [{"type": "training-step", "steps": 2,
            "gradientBytes": "4MB", "buckets": 2, "compute": "100us"}]})"},
        EstimateCase{"TrainingOfAllKinds",
                     R"({"workload": [{"type": "training-step", "compute": "100us",
            "microbatches": 3, "layers": 2, "tensorParallel": 2, "expertParallel": 4,
            "pipelineParallel": 2, "tensorBytes": "400KB", "expertBytes": "40KB",
            "activationBytes": "300KB", "gradientBytes": "1MB", "overlap": false}]})"},
        EstimateCase{"RoceAllToAll", R"({"transport": null, "switch": {"pfc": true}, "workload":
            [{"type": "all-to-all", "bytes": "40KB"}]})"},
        EstimateCase{"RocePermutation", R"({"transport": null, "switch": {"pfc": true}, "workload":
            [{"type": "permutation", "pattern": "cross-t0", "bytes": "400KB"}]})"}),
    [](const testing::TestParamInfo<EstimateCase>& info) { return std::string(info.param.name); });

TEST(RunEstimate, MessagesWithinAServerCostNoPackets)
{
    const auto estimate = Estimate(R"({"topology": {"hostsPerServer": 8, "serverRate": "800Gbps",
        "serverDelay": "1us"}, "workload": [{"type": "all-to-all", "bytes": "10MB",
        "hosts": {"from": 8, "to": 15}}]})");
    EXPECT_EQ(estimate.flows, 56);
    EXPECT_EQ(estimate.hosts, 8);
    EXPECT_EQ(estimate.packetHops, 0);
    EXPECT_DOUBLE_EQ(estimate.leastSeconds, 7 * 100e-6 + 1e-6);
    EXPECT_GT(estimate.cpuSeconds, 0);
}

TEST(RunEstimate, StopCutsWhatWouldBeDone)
{
    const auto patch = [](const char* stop) {
        return std::string(R"({"stop": ")") + stop +
               R"(", "workload": [{"type": "permutation", "bytes": "1GB", "repeat": 1000}]})";
    };
    const auto all = Estimate(patch("100s"));
    const auto some = Estimate(patch("1ms"));
    EXPECT_EQ(all.flows, 32000);
    EXPECT_NEAR(all.leastSeconds, 83, 2);
    EXPECT_EQ(some.leastSeconds, 1e-3);
    EXPECT_NEAR(some.packetHops / all.packetHops, 1e-3 / all.leastSeconds, 1e-5);
    EXPECT_LT(some.memoryBytes, all.memoryBytes);
}

TEST(RunEstimate, MemoryGrowsWithWhatIsBuiltAndRecorded)
{
    const std::string job = R"("workload": [{"type": "permutation", "bytes": "1MB"}])";
    const auto base = Estimate("{" + job + "}").memoryBytes;
    const auto with = [&](const std::string& more) {
        return Estimate("{" + job + ", " + more + "}").memoryBytes;
    };
    EXPECT_GT(base, 5e6) << "the program itself";
    EXPECT_LT(base, 25e6);
    EXPECT_GT(with(R"("topology": {"hosts": 1024})"), base + 992e3);
    EXPECT_GT(with(R"("topology": {"planes": 8})"), base);
    EXPECT_GT(with(R"("topology": {"t1PerPlane": 64})"), base);
    EXPECT_GT(with(R"("measure": {"sampleInterval": "100ns"})"), base + 1e6);
    EXPECT_GT(Estimate(R"({"workload": [{"type": "permutation", "bytes": "1MB", "qps": 8}]})")
                  .memoryBytes,
              base + 8 * 32e3);
}

TEST(RunEstimate, IdleHostsCostLittle)
{
    const auto hosts = [](uint32_t hosts) {
        return Estimate(R"({"topology": {"hosts": )" + std::to_string(hosts) + R"(,
            "hostsPerT0": 256, "planes": 8}, "workload": [{"type": "permutation", "bytes": "1MB",
            "hosts": {"count": 16, "placement": "packed"}}]})");
    };
    const auto few = hosts(1024);
    const auto many = hosts(131072);
    EXPECT_EQ(few.hosts, 16);
    EXPECT_EQ(many.packetHops, few.packetHops);
    EXPECT_LT(many.memoryBytes - few.memoryBytes, 130048 * 4e3);
}

TEST(RunEstimate, EachQpHasARowOfItsWindowInEverySample)
{
    const auto withQps = [](const char* qps) {
        return Estimate(std::string(R"({"workload": [{"type": "write", "hosts": [0, 1],
            "bytes": "1MB", "qps": )") +
                        qps + R"(}], "measure": {"sampleInterval": "10us"}})");
    };
    const auto one = withQps("1");
    const auto eleven = withQps("11");
    // 1 MB takes about 84 us; a row of samples.csv has some 40 B, one of flows.csv some 110 B
    EXPECT_NEAR(one.leastSeconds, 84e-6, 4e-6);
    EXPECT_NEAR(eleven.resultBytes - one.resultBytes, 10 * (8 * 40 + 110), 1);
}

TEST(RunEstimate, RoceHasOnePlaneToItself)
{
    const auto least = [](const char* transport) {
        return Estimate(std::string(R"({"topology": {"planes": 4}, "workload": [{"type": "write",
            "hosts": [0, 31], "bytes": "10MB", "transport": ")") +
                        transport + R"("}]})")
            .leastSeconds;
    };
    // 10 MB at 100 Gb/s, and headers of 102 of 4,198 B; MRC has 400 Gb/s and some more headers
    EXPECT_NEAR(least("roce"), 800e-6 * 4198 / 4096, 20e-6);
    EXPECT_NEAR(least("mrc"), 200e-6 * 4258 / 4096, 20e-6);
}

TEST(RunEstimate, LinksThatAreNotListedTakeNoRows)
{
    const auto measure = [](const std::string& settings) {
        return Estimate(R"({"workload": [{"type": "write", "hosts": [0, 31], "bytes": "1MB"}],
            "measure": {)" +
                        settings + "}}");
    };
    // 32 hosts and 8 x 4 links between switches: 128 directions of about 70 B a row
    const auto all = measure(R"("links": "all")");
    const auto used = measure(R"("links": "used")");
    EXPECT_DOUBLE_EQ(all.resultBytes, measure(R"("links": "auto")").resultBytes);
    EXPECT_LT(used.resultBytes, all.resultBytes - 2000);
    // Also hosts without traffic in samples.csv
    const auto sampled = measure(R"("links": "all", "zeros": true, "sampleInterval": "10us")");
    const auto touched = measure(R"("links": "used", "zeros": true, "sampleInterval": "10us")");
    EXPECT_GT(sampled.resultBytes - touched.resultBytes, all.resultBytes - used.resultBytes);
    // Without zeros they have no rows
    const auto plain = measure(R"("links": "all", "sampleInterval": "10us")");
    EXPECT_GT(sampled.resultBytes, plain.resultBytes + 1000);
    EXPECT_LT(plain.resultBytes -
                  measure(R"("links": "used", "sampleInterval": "10us")").resultBytes,
              all.resultBytes - used.resultBytes + 1);
}

TEST(RunEstimate, LinksInUseAreThoseThatPacketsCanTake)
{
    const auto rows = [](const std::string& job, uint32_t planes = 1) {
        const auto measure = [&](const std::string& links) {
            return Estimate(R"({"workload": [{"type": "write", )" + job +
                            R"(}], "topology": {"planes": )" + std::to_string(planes) +
                            R"(}, "measure": {"links": ")" + links + "\"}}")
                .resultBytes;
        };
        // 128 directions of a plane, of about 70 B a row
        return planes * 128 - (measure("all") - measure("used")) / 70;
    };
    EXPECT_NEAR(rows(R"("hosts": [0, 1], "bytes": "1MB")"), 2 * 2, 0.1) << "under one T0";
    EXPECT_NEAR(rows(R"("hosts": [0, 31], "bytes": "1MB")"), 2 * (2 + 8), 0.1);
    EXPECT_NEAR(rows(R"("hosts": [0, 31], "bytes": "1MB", "qps": 4)"), 2 * (2 + 8), 0.1);
    EXPECT_NEAR(rows(R"("hosts": [0, 31], "bytes": 1000)"), 2 * (2 + 2), 0.1) << "one packet";
    EXPECT_NEAR(rows(R"("hosts": [0, 1], "bytes": "1MB")", 2), 2 * 2 * 2, 0.1) << "two planes";
}

TEST(RunEstimate, AMessageOfManyUsesTheLinksOfOne)
{
    const auto write = [](const std::string& more) {
        return Estimate(R"({"measure": {"links": "used"}, "workload": [{"type": "write",
            "hosts": [0, 31], "bytes": 1000)" +
                        more);
    };
    const auto one = write("}]}");
    const auto many = write(R"(, "repeat": 1000}]})");
    const auto stop = std::to_string(std::lround(many.leastSeconds / 1000 * 1e12)) + "ps";
    const auto cut = write(R"(, "repeat": 1000}], "stop": ")" + stop + "\"}");
    EXPECT_NEAR(cut.packetHops / one.packetHops, 1, 0.01);
    EXPECT_NEAR(cut.resultBytes - one.resultBytes, 0, 1);
    EXPECT_GT(many.resultBytes, one.resultBytes + 100e3);
}

TEST(RunEstimate, AHopTakesLongerInALargerNetwork)
{
    const auto seconds = [](const std::string& hosts) {
        const auto estimate =
            Estimate(R"({"topology": {"hosts": )" + hosts +
                     R"(}, "workload": [{"type": "all-to-all", "bytes": "40KB"}]})");
        return estimate.cpuSeconds / estimate.packetHops;
    };
    EXPECT_GT(seconds("8"), 100e-9);
    EXPECT_GT(seconds("256"), seconds("8") + 300e-9);
    EXPECT_LT(seconds("256"), 5e-6);
}

TEST(RunEstimate, EvsBeyondThePathsCostNothing)
{
    const auto memory = [](const std::string& routing, const std::string& evs) {
        return Estimate(R"({"transport": {"routing": ")" + routing + R"(", "evs": )" + evs +
                        R"(, "evsActive": 4}, "workload": [{"type": "permutation",
            "pattern": "cross-t0", "bytes": "1MB"}]})")
            .memoryBytes;
    };
    EXPECT_EQ(memory("srv6", "64"), memory("srv6", "4"));
    EXPECT_GT(memory("ecmp", "64"), memory("ecmp", "4"));
}

TEST(RunEstimate, QpsOfEveryTransportTakeMemory)
{
    for (const std::string transport : {"mrc", "roce", "tcp"})
    {
        const auto memory = [&](const char* qps) {
            return Estimate(
                       R"({"workload": [{"type": "permutation", "bytes": "1MB", "transport": ")" +
                       transport + R"(", "qps": )" + qps + "}]}")
                .memoryBytes;
        };
        EXPECT_GT(memory("9") - memory("1"), 8 * 32 * 2 * 1000) << transport;
    }
}

TEST(RunEstimate, JobsThatAreDisabledAreDrawnAllTheSame)
{
    const auto memory = [](const std::string& more) {
        return Estimate(R"({"workload": [{"type": "write", "hosts": [0, 1], "bytes": 1})" + more +
                        "]}")
            .memoryBytes;
    };
    const std::string disabled = R"(, {"type": "all-to-all", "bytes": 1, "enabled": false})";
    const auto one = memory(disabled) - memory("");
    EXPECT_GT(one, 32 * 31 * 20);
    EXPECT_EQ(memory(disabled + disabled) - memory(""), one) << "one after the other";
}

TEST(RunEstimate, VerifyingTakesLonger)
{
    const std::string job = R"("workload": [{"type": "permutation", "bytes": "10MB"}])";
    EXPECT_NEAR(Estimate("{" + job + R"(, "verifyWire": true})").cpuSeconds /
                    Estimate("{" + job + "}").cpuSeconds,
                4,
                0.1)
        << "as docs/performance.md says";
}

TEST(RunEstimate, PacketsUnderWayTakeMemory)
{
    const auto under = [](const char* transport, const char* delay, const char* bytes) {
        return Estimate(std::string(R"({"stop": "100s", "topology": {"linkDelay": ")") + delay +
                        R"("}, "workload": [{"type": "permutation", "transport": ")" + transport +
                        R"(", "bytes": ")" + bytes + R"("}]})")
            .memoryBytes;
    };
    // 32 x 24,415 packets, 128 B each
    EXPECT_NEAR(under("roce", "1s", "100MB") - under("roce", "1us", "100MB"), 100e6, 1e6);
    // at most a window of each QP
    EXPECT_NEAR(under("mrc", "1s", "100MB"), under("mrc", "1s", "50MB"), 1e5);
    EXPECT_LT(under("mrc", "1s", "100MB") - under("mrc", "1us", "100MB"), 10e6);
}

TEST(RunEstimate, FaultsAreCountedButNotListed)
{
    const auto flapping = [](const char* period, const char* stop) {
        Json faults;
        for (uint32_t t0 = 0; t0 < 8; ++t0)
        {
            faults.push_back({{"what", "link-flap"},
                              {"at", 0},
                              {"link", {{"plane", 0}, {"t0", t0}, {"t1", 0}}},
                              {"down", "100ns"},
                              {"period", period},
                              {"count", 1000000}});
        }
        return Estimate(R"({"workload": [{"type": "write", "hosts": [0, 31], "bytes": "1GB"}],
            "stop": ")" +
                        std::string(stop) + R"(", "faults": )" + faults.dump() + "}");
    };
    const auto none = flapping("1s", "2ms");
    const auto beyond = flapping("10ms", "2ms");
    const auto many = flapping("1us", "2ms");
    EXPECT_EQ(beyond.memoryBytes, none.memoryBytes) << "one flap of each link";
    const double times = 8 * 1999;
    EXPECT_NEAR((many.resultBytes - none.resultBytes) / times, 70, 1);
    EXPECT_GT(many.memoryBytes - none.memoryBytes, times * 2 * sizeof(EventRow));
}

TEST(RunEstimate, AMonitorRemembersItsPaths)
{
    const auto with = [](const char* monitor) {
        return Estimate(std::string(R"({"workload": [{"type": "write", "hosts": [0, 31],
            "bytes": 1}])") +
                        monitor + "}")
            .memoryBytes;
    };
    // paths of 32 hosts to their T0 and over its 4 uplinks
    EXPECT_NEAR(with(R"(, "monitor": {})") - with(""), 32 * 5 * 200, 1);
}

TEST(RunEstimate, IsToldInWords)
{
    RunEstimate estimate;
    estimate.hosts = 64;
    estimate.flows = 4032;
    estimate.packetHops = 1.932e6;
    estimate.leastSeconds = 1.342e-3;
    estimate.cpuSeconds = 0.5;
    estimate.memoryBytes = 41e6;
    estimate.resultBytes = 370e3;
    EXPECT_EQ(ToString(estimate),
              "estimate: 64 hosts take part, 4032 messages, 1.93 million packet-hops, at "
              "least 1.34 ms of simulated time\n"
              "estimate: about 500 ms of CPU time, 41.0 MB of memory, 370 kB of results\n");
}

} // namespace
