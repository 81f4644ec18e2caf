/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-harness.h"
#include "results/result-rows.h"
#include "run/run-estimate.h"
#include "run/scenario.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;

using ns3::RdmaTick;

using Flows = std::deque<ns3::RdmaFlowRecord>;

/** @return a job of the rows of a table, with more keys */
Json
MakeTableJob(const std::string& table, const Json& more = Json::object())
{
    Json job{{"name", "table"}, {"type", "flows"}, {"table", table}};
    job.update(more);
    return job;
}

/** @return the flows of a run of a table */
Flows
RunTable(const std::string& table, const Json& more = Json::object())
{
    return RunScenario(LoadJobs(Json::array({MakeTableJob(table, more)}).dump())).flows;
}

/** @return the flows of the row of this number, which are its step */
Flows
Pick(const Flows& flows, uint32_t row)
{
    Flows found;
    std::copy_if(flows.begin(), flows.end(), std::back_inserter(found), [row](const auto& flow) {
        return flow.step == row;
    });
    return found;
}

/** @return the problems of a table, without its path */
std::vector<std::string>
RefuseTable(const std::string& table)
{
    auto problems = RefuseJobs(Json::array({MakeTableJob(table)}).dump());
    for (auto& problem : problems)
    {
        const std::string path = "workload[0].table: ";
        EXPECT_EQ(problem.rfind(path, 0), 0U) << problem;
        problem = problem.substr(path.size());
    }
    return problems;
}

/** @return sources, destinations, sizes and times of flows */
std::vector<std::tuple<uint32_t, uint32_t, uint64_t, int64_t, int64_t>>
GetTimes(const Flows& flows)
{
    std::vector<std::tuple<uint32_t, uint32_t, uint64_t, int64_t, int64_t>> times;
    for (const auto& flow : flows)
    {
        times.emplace_back(flow.src, flow.dst, flow.bytes, flow.start.GetPs(), flow.end.GetPs());
    }
    return times;
}

TEST(FlowTable, MessagesAreThoseOfAList)
{
    const auto table = RunTable("src,dst,bytes,start_ns\n0,5,30000,\n3,5,7,1500.25\n5,0,1,2us\n");
    const auto list = RunScenario(LoadJob(R"({"type": "flows", "flows": [
        {"src": 0, "dst": 5, "bytes": 30000}, {"src": 3, "dst": 5, "bytes": 7, "start": "1500.25ns"},
        {"src": 5, "dst": 0, "bytes": 1, "start": "2us"}]})"));
    EXPECT_EQ(GetTimes(table), GetTimes(list.flows));
}

