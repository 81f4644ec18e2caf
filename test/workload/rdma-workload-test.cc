/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-messenger.h"

#include "ns3/config.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-broadcast-schedule.h"
#include "ns3/rdma-halving-doubling-schedule.h"
#include "ns3/rdma-permutation-schedule.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-time.h"
#include "ns3/rdma-tree-schedule.h"
#include "ns3/rdma-workload.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using JobState = RdmaWorkload::JobState;

/**
 * A workload on 16 hosts with a latency of 1 us and 10 ps per byte (800 Gb/s).
 */
class RdmaWorkloadTest : public ::testing::Test
{
  protected:
    RdmaWorkloadTest()
    {
        m_workload->SetMessenger(m_messenger);
        m_workload->SetDoneCallback(MakeCallback(&RdmaWorkloadTest::OnDone, this));
    }

    ~RdmaWorkloadTest() override
    {
        m_workload->Dispose();
        Simulator::Destroy();
    }

    /**
     * @param name name of the job
     * @param schedule its sends; rank r is host r
     * @return the job, of type "test"
     */
    static RdmaJob MakeJob(const std::string& name, RdmaSchedule schedule)
    {
        RdmaJob job;
        job.name = name;
        job.type = "test";
        job.hosts.resize(schedule.GetNRanks());
        std::iota(job.hosts.begin(), job.hosts.end(), 0);
        job.schedule = std::move(schedule);
        return job;
    }

    /** Start the workload and simulate to the end. */
    void Run()
    {
        m_workload->Start();
        Simulator::Run();
    }

    /**
     * @param n number of a repetition in order of start
     * @return its record
     */
    const RdmaJobRecord& Job(size_t n) const
    {
        return m_workload->GetJobRecords().at(n);
    }

    /**
     * @param n number of a flow
     * @return its record
     */
    const RdmaFlowRecord& Flow(size_t n) const
    {
        return m_workload->GetFlowRecords().at(n);
    }

    /** Record the time of the done callback. */
    void OnDone()
    {
        ++m_nDone;
        m_doneAt = ToRdmaTick(Simulator::Now());
    }

    Ptr<FakeMessenger> m_messenger{
        CreateObject<FakeMessenger>(16, RdmaTick::Us(1), 10)};  ///< cluster
    Ptr<RdmaWorkload> m_workload{CreateObject<RdmaWorkload>()}; ///< under test
    uint32_t m_nDone{0};                                        ///< calls of the done callback
    RdmaTick m_doneAt;                                          ///< time of the last one
};

/// Rank 0 computes 3 us and sends 100 B, which take 1.001 us; rank 1 then computes 5 us, which is
/// step 1, and 2 us in parallel.
RdmaSchedule
MakeComputing()
{
    RdmaScheduleBuilder builder(2);
    const auto first = builder.AddComputation(0, RdmaTick::Us(3), 0);
    const auto send = builder.AddSend(0, 1, 100, 0);
    const auto last = builder.AddComputation(1, RdmaTick::Us(5), 1);
    builder.AddComputation(1, RdmaTick::Us(2), 0);
    builder.AddDependency(first, send);
    builder.AddDependency(send, last);
    return builder.Build();
}

TEST_F(RdmaWorkloadTest, AWriteIsPostedDeliveredAcknowledgedAndDone)
{
    m_workload->AddJob(MakeJob("w", MakeRdmaWrite(100000)));
    Run();
    ASSERT_EQ(m_workload->GetFlowRecords().size(), 1u);
    EXPECT_EQ(Flow(0).src, 0u);
    EXPECT_EQ(Flow(0).dst, 1u);
    EXPECT_EQ(Flow(0).bytes, 100000u);
    EXPECT_EQ(Flow(0).start, RdmaTick());
    EXPECT_EQ(Flow(0).end, RdmaTick::Us(2));
    EXPECT_EQ(Flow(0).sentEnd, RdmaTick::Us(3));
    EXPECT_EQ(Flow(0).ideal, RdmaTick::Us(2));
    EXPECT_EQ(Flow(0).GetSlowdown(), 1.0);
    EXPECT_EQ(Flow(0).stats.packets, 101u);
    EXPECT_TRUE(Flow(0).IsClosed());

    ASSERT_EQ(m_workload->GetJobRecords().size(), 1u);
    EXPECT_TRUE(Job(0).finished);
    EXPECT_EQ(Job(0).end, RdmaTick::Us(2));
    EXPECT_EQ(Job(0).GetEfficiency(), 1.0);
    EXPECT_DOUBLE_EQ(Job(0).algbwBps, 400e9);

    EXPECT_TRUE(m_workload->IsFinished());
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_EQ(m_doneAt,
              RdmaTick::Us(3)); // not before the acknowledgment, which brings the statistics
}

