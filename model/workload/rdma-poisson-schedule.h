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
 * Random load: flows that come as a Poisson process.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * How many flows come, and between whom.
 */
struct RdmaPoissonTraffic
{
    uint32_t nRanks{2}; ///< number of ranks, at least 2
    double rateBps{0};  ///< what one rank can send, bit/s, above 0
    double load{0};     ///< share of this that each rank sends on average, above 0; 1 is all of it
    RdmaTick duration;  ///< flows start from 0 up to this, above 0
};

/**
 * @ingroup mrc
 * Draw flows: they start as a Poisson process of all ranks together, each at a random rank, to a
 * random other one, all equally likely. Loads count bytes of messages, without headers.
 *
 * @param traffic how many, and between whom; no more flows than 2^32 - 1 on average
 * @param sizes how long they are
 * @param random source of all choices
 * @return the flows in order of start, for MakeRdmaFlows; none if the first one would come after
 *         the duration
 */
std::vector<RdmaFlow> MakeRdmaPoissonFlows(const RdmaPoissonTraffic& traffic,
                                           const RdmaFlowSizeDistribution& sizes,
                                           UniformRandomVariable& random);

/**
 * @ingroup mrc
 * @param traffic how many flows come
 * @param sizes how long they are
 * @return how many MakeRdmaPoissonFlows draws on average
 */
double GetRdmaPoissonMeanFlows(const RdmaPoissonTraffic& traffic,
                               const RdmaFlowSizeDistribution& sizes);

} // namespace ns3

#endif // RDMA_POISSON_SCHEDULE_H
