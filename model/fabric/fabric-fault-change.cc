/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-fault-change.h"

#include "fabric-names.h"
#include "fabric-port.h"
#include "fabric-switch.h"
#include "fabric-topology.h"

namespace ns3
{

std::string
NameFabricFault(const FabricNames& names, const FabricFaultChange& fault)
{
    if (fault.sw)
    {
        return names.GetSwitchName(fault.sw->GetNumber());
    }
    if (!fault.port)
    {
        return "other";
    }
    return fault.kind == FabricFaultKind::DARK
               ? names.GetLinkName(FabricTopology::GetLinkOf(fault.port->id))
               : names.GetPortName(fault.port->id);
}

} // namespace ns3
