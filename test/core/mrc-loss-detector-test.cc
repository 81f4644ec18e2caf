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

constexpr uint32_t EV_PLANE0 = 0x0001;
constexpr uint32_t EV_PLANE1 = 0x1001;

/// A SACK that covers every packet.
MrcSackCoverage
Everything()
{
    MrcSackCoverage coverage;
    coverage.all = true;
    return coverage;
}

/// A SACK that covers cack_psn + 1 and the 64 PSNs from a base on.
MrcSackCoverage
Covering(RdmaPsnSeq cack, RdmaPsnSeq base)
{
    MrcSackCoverage coverage;
    coverage.cack = cack;
    coverage.base = base;
    return coverage;
}

/// Base RTT 10 us, so the reordering window is 15 us; target delay 5 us; T0 = 100 us; no grace
/// period after trims.
class MrcLossDetectorTest : public testing::Test
{
  protected:
    MrcLossDetectorTest()
    {
        m_config.windowPackets = 1024;
        m_config.ackTimeout = RdmaTick::Us(100);
        m_config.retryLinear = 2;
        m_config.retryExponential = 3;
        m_config.reoWindow = RdmaTick::Us(15);
        m_config.lossRules.trimGracePeriod = 0;
        Renew();
    }

    /// Must be called after changes to m_config.
    void Renew()
    {
        m_detector.emplace(m_config, m_probeMinTimeout);
        m_detector->SetPath(RdmaTick::Us(10), RdmaTick::Us(5));
    }

    /// Send packet 0, 1, 2 ... at a time in microseconds.
    void SendAt(int64_t us, uint32_t entropy)
    {
        m_board.OnSend(m_board.Append(0, 4180), RdmaTick::Us(us), entropy, 0, false);
    }

    /// The latest transmission of a packet is known to have arrived.
    void Arrive(RdmaPsnSeq psn)
    {
        m_detector->OnArrived(m_board, m_board.At(psn));
        m_board.OnAcked(psn);
    }

    using Psns = std::vector<RdmaPsnSeq>;

    Psns Detect(const MrcSackCoverage& coverage = Everything(), int64_t us = 1000)
    {
        Psns lost;
        m_detector->Detect(RdmaTick::Us(us), m_board, coverage, lost);
        return lost;
    }

    /// At a time in microseconds, by a SACK that covers every packet.
    Psns DetectAt(int64_t us)
    {
        return Detect(Everything(), us);
    }

    Psns TimerAt(int64_t us, bool counts)
    {
        Psns lost;
        EXPECT_EQ(m_detector->OnTimer(RdmaTick::Us(us), m_board, lost), counts);
        for (const RdmaPsnSeq psn : lost)
        {
            m_board.OnLost(psn, true);
        }
        return lost;
    }

    MrcQpConfig m_config;
    RdmaTick m_probeMinTimeout = RdmaTick::Us(50);
    MrcScoreboard m_board{0, 1024};
    std::optional<MrcLossDetector> m_detector;
};

TEST_F(MrcLossDetectorTest, PacketOvertakenOnItsOwnEvIsLostAtOnce)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE1);
    SendAt(2, EV_PLANE0);
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{0})) << "packet 1 took another path";
}

TEST_F(MrcLossDetectorTest, PacketOvertakenOnAnotherEvIsNotLost)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE1);
    Arrive(1);
    EXPECT_TRUE(Detect().empty());
}

TEST_F(MrcLossDetectorTest, EarlierArrivalSaysNothingAboutLaterPackets)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    SendAt(2, EV_PLANE0);
    Arrive(1);
    EXPECT_EQ(Detect(), (Psns{0}));
    m_board.OnLost(0, true);
    EXPECT_TRUE(Detect().empty()) << "packet 2 was sent after packet 1";
}

