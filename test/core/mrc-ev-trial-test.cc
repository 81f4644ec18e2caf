/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <algorithm>
#include <functional>
#include <vector>

// An EV that is suspect after a silent loss is tried before it is retired (LossTrial).

using namespace ns3;

namespace
{

/** A table with trials. The time-out of probes is 50 us. */
class EvTrial : public EvTable
{
  protected:
    EvTrial()
    {
        parameters->lossTrial = CreateObject<MrcEvParameters>()->lossTrial;
        parameters->probeJitter = 0;
    }

    /** @return true if it is among the active ones of its plane */
    bool IsActive(uint32_t ev) const
    {
        const auto evs = Active(MrcEv::Plane(ev));
        return std::find(evs.begin(), evs.end(), ev) != evs.end();
    }

    /**
     * Lose a packet on the active EVs of a plane in turn, until a loss is not attributed to its
     * path.
     * @param plane 0-based
     * @param most maximum number of losses
     * @return EVs that were suspended
     */
    uint32_t SuspendUntilRefused(uint32_t plane, uint32_t most = 1000)
    {
        uint32_t suspended = 0;
        for (bool go = true; go && suspended < most; suspended += go)
        {
            const uint32_t ev = table.GetActiveEv(plane, 0);
            table.OnLoss(now, ev);
            go = !IsActive(ev);
            if (go)
            {
                // keep the number of active EVs
                table.Replace(now, ev, MrcEv::Pack(plane, m_fresh++), MrcEvState::GOOD);
            }
        }
        return suspended;
    }

    /**
     * Leave probes unanswered.
     * @param ev expected EV of the probes
     * @param count number of probes
     */
    void LeaveUnanswered(uint32_t ev, uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto probe = table.PollProbe(now, ~0U);
            ASSERT_TRUE(probe) << "probe " << i;
            EXPECT_EQ(probe->ev, ev);
            now += RdmaTick::Us(50);
            EXPECT_LE(table.NextProbe(), now);
        }
    }

    uint32_t m_fresh{1000}; ///< next path that no table contains
};

TEST_F(EvTrial, SuspectIsSuspendedAtOnceAndABackupTakesItsPlace)
{
    Start(4, 100);
    const uint32_t ev = table.GetActiveEv(2, 5);
    table.OnLoss(now, ev);
    EXPECT_FALSE(IsActive(ev));
    EXPECT_EQ(table.GetActiveCount(2), 32U);
    EXPECT_EQ(table.GetGoodCount(2), 32U);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP) << "nothing is known yet";
    EXPECT_EQ(Events(),
              (Words{"replaced " + std::to_string(ev) + " by " +
                     std::to_string(table.GetActiveEv(2, 5))}));
    EXPECT_EQ(table.NextProbe(), now) << "it is probed at once";
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, ev);
}

TEST_F(EvTrial, FirstAnswerEndsTheTrial)
{
    Start(2, 3); // 3 active, no backups
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    EXPECT_EQ(table.GetActiveCount(0), 2U);
    EXPECT_EQ(NextProbe(), ev);
    now += BASE_RTT;
    table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
    EXPECT_TRUE(IsActive(ev));
    EXPECT_TRUE(table.NextProbe().IsMax());
    EXPECT_EQ(Events(), Words()) << "it never was bad";
}

TEST_F(EvTrial, SecondAnswerWillDoIfTheFirstProbeIsLost)
{
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 2);
    EXPECT_EQ(NextProbe(), ev);
    table.OnProbeSuccess(now, ev, MrcEvVerdict::SKIP_ONCE);
    EXPECT_TRUE(IsActive(ev)) << "marked or not: the path works";
    EXPECT_EQ(Events(), Words());
}

TEST_F(EvTrial, ThreeUnansweredProbesConfirmThatItIsBad)
{
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 2);
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    EXPECT_EQ(Events(), Words());
    LeaveUnanswered(ev, 1);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt) << "the last one is given up";
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(Events(), Words{"bad " + std::to_string(ev)});

    // from here on it is like any retired EV
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(1));
    Revive(ev);
    EXPECT_EQ(Events(), Words{"good " + std::to_string(ev)});
}

TEST_F(EvTrial, ItsBeginIsReportedOnRequest)
{
    parameters->reportTrial = true;
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    for (int time = 0; time < 2; ++time)
    {
        table.OnLoss(now, ev);
        EXPECT_EQ(NextProbe(), ev);
        now += BASE_RTT;
        table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
        EXPECT_EQ(Events(), Words{"trial " + std::to_string(ev)}) << "the path works";
    }
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 3);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt) << "the last one is given up";
    EXPECT_EQ(Events(), (Words{"trial " + std::to_string(ev), "bad " + std::to_string(ev)}));
}

