/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORT_SAMPLER_H
#define PORT_SAMPLER_H

#include "sample-sink.h"

#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::PortSampler: time series of ports, and of hosts and planes, which follow from theirs.
 */

namespace mrcsim
{

/**
 * Looks at the ports of a fabric.
 */
class PortSampler
{
  public:
    /** @param cluster what to look at */
    explicit PortSampler(ns3::Ptr<ns3::RdmaCluster> cluster);

    /**
     * @param now the time
     * @param sink takes the points down
     */
    void Look(ns3::RdmaTick now, SampleSink& sink);

  private:
    /// A port and what was seen of it.
    struct Series
    {
        ns3::FabricPort* port;        ///< the port
        std::optional<uint32_t> host; ///< the host that it sends to, if it is one
        uint32_t plane;               ///< its plane
        uint64_t bytes{0};            ///< sent up to the last look
        ns3::RdmaTick paused{};       ///< paused up to the last look
    };

    /** Take ports that have come to life into the series. */
    void FindPorts();

    /** @param sink takes the points down; what was sent since the last look is taken */
    void LookAtRates(SampleSink& sink);
    /** @param sink takes the points down */
    void LookAtQueues(SampleSink& sink) const;
    /**
     * @param now the time
     * @param sink takes the points down
     */
    void LookAtPauses(ns3::RdmaTick now, SampleSink& sink);

    /**
     * @param series a port
     * @return its name in rows
     */
    std::string Name(const Series& series) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< what to look at
    std::vector<Series> m_ports;          ///< those that have come to life, by number
};

} // namespace mrcsim

#endif // PORT_SAMPLER_H
