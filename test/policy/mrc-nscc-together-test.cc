/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "last-hop.h"

#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace
{

using namespace ns3;

// Together (mrc reference, 8.10, items 2 and 3), on one queue without a network

/**
 * @param qaGate quick adapt below max_wnd / 2^this
 * @return a controller
 */
Ptr<MrcNscc>
WithGate(uint32_t qaGate)
{
    const auto cc = CreateObject<MrcNscc>();
    cc->SetAttribute("QaGate", UintegerValue(qaGate));
    return cc;
}

TEST(NsccTogether, TwoOrFourSendersShareTheLastHop)
{
    for (const uint32_t senders : {2U, 4U})
    {
        ExpectFairAndFull(LastHop(senders, WithGate(3)).Run(RdmaTick::Ms(6), RdmaTick::Ms(2)),
                          0.05);
    }
}

TEST(NsccTogether, SevenSendersShareTheLastHopBelowTheGate)
{
    // With qa_gate 3 quick adapt is armed below 86 Gb/s, near a seventh of the rate: senders that
    // fall below it are cut again and again, those above are not. With 4 it is armed below 43 Gb/s.
    ExpectFairAndFull(LastHop(7, WithGate(4)).Run(RdmaTick::Ms(6), RdmaTick::Ms(2)), 0.10);
}

TEST(NsccTogether, ManySendersKeepTheLastHopBusy)
{
    for (const uint32_t senders : {7U, 15U, 64U})
    {
        ExpectFairAndFull(LastHop(senders, WithGate(3)).Run(RdmaTick::Ms(6), RdmaTick::Ms(2)),
                          0.60);
    }
}

} // namespace
