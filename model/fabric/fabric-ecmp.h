/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ECMP_H
#define FABRIC_ECMP_H

#include "fabric-routes.h"

#include "ns3/fabric-frame.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEcmpGroup: ports of a switch that are equal next hops.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param seed the switch's seed; it differs per switch, otherwise the tiers polarize
 * @param frame a frame; its addresses, UDP source port and (fixed) destination port are hashed
 * @return 64 well-mixed bits
 */
uint64_t FabricFlowHash(uint64_t seed, const FabricFrame* frame);

/**
 * @ingroup mrc
 * Ports of a switch that are equal next hops. Routing may have learned to avoid some of them; a
 * FabricLoadBalancer chooses among the others. Members have places, 0 .. GetSize() - 1.
 */
class FabricEcmpGroup
{
  public:
    /**
     * @param routes of the switch; outlive the group
     * @param first number of the first port
     * @param size number of ports, numbered consecutively, at least 1
     */
    FabricEcmpGroup(const FabricSwitchRoutes& routes, uint32_t first, uint32_t size);

    /**
     * @param routes of the switch; outlive the group
     * @param ports numbers of the ports, at least one
     */
    FabricEcmpGroup(const FabricSwitchRoutes& routes, std::vector<uint32_t> ports);

    /** @return number of members, including those that routing avoids */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /**
     * @param place place of a member
     * @return number of its port
     */
    uint32_t GetPort(uint32_t place) const
    {
        return m_ports.empty() ? m_first + place : m_ports[place];
    }

    /**
     * @param number a hash, a draw, or a rank, taken modulo the number of usable members
     * @param target destination, see FabricHop
     * @return place of a member, or -1 if none is left
     */
    int32_t Select(uint64_t number, uint32_t target) const
    {
        return m_routes.IsWhole() ? static_cast<int32_t>(number % m_size)
                                  : SelectUsable(number, target);
    }

    /**
     * @param target destination, see FabricHop
     * @return number of members that routing does not avoid
     */
    uint32_t CountUsable(uint32_t target) const;

    /**
     * @param place place of a member
     * @param target destination, see FabricHop
     * @return true if the member exists and routing does not avoid it
     */
    bool IsUsable(uint32_t place, uint32_t target) const;

  private:
    /**
     * @param number a hash, a draw, or a rank
     * @param target destination, see FabricHop
     * @return place of a member among those not avoided, or -1
     */
    int32_t SelectUsable(uint64_t number, uint32_t target) const;

    const FabricSwitchRoutes& m_routes; ///< of the switch
    std::vector<uint32_t> m_ports;      ///< numbers of ports; empty: consecutive ones
    uint32_t m_first{0};                ///< number of the first port, of consecutive ones
    uint32_t m_size;                    ///< members
};

} // namespace ns3

#endif // FABRIC_ECMP_H
