/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-harness.h"
#include "results/result-rows.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// Four planes of 100 Gb/s without oversubscription; every host sends and receives.
const std::string FOUR_PLANES = R"({
  "topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
  "workload": [{"type": "permutation", "bytes": "12MB"}]})";

/** @return the row with times shifted to an earlier begin */
RecoveryRow
Shift(RecoveryRow row, RdmaTick by)
{
    row.at -= by;
    for (auto* time : {&row.until, &row.firstLoss, &row.lastLoss})
    {
        *time = *time ? std::optional(**time - by) : std::nullopt;
    }
    return row;
}

/** Expect equal effects of two faults, at equal times. */
void
ExpectEqual(const RecoveryRow& a, const RecoveryRow& b)
{
    EXPECT_EQ(a.object, b.object);
    EXPECT_EQ(a.at, b.at);
    EXPECT_EQ(a.until, b.until);
    EXPECT_EQ(a.firstLoss, b.firstLoss);
    EXPECT_EQ(a.lastLoss, b.lastLoss);
    EXPECT_EQ(a.lostPackets, b.lostPackets);
    EXPECT_EQ(a.lostAnswers, b.lostAnswers);
    EXPECT_EQ(a.trimmedPackets, b.trimmedPackets);
    EXPECT_EQ(a.evsRetired, b.evsRetired);
    EXPECT_EQ(a.evsRetiredWrongly, b.evsRetiredWrongly);
    EXPECT_EQ(a.lossFree, b.lossFree);
    EXPECT_EQ(a.longestLoss, b.longestLoss);
    EXPECT_EQ(a.goodputBack, b.goodputBack);
    EXPECT_EQ(a.qpsTouched, b.qpsTouched);
    EXPECT_EQ(a.qpsFailed, b.qpsFailed);
    EXPECT_EQ(a.evsBack, b.evsBack);
}

/** @return a fault that takes a link down at a time, for 300 us */
std::string
Down(const std::string& at)
{
    return R"({"what":"link-down","for":"300us","link":{"plane":0,"t0":0,"t1":1},"at":")" + at +
           R"("})";
}

TEST(RecoveryWatch, ALinkBehindTheT0)
{
    const auto results =
        RunFaults(R"([{"what":"link-down","at":"80us","link":{"plane":0,"t0":0,"t1":1}}])",
                  FOUR_PLANES);
    ASSERT_EQ(results.recovery.size(), 1U);
    const auto& row = results.recovery[0];
    EXPECT_EQ(row.what, "link-down");
    EXPECT_EQ(row.object, "p0-t0-0--p0-t1-1");
    EXPECT_EQ(row.at, RdmaTick::Us(80));
    EXPECT_FALSE(row.until);
    EXPECT_GT(row.lostPackets, 0U);
    EXPECT_GE(row.firstLoss.value(), row.at);
    EXPECT_EQ(row.lossFree.value(), row.lastLoss.value() - row.at);
    EXPECT_LT(row.lossFree.value(), RdmaTick::Us(60)) << "some round trips";
    EXPECT_EQ(row.evsRetired, results.summary.evsRetired) << "no other EVs";
    EXPECT_GT(row.evsRetired, 0U);
    EXPECT_EQ(row.evsRetiredWrongly, 0U);
    EXPECT_GT(row.qpsTouched, 0U);
    EXPECT_LE(row.longestLoss.value(), row.lossFree.value());
    EXPECT_LE(row.qpsTouched, 8U) << "QP ends that receive traffic into T0 0 or out of it";
    EXPECT_EQ(row.qpsFailed, 0U);
    EXPECT_LT(row.goodputBack.value(), RdmaTick::Us(100));
    EXPECT_FALSE(row.evsBack);
}

TEST(RecoveryWatch, ProbesOfADeadLinkAreNoLosses)
{
    const auto results = RunFaults(
        R"([{"what":"link-down","at":"80us","link":{"plane":0,"t0":0,"t1":1}}])",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
            "transport": {"type": "mrc", "evProbeInterval": "5us"},
            "workload": [{"type": "permutation", "bytes": "40MB"}]})");
    EXPECT_GT(results.summary.droppedPackets,
              results.recovery[0].lostPackets + results.recovery[0].lostAnswers)
        << "many probes";
    EXPECT_LT(results.recovery[0].lossFree.value(), RdmaTick::Us(60));
}

TEST(RecoveryWatch, EvsComeBackAfterTheRepair)
{
    const auto results = RunFaults(
        R"([{"what":"link-down","at":"50us","for":"250us","link":{"plane":0,"t0":0,"t1":1}}])",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
            "transport": {"type": "mrc", "evProbeInterval": "20us"},
            "workload": [{"type": "permutation", "bytes": "60MB"}]})");
    const auto& row = results.recovery.at(0);
    EXPECT_EQ(row.until, RdmaTick::Us(300));
    EXPECT_GT(row.evsRetired, 0U);
    EXPECT_GT(row.evsBack.value(), RdmaTick{});
    EXPECT_LT(row.evsBack.value(), RdmaTick::Ms(1));
}

