/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../system/mrc-system-run.h"
#include "nic-test-net.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-shared-buffer.h"
#include "ns3/fabric-switch.h"
#include "ns3/rdma-cluster-helper.h"

#include <set>

using namespace ns3;
using namespace mrctest;

namespace
{

using CompletionKind = RdmaCompletion::Kind;
using Tokens = std::vector<uint64_t>;

/// Makes scripted transports and stores the contexts of their creation.
class FakeQpFactory : public RdmaQpFactory
{
  public:
    std::unique_ptr<RdmaTransport> Create(const RdmaQpContext& context) const override
    {
        contexts.push_back(context);
        auto transport = std::make_unique<FakeTransport>(context.peerQpn);
        made.push_back(transport.get());
        return transport;
    }

    FabricEncap GetEncap() const override
    {
        return FabricEncap::SRV6;
    }

    uint32_t GetPathMtuBytes() const override
    {
        return 4096;
    }

    uint32_t GetMaxPlanes() const override
    {
        return 2;
    }

    uint32_t GetDataWireBytes() const override
    {
        return 4258;
    }

    uint32_t GetAckWireBytes() const override
    {
        return 178;
    }

    uint64_t GetMessageWireBytes(uint64_t bytes) const override
    {
        return bytes;
    }

    uint32_t GetSmallestWireBytes(uint64_t bytes) const override
    {
        return static_cast<uint32_t>(bytes);
    }

    uint32_t GetLargestWireBytes(uint64_t bytes) const override
    {
        return static_cast<uint32_t>(bytes);
    }

    mutable std::vector<RdmaQpContext> contexts; ///< of the QP ends, in order of creation
    mutable std::vector<FakeTransport*> made;    ///< the QP ends
};

/// Reports about a token, in order: "delivered 3", "sent 3", "failed 3".
using Story = std::vector<std::string>;

/// 8 hosts, 2 per T0, 2 planes of 100 Gb/s, and a scripted or real transport in every QP.
class RdmaClusterTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        if (cluster)
        {
            EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
            cluster->Dispose();
        }
        cluster = nullptr;
        factory = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * @param setup network and transport
     * @param transport makes the QPs
     */
    void Build(const mrctest::Setup& setup, Ptr<RdmaQpFactory> transport)
    {
        RdmaClusterHelper helper;
        helper.SetTopology(setup.clos);
        helper.SetSwitches(
            CreateObjectWithAttributes<FabricSwitchParameters>("Pfc", BooleanValue(setup.pfc)));
        helper.SetTransport(transport);
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        cluster->SetDeliveredCallback(Callback<void, uint64_t>([this](uint64_t token) {
            delivered.push_back(token);
            story.push_back("delivered " + std::to_string(token));
            if (onDelivered)
            {
                onDelivered(token);
            }
        }));
        cluster->SetSentCallback(Callback<void, uint64_t, const RdmaMessageStats&, bool>(
            [this](uint64_t token, const RdmaMessageStats&, bool ok) {
                (ok ? sent : failed).push_back(token);
                story.push_back((ok ? "sent " : "failed ") + std::to_string(token));
            }));
    }

    /** Build with scripted transports. */
    void BuildFake()
    {
        factory = CreateObject<FakeQpFactory>();
        Build(mrctest::Setup(), factory);
    }

    /** Build with MRC. */
    void BuildMrc()
    {
        Build(mrctest::Setup(), ObjectFactory("ns3::MrcQpFactory").Create<RdmaQpFactory>());
    }

    /**
     * Let a scripted QP end report a completion.
     * @param end number of the end, in order of creation
     * @param kind kind of the completion
     */
    void Report(uint32_t end, CompletionKind kind)
    {
        FakeTransport* qp = factory->made[end];
        qp->Complete(kind);
        // Any input makes its NIC serve the QP: here its timer.
        qp->wakeup = cluster->GetFabric()->Now();
        const uint32_t host = end % 2 == 0 ? 0 : 7;
        cluster->GetNic(host)->OnQpTimer(factory->contexts[end].localQpn - RdmaNic::FIRST_QPN);
    }

    /** Run until all work is done, up to a time limit. */
    void Run()
    {
        Simulator::Stop(MilliSeconds(500));
        Simulator::Run();
    }

    Ptr<RdmaCluster> cluster;                  ///< under test
    Ptr<FakeQpFactory> factory;                ///< of BuildFake
    Tokens delivered;                          ///< tokens delivered, in order
    Tokens sent;                               ///< tokens acknowledged, in order
    Tokens failed;                             ///< tokens given up, in order
    Story story;                               ///< all of them
    std::function<void(uint64_t)> onDelivered; ///< within the delivered callback
};

