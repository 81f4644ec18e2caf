/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-loss-detector.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t EV_A = 0x0001;
constexpr uint32_t EV_B = 0x1001;

/// Base RTT 10 us, so the reordering window is 15 us; target delay 5 us; T0 = 100 us.
class MrcLossDetectorTest : public testing::Test
{
  protected:
    MrcLossDetectorTest()
    {
        m_config.windowPackets = 1024;
        m_config.ackTimeout = Tick::Us(100);
        m_config.retryLinear = 2;
        m_config.retryExponential = 3;
        m_config.reoWindowFactor = 1.5;
        m_detector.emplace(m_config);
        m_detector->SetPath(Tick::Us(10), Tick::Us(5));
    }

    /// Send packet 0, 1, 2 ... at a time in microseconds.
    void SendAt(int64_t us, uint32_t entropy)
    {
        m_board.OnSend(m_board.Append(0, 4180), Tick::Us(us), entropy, 0, false);
    }

    /// The latest transmission of a packet is known to have arrived.
    void Arrive(PsnSeq psn)
    {
        m_detector->OnArrived(m_board, m_board.At(psn));
        m_board.OnAcked(psn);
    }

    using Psns = std::vector<PsnSeq>;

    Psns Detect(PsnSeq limit = 1000)
    {
        Psns lost;
        m_detector->Detect(m_board, limit, lost);
        return lost;
    }

    Psns TimerAt(int64_t us, bool counts)
    {
        Psns lost;
        EXPECT_EQ(m_detector->OnTimer(Tick::Us(us), m_board, lost), counts);
        for (const PsnSeq psn : lost)
        {
            m_board.OnLost(psn, true);
        }
        return lost;
    }

    MrcQpConfig m_config;
    MrcScoreboard m_board{0, 1024};
    std::optional<MrcLossDetector> m_detector;
};

TEST_F(MrcLossDetectorTest, PacketOvertakenOnItsOwnEvIsLostAtOnce)
{
    SendAt(0, EV_A);
    SendAt(1, EV_B);
    SendAt(2, EV_A);
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{0})) << "packet 1 took another path";
}

TEST_F(MrcLossDetectorTest, PacketOvertakenOnAnotherEvIsNotLost)
{
    SendAt(0, EV_A);
    SendAt(1, EV_B);
    Arrive(1);
    EXPECT_TRUE(Detect().empty());
}

TEST_F(MrcLossDetectorTest, EarlierArrivalSaysNothingAboutLaterPackets)
{
    SendAt(0, EV_A);
    SendAt(1, EV_A);
    SendAt(2, EV_A);
    Arrive(1);
    EXPECT_EQ(Detect(), (Psns{0}));
    m_board.OnLost(0, true);
    EXPECT_TRUE(Detect().empty()) << "packet 2 was sent after packet 1";
}

TEST_F(MrcLossDetectorTest, PacketAcknowledgedByTheSameSackIsNotLost)
{
    for (int i = 0; i < 3; ++i)
    {
        SendAt(i, EV_A);
    }
    Arrive(2);
    Arrive(1);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, RetransmissionIsJudgedByItsNewPlaceInTheOrder)
{
    SendAt(0, EV_A);
    SendAt(1, EV_B);
    m_board.OnLost(0, true);
    m_board.OnSend(0, Tick::Us(2), EV_B, 0, true);
    Arrive(1);
    EXPECT_TRUE(Detect().empty()) << "packet 0 left on EV B after packet 1";
    SendAt(3, EV_B);
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, PacketSentAReorderingWindowBeforeAnArrivalIsLost)
{
    SendAt(0, EV_A);
    SendAt(1, EV_A);
    SendAt(14, EV_B);
    SendAt(15, EV_B);
    Arrive(2);
    EXPECT_TRUE(Detect().empty()) << "14 us are within the window of 15 us";
    Arrive(3);
    EXPECT_EQ(Detect(), (Psns{0})) << "packet 1 is 14 us older than packet 3";
}

TEST_F(MrcLossDetectorTest, ReorderingWindowFollowsTheBaseRtt)
{
    m_detector->SetPath(Tick::Us(4), Tick::Us(5));
    SendAt(0, EV_A);
    SendAt(6, EV_B);
    Arrive(1);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, PacketAboveWhatTheSackSpeaksOfIsLeftAlone)
{
    SendAt(0, EV_A);
    SendAt(1, EV_A);
    SendAt(20, EV_A);
    Arrive(2);
    EXPECT_EQ(Detect(1), (Psns{0, 0})) << "by both rules";
    m_board.OnLost(0, true);
    EXPECT_EQ(Detect(2), (Psns{1})) << "the time rule does not forget";
}

TEST_F(MrcLossDetectorTest, ProbeIsEvidenceForItsEvAndItsTime)
{
    SendAt(0, EV_A);
    SendAt(20, EV_A);
    SendAt(21, EV_B);
    const uint32_t order = m_board.TakeOrder();
    SendAt(23, EV_B);
    m_detector->OnProbeArrived(m_board.GetLane(EV_B), order, Tick::Us(22));
    EXPECT_EQ(Detect(), (Psns{2, 0})) << "2: same EV, before the probe. 0: 22 us before the probe";
}

