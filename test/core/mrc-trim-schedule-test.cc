/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-trim-schedule.h"

#include <gtest/gtest.h>
#include <memory>

// Times at which trimmed packets of a receiver may be sent again (TrimSchedule).

using namespace ns3;

namespace
{

// The queue that the packets would form.

TEST(TrimSchedule, EachPacketWaitsForThoseBeforeIt)
{
    MrcTrimSchedule schedule;
    EXPECT_EQ(schedule.Take(RdmaTick::Us(5), RdmaTick::Us(2)), RdmaTick());
    EXPECT_EQ(schedule.Take(RdmaTick::Us(5), RdmaTick::Us(3)), RdmaTick::Us(2));
    EXPECT_EQ(schedule.Take(RdmaTick::Us(6), RdmaTick::Us(1)), RdmaTick::Us(4))
        << "a microsecond has passed";
    EXPECT_EQ(schedule.Take(RdmaTick::Us(6), RdmaTick::Us(1)), RdmaTick::Us(5));
}

TEST(TrimSchedule, QueueThatHasRunEmptyStartsAnew)
{
    MrcTrimSchedule schedule;
    schedule.Take(RdmaTick::Us(5), RdmaTick::Us(2));
    EXPECT_EQ(schedule.Take(RdmaTick::Us(7), RdmaTick::Us(2)), RdmaTick());
    EXPECT_EQ(schedule.Take(RdmaTick::Us(100), RdmaTick::Us(2)), RdmaTick())
        << "unused time does not accumulate";
    EXPECT_EQ(schedule.Take(RdmaTick::Us(100), RdmaTick::Us(2)), RdmaTick::Us(2));
}

TEST(TrimSchedule, HoldIsToldInUnitsOf128NsRoundedDown)
{
    EXPECT_EQ(MrcTrimSchedule::Encode(RdmaTick()), 0);
    EXPECT_EQ(MrcTrimSchedule::Encode(RdmaTick::Ns(127)), 0);
    EXPECT_EQ(MrcTrimSchedule::Encode(RdmaTick::Ns(128)), 1);
    EXPECT_EQ(MrcTrimSchedule::Encode(RdmaTick::Us(64)), 500);
    EXPECT_EQ(MrcTrimSchedule::Decode(500), RdmaTick::Us(64));
    EXPECT_EQ(MrcTrimSchedule::Decode(0), RdmaTick());
}

TEST(TrimSchedule, LongestHoldIsThatOf16Bits)
{
    const RdmaTick most = RdmaTick::Ns(128) * 65535;
    EXPECT_EQ(MrcTrimSchedule::Encode(most), 65535);
    EXPECT_EQ(MrcTrimSchedule::Encode(most + RdmaTick::Ns(128)), 65535);
    EXPECT_EQ(MrcTrimSchedule::Encode(RdmaTick::Ms(20000)), 65535);
    EXPECT_EQ(MrcTrimSchedule::Decode(65535), most) << "8.39 ms";
}

/** A QP with the rule at both ends. The NIC has 200 Gb/s. */
class ScheduledQp : public MrcTransportFixture
{
  protected:
    ScheduledQp()
    {
        m_setup.qp.trimSchedule = true;
        m_setup.qp.lossRules = {false, false, 0, 0, false, false, 0};
        m_setup.evParameters = SimpleReverseEvs();
        m_setup.trimSchedule = std::make_shared<MrcTrimSchedule>();
    }

    /**
     * Receive a packet.
     * @param trimmed true: only the header arrives
     * @param rtx true: a retransmission
     * @return the delay in the NACK; nothing if there is no NACK
     */
    std::optional<uint16_t> Receive(uint32_t psn, bool trimmed, bool rtx = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
        pdu.psn = psn;
        pdu.rtx = rtx;
        pdu.write.payloadBytes = 4096;
        RdmaRxInfo rx;
        rx.trim = trimmed ? RdmaTrim::LASTHOP : RdmaTrim::NONE;
        Qp().OnPdu(m_now, pdu, rx);
        std::optional<uint16_t> hold;
        RdmaTxPdu tx;
        while (Qp().PollControl(m_now, tx))
        {
            if (tx.pdu.opcode == RdmaOpcode::MRC_NACK)
            {
                hold = tx.pdu.nack.hold;
            }
        }
        return hold;
    }

    /**
     * Receive the NACK of a trimmed packet.
     * @param hold delay, units of 128 ns
     */
    void NackWithHold(uint32_t psn, uint16_t hold)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_NACK;
        pdu.nack.nackPsn = psn;
        pdu.nack.entropy = Qp().GetRequester().GetScoreboard().At(psn).entropy;
        pdu.nack.reason = MrcNackReason::TRIMMED_LASTHOP;
        pdu.nack.hold = hold;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    }
};

