/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-reference.h"

#include "index-check.h"

#include <utility>

namespace mrcsim
{

using Tier = ns3::FabricSwitchPosition::Tier;

uint32_t
CountSwitches(const ns3::FabricNetwork& network, Tier tier, uint32_t plane)
{
    uint32_t count = 0;
    uint32_t step = 1;
    while (network.FindSwitch(ns3::FabricSwitchPosition{tier, plane, step - 1}))
    {
        step *= 2;
    }
    for (; step > 0; step /= 2)
    {
        const uint32_t last = count + step - 1;
        count += network.FindSwitch(ns3::FabricSwitchPosition{tier, plane, last}) ? step : 0;
    }
    return count;
}

std::optional<uint32_t>
FindNamedSwitch(const Json& json,
                const ns3::FabricNetwork& network,
                const std::string& path,
                Problems& problems)
{
    if (json.contains("name"))
    {
        const auto name = json["name"].get<std::string>();
        const auto found = network.FindSwitch(name);
        if (!found)
        {
            problems.push_back({path + ".name",
                                "found \"" + name + "\"; allowed: names of switches, such as \"" +
                                    network.GetSwitchName(0) + "\" and \"" +
                                    network.GetSwitchName(network.GetNSwitches() - 1) + "\""});
        }
        return found;
    }
    const auto tiers = {std::pair("t0", Tier::T0),
                        std::pair("t1", Tier::T1),
                        std::pair("t2", Tier::T2)};
    const auto given = json.size() - 1; // and the plane
    if (given != 1)
    {
        problems.push_back(
            {path, "found " + std::to_string(given) + " of t0, t1, t2; allowed: one"});
        return std::nullopt;
    }
    const auto plane = json["plane"].get<uint32_t>();
    if (!CheckBelow(plane, network.GetNPlanes(), path + ".plane", "planes", problems))
    {
        return std::nullopt;
    }
    for (const auto& [key, tier] : tiers)
    {
        if (json.contains(key))
        {
            const auto index = json[key].get<uint32_t>();
            const auto count = CountSwitches(network, tier, plane);
            const auto noun = std::string(1, 'T') + (key + 1) + "s of a plane";
            return CheckBelow(index, count, path + '.' + key, noun.c_str(), problems)
                       ? network.FindSwitch(ns3::FabricSwitchPosition{tier, plane, index})
                       : std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace mrcsim
