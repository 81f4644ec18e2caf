/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/fabric-traced-port.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>

// Trace sources of ports. Observation changes nothing, and what is observed agrees with the
// counters.

using namespace ns3;

namespace
{

/// Reports of the trace sources of a port.
struct PortLog
{
    uint64_t enqueued{0};            ///< Enqueue
    uint64_t dequeued{0};            ///< Dequeue
    uint64_t marked{0};              ///< Mark
    uint64_t trimmed{0};             ///< Trim
    uint64_t sent{0};                ///< Tx
    uint64_t received{0};            ///< Rx
    uint64_t dropped{0};             ///< Drop
    uint64_t bytes{0};               ///< BytesInQueue, last
    uint64_t maxBytes{0};            ///< BytesInQueue, largest
    uint64_t pauses{0};              ///< Pause: begins
    Time paused;                     ///< Pause: sum of the finished ones
    std::map<RdmaClass, Time> since; ///< begin of pauses that last
};

/// A scenario with a port in trouble.
struct PortTrouble
{
    const char* name;      ///< of the test
    const char* transport; ///< TypeId
    bool lossless;         ///< switches pause instead of trimming
    bool cut;              ///< the port's link goes down in between
    bool last;             ///< the port faces the receiver; otherwise it is a sender's NIC
};

void
PrintTo(const PortTrouble& trouble, std::ostream* os)
{
    *os << trouble.name;
}

class TracedPortTest : public testing::TestWithParam<PortTrouble>
{
  protected:
    void TearDown() override
    {
        m_cluster->Dispose();
        Simulator::Destroy();
    }

    void Build()
    {
        Ptr<FabricSwitchParameters> switches = CreateObject<FabricSwitchParameters>();
        if (GetParam().lossless)
        {
            switches->SetAttribute("Pfc", BooleanValue(true));
            switches->SetAttribute("Trimming", BooleanValue(false));
        }
        RdmaClusterHelper helper;
        helper.SetSwitches(switches);
        helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), 1, 8));
        helper.SetTransport(GetParam().transport);
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        m_cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback(
            [this](uint64_t token) { m_delivered[token] = Simulator::Now(); }));
        FabricPort* nic = m_cluster->GetNic(GetParam().last ? 7 : 0)->GetPort(0);
        m_port = GetParam().last ? nic->peer : nic;
    }

    /** Connect to the port by its path. */
    void Connect()
    {
        const std::string path = RdmaClusterHelper::GetTracePath(m_port) + "/";
        const auto frames = [&path](const std::string& source, uint64_t& count) {
            Config::ConnectWithoutContext(
                path + source,
                Callback<void, const FabricFrame&>([&count](const FabricFrame&) { ++count; }));
        };
        frames("Enqueue", m_log.enqueued);
        frames("Dequeue", m_log.dequeued);
        frames("Mark", m_log.marked);
        frames("Trim", m_log.trimmed);
        frames("Tx", m_log.sent);
        frames("Rx", m_log.received);
        Config::ConnectWithoutContext(
            path + "Drop",
            Callback<void, const FabricFrame&, FabricDropReason>(
                [this](const FabricFrame&, FabricDropReason) { ++m_log.dropped; }));
        Config::ConnectWithoutContext(
            path + "BytesInQueue",
            Callback<void, uint64_t, uint64_t>([this](uint64_t before, uint64_t after) {
                EXPECT_EQ(before, m_log.bytes);
                m_log.bytes = after;
                m_log.maxBytes = std::max(m_log.maxBytes, after);
            }));
        Config::ConnectWithoutContext(
            path + "Pause",
            Callback<void, RdmaClass, bool>([this](RdmaClass cls, bool paused) {
                EXPECT_NE(m_log.since.count(cls) == 1, paused);
                if (paused)
                {
                    ++m_log.pauses;
                    m_log.since[cls] = Simulator::Now();
                }
                else
                {
                    m_log.paused += Simulator::Now() - m_log.since[cls];
                    m_log.since.erase(cls);
                }
            }));
    }

    /** @return times of delivery */
    std::map<uint64_t, Time> Run()
    {
        m_delivered.clear();
        if (GetParam().cut)
        {
            RdmaFaultHelper(m_cluster).LinkDown(m_port, MicroSeconds(60), MicroSeconds(200));
            Simulator::Schedule(MicroSeconds(60) + NanoSeconds(1), [this] {
                EXPECT_EQ(m_log.bytes, 0) << "waiting frames are dropped";
            });
        }
        for (uint32_t host = 0; host < 6; ++host)
        {
            m_cluster->Send(host, 7, 0, 500000, host);
        }
        Simulator::Run();
        return m_delivered;
    }

    Ptr<RdmaCluster> m_cluster;           ///< the network
    FabricPort* m_port{nullptr};          ///< the observed port
    std::map<uint64_t, Time> m_delivered; ///< by token
    PortLog m_log;                        ///< reports
};

