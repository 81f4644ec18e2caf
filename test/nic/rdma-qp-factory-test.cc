/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/config.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-ev.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/roce-qp-factory.h"
#include "ns3/roce-segmentation.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// Another path MTU for factories made in this scope.
class WithPathMtu
{
  public:
    /**
     * @param bytes path MTU, B
     */
    explicit WithPathMtu(uint32_t bytes)
    {
        Config::SetDefault("ns3::MrcQpParameters::PathMtu", UintegerValue(bytes));
        Config::SetDefault("ns3::RoceQpParameters::PathMtu", UintegerValue(bytes));
    }

    ~WithPathMtu()
    {
        Config::Reset();
    }
};

} // namespace

// mrc reference, 2.12.

TEST(MrcQpFactory, FullPacketsAndAnswersAsInTheTable)
{
    const Ptr<MrcQpFactory> factory = CreateObject<MrcQpFactory>();
    EXPECT_EQ(factory->GetEncap(), FabricEncap::SRV6);
    EXPECT_EQ(factory->GetPathMtuBytes(), 4096U);
    EXPECT_EQ(factory->GetDataWireBytes(), 4258U);
    EXPECT_EQ(factory->GetAckWireBytes(), 178U);
    EXPECT_EQ(factory->GetMaxPlanes(), 8U);
}

TEST(MrcQpFactory, SmallerPathMtusAsInTheTable)
{
    {
        const WithPathMtu mtu(1024);
        EXPECT_EQ(CreateObject<MrcQpFactory>()->GetDataWireBytes(), 1186U);
    }
    const WithPathMtu mtu(2048);
    EXPECT_EQ(CreateObject<MrcQpFactory>()->GetDataWireBytes(), 2210U);
}

TEST(MrcQpFactory, EveryPacketOfAMessageHasAReth)
{
    const Ptr<MrcQpFactory> f = CreateObject<MrcQpFactory>();
    EXPECT_EQ(f->GetMessageWireBytes(0), 162U);
    EXPECT_EQ(f->GetMessageWireBytes(1), 162U + 4);
    EXPECT_EQ(f->GetMessageWireBytes(4096), 4258U);
    EXPECT_EQ(f->GetMessageWireBytes(4097), 4258U + 166);
    EXPECT_EQ(f->GetMessageWireBytes(3 * 4096), 3 * 4258U);
    EXPECT_EQ(f->GetMessageWireBytes(uint64_t{1} << 40), (uint64_t{1} << 28) * 4258);
}

TEST(MrcQpFactory, SmallestAndLargestPacketOfAMessage)
{
    const Ptr<MrcQpFactory> f = CreateObject<MrcQpFactory>();
    EXPECT_EQ(f->GetSmallestWireBytes(0), 162U);
    EXPECT_EQ(f->GetLargestWireBytes(0), 162U);
    EXPECT_EQ(f->GetSmallestWireBytes(1), 166U);
    EXPECT_EQ(f->GetLargestWireBytes(1), 166U);
    EXPECT_EQ(f->GetSmallestWireBytes(4096), 4258U);
    EXPECT_EQ(f->GetSmallestWireBytes(4097), 166U);
    EXPECT_EQ(f->GetLargestWireBytes(4097), 4258U);
}

// mrc reference, 3.2, and the column "L3 plain" of the mrc reference, 2.12.

TEST(MrcQpFactory, RoutingDecidesHeadersAndWhatSwitchesDoWithPlainOnes)
{
    const auto make = [](const char* routing) {
        return CreateObjectWithAttributes<MrcQpFactory>("Routing", StringValue(routing));
    };
    EXPECT_EQ(make("srv6")->GetDataWireBytes(), 4258U);
    for (const char* routing : {"structured", "ecmp"})
    {
        SCOPED_TRACE(routing);
        const Ptr<MrcQpFactory> f = make(routing);
        EXPECT_EQ(f->GetEncap(), FabricEncap::PLAIN);
        EXPECT_EQ(f->GetDataWireBytes(), 4258U - 40);
        EXPECT_EQ(f->GetAckWireBytes(), 178U - 40);
        EXPECT_EQ(f->GetMessageWireBytes(4097), 4258U - 40 + 166 - 40);
        EXPECT_EQ(f->GetSmallestWireBytes(4097), 166U - 40);
        EXPECT_EQ(f->GetLargestWireBytes(1), 166U - 40);
    }
    EXPECT_EQ(make("structured")->GetPlainRouting(), FabricPlainRouting::STRUCTURED);
    EXPECT_EQ(make("ecmp")->GetPlainRouting(), FabricPlainRouting::ECMP);
    EXPECT_EQ(CreateObject<RoceQpFactory>()->GetPlainRouting(), FabricPlainRouting::ECMP);
}

