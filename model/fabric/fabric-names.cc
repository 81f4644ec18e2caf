/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-names.h"

#include "fabric-topology.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

namespace ns3
{

namespace
{
/// Separator between the names of the two ends of a link.
const char* const JOINT = "--";

/// Names of tiers, by FabricSwitchPosition::Tier.
const char* const TIERS[] = {"t0", "t1", "switch", "t2"};

/**
 * Remove a number from the begin of a text.
 * @param [in,out] text the text
 * @param [out] number the number, written without leading zeros
 * @return true if one was found
 */
bool
TakeNumber(std::string_view& text, uint32_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<size_t>(end - text.data());
    if (error != std::errc{} || (digits > 1 && text.front() == '0'))
    {
        return false;
    }
    text.remove_prefix(digits);
    return true;
}

/**
 * Remove a word from the begin of a text.
 * @param [in,out] text the text
 * @return true if it was found
 */
bool
TakeWord(std::string_view& text, std::string_view word)
{
    const bool found = text.substr(0, word.size()) == word;
    text.remove_prefix(found ? word.size() : 0);
    return found;
}
} // namespace

std::string
FabricNames::GetHostName(uint32_t host) const
{
    return "h" + std::to_string(host);
}

std::string
FabricNames::NamePosition(const FabricSwitchPosition& position)
{
    return "p" + std::to_string(position.plane) + "-" + TIERS[static_cast<size_t>(position.tier)] +
           "-" + std::to_string(position.index);
}

std::string
FabricNames::GetSwitchName(uint32_t sw) const
{
    return NamePosition(m_topology.GetPosition(sw));
}

std::optional<uint32_t>
FabricNames::FindSwitch(const std::string& name) const
{
    std::string_view rest = name;
    FabricSwitchPosition position;
    if (!TakeWord(rest, "p") || !TakeNumber(rest, position.plane) || !TakeWord(rest, "-"))
    {
        return std::nullopt;
    }
    for (size_t tier = 0; tier < std::size(TIERS); ++tier)
    {
        std::string_view index = rest;
        if (TakeWord(index, TIERS[tier]) && TakeWord(index, "-") &&
            TakeNumber(index, position.index) && index.empty())
        {
            position.tier = static_cast<FabricSwitchPosition::Tier>(tier);
            return m_topology.FindSwitch(position);
        }
    }
    return std::nullopt;
}

std::optional<uint32_t>
FabricNames::FindHost(const std::string& name) const
{
    std::string_view rest = name;
    uint32_t host = 0;
    const bool is = TakeWord(rest, "h") && TakeNumber(rest, host) && rest.empty();
    return is && host < m_topology.GetNHosts() ? std::optional(host) : std::nullopt;
}

std::string
FabricNames::GetEndName(const FabricLinkEnd& end) const
{
    return end.isHost ? GetHostName(end.node) : GetSwitchName(end.node);
}

const char*
FabricNames::GetTierName(const FabricLinkEnd& end) const
{
    return end.isHost ? "host" : TIERS[static_cast<size_t>(m_topology.GetPosition(end.node).tier)];
}

std::string
FabricNames::GetLinkName(uint32_t link) const
{
    return GetPortName(FabricTopology::GetLowerPort(link));
}

std::string
FabricNames::GetPortName(uint32_t port) const
{
    const FabricLink link = m_topology.GetLink(FabricTopology::GetLinkOf(port));
    return GetEndName(m_topology.GetOwnEnd(port)) + JOINT + GetEndName(m_topology.GetFarEnd(port)) +
           (link.parallels > 1 ? "." + std::to_string(link.parallel) : "");
}

std::optional<FabricLinkEnd>
FabricNames::FindNode(const std::string& name) const
{
    if (const auto host = FindHost(name))
    {
        return FabricLinkEnd{true, *host, 0};
    }
    const auto sw = FindSwitch(name);
    return sw ? std::optional(FabricLinkEnd{false, *sw, 0}) : std::nullopt;
}

std::vector<uint32_t>
FabricNames::FindPorts(const std::string& a, const std::string& b) const
{
    const auto from = FindNode(a);
    const auto to = FindNode(b);
    std::vector<uint32_t> ports;
    if (!from || !to || (from->isHost && to->isHost))
    {
        return ports;
    }
    const auto isAt = [](const FabricLinkEnd& end, const FabricLinkEnd& node) {
        return end.isHost == node.isHost && end.node == node.node;
    };
    const uint32_t sw = from->isHost ? to->node : from->node;
    for (uint32_t port = 0; port < m_topology.GetNSwitchPorts(sw); ++port)
    {
        if (isAt(m_topology.GetPeer(sw, port), from->isHost ? *from : *to))
        {
            const uint32_t link = m_topology.GetSwitchLink(sw, port);
            ports.push_back(isAt(m_topology.GetLink(link).lower, *from)
                                ? FabricTopology::GetLowerPort(link)
                                : FabricTopology::GetUpperPort(link));
        }
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

std::vector<uint32_t>
FabricNames::FindLinks(const std::string& a, const std::string& b) const
{
    std::vector<uint32_t> links = FindPorts(a, b);
    std::transform(links.begin(), links.end(), links.begin(), FabricTopology::GetLinkOf);
    return links;
}

} // namespace ns3
