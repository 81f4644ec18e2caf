/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-transports.h"

#include "ns3/fabric-stack-helper.h"
#include "ns3/fabric-tcp-messenger.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-qp-factory.h"
#include "ns3/rdma-server-messenger.h"

#include <algorithm>
#include <iterator>

namespace mrcsim
{

const char*
NameQpFactory(TransportType transport)
{
    return transport == TransportType::MRC ? "ns3::MrcQpFactory" : "ns3::RoceQpFactory";
}

JobTransports::JobTransports(ns3::Ptr<ns3::RdmaCluster> cluster,
                             TransportType first,
                             ns3::Ptr<ns3::RdmaServerDomain> servers)
    : m_cluster(cluster),
      m_first(first),
      m_servers(servers)
{
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::Get(const JobSpec& job, const std::vector<uint32_t>& hosts)
{
    if (job.transport == TransportType::TCP)
    {
        InstallStacks(hosts);
    }
    // The first transport has no plane: it uses all of them
    const bool first = job.transport == m_first && job.transport != TransportType::TCP;
    auto& messenger = m_messengers[{job.transport, first ? 0 : job.plane.value_or(0)}];
    if (!messenger)
    {
        messenger =
            AddServers(first ? ns3::Ptr<ns3::RdmaMessenger>(m_cluster->GetTransport()) : Make(job));
    }
    return messenger;
}

ns3::Ptr<ns3::RdmaMessenger>
JobTransports::Make(const JobSpec& job)
{
    const uint32_t plane = job.plane.value_or(0);
    if (job.transport == TransportType::TCP)
    {
        const auto tcp = ns3::CreateObject<ns3::FabricTcpMessenger>();
        tcp->Setup(m_cluster, plane);
        m_cluster->AddMessenger(tcp);
        return tcp;
    }
    const auto factory = ns3::ObjectFactory(NameQpFactory(job.transport));
    return m_cluster->AddTransport(factory.Create<ns3::RdmaQpFactory>(), plane);
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

void
JobTransports::InstallStacks(const std::vector<uint32_t>& hosts)
{
    std::vector<uint32_t> without;
    std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(without), [this](uint32_t host) {
        return !ns3::FabricStackHelper::GetDevice(m_cluster, host, 0);
    });
    ns3::InternetStackHelper internet;
    internet.SetIpv6StackInstall(false); // connections are those of IPv4
    ns3::FabricStackHelper helper;
    helper.SetInternetStack(internet);
    helper.Install(m_cluster, without);
}

} // namespace mrcsim
