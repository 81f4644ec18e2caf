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
 * A frame may take any of the shortest ways, counted in links, and no other. Plain frames find at
 * each switch the equal ports that bring them nearer to the first switch of their receiver, which
 * is their target. Source routes are paths from a list: up to FabricGraphSpec::maxPaths for two
 * switches with hosts, and if there are more, a draw that depends on the spec's seed and on the two
 * switches alone. Path i of one direction passes what path i of the other one passes, so an answer
 * may go back by the path with the number of what it answers [choice].
 *
 * Ways and paths are worked out when somebody asks for the first time, and kept.
 */
class FabricGraph final : public FabricNetwork
{
  public:
    /**
     * @param spec the graph; aborts with the first problem if there is one
     */
    explicit FabricGraph(const FabricGraphSpec& spec);

    /** @return ways through the graph */
    const FabricShortestPaths& GetWays() const
    {
        return m_ways;
    }

    uint32_t GetNPlanes() const override;
    uint32_t GetNHosts() const override;
    uint32_t GetNSwitches() const override;
    uint32_t GetNLinks() const override;

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

    /** @return the round trip in the plane and between the hosts where it takes longest, in each
     * direction on the slowest of the shortest ways */
    RdmaTick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const override;
    uint64_t GetPortRate() const override;

  private:
    /**
     * @param a a switch
     * @param b another switch of its plane, or the same one
     * @param wireBytes line time of a frame, B
     * @return what it needs for the links between them on the fastest of the shortest ways
     */
    RdmaTick FindFastest(uint32_t a, uint32_t b, uint32_t wireBytes) const;

    FabricGraphLayout m_layout; ///< numbers of everything
    FabricShortestPaths m_ways; ///< shortest ways
    FabricGraphPaths m_paths;   ///< those of them that have numbers
    FabricGraphNames m_names;   ///< those of the layout

    std::vector<uint32_t> m_groups;                                      ///< by host
    std::vector<std::shared_ptr<const std::vector<uint32_t>>> m_targets; ///< by plane and host

    mutable std::map<std::pair<uint32_t, uint32_t>, RdmaTick> m_baseRtts; ///< by sizes of frames, B
};

} // namespace ns3

#endif // FABRIC_GRAPH_H
