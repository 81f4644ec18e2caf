/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-scoreboard.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

/// EV of plane 0, uplink n.
constexpr uint32_t EV_A = 0x0001;
constexpr uint32_t EV_B = 0x1001;

class MrcScoreboardTest : public testing::Test
{
  protected:
    RdmaPsnSeq SendNew(uint32_t entropy)
    {
        const RdmaPsnSeq psn = m_board.Append(0, 4180);
        Send(psn, entropy, false);
        return psn;
    }

    void Send(RdmaPsnSeq psn, uint32_t entropy, bool rtx)
    {
        m_now += RdmaTick::Ns(40);
        m_board.OnSend(psn, m_now, entropy, static_cast<uint8_t>(entropy >> 12), rtx);
    }

    std::vector<RdmaPsnSeq> Outstanding() const
    {
        std::vector<RdmaPsnSeq> psns;
        for (auto r = m_board.GetOldest(); r != nullptr; r = m_board.GetNewer(*r))
        {
            psns.push_back(m_board.GetPsn(*r));
        }
        return psns;
    }

    std::vector<RdmaPsnSeq> Outstanding(uint32_t entropy)
    {
        std::vector<RdmaPsnSeq> psns;
        const uint16_t lane = m_board.GetLane(entropy);
        for (auto r = m_board.GetOldestOfLane(lane); r != nullptr; r = m_board.GetNewerOfLane(*r))
        {
            psns.push_back(m_board.GetPsn(*r));
        }
        return psns;
    }

    using Psns = std::vector<RdmaPsnSeq>;

    RdmaTick m_now;
    MrcScoreboard m_board{100, 1024};
};

TEST_F(MrcScoreboardTest, PacketsAreListedInTheOrderTheyWereSent)
{
    SendNew(EV_A);
    SendNew(EV_B);
    SendNew(EV_A);
    EXPECT_EQ(Outstanding(), (Psns{100, 101, 102}));
    EXPECT_EQ(Outstanding(EV_A), (Psns{100, 102}));
    EXPECT_EQ(Outstanding(EV_B), (Psns{101}));
    EXPECT_EQ(m_board.GetOutstanding(), 3u);
    EXPECT_EQ(m_board.GetEnd(), 103);
}

TEST_F(MrcScoreboardTest, RetransmissionIsTheNewestOfItsNewLane)
{
    for (int i = 0; i < 4; ++i)
    {
        SendNew(EV_A);
    }
    m_board.OnLost(100, true);
    EXPECT_EQ(Outstanding(), (Psns{101, 102, 103}));
    EXPECT_TRUE(m_board.HasRetransmission());
    Send(100, EV_B, true);
    EXPECT_FALSE(m_board.HasRetransmission());
    EXPECT_EQ(Outstanding(), (Psns{101, 102, 103, 100}));
    EXPECT_EQ(Outstanding(EV_A), (Psns{101, 102, 103}));
    EXPECT_EQ(Outstanding(EV_B), (Psns{100}));
    EXPECT_EQ(m_board.At(100).rtxCount, 1);
    EXPECT_EQ(m_board.At(101).rtxCount, 0);
}

TEST_F(MrcScoreboardTest, OldestPsnIsRetransmittedFirstWhateverTheOrderOfLosses)
{
    for (int i = 0; i < 200; ++i)
    {
        SendNew(EV_A);
    }
    for (const RdmaPsnSeq psn : {290, 105, 230})
    {
        m_board.OnLost(psn, true);
    }
    EXPECT_EQ(m_board.GetRetransmission(), 105);
    Send(105, EV_B, true);
    EXPECT_EQ(m_board.GetRetransmission(), 230);
    m_board.OnLost(101, true);
    EXPECT_EQ(m_board.GetRetransmission(), 101);
    EXPECT_EQ(m_board.GetRetransmissions(), 3u);
}

TEST_F(MrcScoreboardTest, PacketAcknowledgedWhileItWaitsIsNotSentAgain)
{
    SendNew(EV_A);
    SendNew(EV_A);
    m_board.OnLost(100, true);
    m_board.OnAcked(100);
    EXPECT_FALSE(m_board.HasRetransmission());
    EXPECT_EQ(Outstanding(), (Psns{101}));
}

TEST_F(MrcScoreboardTest, LossWithoutAnOfferWaitsForIt)
{
    SendNew(EV_A);
    m_board.OnLost(100, false);
    EXPECT_FALSE(m_board.HasRetransmission());
    m_board.OfferRetransmission(100);
    m_board.OfferRetransmission(100);
    EXPECT_EQ(m_board.GetRetransmissions(), 1u);
}

TEST_F(MrcScoreboardTest, UnackedBitsFollowTheAcknowledgements)
{
    for (int i = 0; i < 70; ++i)
    {
        SendNew(EV_A);
    }
    m_board.OnAcked(101);
    m_board.OnAcked(163);
    EXPECT_EQ(~m_board.GetUnacked(100), uint64_t{1} << 63 | 2);
    for (RdmaPsnSeq psn = 100; psn < 166; ++psn)
    {
        if (psn != 101 && psn != 163)
        {
            m_board.OnAcked(psn);
        }
    }
    m_board.Advance(166);
    EXPECT_EQ(m_board.GetFirst(), 166);
    EXPECT_EQ(~m_board.GetUnacked(166), 0u) << "nothing above is acknowledged";
    EXPECT_EQ(Outstanding(), (Psns{166, 167, 168, 169}));
}

