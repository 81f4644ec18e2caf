/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLASS_QUEUE_H
#define FABRIC_CLASS_QUEUE_H

#include "fabric-frame-fifo.h"

#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <cstdint>
#include <utility>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClassQueue: the waiting frames of one data class of a port.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The waiting frames of one data class of a port, at most FABRIC_MAX_QUEUE_BYTES.
 */
struct FabricClassQueue
{
    FabricFrameFifo frames; ///< the frames, oldest first
    uint32_t bytes{0};      ///< bytes of these frames, B
    uint32_t maxBytes{0};   ///< largest value of bytes so far, B
    uint32_t count{0};      ///< number of these frames

    /**
     * @param frame appended
     */
    void Push(FabricFrame* frame)
    {
        frames.Push(frame);
        bytes += FabricQueueBytes(*frame);
        maxBytes = std::max(maxBytes, bytes);
        ++count;
    }

    /**
     * Exchange the last frame, which must exist, and a frame that does not wait.
     * @param frame receives the contents of the last one
     */
    void SwapLast(FabricFrame* frame)
    {
        bytes += FabricQueueBytes(*frame) - FabricQueueBytes(*frames.tail);
        maxBytes = std::max(maxBytes, bytes);
        std::swap(*frames.tail, *frame);
        frames.tail->next = nullptr;
    }

    /** @return the first frame, taken out; the queue must not be empty */
    FabricFrame* Pop()
    {
        FabricFrame* frame = frames.Pop();
        bytes -= FabricQueueBytes(*frame);
        --count;
        return frame;
    }
};

} // namespace ns3

#endif // FABRIC_CLASS_QUEUE_H
