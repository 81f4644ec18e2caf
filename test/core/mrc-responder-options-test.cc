/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "mrc-pair-fixture.h"
#include "mrc-responder-fixture.h"

#include <cerrno>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

// Dynamic MPR (mrc reference, 1.3 and 5.3).

/// A responder whose MPR can change.
class MrcDynamicMpr : public MrcResponderFixture
{
  protected:
    MrcDynamicMpr()
    {
        m_config.dynamicMpr = true;
        m_config.destWindowPackets = 256;
        m_config.sackThresholdBytes = NEVER;
    }
};

TEST_F(MrcDynamicMpr, SackTellsTheMprAndZeroWhenItCannotChange)
{
    EXPECT_EQ(Probe(0).sack.mpr, 2);
    Responder().SetMpr(5);
    EXPECT_EQ(Probe(0).sack.mpr, 5);
    m_responder.reset();
    m_config.dynamicMpr = false;
    EXPECT_EQ(Probe(0).sack.mpr, 0);
}

TEST_F(MrcDynamicMpr, GrowingOpensTheWindowAtOnceAndKeepsWhatIsInIt)
{
    Receive(0);
    Receive(200, Arrival().Last());
    EXPECT_EQ(Receive(257)->opcode, RdmaOpcode::MRC_NACK);
    Responder().SetMpr(20);
    EXPECT_FALSE(Receive(257));
    EXPECT_FALSE(Receive(2560));
    EXPECT_EQ(Receive(2561)->opcode, RdmaOpcode::MRC_NACK);
    EXPECT_EQ(Responder().GetOooCount(), 3u);
    EXPECT_EQ(Receive(200)->opcode, RdmaOpcode::MRC_SACK) << "known as a duplicate";
    for (uint32_t psn = 1; psn < 200; ++psn)
    {
        Receive(psn);
    }
    EXPECT_EQ(Responder().GetCackPsn(), 200);
    EXPECT_EQ(Responder().GetDelivered(), 1u) << "PSN 200 still ends a message";
}

TEST_F(MrcDynamicMpr, ShrinkingRevokesNothingThatWasPermitted)
{
    Receive(0); // permitted: up to PSN 256
    Responder().SetMpr(1);
    EXPECT_FALSE(Receive(256));
    EXPECT_EQ(Receive(257)->nack.reason, MrcNackReason::PSN_OOR_WINDOW);
    for (uint32_t psn = 1; psn <= 140; ++psn)
    {
        Receive(psn);
    }
    EXPECT_FALSE(Receive(268)) << "[141, 269) by the new MPR";
    EXPECT_EQ(Receive(269)->opcode, RdmaOpcode::MRC_NACK);
}

TEST_F(MrcDynamicMpr, ShrinkingOnceMoreRevokesNothingEither)
{
    Receive(0); // permitted: up to PSN 256
    Responder().SetMpr(1);
    Responder().SetMpr(1);
    EXPECT_FALSE(Receive(256)) << "it may have left before both";
    EXPECT_EQ(Receive(257)->nack.reason, MrcNackReason::PSN_OOR_WINDOW);
}

/// Both ends may change the MPR.
class MrcDynamicMprPair : public MrcPair
{
  protected:
    MrcDynamicMprPair()
    {
        for (End& end : m_ends)
        {
            end.setup.qp.dynamicMpr = true;
            end.setup.qp.limits.dynamicMpr = true;
            end.setup.qp.windowPackets = 128;
            end.setup.qp.destWindowPackets = 128;
        }
    }

    /// Packets that end 0 can send now.
    uint32_t Burst()
    {
        RdmaTxPdu tx;
        uint32_t sent = 0;
        for (mrctest::StepBudget steps;
             Qp(0).PollTransmit(m_now, 3, tx) == RdmaPoll::PDU && steps.Take();)
        {
            sent += IsRdmaWrite(tx.pdu.opcode) ? 1 : 0;
        }
        return sent;
    }

