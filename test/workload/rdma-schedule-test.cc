/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/rdma-schedule-progress.h"
#include "ns3/rdma-schedule.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Indices = std::vector<uint32_t>;

/// 0 -> 1, then 1 -> 2 and 1 -> 0, then (after both) nothing; 2 -> 0 waits for the former.
RdmaSchedule
MakeFork()
{
    RdmaScheduleBuilder builder(3);
    builder.AddSend(0, 1, 10, 0);
    builder.AddSend(1, 2, 20, 1);
    builder.AddSend(1, 0, 30, 1);
    builder.AddSend(2, 0, 40, 2);
    builder.AddDependency(1, 3);
    builder.AddDependency(0, 2);
    builder.AddDependency(0, 1);
    return builder.Build();
}

/// 0 -> 1; when that is complete 0 -> 2, and when it is delivered 1 -> 0; 0 -> 1 after both of
/// these.
RdmaSchedule
MakeTurns()
{
    RdmaScheduleBuilder builder(3);
    builder.AddSend(0, 1, 10, 0);
    builder.AddSend(0, 2, 20, 1);
    builder.AddSend(1, 0, 30, 1);
    builder.AddSend(0, 1, 40, 2);
    builder.AddDependency(0, 1);
    builder.AddDependency(0, 2);
    builder.AddDependency(1, 3);
    builder.AddDependency(2, 3);
    return builder.Build();
}

Indices
DependentsOf(const RdmaSchedule& schedule, uint32_t send)
{
    const auto range = schedule.GetDependents(send);
    return Indices(range.begin(), range.end());
}

} // namespace

TEST(RdmaSchedule, DependentsComeBackPerSendInTheOrderTheyWereAdded)
{
    const auto schedule = MakeFork();
    EXPECT_EQ(schedule.GetNRanks(), 3u);
    EXPECT_EQ(schedule.GetNSends(), 4u);
    EXPECT_EQ(DependentsOf(schedule, 0), (Indices{2, 1}));
    EXPECT_EQ(DependentsOf(schedule, 1), (Indices{3}));
    EXPECT_EQ(DependentsOf(schedule, 2), Indices());
    EXPECT_EQ(schedule.GetNDependencies(0), 0u);
    EXPECT_EQ(schedule.GetNDependencies(3), 1u);
    EXPECT_EQ(schedule.Validate(), "");
}

TEST(RdmaSchedule, WithoutARuleBandwidthsRelateToTheBusiestRank)
{
    // Rank 0 receives 30 + 40, rank 1 sends 20 + 30.
    EXPECT_EQ(MakeFork().GetSizeBytes(), 70u);
    EXPECT_EQ(MakeFork().GetBusFactor(), 1.0);
}

TEST(RdmaSchedule, ABuilderIsEmptyAfterBuild)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 1, 0);
    EXPECT_EQ(builder.Build().GetNSends(), 1u);
    EXPECT_EQ(builder.Build().GetNSends(), 0u);
}

TEST(RdmaSchedule, ARankOutOfRangeIsFound)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(1, 2, 1, 0);
    EXPECT_EQ(builder.Build().Validate(), "send 1 names rank 2 of 2");
}

TEST(RdmaSchedule, ASendToOneselfIsFound)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(1, 1, 1, 0);
    EXPECT_EQ(builder.Build().Validate(), "send 0 goes from rank 1 to itself");
}

TEST(RdmaSchedule, AnEmptySendIsFound)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 0, 0);
    EXPECT_EQ(builder.Build().Validate(), "send 0 has no bytes");
}

TEST(RdmaSchedule, AWaitForSomethingBetweenOtherRanksIsFound)
{
    RdmaScheduleBuilder builder(3);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(2, 0, 1, 0);
    builder.AddDependency(0, 1);
    EXPECT_EQ(builder.Build().Validate(),
              "send 0 goes from rank 0 to rank 1, but rank 2 waits for it");
}

TEST(RdmaSchedule, ASendMayWaitForOneOfItsOwnRank)
{
    EXPECT_FALSE(MakeFork().HasOwnWaits());
    const auto schedule = MakeTurns();
    EXPECT_TRUE(schedule.HasOwnWaits());
    EXPECT_EQ(schedule.Validate(), "");
}

TEST(RdmaSchedule, AComputationIsASendOfItsRankToItselfThatTakesTime)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 10, 0);
    const auto computation = builder.AddComputation(1, RdmaTick::Us(3), 1);
    builder.AddSend(1, 0, 20, 1);
    builder.AddDependency(0, computation);
    builder.AddDependency(computation, 2);
    const auto schedule = builder.Build();
    EXPECT_EQ(computation, 1u);
    EXPECT_EQ(schedule.Validate(), "");
    EXPECT_EQ(schedule.GetNSends(), 3u);
    EXPECT_EQ(schedule.GetNComputations(), 1u);
    EXPECT_TRUE(schedule.GetSend(1).IsComputation());
    EXPECT_FALSE(schedule.GetSend(2).IsComputation());
    EXPECT_EQ(schedule.GetDuration(0), RdmaTick());
    EXPECT_EQ(schedule.GetDuration(1), RdmaTick::Us(3));
    EXPECT_EQ(schedule.GetDuration(2), RdmaTick());
    EXPECT_FALSE(schedule.HasOwnWaits()); // a computation has no acknowledgment
}

