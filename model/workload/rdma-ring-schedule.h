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
 * All-reduce on a ring. The buffer is cut into one chunk per rank; chunk c starts at rank c and
 * travels 2(n - 1) steps from neighbor to neighbor. On the first n - 1 each rank adds its share,
 * so that the chunk arrives at rank c - 1 with everybody's; on the others it is spread. A rank
 * passes a chunk on as soon as it has arrived and waits for nothing else: ranks may be at
 * different steps.
 *
 * Chunk sizes differ by at most 1 B and add up to the buffer; a buffer of fewer bytes than ranks
 * makes chunks of 0 B, which are not sent.
 *
 * Bandwidths as nccl-tests: S = bytes, busbw / algbw = 2(n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytes buffer of each rank, B, at least 1
 * @return the schedule; the send of chunk c at step k comes from rank (c + k) mod n
 */
RdmaSchedule MakeRdmaRingAllReduce(uint32_t nRanks, uint64_t bytes);

} // namespace ns3

#endif // RDMA_RING_SCHEDULE_H
