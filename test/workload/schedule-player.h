/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEDULE_PLAYER_H
#define SCHEDULE_PLAYER_H

#include "../step-budget.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-schedule-progress.h"
#include "ns3/rdma-schedule.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * Tools for tests of schedules: text form, execution, and execution with data.
 */

namespace mrctest
{

/// By send: the sends it waits for, ascending.
inline std::vector<std::vector<uint32_t>>
ListDependencies(const ns3::RdmaSchedule& schedule)
{
    std::vector<std::vector<uint32_t>> dependencies(schedule.GetNSends());
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        for (const uint32_t dependent : schedule.GetDependents(send))
        {
            dependencies[dependent].push_back(send);
        }
    }
    return dependencies;
}

/// A schedule as text, a line per send: "index: step src>dst bytes < sends it waits for", and of
/// computations "index: step rank duration(ps)ps < sends it waits for".
inline std::string
WriteDown(const ns3::RdmaSchedule& schedule)
{
    const auto dependencies = ListDependencies(schedule);
    std::string text = "\n";
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const auto& send = schedule.GetSend(i);
        text += std::to_string(i) + ": " + std::to_string(send.step) + " " +
                std::to_string(send.src) +
                (send.IsComputation()
                     ? " " + std::to_string(schedule.GetDuration(i).GetPs()) + "ps"
                     : ">" + std::to_string(send.dst) + " " + std::to_string(send.bytes)) +
                (dependencies[i].empty() ? "" : " <");
        for (const uint32_t before : dependencies[i])
        {
            text += " " + std::to_string(before);
        }
        text += "\n";
    }
    return text;
}

/**
 * Execute a schedule in a random order that respects only its dependencies: sends are posted,
 * delivered, and later complete at their senders.
 * @param schedule the schedule
 * @param stream stream of the choices
 * @param onPost called with the index of a send when it is posted
 * @param onDeliver called with the index of a send when it is delivered
 * @param onComplete called with the index of a send when it is complete
 */
template <typename P, typename D, typename C>
void
Execute(const ns3::RdmaSchedule& schedule, int64_t stream, P onPost, D onDeliver, C onComplete)
{
    auto random = ns3::CreateObject<ns3::UniformRandomVariable>();
    random->SetStream(stream);
    const auto take = [&random](std::vector<uint32_t>& from) {
        const auto i = random->GetInteger(0, static_cast<uint32_t>(from.size()) - 1);
        std::swap(from[i], from.back());
        const uint32_t taken = from.back();
        from.pop_back();
        return taken;
    };
    ns3::RdmaScheduleProgress progress;
    std::vector<uint32_t> ready;
    std::vector<uint32_t> underWay;
    std::vector<uint32_t> delivered;
    progress.Begin(schedule, ready);
    for (StepBudget steps; (ready.size() + underWay.size() + delivered.size()) > 0 && steps.Take();)
    {
        const double die = random->GetValue();
        if (!ready.empty() && (die < 0.5 || underWay.size() + delivered.size() == 0))
        {
            const uint32_t send = take(ready);
            progress.Post(send, 1);
            onPost(send);
            underWay.push_back(send);
        }
        else if (!underWay.empty() && (die < 0.75 || delivered.empty()))
        {
            const uint32_t send = take(underWay);
            onDeliver(send);
            progress.Deliver(send, ready);
            if (!schedule.GetSend(send).IsComputation()) // computations are not acknowledged
            {
                delivered.push_back(send);
            }
        }
        else if (!delivered.empty())
        {
            const uint32_t send = take(delivered);
            onComplete(send);
            progress.Complete(send, ready);
        }
    }
    ASSERT_EQ(progress.GetNLeft(), 0u);
}

/// Shares in a sum: a bit for each rank.
using Shares = uint32_t;
/// A buffer: the shares in each of its bytes.
using Buffer = std::vector<Shares>;

/// Bytes of a buffer.
struct Range
{
    uint64_t begin; ///< first byte
    uint64_t end;   ///< position after the last one

    /// @return true if there is a byte in both
    bool Meets(const Range& o) const
    {
        return begin < o.end && o.begin < end;
    }
};

/// Initial data of a collective, and the byte range of the buffer that each of its sends carries.
struct Play
{
    std::vector<Buffer> initial; ///< by rank
    Buffer complete;             ///< each byte of the complete result
    std::vector<Range> ranges;   ///< by send
};

/// Every rank begins with its own share of every byte.
inline Play
MakeReducingPlay(uint32_t n, uint64_t bytes)
{
    Play play;
    for (uint32_t rank = 0; rank < n; ++rank)
    {
        play.initial.push_back(Buffer(bytes, Shares{1} << rank));
    }
    play.complete.assign(bytes, (Shares{1} << n) - 1);
    return play;
}

/**
 * Add received data: a complete sum replaces the old value, all other shares must be new.
 * @param there a byte of a buffer
 * @param comes the same byte of a message
 * @param complete the byte of the complete result
 */
inline void
Merge(Shares& there, Shares comes, Shares complete)
{
    if (comes == complete)
    {
        there = complete;
        return;
    }
    EXPECT_EQ(there & comes, 0u) << "a share is added twice";
    there |= comes;
}

/**
 * Execute a schedule with data. A send carries the initial data of its rank and the data of the
 * sends that it waits for: no other data are certain to be present when it is posted. Each of these
 * sends must bring bytes that it carries.
 * @param schedule the schedule, without waits for a rank's own sends
 * @param play initial data and ranges
 * @return the final buffers, by rank
 */
inline std::vector<Buffer>
PlayData(const ns3::RdmaSchedule& schedule, const Play& play)
{
    EXPECT_EQ(schedule.Validate(), "");
    const auto dependencies = ListDependencies(schedule);
    std::vector<Buffer> wire(schedule.GetNSends());
    std::vector<Buffer> end = play.initial;
    const auto post = [&](uint32_t i) {
        const auto& send = schedule.GetSend(i);
        const Range& range = play.ranges[i];
        EXPECT_EQ(send.bytes, range.end - range.begin) << "send " << i;
        wire[i] = play.initial[send.src];
        for (const uint32_t before : dependencies[i])
        {
            const Range& brought = play.ranges[before];
            EXPECT_EQ(schedule.GetSend(before).dst, send.src);
            EXPECT_TRUE(brought.Meets(range)) << "send " << i << " waits for " << before;
            for (uint64_t b = brought.begin; b < brought.end; ++b)
            {
                Merge(wire[i][b], wire[before][b], play.complete[b]);
            }
        }
        for (uint64_t b = range.begin; b < range.end; ++b)
        {
            EXPECT_NE(wire[i][b], 0u) << "send " << i << " has no byte " << b;
        }
    };
    const auto deliver = [&](uint32_t i) {
        for (uint64_t b = play.ranges[i].begin; b < play.ranges[i].end; ++b)
        {
            Merge(end[schedule.GetSend(i).dst][b], wire[i][b], play.complete[b]);
        }
    };
    Execute(schedule, 1, post, deliver, [](uint32_t) {});
    return end;
}

} // namespace mrctest

#endif // SCHEDULE_PLAYER_H