/// Sixteen hosts, whose EVs are probed soon after their retirement.
const std::string PROBED = R"({
    "topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
    "transport": {"type": "mrc", "evProbeInterval": "20us"},
    "workload": [{"type": "permutation", "bytes": "50MB"}]})";

TEST(RecoveryWatch, EvsThatAreRetiredAgainAreNotBack)
{
    const auto results = RunFaults(
        R"([{"what":"link-flap","at":"50us","down":"450us","period":"750us","count":2,
             "link":{"plane":0,"t0":0,"t1":1}}])",
        PROBED);
    const auto& rows = results.recovery;
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].last, RdmaTick::Us(800));
    EXPECT_GT(rows[0].evsRetired, 6U) << "in both intervals";
    EXPECT_FALSE(rows[0].evsBack);
}

TEST(RecoveryWatch, AnEvIsRetiredByTheFaultInEffect)
{
    const std::string link = R"("link":{"plane":0,"t0":0,"t1":1}})";
    const auto results = RunFaults(R"([{"what":"link-down","at":"50us","for":"250us",)" + link +
                                       R"(,{"what":"link-down","at":"800us",)" + link + "]",
                                   PROBED);
    const auto& rows = results.recovery;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].evsRetired, 6U);
    EXPECT_EQ(rows[1].evsRetired, 6U);
    EXPECT_TRUE(rows[0].evsBack) << "before the second fault";
    EXPECT_FALSE(rows[1].evsBack);
}

TEST(RecoveryWatch, ASlowLinkOfASilentSwitchCarriesNothing)
{
    const std::string link = R"("link":{"host":0,"plane":0}})";
    const auto results = RunFaults(
        R"([{"what":"switch-silent","at":"200us","switch":{"plane":0,"t0":0}},
            {"what":"link-rate","at":"200us","rate":"50Gbps",)" +
            link + "]",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
            "workload": [{"type": "write", "hosts": [2, 0], "bytes": "40MB"}]})");
    ASSERT_EQ(results.recovery.size(), 2U);
    EXPECT_TRUE(results.recovery[1].goodputBack);
}

TEST(RecoveryWatch, SlowLinksOfASilentT1CarryNothing)
{
    const auto link = [](int t0) {
        return R"(,{"what":"link-rate","at":"200us","rate":"90Gbps","link":{"plane":0,"t1":0,"t0":)" +
               std::to_string(t0) + "}}";
    };
    const auto results =
        RunFaults(R"([{"what":"switch-silent","at":"200us","switch":{"plane":0,"t1":0}})" +
                      link(0) + link(1) + "]",
                  R"({"topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
            "workload": [{"type": "write", "hosts": [2, 0], "bytes": "12MB"},
                         {"type": "write", "hosts": [3, 1], "bytes": "12MB"}]})");
    ASSERT_EQ(results.recovery.size(), 3U);
    ASSERT_TRUE(results.recovery[0].goodputBack);
    EXPECT_LT(*results.recovery[0].goodputBack, RdmaTick::Us(300)) << "half is left";
}

TEST(RecoveryWatch, GoodputIsMeasuredAgainstWhatIsLeft)
{
    // Two hosts: three of four ports are down, so only a quarter of the goodput can come back.
    const auto results = RunFaults(
        R"([{"what":"nic-port-down","at":"200us","host":0,"plane":0},
            {"what":"nic-port-down","at":"200us","host":0,"plane":1},
            {"what":"nic-port-down","at":"200us","host":0,"plane":2}])",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
            "workload": [{"type": "write", "hosts": [0, 2], "bytes": "40MB"}]})");
    for (const auto& row : results.recovery)
    {
        ASSERT_TRUE(row.goodputBack);
        EXPECT_LT(*row.goodputBack, RdmaTick::Us(200));
        EXPECT_EQ(row.evsRetired, 0U) << "the port failed, not the paths";
        EXPECT_EQ(row.qpsTouched, 1U);
    }
}

TEST(RecoveryWatch, AQpWithoutACommonPlaneFailsAndIsCounted)
{
    const auto results = RunFaults(
        R"([{"what":"nic-port-down","at":"20us","host":0,"plane":0},
            {"what":"nic-port-down","at":"20us","host":2,"plane":1}])",
        R"({"stop": "5s", "topology": {"type": "clos", "planes": 2, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
            "transport": {"type": "mrc", "attributes": {"ns3::MrcQpParameters::AckTimeout": 3,
                          "ns3::MrcQpParameters::RetryExponential": 2}},
            "workload": [{"type": "write", "hosts": [0, 2], "bytes": "4MB"}]})",
        "failed");
    EXPECT_EQ(results.summary.qpErrors, 1U);
    EXPECT_GE(results.recovery.at(0).qpsFailed, 1U);
    EXPECT_FALSE(results.recovery.at(0).goodputBack);
}

