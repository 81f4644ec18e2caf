/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRAINING_SCHEDULE_H
#define RDMA_TRAINING_SCHEDULE_H

#include "rdma-schedule.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Synchronous training: computations and the messages between them.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Order of the passes of a pipeline stage.
 */
enum class RdmaPipelineOrder : uint8_t
{
    ONE_FORWARD_ONE_BACKWARD, ///< as many forward passes as fill the pipeline, then alternately
    ALL_FORWARD,              ///< all forward passes, then all backward passes
};

/**
 * @ingroup mrc
 * Steps of synchronous training. Ranks are laid out with tensor innermost, then expert, then data,
 * then pipeline: rank = ((stage x data + d) x expert + e) x tensor + t.
 *
 * In a step each rank does a forward and a backward pass for each microbatch. Dependencies:
 *
 * - Between pipeline stages: a rank begins a forward pass when the activations of the rank at its
 *   position in the stage before have arrived, and a backward pass when the gradients of the stage
 *   behind have arrived. Sending them does not delay computations.
 * - A pass goes through the layers of the stage. A layer ends with a ring all-reduce in the tensor
 *   group. With experts it has two all-to-alls in the expert group: after the first half of its
 *   computation, and after the second. The rank continues when it has received all of them.
 * - Gradients are reduced over a ring of all ranks of the stage with the same t: ranks that differ
 *   in e hold other experts, but the same other parameters. They are cut into buckets; bucket b may
 *   begin when the part (b + 1) / buckets of the last backward pass is computed, or without overlap
 *   when all of it is done. A rank reduces one bucket after the other.
 * - With sharded parameters a bucket is reduced and scattered, and gathered when the rank has done
 *   so with all buckets.
 *
 * A rank begins the next step when it has computed all of the step and received all its gradients.
 * There is no other barrier.
 */
struct RdmaTrainingPlan
{
    uint32_t steps{1};         ///< steps, at least 1
    uint32_t data{1};          ///< data-parallel degree, at least 1
    uint32_t expert{1};        ///< expert-parallel degree, at least 1
    uint32_t tensor{1};        ///< tensor-parallel degree, at least 1
    uint32_t pipeline{1};      ///< pipeline stages, at least 1
    uint32_t microbatches{1};  ///< microbatches of a step, at least 1
    uint32_t layers{1};        ///< layers of a stage, at least 1
    uint32_t buckets{1};       ///< buckets of gradients, at least 1; those of 0 B are omitted
    RdmaTick compute;          ///< forward and backward pass of a microbatch on a rank, at least 0
    double jitter{0};          ///< maximum random increase of every pass, as a share, 0..1
    uint64_t gradientBytes{0}; ///< gradients of a rank, B; 0: they are not reduced
    uint64_t activationBytes{0}; ///< activations of a microbatch between ranks of two stages, B; at
                                 ///< least 1 if there are several stages
    uint64_t tensorBytes{0};     ///< vector of the all-reduce of a layer and pass, B; 0: none
    uint64_t expertBytes{0};     ///< message of an all-to-all from one rank to another, B; 0: none
    RdmaPipelineOrder order{RdmaPipelineOrder::ONE_FORWARD_ONE_BACKWARD}; ///< order of passes
    bool overlap{true};  ///< gradients are reduced during the last backward pass
    bool sharded{false}; ///< reduce-scatter and all-gather instead of an all-reduce

    /** @return number of ranks of a stage */
    uint64_t GetStageRanks() const
    {
        return uint64_t{data} * expert * tensor;
    }

    /** @return the forward pass, a third of compute; the rest is the backward pass */
    RdmaTick GetForward() const
    {
        return compute / 3;
    }

    /** @return number of buckets with bytes; 0 if nothing is reduced */
    uint32_t GetNBuckets() const;

    /** @return true if a layer ends with an all-reduce in the tensor group */
    bool HasTensor() const
    {
        return tensor > 1 && tensorBytes > 0;
    }

    /** @return true if a layer has all-to-alls in the expert group */
    bool HasExperts() const
    {
        return expert > 1 && expertBytes > 0;
    }
};

/**
 * @ingroup mrc
 * All steps in one schedule, so that each rank proceeds to the next step by itself. RdmaSend::step
 * is the step of training, 0-based. Bandwidths use the bytes of the busiest rank.
 *
 * @param plan the steps; at most 2^32 - 1 ranks and sends
 * @param random source of the jitter, in the order in which passes are made; may be null without
 * jitter
 * @return the schedule
 */
RdmaSchedule MakeRdmaTraining(const RdmaTrainingPlan& plan, UniformRandomVariable* random);

} // namespace ns3

#endif // RDMA_TRAINING_SCHEDULE_H
