/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_SOURCE_ROUTES_H
#define FABRIC_GRAPH_SOURCE_ROUTES_H

#include "ns3/mrc-longer-paths.h"
#include "ns3/srv6-source-routes.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphSourceRoutes: source routes along the paths of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The paths from one switch to another as lists of uSIDs, shared by all hosts under the two. All of
 * them pass the same number of switches, so the uSID of the NIC has a fixed position after them.
 */
class FabricGraphCarriers
{
  public:
    /**
     * @param switches number of switches on a path, at least 1; with the NIC at most two carriers
     * of uSIDs
     */
    explicit FabricGraphCarriers(uint32_t switches)
        : m_switches(switches)
    {
    }

    /**
     * @param usids uSIDs of the switches of a path
     */
    void Add(const std::vector<uint16_t>& usids);

    /** @return number of paths */
    uint32_t GetNPaths() const
    {
        return static_cast<uint32_t>(m_heads.size());
    }

    /** @return true if paths continue in a segment of an SRH */
    bool HaveSegments() const
    {
        return m_switches >= SRV6_CARRIER_USIDS;
    }

    /**
     * @param path number of a path
     * @param nic uSID of the NIC at its end
     * @return destination address and segment, without the segment's number
     */
    Srv6SourceRoute Get(uint32_t path, uint16_t nic) const;

  private:
    uint32_t m_switches;              ///< switches on a path
    std::vector<Srv6Carrier> m_heads; ///< by path: the first six uSIDs, without the NIC's
    std::vector<Srv6Carrier> m_tails; ///< by path: the others, without the NIC's; if HaveSegments
};

/**
 * @ingroup mrc
 * Source routes from a host to another one: the EV's plane and the number in its low bits choose
 * the path. The numbers of longer paths follow those of the shortest ones; their routes are made
 * when the first of a plane is requested. There is one object per pair of communicating hosts, so
 * it holds little data.
 */
class FabricGraphSourceRoutes final : public Srv6SourceRoutes, private MrcLongerPaths
{
  public:
    /// The paths of a plane.
    struct Plane
    {
        std::shared_ptr<const FabricGraphCarriers> carriers; ///< between the first switches
        uint16_t nic;                                        ///< uSID of the receiver's port
    };

    /// Returns the longer paths of a plane, an object for each, which outlives the source routes.
    using Longer = std::function<const std::vector<FabricGraphCarriers>*(uint32_t plane)>;

    /**
     * @param planes paths by plane
     * @param toSelf true: the path to the first switch and back, the same for every EV of a plane
     * @param segments table that assigns numbers to segments; outlives this
     * @param longer the longer paths; null: none
     */
    FabricGraphSourceRoutes(std::vector<Plane> planes,
                            bool toSelf,
                            Srv6Segments& segments,
                            Longer longer);

    bool Find(uint32_t ev, Srv6SourceRoute& route) const override;
    const MrcLongerPaths* GetLongerPaths() const override;
    std::vector<uint16_t> ListLonger(uint32_t plane) const override;

  private:
    /**
     * @param plane its number
     * @param path its number among the longer ones
     * @param [out] route the source route
     * @return false if there is none
     */
    bool FindLonger(uint32_t plane, uint32_t path, Srv6SourceRoute& route) const;

    std::vector<Plane> m_planes;                     ///< by plane
    bool m_toSelf;                                   ///< see the constructor
    Srv6Segments& m_segments;                        ///< see the constructor
    Longer m_longer;                                 ///< see the constructor
    std::vector<std::vector<uint32_t>> m_segmentIds; ///< by plane and path; empty: no segments
};

} // namespace ns3

#endif // FABRIC_GRAPH_SOURCE_ROUTES_H
