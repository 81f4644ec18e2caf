/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-net.h"

using namespace ns3;
using namespace mrctest;

namespace
{

/// The timer of one QP at its NIC: inputs move the wake-up, events are counted.
class RdmaQpTimerTest : public MrcNicTest
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        qp = AddQp();
    }

    /**
     * Schedule an input after which the transport requests another wake-up.
     * @param at time of the wake-up
     */
    void Ask(RdmaTick at)
    {
        qp->wakeup = at;
        Touch(qp);
    }

    /**
     * Run to the end.
     * @return number of events that the scheduler executed, without the stop
     */
    uint64_t CountEvents()
    {
        Run();
        return Simulator::GetEventCount() - 1;
    }

    FakeTransport* qp{nullptr}; ///< the QP
};

using Times = std::vector<RdmaTick>;

TEST_F(RdmaQpTimerTest, NeverMeansNever)
{
    Ask(RdmaTick::Max());
    EXPECT_EQ(CountEvents(), 0U);
    EXPECT_TRUE(qp->timeouts.empty());
}

TEST_F(RdmaQpTimerTest, FiresAtTheTimeAsked)
{
    Ask(RdmaTick::Us(7));
    EXPECT_EQ(CountEvents(), 1U);
    EXPECT_EQ(qp->timeouts, Times{RdmaTick::Us(7)});
}

TEST_F(RdmaQpTimerTest, ATimeThatHasPassedFiresAtOnce)
{
    At(RdmaTick::Us(10), [this] { Ask(RdmaTick::Us(3)); });
    Run();
    EXPECT_EQ(qp->timeouts, Times{RdmaTick::Us(10)});
}

TEST_F(RdmaQpTimerTest, TheTimeoutItselfAsksAgain)
{
    qp->onInput = [this](RdmaTick now) {
        qp->wakeup = qp->timeouts.size() < 3 ? now + RdmaTick::Us(5) : RdmaTick::Max();
    };
    Touch(qp);
    EXPECT_EQ(CountEvents(), 3U);
    EXPECT_EQ(qp->timeouts, (Times{RdmaTick::Us(5), RdmaTick::Us(10), RdmaTick::Us(15)}));
}

TEST_F(RdmaQpTimerTest, ADeadlineThatMovesWithEveryInputCostsOneEventPerTimeout)
{
    constexpr int INPUTS = 1000;
    for (int i = 0; i < INPUTS; ++i)
    {
        const RdmaTick t = RdmaTick::Ns(100) * i;
        At(t, [this, t] { Ask(t + RdmaTick::Us(100)); });
    }
    // At 100 us the first expiry finds the deadline at 199.9 us and is scheduled again.
    EXPECT_EQ(CountEvents(), INPUTS + 2U);
    EXPECT_EQ(qp->timeouts, Times{RdmaTick::Ns(199900)});
}

TEST_F(RdmaQpTimerTest, PacingDoesNotScheduleTheFarTimeoutAgain)
{
    constexpr size_t PACKETS = 100;
    const RdmaTick timeout = RdmaTick::Us(500);
    Ask(timeout);
    qp->onInput = [this, timeout](RdmaTick now) {
        const size_t n = qp->timeouts.size();
        qp->wakeup = n < PACKETS ? now + RdmaTick::Us(1) : n == PACKETS ? timeout : RdmaTick::Max();
    };
    Touch(qp);
    EXPECT_EQ(CountEvents(), PACKETS + 1);
    ASSERT_EQ(qp->timeouts.size(), PACKETS + 1);
    EXPECT_EQ(qp->timeouts[PACKETS - 1], RdmaTick::Us(PACKETS));
    EXPECT_EQ(qp->timeouts[PACKETS], timeout);
}

TEST_F(RdmaQpTimerTest, ThreeEverEarlierTimesAreAllKept)
{
    const Times wanted{RdmaTick::Us(25), RdmaTick::Us(50), RdmaTick::Us(100)};
    Ask(wanted[2]);
    Ask(wanted[1]);
    Ask(wanted[0]);
    qp->onInput = [this, wanted](RdmaTick) {
        const size_t n = qp->timeouts.size();
        qp->wakeup = n < wanted.size() ? wanted[n] : RdmaTick::Max();
    };
    // The later expiry was no longer stored when the third came, and is scheduled a second time.
    EXPECT_EQ(CountEvents(), 4U);
    EXPECT_EQ(qp->timeouts, wanted);
}

TEST_F(RdmaQpTimerTest, AShotThatIsNotNeededAnyMoreDoesNotReachTheTransport)
{
    Ask(RdmaTick::Us(10));
    At(RdmaTick::Us(5), [this] { Ask(RdmaTick::Max()); });
    Run();
    EXPECT_TRUE(qp->timeouts.empty());
}

TEST_F(RdmaQpTimerTest, TimersOfSeveralQpsAreIndependent)
{
    FakeTransport* other = AddQp();
    Ask(RdmaTick::Us(20));
    other->wakeup = RdmaTick::Us(10);
    Touch(other);
    Run();
    EXPECT_EQ(qp->timeouts, Times{RdmaTick::Us(20)});
    EXPECT_EQ(other->timeouts, Times{RdmaTick::Us(10)});
}

TEST_F(RdmaQpTimerTest, AShotThatOutlivesItsNicDoesNothing)
{
    Ask(RdmaTick::Us(10));
    At(RdmaTick::Us(5), [this] { nic->Dispose(); });
    Run();
    EXPECT_EQ(Simulator::GetEventCount(), 3U) << "disposal, shot, stop";
}

} // namespace
