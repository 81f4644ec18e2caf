/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NCCL_SCHEDULE_H
#define RDMA_NCCL_SCHEDULE_H

#include "rdma-schedule.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MakeRdmaNcclSchedule: a schedule as NCCL sends it.
 */

namespace ns3
{

/// Channels of a collective: the published setting (docs/nccl.md).
constexpr uint32_t RDMA_NCCL_CHANNELS = 4;

/// Bytes of a collective below which it uses fewer channels, B per channel: 512 threads of 64 B.
constexpr uint64_t RDMA_NCCL_CHANNEL_BYTES = 32 * 1024;

/// Slots of the buffer between two ranks, per channel.
constexpr uint32_t RDMA_NCCL_SLOTS = 8;

/// Length of a slot, B; a message of NCCL fills at most one.
constexpr uint64_t RDMA_NCCL_SLOT_BYTES = 512 * 1024;

/// Slots of a step that are sent before the next step of the algorithm.
constexpr uint32_t RDMA_NCCL_CHUNK_SLOTS = 4;

/// Length of a clear to send, B.
constexpr uint64_t RDMA_NCCL_CONTROL_BYTES = 64;

/// Each QP gets a multiple of this, except for the last that gets any, B.
constexpr uint64_t RDMA_NCCL_SPLIT_BYTES = 128;

/**
 * @ingroup mrc
 * A schedule as NCCL sends it over the network with its protocol SIMPLE (docs/nccl.md). Time in
 * GPUs and proxy threads is not part of it.
 *
 * A message is divided evenly among the channels, and its part of a channel into slots. Each slot
 * is a message with immediate data (RdmaSendKind::IMMEDIATE), and needs a clear to send, a message
 * of 64 B in the other direction (RdmaSendKind::CONTROL). A channel of two ranks has eight slots:
 *
 * - a slot is sent when the clear to send for it is there, when the message in the same slot of
 *   the sender before it is acknowledged, and when its data are there,
 * - the clear to send follows when the message before it in the slot has arrived and has been
 *   copied on, which for a message that is passed on needs a free slot in the next channel.
 *
 * If a message waits for one of the same size that its rank receives, as in a ring, its slots wait
 * for those with the same number; elsewhere all slots wait for whole messages. The slots of a
 * channel are sent in NCCL's order: four slots of each step, then the next four of each.
 *
 * A rank that sends to more than four others, as in an all-to-all, uses one channel for each, as
 * NCCL's sends and receives share its channels.
 *
 * @param schedule messages and computations, each of which waits only for those that were added
 * before it, without remote waits and without messages without end
 * @return the schedule in slots, with the bandwidth rule of the given one; it has no cycle
 */
RdmaSchedule MakeRdmaNcclSchedule(const RdmaSchedule& schedule);

} // namespace ns3

#endif // RDMA_NCCL_SCHEDULE_H
