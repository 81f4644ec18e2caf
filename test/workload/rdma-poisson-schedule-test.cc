/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-poisson-schedule.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Points = std::vector<RdmaFlowSizeDistribution::Point>;

/// 8 ranks at half of 100 Gb/s for 10 ms: 500 MB, or 50,000 flows of 10 KB on average.
const RdmaPoissonTraffic TRAFFIC{8, 100e9, 0.5, RdmaTick::Ms(10)};

RdmaFlowSizeDistribution
MakeSizes()
{
    return RdmaFlowSizeDistribution(Points{{0, 0}, {20000, 1}});
}

std::vector<RdmaFlow>
DrawFlows(const RdmaPoissonTraffic& traffic, int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return MakeRdmaPoissonFlows(traffic, MakeSizes(), *PeekPointer(random));
}

} // namespace

TEST(RdmaPoissonFlows, OfferTheLoadThatIsAskedFor)
{
    EXPECT_DOUBLE_EQ(GetRdmaPoissonMeanFlows(TRAFFIC, MakeSizes()), 50000);
    const auto flows = DrawFlows(TRAFFIC, 1);
    EXPECT_NEAR(static_cast<double>(flows.size()), 50000, 4 * std::sqrt(50000));
    double bytes = 0;
    for (const auto& flow : flows)
    {
        bytes += static_cast<double>(flow.bytes);
    }
    EXPECT_NEAR(bytes, 500e6, 500e6 * 0.02);
}

TEST(RdmaPoissonFlows, StartInOrderWithinTheDurationAndGoFromOneRankToAnother)
{
    RdmaTick before;
    for (const auto& flow : DrawFlows(TRAFFIC, 2))
    {
        EXPECT_GE(flow.start, before);
        EXPECT_LT(flow.start, TRAFFIC.duration);
        EXPECT_LT(flow.src, 8u);
        EXPECT_LT(flow.dst, 8u);
        EXPECT_NE(flow.src, flow.dst);
        EXPECT_GE(flow.bytes, 1u);
        EXPECT_LE(flow.bytes, 20000u);
        before = flow.start;
    }
}

TEST(RdmaPoissonFlows, EveryPairIsDrawnAboutEquallyOften)
{
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> pairs;
    const auto flows = DrawFlows(TRAFFIC, 3);
    for (const auto& flow : flows)
    {
        ++pairs[{flow.src, flow.dst}];
    }
    ASSERT_EQ(pairs.size(), 56u);
    const double mean = static_cast<double>(flows.size()) / 56;
    for (const auto& [pair, times] : pairs)
    {
        EXPECT_NEAR(times, mean, 5 * std::sqrt(mean)) << pair.first << " to " << pair.second;
    }
}

TEST(RdmaPoissonFlows, GapsAreExponential)
{
    // In a Poisson process e^-1 of the gaps are longer than their mean, and e^-2 than twice the
    // mean
    const auto flows = DrawFlows(TRAFFIC, 4);
    const RdmaTick mean = RdmaTick::Ns(200);
    uint32_t longer = 0;
    uint32_t twice = 0;
    for (size_t i = 1; i < flows.size(); ++i)
    {
        longer += flows[i].start - flows[i - 1].start > mean ? 1 : 0;
        twice += flows[i].start - flows[i - 1].start > mean + mean ? 1 : 0;
    }
    const auto n = static_cast<double>(flows.size());
    EXPECT_NEAR(longer / n, std::exp(-1), 0.01);
    EXPECT_NEAR(twice / n, std::exp(-2), 0.01);
}

TEST(RdmaPoissonFlows, TwiceTheRateHalvesAllTimes)
{
    auto fast = TRAFFIC;
    fast.rateBps *= 2;
    fast.duration = RdmaTick::Ms(5);
    const auto flows = DrawFlows(TRAFFIC, 8);
    const auto early = DrawFlows(fast, 8);
    ASSERT_EQ(early.size(), flows.size());
    for (size_t i = 0; i < flows.size(); ++i)
    {
        const int64_t rest = flows[i].start.GetPs() - 2 * early[i].start.GetPs();
        ASSERT_TRUE(rest == 0 || rest == 1) << "flow " << i << ": " << rest << " ps";
        EXPECT_EQ(early[i].bytes, flows[i].bytes);
    }
}

TEST(RdmaPoissonFlows, TheSameStreamGivesTheSameFlowsAndALongerTimeOnlyMore)
{
    const auto flows = DrawFlows(TRAFFIC, 5);
    auto longer = TRAFFIC;
    longer.duration = RdmaTick::Ms(11);
    const auto more = DrawFlows(longer, 5);
    ASSERT_GT(more.size(), flows.size());
    for (size_t i = 0; i < flows.size(); ++i)
    {
        EXPECT_EQ(more[i].start, flows[i].start);
        EXPECT_EQ(more[i].src, flows[i].src);
        EXPECT_EQ(more[i].dst, flows[i].dst);
        EXPECT_EQ(more[i].bytes, flows[i].bytes);
    }
    EXPECT_NE(DrawFlows(TRAFFIC, 6)[0].start, flows[0].start);
}

TEST(RdmaPoissonFlows, MakeASchedule)
{
    const auto flows = DrawFlows(TRAFFIC, 7);
    const auto schedule = MakeRdmaFlows(8, flows);
    EXPECT_EQ(schedule.Validate(), "");
    EXPECT_EQ(schedule.GetNSends(), flows.size());
    EXPECT_EQ(schedule.GetStart(9), flows[9].start);
}

TEST(RdmaPoissonFlows, AShortTimeMayHaveNone)
{
    auto traffic = TRAFFIC;
    traffic.duration = RdmaTick::Ps(1);
    EXPECT_TRUE(DrawFlows(traffic, 1).empty());
}

TEST(RdmaPoissonFlows, ImpossibleLoadsAreRefused)
{
    EXPECT_DEATH(DrawFlows({1, 1e9, 0.5, RdmaTick::Ms(1)}, 1), "need 2 ranks, not 1");
    EXPECT_DEATH(DrawFlows({2, 0, 0.5, RdmaTick::Ms(1)}, 1), "at 0 bit/s");
    EXPECT_DEATH(DrawFlows({2, 1e9, 0, RdmaTick::Ms(1)}, 1), "load of 0");
    EXPECT_DEATH(DrawFlows({2, 1e9, 0.5, RdmaTick()}, 1), "for 0 ns");
    EXPECT_DEATH(DrawFlows({2, 1e18, 1, RdmaTick::Ms(1000000)}, 1), "Poisson flows");
}
