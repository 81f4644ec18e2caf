/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sampler.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace mrcsim
{

using ns3::RdmaTick;

Sampler::Sampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                 ns3::Ptr<ns3::RdmaWorkload> workload,
                 RdmaTick interval,
                 bool allHosts,
                 std::vector<SampleRow>& rows)
    : m_cluster(cluster),
      m_workload(workload),
      m_interval(interval),
      m_rows(rows),
      m_allHosts(allHosts)
{
    // Jobs take consecutive ranges of QPs (RdmaWorkload)
    uint32_t firstQp = 0;
    for (uint32_t job = 0; job < workload->GetNJobs(); ++job)
    {
        const auto& spec = workload->GetJob(job);
        if (spec.enabled)
        {
            m_jobs.push_back({job, spec.name, spec.messenger, ListPairs(job, firstQp)});
        }
        firstQp += spec.qps;
    }
}

std::vector<Sampler::Pair>
Sampler::ListPairs(uint32_t job, uint32_t firstQp) const
{
    const auto& spec = m_workload->GetJob(job);
    std::vector<std::pair<uint32_t, uint32_t>> ranks;
    for (uint32_t i = 0; i < spec.schedule.GetNSends(); ++i)
    {
        const auto& send = spec.schedule.GetSend(i);
        if (!send.IsComputation())
        {
            ranks.emplace_back(send.src, send.dst);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    std::vector<Pair> pairs;
    for (const auto& [src, dst] : ranks)
    {
        for (uint32_t qp = 0; qp < spec.qps; ++qp)
        {
            pairs.push_back({spec.hosts[src], spec.hosts[dst], firstQp + qp});
        }
    }
    return pairs;
}

void
Sampler::Start()
{
    m_next = ns3::Simulator::Schedule(ns3::PicoSeconds(static_cast<uint64_t>(m_interval.GetPs())),
                                      &Sampler::Look,
                                      this);
}

void
Sampler::Look()
{
    const auto now = m_cluster->GetFabric()->Now();
    FindPorts();
    LookAtHosts(now);
    LookAtJobs(now);
    LookAtQueues(now);
    LookAtPauses(now);
    LookAtQps(now);
    Start();
}

double
Sampler::ToGbps(uint64_t bytes) const
{
    return static_cast<double>(bytes) * 8 / m_interval.GetNs();
}

std::string
Sampler::Name(const PortSeries& series) const
{
    return m_cluster->GetNetwork().GetPortName(series.port->id);
}

void
Sampler::FindPorts()
{
    const auto& ports = m_cluster->GetFabric()->GetPorts();
    const auto known = m_ports.size();
    for (size_t i = known; i < ports.size(); ++i)
    {
        const auto& network = m_cluster->GetNetwork();
        const auto link = network.GetLink(ns3::FabricNetwork::GetLinkOf(ports[i]->id));
        const auto end = network.GetFarEnd(ports[i]->id);
        m_ports.push_back(
            {ports[i], end.isHost ? std::optional(end.node) : std::nullopt, link.plane});
    }
    if (m_ports.size() > known)
    {
        std::sort(m_ports.begin(), m_ports.end(), [](const auto& a, const auto& b) {
            return a.port->id < b.port->id;
        });
    }
}

void
Sampler::LookAtHosts(RdmaTick now)
{
    std::vector<uint64_t> hosts(m_cluster->GetNHosts());
    std::vector<bool> shown(hosts.size(), m_allHosts);
    std::vector<uint64_t> planes(m_cluster->GetNetwork().GetNPlanes());
    for (auto& series : m_ports)
    {
        if (series.host)
        {
            const auto bytes = series.port->GetStats().txBytes;
            hosts[*series.host] += bytes - series.bytes;
            planes[series.plane] += bytes - series.bytes;
            series.bytes = bytes;
            shown[*series.host] = true;
        }
    }
    for (uint32_t host = 0; host < hosts.size(); ++host)
    {
        if (shown[host])
        {
            m_rows.push_back({now,
                              "host.rx_gbps",
                              m_cluster->GetNetwork().GetHostName(host),
                              ToGbps(hosts[host])});
        }
    }
    for (uint32_t plane = 0; plane < planes.size(); ++plane)
    {
        m_rows.push_back({now, "plane.rx_gbps", std::to_string(plane), ToGbps(planes[plane])});
    }
}

void
Sampler::LookAtJobs(RdmaTick now)
{
    for (auto& job : m_jobs)
    {
        uint64_t bytes = 0;
        for (auto& pair : job.pairs)
        {
            if (!pair.receiver)
            {
                pair.receiver = m_cluster->FindTransport(pair.dst, pair.src, pair.qp);
            }
            bytes += pair.receiver ? pair.receiver->GetCounters().bytesDelivered
                                   : job.messenger->GetDeliveredBytes(pair.src, pair.dst, pair.qp);
        }
        m_rows.push_back({now, "job.throughput_gbps", job.name, ToGbps(bytes - job.bytes)});
        job.bytes = bytes;
    }
    for (auto& job : m_jobs)
    {
        if (m_workload->GetJob(job.job).logsSteps)
        {
            const auto steps = m_workload->GetNStepsFinished(job.job);
            const auto done = static_cast<double>(steps - job.steps);
            m_rows.push_back({now, "job.steps_per_s", job.name, done / m_interval.GetSeconds()});
            job.steps = steps;
        }
    }
}

void
Sampler::LookAtQueues(RdmaTick now)
{
    for (auto& series : m_ports)
    {
        const auto bytes = series.port->GetDataQueueBytes();
        if (bytes > 0 || series.queueShown)
        {
            m_rows.push_back({now, "port.queue_bytes", Name(series), static_cast<double>(bytes)});
        }
        series.queueShown = bytes > 0;
    }
}

void
Sampler::LookAtPauses(RdmaTick now)
{
    for (auto& series : m_ports)
    {
        const auto paused = series.port->GetPausedTime(now);
        if (paused > series.paused)
        {
            const auto part = (paused - series.paused).GetNs() / m_interval.GetNs();
            m_rows.push_back({now, "port.paused", Name(series), part});
            series.paused = paused;
        }
    }
}

void
Sampler::LookAtQps(RdmaTick now)
{
    for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        for (uint32_t i = 0; i < nic->GetNQps(); ++i)
        {
            const auto qpn = ns3::RdmaNic::FIRST_QPN + i;
            if (!nic->IsAttached(qpn))
            {
                continue;
            }
            const auto& transport = nic->GetTransport(qpn);
            if (transport.IsBusy())
            {
                m_rows.push_back(
                    {now,
                     "qp.cwnd_bytes",
                     m_cluster->GetNetwork().GetHostName(host) + "/qp" + std::to_string(qpn),
                     static_cast<double>(transport.GetWindowBytes())});
            }
        }
    }
}

} // namespace mrcsim
