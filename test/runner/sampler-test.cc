/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/sampler.h"
#include "small-cluster.h"

#include "ns3/rdma-point-to-point-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// A frame with a message of 4,096 B, and its acknowledgment. Both have Ethernet 14, IPv6 40,
/// UDP 8, BTH 12, ICRC 4 and FCS 4; the first has a RETH, the second an AETH.
constexpr double DATA_BYTES = 82 + 16 + 4096;
constexpr double ACK_BYTES = 82 + 4;

/// A sampler and a workload for it.
class SamplerTest : public SmallCluster
{
  protected:
    SamplerTest()
        : SmallCluster(2)
    {
        m_workload = ns3::CreateObject<ns3::RdmaWorkload>();
        m_workload->SetMessenger(m_cluster->GetTransport());
    }

    ~SamplerTest() override
    {
        m_sampler.reset();
        m_workload = nullptr;
    }

    /**
     * @param interval between two looks
     * @param until simulated time to run to
     * @param allHosts rows for all hosts
     */
    void Run(RdmaTick interval, RdmaTick until, bool allHosts = true)
    {
        m_sampler = std::make_unique<Sampler>(m_cluster, m_workload, interval, allHosts, m_rows);
        m_sampler->Start();
        RunUntil(until);
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
     * @param object whose
     * @return its values one after the other
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
     * @param values that are expected
     * @param kind of samples
     * @param object whose
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
    std::unique_ptr<Sampler> m_sampler;     ///< what is tested
    std::vector<SampleRow> m_rows;          ///< what it has seen
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
    Run(RdmaTick::Us(10), RdmaTick::Us(11), false);
    EXPECT_EQ(GetValues("host.rx_gbps", "h1").size(), 1U);
    EXPECT_TRUE(GetValues("host.rx_gbps", "h2").empty());
}

TEST_F(SamplerTest, AQueueThatIsGoneShowsItsZeroOnce)
{
    for (int i = 0; i < 10; ++i)
    {
        SendAt(RdmaTick{}, 1, 0);
        SendAt(RdmaTick{}, 2, 0);
    }
    Run(RdmaTick::Us(1), RdmaTick::Us(31));
    // 20 frames take 6.7 us on the last link, and half of them arrive while it is busy.
    auto values = GetValues("port.queue_bytes", "p0-t0-0--h0");
    ASSERT_GE(values.size(), 4U);
    EXPECT_LE(values.size(), 9U) << "an empty queue has no rows";
    EXPECT_EQ(values.back(), 0);
    values.pop_back();
    EXPECT_EQ(std::count(values.begin(), values.end(), 0), 0);
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
            EXPECT_LE(row.time, RdmaTick::Us(2)) << "four links and the way back";
        }
    }
    EXPECT_GE(windows, 2U);
}

TEST_F(SamplerTest, JobsOfTheSameHostsAreToldApartByTheirQps)
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
