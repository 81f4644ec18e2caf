/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

/// End 1 alone: it expects PSN 1000 from QP 100.
class RoceResponderTest : public testing::Test
{
  protected:
    RoceResponderTest()
        : config(MakeConfig(1))
    {
        Connect();
    }

    /** Create the QP from the present configuration. */
    void Connect()
    {
        qp = MakeEnd(config);
    }

    /**
     * A full packet arrives.
     * @param ce marked
     * @param ackRequest A bit
     * @return the answers: "A1003" ACK, "N1003" NAK, "C" CNP
     */
    std::string Arrive(uint32_t psn,
                       RdmaOpcode op = RdmaOpcode::RC_WRITE_MIDDLE,
                       bool ce = false,
                       bool ackRequest = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = op;
        pdu.destQpn = config.localQpn;
        pdu.psn = psn;
        pdu.ackRequest = ackRequest;
        pdu.write.payloadBytes = 4096;
        RdmaRxInfo rx;
        rx.ce = ce;
        qp->OnPdu(now, pdu, rx);
        return Answers();
    }

    /** @return the available control packets, see Arrive */
    std::string Answers()
    {
        std::string text;
        while (qp->PollControl(now, tx))
        {
            const bool nak = tx.pdu.opcode == RdmaOpcode::RC_ACK &&
                             tx.pdu.ack.syndrome == RDMA_SYNDROME_NAK_SEQUENCE;
            text += tx.pdu.opcode == RdmaOpcode::CNP
                        ? std::string("C")
                        : (nak ? "N" : "A") + std::to_string(tx.pdu.psn);
        }
        return text;
    }

    RoceQpConfig config;               ///< configuration of the QP
    std::unique_ptr<RoceTransport> qp; ///< the QP
    RdmaTick now;                      ///< the time
    RdmaTxPdu tx;                      ///< the last control packet
};

TEST_F(RoceResponderTest, EveryFourthPacketDrawsAnAck)
{
    std::vector<std::string> answers;
    for (uint32_t psn = 1000; psn < 1008; ++psn)
    {
        answers.push_back(Arrive(psn));
    }
    EXPECT_EQ(answers, (std::vector<std::string>{"", "", "", "A1003", "", "", "", "A1007"}));
}

TEST_F(RoceResponderTest, RequestedAckMovesTheMilestone)
{
    EXPECT_EQ(Arrive(1000), "");
    EXPECT_EQ(Arrive(1001, RdmaOpcode::RC_WRITE_LAST, false, true), "A1001");
    EXPECT_EQ(Arrive(1002), "");
    EXPECT_EQ(Arrive(1003), "");
    EXPECT_EQ(Arrive(1004), "");
    EXPECT_EQ(Arrive(1005), "A1005") << "four after the last ACK";
}

TEST_F(RoceResponderTest, IntervalZeroAcknowledgesOnRequestOnly)
{
    config.ackEveryPackets = 0;
    Connect();
    for (uint32_t psn = 1000; psn < 1100; ++psn)
    {
        EXPECT_EQ(Arrive(psn), "");
    }
    EXPECT_EQ(Arrive(1100, RdmaOpcode::RC_WRITE_LAST, false, true), "A1100");
}

TEST_F(RoceResponderTest, ControlFieldsAreThoseOfTheQp)
{
    Arrive(1000, RdmaOpcode::RC_WRITE_ONLY, false, true);
    EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::RC_ACK);
    EXPECT_EQ(tx.pdu.destQpn, 100U);
    EXPECT_EQ(tx.pdu.ack.msn, 1U);
    EXPECT_EQ(tx.pdu.ack.syndrome, 0x1F);
    EXPECT_EQ(tx.entropy, 0xC001U);
    EXPECT_EQ(tx.cls, RdmaClass::CONTROL);
    EXPECT_FALSE(tx.ectCapable);
}

TEST_F(RoceResponderTest, GapDrawsOneNakUntilItIsClosed)
{
    EXPECT_EQ(Arrive(1000), "");
    EXPECT_EQ(Arrive(1002), "N1001");
    EXPECT_EQ(Arrive(1003), "");
    EXPECT_EQ(Arrive(1004), "");
    EXPECT_EQ(Arrive(1001), "") << "closed";
    EXPECT_EQ(Arrive(1003), "N1002") << "the next gap";
    EXPECT_EQ(qp->GetCounters().rxDiscarded, 4U);
    EXPECT_EQ(qp->GetCounters().rxAccepted, 2U);
}

TEST_F(RoceResponderTest, DuplicateIsAcknowledgedAgainAndNotPlaced)
{
    for (uint32_t psn = 1000; psn < 1004; ++psn)
    {
        Arrive(psn);
    }
    EXPECT_EQ(Arrive(1001), "A1003") << "with the latest state";
    EXPECT_EQ(qp->GetCounters().rxDuplicates, 1U);
    EXPECT_EQ(qp->GetCounters().bytesDelivered, 4U * 4096);
}

TEST_F(RoceResponderTest, DuplicateDoesNotReopenAReportedGap)
{
    Arrive(1000);
    EXPECT_EQ(Arrive(1002), "N1001");
    EXPECT_EQ(Arrive(1000), "A1000");
    EXPECT_EQ(Arrive(1002), "");
}

