/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LONGER_PATHS_H
#define FABRIC_LONGER_PATHS_H

#include "fabric-graph-layout.h"
#include "fabric-shortest-paths.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricLongerPaths: paths between the switches of a graph for the case that all shortest ones
 * are broken.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Loop-free paths between two switches of a graph that are longer than the shortest ones.
 *
 * They should still work if a link or switch fails that all shortest paths use. So each is the
 * cheapest path of limited length, where a link or switch costs more, the larger the share of the
 * shortest paths is that use it, and more for each longer path found before. All costs are
 * positive, so a cheapest path has no loop. A search takes as many steps as the plane has links,
 * times the links of the path. Nothing is stored.
 */
class FabricLongerPaths
{
  public:
    /**
     * @param layout the graph; outlives this
     * @param shortest its shortest paths; outlive this
     * @param most largest number of paths between two switches
     * @param extraLinks largest number of links more than the shortest paths have
     */
    FabricLongerPaths(const FabricGraphLayout& layout,
                      const FabricShortestPaths& shortest,
                      uint32_t most,
                      uint32_t extraLinks);

    /** @return largest number of paths between two switches */
    uint32_t GetMost() const
    {
        return m_most;
    }

    /** @return largest number of links more than the shortest paths have */
    uint32_t GetMostExtraLinks() const
    {
        return m_extraLinks;
    }

    /**
     * List distinct longer paths. The paths from a to b are those from b to a reversed, in the same
     * order. A path whose unloaded round trip exceeds MAX_RTTS times the longest one on shortest
     * paths is omitted, because a transport would take its packets for lost.
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @return numbers of links, by path
     */
    std::vector<FabricShortestPaths::Path> List(uint32_t a, uint32_t b) const;

    /// Limit of the round trip of a path, in round trips of the longest of all shortest paths. A
    /// packet of MRC is lost by the time of others after ReoWindow, four of these.
    static constexpr int64_t MAX_RTTS = 3;

  private:
    class Search;

    /**
     * @param path a path
     * @return true if its round trip is not too long
     */
    bool IsInTime(const FabricShortestPaths::Path& path) const;

    const FabricGraphLayout& m_layout;            ///< the graph
    const FabricShortestPaths& m_shortest;        ///< its shortest paths
    uint32_t m_most;                              ///< GetMost()
    uint32_t m_extraLinks;                        ///< GetMostExtraLinks()
    mutable std::optional<RdmaTick> m_longestRtt; ///< longest round trip on shortest paths
};

} // namespace ns3

#endif // FABRIC_LONGER_PATHS_H
