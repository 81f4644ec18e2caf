/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"

#include "ns3/mrc-transport.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-sampler.h"
#include "ns3/rdma-time.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace
{

using ns3::RdmaTick;

/// A frame with a message of 4,096 B, and its acknowledgment. Both have Ethernet 14, IPv6 40,
/// UDP 8, BTH 12, ICRC 4 and FCS 4; the first has a RETH, the second an AETH.
constexpr double DATA_BYTES = 82 + 16 + 4096;
constexpr double ACK_BYTES = 82 + 4;

/// A sampler and a workload for it.
class SamplerTest : public SmallCluster
{
  protected:
    /// @param factory TypeId of the QP factory
    explicit SamplerTest(const char* factory = "ns3::RoceQpFactory")
        : SmallCluster(2, factory)
    {
        m_workload = ns3::CreateObject<ns3::RdmaWorkload>();
        m_workload->SetMessenger(m_cluster->GetTransport());
    }

    ~SamplerTest() override
    {
        m_sampler = nullptr;
        m_workload = nullptr;
    }

    /**
     * @param interval sampling interval
     * @param until simulated time to run to
     */
    void Run(RdmaTick interval, RdmaTick until)
    {
        m_plan.interval = interval;
        m_sampler = ns3::Create<ns3::RdmaSampler>(m_cluster, m_workload, m_plan);
        m_sampler->Start();
        RunUntil(until);
        m_rows = m_sampler->GetRows();
    }

    /** Two QPs from host 0 to host 2 with 8 KB, and later one with 4 KB. */
    void AddTwoJobs()
    {
        ns3::RdmaJob job;
        job.name = "two";
        job.schedule = ns3::MakeRdmaWrite(8192);
        job.hosts = {0, 2};
        job.qps = 2;
        m_workload->AddJob(job);
        job.name = "one";
        job.schedule = ns3::MakeRdmaWrite(4096);
        job.qps = 1;
        job.start = ns3::MicroSeconds(22);
        m_workload->AddJob(job);
        m_workload->Start();
    }

    /**
     * Post 4,096 B.
     * @param at time
     * @param src sending host
     * @param dst receiving host
     */
    void SendAt(RdmaTick at, uint32_t src, uint32_t dst)
    {
        ns3::Simulator::Schedule(ToTime(at), [cluster = m_cluster, src, dst] {
            cluster->Send(src, dst, 0, 4096, 1);
        });
    }

    /**
     * @param kind of samples
     * @param object name of the object
     * @return its values in the order of time
     */
    std::vector<double> GetValues(const std::string& kind, const std::string& object) const
    {
        std::vector<double> values;
        for (const auto& row : m_rows)
        {
            if (kind == row.kind && object == row.object)
            {
                values.push_back(row.value);
            }
        }
        return values;
    }

    /**
     * @param values expected values
     * @param kind of samples
     * @param object name of the object
     */
    void ExpectValues(const std::vector<double>& values,
                      const std::string& kind,
                      const std::string& object) const
    {
        const auto found = GetValues(kind, object);
        ASSERT_EQ(found.size(), values.size()) << kind << ' ' << object;
        for (size_t i = 0; i < values.size(); ++i)
        {
            EXPECT_DOUBLE_EQ(found[i], values[i]) << kind << ' ' << object << ' ' << i;
        }
    }

    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< jobs, if a test adds them
    ns3::Ptr<ns3::RdmaSampler> m_sampler;   ///< tested object
    std::vector<ns3::RdmaSample> m_rows;    ///< its points

    /// Requested time series: all kinds, including zeros.
    ns3::RdmaSamplePlan m_plan{RdmaTick::Us(10),
                               {"host.rx_gbps",
                                "plane.rx_gbps",
                                "job.throughput_gbps",
                                "job.steps_per_s",
                                "port.queue_bytes",
                                "port.paused",
                                "port.tx_gbps",
                                "qp.cwnd_bytes",
                                "qp.rate_gbps",
                                "qp.rtt_ns",
                                "qp.evs_good",
                                "qp.evs_skip",
                                "qp.evs_bad",
                                "qp.evs_denied"},
                               true,
                               true};
};

TEST_F(SamplerTest, AHostShowsWhatItReceivedInTheInterval)
{
    SendAt(RdmaTick{}, 0, 2);
    SendAt(RdmaTick::Us(12), 0, 2);
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    const double data = DATA_BYTES * 8 / 10000; // B per 10,000 ns
    ExpectValues({data, data, 0}, "host.rx_gbps", "h2");
    const double ack = ACK_BYTES * 8 / 10000;
    ExpectValues({ack, ack, 0}, "host.rx_gbps", "h0");
    ExpectValues({0, 0, 0}, "host.rx_gbps", "h1");
    ExpectValues({data + ack, data + ack, 0}, "plane.rx_gbps", "0");
}

TEST_F(SamplerTest, HostsThatNothingTouchedAreLeftOutIfWanted)
{
    SendAt(RdmaTick{}, 0, 1);
    m_plan.allHosts = false;
    Run(RdmaTick::Us(10), RdmaTick::Us(11));
    EXPECT_EQ(GetValues("host.rx_gbps", "h1").size(), 1U);
    EXPECT_TRUE(GetValues("host.rx_gbps", "h2").empty());
}

TEST_F(SamplerTest, WhatIsZeroIsLeftOutUnlessWanted)
{
    m_plan.zeros = false;
    SendAt(RdmaTick::Us(12), 0, 2);
    Run(RdmaTick::Us(10), RdmaTick::Us(41));
    EXPECT_EQ(GetValues("host.rx_gbps", "h2").size(), 1U);
    EXPECT_EQ(GetValues("plane.rx_gbps", "0").size(), 1U);
    EXPECT_TRUE(GetValues("host.rx_gbps", "h1").empty());
    for (const auto& row : m_rows)
    {
        EXPECT_NE(row.value, 0) << row.kind << ' ' << row.object;
        EXPECT_EQ(row.time, RdmaTick::Us(20)) << row.kind << ' ' << row.object;
    }
}

TEST_F(SamplerTest, OnlyKindsThatAreWantedHaveRows)
{
    m_plan.kinds = {"plane.rx_gbps", "qp.rate_gbps"};
    AddTwoJobs();
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    std::set<std::string> kinds;
    for (const auto& row : m_rows)
    {
        kinds.insert(row.kind);
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"plane.rx_gbps", "qp.rate_gbps"}));
}

