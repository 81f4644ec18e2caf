/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-rig.h"
#include "lazy-topology-rig.h"

#include "ns3/fabric-switch.h"

#include <array>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

// Switches that forward a frame while it arrives. A byte takes 80 ps at 100 Gb/s, the headers of a
// frame 128 of them.

using namespace ns3;
using namespace mrctest;

namespace
{

using Tier = FabricSwitchPosition::Tier;

constexpr uint64_t CUT_GBPS = 1000000000;
constexpr int64_t HEAD_BYTES = 128;
constexpr uint16_t L3_BYTES = 4220;
constexpr int64_t FRAME_BYTES = 4258; ///< line time of such a frame, B
constexpr int64_t LINK_PS = 500000;
constexpr int64_t SWITCH_PS = 300000;

/**
 * @param hostGbps rate of NIC ports
 * @param fabricGbps rate between T0 and T1
 * @param coreGbps rate between T1 and T2; 0: two tiers
 * @return 8 hosts, two per T0, that cut through
 */
FabricClosSpec
MakeCutSpec(uint64_t hostGbps, uint64_t fabricGbps, uint64_t coreGbps = 0)
{
    FabricClosSpec spec;
    spec.hosts = 8;
    spec.hostsPerT0 = 2;
    if (coreGbps != 0)
    {
        spec.t0PerPod = 2;
        spec.t1PerPod = 1;
        spec.t2PerPlane = 1;
    }
    else
    {
        spec.t1PerPlane = 1;
    }
    spec.hostRateBps = hostGbps * CUT_GBPS;
    spec.fabricRateBps = fabricGbps * CUT_GBPS;
    spec.coreRateBps = coreGbps * CUT_GBPS;
    spec.linkDelay = RdmaTick::Ps(LINK_PS);
    spec.switchDelay = RdmaTick::Ps(SWITCH_PS);
    spec.cutThrough = true;
    return spec;
}

class FabricCutThrough : public LazyTopologyRig
{
  protected:
    /**
     * Send a plain frame from host 0 now.
     * @param dst receiving host
     * @param l3Bytes its size, B
     */
    void Send(uint32_t dst, uint16_t l3Bytes = L3_BYTES)
    {
        FabricFrame* frame = MakeFrame(*fabric, l3Bytes, RdmaClass::DATA, 0);
        frame->dstHost = dst;
        topology->GetNicPort(0, 0)->Send(fabric->Now(), frame);
    }

    /**
     * @param spec the network
     * @param dst receiver of a frame from host 0
     * @return its time, and the least time that the network states, ps
     */
    std::pair<int64_t, int64_t> GetTimes(const FabricClosSpec& spec,
                                         uint32_t dst,
                                         uint16_t l3Bytes = L3_BYTES)
    {
        Build(spec);
        const RdmaTick start = fabric->Now();
        Send(dst, l3Bytes);
        Simulator::Run();
        EXPECT_EQ(hosts[dst]->arrivals.size(), 1U);
        return {(hosts[dst]->arrivals.at(0).time - start).GetPs(),
                clos->GetOneWay(0, dst, FabricWireBytes(l3Bytes)).GetPs()};
    }

