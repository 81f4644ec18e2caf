/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_FIFO_H
#define FABRIC_FRAME_FIFO_H

#include "ns3/fabric-frame.h"

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFrameFifo: a queue of frames.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A FIFO of frames, linked through the frames themselves. It owns its frames.
 */
struct FabricFrameFifo
{
    FabricFrame* head{nullptr}; ///< first, or null
    FabricFrame* tail{nullptr}; ///< last, valid if head is

    /**
     * @param frame frame to append
     */
    void Push(FabricFrame* frame)
    {
        frame->next = nullptr;
        if (head)
        {
            tail->next = frame;
        }
        else
        {
            head = frame;
        }
        tail = frame;
    }

    /** @return the first frame, which is removed; the FIFO must not be empty */
    FabricFrame* Pop()
    {
        FabricFrame* frame = head;
        head = frame->next;
        return frame;
    }

    /** @return number of frames, by counting them */
    uint64_t Count() const
    {
        uint64_t n = 0;
        for (const FabricFrame* frame = head; frame; frame = frame->next)
        {
            ++n;
        }
        return n;
    }
};

} // namespace ns3

#endif // FABRIC_FRAME_FIFO_H
