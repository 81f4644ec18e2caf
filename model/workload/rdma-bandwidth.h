/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_BANDWIDTH_H
#define RDMA_BANDWIDTH_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Algorithm and bus bandwidth of collectives, by the conventions of nccl-tests.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Kind of a collective, independent of its algorithm. The comments name the size S that its
 * bandwidths relate to.
 */
enum class RdmaCollective : uint8_t
{
    ALL_REDUCE,     ///< the vector of each rank
    ALL_GATHER,     ///< the result at every rank; each contributes S / n
    REDUCE_SCATTER, ///< the vector of each rank; each keeps S / n
    ALL_TO_ALL,     ///< the buffer of each rank, including its own block of S / n
    BROADCAST,      ///< the buffer of the root
    SEND_RECV,      ///< the data that each rank sends
};

/**
 * @ingroup mrc
 * Algorithm bandwidth measures the service of the user, and falls with n for some collectives.
 * Times this factor it is the bus bandwidth: the rate of a rank's line that a perfect algorithm
 * would need for the same duration, which is comparable with the hardware's rate.
 *
 * @param collective kind of the collective
 * @param nRanks n, at least 1
 * @return busbw / algbw: 2(n - 1) / n for all-reduce, (n - 1) / n for all-gather, reduce-scatter
 *         and all-to-all, 1 for broadcast and send-recv
 */
double GetRdmaBusFactor(RdmaCollective collective, uint32_t nRanks);

/**
 * @ingroup mrc
 * @param sizeBytes S, B
 * @param duration its duration, above zero
 * @return algorithm bandwidth S / duration, bit/s
 */
double GetRdmaAlgbwBps(uint64_t sizeBytes, RdmaTick duration);

} // namespace ns3

#endif // RDMA_BANDWIDTH_H
