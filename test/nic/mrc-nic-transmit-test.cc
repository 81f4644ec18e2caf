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

using Masks = std::vector<uint32_t>;
using Tags = std::vector<uint32_t>;

/// The frames that a NIC sends, and their times.
class MrcNicTransmitTest : public MrcNicTest
{
  protected:
    /**
     * Send one PDU and look at its frame.
     * @param tx the PDU
     * @param encap header stack of the QP
     * @return the frame as it arrived
     */
    FabricFrame SendOne(const RdmaTxPdu& tx, FabricEncap encap = FabricEncap::SRV6)
    {
        FakeTransport* qp = AddQp(encap);
        qp->control.push_back(tx);
        Touch(qp);
        Run();
        return far->arrivals.empty() ? FabricFrame{} : far->arrivals.back().frame;
    }

    /**
     * @param opcode opcode
     * @param payload its payload, B
     * @param cls its class
     * @return a PDU by port 0
     */
    static RdmaTxPdu Make(RdmaOpcode opcode, uint32_t payload, RdmaClass cls)
    {
        RdmaTxPdu tx;
        tx.pdu = RdmaPdu{};
        tx.pdu.opcode = opcode;
        tx.pdu.destQpn = RdmaNic::FIRST_QPN;
        tx.pdu.write.payloadBytes = payload;
        tx.cls = cls;
        tx.ectCapable = cls == RdmaClass::DATA;
        return tx;
    }
};

// Times: data waits in the QPs, not in the ports.

TEST_F(MrcNicTransmitTest, APortTakesOneFrameToSendAndOneToWait)
{
    FakeTransport* qp = AddQp();
    qp->ports = 1;
    qp->toSend = 100;
    Touch(qp);
    EXPECT_EQ(qp->toSend, 98U);
    At(FULL_WRITE - RdmaTick::Ps(1), [qp] { EXPECT_EQ(qp->toSend, 98U); });
    At(FULL_WRITE + RdmaTick::Ps(1), [qp] { EXPECT_EQ(qp->toSend, 97U); });
    Run();
    ASSERT_EQ(far->arrivals.size(), 100U);
    EXPECT_EQ(far->arrivals.back().time, FULL_WRITE * 100 + LINK_DELAY) << "no gap between frames";
}

TEST_F(MrcNicTransmitTest, DeeperPortQueuesByAttribute)
{
    MakeNic(3);
    FakeTransport* qp = AddQp();
    qp->ports = 1;
    qp->toSend = 100;
    Touch(qp);
    EXPECT_EQ(qp->toSend, 96U);
    Run();
}

TEST_F(MrcNicTransmitTest, ThePathIsAskedForWhenAPortCanTakeTheFrame)
{
    FakeTransport* qp = AddQp();
    qp->toSend = 5; // by the lowest port offered
    Touch(qp);
    EXPECT_EQ(qp->offers, (Masks{3, 3, 2, 2})) << "two frames fill a port; then no QP is polled";
    Run();
    // Both lines become free at the same time, one after the other; the second finds nothing.
    EXPECT_EQ(qp->offers, (Masks{3, 3, 2, 2, 1, 2}));
    EXPECT_EQ(far->arrivals.size(), 5U);
}

TEST_F(MrcNicTransmitTest, ControlLeavesAtOnceAlthoughTheDataQueuesAreFull)
{
    FakeTransport* qp = AddQp();
    qp->ports = 1;
    qp->toSend = 10;
    Touch(qp);
    At(RdmaTick::Ns(100), [this, qp] {
        qp->control.push_back(qp->MakeSack(0));
        qp->control.push_back(qp->MakeSack(1));
        Touch(qp);
        EXPECT_TRUE(qp->control.empty());
    });
    Run();
    std::vector<std::pair<uint32_t, RdmaOpcode>> order;
    for (const Arrival& a : far->arrivals)
    {
        order.emplace_back(a.in->index, a.frame.pdu.opcode);
    }
    using Op = RdmaOpcode;
    ASSERT_EQ(order.size(), 12U);
    // Port 1 is idle; at port 0 the SACK passes the write that waits, not the one being sent.
    EXPECT_EQ(order[0], std::make_pair(1U, Op::MRC_SACK));
    EXPECT_EQ(order[1], std::make_pair(0U, Op::MRC_WRITE_MIDDLE));
    EXPECT_EQ(order[2], std::make_pair(0U, Op::MRC_SACK));
    EXPECT_EQ(order[3], std::make_pair(0U, Op::MRC_WRITE_MIDDLE));
}

TEST_F(MrcNicTransmitTest, ReadyQpsTakeTurnsOnePacketEach)
{
    const FakeTransport* last = nullptr;
    for (const uint32_t packets : {3, 1, 2})
    {
        FakeTransport* qp = AddQp();
        qp->ports = 1;
        qp->toSend = packets;
        last = qp;
    }
    ASSERT_EQ(last->tag, 5U);
    // All three become ready before the line is free.
    FakeTransport* plug = AddQp();
    plug->ports = 1;
    plug->toSend = 2;
    Touch(plug);
    for (uint32_t qpn = 3; qpn < 6; ++qpn)
    {
        nic->PostWrite(qpn, 1);
    }
    Run();
    EXPECT_EQ(GetTags(), (Tags{6, 6, 3, 4, 5, 3, 5, 3}));
}

