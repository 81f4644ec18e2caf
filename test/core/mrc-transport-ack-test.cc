/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pair-fixture.h"

#include <cerrno>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Messages complete on Transport ACKs (mrc reference, 5.9).
class MrcTransportAck : public MrcPair
{
  protected:
    MrcTransportAck()
    {
        for (End& end : m_ends)
        {
            end.setup.qp.transportAck = true;
        }
    }

    /// Lose all Transport ACKs of end 1 until a time.
    void LoseAcksUntil(RdmaTick end)
    {
        m_lose = [this, end](int, const RdmaTxPdu& tx) {
            return tx.pdu.opcode == RdmaOpcode::MRC_TRANSPORT_ACK && m_now < end;
        };
    }

    /// MSNs of the Transport ACKs that end 1 has sent.
    std::vector<uint32_t> Msns() const
    {
        std::vector<uint32_t> msns;
        for (const RdmaTxPdu& tx : Sent(1, RdmaOpcode::MRC_TRANSPORT_ACK))
        {
            EXPECT_EQ(tx.pdu.ack.syndrome, RDMA_SYNDROME_ACK);
            EXPECT_EQ(tx.cls, RdmaClass::CONTROL);
            EXPECT_FALSE(tx.ectCapable);
            msns.push_back(tx.pdu.ack.msn);
        }
        return msns;
    }
};

TEST_F(MrcTransportAck, CompletesAMessageTheSackAloneDoesNot)
{
    Connect();
    Write(0, 4096);
    LoseAcksUntil(RdmaTick::Us(11));
    Run(RdmaTick::Us(20));
    EXPECT_FALSE(Sent(1, RdmaOpcode::MRC_SACK).empty());
    EXPECT_TRUE(m_ends[0].completions.empty()) << "SACK is below placement";
    EXPECT_TRUE(Qp(0).IsBusy());
    EXPECT_NE(Qp(0).Describe(m_now).find("waits for a Transport ACK"), std::string::npos);
    Run(RdmaTick::Us(200));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
    EXPECT_FALSE(Qp(0).IsBusy());
}

TEST_F(MrcTransportAck, OnePerCompletedMessageAndItIsCumulative)
{
    Connect();
    Write(0, 4096);
    Write(0, 4096);
    Write(0, 3 * 4096);
    Run(RdmaTick::Us(50));
    EXPECT_EQ(Msns(), (std::vector<uint32_t>{1, 2, 3}));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1, 2}));
    const auto acks = Sent(1, RdmaOpcode::MRC_TRANSPORT_ACK);
    EXPECT_EQ(acks[2].pdu.psn, 4u) << "the last PSN in order, as in RC";
    EXPECT_EQ(acks[2].pdu.destQpn, 0x10u);
}

TEST_F(MrcTransportAck, CoalescedToOnePerSack)
{
    for (End& end : m_ends)
    {
        end.setup.qp.sackThresholdBytes = 16384;
    }
    Connect();
    for (int i = 0; i < 9; ++i)
    {
        Write(0, 4096);
    }
    Run(RdmaTick::Us(50));
    EXPECT_EQ(Msns(), (std::vector<uint32_t>{1, 5, 9}));
    EXPECT_EQ(Messages(0, Kind::SENT).size(), 9u);
}

TEST_F(MrcTransportAck, LostOneIsMadeUpForByTheNext)
{
    Connect();
    Write(0, 4096);
    LoseAcksUntil(RdmaTick::Us(6));
    Run(RdmaTick::Us(12));
    EXPECT_TRUE(m_ends[0].completions.empty());
    Write(0, 4096);
    Run(RdmaTick::Us(12));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1}));
    EXPECT_TRUE(Sent(0, RdmaOpcode::MRC_PROBE).empty());
}

TEST_F(MrcTransportAck, LostOneIsAskedForByAProbeAfterARetransmissionTimeOut)
{
    Connect();
    Write(0, 4096);
    LoseAcksUntil(RdmaTick::Us(11));
    Run(RdmaTick::Us(140));
    EXPECT_TRUE(Sent(0, RdmaOpcode::MRC_PROBE).empty()) << "SACK at 10 us, T0 is 131 us";
    Run(RdmaTick::Us(15));
    EXPECT_EQ(Sent(0, RdmaOpcode::MRC_PROBE).size(), 1u);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
    EXPECT_EQ(Msns(), (std::vector<uint32_t>{1, 1})) << "the probe had it repeated";
    EXPECT_EQ(Qp(0).GetCounters().timeouts, 1u);
    EXPECT_TRUE(Qp(0).NextWakeup().IsMax());
}

TEST_F(MrcTransportAck, LostOneIsNotAskedForWhileAPacketIsToBeSentAgain)
{
    m_ends[0].setup.qp.lossRules.probe = false;
    Connect();
    LoseAcksUntil(RdmaTick::Max());
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    m_lose = [](int, const RdmaTxPdu&) { return true; };
    Write(0, 4096);
    Run(RdmaTick::Us(100));
    const RdmaTick expiry = Qp(0).NextWakeup();
    Qp(0).OnTimeout(expiry);
    EXPECT_EQ(Qp(0).GetCounters().timeouts, 1u);
    EXPECT_GT(Qp(0).NextWakeup(), expiry) << "no second time-out while the port is busy";
}

TEST_F(MrcTransportAck, AllLostForAWhileDelaysButNeverHangs)
{
    Connect();
    LoseAcksUntil(RdmaTick::Us(700));
    for (int i = 0; i < 20; ++i)
    {
        Write(0, 3 * 4096);
    }
    Run(RdmaTick::Us(700));
    EXPECT_TRUE(m_ends[0].completions.empty());
    EXPECT_GE(Sent(0, RdmaOpcode::MRC_PROBE).size(), 4u);
    Run(RdmaTick::Us(300));
    EXPECT_EQ(Messages(0, Kind::SENT).size(), 20u);
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RTS);
}

