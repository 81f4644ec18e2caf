/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

// Frequency of tail probes of a QP without feedback (rule D of the mrc reference, 5.7).

using namespace ns3;

namespace
{

/** A QP with rule D only. The time-out of probes is 50 us. */
class TailProbe : public MrcTransportFixture
{
  protected:
    TailProbe()
    {
        m_setup.qp.lossRules = {false, false, 0, 0, true, false, 0};
    }

    /**
     * Wait for the next probe.
     * @return the probe
     */
    RdmaTxPdu Next()
    {
        Advance(Qp().NextWakeup() - m_now);
        const auto tx = Transmit();
        EXPECT_TRUE(tx && tx->pdu.opcode == RdmaOpcode::MRC_PROBE);
        return tx.value_or(RdmaTxPdu{});
    }

    /**
     * @param probes number of probes to wait for
     * @return their times, us
     */
    std::vector<int64_t> ProbeTimes(uint32_t probes)
    {
        std::vector<int64_t> times;
        while (times.size() < probes && !HasFailure())
        {
            Next();
            times.push_back(m_now.GetPs() / 1000000);
        }
        return times;
    }

    /** The answer to a probe arrives, without new packets. */
    void Answer(const RdmaTxPdu& probe)
    {
        Sack(SackSpec::OfProbe(RDMA_PSN_MASK, probe.pdu.probe.probeId, probe.entropy)
                 .FullPackets(0));
    }

    using Us = std::vector<int64_t>; ///< times, us
};

TEST_F(TailProbe, AfterTheSecondUnansweredOneTheWaitDoublesUpTo64Times)
{
    Post(1);
    TransmitAll();
    EXPECT_EQ(ProbeTimes(10), (Us{20, 70, 170, 370, 770, 1570, 3170, 6370, 9570, 12770}));
}

TEST_F(TailProbe, AnswersWithoutNewsDoNotResetTheBackOff)
{
    Post(1);
    TransmitAll();
    Us asked;
    for (int i = 0; i < 5; ++i)
    {
        const RdmaTxPdu probe = Next();
        asked.push_back(m_now.GetPs() / 1000000);
        Advance(RdmaTick::Us(10));
        Answer(probe);
    }
    // 20 us after the transmission, and 20, 40, 80, 160 us after the answers.
    EXPECT_EQ(asked, (Us{20, 50, 100, 190, 360}));
}

TEST_F(TailProbe, NewsResetsTheBackOff)
{
    Post(2);
    TransmitAll();
    EXPECT_EQ(ProbeTimes(4), (Us{20, 70, 170, 370}));
    m_now = RdmaTick::Us(400);
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(ProbeTimes(3), (Us{420, 470, 570}));
}

TEST_F(TailProbe, SackWithoutNewsResetsNothing)
{
    Post(2);
    TransmitAll();
    Sack(SackSpec(0, 0, 0x0000));
    EXPECT_EQ(ProbeTimes(2), (Us{20, 70}));
    m_now = RdmaTick::Us(100);
    Sack(SackSpec(0, 0, 0x0000)); // triggered by a duplicate
    EXPECT_EQ(ProbeTimes(2), (Us{170, 370}));
}

/** PSN 1 is missing, 3 waits for a port. 2 has requested a SACK, which arrived at 8 us. */
class TailProbeWithoutRequest : public TailProbe
{
  protected:
    TailProbeWithoutRequest()
    {
        Post(3);
        TransmitAll();
        Post(1);
        m_now = RdmaTick::Us(8);
    }