    /** @return drops for any reason, and what the ports say: dropped, lost on the wire */
    std::vector<uint64_t> CountDrops()
    {
        std::vector<uint64_t> sums{fabric->GetTotals().GetDrops(), 0, 0};
        for (FabricPort* port : fabric->GetPorts())
        {
            const FabricPortStats stats = port->GetStats();
            EXPECT_EQ(stats.txFrames, stats.rxFrames + stats.lostFrames) << port->id;
            sums[1] += stats.drops;
            sums[2] += stats.lostFrames;
        }
        return sums;
    }
};

/// The same number twice: a time, and what the network says.
std::pair<int64_t, int64_t>
Twice(int64_t ps)
{
    return {ps, ps};
}

TEST_F(FabricCutThrough, EqualRatesTakeTheHeadersPerSwitchAndTheFrameOnce)
{
    const FabricClosSpec spec = MakeCutSpec(100, 100, 100);
    EXPECT_EQ(GetTimes(spec, 1), Twice((HEAD_BYTES + FRAME_BYTES) * 80 + 2 * LINK_PS + SWITCH_PS));
    EXPECT_EQ(GetTimes(spec, 2),
              Twice((3 * HEAD_BYTES + FRAME_BYTES) * 80 + 4 * LINK_PS + 3 * SWITCH_PS));
    EXPECT_EQ(GetTimes(spec, 7),
              Twice((5 * HEAD_BYTES + FRAME_BYTES) * 80 + 6 * LINK_PS + 5 * SWITCH_PS));
}

TEST_F(FabricCutThrough, FrameIsStoredBeforeAFasterLink)
{
    const int64_t delays = 4 * LINK_PS + 3 * SWITCH_PS;
    EXPECT_EQ(GetTimes(MakeCutSpec(100, 400), 2),
              Twice(FRAME_BYTES * 80 + 2 * HEAD_BYTES * 20 + FRAME_BYTES * 80 + delays))
        << "stored at the first T0";
    EXPECT_EQ(
        GetTimes(MakeCutSpec(400, 100), 2),
        Twice(HEAD_BYTES * 20 + HEAD_BYTES * 80 + FRAME_BYTES * 80 + FRAME_BYTES * 20 + delays))
        << "stored at the last T0";
    EXPECT_EQ(GetTimes(MakeCutSpec(100, 400), 1),
              Twice((HEAD_BYTES + FRAME_BYTES) * 80 + 2 * LINK_PS + SWITCH_PS))
        << "the uplinks are faster, but do not matter between hosts of a T0";
    EXPECT_EQ(GetTimes(MakeCutSpec(100, 100, 400), 7),
              Twice(HEAD_BYTES * 80 + FRAME_BYTES * 80 + 2 * HEAD_BYTES * 20 + HEAD_BYTES * 80 +
                    FRAME_BYTES * 80 + 6 * LINK_PS + 5 * SWITCH_PS))
        << "stored at the first T1";
}

TEST_F(FabricCutThrough, StoreAndForwardAndShortFramesAreAsEver)
{
    FabricClosSpec spec = MakeCutSpec(100, 100);
    const int64_t delays = 4 * LINK_PS + 3 * SWITCH_PS;
    EXPECT_EQ(GetTimes(spec, 2, 90), Twice(4 * 128 * 80 + delays)) << "no longer than the headers";
    spec.cutThrough = false;
    EXPECT_EQ(GetTimes(spec, 2, 90), Twice(4 * 128 * 80 + delays));
    EXPECT_EQ(GetTimes(spec, 2), Twice(4 * FRAME_BYTES * 80 + delays));
}

TEST_F(FabricCutThrough, FramesLeaveBackToBackHoweverShortTheLinks)
{
    for (const int64_t linkPs : {int64_t{1000}, int64_t{100000}, LINK_PS})
    {
        SCOPED_TRACE(linkPs);
        FabricClosSpec spec = MakeCutSpec(100, 100);
        spec.linkDelay = RdmaTick::Ps(linkPs);
        spec.switchDelay = RdmaTick();
        Build(spec);
        const RdmaTick start = fabric->Now();
        for (int i = 0; i < 5; ++i)
        {
            Send(2);
        }
        Simulator::Run();
        ASSERT_EQ(hosts[2]->arrivals.size(), 5U);
        for (int i = 0; i < 5; ++i)
        {
            EXPECT_EQ((hosts[2]->arrivals[i].time - start).GetPs(),
                      (3 * HEAD_BYTES + (i + 1) * FRAME_BYTES) * 80 + 4 * linkPs);
        }
    }
}

TEST_F(FabricCutThrough, QueueOfASlowLinkSendsWithoutGaps)
{
    FabricClosSpec spec = MakeCutSpec(400, 100);
    Build(spec);
    const RdmaTick start = fabric->Now();
    for (int i = 0; i < 3; ++i)
    {
        Send(2);
    }
    Simulator::Run();
    ASSERT_EQ(hosts[2]->arrivals.size(), 3U);
    EXPECT_EQ((hosts[2]->arrivals[2].time - start).GetPs(),
              HEAD_BYTES * 20 + HEAD_BYTES * 80 + 3 * FRAME_BYTES * 80 + FRAME_BYTES * 20 +
                  4 * LINK_PS + 3 * SWITCH_PS);
}

TEST_F(FabricCutThrough, DamagedFrameGoesOnToTheNicAndIsCountedOnce)
{
    Build(MakeCutSpec(100, 100));
    FabricPort* uplink = GetUplink(0, 0, 0);
    uplink->SetLoss(UINT32_MAX);
    Send(2);
    Simulator::Run();
    EXPECT_TRUE(hosts[2]->arrivals.empty());
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{1, 1, 1}));
    EXPECT_EQ(uplink->GetStats().lostFrames, 1U);
    EXPECT_EQ(GetSwitch(Tier::T1, 0, 0)->GetStats().forwarded, 1U) << "its headers were good";
    EXPECT_EQ(GetSwitch(Tier::T0, 0, 1)->GetStats().forwarded, 1U);
    uplink->SetLoss(0);
    Send(2);
    Simulator::Run();
    EXPECT_EQ(hosts[2]->arrivals.size(), 1U) << "the next one is good";
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{1, 1, 1}));
}

