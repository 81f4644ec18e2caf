/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/boolean.h"
#include "ns3/fabric.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3;

namespace
{

/// Result of a run of one message from host 0 to host 3.
struct ReverseRun
{
    bool delivered{false};   ///< the message arrived
    uint64_t uplinksUsed{0}; ///< uplinks of host 3's T0 that carried frames
    RdmaCounters counters;   ///< of the sender
};

/**
 * @param mode attribute ReverseEv
 * @return the result
 */
ReverseRun
RunWith(const std::string& mode)
{
    const ScopedDefault reverseEv("ns3::MrcEvParameters", "ReverseEv", mode);
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500)));
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(true));
    ReverseRun run;
    cluster->SetDeliveredCallback(
        RdmaMessenger::DeliveredCallback([&](uint64_t) { run.delivered = true; }));
    cluster->Send(0, 3, 0, 4000000, 1);
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    for (uint32_t t1 = 0; t1 < 4; ++t1)
    {
        const auto frames = RdmaClusterHelper::GetUplink(cluster, 0, 1, t1)->GetStats().txFrames;
        run.uplinksUsed += frames > 0;
    }
    run.counters = cluster->FindTransport(0, 3, 0)->GetCounters();
    EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
    cluster->Dispose();
    Simulator::Destroy();
    Config::Reset();
    return run;
}

TEST(ReverseEv, BothFormsDeliverWithoutTimeouts)
{
    for (const std::string mode : {"simple", "spec"})
    {
        const ReverseRun run = RunWith(mode);
        EXPECT_TRUE(run.delivered) << mode;
        EXPECT_EQ(run.counters.timeouts, 0U) << mode;
        EXPECT_EQ(run.counters.retransmits, 0U) << mode;
        EXPECT_EQ(run.uplinksUsed, 4U) << mode << ": answers, or probes, use all uplinks";
    }
}

TEST(ReverseEv, ReceiverProbesAndAnswersByTheEvThatWasAnsweredUntilItIsDoubted)
{
    const ScopedDefault random("ns3::MrcEvParameters", "ReverseEvHeard", "false");
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500)));
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    cluster->Send(0, 3, 0, 400000, 1);
    // All uplinks of the receiver's T0 except number 2 are dead: only a probe over uplink 2 is
    // answered.
    for (const uint32_t t1 : {0U, 1U, 3U})
    {
        cluster->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 1, t1), false);
    }
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    auto* receiver =
        static_cast<MrcTransport*>(const_cast<RdmaTransport*>(cluster->FindTransport(3, 0, 0)));
    const RdmaTick now = cluster->GetFabric()->Now();
    const auto answer = [&](RdmaOpcode opcode) {
        RdmaPdu pdu{};
        pdu.opcode = opcode;
        pdu.psn = receiver->GetConfig().rqPsn;
        receiver->OnPdu(now, pdu, RdmaRxInfo{});
        RdmaTxPdu tx;
        EXPECT_TRUE(receiver->PollControl(now, tx));
        EXPECT_EQ(tx.pdu.opcode, RdmaOpcode::MRC_SACK);
        return tx.entropy;
    };
    // The sender has missed answers and sent reliability probes; since then only proved EVs are
    // used.
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(answer(RdmaOpcode::MRC_WRITE_MIDDLE), MrcEv::Pack(0, 2)) << "a duplicate";
    }
    // One more shows that the answers do not arrive: they try other paths.
    std::set<uint32_t> evs;
    for (int i = 0; i < 16; ++i)
    {
        evs.insert(answer(RdmaOpcode::MRC_PROBE));
    }
    EXPECT_GT(evs.size(), 1U);
    evs.clear();
    for (int i = 0; i < 16; ++i)
    {
        evs.insert(answer(RdmaOpcode::MRC_WRITE_MIDDLE));
    }
    EXPECT_GT(evs.size(), 1U) << "the proof is discarded";
    cluster->Dispose();
    Simulator::Destroy();
}

} // namespace
