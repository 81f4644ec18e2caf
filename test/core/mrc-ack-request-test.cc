/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

// Packets that request a SACK: AckOncePerWindow, AckOnceFrom and AckSilence.

using namespace ns3;

namespace
{

/** A QP with a window of four packets. */
class AckRequest : public MrcTransportFixture
{
  protected:
    AckRequest()
    {
        m_setup.qp.lossRules.trimGracePeriod = 0;
        m_window->cwnd = 4 * 4180;
    }

    /**
     * Send all packets that may be sent.
     * @return PSNs of those that request a SACK
     */
    Psns Asking()
    {
        Psns psns;
        while (const auto tx = Transmit())
        {
            if (tx->pdu.ackRequest)
            {
                psns.push_back(tx->pdu.psn);
            }
        }
        return psns;
    }
};

TEST_F(AckRequest, PacketThatClosesTheWindowAsksUnlessOneBeforeItIsUnderWay)
{
    Post(100);
    EXPECT_EQ(Asking(), (Psns{3}));
    Sack(SackSpec(0, 0, 0x0000));
    Sack(SackSpec(1, 1, 0x1000));
    EXPECT_EQ(Asking(), Psns()) << "4, 5 and 6 close it again, but 3 has requested a SACK";
    Sack(SackSpec(3, 3, 0x1001));
    EXPECT_EQ(Asking(), (Psns{7})) << "3 was answered";
}

TEST_F(AckRequest, WithoutAckOncePerWindowEveryPacketThatClosesItAsks)
{
    m_setup.qp.askOnce = false;
    Post(100);
    EXPECT_EQ(Asking(), (Psns{3}));
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Asking(), (Psns{4, 5})) << "rcvd_bytes is rounded up: there is space for 5";
    Sack(SackSpec(1, 1, 0x1000));
    EXPECT_EQ(Asking(), (Psns{6}));
}

TEST_F(AckRequest, SmallWindowAsksWithEveryPacketThatClosesIt)
{
    m_setup.qp.sackThresholdBytes = 4181; // four of these are more than the window
    Post(100);
    EXPECT_EQ(Asking(), (Psns{3}));
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Asking(), (Psns{4, 5}));
}

TEST_F(AckRequest, WindowOfFourThresholdsIsNotSmall)
{
    m_setup.qp.sackThresholdBytes = 4180;
    Post(100);
    EXPECT_EQ(Asking(), (Psns{3}));
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Asking(), Psns());
}

TEST_F(AckRequest, LostRequestIsNotWaitedFor)
{
    Post(100);
    EXPECT_EQ(Asking(), (Psns{3}));
    m_window->cwnd = 0;
    Nack(MrcNackReason::NO_RESOURCE, 3, 0x1001); // sent again in 10 us
    m_window->cwnd = 4 * 4180;
    EXPECT_EQ(Asking(), (Psns{4}));
}

TEST_F(AckRequest, ClosedPsnWindowAsksInAnyCase)
{
    m_setup.qp.windowPackets = 128;
    m_window->cwnd = 128 * 4180;
    Post(400);
    EXPECT_EQ(Asking(), (Psns{127}));
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(Asking(), (Psns{128})) << "nothing else would open it";
}

TEST_F(AckRequest, AfterThreeSilentBaseRttsOnePacketAsks)
{
    m_window->cwnd = 1 << 30;
    Post(100);
    Psns askedAtUs;
    for (int us = 0; us < 65; ++us)
    {
        m_now = RdmaTick::Us(us);
        const auto tx = Transmit(); // tail probes in between
        if (tx->pdu.opcode != RdmaOpcode::MRC_PROBE && tx->pdu.ackRequest)
        {
            askedAtUs.push_back(us);
        }
    }
    EXPECT_EQ(askedAtUs, (Psns{30, 60}));
}

TEST_F(AckRequest, SackPutsOffTheNextRequestByThreeBaseRtts)
{
    m_window->cwnd = 1 << 30;
    Post(100);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest) << "it is in flight all the time";
    m_now = RdmaTick::Us(9);
    Sack(SackSpec(0, 0, 0x0000));
    m_now = RdmaTick::Ns(38999);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(39);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
    EXPECT_FALSE(Transmit()->pdu.ackRequest);
}

TEST(AckRequestAttributes, DefaultsAndSwitches)
{
    auto parameters = CreateObject<MrcQpParameters>();
    EXPECT_TRUE(parameters->MakeConfig().askOnce);
    EXPECT_EQ(parameters->MakeConfig().askOnceFrom, 4U);
    EXPECT_EQ(parameters->MakeConfig().ackSilenceRtts, 3U);
    parameters->SetAttribute("AckOnceFrom", UintegerValue(7));
    EXPECT_EQ(parameters->MakeConfig().askOnceFrom, 7U);
    parameters->SetAttribute("AckOncePerWindow", BooleanValue(false));
    parameters->SetAttribute("AckSilence", UintegerValue(5));
    EXPECT_FALSE(parameters->MakeConfig().askOnce);
    EXPECT_EQ(parameters->MakeConfig().ackSilenceRtts, 5U);
}

} // namespace
