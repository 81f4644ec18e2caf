/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/config.h"
#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Four hosts under two T0s, two planes, and a QP of host 0 and one of host 2.
class MrcQpVerbs : public testing::Test
{
  protected:
    void SetUp() override
    {
        FabricClosSpec clos = MakeSmallClos(2, RdmaTick::Ns(500), 2);
        clos.switchDelay = RdmaTick::Ns(300);
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport("ns3::MrcQpFactory");
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        for (int i = 0; i < 2; ++i)
        {
            m_qp[i] = m_cluster->CreateQp(2 * i);
            m_cq[i] = CreateObject<MrcCompletionQueue>();
            m_qp[i]->SetCompletionQueues(m_cq[i], m_cq[i]);
            m_qp[i]->SetErrorCallback(MrcQp::ErrorCallback(
                [this, i](uint32_t, RdmaFault fault) { m_faults[i].push_back(fault); }));
        }
    }

    void TearDown() override
    {
        m_qp[0]->Dispose();
        m_qp[1]->Dispose();
        m_cluster->Dispose();
        Simulator::Destroy();
        Config::Reset();
    }

    void Run()
    {
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }

    Ptr<RdmaCluster> m_cluster;
    Ptr<MrcQp> m_qp[2];
    Ptr<MrcCompletionQueue> m_cq[2];
    std::vector<RdmaFault> m_faults[2];
};

TEST_F(MrcQpVerbs, ConnectedQpsWriteAndWriteImm)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    EXPECT_EQ(m_qp[0]->GetState(), MrcQpState::RTS);
    EXPECT_EQ(m_qp[1]->GetState(), MrcQpState::RTS);
    EXPECT_EQ(m_qp[0]->Query().peerHost, 2u);
    EXPECT_EQ(m_qp[0]->Query().destQpn, m_qp[1]->GetQpn());
    EXPECT_EQ(m_qp[0]->Query().rqPsn, m_qp[1]->GetOffer().psn);
    ASSERT_TRUE(m_qp[1]->PostRecv(70).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWrite(0x1000, 100000, 1, 10).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWriteImm(0x2000, 5000, 1, 0xabcd, 11).IsOk());
    int notified = 0;
    m_cq[1]->SetNotifyCallback(MrcCompletionQueue::NotifyCallback([&] { ++notified; }));
    Run();
    ASSERT_EQ(m_cq[0]->GetSize(), 2u);
    for (const uint64_t wrId : {10, 11})
    {
        const auto c = m_cq[0]->Poll();
        EXPECT_EQ(c->wrId, wrId);
        EXPECT_EQ(c->status, RdmaCompletion::Status::SUCCESS);
        EXPECT_FALSE(c->receive);
        EXPECT_EQ(c->qpn, m_qp[0]->GetQpn());
    }
    EXPECT_FALSE(m_cq[0]->Poll());
    ASSERT_EQ(m_cq[1]->GetSize(), 1u) << "the plain write gives no completion at its target";
    EXPECT_EQ(notified, 1);
    const auto c = m_cq[1]->Poll();
    EXPECT_TRUE(c->receive);
    EXPECT_EQ(c->wrId, 70u);
    EXPECT_TRUE(c->hasImmediate);
    EXPECT_EQ(c->immediate, 0xabcdu);
    EXPECT_EQ(c->bytes, 5000u);
}

TEST_F(MrcQpVerbs, WriteImmMayHaveNoPayload)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[1]->PostRecv(70).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWriteImm(0x2000, 0, 1, 0xabcd, 11).IsOk());
    Run();
    const auto sent = m_cq[0]->Poll();
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->wrId, 11u);
    const auto received = m_cq[1]->Poll();
    ASSERT_TRUE(received);
    EXPECT_EQ(received->wrId, 70u);
    EXPECT_EQ(received->immediate, 0xabcdu);
    EXPECT_EQ(received->bytes, 0u);
}

TEST_F(MrcQpVerbs, BothDirectionsAndACompletionThatPostsMore)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    uint64_t rounds = 0;
    for (int i = 0; i < 2; ++i)
    {
        m_cq[i]->SetNotifyCallback(MrcCompletionQueue::NotifyCallback([this, i, &rounds] {
            while (const auto c = m_cq[i]->Poll())
            {
                if (c->receive && ++rounds < 10)
                {
                    EXPECT_TRUE(m_qp[i]->PostRecv(0).IsOk());
                    EXPECT_TRUE(m_qp[i]->PostWriteImm(0, 8, 1, 0, 0).IsOk());
                }
            }
        }));
        EXPECT_TRUE(m_qp[i]->PostRecv(0).IsOk());
    }
    EXPECT_TRUE(m_qp[0]->PostWriteImm(0, 8, 1, 0, 0).IsOk());
    Run();
    EXPECT_EQ(rounds, 10u) << "ping-pong";
}

