/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FAULT_CHANGE_H
#define FABRIC_FAULT_CHANGE_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFaultChange: a fault begins or ends.
 */

namespace ns3
{

class FabricPort;
class FabricSwitch;

/// Id of an active fault (FabricFaults), from 1 on; 0: none.
using FabricFaultId = uint64_t;

/**
 * @ingroup mrc
 * Effect of a fault on an object.
 */
enum class FabricFaultKind : uint8_t
{
    DARK,   ///< a link is down, in both directions
    LOSS,   ///< a direction of a link loses frames
    SLOW,   ///< a direction of a link has a lower rate
    LATE,   ///< a direction of a link takes longer
    SILENT, ///< a switch drops all frames; its links stay up
    OTHER,  ///< defined by the caller (FabricFaults::Hold)
};

/**
 * @ingroup mrc
 * A fault begins or ends; for the trace source Fault of Fabric. A begin is reported before it has
 * any effect, an end after its effect is over.
 */
struct FabricFaultChange
{
    RdmaTick time;                   ///< time of the change
    FabricFaultId id{0};             ///< the fault
    FabricFaultKind kind{};          ///< effect
    bool begins{false};              ///< true: it begins; false: it has ended
    const FabricPort* port{nullptr}; ///< DARK: an end of the link; LOSS, SLOW, LATE: the direction;
                                     ///< OTHER: the port that it affects, if it affects one
    const FabricSwitch* sw{nullptr}; ///< SILENT: the switch
};

} // namespace ns3

#endif // FABRIC_FAULT_CHANGE_H
