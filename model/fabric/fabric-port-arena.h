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
 * Memory of a fabric's ports and their events, contiguous so that a port and its events are
 * neighbors in the cache.
 *
 * A simulator may still hold a reference to an event after the fabric is deleted (a run stopped in
 * the middle). The arena therefore counts its objects and frees itself when the fabric has released
 * it (Release) and the last event has been unreferenced.
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

    /** Count an object made in the arena. */
    void Hold()
    {
        ++m_holders;
    }

    /** Count the end of an object or of the fabric's use; the last call frees the arena. */
    void Release();

    /** @return memory held, B */
    size_t GetBytes() const;

  private:
    FabricPortArena() = default;
    ~FabricPortArena() = default;

    std::vector<std::unique_ptr<std::byte[]>> m_chunks; ///< memory
    size_t m_used{0};                                   ///< bytes used of the last chunk
    uint64_t m_holders{1};                              ///< the fabric and the existing events
};

/**
 * @ingroup mrc
 * An event in the arena. Deleting it does not free its memory, it only notifies the arena.
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
     * @param arena memory of the event
     */
    explicit FabricArenaEvent(FabricPortArena& arena)
    {
        arena.Hold();
    }

    /**
     * Leave the arena. Destructors call it, because the arena must be known after them.
     * @param arena memory of the event
     */
    static void Leave(FabricPortArena& arena);
};

} // namespace ns3

#endif // FABRIC_PORT_ARENA_H
