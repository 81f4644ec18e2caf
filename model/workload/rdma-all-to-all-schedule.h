/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_ALL_TO_ALL_SCHEDULE_H
#define RDMA_ALL_TO_ALL_SCHEDULE_H

#include "rdma-schedule.h"

/**
 * @file
 * @ingroup mrc
 * All-to-all.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Every rank sends a block of its own to every other rank, all at once. Rank i posts to i + 1, i +
 * 2, ... in this order, so that no receiver is everybody's first.
 *
 * Bandwidths as nccl-tests, whose size counts a rank's whole buffer, its own block included:
 * S = n x bytesPerPair, busbw / algbw = (n - 1) / n.
 *
 * @param nRanks n, at least 2
 * @param bytesPerPair block from one rank to one other, B, at least 1
 * @return the schedule; step k holds the sends from i to i + k + 1
 */
RdmaSchedule MakeRdmaAllToAll(uint32_t nRanks, uint64_t bytesPerPair);

} // namespace ns3

#endif // RDMA_ALL_TO_ALL_SCHEDULE_H
