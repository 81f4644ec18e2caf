/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>

// A script without Simulator::Stop ends when its work does, in spite of any fault (docs/timers.md).

using namespace ns3;

namespace
{

/// A fault of a test.
struct Breakage
{
    const char* name;                            ///< of the test
    std::function<void(Ptr<RdmaCluster>)> begin; ///< begins the fault
    uint32_t cut;                                ///< bit i: message i can never be delivered
};

void
SilenceT1(Ptr<RdmaCluster> cluster, uint32_t plane, uint32_t t1)
{
    FabricSwitch* sw =
        RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T1, plane, t1);
    for (uint32_t port = 0; port < sw->GetNPorts(); ++port)
    {
        sw->GetPort(port)->SetLoss(~0U);
    }
}

void
CutPorts(Ptr<RdmaCluster> cluster, uint32_t host, uint32_t planes)
{
    const uint32_t there = cluster->GetFabric()->GetNetwork()->GetNPlanes();
    for (uint32_t plane = 0; plane < there; ++plane)
    {
        if (planes >> plane & 1)
        {
            cluster->GetFabric()->SetLinkUp(cluster->GetNic(host)->GetPort(plane), false);
        }
    }
}

const Breakage NOTHING{"Nothing", [](Ptr<RdmaCluster>) {}, 0};
const Breakage OWN_PORT{"OwnPort", [](Ptr<RdmaCluster> c) { CutPorts(c, 0, 1); }, 0};
const Breakage PEERS_PORT{"PeersPort", [](Ptr<RdmaCluster> c) { CutPorts(c, 3, 1); }, 0};
const Breakage BOTH_ENDS{"BothEnds",
                         [](Ptr<RdmaCluster> c) {
                             CutPorts(c, 0, 2);
                             CutPorts(c, 3, 2);
                         },
                         0};
const Breakage REMOTE_LINK{"RemoteLink",
                           [](Ptr<RdmaCluster> c) {
                               c->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(c, 0, 1, 2),
                                                         false);
                           },
                           0};
const Breakage SILENT_SWITCH{"SilentSwitch", [](Ptr<RdmaCluster> c) { SilenceT1(c, 0, 0); }, 0};
const Breakage PEER_GONE{"PeerGone", [](Ptr<RdmaCluster> c) { CutPorts(c, 3, 3); }, 0b10110};
const Breakage SWITCHES_GONE{"SwitchesGone",
                             [](Ptr<RdmaCluster> c) {
                                 for (uint32_t t1 = 0; t1 < 3; ++t1)
                                 {
                                     for (uint32_t p = 0; p < c->GetNic(0)->GetNPorts(); ++p)
                                     {
                                         SilenceT1(c, p, t1);
                                     }
                                 }
                             },
                             0b01110};

/// A transport with the switches that it needs.
struct TransportKind
{
    const char* name;    ///< of the test
    const char* factory; ///< TypeId
    uint32_t planes;     ///< planes
    bool lossless;       ///< switches pause instead of trimming
};

const TransportKind MRC{"Mrc", "ns3::MrcQpFactory", 2, false};
const TransportKind ROCE{"Roce", "ns3::RoceQpFactory", 1, false};
const TransportKind ROCE_LOSSLESS{"RoceLossless", "ns3::RoceQpFactory", 1, true};

using Parameters = std::tuple<TransportKind, Breakage, bool>;

/// Four hosts under two T0s, 3 T1s, two planes.
class ScriptEnd : public testing::TestWithParam<Parameters>
{
  protected:
    /// Routing converges soon.
    ScopedDefault convergence{"ns3::Fabric", "RemoteConvergence", "20ms"};

    void SetUp() override
    {
        auto switches = CreateObject<FabricSwitchParameters>();
        if (std::get<0>(GetParam()).lossless)
        {
            switches->SetAttribute("Pfc", BooleanValue(true));
            switches->SetAttribute("Trimming", BooleanValue(false));
        }
        FabricClosSpec clos = MakeSmallClos(3, RdmaTick::Ns(500), std::get<0>(GetParam()).planes);
        clos.switchDelay = RdmaTick::Ns(300);
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetSwitches(switches);
        helper.SetTransport(std::get<0>(GetParam()).factory);
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        m_cluster->SetSentCallback(
            RdmaMessenger::SentCallback([this](uint64_t token, const RdmaMessageStats&, bool ok) {
                m_done[token] = ok;
                m_last = Simulator::Now();
            }));
    }

    void TearDown() override
    {
        EXPECT_EQ(m_cluster->GetFabric()->CheckConservation(), "");
        m_cluster->Dispose();
        Simulator::Destroy();
    }

    Ptr<RdmaCluster> m_cluster;      ///< the hosts
    std::map<uint64_t, bool> m_done; ///< by message: complete, or given up
    Time m_last;                     ///< time at which the last one was
};

TEST_P(ScriptEnd, RunReturnsSoonAfterTheLastMessage)
{
    const Breakage& breakage = std::get<1>(GetParam());
    const bool early = std::get<2>(GetParam());
    Simulator::Schedule(early ? Seconds(0) : MicroSeconds(60), [&] { breakage.begin(m_cluster); });
    Simulator::Schedule(MicroSeconds(20), [&] {
        m_cluster->Send(0, 3, 0, 2000000, 1);
        m_cluster->Send(3, 0, 0, 2000000, 2);
        m_cluster->Send(1, 2, 0, 2000000, 3);
        m_cluster->Send(2, 3, 0, 2000000, 4);
    });
    Simulator::Run();
    ASSERT_EQ(m_done.size(), 4U);
    for (const auto& [token, ok] : m_done)
    {
        const bool mrc = m_cluster->GetFabric()->GetNetwork()->GetNPlanes() > 1;
        EXPECT_TRUE(!mrc || ok == !(breakage.cut >> token & 1)) << "message " << token;
    }
    // the longest interval between EV probes, or the recovery of a RoCE sender to line rate
    EXPECT_LT(Simulator::Now() - m_last, MilliSeconds(200));
}

std::string
NameCase(const testing::TestParamInfo<Parameters>& info)
{
    return std::string(std::get<0>(info.param).name) + std::get<1>(info.param).name +
           (std::get<2>(info.param) ? "BeforeTheStart" : "MidWay");
}

INSTANTIATE_TEST_SUITE_P(All,
                         ScriptEnd,
                         testing::Combine(testing::Values(MRC, ROCE, ROCE_LOSSLESS),
                                          testing::Values(NOTHING,
                                                          OWN_PORT,
                                                          PEERS_PORT,
                                                          BOTH_ENDS,
                                                          REMOTE_LINK,
                                                          SILENT_SWITCH,
                                                          PEER_GONE,
                                                          SWITCHES_GONE),
                                          testing::Bool()),
                         NameCase);

} // namespace
