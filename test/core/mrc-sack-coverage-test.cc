/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

// A packet is lost only if the newest SACK says that it is missing (mrc reference, 2.8 and 5.7).

using namespace ns3;

namespace
{

/** A QP with 200 packets in flight. Packet p has the EV number p % 4 of 0000, 1000, 0001, 1001. */
class SackCoverage : public MrcTransportFixture
{
  protected:
    /**
     * Send 200 packets.
     * @param rules rules of loss detection
     */
    void Begin(const MrcLossRules& rules)
    {
        m_setup.qp.lossRules = rules;
        Post(200);
        ASSERT_EQ(TransmitAll().size(), 200U);
    }

    /// Packets from first to last, except for some.
    static Psns Range(uint32_t first, uint32_t last, const Psns& without = {})
    {
        Psns psns;
        for (uint32_t psn = first; psn <= last; ++psn)
        {
            if (std::find(without.begin(), without.end(), psn) == without.end())
            {
                psns.push_back(psn);
            }
        }
        return psns;
    }

    static constexpr MrcLossRules SAME_EV{true, false, 0, 0, false, false, 0};   ///< rule A alone
    static constexpr MrcLossRules TIME{false, true, 0, 0, false, false, 0};      ///< rule B alone
    static constexpr MrcLossRules DISTANCE{false, false, 8, 0, false, false, 0}; ///< rule C alone
};

TEST_F(SackCoverage, PsnAfterCackAndTheBitmapAreSpokenOf)
{
    Begin(SAME_EV);
    // 1 to 99 and 110 are missing, as far as this SACK reports.
    Sack(SackSpec(0, 163, 0x1001).Above(Range(100, 163, {110})).From(100).Holds(90));
    EXPECT_EQ(TransmitAll(), (Psns{1, 110})) << "it does not say that 2 to 99 are missing";
}

TEST_F(SackCoverage, EvidenceWaitsForASackThatSpeaksOfThePacket)
{
    Begin(SAME_EV);
    Sack(SackSpec(1, 163, 0x1001).Above(Range(100, 163)).From(100).Holds(150));
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    Sack(SackSpec(1, 163, 0x1001).Above(Range(37, 99, {60, 61})).From(36).Holds(150));
    EXPECT_EQ(TransmitAll(), (Psns{36, 60, 61})) << "no SACK covers 3 to 35";
}

TEST_F(SackCoverage, OvertakenSackDeclaresNothingLost)
{
    Begin(SAME_EV);
    // The newest one arrives first: 150 packets above 0 have arrived.
    Sack(SackSpec(1, 163, 0x1001).Above(Range(100, 163)).From(100).Holds(150));
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    // An old one: 5 had not arrived, 9 had, on the same path.
    Sack(SackSpec(1, 9, 0x1000).Above({3, 4, 6, 7, 8, 9}).FullPackets(8));
    EXPECT_EQ(Qp().GetRequester().GetScoreboard().At(9).state, MrcTxState::ACKED);
    EXPECT_TRUE(TransmitAll().empty()) << "5 may have arrived since";
    // It has not arrived.
    Sack(SackSpec(1, 164, 0x0000).Above(Range(3, 66, {5})).Holds(151));
    EXPECT_EQ(TransmitAll(), (Psns{5}));
}

TEST_F(SackCoverage, SackThatIsAsNewAsTheNewestCounts)
{
    Begin(SAME_EV);
    Sack(SackSpec(1, 163, 0x1001).Above(Range(100, 163)).From(100).Holds(150));
    EXPECT_EQ(TransmitAll(), (Psns{2}));
    Sack(SackSpec(1, 163, 0x1001).Above(Range(3, 66, {5})).Holds(150)); // triggered by a duplicate
    EXPECT_EQ(TransmitAll(), (Psns{5}));
}

TEST_F(SackCoverage, AllPacketsAreSpokenOfWhenAsManyAreKnownAsTheResponderHad)
{
    Begin(SAME_EV);
    // 2 to 65 have arrived, and 150, on the path of 70, 74 ... 146.
    Sack(SackSpec(0, 150, 0x0001).Above(Range(2, 65)).From(2).Holds(66));
    EXPECT_EQ(TransmitAll(), (Psns{1})) << "one more has arrived, which may be any";
    Sack(SackSpec(0, 66, 0x0001).Above(Range(3, 66)).From(3).Holds(66));
    Psns path;
    for (uint32_t psn = 70; psn < 150; psn += 4)
    {
        path.push_back(psn);
    }
    EXPECT_EQ(TransmitAll(), path) << "all 66 are known";
}

TEST_F(SackCoverage, PacketsKnownFromOlderSacksCount)
{
    Begin(SAME_EV);
    Sack(SackSpec(1, 199, 0x1001).Above(Range(136, 199)).From(136).Holds(128));
    EXPECT_EQ(TransmitAll(), (Psns{2})) << "of 128, 64 are known";
    Sack(SackSpec(1, 66, 0x0001).Above(Range(3, 66)).From(3).FullPackets(64));
    EXPECT_EQ(TransmitAll(), Range(67, 135)) << "the older SACK has reported the other 64";
}

TEST_F(SackCoverage, RuleBWaitsLikeRuleA)
{
    m_setup.qp.lossRules = TIME;
    Post(100);
    TransmitAll();
    m_now += RdmaTick::Us(15);
    Post(100);
    TransmitAll();
    Sack(SackSpec(0, 163, 0x1001).Above(Range(100, 163)).From(100).Holds(140));
    EXPECT_EQ(TransmitAll(), (Psns{1}));
    Sack(SackSpec(0, 163, 0x1001).Above(Range(2, 65, {40})).From(2).Holds(140));
    EXPECT_EQ(TransmitAll(), (Psns{40}));
}

TEST_F(SackCoverage, RuleCWaitsLikeRuleA)
{
    Begin(DISTANCE);
    Sack(SackSpec(0, 163, 0x1001).Above(Range(100, 163)).From(100).Holds(140));
    EXPECT_EQ(TransmitAll(), (Psns{1}));
    Sack(SackSpec(0, 163, 0x1001).Above(Range(2, 65, {40})).From(2).Holds(140));
    EXPECT_EQ(TransmitAll(), (Psns{40}));
}

} // namespace
