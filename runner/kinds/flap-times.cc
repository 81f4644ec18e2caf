/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flap-times.h"

#include "document/quantity.h"

#include <algorithm>

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

std::vector<FaultSpell>
ListFlaps(const FlapTimes& times, ns3::RdmaTick at, uint32_t links, ns3::RdmaTick stop)
{
    constexpr double LAST_SECONDS = 1e6; // no simulation lasts so long, and int64_t holds it
    std::vector<FaultSpell> spells;
    const auto period = times.period.value_or(ns3::RdmaTick{});
    for (uint32_t i = 0; i < times.count && period.GetSeconds() * i < LAST_SECONDS &&
                         at + period * int64_t{i} < stop;
         ++i)
    {
        for (uint32_t link = 0; link < links; ++link)
        {
            const auto begin = at + period * int64_t{i} + times.stagger * int64_t{link};
            spells.push_back({begin, times.down, link});
        }
    }
    std::stable_sort(spells.begin(), spells.end(), [](const FaultSpell& a, const FaultSpell& b) {
        return a.at < b.at;
    });
    return spells;
}

} // namespace mrcsim
