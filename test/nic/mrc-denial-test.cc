/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>

using namespace ns3;

namespace
{

/// Two planes with 4 T0s of 2 hosts and 3 T1s. Host 0 sends.
class MrcDenialTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(3, RdmaTick::Us(1), 2, 8));
        helper.SetTransport("ns3::MrcQpFactory");
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        m_cluster->SetDeliveredCallback(
            RdmaMessenger::DeliveredCallback([this](uint64_t) { ++m_delivered; }));
        for (uint32_t t1 = 0; t1 < 3; ++t1)
        {
            for (uint32_t plane = 0; plane < 2; ++plane)
            {
                m_uplinks[MrcEv::Pack(plane, t1)] =
                    RdmaClusterHelper::GetUplink(m_cluster, plane, 0, t1);
            }
        }
    }

    void TearDown() override
    {
        m_cluster->Dispose();
        Simulator::Destroy();
    }

    MrcNicEndpoint& Endpoint()
    {
        return MrcNicEndpoint::Of(*m_cluster->GetNic(0));
    }

    /**
     * @param peer receiver
     * @param ev an EV
     * @return its state in host 0's QP to it
     */
    std::optional<MrcEvState> GetState(uint32_t peer, uint32_t ev)
    {
        const auto* qp = static_cast<const MrcTransport*>(m_cluster->FindTransport(0, peer, 0));
        return qp->GetEvTable().GetState(ev);
    }

    /**
     * Send 1 MB, and wait.
     * @param peer receiver
     * @return EVs whose uplinks of T0 0 carried data
     */
    std::set<uint32_t> SendTo(uint32_t peer)
    {
        std::map<uint32_t, uint64_t> before;
        for (const auto& [ev, uplink] : m_uplinks)
        {
            before[ev] = uplink->GetStats().txBytes;
        }
        m_cluster->Send(0, peer, 0, 1000000, ++m_sent);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        EXPECT_EQ(m_delivered, m_sent);
        std::set<uint32_t> used;
        for (const auto& [ev, uplink] : m_uplinks)
        {
            if (uplink->GetStats().txBytes != before[ev])
            {
                used.insert(ev);
            }
        }
        return used;
    }

    Ptr<RdmaCluster> m_cluster;                ///< the hosts
    std::map<uint32_t, FabricPort*> m_uplinks; ///< of T0 0, by EV
    uint64_t m_sent{0};                        ///< messages
    uint64_t m_delivered{0};                   ///< of these
};

TEST_F(MrcDenialTest, PathsAreDeniedForQpsThatThereAreAndForThoseThatComeLater)
{
    EXPECT_EQ(SendTo(2).size(), 6U);
    Endpoint().DenyPaths(1, {0, 2});
    const std::set<uint32_t> rest{0, 1, 2, MrcEv::Pack(1, 1)};
    EXPECT_EQ(SendTo(2), rest);
    EXPECT_EQ(SendTo(4), rest) << "a new QP";
    EXPECT_EQ(GetState(4, MrcEv::Pack(1, 2)), MrcEvState::DENIED);
    Endpoint().AllowPaths(1, {2});
    EXPECT_EQ(SendTo(4).size(), 5U);
    EXPECT_EQ(GetState(2, MrcEv::Pack(1, 2)), MrcEvState::GOOD);
    EXPECT_EQ(GetState(2, MrcEv::Pack(1, 0)), MrcEvState::DENIED);
}

TEST_F(MrcDenialTest, APlaneIsDeniedAsAWhole)
{
    Endpoint().DenyPaths(0, {});
    const std::set<uint32_t> rest{MrcEv::Pack(1, 0), MrcEv::Pack(1, 1), MrcEv::Pack(1, 2)};
    EXPECT_EQ(SendTo(2), rest);
    Endpoint().AllowPaths(0, {});
    EXPECT_EQ(SendTo(2).size(), 6U);
}

TEST_F(MrcDenialTest, AnEvIsDeniedTowardsOnePeerOnly)
{
    Endpoint().DenyEv(2, 1);
    EXPECT_EQ(SendTo(2).count(1), 0U);
    EXPECT_EQ(SendTo(4).count(1), 1U);
    EXPECT_EQ(GetState(2, 1), MrcEvState::DENIED);
    EXPECT_EQ(GetState(4, 1), MrcEvState::GOOD);
    Endpoint().EnableEv(4, 1); // never denied
    EXPECT_EQ(GetState(2, 1), MrcEvState::DENIED);
    Endpoint().EnableEv(2, 1);
    EXPECT_EQ(SendTo(2).count(1), 1U);
}

TEST_F(MrcDenialTest, AnEvStaysDeniedWhileAnyDenialIsAboutIt)
{
    Endpoint().DenyPaths(0, {1});
    Endpoint().DenyPaths(0, {1}); // denied twice counts once
    Endpoint().DenyEv(2, 1);
    EXPECT_EQ(SendTo(2).count(1), 0U);
    Endpoint().AllowPaths(0, {1});
    EXPECT_EQ(GetState(2, 1), MrcEvState::DENIED);
    Endpoint().EnableEv(2, 1);
    EXPECT_EQ(GetState(2, 1), MrcEvState::GOOD);
}

TEST_F(MrcDenialTest, AControllersNewValueMeetsTheDenial)
{
    Endpoint().DenyEv(2, 77);
    SendTo(2);
    auto* qp = const_cast<RdmaTransport*>(m_cluster->FindTransport(0, 2, 0));
    auto* mrc = static_cast<MrcTransport*>(qp);
    MrcEvTable& table = mrc->EditEvTable();
    ASSERT_TRUE(table.Replace(m_cluster->GetFabric()->Now(), 1, 77, MrcEvState::GOOD));
    m_cluster->GetNic(0)->Serve(mrc->GetConfig().localQpn);
    EXPECT_EQ(table.GetState(77), MrcEvState::DENIED);
}

} // namespace
