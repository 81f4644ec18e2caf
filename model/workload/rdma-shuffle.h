/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SHUFFLE_H
#define RDMA_SHUFFLE_H

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Random orders of ranks.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param n number of elements
 * @param random source of n - 1 choices
 * @return 0 .. n - 1 in random order, all orders equally likely
 */
std::vector<uint32_t> DrawRdmaShuffle(uint32_t n, UniformRandomVariable& random);

} // namespace ns3

#endif // RDMA_SHUFFLE_H
