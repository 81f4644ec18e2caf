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
 * What a collective does, whatever its algorithm. Behind each the size S that its bandwidths
 * relate to.
 */
enum class RdmaCollective : uint8_t
{
    ALL_REDUCE,     ///< the vector of each rank
    ALL_GATHER,     ///< what every rank has in the end; each brings S / n
    REDUCE_SCATTER, ///< the vector of each rank; each keeps S / n
    ALL_TO_ALL,     ///< the buffer of each rank, its own block of S / n included
    BROADCAST,      ///< the buffer of the root
    SEND_RECV,      ///< what each rank sends
};

/**
 * @ingroup mrc
 * Algorithm bandwidth tells how fast the user is served, and falls with n by the nature of the
 * collective. Times this factor it is the bus bandwidth: the rate of a rank's line that a perfect
 * algorithm would need for the same duration, which compares with hardware.
 *
 * @param collective what is done
 * @param nRanks n, at least 1
 * @return busbw / algbw: 2(n - 1) / n for all-reduce, (n - 1) / n for all-gather, reduce-scatter
 *         and all-to-all, 1 for broadcast and send-recv
 */
double GetRdmaBusFactor(RdmaCollective collective, uint32_t nRanks);

/**
 * @ingroup mrc
 * @param sizeBytes S, B
 * @param duration how long it took, above zero
 * @return algorithm bandwidth S / duration, bit/s
 */
double GetRdmaAlgbwBps(uint64_t sizeBytes, RdmaTick duration);

} // namespace ns3

#endif // RDMA_BANDWIDTH_H
