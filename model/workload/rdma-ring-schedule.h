/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_RING_SCHEDULE_H
#define RDMA_RING_SCHEDULE_H

#include "rdma-schedule.h"

/**
 * @file
 * @ingroup mrc
 * Collectives on a ring of ranks.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Reduce-scatter on a ring: every rank receives one chunk of the sum of all vectors. The vector is
 * cut into one chunk per rank; chunk c starts at rank c and moves n - 1 steps from neighbor to
 * neighbor, each of which adds its part, so that it ends at rank c - 1 (mod n) with the parts of
 * all ranks. A rank forwards a chunk as soon as it has arrived and waits for nothing else: ranks
 * may be at different steps.
 *
 * Chunk sizes differ by at most 1 B and add up to the vector; a vector of fewer bytes than ranks
 * has chunks of 0 B, which are not sent.
 *
 * Bandwidths as in nccl-tests: S = bytes, busbw / algbw = (n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytes vector of each rank, n times the chunk that it receives, B, at least 1
 * @return the schedule; the send of chunk c at step k comes from rank (c + k) mod n
 */
RdmaSchedule MakeRdmaRingReduceScatter(uint32_t nRanks, uint64_t bytes);

/**
 * @ingroup mrc
 * All-gather on a ring: every rank contributes a chunk, and all ranks receive all chunks. Chunk c
 * starts at rank c and moves n - 1 steps from neighbor to neighbor, each of which keeps a copy.
 * Chunks, dependencies and bandwidths are those of MakeRdmaRingReduceScatter.
 *
 * @param nRanks n, at least 2
 * @param bytes result at every rank, n times the chunk that it contributes, B, at least 1
 * @return the schedule; the send of chunk c at step k comes from rank (c + k) mod n
 */
RdmaSchedule MakeRdmaRingAllGather(uint32_t nRanks, uint64_t bytes);

/**
 * @ingroup mrc
 * All-reduce on a ring: a reduce-scatter, then an all-gather of its results. The two overlap in
 * time: a chunk begins the second part when it has ended the first.
 *
 * Bandwidths as in nccl-tests: S = bytes, busbw / algbw = 2(n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytes vector of each rank, B, at least 1
 * @return the schedule; the send of chunk c at step k, of 2(n - 1), comes from rank (c + k) mod n
 */
RdmaSchedule MakeRdmaRingAllReduce(uint32_t nRanks, uint64_t bytes);

} // namespace ns3

#endif // RDMA_RING_SCHEDULE_H
