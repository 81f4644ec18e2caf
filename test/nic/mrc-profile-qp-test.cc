/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric.h"
#include "ns3/mrc-ev-profile-helper.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/mrc-qp-profiles.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

using Bit = MrcEvProfileChange::Bit;

/**
 * One plane with 2 T0s of 2 hosts and 3 T1s; a QP between hosts 0 and 3, of which host 0 has a
 * profile. The bytes of all frames are checked.
 */
class ProfileQp : public testing::Test, private RdmaQpListener
{
  protected:
    /// Frames are counted, so EV probes are off.
    ScopedDefault simpleReverseEvs{"ns3::MrcEvParameters", "ReverseEv", "simple"};

    void SetUp() override
    {
        factory = CreateObject<MrcQpFactory>();
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(3));
        helper.SetTransport(factory);
        cluster = helper.Build();
        fabric = cluster->GetFabric();
        fabric->SetAttribute("VerifyWire", BooleanValue(true));
        rng->SetStream(5);
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        fabric = nullptr;
        cluster->Dispose();
        cluster = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * Make an explicit profile that is ONLINE.
     * @param evs its EVs
     */
    void MakeProfile(const std::vector<MrcEvEntry>& evs)
    {
        profile = MrcEvProfileHelper::MakeExplicit(evs, MRC_EV_EVENT_ASSUMED_BAD);
    }

    /**
     * @param t1 number of a T1
     * @return the direct path from host 0 to host 3
     */
    static MrcEvEntry Via(uint32_t t1)
    {
        return MrcEvEntry::Of(ApplyMrcEv(MakeSrv6CrossT1Template(0, 1, 1), MrcEv::Pack(0, t1)),
                              {},
                              1);
    }

    /** Connect hosts 0 and 3. */
    void Connect()
    {
        MrcQpContext ends[2];
        for (int side = 0; side < 2; ++side)
        {
            ends[side].localQpn = cluster->GetNic(side ? 3 : 0)->ReserveQpn();
            ends[side].peerHost = side ? 0 : 3;
            ends[side].pathsPerPlane = 3;
            ends[side].portRateBps = 100000000000;
            ends[side].baseRtt = RdmaTick::Us(6);
            ends[side].trimming = true;
            ends[side].rng = rng;
            ends[side].probeBudget =
                MrcNicEndpoint::Of(*cluster->GetNic(side ? 3 : 0)).GetProbeBudget();
        }
        ends[0].evProfile = profile;
        for (int side = 0; side < 2; ++side)
        {
            ends[side].peerQpn = ends[1 - side].localQpn;
            RdmaQpRoute route;
            route.peerHost = ends[side].peerHost;
            route.path = side ? MakeSrv6PathTemplate(1, 0, 0) : MakeSrv6PathTemplate(0, 1, 1);
            auto qp = factory->CreateConnected(ends[side]);
            transport[side] = qp.get();
            factory->AttachTransport(*cluster->GetNic(side ? 3 : 0),
                                     ends[side],
                                     std::move(qp),
                                     route);
            cluster->GetNic(side ? 3 : 0)->SetListener(ends[side].localQpn, this);
        }
        qpn = ends[0].localQpn;
    }

    /**
     * Send a message from host 0 and run to the end.
     * @param bytes its length, B
     */
    void Send(uint64_t bytes)
    {
        cluster->GetNic(0)->PostWrite(qpn, bytes);
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
    }

    /**
     * @param t0 a T0
     * @param t1 a T1
     * @return frames that went from one to the other
     */
    uint64_t Up(uint32_t t0, uint32_t t1) const
    {
        return RdmaClusterHelper::GetUplink(cluster, 0, t0, t1)->GetStats().txFrames;
    }

    Ptr<RdmaCluster> cluster;                                              ///< the network
    Ptr<Fabric> fabric;                                                    ///< its data plane
    Ptr<MrcQpFactory> factory;                                             ///< makes QPs
    Ptr<MrcEvProfile> profile;                                             ///< of host 0's QP
    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcTransport* transport[2]{};                                          ///< hosts 0 and 3
    uint32_t qpn{0};                                                       ///< host 0's QP
    std::vector<RdmaCompletion::Kind> completions;                         ///< of both ends

  private:
    void OnCompletion(const RdmaCompletion& completion) override
    {
        completions.push_back(completion.kind);
    }

    void OnEvent(const RdmaEvent& /* event */) override
    {
    }
};

TEST_F(ProfileQp, PacketsFollowTheRoutesOfTheArray)
{
    MakeProfile({Via(0), Via(2)});
    Connect();
    EXPECT_EQ(profile->GetAttached(), 1U);
    Send(400000);
    EXPECT_EQ(completions.size(), 2U) << "sent, and delivered";
    EXPECT_EQ(Up(0, 1), 0U) << "no route goes there";
    EXPECT_EQ(Up(0, 0) + Up(0, 2), 98U);
    EXPECT_EQ(transport[0]->GetCounters().retransmits, 0U);
}

