/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/config.h"
#include "ns3/fabric.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// Profiles that change between the creation of a QP and its connection, and QPs that are released.

using namespace ns3;

namespace
{

using Bit = MrcEvProfileChange::Bit;

/** One plane with 2 T0s of 2 hosts and 3 T1s; a QP of host 0 with a profile, and one of host 3. */
class MrcQpProfile : public testing::Test
{
  protected:
    /// Frames are counted, so EV probes are off.
    ScopedDefault simpleReverseEvs{"ns3::MrcEvParameters", "ReverseEv", "simple"};

    void SetUp() override
    {
        // Answers to EV probes of the receiver would be counted with the packets.
        Config::SetDefault("ns3::MrcEvParameters::ReverseEv", StringValue("simple"));
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(3));
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        format->Set(MrcEvFormatMode::SRV6, {32, 16, 16, 16, 16});
    }

    void TearDown() override
    {
        for (Ptr<MrcQp>& qp : qps)
        {
            qp = nullptr;
        }
        cluster->Dispose();
        Simulator::Destroy();
        Config::Reset();
    }

    /** Make the QPs. */
    void CreateQps()
    {
        qps[0] = cluster->CreateQp(0, profile);
        qps[1] = cluster->CreateQp(3);
        qps[0]->SetCompletionQueues(cq, cq);
    }

    /**
     * @param uplink the only uplink of the profile's EVs
     * @return their fields: the path from host 0 to host 3
     */
    static std::vector<MrcEvField> Via(uint32_t uplink)
    {
        return {{32, SRV6_BLOCK, 0, 0, 0},
                {16, 0x0800, 0, 0, 0},
                {16, 0x1000, uplink, uplink, 0x00ff},
                {16, 0x0801, 0, 0, 0},
                {16, 0x1801, 0, 0, 0}};
    }

    /**
     * @param fields new fields of the profile
     * @param state state to enter
     */
    void Change(const std::vector<MrcEvField>& fields, MrcProfileState state)
    {
        MrcEvFieldsOp op;
        op.modify = true;
        op.fields = fields;
        MrcEvProfileChange change;
        change.fieldsOp = fields.empty() ? nullptr : &op;
        change.mask = Bit::STATE;
        change.state = state;
        const MrcVerbsResult result = profile->Modify(change);
        ASSERT_TRUE(result.IsOk()) << result.message;
    }

    /** Bring the profile ONLINE. */
    void MakeProfile()
    {
        MrcEvProfileChange change;
        change.mask = Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK |
                      Bit::STATE;
        change.mode = MrcEvMode::GENERATED;
        change.format = format;
        change.evCount = 1;
        change.state = MrcProfileState::OFFLINE;
        ASSERT_TRUE(profile->Modify(change).IsOk());
        Change(Via(0), MrcProfileState::ONLINE);
    }

    /** Write from host 0, and run. */
    void Write()
    {
        ASSERT_TRUE(qps[0]->PostWrite(0x1000, 40000, 1, 10).IsOk());
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
    }

    /**
     * @param t1 a T1
     * @return frames that T0 0 sent to it
     */
    uint64_t Up(uint32_t t1) const
    {
        return RdmaClusterHelper::GetUplink(cluster, 0, 0, t1)->GetStats().txFrames;
    }

    Ptr<RdmaCluster> cluster;                                           ///< the network
    Ptr<MrcEvFormatProfile> format{CreateObject<MrcEvFormatProfile>()}; ///< SRV6
    Ptr<MrcEvProfile> profile{CreateObject<MrcEvProfile>()};            ///< of host 0's QP
    Ptr<MrcQp> qps[2];                                                  ///< of hosts 0 and 3
    Ptr<MrcCompletionQueue> cq{CreateObject<MrcCompletionQueue>()};     ///< of host 0's QP
};

TEST_F(MrcQpProfile, QpUsesTheEvsThatTheProfileHasWhenItIsConnected)
{
    MakeProfile();
    CreateQps();
    Change(Via(2), MrcProfileState::ONLINE); // no QP is attached yet
    ASSERT_TRUE(ConnectMrcQps(qps[0], qps[1]).IsOk());
    EXPECT_EQ(profile->GetAttached(), 1U);
    Write();
    EXPECT_EQ(cq->GetSize(), 1U);
    EXPECT_EQ(Up(0), 0U);
    EXPECT_EQ(Up(2), 10U);
}

