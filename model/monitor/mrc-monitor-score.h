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
 * ns3::MrcMonitorScore: what a monitor found, compared with the truth.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Something was broken: a link that was dark or lost frames, a switch that forwarded nothing.
 */
struct MrcMonitorFault
{
    uint32_t element{0};           ///< what, by MrcMonitorMap's numbers
    RdmaTick begin{};              ///< since when
    std::optional<RdmaTick> end{}; ///< until when; absent: to the end
};

/**
 * @ingroup mrc
 * How well a monitor did.
 */
struct MrcMonitorFigures
{
    uint32_t named{0};        ///< times that it named an element as faulty
    uint32_t right{0};        ///< of these, with a fault there
    uint32_t faults{0};       ///< faults that showed for longer than two intervals
    uint32_t located{0};      ///< of these, found
    RdmaTick timeToLocate{};  ///< of those found: sum of the times from begin to verdict
    RdmaTick longestLocate{}; ///< of those found: the longest time from begin to verdict

    /** @return right / named; nothing if it named nobody */
    std::optional<double> GetPrecision() const;

    /** @return located / faults; nothing if there was none */
    std::optional<double> GetRecall() const;

    /** @return mean time to locate; nothing if none was found */
    std::optional<RdmaTick> GetMeanTime() const;
};

/**
 * @ingroup mrc
 * Compares verdicts with the truth. The monitor itself never sees the truth.
 *
 * A verdict is right if the element, or one that no probe tells apart from it beside what else is
 * broken, is broken then or was a few intervals before; a switch also if all of its links are. A
 * fault is found if it is named in its time; a fault of a link also if a switch at its end is named
 * that is broken, too. Faults of an element that overlap are one. While something else loses all
 * probes that cross a fault, it does not count as lasting.
 */
class MrcMonitorScore
{
  public:
    /**
     * @param monitor the monitor, which outlives this
     * @param faults what was broken, in any order
     */
    MrcMonitorScore(const MrcMonitor& monitor, const std::vector<MrcMonitorFault>& faults);

    /**
     * @param verdict at fault, or healthy again
     * @return true if it is so
     */
    bool IsRight(const MrcMonitorVerdict& verdict) const;

    /**
     * @param verdicts of the whole run, by time
     * @return how well it did
     */
    MrcMonitorFigures Count(const std::vector<MrcMonitorVerdict>& verdicts) const;

  private:
    /// When an element was held to be faulty.
    struct Belief
    {
        uint32_t element;            ///< which
        RdmaTick begin;              ///< verdict
        std::optional<RdmaTick> end; ///< the opposite one
    };

    /**
     * @param grace how long a fault counts after its end
     * @return what is broken at a time
     */
    std::set<uint32_t> ListBroken(RdmaTick time, RdmaTick grace) const;

    /**
     * @param named an element that was named
     * @param broken an element that is broken
     * @param all everything that is broken
     * @return true if no probe tells them apart
     */
    bool IsSame(uint32_t named, uint32_t broken, const std::set<uint32_t>& all) const;

    /**
     * @return true if all links of the switch that are probed are among these
     */
    bool IsCutOff(uint32_t sw, const std::set<uint32_t>& broken) const;

    /**
     * @param belief what was believed
     * @param fault what was broken at that time
     * @return true if this is how the fault shows
     */
    bool Shows(const Belief& belief, const MrcMonitorFault& fault) const;

    /**
     * @param fault a fault
     * @param beliefs what was believed, by time
     * @return how long it took to find it; nothing if it was not found
     */
    std::optional<RdmaTick> GetTime(const MrcMonitorFault& fault,
                                    const std::vector<Belief>& beliefs) const;

    /**
     * @param end its end
     * @return for how long some probes crossed the fault and nothing else that was broken
     */
    RdmaTick GetVisible(const MrcMonitorFault& fault, RdmaTick end) const;

    /**
     * @return paths across the element and none of the others
     */
    std::vector<uint32_t> ListOwnPaths(uint32_t element, const std::set<uint32_t>& others) const;

    const MrcMonitor& m_monitor;           ///< the monitor
    std::vector<MrcMonitorFault> m_faults; ///< by element and time, none overlaps another
    RdmaTick m_grace;                      ///< how long a fault counts after its end
};

} // namespace ns3

#endif // MRC_MONITOR_SCORE_H