TEST_F(EvTrial, NumberOfProbesCanBeSet)
{
    parameters->lossTrial = 1;
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 1);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
}

TEST_F(EvTrial, AnswerOfAnEarlierPacketEndsTheTrial)
{
    const std::vector<std::function<void(uint32_t)>> answers{
        [this](uint32_t ev) { table.OnSack(now, ev, MrcEvVerdict::NONE); },
        [this](uint32_t ev) { table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE); },
        [this](uint32_t ev) { table.OnNack(now, ev, MrcNackReason::TRIMMED); },
        [this](uint32_t ev) { table.OnNack(now, ev, MrcNackReason::TRIMMED_LASTHOP); }};
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        SCOPED_TRACE(i);
        table = MrcEvTable();
        Start(2, 3);
        const uint32_t ev = table.GetActiveEv(0, 0);
        table.OnLoss(now, ev);
        EXPECT_EQ(NextProbe(), ev);
        answers[i](ev);
        EXPECT_TRUE(IsActive(ev));
        EXPECT_EQ(table.GetState(ev), MrcEvState::GOOD);
        EXPECT_TRUE(table.NextProbe().IsMax()) << "its probe is no longer outstanding";
        EXPECT_EQ(Events(), Words());
    }
}

TEST_F(EvTrial, AnswerThatNeverWantsTheEvAgainDoesNotEndTheTrial)
{
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    table.OnSack(now, ev, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_FALSE(IsActive(ev));
}

TEST_F(EvTrial, TwoEvsAreTriedAtATime)
{
    Start(4, 16);
    std::vector<uint32_t> evs;
    for (uint32_t p = 0; p < 4; ++p)
    {
        evs.push_back(table.GetActiveEv(p, 0));
        table.OnLoss(now, evs.back());
        EXPECT_FALSE(IsActive(evs.back())) << "those that wait are not used, either";
    }
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, evs[0]);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, evs[1]);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Us(50)) << "nothing to do before an answer";
    now += BASE_RTT;
    table.OnProbeSuccess(now, evs[1], MrcEvVerdict::NONE);
    EXPECT_LE(table.NextProbe(), now);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, evs[2]);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    table.OnSack(now, evs[0], MrcEvVerdict::NONE);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, evs[3]) << "a SACK has ended its trial";
}

TEST_F(EvTrial, RetiredEvsDoNotWaitForTrials)
{
    Start(4, 16);
    const uint32_t bad = table.GetActiveEv(3, 0);
    table.AssumeBad(now, bad);
    now += RdmaTick::Ms(1);
    for (uint32_t p = 0; p < 3; ++p)
    {
        table.OnLoss(now, table.GetActiveEv(p, 0));
    }
    std::vector<uint32_t> probed;
    for (std::optional<MrcPath> probe; (probe = table.PollProbe(now, ~0U)) && probed.size() < 10;)
    {
        probed.push_back(probe->ev);
    }
    EXPECT_EQ(probed.size(), 3U);
    EXPECT_EQ(probed[0], bad);
}

TEST_F(EvTrial, AssumedBadDuringItsTrialAnEvIsRetired)
{
    Start(2, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    table.OnLoss(now, ev);
    EXPECT_EQ(NextProbe(), ev);
    table.AssumeBad(now, ev);
    EXPECT_EQ(table.GetState(ev), MrcEvState::ASSUMED_BAD);
    EXPECT_EQ(Events(), Words{"bad " + std::to_string(ev)});
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(1));
    table.AssumeBad(now, ev);
    EXPECT_EQ(Events(), Words()) << "once";
}

TEST_F(EvTrial, TrialEndsWhenTheEvIsDeniedOrReplaced)
{
    StartWith(1, {{10, 0}, {11, 0}, {12, 0}, {13, 0}});
    table.OnLoss(now, 10);
    table.OnLoss(now, 11);
    table.OnLoss(now, 12);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, 10U);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, 11U);
    table.Deny(10);
    EXPECT_EQ(table.GetState(10), MrcEvState::DENIED);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, 12U) << "its place is free";
    ASSERT_TRUE(table.Replace(now, 11, 21, MrcEvState::GOOD));
    table.OnLoss(now, 13);
    EXPECT_EQ(table.PollProbe(now, ~0U)->ev, 13U);
}