    /// A SACK for end 0.
    void Sack(uint32_t cack, uint8_t mpr, uint32_t packets)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_SACK;
        pdu.sack.cackPsn = cack;
        pdu.sack.sackOffset = 1;
        pdu.sack.mpr = mpr;
        pdu.sack.rcvdBytes = (packets * 4180 + 255) / 256;
        Qp(0).OnPdu(m_now, pdu, RdmaRxInfo());
    }
};

TEST_F(MrcDynamicMprPair, RequesterFollowsTheLatestMpr)
{
    Connect();
    Write(0, 4096 * 2000);
    EXPECT_EQ(Burst(), 128u);
    Sack(0, 2, 1);
    EXPECT_EQ(Burst(), 129u) << "up to PSN 256 = cack_psn + 256";
    Sack(9, 1, 10);
    EXPECT_EQ(Burst(), 0u) << "shrunk: no more packets, and no permission is revoked";
    Sack(127, 1, 128);
    EXPECT_EQ(Burst(), 0u) << "[128, 256) is full";
    Sack(139, 1, 140);
    EXPECT_EQ(Burst(), 11u) << "up to PSN 267";
}

TEST_F(MrcDynamicMprPair, APermissionThatIsNotYetUsedIsNotRevoked)
{
    Connect();
    Write(0, 4096 * 100);
    EXPECT_EQ(Burst(), 100u);
    Sack(0, 2, 1); // up to PSN 256
    Sack(9, 1, 10);
    Write(0, 4096 * 2000);
    EXPECT_EQ(Burst(), 157u);
    Sack(139, 1, 140);
    EXPECT_EQ(Burst(), 11u) << "up to PSN 267";
}

TEST_F(MrcDynamicMprPair, OldSackDoesNotUndoANewerOne)
{
    Connect();
    Write(0, 4096 * 2000);
    Burst();
    Sack(10, 1, 20);
    const uint32_t sent = Burst();
    EXPECT_EQ(sent, 11u);
    Sack(10, 4, 15);
    EXPECT_EQ(Burst(), 0u) << "sent before, by a slower path";
    Sack(5, 4, 6);
    EXPECT_EQ(Burst(), 0u);
    Sack(10, 0, 30);
    EXPECT_EQ(Burst(), 0u) << "0 is no information";
}

TEST_F(MrcDynamicMprPair, OldSackOfPacketsTooSmallForRcvdBytesIsKnownByItsCack)
{
    Connect();
    Write(0, 1);
    Write(0, 1); // together less than the unit of rcvd_bytes, 256 B
    Write(0, 4096 * 2000);
    EXPECT_EQ(Burst(), 128u);
    Sack(1, 1, 0);
    EXPECT_EQ(Burst(), 2u);
    Sack(0, 4, 0);
    EXPECT_EQ(Burst(), 0u) << "sent before, by a slower path";
}

TEST_F(MrcDynamicMprPair, GrowsAndShrinksWhileDataFlows)
{
    Connect();
    Write(0, 4096 * 3000);
    for (const uint32_t units : {4U, 1U, 16U, 2U})
    {
        ASSERT_TRUE(Qp(1).SetMpr(units).IsOk());
        Run(RdmaTick::Us(13));
    }
    Run(RdmaTick::Ms(3));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
    EXPECT_EQ(Qp(1).GetCounters().rxDiscarded, 0u) << "never beyond the window";
}

TEST_F(MrcDynamicMprPair, OnlyIfBothEndsHaveIt)
{
    m_ends[0].setup.qp.dynamicMpr = false;
    Connect();
    EXPECT_FALSE(Qp(1).GetConfig().dynamicMpr);
    EXPECT_EQ(Qp(1).SetMpr(4).error, EOPNOTSUPP);
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[0].pdu.sack.mpr, 0);
}