TEST_F(MrcQpVerbs, OperationsThatMrcDoesNotHaveAreRefusedAtPostTime)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    using Op = MrcSendRequest::Op;
    MrcSendRequest request;
    request.bytes = 8;
    for (const Op op :
         {Op::SEND, Op::SEND_WITH_IMM, Op::READ, Op::ATOMIC_COMPARE_SWAP, Op::ATOMIC_FETCH_ADD})
    {
        request.op = op;
        const MrcVerbsResult result = m_qp[0]->PostSend(request);
        EXPECT_EQ(result.error, EOPNOTSUPP);
        EXPECT_EQ(result.message, "MRC has RDMA WRITE and WRITE_WITH_IMM only");
    }
    request.op = Op::WRITE;
    request.inlined = true;
    EXPECT_EQ(m_qp[0]->PostSend(request).error, EOPNOTSUPP);
    request.inlined = false;
    request.bytes = 0;
    EXPECT_EQ(m_qp[0]->PostSend(request).message,
              "WRITE of length 0; allowed: 1 B and more, and 0 B of WRITE_WITH_IMM");
    Run();
    EXPECT_EQ(m_cq[0]->GetSize(), 0u) << "nothing was posted";
}

TEST_F(MrcQpVerbs, PostsInTheWrongStateAreRefused)
{
    EXPECT_EQ(m_qp[0]->PostWrite(0, 1, 0, 0).message, "a send posted in RESET: allowed in RTS");
    EXPECT_EQ(m_qp[0]->PostRecv(0).message, "a receive posted in RESET: allowed in RTR and RTS");
    MrcQpPlan plan;
    ASSERT_TRUE(m_qp[0]->MakePlan(m_qp[1]->GetOffer(), plan).IsOk());
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::INIT, plan.init).IsOk());
    EXPECT_EQ(m_qp[0]->PostRecv(0).error, EINVAL);
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::RTR, plan.rtr).IsOk());
    EXPECT_TRUE(m_qp[0]->PostRecv(1).IsOk());
    EXPECT_EQ(m_qp[0]->PostWrite(0, 1, 0, 0).message, "a send posted in RTR: allowed in RTS");
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::ERROR).IsOk());
    EXPECT_EQ(m_qp[0]->PostWrite(0, 1, 0, 0).error, EINVAL) << "it was never in RTS";
    ASSERT_EQ(m_cq[0]->GetSize(), 1u);
    EXPECT_EQ(m_cq[0]->Poll()->status, RdmaCompletion::Status::FLUSHED);
}

TEST_F(MrcQpVerbs, AddressAndProfilesMustExist)
{
    MrcQpPlan plan;
    ASSERT_TRUE(m_qp[0]->MakePlan(m_qp[1]->GetOffer(), plan).IsOk());
    plan.init.ccProfile = 3;
    EXPECT_EQ(m_qp[0]->Modify(MrcQpState::INIT, plan.init).message,
              "CC_PROFILE; allowed: 0, the profile with which the QP was made");
    plan.init.ccProfile = 0;
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::INIT, plan.init).IsOk());
    for (const uint32_t host : {0U, 4U})
    {
        plan.rtr.peerHost = host;
        const MrcVerbsResult result = m_qp[0]->Modify(MrcQpState::RTR, plan.rtr);
        EXPECT_EQ(result.error, EINVAL);
        EXPECT_EQ(result.message,
                  "ADDRESS " + std::to_string(host) + "; allowed: the other hosts, 0 to 3");
    }
    plan.rtr.peerHost = 2;
    plan.rtr.mask |= MRC_QP_PORT;
    EXPECT_EQ(m_qp[0]->Modify(MrcQpState::RTR, plan.rtr).message,
              "PORT is not accepted by MRC QPs");
    EXPECT_EQ(m_qp[0]->GetState(), MrcQpState::INIT);
}

