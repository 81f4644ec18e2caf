/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-net.h"

using namespace ns3;
using namespace mrctest;

namespace
{

/// Frames that arrive at the NIC of host 5, downlink 1.
class MrcNicReceiveTest : public MrcNicTest
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        qp = AddQp();
    }

    /**
     * @param plane plane
     * @return a SACK for the QP, as its last switch forwards it
     */
    FabricFrame* MakeSack(uint32_t plane)
    {
        FabricFrame* frame = MakeFrame(*fabric, 140, RdmaClass::CONTROL, qp->tag);
        frame->encap = FabricEncap::SRV6;
        frame->sidHi = static_cast<uint64_t>(SRV6_BLOCK) << 32 |
                       uint64_t{MakeSrv6Usid(plane, Srv6UsidType::NIC, 1)} << 16;
        frame->sidLo = 0;
        frame->dstHost = 5;
        frame->plane = static_cast<uint8_t>(plane);
        frame->entropy = MrcEv::Pack(plane, 9);
        return frame;
    }

    /**
     * @param plane link
     * @param frame sent towards the NIC
     */
    void Arrive(uint32_t plane, FabricFrame* frame)
    {
        nic->GetPort(plane)->peer->Send(fabric->Now(), frame);
        Run();
    }

    /** The last frame must have been dropped as not for this NIC. */
    void ExpectRefused()
    {
        EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
        EXPECT_TRUE(qp->received.empty());
    }

    FakeTransport* qp{nullptr}; ///< the QP
};

TEST_F(MrcNicReceiveTest, TheTransportLearnsPortEntropyMarkAndTrim)
{
    Arrive(1, MakeSack(1));
    FabricFrame* marked = MakeSack(0);
    marked->ecn = FabricEcn::CE;
    Arrive(0, marked);
    FabricFrame* trimmed = MakeSack(0);
    trimmed->dscp = FabricDscp::TRIMMED;
    Arrive(0, trimmed);
    FabricFrame* lastHop = MakeSack(0);
    lastHop->dscp = FabricDscp::TRIMMED_LASTHOP;
    Arrive(0, lastHop);

    ASSERT_EQ(qp->received.size(), 4U);
    EXPECT_EQ(qp->received[0].first.opcode, RdmaOpcode::MRC_SACK);
    EXPECT_EQ(qp->received[0].second.port, 1U);
    EXPECT_EQ(qp->received[0].second.entropy, MrcEv::Pack(1, 9));
    EXPECT_FALSE(qp->received[0].second.ce);
    EXPECT_EQ(qp->received[0].second.trim, RdmaTrim::NONE);
    EXPECT_EQ(qp->received[1].second.port, 0U);
    EXPECT_TRUE(qp->received[1].second.ce);
    EXPECT_EQ(qp->received[2].second.trim, RdmaTrim::FABRIC);
    EXPECT_EQ(qp->received[3].second.trim, RdmaTrim::LASTHOP);
    EXPECT_EQ(fabric->GetTotals().consumed, 4U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
}

TEST_F(MrcNicReceiveTest, AnAnswerLeavesInTheSameInstant)
{
    qp->onInput = [this](RdmaTick) { qp->control.push_back(qp->MakeSack(0)); };
    const RdmaTick arrival = RdmaTick::Ps(178 * 80) + LINK_DELAY; // a SACK there ...
    Arrive(0, MakeSack(0));
    ASSERT_EQ(far->arrivals.size(), 1U);
    EXPECT_EQ(far->arrivals[0].time, arrival * 2); // ... and one back
}

TEST_F(MrcNicReceiveTest, AnotherHostsFrameIsRefused)
{
    FabricFrame* frame = MakeSack(0);
    frame->dstHost = 6;
    Arrive(0, frame);
    ExpectRefused();
}

TEST_F(MrcNicReceiveTest, ACarrierThatEndsAtAnotherDownlinkIsRefused)
{
    FabricFrame* frame = MakeSack(0);
    frame->sidHi = static_cast<uint64_t>(SRV6_BLOCK) << 32 |
                   uint64_t{MakeSrv6Usid(0, Srv6UsidType::NIC, 2)} << 16;
    Arrive(0, frame);
    ExpectRefused();
}

TEST_F(MrcNicReceiveTest, ACarrierOfAnotherPlaneIsRefused)
{
    Arrive(0, MakeSack(1));
    ExpectRefused();
}

TEST_F(MrcNicReceiveTest, ACarrierThatGoesOnIsRefused)
{
    FabricFrame* frame = MakeSack(0);
    frame->sidHi |= MakeSrv6Usid(0, Srv6UsidType::T0, 0);
    Arrive(0, frame);
    ExpectRefused();
}

TEST_F(MrcNicReceiveTest, APlainFrameNeedsOnlyItsHost)
{
    FabricFrame* frame = MakeFrame(*fabric, 68, RdmaClass::CONTROL, qp->tag);
    frame->dstHost = 5;
    Arrive(1, frame);
    EXPECT_EQ(qp->received.size(), 1U);
    frame = MakeFrame(*fabric, 68, RdmaClass::CONTROL, qp->tag);
    frame->dstHost = 6;
    Arrive(1, frame);
    EXPECT_EQ(qp->received.size(), 1U);
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
}

TEST_F(MrcNicReceiveTest, QpNumbersThatNobodyHasAreRefused)
{
    const uint32_t reserved = nic->ReserveQpn(); // connected at the other end only
    uint64_t refused = 0;
    for (const uint32_t qpn : {0U, 2U, reserved, reserved + 1, 0xFFFFFFU})
    {
        SCOPED_TRACE(qpn);
        FabricFrame* frame = MakeSack(0);
        frame->pdu.destQpn = qpn;
        Arrive(0, frame);
        EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), ++refused);
    }
    EXPECT_TRUE(qp->received.empty());
}

TEST_F(MrcNicReceiveTest, WhatArrivesAfterDisposalIsRefused)
{
    FabricFrame* frame = MakeSack(0);
    nic->GetPort(0)->peer->Send(fabric->Now(), frame);
    nic->Dispose(); // and the QP with it
    Run();
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
}

} // namespace