TEST_F(EvTrial, EndOfATrialIsNoFlap)
{
    Start(1, 3);
    const uint32_t ev = table.GetActiveEv(0, 0);
    for (int i = 0; i < 3; ++i)
    {
        table.OnLoss(now, ev);
        EXPECT_EQ(NextProbe(), ev);
        table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    }
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 3);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(1)) << "it is retired for the first time";
    Revive(ev);
    table.OnLoss(now, ev);
    LeaveUnanswered(ev, 3);
    EXPECT_EQ(table.PollProbe(now, ~0U), std::nullopt);
    EXPECT_EQ(table.NextProbe(), now + RdmaTick::Ms(2)) << "retired again soon after it came back";
}

TEST_F(EvTrial, PlaneWhoseEvsAreAllOnTrialIsSuspectUntilOneTrialEnds)
{
    Start(2, 4);
    LoseOnAll(now, 0);
    EXPECT_EQ(table.GetOpenPlanes(), 0b10U);
    const uint32_t ev = NextProbe();
    table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
    EXPECT_EQ(table.GetOpenPlanes(), 0b11U);
    EXPECT_EQ(Active(0), std::vector<uint32_t>{ev});
}

TEST_F(EvTrial, GuardsHoldAgainstSuspicionToo)
{
    parameters->evMinActive = 15;
    Start(2, 8);
    const uint32_t first = table.GetActiveEv(0, 0);
    table.OnLoss(now, first);
    EXPECT_FALSE(IsActive(first));
    const uint32_t kept = table.GetActiveEv(1, 1);
    table.OnLoss(now, kept);
    EXPECT_TRUE(IsActive(kept));
    EXPECT_EQ(table.GetState(kept), MrcEvState::SKIP);
}

// Loss budget: if hardly any packet arrives, losses are not attributed to paths.

TEST_F(EvTrial, AtTheStartEightLossesAreAttributedToPaths)
{
    Start(2, 8);
    EXPECT_EQ(SuspendUntilRefused(0), 8U);
    const uint32_t ev = table.GetActiveEv(0, 1);
    table.OnLoss(now, ev);
    EXPECT_TRUE(IsActive(ev));
    EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP) << "skipped for a while, not suspect";
}

TEST_F(EvTrial, EverySackAllowsForTwoMore)
{
    Start(2, 8);
    SuspendUntilRefused(0);
    table.OnSack(now, table.GetActiveEv(1, 0), MrcEvVerdict::NONE);
    EXPECT_EQ(SuspendUntilRefused(1), 2U);
    for (int i = 0; i < 3; ++i)
    {
        table.OnSack(now, table.GetActiveEv(1, 0), MrcEvVerdict::SKIP_ONCE);
    }
    EXPECT_EQ(SuspendUntilRefused(1), 6U);
}

TEST_F(EvTrial, NeverMoreThan64AreAttributedWithoutASack)
{
    Start(2, 8);
    for (int i = 0; i < 1000; ++i)
    {
        table.OnSack(now, table.GetActiveEv(0, i % 6), MrcEvVerdict::NONE);
    }
    EXPECT_EQ(SuspendUntilRefused(0), 64U);
}

TEST_F(EvTrial, WithoutTrialsNoLimitApplies)
{
    parameters->lossTrial = 0;
    Start(2, 8);
    EXPECT_EQ(SuspendUntilRefused(0, 30), 30U);
}

// Report of a trim: the NACK of the next trimmed packet may be lost.

TEST_F(EvTrial, WithinATimeoutAfterATrimASecondLossInARowIsNeeded)
{
    Start(2, 64);
    table.OnNack(now, table.GetActiveEv(1, 0), MrcNackReason::TRIMMED);
    const uint32_t ev = table.GetActiveEv(0, 3);
    now += RTO - RdmaTick::Us(1);
    table.OnLoss(now, ev);
    EXPECT_TRUE(IsActive(ev));
    table.OnSack(now, ev, MrcEvVerdict::NONE); // the row is interrupted
    table.OnLoss(now, ev);
    EXPECT_TRUE(IsActive(ev));
    table.OnLoss(now, ev);
    EXPECT_FALSE(IsActive(ev));
    now += RdmaTick::Us(1);
    const uint32_t other = table.GetActiveEv(0, 4);
    table.OnLoss(now, other);
    EXPECT_FALSE(IsActive(other)) << "one is enough again";
}

TEST_F(EvTrial, NacksOfOtherReasonsAreNoTrims)
{
    Start(2, 64);
    table.OnNack(now, table.GetActiveEv(1, 0), MrcNackReason::NO_PKT_BUFFER);
    const uint32_t ev = table.GetActiveEv(0, 3);
    table.OnLoss(now, ev);
    EXPECT_FALSE(IsActive(ev));
}

} // namespace
