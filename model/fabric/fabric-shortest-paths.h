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
 * ns3::FabricShortestPaths: the shortest ways between the switches of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A step from a switch to another one.
 */
struct FabricGraphStep
{
    uint32_t port;  ///< number of the port by which it leaves
    uint32_t peer;  ///< number of the switch it leads to
    uint32_t index; ///< number of that switch within its plane
    uint32_t link;  ///< number of the link
};

/**
 * @ingroup mrc
 * The shortest ways to a switch, from everywhere in its plane.
 */
struct FabricGraphTree
{
    std::vector<uint16_t> links; ///< by index of a switch: links to go; FabricShortestPaths::NO_WAY
    std::vector<uint64_t> paths; ///< by index of a switch: ways, at most FabricShortestPaths::MANY
};

/**
 * @ingroup mrc
 * The shortest ways between the switches of a graph, all of them equally good. Short means few
 * links: rates and delays do not count, as in the routing of a real network that is told nothing
 * about them. Hosts pass nothing on, so ways lead through switches only.
 *
 * What is found about a target is kept.
 */
class FabricShortestPaths
{
  public:
    /// Links of a way that does not exist.
    static constexpr uint16_t NO_WAY = 0xffff;

    /// Ways are counted up to here; a sum over the ports of a switch still fits 64 bits.
    static constexpr uint64_t MANY = uint64_t{1} << 48;

    /// A way: numbers of the links between switches, in order.
    using Way = std::vector<uint32_t>;

    /**
     * @param layout the graph; outlives this
     */
    explicit FabricShortestPaths(const FabricGraphLayout& layout);

    /**
     * @return all steps to other switches, by port
     */
    const std::vector<FabricGraphStep>& GetSteps(uint32_t sw) const
    {
        return m_steps[sw];
    }

    /**
     * @param target another switch of its plane, or the same one
     * @return links of the shortest ways; NO_WAY if there is none
     */
    uint32_t GetNLinks(uint32_t sw, uint32_t target) const;

    /**
     * @param target another switch of its plane, or the same one
     * @return number of shortest ways, at most MANY
     */
    uint64_t CountWays(uint32_t sw, uint32_t target) const;

    /**
     * @param target another switch of its plane, or the same one
     * @return the steps that bring it nearer, by port
     */
    std::vector<FabricGraphStep> ListSteps(uint32_t sw, uint32_t target) const;

    /**
     * Like ListSteps, for all targets at once.
     * @return by index of a target: the ports of these steps
     */
    std::vector<std::vector<uint32_t>> ListPorts(uint32_t sw) const;

    /**
     * Up to so many of the shortest ways, all different. If there are more, they are drawn, every
     * one with the same chance. Ways from a to b are those from b to a backwards, in the same
     * order, and do not depend on who asked before.
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @param most at least 1
     * @param seed of the draw
     */
    std::vector<Way> ListWays(uint32_t a, uint32_t b, uint32_t most, uint64_t seed) const;

    /**
     * Look from a switch into all directions.
     * @param target a switch
     * @param [out] tree the ways to it
     * @return numbers of the switches that reach it, the nearest first
     */
    std::vector<uint32_t> Search(uint32_t target, FabricGraphTree& tree) const;

  private:
    /**
     * @param target a switch
     * @return the ways to it
     */
    const FabricGraphTree& Towards(uint32_t target) const;

    /**
     * @param a a switch
     * @param b another one
     * @return all ways, in the order of ports
     */
    std::vector<Way> ListAllWays(uint32_t a, uint32_t b) const;

    /**
     * @param a a switch
     * @param b another one
     * @param [in,out] state of the generator
     * @return a way
     */
    Way DrawWay(uint32_t a, uint32_t b, uint64_t& state) const;

    const FabricGraphLayout& m_layout;                                   ///< the graph
    std::vector<std::vector<FabricGraphStep>> m_steps;                   ///< by switch
    mutable std::vector<std::unique_ptr<const FabricGraphTree>> m_trees; ///< by target, once asked
};

} // namespace ns3

#endif // FABRIC_SHORTEST_PATHS_H
