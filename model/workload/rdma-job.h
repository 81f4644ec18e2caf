/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_JOB_H
#define RDMA_JOB_H

#include "rdma-schedule.h"

#include "ns3/nstime.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaJob: a schedule on hosts, and the shortest time it can take.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A schedule to be executed on certain hosts, once or several times.
 */
struct RdmaJob
{
    std::string name;            ///< name, unique in the workload
    std::string type;            ///< what it is, e.g. "all-reduce"; for people and tables
    RdmaSchedule schedule;       ///< the sends
    std::vector<uint32_t> hosts; ///< host of each rank, all different
    uint64_t bytes{0};           ///< the size the user asked for, B; for tables
    bool logsSteps{false};       ///< steps of its schedule are written down (RdmaStepLog)
    bool enabled{true};          ///< false: it only keeps its place; it may lack a schedule
    uint32_t qps{1};             ///< QPs per ordered pair of hosts over which each send is spread
    uint32_t repeat{1};          ///< number of repetitions, one after the other
    Time start;        ///< when to start: after RdmaWorkload::Start, or after that job's end
    std::string after; ///< job that must have finished before; empty if none
    Ptr<RdmaMessenger> messenger; ///< carries its messages; null: the workload's
    RdmaTick leastDuration;       ///< known to whoever knows the network: no repetition takes less

    /**
     * @param nHosts hosts of the cluster: 0 .. nHosts - 1
     * @return what makes the job impossible on its own; empty if nothing does
     */
    std::string Validate(uint32_t nHosts) const;

    /**
     * @param bytes length of a send, B, at least 1
     * @return number of pieces it is cut into: one per QP, but none of 0 B
     */
    uint32_t GetNPieces(uint64_t bytes) const;

    /**
     * @param bytes length of a send, B
     * @param piece piece, 0 .. GetNPieces(bytes) - 1; also the QP it takes among the job's
     * @return length of the piece, B; lengths differ by at most 1
     */
    uint64_t GetPieceBytes(uint64_t bytes, uint32_t piece) const;

    /** @return number of pieces of all sends of one repetition */
    uint64_t GetNFlowsPerRepetition() const;
};

/**
 * @ingroup mrc
 * A lower bound for the duration of one repetition with the network for itself; the largest of
 *
 * - the longest chain of dependent sends, each taking the messenger's ideal time (also where
 *   somebody waits for it to be complete, which is not sooner than delivered), and computations,
 * - for each host and each of its ways, the bytes: no host sends or receives faster than the
 *   payload rate of the way, and the last four, which padding may stand for, take at least the
 *   ideal time of a message of 4 B, and
 * - RdmaJob::leastDuration.
 *
 * @param job a job without a cycle, whose hosts the messenger has
 * @param messenger tells ideal times and rates
 * @return the bound, above 0
 */
RdmaTick GetRdmaIdealDuration(const RdmaJob& job, const RdmaMessenger& messenger);

} // namespace ns3

#endif // RDMA_JOB_H
