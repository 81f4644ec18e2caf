/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-server-switch.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

/// 8 Gb/s: a byte takes a nanosecond.
constexpr uint64_t BYTE_PER_NS = 8'000'000'000;

/// A switch with a clock.
class ServerSwitch
{
  public:
    /**
     * @param hosts number of hosts
     * @param rateBps rate, bit/s
     * @param sliceBytes slice, B
     */
    explicit ServerSwitch(uint32_t hosts,
                          uint64_t rateBps = BYTE_PER_NS,
                          uint32_t sliceBytes = 1000)
        : m_switch(hosts, rateBps, sliceBytes)
    {
    }

    /**
     * Post a message now.
     * @param src sending host
     * @param dst receiving host
     * @param bytes length, B
     */
    void Post(uint32_t src, uint32_t dst, uint64_t bytes)
    {
        const auto [entry, isNew] = m_channels.try_emplace({src, dst}, 0);
        if (isNew)
        {
            entry->second = m_switch.AddChannel(src, dst);
        }
        m_switch.Post(m_now, entry->second, bytes);
    }

    /// @param now the time
    void RunUntil(RdmaTick now)
    {
        m_now = now;
        m_switch.Advance(now, slices);
    }

    /// Run until nothing is left to do.
    void Run()
    {
        while (!m_switch.NextWakeup().IsMax())
        {
            RunUntil(m_switch.NextWakeup());
        }
    }

    /**
     * @param src sending host
     * @param dst receiving host
     * @return bytes that have left, B
     */
    uint64_t Count(uint32_t src, uint32_t dst) const
    {
        uint64_t bytes = 0;
        for (const RdmaServerSlice& slice : slices)
        {
            bytes += slice.channel == m_channels.at({src, dst}) ? slice.bytes : 0;
        }
        return bytes;
    }

    /**
     * @param src sending host
     * @param dst receiving host
     * @return times at which messages had left
     */
    std::vector<RdmaTick> EndsOf(uint32_t src, uint32_t dst) const
    {
        std::vector<RdmaTick> ends;
        for (const RdmaServerSlice& slice : slices)
        {
            if (slice.last && slice.channel == m_channels.at({src, dst}))
            {
                ends.push_back(slice.end);
            }
        }
        return ends;
    }

    std::vector<RdmaServerSlice> slices; ///< slices that have left

  private:
    RdmaServerSwitch m_switch;                                    ///< the switch
    RdmaTick m_now;                                               ///< the time
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_channels; ///< by sender and receiver
};

using Times = std::vector<RdmaTick>;

} // namespace

