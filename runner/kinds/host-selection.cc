/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-selection.h"

#include "keys/key-type.h"

#include "ns3/random-variable-stream.h"

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>

namespace mrcsim
{

namespace
{

/**
 * @param count number of hosts
 * @param free hosts to choose from
 * @param groups all hosts of the network
 * @return free hosts, one of each group in turn
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
 * @param count number of hosts
 * @param free hosts to choose from
 * @param rng random variable
 * @return different hosts in random order
 */
std::vector<uint32_t>
Draw(uint32_t count, const HostSet& free, ns3::Ptr<ns3::UniformRandomVariable> rng)
{
    const uint32_t last = free.Count() - 1;
    // Shuffle the positions in the set; the map contains only positions that have moved
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

/// A selection in the form of an object.
struct HostsObject : KeyOwner
{
    std::optional<uint32_t> from;         ///< first host of a range
    std::optional<uint32_t> to;           ///< last host of a range
    std::optional<uint32_t> count;        ///< number of hosts
    std::optional<std::string> placement; ///< which hosts
    bool shared{false};                   ///< among all hosts

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("from", &HostsObject::from).Range(0, LAST_HOST).Needs("to").Help("First host.");
        keys.Add("to", &HostsObject::to).Range(0, LAST_HOST).Needs("from").Help("Last host.");
        keys.Add("count", &HostsObject::count)
            .Range(2, LAST_HOST + 1)
            .Needs("placement")
            .Help("Number of hosts.");
        keys.Add("placement", &HostsObject::placement)
            .Words({"packed", "spread", "random"})
            .Needs("count")
            .Help("Which hosts.");
        keys.Add("shared", &HostsObject::shared)
            .Needs("count")
            .Absent("false")
            .Help("true: the hosts are chosen among all hosts, and other jobs may use them.");
    }
};

/** @return the same selection */
HostSelection
ToSelection(const HostsObject& object)
{
    using Way = HostSelection::Way;
    HostSelection selection;
    selection.way = Way::NONE;
    if (object.from && !object.count)
    {
        selection.way = Way::RANGE;
        selection.from = *object.from;
        selection.to = *object.to;
    }
    else if (object.count && !object.from)
    {
        selection.way = *object.placement == "packed"   ? Way::PACKED
                        : *object.placement == "spread" ? Way::SPREAD
                                                        : Way::RANDOM;
        selection.count = *object.count;
        selection.shared = object.shared;
    }
    return selection;
}

/** @param keys receives the keys of a range */
void
DeclareRange(KeySet& keys)
{
    keys.Add("from", &HostsObject::from).Range(0, LAST_HOST).Required().Help("First host.");
    keys.Add("to", &HostsObject::to).Range(0, LAST_HOST).Required().Help("Last host.");
}

/** @return type of a list of host numbers */
KeyTypePtr
MakeNumbersType(size_t least, size_t most, const char* title)
{
    auto type = MakeListType(GetKeyType(static_cast<const uint32_t*>(nullptr)));
    type->entries->least = 0;
    type->entries->most = LAST_HOST;
    type->minEntries = least;
    type->maxEntries = most;
    type->title = title;
    return type;
}

/**
 * @param list numbers of hosts
 * @param path position of the list in the document
 * @param [out] problems receives the problems
 * @return true if all hosts exist and are different
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
 * @param path its position in the document
 * @param [out] problems receives the problems
 * @return true if it contains at least two hosts and all exist
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

KeyTypePtr
GetKeyType(const HostSelection*)
{
    auto type = MakeNumbersType(2,
                                0,
                                "\"all\", a list of host numbers, a range {\"from\": 0, "
                                "\"to\": 15}, or {\"count\": 8, \"placement\": \"spread\"}");
    type->words = {"all"};
    type->object = GetKeys<HostsObject>().Get();
    return type;
}

KeyTypePtr
MakeHostListType()
{
    auto type =
        MakeNumbersType(1, 0, "a list of host numbers, or a range {\"from\": 1, \"to\": 15}");
    KeySet range;
    DeclareRange(range);
    type->object = range.Get();
    return type;
}

KeyTypePtr
MakeHostPairType()
{
    return MakeNumbersType(2, 2, "a list of two host numbers: sender and receiver");
}

void
ReadKey(const KeyReading& reading, HostSelection& hosts)
{
    const auto& json = reading.Get();
    hosts = {};
    if (json.is_array())
    {
        hosts.way = HostSelection::Way::LIST;
        hosts.list = json.get<std::vector<uint32_t>>();
    }
    else if (json.is_object())
    {
        HostsObject object;
        reading.ReadObject(object);
        hosts = ToSelection(object);
    }
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
HostSelection::PickTypical(const JobContext& context) const
{
    if (context.hosts)
    {
        return *context.hosts;
    }
    auto selection = *this;
    selection.way = way == Way::RANDOM ? Way::SPREAD : way;
    return selection.Pick(context.network, nullptr);
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

} // namespace mrcsim
