/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_H
#define FABRIC_GRAPH_H

#include "fabric-graph-layout.h"
#include "fabric-graph-names.h"
#include "fabric-graph-paths.h"
#include "fabric-graph-spec.h"
#include "fabric-network.h"
#include "fabric-shortest-paths.h"

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
 * ns3::FabricGraph: a network of any shape.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A network of any shape, from a list of nodes and a list of links.
 *
 * A frame may take any of the shortest paths, counted in links, and no other. At each switch, plain
 * frames have the equal ports that lead nearer to the first switch of their receiver, which is
 * their target. Source routes are paths from a list: up to FabricGraphSpec::maxPaths for two
 * switches with hosts, and if there are more, a draw that depends only on the spec's seed and the
 * two switches. Path i of one direction passes the same links as path i of the other one, so an
 * answer may use the number of the path of the packet that it answers [choice].
 *
 * Paths are computed at the first query and stored.
 */
class FabricGraph final : public FabricNetwork
{
  public:
    /**
     * @param spec the graph; aborts with its first problem, if any
     */
    explicit FabricGraph(const FabricGraphSpec& spec);

    uint32_t GetNPlanes() const override;
    uint32_t GetNHosts() const override;
    uint32_t GetNSwitches() const override;
    uint32_t GetNLinks() const override;
    uint32_t CountLinksWithoutDelay() const override;

    uint32_t GetGroup(uint32_t host) const override;
    uint32_t GetNGroups() const override;
    uint32_t GetNicLink(uint32_t host, uint32_t plane) const override;
    uint32_t GetNicIndex(uint32_t host) const override;
    uint64_t GetNicPortRate(uint32_t host, uint32_t plane) const override;
    FabricAddressing GetAddressing() const override;

    FabricSwitchPosition GetPosition(uint32_t sw) const override;
    std::optional<uint32_t> FindSwitch(const FabricSwitchPosition& position) const override;
    uint32_t GetNSwitchPorts(uint32_t sw) const override;
    uint32_t GetSwitchLink(uint32_t sw, uint32_t port) const override;
    FabricSidRange GetSids(uint32_t sw) const override;
    std::unique_ptr<FabricForwarding> MakeForwarding(uint32_t sw, const FabricSwitchRoutes& routes)
        const override;
    std::vector<uint32_t> ListNextHops(uint32_t sw, uint32_t target) const override;
    std::vector<uint32_t> ListSwitchKinds() const override;

    FabricLink GetLink(uint32_t link) const override;

    uint32_t GetDistance(uint32_t src, uint32_t dst) const override;
    const FabricPathCodec& GetPathCodec() const override;
    const FabricNames& GetNames() const override;
    RdmaTick GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const override;

    /** @return the longest round trip of all hosts and planes, in each direction on the slowest of
     * the shortest paths */
    RdmaTick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const override;
    uint64_t GetPortRate() const override;

    bool IsCutThrough() const override
    {
        return m_layout.cutThrough;
    }

    uint32_t GetMostExtraLinks() const override
    {
        return m_paths.GetMostExtraLinks();
    }

    FabricPathSpread GetPathSpread() const override;

  private:
    /**
     * @param up link of a NIC
     * @param down link of another NIC of the same plane
     * @param wireBytes line time of a frame, B
     * @return its time on the fastest of the shortest paths, from its last bit leaving the first
     * NIC to its arrival
     */
    RdmaTick FindFastest(const FabricLink& up, const FabricLink& down, uint32_t wireBytes) const;

    FabricGraphLayout m_layout;     ///< numbers of all elements
    FabricShortestPaths m_shortest; ///< shortest paths
    FabricGraphPaths m_paths;       ///< numbered paths
    FabricGraphNames m_names;       ///< those of the layout

    uint32_t m_nLinksWithoutDelay;  ///< see CountLinksWithoutDelay
    std::vector<uint32_t> m_groups; ///< by host
    std::vector<std::shared_ptr<const std::vector<uint32_t>>> m_targets; ///< by plane and host

    mutable std::map<std::pair<uint32_t, uint32_t>, RdmaTick> m_baseRtts; ///< by sizes of frames, B
};

} // namespace ns3

#endif // FABRIC_GRAPH_H