// Several transports.

TEST_F(RdmaClusterTest, AFurtherTransportUsesItsPlaneAndTellsItsOwnMessenger)
{
    BuildMrc();
    const Ptr<RdmaMessenger> roce =
        cluster->AddTransport(ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>(), 1);
    Tokens own;
    roce->SetDeliveredCallback(
        Callback<void, uint64_t>([&own](uint64_t token) { own.push_back(token); }));
    roce->Send(0, 7, 1, 100000, 5);
    Run();
    const auto txFrames = [this](uint32_t plane) {
        FabricPort* port = cluster->GetNic(0)->FindPort(plane);
        return port ? port->GetStats().txFrames : 0;
    };
    EXPECT_EQ(own, (Tokens{5}));
    EXPECT_TRUE(delivered.empty());
    EXPECT_EQ(txFrames(0), 0U);
    EXPECT_EQ(txFrames(1), 25U) << "100,000 B in packets of 4,096 B";
    cluster->Send(0, 7, 0, 100000, 6);
    roce->Send(7, 0, 1, 1000, 7);
    Run();
    EXPECT_EQ(own, (Tokens{5, 7})) << "back on the same QP";
    EXPECT_EQ(delivered, (Tokens{6}));
    EXPECT_GT(txFrames(0), 0U);
    EXPECT_EQ(cluster->SumCounters().bytesDelivered, 201000U) << "of both transports";
}

TEST_F(RdmaClusterTest, BoundsOfAFurtherTransportAreThoseOfOnePlane)
{
    BuildMrc();
    const Ptr<RdmaMessenger> roce =
        cluster->AddTransport(ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>(), 0);
    EXPECT_NEAR(roce->GetPayloadRateBps(), 1e11 * 4096 / 4198, 1);
    EXPECT_NEAR(cluster->GetPayloadRateBps(), 2e11 * 4096 / 4258, 1);
    EXPECT_EQ(roce->GetNHosts(), 8U);
    EXPECT_GT(roce->GetIdealTime(0, 7, 1000000) * 10, cluster->GetIdealTime(0, 7, 1000000) * 18);
}

TEST_F(RdmaClusterTest, EveryMessengerDescribesItsConnections)
{
    BuildMrc();
    const Ptr<RdmaMessenger> roce =
        cluster->AddTransport(ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>(), 0);
    EXPECT_EQ(cluster->Describe(0, 7, 0), "");
    EXPECT_EQ(roce->Describe(0, 7, 1), "");
    cluster->Send(0, 7, 0, 1, 1);
    roce->Send(0, 7, 1, 1, 2);
    EXPECT_EQ(cluster->Describe(0, 7, 0).rfind("MRC QP", 0), 0U);
    EXPECT_EQ(roce->Describe(0, 7, 1).rfind("RoCE QP", 0), 0U);
    Run();
}

TEST_F(RdmaClusterTest, EveryMessengerCountsItsOwnConnections)
{
    BuildMrc();
    const Ptr<RdmaMessenger> mrc = cluster->GetTransport();
    const Ptr<RdmaMessenger> roce =
        cluster->AddTransport(ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>(), 0);
    mrc->Send(0, 7, 0, 1000, 1);
    roce->Send(0, 7, 1, 2000, 2);
    EXPECT_TRUE(roce->IsTimerArmed(0, 7, 1));
    EXPECT_FALSE(mrc->IsTimerArmed(0, 7, 1)) << "the QP belongs to another messenger";
    Run();
    EXPECT_FALSE(roce->IsTimerArmed(0, 7, 1));
    EXPECT_EQ(mrc->SumOwnCounters().bytesDelivered, 1000U);
    EXPECT_EQ(roce->SumOwnCounters().bytesDelivered, 2000U);
    EXPECT_EQ(mrc->GetDeliveredBytes(0, 7, 0), 1000U);
    EXPECT_EQ(mrc->GetDeliveredBytes(0, 7, 1), 0U);
    EXPECT_EQ(roce->GetDeliveredBytes(0, 7, 1), 2000U);
    EXPECT_EQ(cluster->SumCounters().bytesDelivered, 3000U);
}