TEST_F(RdmaWorkloadTest, TraceSourcesHaveAPathUntilTheEnd)
{
    uint32_t flows = 0;
    Config::ConnectWithoutContext(
        "/$ns3::RdmaWorkload/FlowFinished",
        Callback<void, const RdmaFlowRecord&>([&flows](const RdmaFlowRecord&) { ++flows; }));
    m_workload->AddJob(MakeJob("w", MakeRdmaWrite(100000)));
    Run();
    EXPECT_EQ(flows, 1u);
    m_workload->Dispose();
    EXPECT_EQ(Config::LookupMatches("/$ns3::RdmaWorkload").GetN(), 0u);
}

TEST_F(RdmaWorkloadTest, BetweenDeliveryAndAcknowledgmentTheJobHasFinishedButNotTheWorkload)
{
    m_workload->AddJob(MakeJob("w", MakeRdmaWrite(100000)));
    m_workload->Start();
    Simulator::Stop(NanoSeconds(2500));
    Simulator::Run();
    EXPECT_EQ(m_workload->GetJobState(0), JobState::FINISHED);
    EXPECT_FALSE(m_workload->IsFinished());
    EXPECT_EQ(m_nDone, 0u);
}

TEST_F(RdmaWorkloadTest, RanksAreMappedToHosts)
{
    auto job = MakeJob("w", MakeRdmaWrite(1));
    job.hosts = {7, 4};
    m_workload->AddJob(std::move(job));
    Run();
    ASSERT_EQ(m_messenger->posted.size(), 1u);
    EXPECT_EQ(m_messenger->posted[0].src, 7u);
    EXPECT_EQ(m_messenger->posted[0].dst, 4u);
}

TEST_F(RdmaWorkloadTest, ASendOverThreeQpsIsDeliveredWithItsLastPiece)
{
    auto job = MakeJob("ring", MakeRdmaRingAllReduce(2, 20));
    job.qps = 3;
    m_workload->AddJob(std::move(job));
    Run();
    // Rank 0 sends 10 B as 4, 3 and 3; rank 1 forwards them when all three have arrived.
    const auto& posted = m_messenger->posted;
    ASSERT_EQ(posted.size(), 12u);
    EXPECT_EQ(posted[0].bytes, 4u);
    EXPECT_EQ(posted[1].bytes, 3u);
    EXPECT_EQ(posted[2].bytes, 3u);
    EXPECT_EQ(posted[0].qp, 0u);
    EXPECT_EQ(posted[1].qp, 1u);
    EXPECT_EQ(posted[2].qp, 2u);
    for (size_t i = 6; i < 12; ++i)
    {
        EXPECT_EQ(posted[i].at, RdmaTick::Ps(1000100)); // 1 us + 10 B
    }
    EXPECT_EQ(Job(0).GetEfficiency(), 1.0);
}

TEST_F(RdmaWorkloadTest, EachStepOfARingIsPostedWhenItsChunkHasArrived)
{
    m_workload->AddJob(MakeJob("ring", MakeRdmaRingAllReduce(4, 4000)));
    Run();
    ASSERT_EQ(m_messenger->posted.size(), 24u);
    for (size_t i = 0; i < 24; ++i)
    {
        EXPECT_EQ(m_messenger->posted[i].at, RdmaTick::Ns(static_cast<int64_t>(1010 * (i / 4))));
        EXPECT_EQ(Flow(i).step, i / 4);
    }
}

TEST_F(RdmaWorkloadTest, AnIdealNetworkReachesEfficiencyOneInEveryPattern)
{
    const std::vector<std::function<RdmaSchedule()>> patterns{
        [] { return MakeRdmaWrite(12345); },
        [] { return MakeRdmaSendRecv(8, 12345); },
        [] {
            return MakeRdmaPermutation({3, 2, 1, 0}, 12345);
        },
        [] { return MakeRdmaIncast(8, 2, 12345); },
        [] { return MakeRdmaAllToAll(8, 12345); },
        [] { return MakeRdmaRingAllReduce(8, 8 * 12345); },
        [] { return MakeRdmaRingReduceScatter(8, 8 * 12345); },
        [] { return MakeRdmaRingAllGather(8, 8 * 12345); },
        [] { return MakeRdmaHalvingDoublingAllReduce(8, 8 * 12345); },
        [] { return MakeRdmaBroadcast(8, 3, 12345); },
    };
    std::string previous;
    for (size_t i = 0; i < patterns.size(); ++i)
    {
        auto job = MakeJob("job" + std::to_string(i), patterns[i]());
        job.after = previous;
        previous = job.name;
        m_workload->AddJob(std::move(job));
    }
    Run();
    ASSERT_EQ(m_workload->GetJobRecords().size(), patterns.size());
    for (size_t i = 0; i < patterns.size(); ++i)
    {
        EXPECT_EQ(Job(i).GetEfficiency(), 1.0) << "pattern " << i;
    }
}

