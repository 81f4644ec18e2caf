/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-loss.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-ground-truth.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>

// QPs are checked against the ground truth: 2 T0s with 2 hosts each, 4 T1s in each of 2 planes.

using namespace ns3;

namespace
{

using EventKind = RdmaEvent::Kind;

/// Records the EVs of the frames that arrive at a port.
class EvTap : public FabricPortTap
{
  public:
    /**
     * @param since frames before this time do not count
     * @param evs receives the EVs
     */
    EvTap(RdmaTick since, std::set<uint32_t>& evs)
        : m_since(since),
          m_evs(evs)
    {
    }

    void OnSend(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }

    void OnReceive(RdmaTick now, const FabricFrame& frame) override
    {
        if (now > m_since && frame.cls == RdmaClass::DATA)
        {
            m_evs.insert(frame.entropy);
        }
    }

  private:
    RdmaTick m_since;          ///< see EvTap
    std::set<uint32_t>& m_evs; ///< see EvTap
};

/// Host 0 writes to host 3, and its QP is checked.
class GroundTruth : public testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        cluster->Dispose();
        Simulator::Destroy();
    }

    /**
     * @param routing attribute Routing of the transport
     * @param pods three tiers: each T0 is a pod with 2 T1s, 2 links to each, and 2 T2s over each
     */
    void Build(const std::string& routing = "srv6", bool pods = false)
    {
        FabricClosSpec clos = MakeSmallClos(4, RdmaTick::Ns(500), 2);
        if (pods)
        {
            clos.t1PerPlane = 0;
            clos.t0PerPod = 1;
            clos.t1PerPod = 2;
            clos.t2PerPlane = 4;
            clos.parallelLinks = 2;
            clos.coreRateBps = clos.fabricRateBps;
        }
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport(
            CreateObjectWithAttributes<MrcQpFactory>("Routing", StringValue(routing)));
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        cluster->GetNic(0)->TraceConnectWithoutContext(
            "QpEvent",
            Callback<void, const RdmaNicEvent&>([this](const RdmaNicEvent& event) {
                retired += event.event.kind == EventKind::EV_BAD;
                retiredWrongly += IsRdmaRetiredWrongly(*cluster, event);
                lost += event.event.kind == EventKind::LOST;
                falseLosses += IsRdmaFalseLoss(*cluster, event);
            }));
    }

    /**
     * @param bytes length of the message
     * @param until end of the run
     */
    void Run(uint64_t bytes, Time until)
    {
        cluster->Send(0, 3, 0, bytes, 1);
        Simulator::Stop(until);
        Simulator::Run();
    }

    /**
     * @param kind event of the QP of host 0
     * @param psn its PSN
     * @return the event
     */
    static RdmaNicEvent Event(EventKind kind, uint32_t psn)
    {
        RdmaNicEvent event{};
        event.qpn = RdmaNic::FIRST_QPN;
        event.event.kind = kind;
        event.event.detail = psn;
        return event;
    }

    Ptr<RdmaCluster> cluster;   ///< network and hosts
    uint32_t retired{0};        ///< events EV_BAD
    uint32_t retiredWrongly{0}; ///< of these, the wrong ones
    uint32_t lost{0};           ///< events LOST
    uint32_t falseLosses{0};    ///< of these, the false ones
};

/// A mapping from EVs to paths.
struct EvMeaning
{
    const char* name;    ///< of the test
    const char* routing; ///< attribute Routing
    bool pods;           ///< in three tiers
};

/// All mappings from EVs to paths.
class GroundTruthOfRouting : public GroundTruth, public testing::WithParamInterface<EvMeaning>
{
};

TEST_P(GroundTruthOfRouting, PathsThatAreWalkedAreThoseThatFramesTake)
{
    Build(GetParam().routing, GetParam().pods);
    const Ptr<Fabric> fabric = cluster->GetFabric();
    std::set<uint32_t> dropped;
    fabric->TraceConnectWithoutContext(
        "Drop",
        Callback<void, const FabricDrop&>([&dropped](const FabricDrop& drop) {
            EXPECT_EQ(drop.reason, FabricDropReason::RANDOM_LOSS);
            if (drop.frame->srcHost == 0 && drop.frame->cls == RdmaClass::DATA)
            {
                dropped.insert(drop.frame->entropy);
            }
        }));
    std::set<uint32_t> arrived;
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        fabric->AddTap(cluster->GetNic(3)->GetPort(plane),
                       std::make_unique<EvTap>(RdmaTick::Us(40), arrived));
    }
    // The last hop but one, which the sender's T0 does not detect.
    const std::string t1 = GetParam().pods ? "p1-t1-3" : "p1-t1-2";
    Simulator::Schedule(MicroSeconds(20), [this, t1] {
        RdmaClusterHelper::GetPort(cluster, t1, "p1-t0-1")->SetLoss(~0U); // answers are not
                                                                          // affected
    });
    Run(8000000, MilliSeconds(2));
    ASSERT_FALSE(dropped.empty());
    ASSERT_FALSE(arrived.empty());
    const auto walk = [this](uint32_t ev) {
        const auto plane = static_cast<uint8_t>(MrcEv::Plane(ev));
        const auto frame = cluster->GetNic(0)->SketchFrame(RdmaNic::FIRST_QPN, ev, plane);
        return WalkFabricPath(cluster->GetNic(0)->GetPort(plane),
                              *frame,
                              PeekPointer(cluster->GetNic(3)));
    };
    for (const uint32_t ev : dropped)
    {
        EXPECT_EQ(walk(ev), FabricPathState::TOUCHED) << std::hex << ev;
    }
    for (const uint32_t ev : arrived)
    {
        EXPECT_EQ(walk(ev), FabricPathState::SOUND) << std::hex << ev;
    }
    EXPECT_GT(retired, 0U);
    EXPECT_EQ(retiredWrongly, 0U);
}

