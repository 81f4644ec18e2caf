/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "folder-fixture.h"
#include "results/cell.h"
#include "results/result-files.h"

#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;
namespace fs = std::filesystem;

const EventKind HAPPENED("test-event", "link", "", "nothing but a test writes it");

/// Results of a run, made by hand.
class ResultFiles : public FolderFixture
{
  protected:
    /**
     * @param times durations of messages that began at 0, ns
     * @return fct_ns of the summary
     */
    static Json GetFct(const std::vector<int>& times)
    {
        std::deque<ns3::RdmaFlowRecord> flows;
        for (const int time : times)
        {
            ns3::RdmaFlowRecord flow;
            flow.end = RdmaTick::Ns(time);
            flow.delivered = true;
            flows.push_back(flow);
        }
        Results results;
        results.flows = flows;
        return MakeSummary(results)["fct_ns"];
    }

    /** @return results of two messages, one of them delivered, and one job that did not end */
    static Results MakeResults()
    {
        Results results;
        results.summary.name = "test";
        results.summary.cpuSeconds = 2;
        results.summary.packetHops = 100;
        JobRow job;
        job.job = "ring, \"fast\"";
        job.type = "all-reduce";
        job.bytes = 4000;
        job.hosts = 4;
        job.start = RdmaTick::Ns(10);
        job.ideal = RdmaTick::Ns(100);
        results.jobs = {job, job};
        results.jobs[1].repetition = 1;
        results.jobs[0].end = RdmaTick::Ns(210);
        results.jobs[0].algbwGbps = 160;
        results.jobs[0].busbwGbps = 240;
        ns3::RdmaFlowRecord flow;
        flow.bytes = 1000;
        flow.start = RdmaTick::Ps(500);
        flow.ideal = RdmaTick::Ns(80);
        std::deque<ns3::RdmaFlowRecord> flows{flow, flow};
        flows[1].flow = 1;
        flows[0].end = RdmaTick::Ps(100'500);
        flows[0].delivered = true;
        results.flows = flows;
        results.flowJobs = {"ring"};
        results.samples = {{RdmaTick::Us(10), "host.rx_gbps", "h0", 99.5}};
        results.events = {{RdmaTick::Us(1), HAPPENED, "p0-t0-0--p0-t1-1", ""}};
        LinkRow link;
        link.tier = "host-t0";
        link.a = "h0";
        link.b = "p0-t0-0";
        link.index = 3;
        link.bytes = 5000;
        link.pauses = RdmaTick::Ps(1500);
        link.utilisation = 1.0 / 3;
        link.pfcFrames = 7;
        results.links = [link](const auto& show) { show(link); };
        return results;
    }
};

/**
 * @param cell a value
 * @return the value as a field of CSV
 */
std::string
ToCsv(const Cell& cell)
{
    std::string text;
    AppendCsv(cell, text);
    return text;
}

TEST(Cells, OnlyWhatNeedsItIsQuoted)
{
    EXPECT_EQ(ToCsv("plain text"), "plain text");
    EXPECT_EQ(ToCsv("with, comma"), "\"with, comma\"");
    EXPECT_EQ(ToCsv("with \"quote\""), "\"with \"\"quote\"\"\"");
    EXPECT_EQ(ToCsv("two\nlines"), "\"two\nlines\"");
}

TEST(Cells, AbsentValuesAreEmptyFields)
{
    EXPECT_EQ(ToCsv({}), "");
    EXPECT_EQ(ToCsv(std::optional<double>()), "");
    EXPECT_EQ(ToCsv(std::optional<RdmaTick>()), "");
    EXPECT_EQ(ToCsv(std::optional<double>(2)), "2");
}

TEST(Cells, EveryKindOfValueIsWritten)
{
    const std::string text = "x";
    EXPECT_EQ(ToCsv(uint64_t{18446744073709551615U}), "18446744073709551615");
    EXPECT_EQ(ToCsv(true), "true");
    EXPECT_EQ(ToCsv(false), "false");
    EXPECT_EQ(ToCsv(0.1), "0.1");
    EXPECT_EQ(ToCsv(RdmaTick::Ps(1001)), "1.001");
    EXPECT_EQ(ToCsv(text), "x");
    EXPECT_EQ(ToCsv(Hexadecimal{31}), "0x1f");
}

TEST(FormatNumber, HasNineDigitsAndNoLocale)
{
    EXPECT_EQ(FormatNumber(0), "0");
    EXPECT_EQ(FormatNumber(-0.0), "0");
    EXPECT_EQ(FormatNumber(100), "100");
    EXPECT_EQ(FormatNumber(1.0 / 3), "0.333333333");
    EXPECT_EQ(FormatNumber(123456789.125), "123456789");
    EXPECT_EQ(FormatNumber(1e-7), "1e-07");
}

TEST(Cells, TimesAreExact)
{
    EXPECT_EQ(ToCsv(RdmaTick{}), "0");
    EXPECT_EQ(ToCsv(RdmaTick::Us(3)), "3000");
    EXPECT_EQ(ToCsv(RdmaTick::Ps(1)), "0.001");
    EXPECT_EQ(ToCsv(RdmaTick::Ps(1'234'560)), "1234.56");
    EXPECT_EQ(ToCsv(RdmaTick::Ps(std::numeric_limits<int64_t>::max() - 1)), "9223372036854775.806");
}

TEST(Cells, TimesInJsonAreWholeNanosecondsWhereTheyCanBe)
{
    EXPECT_EQ(ToJson(RdmaTick::Us(3)).dump(), "3000");
    EXPECT_EQ(ToJson(RdmaTick::Ns(7)).dump(), "7");
    EXPECT_EQ(ToJson(RdmaTick::Ps(1'500)).dump(), "1.5");
    EXPECT_EQ(ToJson(Cell()).dump(), "null");
    EXPECT_EQ(ToJson(Hexadecimal{31}).dump(), "\"0x1f\"");
}

TEST_F(ResultFiles, HoldsSevenFilesWithTheColumnsOfTheContract)
{
    const Json config{{"schema", 1}};
    fs::create_directory(m_base / "out");
    WriteResultFiles(m_base / "out", config, MakeResults());
    EXPECT_EQ(List("out"),
              (std::set<std::string>{"config.json",
                                     "summary.json",
                                     "jobs.csv",
                                     "flows.csv",
                                     "samples.csv",
                                     "links.csv",
                                     "events.csv"}));
    EXPECT_EQ(Read("out/config.json"), "{\n  \"schema\": 1\n}\n");
    EXPECT_EQ(Read("out/jobs.csv"),
              "job,repetition,type,bytes,hosts,start_ns,end_ns,duration_ns,algbw_gbps,busbw_gbps,"
              "ideal_ns,efficiency\n"
              "\"ring, \"\"fast\"\"\",0,all-reduce,4000,4,10,210,200,160,240,100,0.5\n"
              "\"ring, \"\"fast\"\"\",1,all-reduce,4000,4,10,,,,,100,\n");
    EXPECT_EQ(Read("out/flows.csv"),
              "flow,job,step,src,dst,qp,bytes,start_ns,end_ns,fct_ns,ideal_ns,slowdown,packets,"
              "retransmits,trims,ecn_marks,timeouts,completed\n"
              "0,ring,0,0,0,0,1000,0.5,100.5,100,80,1.25,0,0,0,0,0,true\n"
              "1,ring,0,0,0,0,1000,0.5,,,80,,0,0,0,0,0,false\n");
    EXPECT_EQ(Read("out/samples.csv"), "time_ns,kind,object,value\n10000,host.rx_gbps,h0,99.5\n");
    EXPECT_EQ(Read("out/links.csv"),
              "tier,plane,a,b,bytes,packets,drops,trims,ecn_marks,pauses_ns,max_queue_bytes,"
              "utilisation,pfc_frames,index\n"
              "host-t0,0,h0,p0-t0-0,5000,0,0,0,0,1.5,0,0.333333333,7,3\n");
    EXPECT_EQ(Read("out/events.csv"),
              "time_ns,kind,object,detail\n1000,test-event,p0-t0-0--p0-t1-1,\n");
}

TEST_F(ResultFiles, StepsHaveAFileAndAKeyOfTheirOwnWhereThereAreAny)
{
    auto results = MakeResults();
    EXPECT_FALSE(MakeSummary(results).contains("steps"));
    results.stepJobs = {{"train", 8}, {"idle", 5}};
    for (uint32_t step = 0; step < 4; ++step)
    {
        StepRow row;
        row.job = "train";
        row.step = step;
        row.start = RdmaTick::Ns(100 * step);
        row.compute = RdmaTick::Ns(50);
        results.steps.push_back(row);
    }
    results.steps[0].end = RdmaTick::Ns(120);
    results.steps[1].end = RdmaTick::Ns(310); // steps overlap
    results.steps[2].end = RdmaTick::Ns(290);
    results.steps[1].slowestFlow = 7;
    results.steps[1].slowestSrc = 2;
    results.steps[1].slowestDst = 3;
    results.steps[1].slowestSlowdown = 1.5;
    results.steps[3].slowestFlow = 9;
    results.steps[3].slowestSrc = 3;
    results.steps[3].slowestDst = 1;
    results.steps[3].repetition = 1;
    fs::create_directory(m_base / "out");
    WriteResultFiles(m_base / "out", {}, results);
    EXPECT_EQ(Read("out/steps.csv"),
              "job,step,start_ns,end_ns,duration_ns,compute_ns,slowest_flow,slowest_src,"
              "slowest_dst,slowest_slowdown,completed,repetition\n"
              "train,0,0,120,120,50,,,,,true,0\n"
              "train,1,100,310,210,50,7,2,3,1.5,true,0\n"
              "train,2,200,290,90,50,,,,,true,0\n"
              "train,3,300,,,50,9,3,1,,false,1\n");
    auto steps = MakeSummary(results)["steps"];
    EXPECT_NEAR(steps[0]["steps_per_s"].get<double>(), 3 / 310e-9, 1e-3);
    steps[0].erase("steps_per_s");
    EXPECT_EQ(steps[0], Json::parse(R"({"job": "train", "steps": 8, "completed": 3,
                  "time_ns": {"p50": 120, "p99": 210, "max": 210}})"));
    EXPECT_EQ(steps[1],
              Json::parse(R"({"job": "idle", "steps": 5, "completed": 0, "steps_per_s": null,
                  "time_ns": {"p50": null, "p99": null, "max": null}})"));
}

TEST_F(ResultFiles, SummaryHasEveryKeyOfTheContract)
{
    const auto summary = MakeSummary(MakeResults());
    for (const char* key : {"name",
                            "seed",
                            "transport",
                            "hosts",
                            "planes",
                            "outcome",
                            "version",
                            "commit",
                            "ns3_version",
                            "sim_time_ns",
                            "wall_s",
                            "setup_cpu_s",
                            "cpu_s",
                            "events",
                            "packet_hops",
                            "data_packet_hops",
                            "packet_hops_per_cpu_s",
                            "peak_rss_bytes",
                            "flows_total",
                            "flows_started",
                            "flows_completed",
                            "bytes_posted",
                            "bytes_delivered",
                            "duplicate_packets",
                            "retransmitted_packets",
                            "trimmed_packets",
                            "dropped_packets",
                            "ecn_marked_packets",
                            "timeouts",
                            "qp_errors",
                            "evs_retired",
                            "evs_retired_wrongly",
                            "declared_lost",
                            "false_losses",
                            "ctrl_queue_drops",
                            "pfc_pause_ns",
                            "lossless_violations",
                            "pfc_storms",
                            "pfc_deadlocks",
                            "jobs",
                            "fct_ns"})
    {
        EXPECT_TRUE(summary.contains(key)) << key;
    }
    EXPECT_EQ(summary["packet_hops_per_cpu_s"], 50);
    EXPECT_EQ(summary["jobs"].size(), 2U);
    EXPECT_EQ(summary["jobs"][0]["duration_ns"], 200);
    EXPECT_TRUE(summary["jobs"][1]["duration_ns"].is_null());
}

TEST_F(ResultFiles, EvsHaveAFileIfTheyAreWanted)
{
    auto results = MakeResults();
    WriteResultFiles(m_base, {}, results);
    EXPECT_FALSE(fs::exists(m_base / "evs.csv"));
    results.evs = [](const auto& show) {
        show({"h3/qp4", "h7", 2, 0x15, "bad", "h3 p2-t0-0 p2-t1-5 p2-t0-1 h7"});
        show({"h3/qp4", "h7", 3, 7, "good", ""});
    };
    WriteResultFiles(m_base, {}, results);
    EXPECT_EQ(Read("evs.csv"),
              "qp,peer,plane,ev,state,path\n"
              "h3/qp4,h7,2,0x15,bad,h3 p2-t0-0 p2-t1-5 p2-t0-1 h7\n"
              "h3/qp4,h7,3,0x7,good,\n");
}

TEST_F(ResultFiles, FlowTimesByNearestRank)
{
    std::vector<int> times(200);
    std::iota(times.begin(), times.end(), 1);
    const auto fct = GetFct(times);
    EXPECT_EQ(fct["mean"], 100.5);
    EXPECT_EQ(fct["p50"], 100);
    EXPECT_EQ(fct["p99"], 198);
    EXPECT_EQ(fct["max"], 200);
    EXPECT_TRUE(MakeSummary({})["fct_ns"]["mean"].is_null());
}

TEST_F(ResultFiles, EveryNumberOfTheSummaryStandsUnderItsKey)
{
    Results results;
    auto& s = results.summary;
    s.seed = 1;
    s.hosts = 2;
    s.planes = 3;
    s.simTime = RdmaTick::Ns(4);
    s.wallSeconds = 5;
    s.setupCpuSeconds = 6;
    s.cpuSeconds = 7;
    s.events = 8;
    s.packetHops = 9;
    s.dataPacketHops = 10;
    s.peakRssBytes = 11;
    s.flowsTotal = 12;
    s.flowsStarted = 13;
    s.flowsCompleted = 14;
    s.bytesPosted = 15;
    s.bytesDelivered = 16;
    s.duplicatePackets = 17;
    s.retransmittedPackets = 18;
    s.trimmedPackets = 19;
    s.droppedPackets = 20;
    s.ctrlQueueDrops = 21;
    s.ecnMarkedPackets = 22;
    s.timeouts = 23;
    s.qpErrors = 24;
    s.evsRetired = 25;
    s.evsRetiredWrongly = 26;
    s.declaredLost = 27;
    s.falseLosses = 28;
    s.pfcPause = RdmaTick::Ns(29);
    s.losslessViolations = 30;
    s.pfcStorms = 31;
    s.pfcDeadlocks = 32;
    const auto summary = MakeSummary(results);
    int number = 0;
    for (const char* key : {"seed",
                            "hosts",
                            "planes",
                            "sim_time_ns",
                            "wall_s",
                            "setup_cpu_s",
                            "cpu_s",
                            "events",
                            "packet_hops",
                            "data_packet_hops",
                            "peak_rss_bytes",
                            "flows_total",
                            "flows_started",
                            "flows_completed",
                            "bytes_posted",
                            "bytes_delivered",
                            "duplicate_packets",
                            "retransmitted_packets",
                            "trimmed_packets",
                            "dropped_packets",
                            "ctrl_queue_drops",
                            "ecn_marked_packets",
                            "timeouts",
                            "qp_errors",
                            "evs_retired",
                            "evs_retired_wrongly",
                            "declared_lost",
                            "false_losses",
                            "pfc_pause_ns",
                            "lossless_violations",
                            "pfc_storms",
                            "pfc_deadlocks"})
    {
        EXPECT_EQ(summary[key], ++number) << key;
    }
}

TEST_F(ResultFiles, EveryNumberOfAFlowStandsInItsColumn)
{
    ns3::RdmaFlowRecord flow;
    flow.flow = 1;
    flow.job = 1;
    flow.step = 2;
    flow.src = 3;
    flow.dst = 4;
    flow.qp = 5;
    flow.bytes = 6;
    flow.start = RdmaTick::Ns(7);
    flow.end = RdmaTick::Ns(25);
    flow.ideal = RdmaTick::Ns(9);
    flow.delivered = true;
    flow.stats.packets = 11;
    flow.stats.retransmits = 12;
    flow.stats.trims = 13;
    flow.stats.ecnMarks = 14;
    flow.stats.timeouts = 15;
    Results results;
    results.links = [](const auto&) {};
    results.flows = {flow};
    results.flowJobs = {"first", "second"};
    fs::create_directory(m_base / "out");
    WriteResultFiles(m_base / "out", {}, results);
    const auto text = Read("out/flows.csv");
    EXPECT_EQ(text.substr(text.find('\n') + 1),
              "1,second,2,3,4,5,6,7,25,18,9,2,11,12,13,14,15,true\n");
}

TEST_F(ResultFiles, MeanFlowTimeIsOfThoseThatWereDelivered)
{
    ns3::RdmaFlowRecord flow;
    flow.start = RdmaTick::Ns(100);
    std::deque<ns3::RdmaFlowRecord> flows{flow, flow, flow};
    for (const int i : {0, 2})
    {
        flows[i].end = RdmaTick::Ns(110 + 10 * i);
        flows[i].delivered = true;
    }
    Results results;
    results.flows = flows;
    EXPECT_EQ(MakeSummary(results)["fct_ns"]["mean"], (10 + 30) / 2);
}

TEST_F(ResultFiles, FlowTimesAreRankedWhateverTheirOrder)
{
    const auto fct = GetFct({40, 10, 30, 20});
    EXPECT_EQ(fct["p50"], 20);
    EXPECT_EQ(fct["max"], 40);
}

} // namespace