TEST(RecoveryWatch, RivalsAreMeasuredTheSameWay)
{
    const std::string base =
        R"("topology": {"type": "clos", "planes": 1, "hosts": 8, "hostsPerT0": 4,
                                "t1PerPlane": 2},
                                "workload": [{"type": "permutation", "bytes": "4MB"}], "stop": "50ms")";
    for (const std::string transport : {"roce", "tcp"})
    {
        const auto results = RunFaults(
            R"([{"what":"link-down","at":"100us","for":"300us","link":{"plane":0,"t0":0,"t1":1}}])",
            R"({"transport": {"type": ")" + transport + R"("}, )" + base + '}');
        const auto& row = results.recovery.at(0);
        EXPECT_GT(row.lostPackets, 0U) << transport;
        EXPECT_GT(row.qpsTouched, 0U) << transport;
        EXPECT_EQ(row.evsRetired, 0U) << transport;
    }
}

TEST(RecoveryWatch, MessagesWithinServersAreNotGoodputOfTheNetwork)
{
    for (const std::string transport : {"mrc", "roce", "tcp"})
    {
        SCOPED_TRACE(transport);
        std::vector<Results> runs;
        for (const std::string within :
             {"", R"(, {"name": "within", "type": "write", "hosts": [3, 2], "bytes": "60MB"})"})
        {
            runs.push_back(RunFaults(
                R"([{"what":"link-down","at":"100us","for":"50us","link":{"plane":0,"t0":0,"t1":0}}])",
                R"({"topology": {"type": "clos", "planes": 1, "hosts": 4, "hostsPerT0": 2,
                                 "t1PerPlane": 1, "hostsPerServer": 2, "serverRate": "800Gbps"},
                    "transport": {"type": ")" +
                    transport +
                    R"("}, "stop": "1s",
                    "workload": [{"type": "write", "hosts": [0, 2], "bytes": "1800KB"})" +
                    within + "]}"));
        }
        ExpectEqual(runs[0].recovery.at(0), runs[1].recovery.at(0));
        EXPECT_TRUE(runs[0].recovery.at(0).goodputBack);
    }
}

TEST(RecoveryWatch, AFaultWithoutTrafficCostsNothing)
{
    const auto results = RunFaults(
        R"([{"what":"link-down","at":"0ns","link":{"plane":3,"t0":3,"t1":3}},
            {"what":"switch-down","at":"19ms","switch":{"plane":0,"t1":0}}])",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
            "workload": [{"type": "write", "hosts": [0, 5], "bytes": "1MB"}]})");
    ASSERT_EQ(results.recovery.size(), 1U) << "the second one never begins";
    EXPECT_EQ(results.recovery[0].lostPackets, 0U);
    EXPECT_FALSE(results.recovery[0].firstLoss);
    EXPECT_FALSE(results.recovery[0].goodputBack) << "there was no goodput before it";
}

TEST(RecoveryWatch, FaultsOffTheGridAndSoonAfterEachOther)
{
    const auto results = RunFaults(
        R"([{"what":"nic-port-down","at":"101us","host":0,"plane":0},
            {"what":"nic-port-down","at":"153us","host":0,"plane":1}])",
        R"({"topology": {"type": "clos", "planes": 4, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
            "workload": [{"type": "write", "hosts": [0, 2], "bytes": "40MB"}]})");
    ASSERT_EQ(results.recovery.size(), 2U);
    EXPECT_TRUE(results.recovery[1].goodputBack) << "one half is expected";
    EXPECT_LT(results.recovery[1].goodputBack.value(), RdmaTick::Us(150));
}

