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
 * ns3::RdmaJob: a schedule on hosts, and its ideal duration.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param qps QPs per ordered pair of hosts, or per channel
 * @param channels channels of the pair; 0: none
 * @return QP indices that a job uses: with channels, one more per channel for control
 */
constexpr uint32_t
GetRdmaQps(uint32_t qps, uint32_t channels)
{
    return channels == 0 ? qps : channels * (qps + 1);
}

/**
 * @ingroup mrc
 * A schedule to be executed on certain hosts, once or several times.
 */
struct RdmaJob
{
    std::string name;             ///< name, unique in the workload
    std::string type;             ///< kind, such as "all-reduce"; for people and tables
    RdmaSchedule schedule;        ///< the sends
    std::vector<uint32_t> hosts;  ///< host of each rank, all different
    uint64_t bytes{0};            ///< size requested by the user, B; for tables
    bool logsSteps{false};        ///< the steps of its schedule are recorded (RdmaStepLog)
    bool enabled{true};           ///< false: it only reserves QP indices; it may lack a schedule
    uint32_t qps{1};              ///< QPs per ordered pair of hosts over which each send is spread;
                                  ///< with channels, per channel
    uint32_t channels{0};         ///< channels of a schedule with such; 0: it has none
    uint32_t repeat{1};           ///< number of repetitions, one after the other
    Time start;                   ///< start time: from RdmaWorkload::Start, or from that job's end
    std::string after;            ///< job that must have finished before; empty: none
    Ptr<RdmaMessenger> messenger; ///< carries its messages; null: the workload's
    Ptr<RdmaMessenger> control;   ///< carries its messages of kind CONTROL; null: it has none
    RdmaTick leastDuration;       ///< lower bound of a repetition, from a caller that knows the
                                  ///< network

    /**
     * @param nHosts hosts of the cluster: 0 .. nHosts - 1
     * @return the problem of the job by itself; empty if there is none
     */
    std::string Validate(uint32_t nHosts) const;

    /** @return number of QP indices that it uses */
    uint32_t GetNQps() const
    {
        return GetRdmaQps(qps, channels);
    }

    /**
     * @param send a message of its schedule
     * @return number of its pieces, see RdmaSendKind
     */
    uint32_t GetNPieces(const RdmaSend& send) const;

    /**
     * @param send a message of its schedule
     * @param piece piece, 0 .. GetNPieces(send) - 1
     * @return length of the piece, B. Of a Write lengths differ by at most 1; with immediate data
     * all but the last that has bytes are equal multiples of RDMA_NCCL_SPLIT_BYTES
     */
    uint64_t GetPieceBytes(const RdmaSend& send, uint32_t piece) const;

    /**
     * @param send a message of its schedule
     * @param piece piece, 0 .. GetNPieces(send) - 1
     * @return its QP among those of the job, 0 .. GetNQps() - 1
     */
    uint32_t GetQp(const RdmaSend& send, uint32_t piece) const;

    /**
     * @param send a message of its schedule
     * @return the messenger that carries it, if it is set
     */
    const Ptr<RdmaMessenger>& GetMessenger(const RdmaSend& send) const;

    /** @return number of pieces of all sends of one repetition */
    uint64_t GetNFlowsPerRepetition() const;
};

/**
 * @ingroup mrc
 * A lower bound for the duration of one repetition on an otherwise idle network; the largest of
 *
 * - the longest chain of dependent sends, each with the messenger's ideal time (also if a send
 *   waits for completion, which is not earlier than delivery), and computations,
 * - for each host and each of its media, the bytes: no host sends or receives faster than the
 *   payload rate of the medium, and the last four bytes, which may be padding, take at least the
 *   ideal time of a message of 4 B, and
 * - RdmaJob::leastDuration.
 *
 * @param job a job without a cycle, whose hosts the messenger has
 * @param messenger source of ideal times and rates
 * @return the bound, above 0
 */
RdmaTick GetRdmaIdealDuration(const RdmaJob& job, const RdmaMessenger& messenger);

} // namespace ns3

#endif // RDMA_JOB_H
