/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-spray-selector.h"

#include <gtest/gtest.h>

// QPs of one NIC to one host that share a controller (mrc reference, 1.4).

using namespace ns3;

namespace
{

/** Two QPs with one window of four packets. */
class SharedWindow : public MrcTransportFixture
{
  protected:
    SharedWindow()
    {
        m_setup.sharesController = true;
        m_window->cwnd = 4 * 4180;
    }

    /// Exchange the QP under test.
    void Swap()
    {
        std::swap(m_qp, m_other);
        if (!m_qp)
        {
            m_setup.selector = CreateObject<ScriptedSelector>();
            StaticCast<ScriptedSelector>(m_setup.selector)->evs = {0x0000, 0x1000};
        }
        Qp();
    }

    std::unique_ptr<MrcTransport> m_other; ///< the other QP
};

TEST_F(SharedWindow, WhatOneQpHasInFlightIsNotThereForTheOther)
{
    Post(3);
    EXPECT_EQ(TransmitAll().size(), 3u);
    Swap();
    Post(3);
    EXPECT_EQ(TransmitAll().size(), 1u);
    EXPECT_EQ(m_window->inflight, 4 * 4180);
    Swap();
    Sack(SackSpec(1, 1, 0x1000));
    Swap();
    EXPECT_EQ(TransmitAll().size(), 2u);
}

TEST_F(SharedWindow, SharedWindowHasOneNameAndAnOwnOneHasNone)
{
    const void* name = Qp().GetSharedWindow();
    EXPECT_NE(name, nullptr);
    Swap();
    EXPECT_EQ(Qp().GetSharedWindow(), name);
    m_qp.reset();
    m_setup.sharesController = false;
    EXPECT_EQ(Qp().GetSharedWindow(), nullptr);
}

TEST_F(SharedWindow, QpThatFailsLeavesTheWindowToTheOthers)
{
    Post(4);
    TransmitAll();
    Swap();
    Post(4);
    EXPECT_TRUE(TransmitAll().empty());
    Swap();
    Nack(MrcNackReason::UNEXP_EVENT, 2, 0x0001);
    EXPECT_TRUE(Qp().IsError());
    EXPECT_EQ(m_window->inflight, 0);
    Swap();
    EXPECT_EQ(TransmitAll().size(), 4u);
}

TEST_F(SharedWindow, StartOfTheSecondQpDoesNotDisturbTheFirst)
{
    Post(2);
    TransmitAll();
    m_window->baseRtt = RdmaTick::Us(7); // measured
    Swap();
    EXPECT_EQ(m_window->baseRtt, RdmaTick::Us(7)) << "not started again";
}

TEST_F(SharedWindow, QpThatStartsAnewStillSharesTheWindow)
{
    m_setup.controller = CreateObject<MrcFixedWindow>();
    m_setup.selector = CreateObject<MrcSpraySelector>();
    const void* name = Qp().GetSharedWindow();
    ASSERT_TRUE(Qp().Modify(m_now, MrcQpState::RESET, MrcQpAttributes()).IsOk());
    ASSERT_TRUE(Qp().Connect(m_now, MakeMrcTwinOffer(m_setup.qp, 1)).IsOk());
    EXPECT_EQ(Qp().GetSharedWindow(), name);
}

} // namespace