TEST(MrcQpFactory, HashedEvsAreDrawnFromAllThatTwelveBitsCanSay)
{
    const auto largestUplink = [](const char* routing, uint32_t paths) {
        RdmaQpContext context;
        context.localQpn = 3;
        context.peerQpn = 4;
        context.pathsPerPlane = paths;
        context.portRateBps = 100000000000;
        context.baseRtt = RdmaTick::Us(10);
        context.rng = CreateObject<UniformRandomVariable>();
        const auto factory =
            CreateObjectWithAttributes<MrcQpFactory>("Routing", StringValue(routing));
        const auto qp = factory->Create(context);
        qp->PostSend(RdmaTick{}, RdmaWorkRequest{300000, 0, 0});
        uint32_t largest = 0;
        RdmaTxPdu tx;
        for (mrctest::StepBudget steps;
             qp->PollTransmit(RdmaTick{}, 1, tx) == RdmaPoll::PDU && steps.Take();)
        {
            largest = std::max(largest, MrcEv::Uplink(tx.entropy));
        }
        return largest;
    };
    EXPECT_EQ(largestUplink("structured", 4), 3U);
    EXPECT_GT(largestUplink("ecmp", 4), 2000U) << "of 4,096";
    EXPECT_EQ(largestUplink("ecmp", 1), 0U) << "one path, one EV";
}

TEST(MrcQpFactory, QpsWithDifferentCcProfilesDoNotShareAController)
{
    const auto makeProfile = [] {
        const Ptr<MrcCcProfile> profile = CreateObject<MrcCcProfile>();
        MrcCcProfileChange change;
        change.mask = MrcCcProfileChange::Bit::ALGORITHM | MrcCcProfileChange::Bit::STATE;
        change.state = MrcProfileState::OFFLINE; // the algorithm "" means none
        EXPECT_TRUE(profile->Modify(change).IsOk());
        change.mask = MrcCcProfileChange::Bit::STATE;
        change.state = MrcProfileState::ONLINE;
        EXPECT_TRUE(profile->Modify(change).IsOk());
        return profile;
    };
    const Ptr<MrcQpFactory> factory = CreateObject<MrcQpFactory>();
    MrcQpContext context;
    context.localQpn = 3;
    context.peerQpn = 4;
    context.peerHost = 1;
    context.pathsPerPlane = 4;
    context.portRateBps = 100000000000;
    context.baseRtt = RdmaTick::Us(10);
    context.rng = CreateObject<UniformRandomVariable>();
    context.ccProfile = makeProfile();
    const auto first = factory->CreateConnected(context);
    const auto second = factory->CreateConnected(context);
    context.ccProfile = makeProfile();
    const auto other = factory->CreateConnected(context);
    EXPECT_NE(first->GetSharedWindow(), nullptr);
    EXPECT_EQ(second->GetSharedWindow(), first->GetSharedWindow());
    EXPECT_NE(other->GetSharedWindow(), first->GetSharedWindow());
}

// roce reference, 1.2, IPv6.

TEST(RoceQpFactory, FullPacketsAndAnswersAsInTheTable)
{
    const Ptr<RoceQpFactory> factory = CreateObject<RoceQpFactory>();
    EXPECT_EQ(factory->GetEncap(), FabricEncap::PLAIN);
    EXPECT_EQ(factory->GetPathMtuBytes(), 4096U);
    EXPECT_EQ(factory->GetDataWireBytes(), 4096U + 102);
    EXPECT_EQ(factory->GetAckWireBytes(), 106U);
    EXPECT_EQ(factory->GetMaxPlanes(), 1U);
    const WithPathMtu mtu(1024);
    EXPECT_EQ(CreateObject<RoceQpFactory>()->GetDataWireBytes(), 1024U + 102);
}

