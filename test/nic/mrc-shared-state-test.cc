/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-transport.h"
#include "ns3/mrc-trim-schedule.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

// State that the QPs of a NIC share: the schedule of trimmed packets, and controllers.

using namespace ns3;

namespace
{

/// One plane with 2 T0s of 2 hosts: QPs 0 and 1 from host 0 to host 3, and one from 1 to 3.
class MrcSharedState : public testing::Test
{
  protected:
    void TearDown() override
    {
        cluster->Dispose();
        cluster = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * Build the cluster and make its QPs.
     * @param attribute of QPs, true or false
     * @param value its value
     */
    void Build(const std::string& attribute = "", bool value = true)
    {
        if (!attribute.empty())
        {
            Config::SetDefault(attribute, BooleanValue(value));
        }
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(3));
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        cluster->Send(0, 3, 0, 1000, 1);
        cluster->Send(0, 3, 1, 1000, 2);
        cluster->Send(1, 3, 0, 1000, 3);
        cluster->Send(0, 2, 0, 1000, 4);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }

    /**
     * @param host host of the end
     * @param peer host of the other end
     * @param qp number of the QP between the two
     * @return this end
     */
    MrcTransport& Find(uint32_t host, uint32_t peer, uint32_t qp) const
    {
        return *static_cast<MrcTransport*>(
            const_cast<RdmaTransport*>(cluster->FindTransport(host, peer, qp)));
    }

    /**
     * Let a packet of 4 KB arrive at host 3.
     * @param src its sender
     * @param qp number of the QP
     * @param trimmed without its payload
     * @param rtx it is a retransmission
     * @return the NACK's hold time, in units of 128 ns; 0 also without NACK
     */
    uint16_t Arrive(uint32_t src, uint32_t qp, bool trimmed = true, bool rtx = false) const
    {
        MrcTransport& receiver = Find(3, src, qp);
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
        pdu.psn = (receiver.GetConfig().rqPsn + 10 + (trimmed ? 0 : 1)) & 0xFFFFFF;
        pdu.rtx = rtx;
        pdu.write.payloadBytes = 4096;
        RdmaRxInfo rx{};
        rx.trim = trimmed ? RdmaTrim::LASTHOP : RdmaTrim::NONE;
        const RdmaTick now = cluster->GetFabric()->Now();
        receiver.OnPdu(now, pdu, rx);
        uint16_t hold = 0;
        for (RdmaTxPdu tx; receiver.PollControl(now, tx);)
        {
            hold = tx.pdu.opcode == RdmaOpcode::MRC_NACK ? tx.pdu.nack.hold : hold;
        }
        return hold;
    }

    Ptr<RdmaCluster> cluster; ///< the network
};

TEST_F(MrcSharedState, ANicHasOneScheduleOfTrimmedPackets)
{
    Build();
    const auto& schedule = MrcNicEndpoint::Of(*cluster->GetNic(3)).GetTrimSchedule();
    EXPECT_NE(schedule, nullptr);
    EXPECT_EQ(MrcNicEndpoint::Of(*cluster->GetNic(3)).GetTrimSchedule(), schedule);
    EXPECT_NE(MrcNicEndpoint::Of(*cluster->GetNic(2)).GetTrimSchedule(), schedule);
}

TEST_F(MrcSharedState, TrimmedPacketsOfAllQpsAreToldTheirPlacesInOneQueue)
{
    Build("ns3::MrcQpParameters::TrimSchedule");
    // A packet of 4 KB takes 291 ns of the line of 100 Gb/s, including overbooking.
    EXPECT_EQ(Arrive(0, 0), 0) << "no packet waits: not given";
    EXPECT_EQ(Arrive(0, 1), 2);
    EXPECT_EQ(Arrive(1, 0), 4);
    EXPECT_EQ(Arrive(0, 0, false), 0) << "it arrived untrimmed";
    EXPECT_EQ(Arrive(1, 0), 9) << "and reserved a place";
    EXPECT_EQ(Arrive(0, 1, false, true), 0) << "at its scheduled time";
    EXPECT_EQ(Arrive(1, 0), 11) << "its place was reserved before";
    EXPECT_EQ(Arrive(1, 0, true, true), 13) << "trimmed again, it has a new place";
}

TEST_F(MrcSharedState, WithoutTheScheduleNacksSayNothing)
{
    Build();
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(Arrive(0, 0), 0);
        EXPECT_EQ(Arrive(1, 0), 0);
    }
}

TEST_F(MrcSharedState, QpsToOneHostShareAController)
{
    Build();
    const void* window = Find(0, 3, 0).GetSharedWindow();
    EXPECT_NE(window, nullptr);
    EXPECT_EQ(Find(0, 3, 1).GetSharedWindow(), window);
    EXPECT_NE(Find(0, 2, 0).GetSharedWindow(), window) << "another host";
    EXPECT_NE(Find(1, 3, 0).GetSharedWindow(), window) << "another NIC";
}

TEST_F(MrcSharedState, OnRequestEachQpHasAControllerOfItsOwn)
{
    Build("ns3::MrcQpFactory::ShareCcPerDestination", false);
    EXPECT_EQ(Find(0, 3, 0).GetSharedWindow(), nullptr);
    EXPECT_EQ(Find(0, 3, 1).GetSharedWindow(), nullptr);
}

TEST_F(MrcSharedState, QpsOfVerbsHaveControllersOfTheirOwn)
{
    Build();
    Ptr<MrcQp> own = cluster->CreateQp(0);
    Ptr<MrcQp> peer = cluster->CreateQp(3);
    EXPECT_EQ(own->GetTransport().GetSharedWindow(), nullptr);
    ASSERT_TRUE(ConnectMrcQps(own, peer).IsOk());
    EXPECT_EQ(own->GetTransport().GetSharedWindow(), nullptr) << "its peer is known too late";
    EXPECT_NE(Find(0, 3, 0).GetSharedWindow(), nullptr);
    own->Dispose();
    peer->Dispose();
}

} // namespace