INSTANTIATE_TEST_SUITE_P(All,
                         GroundTruthOfRouting,
                         testing::Values(EvMeaning{"srv6", "srv6", false},
                                         EvMeaning{"structured", "structured", false},
                                         EvMeaning{"ecmp", "ecmp", false},
                                         EvMeaning{"srv6InPods", "srv6", true},
                                         EvMeaning{"structuredInPods", "structured", true},
                                         EvMeaning{"ecmpInPods", "ecmp", true}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_F(GroundTruth, WhoIsAnsweredNoMoreBelievesWhatIsFalse)
{
    Build();
    // All packets of host 0 arrive; many of their answers are lost.
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        cluster->GetNic(0)->GetPort(plane)->peer->SetLoss(0xC0000000);
    }
    Run(4000000, MilliSeconds(1));
    EXPECT_GT(lost, 0U);
    EXPECT_EQ(falseLosses, lost) << "nothing was lost";
    EXPECT_GT(retired, 0U);
    EXPECT_EQ(retiredWrongly, retired) << "and no path is bad";
}

TEST_F(GroundTruth, LossesOnTheWayAreTrue)
{
    Build();
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        cluster->GetNic(3)->GetPort(plane)->peer->SetLoss(0x08000000);
    }
    Run(4000000, MilliSeconds(1));
    EXPECT_GT(lost, 0U);
    EXPECT_EQ(falseLosses, 0U);
    EXPECT_EQ(retiredWrongly, 0U);
}

TEST_F(GroundTruth, ThePeersQpIsFoundByTheNumberThatItHasThere)
{
    Build();
    cluster->Send(1, 3, 0, 1, 0); // host 3 gives it the number that host 0 gives the next
    Run(4096, MicroSeconds(50));
    const auto& qp = dynamic_cast<const MrcTransport&>(*cluster->FindTransport(0, 3, 0));
    ASSERT_NE(qp.GetConfig().peerQpn, qp.GetConfig().localQpn);
    const uint32_t end = qp.GetNextPsn();
    EXPECT_TRUE(IsRdmaFalseLoss(*cluster, Event(EventKind::LOST, (end - 1) & RDMA_PSN_MASK)));
    EXPECT_FALSE(IsRdmaFalseLoss(*cluster, Event(EventKind::LOST, end)));
}

TEST_F(GroundTruth, LossIsRatedByThePeersQpAndOtherEventsAreNot)
{
    Build();
    Run(3 * 4096, MicroSeconds(50));
    const auto& qp = dynamic_cast<const MrcTransport&>(*cluster->FindTransport(0, 3, 0));
    const uint32_t end = qp.GetNextPsn();
    EXPECT_TRUE(IsRdmaFalseLoss(*cluster, Event(EventKind::LOST, (end - 1) & RDMA_PSN_MASK)));
    EXPECT_TRUE(IsRdmaFalseLoss(*cluster, Event(EventKind::LOST, (end - 3) & RDMA_PSN_MASK)));
    EXPECT_FALSE(IsRdmaFalseLoss(*cluster, Event(EventKind::LOST, end)));
    EXPECT_FALSE(IsRdmaFalseLoss(*cluster, Event(EventKind::TIMEOUT, (end - 1) & RDMA_PSN_MASK)));
    EXPECT_FALSE(IsRdmaRetiredWrongly(*cluster, Event(EventKind::LOST, 0)));
    EXPECT_TRUE(IsRdmaRetiredWrongly(*cluster, Event(EventKind::EV_BAD, 0))) << "EV 0 is fine";
}

TEST_F(GroundTruth, AFailedQpHasSoundPlanesWhereAnEvLeadsThereAndBack)
{
    Build();
    Run(4096, MicroSeconds(50));
    auto& faults = cluster->GetFabric()->GetFaults();
    const auto sound = [this] {
        return FindRdmaSoundPlanes(*cluster, Event(EventKind::QP_ERROR, 0));
    };
    EXPECT_EQ(sound(), 3U);
    EXPECT_FALSE(FindRdmaSoundPlanes(*cluster, Event(EventKind::TIMEOUT, 0)));

    // The reverse direction counts like the forward direction, and a cable in both directions
    FabricPort* answers = cluster->GetNic(0)->GetPort(1)->peer;
    const auto loss = faults.Lose(answers, std::make_unique<FabricBernoulliLoss>(0.5));
    EXPECT_EQ(sound(), 1U);
    faults.Lift(loss);
    const auto dark = faults.Darken(cluster->GetNic(3)->GetPort(0));
    EXPECT_EQ(sound(), 2U);
    faults.Lift(dark);
    cluster->GetNic(3)->SetPortAdmin(2, false);
    EXPECT_EQ(sound(), 1U);

    // One T1 of four leaves paths around it, the T0 of the peer none
    const auto switchOf = [](const FabricPort* port) {
        return dynamic_cast<FabricSwitch*>(port->peer->owner);
    };
    FabricSwitch* edge = switchOf(cluster->GetNic(3)->GetPort(0));
    const auto silent = faults.Silence(switchOf(edge->GetPort(2)));
    EXPECT_EQ(sound(), 1U);
    faults.Silence(edge);
    EXPECT_EQ(sound(), 0U);
    faults.Lift(silent);
    EXPECT_EQ(sound(), 0U);
}

} // namespace