TEST_F(MrcNicTransmitTest, AQpWithNothingToSendIsNotAskedAgain)
{
    FakeTransport* idle = AddQp();
    FakeTransport* busy = AddQp();
    Touch(idle);
    EXPECT_EQ(idle->offers.size(), 1U);
    busy->toSend = 50;
    Touch(busy);
    Run();
    EXPECT_EQ(idle->offers.size(), 1U);
    EXPECT_EQ(far->arrivals.size(), 50U);
}

TEST_F(MrcNicTransmitTest, AQpThatWaitsForItsPortNeitherStarvesOthersNorSpins)
{
    nic->GetPort(1)->SetLink(100000000, LINK_DELAY); // a thousand times slower
    FakeTransport* patient = AddQp();
    patient->ports = 2;
    patient->toSend = 3; // one is sent, one waits in the port, one waits in the QP
    Touch(patient);
    FakeTransport* other = AddQp();
    other->ports = 1;
    other->toSend = 100;
    Touch(other);
    Run();
    ASSERT_GE(far->arrivals.size(), 100U);
    EXPECT_EQ(GetTags()[99], other->tag);
    EXPECT_EQ(far->arrivals[99].time, FULL_WRITE * 100 + LINK_DELAY) << "no gap between frames";
    EXPECT_EQ(patient->toSend, 0U);
    // Polled once per turn of the other QP, and twice when that one has nothing more to send.
    EXPECT_LE(patient->offers.size(), 2 * 100U + 10);
}

TEST_F(MrcNicTransmitTest, ManyQpsWaitingForAFullPortEndTheRound)
{
    std::vector<FakeTransport*> qps;
    for (int i = 0; i < 20; ++i)
    {
        qps.push_back(AddQp());
        qps.back()->ports = 1;
        qps.back()->toSend = 1;
        Touch(qps.back());
    }
    // Port 1 has space all the time and is offered to all QPs in vain.
    Run();
    EXPECT_EQ(far->arrivals.size(), 20U);
    for (size_t i = 1; i < qps.size(); ++i)
    {
        EXPECT_LT(far->arrivals[i - 1].frame.pdu.destQpn, far->arrivals[i].frame.pdu.destQpn)
            << "first come, first served";
    }
}

TEST_F(MrcNicTransmitTest, TheTimerFollowsWhatATransmissionChanges)
{
    FakeTransport* qp = AddQp();
    qp->ports = 1;
    qp->toSend = 3;
    Touch(qp);
    // The third write leaves when the line is free; then the transport requests a timer.
    At(FULL_WRITE - RdmaTick::Ps(1), [qp] { qp->wakeup = RdmaTick::Us(9); });
    Run();
    EXPECT_EQ(qp->timeouts, std::vector<RdmaTick>{RdmaTick::Us(9)});
}

// Contents: the fields of frames.

TEST_F(MrcNicTransmitTest, AnMrcWriteIsTrimmableAndCapableOfEcn)
{
    RdmaTxPdu tx = Make(RdmaOpcode::MRC_WRITE_MIDDLE, 4096, RdmaClass::DATA);
    tx.pdu.psn = 0xABCDEF;
    tx.entropy = MrcEv::Pack(1, 5);
    tx.port = 1;
    const FabricFrame frame = SendOne(tx);
    EXPECT_EQ(frame.dscp, FabricDscp::TRIMMABLE);
    EXPECT_EQ(frame.ecn, FabricEcn::ECT0);
    EXPECT_EQ(frame.cls, RdmaClass::DATA);
    EXPECT_EQ(frame.encap, FabricEncap::SRV6);
    EXPECT_EQ(frame.l3Bytes, 4220U);
    EXPECT_EQ(frame.wireBytes, 4258U);
    EXPECT_EQ(frame.hopLimit, 64U);
    EXPECT_EQ(frame.srcHost, 5U);
    EXPECT_EQ(frame.dstHost, 6U);
    EXPECT_EQ(frame.entropy, tx.entropy);
    EXPECT_EQ(frame.plane, 1U);
    EXPECT_EQ(frame.pdu.psn, 0xABCDEFU);
    EXPECT_EQ(frame.GetTrim(), RdmaTrim::NONE);
    EXPECT_EQ(far->arrivals.back().in->index, 1U);
}

TEST_F(MrcNicTransmitTest, TheDestinationIsTheTemplateOfTheQpWithThePlaneAndUplinkOfTheEv)
{
    RdmaTxPdu tx = Make(RdmaOpcode::MRC_WRITE_MIDDLE, 4096, RdmaClass::DATA);
    tx.entropy = MrcEv::Pack(1, 5);
    tx.port = 1;
    const FabricFrame frame = SendOne(tx);
    // From T0 #2 by T1 #5 to downlink 0 of T0 #3.
    const uint64_t block = static_cast<uint64_t>(SRV6_BLOCK) << 32;
    const uint64_t t0 = MakeSrv6Usid(1, Srv6UsidType::T0, 2);
    const uint64_t t1 = MakeSrv6Usid(1, Srv6UsidType::T1, 5);
    const uint64_t t0Far = MakeSrv6Usid(1, Srv6UsidType::T0, 3);
    const uint64_t nicFar = MakeSrv6Usid(1, Srv6UsidType::NIC, 0);
    EXPECT_EQ(frame.sidHi, block | t0 << 16 | t1);
    EXPECT_EQ(frame.sidLo, t0Far << 48 | nicFar << 32);
}

