/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-net.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/mrc-transport.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace mrctest;

namespace
{

/** The NIC of host 5 with a peer, host 6, whose frames the test makes. */
class MrcNicEndpointTest : public MrcNicTest
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        fabric->SetNetwork(Create<FabricClos>(MakeSmallClos(2, LINK_DELAY, 2, 8)));
        nic->SetAttribute("LinkDownDetect", TimeValue(MicroSeconds(10)));
        nic->TraceConnectWithoutContext(
            "PortStatus",
            Callback<void, const RdmaNicPortEvent&>(
                [this](const RdmaNicPortEvent& e) { heard.push_back(e); }));
    }

    /** @return the frames that left with QP number 2 */
    std::vector<FabricFrame> GetEndpointFrames() const
    {
        std::vector<FabricFrame> frames;
        for (const Arrival& arrival : far->arrivals)
        {
            if (arrival.frame.pdu.destQpn == MRC_ENDPOINT_QPN)
            {
                frames.push_back(arrival.frame);
            }
        }
        return frames;
    }

    /**
     * Let a frame arrive.
     * @param plane ingress port
     * @param src sending host
     * @param pdu its contents
     * @param entropy its EV
     */
    void Deliver(uint32_t plane, uint32_t src, const RdmaPdu& pdu, uint32_t entropy)
    {
        FabricFrame* frame = fabric->GetContext().NewFrame();
        *frame = FabricFrame{};
        frame->srcHost = src;
        frame->dstHost = 5;
        frame->entropy = entropy;
        frame->encap = FabricEncap::SRV6;
        frame->plane = static_cast<uint8_t>(plane);
        frame->sidHi =
            uint64_t{SRV6_BLOCK} << 32 | uint64_t{MakeSrv6Usid(plane, Srv6UsidType::NIC, 1)} << 16;
        frame->pdu = pdu;
        nic->Receive(fabric->Now(), nic->GetPort(plane), frame);
    }

    /**
     * @param op operation
     * @param mask port status
     * @return a request
     */
    static RdmaPdu MakeRequest(MrcEndpointOp op, uint32_t mask = 0)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
        pdu.destQpn = MRC_ENDPOINT_QPN;
        pdu.psn = 0x4242;
        pdu.endpoint = {mask, 0x1234, op};
        return pdu;
    }

    std::vector<RdmaNicPortEvent> heard; ///< trace PortStatus
};

TEST_F(MrcNicEndpointTest, EvProbeLeavesOnTheGivenPathInTheControlClass)
{
    MrcEvProbe probe;
    probe.peer = 6;
    probe.path = {MrcEv::Pack(1, 7), 1};
    std::vector<MrcEvProbeBatch> batches;
    EXPECT_TRUE(MrcNicEndpoint::Of(*nic).Probe(
        {probe},
        MicroSeconds(100),
        MrcNicEndpoint::ProbeCallback([&](const MrcEvProbeBatch& b) { batches.push_back(b); })));
    At(RdmaTick::Us(20), [&] {
        const auto sent = GetEndpointFrames();
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].cls, RdmaClass::CONTROL);
        EXPECT_EQ(sent[0].dscp, FabricDscp::CONTROL);
        EXPECT_EQ(sent[0].plane, 1);
        EXPECT_EQ(sent[0].entropy, MrcEv::Pack(1, 7));
        EXPECT_EQ(sent[0].dstHost, 6U);
        const Srv6Carrier path = ApplyMrcEv(MakeSrv6PathTemplate(2, 3, 0), MrcEv::Pack(1, 7));
        EXPECT_EQ(sent[0].sidHi, path.hi);
        EXPECT_EQ(sent[0].sidLo, path.lo);
        RdmaPdu response = sent[0].pdu;
        response.opcode = RdmaOpcode::MRC_ENDPOINT_RESPONSE;
        Deliver(0, 6, response, MrcEv::Pack(0, 1));
    });
    Run();
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_TRUE(batches[0].results[0].answered);
    EXPECT_EQ(batches[0].results[0].rtt, RdmaTick::Us(20));
    EXPECT_EQ(batches[0].results[0].arrivalPort, 0);
}

