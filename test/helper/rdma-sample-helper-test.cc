/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"

#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-sample-helper.h"
#include "ns3/rdma-time.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

// Time series in a script: the simulation ends by itself, without Simulator::Stop.

namespace ns3
{

namespace
{

/// Interval of the tests.
constexpr RdmaTick INTERVAL = RdmaTick::Us(10);

/// A message from host 0 to host 2.
constexpr uint64_t BYTES = 1'000'000;

/// A script with samples of all kinds.
class SampledScript : public SmallCluster
{
  protected:
    SampledScript()
        : SmallCluster(2)
    {
        m_samples.SetInterval(ToTime(INTERVAL));
        m_samples.AddAll();
    }

    /**
     * Post a message.
     * @param at time
     * @param dst receiving host
     */
    void SendAt(RdmaTick at, uint32_t dst = 2)
    {
        Simulator::Schedule(ToTime(at),
                            [cluster = m_cluster, dst] { cluster->Send(0, dst, 0, BYTES, 1); });
    }

    /** @return time of the last event */
    static RdmaTick Run()
    {
        Simulator::Run();
        return ToRdmaTick(Simulator::Now());
    }

    /**
     * @param sampler a sampler with an interval of INTERVAL
     * @return sum of its rates of QPs, B
     */
    static double SumBytes(const RdmaSampler& sampler)
    {
        double gigabits = 0;
        for (const auto& row : sampler.GetRows())
        {
            gigabits += std::string(row.kind) == "qp.rate_gbps" ? row.value : 0;
        }
        return gigabits * INTERVAL.GetNs() / 8;
    }

    /// A row with the time from the start of the sampler.
    using Row = std::tuple<int64_t, std::string, std::string, double>;

    /**
     * @param sampler a sampler
     * @param start time of its start
     * @return its rows
     */
    static std::vector<Row> ListRows(const RdmaSampler& sampler, RdmaTick start = {})
    {
        std::vector<Row> rows;
        for (const auto& row : sampler.GetRows())
        {
            rows.emplace_back((row.time - start).GetPs(), row.kind, row.object, row.value);
        }
        return rows;
    }

