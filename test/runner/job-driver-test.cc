/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "kinds/job-load.h"
#include "results/result-rows.h"
#include "run/job-driver.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include "ns3/rdma-nccl-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace
{

using namespace mrcsim;

/** @return a scenario with these jobs */
Json
DriverDocument(const std::string& jobs)
{
    auto document = Json::parse(JOB_BASE);
    document["workload"] = Json::parse(jobs);
    document["stop"] = "20s";
    return document;
}

/** @return the results of one job with the driver */
Results
Drive(const std::string& job, const Json& more = Json::object())
{
    auto document = DriverDocument("[" + job + "]");
    document["workload"][0]["driver"] = "nccl";
    document.merge_patch(more);
    return RunScenario(LoadDocument(document));
}

/** @return bytes by source and destination, without clears to send */
std::map<std::pair<uint32_t, uint32_t>, uint64_t>
SumDriven(const Results& results, uint32_t dataQps)
{
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
    for (const auto& flow : results.flows)
    {
        bytes[{flow.src, flow.dst}] += flow.qp < dataQps ? flow.bytes : 0;
    }
    return bytes;
}

/// A duration of the first job, ns.
int64_t
GetDrivenNs(const Results& results)
{
    return (*results.jobs.front().end - results.jobs.front().start).GetPs() / 1000;
}

constexpr const char* REDUCE = R"({"type": "all-reduce", "bytes": "1MiB", "qps": 2})";

} // namespace

/// Jobs of all kinds that may be driven.
class DrivenJobs : public testing::TestWithParam<const char*>
{
};

TEST_P(DrivenJobs, SendTheSameBytesInSlotsAndHaveTheEstimatedFlows)
{
    for (const uint32_t qps : {1, 3})
    {
        auto document = DriverDocument("[" + std::string(GetParam()) + "]");
        document["workload"][0]["qps"] = qps;
        const auto plain = RunScenario(LoadDocument(document));
        document["workload"][0]["driver"] = "nccl";
        const auto scenario = LoadDocument(document);
        const auto driven = RunScenario(scenario);
        const auto expected = SumDriven(plain, ~0U);
        for (const auto& [hosts, bytes] : SumDriven(driven, 4 * qps))
        {
            EXPECT_EQ(bytes, expected.count(hosts) ? expected.at(hosts) : 0);
        }
        EXPECT_DOUBLE_EQ(EstimateRun(scenario).flows, static_cast<double>(driven.flows.size()));
        for (const auto& flow : driven.flows)
        {
            EXPECT_TRUE(flow.qp < 4 * qps ? flow.bytes <= ns3::RDMA_NCCL_SLOT_BYTES
                                          : flow.bytes == 64 && flow.qp < 4 * (qps + 1));
        }
    }
}

TEST_P(DrivenJobs, AreAsFastWithWireVerificationAndInALaterRepetition)
{
    const auto once = GetDrivenNs(Drive(GetParam()));
    EXPECT_EQ(GetDrivenNs(Drive(GetParam(), {{"verifyWire", true}})), once);
    auto job = Json::parse(GetParam());
    job["start"] = "13us";
    EXPECT_EQ(GetDrivenNs(Drive(job.dump())), once);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    DrivenJobs,
    testing::Values(R"({"type": "all-reduce", "bytes": "3MB"})",
                    R"({"type": "all-reduce", "bytes": 100})",
                    R"({"type": "all-reduce", "bytes": "1MB", "algorithm": "tree"})",
                    R"({"type": "all-reduce", "bytes": "1MB", "algorithm": "halving-doubling"})",
                    R"({"type": "all-gather", "bytes": "7MB"})",
                    R"({"type": "reduce-scatter", "bytes": "1MB", "transport": "roce"})",
                    R"({"type": "all-to-all", "bytes": "100KB"})",
                    R"({"type": "broadcast", "bytes": "2MB"})",
                    R"({"type": "send-recv", "bytes": "3MB"})",
                    R"({"type": "training-step", "gradientBytes": "1MB", "steps": 2,
                        "compute": "20us"})"));