TEST_F(RdmaWorkloadTest, AJobThatIsNotEnabledEndsAtItsStart)
{
    m_workload->AddJob(MakeJob("a", MakeRdmaWrite(100000)));
    auto off = MakeJob("off", {});
    off.enabled = false;
    off.qps = 3;
    off.after = "a";
    off.start = MicroSeconds(5);
    m_workload->AddJob(std::move(off));
    auto follower = MakeJob("follower", MakeRdmaWrite(100000));
    follower.after = "off";
    follower.start = MicroSeconds(1);
    m_workload->AddJob(std::move(follower));
    EXPECT_EQ(m_workload->GetNFlowsPlanned(), 2u);
    Run();
    EXPECT_TRUE(m_workload->IsFinished());
    ASSERT_EQ(m_workload->GetJobRecords().size(), 2u);
    EXPECT_EQ(Job(1).job, 2u);
    EXPECT_EQ(Job(1).start, RdmaTick::Us(2 + 5 + 1));
    EXPECT_EQ(Flow(1).qp, 4u);
}

TEST_F(RdmaWorkloadTest, NobodyWaitsForAJobThatIsNotEnabled)
{
    for (const char* after : {"", "a"})
    {
        auto off = MakeJob(std::string("off") + after, {});
        off.enabled = false;
        off.after = after;
        off.start = Seconds(1);
        m_workload->AddJob(std::move(off));
    }
    m_workload->AddJob(MakeJob("a", MakeRdmaWrite(100000)));
    Run();
    EXPECT_TRUE(m_workload->IsFinished());
    EXPECT_EQ(m_workload->GetJobState(1), JobState::FINISHED);
    EXPECT_EQ(m_doneAt, RdmaTick::Us(3));
    EXPECT_EQ(m_nDone, 1u);
}

TEST_F(RdmaWorkloadTest, BandwidthsFollowNcclTests)
{
    m_workload->AddJob(MakeJob("ring", MakeRdmaRingAllReduce(4, 400000)));
    auto job = MakeJob("a2a", MakeRdmaAllToAll(4, 100000));
    job.after = "ring";
    m_workload->AddJob(std::move(job));
    Run();
    // Ring: 6 steps of 2 us, S = 400 KB. All-to-all: 3 us + 1 us, S = 400 KB.
    EXPECT_DOUBLE_EQ(Job(0).algbwBps, 400000 * 8 / 12e-6);
    EXPECT_DOUBLE_EQ(Job(0).busbwBps, 400000 * 8 / 12e-6 * 1.5);
    EXPECT_DOUBLE_EQ(Job(1).algbwBps, 400000 * 8 / 4e-6);
    EXPECT_DOUBLE_EQ(Job(1).busbwBps, 400000 * 8 / 4e-6 * 0.75);
}

TEST_F(RdmaWorkloadTest, NoNetworkIsFasterThanTheBound)
{
    // Random flows and rings that compete at the same time.
    auto random = m_workload->GetRandomVariable();
    m_workload->AssignStreams(11);
    for (uint32_t j = 0; j < 20; ++j)
    {
        std::vector<RdmaFlow> flows;
        for (uint32_t f = 0; f < 30; ++f)
        {
            const uint32_t src = random->GetInteger(0, 15);
            const uint32_t dst = (src + random->GetInteger(1, 15)) % 16;
            flows.push_back({src,
                             dst,
                             random->GetInteger(1, 100000),
                             RdmaTick::Ps(random->GetInteger(0, 3) * 1234567)});
        }
        auto job = MakeJob("flows" + std::to_string(j), MakeRdmaFlows(16, flows));
        job.qps = random->GetInteger(1, 4);
        job.start = MicroSeconds(random->GetInteger(0, 50));
        m_workload->AddJob(std::move(job));
        auto ring = MakeJob(
            "ring" + std::to_string(j),
            MakeRdmaRingAllReduce(random->GetInteger(2, 16), random->GetInteger(1, 100000)));
        ring.after = "flows" + std::to_string(j);
        m_workload->AddJob(std::move(ring));
    }
    Run();
    EXPECT_TRUE(m_workload->IsFinished());
    ASSERT_EQ(m_workload->GetJobRecords().size(), 40u);
    for (const auto& record : m_workload->GetJobRecords())
    {
        EXPECT_LE(record.GetEfficiency(), 1.0) << "job " << record.job;
        EXPECT_GT(record.GetEfficiency(), 0.0) << "job " << record.job;
    }
    for (const auto& record : m_workload->GetFlowRecords())
    {
        EXPECT_GE(record.GetSlowdown(), 1.0) << "flow " << record.flow;
    }
}

