/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-table-forwarding.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/**
 * @param [in,out] marks by port; grow as needed
 * @param port the port to mark
 */
void
Mark(std::vector<bool>& marks, uint32_t port)
{
    marks.resize(std::max<size_t>(marks.size(), port + size_t{1}), false);
    marks[port] = true;
}

/**
 * @param marks by port
 * @return true if it is marked
 */
bool
IsMarked(const std::vector<bool>& marks, uint32_t port)
{
    return port < marks.size() && marks[port];
}
} // namespace

void
FabricPortTable::Set(uint32_t key, uint32_t port)
{
    NS_ABORT_MSG_IF(key == ~0U, "a table of ports cannot contain the key " << key);
    if (2 * (m_used + 1) > m_slots.size())
    {
        const std::vector<Slot> old = std::move(m_slots);
        m_slots = std::vector<Slot>(std::max<size_t>(4, 2 * old.size()));
        for (const Slot& slot : old)
        {
            m_slots[FindSlot(slot.key)] = slot;
        }
    }
    Slot& slot = m_slots[FindSlot(key)];
    m_used += slot.key != key;
    slot = {key, port};
}

FabricTableForwarding::FabricTableForwarding(const FabricSwitchRoutes& routes)
    : m_routes(routes)
{
}

void
FabricTableForwarding::SetNeighbor(uint16_t usid, uint32_t port)
{
    m_neighbors.Set(usid, port);
}

void
FabricTableForwarding::SetRoute(uint32_t host, uint32_t port)
{
    m_hosts.Set(host, port);
}

void
FabricTableForwarding::SetTargets(std::shared_ptr<const std::vector<uint32_t>> targets)
{
    m_targets = std::move(targets);
}

void
FabricTableForwarding::SetNextHops(uint32_t target, const std::vector<uint32_t>& ports)
{
    NS_ABORT_MSG_IF(ports.empty(), "target " << target << " without a port");
    if (m_hops.empty())
    {
        m_firstTarget = target;
    }
    else if (target < m_firstTarget)
    {
        m_hops.insert(m_hops.begin(), m_firstTarget - target, NO_PORT);
        m_firstTarget = target;
    }
    const size_t place = target - m_firstTarget;
    m_hops.resize(std::max(m_hops.size(), place + 1), NO_PORT);
    m_hops[place] = ports.size() == 1 ? ports.front() : GROUP | FindGroup(ports);
}

uint32_t
FabricTableForwarding::FindGroup(const std::vector<uint32_t>& ports)
{
    const auto next = static_cast<uint32_t>(m_groups.size());
    const auto [it, isNew] = m_groupNumbers.try_emplace(ports, next);
    if (isNew)
    {
        m_groups.push_back(std::make_unique<FabricEcmpGroup>(m_routes, ports));
        for (const uint32_t port : ports)
        {
            Mark(m_choices, port);
        }
    }
    return it->second;
}

void
FabricTableForwarding::SetTransit(uint32_t port)
{
    Mark(m_transits, port);
}

uint32_t
FabricTableForwarding::FindNeighbor(uint16_t /* own */, uint16_t next) const
{
    return m_neighbors.Find(next);
}

FabricHop
FabricTableForwarding::FindHost(uint32_t host) const
{
    FabricHop hop;
    hop.port = m_hosts.Find(host);
    if (!m_targets || host >= m_targets->size())
    {
        return hop;
    }
    hop.target = (*m_targets)[host];
    const size_t place = size_t{hop.target} - m_firstTarget; // wraps to a huge number if below
    if (hop.port != NO_PORT || place >= m_hops.size() || m_hops[place] == NO_PORT)
    {
        return hop;
    }
    const uint32_t entry = m_hops[place];
    if ((entry & GROUP) == 0)
    {
        hop.port = entry;
        return hop;
    }
    hop.group = m_groups[entry & ~GROUP].get();
    return hop;
}

uint32_t
FabricTableForwarding::ReadDigit(uint32_t ev,
                                 uint32_t hops,
                                 const FabricHop& hop,
                                 const std::vector<FabricEvField>& fields) const
{
    return hops < fields.size() ? fields[hops].Read(ev) % hop.group->GetSize() : 0;
}

bool
FabricTableForwarding::IsChoice(uint32_t port) const
{
    return IsMarked(m_choices, port);
}

bool
FabricTableForwarding::IsTransit(uint32_t port) const
{
    return IsMarked(m_transits, port);
}

bool
FabricTableForwarding::HasGroups() const
{
    return !m_groups.empty();
}

} // namespace ns3
