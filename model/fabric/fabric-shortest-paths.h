/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SHORTEST_PATHS_H
#define FABRIC_SHORTEST_PATHS_H

#include "fabric-graph-layout.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricShortestPaths: the shortest paths between the switches of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A hop from a switch to another one.
 */
struct FabricGraphStep
{
    uint32_t port;  ///< number of the egress port
    uint32_t peer;  ///< number of the next switch
    uint32_t index; ///< number of that switch within its plane
    uint32_t link;  ///< number of the link
};

/**
 * @ingroup mrc
 * The shortest paths to a switch from all switches of its plane.
 */
struct FabricGraphTree
{
    std::vector<uint16_t> links; ///< by index of a switch: links left; FabricShortestPaths::NO_PATH
    std::vector<uint64_t> paths; ///< by index of a switch: paths, at most FabricShortestPaths::MANY
};

/**
 * @ingroup mrc
 * The shortest paths between the switches of a graph, which are equivalent. Short means few links:
 * rates and delays do not count, as in the routing of a real network without configured metrics.
 * Hosts do not forward, so paths lead through switches only.
 *
 * The result for a target is stored.
 */
class FabricShortestPaths
{
  public:
    /// Number of links if there is no path.
    static constexpr uint16_t NO_PATH = 0xffff;

    /// Limit of counts of paths; a sum over the ports of a switch still fits into 64 bits.
    static constexpr uint64_t MANY = uint64_t{1} << 48;

    /// A path: numbers of the links between switches, in order.
    using Path = std::vector<uint32_t>;

    /**
     * @param layout the graph; outlives this
     */
    explicit FabricShortestPaths(const FabricGraphLayout& layout);

    /**
     * @return all hops to other switches, by port
     */
    const std::vector<FabricGraphStep>& GetSteps(uint32_t sw) const
    {
        return m_steps[sw];
    }

    /**
     * @param target another switch of its plane, or the same one
     * @return links of the shortest paths; NO_PATH if there is none
     */
    uint32_t GetNLinks(uint32_t sw, uint32_t target) const;

    /**
     * @param target another switch of its plane, or the same one
     * @return number of shortest paths, at most MANY
     */
    uint64_t CountPaths(uint32_t sw, uint32_t target) const;

    /**
     * @param target another switch of its plane, or the same one
     * @return the hops on shortest paths, by port
     */
    std::vector<FabricGraphStep> ListSteps(uint32_t sw, uint32_t target) const;

    /**
     * Like ListSteps, for all targets at once.
     * @return by index of a target: the ports of these hops
     */
    std::vector<std::vector<uint32_t>> ListPorts(uint32_t sw) const;

    /**
     * List distinct shortest paths, up to a number. If there are more, they are drawn with equal
     * probability. The paths from a to b are those from b to a reversed, in the same order, and do
     * not depend on earlier calls.
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @param most largest number of paths, at least 1
     * @param seed of the draw
     */
    std::vector<Path> ListPaths(uint32_t a, uint32_t b, uint32_t most, uint64_t seed) const;

    /**
     * Search the plane of a switch, breadth first.
     * @param target a switch
     * @param [out] tree the paths to it
     * @return numbers of the switches connected to it, the nearest first
     */
    std::vector<uint32_t> Search(uint32_t target, FabricGraphTree& tree) const;

  private:
    /**
     * @param target a switch
     * @return the paths to it
     */
    const FabricGraphTree& Towards(uint32_t target) const;

    /**
     * @param a a switch
     * @param b another one
     * @return all paths, in the order of ports
     */
    std::vector<Path> ListAllPaths(uint32_t a, uint32_t b) const;

    /**
     * @param a a switch
     * @param b another one
     * @param [in,out] state of the generator
     * @return a path
     */
    Path DrawPath(uint32_t a, uint32_t b, uint64_t& state) const;

    const FabricGraphLayout& m_layout;                                   ///< the graph
    std::vector<std::vector<FabricGraphStep>> m_steps;                   ///< by switch
    mutable std::vector<std::unique_ptr<const FabricGraphTree>> m_trees; ///< by target, or null
};

} // namespace ns3

#endif // FABRIC_SHORTEST_PATHS_H
