/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_COUNTERS_H
#define FABRIC_COUNTERS_H

#include "ns3/fabric-frame.h"
#include "ns3/rdma-tick.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Counters and drops of frames: ns3::FabricDropReason, ns3::FabricTotals, ns3::FabricDrop.
 */

namespace ns3
{

class FabricPort;
class FabricSwitch;

/**
 * @ingroup mrc
 * Reason why a frame was dropped.
 */
enum class FabricDropReason : uint8_t
{
    LINK_DOWN,       ///< on the wire or queued when the link went down
    EGRESS_DOWN,     ///< sent into a link that was down
    RANDOM_LOSS,     ///< injected loss on a link or at a NIC
    DATA_QUEUE_FULL, ///< tail drop, data class
    CTRL_QUEUE_FULL, ///< tail drop, control class, trimmed frames included
    HEADROOM_FULL,   ///< lossless class: PFC headroom exceeded; must never happen
    SRV6_NOT_MINE,   ///< active uSID is not the switch's own
    SRV6_NO_SID,     ///< next uSID is in no table
    SRV6_END,        ///< the carrier ended at a switch, and no SRH segment was left
    HOP_LIMIT,       ///< hop limit exhausted
    IPV6_NO_ROUTE,   ///< no usable next hop for the destination, which is no SID
    SWITCH_DOWN,     ///< arrived at a switch that is off
    NOT_FOR_ME,      ///< arrived at a NIC that is not the destination
    COUNT            ///< number of reasons
};

/**
 * @ingroup mrc
 * @return its name as in traces and result files, like "link-down"
 */
const char* ToString(FabricDropReason reason);

/**
 * @ingroup mrc
 * Sums over the whole fabric. Monotonic.
 *
 * Law: created = consumed + sum(drops) + frames queued or on a wire. A trimmed frame stays the same
 * frame. Checked by Fabric::CheckConservation.
 */
struct FabricTotals
{
    uint64_t created{0}; ///< frames handed out by FabricContext::NewFrame, and damaged ones
    uint64_t consumed{
        0};           ///< frames received by a NIC, PFC frames applied, and damaged ones noticed
    uint64_t hops{0}; ///< frames received at the far end of a link, control included
    uint64_t dataHops{0}; ///< hops of frames of the data class
    uint64_t trims{0};    ///< frames trimmed
    uint64_t ecnMarks{0}; ///< frames marked CE
    std::array<uint64_t, static_cast<size_t>(FabricDropReason::COUNT)> drops{}; ///< by reason

    /** @return frames dropped for any reason */
    uint64_t GetDrops() const;
};

/**
 * @ingroup mrc
 * A dropped frame, for the trace source Drop.
 */
struct FabricDrop
{
    RdmaTick time;                   ///< time of the drop
    const FabricFrame* frame;        ///< the frame, valid during the call
    const FabricPort* port;          ///< port at or behind which it was; null inside a switch
    FabricDropReason reason{};       ///< reason
    const FabricSwitch* sw{nullptr}; ///< switch of a drop inside a switch, else null
};

} // namespace ns3

#endif // FABRIC_COUNTERS_H