TEST_F(MrcLossDetectorTest, TailDelayAndProbeTimeoutFollowThePath)
{
    EXPECT_EQ(m_detector->GetTailDelay(), Tick::Us(20));
    EXPECT_EQ(m_detector->GetProbeTimeout(), Tick::Us(50)) << "40 us, but never below 50";
    m_detector->SetPath(Tick::Us(20), Tick::Us(15));
    EXPECT_EQ(m_detector->GetTailDelay(), Tick::Us(50));
    EXPECT_EQ(m_detector->GetProbeTimeout(), Tick::Us(100));
}

TEST_F(MrcLossDetectorTest, TimerOfTheOldestPacketExpiresFirst)
{
    EXPECT_TRUE(m_detector->GetTimerDeadline(m_board).IsMax());
    SendAt(0, EV_A);
    SendAt(30, EV_B);
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), Tick::Us(100));
    EXPECT_TRUE(TimerAt(99, false).empty());
    EXPECT_EQ(TimerAt(100, true), (Psns{0}));
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), Tick::Us(130));
}

TEST_F(MrcLossDetectorTest, PacketsOfOneOutageCountAsOneTimeout)
{
    for (int i = 0; i < 5; ++i)
    {
        SendAt(i, EV_A);
    }
    EXPECT_EQ(TimerAt(100, true), (Psns{0}));
    EXPECT_EQ(TimerAt(101, false), (Psns{1}));
    EXPECT_EQ(TimerAt(104, false), (Psns{2, 3, 4}));
    EXPECT_EQ(m_detector->GetRetries(), 1u);
}

TEST_F(MrcLossDetectorTest, TimerIsLinearThenDoublesThenGivesUp)
{
    // retryLinear 2, retryExponential 3.
    const std::vector<int64_t> timers{100, 100, 100, 200, 400, 800};
    int64_t now = 0;
    SendAt(now, EV_A);
    for (const int64_t timer : timers)
    {
        EXPECT_FALSE(m_detector->IsExhausted());
        EXPECT_EQ(m_detector->GetTimerDeadline(m_board), Tick::Us(now + timer));
        now += timer;
        EXPECT_EQ(TimerAt(now, true), (Psns{0}));
        m_board.OnSend(0, Tick::Us(now), EV_A, 0, true);
    }
    EXPECT_TRUE(m_detector->IsExhausted());
}

TEST_F(MrcLossDetectorTest, ProgressResetsTheTimer)
{
    int64_t now = 0;
    SendAt(now, EV_A);
    for (int i = 0; i < 4; ++i)
    {
        now += 1000;
        TimerAt(now, true);
        m_board.OnSend(0, Tick::Us(now), EV_A, 0, true);
    }
    EXPECT_EQ(m_detector->GetRto(), Tick::Us(400));
    m_detector->ResetRetries();
    EXPECT_EQ(m_detector->GetRto(), Tick::Us(100));
    EXPECT_EQ(m_detector->GetRetries(), 0u);
}

TEST_F(MrcLossDetectorTest, TimerNeverExceedsTheLongestOfTheSpecification)
{
    m_config.retryExponential = MRC_RETRY_FOREVER;
    m_detector.emplace(m_config);
    int64_t now = 0;
    SendAt(now, EV_A);
    for (int i = 0; i < 60; ++i)
    {
        now += 18000000;
        TimerAt(now, true);
        m_board.OnSend(0, Tick::Us(now), EV_A, 0, true);
    }
    EXPECT_EQ(m_detector->GetRto(), Tick::Ns(1024) * (1 << 24)) << "17.18 s";
    EXPECT_FALSE(m_detector->IsExhausted()) << "25 means for ever";
}

TEST_F(MrcLossDetectorTest, LongestPlainTimerCanBeDoubledForEver)
{
    m_config.ackTimeout = MrcAckTimeout(MRC_MAX_TIMEOUT_EXPONENT);
    m_config.retryExponential = MRC_RETRY_FOREVER;
    m_detector.emplace(m_config);
    Tick now;
    for (int i = 0; i < 40; ++i)
    {
        now += Tick::Ms(20000);
        m_detector->CountRetry(now);
        ASSERT_EQ(m_detector->GetRto(), m_config.ackTimeout) << m_detector->GetRetries();
    }
}

TEST_F(MrcLossDetectorTest, OtherRetriesCountAtMostOncePerTimer)
{
    m_detector->CountRetry(Tick::Us(500));
    m_detector->CountRetry(Tick::Us(599));
    EXPECT_EQ(m_detector->GetRetries(), 1u);
    m_detector->CountRetry(Tick::Us(600));
    EXPECT_EQ(m_detector->GetRetries(), 2u);
}

} // namespace
