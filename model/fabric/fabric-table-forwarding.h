/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TABLE_FORWARDING_H
#define FABRIC_TABLE_FORWARDING_H

#include "fabric-forwarding.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricTableForwarding: static forwarding by tables that the caller fills.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Hash table of ports by uSID or by host. Open addressing, because a look-up is part of every
 * packet-hop, and because a switch has entries for few of the many possible numbers.
 */
class FabricPortTable
{
  public:
    /**
     * @param key a number below ~0
     * @param port the port; replaces an earlier one
     */
    void Set(uint32_t key, uint32_t port);

    /**
     * @param key a number
     * @return the port, or FabricForwarding::NO_PORT
     */
    uint32_t Find(uint32_t key) const
    {
        return m_slots.empty() ? FabricForwarding::NO_PORT : m_slots[FindSlot(key)].port;
    }

  private:
    /// A slot of the table.
    struct Slot
    {
        uint32_t key{~0U};                        ///< the number; ~0: free
        uint32_t port{FabricForwarding::NO_PORT}; ///< the port
    };

    /**
     * @param key a number
     * @return its slot, or the free slot where it belongs
     */
    size_t FindSlot(uint32_t key) const
    {
        const size_t mask = m_slots.size() - 1;
        // The golden ratio spreads consecutive numbers
        size_t slot = (key * 0x9E3779B97F4A7C15U >> 32) & mask;
        while (m_slots[slot].key != key && m_slots[slot].key != ~0U)
        {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    std::vector<Slot> m_slots; ///< a power of two of them, half full at most
    size_t m_used{0};          ///< used slots
};

/**
 * @ingroup mrc
 * Static forwarding by tables, for networks in which ports do not follow from arithmetic.
 *
 * The port of a plain frame is that of its host (SetRoute). If none is set, the ports of the host's
 * target (SetTargets, SetNextHops) are used. Targets with the same ports share an equal-cost group.
 */
class FabricTableForwarding final : public FabricForwarding
{
  public:
    /**
     * @param routes dead links that the switch has learned; outlive this
     */
    explicit FabricTableForwarding(const FabricSwitchRoutes& routes);

    /// @name Filling
    /// @{

    /**
     * @param usid uSID of a neighbor, or of a link to it
     * @param port number of the port that leads to it
     */
    void SetNeighbor(uint16_t usid, uint32_t port);

    /**
     * @param port number of the only port that leads to it
     */
    void SetRoute(uint32_t host, uint32_t port);

    /**
     * @param targets targets by host; NO_PORT: none. The switches of a plane share the list
     */
    void SetTargets(std::shared_ptr<const std::vector<uint32_t>> targets);

    /**
     * @param target a target that SetTargets names
     * @param ports numbers of the equal ports that lead to it; at least one, in ascending order
     */
    void SetNextHops(uint32_t target, const std::vector<uint32_t>& ports);

    /**
     * @param port number of a port for which IsTransit is true from now on
     */
    void SetTransit(uint32_t port);

    /// @}

    uint32_t FindNeighbor(uint16_t own, uint16_t next) const override;
    FabricHop FindHost(uint32_t host) const override;

    /**
     * The digit of a switch is the one in field number `hops`, modulo the size of the group: an
     * answer may carry the EV of the packet that it answers, whose digits were made for the groups
     * of the other direction, and still has a path [choice]. After the last field the first port of
     * a group is taken, so that frames that travel farther than any path are not dropped for this.
     */
    uint32_t ReadDigit(uint32_t ev,
                       uint32_t hops,
                       const FabricHop& hop,
                       const std::vector<FabricEvField>& fields) const override;

    bool IsChoice(uint32_t port) const override;
    bool IsTransit(uint32_t port) const override;
    bool HasGroups() const override;

  private:
    /// Flag in m_hops: the other bits are the number of a group. NO_PORT also has the flag; no
    /// group has that number.
    static constexpr uint32_t GROUP = 1U << 31;

    /**
     * @param ports numbers of ports, at least two
     * @return number of their group
     */
    uint32_t FindGroup(const std::vector<uint32_t>& ports);

    const FabricSwitchRoutes& m_routes;                       ///< of the switch
    FabricPortTable m_neighbors;                              ///< by uSID
    FabricPortTable m_hosts;                                  ///< by host, see SetRoute
    std::shared_ptr<const std::vector<uint32_t>> m_targets;   ///< by host, see SetTargets
    uint32_t m_firstTarget{0};                                ///< the lowest in m_hops
    std::vector<uint32_t> m_hops;                             ///< by target: port, or GROUP | group
    std::vector<std::unique_ptr<FabricEcmpGroup>> m_groups;   ///< by number
    std::map<std::vector<uint32_t>, uint32_t> m_groupNumbers; ///< by ports
    std::vector<bool> m_choices;                              ///< by port, see IsChoice
    std::vector<bool> m_transits;                             ///< by port, see IsTransit
};

} // namespace ns3

#endif // FABRIC_TABLE_FORWARDING_H