TEST_F(MrcScoreboardTest, PacketJustBelowTheWindowCanStillBeLookedUp)
{
    SendNew(EV_A);
    SendNew(EV_B);
    m_board.OnAcked(100);
    m_board.Advance(101);
    ASSERT_NE(m_board.FindRecent(100), nullptr);
    EXPECT_EQ(m_board.FindRecent(100)->entropy, EV_A);
    EXPECT_EQ(m_board.FindRecent(99), nullptr) << "never sent";
    EXPECT_EQ(m_board.FindRecent(102), nullptr) << "not sent yet";
    for (int i = 0; i < 40; ++i)
    {
        const RdmaPsnSeq psn = SendNew(EV_A);
        m_board.OnAcked(psn - 1);
        m_board.Advance(psn);
    }
    EXPECT_EQ(m_board.FindRecent(100), nullptr) << "its slot belongs to another packet now";
}

TEST_F(MrcScoreboardTest, AcknowledgedPacketsAboveTheWindowsBeginAreStillCountedWhenItMoves)
{
    for (int i = 0; i < 6; ++i)
    {
        SendNew(EV_A);
    }
    for (const RdmaPsnSeq psn : {100, 101, 103, 105})
    {
        m_board.OnAcked(psn);
    }
    EXPECT_EQ(m_board.GetAcked(), 4U);
    m_board.Advance(102);
    EXPECT_EQ(m_board.GetAcked(), 2U) << "103 and 105";
}

TEST_F(MrcScoreboardTest, ManyEvsGetALaneEach)
{
    for (uint32_t plane = 0; plane < 8; ++plane)
    {
        for (uint32_t uplink = 0; uplink < 40; ++uplink)
        {
            EXPECT_EQ(m_board.GetLane(plane << 12 | uplink), plane * 40 + uplink);
        }
    }
    EXPECT_EQ(m_board.GetLane(3 << 12 | 7), 127);
}

TEST_F(MrcScoreboardTest, RandomHistoryAgreesWithAPlainModel)
{
    // Start just below 2^24 and let the ring grow to the full window.
    m_board = MrcScoreboard(RDMA_PSN_MODULUS - 500, 1024);

    struct Packet
    {
        MrcTxState state;
        uint32_t entropy;
        uint64_t order;
    };

    std::map<RdmaPsnSeq, Packet> model;
    std::mt19937 rng(3);
    uint64_t order = 0;
    for (int step = 0; step < 20000; ++step)
    {
        const uint32_t entropy = (rng() % 4) << 12 | rng() % 8;
        const uint32_t dice = rng() % 10;
        if (dice < 4 && m_board.GetEnd() - m_board.GetFirst() < 1024)
        {
            model[SendNew(entropy)] = {MrcTxState::OUTSTANDING, entropy, order++};
        }
        else if (dice < 6 && m_board.HasRetransmission())
        {
            const auto oldest = std::find_if(model.begin(), model.end(), [](const auto& p) {
                return p.second.state == MrcTxState::LOST;
            });
            ASSERT_EQ(m_board.GetRetransmission(), oldest->first);
            Send(oldest->first, entropy, true);
            oldest->second = {MrcTxState::OUTSTANDING, entropy, order++};
        }
        else if (!model.empty())
        {
            auto it = model.begin();
            std::advance(it, rng() % model.size());
            if (dice == 6 && it->second.state == MrcTxState::OUTSTANDING)
            {
                m_board.OnLost(it->first, true);
                it->second.state = MrcTxState::LOST;
            }
            else if (it->second.state != MrcTxState::ACKED)
            {
                m_board.OnAcked(it->first);
                it->second.state = MrcTxState::ACKED;
            }
            while (!model.empty() && model.begin()->second.state == MrcTxState::ACKED)
            {
                model.erase(model.begin());
            }
            m_board.Advance(model.empty() ? m_board.GetEnd() : model.begin()->first);
        }
        if (step % 50 != 0)
        {
            continue;
        }
        std::map<uint64_t, RdmaPsnSeq> byOrder;
        std::map<uint64_t, RdmaPsnSeq> byOrderA;
        for (const auto& [psn, p] : model)
        {
            if (p.state == MrcTxState::OUTSTANDING)
            {
                byOrder[p.order] = psn;
            }
            if (p.state == MrcTxState::OUTSTANDING && p.entropy == EV_A)
            {
                byOrderA[p.order] = psn;
            }
        }
        const auto values = [](const std::map<uint64_t, RdmaPsnSeq>& m) {
            Psns psns;
            for (const auto& [key, psn] : m)
            {
                psns.push_back(psn);
            }
            return psns;
        };
        ASSERT_EQ(Outstanding(), values(byOrder));
        ASSERT_EQ(Outstanding(EV_A), values(byOrderA));
    }
}

} // namespace