TEST_F(RdmaWorkloadTest, EveryCollectiveOfAnyNumberOfRanksEndsAndNotBeforeItsBound)
{
    for (uint32_t n = 2; n <= 16; ++n)
    {
        const std::string ranks = std::to_string(n);
        auto random = m_workload->GetRandomVariable();
        m_workload->AddJob(MakeJob("scatter" + ranks, MakeRdmaRingReduceScatter(n, 54321)));
        m_workload->AddJob(MakeJob("gather" + ranks, MakeRdmaRingAllGather(n, 54321)));
        m_workload->AddJob(MakeJob("tree" + ranks, MakeRdmaTreeAllReduce(n, 54321, 5000)));
        m_workload->AddJob(MakeJob("halves" + ranks, MakeRdmaHalvingDoublingAllReduce(n, 54321)));
        m_workload->AddJob(MakeJob("chain" + ranks, MakeRdmaBroadcast(n, n / 2, 54321, 5000)));
        m_workload->AddJob(MakeJob("binomial" + ranks, MakeRdmaBinomialBroadcast(n, n / 2, 54321)));
        m_workload->AddJob(MakeJob("shift" + ranks, MakeRdmaShiftAllToAll(n, 54321)));
        m_workload->AddJob(MakeJob("window" + ranks, MakeRdmaWindowedAllToAll(n, 54321, 3)));
        m_workload->AddJob(
            MakeJob("shuffled" + ranks, MakeRdmaShuffledAllToAll(n, 54321, *PeekPointer(random))));
    }
    Run();
    EXPECT_TRUE(m_workload->IsFinished());
    for (const auto& record : m_workload->GetJobRecords())
    {
        EXPECT_LE(record.GetEfficiency(), 1.0) << m_workload->GetJob(record.job).name;
        EXPECT_GT(record.busbwBps, 0.0) << m_workload->GetJob(record.job).name;
    }
}

TEST_F(RdmaWorkloadTest, AStepThatWaitsForItsRanksOwnSendIsPostedWhenThatIsAcknowledged)
{
    auto job = MakeJob("shift", MakeRdmaShiftAllToAll(3, 100000));
    job.qps = 2;
    job.repeat = 2;
    m_workload->AddJob(std::move(job));
    Run();
    // Delivered after 2 us, acknowledged after 3; a repetition ends with its last delivery, and the
    // acknowledgments of its second step arrive during the first step of the next one
    ASSERT_EQ(m_messenger->posted.size(), 24u);
    const std::vector<int64_t> us{0, 3, 5, 8};
    for (size_t i = 0; i < 24; ++i)
    {
        EXPECT_EQ(m_messenger->posted[i].at, RdmaTick::Us(us[i / 6])) << "post " << i;
    }
    EXPECT_EQ(Job(1).end, RdmaTick::Us(10));
    EXPECT_TRUE(m_workload->IsFinished());
    EXPECT_EQ(m_doneAt, RdmaTick::Us(11));
}

TEST_F(RdmaWorkloadTest, AWindowMovesOnWithAcknowledgments)
{
    m_workload->AddJob(MakeJob("window", MakeRdmaWindowedAllToAll(4, 100000, 1)));
    Run();
    ASSERT_EQ(m_messenger->posted.size(), 12u);
    for (size_t i = 0; i < 12; ++i)
    {
        EXPECT_EQ(m_messenger->posted[i].at, RdmaTick::Us(static_cast<int64_t>(3 * (i / 4))));
    }
}

TEST_F(RdmaWorkloadTest, WhatWaitsForTheAcknowledgmentOfAFailedMessageIsNeverPosted)
{
    // Host 0 gets no acknowledgments of its messages to host 1, which arrive
    m_messenger->broken.insert({0, 1});
    m_messenger->deliversBroken = true;
    m_workload->AddJob(MakeJob("window", MakeRdmaWindowedAllToAll(3, 100000, 1)));
    Run();
    EXPECT_EQ(m_messenger->posted.size(), 5u);
    EXPECT_EQ(m_workload->GetNFlowsDelivered(), 5u);
    EXPECT_FALSE(Job(0).finished);
    EXPECT_FALSE(m_workload->IsFinished());
    EXPECT_EQ(m_nDone, 1u);
}