TEST_F(MrcDynamicMprPair, SetMprIsCheckedLikeMprDest)
{
    m_ends[1].setup.qp.limits.maxMpr = 16;
    m_ends[1].setup.qp.limits.mprResolution = 2;
    m_ends[1].setup.qp.destWindowPackets = 256;
    Connect();
    EXPECT_EQ(Qp(1).SetMpr(0).error, EINVAL);
    EXPECT_EQ(Qp(1).SetMpr(17).error, EINVAL);
    EXPECT_EQ(Qp(1).SetMpr(3).message, "MPR_DEST 3: allowed are multiples of 2 up to 16");
    EXPECT_TRUE(Qp(1).SetMpr(16).IsOk());
    MrcTransport fresh(m_ends[1].setup);
    EXPECT_EQ(fresh.SetMpr(2).error, EINVAL) << "in RESET";
}

// Timestamps (mrc reference, 2.6 and 2.13).

/// Two ends, of which a test may enable timestamps at one.
using MrcTimestamps = MrcPair;

TEST_F(MrcTimestamps, OffByDefault)
{
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    EXPECT_FALSE(m_ends[0].sent[0].pdu.timestamp);
    EXPECT_EQ(m_ends[0].window->mtu, 4180u);
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[0].pdu.sack.txTimestamp, 0);
}

TEST_F(MrcTimestamps, WritesCarryTheTimeOfTheirTransmissionAndSacksEchoIt)
{
    m_ends[0].setup.qp.timestamps = true;
    m_now = RdmaTick::Ns(128 * 70000);
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    const RdmaPdu& write = m_ends[0].sent[0].pdu;
    EXPECT_TRUE(write.timestamp);
    EXPECT_EQ(write.write.txTimestamp, 70000 - 65536) << "128 ns, 16 bits";
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[0].pdu.sack.txTimestamp, write.write.txTimestamp);
    EXPECT_EQ(m_ends[0].window->mtu, 4184u) << "nominal size with TSETH";
    EXPECT_LE(m_ends[0].window->inflight, 0);
    EXPECT_GT(m_ends[0].window->inflight, -256) << "both ends count the TSETH";
}

TEST_F(MrcTimestamps, BothEndsCountTimestampsAndImmediatesAlike)
{
    m_ends[0].setup.qp.timestamps = true;
    Connect();
    for (uint64_t i = 0; i < 200; ++i)
    {
        Qp(1).PostRecv(m_now, i);
        WriteImm(0, 4097, 0);
        Run(RdmaTick::Us(10));
    }
    Run(RdmaTick::Us(100));
    EXPECT_LE(m_ends[0].window->inflight, 0);
    EXPECT_GT(m_ends[0].window->inflight, -256);
}

TEST_F(MrcTimestamps, RetransmissionHasANewOneAndNacksEcho)
{
    m_ends[0].setup.qp.timestamps = true;
    m_now = RdmaTick::Us(128);
    Connect();
    Write(0, 4096);
    RdmaTxPdu tx;
    ASSERT_EQ(Qp(0).PollTransmit(m_now, 3, tx), RdmaPoll::PDU);
    RdmaRxInfo trimmed;
    trimmed.entropy = tx.entropy;
    trimmed.trim = RdmaTrim::FABRIC;
    Qp(1).OnPdu(m_now, tx.pdu, trimmed);
    RdmaTxPdu nack;
    ASSERT_TRUE(Qp(1).PollControl(m_now, nack));
    EXPECT_EQ(nack.pdu.nack.txTimestamp, 1000);
    m_now += RdmaTick::Ns(1280);
    Qp(0).OnPdu(m_now, nack.pdu, RdmaRxInfo());
    ASSERT_EQ(Qp(0).PollTransmit(m_now, 3, tx), RdmaPoll::PDU);
    EXPECT_TRUE(tx.pdu.rtx);
    EXPECT_EQ(tx.pdu.write.txTimestamp, 1010);
}

// Service time (mrc reference, 1.3 and 2.13).

/// End 1 takes 3.2 us, 25 units of 128 ns, to answer.
class MrcServiceTime : public MrcPair
{
  protected:
    MrcServiceTime()
    {
        m_ends[0].setup.qp.timestamps = true;
        m_ends[1].setup.qp.serviceTime = RdmaTick::Ns(3200);
        m_ends[1].setup.evParameters = SimpleReverseEvs();
    }
};

