/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "edge-switches.h"

namespace mrcsim
{

EdgeSwitches::EdgeSwitches(const ns3::FabricNetwork& network)
    : m_network(network),
      m_edges(network.GetNGroups())
{
}

const EdgeSwitches::Edge&
EdgeSwitches::Get(uint32_t host)
{
    auto& edge = m_edges[m_network.GetGroup(host)];
    if (edge)
    {
        return *edge;
    }
    const uint32_t sw = m_network.GetLink(m_network.GetNicLink(host, 0)).upper.node;
    const uint32_t ports = m_network.GetNSwitchPorts(sw);
    edge.emplace();
    edge->ports = ports;
    for (uint32_t port = 0; port < ports; ++port)
    {
        const auto link = m_network.GetLink(m_network.GetSwitchLink(sw, port));
        edge->uplinks += !link.lower.isHost;
        edge->uplinkRate += link.lower.isHost ? 0 : static_cast<double>(link.rateBps);
    }
    return *edge;
}

double
EdgeSwitches::GetUpperPorts() const
{
    double ports = 0;
    double count = 0;
    for (const uint32_t sw : m_network.ListSwitchKinds())
    {
        const bool edge = m_network.GetLink(m_network.GetSwitchLink(sw, 0)).lower.isHost;
        ports += edge ? 0 : m_network.GetNSwitchPorts(sw);
        count += !edge;
    }
    return count > 0 ? ports / count : 0;
}

} // namespace mrcsim