TEST_F(RdmaClusterTest, AQpBelongsToOneTransport)
{
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    BuildMrc();
    const auto add = [this](uint32_t plane) {
        return cluster->AddTransport(ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>(),
                                     plane);
    };
    const Ptr<RdmaMessenger> roce = add(0);
    cluster->Send(0, 7, 3, 1, 1);
    EXPECT_DEATH(roce->Send(0, 7, 3, 1, 2), "QP 3 of hosts 0 and 7 belongs to another transport");
    EXPECT_DEATH(add(2), "on 1 plane.s. from plane 2 on, in a network of 2");
    Run();
}

// Connecting.

TEST_F(RdmaClusterTest, QpsAreConnectedByTheFirstMessage)
{
    BuildFake();
    EXPECT_EQ(cluster->FindTransport(0, 7, 0), nullptr);
    cluster->Send(0, 7, 0, 100, 1);
    EXPECT_EQ(cluster->FindTransport(0, 7, 0), factory->made[0]);
    EXPECT_EQ(cluster->FindTransport(7, 0, 0), factory->made[1]);
    EXPECT_EQ(cluster->FindTransport(0, 7, 1), nullptr);
    EXPECT_EQ(cluster->FindTransport(0, 6, 0), nullptr);
    cluster->Send(0, 7, 0, 200, 2);
    cluster->Send(7, 0, 0, 300, 3);
    EXPECT_EQ(factory->made.size(), 2U) << "both directions share the QP";
    EXPECT_EQ(factory->made[0]->posted, (Tokens{100, 200}));
    EXPECT_EQ(factory->made[1]->posted, (Tokens{300}));
    cluster->Send(0, 7, 1, 100, 4);
    EXPECT_EQ(factory->made.size(), 4U);
    EXPECT_EQ(cluster->GetNic(0)->GetNQps(), 2U);
    EXPECT_EQ(cluster->GetNic(7)->GetNQps(), 2U);
    EXPECT_EQ(cluster->GetNic(1)->GetNQps(), 0U);
}

TEST_F(RdmaClusterTest, TheTwoEndsKnowEachOthersNumbers)
{
    BuildFake();
    cluster->Send(7, 5, 0, 1, 0); // so that the QP numbers below differ
    cluster->Send(7, 0, 0, 1, 1);
    const RdmaQpContext& low = factory->contexts[2];
    const RdmaQpContext& high = factory->contexts[3];
    EXPECT_EQ(low.localQpn, 3U);
    EXPECT_EQ(high.localQpn, 4U);
    EXPECT_EQ(low.peerQpn, high.localQpn);
    EXPECT_EQ(high.peerQpn, low.localQpn);
    EXPECT_EQ(low.peerPsn, high.localPsn);
    EXPECT_EQ(high.peerPsn, low.localPsn);
    EXPECT_NE(low.localPsn, high.localPsn);
    EXPECT_LT(low.localPsn, 1U << 24);
    EXPECT_GE(low.udpSourcePort, 0xC000);
    EXPECT_NE(low.udpSourcePort, high.udpSourcePort);
    EXPECT_EQ(cluster->GetNic(0)->GetRoute(low.localQpn).peerHost, 7U);
    EXPECT_EQ(cluster->GetNic(7)->GetRoute(high.localQpn).peerHost, 0U);
}

TEST_F(RdmaClusterTest, TheNetworkIsDescribedToEveryEnd)
{
    BuildFake();
    cluster->Send(0, 1, 0, 1, 0);
    cluster->Send(0, 7, 0, 1, 1);
    const RdmaQpContext& local = factory->contexts[0];
    const RdmaQpContext& across = factory->contexts[2];
    EXPECT_EQ(local.pathsPerPlane, 1U) << "under one T0";
    EXPECT_EQ(across.pathsPerPlane, 2U) << "a T1 each";
    EXPECT_EQ(across.planes, 2U);
    EXPECT_EQ(across.portRateBps, 100000000000U);
    EXPECT_TRUE(across.trimming);
    // 4 x 500 ns and 3 x 300 ns each way; 4258 B and 178 B four times at 80 ps.
    EXPECT_EQ(across.baseRtt, RdmaTick::Ns(2 * 2900) + RdmaTick::Ps(80 * 4 * (4258 + 178)));
    EXPECT_EQ(cluster->GetBaseRtt(), across.baseRtt);
    const RdmaNic& nic = *cluster->GetNic(0);
    EXPECT_EQ(nic.GetRoute(3).path, MakeSrv6LocalTemplate(0, 1));
    EXPECT_EQ(nic.GetRoute(4).path, MakeSrv6CrossT1Template(0, 3, 1));
}