TEST_F(RdmaWorkloadTest, ARepetitionStartsWhenTheOneBeforeIsDelivered)
{
    auto job = MakeJob("w", MakeRdmaWrite(100000));
    job.repeat = 3;
    m_workload->AddJob(std::move(job));
    Run();
    ASSERT_EQ(m_workload->GetJobRecords().size(), 3u);
    for (uint32_t r = 0; r < 3; ++r)
    {
        EXPECT_EQ(Job(r).repetition, r);
        EXPECT_EQ(Job(r).start, RdmaTick::Us(2 * r));
        EXPECT_EQ(Job(r).end, RdmaTick::Us(2 * r + 2));
        EXPECT_EQ(Flow(r).repetition, r);
    }
    EXPECT_EQ(m_workload->GetNFlowsPlanned(), 3u);
}

TEST_F(RdmaWorkloadTest, AFollowerStartsAfterTheLastRepetitionAndItsOwnStartTime)
{
    // Added before the job it waits for.
    auto follower = MakeJob("second", MakeRdmaWrite(100000));
    follower.after = "first";
    follower.start = MicroSeconds(5);
    m_workload->AddJob(std::move(follower));
    auto first = MakeJob("first", MakeRdmaWrite(100000));
    first.repeat = 2;
    first.start = MicroSeconds(1);
    m_workload->AddJob(std::move(first));
    Run();
    ASSERT_EQ(m_workload->GetJobRecords().size(), 3u);
    EXPECT_EQ(Job(0).job, 1u);
    EXPECT_EQ(Job(0).start, RdmaTick::Us(1));
    EXPECT_EQ(Job(1).end, RdmaTick::Us(5));
    EXPECT_EQ(Job(2).job, 0u);
    EXPECT_EQ(Job(2).start, RdmaTick::Us(10));
    EXPECT_EQ(m_nDone, 1u);
}

TEST_F(RdmaWorkloadTest, JobsAtTheSameTimeHaveQpsOfTheirOwn)
{
    auto a = MakeJob("a", MakeRdmaWrite(10));
    a.qps = 2;
    m_workload->AddJob(std::move(a));
    m_workload->AddJob(MakeJob("b", MakeRdmaWrite(10)));
    auto c = MakeJob("c", MakeRdmaWrite(10));
    c.qps = 2;
    m_workload->AddJob(std::move(c));
    Run();
    ASSERT_EQ(m_messenger->posted.size(), 5u);
    for (uint32_t i = 0; i < 5; ++i)
    {
        EXPECT_EQ(m_messenger->posted[i].qp, i);
        EXPECT_EQ(m_messenger->posted[i].at, RdmaTick());
    }
}

TEST_F(RdmaWorkloadTest, AJobMayHaveAMessengerOfItsOwn)
{
    const auto slow = CreateObject<FakeMessenger>(16, RdmaTick::Us(1), 80);
    RdmaJob elephant = MakeJob("elephant", MakeRdmaWrite(100000));
    elephant.messenger = slow;
    m_workload->AddJob(MakeJob("mice", MakeRdmaWrite(100000)));
    m_workload->AddJob(elephant);
    Run();
    EXPECT_TRUE(m_workload->IsFinished());
    EXPECT_EQ(Flow(0).GetDuration(), RdmaTick::Us(2));
    EXPECT_EQ(Flow(1).GetDuration(), RdmaTick::Us(9));
    EXPECT_EQ(Flow(1).ideal, RdmaTick::Us(9)) << "by its own messenger";
    EXPECT_EQ(Job(1).ideal, RdmaTick::Us(9));
    EXPECT_NE(Flow(0).qp, Flow(1).qp);
}

TEST_F(RdmaWorkloadTest, FlowsOfAListStartAtTheirOffsets)
{
    auto job = MakeJob("flows",
                       MakeRdmaFlows(3,
                                     {{0, 1, 1, RdmaTick::Ns(700)},
                                      {1, 2, 1, RdmaTick()},
                                      {0, 2, 1, RdmaTick::Ns(300)},
                                      {2, 1, 1, RdmaTick::Ns(700)}}));
    job.start = NanoSeconds(50);
    m_workload->AddJob(std::move(job));
    Run();
    const auto& posted = m_messenger->posted;
    ASSERT_EQ(posted.size(), 4u);
    EXPECT_EQ(posted[0].at, RdmaTick::Ns(50));
    EXPECT_EQ(posted[0].src, 1u);
    EXPECT_EQ(posted[1].at, RdmaTick::Ns(350));
    EXPECT_EQ(posted[1].src, 0u);
    EXPECT_EQ(posted[2].at, RdmaTick::Ns(750));
    EXPECT_EQ(posted[2].src, 0u);
    EXPECT_EQ(posted[3].at, RdmaTick::Ns(750));
    EXPECT_EQ(posted[3].src, 2u);
    EXPECT_EQ(Flow(2).send, 0u);
}

