/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/mrc-fixed-window.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <limits>
#include <optional>

namespace
{

using namespace ns3;

// No congestion control

TEST(FixedWindow, UnlimitedByDefaultButCounting)
{
    const auto cc = CreateObject<MrcFixedWindow>();
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    for (int i = 0; i < 100000; ++i)
    {
        cc->OnSend(MTU);
    }
    EXPECT_TRUE(cc->CanSend(MTU));
    EXPECT_EQ(cc->GetCwndBytes(), static_cast<uint64_t>(std::numeric_limits<int64_t>::max()));
    EXPECT_EQ(cc->GetInflightBytes(), 100000 * int64_t{MTU});
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Ns(7500));
}

TEST(FixedWindow, HoldsItsWindow)
{
    const auto cc = CreateObject<MrcFixedWindow>();
    cc->SetAttribute("Window", UintegerValue(2 * MTU));
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    cc->OnSend(MTU);
    EXPECT_TRUE(cc->CanSend(MTU));
    cc->OnSend(MTU);
    EXPECT_FALSE(cc->CanSend(MTU));
    cc->OnNack(RdmaTick::Ms(1), MrcNackReason::TRIMMED, MTU, std::nullopt);
    EXPECT_TRUE(cc->CanSend(MTU));
    cc->OnLateAck(MTU);
    EXPECT_FALSE(cc->CanSend(MTU));
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.rtt = RdmaTick::Us(7);
    cc->OnAck(RdmaTick::Ms(1), ack);
    EXPECT_TRUE(cc->CanSend(MTU));
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(7));
    EXPECT_EQ(cc->GetCwndBytes(), 2U * MTU);
    cc->OnInferredLoss(RdmaTick::Ms(1), MTU);
    EXPECT_EQ(cc->GetInflightBytes(), 0);
}

} // namespace