TEST_F(RdmaClusterTest, StreamsDecideWhatQpsAreGiven)
{
    const auto connect = [this](int64_t stream) {
        BuildFake();
        EXPECT_EQ(cluster->AssignStreams(stream), 8) << "one per host";
        std::vector<uint32_t> drawn;
        for (uint32_t qp = 0; qp < 4; ++qp)
        {
            cluster->Send(0, 7, qp, 1, qp);
        }
        for (const RdmaQpContext& c : factory->contexts)
        {
            drawn.push_back(c.localPsn);
            drawn.push_back(c.udpSourcePort);
        }
        return drawn;
    };
    const std::vector<uint32_t> first = connect(100);
    EXPECT_EQ(connect(100), first);
    EXPECT_NE(connect(200), first);
}

TEST_F(RdmaClusterTest, AHostDrawsTheSameWhoeverDrewBefore)
{
    const auto connect = [this](bool othersFirst) {
        BuildFake();
        cluster->AssignStreams(100);
        if (othersFirst)
        {
            cluster->Send(1, 6, 0, 1, 0);
        }
        cluster->Send(0, 7, 0, 1, 1);
        return std::make_pair(factory->contexts.back().localPsn, factory->contexts.back().peerPsn);
    };
    EXPECT_EQ(connect(true), connect(false));
}

TEST_F(RdmaClusterTest, SourcePortsAreSpreadOverFourteenBits)
{
    BuildFake();
    std::set<uint32_t> drawn;
    for (uint32_t qp = 0; qp < 200; ++qp)
    {
        cluster->Send(0, 7, qp, 1, qp);
        drawn.insert(factory->contexts.back().udpSourcePort);
    }
    EXPECT_GT(drawn.size(), 190U) << "200 of 16,384: about one is drawn twice";
    EXPECT_GE(*drawn.begin(), 0xC000U);
    EXPECT_LE(*drawn.rbegin(), 0xFFFFU);
}

TEST_F(RdmaClusterTest, EveryHostDrawsFromAStreamOfItsOwn)
{
    BuildFake();
    cluster->AssignStreams(100);
    for (uint32_t host = 0; host < 8; host += 2)
    {
        cluster->Send(host, host + 1, 0, 1, host);
    }
    std::set<uint32_t> drawn; // the first number drawn by each host
    for (const RdmaQpContext& c : factory->contexts)
    {
        drawn.insert(c.localPsn);
    }
    EXPECT_EQ(drawn.size(), 8U);
}

TEST_F(RdmaClusterTest, StreamsMayBeAssignedAgain)
{
    const auto connect = [this](uint32_t qp) {
        cluster->AssignStreams(100);
        cluster->Send(0, 7, qp, 1, qp);
        return factory->contexts.back().localPsn;
    };
    BuildFake();
    const uint32_t first = connect(0);
    EXPECT_EQ(connect(1), first);
}

TEST_F(RdmaClusterTest, NicsTakeTheAttributesThatHoldWhenTheyAreBuilt)
{
    Config::SetDefault("ns3::RdmaNic::LinkDownDetect", TimeValue(MicroSeconds(77)));
    BuildFake();
    Config::SetDefault("ns3::RdmaNic::LinkDownDetect", TimeValue(MicroSeconds(10)));
    TimeValue detect;
    cluster->GetNic(5)->GetAttribute("LinkDownDetect", detect);
    EXPECT_EQ(detect.Get(), MicroSeconds(77));
    EXPECT_EQ(cluster->GetNic(5)->GetInstanceTypeId(), RdmaNic::GetTypeId());
}

TEST_F(RdmaClusterTest, StreamsOfFabricAndHostsDoNotOverlap)
{
    BuildFake();
    EXPECT_EQ(RdmaClusterHelper::AssignStreams(cluster, 10), 9) << "the fabric and 8 hosts";
}

TEST_F(RdmaClusterTest, MessagesThatNobodyCanSendAreRefused)
{
    BuildFake();
    EXPECT_DEATH(cluster->Send(3, 3, 0, 1, 0), "host 3 cannot connect to itself");
    EXPECT_DEATH(cluster->Send(0, 8, 0, 1, 0), "from host 0 to host 8 in a network of 8 hosts");
    EXPECT_DEATH(cluster->Send(8, 0, 0, 1, 0), "from host 8 to host 0 in a network of 8 hosts");
    // Beyond 16 bits a QP's number would name another pair of hosts, one that is connected.
    cluster->Send(1, 7, 0, 1, 0);
    EXPECT_DEATH(cluster->Send(0, 7, 65536, 1, 0), "QP 65536 between two hosts");
    EXPECT_EQ(cluster->FindTransport(0, 7, 65536), nullptr);
}

