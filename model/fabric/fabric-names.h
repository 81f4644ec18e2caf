/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NAMES_H
#define FABRIC_NAMES_H

#include "fabric-link.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricNames: the names of the hosts, switches, links and ports of a network.
 */

namespace ns3
{

class FabricTopology;

/**
 * @ingroup mrc
 * The names of the hosts, switches, links and ports of a network, the same in scenarios, results,
 * captures and messages: host 3 is "h3"; a switch is "p0-t1-5", or has its name in the graph; a
 * link, and the port at its first end, is "h3--p0-t0-0", and parallel links have ".0", ".1" and so
 * on at the end.
 */
class FabricNames
{
  public:
    /**
     * @param topology the network; outlives this
     */
    explicit FabricNames(const FabricTopology& topology)
        : m_topology(topology)
    {
    }

    virtual ~FabricNames() = default;

    /**
     * @return its name
     */
    virtual std::string GetHostName(uint32_t host) const;

    /**
     * @param position of a switch
     * @return its name in a network with tiers
     */
    static std::string NamePosition(const FabricSwitchPosition& position);

    /**
     * @return its name
     */
    virtual std::string GetSwitchName(uint32_t sw) const;

    /**
     * @param name name of a switch
     * @return its number, or nothing if no switch has this name
     */
    virtual std::optional<uint32_t> FindSwitch(const std::string& name) const;

    /**
     * @param name name of a host
     * @return its number, or nothing if no host has this name
     */
    virtual std::optional<uint32_t> FindHost(const std::string& name) const;

    /**
     * @param name name of a host or switch
     * @return an end there, of no particular link; nothing if no node has this name
     */
    std::optional<FabricLinkEnd> FindNode(const std::string& name) const;

    /**
     * @param end an end of a link
     * @return name of the host or switch
     */
    std::string GetEndName(const FabricLinkEnd& end) const;

    /**
     * @param end an end of a link
     * @return its tier: host, t0, t1, t2 or switch
     */
    const char* GetTierName(const FabricLinkEnd& end) const;

    /**
     * @param link number of a link
     * @return its name, which is also that of the port at its lower end
     */
    std::string GetLinkName(uint32_t link) const;

    /**
     * @param port number of a port
     * @return its name: its own end first
     */
    std::string GetPortName(uint32_t port) const;

    /**
     * Find the links between two ends.
     * @param a a name
     * @param b another name
     * @return their numbers, those of parallel links in order; none if a or b do not exist or are
     * not linked
     */
    std::vector<uint32_t> FindLinks(const std::string& a, const std::string& b) const;

    /**
     * Find the ports of one end towards another.
     * @param a name of a host or switch
     * @param b name of another one
     * @return numbers of the ports at a, those of parallel links in order; none if a or b do not
     * exist or are not linked
     */
    std::vector<uint32_t> FindPorts(const std::string& a, const std::string& b) const;

  private:
    const FabricTopology& m_topology; ///< hosts, switches and links
};

} // namespace ns3

#endif // FABRIC_NAMES_H
