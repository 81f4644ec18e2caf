/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-counters.h"

namespace ns3
{

const char*
ToString(FabricDropReason reason)
{
    switch (reason)
    {
    case FabricDropReason::LINK_DOWN:
        return "link-down";
    case FabricDropReason::EGRESS_DOWN:
        return "egress-down";
    case FabricDropReason::RANDOM_LOSS:
        return "random-loss";
    case FabricDropReason::DATA_QUEUE_FULL:
        return "data-queue-full";
    case FabricDropReason::CTRL_QUEUE_FULL:
        return "control-queue-full";
    case FabricDropReason::HEADROOM_FULL:
        return "headroom-full";
    case FabricDropReason::SRV6_NOT_MINE:
        return "srv6-not-mine";
    case FabricDropReason::SRV6_NO_SID:
        return "srv6-no-sid";
    case FabricDropReason::SRV6_END:
        return "srv6-end";
    case FabricDropReason::HOP_LIMIT:
        return "hop-limit";
    case FabricDropReason::IPV6_NO_ROUTE:
        return "ipv6-no-route";
    case FabricDropReason::SWITCH_DOWN:
        return "switch-down";
    case FabricDropReason::NOT_FOR_ME:
        return "not-for-me";
    case FabricDropReason::COUNT:
        break;
    }
    return "unknown";
}

uint64_t
FabricTotals::GetDrops() const
{
    uint64_t sum = 0;
    for (const uint64_t n : drops)
    {
        sum += n;
    }
    return sum;
}

} // namespace ns3