TEST_F(MrcLossDetectorTest, PacketAcknowledgedByTheSameSackIsNotLost)
{
    for (int i = 0; i < 3; ++i)
    {
        SendAt(i, EV_PLANE0);
    }
    Arrive(2);
    Arrive(1);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, RetransmissionIsRatedByItsNewPlaceInTheOrder)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE1);
    m_board.OnLost(0, true);
    m_board.OnSend(0, RdmaTick::Us(2), EV_PLANE1, 0, true);
    Arrive(1);
    EXPECT_TRUE(Detect().empty()) << "packet 0 left on EV B after packet 1";
    SendAt(3, EV_PLANE1);
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, LatestArrivalOnAnEvIsTheEvidenceInWhateverOrderASackNamesThem)
{
    SendAt(0, EV_PLANE1);
    for (int i = 1; i <= 3; ++i)
    {
        SendAt(i, EV_PLANE0);
    }
    m_board.OnLost(0, true);
    m_board.OnSend(0, RdmaTick::Us(4), EV_PLANE0, 0, true);
    Arrive(0); // the lowest PSN, but the latest transmission
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{1, 3})) << "both were sent before the retransmission of 0";
}

TEST_F(MrcLossDetectorTest, PacketSentAReorderingWindowBeforeAnArrivalIsLost)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    SendAt(14, EV_PLANE1);
    SendAt(15, EV_PLANE1);
    Arrive(2);
    EXPECT_TRUE(Detect().empty()) << "14 us are within the window of 15 us";
    Arrive(3);
    EXPECT_EQ(Detect(), (Psns{0})) << "packet 1 is 14 us older than packet 3";
}

TEST_F(MrcLossDetectorTest, ReorderingWindowOfTheLongestPathDoesNotShrinkWithAShorterOne)
{
    m_config.reoWindow = RdmaTick::Us(40);
    Renew();
    m_detector->SetPath(RdmaTick::Us(2), RdmaTick::Us(1)); // another plane is much shorter
    SendAt(0, EV_PLANE0);
    SendAt(39, EV_PLANE1);
    SendAt(41, EV_PLANE1);
    Arrive(1);
    EXPECT_EQ(Detect(), Psns{});
    Arrive(2);
    EXPECT_EQ(Detect(), Psns{0});
}

// The coverage of the newest SACK (mrc reference, 2.8).

TEST(MrcSackCoverage, SpeaksOfThePsnAfterCackAndOfTheBitmapOnly)
{
    const MrcSackCoverage coverage = Covering(9, 100);
    for (const RdmaPsnSeq psn : {10, 100, 163})
    {
        EXPECT_TRUE(coverage.Has(psn)) << psn;
    }
    for (const RdmaPsnSeq psn : {9, 11, 99, 164})
    {
        EXPECT_FALSE(coverage.Has(psn)) << psn;
    }
}

TEST(MrcSackCoverage, SpeaksOfAllWhenAsMuchIsKnownAsTheResponderHad)
{
    MrcSackCoverage coverage = Covering(9, 100);
    coverage.all = true;
    EXPECT_TRUE(coverage.Has(11));
    EXPECT_TRUE(coverage.Has(100000));
}

TEST_F(MrcLossDetectorTest, RuleADeclaresLostOnlyWhatTheSackSpeaksOfAndKeepsTheRest)
{
    for (int i = 0; i <= 70; ++i)
    {
        SendAt(0, EV_PLANE0);
    }
    Arrive(70);
    for (RdmaPsnSeq psn = 3; psn < 70; ++psn)
    {
        Arrive(psn);
    }
    EXPECT_EQ(Detect(Covering(0, 7)), (Psns{1})) << "0 and 2: no SACK says that they are missing";
    m_board.OnLost(1, true);
    EXPECT_EQ(Detect(Covering(1, 7)), (Psns{2})) << "the evidence has waited";
    m_board.OnLost(2, true);
    EXPECT_EQ(Detect(), (Psns{0}));
    m_board.OnLost(0, true);
    EXPECT_TRUE(Detect().empty());
}

