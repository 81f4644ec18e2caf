/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-fault.h"

#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster.h"

namespace mrcsim
{

namespace
{

const EventKind SWITCH_UP("switch-up",
                          "switch, p0-t1-1",
                          "",
                          "such a fault ends",
                          FaultSign{FaultSign::Role::ENDS, FaultSign::State::DOWN});

} // namespace

void
SwitchFault::DeclareSwitch(KeySet& keys)
{
    keys.Add("switch", &SwitchFault::m_switch)
        .Required()
        .Help("A switch: a T0, T1 or T2 of a plane, or by name, as in links.csv.");
}

std::string
SwitchFault::GetObject(const ns3::FabricNetwork& network) const
{
    return network.GetNames().GetSwitchName(*m_switch.number);
}

void
SwitchFault::End(const FaultTarget& target) const
{
    Note(target, SWITCH_UP);
}

bool
SwitchFault::Has(const ns3::FabricNetwork& network, uint32_t link) const
{
    const auto ends = network.GetLink(link);
    const auto isEnd = [this](const ns3::FabricLinkEnd& end) {
        return !end.isHost && end.node == *m_switch.number;
    };
    return isEnd(ends.lower) || isEnd(ends.upper);
}

bool
SwitchFault::CutsForGood(const ns3::FabricNetwork& network, uint32_t link) const
{
    return !GetDuration() && Has(network, link);
}

ns3::FabricSwitch*
SwitchFault::GetSwitch(const FaultTarget& target) const
{
    return target.cluster->GetFabric()->GetLazyTopology()->GetSwitch(*m_switch.number);
}

} // namespace mrcsim
