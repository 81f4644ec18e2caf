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
 * ns3::MrcMonitorTruth: the faults that a monitor should find.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Records the links that are down or lose frames and the switches that forward nothing, from the
 * fabric's reports of faults (trace source Fault). Links that are down because a switch is down are
 * part of its fault. Slow or late links lose nothing, and are no faults for a monitor.
 */
class MrcMonitorTruth : public SimpleRefCount<MrcMonitorTruth>
{
  public:
    /**
     * @param map numbers of links and switches; outlives this object
     */
    explicit MrcMonitorTruth(const MrcMonitorMap& map);

    /**
     * Record faults from now on.
     * @param fabric the fabric, without faults yet
     */
    void Watch(Fabric& fabric);

    /**
     * Handle the begin or end of a fault.
     * @param change the fabric's report
     */
    void OnFaultChange(const FabricFaultChange& change);

    /** @return the faults, by begin */
    const std::vector<MrcMonitorFault>& GetFaults() const
    {
        return m_faults;
    }

  private:
    /**
     * @return true if the link is down because a switch at its end goes down at this moment
     */
    bool IsPartOfASwitch(const FabricFaultChange& change, uint32_t link) const;

    const MrcMonitorMap& m_map;             ///< numbers of links and switches
    std::vector<MrcMonitorFault> m_faults;  ///< see GetFaults
    std::map<FabricFaultId, size_t> m_open; ///< active faults: their positions in m_faults
    std::map<uint32_t, RdmaTick> m_silent;  ///< by switch: time since which it is silent
};

} // namespace ns3

#endif // MRC_MONITOR_TRUTH_H