TEST_F(MrcLossDetectorTest, RuleBDeclaresLostOnlyWhatTheSackSpeaksOfAndKeepsTheRest)
{
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    SendAt(20, EV_PLANE1);
    Arrive(2);
    EXPECT_EQ(Detect(Covering(-1, 3)), (Psns{0}));
    m_board.OnLost(0, true);
    EXPECT_TRUE(Detect(Covering(-1, 3)).empty());
    EXPECT_EQ(Detect(Covering(0, 3)), (Psns{1})) << "the time rule keeps its evidence";
}

TEST_F(MrcLossDetectorTest, RuleCDeclaresLostOnlyWhatTheSackSpeaksOfAndKeepsTheRest)
{
    m_config.lossRules = {false, false, 3, 0, false, false, 0};
    Renew();
    for (int i = 0; i < 6; ++i)
    {
        SendAt(0, EV_PLANE0);
    }
    for (RdmaPsnSeq psn = 2; psn < 6; ++psn)
    {
        Arrive(psn);
    }
    EXPECT_EQ(Detect(Covering(0, 2)), (Psns{1})) << "no SACK says that 0 is missing";
    m_board.OnLost(1, true);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, RuleCByWindowIsAtMostTheLargestWindow)
{
    m_config.lossRules = {false, false, 0, 1.5, false, false, 0};
    Renew();
    const uint32_t packet = MrcNominalBytes(m_config.pathMtuBytes);
    m_detector->SetWindow(8 * packet, 10 * packet); // 12 packets, limited by the largest window
    for (int i = 0; i <= 11; ++i)
    {
        SendAt(0, EV_PLANE0);
    }
    for (RdmaPsnSeq psn = 1; psn <= 10; ++psn)
    {
        Arrive(psn);
    }
    EXPECT_TRUE(Detect().empty()) << "10, not more";
    Arrive(11);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, RuleCTakesTheSmallerOfItsTwoThresholds)
{
    m_config.lossRules = {false, false, 6, 1.5, false, false, 0};
    Renew();
    const uint32_t packet = MrcNominalBytes(m_config.pathMtuBytes);
    for (int i = 0; i <= 6; ++i)
    {
        SendAt(0, EV_PLANE0);
    }
    for (RdmaPsnSeq psn = 1; psn <= 6; ++psn)
    {
        Arrive(psn);
    }
    m_detector->SetWindow(10 * packet, 100 * packet); // 15 packets
    EXPECT_TRUE(Detect().empty()) << "six, not more than six";
    m_detector->SetWindow(2 * packet, 100 * packet); // 3 packets, at least 5
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, RuleCCountsLaterTransmissionsInWhateverOrderASackNamesThem)
{
    m_config.lossRules = {false, false, 1, 0, false, false, 0};
    Renew();
    for (int i = 0; i <= 4; ++i)
    {
        SendAt(i, EV_PLANE0);
    }
    for (const RdmaPsnSeq psn : {0, 1})
    {
        m_board.OnLost(psn, true);
        m_board.OnSend(psn, RdmaTick::Us(5), EV_PLANE1, 0, true);
    }
    for (const RdmaPsnSeq psn : {0, 1, 2, 3}) // the latest transmissions have the lowest PSNs
    {
        Arrive(psn);
    }
    EXPECT_EQ(Detect(), (Psns{4})) << "two retransmissions are later";
}

TEST_F(MrcLossDetectorTest, EvidenceOfSeveralEvsWaitsForTheSameSack)
{
    for (int i = 0; i < 2; ++i)
    {
        SendAt(i, EV_PLANE0);
        SendAt(i, EV_PLANE1);
    }
    Arrive(2);
    Arrive(3);
    EXPECT_TRUE(Detect(Covering(3, 4)).empty());
    EXPECT_EQ(Detect(), (Psns{0, 1}));
}

// Grace period after trims.

TEST_F(MrcLossDetectorTest, PacketIsNotLostBeforeNewsOfItsTrimCouldHaveCome)
{
    m_config.lossRules.trimGracePeriod = 3;
    Renew();
    m_detector->OnTrim(RdmaTick::Us(20));
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    EXPECT_EQ(DetectAt(59), Psns()) << "three times 20 us";
    EXPECT_EQ(DetectAt(60), (Psns{0})) << "the evidence has waited";
}

