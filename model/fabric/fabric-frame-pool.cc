/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-frame-pool.h"

#include "ns3/packet.h"

namespace ns3
{

namespace
{
/// Frames per chunk: 64 KiB, small enough for tests, large enough to make allocations rare.
constexpr size_t CHUNK_FRAMES = 512;
} // namespace

FabricFramePool::~FabricFramePool()
{
    for (const std::unique_ptr<FabricFrame[]>& chunk : m_chunks)
    {
        for (size_t i = 0; i < CHUNK_FRAMES; ++i)
        {
            if (chunk[i].encap == FabricEncap::PACKET)
            {
                ReleasePacket(&chunk[i]);
            }
        }
    }
}

void
FabricFramePool::ReleasePacket(FabricFrame* frame)
{
    frame->packet->Unref();
    frame->encap = FabricEncap::PLAIN;
}

void
FabricFramePool::Grow()
{
    m_chunks.emplace_back(new FabricFrame[CHUNK_FRAMES]);
    FabricFrame* chunk = m_chunks.back().get();
    for (size_t i = CHUNK_FRAMES; i-- > 0;)
    {
        chunk[i].encap = FabricEncap::PLAIN;
        chunk[i].uses = 0;
        chunk[i].next = m_free;
        m_free = &chunk[i];
    }
}

size_t
FabricFramePool::GetBytes() const
{
    return m_chunks.size() * CHUNK_FRAMES * sizeof(FabricFrame);
}

} // namespace ns3
