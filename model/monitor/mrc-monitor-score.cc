/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-score.h"

#include "ns3/rdma-time.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ns3
{

namespace
{

/// Number of intervals, in addition to the timeout, for which a fault counts after its end.
constexpr int64_t GRACE_INTERVALS = 4;
/// Minimum duration of a fault in intervals.
constexpr int64_t LASTING_INTERVALS = 2;

/**
 * @param faults faults, in any order
 * @return by element and time; overlapping faults of an element are merged
 */
std::vector<MrcMonitorFault>
Merge(std::vector<MrcMonitorFault> faults)
{
    std::sort(faults.begin(), faults.end(), [](const auto& a, const auto& b) {
        return std::tie(a.element, a.begin) < std::tie(b.element, b.begin);
    });
    std::vector<MrcMonitorFault> merged;
    for (const MrcMonitorFault& fault : faults)
    {
        const bool goesOn = !merged.empty() && merged.back().element == fault.element &&
                            merged.back().end.value_or(RdmaTick::Max()) >= fault.begin;
        if (!goesOn)
        {
            merged.push_back(fault);
        }
        else if (!fault.end || (merged.back().end && *merged.back().end < *fault.end))
        {
            merged.back().end = fault.end;
        }
    }
    return merged;
}

} // namespace

std::optional<double>
MrcMonitorFigures::GetPrecision() const
{
    return named == 0 ? std::nullopt : std::optional(static_cast<double>(right) / named);
}

std::optional<double>
MrcMonitorFigures::GetRecall() const
{
    return faults == 0 ? std::nullopt : std::optional(static_cast<double>(located) / faults);
}

std::optional<RdmaTick>
MrcMonitorFigures::GetMeanTime() const
{
    return located == 0 ? std::nullopt : std::optional(timeToLocate / located);
}

MrcMonitorScore::MrcMonitorScore(const MrcMonitor& monitor,
                                 const std::vector<MrcMonitorFault>& faults)
    : m_monitor(monitor),
      m_faults(Merge(faults)),
      m_grace(ToRdmaTick(monitor.GetInterval()) * GRACE_INTERVALS +
              ToRdmaTick(monitor.GetTimeout()))
{
}

std::set<uint32_t>
MrcMonitorScore::ListBroken(RdmaTick time, RdmaTick grace) const
{
    std::set<uint32_t> broken;
    for (const MrcMonitorFault& fault : m_faults)
    {
        if (fault.begin <= time && (!fault.end || *fault.end + grace >= time))
        {
            broken.insert(fault.element);
        }
    }
    return broken;
}

std::vector<uint32_t>
MrcMonitorScore::ListOwnPaths(uint32_t element, const std::set<uint32_t>& others) const
{
    std::vector<uint32_t> own = m_monitor.GetLocator().GetPaths(element);
    for (const uint32_t other : others)
    {
        std::vector<uint32_t> rest;
        const auto& paths = m_monitor.GetLocator().GetPaths(other);
        std::set_difference(own.begin(),
                            own.end(),
                            paths.begin(),
                            paths.end(),
                            std::back_inserter(rest));
        own = std::move(rest);
    }
    return own;
}

bool
MrcMonitorScore::IsSame(uint32_t named, uint32_t broken, const std::set<uint32_t>& all) const
{
    if (named == broken)
    {
        return true;
    }
    std::set<uint32_t> others = all;
    others.erase(named);
    others.erase(broken);
    const auto own = ListOwnPaths(named, others);
    return !own.empty() && own == ListOwnPaths(broken, others);
}

bool
MrcMonitorScore::IsCutOff(uint32_t sw, const std::set<uint32_t>& broken) const
{
    const MrcMonitorMap& map = m_monitor.GetMap();
    const FabricNetwork& network = map.GetNetwork();
    const uint32_t number = map.GetNumber(sw);
    const bool t1 = map.GetKind(sw) == MrcMonitorKind::T1;
    bool any = false;
    for (uint32_t port = 0; port < network.GetNSwitchPorts(number); ++port)
    {
        const uint32_t link = network.GetSwitchLink(number, port);
        const bool down = network.GetLink(link).upper.node == number;
        if (!down || m_monitor.GetLocator().GetPaths(link).empty())
        {
            continue; // a T0 is cut off by the links of its hosts, a T1 by those of its T0s
        }
        any = true;
        const uint32_t below = network.GetLink(link).lower.node;
        if (!broken.count(link) && !(t1 && broken.count(map.GetSwitchElement(below))))
        {
            return false;
        }
    }
    return any;
}

bool
MrcMonitorScore::IsRight(const MrcMonitorVerdict& verdict) const
{
    if (!verdict.faulty)
    {
        return ListBroken(verdict.time, RdmaTick{}).count(verdict.element) == 0;
    }
    const auto broken = ListBroken(verdict.time, m_grace);
    const bool cutOff =
        m_monitor.GetMap().IsSwitch(verdict.element) && IsCutOff(verdict.element, broken);
    return cutOff || std::any_of(broken.begin(), broken.end(), [&](uint32_t element) {
               return IsSame(verdict.element, element, broken);
           });
}

bool
MrcMonitorScore::Shows(const Belief& belief, const MrcMonitorFault& fault) const
{
    const RdmaTick time = std::max(belief.begin, fault.begin);
    const auto broken = ListBroken(time, m_grace);
    if (IsSame(belief.element, fault.element, broken))
    {
        return true;
    }
    const MrcMonitorMap& map = m_monitor.GetMap();
    if (map.IsSwitch(fault.element) || !map.IsSwitch(belief.element))
    {
        return false;
    }
    const FabricLink link = map.GetNetwork().GetLink(fault.element);
    const uint32_t sw = map.GetNumber(belief.element);
    const bool end = link.upper.node == sw || (!link.lower.isHost && link.lower.node == sw);
    return end && (broken.count(belief.element) > 0 || IsCutOff(belief.element, broken));
}

std::optional<RdmaTick>
MrcMonitorScore::GetTime(const MrcMonitorFault& fault, const std::vector<Belief>& beliefs) const
{
    for (const Belief& belief : beliefs)
    {
        const bool before = belief.end && *belief.end < fault.begin;
        const bool after = fault.end && *fault.end + m_grace < belief.begin;
        if (!before && !after && Shows(belief, fault))
        {
            return std::max(belief.begin, fault.begin) - fault.begin;
        }
    }
    return std::nullopt;
}

RdmaTick
MrcMonitorScore::GetVisible(const MrcMonitorFault& fault, RdmaTick end) const
{
    std::set<RdmaTick> times{fault.begin};
    for (const MrcMonitorFault& other : m_faults)
    {
        for (const RdmaTick time : {other.begin, other.end.value_or(end)})
        {
            if (time > fault.begin && time < end)
            {
                times.insert(time);
            }
        }
    }
    RdmaTick visible;
    for (auto time = times.begin(); time != times.end(); ++time)
    {
        const auto next = std::next(time);
        std::set<uint32_t> others;
        for (const MrcMonitorFault& other : m_faults)
        {
            if (other.element != fault.element && other.begin <= *time &&
                other.end.value_or(end) > *time)
            {
                others.insert(other.element);
            }
        }
        if (!ListOwnPaths(fault.element, others).empty())
        {
            visible += (next == times.end() ? end : *next) - *time;
        }
    }
    return visible;
}

MrcMonitorFigures
MrcMonitorScore::Count(const std::vector<MrcMonitorVerdict>& verdicts) const
{
    MrcMonitorFigures figures;
    std::vector<Belief> beliefs;
    std::map<uint32_t, size_t> open; // by element: its position in beliefs
    for (const MrcMonitorVerdict& verdict : verdicts)
    {
        if (verdict.faulty)
        {
            ++figures.named;
            figures.right += IsRight(verdict);
            open[verdict.element] = beliefs.size();
            beliefs.push_back({verdict.element, verdict.time, std::nullopt});
        }
        else if (open.count(verdict.element))
        {
            beliefs[open[verdict.element]].end = verdict.time;
        }
    }
    const RdmaTick horizon = m_monitor.GetHorizon();
    for (const MrcMonitorFault& fault : m_faults)
    {
        const RdmaTick end = std::min(fault.end.value_or(horizon), horizon);
        const RdmaTick least = ToRdmaTick(m_monitor.GetInterval()) * LASTING_INTERVALS;
        if (end <= fault.begin || GetVisible(fault, end) <= least)
        {
            continue;
        }
        ++figures.faults;
        const auto time = GetTime(fault, beliefs);
        figures.located += time.has_value();
        figures.timeToLocate += time.value_or(RdmaTick{});
        figures.longestLocate = std::max(figures.longestLocate, time.value_or(RdmaTick{}));
    }
    return figures;
}

} // namespace ns3
