/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>

/*
 * Situations that nobody had thought of until test/fuzz/transport-fuzz.cc came upon them.
 */

namespace ns3
{

using MrcTransportCorners = MrcTransportFixture;

TEST_F(MrcTransportCorners, LastPacketUnderWayTimesOutWhileThereIsNoPathForTheNext)
{
    Post(2);
    EXPECT_EQ(Transmit()->pdu.psn, 0u);
    m_selector->evs.clear();
    EXPECT_FALSE(Transmit());
    EXPECT_EQ(m_lastPoll, RdmaPoll::NOTHING);

    // Both the packet's timer and the wait for a path began at time 0. One wake-up serves both.
    Advance(Tick::Us(132));
    EXPECT_EQ(Qp().GetCounters().timeouts, 1u);

    m_selector->evs = {0x1001};
    EXPECT_EQ(TransmitAll(), Psns({0, 1}));
}

TEST_F(MrcTransportCorners, UnlimitedWindowAndInFlightBelowZeroByRounding)
{
    m_window->cwnd = INT64_MAX;
    m_window->inflight = -5000;
    Post(2);
    // The room left is more than 2^63 - 1 B: no reason to ask for a SACK early.
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
}

} // namespace ns3