TEST_F(RdmaClusterTest, MorePlanesThanTheTransportCanUseAreRefused)
{
    mrctest::Setup s;
    s.clos.planes = 4;
    RdmaClusterHelper helper;
    helper.SetTopology(s.clos);
    helper.SetTransport(CreateObject<FakeQpFactory>());
    EXPECT_DEATH(helper.Build(), "can use 2 plane\\(s\\), the network has 4");
}

TEST_F(RdmaClusterTest, NamesOfOtherClassesAreRefused)
{
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    RdmaClusterHelper helper;
    for (const std::string name : {"ns3::MrcQpFactry",
                                   "MrcQpFactory",
                                   "ns3::MrcQpFactory ",
                                   "ns3::MrcNscc",
                                   "ns3::RdmaQpFactory",
                                   ""})
    {
        EXPECT_DEATH(helper.SetTransport(name),
                     "there is no ns3::RdmaQpFactory with the name '" + name +
                         "'; allowed: .*ns3::MrcQpFactory.*ns3::RoceQpFactory");
    }
}

TEST_F(RdmaClusterTest, NothingIsSentAfterDispose)
{
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    BuildMrc();
    EXPECT_DEATH(cluster->GetNic(8), "host 8 of 8");
    cluster->Dispose();
    EXPECT_DEATH(cluster->Send(0, 7, 0, 1, 0), "none before Setup and after Dispose");
    EXPECT_DEATH(cluster->GetNic(0), "a cluster that is not set up, or disposed of");
    cluster = nullptr;
}

TEST_F(RdmaClusterTest, AnUplinkThatDoesNotExistIsRefused)
{
    BuildFake();
    EXPECT_NE(RdmaClusterHelper::GetUplink(cluster, 1, 3, 1), nullptr);
    EXPECT_DEATH(RdmaClusterHelper::GetUplink(cluster, 0, 0, 2), "no host or switch .p0-t1-2.");
    EXPECT_DEATH(RdmaClusterHelper::GetUplink(cluster, 0, 4, 0), "no host or switch .p0-t0-4.");
    EXPECT_DEATH(RdmaClusterHelper::GetUplink(cluster, 2, 0, 0), "no host or switch .p2-t0-0.");
    EXPECT_DEATH(RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T2, 0, 0),
                 "no switch p0-t2-0");
}

TEST_F(RdmaClusterTest, PortsAreFoundByTheNamesOfTheirEnds)
{
    mrctest::Setup s;
    s.clos.parallelLinks = 3;
    RdmaClusterHelper helper;
    helper.SetTopology(s.clos);
    helper.SetTransport(CreateObject<FakeQpFactory>());
    cluster = helper.Build();
    const auto name = [this](const FabricPort* port) {
        return cluster->GetFabric()->GetPortName(port);
    };
    using Helper = RdmaClusterHelper;
    EXPECT_EQ(name(Helper::GetPort(cluster, "h5", "p1-t0-2")), "h5--p1-t0-2");
    EXPECT_EQ(name(Helper::GetPort(cluster, "p1-t0-2", "h5")), "p1-t0-2--h5");
    EXPECT_EQ(name(Helper::GetPort(cluster, "p0-t0-1", "p0-t1-1", 2)), "p0-t0-1--p0-t1-1.2");
    EXPECT_EQ(name(Helper::GetPort(cluster, "p0-t1-1", "p0-t0-1", 1)), "p0-t1-1--p0-t0-1.1");
    EXPECT_EQ(name(Helper::GetUplink(cluster, 0, 1, 1)), "p0-t0-1--p0-t1-1.0") << "the first";
    EXPECT_EQ(Helper::GetPort(cluster, "h5", "p1-t0-2"), cluster->GetNic(5)->GetPort(1));
    EXPECT_DEATH(Helper::GetPort(cluster, "p0-t0-1", "p0-t1-1", 3),
                 "3 links between p0-t0-1 and p0-t1-1");
    EXPECT_DEATH(Helper::GetPort(cluster, "h5", "p1-t0-1"), "0 links between h5 and p1-t0-1");
}

// Tokens. Ends 0 and 1 are hosts 0 and 7 of the first QP.