TEST_F(MrcQpVerbs, QueuesHaveALength)
{
    m_qp[0]->SetAttribute("MaxSendWr", UintegerValue(2));
    m_qp[1]->SetAttribute("MaxRecvWr", UintegerValue(1));
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    EXPECT_TRUE(m_qp[1]->PostRecv(0).IsOk());
    EXPECT_EQ(m_qp[1]->PostRecv(0).error, ENOMEM);
    EXPECT_TRUE(m_qp[0]->PostWrite(0, 1, 0, 0).IsOk());
    EXPECT_TRUE(m_qp[0]->PostWriteImm(0, 1, 0, 0, 0).IsOk());
    EXPECT_EQ(m_qp[0]->PostWrite(0, 1, 0, 0).error, ENOMEM);
    Run();
    EXPECT_TRUE(m_qp[0]->PostWrite(0, 1, 0, 0).IsOk());
    EXPECT_TRUE(m_qp[1]->PostRecv(0).IsOk());
}

TEST_F(MrcQpVerbs, AReceiveThatIsRefusedTakesNoPlaceInTheQueue)
{
    m_qp[1]->SetAttribute("MaxRecvWr", UintegerValue(2));
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[1]->Modify(MrcQpState::RESET).IsOk());
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(m_qp[1]->PostRecv(0).error, EINVAL) << i;
    }
}

TEST_F(MrcQpVerbs, ACompletionQueueTellsWhenItIsEmptyNoMore)
{
    uint32_t told = 0;
    m_cq[0]->SetNotifyCallback(MrcCompletionQueue::NotifyCallback([&told] { ++told; }));
    for (uint32_t round = 1; round <= 2; ++round)
    {
        m_cq[0]->Push({});
        m_cq[0]->Push({});
        EXPECT_EQ(told, round);
        EXPECT_TRUE(m_cq[0]->Poll() && m_cq[0]->Poll());
    }
}

TEST_F(MrcQpVerbs, WriteImmWithoutReceiveBringsBothEndsDownAndBothAreTold)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWriteImm(0, 1, 0, 0, 5).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 1, 0, 6).IsOk());
    Run();
    EXPECT_EQ(m_faults[1], (std::vector<RdmaFault>{RdmaFault::NO_RECEIVE}));
    EXPECT_EQ(m_faults[0], (std::vector<RdmaFault>{RdmaFault::REMOTE_OPERATION_ERROR}));
    ASSERT_EQ(m_cq[0]->GetSize(), 2u);
    EXPECT_EQ(m_cq[0]->Poll()->status, RdmaCompletion::Status::REMOTE_OPERATION_ERROR);
    EXPECT_EQ(m_cq[0]->Poll()->status, RdmaCompletion::Status::FLUSHED);
    EXPECT_EQ(m_qp[0]->GetState(), MrcQpState::ERROR);
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 1, 0, 7).IsOk()) << "accepted, and flushed";
    EXPECT_EQ(m_cq[0]->Poll()->wrId, 7u);
}

TEST_F(MrcQpVerbs, PacketsFromBeforeAResetAreNotTakenForNewOnes)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 10000000, 0, 5).IsOk());
    Simulator::Stop(NanoSeconds(1500)); // in flight
    Simulator::Run();
    for (const MrcQpState last : {MrcQpState::RTS, MrcQpState::ERROR})
    {
        for (const Ptr<MrcQp>& qp : m_qp)
        {
            EXPECT_EQ(qp->GetState(), MrcQpState::RTS);
            ASSERT_TRUE(last == MrcQpState::RTS || qp->Modify(last).IsOk());
            ASSERT_TRUE(qp->Modify(MrcQpState::RESET).IsOk());
        }
        ASSERT_TRUE(m_cq[0]->Poll().has_value()) << "flushed";
        ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
        ASSERT_TRUE(m_qp[1]->PostRecv(8).IsOk());
        ASSERT_TRUE(m_qp[0]->PostWriteImm(0, 4096, 0, 77, 6).IsOk());
        Run();
        ASSERT_EQ(m_cq[0]->GetSize(), 1u);
        EXPECT_EQ(m_cq[0]->Poll()->wrId, 6u);
        ASSERT_EQ(m_cq[1]->GetSize(), 1u) << "the earlier packet was taken for it";
        EXPECT_EQ(m_cq[1]->Poll()->immediate, 77u);
        ASSERT_TRUE(m_qp[0]->PostWrite(0, 10000000, 0, 5).IsOk());
        Simulator::Stop(NanoSeconds(1500));
        Simulator::Run();
    }
}

