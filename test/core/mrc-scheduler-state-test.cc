/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>
#include <ostream>

// Scheduler states, mrc reference, 8.9: re-evaluated after post, send, SACK, NACK and loss.

using namespace ns3;

namespace ns3
{

std::ostream&
operator<<(std::ostream& os, MrcSchedulerState state)
{
    static constexpr const char* NAMES[] = {"IDLE", "PENDING", "ACTIVE", "READY"};
    return os << NAMES[static_cast<int>(state)];
}

} // namespace ns3

namespace
{

using State = MrcSchedulerState;

/** A QP with a window of two packets. */
class SchedulerState : public MrcTransportFixture
{
  protected:
    SchedulerState()
    {
        m_window->cwnd = 2 * 4180;
    }

    State Now()
    {
        return Qp().GetRequester().GetSchedulerState();
    }

    /// In READY, and in no other state, a free port gets a packet.
    void ExpectConsistent()
    {
        const bool ready = Now() == State::READY;
        EXPECT_EQ(Transmit().has_value(), ready);
        EXPECT_EQ(m_lastPoll == RdmaPoll::PDU, ready);
    }
};

TEST_F(SchedulerState, FreshQpIsIdle)
{
    EXPECT_EQ(Now(), State::IDLE);
    ExpectConsistent();
}

TEST_F(SchedulerState, PostMakesItReadyAndTheLastSendPending)
{
    Post(2);
    EXPECT_EQ(Now(), State::READY);
    ExpectConsistent();
    EXPECT_EQ(Now(), State::READY);
    ExpectConsistent();
    EXPECT_EQ(Now(), State::PENDING);
    ExpectConsistent();
}

TEST_F(SchedulerState, SackOfTheLastPacketMakesItIdle)
{
    Post(1);
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Now(), State::IDLE);
}

TEST_F(SchedulerState, FullWindowMakesItActiveAndASackReadyAgain)
{
    Post(4);
    TransmitAll();
    EXPECT_EQ(Now(), State::ACTIVE);
    ExpectConsistent();
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Now(), State::READY);
    ExpectConsistent();
}

TEST_F(SchedulerState, FullPsnWindowMakesItActiveToo)
{
    m_window->cwnd = 1 << 30;
    m_setup.qp.windowPackets = 128;
    Post(129);
    TransmitAll();
    EXPECT_EQ(Now(), State::ACTIVE);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Now(), State::READY);
}

TEST_F(SchedulerState, ReadyIsAboutWindowsNotAboutPorts)
{
    Post(1);
    EXPECT_FALSE(Transmit(0));
    EXPECT_EQ(m_lastPoll, RdmaPoll::NO_PORT);
    EXPECT_EQ(Now(), State::READY);
}

TEST_F(SchedulerState, TrimNackOfAPendingQpMakesItReady)
{
    Post(1);
    TransmitAll();
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_EQ(Now(), State::READY);
    ExpectConsistent();
    EXPECT_EQ(Now(), State::PENDING);
}

TEST_F(SchedulerState, NackOfAShortageMakesItActiveUntilThePauseIsOver)
{
    Post(1);
    TransmitAll();
    Nack(MrcNackReason::NO_RESOURCE, 0, 0x0000);
    EXPECT_EQ(Now(), State::ACTIVE);
    ExpectConsistent();
    Advance(RdmaTick::Us(10));
    EXPECT_EQ(Now(), State::READY);
}

TEST_F(SchedulerState, LossMakesItReady)
{
    m_setup.qp.lossRules.probe = false;
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(132));
    EXPECT_EQ(Now(), State::READY);
    ExpectConsistent();
}

TEST_F(SchedulerState, LostPacketWithoutRoomInTheWindowIsActive)
{
    Post(3);
    TransmitAll();
    m_window->cwnd = 1;
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_EQ(Now(), State::ACTIVE) << "one packet is still in flight";
    ExpectConsistent();
}

TEST_F(SchedulerState, LateAcknowledgementOfWhatWaitsToBeRepeatedMakesItIdle)
{
    Post(1);
    TransmitAll();
    Nack(MrcNackReason::NO_RESOURCE, 0, 0x0000);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Now(), State::IDLE);
}

TEST_F(SchedulerState, FailedQpIsIdle)
{
    Post(3);
    TransmitAll();
    Nack(MrcNackReason::UNEXP_EVENT, 0, 0x0000);
    EXPECT_EQ(Now(), State::IDLE);
}

} // namespace
