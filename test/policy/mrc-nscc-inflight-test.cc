/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// In flight (mrc reference, 8.3) and permission to send (mrc reference, 8.5)

TEST_F(Nscc, InflightFollowsThePackets)
{
    Start();
    for (int i = 0; i < 5; ++i)
    {
        cc->OnSend(MTU);
    }
    EXPECT_EQ(cc->GetInflightBytes(), 5 * MTU);
    Ack(MTU, false, 0);
    EXPECT_EQ(cc->GetInflightBytes(), 4 * MTU);
    Trim();
    EXPECT_EQ(cc->GetInflightBytes(), 3 * MTU);
    cc->OnInferredLoss(now, MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 2 * MTU);
    cc->OnLateAck(MTU); // it was not lost at all ...
    EXPECT_EQ(cc->GetInflightBytes(), 3 * MTU);
    Ack(3 * MTU, false, 0); // ... and is among the received bytes
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

TEST_F(Nscc, InflightNeverDriftsWithRcvdBytesRoundedUp)
{
    Start();
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(5);
    uint64_t received = 0;
    uint64_t field = 0;
    int64_t outstanding = 0;
    for (int i = 0; i < 50000; ++i)
    {
        const uint32_t nominal = dice->GetInteger(100, MTU);
        now += RdmaTick::Ns(50);
        cc->OnSend(nominal);
        outstanding += nominal;
        switch (dice->GetInteger(0, 9))
        {
        case 0: // trimmed, sent again
            Trim();
            cc->OnSend(MTU);
            break;
        case 1: // thought lost, then acknowledged
            cc->OnInferredLoss(now, nominal);
            cc->OnLateAck(nominal);
            break;
        default:
            break;
        }
        received += nominal;
        outstanding -= nominal;
        const uint64_t next = (received + 255) / 256;
        Ack((next - field) * 256, false, 0);
        field = next;
        ASSERT_LE(cc->GetInflightBytes(), outstanding);
        ASSERT_GE(cc->GetInflightBytes(), outstanding - 255);
    }
}

TEST_F(Nscc, ByMrcsRuleAPacketMayExceedTheWindowByLessThanItsSize)
{
    Start();
    Shrink(10000);
    cc->OnSend(9999);
    EXPECT_TRUE(cc->CanSend(MTU));
    cc->OnSend(1);
    EXPECT_FALSE(cc->CanSend(1));
}

TEST_F(Nscc, ByUetsRuleAFullPacketMustFit)
{
    Set("WindowRule", StringValue("uet"));
    Start();
    Shrink(10000);
    cc->OnSend(10000 - MTU);
    EXPECT_TRUE(cc->CanSend(MTU));
    cc->OnSend(1);
    EXPECT_FALSE(cc->CanSend(MTU));
    EXPECT_FALSE(cc->CanSend(100)) << "however small the next one is";
}

TEST_F(Nscc, ByHtsimsRuleThisPacketMustFit)
{
    Set("WindowRule", StringValue("htsim"));
    Start();
    Shrink(10000);
    cc->OnSend(10000 - MTU + 1);
    EXPECT_FALSE(cc->CanSend(MTU));
    EXPECT_TRUE(cc->CanSend(MTU - 1));
    EXPECT_TRUE(cc->CanSend(100));
}

TEST_F(Nscc, WindowOfOnePacketNeverDeadlocks)
{
    for (const std::string rule : {"mrc", "uet", "htsim"})
    {
        cc = CreateObject<MrcNscc>();
        Set("WindowRule", StringValue(rule));
        Set("MaxCwnd", UintegerValue(1));
        Start();
        EXPECT_EQ(cc->GetCwndBytes(), MTU);
        EXPECT_TRUE(cc->CanSend(MTU)) << rule;
        cc->OnSend(MTU);
        EXPECT_FALSE(cc->CanSend(MTU)) << rule;
    }
}

TEST_F(Nscc, PacketWithImmediateDataIsLongerThanTheSmallestWindowAndMayGoAlone)
{
    for (const std::string rule : {"mrc", "uet", "htsim"})
    {
        cc = CreateObject<MrcNscc>();
        Set("WindowRule", StringValue(rule));
        Set("MaxCwnd", UintegerValue(1));
        Start();
        EXPECT_TRUE(cc->CanSend(MTU + 4)) << rule;
        cc->OnSend(100);
        EXPECT_EQ(cc->CanSend(MTU + 4), rule == "mrc") << rule;
    }
}

} // namespace
