/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TREE_SCHEDULE_H
#define RDMA_TREE_SCHEDULE_H

#include "rdma-chunks.h"
#include "rdma-schedule.h"

/**
 * @file
 * @ingroup mrc
 * All-reduce on two binary trees.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * All-reduce on a double binary tree (Sanders, Speck, Traeff: "Two-tree algorithms for full
 * bandwidth broadcast, reduction and scan", 2009). Each tree carries half of the buffer, the first
 * one the odd byte: its ranks add up the data of their children, and the root sends the sum down
 * again. Both halves are cut into chunks, which proceed independently: a rank sends chunk k up when
 * it has k from all its children, and down when it has arrived from above, or, at the root, from
 * all children.
 *
 * The first tree is the balanced search tree of the ranks 0 .. n - 1, in which those at odd places
 * are inner nodes and the others leaves. The second one is its mirror for even n, and the first
 * shifted by one rank for odd n. So no rank is an inner node of both, and every rank sends and
 * receives at most twice the buffer, as on a ring. But only about log2(n) ranks are between a leaf
 * and the root.
 *
 * Bandwidths as in nccl-tests: S = bytes, busbw / algbw = 2(n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytes vector of each rank, B, at least 1
 * @param chunkBytes longest chunk, B, at least 1; see RdmaChunks::ForPipeline
 * @return the schedule; the step of a send is the turn at which it would be sent if all chunks took
 * one turn per rank: chunk + number of ranks on the longest path from a leaf
 */
RdmaSchedule MakeRdmaTreeAllReduce(uint32_t nRanks,
                                   uint64_t bytes,
                                   uint64_t chunkBytes = RdmaChunks::PIPELINE_BYTES);

} // namespace ns3

#endif // RDMA_TREE_SCHEDULE_H
