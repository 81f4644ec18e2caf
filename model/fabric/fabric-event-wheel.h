/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_EVENT_WHEEL_H
#define FABRIC_EVENT_WHEEL_H

#include "fabric-slot-bitmap.h"

#include "ns3/rdma-prefetch.h"
#include "ns3/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEventWheel: a ring of sorted buckets of events.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A ring of buckets, each a list of events in ns-3's order (time, then uid). The caller maps times
 * to buckets.
 *
 * The place of an event is searched from the end of its bucket, because a later insertion usually
 * has a later time: any number of events at one time costs one comparison each. Places for events
 * are in one array and are re-used, the last freed one first, while it is still in the cache.
 */
class FabricEventWheel
{
  public:
    /**
     * Remove all events.
     * @param slots number of buckets, a power of two and at least FabricSlotBitmap::WORD_SLOTS
     * @param events expected number of simultaneous events; more are possible
     */
    void Reset(uint32_t slots, size_t events);

    /** @return true if there is no event */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** @return number of events */
    size_t GetSize() const
    {
        return m_size;
    }

    /** @return number of events for which there is memory */
    size_t GetCapacity() const
    {
        return m_nodes.size();
    }

    /** @return memory held, B */
    size_t GetBytes() const;

    /**
     * Append an event to a bucket, which is the usual case.
     * @param slot bucket
     * @param ev the event
     * @return false if its place is not at the end or if no place is free: use Put
     */
    bool Append(uint32_t slot, const Scheduler::Event& ev)
    {
        Bucket& bucket = m_buckets[slot];
        const bool first = bucket.first == NONE;
        const uint32_t place = m_free;
        if (place == NONE || (!first && ev.key < m_nodes[bucket.last].event.key))
        {
            return false;
        }
        Node& node = m_nodes[place];
        m_free = node.next;
        ++m_size;
        node.event = ev;
        node.next = NONE;
        node.prev = bucket.last;
        if (first)
        {
            bucket.first = place;
            m_occupied.Set(slot);
        }
        else
        {
            m_nodes[bucket.last].next = place;
        }
        bucket.last = place;
        return true;
    }

    /**
     * Insert an event into a bucket in order.
     * @param slot bucket
     * @param ev the event
     * @return events of the bucket passed in the search for its place
     */
    uint32_t Put(uint32_t slot, const Scheduler::Event& ev);

    /**
     * @param slot bucket to begin with; the wheel must not be empty
     * @return the first bucket that is not empty, with wraparound
     */
    uint32_t FindFrom(uint32_t slot) const
    {
        return m_occupied.FindFrom(slot);
    }

    /**
     * @param slot a bucket that is not empty
     * @return its first event
     */
    const Scheduler::Event& GetFirst(uint32_t slot) const
    {
        return m_nodes[m_buckets[slot].first].event;
    }

    /**
     * @param slot a bucket that is not empty
     * @return its first event, which is removed
     */
    Scheduler::Event TakeFirst(uint32_t slot)
    {
        Bucket& bucket = m_buckets[slot];
        const uint32_t place = bucket.first;
        Node& node = m_nodes[place];
        bucket.first = node.next;
        if (bucket.first == NONE)
        {
            m_occupied.Clear(slot);
        }
        GiveBack(place);
        return node.event;
    }

    /**
     * Prefetch the next event if it is in a near bucket. Most events are ports, of which three
     * cache lines are needed at once; for other events the prefetch does no harm.
     * @param slot bucket to begin with
     */
    void Prefetch(uint32_t slot) const
    {
        uint32_t place = m_buckets[slot].first;
        if (place == NONE)
        {
            place = m_buckets[m_occupied.FindNear(slot)].first;
        }
        if (place != NONE)
        {
            const auto* impl = reinterpret_cast<const char*>(m_nodes[place].event.impl);
            __builtin_prefetch(impl);
            __builtin_prefetch(impl + RDMA_CACHE_LINE_BYTES);
            __builtin_prefetch(impl + 2 * RDMA_CACHE_LINE_BYTES);
        }
    }

    /**
     * @param slot bucket
     * @param key of an event
     * @return true if the event was found; it is removed
     */
    bool Erase(uint32_t slot, const Scheduler::EventKey& key);

  private:
    /// No place.
    static constexpr uint32_t NONE = UINT32_MAX;

    /// An event in a bucket, or a free place.
    struct Node
    {
        Scheduler::Event event; ///< the event
        uint32_t next;          ///< place of the next in the bucket, or of the next free one
        uint32_t prev;          ///< place of the previous one; unspecified for the first
    };

    static_assert(sizeof(Node) == 32, "two events share a cache line");

    /// A list of events.
    struct Bucket
    {
        uint32_t first; ///< place of the first event, or NONE
        uint32_t last;  ///< place of the last, valid if there is a first
    };

    /**
     * @param place place to free
     */
    void GiveBack(uint32_t place)
    {
        m_nodes[place].next = m_free;
        m_free = place;
        --m_size;
    }

    /**
     * Grow the array of places.
     * @param places new number of places
     */
    void GrowTo(size_t places);

    std::vector<Node> m_nodes;     ///< all places
    std::vector<Bucket> m_buckets; ///< by slot
    FabricSlotBitmap m_occupied;   ///< buckets that are not empty
    size_t m_size{0};              ///< events
    uint32_t m_free{NONE};         ///< first free place
};

} // namespace ns3

#endif // FABRIC_EVENT_WHEEL_H
