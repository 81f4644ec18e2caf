/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-network.h"

#include <algorithm>
#include <charconv>
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

FabricNetwork::~FabricNetwork() = default;

uint64_t
FabricNetwork::GetNicRate(uint32_t host, uint32_t planes, uint32_t firstPlane) const
{
    uint64_t rate = 0;
    for (uint32_t plane = firstPlane; plane < firstPlane + planes; ++plane)
    {
        rate += GetNicPortRate(host, plane);
    }
    return rate;
}

RdmaTick
FabricNetwork::GetOneWay(uint32_t src, uint32_t dst, uint32_t wireBytes) const
{
    RdmaTick best = RdmaTick::Max();
    for (uint32_t plane = 0; plane < GetNPlanes(); ++plane)
    {
        best = std::min(best, FabricLineTime(wireBytes, GetNicPortRate(src, plane)));
    }
    return best + GetAfterNic(src, dst, wireBytes);
}

uint64_t
FabricNetwork::GetSwitchRate(uint32_t sw) const
{
    uint64_t rate = 0;
    for (uint32_t port = 0; port < GetNSwitchPorts(sw); ++port)
    {
        rate += GetLink(GetSwitchLink(sw, port)).rateBps;
    }
    return rate;
}

FabricLinkEnd
FabricNetwork::GetPeer(uint32_t sw, uint32_t port) const
{
    const FabricLink link = GetLink(GetSwitchLink(sw, port));
    const bool isLower = !link.lower.isHost && link.lower.node == sw && link.lower.port == port;
    return isLower ? link.upper : link.lower;
}

std::optional<uint32_t>
FabricNetwork::FindNextSwitch(uint32_t sw, uint32_t port) const
{
    const FabricLinkEnd peer = GetPeer(sw, port);
    return peer.isHost ? std::nullopt : std::optional(peer.node);
}

std::optional<FabricLinkEnd>
FabricNetwork::FindNode(const std::string& name) const
{
    if (const auto host = FindHost(name))
    {
        return FabricLinkEnd{true, *host, 0};
    }
    const auto sw = FindSwitch(name);
    return sw ? std::optional(FabricLinkEnd{false, *sw, 0}) : std::nullopt;
}

std::vector<uint32_t>
FabricNetwork::FindPorts(const std::string& a, const std::string& b) const
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
    for (uint32_t port = 0; port < GetNSwitchPorts(sw); ++port)
    {
        if (isAt(GetPeer(sw, port), from->isHost ? *from : *to))
        {
            const uint32_t link = GetSwitchLink(sw, port);
            ports.push_back(isAt(GetLink(link).lower, *from) ? GetLowerPort(link)
                                                             : GetUpperPort(link));
        }
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

std::vector<uint32_t>
FabricNetwork::FindLinks(const std::string& a, const std::string& b) const
{
    std::vector<uint32_t> links = FindPorts(a, b);
    std::transform(links.begin(), links.end(), links.begin(), GetLinkOf);
    return links;
}

FabricLinkEnd
FabricNetwork::GetOwnEnd(uint32_t port) const
{
    const FabricLink link = GetLink(GetLinkOf(port));
    return IsUpperPort(port) ? link.upper : link.lower;
}

FabricLinkEnd
FabricNetwork::GetFarEnd(uint32_t port) const
{
    const FabricLink link = GetLink(GetLinkOf(port));
    return IsUpperPort(port) ? link.lower : link.upper;
}

std::string
FabricNetwork::CheckStructured() const
{
    return {};
}

std::string
FabricNetwork::GetHostName(uint32_t host) const
{
    return "h" + std::to_string(host);
}

std::string
FabricNetwork::NamePosition(const FabricSwitchPosition& position)
{
    return "p" + std::to_string(position.plane) + "-" + TIERS[static_cast<size_t>(position.tier)] +
           "-" + std::to_string(position.index);
}

std::string
FabricNetwork::GetSwitchName(uint32_t sw) const
{
    return NamePosition(GetPosition(sw));
}

std::optional<uint32_t>
FabricNetwork::FindSwitch(const std::string& name) const
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
            return FindSwitch(position);
        }
    }
    return std::nullopt;
}

std::optional<uint32_t>
FabricNetwork::FindHost(const std::string& name) const
{
    std::string_view rest = name;
    uint32_t host = 0;
    const bool is = TakeWord(rest, "h") && TakeNumber(rest, host) && rest.empty();
    return is && host < GetNHosts() ? std::optional(host) : std::nullopt;
}

std::string
FabricNetwork::GetEndName(const FabricLinkEnd& end) const
{
    return end.isHost ? GetHostName(end.node) : GetSwitchName(end.node);
}

const char*
FabricNetwork::GetTierName(const FabricLinkEnd& end) const
{
    return end.isHost ? "host" : TIERS[static_cast<size_t>(GetPosition(end.node).tier)];
}

std::string
FabricNetwork::GetLinkName(uint32_t link) const
{
    return GetPortName(GetLowerPort(link));
}

std::string
FabricNetwork::GetPortName(uint32_t port) const
{
    const FabricLink link = GetLink(GetLinkOf(port));
    return GetEndName(GetOwnEnd(port)) + JOINT + GetEndName(GetFarEnd(port)) +
           (link.parallels > 1 ? "." + std::to_string(link.parallel) : "");
}

} // namespace ns3
