/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_MAP_H
#define MRC_MONITOR_MAP_H

#include "ns3/fabric-network.h"
#include "ns3/mrc-endpoint.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorMap: the elements that probes of a host to itself cross.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Kind of an element that a monitor can name.
 */
enum class MrcMonitorKind : uint8_t
{
    NIC_LINK,    ///< a link between a NIC and its first switch, the NIC's port included
    FABRIC_LINK, ///< a link between a T0 and a T1
    T0,          ///< a first switch
    T1,          ///< a T1
};

/**
 * @param kind kind of an element
 * @return its name in results: nic-link, fabric-link, t0, t1
 */
const char* ToString(MrcMonitorKind kind);

/**
 * @ingroup mrc
 * A probe of a host to itself, and the elements on its path.
 */
struct MrcMonitorPath
{
    MrcEvProbe probe;               ///< the probe
    std::vector<uint32_t> elements; ///< elements on its path, by MrcMonitorMap's numbers
};

/**
 * @ingroup mrc
 * The paths on which hosts can probe the network around them by themselves (mrc reference, 4.4 and
 * 9.8): to the first switch of each plane and back, and, with source routes in a network of tiers,
 * to each adjacent T1 and back. A plain packet cannot be addressed to its sender by a chosen T1,
 * and a graph has no tiers: there only the first switches are probed.
 *
 * Elements are the parts that can be faulty. They are numbered: links by the network's numbers,
 * then switches.
 */
class MrcMonitorMap
{
  public:
    /**
     * @param network the network, which outlives the map
     * @param sourceRouted true: probes have source routes
     */
    MrcMonitorMap(const FabricNetwork& network, bool sourceRouted);

    /**
     * @return element of a link
     */
    static uint32_t GetLinkElement(uint32_t link)
    {
        return link;
    }

    /**
     * @return element of a switch
     */
    uint32_t GetSwitchElement(uint32_t sw) const
    {
        return m_network.GetNLinks() + sw;
    }

    /**
     * @return true if it is a switch
     */
    bool IsSwitch(uint32_t element) const
    {
        return element >= m_network.GetNLinks();
    }

    /**
     * @return the network's number of the link or switch
     */
    uint32_t GetNumber(uint32_t element) const
    {
        return IsSwitch(element) ? element - m_network.GetNLinks() : element;
    }

    /**
     * @return its kind
     */
    MrcMonitorKind GetKind(uint32_t element) const;

    /**
     * @return its name in results
     */
    std::string GetName(uint32_t element) const;

    /**
     * @return number of the host's first switch in the plane
     */
    uint32_t GetFirstSwitch(uint32_t host, uint32_t plane) const;

    /**
     * @return path to the first switch and back
     */
    MrcMonitorPath GetFirstSwitchPath(uint32_t host, uint32_t plane) const;

    /**
     * @return links of the host's first switch to T1s that it can probe, ordered by uplink
     */
    std::vector<uint32_t> ListUplinks(uint32_t host, uint32_t plane) const;

    /**
     * @param uplink place of a link in ListUplinks
     * @param link the link there
     * @return path over this link to a T1 and back
     */
    MrcMonitorPath GetUplinkPath(uint32_t host,
                                 uint32_t plane,
                                 uint32_t uplink,
                                 uint32_t link) const;

    /** @return the network */
    const FabricNetwork& GetNetwork() const
    {
        return m_network;
    }

  private:
    const FabricNetwork& m_network; ///< see GetNetwork
    bool m_sourceRouted;            ///< probes have source routes
};

} // namespace ns3

#endif // MRC_MONITOR_MAP_H
