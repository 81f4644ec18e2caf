/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-messenger.h"

#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-broadcast-schedule.h"
#include "ns3/rdma-halving-doubling-schedule.h"
#include "ns3/rdma-job.h"
#include "ns3/rdma-nccl-schedule.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-schedule-progress.h"
#include "ns3/rdma-training-schedule.h"
#include "ns3/rdma-tree-schedule.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <tuple>

using namespace ns3;

namespace
{

constexpr uint64_t SLOT = RDMA_NCCL_SLOT_BYTES;

/// A channel of two ranks: source, destination, number.
using Channel = std::tuple<uint32_t, uint32_t, uint16_t>;

/** @return the channel of a message, or of the messages that a clear to send is for */
Channel
ChannelOf(const RdmaSend& send)
{
    return send.kind == RdmaSendKind::CONTROL ? Channel{send.dst, send.src, send.channel}
                                              : Channel{send.src, send.dst, send.channel};
}

/** @return the schedules of this many ranks and bytes */
std::vector<RdmaSchedule>
MakeAll(uint32_t n, uint64_t bytes)
{
    RdmaTrainingPlan plan;
    plan.steps = 2;
    plan.data = n / 2;
    plan.pipeline = 2;
    plan.microbatches = 3;
    plan.compute = RdmaTick::Us(10);
    plan.gradientBytes = bytes;
    plan.activationBytes = bytes / 3 + 1;
    std::vector<RdmaSchedule> all;
    all.push_back(MakeRdmaRingAllReduce(n, bytes));
    all.push_back(MakeRdmaRingAllGather(n, bytes));
    all.push_back(MakeRdmaRingReduceScatter(n, bytes));
    all.push_back(MakeRdmaTreeAllReduce(n, bytes, SLOT));
    all.push_back(MakeRdmaHalvingDoublingAllReduce(n, bytes));
    all.push_back(MakeRdmaSendRecv(n, bytes));
    all.push_back(MakeRdmaBinomialBroadcast(n, n - 1, bytes));
    all.push_back(MakeRdmaShiftAllToAll(n, bytes));
    all.push_back(MakeRdmaWindowedAllToAll(n, bytes, 2));
    if (n % 2 == 0)
    {
        all.push_back(MakeRdmaTraining(plan, nullptr));
    }
    return all;
}

/// Executes a schedule in a random order, and checks what must hold at any time.
class RandomExecution
{
  public:
    RandomExecution(const RdmaSchedule& schedule, uint32_t seed)
        : m_schedule(schedule),
          m_random(seed)
    {
        m_progress.Begin(schedule, m_ready);
    }

    void Run()
    {
        Post();
        while (!m_inFlight.empty())
        {
            const size_t i = m_random() % m_inFlight.size();
            std::swap(m_inFlight[i], m_inFlight.back());
            auto& [send, delivered] = m_inFlight.back();
            const uint32_t one = send;
            if (!delivered)
            {
                delivered = true;
                OnDelivered(one);
            }
            else
            {
                m_inFlight.pop_back();
                OnAcknowledged(one);
            }
            Post();
        }
        EXPECT_EQ(m_progress.GetNLeft(), 0u);
    }

    std::map<Channel, std::vector<uint32_t>> posted; ///< messages by channel, in order of posting

  private:
    void Post()
    {
        std::shuffle(m_ready.begin(), m_ready.end(), m_random);
        for (const uint32_t send : std::exchange(m_ready, {}))
        {
            const RdmaSend& s = m_schedule.GetSend(send);
            if (s.kind == RdmaSendKind::IMMEDIATE)
            {
                EXPECT_GT(m_cleared[ChannelOf(s)], posted[ChannelOf(s)].size());
                EXPECT_LE(++m_unacknowledged[ChannelOf(s)], RDMA_NCCL_SLOTS);
                posted[ChannelOf(s)].push_back(send);
            }
            if (s.kind == RdmaSendKind::CONTROL)
            {
                EXPECT_LE(++m_promised[ChannelOf(s)], m_arrived[ChannelOf(s)] + RDMA_NCCL_SLOTS);
            }
            m_progress.Post(send, 1);
            m_inFlight.emplace_back(send, false);
        }
    }

    void OnDelivered(uint32_t send)
    {
        const RdmaSend& s = m_schedule.GetSend(send);
        m_cleared[ChannelOf(s)] += s.kind == RdmaSendKind::CONTROL;
        m_arrived[ChannelOf(s)] += s.kind == RdmaSendKind::IMMEDIATE;
        m_progress.Deliver(send, m_ready);
        if (s.IsComputation())
        {
            m_inFlight.erase(
                std::find(m_inFlight.begin(), m_inFlight.end(), std::pair(send, true)));
        }
    }

