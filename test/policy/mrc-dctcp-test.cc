/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "last-hop.h"

#include "ns3/double.h"
#include "ns3/mrc-dctcp.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

/// DCTCP at 800 Gb/s and 10 us: BDP 1,000,000 B, largest window 1,500,000 B.
class Dctcp : public testing::Test
{
  protected:
    /**
     * Start with a window that is full.
     * @param packets first window
     */
    void Start(uint32_t packets)
    {
        cc->SetAttribute("InitialWindow", UintegerValue(packets * MTU));
        cc->Start(Path(800, RdmaTick::Us(10), 8));
        Send(packets);
    }

    /** @param packets to send */
    void Send(uint32_t packets)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            cc->OnSend(MTU);
        }
    }

    /**
     * @param packets newly received
     * @param ecn the last of them was marked
     */
    void Ack(uint32_t packets, bool ecn = false)
    {
        MrcAckInfo ack;
        ack.newBytes = uint64_t{packets} * MTU;
        ack.ecn = ecn;
        ack.rtt = RdmaTick::Us(10);
        cc->OnAck(RdmaTick::Ms(1), ack);
    }

    /** @return the window, packets */
    double Window() const
    {
        return static_cast<double>(cc->GetCwndBytes()) / MTU;
    }

    Ptr<MrcDctcp> cc{CreateObject<MrcDctcp>()}; ///< the controller
};

TEST_F(Dctcp, BeginsWithABdp)
{
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    EXPECT_EQ(cc->GetCwndBytes(), 1000000U);
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetAlpha(), 1);
}

TEST_F(Dctcp, SlowStartDoublesPerWindowUpToTheLargest)
{
    Start(100);
    Ack(100);
    EXPECT_EQ(Window(), 200);
    Send(200);
    Ack(200);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U) << "358 packets and a half";
}

TEST_F(Dctcp, TheFirstMarkHalvesAndTheWindowThenGrowsByOnePacketPerWindow)
{
    Start(10);
    Ack(1, true);
    EXPECT_EQ(Window(), 5) << "alpha is 1";
    Ack(9);
    EXPECT_EQ(Window(), 5) << "bytes sent before the cut do not count";
    Send(5);
    Ack(5);
    EXPECT_EQ(Window(), 6);
    Send(6);
    Ack(3);
    EXPECT_NEAR(Window(), 6.5, 1e-3);
}

TEST_F(Dctcp, AlphaFollowsTheShareOfMarksWindowByWindow)
{
    cc->SetAttribute("InitialAlpha", DoubleValue(0.5));
    Start(8);
    Ack(1); // the first SACK closes the window of data before the connection
    EXPECT_DOUBLE_EQ(cc->GetAlpha(), 0.5 * 15 / 16);
    const double before = cc->GetAlpha();
    // 7 in flight are the next window of data, two of them marked
    Ack(3, true);
    Ack(1, true);
    Ack(2);
    EXPECT_DOUBLE_EQ(cc->GetAlpha(), before) << "one is still in flight";
    Ack(1);
    EXPECT_DOUBLE_EQ(cc->GetAlpha(), before * 15 / 16 + 2.0 / 7 / 16);
}

TEST_F(Dctcp, CutsByHalfOfAlphaOncePerWindowOfData)
{
    cc->SetAttribute("InitialAlpha", DoubleValue(0));
    Start(100);
    Ack(1); // 99 in flight are the next window of data
    Ack(50);
    EXPECT_EQ(Window(), 151) << "slow start";
    Ack(49, true); // the last of them
    const double alpha = 1.0 / 99 / 16;
    EXPECT_DOUBLE_EQ(cc->GetAlpha(), alpha);
    EXPECT_NEAR(Window(), (151 + 48) * (1 - alpha / 2), 1e-3);
}

TEST_F(Dctcp, FurtherMarksOfTheSameWindowOfDataDoNotCutAgain)
{
    Start(10);
    Ack(1, true);
    EXPECT_EQ(Window(), 5);
    for (int i = 0; i < 8; ++i)
    {
        Ack(1, true);
    }
    EXPECT_EQ(Window(), 5);
    Send(5); // in the next round
    Ack(1, true);
    EXPECT_EQ(Window(), 2.5) << "alpha is still 1";
}

TEST_F(Dctcp, ALossHalvesOncePerWindowOfDataWhateverAlpha)
{
    cc->SetAttribute("InitialAlpha", DoubleValue(0));
    Start(64);
    cc->OnNack(RdmaTick::Ms(1), MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_EQ(Window(), 32);
    cc->OnNack(RdmaTick::Ms(1), MrcNackReason::TRIMMED_LASTHOP, MTU, std::nullopt);
    cc->OnInferredLoss(RdmaTick::Ms(1), MTU);
    Ack(60);
    EXPECT_EQ(Window(), 32);
    cc->OnInferredLoss(RdmaTick::Ms(1), MTU); // the last of them
    EXPECT_EQ(Window(), 16);
    EXPECT_EQ(cc->GetAlpha(), 0) << "losses are not marks";
}

TEST_F(Dctcp, NacksThatAreNoLossCostNothing)
{
    Start(64);
    cc->OnNack(RdmaTick::Ms(1), MrcNackReason::NO_RESOURCE, MTU, std::nullopt);
    EXPECT_EQ(Window(), 64);
}

TEST_F(Dctcp, NeverBelowOnePacket)
{
    Start(2);
    for (int i = 0; i < 20; ++i)
    {
        Send(1);
        Ack(1, true);
    }
    EXPECT_EQ(Window(), 1);
}

TEST_F(Dctcp, AQuietNetworkForgetsItsMarks)
{
    Start(10);
    Ack(1, true);
    for (int i = 0; i < 1000; ++i)
    {
        Send(1);
        Ack(1);
    }
    EXPECT_LT(cc->GetAlpha(), 0.01);
}

TEST(DctcpTogether, SendersShareAHopThatMarksWithTheirQueueAtTheMark)
{
    for (const uint32_t senders : {2U, 7U, 15U})
    {
        LastHop hop(senders, CreateObject<MrcDctcp>(), RdmaTick::Us(4));
        ExpectFairAndFull(hop.Run(RdmaTick::Ms(6), RdmaTick::Ms(2)), 0.15);
        EXPECT_GT(hop.GetMeanQueueNs(RdmaTick::Ms(2)), 2000) << senders;
        EXPECT_LT(hop.GetMeanQueueNs(RdmaTick::Ms(2)), 8000) << senders;
    }
}

} // namespace