TEST(JobDriver, ItsDefaultsAreThoseOfThePluginUnlessAttributesSayOtherwise)
{
    const auto get = [](const Json& document, const char* name) {
        return GetAttributeText(LoadDocument(document).attributes,
                                std::string("ns3::MrcQpParameters::") + name);
    };
    auto document = DriverDocument("[" + std::string(REDUCE) + "]");
    EXPECT_EQ(get(document, "AckTimeout"), "7");
    document["workload"][0]["driver"] = "nccl";
    EXPECT_EQ(get(document, "AckTimeout"), "20");
    EXPECT_EQ(get(document, "RetryLinear"), "7");
    EXPECT_EQ(get(document, "RetryExponential"), "25");
    document["transport"]["attributes"]["ns3::MrcQpParameters::AckTimeout"] = 9;
    EXPECT_EQ(get(document, "AckTimeout"), "9");
    EXPECT_EQ(get(document, "RetryExponential"), "25");
    document["workload"][0]["transport"] = "roce";
    EXPECT_EQ(get(document, "RetryExponential"), "14") << "the driver's messages are RoCE's";
}

TEST(JobDriver, LossesAreRepairedAndAClearToSendIsNoException)
{
    for (const char* transport : {"mrc", "roce"})
    {
        auto job = Json::parse(REDUCE);
        job["transport"] = transport;
        const auto results = Drive(job.dump(), {{"loss", {{{"where", "nic-rx"}, {"rate", 0.01}}}}});
        EXPECT_GT(results.summary.retransmittedPackets, 0U) << transport;
    }
}

TEST(JobDriver, LostClearsToSendDoNotWaitForTheTimer)
{
    const auto lossy =
        GetDrivenNs(Drive(REDUCE, {{"loss", {{{"where", "nic-rx"}, {"rate", 0.01}}}}}));
    EXPECT_LT(lossy, 10'000'000) << "the timer is 1.07 s";
}

TEST(JobDriver, ClearsToSendPassDataInTheNicAndInQueues)
{
    // Host 2 sends with 16 QPs, and host 0 receives from eight hosts
    const auto document = DriverDocument(
        R"([{"type": "send-recv", "hosts": [0, 2], "bytes": "2MiB", "start": "30us", "driver": "nccl"},
            {"type": "write", "hosts": [2, 1], "bytes": "20MB", "qps": 16},
            {"type": "incast", "receiver": 0, "senders": {"from": 4, "to": 11}, "bytes": "4MB"}])");
    const auto results = RunScenario(LoadDocument(document));
    uint32_t clears = 0;
    for (const auto& flow : results.flows)
    {
        if (flow.job == 0 && flow.qp >= 4)
        {
            ++clears;
            EXPECT_LT(flow.GetDuration(), flow.ideal + ns3::RdmaTick::Ns(1200))
                << "three packets of others on three links take 1.0 us";
        }
    }
    EXPECT_EQ(clears, 8U);
}

TEST(JobDriver, ADisabledJobKeepsItsQps)
{
    auto document =
        DriverDocument(R"([{"type": "all-reduce", "bytes": "1MB", "qps": 2, "driver": "nccl"},
                     {"type": "send-recv", "bytes": "1MB"}])");
    const auto qpsOf = [](const Results& results, uint32_t job) {
        std::set<uint32_t> qps;
        for (const auto& flow : results.flows)
        {
            if (flow.job == job)
            {
                qps.insert(flow.qp);
            }
        }
        return qps;
    };
    const auto both = RunScenario(LoadDocument(document));
    EXPECT_EQ(qpsOf(both, 0).size(), 12U);
    EXPECT_EQ(qpsOf(both, 1), std::set<uint32_t>{12});
    document["workload"][0]["enabled"] = false;
    EXPECT_EQ(qpsOf(RunScenario(LoadDocument(document)), 1), std::set<uint32_t>{12});
}

TEST(JobDriver, MessagesWithinServersNeedClearsToo)
{
    const auto results =
        Drive(REDUCE, {{"topology", {{"hostsPerServer", 2}, {"serverRate", "900Gbps"}}}});
    EXPECT_EQ(results.flows.size(), Drive(REDUCE).flows.size());
}

