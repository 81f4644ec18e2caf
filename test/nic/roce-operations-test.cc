/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-qp-listener.h"
#include "ns3/rdma-qp-path.h"
#include "ns3/roce-qp-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <array>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// One end of a RoCE QP, to which the test posts.
struct End : RdmaQpListener
{
    void OnCompletion(const RdmaCompletion& completion) override
    {
        story += "SDFR"[static_cast<int>(completion.kind)]; // in the order of Kind
        story += std::to_string(completion.message) + " ";
    }

    void OnEvent(const RdmaEvent&) override
    {
    }

    Ptr<RdmaNic> nic;                  ///< its NIC
    uint32_t qpn{0};                   ///< its number
    RdmaTransport* transport{nullptr}; ///< the protocol; the NIC owns it
    std::string story;                 ///< completions: S sent, D delivered, F flushed, R received
};

/// Two hosts under different T0s; every frame is checked byte for byte on every link.
class RoceOperations : public testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        cluster->Dispose();
        cluster = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /** Build the network, and a QP between hosts 0 and 3. */
    void Connect()
    {
        const auto factory = CreateObject<RoceQpFactory>();
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(2, RdmaTick::Ns(500)));
        helper.SetTransport(factory);
        cluster = helper.Build();
        cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(true));
        for (uint32_t i = 0; i < 2; ++i)
        {
            ends[i].nic = cluster->GetNic(HOSTS[i]);
            ends[i].qpn = ends[i].nic->ReserveQpn();
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            RdmaQpContext context;
            context.localQpn = ends[i].qpn;
            context.peerQpn = ends[1 - i].qpn;
            context.portRateBps = cluster->GetNetwork().GetPortRate();
            context.baseRtt = cluster->GetBaseRtt();
            context.udpSourcePort = 0xC000;
            auto transport = factory->Create(context);
            ends[i].transport = transport.get();
            ends[i].nic->AttachQp(
                ends[i].qpn,
                std::move(transport),
                MakeRdmaQpRoute(*cluster->GetFabric(), *factory, HOSTS[i], HOSTS[1 - i]));
            ends[i].nic->SetListener(ends[i].qpn, &ends[i]);
        }
    }

    /**
     * @param end number of the end
     * @param operation the operation
     * @param bytes length, B
     * @param immediate with immediate data
     */
    void Post(uint32_t end, RdmaOperation operation, uint64_t bytes, bool immediate = false)
    {
        RdmaWorkRequest wr;
        wr.operation = operation;
        wr.bytes = bytes;
        wr.hasImmediate = immediate;
        wr.immediate = 5;
        RdmaTransport* transport = ends[end].transport;
        ends[end].nic->Input(ends[end].qpn, [&](RdmaTick now) { transport->PostSend(now, wr); });
    }

    static constexpr std::array<uint32_t, 2> HOSTS{0, 3}; ///< hosts of the ends
    Ptr<RdmaCluster> cluster;                             ///< the network
    std::array<End, 2> ends;                              ///< of the QP
};

TEST_F(RoceOperations, EveryOperationPassesRealSwitchesWithItsBytes)
{
    Connect();
    for (uint64_t wrId = 0; wrId < 3; ++wrId)
    {
        ends[1].nic->Input(ends[1].qpn,
                           [&](RdmaTick now) { ends[1].transport->PostRecv(now, wrId); });
    }
    Post(0, RdmaOperation::SEND, 10000);
    Post(0, RdmaOperation::WRITE, 10000);
    Post(0, RdmaOperation::READ, 100000);
    Post(0, RdmaOperation::SEND, 3, true);
    Post(0, RdmaOperation::WRITE, 5000, true);
    Simulator::Run();
    EXPECT_EQ(ends[0].story, "S0 S1 S2 S3 S4 ");
    EXPECT_EQ(ends[1].story, "D0 R0 D1 D2 D3 R3 D4 R4 ");
    EXPECT_EQ(ends[0].transport->GetCounters().bytesDelivered, 100000U);
    EXPECT_EQ(ends[1].transport->GetCounters().bytesDelivered, 25003U);
    EXPECT_EQ(cluster->SumCounters().retransmits, 0U);
}

TEST_F(RoceOperations, MissingReceiveOnlyDelays)
{
    Connect();
    Post(0, RdmaOperation::SEND, 10000);
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    EXPECT_EQ(ends[0].story, "");
    ends[1].nic->Input(ends[1].qpn, [&](RdmaTick now) { ends[1].transport->PostRecv(now, 1); });
    Simulator::Run();
    EXPECT_EQ(ends[0].story, "S0 ");
    EXPECT_EQ(ends[1].story, "D0 R0 ");
    EXPECT_GT(Simulator::Now(), MicroSeconds(640));
}

TEST_F(RoceOperations, SelectiveRepeatPassesWithItsBytes)
{
    Config::SetDefault("ns3::RoceQpParameters::Reliability", StringValue("selective-repeat"));
    Connect();
    Post(0, RdmaOperation::WRITE, 1000000);
    Simulator::Run();
    EXPECT_EQ(ends[0].story, "S0 ");
    EXPECT_EQ(ends[1].story, "D0 ");
}

} // namespace