TEST_F(MrcQpProfile, QpThatIsConnectedAgainUsesWhatWasReplacedMeanwhile)
{
    MakeProfile();
    CreateQps();
    ASSERT_TRUE(ConnectMrcQps(qps[0], qps[1]).IsOk());
    Write();
    EXPECT_EQ(Up(0), 10U);
    for (const Ptr<MrcQp>& qp : qps)
    {
        ASSERT_TRUE(qp->Modify(MrcQpState::RESET).IsOk());
    }
    const auto way = [](uint32_t t1) {
        const Srv6Carrier base = MakeSrv6CrossT1Template(0, 1, 1);
        return MrcEvEntry::Of(ApplyMrcEv(base, MrcEv::Pack(0, t1)), {}, 1);
    };
    MrcEvOp op;
    op.kind = MrcEvOp::Kind::REPLACE_EV;
    op.allCopies = true;
    op.entries = {{way(0), way(1), MrcEvPublicState::GOOD}};
    MrcEvProfileChange change;
    change.evOp = &op;
    const MrcVerbsResult replaced = profile->Modify(change);
    ASSERT_TRUE(replaced.IsOk()) << replaced.message;
    ASSERT_TRUE(ConnectMrcQps(qps[0], qps[1]).IsOk());
    Write();
    EXPECT_EQ(Up(0), 10U);
    EXPECT_EQ(Up(1), 10U);
}

TEST_F(MrcQpProfile, ProfileThatIsOfflineByThenIsRefused)
{
    MakeProfile();
    CreateQps();
    Change({}, MrcProfileState::OFFLINE);
    const MrcVerbsResult result = ConnectMrcQps(qps[0], qps[1]);
    EXPECT_EQ(result.error, EINVAL);
    EXPECT_NE(result.message.find("the EV profile is OFFLINE"), std::string::npos);
    EXPECT_EQ(qps[0]->GetState(), MrcQpState::INIT);
    EXPECT_EQ(profile->GetAttached(), 0U);
}

TEST_F(MrcQpProfile, CcProfileIsThatOfTheConnectionToo)
{
    auto cc = CreateObject<MrcCcProfile>();
    MrcCcProfileChange change;
    change.mask =
        MrcCcProfileChange::ALGORITHM | MrcCcProfileChange::CONFIG | MrcCcProfileChange::STATE;
    change.algorithm = MRC_CC_ALGORITHM_NSCC;
    change.config.baseRtt = 10000;
    change.config.targetDelay = 7000;
    change.config.maxCwnd = 300000;
    change.state = MrcProfileState::OFFLINE;
    ASSERT_TRUE(cc->Modify(change).IsOk());
    change.mask = MrcCcProfileChange::STATE;
    change.state = MrcProfileState::ONLINE;
    ASSERT_TRUE(cc->Modify(change).IsOk());
    qps[0] = cluster->CreateQp(0, nullptr, cc);
    qps[1] = cluster->CreateQp(3);
    change.mask = MrcCcProfileChange::CONFIG;
    change.config.maxCwnd = 20000;
    ASSERT_TRUE(cc->Modify(change).IsOk());
    ASSERT_TRUE(ConnectMrcQps(qps[0], qps[1]).IsOk());
    EXPECT_EQ(qps[0]->GetTransport().GetWindowBytes(), 20000U);
    EXPECT_EQ(cc->GetAttached(), 1U);
    qps[0] = nullptr;
    cluster->GetNic(0)->Dispose();
    EXPECT_EQ(cc->GetAttached(), 0U) << "the QP is gone";
}

TEST_F(MrcQpProfile, QpsThatAreLetGoWorkOnInSilence)
{
    qps[0] = cluster->CreateQp(0);
    qps[1] = cluster->CreateQp(3);
    ASSERT_TRUE(ConnectMrcQps(qps[0], qps[1]).IsOk());
    ASSERT_TRUE(qps[0]->PostWrite(0x1000, 40000, 1, 10).IsOk());
    qps[0] = nullptr; // completion queues are optional
    qps[1] = nullptr;
    cluster->Send(0, 3, 0, 5000, 1);
    Simulator::Stop(MicroSeconds(500));
    Simulator::Run();
    EXPECT_EQ(Up(0) + Up(1) + Up(2), 12U);
}

} // namespace