TEST_P(TracedPortTest, ReportsAgreeWithTheCountersAndChangeNothing)
{
    Build();
    const auto alone = Run();
    const auto plain = m_port->GetStats();
    m_cluster->Dispose();
    Simulator::Destroy();
    Build();
    Connect();
    EXPECT_EQ(Run(), alone);
    const auto stats = m_port->GetStats();
    EXPECT_EQ(stats.txFrames, plain.txFrames);
    EXPECT_EQ(m_log.sent, stats.txFrames);
    EXPECT_EQ(m_log.received, m_port->peer->GetStats().rxFrames);
    EXPECT_EQ(m_log.marked, stats.ecnMarks);
    EXPECT_EQ(m_log.trimmed, stats.trims);
    EXPECT_EQ(m_log.dropped, stats.drops);
    EXPECT_GT(m_log.enqueued, 0);
    EXPECT_LE(m_log.dequeued, m_log.enqueued);
    EXPECT_LE(m_log.enqueued, m_log.dequeued + m_log.dropped);
    EXPECT_EQ(m_log.maxBytes, stats.maxQueueBytes);
    EXPECT_EQ(m_log.bytes, 0);
    EXPECT_EQ(m_log.paused.GetPicoSeconds(), stats.paused.GetPs());
    EXPECT_TRUE(m_log.since.empty());
    EXPECT_EQ(m_log.pauses > 0, GetParam().lossless && !GetParam().last);
    EXPECT_EQ(m_log.dropped > 0, GetParam().cut);
    EXPECT_EQ(m_log.trimmed > 0, GetParam().last && !GetParam().lossless);
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TracedPortTest,
    testing::Values(PortTrouble{"LastHop", "ns3::MrcQpFactory", false, false, true},
                    PortTrouble{"LastHopThatGoesDown", "ns3::MrcQpFactory", false, true, true},
                    PortTrouble{"PausedNic", "ns3::RoceQpFactory", true, false, false},
                    PortTrouble{"LosslessLastHop", "ns3::RoceQpFactory", true, false, true}),
    [](const auto& info) { return info.param.name; });

class TracedPortPathTest : public TracedPortTest
{
};

TEST_P(TracedPortPathTest, OnlyConnectedPortsAreInstantiated)
{
    Build();
    const size_t before = m_cluster->GetFabric()->GetPorts().size();
    uint32_t frames = 0;
    const Callback<void, const FabricFrame&> count([&frames](const FabricFrame&) { ++frames; });
    const std::string path = "/$ns3::Fabric/PortList/" + std::to_string(m_port->id);
    Config::ConnectWithoutContext(path + "/Tx", count);
    EXPECT_EQ(m_cluster->GetFabric()->GetPorts().size(), before);
    Config::ConnectWithoutContext("/NodeList/5/$ns3::RdmaNic/PortList/*/Tx", count);
    EXPECT_EQ(m_cluster->GetFabric()->GetPorts().size(), before + 2);
    const auto matches = Config::LookupMatches("/$ns3::Fabric/PortList/*");
    EXPECT_EQ(matches.GetN(), m_cluster->GetFabric()->CountPorts());
    EXPECT_EQ(m_cluster->GetFabric()->GetPorts().size(), before + 2);
    m_cluster->Send(5, 7, 0, 40960, 0);
    Simulator::Run();
    EXPECT_EQ(frames,
              m_port->GetStats().txFrames + m_cluster->GetNic(5)->GetPort(0)->GetStats().txFrames);
    Config::DisconnectWithoutContext(path + "/Tx", count);
    const uint32_t last = frames;
    m_cluster->Send(4, 7, 0, 40960, 0);
    Simulator::Run();
    EXPECT_EQ(frames, last);
}

TEST_P(TracedPortPathTest, ADisposedNetworkHasNoPaths)
{
    Build();
    Ptr<FabricTracedPort> port = m_cluster->GetFabric()->GetTracedPort(m_port->id);
    EXPECT_NE(port->GetName().find("h7"), std::string::npos) << port->GetName();
    EXPECT_EQ(Config::LookupMatches("/$ns3::Fabric/PortList/0").GetN(), 1);
    const Callback<void, const FabricFrame&> nothing([](const FabricFrame&) {});
    port->TraceConnectWithoutContext("Tx", nothing);
    m_cluster->Dispose();
    EXPECT_EQ(Config::LookupMatches("/$ns3::Fabric/PortList/0").GetN(), 0);
    Simulator::Destroy();
    EXPECT_EQ(port->GetName(), "");
    EXPECT_TRUE(port->TraceConnectWithoutContext("Rx", nothing));
}

INSTANTIATE_TEST_SUITE_P(
    Mrc,
    TracedPortPathTest,
    testing::Values(PortTrouble{"LastHop", "ns3::MrcQpFactory", false, false, true}));

} // namespace
