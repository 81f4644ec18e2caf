/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/seeded-draws.h"

#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace mrcsim;
using Numbers = std::vector<uint64_t>;

Numbers
DrawThree(uint64_t seed, DrawStream stream)
{
    SeededDraws draws(seed, stream);
    return {draws.Draw(1000), draws.Draw(1000), draws.Draw(1000)};
}

TEST(SeededDraws, EveryMachineAndVersionDrawsTheseNumbers)
{
    const uint64_t seed = (5ULL << 32) + 7;
    EXPECT_EQ(DrawThree(seed, DrawStream::FABRIC_LINKS), (Numbers{661, 66, 1}));
    EXPECT_EQ(DrawThree(seed, DrawStream::NIC_LINKS), (Numbers{30, 837, 993}));
    EXPECT_EQ(DrawThree(seed, DrawStream::SWITCHES), (Numbers{820, 259, 847}));
    EXPECT_EQ(DrawThree(seed, DrawStream::TRAFFIC), (Numbers{806, 213, 113}));
}

TEST(SeededDraws, BothHalvesOfTheSeedCount)
{
    const auto draws = DrawThree(7, DrawStream::TRAFFIC);
    EXPECT_NE(draws, DrawThree(8, DrawStream::TRAFFIC));
    EXPECT_NE(draws, DrawThree((1ULL << 32) + 7, DrawStream::TRAFFIC));
}

} // namespace
