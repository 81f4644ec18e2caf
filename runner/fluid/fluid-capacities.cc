/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-capacities.h"

#include "ns3/abort.h"

#include <cmath>

namespace mrcsim
{

using ns3::FabricNetwork;

FluidCapacities::FluidCapacities(const FabricNetwork& network)
    : m_network(network),
      m_bps(network.GetNPorts())
{
    Reset();
}

void
FluidCapacities::Set(uint32_t port, double bps)
{
    NS_ABORT_MSG_IF(port >= m_bps.size(), "port " << port << " of " << m_bps.size());
    NS_ABORT_MSG_UNLESS(bps >= 0 && std::isfinite(bps), "port " << port << " carries " << bps);
    m_bps[port] = bps;
}

void
FluidCapacities::StopSwitch(uint32_t sw)
{
    for (uint32_t port = 0; port < m_network.GetNSwitchPorts(sw); ++port)
    {
        const uint32_t link = m_network.GetSwitchLink(sw, port);
        Set(FabricNetwork::GetLowerPort(link), 0);
        Set(FabricNetwork::GetUpperPort(link), 0);
    }
}

void
FluidCapacities::Reset()
{
    for (uint32_t link = 0; link < m_network.GetNLinks(); ++link)
    {
        const auto bps = static_cast<double>(m_network.GetLink(link).rateBps);
        m_bps[FabricNetwork::GetLowerPort(link)] = bps;
        m_bps[FabricNetwork::GetUpperPort(link)] = bps;
    }
}

} // namespace mrcsim
