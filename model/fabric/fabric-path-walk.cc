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

namespace
{

/**
 * Follow a frame from one port on.
 * @param first port it leaves by
 * @param frame as it leaves
 * @param [in,out] way receives what is on it
 */
void
Follow(const FabricPort* first, const FabricFrame& frame, FabricWay& way)
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

FabricWay
ListFabricWay(const FabricPort* first, const FabricFrame& frame)
{
    FabricWay way;
    Follow(first, frame, way);
    return way;
}

} // namespace ns3