TEST_F(ProfileQp, RouteOfMoreThanSixUsidsUsesAnSrh)
{
    // T0 0, T1 0, T0 1, T1 1, T0 0, T1 2, and in the SRH T0 1, downlink 1
    const Srv6Carrier first = Srv6AddressFromString("5f00:1:800:1000:801:1001:800:1002").value();
    const Srv6Carrier second = Srv6AddressFromString("5f00:1:801:1801::").value();
    MakeProfile({MrcEvEntry::Of(first, second, 1)});
    Connect();
    Send(40000);
    EXPECT_EQ(completions.size(), 2U);
    EXPECT_EQ(Up(0, 0), 10U);
    EXPECT_EQ(Up(0, 2), 10U) << "they came by T0 0 again";
}

TEST_F(ProfileQp, DeniedEvIsUsedByNoAttachedQp)
{
    MakeProfile({Via(0), Via(1), Via(2)});
    Connect();
    MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::DENIED);
    Send(400000);
    EXPECT_EQ(completions.size(), 2U);
    EXPECT_EQ(Up(0, 1), 0U);
}

TEST_F(ProfileQp, EnabledEvFreesAQpThatHasNone)
{
    MakeProfile({Via(1)});
    Connect();
    MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::DENIED);
    Simulator::Schedule(MicroSeconds(50), [&] {
        EXPECT_EQ(Up(0, 1), 0U);
        MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::GOOD);
    });
    Simulator::Schedule(MicroSeconds(52), [&] { EXPECT_GT(Up(0, 1), 0U) << "at once"; });
    Send(40000);
    EXPECT_EQ(completions.size(), 2U);
}

TEST_F(ProfileQp, EvThatIsAssumedBadCarriesNoDataOfAttachedQps)
{
    MakeProfile({Via(0), Via(1), Via(2)});
    Connect();
    MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::ASSUMED_BAD);
    const auto& table = transport[0]->GetEvTable();
    const std::map<MrcEvState, uint32_t> oneBad{{MrcEvState::GOOD, 2},
                                                {MrcEvState::ASSUMED_BAD, 1}};
    EXPECT_EQ(table.CountStates(), oneBad);
    fabric->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, 1), false);
    Send(400000);
    EXPECT_EQ(completions.size(), 2U);
    EXPECT_EQ(transport[0]->GetCounters().retransmits, 0U) << "nothing was sent there";
    EXPECT_EQ(table.CountStates(), oneBad);
    MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::GOOD);
    EXPECT_EQ(table.CountStates(), oneBad) << "only probes show that it works again";
}

TEST_F(ProfileQp, ReplacementReachesAttachedQpsOnlyWithAllCopies)
{
    MakeProfile({Via(0)});
    Connect();
    MrcEvOp op;
    op.kind = MrcEvOp::Kind::REPLACE_EV;
    op.entries = {{Via(0), Via(1), MrcEvPublicState::GOOD}};
    MrcEvProfileChange change;
    change.evOp = &op;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    Send(40000);
    EXPECT_EQ(Up(0, 0), 10U) << "the QP keeps its copy";
    EXPECT_EQ(Up(0, 1), 0U);
    op.entries = {{Via(1), Via(2), MrcEvPublicState::GOOD}};
    op.allCopies = true;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    Send(40000);
    EXPECT_EQ(Up(0, 2), 0U) << "the QP does not hold the replaced EV";
    MrcEvOp back;
    back.kind = MrcEvOp::Kind::QUERY_EV_STATE;
    back.entries = {{Via(2), {}, MrcEvPublicState::GOOD}};
    change.evOp = &back;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    EXPECT_EQ(back.entries[0].state, MrcEvPublicState::GOOD);
}

TEST_F(ProfileQp, QpTakesTheEvsThatTheProfileHasWhenItEntersRtr)
{
    MakeProfile({Via(0)});
    Ptr<MrcQp> ends[] = {cluster->CreateQp(0, profile), cluster->CreateQp(3)};
    for (const uint32_t t1 : {1U, 2U})
    {
        MrcEvOp op;
        op.kind = MrcEvOp::Kind::REPLACE_EV;
        op.allCopies = true;
        op.entries = {{Via(t1 - 1), Via(t1), MrcEvPublicState::GOOD}};
        MrcEvProfileChange change;
        change.evOp = &op;
        ASSERT_TRUE(profile->Modify(change).IsOk());
        ASSERT_TRUE(ConnectMrcQps(ends[0], ends[1]).IsOk());
        ASSERT_TRUE(ends[0]->PostWrite(0, 40000, 0, 0).IsOk());
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
        EXPECT_EQ(Up(0, t1), 10U) << "made, or reset, before the replacement";
        EXPECT_TRUE(ends[0]->Modify(MrcQpState::RESET).IsOk());
        EXPECT_TRUE(ends[1]->Modify(MrcQpState::RESET).IsOk());
    }
    EXPECT_EQ(Up(0, 0), 0U);
    ends[0]->Dispose();
    ends[1]->Dispose();
}

