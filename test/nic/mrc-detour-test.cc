/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fabric/fabric-test-net.h"
#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"
#include "ns3/string.h"

#include <gtest/gtest.h>

// Paths of more than six uSIDs: the rest is in a segment routing header (RFC 9800; mrc reference,
// 4.2).

using namespace ns3;
using namespace mrctest;

namespace
{

/// One plane with 3 T0s of 2 hosts and 3 T1s. Host 0 is under T0 0, host 5 under T0 2.
class MrcDetourTest : public testing::Test
{
  protected:
    /// Frames are counted, so EV probes are off.
    ScopedDefault simpleReverseEvs{"ns3::MrcEvParameters", "ReverseEv", "simple"};

    void SetUp() override
    {
        // A receiving QP would send EV probes, whose answers would be counted.
        Config::SetDefault("ns3::MrcEvParameters::ReverseEv", StringValue("simple"));
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(3, {}, 1, 6));
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        fabric = cluster->GetFabric();
        fabric->SetAttribute("VerifyWire", BooleanValue(true));
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        fabric = nullptr;
        cluster->Dispose();
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * Send a frame from host 0.
     * @param carrier outer destination
     * @param segment segment of the SRH; empty: no SRH
     * @param hopLimit initial hop limit
     */
    void Send(const char* carrier, const char* segment, uint8_t hopLimit = 64)
    {
        FabricFrame* frame = MakeFrame(*fabric, 0, RdmaClass::DATA, 3);
        const Srv6Carrier to = Srv6AddressFromString(carrier).value();
        frame->encap = FabricEncap::SRV6;
        frame->dstHost = 5;
        frame->sidHi = to.hi;
        frame->sidLo = to.lo;
        frame->hopLimit = hopLimit;
        frame->pdu.write.payloadBytes = frame->pdu.write.dmaLength = 1000;
        if (*segment)
        {
            frame->segment =
                fabric->GetContext().GetSegments().Intern(Srv6AddressFromString(segment).value());
            frame->segmentsLeft = 1;
        }
        frame->l3Bytes = static_cast<uint16_t>(FabricL3Bytes(*frame));
        frame->wireBytes = static_cast<uint16_t>(FabricWireBytes(frame->l3Bytes));
        cluster->GetNic(0)->GetPort(0)->Send(fabric->Now(), frame);
        Simulator::Run();
    }

    /**
     * @param tier tier of a switch
     * @param index its number
     * @return frames that it has forwarded
     */
    uint64_t Forwarded(FabricSwitchPosition::Tier tier, uint32_t index) const
    {
        return RdmaClusterHelper::GetSwitch(cluster, tier, 0, index)->GetStats().forwarded;
    }

    /**
     * @param reason reason of the drops
     * @return frames dropped for this reason
     */
    uint64_t Drops(FabricDropReason reason) const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(reason)];
    }

    /** @return frames that host 5 has received */
    uint64_t Received() const
    {
        return cluster->GetNic(5)->GetPort(0)->peer->GetStats().rxFrames;
    }

    Ptr<RdmaCluster> cluster; ///< the network
    Ptr<Fabric> fabric;       ///< its data plane
};

using Tier = FabricSwitchPosition::Tier;

TEST_F(MrcDetourTest, EightUsidsInTwoCarriersVisitEverySwitchOnTheList)
{
    // T0 0, T1 0, T0 1, T1 1, T0 0, T1 2, and in the SRH T0 2, downlink 1.
    Send("5f00:1:800:1000:801:1001:800:1002", "5f00:1:802:1801::");
    EXPECT_EQ(Forwarded(Tier::T0, 0), 2U);
    EXPECT_EQ(Forwarded(Tier::T0, 1), 1U);
    EXPECT_EQ(Forwarded(Tier::T0, 2), 1U);
    EXPECT_EQ(Forwarded(Tier::T1, 0), 1U);
    EXPECT_EQ(Forwarded(Tier::T1, 1), 1U);
    EXPECT_EQ(Forwarded(Tier::T1, 2), 1U);
    EXPECT_EQ(Received(), 1U);
    EXPECT_EQ(Drops(FabricDropReason::NOT_FOR_ME), 1U) << "there is no QP 3 at host 5";
}

TEST_F(MrcDetourTest, EverySwitchTakesOneOffTheHopLimitTheOneThatOpensTheSegmentToo)
{
    Send("5f00:1:800:1000:801:1001:800:1002", "5f00:1:802:1801::", 8); // seven switches
    EXPECT_EQ(Received(), 1U);
    Send("5f00:1:800:1000:801:1001:800:1002", "5f00:1:802:1801::", 7);
    EXPECT_EQ(Received(), 1U);
    EXPECT_EQ(Drops(FabricDropReason::HOP_LIMIT), 1U);
    EXPECT_EQ(Forwarded(Tier::T1, 2), 2U) << "by the last T0";
    Send("5f00:1:800:1000:801:1001:800:1002", "5f00:1:802:1801::", 6);
    EXPECT_EQ(Drops(FabricDropReason::HOP_LIMIT), 2U);
    EXPECT_EQ(Forwarded(Tier::T1, 2), 2U) << "by T1 2, which would have used the segment";
}

TEST_F(MrcDetourTest, ACarrierThatEndsAtASwitchWithoutASegmentEndsThere)
{
    Send("5f00:1:800:1000:801:1001:800:1002", "");
    EXPECT_EQ(Drops(FabricDropReason::SRV6_END), 1U);
    Send("5f00:1:800:1000::", "5f00:1:801::");
    EXPECT_EQ(Drops(FabricDropReason::SRV6_END), 2U) << "the segment ends at T0 1";
}

TEST_F(MrcDetourTest, ASegmentMustLeadToANeighbor)
{
    Send("5f00:1:800:1000::", "5f00:1:1002::"); // T1 next to T1
    EXPECT_EQ(Drops(FabricDropReason::SRV6_NO_SID), 1U);
    Send("5f00:1:800:1000::", "fd00::2"); // not a SID
    EXPECT_EQ(Drops(FabricDropReason::IPV6_NO_ROUTE), 1U);
}

TEST_F(MrcDetourTest, ANicTakesNoPacketWithASegmentLeft)
{
    cluster->Send(5, 0, 0, 1, 0); // makes QP 3 at host 5
    Simulator::Run();
    const uint64_t received = Received();
    Send("5f00:1:800:1000:802:1801::", "");
    EXPECT_EQ(Drops(FabricDropReason::NOT_FOR_ME), 0U) << "the QP accepts it";
    Send("5f00:1:800:1000:802:1801::", "5f00:1:802:1800::");
    EXPECT_EQ(Drops(FabricDropReason::NOT_FOR_ME), 1U);
    EXPECT_EQ(Received(), received + 2);
}

} // namespace
