/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_ALL_TO_ALL_SCHEDULE_H
#define RDMA_ALL_TO_ALL_SCHEDULE_H

#include "rdma-schedule.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * All-to-all: every rank sends a separate block to every other rank. The schedules differ in the
 * order of a rank's peers and in the number of its concurrent sends. Bandwidths of all of them as
 * in nccl-tests, whose size counts a rank's whole buffer, including its own block: S = n x
 * bytesPerPair, busbw / algbw = (n - 1) / n.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * All blocks at once. Rank i posts to i + 1, i + 2, ... in this order, so that the ranks begin with
 * different receivers.
 *
 * @param nRanks n, at least 2
 * @param bytesPerPair block from one rank to one other, B, at least 1
 * @return the schedule; step k holds the sends from i to i + k + 1
 */
RdmaSchedule MakeRdmaAllToAll(uint32_t nRanks, uint64_t bytesPerPair);

/**
 * @ingroup mrc
 * Step by step: in step k rank i sends to i + k + 1 and receives from i - k - 1, and begins the
 * next step when its send is complete and the block that it receives has arrived. Every step is a
 * permutation, but there is no other synchronization: ranks may be at different steps.
 *
 * @param nRanks n, at least 2
 * @param bytesPerPair block from one rank to one other, B, at least 1
 * @return the schedule
 */
RdmaSchedule MakeRdmaShiftAllToAll(uint32_t nRanks, uint64_t bytesPerPair);

/**
 * @ingroup mrc
 * All blocks at once, but every rank posts to its peers in a separate random order.
 *
 * @param nRanks n, at least 2
 * @param bytesPerPair block from one rank to one other, B, at least 1
 * @param random source of the orders
 * @return the schedule; step k holds the k-th send of every rank
 */
RdmaSchedule MakeRdmaShuffledAllToAll(uint32_t nRanks,
                                      uint64_t bytesPerPair,
                                      UniformRandomVariable& random);

/**
 * @ingroup mrc
 * A limited number of blocks of a rank at a time: when one of them is complete, the rank begins the
 * one that is `window` positions later in the order i + 1, i + 2, ...; received blocks do not
 * matter.
 *
 * @param nRanks n, at least 2
 * @param bytesPerPair block from one rank to one other, B, at least 1
 * @param window blocks at a time, at least 1; from n - 1 on the schedule is MakeRdmaAllToAll's
 * @return the schedule; step k holds the sends from i to i + k + 1
 */
RdmaSchedule MakeRdmaWindowedAllToAll(uint32_t nRanks, uint64_t bytesPerPair, uint32_t window);

} // namespace ns3

#endif // RDMA_ALL_TO_ALL_SCHEDULE_H
