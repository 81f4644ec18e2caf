/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-map.h"

namespace ns3
{

const char*
ToString(MrcMonitorKind kind)
{
    switch (kind)
    {
    case MrcMonitorKind::NIC_LINK:
        return "nic-link";
    case MrcMonitorKind::FABRIC_LINK:
        return "fabric-link";
    case MrcMonitorKind::T0:
        return "t0";
    case MrcMonitorKind::T1:
        return "t1";
    }
    return "";
}

MrcMonitorMap::MrcMonitorMap(const FabricNetwork& network, bool sourceRouted)
    : m_network(network),
      m_sourceRouted(sourceRouted)
{
}

MrcMonitorKind
MrcMonitorMap::GetKind(uint32_t element) const
{
    if (IsSwitch(element))
    {
        const FabricSwitchPosition at = m_network.GetPosition(GetNumber(element));
        return at.tier == FabricSwitchPosition::Tier::T1 ? MrcMonitorKind::T1 : MrcMonitorKind::T0;
    }
    return m_network.GetLink(element).lower.isHost ? MrcMonitorKind::NIC_LINK
                                                   : MrcMonitorKind::FABRIC_LINK;
}

std::string
MrcMonitorMap::GetName(uint32_t element) const
{
    return IsSwitch(element) ? m_network.GetNames().GetSwitchName(GetNumber(element))
                             : m_network.GetNames().GetLinkName(element);
}

uint32_t
MrcMonitorMap::GetFirstSwitch(uint32_t host, uint32_t plane) const
{
    return m_network.GetLink(m_network.GetNicLink(host, plane)).upper.node;
}

MrcMonitorPath
MrcMonitorMap::GetFirstSwitchPath(uint32_t host, uint32_t plane) const
{
    MrcMonitorPath path;
    path.probe.peer = host;
    path.probe.path = {MrcEv::Pack(plane, 0), static_cast<uint8_t>(plane)};
    path.probe.target = MrcProbeTarget::OWN_T0;
    path.elements = {GetLinkElement(m_network.GetNicLink(host, plane)),
                     GetSwitchElement(GetFirstSwitch(host, plane))};
    return path;
}

std::vector<uint32_t>
MrcMonitorMap::ListUplinks(uint32_t host, uint32_t plane) const
{
    if (!m_sourceRouted || !m_network.GetPathCodec().GetUplinkProbeTemplate(host))
    {
        return {};
    }
    std::vector<uint32_t> links;
    const uint32_t first = GetFirstSwitch(host, plane);
    for (uint32_t port = 0; port < m_network.GetNSwitchPorts(first); ++port)
    {
        const uint32_t number = m_network.GetSwitchLink(first, port);
        const FabricLink link = m_network.GetLink(number);
        if (!link.lower.isHost && link.lower.node == first)
        {
            links.push_back(number);
        }
    }
    return links;
}

MrcMonitorPath
MrcMonitorMap::GetUplinkPath(uint32_t host, uint32_t plane, uint32_t uplink, uint32_t link) const
{
    MrcMonitorPath path = GetFirstSwitchPath(host, plane);
    path.probe.path.ev = MrcEv::Pack(plane, uplink);
    path.probe.target = MrcProbeTarget::OWN_T1;
    path.elements.push_back(GetLinkElement(link));
    path.elements.push_back(GetSwitchElement(m_network.GetLink(link).upper.node));
    return path;
}

} // namespace ns3
