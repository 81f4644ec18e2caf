/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_POISSON_SCHEDULE_H
#define RDMA_POISSON_SCHEDULE_H

#include "rdma-flow-size-distribution.h"
#include "rdma-point-to-point-schedule.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Random load: flows that arrive as a Poisson process.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Rate of a random load.
 */
struct RdmaPoissonTraffic
{
    uint32_t nRanks{2}; ///< number of ranks, at least 2
    double rateBps{0};  ///< rate at which one rank can send, bit/s, above 0
    double load{0};     ///< mean share of this rate that each rank sends, above 0
    RdmaTick duration;  ///< flows start from 0 up to this time, above 0
};

/**
 * @ingroup mrc
 * Draw flows: they start as a Poisson process of all ranks together, each at a random rank, to
 * another random one, all equally likely. Loads count bytes of messages, without headers.
 *
 * @param traffic the load; on average at most 2^32 - 1 flows
 * @param sizes distribution of their lengths
 * @param random source of all choices
 * @return the flows in order of start, for MakeRdmaFlows; none if the first one would start after
 * the duration
 */
std::vector<RdmaFlow> MakeRdmaPoissonFlows(const RdmaPoissonTraffic& traffic,
                                           const RdmaFlowSizeDistribution& sizes,
                                           UniformRandomVariable& random);

/**
 * @ingroup mrc
 * @param traffic the load
 * @param sizes distribution of their lengths
 * @return mean number of flows of MakeRdmaPoissonFlows
 */
double GetRdmaPoissonMeanFlows(const RdmaPoissonTraffic& traffic,
                               const RdmaFlowSizeDistribution& sizes);

} // namespace ns3

#endif // RDMA_POISSON_SCHEDULE_H
