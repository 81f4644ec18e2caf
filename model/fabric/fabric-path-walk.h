/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PATH_WALK_H
#define FABRIC_PATH_WALK_H

#include "fabric-fault-change.h"
#include "fabric-port.h"

#include "ns3/fabric-frame.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * What faults lie on the way of a frame: ns3::WalkFabricPath, ns3::IsFabricPathOpen.
 */

namespace ns3
{

class FabricSwitch;

/**
 * @ingroup mrc
 * What the way of a frame is like.
 */
enum class FabricPathState : uint8_t
{
    SOUND,   ///< leads to the destination, and no fault has ever touched it
    TOUCHED, ///< a fault has touched it: a link that was down or lost frames, a switch that was off
    BROKEN,  ///< does not lead to the destination, by no fault of links or switches
};

/**
 * @ingroup mrc
 * Follow the way that frames like this one take, from switch to switch as these forward it, without
 * sending any. Of a link the direction of the way counts; a link that goes down does so in both.
 * Where a switch may have sent one frame this way and the next another, all ways are followed, and
 * the first fault on any of them counts.
 *
 * It knows about links and switches what no transport can: it is for judging transports.
 *
 * @param first port by which the frame leaves its NIC
 * @param frame the frame as it leaves
 * @param destination who should receive it
 * @return what the way is like
 */
FabricPathState WalkFabricPath(const FabricPort* first,
                               const FabricFrame& frame,
                               const FabricPortOwner* destination);

/**
 * @ingroup mrc
 * What lies on the way of a frame.
 */
struct FabricFramePath
{
    std::vector<const FabricPort*> ports;      ///< ports that send it, in order
    std::vector<const FabricSwitch*> switches; ///< switches that forward it, in order
};

/**
 * Follow the way that frames like this one take, as WalkFabricPath does, and tell what is on it. It
 * ends where the frame would be dropped by no fault.
 *
 * @param first port by which the frame leaves its NIC
 * @param frame the frame as it leaves
 * @return all ports and switches on it; of ways that part, those of each
 */
FabricFramePath ListFabricPath(const FabricPort* first, const FabricFrame& frame);

/**
 * @ingroup mrc
 * Whether frames like this one get to the destination now. The way is followed as WalkFabricPath
 * does it.
 * @param first port by which the frame leaves its NIC
 * @param frame the frame as it leaves
 * @param destination who should receive it
 * @param held faults that hold (FabricFaults::ListHeld)
 * @return true if every way leads there, and none of the faults darkens a link of it, silences a
 * switch, or makes a direction lose frames
 */
bool IsFabricPathOpen(const FabricPort* first,
                      const FabricFrame& frame,
                      const FabricPortOwner* destination,
                      const std::vector<FabricFaultChange>& held);

} // namespace ns3

#endif // FABRIC_PATH_WALK_H
