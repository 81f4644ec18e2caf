/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor-agent.h"

#include "ns3/abort.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMonitorAgent);

TypeId
MrcMonitorAgent::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcMonitorAgent")
                            .SetParent<Application>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcMonitorAgent>();
    return tid;
}

MrcMonitorAgent::MrcMonitorAgent() = default;
MrcMonitorAgent::~MrcMonitorAgent() = default;

void
MrcMonitorAgent::Setup(Ptr<MrcMonitor> monitor, uint32_t host)
{
    m_monitor = monitor;
    m_host = host;
}

void
MrcMonitorAgent::DoDispose()
{
    Simulator::Cancel(m_next);
    m_monitor = nullptr;
    Application::DoDispose();
}

void
MrcMonitorAgent::StartApplication()
{
    NS_ABORT_MSG_IF(!m_monitor, "an MrcMonitorAgent needs its monitor: use MrcMonitorHelper");
    m_running = true;
    m_round = std::max(m_round, m_monitor->Join());
    ScheduleRound();
}

void
MrcMonitorAgent::StopApplication()
{
    if (m_running)
    {
        m_running = false;
        m_monitor->Leave();
    }
    Simulator::Cancel(m_next);
}

void
MrcMonitorAgent::ScheduleRound()
{
    const Time at = m_monitor->GetBegin(m_round) + m_monitor->DrawJitter();
    m_next = Simulator::Schedule(at - Simulator::Now(), &MrcMonitorAgent::SendRound, this);
}

void
MrcMonitorAgent::SendRound()
{
    auto tasks = m_monitor->Plan(m_host, m_round);
    const uint32_t room =
        m_monitor->GetMaxOutstanding() - std::min(m_monitor->GetMaxOutstanding(), m_outstanding);
    tasks.resize(std::min<size_t>(tasks.size(), room));
    std::vector<MrcEvProbe> probes;
    for (const MrcMonitorTask& task : tasks)
    {
        probes.push_back(task.probe);
    }
    const uint64_t round = m_round++;
    const RdmaTick sent = m_monitor->GetCluster()->GetFabric()->Now();
    const MrcNicEndpoint::ProbeCallback done(
        [this, round, sent, tasks](const MrcEvProbeBatch& batch) {
            m_outstanding -= static_cast<uint32_t>(tasks.size());
            if (m_monitor)
            {
                m_monitor->Report(m_host, round, sent, tasks, batch.results);
            }
        });
    m_outstanding += static_cast<uint32_t>(probes.size());
    RdmaNic& nic = *m_monitor->GetCluster()->GetNic(m_host);
    if (!MrcNicEndpoint::Of(nic).Probe(probes, m_monitor->GetTimeout(), done))
    {
        m_outstanding -= static_cast<uint32_t>(probes.size());
    }
    ScheduleRound();
}

} // namespace ns3