TEST_F(MrcLossDetectorTest, ReorderingWindowIsAtLeastTheGracePeriod)
{
    m_config.lossRules = {false, true, 0, 0, false, false, 3};
    Renew();
    m_detector->OnTrim(RdmaTick::Us(20));
    SendAt(0, EV_PLANE0);
    SendAt(59, EV_PLANE1);
    SendAt(60, EV_PLANE1);
    Arrive(1);
    EXPECT_TRUE(Detect().empty()) << "the reordering window is 15 us, the grace period 60";
    Arrive(2);
    EXPECT_EQ(Detect(), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, BeforeAnyNewsTheGracePeriodIsATimerLong)
{
    m_config.lossRules.trimGracePeriod = 1;
    Renew();
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    EXPECT_TRUE(DetectAt(99).empty());
    EXPECT_EQ(DetectAt(100), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, BeforeAnyNewsALongTimerDoesNotMakeTheGracePeriodLonger)
{
    m_config.lossRules.trimGracePeriod = 1;
    m_config.firstGracePeriod = RdmaTick::Us(60);
    Renew();
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    EXPECT_TRUE(DetectAt(59).empty());
    EXPECT_EQ(DetectAt(60), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, ThereIsNoGracePeriodIfThePeerReportsNoTrims)
{
    m_config.lossRules.trimGracePeriod = 1;
    m_config.peerTrimNack = false;
    Renew();
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    EXPECT_EQ(DetectAt(2), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, InitialGracePeriodFadesByAQuarterPerSackWithProgress)
{
    m_config.lossRules.trimGracePeriod = 1;
    Renew();
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    m_detector->OnProgress(); // 75 us
    EXPECT_TRUE(DetectAt(74).empty());
    m_detector->OnProgress(); // 56.25 us
    EXPECT_TRUE(DetectAt(56).empty());
    EXPECT_EQ(DetectAt(57), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, GracePeriodAfterATrimFadesByASixteenthPerSackWithProgress)
{
    m_config.lossRules.trimGracePeriod = 4;
    Renew();
    m_detector->OnTrim(RdmaTick::Us(16)); // 64 us
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    m_detector->OnProgress(); // 15 us: 60 us
    EXPECT_TRUE(DetectAt(59).empty());
    EXPECT_EQ(DetectAt(60), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, SlowNewsOfATrimCountsAtOnceAndQuickNewsByAQuarter)
{
    m_config.lossRules = {true, false, 0, 0, false, false, 1};
    Renew();
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    Arrive(1);
    m_detector->OnTrim(RdmaTick::Us(8));
    m_detector->OnTrim(RdmaTick::Us(80));
    EXPECT_TRUE(DetectAt(79).empty());
    m_detector->OnTrim(RdmaTick::Us(8)); // 60 us
    EXPECT_TRUE(DetectAt(59).empty());
    m_detector->OnTrim(RdmaTick::Us(50)); // longer than the remaining 45 us
    EXPECT_TRUE(DetectAt(49).empty());
    EXPECT_EQ(DetectAt(50), (Psns{0}));
}

TEST_F(MrcLossDetectorTest, EvidenceThatWaitsForTheGracePeriodAloneTellsWhenItEnds)
{
    m_config.lossRules = {true, false, 0, 0, false, false, 3};
    Renew();
    m_detector->OnTrim(RdmaTick::Us(20));
    EXPECT_TRUE(m_detector->GetGraceEnd().IsMax());
    SendAt(0, EV_PLANE0);
    SendAt(5, EV_PLANE1);
    SendAt(6, EV_PLANE0);
    SendAt(7, EV_PLANE1);
    Arrive(2);
    Arrive(3);
    EXPECT_EQ(Detect(Covering(0, 500), 10), Psns());
    EXPECT_EQ(m_detector->GetGraceEnd(), RdmaTick::Us(65))
        << "1; of 0 no SACK says that it is missing";
    EXPECT_EQ(DetectAt(20), Psns());
    EXPECT_EQ(m_detector->GetGraceEnd(), RdmaTick::Us(60)) << "0 is the first now";
    m_detector->OnTrim(RdmaTick::Us(30));
    EXPECT_EQ(DetectAt(60), Psns());
    EXPECT_EQ(m_detector->GetGraceEnd(), RdmaTick::Us(90))
        << "the grace period has grown meanwhile";
    EXPECT_EQ(DetectAt(90), (Psns{0}));
    m_board.OnLost(0, true);
    EXPECT_EQ(m_detector->GetGraceEnd(), RdmaTick::Us(95));
    m_board.OnAcked(1);
    EXPECT_EQ(DetectAt(95), Psns());
    EXPECT_TRUE(m_detector->GetGraceEnd().IsMax()) << "nothing is outstanding";
}

TEST_F(MrcLossDetectorTest, TimerIsAtLeastTwiceTheGracePeriod)
{
    m_config.lossRules.trimGracePeriod = 3;
    Renew();
    SendAt(0, EV_PLANE0);
    m_detector->OnTrim(RdmaTick::Us(16));
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(100)) << "96 us are less than T0";
    m_detector->OnTrim(RdmaTick::Us(20));
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(120));
    EXPECT_EQ(TimerAt(119, false), Psns());
    EXPECT_EQ(TimerAt(120, true), (Psns{0}));
    EXPECT_EQ(m_detector->GetRto(), RdmaTick::Us(100)) << "T0 itself is unchanged";
}

TEST_F(MrcLossDetectorTest, TailIsAskedForAfterTwiceTheTimeOfTrimNews)
{
    m_detector->OnTrim(RdmaTick::Us(10));
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(20)) << "base RTT + 2 target delays";
    m_detector->OnTrim(RdmaTick::Us(32));
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(64));
    m_detector->OnProgress();
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(60));
}

TEST_F(MrcLossDetectorTest, WithoutTrimGracePeriodTrimsChangeNoRule)
{
    m_detector->OnTrim(RdmaTick::Us(1000));
    SendAt(0, EV_PLANE0);
    SendAt(1, EV_PLANE0);
    SendAt(16, EV_PLANE1);
    Arrive(1);
    Arrive(2);
    EXPECT_EQ(DetectAt(16), (Psns{0, 0}));
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(100));
}