TEST_F(RdmaWorkloadTest, ALateFlowKeepsTheWorkloadFromBeingDoneEarly)
{
    m_workload->AddJob(
        MakeJob("flows", MakeRdmaFlows(2, {{0, 1, 1, RdmaTick()}, {0, 1, 1, RdmaTick::Us(100)}})));
    Run();
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_GT(m_doneAt, RdmaTick::Us(100));
}

TEST_F(RdmaWorkloadTest, WhatWaitsForAFailedMessageIsNeverPostedAndTheRestGoesOn)
{
    m_messenger->broken.insert({1, 2});
    m_workload->AddJob(MakeJob("ring", MakeRdmaRingAllReduce(4, 4000)));
    auto follower = MakeJob("follower", MakeRdmaWrite(1));
    follower.after = "ring";
    m_workload->AddJob(std::move(follower));
    m_workload->AddJob(MakeJob("other", MakeRdmaSendRecv(2, 1)));
    Run();
    EXPECT_FALSE(m_workload->IsFinished());
    EXPECT_EQ(m_workload->GetJobState(0), JobState::RUNNING);
    EXPECT_EQ(m_workload->GetJobState(1), JobState::WAITING);
    EXPECT_EQ(m_workload->GetJobState(2), JobState::FINISHED);
    // Every chunk reaches host 1: chunk c in (1 - c) mod 4 steps, then one that fails.
    EXPECT_EQ(m_workload->GetNFlowsFailed(), 4u);
    EXPECT_EQ(m_workload->GetNFlowsDelivered(), 0u + 1 + 2 + 3 + 2);
    EXPECT_TRUE(m_workload->GetOpenFlows().empty());
    EXPECT_FALSE(Job(0).finished);
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_EQ(m_workload->GetNFlowsPlanned(), 24u + 1 + 2);
}

TEST_F(RdmaWorkloadTest, AMessageGivenUpAndDeliveredAllTheSameCounts)
{
    m_messenger->broken.insert({0, 1});
    m_messenger->deliversBroken = true;
    m_workload->AddJob(
        MakeJob("flows",
                MakeRdmaFlows(3, {{0, 1, 100000, RdmaTick()}, {1, 2, 1, RdmaTick::Us(9)}})));
    Run();
    EXPECT_TRUE(Flow(0).failed);
    EXPECT_TRUE(Flow(0).delivered);
    EXPECT_EQ(Flow(0).end, RdmaTick::Us(2));
    EXPECT_EQ(Flow(0).sentEnd, RdmaTick::Us(1));
    EXPECT_TRUE(Job(0).finished);
    EXPECT_EQ(m_workload->GetNFlowsFailed(), 1u);
    // Closed once, when given up: the done callback still waits for the later flow.
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_EQ(m_doneAt, Flow(1).sentEnd);
}

TEST_F(RdmaWorkloadTest, AMessageThatIsAcknowledgedBeforeItArrivesIsClosedWhenItArrives)
{
    m_messenger->acknowledgesEarly = true;
    std::vector<RdmaTick> closed;
    m_workload->TraceConnectWithoutContext(
        "FlowFinished",
        Callback<void, const RdmaFlowRecord&>([&closed](const RdmaFlowRecord& record) {
            EXPECT_TRUE(record.delivered && record.sent);
            closed.push_back(ToRdmaTick(Simulator::Now()));
        }));
    m_workload->AddJob(MakeJob("w", MakeRdmaWrite(100000)));
    Run();
    EXPECT_LT(Flow(0).sentEnd, Flow(0).end);
    EXPECT_EQ(closed, std::vector<RdmaTick>{Flow(0).end});
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_EQ(m_doneAt, Flow(0).end);
    EXPECT_TRUE(m_workload->GetOpenFlows().empty());
}

TEST_F(RdmaWorkloadTest, AQpThatRefusesAtOnceIsCountedWithinThePost)
{
    m_messenger->deadOnArrival.insert({0, 1});
    auto job = MakeJob("w", MakeRdmaWrite(10));
    job.qps = 3;
    m_workload->AddJob(std::move(job));
    Run();
    EXPECT_EQ(m_workload->GetNFlowsFailed(), 3u);
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_FALSE(m_workload->IsFinished());
}

TEST_F(RdmaWorkloadTest, OpenFlowsAreThoseNotDeliveredOrNotAcknowledged)
{
    m_workload->AddJob(MakeJob("flows",
                               MakeRdmaFlows(4,
                                             {{0, 1, 100, RdmaTick()},
                                              {2, 3, 500000, RdmaTick()},
                                              {2, 3, 500000, RdmaTick()},
                                              {3, 2, 100000, RdmaTick()}})));
    m_workload->Start();
    Simulator::Stop(NanoSeconds(2500));
    Simulator::Run();
    EXPECT_EQ(m_workload->GetOpenFlows(), (std::vector<uint32_t>{1, 2, 3}));
    EXPECT_TRUE(Flow(0).delivered);
    EXPECT_TRUE(Flow(3).delivered);
    EXPECT_FALSE(Flow(3).sent);
    EXPECT_FALSE(Flow(1).delivered);
    EXPECT_EQ(m_workload->GetBytesPosted(), 1100100u);
    EXPECT_FALSE(m_workload->IsFinished());
    EXPECT_EQ(m_nDone, 0u);
}

