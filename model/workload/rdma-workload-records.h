/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_WORKLOAD_RECORDS_H
#define RDMA_WORKLOAD_RECORDS_H

#include "rdma-efficiency.h"

#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The records of a workload: ns3::RdmaFlowRecord, ns3::RdmaJobRecord and ns3::RdmaStepRecord.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One message: a piece of a send of a job. Times count from the start of the simulation.
 *
 * It is closed when it is delivered and acknowledged, or has failed.
 */
struct RdmaFlowRecord
{
    uint32_t flow{0};       ///< number of the flow, in posting order
    uint32_t job{0};        ///< number of the job
    uint32_t repetition{0}; ///< repetition of the job, 0-based
    uint32_t send{0};       ///< index of the send in the job's schedule
    uint32_t step{0};       ///< step of the send
    uint32_t src{0};        ///< sending host
    uint32_t dst{0};        ///< receiving host
    uint32_t qp{0};         ///< QP of this ordered pair of hosts
    uint64_t bytes{0};      ///< length, B
    RdmaTick start;         ///< posted
    RdmaTick end;           ///< delivered: all bytes placed at the receiver
    RdmaTick sentEnd;       ///< acknowledged at the sender, or given up
    RdmaTick ideal;         ///< minimum time from start to end
    RdmaMessageStats stats; ///< packets of the message, valid once sent or failed
    bool delivered{false};  ///< end is valid
    bool sent{false};       ///< acknowledged at the sender
    bool failed{false};     ///< given up by the sender: its QP failed

    /** @return true if it is delivered and acknowledged, or has failed */
    bool IsClosed() const
    {
        return failed || (sent && delivered);
    }

    /** @return time from start to delivery; only if delivered */
    RdmaTick GetDuration() const
    {
        return end - start;
    }

    /** @return duration / ideal, at least 1; only if delivered */
    double GetSlowdown() const
    {
        return static_cast<double>(GetDuration().GetPs()) / static_cast<double>(ideal.GetPs());
    }
};

static_assert(sizeof(RdmaFlowRecord) <= 128, "a million flows fit into 128 MB");

/**
 * @ingroup mrc
 * One repetition of a job. Times count from the start of the simulation.
 */
struct RdmaJobRecord
{
    uint32_t job{0};        ///< number of the job
    uint32_t repetition{0}; ///< repetition, 0-based
    RdmaTick start;         ///< time at which its first sends were posted, or could have been
    RdmaTick end;           ///< time at which its last send was delivered
    RdmaTick ideal;         ///< lower bound of the duration, see GetRdmaIdealDuration
    double algbwBps{0};     ///< RdmaSchedule::GetSizeBytes / duration, bit/s
    double busbwBps{0};     ///< algbw x RdmaSchedule::GetBusFactor, bit/s
    bool finished{false};   ///< end and bandwidths are valid

    /** @return time from start to end; only if finished */
    RdmaTick GetDuration() const
    {
        return end - start;
    }

    /** @return ideal / duration, at most 1; only if finished */
    double GetEfficiency() const
    {
        return GetRdmaEfficiency(ideal, GetDuration());
    }
};

/**
 * @ingroup mrc
 * A step of one repetition of a job that records its steps. Times count from the start of the
 * simulation. Each rank proceeds independently, so steps may overlap.
 */
struct RdmaStepRecord
{
    uint32_t job{0};        ///< number of the job
    uint32_t repetition{0}; ///< repetition of the job, 0-based
    uint32_t step{0};       ///< number of the step (RdmaSend::step)
    uint32_t nLeft{0};      ///< number of its messages and computations that are not delivered or
                            ///< done
    RdmaTick start;         ///< time at which the first rank began it
    RdmaTick end;           ///< time at which the last rank finished it
    RdmaTick compute;       ///< sum of the computations of the rank that computes longest in it
    bool started{false};    ///< start is valid

    /** @return true if it is finished: end is valid */
    bool IsFinished() const
    {
        return nLeft == 0;
    }

    /** @return time from start to end; only if finished */
    RdmaTick GetDuration() const
    {
        return end - start;
    }
};

} // namespace ns3

#endif // RDMA_WORKLOAD_RECORDS_H