TEST_F(ProfileQp, AllCopiesOfAnEvAreReplacedAtOnce)
{
    MakeProfile({Via(0)});
    Connect();
    MrcEvOp op;
    op.kind = MrcEvOp::Kind::REPLACE_EV;
    op.allCopies = true;
    op.entries = {{Via(0), Via(2), MrcEvPublicState::GOOD}};
    MrcEvProfileChange change;
    change.evOp = &op;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    Send(40000);
    EXPECT_EQ(completions.size(), 2U);
    EXPECT_EQ(Up(0, 0), 0U);
    EXPECT_EQ(Up(0, 2), 10U);
}

TEST_F(ProfileQp, QueriesAndEventsTellOfEvsThatFail)
{
    MakeProfile({Via(0), Via(1), Via(2)});
    Connect();
    fabric->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, 1), false);
    MrcEvEvent event;
    Simulator::Schedule(MicroSeconds(100), [&] {
        EXPECT_GT(transport[0]->GetCounters().retransmits, 0U);
        EXPECT_FALSE(profile->PollEvent(event)) << "on trial";
    });
    Send(4000000);
    EXPECT_EQ(completions.size(), 2U);
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.ev, Via(1));
    EXPECT_EQ(event.state, MrcEvPublicState::ASSUMED_BAD);
    EXPECT_FALSE(profile->PollEvent(event));
    MrcEvOp op;
    op.kind = MrcEvOp::Kind::QUERY_EV_STATE;
    op.entries = {{Via(0), {}, MrcEvPublicState::UNKNOWN}, {Via(1), {}, MrcEvPublicState::UNKNOWN}};
    MrcEvProfileChange change;
    change.evOp = &op;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    EXPECT_EQ(op.entries[0].state, MrcEvPublicState::GOOD);
    EXPECT_EQ(op.entries[1].state, MrcEvPublicState::ASSUMED_BAD);
}

TEST_F(ProfileQp, ProfileIsBusyUntilItsQpIsGone)
{
    MakeProfile({Via(0)});
    Connect();
    MrcEvProfileChange change;
    change.mask = Bit::STATE;
    change.state = MrcProfileState::OFFLINE;
    EXPECT_TRUE(profile->Modify(change).IsOk());
    EXPECT_EQ(profile->CheckAttach(1).error, EINVAL);
    change.mask = Bit::EV_COUNT;
    change.evCount = 2;
    EXPECT_EQ(profile->Modify(change).error, EBUSY);
    change.mask = Bit::STATE;
    change.state = MrcProfileState::INIT;
    EXPECT_EQ(profile->Modify(change).error, EBUSY);
    cluster->GetNic(0)->Dispose();
    EXPECT_EQ(profile->GetAttached(), 0U);
    EXPECT_TRUE(profile->Modify(change).IsOk());
}

TEST_F(ProfileQp, QpThatIsGoneLeavesTheOthersAttached)
{
    MakeProfile({Via(0), Via(1), Via(2)});
    Connect();
    Ptr<MrcQp> later[] = {cluster->CreateQp(1, profile), cluster->CreateQp(3)};
    ASSERT_TRUE(ConnectMrcQps(later[0], later[1]).IsOk());
    EXPECT_EQ(profile->GetAttached(), 2U);
    cluster->GetNic(1)->Dispose();
    EXPECT_EQ(profile->GetAttached(), 1U);
    MrcEvProfileHelper::SetState(profile, Via(1), MrcEvPublicState::DENIED);
    Send(400000);
    EXPECT_EQ(completions.size(), 2U);
    EXPECT_EQ(Up(0, 1), 0U) << "the change did not reach the first QP";
    later[0]->Dispose();
    later[1]->Dispose();
}

TEST_F(ProfileQp, FactoryRefusesAProfileThatDoesNotFit)
{
    MakeProfile({Via(0)});
    factory->SetAttribute("Routing", StringValue("ecmp"));
    EXPECT_DEATH(Connect(), "ecmp of mode UDP");
    MrcEvProfileChange change;
    change.mask = Bit::STATE;
    change.state = MrcProfileState::OFFLINE;
    profile->Modify(change);
    EXPECT_DEATH(Connect(), "the EV profile is OFFLINE");
}

} // namespace