TEST_F(RdmaClusterTest, TokensOfTheTwoDirectionsAreKeptApart)
{
    BuildFake();
    cluster->Send(0, 7, 0, 1, 10);
    cluster->Send(7, 0, 0, 1, 20);
    cluster->Send(0, 7, 0, 1, 11);
    Report(1, CompletionKind::DELIVERED);
    Report(1, CompletionKind::SENT);
    Report(0, CompletionKind::DELIVERED);
    Report(1, CompletionKind::DELIVERED);
    Report(0, CompletionKind::SENT);
    Report(0, CompletionKind::SENT);
    EXPECT_EQ(
        story,
        (Story{"delivered 10", "sent 20", "delivered 20", "delivered 11", "sent 10", "sent 11"}));
}

TEST_F(RdmaClusterTest, TokensOfSeveralQpsAreKeptApart)
{
    BuildFake();
    cluster->Send(0, 7, 0, 1, 10);
    cluster->Send(0, 7, 1, 1, 20);
    cluster->Send(0, 7, 0, 1, 11);
    Report(3, CompletionKind::DELIVERED);
    Report(1, CompletionKind::DELIVERED);
    Report(2, CompletionKind::SENT);
    EXPECT_EQ(story, (Story{"delivered 20", "delivered 10", "sent 20"}));
}

TEST_F(RdmaClusterTest, AFailedQpGivesUpItsMessagesButTheLateOnesStillArrive)
{
    BuildFake();
    for (const uint64_t token : {10, 11, 12})
    {
        cluster->Send(0, 7, 0, 1, token);
    }
    Report(0, CompletionKind::FLUSHED);
    Report(0, CompletionKind::FLUSHED);
    Report(0, CompletionKind::FLUSHED);
    // The data had arrived; only its acknowledgments had not.
    Report(1, CompletionKind::DELIVERED);
    Report(1, CompletionKind::DELIVERED);
    EXPECT_EQ(story,
              (Story{"failed 10", "failed 11", "failed 12", "delivered 10", "delivered 11"}));
}

TEST_F(RdmaClusterTest, MessagesOnAFailedQpAreGivenUpAtOnceAndTheOtherDirectionGoesOn)
{
    BuildFake();
    cluster->Send(0, 7, 0, 1, 10);
    Report(0, CompletionKind::FLUSHED);
    FakeTransport* dead = factory->made[0];
    dead->onInput = [dead](RdmaTick) { dead->Complete(CompletionKind::FLUSHED); };
    cluster->Send(0, 7, 0, 1, 11);
    cluster->Send(7, 0, 0, 1, 20);
    cluster->Send(0, 7, 0, 1, 12);
    dead->onInput = nullptr;
    Report(0, CompletionKind::DELIVERED);
    Report(1, CompletionKind::SENT);
    EXPECT_EQ(story, (Story{"failed 10", "failed 11", "failed 12", "delivered 20", "sent 20"}));
}

TEST_F(RdmaClusterTest, ACompletionThatNobodyWaitsForIsOurMistake)
{
    BuildFake();
    cluster->Send(0, 7, 0, 1, 10);
    EXPECT_DEATH(Report(0, CompletionKind::DELIVERED),
                 "QP 3 of host 0 completes a message that was not posted");
}

TEST_F(RdmaClusterTest, CountersAndErrorsAreSummedOverAllEnds)
{
    BuildFake();
    cluster->Send(0, 7, 0, 1, 10);
    cluster->Send(2, 3, 0, 1, 11);
    ASSERT_EQ(factory->made.size(), 4U);
    for (FakeTransport* qp : factory->made)
    {
        qp->counters.dataPackets = 7;
    }
    factory->made[1]->error = true;
    EXPECT_EQ(cluster->SumCounters().dataPackets, 28U);
    EXPECT_EQ(cluster->CountErrors(), 1U);
}

// The same with real transports and a network.

TEST_F(RdmaClusterTest, ManyMessagesBothWaysOnOneMrcQpComeInPostingOrder)
{
    BuildMrc();
    for (uint64_t i = 0; i < 20; ++i)
    {
        cluster->Send(0, 7, 0, 1 + i * 1777, i);
        cluster->Send(7, 0, 0, 20000 - i * 777, 100 + i);
    }
    Run();
    EXPECT_EQ(delivered.size(), 40U);
    EXPECT_EQ(sent.size(), 40U);
    for (const Tokens* list : {&delivered, &sent})
    {
        Tokens forth;
        Tokens back;
        for (const uint64_t token : *list)
        {
            (token < 100 ? forth : back).push_back(token);
        }
        EXPECT_EQ(forth.size(), 20U);
        EXPECT_TRUE(std::is_sorted(forth.begin(), forth.end()));
        EXPECT_TRUE(std::is_sorted(back.begin(), back.end()));
    }
}

