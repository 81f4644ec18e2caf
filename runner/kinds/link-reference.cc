/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-reference.h"

#include "switch-reference.h"

#include "ns3/fabric.h"

#include <algorithm>
#include <set>

namespace mrcsim
{

namespace
{

using Tier = ns3::FabricSwitchPosition::Tier;

/// The ends of a link, by name.
struct Ends
{
    std::string a; ///< end that is named first
    std::string b; ///< other end
};

/**
 * @param place a link by plane, T0 and T1
 * @param path its position in the document
 * @param [out] problems receives the problems
 * @return the names of its ends
 */
Ends
NameTiers(const LinkPlace& place,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    const auto t0s = CountSwitches(network, Tier::T0, 0);
    const auto t1s = CountSwitches(network, Tier::T1, 0);
    CheckBelow(place.plane, network.GetNPlanes(), path + ".plane", "planes", problems);
    CheckBelow(place.t0, t0s, path + ".t0", "T0s of a plane", problems);
    CheckBelow(place.t1, t1s, path + ".t1", "T1s of a plane", problems);
    return {ns3::FabricNames::NamePosition({Tier::T0, place.plane, place.t0}),
            ns3::FabricNames::NamePosition({Tier::T1, place.plane, place.t1})};
}

/**
 * @param name a name in the scenario
 * @return true if a host or a switch has this name
 */
bool
Exists(const std::string& name, const ns3::FabricNetwork& network)
{
    return network.GetNames().FindHost(name) || network.GetNames().FindSwitch(name);
}

/**
 * @param name of a host or a switch
 * @return text with the names of its neighbors, at most MOST
 */
std::string
ListNeighbors(const std::string& name, const ns3::FabricNetwork& network)
{
    constexpr size_t MOST = 8;
    std::set<std::string> names; // parallel links have one
    if (const auto sw = network.GetNames().FindSwitch(name))
    {
        for (uint32_t port = 0; port < network.GetNSwitchPorts(*sw); ++port)
        {
            names.insert(network.GetNames().GetEndName(network.GetPeer(*sw, port)));
        }
    }
    else if (const auto host = network.GetNames().FindHost(name))
    {
        for (uint32_t plane = 0; plane < network.GetNPlanes(); ++plane)
        {
            const auto link = network.GetLink(network.GetNicLink(*host, plane));
            names.insert(network.GetNames().GetEndName(link.upper));
        }
    }
    std::string text = name + " and one of ";
    size_t shown = 0;
    for (const auto& neighbor : names)
    {
        text += (shown == 0 ? "" : ", ") + (shown < MOST ? neighbor : "...");
        if (++shown > MOST)
        {
            break;
        }
    }
    return text;
}

/**
 * @param place a link by the names of its ends
 * @param path its position in the document
 * @param [out] problems receives the problems
 * @return the names
 */
Ends
ReadNames(const LinkPlace& place,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    const Ends ends{*place.a, place.b};
    for (const auto& [key, name] : {std::pair(".a", ends.a), std::pair(".b", ends.b)})
    {
        if (!Exists(name, network))
        {
            problems.push_back({path + key,
                                "found \"" + name + "\"; allowed: names of hosts, such as \"" +
                                    network.GetNames().GetHostName(0) +
                                    "\", and of switches, such as \"" +
                                    network.GetNames().GetSwitchName(0) + "\""});
        }
    }
    return ends;
}

/** @return number of the port at the end that is named first, if the link exists */
std::optional<uint32_t>
FindPort(const LinkPlace& place,
         const ns3::FabricNetwork& network,
         const std::string& path,
         Problems& problems)
{
    if (place.host)
    {
        return NicPlace{*place.host, place.plane}.FindPort(network, path, problems);
    }
    const auto before = problems.size();
    const auto ends = place.a ? ReadNames(place, network, path, problems)
                              : NameTiers(place, network, path, problems);
    if (problems.size() > before)
    {
        return std::nullopt;
    }
    const auto ports = network.GetNames().FindPorts(ends.a, ends.b);
    if (ports.empty())
    {
        problems.push_back({path,
                            "no link connects " + ends.a + " and " + ends.b +
                                "; allowed: " + ListNeighbors(ends.a, network)});
        return std::nullopt;
    }
    const auto count = static_cast<uint32_t>(ports.size());
    return CheckBelow(place.index, count, path + ".index", "links between the two", problems)
               ? std::optional(ports[place.index])
               : std::nullopt;
}

/** @param keys receives the keys of a link by the names of its ends */
void
DeclareNames(KeySet& keys)
{
    keys.Add("a", &LinkPlace::a)
        .Required()
        .Help("Name of one end: a host such as h3, or a switch.");
    keys.Add("b", &LinkPlace::b).Required().Help("Name of the other end.");
    keys.Add("index", &LinkPlace::index)
        .Range(0, int64_t{4294967295})
        .Default(0)
        .Help("Index among the links between the two, counted from 0.");
}

/** @param keys receives the keys of a link of a NIC */
void
DeclareNic(KeySet& keys)
{
    DeclareHost(keys.Add("host", &LinkPlace::host));
    DeclarePlane(keys.Add("plane", &LinkPlace::plane));
}

/** @param keys receives the keys of a link between a T0 and a T1 */
void
DeclareTiers(KeySet& keys)
{
    DeclarePlane(keys.Add("plane", &LinkPlace::plane));
    keys.Add("t0", &LinkPlace::t0)
        .Range(0, LAST_SWITCH)
        .Required()
        .Help("T0 in the plane, counted from 0.");
    keys.Add("t1", &LinkPlace::t1)
        .Range(0, LAST_SWITCH)
        .Required()
        .Help("T1 in the plane, counted from 0.");
    keys.Add("index", &LinkPlace::index)
        .Range(0, LAST_SWITCH)
        .Default(0)
        .Help("Index among the parallel links, counted from 0.");
}

} // namespace

void
LinkPlace::DeclareKeys(KeySet& keys)
{
    keys.Title("a link such as {\"plane\": 0, \"t0\": 3, \"t1\": 5}, {\"a\": \"p0-t0-3\", \"b\": "
               "\"p0-t1-5\"} or {\"host\": 3, \"plane\": 2}");
    keys.AddForm("a", DeclareNames);
    keys.AddForm("host", DeclareNic);
    keys.AddForm("plane", DeclareTiers);
}

void
ReadKey(const KeyReading& reading, LinkPlace& place)
{
    reading.ReadObject(place);
    place.port = FindPort(place, reading.GetNetwork(), reading.GetPath(), reading.GetProblems());
}

std::optional<uint32_t>
NicPlace::FindPort(const ns3::FabricNetwork& network,
                   const std::string& path,
                   Problems& problems) const
{
    const bool hostExists = CheckHost(host, network, path + ".host", problems);
    if (CheckBelow(plane, network.GetNPlanes(), path + ".plane", "planes", problems) && hostExists)
    {
        return ns3::FabricNetwork::GetLowerPort(network.GetNicLink(host, plane));
    }
    return std::nullopt;
}

std::vector<ns3::FabricPort*>
ListPorts(const ns3::Fabric& fabric)
{
    auto ports = fabric.GetPorts();
    std::sort(ports.begin(), ports.end(), [](const auto* a, const auto* b) {
        return a->id < b->id;
    });
    return ports;
}

} // namespace mrcsim