TEST(JobDriver, SamplesCountClearsWithinServersAndInTheNetwork)
{
    // The write ends after the others, so their last interval is sampled too
    auto document = DriverDocument(
        R"([{"type": "send-recv", "hosts": [0, 1], "bytes": "1MB", "driver": "nccl"},
            {"type": "send-recv", "hosts": [0, 2], "bytes": "1MB", "driver": "nccl"},
            {"type": "write", "hosts": [4, 6], "bytes": "20MB"}])");
    document["topology"].update({{"hostsPerServer", 2}, {"serverRate", "900Gbps"}});
    document["measure"] = {{"sampleInterval", "10us"}, {"samples", {"job.throughput_gbps"}}};
    const auto results = RunScenario(LoadDocument(document));
    std::map<std::string, double> sampled;
    for (const auto& sample : results.samples)
    {
        sampled[sample.object] += sample.value * 1250; // Gbit/s times 10 us
    }
    for (const uint32_t job : {0, 1})
    {
        double posted = 0;
        for (const auto& flow : results.flows)
        {
            posted += flow.job == job ? flow.bytes : 0;
        }
        EXPECT_NEAR(sampled["job" + std::to_string(job)], posted, 1e-6 * posted);
    }
}

TEST(JobDriver, OtherKindsAndTransportsAreRefused)
{
    EXPECT_EQ(RefuseJob(R"({"type": "write", "hosts": [0, 1], "bytes": 1, "driver": "nccl"})"),
              (std::vector<std::string>{
                  "workload[0].driver: found \"nccl\"; not with type \"write\"; allowed with "
                  "all-to-all, all-reduce, all-gather, reduce-scatter, broadcast, send-recv, "
                  "training-step"}));
    EXPECT_EQ(RefuseJob(R"({"type": "all-reduce", "bytes": 1, "transport": "tcp",
                            "driver": "nccl"})"),
              (std::vector<std::string>{"workload[0].driver: found \"nccl\"; not with transport "
                                        "\"tcp\"; allowed with mrc, roce, irn"}));
    EXPECT_EQ(RefuseJob(R"({"type": "all-reduce", "bytes": 1, "driver": "rccl"})"),
              (std::vector<std::string>{
                  "workload[0].driver: found \"rccl\", did you mean \"nccl\"? Allowed: \"nccl\""}));
}

TEST(JobDriver, WithoutImmediatesItIsRefused)
{
    auto document = DriverDocument("[" + std::string(REDUCE) + "]");
    for (const char* name : {"ns3::MrcQpParameters::MaxWimm", "ns3::MrcQpParameters::MaxWimmDest"})
    {
        document["transport"]["attributes"] = {{name, 0}};
        document["workload"][0].erase("driver");
        EXPECT_TRUE(RefuseDocument(document).empty());
        document["workload"][0]["driver"] = "nccl";
        const auto problems = RefuseDocument(document);
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems[0],
                  std::string("transport.attributes.") + name +
                      ": found 0; a driver sends messages with immediate data; allowed: at "
                      "least 1");
        document["transport"]["attributes"] = {{name, 1}};
        RunScenario(LoadDocument(document));
    }
}

TEST(JobDriver, LoadsOfManySlotsAreEstimated)
{
    const auto counted = LoadJob(R"({"type": "all-reduce", "bytes": "2GB", "driver": "nccl"})");
    const auto& job = counted.jobs.front();
    const auto load = MakeJobLoad(job, counted.GetContext());
    const auto far = LoadJob(R"({"type": "all-reduce", "bytes": "2000GB", "driver": "nccl"})");
    const auto estimated = MakeJobLoad(far.jobs.front(), far.GetContext());
    EXPECT_NEAR(estimated.messages / load.messages, 1000, 30);
    EXPECT_NEAR(estimated.bytes / load.bytes, 1000, 1);
    EXPECT_NEAR(estimated.control / estimated.messages, 0.5, 1e-9);
    EXPECT_NEAR(estimated.largestBytes / load.largestBytes, 1, 0.01) << "bytes of a slot";
}