TEST(RdmaServerSwitch, TimesAreExactWhateverTheSizes)
{
    EXPECT_EQ(RdmaServerSwitch::GetTime(1, BYTE_PER_NS), RdmaTick::Ns(1));
    EXPECT_EQ(RdmaServerSwitch::GetTime(1, 3'600'000'000'000), RdmaTick::Ps(2)) << "2.2 ps";
    EXPECT_EQ(RdmaServerSwitch::GetTime(9, 3'600'000'000'000), RdmaTick::Ps(20));
    EXPECT_EQ(RdmaServerSwitch::GetTime(999'999'999'999'999, 999'999'999'999'999),
              RdmaTick::Ms(8000));
    EXPECT_EQ(RdmaServerSwitch::GetTime(uint64_t{1} << 60, 1'000'000'000'000'000),
              RdmaTick::Ps(9'223'372'036'854'775));
}

TEST(RdmaServerSwitch, NothingToDoNeedsNoWakeup)
{
    ServerSwitch between(2);
    between.Run();
    EXPECT_TRUE(between.slices.empty());
}

TEST(RdmaServerSwitch, AMessageCrossesInSlices)
{
    ServerSwitch between(2);
    between.Post(0, 1, 2500);
    between.Run();
    ASSERT_EQ(between.slices.size(), 3U);
    EXPECT_EQ(between.slices[0].bytes, 1000U);
    EXPECT_EQ(between.slices[0].end, RdmaTick::Ns(1000));
    EXPECT_FALSE(between.slices[0].last);
    EXPECT_EQ(between.slices[2].bytes, 500U);
    EXPECT_EQ(between.slices[2].end, RdmaTick::Ns(2500));
    EXPECT_TRUE(between.slices[2].last);
}

TEST(RdmaServerSwitch, ALateCallMakesUpForWhatWasMissed)
{
    ServerSwitch between(3);
    between.Post(0, 1, 2500);
    between.Post(0, 2, 500);
    between.RunUntil(RdmaTick::Us(9));
    EXPECT_EQ(between.EndsOf(0, 1), Times{RdmaTick::Ns(3000)});
    EXPECT_EQ(between.EndsOf(0, 2), Times{RdmaTick::Ns(1500)});
}

TEST(RdmaServerSwitch, AnEarlyCallChangesNothing)
{
    ServerSwitch between(2);
    between.Post(0, 1, 2500);
    for (int64_t ns = 0; ns < 2500; ns += 7)
    {
        between.RunUntil(RdmaTick::Ns(ns));
    }
    between.Run();
    EXPECT_EQ(between.slices.size(), 3U);
    EXPECT_EQ(between.EndsOf(0, 1), Times{RdmaTick::Ns(2500)});
}

TEST(RdmaServerSwitch, ABusySenderKeepsTheRateToThePicosecond)
{
    // Slices of 65,536 B take 145,635.5 ps, messages 2,222,222.2 ps
    ServerSwitch between(3, 3'600'000'000'000, 65536);
    for (uint32_t i = 0; i < 900; ++i)
    {
        between.Post(0, 1 + i % 2, 1'000'000);
    }
    between.Run();
    EXPECT_EQ(between.slices.back().end, RdmaTick::Us(2000)) << "9e8 B x 8 / 3.6e12 bit/s";
}

TEST(RdmaServerSwitch, ABusyReceiverKeepsTheRateToThePicosecond)
{
    ServerSwitch between(4, 3'600'000'000'000, 65536);
    for (uint32_t i = 0; i < 90; ++i)
    {
        between.Post(1 + i % 3, 0, 10);
    }
    between.Run();
    EXPECT_EQ(between.slices.back().end, RdmaTick::Ps(2000)) << "900 B x 8 / 3.6e12 bit/s";
}

TEST(RdmaServerSwitch, BytesMayTakeLessThanAPicosecond)
{
    ServerSwitch between(3, 1'000'000'000'000'000, 65536);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        between.Post(0, 1 + i % 2, 100);
        between.RunUntil(RdmaTick());
    }
    between.Run();
    EXPECT_GE(between.slices.back().end, RdmaTick::Ps(800)) << "1e5 B x 8 / 1e15 bit/s";
    EXPECT_LE(between.slices.back().end, RdmaTick::Ps(801)) << "one slot has ended";
    EXPECT_EQ(between.Count(0, 1), 50'000U);
    EXPECT_EQ(between.Count(0, 2), 50'000U);
}

TEST(RdmaServerSwitch, HostsThatComeFreeAtDifferentTimesStillMeetAllOthers)
{
    // The second pair begins in the middle of a slice of the first. Without slots each pair would
    // find all others busy whenever it becomes free, and the two crosswise messages would wait for
    // its last byte.
    ServerSwitch between(4);
    between.Post(0, 2, 100'000);
    between.RunUntil(RdmaTick::Ns(300));
    between.Post(1, 3, 100'000);
    between.Post(0, 3, 100'000);
    between.Post(1, 2, 100'000);
    between.RunUntil(RdmaTick::Ns(40'000));
    for (const auto& [src, dst] : {std::pair{0, 2}, {1, 3}, {0, 3}, {1, 2}})
    {
        EXPECT_NEAR(static_cast<double>(between.Count(src, dst)), 20'000, 1000) << src << dst;
    }
    between.Run();
    EXPECT_EQ(between.slices.back().end, RdmaTick::Ns(200'300)) << "and no host was idle";
}

TEST(RdmaServerSwitch, ATurnThatIsCutGoesOn)
{
    // Short messages use most of every slot; the long one still gets its half of the sender
    ServerSwitch between(3);
    between.Post(0, 2, 50'000);
    for (uint32_t i = 0; i < 50; ++i)
    {
        between.Post(0, 1, 900);
    }
    between.RunUntil(RdmaTick::Ns(38'000));
    EXPECT_NEAR(static_cast<double>(between.Count(0, 1)), 18'000, 1000);
    EXPECT_NEAR(static_cast<double>(between.Count(0, 2)), 20'000, 1000);
}

TEST(RdmaServerSwitch, EachMessageIsATurn)
{
    ServerSwitch server(3);
    for (int i = 0; i < 3; ++i)
    {
        server.Post(0, 1, 400);
    }
    server.Post(0, 2, 3000);
    server.Run();
    const Times small = server.EndsOf(0, 1);
    ASSERT_EQ(small.size(), 3U);
    for (size_t i = 0; i < 2; ++i)
    {
        EXPECT_GT(small[i + 1] - small[i], RdmaTick::Ns(400)) << "the other message is due between";
    }
    EXPECT_EQ(server.slices.back().end, RdmaTick::Ns(4200));
}

TEST(RdmaServerSwitch, WhatCanCrossDoesNotWait)
{
    // 0 and 1 both send to 2; while one does, the other sends to 3, although its turn came later
    ServerSwitch between(4);
    between.Post(0, 2, 3000);
    between.Post(1, 2, 3000);
    between.Post(0, 3, 3000);
    between.Post(1, 3, 3000);
    between.Run();
    EXPECT_EQ(between.slices.back().end, RdmaTick::Ns(6000)) << "every slot in use";
}

TEST(RdmaServerSwitch, AFreePairUsesTheRestOfASlot)
{
    ServerSwitch between(4);
    between.Post(0, 1, 10'000);
    between.RunUntil(RdmaTick::Ns(400));
    between.Post(2, 3, 1000);
    between.Run();
    EXPECT_EQ(between.EndsOf(2, 3), Times{RdmaTick::Ns(1400)});
    EXPECT_EQ(between.EndsOf(0, 1), Times{RdmaTick::Ns(10'000)});
}

TEST(RdmaServerSwitch, APauseBeginsNewSlots)
{
    ServerSwitch between(2);
    between.Post(0, 1, 100);
    between.Run();
    between.RunUntil(RdmaTick::Ns(650));
    between.Post(0, 1, 1000);
    between.Run();
    EXPECT_EQ(between.slices.size(), 2U) << "one slice each";
    EXPECT_EQ(between.EndsOf(0, 1), (Times{RdmaTick::Ns(100), RdmaTick::Ns(1650)}));
}

TEST(RdmaServerSwitch, BytesAreConservedInAnyMixture)
{
    ServerSwitch between(5, 3'333'333'333'333, 4096);
    uint64_t posted = 0;
    uint64_t messages = 0;
    uint64_t dice = 1;
    for (int64_t step = 0; step < 3000; ++step)
    {
        dice = dice * 6364136223846793005 + 1442695040888963407;
        const uint32_t src = (dice >> 33) % 5;
        const uint32_t dst = (src + 1 + (dice >> 40) % 4) % 5;
        const uint64_t bytes = 1 + (dice >> 45) % 20'000;
        between.RunUntil(RdmaTick::Ps(step * 9973));
        between.Post(src, dst, bytes);
        posted += bytes;
        ++messages;
    }
    between.Run();
    uint64_t left = 0;
    uint64_t ends = 0;
    RdmaTick last;
    for (const RdmaServerSlice& slice : between.slices)
    {
        left += slice.bytes;
        ends += slice.last;
        EXPECT_LE(last, slice.end);
        last = slice.end;
    }
    EXPECT_EQ(left, posted);
    EXPECT_EQ(ends, messages);
}
