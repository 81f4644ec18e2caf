/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_NAMES_H
#define FABRIC_GRAPH_NAMES_H

#include "fabric-graph-layout.h"
#include "fabric-names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphNames: the names of the hosts and switches of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The names that a graph gives to its hosts and switches.
 */
class FabricGraphNames final : public FabricNames
{
  public:
    /**
     * @param topology the network; outlives this
     * @param layout has the names; outlives this
     */
    FabricGraphNames(const FabricTopology& topology, const FabricGraphLayout& layout);

    std::string GetHostName(uint32_t host) const override;
    std::string GetSwitchName(uint32_t sw) const override;
    std::optional<uint32_t> FindSwitch(const std::string& name) const override;
    std::optional<uint32_t> FindHost(const std::string& name) const override;

  private:
    const FabricGraphLayout& m_layout;                    ///< has the names
    std::unordered_map<std::string, uint32_t> m_hosts;    ///< by name
    std::unordered_map<std::string, uint32_t> m_switches; ///< by name
};

} // namespace ns3

#endif // FABRIC_GRAPH_NAMES_H
