/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include <functional>

// Marks and trims move packets only if there is a choice (SkipMarkRatio).

using namespace ns3;

namespace
{

/** A table with the default SkipMarkRatio. */
class EvMarks : public EvTable
{
  protected:
    EvMarks()
    {
        parameters->skipMarkRatio = CreateObject<MrcEvParameters>()->skipMarkRatio;
    }

    /**
     * A packet of an EV was marked.
     * @param ev an EV that is not skipped
     * @return true if the EV is skipped for it; this also takes its turn
     */
    bool Mark(uint32_t ev)
    {
        table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
        return !Turn(now, ev);
    }

    /** A packet of an EV arrived without a mark. */
    void Clear(uint32_t ev)
    {
        table.OnSack(now, ev, MrcEvVerdict::NONE);
    }

    /**
     * Repeat an action until the shares have converged.
     * @param round the action
     */
    static void Settle(const std::function<void()>& round)
    {
        for (int i = 0; i < 100; ++i)
        {
            round();
        }
    }
};

TEST_F(EvMarks, WithMoreThanHalfOfThePlaneGoodAMarkSkips)
{
    StartWith(1, {{10, 0}, {11, 0}, {12, 0}, {13, 0}, {14, 0}, {15, 0}});
    Settle([this] {
        for (uint32_t ev = 10; ev < 16; ++ev)
        {
            EXPECT_TRUE(Mark(ev)) << "the other five are good, and all are marked equally";
        }
    });
    for (uint32_t ev = 10; ev < 13; ++ev)
    {
        table.OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
        EXPECT_EQ(table.GetState(ev), MrcEvState::SKIP);
    }
    table.OnSack(now, 13, MrcEvVerdict::SKIP_ONCE);
    EXPECT_EQ(table.GetState(13), MrcEvState::GOOD) << "half of them are left";
    EXPECT_EQ(table.GetGoodCount(0), 3U);
}

TEST_F(EvMarks, OfTwoEvsMarkedAlikeNoneIsSkipped)
{
    StartWith(1, {{10, 0}, {11, 0}});
    Settle([this] {
        Mark(10);
        Mark(11);
    });
    for (int i = 0; i < 10; ++i)
    {
        EXPECT_FALSE(Mark(10));
        EXPECT_FALSE(Mark(11));
    }
}

TEST_F(EvMarks, OfTwoEvsTheOneMarkedMoreThanTwiceTheMeanIsSkipped)
{
    StartWith(1, {{10, 0}, {11, 0}});
    Settle([this] {
        Mark(10);
        Clear(11);
        Clear(11);
    });
    EXPECT_TRUE(Mark(10)) << "the mean is a third";
    Settle([this] {
        Mark(10);
        Clear(11);
        Mark(11);
    });
    EXPECT_FALSE(Mark(10)) << "two thirds";
}

TEST_F(EvMarks, RatioCanBeSetAndZeroSkipsAlways)
{
    parameters->skipMarkRatio = 1.2;
    StartWith(1, {{10, 0}, {11, 0}});
    Settle([this] {
        Mark(10);
        Clear(11);
        Mark(11);
    });
    EXPECT_TRUE(Mark(10));
    EXPECT_FALSE(Mark(11));
    parameters->skipMarkRatio = 0;
    EXPECT_TRUE(Mark(11));
}

TEST_F(EvMarks, FabricTrimsAreMarksAndLastHopTrimsAreNot)
{
    StartWith(1, {{10, 0}, {11, 0}});
    Settle([this] {
        table.OnNack(now, 10, MrcNackReason::TRIMMED);
        table.OnNack(now, 11, MrcNackReason::TRIMMED);
        now += BASE_RTT * 11; // the skips, if any, have expired
        Turn(now, 10);
        Turn(now, 11);
    });
    table.OnNack(now, 10, MrcNackReason::TRIMMED);
    EXPECT_EQ(table.GetState(10), MrcEvState::GOOD) << "trimmed like the other";
    Settle([this] {
        Clear(11);
        table.OnNack(now, 11, MrcNackReason::TRIMMED_LASTHOP);
    });
    EXPECT_TRUE(Mark(10)) << "now the other is clear";
}

TEST_F(EvMarks, EachPlaneHasItsOwnMean)
{
    StartWith(2, {{10, 0}, {11, 0}, {0x1000, 1}, {0x1001, 1}});
    Settle([this] {
        Mark(10);
        Mark(11);
        Clear(0x1000);
        Clear(0x1001);
    });
    EXPECT_FALSE(Mark(10));
    EXPECT_TRUE(Mark(0x1000)) << "on a plane without marks, the first mark counts";
}

} // namespace