    void OnAcknowledged(uint32_t send)
    {
        const RdmaSend& s = m_schedule.GetSend(send);
        m_unacknowledged[ChannelOf(s)] -= s.kind == RdmaSendKind::IMMEDIATE;
        m_progress.Complete(send, m_ready);
    }

    const RdmaSchedule& m_schedule;
    std::mt19937 m_random;
    RdmaScheduleProgress m_progress;
    std::vector<uint32_t> m_ready;
    std::vector<std::pair<uint32_t, bool>> m_inFlight; ///< and whether they are delivered
    std::map<Channel, size_t> m_cleared;               ///< clears to send that have arrived
    std::map<Channel, size_t> m_promised;              ///< clears to send
    std::map<Channel, size_t> m_arrived;               ///< messages that have arrived
    std::map<Channel, uint32_t> m_unacknowledged;
};

/** @return bytes between each two ranks */
std::map<std::pair<uint32_t, uint32_t>, uint64_t>
SumBytes(const RdmaSchedule& schedule)
{
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const RdmaSend& send = schedule.GetSend(i);
        if (!send.IsComputation() && send.kind != RdmaSendKind::CONTROL)
        {
            bytes[{send.src, send.dst}] += send.bytes;
        }
    }
    return bytes;
}

/** @return number of channels with messages from rank 0 */
size_t
CountChannels(const RdmaSchedule& schedule)
{
    std::set<uint16_t> channels;
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const RdmaSend& send = schedule.GetSend(i);
        if (send.src == 0 && send.kind == RdmaSendKind::IMMEDIATE)
        {
            channels.insert(send.channel);
        }
    }
    return channels.size();
}

} // namespace

/// Ranks and bytes.
class NcclOrders : public testing::TestWithParam<std::tuple<uint32_t, uint64_t>>
{
};

TEST_P(NcclOrders, AnyOrderOfEventsKeepsSlotsAndClearsAndComesToAnEnd)
{
    const auto [n, bytes] = GetParam();
    uint32_t seed = 0;
    for (const RdmaSchedule& plain : MakeAll(n, bytes))
    {
        const RdmaSchedule driven = MakeRdmaNcclSchedule(plain);
        ASSERT_EQ(driven.Validate(), "") << seed;
        EXPECT_EQ(SumBytes(driven), SumBytes(plain)) << seed;
        EXPECT_EQ(driven.GetSizeBytes(), plain.GetSizeBytes());
        EXPECT_EQ(driven.GetBusFactor(), plain.GetBusFactor());
        RandomExecution(driven, ++seed).Run();
    }
}