TEST_F(RdmaClusterTest, SeveralQpsOfAPairDeliverEachInItsOwnOrder)
{
    BuildMrc();
    for (uint64_t i = 0; i < 30; ++i)
    {
        const uint32_t qp = i % 3;
        cluster->Send(0, 7, qp, qp == 0 ? 100000 : 5000, i);
    }
    Run();
    EXPECT_EQ(std::set<uint64_t>(delivered.begin(), delivered.end()).size(), 30U);
    EXPECT_EQ(delivered.size(), 30U);
    for (uint32_t qp = 0; qp < 3; ++qp)
    {
        Tokens own;
        std::copy_if(delivered.begin(), delivered.end(), std::back_inserter(own), [qp](uint64_t t) {
            return t % 3 == qp;
        });
        EXPECT_TRUE(std::is_sorted(own.begin(), own.end())) << "QP " << qp;
    }
    EXPECT_NE(delivered.back() % 3, 1U) << "the QP with the long messages is the last";
}

TEST_F(RdmaClusterTest, ADeliveryThatAnswersOnTheSameQpIsNotInterrupted)
{
    BuildMrc();
    bool inside = false;
    onDelivered = [this, &inside](uint64_t token) {
        EXPECT_FALSE(inside);
        inside = true;
        if (token < 100)
        {
            cluster->Send(7, 0, 0, 3000, 100 + token);
            cluster->Send(7, 0, 1 + static_cast<uint32_t>(token) % 5, 3000, 200 + token);
        }
        inside = false;
    };
    for (uint64_t i = 0; i < 50; ++i)
    {
        cluster->Send(0, 7, 0, 500, i); // many per SACK and out of order
    }
    Run();
    EXPECT_EQ(delivered.size(), 150U);
    EXPECT_EQ(sent.size(), 150U);
}

TEST_F(RdmaClusterTest, WithoutCallbacksMessagesAreSentAllTheSame)
{
    BuildMrc();
    cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback());
    cluster->SetSentCallback(RdmaMessenger::SentCallback());
    cluster->Send(0, 7, 0, 10000, 1);
    Run();
    EXPECT_EQ(cluster->SumCounters().bytesDelivered, 10000U);
}

TEST_F(RdmaClusterTest, HostsThatOutliveTheClusterTellNobody)
{
    BuildMrc();
    Ptr<RdmaNic> receiver = cluster->GetNic(7);
    cluster->Send(0, 7, 0, 100000, 1);
    cluster->Dispose();
    cluster = nullptr;
    Run();
    EXPECT_EQ(receiver->GetTransport(3).GetCounters().bytesDelivered, 100000U);
    EXPECT_TRUE(story.empty());
}

TEST_F(RdmaClusterTest, ARoceQpWhoseReceiverGoesDarkFailsAndEveryTokenComesBack)
{
    Build(mrctest::Setup::Roce(), ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>());
    cluster->Send(0, 7, 0, 10000, 0);
    for (uint64_t token = 1; token < 4; ++token)
    {
        cluster->Send(0, 7, 0, 2000000, token);
    }
    Simulator::Schedule(MicroSeconds(40),
                        &Fabric::SetLinkUp,
                        cluster->GetFabric(),
                        cluster->GetNic(7)->GetPort(0),
                        false);
    Simulator::Schedule(MilliSeconds(100),
                        &RdmaCluster::Send,
                        PeekPointer(cluster),
                        0,
                        7,
                        0,
                        5000,
                        uint64_t{9});
    Run();
    EXPECT_EQ(sent, Tokens{0});
    EXPECT_EQ(failed, (Tokens{1, 2, 3, 9}));
    EXPECT_EQ(delivered, Tokens{0});
    EXPECT_EQ(cluster->CountErrors(), 1U) << "the receiver has posted nothing and detects no error";
}

TEST_F(RdmaClusterTest, ARoceQpConnectedOnADarkPortFails)
{
    Build(mrctest::Setup::Roce(), ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>());
    Ptr<Fabric> fabric = cluster->GetFabric();
    fabric->SetLinkUp(cluster->GetNic(0)->GetPort(0), false);
    Simulator::Schedule(MicroSeconds(50),
                        &RdmaCluster::Send,
                        PeekPointer(cluster),
                        0,
                        7,
                        0,
                        5000,
                        uint64_t{1});
    Run();
    EXPECT_EQ(failed, Tokens{1});
}

