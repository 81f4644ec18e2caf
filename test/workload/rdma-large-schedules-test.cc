/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-broadcast-schedule.h"
#include "ns3/rdma-halving-doubling-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-tree-schedule.h"

#include <functional>
#include <gtest/gtest.h>
#include <ostream>

/**
 * @file
 * Schedules of a thousand ranks have exactly the sends and dependencies that the textbook counts.
 */

using namespace ns3;

namespace
{

constexpr uint64_t N = 1024;
constexpr uint64_t BYTES = 64 << 20;

/// A schedule and its size.
struct Large
{
    const char* name;
    std::function<RdmaSchedule()> make;
    uint64_t nSends;
    uint64_t nDependencies;
};

RdmaSchedule
MakeLargeShuffled()
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    return MakeRdmaShuffledAllToAll(N, 4096, *PeekPointer(random));
}

const Large ALL[] = {
    {"RingReduceScatter", [] { return MakeRdmaRingReduceScatter(N, BYTES); }, N*(N - 1), N*(N - 2)},
    {"RingAllReduce", [] { return MakeRdmaRingAllReduce(N, BYTES); }, 2 * N*(N - 1), N*(2 * N - 3)},
    // 2 trees x 64 chunks. Up: one for each edge except the root's only one, because n is a power
    // of two. Down: one for each edge, because the root waits for one child
    {"Tree",
     [] { return MakeRdmaTreeAllReduce(N, BYTES); },
     2 * 64 * 2 * (N - 1),
     2 * 64 * ((N - 2) + (N - 1))},
    // 0 + 1 + ... + 19 for each rank
    {"HalvingDoubling", [] { return MakeRdmaHalvingDoublingAllReduce(N, BYTES); }, 20 * N, 190 * N},
    {"Broadcast", [] { return MakeRdmaBroadcast(N, 7, BYTES); }, 128 * (N - 1), 128 * (N - 2)},
    {"BinomialBroadcast", [] { return MakeRdmaBinomialBroadcast(N, 7, BYTES); }, N - 1, N - 1 - 10},
    {"DirectAllToAll", [] { return MakeRdmaAllToAll(N, 4096); }, N*(N - 1), 0},
    {"ShiftAllToAll", [] { return MakeRdmaShiftAllToAll(N, 4096); }, N*(N - 1), 2 * N*(N - 2)},
    {"ShuffledAllToAll", MakeLargeShuffled, N*(N - 1), 0},
    {"WindowedAllToAll",
     [] { return MakeRdmaWindowedAllToAll(N, 4096, 8); },
     N*(N - 1),
     N*(N - 1 - 8)},
};

std::ostream&
operator<<(std::ostream& os, const Large& large)
{
    return os << large.name;
}

class RdmaLargeSchedules : public ::testing::TestWithParam<Large>
{
};

TEST_P(RdmaLargeSchedules, HaveTheSendsAndDependenciesOfTheTextbook)
{
    const auto schedule = GetParam().make();
    EXPECT_EQ(schedule.Validate(), "");
    EXPECT_EQ(schedule.GetNSends(), GetParam().nSends);
    uint64_t nDependencies = 0;
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        nDependencies += schedule.GetNDependencies(send);
    }
    EXPECT_EQ(nDependencies, GetParam().nDependencies);
}

INSTANTIATE_TEST_SUITE_P(OfAThousandRanks,
                         RdmaLargeSchedules,
                         ::testing::ValuesIn(ALL),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
