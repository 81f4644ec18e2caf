/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include "ns3/mrc-reverse-evs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/** The reverse EVs of a QP with two planes of 8 paths. */
class ReverseEvs : public EvTable
{
  protected:
    ReverseEvs()
    {
        Start(2, 8);
    }

    /**
     * @param plane plane of the triggers
     * @param count number of answers
     * @return their EVs
     */
    std::vector<uint32_t> TakeMany(uint32_t plane, uint32_t count)
    {
        std::vector<uint32_t> evs(count);
        std::generate(evs.begin(), evs.end(), [&] { return reverse.Take(plane)->ev; });
        return evs;
    }

    /**
     * Receive data, and send a probe if one is due.
     * @param packets number of packets
     * @return true if one was sent
     */
    bool Receive(int packets = 1)
    {
        bool asked = false;
        for (int i = 0; i < packets; ++i)
        {
            if (reverse.OnReceive(now))
            {
                reverse.Ask(now);
                asked = asked || reverse.PollProbe().has_value();
            }
        }
        return asked;
    }

    /** The peer lacks answers on both planes. */
    void DoubtAll()
    {
        reverse.OnReliabilityProbe(0);
        reverse.OnReliabilityProbe(1);
    }

    MrcReverseEvs reverse{table, BASE_RTT, rng}; ///< under test
    int m_echoes{0};                             ///< answers by the EV of the probe
};

TEST_F(ReverseEvs, InPeaceAnswersTakeTheActiveEvsInTurnAndNothingIsProbed)
{
    reverse.OnProof(table.GetActiveEv(0, 3)); // not requested
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_FALSE(reverse.OnReceive(now));
    }
    EXPECT_FALSE(reverse.PollProbe());
    const auto evs = TakeMany(0, 12);
    EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 6U) << "all active ones";
    EXPECT_NE(evs[0], evs[1]);
}

TEST_F(ReverseEvs, DoubtAsksForAProbeAtOnceAndThenEvery64thPacket)
{
    reverse.OnReliabilityProbe(0);
    std::vector<int> asked;
    for (int i = 0; i < 150; ++i)
    {
        if (Receive())
        {
            asked.push_back(i);
        }
        EXPECT_FALSE(reverse.PollProbe());
        now += BASE_RTT;
    }
    EXPECT_EQ(asked, (std::vector<int>{0, 64, 128}));
}

TEST_F(ReverseEvs, FastFlowProbesOncePerRtt)
{
    reverse.OnReliabilityProbe(0);
    int probes = 0;
    for (int i = 0; i < 100; ++i)
    {
        for (int packet = 0; packet < 300; ++packet)
        {
            probes += Receive();
        }
        now += RdmaTick::Us(1);
    }
    EXPECT_EQ(probes, 10);
}

TEST_F(ReverseEvs, EnoughProofsEndTheProbingUntilTheNextDoubt)
{
    reverse.OnReliabilityProbe(0);
    for (uint32_t i = 0; i < 6; ++i)
    {
        EXPECT_TRUE(Receive(64)) << i;
        reverse.OnProof(table.GetActiveEv(0, i));
        now += BASE_RTT;
    }
    EXPECT_FALSE(Receive(1000)) << "all six are proved";
    reverse.OnReliabilityProbe(0);
    EXPECT_TRUE(Receive());
}

TEST_F(ReverseEvs, ProbingBeginsAgainWhenAllProofsOfAPlaneAreGone)
{
    reverse.OnReliabilityProbe(0);
    for (uint32_t i = 0; i < 6; ++i)
    {
        reverse.OnProof(table.GetActiveEv(0, i));
    }
    EXPECT_FALSE(Receive(1000)) << "all six are proved";
    table.SetPortUp(0, true, false);
    reverse.Take(0); // updates the proofs
    table.SetPortUp(0, true, true);
    EXPECT_TRUE(Receive(64));
}

TEST_F(ReverseEvs, ProbesTryRandomActiveEvsOfAllPlanes)
{
    reverse.OnReliabilityProbe(0);
    std::set<uint32_t> tried;
    for (int i = 0; i < 200; ++i)
    {
        for (int packet = 0; packet < 64; ++packet)
        {
            if (reverse.OnReceive(now))
            {
                reverse.Ask(now);
            }
        }
        const auto path = reverse.PollProbe();
        ASSERT_TRUE(path);
        EXPECT_EQ(path, table.FindPath(path->ev));
        tried.insert(path->ev);
        now += BASE_RTT;
    }
    EXPECT_EQ(tried.size(), 12U) << "6 active EVs per plane";
}