TEST_F(FabricCutThrough, DamageByTwoLinksIsCountedOnce)
{
    Build(MakeCutSpec(100, 100));
    topology->GetNicPort(0, 0)->SetLoss(UINT32_MAX);
    GetUplink(0, 0, 0)->SetLoss(UINT32_MAX);
    Send(2);
    Simulator::Run();
    EXPECT_TRUE(hosts[2]->arrivals.empty());
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{1, 1, 1}));
    GetSwitch(Tier::T0, 0, 1)->GetPort(0)->SetLoss(UINT32_MAX); // the last link stores it
    Send(2);
    Simulator::Run();
    EXPECT_TRUE(hosts[2]->arrivals.empty());
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{2, 2, 3})) << "also lost on the last link";
}

TEST_F(FabricCutThrough, FrameNoLongerThanTheHeadersIsLostOnTheLinkItself)
{
    for (const uint16_t l3Bytes : {90, 91}) // 128 B with all headers of the link, 129 B
    {
        Build(MakeCutSpec(100, 100));
        GetUplink(0, 0, 0)->SetLoss(UINT32_MAX);
        Send(2, l3Bytes);
        Simulator::Run();
        EXPECT_EQ(GetSwitch(Tier::T1, 0, 0)->GetStats().forwarded, l3Bytes == 90 ? 0U : 1U);
        EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{1, 1, 1}));
    }
}

TEST_F(FabricCutThrough, DamagedFrameDiesWhereItIsStored)
{
    Build(MakeCutSpec(100, 100, 400));
    topology->GetNicPort(0, 0)->SetLoss(UINT32_MAX);
    Send(7);
    Simulator::Run();
    EXPECT_TRUE(hosts[7]->arrivals.empty());
    EXPECT_EQ(GetSwitch(Tier::T0, 0, 0)->GetStats().forwarded, 1U);
    EXPECT_EQ(GetSwitch(Tier::T1, 0, 0)->GetStats().forwarded, 0U) << "the next link is faster";
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{1, 1, 1}));
}

