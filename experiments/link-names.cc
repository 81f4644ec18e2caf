/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-names.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

std::string
NameHost(uint32_t host)
{
    return "h" + std::to_string(host);
}

std::string
NameLink(uint32_t plane, uint32_t t0, uint32_t t1)
{
    return "p" + std::to_string(plane) + "/t0-" + std::to_string(t0) + "/t1-" + std::to_string(t1);
}

LinkName
NameDirection(const ns3::FabricClosSpec& clos, uint32_t port)
{
    const auto place = clos.Locate(port);
    LinkName name;
    name.plane = place.plane;
    if (place.nicLink)
    {
        name.tier = place.upper ? "t0-host" : "host-t0";
        name.a = NameHost(place.below);
        name.b = "t0-" + std::to_string(place.above);
    }
    else
    {
        name.tier = place.upper ? "t1-t0" : "t0-t1";
        name.a = "t0-" + std::to_string(place.below);
        name.b = "t1-" + std::to_string(place.above);
    }
    if (place.upper)
    {
        std::swap(name.a, name.b);
    }
    return name;
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
