/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-reference.h"

#include "index-check.h"

#include <tuple>

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

namespace
{

/** @return number of the switch with this name, if it exists */
std::optional<uint32_t>
FindByName(const std::string& name,
           const ns3::FabricNetwork& network,
           const std::string& path,
           Problems& problems)
{
    const auto found = network.GetNames().FindSwitch(name);
    if (!found)
    {
        problems.push_back({path + ".name",
                            "found \"" + name + "\"; allowed: names of switches, such as \"" +
                                network.GetNames().GetSwitchName(0) + "\" and \"" +
                                network.GetNames().GetSwitchName(network.GetNSwitches() - 1) +
                                "\""});
    }
    return found;
}

/** @return number of the switch at this position in a plane, if it exists */
std::optional<uint32_t>
FindByTier(const SwitchPlace& place,
           const ns3::FabricNetwork& network,
           const std::string& path,
           Problems& problems)
{
    const auto tiers = {std::tuple("t0", Tier::T0, place.t0),
                        std::tuple("t1", Tier::T1, place.t1),
                        std::tuple("t2", Tier::T2, place.t2)};
    const int given = place.t0.has_value() + place.t1.has_value() + place.t2.has_value();
    if (given != 1)
    {
        problems.push_back(
            {path, "found " + std::to_string(given) + " of t0, t1, t2; allowed: one"});
        return std::nullopt;
    }
    if (!CheckBelow(place.plane, network.GetNPlanes(), path + ".plane", "planes", problems))
    {
        return std::nullopt;
    }
    for (const auto& [key, tier, index] : tiers)
    {
        const auto count = index ? CountSwitches(network, tier, place.plane) : 0;
        const auto noun = std::string(1, 'T') + (key + 1) + "s of a plane";
        if (index && CheckBelow(*index, count, path + '.' + key, noun.c_str(), problems))
        {
            return network.FindSwitch(ns3::FabricSwitchPosition{tier, place.plane, *index});
        }
    }
    return std::nullopt;
}

/** @param keys receives the keys of a switch by name */
void
DeclareName(KeySet& keys)
{
    keys.Add("name", &SwitchPlace::name).Required().Help("Name of the switch.");
}

/** @param keys receives the keys of a switch by its position in a plane */
void
DeclareTier(KeySet& keys)
{
    DeclarePlane(keys.Add("plane", &SwitchPlace::plane));
    keys.Add("t0", &SwitchPlace::t0)
        .Range(0, LAST_SWITCH)
        .Absent("t1 or t2 is present")
        .Help("T0 in the plane, counted from 0.");
    keys.Add("t1", &SwitchPlace::t1)
        .Range(0, LAST_SWITCH)
        .Absent("t0 or t2 is present")
        .Help("T1 in the plane, counted from 0.");
    keys.Add("t2", &SwitchPlace::t2)
        .Range(0, LAST_SWITCH)
        .Absent("t0 or t1 is present")
        .Help("T2 in the plane, counted from 0.");
}

} // namespace

void
SwitchPlace::DeclareKeys(KeySet& keys)
{
    keys.Title("a switch such as {\"plane\": 1, \"t1\": 2} or {\"name\": \"p1-t1-2\"}");
    keys.AddForm("name", DeclareName);
    keys.AddForm("plane", DeclareTier);
}

void
ReadKey(const KeyReading& reading, SwitchPlace& place)
{
    reading.ReadObject(place);
    const auto& network = reading.GetNetwork();
    auto& problems = reading.GetProblems();
    place.number = place.name ? FindByName(*place.name, network, reading.GetPath(), problems)
                              : FindByTier(place, network, reading.GetPath(), problems);
}

} // namespace mrcsim