TEST_F(MrcServiceTime, AnswersLeaveLaterAndInOrder)
{
    Connect();
    Write(0, 4096);
    Write(0, 4096);
    Run(RdmaTick::Us(5));
    EXPECT_TRUE(m_ends[1].sent.empty());
    EXPECT_EQ(Qp(1).NextWakeup(), RdmaTick::Ns(8200));
    Run(RdmaTick::Ns(3199));
    EXPECT_TRUE(m_ends[1].sent.empty());
    Run(RdmaTick::Ns(1));
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK).size(), 2u);
    EXPECT_TRUE(Qp(1).NextWakeup().IsMax());
    Run(RdmaTick::Us(6));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0, 1}));
}

TEST_F(MrcServiceTime, EchoIsPutForwardByIt)
{
    m_now = RdmaTick::Us(128);
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[0].pdu.sack.txTimestamp, 1000 + 25);
    RdmaPdu probe{};
    probe.opcode = RdmaOpcode::MRC_PROBE;
    probe.probe.txTimestamp = 0xfff0;
    Qp(1).OnPdu(m_now, probe, RdmaRxInfo());
    Run(RdmaTick::Us(4));
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[1].pdu.sack.txTimestamp, 9) << "modulo 2^16";
}

TEST_F(MrcServiceTime, WithoutCompensationTheEchoIsPlainAndThePeerKnows)
{
    m_ends[1].setup.qp.compensate = false;
    m_now = RdmaTick::Us(128);
    Connect();
    EXPECT_EQ(Qp(0).GetAttributes().capabilities, MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED);
    EXPECT_EQ(Qp(1).GetAttributes().capabilities, 0);
    Write(0, 4096);
    Run(RdmaTick::Us(20));
    EXPECT_EQ(Sent(1, RdmaOpcode::MRC_SACK)[0].pdu.sack.txTimestamp, 1000);
}

TEST_F(MrcServiceTime, DelayedAnswersDieWithTheQp)
{
    Connect();
    Write(0, 4096);
    Run(RdmaTick::Us(6));
    ASSERT_TRUE(Qp(1).Modify(m_now, MrcQpState::RESET, MrcQpAttributes()).IsOk());
    Run(RdmaTick::Us(10));
    EXPECT_TRUE(m_ends[1].sent.empty());
}

// A peer that sends no NACKs of trimmed packets (mrc reference, 5.6).

TEST_F(MrcTimestamps, PeerWithoutTrimNackGetsPacketsThatAreNotTrimmed)
{
    m_ends[1].setup.qp.trimNack = false;
    Connect();
    Write(0, 4096);
    Write(1, 4096);
    Run(RdmaTick::Us(1));
    EXPECT_FALSE(Sent(0, RdmaOpcode::MRC_WRITE_ONLY)[0].trimmable);
    EXPECT_TRUE(Sent(1, RdmaOpcode::MRC_WRITE_ONLY)[0].trimmable) << "per direction";
}

/// A responder alone.
using MrcResponderOptions = MrcResponderFixture;

TEST_F(MrcResponderOptions, WithoutTrimNackTrimmedPacketsAreDropped)
{
    m_config.trimNack = false;
    Receive(0);
    EXPECT_FALSE(Receive(1, Arrival().Trimmed()));
    EXPECT_FALSE(Receive(0, Arrival().Trimmed()));
    EXPECT_EQ(m_counters.rxTrimmed, 2u);
}

// A host without resources.