TEST_F(ReverseEvs, AnswersUseTheProvedEvsOfTheirPlaneInTurn)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    const uint32_t b = table.GetActiveEv(1, 4);
    const uint32_t c = table.GetActiveEv(0, 5);
    DoubtAll();
    reverse.OnProof(a);
    reverse.OnProof(b);
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0}));
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0})) << "the only one of this plane";
    EXPECT_EQ(reverse.Take(1), (MrcPath{b, 1}));
    reverse.OnProof(c);
    reverse.OnProof(c);      // again
    reverse.OnProof(0xDEAD); // no EV of this QP
    EXPECT_EQ(TakeMany(0, 4), (std::vector<uint32_t>{c, a, c, a}));
    EXPECT_EQ(reverse.Take(1), (MrcPath{b, 1}));
}

TEST_F(ReverseEvs, LastEightProofsOfAPlaneAreRemembered)
{
    MrcEvTable wide;
    wide.Start({2, 64, true, BASE_RTT, BASE_RTT}, parameters, rng);
    MrcReverseEvs eight(wide, BASE_RTT, rng);
    eight.OnReliabilityProbe(0);
    std::set<uint32_t> last;
    for (uint32_t i = 0; i < 11; ++i)
    {
        eight.OnProof(wide.GetActiveEv(0, i));
        if (i >= 3)
        {
            last.insert(wide.GetActiveEv(0, i));
        }
    }
    std::set<uint32_t> taken;
    for (int i = 0; i < 8; ++i)
    {
        taken.insert(eight.Take(0)->ev);
    }
    EXPECT_EQ(taken, last) << "each once";
}

TEST_F(ReverseEvs, RetiredOneOfSeveralIsPassedOver)
{
    const uint32_t a = table.GetActiveEv(0, 1);
    const uint32_t b = table.GetActiveEv(0, 2);
    const uint32_t c = table.GetActiveEv(0, 3);
    DoubtAll();
    for (const uint32_t ev : {a, b, c})
    {
        reverse.OnProof(ev);
    }
    table.OnLoss(now, b);
    const auto evs = TakeMany(0, 6);
    EXPECT_EQ(std::count(evs.begin(), evs.end(), a), 3);
    EXPECT_EQ(std::count(evs.begin(), evs.end(), c), 3);
}

TEST_F(ReverseEvs, ProofAfterOneOfSeveralIsRetiredJoinsTheOthers)
{
    const uint32_t a = table.GetActiveEv(0, 1);
    const uint32_t b = table.GetActiveEv(0, 2);
    const uint32_t c = table.GetActiveEv(0, 3);
    const uint32_t d = table.GetActiveEv(0, 4);
    DoubtAll();
    for (const uint32_t ev : {a, b, c})
    {
        reverse.OnProof(ev);
    }
    table.OnLoss(now, b);
    reverse.Take(0); // updates the proofs
    reverse.OnProof(d);
    const auto evs = TakeMany(0, 6);
    for (const uint32_t ev : {a, c, d})
    {
        EXPECT_EQ(std::count(evs.begin(), evs.end(), ev), 2) << ev;
    }
}

TEST_F(ReverseEvs, ReliabilityProbeMakesTheProofsOfItsPlaneForgotten)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    const uint32_t b = table.GetActiveEv(1, 4);
    DoubtAll();
    reverse.OnProof(a);
    reverse.OnProof(b);
    reverse.OnReliabilityProbe(0);
    EXPECT_EQ(TakeMany(0, 2), (std::vector<uint32_t>{b, b})) << "the other plane's is proved";
    reverse.OnProof(a);
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0}));
}

TEST_F(ReverseEvs, DoubtedPlaneBorrowsFromOneThatIsNot)
{
    reverse.OnReliabilityProbe(0);
    const auto evs = TakeMany(0, 12);
    EXPECT_EQ(reverse.Take(0)->port, 1);
    EXPECT_EQ(std::set<uint32_t>(evs.begin(), evs.end()).size(), 6U) << "in turn";
    EXPECT_EQ(reverse.Take(1)->port, 1);
}

TEST_F(ReverseEvs, AnswerToAReliabilityProbeTakesAnyActivePath)
{
    reverse.OnProof(table.GetActiveEv(0, 3));
    std::set<uint32_t> evs;
    for (int i = 0; i < 200; ++i)
    {
        const auto path = reverse.Take(MrcReverseEvs::ANY_PLANE);
        ASSERT_TRUE(path);
        EXPECT_EQ(path, table.FindPath(path->ev));
        evs.insert(path->ev);
    }
    EXPECT_EQ(evs.size(), 12U) << "6 active EVs per plane";
    LoseOnAll(now, 0);
    EXPECT_EQ(reverse.Take(MrcReverseEvs::ANY_PLANE)->port, 1);
}