// Probes.

TEST_F(MrcLossDetectorTest, ProbeIsEvidenceForItsEvAndItsTime)
{
    SendAt(0, EV_PLANE0);
    SendAt(20, EV_PLANE0);
    SendAt(21, EV_PLANE1);
    const uint32_t order = m_board.TakeOrder();
    SendAt(23, EV_PLANE1);
    m_detector->OnProbeArrived(m_board.GetLane(EV_PLANE1), order, RdmaTick::Us(22));
    EXPECT_EQ(Detect(), (Psns{2, 0})) << "2: same EV, before the probe. 0: 22 us before the probe";
}

TEST_F(MrcLossDetectorTest, TailDelayAndProbeTimeoutFollowThePath)
{
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(20));
    EXPECT_EQ(m_detector->GetTailDelay(true), RdmaTick::Us(30)) << "and AckSilence, one base RTT";
    EXPECT_EQ(m_detector->GetProbeTimeout(), RdmaTick::Us(50)) << "40 us, but never below 50";
    m_probeMinTimeout = RdmaTick::Us(60);
    Renew();
    EXPECT_EQ(m_detector->GetProbeTimeout(), RdmaTick::Us(60));
    m_detector->SetPath(RdmaTick::Us(20), RdmaTick::Us(15));
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(50));
    EXPECT_EQ(m_detector->GetProbeTimeout(), RdmaTick::Us(100));
}

