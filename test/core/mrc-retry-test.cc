/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

// Retransmission, timers and exhausted retries: mrc reference, 5.8, row by row.

using namespace ns3;

namespace
{

/** A QP whose peer does not answer. T0 = 131.072 us. */
class MrcRetry : public MrcTransportFixture
{
  protected:
    /**
     * @param linear retry limit, linear phase
     * @param exponential retry limit, exponential phase
     */
    void Limits(uint32_t linear, uint32_t exponential)
    {
        m_setup.qp.retryLinear = linear;
        m_setup.qp.retryExponential = exponential;
        m_setup.qp.lossRules.probe = false; // only the timer
    }

    /**
     * Send one packet and run until the QP fails.
     * @param most maximum number of transmissions
     * @return waits between its transmissions and until the failure, in T0
     */
    std::vector<int64_t> Waits(size_t most = 100)
    {
        Post(1);
        std::vector<int64_t> waits;
        while (!Qp().IsError() && waits.size() < most)
        {
            EXPECT_EQ(TransmitAll(), (Psns{0}));
            const RdmaTick sent = m_now;
            m_now = Qp().NextWakeup();
            Qp().OnTimeout(m_now);
            EXPECT_EQ((m_now - sent).GetPs() % T0.GetPs(), 0);
            waits.push_back((m_now - sent).GetPs() / T0.GetPs());
        }
        return waits;
    }

    static constexpr RdmaTick T0 = RdmaTick::Ns(131072); ///< the plain timer
    using Waiting = std::vector<int64_t>;                ///< waits, in T0
};

TEST_F(MrcRetry, T0Is1024NsTimesTwoToTheTimeoutAttribute)
{
    for (uint32_t n = 0; n <= 24; ++n)
    {
        auto parameters = CreateObject<MrcQpParameters>();
        parameters->SetAttribute("AckTimeout", UintegerValue(n));
        EXPECT_EQ(parameters->MakeConfig().ackTimeout.GetPs(), 1024000LL << n);
    }
    EXPECT_FALSE(
        CreateObject<MrcQpParameters>()->SetAttributeFailSafe("AckTimeout", UintegerValue(25)));
}

TEST_F(MrcRetry, LinearRetriesUseT0ExponentialOnesDoubleIt)
{
    Limits(3, 4);
    EXPECT_EQ(Waits(), (Waiting{1, 1, 1, 1, 2, 4, 8, 16})) << "the first wait is no retry";
    EXPECT_EQ(Qp().GetCounters().timeouts, 8u) << "one more than the 7 allowed";
}

TEST_F(MrcRetry, WithoutALinearPhaseTheFirstRetryIsDoubled)
{
    Limits(0, 3);
    EXPECT_EQ(Waits(), (Waiting{1, 2, 4, 8}));
}

TEST_F(MrcRetry, WithoutAnExponentialPhaseTheTimerNeverGrows)
{
    Limits(7, 0);
    EXPECT_EQ(Waits(), (Waiting{1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST_F(MrcRetry, WithoutAnyRetryTheFirstTimeoutIsTheLast)
{
    Limits(0, 0);
    EXPECT_EQ(Waits(), (Waiting{1}));
}

TEST_F(MrcRetry, DefaultsGiveUpAfterAboutFourSeconds)
{
    m_setup.qp.lossRules.probe = false;
    const auto waits = Waits();
    int64_t sum = 0;
    for (const int64_t wait : waits)
    {
        sum += wait;
    }
    EXPECT_EQ(waits.size(), 7 + 14 + 1u);
    EXPECT_EQ(sum, 8 + (1 << 15) - 2);
    EXPECT_NEAR(m_now.GetSeconds(), 4.3, 0.05);
}

TEST_F(MrcRetry, TwentyFiveExponentialRetriesMeanForEver)
{
    Limits(0, MRC_RETRY_FOREVER);
    const auto waits = Waits(60);
    EXPECT_EQ(waits.size(), 60u);
    EXPECT_FALSE(Qp().IsError());
    EXPECT_EQ(waits.back(), 1 << 17) << "1.024 us x 2^24 is the longest timer";
}

TEST_F(MrcRetry, RetransmissionIsTheSamePacketWithRtxAndANewEv)
{
    Limits(7, 14);
    Post(1, 100);
    const auto first = Transmit();
    Advance(T0);
    const auto again = Transmit();
    ASSERT_TRUE(first && again);
    EXPECT_TRUE(again->pdu.rtx);
    EXPECT_TRUE(again->pdu.ackRequest);
    EXPECT_NE(again->entropy, first->entropy);
    EXPECT_EQ(again->pdu.psn, first->pdu.psn);
    EXPECT_EQ(again->pdu.opcode, first->pdu.opcode);
    EXPECT_EQ(again->pdu.write.va, first->pdu.write.va);
    EXPECT_EQ(again->pdu.write.dmaLength, first->pdu.write.dmaLength);
    EXPECT_EQ(again->pdu.write.msn, first->pdu.write.msn);
}

TEST_F(MrcRetry, RetransmissionsGoBeforeNewData)
{
    Limits(7, 14);
    m_window->cwnd = 3 * 4180;
    Post(6);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2}));
    Advance(T0);
    m_window->cwnd = 1 << 30;
    EXPECT_EQ(TransmitAll(), (Psns{0, 1, 2, 3, 4, 5}));
}

TEST_F(MrcRetry, TimerOfARetransmissionIsTheBackedOffOne)
{
    Limits(0, 14);
    Post(2);
    TransmitAll();
    Advance(T0);
    EXPECT_EQ(TransmitAll(), (Psns{0, 1}));
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0 * 2) << "for both: the counter is the connection's";
    Post(1);
    m_now += T0;
    TransmitAll();
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0) << "of the oldest";
}

