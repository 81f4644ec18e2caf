/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-chunks.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

std::vector<uint64_t>
ListLengths(const RdmaChunks& chunks)
{
    std::vector<uint64_t> lengths;
    for (uint32_t i = 0; i < chunks.GetN(); ++i)
    {
        lengths.push_back(chunks.GetBytes(i));
        EXPECT_EQ(chunks.GetOffset(i + 1), chunks.GetOffset(i) + lengths.back());
    }
    return lengths;
}

} // namespace

TEST(RdmaChunks, DifferByOneByteTheLongerOnesFirst)
{
    EXPECT_EQ(ListLengths(RdmaChunks(11, 4)), (std::vector<uint64_t>{3, 3, 3, 2}));
    EXPECT_EQ(ListLengths(RdmaChunks(2, 4)), (std::vector<uint64_t>{1, 1, 0, 0}));
    EXPECT_EQ(RdmaChunks(11, 4).GetNFilled(), 4u);
    EXPECT_EQ(RdmaChunks(2, 4).GetNFilled(), 2u);
    EXPECT_EQ(RdmaChunks(11, 4).GetOffset(0), 0u);
    EXPECT_EQ(RdmaChunks(11, 4).GetOffset(4), 11u);
}

TEST(RdmaChunks, OfAPipelineAreAsFewAsTheirLengthAllowsAndNoneIsEmpty)
{
    EXPECT_EQ(ListLengths(RdmaChunks::ForPipeline(10, 4)), (std::vector<uint64_t>{4, 3, 3}));
    EXPECT_EQ(ListLengths(RdmaChunks::ForPipeline(8, 4)), (std::vector<uint64_t>{4, 4}));
    EXPECT_EQ(ListLengths(RdmaChunks::ForPipeline(3, 4)), (std::vector<uint64_t>{3}));
    EXPECT_EQ(ListLengths(RdmaChunks::ForPipeline(0, 4)), std::vector<uint64_t>());
    EXPECT_EQ(RdmaChunks::ForPipeline(UINT64_MAX, UINT64_MAX).GetN(), 1u);
}

TEST(RdmaChunks, OfAPipelineAreNeverMoreThanAThousandOrSo)
{
    const auto chunks = RdmaChunks::ForPipeline(uint64_t{1} << 40, 1);
    EXPECT_EQ(chunks.GetN(), 1024u);
    EXPECT_EQ(chunks.GetBytes(1023), uint64_t{1} << 30);
    EXPECT_DEATH(RdmaChunks::ForPipeline(1, 0), "chunks of 0 B");
}