TEST(RdmaSchedule, ANegativeTimeAndAComputationOfAnotherRankAreFound)
{
    RdmaScheduleBuilder builder(3);
    builder.AddComputation(0, RdmaTick::Ps(-1), 0);
    EXPECT_EQ(builder.Build().Validate(), "send 0 takes a negative time");
    RdmaScheduleBuilder other(3);
    other.AddComputation(0, RdmaTick::Ps(1), 0);
    other.AddSend(1, 2, 1, 0);
    other.AddDependency(0, 1);
    EXPECT_EQ(other.Build().Validate(),
              "send 0 goes from rank 0 to rank 0, but rank 1 waits for it");
}

TEST(RdmaSchedule, AStartOffsetOfASendThatWaitsIsFound)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(1, 0, 1, 0);
    builder.AddDependency(0, 1);
    builder.SetStart(1, RdmaTick::Ns(5));
    EXPECT_EQ(builder.Build().Validate(), "send 1 has both a start offset and dependencies");
}

TEST(RdmaSchedule, ACycleIsFoundAndItsSizeTold)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(1, 0, 1, 0);
    builder.AddDependency(1, 2);
    builder.AddDependency(2, 1);
    EXPECT_EQ(builder.Build().Validate(), "2 sends wait for one another in a cycle");
}

TEST(RdmaScheduleProgress, SendsBecomeReadyWhenTheirLastDependencyIsDelivered)
{
    const auto schedule = MakeFork();
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    EXPECT_EQ(ready, Indices{0});
    EXPECT_EQ(progress.GetNLeft(), 4u);

    ready.clear();
    progress.Post(0, 1);
    progress.Deliver(0, ready);
    EXPECT_EQ(ready, (Indices{2, 1}));

    ready.clear();
    progress.Post(1, 1);
    progress.Post(2, 1);
    progress.Deliver(2, ready);
    EXPECT_TRUE(ready.empty());
    progress.Deliver(1, ready);
    EXPECT_EQ(ready, Indices{3});
    EXPECT_EQ(progress.GetNLeft(), 1u);
}

TEST(RdmaScheduleProgress, ASendInThreePiecesIsDeliveredWithTheThird)
{
    const auto schedule = MakeFork();
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    ready.clear();
    progress.Post(0, 3);
    progress.Deliver(0, ready);
    progress.Deliver(0, ready);
    EXPECT_TRUE(ready.empty());
    EXPECT_EQ(progress.GetNLeft(), 4u);
    progress.Deliver(0, ready);
    EXPECT_EQ(ready, (Indices{2, 1}));
    EXPECT_EQ(progress.GetNLeft(), 3u);
}

TEST(RdmaScheduleProgress, TheOwnRankWaitsForCompletionAndTheOtherOneForDelivery)
{
    const auto schedule = MakeTurns();
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    EXPECT_EQ(ready, Indices{0});

    ready.clear();
    progress.Post(0, 1);
    progress.Deliver(0, ready);
    EXPECT_EQ(ready, Indices{2});

    ready.clear();
    progress.Complete(0, ready);
    EXPECT_EQ(ready, Indices{1});

    // Acknowledged before it is delivered, which this object must accept
    ready.clear();
    progress.Post(1, 1);
    progress.Post(2, 1);
    progress.Complete(1, ready);
    progress.Complete(2, ready);
    progress.Deliver(1, ready);
    EXPECT_TRUE(ready.empty());
    progress.Deliver(2, ready);
    EXPECT_EQ(ready, Indices{3});
    progress.Post(3, 1);
    progress.Deliver(3, ready);
    EXPECT_EQ(progress.GetNLeft(), 0u);
}

TEST(RdmaScheduleProgress, ASendInTwoPiecesIsCompleteWithTheSecond)
{
    const auto schedule = MakeTurns();
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    ready.clear();
    progress.Post(0, 2);
    progress.Deliver(0, ready);
    progress.Complete(0, ready);
    EXPECT_TRUE(ready.empty());
    progress.Complete(0, ready);
    EXPECT_EQ(ready, Indices{1});
    progress.Deliver(0, ready);
    EXPECT_EQ(ready, (Indices{1, 2}));
}

TEST(RdmaScheduleProgress, CompletionsThatNobodyWaitsForChangeNothing)
{
    const auto schedule = MakeFork();
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    ready.clear();
    progress.Post(0, 1);
    progress.Complete(0, ready);
    EXPECT_TRUE(ready.empty());
    EXPECT_EQ(progress.GetNLeft(), 4u);
}

TEST(RdmaScheduleProgress, RootsComeInOrderOfStartThenOfIndex)
{
    RdmaScheduleBuilder builder(2);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(0, 1, 1, 0);
    builder.AddSend(0, 1, 1, 0);
    builder.SetStart(0, RdmaTick::Ns(7));
    builder.SetStart(2, RdmaTick::Ns(3));
    const auto schedule = builder.Build();
    EXPECT_EQ(schedule.GetStart(3), RdmaTick());
    RdmaScheduleProgress progress;
    Indices ready;
    progress.Begin(schedule, ready);
    EXPECT_EQ(ready, (Indices{1, 3, 2, 0}));
}

TEST(RdmaScheduleProgress, ASecondExecutionStartsAfresh)
{
    const auto schedule = MakeFork();
    RdmaScheduleProgress progress;
    for (int execution = 0; execution < 2; ++execution)
    {
        Indices ready;
        uint32_t delivered = 0;
        progress.Begin(schedule, ready);
        for (mrctest::StepBudget steps; !ready.empty() && steps.Take();)
        {
            const uint32_t send = ready.back();
            ready.pop_back();
            progress.Post(send, 1);
            progress.Deliver(send, ready);
            ++delivered;
        }
        EXPECT_EQ(delivered, 4u);
        EXPECT_EQ(progress.GetNLeft(), 0u);
    }
}
