/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-messenger.h"
#include "schedule-player.h"

#include "ns3/rdma-job.h"
#include "ns3/rdma-training-schedule.h"

#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Two data-parallel ranks with 9 ps of computing: 3 forward, 6 backward.
RdmaTrainingPlan
MakePlan()
{
    RdmaTrainingPlan plan;
    plan.data = 2;
    plan.compute = RdmaTick::Ps(9);
    plan.gradientBytes = 10;
    return plan;
}

/// Two stages, each of two data-parallel ranks: 0 and 1, 2 and 3.
RdmaTrainingPlan
MakeStages()
{
    auto plan = MakePlan();
    plan.pipeline = 2;
    plan.activationBytes = 7;
    return plan;
}

/// Latency 1 us, 10 ps per byte (800 Gb/s); rank r on host r.
RdmaTick
IdealOf(const RdmaTrainingPlan& plan)
{
    RdmaJob job;
    job.name = "training";
    job.schedule = MakeRdmaTraining(plan, nullptr);
    job.hosts.resize(job.schedule.GetNRanks());
    std::iota(job.hosts.begin(), job.hosts.end(), 0);
    EXPECT_EQ(job.Validate(64), "");
    auto messenger = CreateObject<FakeMessenger>(64, RdmaTick::Us(1), 10);
    return GetRdmaIdealDuration(job, *PeekPointer(messenger));
}

/// Total computation of each rank.
std::vector<int64_t>
SumComputations(const RdmaSchedule& schedule)
{
    std::vector<int64_t> sums(schedule.GetNRanks());
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        sums[schedule.GetSend(i).src] += schedule.GetDuration(i).GetPs();
    }
    return sums;
}

/// Order of a rank's passes in a schedule of two stages, as a word of F and B, recognized by their
/// durations of 3 and 6 ps.
std::string
GetOrder(const RdmaSchedule& schedule, uint32_t rank)
{
    std::string word;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const auto time = schedule.GetDuration(i).GetPs();
        if (schedule.GetSend(i).src == rank && time > 0)
        {
            word += time == 3 ? "F" : "B";
        }
    }
    return word;
}

} // namespace

TEST(RdmaTraining, OneBucketIsReducedWhenTheBackwardPassIsDone)
{
    EXPECT_EQ(WriteDown(MakeRdmaTraining(MakePlan(), nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0 6ps < 0
3: 0 1 6ps < 1
4: 0 0>1 5 < 2
5: 0 1>0 5 < 3
6: 0 1>0 5 < 3 4
7: 0 0>1 5 < 2 5
)");
}

TEST(RdmaTraining, TheNextStepOfARankWaitsForItsOwnGradientsAndNothingElse)
{
    auto plan = MakePlan();
    plan.steps = 2;
    plan.gradientBytes = 1; // a single chunk, which is only forwarded
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0 6ps < 0
3: 0 1 6ps < 1
4: 0 0>1 1 < 2
5: 0 1>0 1 < 3 4
6: 1 0 3ps < 2 5
7: 1 1 3ps < 3 4
8: 1 0 6ps < 6
9: 1 1 6ps < 7
10: 1 0>1 1 < 8
11: 1 1>0 1 < 9 10
)");
}

TEST(RdmaTraining, BucketsFollowOneAnotherAsTheirPartOfTheBackwardPassIsDone)
{
    auto plan = MakePlan();
    plan.buckets = 2;
    plan.gradientBytes = 2;
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0 3ps < 0
3: 0 1 3ps < 1
4: 0 0 3ps < 2
5: 0 1 3ps < 3
6: 0 0>1 1 < 2
7: 0 1>0 1 < 3 6
8: 0 0 0ps < 2 4 7
9: 0 1 0ps < 3 5 6
10: 0 0>1 1 < 8
11: 0 1>0 1 < 9 10
)");
}

TEST(RdmaTraining, WithoutOverlapAllBucketsWaitForAllPasses)
{
    auto plan = MakePlan();
    plan.buckets = 2;
    plan.gradientBytes = 2;
    plan.overlap = false;
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0 6ps < 0
3: 0 1 6ps < 1
4: 0 0>1 1 < 2
5: 0 1>0 1 < 3 4
6: 0 0 0ps < 2 5
7: 0 1 0ps < 3 4
8: 0 0>1 1 < 6
9: 0 1>0 1 < 7 8
)");
}