TEST_F(MrcTransportAck, AllLostForEverIsTheEnd)
{
    for (End& end : m_ends)
    {
        end.setup.qp.retryLinear = 2;
        end.setup.qp.retryExponential = 1;
    }
    Connect();
    LoseAcksUntil(RdmaTick::Max());
    Write(0, 1, 4);
    Run(RdmaTick::Ms(5));
    EXPECT_TRUE(Qp(0).IsError());
    const auto flushed = Completions(0, Kind::FLUSHED);
    ASSERT_EQ(flushed.size(), 1u);
    EXPECT_EQ(flushed[0].status, Status::RETRY_EXCEEDED);
    EXPECT_EQ(flushed[0].wrId, 4u);
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0})) << "it had arrived nevertheless";
}

TEST_F(MrcTransportAck, DuplicateHasItRepeated)
{
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    EXPECT_EQ(Msns(), (std::vector<uint32_t>{1}));
    RdmaTxPdu again = Sent(0, RdmaOpcode::MRC_WRITE_ONLY)[0];
    again.pdu.rtx = true;
    Qp(1).OnPdu(m_now, again.pdu, RdmaRxInfo());
    Run(RdmaTick::Us(20));
    EXPECT_EQ(Msns(), (std::vector<uint32_t>{1, 1}));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0})) << "and it completes nothing twice";
}

TEST_F(MrcTransportAck, WriteImmIsOutstandingUntilItIsAcknowledged)
{
    for (End& end : m_ends)
    {
        end.setup.qp.maxWimm = 1;
    }
    Connect();
    Qp(1).PostRecv(m_now, 0);
    Qp(1).PostRecv(m_now, 1);
    LoseAcksUntil(RdmaTick::Us(100));
    WriteImm(0, 1, 1);
    WriteImm(0, 1, 2);
    Run(RdmaTick::Us(100));
    EXPECT_EQ(Sent(0, RdmaOpcode::MRC_WRITE_ONLY_IMM).size(), 1u)
        << "SACKed, but not Transport-ACKed";
    Run(RdmaTick::Us(200));
    EXPECT_EQ(Sent(0, RdmaOpcode::MRC_WRITE_ONLY_IMM).size(), 2u);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1}));
}

TEST_F(MrcTransportAck, MsnOutsideOfWhatWasPostedIsIgnored)
{
    Connect();
    Write(0, 4096);
    RdmaPdu ack{};
    ack.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    ack.ack.syndrome = RDMA_SYNDROME_ACK;
    for (const uint32_t msn : {2U, 0U, 0xFFFFFFU})
    {
        ack.ack.msn = msn;
        Qp(0).OnPdu(m_now, ack, RdmaRxInfo());
    }
    LoseAcksUntil(RdmaTick::Us(20));
    Run(RdmaTick::Us(20));
    EXPECT_TRUE(m_ends[0].completions.empty());
}

TEST_F(MrcTransportAck, OneThatOvertakesItsSackCompletesNothingYet)
{
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(1));
    RdmaPdu ack{};
    ack.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    ack.ack.syndrome = RDMA_SYNDROME_ACK;
    ack.ack.msn = 1;
    Qp(0).OnPdu(m_now, ack, RdmaRxInfo());
    Run(RdmaTick::Us(1));
    EXPECT_TRUE(m_ends[0].completions.empty());
    Run(RdmaTick::Us(15));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
}

TEST_F(MrcTransportAck, OffByDefaultNoneIsSentAndAStrayOneChangesNothing)
{
    for (End& end : m_ends)
    {
        end.setup.qp.transportAck = CreateObject<MrcQpParameters>()->MakeConfig().transportAck;
    }
    Connect();
    Write(0, 4096);
    RdmaPdu ack{};
    ack.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
    ack.ack.syndrome = RDMA_SYNDROME_ACK;
    ack.ack.msn = 1;
    Qp(0).OnPdu(m_now, ack, RdmaRxInfo());
    Run(RdmaTick::Us(9));
    EXPECT_TRUE(m_ends[0].completions.empty());
    Run(RdmaTick::Us(9));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0})) << "by cack_psn";
    EXPECT_TRUE(Sent(1, RdmaOpcode::MRC_TRANSPORT_ACK).empty());
}

TEST_F(MrcTransportAck, MixedSettingsAreRefused)
{
    m_ends[1].setup.qp.transportAck = false;
    MrcTransport qp(m_ends[0].setup);
    const MrcVerbsResult result = qp.Connect(m_now, MakeMrcQpOffer(m_ends[1].setup.qp, 1));
    EXPECT_EQ(result.error, EINVAL);
    EXPECT_NE(result.message.find("TransportAck is on at one end"), std::string::npos);
    EXPECT_EQ(qp.GetState(), MrcQpState::RESET);
}

TEST_F(MrcTransportAck, MsnWrapsAt24Bits)
{
    // The wrap of the field itself: the count of messages is widened around the last known one.
    EXPECT_EQ(WidenRdmaPsn(3, RDMA_PSN_MODULUS - 2), RDMA_PSN_MODULUS + 3);
    Connect();
    for (uint32_t i = 0; i < 66000; ++i)
    {
        Write(0, 1);
        if (i % 500 == 499)
        {
            Run(RdmaTick::Us(30));
        }
    }
    Run(RdmaTick::Us(100));
    EXPECT_EQ(Messages(0, Kind::SENT).size(), 66000u) << "METH's 16 bits are not used for it";
}

} // namespace
