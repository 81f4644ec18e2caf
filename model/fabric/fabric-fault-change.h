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
 * ns3::FabricFaultChange: a fault begins or ends to hold.
 */

namespace ns3
{

class FabricPort;
class FabricSwitch;

/// Names a fault that holds (FabricFaults), from 1 on; 0 names none.
using FabricFaultId = uint64_t;

/**
 * @ingroup mrc
 * What a fault does to an object.
 */
enum class FabricFaultKind : uint8_t
{
    DARK,   ///< a link carries nothing, in either direction
    LOSS,   ///< a direction of a link loses frames
    SLOW,   ///< a direction of a link has a lower rate
    LATE,   ///< a direction of a link takes longer
    SILENT, ///< a switch forwards nothing; its links stay up
    OTHER,  ///< what others hold (FabricFaults::Hold)
};

/**
 * @ingroup mrc
 * A fault begins or ends to hold; for the trace source Fault of Fabric. A begin is told before it
 * has any effect, an end after its effect is over.
 */
struct FabricFaultChange
{
    RdmaTick time;                   ///< when
    FabricFaultId id{0};             ///< which fault
    FabricFaultKind kind{};          ///< what it does
    bool begins{false};              ///< true: it holds from now on
    const FabricPort* port{nullptr}; ///< DARK: an end of the link; LOSS, SLOW, LATE: the direction
    const FabricSwitch* sw{nullptr}; ///< SILENT: the switch
};

} // namespace ns3

#endif // FABRIC_FAULT_CHANGE_H