TEST_F(ReverseEvs, NextReliabilityProbeIsAnsweredByAnotherPlane)
{
    // The peer probes again because the answer was lost: three lost ones cost it an EV.
    uint32_t last = reverse.Take(MrcReverseEvs::ANY_PLANE)->port;
    for (int i = 0; i < 20; ++i)
    {
        const uint32_t port = reverse.Take(MrcReverseEvs::ANY_PLANE)->port;
        EXPECT_EQ(port, 1 - last);
        last = port;
    }
    LoseOnAll(now, last == 0 ? 1 : 0);
    EXPECT_EQ(reverse.Take(MrcReverseEvs::ANY_PLANE)->port, last) << "there is no other";
}

TEST_F(ReverseEvs, SecondAnswerToAReliabilityProbeTakesThePathOfTheFirst)
{
    // Otherwise each of the two would always use one plane, and one of these may be dead.
    std::set<uint32_t> planes;
    for (int i = 0; i < 4; ++i)
    {
        const auto sack = reverse.Take(MrcReverseEvs::ANY_PLANE);
        ASSERT_TRUE(sack);
        EXPECT_EQ(reverse.Take(MrcReverseEvs::SAME_PATH), sack);
        planes.insert(sack->port);
    }
    EXPECT_EQ(planes.size(), 2U);
    EXPECT_TRUE(reverse.Take(MrcReverseEvs::SAME_PATH)) << "also without a first one";
}

TEST_F(ReverseEvs, SpecIsTheDefault)
{
    EXPECT_EQ(CreateObject<MrcEvParameters>()->reverseEv, MrcEvParameters::SPEC);
}

TEST_F(ReverseEvs, WithoutAProvedEvAnywhereAnswersLeaveAsInTheSimpleForm)
{
    DoubtAll();
    const auto first = reverse.Take(1);
    const auto second = reverse.Take(1);
    EXPECT_EQ(first->port, 1);
    EXPECT_NE(first->ev, second->ev) << "in turn";
}

TEST_F(ReverseEvs, RetiredEvAndPlaneThatIsDownAreLeft)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    const uint32_t b = table.GetActiveEv(1, 4);
    DoubtAll();
    reverse.OnProof(a);
    reverse.OnProof(b);
    table.OnLoss(now, a);
    EXPECT_EQ(reverse.Take(0), (MrcPath{b, 1})) << "the other plane's is proved";
    table.SetPortUp(1, false, false);
    EXPECT_EQ(reverse.Take(0)->port, 0) << "none is proved: simple form";
    table.SetPortUp(0, true, false);
    EXPECT_EQ(reverse.Take(0), std::nullopt);
    EXPECT_FALSE(Receive()) << "no plane is open";
}

TEST_F(ReverseEvs, ProvedEvThatNowLeavesByAnotherPortIsLeft)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    DoubtAll();
    reverse.OnProof(a);
    ASSERT_TRUE(table.Replace(now, a, 0x7001, MrcEvState::GOOD));
    ASSERT_TRUE(table.Replace(now, table.GetActiveEv(1, 0), a, MrcEvState::GOOD));
    const auto path = reverse.Take(0);
    ASSERT_TRUE(path);
    EXPECT_EQ(path, table.FindPath(path->ev));
}

TEST_F(ReverseEvs, TheEvOfTheLastPacketIsProbed)
{
    for (const uint32_t position : {4U, 1U, 2U})
    {
        reverse.OnReceived(table.GetActiveEv(1, position));
        reverse.Ask(now);
        EXPECT_EQ(reverse.PollProbe(), table.GetActivePath(1, position));
    }
}

TEST_F(ReverseEvs, AnEvThatIsProbedAgainIsAnsweredByItself)
{
    const MrcPath a = table.GetActivePath(0, 3);
    const MrcPath b = table.GetActivePath(1, 2);
    for (int i = 0; i < 10; ++i)
    {
        // two trials at the same time
        for (const MrcPath& path : {a, b, a, b})
        {
            reverse.OnReceived(path.ev);
            const auto answer = reverse.Take(MrcReverseEvs::ANY_PLANE);
            ASSERT_TRUE(answer);
            m_echoes += answer == path;
        }
    }
    EXPECT_GE(m_echoes, 20) << "every other answer";
    EXPECT_LT(m_echoes, 35) << "and others are drawn";
}

TEST_F(ReverseEvs, WhileNothingIsProvedAnswersGoBackWhereTheLastPacketCameFrom)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    DoubtAll();
    reverse.OnReceived(a);
    EXPECT_EQ(reverse.Take(1), (MrcPath{a, 0}));
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0}));
    table.OnLoss(now, a);
    EXPECT_NE(reverse.Take(0)->ev, a) << "it is retired";
}

} // namespace
