/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-transports.h"

#include "ns3/rdma-server-messenger.h"

#include <utility>

namespace mrcsim
{

JobTransports::JobTransports(ns3::Ptr<ns3::RdmaCluster> cluster,
                             std::string first,
                             ns3::Ptr<ns3::RdmaServerDomain> servers)
    : m_cluster(cluster),
      m_first(std::move(first)),
      m_servers(servers)
{
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::Get(const JobSpec& job, const std::vector<uint32_t>& hosts)
{
    const auto& transport = *job.transport.what;
    transport.Prepare(m_cluster, hosts);
    const bool first = job.transport.name == m_first;
    const uint32_t plane = job.plane.value_or(0);
    auto& messenger = m_messengers[{job.transport.name, plane}];
    if (!messenger)
    {
        messenger = AddServers(transport.MakeMessenger(m_cluster, plane, first));
    }
    return messenger;
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::AddServers(ns3::Ptr<ns3::RdmaMessenger> messenger)
{
    if (!m_servers)
    {
        return messenger;
    }
    const auto outer = ns3::CreateObject<ns3::RdmaServerMessenger>();
    outer->Setup(m_servers, messenger);
    m_cluster->AddMessenger(outer);
    return outer;
}

} // namespace mrcsim