TEST_F(RdmaWorkloadTest, TracesTellEachStartAndEndOnce)
{
    std::vector<std::string> log;
    std::map<uint32_t, uint32_t> flows;
    const auto note = [&log](const char* what, const RdmaJobRecord& record) {
        log.push_back(std::string(what) + " " + std::to_string(record.job) + "." +
                      std::to_string(record.repetition) + (record.finished ? " finished" : ""));
    };
    using JobSink = Callback<void, const RdmaJobRecord&>;
    m_workload->TraceConnectWithoutContext(
        "JobStarted",
        JobSink([&note](const RdmaJobRecord& record) { note("start", record); }));
    m_workload->TraceConnectWithoutContext(
        "JobFinished",
        JobSink([&note](const RdmaJobRecord& record) { note("end", record); }));
    m_workload->TraceConnectWithoutContext(
        "FlowFinished",
        Callback<void, const RdmaFlowRecord&>([&flows](const RdmaFlowRecord& record) {
            EXPECT_TRUE(record.IsClosed());
            ++flows[record.flow];
        }));
    auto job = MakeJob("ring", MakeRdmaRingAllReduce(3, 9));
    job.repeat = 2;
    m_workload->AddJob(std::move(job));
    Run();
    EXPECT_EQ(log,
              (std::vector<std::string>{"start 0.0",
                                        "end 0.0 finished",
                                        "start 0.1",
                                        "end 0.1 finished"}));
    EXPECT_EQ(flows.size(), 24u);
    for (const auto& [flow, times] : flows)
    {
        EXPECT_EQ(times, 1u) << "flow " << flow;
    }
}

TEST_F(RdmaWorkloadTest, EveryFlowIsClosedAndEveryByteDeliveredAtTheEnd)
{
    auto job = MakeJob("a2a", MakeRdmaAllToAll(16, 1001));
    job.qps = 3;
    job.repeat = 2;
    m_workload->AddJob(std::move(job));
    Run();
    EXPECT_EQ(m_workload->GetFlowRecords().size(), m_workload->GetNFlowsPlanned());
    EXPECT_EQ(m_workload->GetNFlowsDelivered(), 2u * 16 * 15 * 3);
    EXPECT_EQ(m_workload->GetBytesPosted(), 2u * 16 * 15 * 1001);
    uint64_t delivered = 0;
    for (const RdmaFlowRecord& record : m_workload->GetFlowRecords())
    {
        delivered += record.delivered ? record.bytes : 0;
    }
    EXPECT_EQ(delivered, m_workload->GetBytesPosted());
    EXPECT_TRUE(m_workload->GetOpenFlows().empty());
    EXPECT_EQ(m_workload->TakeFlowRecords().size(), m_workload->GetNFlowsPlanned());
    EXPECT_TRUE(m_workload->GetFlowRecords().empty());
}

TEST_F(RdmaWorkloadTest, AWorkloadWithoutJobsIsDoneAtOnce)
{
    Run();
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_TRUE(m_workload->IsFinished());
}

TEST_F(RdmaWorkloadTest, JobsThatCannotRunAreRefusedByName)
{
    m_workload->AddJob(MakeJob("a", MakeRdmaWrite(1)));
    EXPECT_DEATH(m_workload->AddJob(MakeJob("a", MakeRdmaWrite(1))), "two jobs are called a");
    auto wide = MakeJob("wide", MakeRdmaSendRecv(17, 1));
    EXPECT_DEATH(m_workload->AddJob(std::move(wide)), "job wide has host 16 of 16");
}

TEST_F(RdmaWorkloadTest, AnUnknownPredecessorIsRefused)
{
    auto job = MakeJob("a", MakeRdmaWrite(1));
    job.after = "b";
    m_workload->AddJob(std::move(job));
    EXPECT_DEATH(m_workload->Start(), "job a waits for b, which does not exist");
}

TEST_F(RdmaWorkloadTest, JobsThatWaitForOneAnotherAreRefused)
{
    for (const std::string name : {"a", "b"})
    {
        auto job = MakeJob(name, MakeRdmaWrite(1));
        job.after = name == "a" ? "b" : "a";
        m_workload->AddJob(std::move(job));
    }
    m_workload->AddJob(MakeJob("c", MakeRdmaWrite(1)));
    EXPECT_DEATH(m_workload->Start(), "2 jobs wait for one another in a cycle");
}

