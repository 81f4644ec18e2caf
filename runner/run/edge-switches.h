/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EDGE_SWITCHES_H
#define EDGE_SWITCHES_H

#include "ns3/fabric-network.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * mrcsim::EdgeSwitches: what the first switches of hosts are like.
 */

namespace mrcsim
{

/**
 * Looks at the first switch of a group of hosts when somebody asks for it, and keeps what it has
 * found: a job may name a hundred thousand hosts. Planes are alike, so plane 0 stands for all.
 */
class EdgeSwitches
{
  public:
    /// A switch that hosts are linked to.
    struct Edge
    {
        double ports{0};      ///< its ports
        double uplinks{0};    ///< links to other switches
        double uplinkRate{0}; ///< their rates together, bit/s
    };

    /**
     * @param network the topology; must outlive this
     */
    explicit EdgeSwitches(const ns3::FabricNetwork& network);

    /** @return its first switch */
    const Edge& Get(uint32_t host);

    /** @return mean ports of switches without hosts, of those that differ */
    double GetUpperPorts() const;

  private:
    const ns3::FabricNetwork& m_network;      ///< the topology
    std::vector<std::optional<Edge>> m_edges; ///< by group
};

} // namespace mrcsim

#endif // EDGE_SWITCHES_H
