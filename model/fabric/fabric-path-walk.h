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
 * Faults on the path of a frame: ns3::WalkFabricPath, ns3::IsFabricPathOpen.
 */

namespace ns3
{

class FabricSwitch;

/**
 * @ingroup mrc
 * State of the path of a frame.
 */
enum class FabricPathState : uint8_t
{
    SOUND,   ///< leads to the destination, and no fault has ever affected it
    TOUCHED, ///< a fault has affected it: a link was down or lost frames, a switch was off
    BROKEN,  ///< does not lead to the destination, without a fault of links or switches
};

/**
 * @ingroup mrc
 * Follow the path of frames like this one by the switches' own forwarding, without sending any. Of
 * a link only the direction of the path counts; a link that goes down does so in both. If a switch
 * may send frames of a flow to several ports, all of these paths are followed, and the first fault
 * on any of them counts.
 *
 * It uses states of links and switches that transports cannot know: it serves to check transports.
 *
 * @param first port of the NIC that sends the frame
 * @param frame the frame as transmitted
 * @param destination intended receiver
 * @return state of the path
 */
FabricPathState WalkFabricPath(const FabricPort* first,
                               const FabricFrame& frame,
                               const FabricPortOwner* destination);

/**
 * @ingroup mrc
 * The elements on the path of a frame.
 */
struct FabricFramePath
{
    std::vector<const FabricPort*> ports;      ///< ports that send it, in order
    std::vector<const FabricSwitch*> switches; ///< switches that forward it, in order
};

/**
 * List the elements on the path of frames like this one, followed as by WalkFabricPath. It ends
 * where a switch would drop the frame without a fault.
 *
 * @param first port of the NIC that sends the frame
 * @param frame the frame as transmitted
 * @return all ports and switches on it; on all branches if it branches
 */
FabricFramePath ListFabricPath(const FabricPort* first, const FabricFrame& frame);

/**
 * @ingroup mrc
 * @param port a direction of a link
 * @param fault an active fault
 * @return true if it drops frames that the port sends, on the link or in the switch behind it
 */
bool IsFabricFaultBehind(const FabricPort* port, const FabricFaultChange& fault);

/**
 * @ingroup mrc
 * List the faults on the path of frames like this one, followed as by ListFabricPath.
 * @param first port of the NIC that sends the frame
 * @param frame the frame as transmitted
 * @param held active faults (FabricFaults::ListHeld)
 * @return those that take down a link of it, silence a switch, or make a direction lose frames
 */
std::vector<FabricFaultChange> ListFabricPathFaults(const FabricPort* first,
                                                    const FabricFrame& frame,
                                                    const std::vector<FabricFaultChange>& held);

/**
 * @ingroup mrc
 * Check whether frames like this one reach the destination now. The path is followed as by
 * WalkFabricPath.
 * @param first port of the NIC that sends the frame
 * @param frame the frame as transmitted
 * @param destination intended receiver
 * @param held active faults (FabricFaults::ListHeld)
 * @return true if every branch leads there, and none of the faults takes down a link of it,
 * silences a switch, or makes a direction lose frames
 */
bool IsFabricPathOpen(const FabricPort* first,
                      const FabricFrame& frame,
                      const FabricPortOwner* destination,
                      const std::vector<FabricFaultChange>& held);

} // namespace ns3

#endif // FABRIC_PATH_WALK_H