TEST_F(MrcNicEndpointTest, UnansweredProbesAreReportedAtTheTimeoutAndTheNextBatchMayStartThen)
{
    std::vector<RdmaTick> reports;
    MrcEvProbe probe;
    probe.peer = 6;
    std::function<void(const MrcEvProbeBatch&)> again = [&](const MrcEvProbeBatch& batch) {
        EXPECT_FALSE(batch.results[0].answered);
        reports.push_back(fabric->Now());
        if (reports.size() < 3)
        {
            MrcNicEndpoint::Of(*nic).Probe({probe},
                                           MicroSeconds(100),
                                           MrcNicEndpoint::ProbeCallback(again));
        }
    };
    MrcNicEndpoint::Of(*nic).Probe({probe},
                                   MicroSeconds(100),
                                   MrcNicEndpoint::ProbeCallback(again));
    Run();
    EXPECT_EQ(reports,
              (std::vector<RdmaTick>{RdmaTick::Us(100), RdmaTick::Us(200), RdmaTick::Us(300)}));
}

TEST_F(MrcNicEndpointTest, RequestIsAnsweredByAnEvOfTheQpToItsSender)
{
    AddQp(); // RoCE, for example: it has no endpoint
    AddQp()->endpoint = true;
    Deliver(1, 6, MakeRequest(MrcEndpointOp::EV_PROBE), MrcEv::Pack(1, 3));
    Run();
    const auto sent = GetEndpointFrames();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].pdu.opcode, RdmaOpcode::MRC_ENDPOINT_RESPONSE);
    EXPECT_EQ(sent[0].pdu.psn, 0x4242U);
    EXPECT_EQ(sent[0].cls, RdmaClass::CONTROL);
    EXPECT_EQ(sent[0].entropy, MrcEv::Pack(1, 9)) << "the QP's EV, not the request's";
}

TEST_F(MrcNicEndpointTest, WithoutAQpTheAnswerGoesBackWhereTheRequestCameFrom)
{
    Deliver(1, 0, MakeRequest(MrcEndpointOp::EV_PROBE), 0xABCD0003);
    Run();
    const auto sent = GetEndpointFrames();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].entropy, MrcEv::Pack(1, 3));
    EXPECT_EQ(sent[0].dstHost, 0U);
    EXPECT_EQ(sent[0].sidLo, ApplyMrcEv(MakeSrv6PathTemplate(2, 0, 0), MrcEv::Pack(1, 3)).lo);
}

TEST_F(MrcNicEndpointTest, OtherOpcodesForQpTwoAreDropped)
{
    RdmaPdu pdu = MakeRequest(MrcEndpointOp::EV_PROBE);
    pdu.opcode = RdmaOpcode::MRC_PROBE;
    Deliver(0, 6, pdu, 0);
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
}

TEST_F(MrcNicEndpointTest, ANicThatIsNoneOfMrcsAnswersNobody)
{
    nic->SetServiceMaker(nullptr);
    EXPECT_EQ(nic->GetService(), nullptr);
    Deliver(1, 6, MakeRequest(MrcEndpointOp::EV_PROBE), MrcEv::Pack(1, 3));
    nic->SetPortAdmin(1, false); // no peer is notified
    Run();
    EXPECT_TRUE(GetEndpointFrames().empty());
    EXPECT_EQ(GetDrops(FabricDropReason::NOT_FOR_ME), 1U);
    MrcNicEndpoint& endpoint = MrcNicEndpoint::Of(*nic);
    EXPECT_EQ(nic->GetService(), &endpoint) << "made on demand";
}