TEST_F(RoceResponderTest, MessageIsDeliveredWithItsLastPacket)
{
    RdmaCompletion completion;
    Arrive(1000, RdmaOpcode::RC_WRITE_FIRST);
    EXPECT_FALSE(qp->PollCompletion(completion));
    Arrive(1001, RdmaOpcode::RC_WRITE_LAST);
    Arrive(1002, RdmaOpcode::RC_WRITE_ONLY);
    ASSERT_TRUE(qp->PollCompletion(completion));
    EXPECT_EQ(completion.kind, RdmaCompletion::Kind::DELIVERED);
    EXPECT_EQ(completion.message, 0U);
    ASSERT_TRUE(qp->PollCompletion(completion));
    EXPECT_EQ(completion.message, 1U);
    EXPECT_FALSE(qp->PollCompletion(completion));
    Arrive(1002, RdmaOpcode::RC_WRITE_ONLY);
    EXPECT_FALSE(qp->PollCompletion(completion)) << "a duplicate delivers nothing";
}

TEST_F(RoceResponderTest, FirstPsnOfZeroKnowsWhatCameBefore)
{
    config.rqPsn = 0;
    Connect();
    EXPECT_EQ(Arrive(0xFFFFFF), "A16777215") << "a duplicate, not a packet far ahead";
    EXPECT_EQ(Arrive(1), "N0");
}

TEST_F(RoceResponderTest, ExpectedPsnWraps)
{
    config.rqPsn = 0xFFFFFE;
    Connect();
    EXPECT_EQ(Arrive(0xFFFFFE), "");
    EXPECT_EQ(Arrive(0x000000), "N16777215");
    EXPECT_EQ(Arrive(0xFFFFFF), "");
    EXPECT_EQ(Arrive(0x000000), "");
    EXPECT_EQ(Arrive(0x000001), "A1");
    EXPECT_EQ(Arrive(0xFFFFFF), "A1") << "a duplicate from before the wrap";
}

TEST_F(RoceResponderTest, MarkedPacketDrawsACnpOncePerInterval)
{
    EXPECT_EQ(Arrive(1000, RdmaOpcode::RC_WRITE_MIDDLE, true), "C");
    EXPECT_EQ(tx.pdu.destQpn, 100U);
    EXPECT_EQ(tx.pdu.psn, 0U);
    EXPECT_EQ(tx.cls, RdmaClass::CONTROL);
    now = RdmaTick::Us(4) - RdmaTick::Ps(1);
    EXPECT_EQ(Arrive(1001, RdmaOpcode::RC_WRITE_MIDDLE, true), "");
    now = RdmaTick::Us(4);
    EXPECT_EQ(Arrive(1002, RdmaOpcode::RC_WRITE_MIDDLE, true), "C");
    EXPECT_EQ(qp->GetCounters().rxMarked, 3U);
}

TEST_F(RoceResponderTest, UnmarkedPacketsDrawNoCnp)
{
    for (uint32_t psn = 1000; psn < 1003; ++psn)
    {
        EXPECT_EQ(Arrive(psn), "");
    }
    EXPECT_EQ(qp->GetCounters().rxMarked, 0U);
}

TEST_F(RoceResponderTest, ReorderingIsNotCongestion)
{
    EXPECT_EQ(Arrive(1005), "N1000");
    EXPECT_EQ(Arrive(1004), "") << "no CNP";
    EXPECT_EQ(Arrive(1003, RdmaOpcode::RC_WRITE_MIDDLE, true), "C") << "marked and dropped";
}

TEST_F(RoceResponderTest, CnpComesBeforeTheAckOfTheSamePacket)
{
    EXPECT_EQ(Arrive(1000, RdmaOpcode::RC_WRITE_ONLY, true, true), "CA1000");
}

TEST_F(RoceResponderTest, ReadThatClosesAGapLetsTheNextGapBeReported)
{
    EXPECT_EQ(Arrive(1001), "N1000");
    EXPECT_EQ(Arrive(1000, RdmaOpcode::RC_READ_REQUEST), "") << "of one packet";
    EXPECT_EQ(Arrive(1003), "N1001");
}

TEST_F(RoceResponderTest, MarkedPacketThatWasTrimmedDrawsNoCnp)
{
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    pdu.destQpn = config.localQpn;
    pdu.psn = 1000;
    RdmaRxInfo rx;
    rx.trim = RdmaTrim::FABRIC;
    rx.ce = true;
    qp->OnPdu(now, pdu, rx);
    EXPECT_EQ(Answers(), "") << "it is lost; a loss is no notification";
    EXPECT_EQ(qp->GetCounters().rxMarked, 0U);
    EXPECT_EQ(Arrive(1000, RdmaOpcode::RC_WRITE_MIDDLE, true), "C")
        << "nor does it use up the time";
}

TEST_F(RoceResponderTest, TrimmedPacketCountsAsLost)
{
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::RC_WRITE_MIDDLE;
    pdu.destQpn = config.localQpn;
    pdu.psn = 1000;
    RdmaRxInfo rx;
    rx.trim = RdmaTrim::FABRIC;
    qp->OnPdu(now, pdu, rx);
    EXPECT_EQ(Answers(), "");
    EXPECT_EQ(qp->GetCounters().rxTrimmed, 1U);
    EXPECT_EQ(qp->GetCounters().rxDataPackets, 0U);
}

} // namespace