TEST_F(MrcQpVerbs, AfterAResetAQpCanBeConnectedAgain)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 10000000, 0, 5).IsOk());
    Simulator::Stop(MicroSeconds(20));
    Simulator::Run();
    for (const Ptr<MrcQp>& qp : m_qp)
    {
        ASSERT_TRUE(qp->Modify(MrcQpState::RESET).IsOk());
    }
    ASSERT_EQ(m_cq[0]->GetSize(), 1u);
    EXPECT_EQ(m_cq[0]->Poll()->status, RdmaCompletion::Status::FLUSHED);
    Run(); // packets in flight are dropped
    EXPECT_GT(m_qp[1]->GetTransport().GetCounters().rxWrongState, 0u);
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 100000, 0, 6).IsOk());
    Run();
    ASSERT_EQ(m_cq[0]->GetSize(), 1u);
    EXPECT_EQ(m_cq[0]->Poll()->wrId, 6u);
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::RESET).IsOk());
    MrcQpOffer elsewhere = m_qp[1]->GetOffer();
    elsewhere.host = 3;
    MrcQpPlan plan;
    ASSERT_TRUE(m_qp[0]->MakePlan(elsewhere, plan).IsOk());
    EXPECT_EQ(m_qp[0]->Modify(MrcQpState::RTR, plan.rtr).message.find("state RTR"), 0u);
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::INIT, plan.init).IsOk());
    MrcQpAttributes nowhere = plan.rtr;
    nowhere.mask &= ~MRC_QP_ADDRESS;
    EXPECT_EQ(m_qp[0]->Modify(MrcQpState::RTR, nowhere).message,
              "ADDRESS is required in the transition to RTR");
    EXPECT_EQ(m_qp[0]->Modify(MrcQpState::RTR, plan.rtr).error, EINVAL);
}

TEST_F(MrcQpVerbs, WhoIsConnectedAgainHearsOfPortsThatChangedMeanwhile)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    m_cluster->GetNic(0)->SetPortAdmin(2, false);
    Run();
    EXPECT_EQ(m_qp[1]->GetTransport().GetEvTable().GetUpPlanes(), 1u);
    for (const Ptr<MrcQp>& qp : m_qp)
    {
        ASSERT_TRUE(qp->Modify(MrcQpState::ERROR).IsOk());
    }
    m_cluster->GetNic(0)->SetPortAdmin(2, true);
    Run();
    for (const Ptr<MrcQp>& qp : m_qp)
    {
        ASSERT_TRUE(qp->Modify(MrcQpState::RESET).IsOk());
    }
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    Run();
    EXPECT_EQ(m_qp[1]->GetTransport().GetEvTable().GetUpPlanes(), 3u);
}

TEST_F(MrcQpVerbs, NobodyIsToldOfPortsForAQpThatWasReset)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    ASSERT_TRUE(m_qp[0]->Modify(MrcQpState::RESET).IsOk());
    m_cluster->GetNic(0)->SetPortAdmin(2, false);
    const uint64_t before = Simulator::GetEventCount();
    Run();
    EXPECT_LT(Simulator::GetEventCount() - before, 10u) << "no path for a reminder, and no data";
}

TEST_F(MrcQpVerbs, LiveBesideTheMessagesOfTheCluster)
{
    ASSERT_TRUE(ConnectMrcQps(m_qp[0], m_qp[1]).IsOk());
    uint64_t delivered = 0;
    m_cluster->SetDeliveredCallback(
        RdmaMessenger::DeliveredCallback([&](uint64_t) { ++delivered; }));
    m_cluster->Send(0, 2, 0, 100000, 1);
    ASSERT_TRUE(m_qp[0]->PostWrite(0, 100000, 0, 6).IsOk());
    m_cluster->Send(2, 0, 0, 100000, 2);
    Run();
    EXPECT_EQ(delivered, 2u);
    EXPECT_EQ(m_cq[0]->GetSize(), 1u);
}

TEST_F(MrcQpVerbs, QpsUnderOneT0HaveOnePathPerPlane)
{
    Ptr<MrcQp> near = m_cluster->CreateQp(3);
    ASSERT_TRUE(ConnectMrcQps(m_qp[1], near).IsOk());
    ASSERT_TRUE(near->PostWrite(0, 500000, 0, 1).IsOk());
    Ptr<MrcCompletionQueue> cq = CreateObject<MrcCompletionQueue>();
    near->SetCompletionQueues(cq, cq);
    Run();
    EXPECT_EQ(cq->GetSize(), 1u);
    EXPECT_EQ(near->GetTransport().GetCounters().retransmits, 0u);
    near->Dispose();
}

TEST(MrcQpConnect, EndsWithDifferentTransportAckAreRefusedWithoutAChange)
{
    MrcQpConfig on;
    on.transportAck = true;
    MrcQpPlan plan;
    EXPECT_EQ(MakeMrcQpPlan(on, MakeMrcQpOffer(MrcQpConfig(), 0), plan).error, EINVAL);
}

} // namespace
