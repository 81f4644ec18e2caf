/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Evaluation of the fields of a SACK by the requester (mrc reference, 5.5, 6.5 and 8.4).

#include "mrc-transport-fixture.h"

using namespace ns3;

namespace
{

/** A requester with eight packets in flight. */
class Feedback : public MrcTransportFixture
{
  protected:
    Feedback()
    {
        m_setup.qp.lossRules.trimGracePeriod = 0; // losses are declared at once
        Post(8);
        TransmitAll();
        m_now += RdmaTick::Us(10);
    }

    /**
     * A SACK of PSN 0 arrives.
     * @param m its verdict on EV 0x0000
     */
    void Verdict(MrcEvVerdict m)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_SACK;
        pdu.sack.sackOffset = 1;
        pdu.sack.rcvdBytes = (4180 + 255) / 256;
        pdu.sack.m = m;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    }
};

TEST_F(Feedback, OnlySkipOnceIsASignalOfCongestion)
{
    Verdict(MrcEvVerdict::NONE);
    Verdict(MrcEvVerdict::SKIP_ONCE);
    Verdict(MrcEvVerdict::ALWAYS_SKIP);
    ASSERT_EQ(m_window->acks.size(), 3U);
    EXPECT_FALSE(m_window->acks[0].ecn);
    EXPECT_TRUE(m_window->acks[1].ecn);
    EXPECT_FALSE(m_window->acks[2].ecn) << "it concerns the path";
    EXPECT_EQ(Qp().GetCounters().ecnEchoes, 1U);
    EXPECT_EQ(m_selector->losses, std::vector<uint32_t>()) << "nor is it a loss";
}

TEST_F(Feedback, LossIsReportedOnceToTheControllerAndAttributedToTheEvOfItsTransmission)
{
    Sack(SackSpec(RDMA_PSN_MASK, 4, 0x0000).Above({4}));
    EXPECT_EQ(m_window->losses, 1U) << "PSN 0 left before PSN 4 on the same EV";
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
    Sack(SackSpec(RDMA_PSN_MASK, 4, 0x0000).Above({4}));
    EXPECT_EQ(m_window->losses, 1U);
    m_selector->next = 1;
    const auto again = Transmit();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->pdu.psn, 0U);
    EXPECT_EQ(again->entropy, 0x1000U);
    // the second transmission is overtaken on its own EV: the loss is attributed to this EV
    Post(4);
    m_selector->next = 1;
    ASSERT_EQ(Transmit()->entropy, 0x1000U);
    Sack(SackSpec(RDMA_PSN_MASK, 8, 0x1000).Above({1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000, 0x1000}));
    EXPECT_EQ(m_window->losses, 2U);
}

} // namespace