TEST_F(RdmaWorkloadTest, ComputationsTakeTheirTimeAndAreNoFlows)
{
    auto job = MakeJob("c", MakeComputing());
    job.repeat = 2;
    m_workload->AddJob(job);
    EXPECT_EQ(m_workload->GetNFlowsPlanned(), 2u);
    Run();
    ASSERT_EQ(m_workload->GetFlowRecords().size(), 2u);
    EXPECT_EQ(Flow(0).start, RdmaTick::Us(3));
    EXPECT_EQ(Flow(0).end, RdmaTick::Ns(4001));
    EXPECT_EQ(Job(0).end, RdmaTick::Ns(9001));
    EXPECT_EQ(Job(0).GetEfficiency(), 1.0);
    EXPECT_EQ(Flow(1).start, RdmaTick::Ns(9001 + 3000));
    EXPECT_EQ(Job(1).end, RdmaTick::Ns(2 * 9001));
    EXPECT_TRUE(m_workload->IsFinished());
    EXPECT_EQ(m_doneAt, RdmaTick::Ns(2 * 9001)); // while only a computation was in progress
    EXPECT_TRUE(m_workload->GetStepRecords().empty());
}

TEST_F(RdmaWorkloadTest, StepsAreWrittenDownForThoseWhoWantIt)
{
    auto job = MakeJob("c", MakeComputing());
    job.repeat = 2;
    job.logsSteps = true;
    m_workload->AddJob(job);
    m_workload->Start();
    Simulator::Stop(NanoSeconds(9001 + 4500));
    Simulator::Run();
    const auto& steps = m_workload->GetStepRecords();
    ASSERT_EQ(steps.size(), 4u);
    EXPECT_EQ(steps[0].start, RdmaTick());
    EXPECT_EQ(steps[0].end, RdmaTick::Ns(4001));
    EXPECT_EQ(steps[0].compute, RdmaTick::Us(3)); // of rank 0, which computes longer than rank 1
    EXPECT_EQ(steps[1].start, RdmaTick::Ns(4001));
    EXPECT_EQ(steps[1].GetDuration(), RdmaTick::Us(5));
    EXPECT_EQ(steps[2].repetition, 1u);
    EXPECT_EQ(steps[2].GetDuration(), RdmaTick::Ns(4001));
    EXPECT_TRUE(steps[3].started);
    EXPECT_FALSE(steps[3].IsFinished());
    EXPECT_EQ(m_workload->GetNStepsFinished(0), 3u);
}

TEST_F(RdmaWorkloadTest, AStepThatWaitsForAFailedMessageNeverEndsAndTheNextNeverBegins)
{
    auto job = MakeJob("c", MakeComputing());
    job.logsSteps = true;
    m_messenger->broken = {{0, 1}};
    m_workload->AddJob(job);
    Run();
    EXPECT_EQ(m_nDone, 1u);
    EXPECT_FALSE(m_workload->IsFinished());
    const auto& steps = m_workload->GetStepRecords();
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].nLeft, 1u);
    EXPECT_FALSE(steps[1].started);
    EXPECT_EQ(m_workload->GetNStepsFinished(0), 0u);
}

TEST_F(RdmaWorkloadTest, NoComputationEndsAfterDispose)
{
    m_workload->AddJob(MakeJob("c", MakeComputing()));
    m_workload->Start();
    Simulator::Stop(MicroSeconds(1));
    Simulator::Run();
    m_workload->Dispose();
    Simulator::Run();
    EXPECT_TRUE(m_messenger->posted.empty());
}

TEST_F(RdmaWorkloadTest, NothingHappensAfterDispose)
{
    m_workload->AddJob(MakeJob("w", MakeRdmaWrite(100000)));
    auto late = MakeJob("late", MakeRdmaWrite(1));
    late.start = MicroSeconds(100);
    m_workload->AddJob(std::move(late));
    m_workload->Start();
    m_workload->Dispose();
    Simulator::Run();
    EXPECT_TRUE(m_messenger->posted.empty());
    EXPECT_EQ(m_nDone, 0u);
}

TEST_F(RdmaWorkloadTest, AMessengerWithoutPacketsHasNothingToTellOfThem)
{
    EXPECT_EQ(m_messenger->GetDeliveredBytes(0, 1, 0), 0U);
    EXPECT_EQ(m_messenger->Describe(0, 1, 0), "");
    EXPECT_FALSE(m_messenger->IsTimerArmed(0, 1, 0)) << "it may have stalled";
}

} // namespace