TEST_F(MrcNicEndpointTest, SwitchedOffPortIsDownAtOnceForQpsAndPeers)
{
    FakeTransport* qp = AddQp();
    qp->endpoint = true;
    At(RdmaTick::Us(5), [&] { nic->SetPortAdmin(1, false); });
    At(RdmaTick::Us(6), [&] {
        EXPECT_FALSE(nic->IsPortUp(1));
        EXPECT_TRUE(nic->IsPortUp(2));
        qp->toSend = 3;
        Touch(qp);
    });
    At(RdmaTick::Us(20), [&] {
        const auto sent = GetEndpointFrames();
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].pdu.endpoint.op, MrcEndpointOp::PORT_STATUS_UPDATE);
        EXPECT_EQ(sent[0].pdu.endpoint.portStatusMask, 0b100U);
        EXPECT_EQ(sent[0].plane, 1) << "the port that is up";
        RdmaPdu response = sent[0].pdu;
        response.opcode = RdmaOpcode::MRC_ENDPOINT_RESPONSE;
        Deliver(1, 6, response, 0);
    });
    At(RdmaTick::Us(200), [&] { nic->SetPortAdmin(1, true); });
    At(RdmaTick::Us(201), [&] { EXPECT_TRUE(nic->IsPortUp(1)); });
    Simulator::Stop(MicroSeconds(220));
    Simulator::Run();
    EXPECT_EQ(qp->portStatus,
              (std::vector<PortStatus>{{RdmaTick::Us(5), 0, false}, {RdmaTick::Us(200), 0, true}}));
    for (const Arrival& arrival : far->arrivals)
    {
        EXPECT_TRUE(arrival.frame.plane == 1 || arrival.time > RdmaTick::Us(200))
            << "nothing leaves by the other";
    }
    ASSERT_EQ(GetEndpointFrames().size(), 2U) << "down, answered; up";
    EXPECT_EQ(GetEndpointFrames()[1].pdu.endpoint.portStatusMask, 0b110U);
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_EQ(heard[0].kind, RdmaNicPortEvent::Kind::ADMIN);
    EXPECT_EQ(heard[0].port, 0);
    EXPECT_FALSE(heard[0].up);
    EXPECT_TRUE(heard[1].up);
}

TEST_F(MrcNicEndpointTest, LightDoesNotSwitchAPortOn)
{
    FakeTransport* qp = AddQp();
    nic->SetPortAdmin(2, false);
    At(RdmaTick::Us(5), [&] { fabric->SetLinkUp(nic->GetPort(1), false); });
    At(RdmaTick::Us(25), [&] { fabric->SetLinkUp(nic->GetPort(1), true); });
    At(RdmaTick::Us(50), [&] { EXPECT_FALSE(nic->IsPortUp(2)); });
    At(RdmaTick::Us(60), [&] { nic->SetPortAdmin(2, true); });
    Run();
    EXPECT_TRUE(nic->IsPortUp(2));
    EXPECT_EQ(qp->portStatus,
              (std::vector<PortStatus>{{RdmaTick::Us(0), 1, false}, {RdmaTick::Us(60), 1, true}}));
}

TEST_F(MrcNicEndpointTest, PortNumbersOfTheApiCountFromOne)
{
    EXPECT_DEATH(nic->SetPortAdmin(0, false), "h[0-9] has the ports 1 to 2, not 0");
    EXPECT_DEATH(nic->SetPortAdmin(3, false), "h[0-9] has the ports 1 to 2, not 3");
    EXPECT_DEATH(nic->IsPortUp(3), "h[0-9] has the ports 1 to 2, not 3");
}

TEST_F(MrcNicEndpointTest, ASilentPeerGetsUpdatesWhileAQpIsBusyAndLaterWhenOneHasWork)
{
    FakeTransport* busy = AddQp();
    FakeTransport* idle = AddQp();
    busy->endpoint = idle->endpoint = true;
    busy->toSend = 1;
    busy->ports = 0; // forever
    size_t updates = 0;
    nic->SetPortAdmin(2, false);
    At(RdmaTick::Ms(8), [&] {
        updates = GetEndpointFrames().size();
        EXPECT_GT(updates, 2U * 16) << "more than twice the tries for a peer without work";
        EXPECT_EQ(busy->reminders + idle->reminders, 0U);
        busy->toSend = 0;
    });
    Simulator::Stop(MilliSeconds(40));
    Simulator::Run();
    EXPECT_LE(GetEndpointFrames().size(), updates + 16);
    EXPECT_EQ(busy->reminders, 1U);
    EXPECT_EQ(idle->reminders, 1U);
}