TEST(FlowTable, ACollectiveIsTheJobOfItsType)
{
    for (const std::string op :
         {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast"})
    {
        const auto table = RunTable("src,bytes,op,dst,start_ns\n7 2 1 11,60000," + op + ",,3000\n");
        const auto job = RunScenario(LoadJob(
            R"({"hosts": [7, 2, 1, 11], "bytes": 60000, "start": "3us", "type": ")" + op + "\"}"));
        EXPECT_EQ(GetTimes(table), GetTimes(job.flows)) << op;
    }
}

TEST(FlowTable, ColumnsIdsAndBlanksAreWrittenInManyWays)
{
    const auto plain =
        RunTable("id,src,dst,bytes,start_ns,after,delay_ns,op\n"
                 "0,0,1,5000,,,,\n1,1,2,6000,,0,700,\n2,4,,0,,,900,\n3,2,4,8,,1 2,,\n");
    const auto other = RunTable("# a comment\r\n after , op,dst, src,delay_ns , bytes, id\r\n\r\n"
                                ",, h1, h0, 0, 5KB, seven\r\n seven ,, h2,h1,\t700ns,6000 B ,1\r\n"
                                " ,,,4,0.9us,,0\r\n1  0,,4,2,,8,x");
    EXPECT_EQ(GetTimes(plain), GetTimes(other));
}

TEST(FlowTable, TheOrderOfRowsDoesNotMatter)
{
    const auto before =
        RunTable("id,src,dst,bytes,after\na,0,1,5000,\nb,1,2,6000,a\nc,2,3,7000,b\n");
    const auto after =
        RunTable("id,src,dst,bytes,after\nc,2,3,7000,b\na,0,1,5000,\nb,1,2,6000,a\n");
    EXPECT_EQ(GetTimes(before), GetTimes(after));
}

TEST(FlowTable, ARowWaitsUntilItsHostKnows)
{
    const auto flows = RunTable("id,src,dst,bytes,after,delay_ns\n"
                                "0,0,1,50000,,\n"
                                "1,1,2,100,0,\n" // the receiver: when it is delivered
                                "2,0,3,100,0,\n" // the sender: when it is acknowledged
                                "3,5,6,100,0,\n" // another host: when it is delivered
                                "4,5,7,100,0,2500\n"
                                "5,9,8,100,0 4,\n"); // the last of several
    ASSERT_EQ(flows.size(), 6U);
    const auto at = [&](uint32_t row) { return Pick(flows, row).at(0); };
    EXPECT_EQ(at(1).start, at(0).end);
    EXPECT_GT(at(2).start, at(0).end + RdmaTick::Ns(1000));
    EXPECT_EQ(at(3).start, at(0).end);
    EXPECT_EQ(at(4).start, at(0).end + RdmaTick::Ns(2500));
    EXPECT_EQ(at(5).start, at(4).end);
}

TEST(FlowTable, AComputationTakesItsDelay)
{
    const auto flows = RunTable("id,src,dst,bytes,after,delay_ns,start_ns\n"
                                "0,3,,0,,4000,1000\n1,3,5,100,0,,\n2,3,,0,1,500,\n3,7,8,1,2,,\n");
    ASSERT_EQ(flows.size(), 2U);
    EXPECT_EQ(flows[0].start, RdmaTick::Ns(5000));
    EXPECT_GT(flows[1].start, flows[0].end + RdmaTick::Ns(500)); // after the acknowledgment
}

TEST(FlowTable, AnInstantIsTheEarliestStart)
{
    const auto start = [](const std::string& ns) {
        return Pick(RunTable("id,src,dst,bytes,after,start_ns\n0,0,1,5000,,\n1,1,2,1,0," + ns +
                             "\n"),
                    1)
            .at(0)
            .start;
    };
    EXPECT_EQ(start("1"), start(""));
    EXPECT_EQ(start("90000"), RdmaTick::Ns(90000));
}

TEST(FlowTable, HostsOfACollectiveBeginAndEndByThemselves)
{
    const auto flows = RunTable("id,src,dst,bytes,after,delay_ns,op\n"
                                "0,4,,0,,9000,\n"
                                "1,0 4 8,,90,0,,broadcast\n" // from 0 to 4, from 4 to 8
                                "2,0,1,1,1,,\n3,8,9,1,1,,\n4,11,10,1,1,,\n");
    const auto broadcast = Pick(flows, 1);
    ASSERT_EQ(broadcast.size(), 2U);
    EXPECT_EQ(broadcast[0].start, RdmaTick()) << "only host 4 computes";
    EXPECT_EQ(broadcast[1].start, RdmaTick::Ns(9000));
    EXPECT_LT(Pick(flows, 2).at(0).start, RdmaTick::Ns(9000));
    EXPECT_GE(Pick(flows, 2).at(0).start, broadcast[0].end);
    EXPECT_EQ(Pick(flows, 3).at(0).start, broadcast[1].end);
    EXPECT_GE(Pick(flows, 4).at(0).start, broadcast[1].end) << "it has no part in the collective";
}

TEST(FlowTable, AllHostsOfACollectiveWaitForARowOfOthers)
{
    const auto flows = RunTable("id,src,dst,bytes,after,delay_ns,op\n"
                                "0,5,,0,,9000,\n1,0 4 8,,90,0,500,all-gather\n");
    for (const auto& flow : Pick(flows, 1))
    {
        EXPECT_GE(flow.start, RdmaTick::Ns(9500));
    }
}

TEST(FlowTable, CollectivesOfOtherSizesAndHostsFollowEachOther)
{
    const auto flows =
        RunTable("id,src,bytes,after,op\n0,0 1 2,300,,all-reduce\n1,0 1 2,600,0,all-reduce\n"
                 "2,2 1,600,1,all-reduce\n3,2 1,600,2,all-gather\n");
    EXPECT_EQ(Pick(flows, 0).size(), 12U);
    EXPECT_EQ(Pick(flows, 0).at(0).bytes, 100U);
    EXPECT_EQ(Pick(flows, 1).at(0).bytes, 200U);
    EXPECT_EQ(Pick(flows, 2).size(), 4U);
    EXPECT_EQ(Pick(flows, 3).size(), 2U);
}

TEST(FlowTable, AMessageWithoutEndGoesOnUntilItsTime)
{
    const auto flows = RunTable("src,dst,bytes\n0,5,0\n1,6,10000\n", {{"until", "1ms"}});
    const auto endless = Pick(flows, 0);
    ASSERT_GT(endless.size(), 8U);
    EXPECT_EQ(endless[0].bytes, 2500000U) << "100 us of two planes of 100 Gb/s";
    EXPECT_EQ(endless[0].start, endless[1].start) << "two at a time";
    for (const auto& flow : endless)
    {
        EXPECT_LT(flow.start, RdmaTick::Ns(1000000));
        EXPECT_LT(flow.end, RdmaTick::Ns(1000000 + 250000));
    }
    EXPECT_GE(endless.back().end, RdmaTick::Ns(1000000));
}

TEST(FlowTable, AMessageWithoutEndEndsWithTheOthers)
{
    const auto jobs = Json::array(
        {MakeTableJob("src,dst,bytes,start_ns\n0,5,0,\n2,7,0,\n"),
         MakeTableJob("src,dst,bytes,start_ns\n1,6,10000,800000\n", {{"name", "other"}})});
    const auto flows = RunScenario(LoadJobs(jobs.dump())).flows;
    const auto other = std::find_if(flows.begin(), flows.end(), [](const auto& flow) {
        return flow.bytes == 10000;
    });
    for (const auto& flow : flows)
    {
        EXPECT_LE(flow.start, other->end + RdmaTick::Ns(100000));
    }
    EXPECT_GT(flows.size(), 2 * 2 * 4U);
}

TEST(FlowTable, TheEstimateKnowsItsMessages)
{
    const auto estimate = EstimateRun(LoadJobs(
        Json::array(
            {MakeTableJob(
                "src,dst,bytes,op,delay_ns\n0,1,5000,,\n2 3 4,,300,all-reduce,\n5,,0,,7000\n")})
            .dump()));
    EXPECT_EQ(estimate.flows, 1 + 12);
    EXPECT_EQ(estimate.hosts, 6);
    EXPECT_GE(estimate.leastSeconds, 7e-6);
}

TEST(FlowTable, ProblemsNameTheLine)
{
    const auto names = RefuseTable("source,src,dst,src\n0,1,2\n");
    EXPECT_EQ(names.size(), 3U);
    EXPECT_EQ(names.at(0).substr(0, 42), "line 1: found the column \"source\"; allowed");
    EXPECT_EQ(names.at(1), "line 1: found the column \"src\" twice");
    EXPECT_EQ(names.at(2), "line 1: there is no column \"bytes\"");

    const std::string begin = "id,src,dst,bytes,start_ns,after,delay_ns,op\n0,0,1,7,,,,\n";
    const auto row = [&](const std::string& text) {
        return RefuseTable(begin + "\n" + text + "\n");
    };
    const auto expect = [&](const std::string& text, const std::string& problem) {
        const auto found = row(text);
        ASSERT_EQ(found.size(), 1U) << text << ": " << found.size();
        EXPECT_EQ(found[0].rfind("line 4: " + problem, 0), 0U) << text << ": " << found[0];
    };
    expect("1,99,1,7,,,", "found 7 cells; allowed: 8, as in the first line");
    expect("1,12,1,7,,,,", "found src \"12\"; allowed: 0 to 11, or the name of a host");
    expect("1,0,h12,7,,,,", "found dst \"h12\"; allowed: 0 to 11, or the name of a host");
    expect("1,0,-1,7,,,,", "found dst \"-1\"; allowed: 0 to 11, or the name of a host");
    expect("1,0,0,7,,,,", "found host h0 twice");
    expect("1,0,1,-7,,,,", "found bytes \"-7\"; allowed: a size");
    expect("1,0,1,7,soon,,,", "found start_ns \"soon\"; allowed: a time");
    expect("1,0,1,7,,,-1ns,", "found delay_ns \"-1ns\"; allowed: a time");
    expect("1,0,1,7,,,2592000001s,",
           "found delay_ns \"2592000001s\"; allowed: a time"); // sums stay numbers
    expect("1,0,1,7,,,2592001s,", "found delay_ns \"2592001s\"; allowed: a time"); // 30 days, 1 s
    expect("1,0,1,7,2592000000000001,,,", "found start_ns \"2592000000000001\"; allowed: a time");
    expect("1,0,1,7,,2,,", "found after \"2\"; no row has this id");
    expect("0,0,1,7,,,,", "found id \"0\" twice");
    expect(",0,1,7,,,,", "found no id");
    expect("1,0 2,1,7,,,,", "found 2 hosts in src; allowed: one");
    expect("1,0,,7,,,,", "found bytes 7 without dst or op; a computation has 0 bytes");
    expect("1,0,,7,,,,all-reduce", "found 1 hosts in src; allowed: at least two for a collective");
    expect("1,0 2,,7,,,,all-redcue", "found op \"all-redcue\", did you mean all-reduce?");
    expect("1,0 2,,0,,,,all-reduce", "found bytes 0; allowed: at least 1 B for a collective");
    expect("1,0,1,7,1s,,,", "found start_ns 1s and delay_ns 0ns; allowed: together before stop");
    EXPECT_NE(row("1,0 1,2,7,,,,all-reduce").at(0).find("a collective has all hosts in src"),
              std::string::npos);
}

TEST(FlowTable, ManyProblemsAreCut)
{
    std::string table = "src,dst,bytes\n";
    for (int i = 0; i < 1000; ++i)
    {
        table += "99,1,1\n";
    }
    EXPECT_EQ(RefuseTable(table).size(), 20U);
}

TEST(FlowTable, RowsThatNeverBeginAreFound)
{
    const std::string names = "id,src,dst,bytes,after\n";
    EXPECT_EQ(RefuseTable(names + "a,0,1,1,a\n").at(0),
              "line 2 after line 2: rows wait for one another");
    EXPECT_EQ(RefuseTable(names + "x,0,1,1,a\na,0,1,1,c\nb,1,2,1,a\nc,2,3,1,b\n").at(0),
              "line 3 after line 5 after line 4 after line 3: rows wait for one another");
    EXPECT_EQ(RefuseTable(names + "a,0,1,0,\nb,1,2,1,a\nc,1,2,1,a\n"),
              std::vector<std::string>{"line 3 waits for line 2, a message without end (bytes 0)"});
    EXPECT_EQ(
        RefuseJobs(Json::array({MakeTableJob(names + "a,0,1,0,\n")}).dump()).at(0).substr(0, 43),
        "workload: no message has an end (0 bytes); ");
    EXPECT_EQ(
        RefuseTable("\n# nothing").at(0),
        "line 2: found no row; allowed: a line with the names of columns, then a line per flow");
}

TEST(FlowTable, ComputationsAloneAreRefused)
{
    const std::string names = "id,src,dst,bytes,after,delay_ns\n";
    EXPECT_EQ(RefuseTable(names + "a,0,,0,,1000\nb,1,,0,a,1000\n"),
              std::vector<std::string>{
                  "line 3: found computations alone; allowed: at least one message or collective"});
}

TEST(FlowTable, SpreadsheetsMayWriteIt)
{
    const std::string plain = "id,src,dst,bytes,after\na,0,1,1000,\nb,1,h2,2000,a\n";
    const std::string quoted = "\xEF\xBB\xBF\"id\",\"src\",dst,bytes,after\r\n"
                               "\"a\",0,1,\"1000\",\r\nb,\"1\",\"h2\",2000,\"a\"\r\n";
    const auto flows = RunTable(plain);
    const auto same = RunTable(quoted);
    ASSERT_EQ(flows.size(), 2U);
    ASSERT_EQ(same.size(), 2U);
    for (const size_t i : {0, 1})
    {
        EXPECT_EQ(same[i].end, flows[i].end);
        EXPECT_EQ(same[i].dst, flows[i].dst);
        EXPECT_EQ(same[i].bytes, flows[i].bytes);
    }
}

TEST(FlowTable, ALongChainIsExecuted)
{
    std::string table = "src,dst,bytes,after\n0,1,8,\n";
    for (int i = 1; i < 20000; ++i)
    {
        table += std::to_string(i % 12) + "," + std::to_string((i + 1) % 12) + ",8," +
                 std::to_string(i - 1) + "\n";
    }
    Json job = MakeTableJob(table);
    const auto flows = RunTable(table);
    EXPECT_EQ(flows.size(), 20000U);
}

TEST(FlowTable, OneOfListTableAndFile)
{
    EXPECT_EQ(RefuseJob(R"({"type": "flows"})").at(0),
              "workload[0]: allowed: one of flows, table and file");
    EXPECT_EQ(RefuseJob(R"({"type": "flows", "table": "src,dst,bytes\n0,1,1",
                           "flows": [{"src": 0, "dst": 1, "bytes": 1}]})")
                  .at(0),
              "workload[0]: allowed: one of flows, table and file");
}

} // namespace
