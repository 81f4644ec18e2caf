/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-path-walk.h"

#include "fabric-switch.h"

#include <vector>

namespace ns3
{

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
    // The hop limit ends every walk, also one in a circle.
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

} // namespace ns3
