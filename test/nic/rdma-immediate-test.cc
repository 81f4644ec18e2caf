/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../system/mrc-system-run.h"

#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

using Tokens = std::vector<uint64_t>;

/// A transport of messages with immediate data.
struct ImmediateKind
{
    const char* name;      ///< of the case
    bool mrc;              ///< MRC instead of RoCEv2
    bool selective{false}; ///< RoCE with selective repeat
    uint32_t planes{1};    ///< planes
};

/**
 * @param os output stream
 * @param kind a transport
 * @return os
 */
std::ostream&
operator<<(std::ostream& os, const ImmediateKind& kind)
{
    return os << kind.name;
}

/// 8 hosts, 2 per T0, and the messages between them; every frame is checked byte for byte.
class RdmaImmediateTest : public testing::TestWithParam<ImmediateKind>
{
  protected:
    void SetUp() override
    {
        Build();
    }

    void TearDown() override
    {
        Stop();
    }

    /** Build the network. */
    void Build()
    {
        const ImmediateKind& kind = GetParam();
        if (kind.selective)
        {
            Config::SetDefault("ns3::RoceQpParameters::Reliability",
                               StringValue("selective-repeat"));
        }
        mrctest::Setup setup = kind.mrc ? mrctest::Setup() : mrctest::Setup::Roce();
        setup.clos.planes = kind.planes;
        RdmaClusterHelper helper;
        helper.SetTopology(setup.clos);
        helper.SetSwitches(CreateObjectWithAttributes<FabricSwitchParameters>(
            "Pfc",
            BooleanValue(!kind.mrc && !kind.selective)));
        helper.SetTransport(kind.mrc ? "ns3::MrcQpFactory" : "ns3::RoceQpFactory");
        cluster = helper.Build();
        cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(true));
        RdmaClusterHelper::AssignStreams(cluster, 1);
        messenger = cluster->GetTransport();
        messenger->SetDeliveredCallback(Callback<void, uint64_t>([this](uint64_t token) {
            delivered.push_back(token);
            times[token] = Now();
            if (onDelivered)
            {
                onDelivered(token);
            }
        }));
        messenger->SetSentCallback(Callback<void, uint64_t, const RdmaMessageStats&, bool>(
            [this](uint64_t token, const RdmaMessageStats& s, bool ok) {
                (ok ? sent : failed).push_back(token);
                stats[token] = s;
                if (onSent)
                {
                    onSent(token);
                }
            }));
    }

    /** Check the network, and remove it. */
    void Stop()
    {
        EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        cluster->Dispose();
        cluster = nullptr;
        messenger = nullptr;
        Simulator::Destroy();
        Config::Reset();
        for (Tokens* tokens : {&delivered, &sent, &failed})
        {
            tokens->clear();
        }
        posted = 0;
    }

    /**
     * Post a message with immediate data from host 0 to host 7; tokens count from 0.
     * @param bytes length, B
     * @param qp QP of the pair
     */
    void Post(uint64_t bytes, uint32_t qp = 0)
    {
        messenger->SendImmediate(0, 7, qp, bytes, posted++);
    }

    /** Run until all is done, up to a time limit. */
    static void Run()
    {
        Simulator::Stop(MilliSeconds(500));
        Simulator::Run();
    }

    /** @return the time */
    static RdmaTick Now()
    {
        return ToRdmaTick(Simulator::Now());
    }

    /**
     * Lose every frame to host 7 in a time.
     * @param from begin
     * @param until end; 0: never
     */
    void Darken(Time from, Time until)
    {
        for (uint32_t plane = 0; plane < GetParam().planes; ++plane)
        {
            FabricPort* port = cluster->GetNic(7)->GetPort(plane);
            Simulator::Schedule(from, &Fabric::SetLinkUp, cluster->GetFabric(), port, false);
            if (!until.IsZero())
            {
                Simulator::Schedule(until, &Fabric::SetLinkUp, cluster->GetFabric(), port, true);
            }
        }
    }

    /** @return packets of a message, each sent once */
    static uint64_t CountPackets(uint64_t bytes)
    {
        const bool separate = !GetParam().mrc && bytes > 0;
        return CountRdmaPackets(bytes, 4096) + separate;
    }

    /** Every message posted was reported once as delivered, in order, and once as sent. */
    void ExpectAll()
    {
        Tokens all(posted);
        std::iota(all.begin(), all.end(), 0);
        EXPECT_EQ(delivered, all);
        EXPECT_EQ(sent, all);
        EXPECT_TRUE(failed.empty());
        const RdmaCounters counters = messenger->SumOwnCounters();
        EXPECT_EQ(counters.bytesDelivered, counters.bytesPosted);
        EXPECT_EQ(cluster->CountErrors(), 0U);
    }

    Ptr<RdmaCluster> cluster;                   ///< the network
    Ptr<RdmaMessenger> messenger;               ///< under test
    uint64_t posted{0};                         ///< messages posted
    Tokens delivered;                           ///< in order
    Tokens sent;                                ///< in order
    Tokens failed;                              ///< in order
    std::map<uint64_t, RdmaMessageStats> stats; ///< by token
    std::map<uint64_t, RdmaTick> times;         ///< of delivery, by token
    std::function<void(uint64_t)> onDelivered;  ///< within the delivered callback
    std::function<void(uint64_t)> onSent;       ///< within the sent callback
};

