/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-order.h"

#include "document/json-path.h"
#include "document/quantity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace mrcsim
{

namespace
{

/// A link goes down or up.
struct Change
{
    ns3::RdmaTick at;            ///< when
    bool up;                     ///< the new state
    std::optional<size_t> fault; ///< the link-up that says so; absent for others
};

/// By number of the link.
using Changes = std::map<uint32_t, std::vector<Change>>;

/**
 * @param faults the faults of a scenario
 * @return by link what happens to it, in the order of time
 */
Changes
CollectChanges(const std::vector<FaultSpec>& faults)
{
    Changes changes;
    for (size_t i = 0; i < faults.size(); ++i)
    {
        const auto& fault = faults[i];
        if (!fault.link)
        {
            continue; // refused already
        }
        auto& link = changes[*fault.link];
        if (fault.type == FaultType::LINK_UP)
        {
            link.push_back({fault.at, true, i});
        }
        else if (fault.type == FaultType::LINK_DOWN)
        {
            link.push_back({fault.at, false, std::nullopt});
            if (fault.duration)
            {
                link.push_back({fault.at + *fault.duration, true, std::nullopt});
            }
        }
    }
    for (auto& [link, list] : changes)
    {
        // What happens at the same time, happens in the order of the scenario
        std::stable_sort(list.begin(), list.end(), [](const Change& a, const Change& b) {
            return a.at < b.at;
        });
    }
    return changes;
}

} // namespace

Problems
CheckLinkUps(const std::vector<FaultSpec>& faults, const ns3::FabricNetwork& network)
{
    Problems problems;
    for (const auto& [link, list] : CollectChanges(faults))
    {
        bool up = true;
        for (const auto& change : list)
        {
            if (up && change.fault)
            {
                problems.push_back({AppendIndex("faults", *change.fault) + ".at",
                                    "link " + network.GetLinkName(link) + " is up at " +
                                        FormatTime(change.at) +
                                        "; allowed: a time at which a link-down holds"});
            }
            up = change.up;
        }
    }
    return problems;
}

} // namespace mrcsim
