/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_SCORE_H
#define MRC_MONITOR_SCORE_H

#include "mrc-monitor.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorScore: comparison of a monitor's verdicts with the ground truth.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A fault: a link that was down or lost frames, or a switch that forwarded nothing.
 */
struct MrcMonitorFault
{
    uint32_t element{0};           ///< its element, by MrcMonitorMap's numbers
    RdmaTick begin{};              ///< begin
    std::optional<RdmaTick> end{}; ///< end; absent: until the end of the run
};

/**
 * @ingroup mrc
 * Quality of a monitor's verdicts.
 */
struct MrcMonitorFigures
{
    uint32_t named{0};        ///< number of verdicts that named an element as faulty
    uint32_t right{0};        ///< of these, with a fault there
    uint32_t faults{0};       ///< faults visible for longer than two intervals
    uint32_t located{0};      ///< of these, found
    RdmaTick timeToLocate{};  ///< of those found: sum of the times from begin to verdict
    RdmaTick longestLocate{}; ///< of those found: the longest time from begin to verdict

    /** @return right / named; nothing if no element was named */
    std::optional<double> GetPrecision() const;

    /** @return located / faults; nothing if there was no fault */
    std::optional<double> GetRecall() const;

    /** @return mean time to locate; nothing if none was found */
    std::optional<RdmaTick> GetMeanTime() const;
};

/**
 * @ingroup mrc
 * Compares verdicts with the ground truth. The monitor itself never sees the truth.
 *
 * A verdict is right if the element, or one that no probe distinguishes from it given the other
 * faults, is broken then or was a few intervals before; for a switch also if all of its links are.
 * A fault is found if its element is named while it lasts; a fault of a link also if a switch at
 * its end is named that is also broken. Overlapping faults of an element count as one. While
 * another fault loses all probes that cross a fault, it is not visible, and this time does not
 * count.
 */
class MrcMonitorScore
{
  public:
    /**
     * @param monitor the monitor, which outlives this object
     * @param faults the faults, in any order
     */
    MrcMonitorScore(const MrcMonitor& monitor, const std::vector<MrcMonitorFault>& faults);

    /**
     * @param verdict a verdict: faulty, or healthy again
     * @return true if it is right
     */
    bool IsRight(const MrcMonitorVerdict& verdict) const;

    /**
     * @param verdicts of the whole run, by time
     * @return quality of the verdicts
     */
    MrcMonitorFigures Count(const std::vector<MrcMonitorVerdict>& verdicts) const;

  private:
    /// The time in which an element was named as faulty.
    struct Belief
    {
        uint32_t element;            ///< its element
        RdmaTick begin;              ///< time of the verdict
        std::optional<RdmaTick> end; ///< time of the opposite verdict
    };

    /**
     * @param grace time for which a fault counts after its end
     * @return elements broken at a time
     */
    std::set<uint32_t> ListBroken(RdmaTick time, RdmaTick grace) const;

    /**
     * @param named an element that was named
     * @param broken an element that is broken
     * @param all all broken elements
     * @return true if no probe distinguishes them
     */
    bool IsSame(uint32_t named, uint32_t broken, const std::set<uint32_t>& all) const;

    /**
     * @return true if all links of the switch that are probed are among these
     */
    bool IsCutOff(uint32_t sw, const std::set<uint32_t>& broken) const;

    /**
     * @param belief time in which an element was named
     * @param fault a fault at that time
     * @return true if the fault explains the verdict
     */
    bool Shows(const Belief& belief, const MrcMonitorFault& fault) const;

    /**
     * @param fault a fault
     * @param beliefs times in which elements were named, by begin
     * @return time until it was found; nothing if it was not found
     */
    std::optional<RdmaTick> GetTime(const MrcMonitorFault& fault,
                                    const std::vector<Belief>& beliefs) const;

    /**
     * @param end its end
     * @return time for which some probes crossed the fault and no other broken element
     */
    RdmaTick GetVisible(const MrcMonitorFault& fault, RdmaTick end) const;

    /**
     * @return paths across the element and none of the others
     */
    std::vector<uint32_t> ListOwnPaths(uint32_t element, const std::set<uint32_t>& others) const;

    const MrcMonitor& m_monitor;           ///< the monitor
    std::vector<MrcMonitorFault> m_faults; ///< by element and time, without overlaps
    RdmaTick m_grace;                      ///< time for which a fault counts after its end
};

} // namespace ns3

#endif // MRC_MONITOR_SCORE_H