TEST_P(NcclOrders, EverySlotHasAClearToSendAndAtMostItsLength)
{
    const auto [n, bytes] = GetParam();
    for (const RdmaSchedule& plain : MakeAll(n, bytes))
    {
        const RdmaSchedule driven = MakeRdmaNcclSchedule(plain);
        std::map<Channel, int> missing;
        for (uint32_t i = 0; i < driven.GetNSends(); ++i)
        {
            const RdmaSend& send = driven.GetSend(i);
            if (send.IsComputation())
            {
                continue;
            }
            const bool clear = send.kind == RdmaSendKind::CONTROL;
            EXPECT_TRUE(clear ? send.bytes == 64 : send.bytes <= SLOT && send.bytes > 0);
            missing[ChannelOf(send)] += clear ? -1 : 1;
        }
        for (const auto& [channel, n] : missing)
        {
            EXPECT_EQ(n, 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         NcclOrders,
                         testing::Combine(testing::Values(2, 3, 4, 8),
                                          testing::Values(1, 1000, 262144, 9000001, 40000000)));

TEST(NcclSchedule, ChannelsAreFourFrom128KiBOn)
{
    const auto count = [](uint64_t bytes) {
        return CountChannels(MakeRdmaNcclSchedule(MakeRdmaRingAllReduce(4, bytes)));
    };
    EXPECT_EQ(count(4), 1u);
    EXPECT_EQ(count(64 * 1024 - 1), 1u);
    EXPECT_EQ(count(64 * 1024), 2u);
    EXPECT_EQ(count(128 * 1024 - 1), 3u);
    EXPECT_EQ(count(128 * 1024), 4u);
    EXPECT_EQ(count(1 << 30), 4u);
}

TEST(NcclSchedule, ARankWithMoreThanFourPeersUsesOneChannelForEach)
{
    const auto count = [](uint32_t n) {
        return CountChannels(MakeRdmaNcclSchedule(MakeRdmaShiftAllToAll(n, 1 << 20)));
    };
    EXPECT_EQ(count(5), 4u);
    EXPECT_EQ(count(6), 1u);
}

TEST(NcclSchedule, ChannelsOfARingTakeFourSlotsOfEachStepInTurn)
{
    // 6 MiB per rank and step, 1.5 MiB per channel: three slots; with 9 MiB five, so two loops
    for (const auto& [mebibytes, slots] : {std::pair(6, 3), std::pair(9, 5)})
    {
        const RdmaSchedule driven =
            MakeRdmaNcclSchedule(MakeRdmaRingAllGather(3, uint64_t{3} * mebibytes << 20));
        RandomExecution execution(driven, 1);
        execution.Run();
        for (const auto& [channel, posted] : execution.posted)
        {
            std::vector<uint32_t> order(posted);
            std::sort(order.begin(), order.end());
            std::vector<uint32_t> steps;
            for (const uint32_t send : order)
            {
                steps.push_back(driven.GetSend(send).step);
            }
            EXPECT_EQ(steps,
                      slots == 3 ? (std::vector<uint32_t>{0, 0, 0, 1, 1, 1})
                                 : (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 1}));
        }
    }
}

TEST(NcclSchedule, SlotsAreForwardedOneByOne)
{
    // A message of 16 slots goes on after its first slot, not after all
    RdmaScheduleBuilder builder(3);
    const uint32_t first = builder.AddSend(0, 1, 64 * SLOT, 0);
    builder.AddDependency(first, builder.AddSend(1, 2, 64 * SLOT, 1));
    const RdmaSchedule driven = MakeRdmaNcclSchedule(builder.Build());
    RdmaJob job;
    job.name = "ring";
    job.schedule = driven;
    job.hosts = {0, 1, 2};
    job.channels = RDMA_NCCL_CHANNELS;
    const auto messenger = CreateObject<FakeMessenger>(3, RdmaTick::Us(1), 10);
    const RdmaTick whole = RdmaTick::Ps(static_cast<int64_t>(64 * SLOT * 10));
    const RdmaTick ideal = GetRdmaIdealDuration(job, *messenger);
    EXPECT_GT(ideal, whole);
    EXPECT_LT(ideal, whole + whole / 4);
}

TEST(NcclSchedule, ARankThatCannotSendOnStopsTheOneBefore)
{
    RdmaScheduleBuilder builder(3);
    const uint32_t first = builder.AddSend(0, 1, 256 * SLOT, 0);
    builder.AddDependency(first, builder.AddSend(1, 2, 256 * SLOT, 1));
    const RdmaSchedule driven = MakeRdmaNcclSchedule(builder.Build());
    RdmaScheduleProgress progress;
    std::vector<uint32_t> ready;
    progress.Begin(driven, ready);
    std::map<Channel, uint32_t> posted;
    while (!ready.empty())
    {
        const uint32_t send = ready.back();
        ready.pop_back();
        const RdmaSend& s = driven.GetSend(send);
        progress.Post(send, 1);
        posted[ChannelOf(s)] += s.kind == RdmaSendKind::IMMEDIATE;
        if (s.src != 1 || s.kind == RdmaSendKind::CONTROL) // data of rank 1 do not arrive
        {
            progress.Deliver(send, ready);
            progress.Complete(send, ready);
        }
    }
    for (uint16_t channel = 0; channel < RDMA_NCCL_CHANNELS; ++channel)
    {
        EXPECT_EQ((posted[{1, 2, channel}]), 8u) << "all its slots";
        EXPECT_EQ((posted[{0, 1, channel}]), 16u) << "as many, and those that it has copied on";
    }
}

TEST(NcclSchedule, AMessageOfAnotherSizeWaitsForAllSlots)
{
    RdmaScheduleBuilder builder(3);
    const uint32_t first = builder.AddSend(0, 1, 8 * SLOT, 0);
    builder.AddDependency(first, builder.AddSend(1, 2, 8 * SLOT - 1, 1));
    const RdmaSchedule driven = MakeRdmaNcclSchedule(builder.Build());
    RdmaScheduleProgress progress;
    std::vector<uint32_t> ready;
    progress.Begin(driven, ready);
    uint32_t early = 0; // messages of rank 1 posted before the last of rank 0 has arrived
    uint32_t missing = 8;
    while (!ready.empty())
    {
        const uint32_t send = ready.back();
        ready.pop_back();
        const RdmaSend& s = driven.GetSend(send);
        early += s.kind == RdmaSendKind::IMMEDIATE && s.src == 1 && missing > 0;
        missing -= s.kind == RdmaSendKind::IMMEDIATE && s.src == 0;
        progress.Post(send, 1);
        progress.Deliver(send, ready);
        if (!s.IsComputation())
        {
            progress.Complete(send, ready);
        }
    }
    EXPECT_EQ(progress.GetNLeft(), 0u);
    EXPECT_EQ(early, 0u);
}

TEST(NcclSchedule, StartsAndComputationsAreKept)
{
    RdmaScheduleBuilder builder(2);
    const uint32_t late = builder.AddSend(0, 1, 100, 0);
    builder.SetStart(late, RdmaTick::Us(7));
    const uint32_t work = builder.AddComputation(1, RdmaTick::Us(5), 0);
    builder.AddDependency(late, work);
    builder.AddDependency(work, builder.AddSend(1, 0, 100, 1));
    RdmaJob job;
    job.name = "late";
    job.schedule = MakeRdmaNcclSchedule(builder.Build());
    job.hosts = {0, 1};
    job.channels = RDMA_NCCL_CHANNELS;
    const auto messenger = CreateObject<FakeMessenger>(2, RdmaTick::Us(1), 1000);
    // 7 us, 100 B, 5 us, 100 B, each of 1 us and 100 ns: the clears to send are there before
    EXPECT_EQ(GetRdmaIdealDuration(job, *messenger), RdmaTick::Ps(14200000));
}

TEST(NcclScheduleDeathTest, NoSendMayWaitForALaterOne)
{
    RdmaScheduleBuilder builder(2);
    const uint32_t first = builder.AddSend(0, 1, 1000, 0);
    const uint32_t second = builder.AddSend(1, 0, 1000, 0);
    builder.AddDependency(second, first);
    const RdmaSchedule schedule = builder.Build();
    EXPECT_DEATH(MakeRdmaNcclSchedule(schedule), "send 0 waits for a later one, 1");
}

TEST(NcclSchedule, EachQpGetsAMultipleOf128BytesAndTheLastOnesNothing)
{
    RdmaJob job;
    job.channels = RDMA_NCCL_CHANNELS;
    RdmaSend send;
    send.kind = RdmaSendKind::IMMEDIATE;
    const auto split = [&](uint64_t bytes, uint32_t qps) {
        job.qps = qps;
        send.bytes = bytes;
        std::vector<uint64_t> pieces;
        for (uint32_t piece = 0; piece < job.GetNPieces(send); ++piece)
        {
            pieces.push_back(job.GetPieceBytes(send, piece));
        }
        return pieces;
    };
    using Pieces = std::vector<uint64_t>;
    EXPECT_EQ(split(524288, 2), (Pieces{262144, 262144}));
    EXPECT_EQ(split(1000, 2), (Pieces{512, 488}));
    EXPECT_EQ(split(257, 2), (Pieces{256, 1}));
    EXPECT_EQ(split(256, 2), (Pieces{128, 128}));
    EXPECT_EQ(split(128, 2), (Pieces{128, 0}));
    EXPECT_EQ(split(1, 4), (Pieces{1, 0, 0, 0}));
    EXPECT_EQ(split(1000, 7), (Pieces{256, 256, 256, 232, 0, 0, 0}));
    EXPECT_EQ(split(1000, 1), (Pieces{1000}));
}

TEST(NcclSchedule, ChannelsHaveTheirOwnQpsAndOneForControl)
{
    RdmaJob job;
    job.qps = 3;
    job.channels = RDMA_NCCL_CHANNELS;
    EXPECT_EQ(job.GetNQps(), 16u);
    std::set<uint32_t> used;
    RdmaSend send;
    send.bytes = 1;
    for (send.channel = 0; send.channel < RDMA_NCCL_CHANNELS; ++send.channel)
    {
        for (const auto kind : {RdmaSendKind::IMMEDIATE, RdmaSendKind::CONTROL})
        {
            send.kind = kind;
            for (uint32_t piece = 0; piece < job.GetNPieces(send); ++piece)
            {
                EXPECT_LT(job.GetQp(send, piece), job.GetNQps());
                EXPECT_TRUE(used.insert(job.GetQp(send, piece)).second);
            }
        }
    }
    EXPECT_EQ(used.size(), 16u);
}