TEST(RoceQpFactory, OnlyTheFirstPacketOfAMessageHasAReth)
{
    const Ptr<RoceQpFactory> f = CreateObject<RoceQpFactory>();
    EXPECT_EQ(f->GetMessageWireBytes(1), 4U + 118);
    EXPECT_EQ(f->GetMessageWireBytes(4096), 4096U + 118);
    EXPECT_EQ(f->GetMessageWireBytes(4097), 4096U + 118 + 4 + 102);
    EXPECT_EQ(f->GetMessageWireBytes(3 * 4096), 3 * 4096U + 118 + 2 * 102);
}

TEST(RoceQpFactory, SmallestAndLargestPacketOfAMessage)
{
    const Ptr<RoceQpFactory> f = CreateObject<RoceQpFactory>();
    EXPECT_EQ(f->GetSmallestWireBytes(1), 4U + 118) << "a single packet has a RETH";
    EXPECT_EQ(f->GetLargestWireBytes(1), 4U + 118);
    EXPECT_EQ(f->GetSmallestWireBytes(4097), 4U + 102) << "a last one has none";
    EXPECT_EQ(f->GetLargestWireBytes(4097), 4096U + 118);
    EXPECT_EQ(f->GetSmallestWireBytes(2 * 4096), 4096U + 102);
}

TEST(RoceQpFactory, AQpReportsWhatItsRateFillsInABaseRttAsItsWindow)
{
    RdmaQpContext context;
    context.localQpn = 3;
    context.peerQpn = 4;
    context.portRateBps = 100000000000;
    context.baseRtt = RdmaTick::Us(8);
    EXPECT_EQ(CreateObject<RoceQpFactory>()->Create(context)->GetWindowBytes(), 100000U);
}

TEST(QpFactory, RefusesAPolicyOfAnotherKind)
{
    const auto create = [](const Ptr<RdmaQpFactory>& factory, const std::string& attribute) {
        factory->SetAttribute(attribute, StringValue("ns3::Node"));
        RdmaQpContext context;
        context.portRateBps = 100'000'000'000;
        context.baseRtt = RdmaTick::Us(10);
        factory->Create(context);
    };
    EXPECT_DEATH(create(CreateObject<RoceQpFactory>(), "RateControl"),
                 "ns3::Node is not a subclass of ns3::RoceRateControl");
    EXPECT_DEATH(create(CreateObject<MrcQpFactory>(), "CongestionControl"),
                 "ns3::Node is not a subclass of ns3::MrcCongestionControl");
    EXPECT_DEATH(create(CreateObject<MrcQpFactory>(), "PathSelector"),
                 "ns3::Node is not a subclass of ns3::MrcPathSelector");
}

// The core may not include the wire folder; its two copies of header sizes must agree with it.

TEST(CoreHeaderSizes, AgreeWithTheWire)
{
    const auto roce = [](RdmaOpcode op) {
        return FabricWireBytes(FabricL3Bytes(FabricEncap::PLAIN, op, 0));
    };
    EXPECT_EQ(ROCE_OVERHEAD_BYTES, roce(RdmaOpcode::RC_WRITE_MIDDLE));
    EXPECT_EQ(ROCE_OVERHEAD_BYTES, roce(RdmaOpcode::RC_WRITE_LAST));
    EXPECT_EQ(ROCE_OVERHEAD_RETH_BYTES, roce(RdmaOpcode::RC_WRITE_FIRST));
    EXPECT_EQ(ROCE_OVERHEAD_RETH_BYTES, roce(RdmaOpcode::RC_WRITE_ONLY));
    EXPECT_EQ(MRC_NOMINAL_OVERHEAD_BYTES,
              FabricL3Bytes(FabricEncap::PLAIN, RdmaOpcode::MRC_WRITE_MIDDLE, 0));
}

TEST(CoreHeaderSizes, PadLikeTheWire)
{
    for (uint32_t payload = 1; payload <= 8; ++payload)
    {
        SCOPED_TRACE(payload);
        EXPECT_EQ(MrcNominalBytes(payload),
                  FabricL3Bytes(FabricEncap::PLAIN, RdmaOpcode::MRC_WRITE_LAST, payload));
        RdmaWorkRequest wr;
        wr.bytes = 4096 + payload;
        const RoceSegment segment = RoceSegmentAt(wr, 2, 4096, 1);
        EXPECT_EQ(segment.wireBytes,
                  FabricWireBytes(FabricL3Bytes(FabricEncap::PLAIN, segment.opcode, payload)));
    }
}
