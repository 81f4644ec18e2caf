/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flap-times.h"

#include "document/quantity.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace mrcsim
{

void
CheckFlapTimes(const FlapTimes& times, const std::string& path, Problems& problems)
{
    if (times.count > 1 && !times.period)
    {
        problems.push_back({path + ".period", "missing; needed where count is more than 1"});
    }
    if (times.period && *times.period <= times.down)
    {
        problems.push_back({path + ".period",
                            "found " + FormatTime(*times.period) + "; allowed: more than down, " +
                                FormatTime(times.down)});
    }
}

FaultSpells
MakeFlaps(const FlapTimes& times, ns3::RdmaTick at, uint32_t links, ns3::RdmaTick stop)
{
    /// The next flap of a link: when, how many it had before, and the link.
    using Flap = std::tuple<ns3::RdmaTick, uint32_t, uint32_t>;
    std::set<Flap> waiting;
    for (uint32_t link = 0; link < links && at + times.stagger * int64_t{link} < stop; ++link)
    {
        waiting.emplace(at + times.stagger * int64_t{link}, 0, link);
    }
    return [times, stop, waiting]() mutable -> std::optional<FaultSpell> {
        if (waiting.empty())
        {
            return std::nullopt;
        }
        const auto [begin, before, link] = *waiting.begin();
        waiting.erase(waiting.begin());
        if (before + 1 < times.count && *times.period < stop - begin)
        {
            waiting.emplace(begin + *times.period, before + 1, link);
        }
        return FaultSpell{begin, times.down, link};
    };
}

double
CountFlaps(const FlapTimes& times, ns3::RdmaTick at, uint32_t links, ns3::RdmaTick stop)
{
    const auto period = times.period.value_or(ns3::RdmaTick::Max()).GetPs();
    double flaps = 0;
    for (uint32_t link = 0; link < links; ++link)
    {
        const auto left = (stop - (at + times.stagger * int64_t{link})).GetPs();
        const auto most = (left - 1) / std::max<int64_t>(period, 1) + 1;
        flaps += left > 0 ? static_cast<double>(std::min<int64_t>(times.count, most)) : 0;
    }
    return flaps;
}

std::optional<LinkSpell>
FindLastFlap(const FlapTimes& times, ns3::RdmaTick at, uint32_t link, ns3::RdmaTick until)
{
    const auto first = at + times.stagger * int64_t{link};
    if (first >= until)
    {
        return std::nullopt;
    }
    const auto period = std::max<int64_t>(times.period.value_or(ns3::RdmaTick::Max()).GetPs(), 1);
    const auto before = (until - first - ns3::RdmaTick::Ps(1)).GetPs() / period;
    const auto begin =
        first + ns3::RdmaTick::Ps(period) * std::min(before, int64_t{times.count} - 1);
    return LinkSpell{begin, begin + times.down};
}

} // namespace mrcsim
