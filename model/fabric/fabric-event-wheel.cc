/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-event-wheel.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Initial number of places, 8 KiB.
constexpr size_t MIN_PLACES = 256;
} // namespace

void
FabricEventWheel::Reset(uint32_t slots, size_t events)
{
    m_buckets.assign(slots, Bucket{NONE, NONE});
    m_buckets.shrink_to_fit();
    m_occupied.Reset(slots);
    m_nodes.clear();
    m_nodes.shrink_to_fit();
    m_size = 0;
    m_free = NONE;
    GrowTo(std::max(events, MIN_PLACES));
}

size_t
FabricEventWheel::GetBytes() const
{
    return m_nodes.capacity() * sizeof(Node) + m_buckets.capacity() * sizeof(Bucket) +
           m_occupied.GetBytes();
}

uint32_t
FabricEventWheel::Put(uint32_t slot, const Scheduler::Event& ev)
{
    if (m_free == NONE)
    {
        GrowTo(m_nodes.size() * 2);
    }
    if (Append(slot, ev))
    {
        return 0;
    }
    Bucket& bucket = m_buckets[slot];
    uint32_t passed = 1;
    uint32_t after = bucket.last;
    while (after != bucket.first && ev.key < m_nodes[m_nodes[after].prev].event.key)
    {
        after = m_nodes[after].prev;
        ++passed;
    }
    const uint32_t place = m_free;
    Node& node = m_nodes[place];
    m_free = node.next;
    ++m_size;
    node = {ev, after, m_nodes[after].prev};
    if (after == bucket.first)
    {
        bucket.first = place;
    }
    else
    {
        m_nodes[node.prev].next = place;
    }
    m_nodes[after].prev = place;
    return passed;
}

bool
FabricEventWheel::Erase(uint32_t slot, const Scheduler::EventKey& key)
{
    Bucket& bucket = m_buckets[slot];
    uint32_t place = bucket.first;
    while (place != NONE && (m_nodes[place].event.key < key || key < m_nodes[place].event.key))
    {
        place = m_nodes[place].next;
    }
    if (place == NONE)
    {
        return false;
    }
    const Node& node = m_nodes[place];
    if (place == bucket.last)
    {
        bucket.last = node.prev;
    }
    else
    {
        m_nodes[node.next].prev = node.prev;
    }
    if (place == bucket.first)
    {
        bucket.first = node.next;
    }
    else
    {
        m_nodes[node.prev].next = node.next;
    }
    if (bucket.first == NONE)
    {
        m_occupied.Clear(slot);
    }
    GiveBack(place);
    return true;
}

void
FabricEventWheel::GrowTo(size_t places)
{
    NS_ABORT_MSG_IF(places >= NONE, "more than " << NONE / 2 << " events wait in the scheduler");
    const size_t old = m_nodes.size();
    m_nodes.resize(places);
    for (size_t place = places; place-- > old;)
    {
        m_nodes[place].next = m_free;
        m_free = static_cast<uint32_t>(place);
    }
}

} // namespace ns3
