/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-names.h"

#include "ns3/rdma-cluster-helper.h"

namespace mrcsim
{

std::string
NameHost(uint32_t host)
{
    return "h" + std::to_string(host);
}

std::string
NameLink(uint32_t plane, uint32_t t0, uint32_t t1)
{
    return "p" + std::to_string(plane) + "/t0-" + std::to_string(t0) + "/t1-" + std::to_string(t1);
}

std::vector<NamedLink>
ListLinks(ns3::Ptr<ns3::RdmaCluster> cluster)
{
    const auto& clos = cluster->GetClos();
    std::vector<NamedLink> links;
    for (uint32_t plane = 0; plane < clos.planes; ++plane)
    {
        for (uint32_t host = 0; host < clos.hosts; ++host)
        {
            auto* port = cluster->GetNic(host)->GetPort(plane);
            const auto h = NameHost(host);
            const auto t0 = "t0-" + std::to_string(host / clos.hostsPerT0);
            links.push_back({port, "host-t0", plane, h, t0});
            links.push_back({port->peer, "t0-host", plane, t0, h});
        }
        for (uint32_t i = 0; i < clos.GetNT0(); ++i)
        {
            for (uint32_t k = 0; k < clos.t1PerPlane; ++k)
            {
                auto* port = ns3::RdmaClusterHelper::GetUplink(cluster, plane, i, k);
                const auto t0 = "t0-" + std::to_string(i);
                const auto t1 = "t1-" + std::to_string(k);
                links.push_back({port, "t0-t1", plane, t0, t1});
                links.push_back({port->peer, "t1-t0", plane, t1, t0});
            }
        }
    }
    return links;
}

} // namespace mrcsim
