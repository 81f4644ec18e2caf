/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_DENYLIST_H
#define MRC_MONITOR_DENYLIST_H

#include "mrc-monitor-map.h"

#include "ns3/mrc-denials.h"
#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorDenylist: denies paths across the elements that a monitor has named.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Denies the EVs of all MRC QPs that cross elements that a monitor has named (mrc reference, 9.8),
 * and allows them again when the elements are healthy. Between two hosts a plane is denied if the
 * NIC link or the first switch of either is named; and, if requested, the paths that cross a named
 * link between switches or a named T1, which a monitor can name with source routes only. If that
 * would leave two hosts without any path, nothing is denied between them.
 *
 * A verdict about a NIC link causes as many denials as there are hosts, one about a T1 as many as
 * there are pairs of hosts.
 */
class MrcMonitorDenylist
{
  public:
    /**
     * @param cluster the hosts, which outlive this object
     * @param map the elements; outlives this object
     * @param paths true: also paths by named links between switches and by named T1s
     */
    MrcMonitorDenylist(RdmaCluster& cluster, const MrcMonitorMap& map, bool paths);

    /**
     * Handle a verdict of the monitor.
     * @param element its element
     * @param faulty true: it is named as faulty
     */
    void OnVerdict(uint32_t element, bool faulty);

  private:
    /// A denial to a host, towards another: a plane, or one path of it.
    using Denial = std::pair<uint32_t, int64_t>;
    /// The whole plane, in place of the bits of a path.
    static constexpr int64_t ALL_PATHS = -1;

    /**
     * @return hosts whose paths may cross the element
     */
    std::vector<uint32_t> ListConcerned(uint32_t element) const;

    /**
     * @return true if the NIC link or first switch of the host is named
     */
    bool IsDark(uint32_t host, uint32_t plane) const;

    /**
     * @return the denials that a host should have towards another
     */
    std::set<Denial> Want(uint32_t src, uint32_t dst) const;

    /**
     * @param [in,out] denials receives the paths of a plane that cross named elements
     * @return number of remaining paths
     */
    uint32_t WantPaths(uint32_t src, uint32_t dst, uint32_t plane, std::set<Denial>& denials) const;

    /** Change the denials to those that should be in force. */
    void Update(uint32_t src, uint32_t dst);

    RdmaCluster& m_cluster;                                             ///< the hosts
    const MrcMonitorMap& m_map;                                         ///< the elements
    bool m_paths;                                                       ///< see the constructor
    std::set<uint32_t> m_faulty;                                        ///< named elements
    std::map<std::pair<uint32_t, uint32_t>, std::set<Denial>> m_denied; ///< by pair of hosts
};

} // namespace ns3

#endif // MRC_MONITOR_DENYLIST_H
