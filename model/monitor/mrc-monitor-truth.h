/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_TRUTH_H
#define MRC_MONITOR_TRUTH_H

#include "mrc-monitor-score.h"

#include "ns3/fabric-fault-change.h"
#include "ns3/fabric.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorTruth: what a monitor should have found.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Writes down which links are dark or lose frames and which switches forward nothing, from what the
 * fabric tells about its faults (trace source Fault). Links that are dark because a switch is down
 * are part of its fault. Links that are slow or late lose nothing, and are no faults to a monitor.
 */
class MrcMonitorTruth : public SimpleRefCount<MrcMonitorTruth>
{
  public:
    /**
     * @param map numbers of links and switches; outlives this
     */
    explicit MrcMonitorTruth(const MrcMonitorMap& map);

    /**
     * Listen from now on.
     * @param fabric the fabric, without faults yet
     */
    void Watch(Fabric& fabric);

    /**
     * Something begins or ends to be broken.
     * @param change what the fabric tells
     */
    void OnFaultChange(const FabricFaultChange& change);

    /** @return what was broken, by the time of its begin */
    const std::vector<MrcMonitorFault>& GetFaults() const
    {
        return m_faults;
    }

  private:
    /**
     * @return true if the link is dark because a switch at its end goes down at this moment
     */
    bool IsPartOfASwitch(const FabricFaultChange& change, uint32_t link) const;

    const MrcMonitorMap& m_map;             ///< numbers of links and switches
    std::vector<MrcMonitorFault> m_faults;  ///< see GetFaults
    std::map<FabricFaultId, size_t> m_open; ///< faults that hold: their places in m_faults
    std::map<uint32_t, RdmaTick> m_silent;  ///< switches: when they last fell silent
};

} // namespace ns3

#endif // MRC_MONITOR_TRUTH_H
