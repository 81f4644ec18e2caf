/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-fault.h"

#include "ns3/fabric-plant.h"

namespace mrcsim
{

std::string
SwitchFault::GetObject(const ns3::FabricNetwork& network) const
{
    return network.GetSwitchName(m_switch);
}

ns3::FabricSwitch*
SwitchFault::GetSwitch(const FaultStage& stage) const
{
    return stage.cluster->GetFabric()->GetPlant()->GetSwitch(m_switch);
}

void
SwitchFault::Note(const FaultStage& stage, const char* kind) const
{
    stage.Note(kind, GetObject(stage.cluster->GetNetwork()), "");
}

} // namespace mrcsim
