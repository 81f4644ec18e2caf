/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-network.h"

#include <algorithm>

namespace ns3
{

FabricNetwork::~FabricNetwork() = default;

RdmaProblems
FabricNetwork::Advise() const
{
    const uint32_t n = CountLinksWithoutDelay();
    return n == 0 ? RdmaProblems{}
                  : RdmaProblems{{{},
                                  std::to_string(n) + " of " + std::to_string(GetNLinks()) +
                                      " links have a delay of 0"}};
}

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

std::optional<uint32_t>
FabricNetwork::FindNextSwitch(uint32_t sw, uint32_t port) const
{
    const FabricLinkEnd peer = GetPeer(sw, port);
    return peer.isHost ? std::nullopt : std::optional(peer.node);
}

} // namespace ns3
