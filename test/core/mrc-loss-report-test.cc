/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-responder-fixture.h"
#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

// Reports of losses by a QP, and the packets received by its peer.

using namespace ns3;

namespace
{

/** A QP with rule A only. EVs 0, 1000, 1, 1001 in turn. */
class LossReport : public MrcTransportFixture
{
  protected:
    LossReport()
    {
        m_setup.qp.lossRules = {true, false, 0, 0, false, false, 0};
    }

    /** @return the losses reported since the last call: PSN, plane, EV */
    std::vector<std::string> Losses()
    {
        std::vector<std::string> losses;
        RdmaEvent event;
        while (Qp().GetOutputs() & RDMA_OUTPUT_EVENT && Qp().PollEvent(event))
        {
            if (event.kind == RdmaEvent::Kind::LOST)
            {
                losses.push_back(std::to_string(event.detail) + " by " +
                                 std::to_string(event.port) + '/' + std::to_string(event.entropy));
            }
        }
        return losses;
    }
};

TEST_F(LossReport, EachPacketThatASackGivesAwayIsNamedWithItsPath)
{
    m_setup.qp.sqPsn = RDMA_PSN_MASK;
    Post(8);
    TransmitAll();
    EXPECT_TRUE(Losses().empty());
    Sack(SackSpec(RDMA_PSN_MASK, 3, 0x0000).Above({2, 3, 4, 5}));
    EXPECT_EQ(Losses(), (std::vector<std::string>{"0 by 1/4096", "1 by 0/1"}));
    EXPECT_EQ(TransmitAll(), (Psns{0, 1}));
    EXPECT_TRUE(Losses().empty());
}

TEST_F(LossReport, PathIsThatOfTheLastTransmission)
{
    m_setup.qp.lossRules = {false, false, 0, 0, false, true, 0};
    Post(1);
    TransmitAll();
    Advance(RdmaTick::Us(132));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    EXPECT_EQ(Losses(), (std::vector<std::string>{"0 by 0/0"}));
    Advance(RdmaTick::Us(132));
    EXPECT_EQ(Losses(), (std::vector<std::string>{"0 by 1/4096"}));
}

TEST_F(LossReport, WhatAnAnswerOrAPortTellsIsNoBelief)
{
    Post(4);
    TransmitAll();
    Nack(MrcNackReason::TRIMMED, 1, 0x1000);
    Qp().OnPortStatus(m_now, 0, false);
    EXPECT_TRUE(Losses().empty());
    EXPECT_EQ(m_window->losses, 2u) << "those of the dead port";
}

/// The packets received by the other end.
using ReceivedPsns = MrcResponderFixture;

TEST_F(ReceivedPsns, WholePacketsInOrderAndBeyondGaps)
{
    m_config.rqPsn = RDMA_PSN_MASK - 1;
    EXPECT_FALSE(Responder().HasReceived(RDMA_PSN_MASK - 1));
    Receive(RDMA_PSN_MASK - 1);
    Receive(1);
    Receive(2, Arrival().Trimmed());
    const std::vector<uint32_t> received{RDMA_PSN_MASK - 1, 1};
    for (const uint32_t psn :
         {RDMA_PSN_MASK - 1, RDMA_PSN_MASK, 0U, 1U, 2U, 3U, 1U + 1024, 1U + 2048})
    {
        const bool is = std::count(received.begin(), received.end(), psn) != 0;
        EXPECT_EQ(Responder().HasReceived(psn), is) << psn;
    }
    Receive(RDMA_PSN_MASK);
    Receive(0);
    EXPECT_TRUE(Responder().HasReceived(0)) << "the window has moved over it";
}

} // namespace
