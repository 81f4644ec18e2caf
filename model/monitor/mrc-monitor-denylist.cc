/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-denylist.h"

#include "ns3/log.h"
#include "ns3/mrc-nic-endpoint.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcMonitorDenylist");

MrcMonitorDenylist::MrcMonitorDenylist(RdmaCluster& cluster, const MrcMonitorMap& map, bool paths)
    : m_cluster(cluster),
      m_map(map),
      m_paths(paths)
{
}

void
MrcMonitorDenylist::OnVerdict(uint32_t element, bool faulty)
{
    if (faulty)
    {
        m_faulty.insert(element);
    }
    else
    {
        m_faulty.erase(element);
    }
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (const uint32_t host : ListConcerned(element))
    {
        for (uint32_t other = 0; other < m_cluster.GetNHosts(); ++other)
        {
            if (other != host)
            {
                pairs.emplace(host, other);
                pairs.emplace(other, host);
            }
        }
    }
    for (const auto& [src, dst] : pairs)
    {
        Update(src, dst);
    }
}

std::vector<uint32_t>
MrcMonitorDenylist::ListConcerned(uint32_t element) const
{
    const MrcMonitorKind kind = m_map.GetKind(element);
    std::vector<uint32_t> hosts;
    if (!m_paths && (kind == MrcMonitorKind::FABRIC_LINK || kind == MrcMonitorKind::T1))
    {
        return hosts;
    }
    for (uint32_t host = 0; host < m_cluster.GetNHosts(); ++host)
    {
        bool concerned = kind == MrcMonitorKind::T1;
        for (uint32_t plane = 0; plane < m_map.GetNetwork().GetNPlanes(); ++plane)
        {
            const uint32_t first = m_map.GetFirstSwitch(host, plane);
            const uint32_t number = m_map.GetNumber(element);
            concerned = concerned || (m_map.IsSwitch(element) && first == number) ||
                        (kind == MrcMonitorKind::NIC_LINK &&
                         m_map.GetNetwork().GetNicLink(host, plane) == number) ||
                        (kind == MrcMonitorKind::FABRIC_LINK &&
                         m_map.GetNetwork().GetLink(number).lower.node == first);
        }
        if (concerned)
        {
            hosts.push_back(host);
        }
    }
    return hosts;
}

bool
MrcMonitorDenylist::IsDark(uint32_t host, uint32_t plane) const
{
    const uint32_t link = m_map.GetNetwork().GetNicLink(host, plane);
    return m_faulty.count(MrcMonitorMap::GetLinkElement(link)) ||
           m_faulty.count(m_map.GetSwitchElement(m_map.GetFirstSwitch(host, plane)));
}

uint32_t
MrcMonitorDenylist::WantPaths(uint32_t src,
                              uint32_t dst,
                              uint32_t plane,
                              std::set<Denial>& denials) const
{
    const FabricNetwork& network = m_map.GetNetwork();
    const uint32_t paths = network.GetPathCodec().GetNPaths(src, dst);
    const std::vector<uint32_t> up = m_map.ListUplinks(src, plane);
    const std::vector<uint32_t> down = m_map.ListUplinks(dst, plane);
    if (!m_paths || network.IsLocal(src, dst) || up.empty() || paths % up.size() != 0)
    {
        return paths;
    }
    // After the uplink, a path across a T2 has several variants; it comes down over the same uplink
    const auto perUplink = static_cast<uint32_t>(paths / up.size());
    uint32_t left = paths;
    for (uint32_t path = 0; path < paths; ++path)
    {
        const uint32_t uplink = path / perUplink;
        bool crosses = false;
        for (const uint32_t link : {up[uplink], down[uplink]})
        {
            const uint32_t t1 = network.GetLink(link).upper.node;
            crosses = crosses || m_faulty.count(MrcMonitorMap::GetLinkElement(link)) ||
                      m_faulty.count(m_map.GetSwitchElement(t1));
        }
        if (crosses)
        {
            denials.emplace(plane, path);
            --left;
        }
    }
    return left;
}

std::set<MrcMonitorDenylist::Denial>
MrcMonitorDenylist::Want(uint32_t src, uint32_t dst) const
{
    std::set<Denial> denials;
    uint32_t left = 0;
    for (uint32_t plane = 0; plane < m_map.GetNetwork().GetNPlanes(); ++plane)
    {
        if (IsDark(src, plane) || IsDark(dst, plane))
        {
            denials.emplace(plane, ALL_PATHS);
        }
        else
        {
            left += WantPaths(src, dst, plane, denials);
        }
    }
    return left > 0 ? denials : std::set<Denial>{};
}

void
MrcMonitorDenylist::Update(uint32_t src, uint32_t dst)
{
    const auto want = Want(src, dst);
    const auto known = m_denied.find({src, dst});
    const std::set<Denial> have = known == m_denied.end() ? std::set<Denial>{} : known->second;
    if (want == have)
    {
        return;
    }
    NS_LOG_INFO("host " << src << " to host " << dst << ": " << want.size() << " denials, before "
                        << have.size());
    MrcNicEndpoint& endpoint = MrcNicEndpoint::Of(*m_cluster.GetNic(src));
    const auto filter = [dst = dst](const Denial& denial) {
        MrcEvFilter evs;
        evs.peer = dst;
        evs.plane = denial.first;
        if (denial.second != ALL_PATHS)
        {
            evs.uplink = static_cast<uint32_t>(denial.second);
        }
        return evs;
    };
    for (const Denial& denial : want)
    {
        if (!have.count(denial))
        {
            endpoint.Deny(filter(denial));
        }
    }
    for (const Denial& denial : have)
    {
        if (!want.count(denial))
        {
            endpoint.Allow(filter(denial));
        }
    }
    m_denied[{src, dst}] = want;
}

} // namespace ns3
