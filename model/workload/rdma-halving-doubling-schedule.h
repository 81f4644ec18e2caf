/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_HALVING_DOUBLING_SCHEDULE_H
#define RDMA_HALVING_DOUBLING_SCHEDULE_H

#include "rdma-schedule.h"

/**
 * @file
 * @ingroup mrc
 * All-reduce by recursive halving and doubling.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * All-reduce in 2 log2(n) steps (Thakur, Rabenseifner, Gropp: "Optimization of collective
 * communication operations in MPICH", 2005). In step s of the first half, a reduce-scatter, ranks
 * that differ in bit s exchange half of the part that they work on: bytes / 2 with the neighbor,
 * then bytes / 4 at distance 2, and so on, until each rank has the sum of one n-th. The second
 * half, an all-gather, has the same steps in reverse order.
 *
 * If n is not a power of two, r = n - 2^floor(log2 n) ranks do not take part: of each pair among
 * the first 2r ranks the even one sends its whole vector to the odd one before, and receives the
 * result from it afterwards. That costs two more steps.
 *
 * A send waits for all messages whose data it carries. Parts differ by at most 1 B; those of 0 B
 * are not sent.
 *
 * Bandwidths as in nccl-tests: S = bytes, busbw / algbw = 2(n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytes vector of each rank, B, at least 1
 * @return the schedule
 */
RdmaSchedule MakeRdmaHalvingDoublingAllReduce(uint32_t nRanks, uint64_t bytes);

} // namespace ns3

#endif // RDMA_HALVING_DOUBLING_SCHEDULE_H