    void Answer()
    {
        Sack(SackSpec(0, 2, 0x0000).Above({2}));
    }
};

TEST_F(TailProbeWithoutRequest, ItIsFirstTheNextPacketsTurn)
{
    Answer();
    EXPECT_EQ(ProbeTimes(2), (Us{58, 108})) << "20 us and AckSilence of 30 us";
}

TEST_F(TailProbeWithoutRequest, NobodysTurnIsWaitedForIfAllIsSent)
{
    EXPECT_EQ(TransmitAll(), (Psns{3}));
    Sack(SackSpec(0, 3, 0x1001).Above({2, 3}));
    EXPECT_EQ(ProbeTimes(2), (Us{28, 78}));
}

TEST_F(TailProbeWithoutRequest, NobodysTurnIsWaitedForWhileTheWindowIsShut)
{
    m_window->cwnd = 0;
    Answer();
    EXPECT_EQ(ProbeTimes(2), (Us{28, 78}))
        << "the packets in flight that would open it have not requested a SACK";
}

/** 1 and 2 are in flight when 1 is trimmed, and 5 waits for a port. */
class TailProbeAfterNack : public TailProbe
{
  protected:
    TailProbeAfterNack()
    {
        Post(5);
        TransmitAll();
        Post(1);
        m_now = RdmaTick::Us(8);
        Sack(SackSpec(0, 4, 0x0000).Above({3, 4}));
        m_now = RdmaTick::Us(9);
    }
};

TEST_F(TailProbeAfterNack, ThatShutsTheWindowNobodysTurnIsWaitedFor)
{
    m_window->cwnd = 0;
    Nack(MrcNackReason::TRIMMED_LASTHOP, 1, 0x1000);
    EXPECT_EQ(ProbeTimes(1), (Us{28}));
}

TEST_F(TailProbeAfterNack, ThatLeavesItOpenItIsStillTheNextPacketsTurn)
{
    Nack(MrcNackReason::TRIMMED_LASTHOP, 1, 0x1000);
    EXPECT_EQ(ProbeTimes(1), (Us{58}));
}

TEST_F(TailProbe, FirstRequestSinceTheNewsStartsTheWait)
{
    Post(3);
    TransmitAll();
    m_now = RdmaTick::Us(8);
    Sack(SackSpec(0, 2, 0x0000).Above({2}));
    m_now = RdmaTick::Us(12);
    Post(1);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
    m_now = RdmaTick::Us(14);
    Post(1);
    EXPECT_TRUE(Transmit()->pdu.ackRequest);
    EXPECT_EQ(ProbeTimes(2), (Us{32, 82}));
}

TEST_F(TailProbe, NackDoesNotRestartTheTail)
{
    Post(3);
    TransmitAll();
    m_now = RdmaTick::Us(8);
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    EXPECT_EQ(ProbeTimes(2), (Us{20, 70}));
}

TEST_F(TailProbe, WhereNewsOfTrimsTakesLongRuleDAsksLater)
{
    Post(3);
    TransmitAll();
    m_now = RdmaTick::Us(18);
    Nack(MrcNackReason::TRIMMED, 2, 0x0001);
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    EXPECT_EQ(ProbeTimes(2), (Us{36, 86})) << "twice 18 us after the transmission";
}

TEST_F(TailProbe, NewsPutsOffTheTimerOfAnOldPacketToFourTimersAtMost)
{
    m_setup.qp.lossRules = {false, false, 0, 0, true, true, 8};
    Post(2);
    TransmitAll();
    m_now = RdmaTick::Us(1);
    Nack(MrcNackReason::TRIMMED, 1, 0x1000); // from now on a probe is sent before the timer expires
    constexpr RdmaTick LAST = RdmaTick::Ns(4 * 131072);
    for (uint32_t psn = 2; m_now + RdmaTick::Us(15) < LAST; ++psn)
    {
        TransmitAll();
        Post(1);
        TransmitAll();
        Sack(SackSpec(RDMA_PSN_MASK, psn, 0x0000)); // whenever the tail probe is nearly due
        Advance(RdmaTick::Us(15));
        ASSERT_EQ(Qp().GetCounters().timeouts, 0U) << psn;
    }
    Advance(LAST - m_now - RdmaTick::Ps(1));
    EXPECT_EQ(Qp().GetCounters().timeouts, 0U);
    Advance(RdmaTick::Ps(1));
    EXPECT_EQ(Qp().GetCounters().timeouts, 1U) << "of packet 0, sent at 0";
}

} // namespace
