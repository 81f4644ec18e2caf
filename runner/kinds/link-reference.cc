/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-reference.h"

#include "switch-reference.h"

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
    std::string a; ///< the one named first
    std::string b; ///< the other
};

/**
 * @param json a link by plane, T0 and T1
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return the names of its ends
 */
Ends
ReadShortForm(const Json& json,
              const ns3::FabricNetwork& network,
              const std::string& path,
              Problems& problems)
{
    const auto plane = json["plane"].get<uint32_t>();
    const auto t0 = json["t0"].get<uint32_t>();
    const auto t1 = json["t1"].get<uint32_t>();
    CheckBelow(plane, network.GetNPlanes(), path + ".plane", "planes", problems);
    CheckBelow(t0, CountSwitches(network, Tier::T0, 0), path + ".t0", "T0s of a plane", problems);
    CheckBelow(t1, CountSwitches(network, Tier::T1, 0), path + ".t1", "T1s of a plane", problems);
    return {ns3::FabricNetwork::NamePosition({Tier::T0, plane, t0}),
            ns3::FabricNetwork::NamePosition({Tier::T1, plane, t1})};
}

/**
 * @param name a name that was written
 * @return true if a host or a switch is called so
 */
bool
Exists(const std::string& name, const ns3::FabricNetwork& network)
{
    return network.FindHost(name) || network.FindSwitch(name);
}

/**
 * @param name of a host or a switch
 * @return what links join it to: some of it, if it is much
 */
std::string
ListNeighbors(const std::string& name, const ns3::FabricNetwork& network)
{
    constexpr size_t MOST = 8;
    std::set<std::string> names; // parallel links have one
    if (const auto sw = network.FindSwitch(name))
    {
        for (uint32_t port = 0; port < network.GetNSwitchPorts(*sw); ++port)
        {
            names.insert(network.GetEndName(network.GetPeer(*sw, port)));
        }
    }
    else if (const auto host = network.FindHost(name))
    {
        for (uint32_t plane = 0; plane < network.GetNPlanes(); ++plane)
        {
            const auto link = network.GetLink(network.GetNicLink(*host, plane));
            names.insert(network.GetEndName(link.upper));
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
 * @param json a link by the names of its ends
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return the names
 */
Ends
ReadNames(const Json& json,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    const Ends ends{json["a"].get<std::string>(), json["b"].get<std::string>()};
    for (const auto& [key, name] : {std::pair(".a", ends.a), std::pair(".b", ends.b)})
    {
        if (!Exists(name, network))
        {
            problems.push_back({path + key,
                                "found \"" + name + "\"; allowed: names of hosts, such as \"" +
                                    network.GetHostName(0) + "\", and of switches, such as \"" +
                                    network.GetSwitchName(0) + "\""});
        }
    }
    return ends;
}

} // namespace

std::optional<uint32_t>
FindNicPort(const Json& json,
            const ns3::FabricNetwork& network,
            const std::string& path,
            Problems& problems)
{
    const auto host = json["host"].get<uint32_t>();
    const auto plane = json["plane"].get<uint32_t>();
    const bool hostExists =
        CheckBelow(host, network.GetNHosts(), path + ".host", "hosts", problems);
    if (CheckBelow(plane, network.GetNPlanes(), path + ".plane", "planes", problems) && hostExists)
    {
        return ns3::FabricNetwork::GetLowerPort(network.GetNicLink(host, plane));
    }
    return std::nullopt;
}

std::optional<uint32_t>
FindLinkPort(const Json& json,
             const ns3::FabricNetwork& network,
             const std::string& path,
             Problems& problems)
{
    if (json.contains("host"))
    {
        return FindNicPort(json, network, path, problems);
    }
    const auto before = problems.size();
    const auto ends = json.contains("a") ? ReadNames(json, network, path, problems)
                                         : ReadShortForm(json, network, path, problems);
    if (problems.size() > before)
    {
        return std::nullopt;
    }
    const auto ports = network.FindPorts(ends.a, ends.b);
    const auto index = json.value("index", 0U);
    if (ports.empty())
    {
        problems.push_back({path,
                            "no link joins " + ends.a + " and " + ends.b +
                                "; allowed: " + ListNeighbors(ends.a, network)});
        return std::nullopt;
    }
    if (index >= ports.size())
    {
        CheckBelow(index,
                   static_cast<uint32_t>(ports.size()),
                   path + ".index",
                   "links between the two",
                   problems);
        return std::nullopt;
    }
    return ports[index];
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
