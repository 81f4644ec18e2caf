/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-net.h"

#include "ns3/packet.h"
#include "ns3/rdma-nic-packet-ports.h"

#include <map>
#include <string>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Sends packets of one kind, and records its calls.
class FakePacketPort : public RdmaNicPacketPort
{
  public:
    /**
     * @param fabric source of its frames
     * @param plane names its packets
     */
    FakePacketPort(Fabric& fabric, uint8_t plane)
        : packet(Create<Packet>(1000)),
          m_fabric(fabric),
          m_plane(plane)
    {
    }

    FabricFrame* TakeFrame(RdmaTick /* now */) override
    {
        if (waiting == 0)
        {
            return nullptr;
        }
        --waiting;
        FabricFrame* frame = m_fabric.GetContext().NewFrame();
        *frame = FabricFrame{};
        frame->encap = FabricEncap::PACKET;
        frame->cls = RdmaClass::DATA;
        frame->plane = m_plane;
        frame->srcHost = 5;
        frame->dstHost = 6;
        frame->l3Bytes = 4220;
        frame->wireBytes = 4258; // as a full write
        frame->dscp = FabricDscp::TRIMMABLE;
        packet->Ref();
        frame->packet = PeekPointer(packet);
        return frame;
    }

    void OnFrame(const FabricFrame& frame) override
    {
        received.push_back(frame.srcHost);
    }

    void OnPortStatus(bool up) override
    {
        status.push_back(up);
    }

    Ptr<Packet> packet;             ///< the packet that it sends repeatedly
    uint32_t waiting{0};            ///< packets to be sent
    std::vector<uint32_t> received; ///< senders of received packets
    std::vector<bool> status;       ///< recorded port states

  private:
    Fabric& m_fabric; ///< source of its frames
    uint8_t m_plane;  ///< of its frames
};

/// Packets of ns-3's stack in addition to QPs.
class RdmaNicPacketPortsTest : public MrcNicTest
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        for (uint8_t plane = 0; plane < 2; ++plane)
        {
            ports.push_back(std::make_unique<FakePacketPort>(*fabric, plane));
            nic->SetPacketPort(plane, ports.back().get());
        }
    }

    void TearDown() override
    {
        MrcNicTest::TearDown();
        for (const auto& port : ports)
        {
            EXPECT_EQ(port->packet->GetReferenceCount(), 1U) << "frames have released it";
        }
    }

    /**
     * @param plane port
     * @param packets number of packets that start to wait there
     */
    void Offer(uint32_t plane, uint32_t packets)
    {
        ports[plane]->waiting += packets;
        nic->OfferPackets(plane);
    }

    /**
     * @param plane a port
     * @return frames that left by it: 'p' a packet, 'q' a write
     */
    std::string GetOrder(uint32_t plane) const
    {
        std::string order;
        for (const Arrival& arrival : far->arrivals)
        {
            if (arrival.in->index == plane)
            {
                order += arrival.frame.encap == FabricEncap::PACKET ? 'p' : 'q';
            }
        }
        return order;
    }

    std::vector<std::unique_ptr<FakePacketPort>> ports; ///< by plane
};

TEST_F(RdmaNicPacketPortsTest, PacketsAndAQpTakeTurns)
{
    FakeTransport* qp = AddQp();
    qp->ports = 1;
    qp->toSend = 4;
    Offer(0, 4);
    Touch(qp);
    Run();
    EXPECT_EQ(GetOrder(0), "pppqpqqq") << "two packets came first";
}

TEST_F(RdmaNicPacketPortsTest, APlaneWithoutPacketsIsLeftToQps)
{
    FakeTransport* qp = AddQp();
    qp->toSend = 6;
    Offer(0, 3);
    Touch(qp);
    Run();
    EXPECT_EQ(GetOrder(0).find("ppp") == std::string::npos, false);
    EXPECT_EQ(GetOrder(1).find('p'), std::string::npos);
    EXPECT_EQ(far->arrivals.size(), 9U);
}

TEST_F(RdmaNicPacketPortsTest, PlanesTakeTurnsAndSendAtLineRate)
{
    Offer(0, 3);
    Offer(1, 3);
    Run();
    EXPECT_EQ(GetOrder(0), "ppp");
    EXPECT_EQ(GetOrder(1), "ppp");
    EXPECT_EQ(far->arrivals.back().time, FULL_WRITE * 3 + LINK_DELAY);
}

