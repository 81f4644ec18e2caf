/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-topology.h"

namespace ns3
{

FabricLinkEnd
FabricTopology::GetPeer(uint32_t sw, uint32_t port) const
{
    const FabricLink link = GetLink(GetSwitchLink(sw, port));
    const bool isLower = !link.lower.isHost && link.lower.node == sw && link.lower.port == port;
    return isLower ? link.upper : link.lower;
}

FabricLinkEnd
FabricTopology::GetOwnEnd(uint32_t port) const
{
    const FabricLink link = GetLink(GetLinkOf(port));
    return IsUpperPort(port) ? link.upper : link.lower;
}

FabricLinkEnd
FabricTopology::GetFarEnd(uint32_t port) const
{
    const FabricLink link = GetLink(GetLinkOf(port));
    return IsUpperPort(port) ? link.lower : link.upper;
}

} // namespace ns3