TEST_F(MrcNicEndpointTest, PeersUpdateReachesTheQpsToThatPeer)
{
    FakeTransport* qp = AddQp();
    qp->endpoint = true;
    Deliver(1, 6, MakeRequest(MrcEndpointOp::PORT_STATUS_UPDATE, 0b100), MrcEv::Pack(1, 3));
    EXPECT_EQ(qp->peerPorts, std::vector<uint32_t>{0b10});
    Deliver(1, 7, MakeRequest(MrcEndpointOp::PORT_STATUS_UPDATE, 0b010), MrcEv::Pack(1, 3));
    EXPECT_EQ(qp->peerPorts.size(), 1U) << "that was another peer";
    EXPECT_EQ(AddQp()->peerPorts, std::vector<uint32_t>{}) << "not an MRC QP";
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_EQ(heard[0].kind, RdmaNicPortEvent::Kind::PEER);
    EXPECT_EQ(heard[0].peer, 6U);
    EXPECT_EQ(heard[0].port, 0);
    EXPECT_FALSE(heard[0].up);
    Run();
    EXPECT_EQ(GetEndpointFrames().size(), 2U) << "both are answered";
}

TEST_F(MrcNicEndpointTest, AQpThatComesLaterHearsWhichPortsItsPeerHas)
{
    AddQp()->endpoint = true;
    Deliver(1, 6, MakeRequest(MrcEndpointOp::PORT_STATUS_UPDATE, 0b100), MrcEv::Pack(1, 3));
    FakeTransport* late = AddQp();
    EXPECT_TRUE(late->peerPorts.empty()) << "not an MRC QP";
    late->endpoint = true;
    MrcNicEndpoint::Of(*nic).AnnounceQp(late->tag);
    EXPECT_EQ(late->peerPorts, std::vector<uint32_t>{0b10});
}

TEST_F(MrcNicEndpointTest, RemappingTakesItsTime)
{
    nic->SetAttribute("PortRemapDelay", TimeValue(MicroSeconds(30)));
    FakeTransport* qp = AddQp();
    qp->endpoint = true;
    At(RdmaTick::Us(5), [&] {
        fabric->SetLinkUp(nic->GetPort(0), false);
        Deliver(1, 6, MakeRequest(MrcEndpointOp::PORT_STATUS_UPDATE, 0b100), MrcEv::Pack(1, 3));
    });
    At(RdmaTick::Us(16), [&] {
        ASSERT_EQ(heard.size(), 2U) << "known after LinkDownDetect, or at once from the peer";
        EXPECT_EQ(heard[1].time, RdmaTick::Us(15));
    });
    At(RdmaTick::Us(34), [&] { EXPECT_TRUE(qp->peerPorts.empty()); });
    At(RdmaTick::Us(36), [&] { EXPECT_EQ(qp->peerPorts, std::vector<uint32_t>{0b10}); });
    Run();
    EXPECT_EQ(qp->portStatus, (std::vector<PortStatus>{{RdmaTick::Us(45), 0, false}}));
    ASSERT_GE(GetEndpointFrames().size(), 2U);
    EXPECT_EQ(GetEndpointFrames()[1].pdu.opcode, RdmaOpcode::MRC_ENDPOINT_REQUEST)
        << "peers do not wait for it";
}

TEST_F(MrcNicEndpointTest, PeerWhoseQpsHaveFailedIsNotTried)
{
    FakeTransport* qp = AddQp();
    qp->endpoint = true;
    At(RdmaTick::Us(5), [&] { nic->SetPortAdmin(1, false); });
    At(RdmaTick::Us(120), [&] { qp->endpoint = false; });
    Run();
    EXPECT_EQ(GetEndpointFrames().size(), 3U) << "at 5, 55 and 105 us";
}

