/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-selection.h"

#include <numeric>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param count how many
 * @return hosts, one of each group in turn
 */
std::vector<uint32_t>
Spread(uint32_t count, const ns3::FabricNetwork& network)
{
    std::vector<std::vector<uint32_t>> groups(network.GetNGroups());
    for (uint32_t host = 0; host < network.GetNHosts(); ++host)
    {
        groups[network.GetGroup(host)].push_back(host);
    }
    std::vector<uint32_t> hosts;
    for (size_t turn = 0; hosts.size() < count; ++turn)
    {
        for (size_t group = 0; group < groups.size() && hosts.size() < count; ++group)
        {
            if (turn < groups[group].size())
            {
                hosts.push_back(groups[group][turn]);
            }
        }
    }
    return hosts;
}

/**
 * @param count how many
 * @param all hosts of the topology
 * @param rng draws them
 * @return different hosts in random order
 */
std::vector<uint32_t>
Draw(uint32_t count, uint32_t all, ns3::Ptr<ns3::UniformRandomVariable> rng)
{
    std::vector<uint32_t> hosts(all);
    std::iota(hosts.begin(), hosts.end(), 0);
    for (uint32_t i = 0; i < count; ++i)
    {
        std::swap(hosts[i], hosts[rng->GetInteger(i, all - 1)]);
    }
    hosts.resize(count);
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

std::vector<uint32_t>
HostSelection::Pick(const ns3::FabricNetwork& network,
                    ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    switch (way)
    {
    case Way::LIST:
        return list;
    case Way::SPREAD:
        return Spread(count, network);
    case Way::RANDOM:
        return Draw(count, network.GetNHosts(), rng);
    default:
        break;
    }
    std::vector<uint32_t> hosts(Count(network.GetNHosts()));
    std::iota(hosts.begin(), hosts.end(), way == Way::RANGE ? from : 0);
    return hosts;
}

std::vector<uint32_t>
HostSelection::PickTypical(const ns3::FabricNetwork& network) const
{
    auto selection = *this;
    selection.way = way == Way::RANDOM ? Way::SPREAD : way;
    return selection.Pick(network, nullptr);
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