const std::vector<uint64_t> IMMEDIATE_LENGTHS{0, 1, 4096, 4097, 0, 0, 50000, 0, 8192};

TEST_P(RdmaImmediateTest, EveryLengthArrivesWithItsPackets)
{
    uint64_t bytes = 0;
    for (const uint64_t length : IMMEDIATE_LENGTHS)
    {
        Post(length);
        bytes += length;
    }
    Run();
    ExpectAll();
    for (size_t i = 0; i < IMMEDIATE_LENGTHS.size(); ++i)
    {
        EXPECT_EQ(stats[i].packets, CountPackets(IMMEDIATE_LENGTHS[i])) << IMMEDIATE_LENGTHS[i];
        EXPECT_EQ(stats[i].retransmits, 0U);
    }
    EXPECT_EQ(messenger->GetDeliveredBytes(0, 7, 0), bytes);
}

TEST_P(RdmaImmediateTest, TheIdealTimeIsABound)
{
    for (const uint64_t bytes : {0, 1, 4096, 4097, 50000})
    {
        SCOPED_TRACE(bytes);
        const RdmaTick ideal = messenger->GetIdealTime(0, 7, bytes);
        Post(bytes);
        Run();
        EXPECT_GE(times[0], ideal);
        // Two packets may be on one of the planes, and immediate data have packets of their own.
        EXPECT_LT(times[0].GetNs(), 1.3 * ideal.GetNs() + 400);
        Stop();
        Build();
    }
}

TEST_P(RdmaImmediateTest, WithoutPayloadItIsFasterThanAByte)
{
    EXPECT_LE(messenger->GetIdealTime(0, 7, 0), messenger->GetIdealTime(0, 7, 1));
    EXPECT_GT(messenger->GetIdealTime(0, 7, 0), RdmaTick::Us(2)) << "four cables of 500 ns";
}

TEST_P(RdmaImmediateTest, BothDirectionsShareTheQp)
{
    for (uint64_t i = 0; i < 40; ++i)
    {
        messenger->SendImmediate(0, 7, 0, i % 3 * 3000, i);
        messenger->SendImmediate(7, 0, 0, i % 2 * 5000, 100 + i);
        messenger->Send(7, 0, 0, 1000, 200 + i);
    }
    Run();
    EXPECT_EQ(delivered.size(), 120U);
    EXPECT_EQ(sent.size(), 120U);
    EXPECT_EQ(cluster->GetNic(0)->GetNQps(), 1U);
    EXPECT_EQ(messenger->GetDeliveredBytes(7, 0, 0), 20 * 5000U + 40 * 1000);
}

TEST_P(RdmaImmediateTest, ManyMoreThanMayBeOutstandingAllArrive)
{
    for (uint64_t i = 0; i < 1000; ++i)
    {
        Post(i % 4 == 3 ? 4096 : 0);
    }
    Run();
    ExpectAll();
}

TEST_P(RdmaImmediateTest, AnswersWithinReportsKeepTheOrderOfTheQp)
{
    // Tokens 1000 and more answer a delivery, 2000 and more follow a completion.
    onDelivered = [this](uint64_t token) {
        if (token < 1000)
        {
            messenger->SendImmediate(7, 0, 0, token % 3 * 100, 1000 + token);
        }
    };
    onSent = [this](uint64_t token) {
        if (token < 1000)
        {
            messenger->SendImmediate(0, 7, 0, token % 2 * 9000, 2000 + token);
        }
    };
    for (uint64_t i = 0; i < 100; ++i)
    {
        Post(i % 3 * 4000);
    }
    Run();
    EXPECT_EQ(delivered.size(), 300U);
    EXPECT_EQ(sent.size(), 300U);
    std::map<uint64_t, uint64_t> last; // token, by thousand
    for (const uint64_t token : delivered)
    {
        const uint64_t before = std::exchange(last[token / 1000], token + 1);
        EXPECT_EQ(before == 0 ? token / 1000 * 1000 : before, token);
    }
    for (const auto& [token, s] : stats)
    {
        const uint64_t i = token % 1000;
        const uint64_t bytes = token < 1000   ? i % 3 * 4000
                               : token < 2000 ? i % 3 * 100
                                              : i % 2 * 9000;
        EXPECT_EQ(s.packets - s.retransmits, CountPackets(bytes)) << token;
    }
}