TEST_F(MrcResponderOptions, ShortOfResourcesItRejectsNewPacketsWithTheReason)
{
    Receive(0);
    for (const auto reason :
         {MrcNackReason::NO_BITMAP, MrcNackReason::NO_PKT_BUFFER, MrcNackReason::NO_RESOURCE})
    {
        Responder().SetReject(reason);
        const auto nack = Receive(1, Arrival().By(0x77));
        ASSERT_TRUE(nack);
        EXPECT_EQ(nack->opcode, RdmaOpcode::MRC_NACK);
        EXPECT_EQ(nack->nack.reason, reason);
        EXPECT_EQ(nack->nack.nackPsn, 1u);
        EXPECT_EQ(nack->nack.entropy, 0x77u);
    }
    EXPECT_EQ(Receive(0)->opcode, RdmaOpcode::MRC_SACK) << "a duplicate needs no resources";
    EXPECT_EQ(Receive(5000)->nack.reason, MrcNackReason::PSN_OOR_WINDOW);
    EXPECT_EQ(m_counters.rxDiscarded, 4u);
    EXPECT_EQ(m_counters.rxAccepted, 1u);
    Responder().SetReject(std::nullopt);
    EXPECT_EQ(Receive(1)->sack.cackPsn, 1u);
    EXPECT_EQ(m_counters.rxDataPackets,
              m_counters.rxAccepted + m_counters.rxDuplicates + m_counters.rxDiscarded);
}

TEST_F(MrcTimestamps, ShortageEndsAndTheMessageArrives)
{
    Connect();
    Qp(1).EditResponder().SetReject(MrcNackReason::NO_PKT_BUFFER);
    Write(0, 10 * 4096);
    Run(RdmaTick::Us(60));
    EXPECT_TRUE(m_ends[0].completions.empty());
    EXPECT_GT(Qp(0).GetCounters().nacksReceived, 10u);
    Qp(1).EditResponder().SetReject(std::nullopt);
    Run(RdmaTick::Us(60));
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
}

TEST_F(MrcResponderOptions, PenaltyIsToldUntilItEndsAndThenRestoreUntilTheNext)
{
    EXPECT_EQ(Receive(0)->sack.rcvCwndPen, 0);
    EXPECT_FALSE(Receive(1)->sack.restoreCwnd);
    Responder().SetPenalty(0);
    EXPECT_FALSE(Receive(2)->sack.restoreCwnd) << "there was none to end";
    Responder().SetPenalty(64);
    EXPECT_EQ(Receive(3)->sack.rcvCwndPen, 64);
    EXPECT_EQ(Receive(4)->sack.rcvCwndPen, 64);
    Responder().SetPenalty(127);
    EXPECT_EQ(Receive(5)->sack.rcvCwndPen, 127);
    EXPECT_FALSE(Receive(5)->sack.restoreCwnd);
    Responder().SetPenalty(0);
    EXPECT_EQ(Receive(6)->sack.rcvCwndPen, 0);
    EXPECT_TRUE(Receive(6)->sack.restoreCwnd);
    EXPECT_TRUE(Receive(7)->sack.restoreCwnd) << "any one may be lost";
    Responder().SetPenalty(1);
    EXPECT_FALSE(Receive(8)->sack.restoreCwnd);
}

TEST_F(MrcResponderOptions, EndOfAPenaltyThatIsAskedForTwiceIsStillTold)
{
    Responder().SetPenalty(64);
    Responder().SetPenalty(0);
    Responder().SetPenalty(0);
    EXPECT_TRUE(Receive(0)->sack.restoreCwnd);
    EXPECT_EQ(Receive(1)->sack.rcvCwndPen, 0);
}

TEST_F(MrcResponderOptions, AlwaysSkipConcernsThePortsOfItsMask)
{
    EXPECT_EQ(Receive(0, Arrival().By(1, 1))->sack.m, MrcEvVerdict::NONE) << "never by default";
    Responder().SetAlwaysSkip(2);
    EXPECT_EQ(Receive(1, Arrival().By(1, 1))->sack.m, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_EQ(Receive(2, Arrival().By(1, 1).Marked())->sack.m, MrcEvVerdict::ALWAYS_SKIP);
    EXPECT_EQ(Receive(3, Arrival().By(0, 0))->sack.m, MrcEvVerdict::NONE);
    EXPECT_EQ(Receive(4, Arrival().By(0, 0).Marked())->sack.m, MrcEvVerdict::SKIP_ONCE);
    Responder().SetAlwaysSkip(0);
    EXPECT_EQ(Receive(5, Arrival().By(1, 1))->sack.m, MrcEvVerdict::NONE);
}

} // namespace
