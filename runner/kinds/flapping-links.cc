/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flapping-links.h"

#include "document/quantity.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace mrcsim
{

void
DeclareFlapDown(Key key)
{
    key.Above(0).Required().Help("Time that a link is down in each flap.");
}

void
FlappingLinks::DeclareDown(KeySet& keys)
{
    DeclareFlapDown(keys.Add("down", &FlappingLinks::m_down));
}

Key
FlappingLinks::AddStagger(KeySet& keys)
{
    return keys.Add("stagger", &FlappingLinks::m_stagger);
}

Key
FlappingLinks::AddPeriod(KeySet& keys)
{
    return keys.Add("period", &FlappingLinks::m_period).Above(0);
}

void
FlappingLinks::DeclareCount(KeySet& keys)
{
    keys.Add("count", &FlappingLinks::m_count)
        .Range(1, 1000000)
        .Default(1)
        .Help("Number of flaps of each link.");
}

void
FlappingLinks::Check(const FaultPlan& /* plan */, const std::string& path, Problems& problems) const
{
    if (m_count > 1 && !m_period)
    {
        problems.push_back({path + ".period", "missing; required if count is more than 1"});
    }
    if (m_period && *m_period <= m_down)
    {
        problems.push_back({path + ".period",
                            "found " + FormatTime(*m_period) + "; allowed: more than down, " +
                                FormatTime(m_down)});
    }
}

FaultOccurrences
FlappingLinks::MakeOccurrences(ns3::RdmaTick stop,
                               const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const
{
    /// The next flap of a link: time, number of previous flaps, link.
    using Flap = std::tuple<ns3::RdmaTick, uint32_t, uint32_t>;
    std::set<Flap> waiting;
    for (uint32_t link = 0; link < GetLinks().size() && GetFirst(link) < stop; ++link)
    {
        waiting.emplace(GetFirst(link), 0, link);
    }
    return [waiting, stop, down = m_down, period = m_period, count = m_count]() mutable {
        if (waiting.empty())
        {
            return std::optional<FaultOccurrence>();
        }
        const auto [begin, before, link] = *waiting.begin();
        waiting.erase(waiting.begin());
        if (before + 1 < count && *period < stop - begin)
        {
            waiting.emplace(begin + *period, before + 1, link);
        }
        return std::optional<FaultOccurrence>({begin, down, link});
    };
}

double
FlappingLinks::CountOccurrences(ns3::RdmaTick stop) const
{
    double flaps = 0;
    for (size_t link = 0; link < GetLinks().size(); ++link)
    {
        const auto left = (stop - GetFirst(link)).GetPs();
        const auto most = (left - 1) / GetPeriodPs() + 1;
        flaps += left > 0 ? static_cast<double>(std::min<int64_t>(m_count, most)) : 0;
    }
    return flaps;
}

std::optional<FaultOccurrence>
FlappingLinks::FindLastDown(uint32_t link, ns3::RdmaTick until) const
{
    const auto& links = GetLinks();
    const auto place = std::find(links.begin(), links.end(), link);
    const auto first = GetFirst(static_cast<size_t>(place - links.begin()));
    if (place == links.end() || first >= until)
    {
        return std::nullopt;
    }
    const auto before = (until - first - ns3::RdmaTick::Ps(1)).GetPs() / GetPeriodPs();
    const auto flap = std::min(before, int64_t{m_count} - 1);
    return FaultOccurrence{first + ns3::RdmaTick::Ps(GetPeriodPs()) * flap, m_down};
}

ns3::RdmaTick
FlappingLinks::GetFirst(size_t link) const
{
    const auto latest = ns3::RdmaTick::Max() - GetStart();
    const auto place = static_cast<int64_t>(link);
    return place > 0 && m_stagger > latest / place ? ns3::RdmaTick::Max()
                                                   : GetStart() + m_stagger * place;
}

int64_t
FlappingLinks::GetPeriodPs() const
{
    return std::max<int64_t>(m_period.value_or(ns3::RdmaTick::Max()).GetPs(), 1);
}

} // namespace mrcsim
