/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PERMUTATION_SCHEDULE_H
#define RDMA_PERMUTATION_SCHEDULE_H

#include "rdma-schedule.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Permutation traffic: every rank sends to one rank and receives from one rank.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Check whether every rank can send to another group and receive from exactly one rank.
 * @param groups group of each rank (T0 group of its host)
 * @return true if no group holds more than half of the ranks
 */
bool CanRdmaPermutationCross(const std::vector<uint32_t>& groups);

/**
 * @ingroup mrc
 * A random permutation in which every rank sends to a rank of another group. If every rank is a
 * group by itself, it is an ordinary random derangement.
 *
 * A shuffle is repaired: each rank that would stay within its group swaps destinations with a
 * random rank for which both then cross. Such a rank exists if no group holds more than half of the
 * ranks. (Drawing until a shuffle fits would take e^k shuffles for k ranks per group.)
 *
 * @param groups group of each rank; see CanRdmaPermutationCross
 * @param random source of the choices
 * @return destination of each rank
 */
std::vector<uint32_t> DrawRdmaPermutation(const std::vector<uint32_t>& groups,
                                          UniformRandomVariable& random);

/**
 * @ingroup mrc
 * Every rank sends one message to its destination. S = bytes, busbw = algbw.
 * @param destinations destination of each rank: a permutation without fixed points
 * @param bytes length of each message, B, at least 1
 * @return the schedule
 */
RdmaSchedule MakeRdmaPermutation(const std::vector<uint32_t>& destinations, uint64_t bytes);

} // namespace ns3

#endif // RDMA_PERMUTATION_SCHEDULE_H