TEST_F(MrcNicEndpointTest, APeerIsTriedForeverWhileAQpHasWorkForIt)
{
    FakeTransport* idle = AddQp();
    FakeTransport* busy = AddQp(FabricEncap::SRV6, nullptr, 7);
    idle->endpoint = busy->endpoint = true;
    busy->toSend = 1000000;
    Touch(busy);
    At(RdmaTick::Us(5), [&] { nic->SetPortAdmin(1, false); });
    Simulator::Stop(MilliSeconds(20));
    Run();
    std::map<uint32_t, std::vector<RdmaTick>> told;
    for (const Arrival& arrival : far->arrivals)
    {
        if (arrival.frame.pdu.destQpn == MRC_ENDPOINT_QPN)
        {
            told[arrival.frame.dstHost].push_back(arrival.time);
        }
    }
    ASSERT_FALSE(told[6].empty());
    EXPECT_LT(told[6].back(), RdmaTick::Ms(5));
    EXPECT_GT(told[7].back(), RdmaTick::Ms(9)) << "with longer and longer pauses";
    busy->toSend = 0;
}

TEST_F(MrcNicEndpointTest, ProbeStartedOnNewsOfAPeerLeavesAtOnce)
{
    nic->TraceConnectWithoutContext(
        "PortStatus",
        Callback<void, const RdmaNicPortEvent&>([this](const RdmaNicPortEvent&) {
            MrcEvProbe probe;
            probe.peer = 6;
            MrcNicEndpoint::Of(*nic).Probe(
                {probe},
                MicroSeconds(100),
                MrcNicEndpoint::ProbeCallback([](const MrcEvProbeBatch&) {}));
        }));
    Deliver(1, 6, MakeRequest(MrcEndpointOp::PORT_STATUS_UPDATE, 0b100), MrcEv::Pack(1, 3));
    Run();
    const auto sent = GetEndpointFrames();
    ASSERT_EQ(sent.size(), 2U) << "the probe, and the answer to the update";
    EXPECT_EQ(sent[0].pdu.opcode, RdmaOpcode::MRC_ENDPOINT_REQUEST);
    EXPECT_EQ(sent[0].pdu.endpoint.op, MrcEndpointOp::EV_PROBE);
    EXPECT_EQ(sent[1].pdu.opcode, RdmaOpcode::MRC_ENDPOINT_RESPONSE);
}

TEST_F(MrcNicEndpointTest, NothingLeavesByAPortThatIsSwitchedOff)
{
    nic->SetAttribute("PortRemapDelay", TimeValue(MicroSeconds(30)));
    FakeTransport* qp = AddQp();
    nic->SetPortAdmin(2, false);
    MrcEvProbe probe;
    probe.peer = 6;
    probe.path = {MrcEv::Pack(1, 0), 1};
    MrcNicEndpoint::Of(*nic).Probe({probe},
                                   MicroSeconds(20),
                                   MrcNicEndpoint::ProbeCallback([](const MrcEvProbeBatch& batch) {
                                       EXPECT_FALSE(batch.results[0].answered);
                                   }));
    Deliver(1, 0, MakeRequest(MrcEndpointOp::EV_PROBE), MrcEv::Pack(1, 3));
    qp->control.push_back(qp->MakeSack(1)); // the QP is not notified yet
    Touch(qp);
    Run();
    EXPECT_TRUE(far->arrivals.empty());
    EXPECT_EQ(GetDrops(FabricDropReason::EGRESS_DOWN), 3U);
}

TEST_F(MrcNicEndpointTest, AnswerHasTheHeaderStackOfTheRequest)
{
    nic->ReserveQpn(); // no QP is attached there yet
    FabricFrame* frame = fabric->GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->srcHost = 0;
    frame->dstHost = 5;
    frame->entropy = 0x1FED; // hashed: its bits have no meaning
    frame->encap = FabricEncap::PLAIN;
    frame->plane = 1;
    frame->pdu = MakeRequest(MrcEndpointOp::EV_PROBE);
    nic->Receive(fabric->Now(), nic->GetPort(1), frame);
    Run();
    ASSERT_EQ(GetEndpointFrames().size(), 1U);
    EXPECT_EQ(GetEndpointFrames()[0].encap, FabricEncap::PLAIN);
}

