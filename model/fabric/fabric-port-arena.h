/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_ARENA_H
#define FABRIC_PORT_ARENA_H

#include "ns3/event-impl.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPortArena: the memory of ports and their re-used events.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Memory of a fabric's ports and their events, in one piece so that a port and its events are
 * neighbours in the cache.
 *
 * A simulator may still hold a reference to an event when the fabric is gone (a run stopped in
 * the middle). The arena therefore counts what lives in it and frees itself when the fabric has
 * let go (Release) and the last event has been unreferenced.
 */
class FabricPortArena
{
  public:
    /** @return a new arena, held by the caller until Release */
    static FabricPortArena* Create();

    /**
     * @param bytes size
     * @return cache line aligned memory
     */
    void* Alloc(size_t bytes);

    /** Something that lives here has begun to live. */
    void Hold()
    {
        ++m_holders;
    }

    /** Something that lives here has ended, or the fabric lets go; the last one frees the arena. */
    void Release();

    /** @return memory held, B */
    size_t GetBytes() const;

  private:
    FabricPortArena() = default;
    ~FabricPortArena() = default;

    std::vector<std::unique_ptr<std::byte[]>> m_chunks; ///< memory
    size_t m_used{0};                                   ///< bytes used of the last chunk
    uint64_t m_holders{1};                              ///< the fabric and the living events
};

/**
 * @ingroup mrc
 * An event that lives in the arena. Deleting it only tells the arena.
 */
class FabricArenaEvent : public EventImpl
{
  public:
    /**
     * @param size bytes
     * @param where memory from the arena
     * @return where
     */
    static void* operator new(size_t size, void* where);
    /**
     * @param memory stays with the arena
     */
    static void operator delete(void* memory);
    /**
     * Counterpart of the placement form.
     * @param memory stays with the arena
     * @param where the same
     */
    static void operator delete(void* memory, void* where);

  protected:
    /**
     * @param arena where it lives
     */
    explicit FabricArenaEvent(FabricPortArena& arena)
    {
        arena.Hold();
    }

    /**
     * What a destructor has to call: the arena must be known after it.
     * @param arena where it lived
     */
    static void Leave(FabricPortArena& arena);
};

} // namespace ns3

#endif // FABRIC_PORT_ARENA_H
