/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-helper.h"

#include "ns3/mrc-monitor-agent.h"
#include "ns3/node.h"
#include "ns3/rdma-not-null.h"

namespace ns3
{

MrcMonitorHelper::MrcMonitorHelper()
    : m_factory("ns3::MrcMonitor")
{
}

void
MrcMonitorHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

ApplicationContainer
MrcMonitorHelper::Install(Ptr<RdmaCluster> cluster)
{
    m_monitor = m_factory.Create<MrcMonitor>();
    m_monitor->Setup(RdmaNotNull(cluster, "the cluster of a monitor"));
    ApplicationContainer agents;
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        Ptr<MrcMonitorAgent> agent = CreateObject<MrcMonitorAgent>();
        agent->Setup(m_monitor, host);
        cluster->GetNic(host)->GetObject<Node>()->AddApplication(agent);
        agents.Add(agent);
    }
    return agents;
}

} // namespace ns3