TEST_F(MrcNicEndpointTest, AnswerToAnEvOfAProfileNamesAnUplinkThatUsidsCanName)
{
    Deliver(1, 0, MakeRequest(MrcEndpointOp::EV_PROBE), 0x1FED);
    Run();
    ASSERT_EQ(GetEndpointFrames().size(), 1U);
    EXPECT_EQ(GetEndpointFrames()[0].entropy, MrcEv::Pack(1, 0x7ED));
}

TEST_F(MrcNicEndpointTest, ProbesThatNoRouteCanCarryAreRefused)
{
    const auto probe = [&](const MrcPath& path) {
        MrcEvProbe p;
        p.peer = 6;
        p.path = path;
        MrcNicEndpoint::Of(*nic).Probe({p}, MicroSeconds(20), {});
    };
    EXPECT_DEATH(probe({MrcEv::Pack(2, 0), 2}), "the NIC has ports 1 to 2");
    EXPECT_DEATH(probe({MrcEv::Pack(1, 0), 0}), "EV 4096 of port 2 is to leave by port 1");
    EXPECT_DEATH(probe({MrcEv::Pack(0, 2048), 0}), "uplink 2048");
}

TEST_F(MrcNicEndpointTest, PacketsThatMustNotBeTrimmedSaySo)
{
    FakeTransport* qp = AddQp();
    qp->untrimmable = true;
    qp->toSend = 1;
    Touch(qp);
    FakeTransport* usual = AddQp();
    usual->toSend = 1;
    Touch(usual);
    Run();
    ASSERT_EQ(far->arrivals.size(), 2U);
    EXPECT_EQ(far->arrivals[0].frame.dscp, FabricDscp::NO_TRIM);
    EXPECT_EQ(far->arrivals[1].frame.dscp, FabricDscp::TRIMMABLE);
}

/** Two planes with 2 T0s of 2 hosts and 3 T1s. */
class MrcEndpointClusterTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        Build(MakeSmallClos(3, RdmaTick::Us(1), 2));
    }

    void TearDown() override
    {
        EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        cluster->Dispose();
        Simulator::Destroy();
    }

    /**
     * Build another network, before the simulation starts.
     * @param clos its numbers
     */
    void Build(const FabricClosSpec& clos)
    {
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(true));
    }

    /**
     * Build two planes of two pods, each with 2 T0s of 2 hosts and 3 T1s with a T2 each; two links
     * between a T0 and a T1.
     */
    void BuildPods()
    {
        FabricClosSpec clos = MakeSmallClos(0, RdmaTick::Us(1), 2, 8);
        clos.t0PerPod = 2;
        clos.t1PerPod = 3;
        clos.t2PerPlane = 3;
        clos.parallelLinks = 2;
        clos.coreRateBps = clos.fabricRateBps;
        Build(clos);
    }

    /**
     * Probe, and wait for the results.
     * @param host host of the NIC
     * @param probes the probes
     * @return their results
     */
    std::vector<MrcEvProbeResult> Probe(uint32_t host, const std::vector<MrcEvProbe>& probes)
    {
        std::vector<MrcEvProbeResult> results;
        MrcNicEndpoint::Of(*cluster->GetNic(host))
            .Probe(probes,
                   MicroSeconds(50),
                   MrcNicEndpoint::ProbeCallback(
                       [&](const MrcEvProbeBatch& b) { results = b.results; }));
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        return results;
    }

    Ptr<RdmaCluster> cluster; ///< the hosts
};

