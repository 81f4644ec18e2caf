/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-test-net.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/fabric-clos.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace mrctest;

namespace
{

/// L3 size of an SRH and the headers of a trimmed write.
constexpr uint16_t TRIMMED_WITH_SRH = 152;

/// Two owners and a link; the frames of the left one are recorded.
class FabricWireFormatTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = CreateObject<Fabric>();
        fabric->SetAttribute("VerifyWire", BooleanValue(true));
        left = std::make_unique<RecordingOwner>(fabric);
        right = std::make_unique<RecordingOwner>(fabric);
        const RdmaTick delay = RdmaTick::Ns(100);
        port = fabric->GetElements().AddLink(left.get(), right.get(), 100000000000, delay, delay);
        profile.dataLimitBytes = 1000000;
        profile.ctrlLimitBytes = 1000000;
        profile.trimThresholdBytes = 1;
        profile.trimDscp = FabricDscp::TRIMMED;
        port->profile = port->peer->profile = fabric->AddProfile(profile);
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        left.reset();
        right.reset();
        fabric->Dispose();
        fabric = nullptr;
        Simulator::Destroy();
    }

    /// Send a write over SRv6 with an SRH.
    void SendWithSrh(uint32_t payload)
    {
        FabricFrame* frame = MakeFrame(*fabric, 0, RdmaClass::DATA, 3);
        frame->encap = FabricEncap::SRV6;
        frame->segment = fabric->GetContext().GetSegments().Intern({0x5f00000118000000, 0});
        frame->segmentsLeft = 1;
        frame->pdu.timestamp = true;
        frame->pdu.write.payloadBytes = payload;
        frame->pdu.write.txTimestamp = 0x1234;
        frame->l3Bytes = static_cast<uint16_t>(FabricL3Bytes(*frame));
        frame->wireBytes = static_cast<uint16_t>(FabricWireBytes(frame->l3Bytes));
        port->Send(fabric->Now(), frame);
    }

    Ptr<Fabric> fabric;                    ///< under test
    std::unique_ptr<RecordingOwner> left;  ///< sender
    std::unique_ptr<RecordingOwner> right; ///< receiver
    FabricPort* port;                      ///< of the sender
    FabricQueueProfile profile;            ///< of the port
};

TEST_F(FabricWireFormatTest, IsThatOfTheReferenceByDefault)
{
    const FabricWireFormat format = fabric->GetContext().GetWireFormat();
    EXPECT_EQ(format.udpDestPort, 4791);
    EXPECT_EQ(format.evOrder, EV_LOW_IN_PORT);
    EXPECT_FALSE(format.icrc);
    EXPECT_EQ(format.segments, &fabric->GetContext().GetSegments());
    EXPECT_EQ(format.addressing.hostsPerT0, 1U);
}

TEST_F(FabricWireFormatTest, FollowsTheAttributes)
{
    FabricClosSpec spec;
    spec.hosts = 16;
    spec.hostsPerT0 = 8;
    spec.rails = 2;
    spec.t1PerPlane = 1;
    spec.hostRateBps = spec.fabricRateBps = 100000000000;
    fabric->SetNetwork(Create<FabricClos>(spec));
    fabric->SetAttribute("UdpDestPort", UintegerValue(4971));
    fabric->SetAttribute("Srv6EvOrder", StringValue("HighHalfInPort"));
    fabric->SetAttribute("Icrc", BooleanValue(true));
    const FabricWireFormat format = fabric->GetContext().GetWireFormat();
    EXPECT_EQ(format.udpDestPort, 4971);
    EXPECT_EQ(format.evOrder, EV_HIGH_IN_PORT);
    EXPECT_TRUE(format.icrc);
    EXPECT_EQ(format.addressing.hostsPerT0, 8U);
    EXPECT_EQ(format.addressing.rails, 2U);
    EXPECT_FALSE(fabric->SetAttributeFailSafe("UdpDestPort", UintegerValue(0)));
}

TEST_F(FabricWireFormatTest, TrimmedFrameKeepsItsSrhAndItsTimestampOnTheWire)
{
    SendWithSrh(1000);
    SendWithSrh(1000);
    SendWithSrh(1000);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 3U) << "each link was checked by VerifyWire";
    EXPECT_EQ(right->arrivals[0].frame.GetTrim(), RdmaTrim::NONE);
    const FabricFrame& trimmed = right->arrivals[1].frame;
    EXPECT_EQ(trimmed.GetTrim(), RdmaTrim::FABRIC);
    EXPECT_EQ(trimmed.l3Bytes, TRIMMED_WITH_SRH);
    EXPECT_EQ(trimmed.wireBytes, TRIMMED_WITH_SRH + 38);
}

TEST_F(FabricWireFormatTest, TrimmedFrameTakesTheLineTimeThatTheAttributeSets)
{
    fabric->SetAttribute("VerifyWire", BooleanValue(false));
    fabric->SetAttribute("TrimmedBytes", UintegerValue(64));
    SendWithSrh(1000);
    SendWithSrh(1000);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 2U);
    EXPECT_EQ(right->arrivals[0].frame.wireBytes, right->arrivals[0].frame.l3Bytes + 38)
        << "a frame that is not trimmed";
    EXPECT_EQ(right->arrivals[1].frame.wireBytes, 64U);
    EXPECT_EQ(right->arrivals[1].frame.l3Bytes, TRIMMED_WITH_SRH) << "captures have all headers";
    EXPECT_EQ((right->arrivals[1].time - right->arrivals[0].time).GetPs(), 5120)
        << "64 B at 100 Gb/s";
}

TEST_F(FabricWireFormatTest, SackAndNackTakeTheLineTimeThatTheAttributeSets)
{
    const FabricContext& context = fabric->GetContext();
    EXPECT_EQ(context.GetWireBytes(RdmaOpcode::MRC_SACK, 178), 178U);
    fabric->SetAttribute("SackBytes", UintegerValue(64));
    EXPECT_EQ(context.GetWireBytes(RdmaOpcode::MRC_SACK, 178), 64U);
    EXPECT_EQ(context.GetWireBytes(RdmaOpcode::MRC_NACK, 178), 64U);
    EXPECT_EQ(context.GetWireBytes(RdmaOpcode::MRC_WRITE_MIDDLE, 4258), 4258U);
}

TEST(FabricSizesTest, SizesOfOtherProtocolsAndVerifyWireContradictEachOther)
{
    EXPECT_TRUE(Fabric::CheckSizes(true, 0, 0).empty());
    EXPECT_TRUE(Fabric::CheckSizes(false, 64, 64).empty());
    const auto problems = Fabric::CheckSizes(true, 64, 65);
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].attributes.front(), "ns3::Fabric::TrimmedBytes");
    EXPECT_EQ(problems[1].what,
              "SackBytes is 65 B; allowed with VerifyWire: 0, the size of the headers");
}

TEST_F(FabricWireFormatTest, FrameThatTrimmingWouldNotShortenIsNotTrimmed)
{
    SendWithSrh(1000);
    // 80 + 24 + UDP length 48 + payload = 152 with an empty payload, 156 with 4 B
    SendWithSrh(0);
    SendWithSrh(4);
    Simulator::Run();
    ASSERT_EQ(right->arrivals.size(), 3U);
    EXPECT_EQ(port->GetStats().trims, 1U);
    EXPECT_EQ(right->arrivals[1].frame.pdu.write.payloadBytes, 4U) << "trimmed, so it overtakes";
    EXPECT_EQ(right->arrivals[2].frame.l3Bytes, TRIMMED_WITH_SRH);
}

} // namespace
