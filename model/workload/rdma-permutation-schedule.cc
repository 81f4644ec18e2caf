/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-permutation-schedule.h"

#include "rdma-shuffle.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/**
 * @param groups group of each rank
 * @param destinations destination of each rank
 * @param rank a rank that would stay within its group
 * @param random source of the choice
 * @return a rank to swap destinations with, so that both cross
 */
uint32_t
DrawPartner(const std::vector<uint32_t>& groups,
            const std::vector<uint32_t>& destinations,
            uint32_t rank,
            UniformRandomVariable& random)
{
    std::vector<uint32_t> partners;
    for (uint32_t other = 0; other < groups.size(); ++other)
    {
        if (groups[other] != groups[rank] && groups[destinations[other]] != groups[rank])
        {
            partners.push_back(other);
        }
    }
    NS_ASSERT_MSG(!partners.empty(), "group " << groups[rank] << " holds too many ranks");
    return partners[random.GetInteger(0, static_cast<uint32_t>(partners.size()) - 1)];
}

} // namespace

bool
CanRdmaPermutationCross(const std::vector<uint32_t>& groups)
{
    std::map<uint32_t, uint32_t> sizes;
    for (const uint32_t group : groups)
    {
        ++sizes[group];
    }
    return std::all_of(sizes.begin(), sizes.end(), [&groups](const auto& size) {
        return uint64_t{size.second} * 2 <= groups.size();
    });
}

std::vector<uint32_t>
DrawRdmaPermutation(const std::vector<uint32_t>& groups, UniformRandomVariable& random)
{
    NS_ABORT_MSG_IF(groups.size() < 2, "a permutation needs 2 ranks, not " << groups.size());
    NS_ABORT_MSG_IF(!CanRdmaPermutationCross(groups),
                    "no permutation of " << groups.size()
                                         << " ranks across groups: one group holds more than half");
    auto destinations = DrawRdmaShuffle(static_cast<uint32_t>(groups.size()), random);
    for (uint32_t rank = 0; rank < groups.size(); ++rank)
    {
        if (groups[destinations[rank]] == groups[rank])
        {
            std::swap(destinations[rank],
                      destinations[DrawPartner(groups, destinations, rank, random)]);
        }
    }
    return destinations;
}

RdmaSchedule
MakeRdmaPermutation(const std::vector<uint32_t>& destinations, uint64_t bytes)
{
    NS_ABORT_MSG_IF(bytes == 0, "a permutation of 0 B");
    const auto nRanks = static_cast<uint32_t>(destinations.size());
    RdmaScheduleBuilder builder(nRanks);
    builder.Reserve(nRanks, 0);
    for (uint32_t rank = 0; rank < nRanks; ++rank)
    {
        builder.AddSend(rank, destinations[rank], bytes, 0);
    }
    return builder.Build();
}

} // namespace ns3