TEST_F(SamplerTest, APortShowsWhatItSentInTheInterval)
{
    SendAt(RdmaTick{}, 0, 2);
    SendAt(RdmaTick::Us(12), 2, 0);
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    const double data = DATA_BYTES * 8 / 10000;
    const double ack = ACK_BYTES * 8 / 10000;
    ExpectValues({data, ack, 0}, "port.tx_gbps", "h0--p0-t0-0");
    ExpectValues({ack, data, 0}, "port.tx_gbps", "p0-t0-0--h0");
}

TEST_F(SamplerTest, AQpShowsWhatItsPeerPlacedInTheInterval)
{
    AddTwoJobs();
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    // RoCE: every message has a separate QP at host 0; each part of 8 KB has two halves
    std::map<std::string, double> sums;
    for (const auto& row : m_rows)
    {
        if (row.kind == std::string("qp.rate_gbps"))
        {
            sums[row.object] += row.value * 10000 / 8;
        }
    }
    double sent = 0;
    for (const auto& [qp, bytes] : sums)
    {
        EXPECT_TRUE(qp.rfind("h0/qp", 0) == 0 || bytes == 0) << qp << " only receives";
        sent += bytes;
    }
    EXPECT_DOUBLE_EQ(sent, 8192 + 4096);
    EXPECT_TRUE(GetValues("qp.evs_good", "h0/qp3").empty()) << "not an MRC QP";
}

/// A sampler test with MRC QPs, which have EVs.
class MrcSamplerTest : public SamplerTest
{
  protected:
    MrcSamplerTest()
        : SamplerTest("ns3::MrcQpFactory")
    {
    }
};

