/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-sample-sources.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

const RdmaSampleKind HOST_RX(RdmaSampledObject::HOST,
                             "host.rx_gbps",
                             "Gb/s",
                             "frames received by all ports of the host's NIC",
                             RdmaSampleKind::DEFAULT);
const RdmaSampleKind PLANE_RX(RdmaSampledObject::PLANE,
                              "plane.rx_gbps",
                              "Gb/s",
                              "frames received by all hosts in the plane",
                              RdmaSampleKind::DEFAULT);
const RdmaSampleKind QUEUE(RdmaSampledObject::PORT,
                           "port.queue_bytes",
                           "B",
                           "data queue of the port at the end of the interval",
                           RdmaSampleKind::DEFAULT);
const RdmaSampleKind PAUSED(
    RdmaSampledObject::PORT,
    "port.paused",
    "1",
    "share of the interval in which PFC paused the port, sum of all classes",
    RdmaSampleKind::DEFAULT | RdmaSampleKind::RARE);
const RdmaSampleKind TX(RdmaSampledObject::PORT,
                        "port.tx_gbps",
                        "Gb/s",
                        "frames sent by the port in the interval");

/** Samples the ports of a fabric. */
class PortSamples
{
  public:
    /** @param cluster the cluster */
    explicit PortSamples(Ptr<RdmaCluster> cluster)
        : m_cluster(std::move(cluster))
    {
    }

    /** @param sink receives the points */
    void operator()(RdmaSampleSink& sink)
    {
        FindPorts();
        LookAtRates(sink);
        if (sink.Wants(QUEUE))
        {
            LookAtQueues(sink);
        }
        if (sink.Wants(PAUSED))
        {
            LookAtPauses(sink);
        }
    }

  private:
    /// A port and its last sample.
    struct Series
    {
        FabricPort* port;             ///< the port
        std::optional<uint32_t> host; ///< the host at the other end, if it is a host
        uint32_t plane;               ///< its plane
        uint64_t bytes{0};            ///< bytes sent until the last sample
        RdmaTick paused{};            ///< time paused until the last sample
    };

    /** @return name of a port in rows */
    std::string Name(const Series& series) const
    {
        return m_cluster->GetNetwork().GetNames().GetPortName(series.port->id);
    }

    /** Add series of newly instantiated ports. */
    void FindPorts()
    {
        const auto& ports = m_cluster->GetFabric()->GetPorts();
        const auto known = m_ports.size();
        for (size_t i = known; i < ports.size(); ++i)
        {
            const auto& network = m_cluster->GetNetwork();
            const auto link = network.GetLink(FabricNetwork::GetLinkOf(ports[i]->id));
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

    /** Sample the bytes sent since the last sample, even if no series needs them. */
    void LookAtRates(RdmaSampleSink& sink)
    {
        const auto& network = m_cluster->GetNetwork();
        const bool wanted = sink.Wants(TX);
        std::vector<uint64_t> hosts(network.GetNHosts());
        std::vector<bool> shown(hosts.size(), sink.GetPlan().allHosts);
        std::vector<uint64_t> planes(network.GetNPlanes());
        for (auto& series : m_ports)
        {
            const auto bytes = series.port->GetStats().txBytes;
            const auto sent = bytes - std::exchange(series.bytes, bytes);
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
                sink.Put(HOST_RX, sink.ToGbps(hosts[host]), [&] {
                    return network.GetNames().GetHostName(host);
                });
            }
        }
        for (uint32_t plane = 0; sink.Wants(PLANE_RX) && plane < planes.size(); ++plane)
        {
            sink.Put(PLANE_RX, sink.ToGbps(planes[plane]), [plane] {
                return std::to_string(plane);
            });
        }
    }

    /** Sample the current queues. */
    void LookAtQueues(RdmaSampleSink& sink) const
    {
        for (const auto& series : m_ports)
        {
            sink.Put(QUEUE, static_cast<double>(series.port->GetDataQueueBytes()), [&] {
                return Name(series);
            });
        }
    }

    /** Sample the pauses since the last sample. */
    void LookAtPauses(RdmaSampleSink& sink)
    {
        const auto now = m_cluster->GetFabric()->Now();
        for (auto& series : m_ports)
        {
            const auto paused = series.port->GetPausedTime(now);
            const auto since = paused - std::exchange(series.paused, paused);
            sink.Put(PAUSED, since.GetNs() / sink.GetPlan().interval.GetNs(), [&] {
                return Name(series);
            });
        }
    }

    Ptr<RdmaCluster> m_cluster;  ///< the cluster
    std::vector<Series> m_ports; ///< instantiated ports, by number
};

} // namespace

RdmaSampleSource
MakeRdmaPortSamples(Ptr<RdmaCluster> cluster)
{
    return PortSamples(std::move(cluster));
}

} // namespace ns3