TEST(RecoveryWatch, IdleTimeChangesNothingAndCostsLittle)
{
    const auto run = [](const std::string& at, const std::string& start, const std::string& more) {
        return RunFaults("[" + Down(at) + "]",
                         R"({"stop": "1s",
                "topology": {"type": "clos", "planes": 4, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4},
                "workload": [{"type": "permutation", "bytes": "40MB", "start": ")" +
                             start + "\"}" + more + "]}");
    };
    const auto early = run("80us", "0ms", "");
    const auto late =
        run("45080us",
            "45ms",
            R"(, {"type": "write", "hosts": [0, 5], "bytes": "1MB", "start": "145ms"})");
    ASSERT_TRUE(early.recovery.at(0).goodputBack);
    ExpectEqual(Shift(late.recovery.at(0), RdmaTick::Ms(45)), early.recovery[0]);
    EXPECT_LT(late.summary.events, early.summary.events + 15000)
        << "samples of 10 ms alone, not 145";
}

TEST(RecoveryWatch, OfTwoEqualFaultsEachHasAllOfIt)
{
    const auto alone = RunFaults('[' + Down("80us") + ']', FOUR_PLANES).recovery.at(0);
    auto rows = RunFaults('[' + Down("80us") + ',' + Down("80us") + ']', FOUR_PLANES).recovery;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_GT(alone.lostPackets, 0U);
    // The packets in flight at the begin are lost by the fault that begins first.
    const bool swap = rows[0].lostPackets < rows[1].lostPackets;
    ExpectEqual(rows[swap], alone);
    EXPECT_GT(rows[!swap].firstLoss.value(), alone.at);
    auto& other = rows[!swap];
    other.firstLoss = alone.firstLoss;
    other.lostPackets = alone.lostPackets;
    other.lostAnswers = alone.lostAnswers;
    ExpectEqual(other, alone);
}

TEST(RecoveryWatch, AFaultThatTouchesNothingChangesNothing)
{
    const std::string write = R"({"topology": {"type": "clos", "planes": 2, "hosts": 16,
        "hostsPerT0": 4, "t1PerPlane": 4}, "workload": [{"type": "write", "hosts": [0, 5],
        "bytes": "20MB"}]})";
    const std::string aside =
        R"({"what":"link-down","at":"80us","link":{"plane":1,"t0":3,"t1":3}})";
    const auto alone = RunFaults('[' + Down("80us") + ']', write).recovery;
    const auto rows = RunFaults('[' + aside + ',' + Down("80us") + ']', write).recovery;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].lostPackets + rows[0].lostAnswers + rows[0].qpsTouched, 0U);
    EXPECT_EQ(rows[0].evsRetired, 0U);
    ExpectEqual(rows[1], alone.at(0));
}

TEST(RecoveryWatch, ALaterStartIsTheSameLater)
{
    const auto run = [](const std::string& start, const std::string& at) {
        return RunFaults('[' + Down(at) + ']',
                         R"({"topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4,
            "t1PerPlane": 2}, "transport": {"type": "roce"}, "stop": "50ms",
            "workload": [{"type": "permutation", "bytes": "20MB", "start": ")" +
                             start + R"("}]})")
            .recovery.at(0);
    };
    const auto row = run("0us", "300us");
    EXPECT_GT(row.lostPackets, 0U);
    EXPECT_GT(row.goodputBack.value(), RdmaTick::Us(100));
    ExpectEqual(Shift(run("3ms", "3300us"), RdmaTick::Ms(3)), row);
}

TEST(RecoveryWatch, TrimsBeforeAFaultAreNotOfIt)
{
    const auto results = RunFaults('[' + Down("1us") + ',' + Down("2050us") + ']',
                                   R"({"topology": {"type": "clos", "hosts": 16,
        "hostsPerT0": 4, "t1PerPlane": 4}, "workload": [
            {"type": "incast", "receiver": 15, "senders": {"from": 4, "to": 11}, "bytes": "50KB"},
            {"type": "write", "hosts": [0, 15], "bytes": "2MB", "start": "2ms"}]})");
    ASSERT_EQ(results.recovery.size(), 2U);
    EXPECT_GT(results.recovery[0].trimmedPackets, 0U) << "the incast";
    EXPECT_EQ(results.recovery[0].trimmedPackets, results.summary.trimmedPackets);
    EXPECT_EQ(results.recovery[1].trimmedPackets, 0U);
}

TEST(RecoveryWatch, GoodputThatFallsToAPartIsNotBack)
{
    const auto results = RunFaults(
        R"([{"what":"link-loss","at":"300us","for":"300us","loss":0.2,"link":{"host":1,"plane":0}}])",
        R"({"topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
            "workload": [{"type": "incast", "receiver": 1, "senders": [4, 5, 6, 7],
                          "bytes": "4MB"}]})");
    ASSERT_EQ(results.recovery.size(), 1U);
    EXPECT_GT(results.recovery[0].goodputBack.value(), RdmaTick::Us(300)) << "four fifths are left";
}

TEST(RecoveryWatch, WhatIsRepairedBeforeTheFirstPacketCostsNothing)
{
    const auto results = RunFaults('[' + Down("10us") + ']',
                                   R"({"workload": [{"type": "permutation", "bytes": "2MB",
                                                     "start": "310us"}]})");
    const auto& row = results.recovery.at(0);
    EXPECT_EQ(row.until, RdmaTick::Us(310));
    EXPECT_EQ(row.lostPackets + row.lostAnswers + row.qpsTouched + row.evsRetired, 0U);
    EXPECT_FALSE(row.firstLoss || row.lastLoss || row.lossFree || row.longestLoss);
    EXPECT_FALSE(row.goodputBack) << "there was none before it";
}

} // namespace