    RdmaSampleHelper m_samples; ///< tested object
};

TEST_F(SampledScript, EndsWhenTheRestIsDone)
{
    SendAt(RdmaTick{});
    const auto withoutSamples = Run();
    SendAt(INTERVAL);
    const auto sampler = m_samples.Start(m_cluster);
    const auto end = Run() - withoutSamples;
    EXPECT_GE(end, withoutSamples + INTERVAL);
    EXPECT_LE(end, withoutSamples + INTERVAL + INTERVAL);
    EXPECT_DOUBLE_EQ(SumBytes(*sampler), BYTES) << "the last sample has the rest";
}

TEST_F(SampledScript, WaitsForMessagesThatEventsPostLater)
{
    SendAt(RdmaTick{});
    SendAt(RdmaTick::Ms(20));
    const auto sampler = m_samples.Start(m_cluster);
    EXPECT_GE(Run(), RdmaTick::Ms(20));
    EXPECT_DOUBLE_EQ(SumBytes(*sampler), 2 * BYTES);
}

TEST_F(SampledScript, WaitsForJobsThatStartLater)
{
    const auto workload = CreateObject<RdmaWorkload>();
    workload->SetMessenger(m_cluster->GetTransport());
    RdmaJob job;
    job.name = "late";
    job.schedule = MakeRdmaWrite(BYTES);
    job.hosts = {0, 2};
    job.start = MilliSeconds(20);
    workload->AddJob(job);
    workload->Start();
    const auto sampler = m_samples.Start(m_cluster, workload);
    Run();
    EXPECT_TRUE(workload->IsFinished());
    EXPECT_DOUBLE_EQ(SumBytes(*sampler), BYTES);
    workload->Dispose();
}

TEST_F(SampledScript, OfNothingEndsAfterOneInterval)
{
    const auto sampler = m_samples.Start(m_cluster);
    EXPECT_EQ(Run(), INTERVAL);
    EXPECT_TRUE(sampler->GetRows().empty());
}

TEST_F(SampledScript, ALaterStartGivesTheSameRowsLater)
{
    SendAt(RdmaTick{});
    const auto first = m_samples.Start(m_cluster);
    const auto start = Run();
    SendAt(RdmaTick{});
    const auto second = m_samples.Start(m_cluster);
    Run();
    ASSERT_FALSE(first->GetRows().empty());
    // The second message uses the same QP and path; nothing of the first is in its rows
    EXPECT_EQ(ListRows(*second, start), ListRows(*first));
}

TEST_F(SampledScript, OneThatStartsAgainContinues)
{
    SendAt(RdmaTick{});
    const auto sampler = m_samples.Start(m_cluster);
    Run();
    const auto rows = ListRows(*sampler);
    SendAt(RdmaTick{}); // outside of any interval
    Run();
    EXPECT_EQ(ListRows(*sampler), rows);
    SendAt(RdmaTick{});
    sampler->Start();
    Run();
    EXPECT_DOUBLE_EQ(SumBytes(*sampler), 2 * BYTES);
    EXPECT_GT(sampler->GetRows().size(), rows.size());
}

TEST_F(SampledScript, TwoSamplersDoNotWaitForEachOther)
{
    SendAt(RdmaTick{});
    const auto one = m_samples.Start(m_cluster);
    m_samples.SetInterval(MicroSeconds(7));
    const auto other = m_samples.Start(m_cluster);
    Run();
    EXPECT_DOUBLE_EQ(SumBytes(*one), BYTES);
    std::set<RdmaTick> times;
    for (const auto& row : other->GetRows())
    {
        times.insert(row.time);
    }
    const auto last = one->GetRows().back().time;
    EXPECT_GE(times.size(), static_cast<size_t>(last.GetNs() / 7000) - 1);
    EXPECT_EQ(*times.begin(), RdmaTick::Us(7));
}

TEST_F(SampledScript, ALongIntervalIsCompletedAfterTheEndOfTheRest)
{
    SendAt(RdmaTick{});
    const auto one = m_samples.Start(m_cluster);
    m_samples.SetInterval(MilliSeconds(30));
    const auto other = m_samples.Start(m_cluster);
    EXPECT_EQ(Run(), RdmaTick::Ms(30));
    ASSERT_FALSE(other->GetRows().empty());
    EXPECT_EQ(other->GetRows().back().time, RdmaTick::Ms(30));
}

TEST_F(SampledScript, TwoClustersAreSampledApart)
{
    RdmaClusterHelper helper;
    helper.SetTopology(m_clos);
    helper.SetTransport("ns3::RoceQpFactory");
    const auto other = helper.Build();
    SendAt(RdmaTick{});
    const auto first = m_samples.Start(m_cluster);
    const auto second = m_samples.Start(other);
    other->Send(0, 2, 0, 2 * BYTES, 1);
    Run();
    EXPECT_DOUBLE_EQ(SumBytes(*first), BYTES);
    EXPECT_DOUBLE_EQ(SumBytes(*second), 2 * BYTES);
    other->Dispose();
}

TEST_F(SampledScript, OneThatIsNotHeldDoesNothing)
{
    m_samples.Start(m_cluster);
    EXPECT_EQ(Run(), RdmaTick{});
    const auto sampler = m_samples.Start(m_cluster);
    sampler->Stop();
    EXPECT_EQ(Run(), RdmaTick{});
}

TEST_F(SampledScript, TheNextSimulationOfTheProcessHasSamplesToo)
{
    SendAt(RdmaTick::Ms(1));
    const auto sampler = m_samples.Start(m_cluster);
    RunUntil(RdmaTick::Us(15)); // a sample is pending
    m_cluster->Dispose();
    Simulator::Destroy();
    RdmaClusterHelper helper;
    helper.SetTopology(m_clos);
    helper.SetTransport("ns3::RoceQpFactory");
    m_cluster = helper.Build();
    SendAt(RdmaTick{});
    const auto next = m_samples.Start(m_cluster);
    Run();
    EXPECT_DOUBLE_EQ(SumBytes(*next), BYTES);
}

TEST_F(SampledScript, TheFileHasAHeaderAndExactNumbers)
{
    m_samples = RdmaSampleHelper();
    m_samples.SetInterval(NanoSeconds(1500));
    m_samples.SetZeros(true);
    m_samples.Add("plane.rx_gbps");
    const auto sampler = m_samples.Start(m_cluster);
    Run();
    const std::string name = testing::TempDir() + "samples-of-a-script.csv";
    sampler->WriteCsv(name);
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    std::remove(name.c_str());
    EXPECT_EQ(text.str(), "time_ns,kind,object,value\n1500,plane.rx_gbps,0,0\n");
}

using SampledScriptDeathTest = SampledScript;

TEST_F(SampledScriptDeathTest, WrongRequestsNameWhatIsAllowed)
{
    EXPECT_DEATH(
        m_samples.Add("qp.cwnd"),
        "no kind of time series is called qp.cwnd; allowed: host.rx_gbps, .*qp.evs_denied");
    EXPECT_DEATH(m_samples.SetInterval(Time{0}), "a sampling interval of .*allowed: more than 0");
    const auto sampler = m_samples.Start(m_cluster);
    EXPECT_DEATH(sampler->WriteCsv("/nowhere/samples.csv"),
                 "file of samples /nowhere/samples.csv cannot be written");
}

} // namespace

} // namespace ns3
