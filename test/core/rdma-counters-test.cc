/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-transport.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>

namespace
{

using namespace ns3;

TEST(RdmaCounters, EveryCounterIsAdded)
{
    using Values = std::array<uint64_t, sizeof(RdmaCounters) / sizeof(uint64_t)>;
    Values values;
    for (size_t i = 0; i < values.size(); ++i)
    {
        values[i] = 7 * i + 2;
    }
    RdmaCounters added;
    std::memcpy(static_cast<void*>(&added), values.data(), sizeof(added));
    RdmaCounters sum = added;
    sum += added;
    Values found;
    std::memcpy(found.data(), &sum, sizeof(sum));
    for (size_t i = 0; i < values.size(); ++i)
    {
        EXPECT_EQ(found[i], 2 * values[i]) << "counter " << i;
    }
}

} // namespace
