/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-path-walk.h"

#include "fabric-switch.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/**
 * Follow a frame from a port.
 * @param first egress port of the frame
 * @param frame the frame as transmitted
 * @param [in,out] way receives the elements on its path
 */
void
Follow(const FabricPort* first, const FabricFrame& frame, FabricFramePath& way)
{
    way.ports.push_back(first);
    auto* sw = dynamic_cast<FabricSwitch*>(first->peer->owner);
    if (!sw)
    {
        return;
    }
    way.switches.push_back(sw);
    FabricFrame arrived = frame;
    for (const FabricPort* egress : sw->ListEgresses(&arrived))
    {
        Follow(egress, arrived, way);
    }
}

} // namespace

bool
IsFabricFaultBehind(const FabricPort* port, const FabricFaultChange& fault)
{
    switch (fault.kind)
    {
    case FabricFaultKind::DARK:
        return fault.port == port || fault.port == port->peer;
    case FabricFaultKind::LOSS:
        return fault.port == port;
    case FabricFaultKind::SILENT:
        return fault.sw == port->peer->owner;
    default:
        return false;
    }
}

FabricPathState
WalkFabricPath(const FabricPort* first,
               const FabricFrame& frame,
               const FabricPortOwner* destination)
{
    if (first->IsTouched())
    {
        return FabricPathState::TOUCHED;
    }
    FabricPortOwner* receiver = first->peer->owner;
    auto* sw = dynamic_cast<FabricSwitch*>(receiver);
    if (!sw)
    {
        return receiver == destination ? FabricPathState::SOUND : FabricPathState::BROKEN;
    }
    if (sw->IsTouched())
    {
        return FabricPathState::TOUCHED;
    }
    // The hop limit ends every walk, even in a loop.
    FabricFrame arrived = frame;
    const std::vector<FabricPort*> egresses = sw->ListEgresses(&arrived);
    FabricPathState state = egresses.empty() ? FabricPathState::BROKEN : FabricPathState::SOUND;
    for (const FabricPort* egress : egresses)
    {
        const FabricPathState rest = WalkFabricPath(egress, arrived, destination);
        if (rest == FabricPathState::TOUCHED)
        {
            return rest;
        }
        state = rest == FabricPathState::BROKEN ? rest : state;
    }
    return state;
}

FabricFramePath
ListFabricPath(const FabricPort* first, const FabricFrame& frame)
{
    FabricFramePath way;
    Follow(first, frame, way);
    return way;
}

std::vector<FabricFaultChange>
ListFabricPathFaults(const FabricPort* first,
                     const FabricFrame& frame,
                     const std::vector<FabricFaultChange>& held)
{
    const FabricFramePath way = ListFabricPath(first, frame);
    std::vector<FabricFaultChange> found;
    for (const FabricFaultChange& fault : held)
    {
        if (std::any_of(way.ports.begin(), way.ports.end(), [&](const FabricPort* port) {
                return IsFabricFaultBehind(port, fault);
            }))
        {
            found.push_back(fault);
        }
    }
    return found;
}

bool
IsFabricPathOpen(const FabricPort* first,
                 const FabricFrame& frame,
                 const FabricPortOwner* destination,
                 const std::vector<FabricFaultChange>& held)
{
    FabricPortOwner* receiver = first->peer->owner;
    auto* sw = dynamic_cast<FabricSwitch*>(receiver);
    if (std::any_of(held.begin(), held.end(), [&](const FabricFaultChange& fault) {
            return IsFabricFaultBehind(first, fault);
        }))
    {
        return false;
    }
    if (!sw)
    {
        return receiver == destination;
    }
    FabricFrame arrived = frame;
    const std::vector<FabricPort*> egresses = sw->ListEgresses(&arrived);
    return !egresses.empty() &&
           std::all_of(egresses.begin(), egresses.end(), [&](const FabricPort* egress) {
               return IsFabricPathOpen(egress, arrived, destination, held);
           });
}

} // namespace ns3
