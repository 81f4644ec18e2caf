/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_POINT_TO_POINT_SCHEDULE_H
#define RDMA_POINT_TO_POINT_SCHEDULE_H

#include "rdma-schedule.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Patterns of single messages without dependencies: write, incast, send-recv, a list of flows.
 * Bandwidths of all of them: S = bytes of the busiest rank, busbw = algbw.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One message of an explicit list.
 */
struct RdmaFlow
{
    uint32_t src{0};   ///< sending rank
    uint32_t dst{0};   ///< receiving rank
    uint64_t bytes{0}; ///< length, B; at least 1
    RdmaTick start;    ///< time at which it is posted, from the start of the schedule
};

/**
 * @ingroup mrc
 * Rank 0 writes to rank 1.
 * @param bytes length of the message, B, at least 1
 * @return the schedule, of 2 ranks
 */
RdmaSchedule MakeRdmaWrite(uint64_t bytes);

/**
 * @ingroup mrc
 * All ranks except one send to that one at once.
 * @param nRanks number of ranks, the receiver included, at least 2
 * @param receiver rank that receives, 0 .. nRanks - 1
 * @param bytes length of each message, B, at least 1
 * @return the schedule
 */
RdmaSchedule MakeRdmaIncast(uint32_t nRanks, uint32_t receiver, uint64_t bytes);

/**
 * @ingroup mrc
 * Every rank sends to its next neighbor on the ring at once, without waiting for the message that
 * it receives.
 * @param nRanks number of ranks, at least 2
 * @param bytes length of each message, B, at least 1
 * @return the schedule
 */
RdmaSchedule MakeRdmaSendRecv(uint32_t nRanks, uint64_t bytes);

/**
 * @ingroup mrc
 * @param nRanks n, larger than every rank of a flow
 * @param flows messages; messages of one pair that start together are posted in the order of the
 * list
 * @return the schedule; step = position in the list
 */
RdmaSchedule MakeRdmaFlows(uint32_t nRanks, const std::vector<RdmaFlow>& flows);

} // namespace ns3

#endif // RDMA_POINT_TO_POINT_SCHEDULE_H
