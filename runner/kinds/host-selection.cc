/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-selection.h"

#include <map>
#include <numeric>
#include <set>

namespace mrcsim
{

namespace
{

/**
 * @param count how many
 * @param free hosts to choose from
 * @param groups all hosts of the network
 * @return hosts, one of each group in turn
 */
std::vector<uint32_t>
Spread(uint32_t count, const HostSet& free, const HostGroups& groups)
{
    std::vector<size_t> next(groups.size());
    std::vector<uint32_t> hosts;
    while (hosts.size() < count)
    {
        for (size_t i = 0; i < groups.size() && hosts.size() < count; ++i)
        {
            const auto& group = groups[i];
            while (next[i] < group.size() && !free.Has(group[next[i]]))
            {
                ++next[i];
            }
            if (next[i] < group.size())
            {
                hosts.push_back(group[next[i]++]);
            }
        }
    }
    return hosts;
}

/**
 * @param count how many
 * @param free hosts to choose from
 * @param rng draws them
 * @return different hosts in random order
 */
std::vector<uint32_t>
Draw(uint32_t count, const HostSet& free, ns3::Ptr<ns3::UniformRandomVariable> rng)
{
    const uint32_t last = free.Count() - 1;
    // Shuffle the places in the set, of which only those that have moved are written down
    std::map<uint32_t, uint32_t> moved;
    const auto get = [&moved](uint32_t place) {
        const auto found = moved.find(place);
        return found == moved.end() ? place : found->second;
    };
    std::vector<uint32_t> hosts;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t drawn = rng->GetInteger(i, last);
        hosts.push_back(free.Get(get(drawn)));
        moved[drawn] = get(i);
    }
    return hosts;
}

/**
 * @param json workload[].hosts as an object
 * @return the same
 */
HostSelection
ReadHostsObject(const Json& json)
{
    using Way = HostSelection::Way;
    HostSelection selection;
    const bool range = json.contains("from");
    const bool placed = json.contains("count");
    if (range == placed)
    {
        selection.way = Way::NONE;
    }
    else if (range)
    {
        selection.way = Way::RANGE;
        selection.from = json["from"].get<uint32_t>();
        selection.to = json["to"].get<uint32_t>();
    }
    else
    {
        const auto& placement = json["placement"];
        selection.way = placement == "packed"   ? Way::PACKED
                        : placement == "spread" ? Way::SPREAD
                                                : Way::RANDOM;
        selection.count = json["count"].get<uint32_t>();
        selection.shared = json.value("shared", false);
    }
    return selection;
}

/**
 * @param list numbers of hosts
 * @param path where they were written
 * @param [out] problems receives what is wrong
 * @return true if all exist and none occurs twice
 */
bool
CheckList(const std::vector<uint32_t>& list,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    std::set<uint32_t> seen;
    bool good = true;
    for (size_t i = 0; i < list.size(); ++i)
    {
        const auto place = AppendIndex(path, i);
        good &= CheckHost(list[i], network, place, problems);
        if (!seen.insert(list[i]).second)
        {
            problems.push_back({place, "host " + std::to_string(list[i]) + " occurs twice"});
            good = false;
        }
    }
    return good;
}

/**
 * @param from first host of a range
 * @param to last host of it
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return true if it holds at least two hosts, and all exist
 */
bool
CheckRange(uint32_t from,
           uint32_t to,
           const ns3::FabricNetwork& network,
           const std::string& path,
           Problems& problems)
{
    if (from >= to)
    {
        problems.push_back({path,
                            "found a range from " + std::to_string(from) + " to " +
                                std::to_string(to) +
                                "; allowed: at least two hosts, from below to"});
        return false;
    }
    return CheckHost(to, network, path + ".to", problems);
}

} // namespace

HostGroups
ListGroups(const ns3::FabricNetwork& network)
{
    HostGroups groups(network.GetNGroups());
    for (uint32_t host = 0; host < network.GetNHosts(); ++host)
    {
        groups[network.GetGroup(host)].push_back(host);
    }
    return groups;
}

HostSelection
ReadHosts(const Json& json)
{
    if (json.is_object())
    {
        return ReadHostsObject(json);
    }
    HostSelection selection;
    if (json.is_array())
    {
        selection.way = HostSelection::Way::LIST;
        selection.list = json.get<std::vector<uint32_t>>();
    }
    return selection;
}

uint32_t
HostSelection::Count(uint32_t hosts) const
{
    switch (way)
    {
    case Way::ALL:
        return hosts;
    case Way::LIST:
        return static_cast<uint32_t>(list.size());
    case Way::RANGE:
        return to - from + 1;
    case Way::PACKED:
    case Way::SPREAD:
    case Way::RANDOM:
        return count;
    case Way::NONE:
        break;
    }
    return 0;
}

bool
HostSelection::IsPlaced() const
{
    return way == Way::PACKED || way == Way::SPREAD || way == Way::RANDOM;
}

bool
HostSelection::IsExclusive() const
{
    return way == Way::LIST || way == Way::RANGE || (IsPlaced() && !shared);
}

std::vector<uint32_t>
HostSelection::Pick(const ns3::FabricNetwork& network,
                    ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    if (way == Way::LIST)
    {
        return list;
    }
    if (IsPlaced())
    {
        return PickAmong(HostSet(network.GetNHosts()), ListGroups(network), rng);
    }
    std::vector<uint32_t> hosts(Count(network.GetNHosts()));
    std::iota(hosts.begin(), hosts.end(), way == Way::RANGE ? from : 0);
    return hosts;
}

std::vector<uint32_t>
HostSelection::PickAmong(const HostSet& free,
                         const HostGroups& groups,
                         ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    switch (way)
    {
    case Way::SPREAD:
        return Spread(count, free, groups);
    case Way::RANDOM:
        return Draw(count, free, rng);
    default:
        return free.ListFirst(count);
    }
}

std::vector<uint32_t>
HostSelection::PickTypical(const JobScene& scene) const
{
    if (scene.hosts)
    {
        return *scene.hosts;
    }
    auto selection = *this;
    selection.way = way == Way::RANDOM ? Way::SPREAD : way;
    return selection.Pick(scene.network, nullptr);
}

bool
HostSelection::Check(const ns3::FabricNetwork& network,
                     const std::string& path,
                     Problems& problems) const
{
    const auto all = network.GetNHosts();
    switch (way)
    {
    case Way::ALL:
        return true;
    case Way::LIST:
        return CheckList(list, network, path, problems);
    case Way::RANGE:
        return CheckRange(from, to, network, path, problems);
    case Way::PACKED:
    case Way::SPREAD:
    case Way::RANDOM:
        if (count > all)
        {
            problems.push_back({path + ".count",
                                "found " + std::to_string(count) + "; allowed: 2 to " +
                                    std::to_string(all) + " hosts"});
        }
        return count <= all;
    case Way::NONE:
        problems.push_back({path, "allowed: either from and to, or count and placement"});
        return false;
    }
    return false;
}

bool
CheckHost(uint32_t host,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    if (host < network.GetNHosts())
    {
        return true;
    }
    problems.push_back({path,
                        "found " + std::to_string(host) + "; allowed: hosts 0 to " +
                            std::to_string(network.GetNHosts() - 1)});
    return false;
}

} // namespace mrcsim
