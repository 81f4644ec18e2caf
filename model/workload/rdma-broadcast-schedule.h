/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_BROADCAST_SCHEDULE_H
#define RDMA_BROADCAST_SCHEDULE_H

#include "rdma-chunks.h"
#include "rdma-schedule.h"

/**
 * @file
 * @ingroup mrc
 * Broadcasts: one rank's buffer to all others. Bandwidths of all of them as in nccl-tests: S =
 * bytes, busbw = algbw.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Broadcast along the chain root, root + 1, ..., root + n - 1 (mod n), in chunks: a rank forwards a
 * chunk as soon as it has arrived. For large buffers: every line carries the buffer once, and the n
 * - 2 ranks between add the time of a chunk each.
 *
 * @param nRanks n, at least 2
 * @param root the rank that has the buffer
 * @param bytes the buffer, B, at least 1
 * @param chunkBytes longest chunk, B, at least 1; see RdmaChunks::ForPipeline
 * @return the schedule; step = chunk + ranks it has passed
 */
RdmaSchedule MakeRdmaBroadcast(uint32_t nRanks,
                               uint32_t root,
                               uint64_t bytes,
                               uint64_t chunkBytes = RdmaChunks::PIPELINE_BYTES);

/**
 * @ingroup mrc
 * Broadcast on a binomial tree in ceil(log2 n) steps: in each step, every rank that has the buffer
 * sends it to a rank that has not, at half the distance of the step before. For small buffers: it
 * is sent in one piece, and the root sends it log2(n) times. A rank that has received the buffer
 * posts to all its children, the one with the largest subtree first, without waiting between them.
 *
 * @param nRanks n, at least 2
 * @param root the rank that has the buffer
 * @param bytes the buffer, B, at least 1
 * @return the schedule; the send of step s goes 2^(ceil(log2 n) - 1 - s) ranks further
 */
RdmaSchedule MakeRdmaBinomialBroadcast(uint32_t nRanks, uint32_t root, uint64_t bytes);

} // namespace ns3

#endif // RDMA_BROADCAST_SCHEDULE_H
