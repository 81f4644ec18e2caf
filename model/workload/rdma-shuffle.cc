/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-shuffle.h"

#include <numeric>
#include <utility>

namespace ns3
{

std::vector<uint32_t>
DrawRdmaShuffle(uint32_t n, UniformRandomVariable& random)
{
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t left = n; left > 1; --left)
    {
        std::swap(order[left - 1], order[random.GetInteger(0, left - 1)]);
    }
    return order;
}

} // namespace ns3
