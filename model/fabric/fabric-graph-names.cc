/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-names.h"

namespace ns3
{

namespace
{
/**
 * @param numbers numbers by name
 * @return the number of the name, or nothing
 */
std::optional<uint32_t>
Find(const std::unordered_map<std::string, uint32_t>& numbers, const std::string& name)
{
    const auto found = numbers.find(name);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}
} // namespace

FabricGraphNames::FabricGraphNames(const FabricTopology& topology, const FabricGraphLayout& layout)
    : FabricNames(topology),
      m_layout(layout)
{
    for (const std::string& name : layout.hostNames)
    {
        m_hosts.emplace(name, static_cast<uint32_t>(m_hosts.size()));
    }
    for (const std::string& name : layout.switchNames)
    {
        m_switches.emplace(name, static_cast<uint32_t>(m_switches.size()));
    }
}

std::string
FabricGraphNames::GetHostName(uint32_t host) const
{
    return m_layout.hostNames[host];
}

std::string
FabricGraphNames::GetSwitchName(uint32_t sw) const
{
    return m_layout.switchNames[sw];
}

std::optional<uint32_t>
FabricGraphNames::FindSwitch(const std::string& name) const
{
    return Find(m_switches, name);
}

std::optional<uint32_t>
FabricGraphNames::FindHost(const std::string& name) const
{
    return Find(m_hosts, name);
}

} // namespace ns3