// The receiver. A full packet counts 4180 B, which take 167.2 ns at line rate, and 145.39 ns at a
// rate 15 % higher.

TEST_F(ScheduledQp, NackTellsTheQueueOfAllThatWasSent)
{
    EXPECT_EQ(Receive(0, true), 0) << "nothing is before it";
    EXPECT_EQ(Receive(1, true), 1) << "145 ns";
    EXPECT_EQ(Receive(2, false), std::nullopt) << "takes its place like the others";
    EXPECT_EQ(Receive(3, true), 3) << "436 ns";
    m_now += RdmaTick::Us(10);
    EXPECT_EQ(Receive(4, true), 0);
}

TEST_F(ScheduledQp, RetransmissionTakesNoSecondPlaceUnlessItIsTrimmedAgain)
{
    Receive(0, true);
    Receive(1, true);
    Receive(0, false, true);
    EXPECT_EQ(Receive(2, true), 2) << "290 ns: two places before it";
    EXPECT_EQ(Receive(1, true, true), 3) << "it arrived too early, or another one did";
    EXPECT_EQ(Receive(3, true), 4) << "581 ns";
}

TEST_F(ScheduledQp, QpsOfANicShareTheQueue)
{
    MrcTransportSetup setup = m_setup;
    setup.controller = CreateObject<ScriptedWindow>();
    setup.selector = m_selector->Fork();
    MrcTransport other(setup);
    ASSERT_TRUE(other.Connect(m_now, MakeMrcTwinOffer(setup.qp, 1)).IsOk());
    for (uint32_t psn = 0; psn < 10; ++psn)
    {
        Receive(psn, true);
    }
    RdmaPdu pdu{};
    pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
    pdu.write.payloadBytes = 4096;
    RdmaRxInfo rx;
    rx.trim = RdmaTrim::FABRIC;
    other.OnPdu(m_now, pdu, rx);
    RdmaTxPdu tx;
    ASSERT_TRUE(other.PollControl(m_now, tx));
    EXPECT_EQ(tx.pdu.nack.hold, 11) << "1,454 ns";
}

TEST_F(ScheduledQp, WithoutTheRuleNacksTellNothing)
{
    m_setup.qp.trimSchedule = CreateObject<MrcQpParameters>()->MakeConfig().trimSchedule;
    EXPECT_FALSE(m_setup.qp.trimSchedule) << "it is off by default";
    m_setup.trimSchedule = nullptr;
    for (uint32_t psn = 0; psn < 10; ++psn)
    {
        EXPECT_EQ(Receive(psn, true), 0);
    }
}

// The sender.

TEST_F(ScheduledQp, PacketAndNewDataAreHeldForTheTimeTold)
{
    m_window->cwnd = 4 * 4180;
    Post(8);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2, 3}));
    m_now = RdmaTick::Us(10);
    NackWithHold(1, 250); // 32 us
    m_window->cwnd = 1 << 30;
    EXPECT_TRUE(TransmitAll().empty());
    Advance(RdmaTick::Ns(31999));
    EXPECT_TRUE(TransmitAll().empty());
    Advance(RdmaTick::Ns(1));
    EXPECT_EQ(TransmitAll(), (Psns{1, 4, 5, 6, 7}));
}

TEST_F(ScheduledQp, NewDataWaitsForTheLastOfThoseHeld)
{
    m_window->cwnd = 4 * 4180;
    Post(8);
    TransmitAll();
    NackWithHold(0, 250); // 32 us
    NackWithHold(1, 500); // 64 us
    m_window->cwnd = 1 << 30;
    Advance(RdmaTick::Us(32));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    Advance(RdmaTick::Us(32));
    EXPECT_EQ(TransmitAll(), (Psns{1, 4, 5, 6, 7}));
}

TEST_F(ScheduledQp, OtherRetransmissionsAreNotHeld)
{
    Post(4);
    TransmitAll();
    NackWithHold(0, 250);
    NackWithHold(1, 0); // no delay
    EXPECT_EQ(TransmitAll(), (Psns{1}));
}

TEST_F(ScheduledQp, PacketAcknowledgedMeanwhileIsNotSentAgain)
{
    Post(2);
    TransmitAll();
    NackWithHold(0, 250);
    Sack(SackSpec(1, 0, 0x0000));
    EXPECT_EQ(m_window->lateAcks, 1U);
    Advance(RdmaTick::Us(40));
    EXPECT_TRUE(TransmitAll().empty());
    Post(1);
    EXPECT_EQ(TransmitAll(), (Psns{2}));
}

TEST_F(ScheduledQp, SenderWithoutTheRuleSendsAtOnce)
{
    m_setup.qp.trimSchedule = false;
    Post(2);
    TransmitAll();
    NackWithHold(0, 250);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
}

} // namespace