TEST_F(FabricCutThrough, LinkThatGoesDownMidFrameDamagesIt)
{
    // On the uplink: the headers arrive at 2 x 128 B and the last bit at 128 + 4258 B, both behind
    // two links and switches.
    const int64_t head = 2 * HEAD_BYTES * 80 + 2 * (LINK_PS + SWITCH_PS);
    const int64_t tail = (HEAD_BYTES + FRAME_BYTES) * 80 + 2 * (LINK_PS + SWITCH_PS);

    struct Case
    {
        int64_t downPs;     ///< time at which the uplink goes down
        size_t arrivals;    ///< frames received
        uint64_t forwarded; ///< frames that the T1 forwards
    };

    for (const Case& c :
         {Case{head - 1, 0, 0}, Case{head + 1, 0, 1}, Case{tail - 1, 0, 1}, Case{tail, 1, 1}})
    {
        SCOPED_TRACE(c.downPs);
        Build(MakeCutSpec(100, 100));
        FabricPort* uplink = GetUplink(0, 0, 0);
        const RdmaTick start = fabric->Now();
        Send(2);
        Simulator::Schedule(PicoSeconds(c.downPs), [&] { fabric->SetLinkUp(uplink, false); });
        Simulator::Run();
        EXPECT_EQ(fabric->Now() >= start + RdmaTick::Ps(c.downPs), true);
        EXPECT_EQ(hosts[2]->arrivals.size(), c.arrivals);
        EXPECT_EQ(GetSwitch(Tier::T1, 0, 0)->GetStats().forwarded, c.forwarded);
        const uint64_t lost = 1 - c.arrivals;
        EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{lost, lost, lost}));
        EXPECT_EQ(uplink->GetStats().lostFrames, lost);
    }
}

TEST_F(FabricCutThrough, LinkThatGoesDownDoesNotDamageAFrameOfLongAgo)
{
    Build(MakeCutSpec(100, 100));
    FabricPort* uplink = GetUplink(0, 0, 0);
    Send(2);
    Simulator::Run();
    fabric->SetLinkUp(uplink, false);
    Simulator::Run();
    EXPECT_EQ(hosts[2]->arrivals.size(), 1U);
    EXPECT_EQ(CountDrops(), (std::vector<uint64_t>{0, 0, 0}));
}

TEST_F(FabricCutThrough, RateOfEachFrameDecides)
{
    Build(MakeCutSpec(100, 100));
    FabricPort* uplink = GetUplink(0, 0, 0);
    const auto time = [&] {
        const RdmaTick start = fabric->Now();
        Send(2);
        Simulator::Run();
        return (hosts[2]->arrivals.back().time - start).GetPs();
    };
    const int64_t delays = 4 * LINK_PS + 3 * SWITCH_PS;
    const int64_t equal = (3 * HEAD_BYTES + FRAME_BYTES) * 80 + delays;
    EXPECT_EQ(time(), equal);
    uplink->SetRate(fabric->Now(), 25 * CUT_GBPS);
    EXPECT_EQ(time(),
              HEAD_BYTES * 80 + FRAME_BYTES * 320 + HEAD_BYTES * 80 + FRAME_BYTES * 80 + delays)
        << "stored at the T1, whose ports are faster";
    uplink->SetRate(fabric->Now(), 100 * CUT_GBPS);
    EXPECT_EQ(time(), equal);
    GetSwitch(Tier::T0, 0, 1)->GetPort(0)->SetRate(fabric->Now(), 10 * CUT_GBPS);
    EXPECT_EQ(time(), 3 * HEAD_BYTES * 80 + FRAME_BYTES * 800 + delays)
        << "a slower link needs no storage";
}

