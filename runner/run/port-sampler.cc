/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "port-sampler.h"

#include <algorithm>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

const SampleKind HOST_RX(SampledObject::HOST,
                         "host.rx_gbps",
                         "Gb/s",
                         "frames that all ports of the host's NIC received",
                         SampleKind::DEFAULT);
const SampleKind PLANE_RX(SampledObject::PLANE,
                          "plane.rx_gbps",
                          "Gb/s",
                          "frames that the hosts received by the plane",
                          SampleKind::DEFAULT);
const SampleKind QUEUE(SampledObject::PORT,
                       "port.queue_bytes",
                       "B",
                       "data queue of the port at the end of the interval",
                       SampleKind::DEFAULT);
const SampleKind PAUSED(SampledObject::PORT,
                        "port.paused",
                        "1",
                        "share of the interval that PFC held the port, all classes added up",
                        SampleKind::DEFAULT);
const SampleKind TX(SampledObject::PORT,
                    "port.tx_gbps",
                    "Gb/s",
                    "frames that the port sent in the interval");

} // namespace

PortSampler::PortSampler(ns3::Ptr<ns3::RdmaCluster> cluster)
    : m_cluster(cluster)
{
}

void
PortSampler::Look(RdmaTick now, SampleSink& sink)
{
    FindPorts();
    LookAtRates(sink);
    if (sink.Wants(QUEUE))
    {
        LookAtQueues(sink);
    }
    if (sink.Wants(PAUSED))
    {
        LookAtPauses(now, sink);
    }
}

std::string
PortSampler::Name(const Series& series) const
{
    return m_cluster->GetNetwork().GetPortName(series.port->id);
}

void
PortSampler::FindPorts()
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
PortSampler::LookAtRates(SampleSink& sink)
{
    const auto& network = m_cluster->GetNetwork();
    const bool wanted = sink.Wants(TX);
    std::vector<uint64_t> hosts(network.GetNHosts());
    std::vector<bool> shown(hosts.size(), sink.GetPlan().allHosts);
    std::vector<uint64_t> planes(network.GetNPlanes());
    for (auto& series : m_ports)
    {
        const auto bytes = series.port->GetStats().txBytes;
        const auto sent = bytes - series.bytes;
        series.bytes = bytes;
        if (series.host)
        {
            hosts[*series.host] += sent;
            planes[series.plane] += sent;
            shown[*series.host] = true;
        }
        if (wanted)
        {
            sink.Put(TX, sink.ToGbps(sent), [&] { return Name(series); });
        }
    }
    for (uint32_t host = 0; sink.Wants(HOST_RX) && host < hosts.size(); ++host)
    {
        if (shown[host])
        {
            sink.Put(HOST_RX, sink.ToGbps(hosts[host]), [&] { return network.GetHostName(host); });
        }
    }
    for (uint32_t plane = 0; sink.Wants(PLANE_RX) && plane < planes.size(); ++plane)
    {
        sink.Put(PLANE_RX, sink.ToGbps(planes[plane]), [plane] { return std::to_string(plane); });
    }
}

void
PortSampler::LookAtQueues(SampleSink& sink) const
{
    for (const auto& series : m_ports)
    {
        sink.Put(QUEUE, static_cast<double>(series.port->GetDataQueueBytes()), [&] {
            return Name(series);
        });
    }
}

void
PortSampler::LookAtPauses(RdmaTick now, SampleSink& sink)
{
    for (auto& series : m_ports)
    {
        const auto paused = series.port->GetPausedTime(now);
        const auto part = (paused - series.paused).GetNs() / sink.GetPlan().interval.GetNs();
        series.paused = paused;
        sink.Put(PAUSED, part, [&] { return Name(series); });
    }
}

} // namespace mrcsim