/// A lossless network of RoCE: 2 hosts per T0, 2 T0s, 4 T1s; 100 Gb/s down, 200 Gb/s up.
class LosslessClusterTest : public testing::Test
{
  protected:
    /** @param buffer memory of each switch, B; 0: derived */
    void Build(uint64_t buffer)
    {
        FabricClosSpec clos = MakeSmallClos(4);
        clos.fabricRateBps = 200000000000;
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport("ns3::RoceQpFactory");
        helper.SetSwitches(
            CreateObjectWithAttributes<FabricSwitchParameters>("Pfc",
                                                               BooleanValue(true),
                                                               "Buffer",
                                                               UintegerValue(buffer)));
        cluster = helper.Build();
    }

    void TearDown() override
    {
        cluster = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param tier of a switch
     * @param ports that it has
     * @return its memory for data, B
     */
    int64_t GetMemory(FabricSwitchPosition::Tier tier, uint32_t ports) const
    {
        const auto* buffer = RdmaClusterHelper::GetSwitch(cluster, tier, 0, 0)->GetBuffer();
        int64_t bytes = buffer->GetSizes().poolBytes;
        for (uint32_t port = 0; port < ports; ++port)
        {
            bytes += buffer->GetSizes().headroomBytes[port];
        }
        return bytes;
    }

    Ptr<RdmaCluster> cluster; ///< the network
};

TEST_F(LosslessClusterTest, MemoryOfASwitchFollowsTheRatesOfItsOwnPorts)
{
    Build(0);
    // 100 kB for each 100 Gb/s.
    EXPECT_EQ(GetMemory(FabricSwitchPosition::Tier::T0, 6), 2 * 100000 + 4 * 200000);
    EXPECT_EQ(GetMemory(FabricSwitchPosition::Tier::T1, 2), 2 * 200000);
}

TEST_F(LosslessClusterTest, MarkingThresholdsFollowTheRateOfThePort)
{
    Build(100000000);
    // 400 kB at 100 Gb/s.
    auto* t0 = RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T0, 0, 0);
    EXPECT_EQ(t0->GetPort(0)->profile->ecnKminBytes, 400000U) << "to a host";
    EXPECT_EQ(RdmaClusterHelper::GetUplink(cluster, 0, 0, 0)->profile->ecnKminBytes, 800000U);
}

/// An MRC sender all of whose ports are down, before, while or after it sends.
class MrcAllPortsDarkTest : public RdmaClusterTest, public testing::WithParamInterface<int>
{
};

TEST_P(MrcAllPortsDarkTest, TheQpFails)
{
    Config::SetDefault("ns3::MrcQpParameters::RetryLinear", UintegerValue(2));
    Config::SetDefault("ns3::MrcQpParameters::RetryExponential", UintegerValue(1));
    BuildMrc();
    Simulator::Schedule(MicroSeconds(20),
                        &RdmaCluster::Send,
                        PeekPointer(cluster),
                        0,
                        7,
                        0,
                        1000000,
                        uint64_t{1});
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        Simulator::Schedule(MicroSeconds(GetParam()),
                            &Fabric::SetLinkUp,
                            cluster->GetFabric(),
                            cluster->GetNic(0)->GetPort(plane),
                            false);
    }
    Run();
    EXPECT_EQ(failed, Tokens{1});
    EXPECT_TRUE(delivered.empty());
    EXPECT_EQ(cluster->CountErrors(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Microseconds, MrcAllPortsDarkTest, testing::Values(5, 15, 40));

TEST_F(RdmaClusterTest, AnMrcQpOutlivesAPauseOfAllItsPorts)
{
    BuildMrc();
    cluster->Send(0, 7, 0, 3000000, 1);
    Ptr<Fabric> fabric = cluster->GetFabric();
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        FabricPort* port = cluster->GetNic(0)->GetPort(plane);
        Simulator::Schedule(MicroSeconds(30), &Fabric::SetLinkUp, fabric, port, false);
        Simulator::Schedule(MicroSeconds(200), &Fabric::SetLinkUp, fabric, port, true);
    }
    Run();
    EXPECT_EQ(sent, Tokens{1});
    EXPECT_EQ(delivered, Tokens{1});
    EXPECT_EQ(cluster->CountErrors(), 0U);
}

} // namespace
