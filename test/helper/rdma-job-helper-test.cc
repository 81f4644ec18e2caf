/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"

#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-schedule.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

// The tables of the job helper against the records of the workload.

namespace ns3
{

namespace
{

/// Two repetitions of a job of two steps, the second interrupted in its second step.
class JobHelper : public SmallCluster
{
  protected:
    JobHelper()
        : SmallCluster(1)
    {
        RdmaScheduleBuilder builder(2);
        const auto first = builder.AddComputation(0, RdmaTick::Us(3), 0);
        const auto there = builder.AddSend(0, 1, 5000, 0);
        const auto second = builder.AddComputation(1, RdmaTick::Us(2), 1);
        const auto back = builder.AddSend(1, 0, 70'000, 1);
        builder.AddDependency(first, there);
        builder.AddDependency(there, second);
        builder.AddDependency(second, back);
        RdmaJobHelper jobs;
        auto& job = jobs.Add("there, and back", builder.Build());
        job.logsSteps = true;
        job.repeat = 2;
        job.hosts = {1, 2};
        job.start = MicroSeconds(7);
        m_workload = jobs.Install(m_cluster);
        const RdmaTick once = RdmaTick::Us(5) + RdmaTick::Ns(75'000 * 8 / 100);
        RunUntil(RdmaTick::Us(7) + once + once - RdmaTick::Us(1));
    }

    ~JobHelper() override
    {
        m_workload->Dispose();
        m_workload = nullptr;
    }

    /// @return number with this many decimals
    static std::string Fixed(double value, int digits)
    {
        std::vector<char> text(64);
        std::snprintf(text.data(), text.size(), "%.*f", digits, value);
        return text.data();
    }

    /// @return microseconds, or "-"
    static std::string Us(RdmaTick time, bool known = true)
    {
        return known ? Fixed(static_cast<double>(time.GetPs()) / 1e6, 3) : "-";
    }

    /// @return the last cells of each line after the first, this many
    static std::vector<std::vector<std::string>> ReadCells(const std::string& text, size_t count)
    {
        std::istringstream lines(text);
        std::vector<std::vector<std::string>> found;
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line))
        {
            EXPECT_EQ(line.find("there, and back"), 0U);
            std::istringstream words(line);
            std::vector<std::string> cells{std::istream_iterator<std::string>(words), {}};
            found.emplace_back(cells.end() - static_cast<ptrdiff_t>(count), cells.end());
        }
        return found;
    }

    Ptr<RdmaWorkload> m_workload; ///< under test
};

TEST_F(JobHelper, PrintsARowPerRepetition)
{
    std::ostringstream text;
    RdmaJobHelper::PrintJobs(text, *m_workload);
    const auto& records = m_workload->GetJobRecords();
    ASSERT_EQ(records.size(), 2U);
    std::vector<std::vector<std::string>> expected;
    for (const auto& record : records)
    {
        const bool done = record.finished;
        EXPECT_EQ(done, record.repetition == 0);
        expected.push_back({std::to_string(record.repetition),
                            Us(record.start),
                            Us(record.end - record.start, done),
                            done ? Fixed(record.busbwBps / 1e9, 1) : "-",
                            done ? Fixed(record.GetEfficiency() * 100, 1) : "-"});
    }
    EXPECT_EQ(ReadCells(text.str(), 5), expected);
    EXPECT_EQ(records[0].start, RdmaTick::Us(7));
}

TEST_F(JobHelper, PrintsARowPerStep)
{
    std::ostringstream text;
    RdmaJobHelper::PrintSteps(text, *m_workload);
    const auto& records = m_workload->GetStepRecords();
    ASSERT_EQ(records.size(), 4U);
    std::vector<std::vector<std::string>> expected;
    for (const auto& record : records)
    {
        expected.push_back({std::to_string(record.repetition),
                            std::to_string(record.step),
                            Us(record.start, record.started),
                            Us(record.end - record.start, record.IsFinished()),
                            Us(record.step == 0 ? RdmaTick::Us(3) : RdmaTick::Us(2))});
    }
    EXPECT_EQ(ReadCells(text.str(), 5), expected);
    EXPECT_TRUE(records[2].IsFinished());
    EXPECT_FALSE(records[3].IsFinished());
}

TEST_F(JobHelper, WritesARowPerMessage)
{
    const auto file = testing::TempDir() + "mrc-job-helper-test.csv";
    RdmaJobHelper::WriteFlows(file, *m_workload);
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    std::filesystem::remove(file);
    std::ostringstream expected;
    expected << "flow,job,src,dst,bytes,start_ns,end_ns,retransmits,delivered\n";
    const auto ns = [](RdmaTick time) {
        std::ostringstream number; // all times are whole nanoseconds or have 2 decimals at most
        number << time.GetPs() / 1000;
        const auto rest = time.GetPs() % 1000;
        auto digits = std::to_string(1000 + rest).substr(1);
        digits.erase(digits.find_last_not_of('0') + 1);
        return number.str() + (rest ? "." + digits : "");
    };
    const auto& records = m_workload->GetFlowRecords();
    ASSERT_EQ(records.size(), 4U);
    for (const auto& flow : records)
    {
        const bool there = flow.flow % 2 == 0;
        const bool done = flow.flow < 3;
        EXPECT_EQ(flow.delivered, done);
        expected << flow.flow << ",\"there, and back\"," << (there ? "1,2,5000," : "2,1,70000,")
                 << ns(flow.start) << "," << (done ? ns(flow.end) : "") << ",0," << done << "\n";
    }
    EXPECT_EQ(text.str(), expected.str());
}

} // namespace

} // namespace ns3
