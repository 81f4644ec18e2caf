/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REST_OF_NETWORK_H
#define REST_OF_NETWORK_H

#include "kinds/fault.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-hosts.h"
#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::RestOfNetwork: the network that permanent faults leave.
 */

namespace mrcsim
{

/**
 * The network that permanent faults leave, and the hosts between which it has no path that frames
 * take.
 */
class RestOfNetwork
{
  public:
    /**
     * @param network the topology; outlives this
     * @param faults faults of the scenario
     */
    RestOfNetwork(const ns3::FabricNetwork& network, const std::vector<FaultSpec>& faults);

    /** @return start times and numbers of the faults that cut links for good */
    const std::set<std::pair<ns3::RdmaTick, size_t>>& GetCuts() const
    {
        return m_cuts;
    }

    /// The first switch of a host in each plane that its messages use; nothing if the link there is
    /// cut. Hosts with equal ones reach the same other hosts.
    using FirstSwitches = std::vector<std::optional<uint32_t>>;

    /**
     * @param planes planes that messages use
     * @return the first switches of the host
     */
    FirstSwitches GetFirstSwitches(uint32_t host, const ns3::RdmaPlanes& planes) const;

    /**
     * @param from first switches of a host
     * @param to first switches of others, in the same planes
     * @param extraLinks most links that a path may have more than the shortest of its plane
     * @return for each of the others, true if a path to it is left in a plane
     */
    std::vector<bool> FindReached(const FirstSwitches& from,
                                  const std::vector<FirstSwitches>& to,
                                  uint32_t extraLinks) const;

  private:
    /**
     * @param faults faults of the scenario
     * @param link number of a link
     * @return start and number of the last fault that cuts it for good, unless it is repaired
     */
    std::optional<std::pair<ns3::RdmaTick, size_t>> FindCut(const std::vector<FaultSpec>& faults,
                                                            uint32_t link) const;

    /// A link from a switch to another one.
    struct Neighbor
    {
        uint32_t sw; ///< number of the other one
        bool isCut;  ///< the link is cut for good
    };

    /**
     * @param sw number of a switch of a plane with cut links
     * @param useCuts true: also over links that are cut
     * @return links of the shortest path to each switch that is reached; UNREACHED for others
     */
    std::vector<uint32_t> FindDistances(uint32_t sw, bool useCuts) const;

    static constexpr uint32_t UNREACHED = ~0U; ///< see FindDistances

    const ns3::FabricNetwork& m_network;               ///< the topology
    std::vector<bool> m_isCut;                         ///< by link: it is cut for good
    std::set<uint32_t> m_cutPlanes;                    ///< planes with such links
    std::vector<std::vector<Neighbor>> m_neighbors;    ///< by switch of these planes
    std::set<std::pair<ns3::RdmaTick, size_t>> m_cuts; ///< see GetCuts
};

} // namespace mrcsim

#endif // REST_OF_NETWORK_H