TEST_P(RdmaImmediateTest, LossesAreRepaired)
{
    Darken(MicroSeconds(5), MicroSeconds(60));
    for (uint64_t i = 0; i < 300; ++i)
    {
        Post(i % 5 == 0 ? 4097 : 0);
    }
    Run();
    ExpectAll();
    uint64_t repeated = 0;
    for (const auto& [token, s] : stats)
    {
        repeated += s.retransmits;
    }
    EXPECT_EQ(repeated, messenger->SumOwnCounters().retransmits);
    EXPECT_GT(repeated, 0U);
}

TEST_P(RdmaImmediateTest, AFailureGivesEveryTokenBackOnce)
{
    Stop();
    Config::SetDefault("ns3::MrcQpParameters::RetryLinear", UintegerValue(2));
    Config::SetDefault("ns3::MrcQpParameters::RetryExponential", UintegerValue(1));
    Build();
    Post(5000);
    Post(0);
    Darken(MicroSeconds(40), Time());
    Simulator::Schedule(MicroSeconds(50), [this] {
        for (uint64_t i = 0; i < 200; ++i)
        {
            Post(i % 2 * 5000);
        }
    });
    Simulator::Schedule(MilliSeconds(400), [this] {
        EXPECT_EQ(failed.size(), 200U);
        Post(0);
        Post(1);
    });
    Run();
    EXPECT_EQ(sent, (Tokens{0, 1}));
    EXPECT_EQ(delivered, (Tokens{0, 1}));
    Tokens expected(202);
    std::iota(expected.begin(), expected.end(), 2);
    EXPECT_EQ(failed, expected);
    EXPECT_GT(stats[2].packets, 0U);
    EXPECT_EQ(stats[203].packets, 0U);
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         RdmaImmediateTest,
                         testing::Values(ImmediateKind{"Mrc1", true},
                                         ImmediateKind{"Mrc2", true, false, 2},
                                         ImmediateKind{"Mrc4", true, false, 4},
                                         ImmediateKind{"Roce", false},
                                         ImmediateKind{"RoceSelective", false, true}),
                         [](const auto& info) { return std::string(info.param.name); });

/// The same messages with and without immediate data.
using RdmaImmediateMrcTest = RdmaImmediateTest;

TEST_P(RdmaImmediateMrcTest, TakesFourBytesMoreThanAWrite)
{
    // 4 B on each of four links of 100 Gb/s, if all that counts is the last packet
    for (const uint64_t bytes : {1, 4096, 3 * 4096, 100000, 1000000})
    {
        SCOPED_TRACE(bytes);
        messenger->Send(0, 7, 0, bytes, 0);
        Run();
        const RdmaTick plain = times[0];
        Stop();
        Build();
        messenger->SendImmediate(0, 7, 0, bytes, 0);
        Run();
        EXPECT_GE(times[0], plain);
        EXPECT_LE((times[0] - plain).GetPs(), 4 * 4 * 80);
        Stop();
        Build();
    }
}

TEST_P(RdmaImmediateMrcTest, OfAStreamTakesTheTimeOfTheStream)
{
    for (const bool immediate : {false, true})
    {
        for (uint64_t i = 0; i < 100; ++i)
        {
            immediate ? messenger->SendImmediate(0, 7, 0, 40960, i)
                      : messenger->Send(0, 7, 0, 40960, i);
        }
        Run();
        if (!immediate)
        {
            times[1000] = times[99];
            Stop();
            Build();
        }
    }
    EXPECT_NEAR(times[99].GetNs() / times[1000].GetNs(), 1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Planes,
                         RdmaImmediateMrcTest,
                         testing::Values(ImmediateKind{"Mrc1", true},
                                         ImmediateKind{"Mrc2", true, false, 2}),
                         [](const auto& info) { return std::string(info.param.name); });

/// As many WriteImms as may be outstanding: one.
TEST(RdmaImmediate, OneWriteImmAtATimeDelaysTheNextByARoundTrip)
{
    Config::SetDefault("ns3::MrcQpParameters::MaxWimm", UintegerValue(1));
    RdmaClusterHelper helper;
    helper.SetTopology(mrctest::Setup().clos);
    helper.SetTransport("ns3::MrcQpFactory");
    const Ptr<RdmaCluster> cluster = helper.Build();
    uint64_t delivered = 0;
    Time last;
    cluster->SetDeliveredCallback(Callback<void, uint64_t>([&](uint64_t) {
        ++delivered;
        last = Simulator::Now();
    }));
    for (uint64_t i = 0; i < 20; ++i)
    {
        cluster->GetTransport()->SendImmediate(0, 7, 0, 0, i);
    }
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    EXPECT_EQ(delivered, 20U);
    const RdmaTick oneWay = cluster->GetIdealTime(0, 7, 0); // a SACK takes longer
    EXPECT_GE(last.GetPicoSeconds(), (oneWay * (19 * 2 + 1)).GetPs());
    EXPECT_EQ(cluster->SumCounters().retransmits, 0U);
    cluster->Dispose();
    Simulator::Destroy();
    Config::Reset();
}

} // namespace
