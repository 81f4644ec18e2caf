/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TOPOLOGY_H
#define FABRIC_TOPOLOGY_H

#include "fabric-link.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricTopology: the hosts, planes, switches and links of a network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The hosts, planes, switches and links of a network, by number.
 */
class FabricTopology
{
  public:
    virtual ~FabricTopology() = default;

    /// @name Sizes
    /// @{

    /** @return disjoint networks, 1..8 */
    virtual uint32_t GetNPlanes() const = 0;

    /** @return hosts, with a NIC each */
    virtual uint32_t GetNHosts() const = 0;

    /** @return switches of all planes */
    virtual uint32_t GetNSwitches() const = 0;

    /** @return links of all planes, including those of NICs */
    virtual uint32_t GetNLinks() const = 0;

    /** @return ports, two per link */
    uint32_t GetNPorts() const
    {
        return 2 * GetNLinks();
    }

    /// @}
    /**
     * @return number of the link of its NIC port
     */
    virtual uint32_t GetNicLink(uint32_t host, uint32_t plane) const = 0;

    /// @}
    /// @name Switches
    /// @{

    /**
     * @return its position
     */
    virtual FabricSwitchPosition GetPosition(uint32_t sw) const = 0;

    /**
     * @param position position of a switch
     * @return its number, or nothing if no switch is there
     */
    virtual std::optional<uint32_t> FindSwitch(const FabricSwitchPosition& position) const = 0;

    /**
     * @return number of its ports
     */
    virtual uint32_t GetNSwitchPorts(uint32_t sw) const = 0;

    /**
     * @param port number of one of its ports
     * @return number of the link there
     */
    virtual uint32_t GetSwitchLink(uint32_t sw, uint32_t port) const = 0;

    /**
     * @param port number of one of its ports
     * @return the other end of the link there
     */
    FabricLinkEnd GetPeer(uint32_t sw, uint32_t port) const;

    /// @}
    /// @name Links
    /// @{

    /**
     * @param link number of a link
     */
    virtual FabricLink GetLink(uint32_t link) const = 0;

    /// @}
    /// @name Ports and their links
    /// @{

    /**
     * @param link number of a link
     * @return number of the port at its lower end
     */
    static constexpr uint32_t GetLowerPort(uint32_t link)
    {
        return 2 * link;
    }

    /**
     * @param link number of a link
     * @return number of the port at its upper end
     */
    static constexpr uint32_t GetUpperPort(uint32_t link)
    {
        return 2 * link + 1;
    }

    /**
     * @param port number of a port
     * @return number of its link
     */
    static constexpr uint32_t GetLinkOf(uint32_t port)
    {
        return port / 2;
    }

    /**
     * @param port number of a port
     * @return true if it is at the upper end of its link
     */
    static constexpr bool IsUpperPort(uint32_t port)
    {
        return port % 2 == 1;
    }

    /**
     * @param port number of a port
     * @return the end of the link where the port is
     */
    FabricLinkEnd GetOwnEnd(uint32_t port) const;

    /**
     * @param port number of a port
     * @return the far end of its link
     */
    FabricLinkEnd GetFarEnd(uint32_t port) const;

    /// @}
};

} // namespace ns3

#endif // FABRIC_TOPOLOGY_H