TEST_F(MrcNicTransmitTest, EachPacketHasTheDestinationOfItsOwnEv)
{
    FakeTransport* qp = AddQp();
    for (const uint32_t uplink : {0, 7, 3})
    {
        RdmaTxPdu tx = Make(RdmaOpcode::MRC_SACK, 0, RdmaClass::CONTROL);
        tx.entropy = MrcEv::Pack(0, uplink);
        qp->control.push_back(tx);
    }
    Touch(qp);
    Run();
    ASSERT_EQ(far->arrivals.size(), 3U);
    EXPECT_EQ(GetSrv6UsidIndex(far->arrivals[0].frame.sidHi & 0xFFFF), 0U);
    EXPECT_EQ(GetSrv6UsidIndex(far->arrivals[1].frame.sidHi & 0xFFFF), 7U);
    EXPECT_EQ(GetSrv6UsidIndex(far->arrivals[2].frame.sidHi & 0xFFFF), 3U);
}

TEST_F(MrcNicTransmitTest, ARetransmissionHasItsOwnDscp)
{
    RdmaTxPdu tx = Make(RdmaOpcode::MRC_WRITE_ONLY, 1, RdmaClass::DATA);
    tx.pdu.rtx = true;
    const FabricFrame frame = SendOne(tx);
    EXPECT_EQ(frame.dscp, FabricDscp::TRIMMABLE_RETX);
    EXPECT_EQ(frame.l3Bytes, 128U) << "one byte is padded to four";
}

TEST_F(MrcNicTransmitTest, SackNackAndRoceAckAreControl)
{
    struct Row
    {
        RdmaOpcode opcode;
        FabricEncap encap;
        uint32_t wireBytes;
    };

    for (const Row& row : {Row{RdmaOpcode::MRC_SACK, FabricEncap::SRV6, 178},
                           Row{RdmaOpcode::MRC_NACK, FabricEncap::SRV6, 162},
                           Row{RdmaOpcode::RC_ACK, FabricEncap::PLAIN, 106}})
    {
        SCOPED_TRACE(static_cast<int>(row.opcode));
        const FabricFrame frame = SendOne(Make(row.opcode, 0, RdmaClass::CONTROL), row.encap);
        EXPECT_EQ(frame.dscp, FabricDscp::CONTROL);
        EXPECT_EQ(frame.ecn, FabricEcn::NOT_ECT);
        EXPECT_EQ(frame.cls, RdmaClass::CONTROL);
        EXPECT_EQ(frame.wireBytes, row.wireBytes);
    }
}

TEST_F(MrcNicTransmitTest, AProbeTravelsWithTheData)
{
    const FabricFrame frame = SendOne(Make(RdmaOpcode::MRC_PROBE, 0, RdmaClass::DATA));
    EXPECT_EQ(frame.cls, RdmaClass::DATA);
    EXPECT_EQ(frame.dscp, FabricDscp::TRIMMABLE);
    EXPECT_EQ(frame.ecn, FabricEcn::ECT0);
    EXPECT_EQ(frame.wireBytes, 158U);
}

TEST_F(MrcNicTransmitTest, ARoceWriteIsPlainAndNotTrimmable)
{
    RdmaTxPdu tx = Make(RdmaOpcode::RC_WRITE_FIRST, 4096, RdmaClass::DATA);
    tx.entropy = 0xC123;
    const FabricFrame frame = SendOne(tx, FabricEncap::PLAIN);
    EXPECT_EQ(frame.encap, FabricEncap::PLAIN);
    EXPECT_EQ(frame.dscp, FabricDscp::ROCE_DATA);
    EXPECT_EQ(frame.ecn, FabricEcn::ECT0);
    EXPECT_EQ(frame.wireBytes, 4096U + 118U);
    EXPECT_EQ(frame.entropy, 0xC123U);
    EXPECT_EQ(frame.sidHi, 0U);
    EXPECT_EQ(frame.sidLo, 0U);
}

TEST_F(MrcNicTransmitTest, ACnpHasItsOwnDscp)
{
    const FabricFrame frame =
        SendOne(Make(RdmaOpcode::CNP, 0, RdmaClass::CONTROL), FabricEncap::PLAIN);
    EXPECT_EQ(frame.dscp, FabricDscp::CNP);
    EXPECT_EQ(frame.cls, RdmaClass::CONTROL);
    EXPECT_EQ(frame.ecn, FabricEcn::NOT_ECT);
    EXPECT_EQ(frame.wireBytes, 118U);
}

} // namespace