TEST_F(MrcEndpointClusterTest, SelfProbesLocateADeadSwitch)
{
    // mrc reference, 9.8: the T0 is fine, one T1 is not
    const FabricPort* dead = RdmaClusterHelper::GetUplink(cluster, 1, 0, 2);
    cluster->GetFabric()->SetLinkUp(const_cast<FabricPort*>(dead), false);
    std::vector<MrcEvProbe> probes;
    for (uint8_t plane = 0; plane < 2; ++plane)
    {
        probes.push_back({0, {MrcEv::Pack(plane, 0), plane}, MrcProbeTarget::OWN_T0});
        for (uint32_t t1 = 0; t1 < 3; ++t1)
        {
            probes.push_back({0, {MrcEv::Pack(plane, t1), plane}, MrcProbeTarget::OWN_T1});
        }
    }
    const auto results = Probe(1, probes);
    ASSERT_EQ(results.size(), 8U);
    for (const MrcEvProbeResult& result : results)
    {
        const bool through = result.probe.target == MrcProbeTarget::OWN_T1 &&
                             result.probe.path.ev == MrcEv::Pack(1, 2);
        EXPECT_EQ(result.answered, !through) << "EV " << result.probe.path.ev;
        EXPECT_TRUE(through || result.arrivalPort == result.probe.path.port);
    }
    EXPECT_LT(results[0].rtt, results[1].rtt) << "a T1 is farther than a T0";
}

TEST_F(MrcEndpointClusterTest, PeersCanBeProbedWithoutAnyQp)
{
    std::vector<MrcEvProbe> probes;
    for (uint8_t plane = 0; plane < 2; ++plane)
    {
        for (uint32_t t1 = 0; t1 < 3; ++t1)
        {
            probes.push_back({3, {MrcEv::Pack(plane, t1), plane}, MrcProbeTarget::PEER});
        }
    }
    for (const MrcEvProbeResult& result : Probe(0, probes))
    {
        EXPECT_TRUE(result.answered);
        EXPECT_EQ(result.arrivalPort, result.probe.path.port);
        EXPECT_GT(result.rtt, RdmaTick{});
    }
}

TEST_F(MrcEndpointClusterTest, SelfProbesReachEveryUplinkOfAPodsT0)
{
    BuildPods();
    FabricPort* dead = RdmaClusterHelper::GetPort(cluster, "p1-t0-2", "p1-t1-4", 1);
    cluster->GetFabric()->SetLinkUp(dead, false);
    std::vector<MrcEvProbe> probes;
    for (uint8_t plane = 0; plane < 2; ++plane)
    {
        for (uint32_t uplink = 0; uplink < 6; ++uplink)
        {
            probes.push_back({0, {MrcEv::Pack(plane, uplink), plane}, MrcProbeTarget::OWN_T1});
        }
    }
    for (const MrcEvProbeResult& result : Probe(5, probes))
    {
        // The second link to the second T1 of pod 1
        EXPECT_EQ(result.answered, result.probe.path.ev != MrcEv::Pack(1, 3))
            << result.probe.path.ev;
    }
}

TEST_F(MrcEndpointClusterTest, PeersInAnotherPodCanBeProbedWithoutAnyQp)
{
    BuildPods();
    FabricPort* dead = RdmaClusterHelper::GetPort(cluster, "p1-t2-1", "p1-t1-4");
    cluster->GetFabric()->SetLinkUp(dead, false);
    std::vector<MrcEvProbe> probes;
    for (uint8_t plane = 0; plane < 2; ++plane)
    {
        for (uint32_t path = 0; path < 6; ++path)
        {
            probes.push_back({7, {MrcEv::Pack(plane, path), plane}, MrcProbeTarget::PEER});
        }
    }
    for (const MrcEvProbeResult& result : Probe(0, probes))
    {
        const bool byT2 =
            MrcEv::Plane(result.probe.path.ev) == 1 && MrcEv::Uplink(result.probe.path.ev) / 2 == 1;
        EXPECT_EQ(result.answered, !byT2) << result.probe.path.ev;
    }
}

/// Stores the frames that a port sends.
class SendTap : public FabricPortTap
{
  public:
    /** @param sent receives the frames */
    explicit SendTap(std::vector<FabricFrame>& sent)
        : m_sent(sent)
    {
    }

    void OnSend(RdmaTick /* now */, const FabricFrame& frame) override
    {
        m_sent.push_back(frame);
    }

    void OnReceive(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }

