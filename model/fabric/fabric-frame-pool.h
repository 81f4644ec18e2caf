/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_POOL_H
#define FABRIC_FRAME_POOL_H

#include "ns3/fabric-frame.h"

#include <cstddef>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFramePool: the allocator of frames.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A free list of frames, grown in chunks and never shrunk: no allocation per packet. A frame that
 * holds a packet of ns-3's stack (FabricEncap::PACKET) holds it until the frame is freed or the
 * pool is deleted; no free frame is of this kind.
 *
 * Law: taken - returned = GetLive() = frames queued or in flight somewhere.
 */
class FabricFramePool
{
  public:
    FabricFramePool() = default;
    ~FabricFramePool();
    FabricFramePool(const FabricFramePool&) = delete;
    FabricFramePool& operator=(const FabricFramePool&) = delete;

    /**
     * @return a frame with unspecified contents, but not of kind PACKET; return it with Free
     */
    FabricFrame* Alloc()
    {
        if (!m_free)
        {
            Grow();
        }
        FabricFrame* frame = m_free;
        m_free = frame->next;
        ++m_live;
        return frame;
    }

    /**
     * @param frame a frame from Alloc, which must not be used any more
     */
    void Free(FabricFrame* frame)
    {
        if (frame->encap == FabricEncap::PACKET)
        {
            ReleasePacket(frame);
        }
        ++frame->uses;
        frame->next = m_free;
        m_free = frame;
        --m_live;
    }

    /** @return frames allocated and not freed */
    uint64_t GetLive() const
    {
        return m_live;
    }

    /** @return memory held, B */
    size_t GetBytes() const;

  private:
    /** Add a chunk of frames to the free list. */
    void Grow();

    /**
     * @param frame a frame of kind PACKET; becomes one without packet
     */
    [[gnu::cold]] static void ReleasePacket(FabricFrame* frame);

    FabricFrame* m_free{nullptr};                         ///< head of the free list
    uint64_t m_live{0};                                   ///< frames outside the free list
    std::vector<std::unique_ptr<FabricFrame[]>> m_chunks; ///< all memory
};

} // namespace ns3

#endif // FABRIC_FRAME_POOL_H
