/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_PATHS_H
#define FABRIC_GRAPH_PATHS_H

#include "fabric-graph-layout.h"
#include "fabric-graph-source-routes.h"
#include "fabric-graph-spec.h"
#include "fabric-longer-paths.h"
#include "fabric-path-codec.h"
#include "fabric-shortest-paths.h"

#include "ns3/mrc-ev.h"
#include "ns3/srv6-segments.h"
#include "ns3/srv6-source-routes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphPaths: the paths between the hosts of a graph, and their EVs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The numbered paths between the hosts of a graph: shortest paths between their first switches
 * (FabricShortestPaths::ListPaths), then, for source routes only, longer ones (FabricLongerPaths).
 * Paths are computed at the first query, longer ones at the first query for one of them, and stored
 * per pair of switches, not of hosts.
 *
 * An EV names a path by its number, in source routes, or by the place of the next port among the
 * equal ones at each switch, in digits.
 */
class FabricGraphPaths final : public FabricPathCodec
{
  public:
    /**
     * @param layout the graph; outlives this
     * @param shortest its shortest paths; outlive this
     * @param spec the graph: limits of the numbers of paths, and the seed of the draw
     */
    FabricGraphPaths(const FabricGraphLayout& layout,
                     const FabricShortestPaths& shortest,
                     const FabricGraphSpec& spec);

    /** @return most links that a longer path has more than the shortest ones; 0: there are none */
    uint32_t GetMostExtraLinks() const
    {
        return m_longer.GetMost() == 0 ? 0 : m_longer.GetMostExtraLinks();
    }

    uint32_t GetNPaths(uint32_t src, uint32_t dst) const override;
    std::shared_ptr<const MrcPathCodes> GetPathCodes(uint32_t src,
                                                     uint32_t dst,
                                                     bool structured) const override;

    /** @return a field for each switch of the longest path, the first in the lowest bits; none if
     * CheckStructured finds them too wide */
    std::vector<FabricEvField> GetEvFields() const override;
    std::string CheckStructured() const override;
    std::unique_ptr<Srv6SourceRoutes> MakeSourceRoutes(uint32_t src,
                                                       uint32_t dst,
                                                       Srv6Segments& segments) const override;

  private:
    /**
     * @param src a host
     * @param dst another host
     * @return numbers of paths by plane; null if all planes have the same number
     */
    std::shared_ptr<const MrcPathCodes> GetNumbers(uint32_t src, uint32_t dst) const;

    /**
     * @param src a host
     * @param dst another host
     * @return digits by plane and path, at the positions of GetEvFields; aborts if CheckStructured
     * reports a problem
     */
    std::shared_ptr<const MrcPathCodes> GetDigits(uint32_t src, uint32_t dst) const;

    /**
     * @param src a host
     * @param dst another host
     * @return number of paths in the plane
     */
    uint32_t CountPaths(uint32_t src, uint32_t dst, uint32_t plane) const;

    /** @return bits of digits by number of switches passed before */
    const std::vector<uint32_t>& GetDigitBits() const;

    /**
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @return digits by path
     */
    std::vector<uint16_t> ListDigits(uint32_t a, uint32_t b) const;

    /**
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @return the paths, as lists of uSIDs
     */
    std::shared_ptr<const FabricGraphCarriers> GetCarriers(uint32_t a, uint32_t b) const;

    /**
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @return the longer paths, as lists of uSIDs: an object for each, because their lengths differ
     */
    const std::vector<FabricGraphCarriers>& GetLongerCarriers(uint32_t a, uint32_t b) const;

    /**
     * @param a the first switch of a path
     * @param path its links
     * @param [out] carriers receive its uSIDs
     */
    void AddCarriers(uint32_t a,
                     const FabricShortestPaths::Path& path,
                     FabricGraphCarriers& carriers) const;

    /// Lists of codes by the numbers that determine them.
    using Codes = std::map<std::vector<uint32_t>, std::shared_ptr<const MrcPathCodes>>;
    /// Paths by pair of switches.
    using Carriers =
        std::map<std::pair<uint32_t, uint32_t>, std::shared_ptr<const FabricGraphCarriers>>;
    /// Longer paths by pair of switches.
    using LongerCarriers =
        std::map<std::pair<uint32_t, uint32_t>, std::vector<FabricGraphCarriers>>;

    const FabricGraphLayout& m_layout;     ///< the graph
    const FabricShortestPaths& m_shortest; ///< its shortest paths
    FabricLongerPaths m_longer;            ///< its longer paths
    uint32_t m_maxPaths;                   ///< see FabricGraphSpec
    uint64_t m_seed;                       ///< see FabricGraphSpec

    mutable std::optional<std::vector<uint32_t>> m_digitBits; ///< see GetDigitBits
    mutable Codes m_numbers;                                  ///< by numbers of paths in each plane
    mutable Codes m_digits;                  ///< by first switches in each plane, of both hosts
    mutable Carriers m_carriers;             ///< see GetCarriers
    mutable LongerCarriers m_longerCarriers; ///< see GetLongerCarriers
};

} // namespace ns3

#endif // FABRIC_GRAPH_PATHS_H