TEST_F(MrcLossDetectorTest, TailDelayIsAtLeastSomeBaseRttsIfAsked)
{
    m_config.tailProbeMinRtts = 3;
    Renew();
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(30));
    m_detector->SetPath(RdmaTick::Us(20), RdmaTick::Us(25));
    EXPECT_EQ(m_detector->GetTailDelay(false), RdmaTick::Us(70)) << "already longer";
}

TEST_F(MrcLossDetectorTest, TimerOfTheOldestPacketExpiresFirst)
{
    EXPECT_TRUE(m_detector->GetTimerDeadline(m_board).IsMax());
    SendAt(0, EV_PLANE0);
    SendAt(30, EV_PLANE1);
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(100));
    EXPECT_TRUE(TimerAt(99, false).empty());
    EXPECT_EQ(TimerAt(100, true), (Psns{0}));
    EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(130));
}

TEST_F(MrcLossDetectorTest, PacketsOfOneOutageCountAsOneTimeout)
{
    for (int i = 0; i < 5; ++i)
    {
        SendAt(i, EV_PLANE0);
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
    SendAt(now, EV_PLANE0);
    for (const int64_t timer : timers)
    {
        EXPECT_FALSE(m_detector->IsExhausted());
        EXPECT_EQ(m_detector->GetTimerDeadline(m_board), RdmaTick::Us(now + timer));
        now += timer;
        EXPECT_EQ(TimerAt(now, true), (Psns{0}));
        m_board.OnSend(0, RdmaTick::Us(now), EV_PLANE0, 0, true);
    }
    EXPECT_TRUE(m_detector->IsExhausted());
}

TEST_F(MrcLossDetectorTest, ProgressResetsTheTimer)
{
    int64_t now = 0;
    SendAt(now, EV_PLANE0);
    for (int i = 0; i < 4; ++i)
    {
        now += 1000;
        TimerAt(now, true);
        m_board.OnSend(0, RdmaTick::Us(now), EV_PLANE0, 0, true);
    }
    EXPECT_EQ(m_detector->GetRto(), RdmaTick::Us(400));
    m_detector->ResetRetries();
    EXPECT_EQ(m_detector->GetRto(), RdmaTick::Us(100));
    EXPECT_EQ(m_detector->GetRetries(), 0u);
}

TEST_F(MrcLossDetectorTest, TimerNeverExceedsTheLongestOfTheSpecification)
{
    m_config.retryExponential = MRC_RETRY_FOREVER;
    m_detector.emplace(m_config, m_probeMinTimeout);
    int64_t now = 0;
    SendAt(now, EV_PLANE0);
    for (int i = 0; i < 60; ++i)
    {
        now += 18000000;
        TimerAt(now, true);
        m_board.OnSend(0, RdmaTick::Us(now), EV_PLANE0, 0, true);
    }
    EXPECT_EQ(m_detector->GetRto(), RdmaTick::Ns(1024) * (1 << 24)) << "17.18 s";
    EXPECT_FALSE(m_detector->IsExhausted()) << "25 means forever";
}

TEST_F(MrcLossDetectorTest, LongestPlainTimerCanBeDoubledForEver)
{
    m_config.ackTimeout = MrcAckTimeout(MRC_MAX_TIMEOUT_EXPONENT);
    m_config.retryExponential = MRC_RETRY_FOREVER;
    m_detector.emplace(m_config, m_probeMinTimeout);
    RdmaTick now;
    for (int i = 0; i < 40; ++i)
    {
        now += RdmaTick::Ms(20000);
        m_detector->CountRetry(now);
        ASSERT_EQ(m_detector->GetRto(), m_config.ackTimeout) << m_detector->GetRetries();
    }
}

TEST_F(MrcLossDetectorTest, OtherRetriesCountAtMostOncePerTimer)
{
    m_detector->CountRetry(RdmaTick::Us(500));
    m_detector->CountRetry(RdmaTick::Us(599));
    EXPECT_EQ(m_detector->GetRetries(), 1u);
    m_detector->CountRetry(RdmaTick::Us(600));
    EXPECT_EQ(m_detector->GetRetries(), 2u);
}

} // namespace
