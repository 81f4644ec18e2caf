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
 * ns3::FabricTableForwarding: static tables that somebody fills.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Ports by number: of a uSID, or of a host. Open addressing, because a look-up is part of every
 * packet-hop, and because a switch knows few of the many numbers that there are.
 */
class FabricPortTable
{
  public:
    /**
     * @param key a number below ~0
     * @param port where it leads; replaces what was there
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
    /// A place of the table.
    struct Slot
    {
        uint32_t key{~0U};                        ///< the number; ~0: free
        uint32_t port{FabricForwarding::NO_PORT}; ///< the port
    };

    /**
     * @param key a number
     * @return its place, or the free place where it belongs
     */
    size_t FindSlot(uint32_t key) const
    {
        const size_t mask = m_slots.size() - 1;
        // The golden ratio spreads numbers that follow each other
        size_t slot = (key * 0x9E3779B97F4A7C15U >> 32) & mask;
        while (m_slots[slot].key != key && m_slots[slot].key != ~0U)
        {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    std::vector<Slot> m_slots; ///< a power of two of them, half full at most
    size_t m_used{0};          ///< how many hold a number
};

/**
 * @ingroup mrc
 * Static tables that are filled, for switches of which no arithmetic says where anything is.
 *
 * A plain frame goes where SetRoute says of its host. Without a word of that, the host's target
 * counts (SetTargets), and where SetNextHops says frames for this target go. Targets with the same
 * ports share an equal-cost group.
 */
class FabricTableForwarding final : public FabricForwarding
{
  public:
    /**
     * @param routes what the switch knows of dead links; outlive this
     */
    explicit FabricTableForwarding(const FabricSwitchRoutes& routes);

    /// @name Filling
    /// @{

    /**
     * @param usid uSID of a neighbor, or of a link to it
     * @param port number of the port that leads there
     */
    void SetNeighbor(uint16_t usid, uint32_t port);

    /**
     * @param port number of the one port by which it is reached
     */
    void SetRoute(uint32_t host, uint32_t port);

    /**
     * @param targets by host; NO_PORT: none. The switches of a plane share it
     */
    void SetTargets(std::shared_ptr<const std::vector<uint32_t>> targets);

    /**
     * @param target a target that SetTargets names
     * @param ports numbers of the ports by which it is reached, all equally good; at least one, in
     * ascending order
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
     * answer may take back the EV of what it answers, whose digits were made for the groups of the
     * other direction, and still has a way [choice]. Behind the last field the first port of a
     * group is the one, so that frames which stray farther than any path are not lost for that.
     */
    uint32_t ReadDigit(uint32_t ev,
                       uint32_t hops,
                       const FabricHop& hop,
                       const std::vector<FabricEvField>& fields) const override;

    bool IsChoice(uint32_t port) const override;
    bool IsTransit(uint32_t port) const override;
    bool HasGroups() const override;

  private:
    /// In m_hops: the rest is the number of a group. NO_PORT has it as well, which no group has.
    static constexpr uint32_t GROUP = 1U << 31;

    /**
     * @param ports numbers of ports, at least two
     * @return number of the group that they are
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