TEST_F(RdmaNicPacketPortsTest, PlanesTakeTurnsAlsoWhereEachHasRoomForAll)
{
    RdmaNicPacketPorts all;
    for (uint8_t plane = 0; plane < 2; ++plane)
    {
        all.SetPort(plane, ports[plane].get());
        ports[plane]->waiting = 2;
        all.Offer(plane);
    }
    for (const uint32_t turn : {0, 1, 0, 1})
    {
        FabricFrame* frame = nullptr;
        uint32_t plane = 9;
        ASSERT_EQ(all.Poll(fabric->Now(), 0b11, frame, plane), RdmaPoll::PDU);
        EXPECT_EQ(plane, turn);
        fabric->GetContext().Consume(frame);
    }
}

TEST_F(RdmaNicPacketPortsTest, WithoutPacketsThePortsLeaveTheRound)
{
    Offer(0, 1);
    Run();
    Offer(0, 1);
    Run();
    EXPECT_EQ(GetOrder(0), "pp");
}

TEST_F(RdmaNicPacketPortsTest, PacketsWaitForADarkPortAndOthersGoOn)
{
    fabric->SetLinkUp(nic->GetPort(0), false);
    Offer(0, 2);
    Offer(1, 2);
    FakeTransport* qp = AddQp();
    qp->ports = 2;
    qp->toSend = 2;
    Touch(qp);
    Run();
    EXPECT_EQ(GetOrder(0), "");
    EXPECT_EQ(GetOrder(1).size(), 4U);
    fabric->SetLinkUp(nic->GetPort(0), true);
    Run();
    EXPECT_EQ(GetOrder(0), "pp");
    EXPECT_EQ(ports[0]->status, (std::vector<bool>{false, true}));
    EXPECT_TRUE(ports[1]->status.empty());
}

TEST_F(RdmaNicPacketPortsTest, ArrivingPacketsGoToTheirPort)
{
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        FabricFrame* frame = (ports[plane]->waiting = 1, ports[plane]->TakeFrame(RdmaTick{}));
        frame->dstHost = plane == 0 ? 5 : 7; // the second one is misrouted
        frame->srcHost = 6;
        nic->GetPort(plane)->peer->Send(RdmaTick{}, frame);
    }
    Run();
    EXPECT_EQ(ports[0]->received, (std::vector<uint32_t>{6}));
    EXPECT_TRUE(ports[1]->received.empty());
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
}

TEST_F(RdmaNicPacketPortsTest, ANicWithoutPacketPortsRefusesPackets)
{
    nic->SetPacketPort(0, nullptr);
    FabricFrame* frame = (ports[0]->waiting = 1, ports[0]->TakeFrame(RdmaTick{}));
    frame->dstHost = 5;
    nic->GetPort(0)->peer->Send(RdmaTick{}, frame);
    Run();
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
}

TEST_F(RdmaNicPacketPortsTest, FullQueuesDropPacketsInsteadOfTrimmingThem)
{
    FabricQueueProfile small;
    small.trimThresholdBytes = 5000;
    small.dataLimitBytes = 10000;
    nic->GetPort(0)->profile = fabric->AddProfile(small);
    for (int i = 0; i < 5; ++i)
    {
        FabricFrame* frame = (ports[0]->waiting = 1, ports[0]->TakeFrame(RdmaTick{}));
        nic->GetPort(0)->Send(RdmaTick{}, frame);
    }
    Run();
    EXPECT_EQ(far->arrivals.size(), 3U) << "one on the line, two waiting";
    EXPECT_EQ(GetDrops(FabricDropReason::DATA_QUEUE_FULL), 2U);
    EXPECT_EQ(fabric->GetTotals().trims, 0U);
}

TEST_F(RdmaNicPacketPortsTest, PacketsInFlightGoWithTheFabric)
{
    Offer(0, 5);
    Simulator::Stop(NanoSeconds(600));
    Simulator::Run();
    EXPECT_GT(ports[0]->packet->GetReferenceCount(), 1U);
}

} // namespace