TEST_F(MrcSamplerTest, AQpShowsItsEvsByState)
{
    AddTwoJobs();
    Run(RdmaTick::Us(1), RdmaTick::Us(31));
    const auto good = GetValues("qp.evs_good", "h0/qp3");
    const auto skip = GetValues("qp.evs_skip", "h0/qp3");
    ASSERT_FALSE(good.empty());
    ASSERT_EQ(good.size(), skip.size());
    const auto* qp = dynamic_cast<const ns3::MrcTransport*>(m_cluster->FindTransport(0, 2, 0));
    ASSERT_NE(qp, nullptr);
    const auto evs = static_cast<double>(qp->GetEvTable().GetEvs(0).size());
    EXPECT_GT(good.front(), 0);
    for (size_t i = 0; i < good.size(); ++i)
    {
        EXPECT_EQ(good[i] + skip[i], evs);
    }
    EXPECT_EQ(GetValues("qp.evs_bad", "h0/qp3"), std::vector<double>(good.size(), 0));
}

TEST_F(MrcSamplerTest, ARoundTripTimeIsThatOfTheLastSack)
{
    SendAt(RdmaTick{}, 0, 2);
    SendAt(RdmaTick::Us(12), 0, 2);
    Run(RdmaTick::Ns(100), RdmaTick::Us(14));
    const auto rtts = GetValues("qp.rtt_ns", "h0/qp3");
    ASSERT_FALSE(rtts.empty()) << "there is a sample of the first message, the second is in flight";
    // Four times the line time of the data and of its SACK
    EXPECT_GT(rtts.front(), 4 * 4096 * 8 / 100.0);
    EXPECT_LT(rtts.front(), 2000);
}

TEST_F(SamplerTest, AnEmptyQueueIsAZero)
{
    for (int i = 0; i < 10; ++i)
    {
        SendAt(RdmaTick{}, 1, 0);
        SendAt(RdmaTick{}, 2, 0);
    }
    Run(RdmaTick::Us(1), RdmaTick::Us(31));
    // 20 frames take 6.7 us on the last link, and half of them arrive while it is busy.
    const auto values = GetValues("port.queue_bytes", "p0-t0-0--h0");
    ASSERT_GE(values.size(), 30U);
    const auto full = values.size() - std::count(values.begin(), values.end(), 0);
    EXPECT_GE(full, 3U);
    EXPECT_LE(full, 8U);
    EXPECT_EQ(values.back(), 0);
}

TEST_F(SamplerTest, OnlyQpsWithSomethingToDoShowTheirWindow)
{
    SendAt(RdmaTick{}, 0, 2);
    Run(RdmaTick::Ns(500), RdmaTick::Us(20));
    size_t windows = 0;
    for (const auto& row : m_rows)
    {
        if (std::string(row.kind) == "qp.cwnd_bytes")
        {
            ++windows;
            EXPECT_EQ(row.object.rfind("h0/qp", 0), 0U) << row.object << " only receives";
            EXPECT_LE(row.time, RdmaTick::Us(2)) << "four links and the reverse path";
        }
    }
    EXPECT_GE(windows, 2U);
}

TEST_F(SamplerTest, JobsOfTheSameHostsAreToldApartByTheirQps)
{
    AddTwoJobs();
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    ExpectValues({8192 * 8 / 10000.0, 0, 0}, "job.throughput_gbps", "two");
    ExpectValues({0, 0, 4096 * 8 / 10000.0}, "job.throughput_gbps", "one");
}

TEST_F(SamplerTest, JobsThatTellOfTheirStepsShowHowManyASecond)
{
    ns3::RdmaScheduleBuilder builder(2);
    uint32_t before = builder.AddComputation(0, RdmaTick::Us(3), 0);
    for (uint32_t step = 1; step < 6; ++step)
    {
        const auto next = builder.AddComputation(0, RdmaTick::Us(3), step);
        builder.AddDependency(before, next);
        before = next;
    }
    builder.AddDependency(before, builder.AddSend(0, 1, 1, 6));
    ns3::RdmaJob job;
    job.name = "steps";
    job.hosts = {0, 2};
    job.schedule = builder.Build();
    job.logsSteps = true;
    m_workload->AddJob(job);
    job.name = "others";
    job.logsSteps = false;
    m_workload->AddJob(job);
    m_workload->Start();
    Run(RdmaTick::Us(10), RdmaTick::Us(31));
    // Computations end every 3 us, six of them; the message after them is step 6
    ExpectValues({3e5, 4e5, 0}, "job.steps_per_s", "steps");
    ExpectValues({}, "job.steps_per_s", "others");
}

} // namespace