TEST(RdmaTraining, ShardsAreGatheredWhenAllBucketsAreReduced)
{
    auto plan = MakePlan();
    plan.buckets = 2;
    plan.gradientBytes = 4;
    plan.sharded = true;
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0 3ps < 0
3: 0 1 3ps < 1
4: 0 0 3ps < 2
5: 0 1 3ps < 3
6: 0 0>1 1 < 2
7: 0 1>0 1 < 3
8: 0 0 0ps < 2 4 7
9: 0 1 0ps < 3 5 6
10: 0 0>1 1 < 8
11: 0 1>0 1 < 9
12: 0 0 0ps < 8 11
13: 0 1 0ps < 9 10
14: 0 0>1 1 < 12
15: 0 1>0 1 < 13
16: 0 0 0ps < 12 15
17: 0 1 0ps < 13 14
18: 0 0>1 1 < 16
19: 0 1>0 1 < 17
)");
}

TEST(RdmaTraining, TwoStagesOfTwoDataParallelRanks)
{
    EXPECT_EQ(WriteDown(MakeRdmaTraining(MakeStages(), nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0>2 7 < 0
3: 0 1>3 7 < 1
4: 0 2 3ps < 2
5: 0 3 3ps < 3
6: 0 2 6ps < 4
7: 0 3 6ps < 5
8: 0 2>0 7 < 6
9: 0 3>1 7 < 7
10: 0 2>3 5 < 6
11: 0 3>2 5 < 7
12: 0 3>2 5 < 7 10
13: 0 2>3 5 < 6 11
14: 0 0 6ps < 0 8
15: 0 1 6ps < 1 9
16: 0 0>1 5 < 14
17: 0 1>0 5 < 15
18: 0 1>0 5 < 15 16
19: 0 0>1 5 < 14 17
)");
}

TEST(RdmaTraining, ALayerEndsWithTheAllReduceOfItsTensorGroup)
{
    RdmaTrainingPlan plan;
    plan.tensor = 2;
    plan.layers = 2;
    plan.compute = RdmaTick::Ps(18);
    plan.tensorBytes = 2;
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 3ps
1: 0 1 3ps
2: 0 0>1 1 < 0
3: 0 1>0 1 < 1
4: 0 1>0 1 < 1 2
5: 0 0>1 1 < 0 3
6: 0 0 3ps < 0 3 4
7: 0 1 3ps < 1 2 5
8: 0 0>1 1 < 6
9: 0 1>0 1 < 7
10: 0 1>0 1 < 7 8
11: 0 0>1 1 < 6 9
12: 0 0 6ps < 6 9 10
13: 0 1 6ps < 7 8 11
14: 0 0>1 1 < 12
15: 0 1>0 1 < 13
16: 0 1>0 1 < 13 14
17: 0 0>1 1 < 12 15
18: 0 0 6ps < 12 15 16
19: 0 1 6ps < 13 14 17
20: 0 0>1 1 < 18
21: 0 1>0 1 < 19
22: 0 1>0 1 < 19 20
23: 0 0>1 1 < 18 21
)");
}

TEST(RdmaTraining, ALayerHasTwoAllToAllsOfItsExpertGroup)
{
    RdmaTrainingPlan plan;
    plan.expert = 2;
    plan.compute = RdmaTick::Ps(12);
    plan.expertBytes = 5;
    EXPECT_EQ(WriteDown(MakeRdmaTraining(plan, nullptr)), R"(
0: 0 0 2ps
1: 0 1 2ps
2: 0 0>1 5 < 0
3: 0 1>0 5 < 1
4: 0 0 2ps < 0 3
5: 0 1 2ps < 1 2
6: 0 0>1 5 < 4
7: 0 1>0 5 < 5
8: 0 0 4ps < 4 7
9: 0 1 4ps < 5 6
10: 0 0>1 5 < 8
11: 0 1>0 5 < 9
12: 0 0 4ps < 8 11
13: 0 1 4ps < 9 10
14: 0 0>1 5 < 12
15: 0 1>0 5 < 13
)");
}

TEST(RdmaTraining, GroupsOfOneAndMessagesWithoutBytesAreNone)
{
    RdmaTrainingPlan plain;
    plain.data = 2;
    plain.gradientBytes = 6;
    plain.compute = RdmaTick::Ps(12);
    const std::string expected = WriteDown(MakeRdmaTraining(plain, nullptr));
    RdmaTrainingPlan alone = plain;
    alone.expertBytes = alone.tensorBytes = 5; // of groups of one rank
    EXPECT_EQ(WriteDown(MakeRdmaTraining(alone, nullptr)), expected);
    for (const auto degree : {&RdmaTrainingPlan::expert, &RdmaTrainingPlan::tensor})
    {
        RdmaTrainingPlan silent = plain;
        silent.*degree = 3;
        const RdmaSchedule schedule = MakeRdmaTraining(silent, nullptr);
        for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
        {
            EXPECT_EQ(schedule.GetSend(send).bytes == 0, schedule.GetSend(send).IsComputation());
        }
    }
}

TEST(RdmaTraining, StagesTakeForwardAndBackwardPassesInTurnsOrOneKindAfterTheOther)
{
    auto plan = MakeStages();
    plan.microbatches = 3;
    const auto turns = MakeRdmaTraining(plan, nullptr);
    EXPECT_EQ(GetOrder(turns, 0), "FFBFBB");
    EXPECT_EQ(GetOrder(turns, 2), "FBFBFB");
    plan.order = RdmaPipelineOrder::ALL_FORWARD;
    const auto all = MakeRdmaTraining(plan, nullptr);
    EXPECT_EQ(GetOrder(all, 0), "FFFBBB");
    EXPECT_EQ(GetOrder(all, 2), "FFFBBB");
}

TEST(RdmaTraining, IdealDurationsByHand)
{
    auto plan = MakePlan();
    plan.compute = RdmaTick::Us(9);
    plan.gradientBytes = 200;
    // 9 us, then two steps of a ring with 100 B: 1.001 us each; three times
    plan.steps = 3;
    EXPECT_EQ(IdealOf(plan), RdmaTick::Ns(33006));
    plan.steps = 1;
    plan.pipeline = 2;
    plan.activationBytes = 100;
    // F 3, message 1.001, F 3, B 6, message 1.001, B 6, ring 2.002
    EXPECT_EQ(IdealOf(plan), RdmaTick::Ns(22004));
    plan.microbatches = 2;
    // The second stage has F B F B from 4.001 on, the first B from 23.002 on
    EXPECT_EQ(IdealOf(plan), RdmaTick::Ns(31004));

    RdmaTrainingPlan experts;
    experts.expert = 2;
    experts.compute = RdmaTick::Us(12);
    experts.expertBytes = 100;
    EXPECT_EQ(IdealOf(experts), RdmaTick::Ns(12000 + 4 * 1001));
}

TEST(RdmaTraining, PartsOfAPassAddUpToIt)
{
    auto plan = MakePlan();
    plan.tensor = 2;
    plan.expert = 2;
    plan.tensorBytes = plan.expertBytes = 1;
    plan.compute = RdmaTick::Ps(1'000'003);
    plan.layers = 7;
    plan.buckets = 5;
    plan.microbatches = 3;
    plan.steps = 2;
    const auto sums = SumComputations(MakeRdmaTraining(plan, nullptr));
    EXPECT_EQ(sums, std::vector<int64_t>(8, int64_t{1'000'003} * 6));
}

TEST(RdmaTraining, JitterMakesEveryPassLongerByItsOwnShareOfItsBound)
{
    auto plan = MakePlan();
    plan.compute = RdmaTick::Us(1);
    plan.jitter = 0.5;
    plan.steps = 10;
    const auto sums = [&plan](int64_t stream) {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        return SumComputations(MakeRdmaTraining(plan, PeekPointer(random)));
    };
    const auto some = sums(1);
    for (const int64_t sum : some)
    {
        EXPECT_GT(sum, 10'000'000);
        EXPECT_LT(sum, 15'000'000);
    }
    EXPECT_NE(some[0], some[1]);
    EXPECT_EQ(some, sums(1));
    EXPECT_NE(some, sums(2));
}

TEST(RdmaTraining, InAnyOrderOfEventsARankIsInOneStepAndDoesOneThingAtATime)
{
    auto plan = MakeStages();
    plan.tensor = plan.expert = 2;
    plan.tensorBytes = 3;
    plan.expertBytes = 2;
    plan.microbatches = 3;
    plan.layers = plan.buckets = plan.steps = 2;
    for (const bool sharded : {false, true})
    {
        plan.sharded = sharded;
        const auto schedule = MakeRdmaTraining(plan, nullptr);
        ASSERT_EQ(schedule.Validate(), "");
        EXPECT_FALSE(schedule.HasOwnWaits());
        std::vector<uint32_t> left(schedule.GetNRanks()); // of step 0: not done, or to be received
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            left[schedule.GetSend(i).dst] += schedule.GetSend(i).step == 0 ? 1 : 0;
        }
        std::vector<bool> busy(schedule.GetNRanks());
        const auto isWork = [&schedule](uint32_t i) {
            return schedule.GetDuration(i) > RdmaTick();
        };
        const auto post = [&](uint32_t i) {
            const RdmaSend& send = schedule.GetSend(i);
            EXPECT_TRUE(send.step == 0 || left[send.src] == 0) << "send " << i;
            if (isWork(i))
            {
                EXPECT_FALSE(busy[send.src]) << "send " << i;
                busy[send.src] = true;
            }
        };
        const auto deliver = [&](uint32_t i) {
            const RdmaSend& send = schedule.GetSend(i);
            left[send.dst] -= send.step == 0 ? 1 : 0;
            if (isWork(i))
            {
                busy[send.src] = false;
            }
        };
        Execute(schedule, 3, post, deliver, [](uint32_t) {});
    }
}