TEST_F(MrcRetry, CounterResetsWhenCackAdvancesAndOnlyThen)
{
    Limits(0, 2);
    Post(3);
    TransmitAll();
    Advance(T0);
    TransmitAll();
    Advance(T0 * 2);
    TransmitAll();
    Sack(SackSpec(RDMA_PSN_MASK, 1, 0x1000).Above({1}).Rtx());
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0 * 4) << "packet 0 is still missing";
    Sack(SackSpec(1, 0, 0x0000).Rtx());
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0);
}

TEST_F(MrcRetry, TransportAckResetsTheCounterOnlyWithANewMsn)
{
    m_setup.qp.transportAck = true;
    Limits(0, 14);
    const auto confirm = [this](uint32_t messages) {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_TRANSPORT_ACK;
        pdu.ack.syndrome = RDMA_SYNDROME_ACK;
        pdu.ack.msn = messages;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    };
    Post(1);
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000));
    confirm(1);
    Post(1);
    TransmitAll();
    Advance(T0);
    EXPECT_EQ(TransmitAll(), (Psns{1}));
    confirm(1); // repeated, for example after a duplicate
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0 * 2) << "no progress";
    confirm(2);
    EXPECT_EQ(Qp().NextWakeup() - m_now, T0);
}

TEST_F(MrcRetry, TimersOfOneOutageCountOnce)
{
    Limits(0, 14);
    Post(1);
    TransmitAll();
    m_now += RdmaTick::Us(1);
    Post(1);
    TransmitAll();
    Advance(T0);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    Advance(T0);
    EXPECT_EQ(TransmitAll(), (Psns{1})) << "2 T0 after it was sent";
    EXPECT_EQ(Qp().GetCounters().timeouts, 1u) << "it was sent before the first time-out";
}

TEST_F(MrcRetry, ExhaustionFlushesWhatIsPostedAndIsReported)
{
    Limits(0, 0);
    Waits();
    EXPECT_EQ(Completions(RdmaCompletion::Kind::FLUSHED), (std::vector<uint64_t>{0}));
    RdmaEvent event;
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::TIMEOUT);
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::LOST);
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::QP_ERROR);
    EXPECT_EQ(event.detail, 1u) << "retries";
}

} // namespace
