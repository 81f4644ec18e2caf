/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port-arena.h"

#include "ns3/rdma-prefetch.h"

namespace ns3
{

namespace
{
/// Size of a chunk, about 100 ports.
constexpr size_t CHUNK_BYTES = 64 * 1024;
/// Alignment of allocations.
constexpr size_t LINE_BYTES = RDMA_CACHE_LINE_BYTES;
/// Arena of the event whose destructor has just run; its operator delete comes next.
FabricPortArena* g_dying = nullptr;
} // namespace

FabricPortArena*
FabricPortArena::Create()
{
    return new FabricPortArena;
}

void*
FabricPortArena::Alloc(size_t bytes)
{
    const size_t size = (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    if (m_chunks.empty() || m_used + size > CHUNK_BYTES)
    {
        m_chunks.emplace_back(new std::byte[CHUNK_BYTES + LINE_BYTES]);
        m_used = 0;
    }
    const auto base = reinterpret_cast<uintptr_t>(m_chunks.back().get());
    const uintptr_t aligned = (base + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    void* memory = reinterpret_cast<void*>(aligned + m_used);
    m_used += size;
    return memory;
}

void
FabricPortArena::Release()
{
    if (--m_holders == 0)
    {
        delete this;
    }
}

size_t
FabricPortArena::GetBytes() const
{
    return m_chunks.size() * CHUNK_BYTES;
}

void
FabricArenaEvent::Leave(FabricPortArena& arena)
{
    g_dying = &arena;
}

void*
FabricArenaEvent::operator new(size_t /* size */, void* where)
{
    return where;
}

void
FabricArenaEvent::operator delete(void* /* memory */)
{
    g_dying->Release();
}

void
FabricArenaEvent::operator delete(void* /* memory */, void* /* where */)
{
}

} // namespace ns3