  private:
    std::vector<FabricFrame>& m_sent; ///< see SendTap
};

TEST_F(MrcEndpointClusterTest, PlainAnswerWithoutAQpHasNoSourceRoute)
{
    BuildPods(); // there source routes are listed, and are fewer than EVs
    const Ptr<RdmaNic> nic = cluster->GetNic(7);
    std::vector<FabricFrame> sent;
    cluster->GetFabric()->AddTap(nic->GetPort(1), std::make_unique<SendTap>(sent));
    FabricFrame* frame = cluster->GetFabric()->GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->srcHost = 0;
    frame->dstHost = 7;
    frame->entropy = 0x1FED;
    frame->encap = FabricEncap::PLAIN;
    frame->plane = 1;
    frame->pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
    frame->pdu.destQpn = MRC_ENDPOINT_QPN;
    frame->pdu.endpoint.op = MrcEndpointOp::EV_PROBE;
    nic->Receive(cluster->GetFabric()->Now(), nic->GetPort(1), frame);
    Simulator::Stop(MicroSeconds(50));
    Simulator::Run();
    cluster->GetFabric()->RemoveTaps();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].encap, FabricEncap::PLAIN);
    EXPECT_EQ(sent[0].sidHi, 0U);
    EXPECT_EQ(sent[0].sidLo, 0U);
}

TEST_F(MrcEndpointClusterTest, ProbesWithoutAQpHaveTheHeaderStackThatIsSet)
{
    std::vector<FabricFrame> sent;
    cluster->GetFabric()->AddTap(cluster->GetNic(0)->GetPort(1), std::make_unique<SendTap>(sent));
    for (const FabricEncap encap : {FabricEncap::PLAIN, FabricEncap::SRV6})
    {
        MrcNicEndpoint::Of(*cluster->GetNic(0)).SetProbeEncap(encap);
        EXPECT_TRUE(Probe(0, {{3, {MrcEv::Pack(1, 2), 1}, MrcProbeTarget::PEER}}).at(0).answered);
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].encap, encap);
        sent.clear();
    }
    cluster->GetFabric()->RemoveTaps();
}

TEST_F(MrcEndpointClusterTest, AT1ThatTheNetworkDoesNotHaveIsNotProbed)
{
    Build(MakeSmallClos(0, RdmaTick::Us(1), 1, 2));
    EXPECT_TRUE(Probe(1, {{0, {0, 0}, MrcProbeTarget::OWN_T0}}).at(0).answered);
    EXPECT_DEATH(Probe(1, {{0, {0, 0}, MrcProbeTarget::OWN_T1}}),
                 "OWN_T1 leads to a T1 and back: this network has none");
}

TEST_F(MrcEndpointClusterTest, PeerStopsUsingAPlaneWhoseFarPortIsDownAndRetiresNoEv)
{
    bool delivered = false;
    cluster->SetDeliveredCallback(
        RdmaMessenger::DeliveredCallback([&](uint64_t) { delivered = true; }));
    cluster->Send(0, 3, 0, 4000000, 1);
    Simulator::Schedule(MicroSeconds(20), [&] {
        cluster->GetFabric()->SetLinkUp(cluster->GetNic(3)->GetPort(1), false);
    });
    uint32_t openSoonAfter = 0;
    Simulator::Schedule(MicroSeconds(45), [&] {
        auto* qp = const_cast<RdmaTransport*>(cluster->FindTransport(0, 3, 0));
        openSoonAfter = static_cast<MrcTransport*>(qp)->GetEvTable().GetOpenPlanes();
    });
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_TRUE(delivered);
    EXPECT_EQ(openSoonAfter, 0b01U)
        << "notified 10 us after the link went down, plus the delay to the peer";
    const RdmaCounters& counters = cluster->FindTransport(0, 3, 0)->GetCounters();
    EXPECT_EQ(counters.timeouts, 0U);
    EXPECT_GT(counters.retransmits, 0U) << "packets in flight are sent again";
    EXPECT_EQ(counters.evRetired, 0U);
}

} // namespace