TEST_F(FabricCutThrough, PortThatBecomesFasterThanAnyBeforeNeedsStoredFrames)
{
    Build(MakeCutSpec(25, 25));
    const auto time = [&] {
        const RdmaTick start = fabric->Now();
        Send(2);
        Simulator::Run();
        return (hosts[2]->arrivals.back().time - start).GetPs();
    };
    const int64_t delays = 4 * LINK_PS + 3 * SWITCH_PS;
    const int64_t equal = (3 * HEAD_BYTES + FRAME_BYTES) * 320 + delays;
    EXPECT_EQ(time(), equal);
    FabricPort* toT0 = GetSwitch(Tier::T1, 0, 0)->GetPort(1);
    toT0->SetRate(fabric->Now(), 100 * CUT_GBPS);
    EXPECT_EQ(time(),
              (HEAD_BYTES + FRAME_BYTES) * 320 + HEAD_BYTES * 80 + FRAME_BYTES * 320 + delays)
        << "stored at the T1, and cut through at the T0, whose port to the host is slower";
    toT0->SetRate(fabric->Now(), 25 * CUT_GBPS);
    EXPECT_EQ(time(), equal);
}

TEST_F(FabricCutThrough, BaseRttIsThatOfTheLongestPath)
{
    Build(MakeCutSpec(100, 100));
    EXPECT_EQ(clos->GetBaseRtt(FRAME_BYTES, 178).GetPs(),
              (3 * HEAD_BYTES + FRAME_BYTES) * 80 + (3 * HEAD_BYTES + 178) * 80 + 8 * LINK_PS +
                  6 * SWITCH_PS);
}

/// Hosts h0 and h1, two switches between them, and links of these rates in Gb/s.
GraphSketch
MakeCutLine(uint64_t up, uint64_t between, uint64_t down)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b"});
    spec.Join("h0", "a", 0, up * CUT_GBPS).Join("a", "b", 0, between * CUT_GBPS);
    spec.Join("b", "h1", 0, down * CUT_GBPS);
    spec.cutThrough = true;
    return spec;
}

TEST(FabricCutThroughGraph, TimesAreThoseOfAClosNetwork)
{
    const int64_t delays = 3 * LINK_PS + 2 * SWITCH_PS;
    const auto oneWay = [](const GraphSketch& spec) {
        return GraphRig(spec).network->GetOneWay(0, 1, FRAME_BYTES).GetPs();
    };
    EXPECT_EQ(oneWay(MakeCutLine(100, 100, 100)), (2 * HEAD_BYTES + FRAME_BYTES) * 80 + delays);
    EXPECT_EQ(oneWay(MakeCutLine(100, 400, 100)), 2 * FRAME_BYTES * 80 + HEAD_BYTES * 20 + delays);
    EXPECT_EQ(oneWay(MakeCutLine(400, 100, 400)),
              HEAD_BYTES * 20 + FRAME_BYTES * 80 + FRAME_BYTES * 20 + delays);
    EXPECT_EQ(oneWay(MakeCutLine(400, 200, 100)),
              HEAD_BYTES * 20 + HEAD_BYTES * 40 + FRAME_BYTES * 80 + delays);
    GraphSketch spec = MakeCutLine(100, 400, 100);
    spec.Join("a", "b", 0, 100 * CUT_GBPS);
    EXPECT_EQ(oneWay(spec), (2 * HEAD_BYTES + FRAME_BYTES) * 80 + delays)
        << "the slow link need not store";
}

TEST(FabricCutThroughGraph, BaseRttIsExactAtEqualRatesAndNeverTooShort)
{
    const int64_t delays = 2 * (3 * LINK_PS + 2 * SWITCH_PS);
    const GraphRig equal(MakeCutLine(100, 100, 100));
    EXPECT_EQ(equal.network->GetBaseRtt(FRAME_BYTES, 178).GetPs(),
              (2 * HEAD_BYTES + FRAME_BYTES + 2 * HEAD_BYTES + 178) * 80 + delays);
    for (const auto& [up, between, down] :
         std::vector<std::array<uint64_t, 3>>{{100, 400, 100}, {400, 100, 400}, {25, 100, 400}})
    {
        const GraphRig rig(MakeCutLine(up, between, down));
        EXPECT_GE(rig.network->GetBaseRtt(FRAME_BYTES, 178),
                  rig.network->GetOneWay(0, 1, FRAME_BYTES) + rig.network->GetOneWay(1, 0, 178));
    }
}

} // namespace
