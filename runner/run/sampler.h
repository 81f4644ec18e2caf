/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLER_H
#define SAMPLER_H

#include "results/result-rows.h"

#include "ns3/event-id.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Sampler: time series of a running simulation.
 */

namespace mrcsim
{

/**
 * Looks at a cluster at regular times. Rates are means over the interval that ends then.
 *
 * | kind                | object          | value                                            |
 * | ------------------- | --------------- | ------------------------------------------------ |
 * | host.rx_gbps        | h3              | frame bytes that T0s send to the host            |
 * | plane.rx_gbps       | 0               | the same, over all hosts, by plane               |
 * | job.throughput_gbps | name of the job | payload placed at receivers, each byte once,     |
 * |                     |                 | by the links of a server, too                    |
 * | job.steps_per_s     | name of the job | steps done, of jobs that tell of their steps     |
 * | port.queue_bytes    | p0/t0-1/t1-7    | data queue now; left out while it stays empty    |
 * | port.paused         | p0/t0-1/t1-7    | part of the time the peer paused it, if it did   |
 * | qp.cwnd_bytes       | h3/qp5          | window now, of QPs that have something to send   |
 */
class Sampler
{
  public:
    /**
     * @param cluster what to look at
     * @param workload its jobs
     * @param interval time between two looks
     * @param allHosts true: rows for hosts that nothing has touched, too
     * @param [out] rows receives the time series; must outlive the simulation
     */
    Sampler(ns3::Ptr<ns3::RdmaCluster> cluster,
            ns3::Ptr<ns3::RdmaWorkload> workload,
            ns3::RdmaTick interval,
            bool allHosts,
            std::vector<SampleRow>& rows);

    /** Schedule the first look. */
    void Start();

  private:
    /// A pair of hosts that a job sends between.
    struct Pair
    {
        uint32_t src;                                ///< sending host
        uint32_t dst;                                ///< receiving host
        uint32_t qp;                                 ///< QP of the pair
        const ns3::RdmaTransport* receiver{nullptr}; ///< its end, once connected
    };

    /// A job and what it has achieved.
    struct JobSeries
    {
        uint32_t job;                           ///< its number
        std::string name;                       ///< name
        ns3::Ptr<ns3::RdmaMessenger> messenger; ///< what carries its messages
        std::vector<Pair> pairs;                ///< who sends to whom
        uint64_t bytes{0};                      ///< placed up to the last look
        uint32_t steps{0};                      ///< done up to the last look
    };

    /// A port and what was seen of it.
    struct PortSeries
    {
        ns3::FabricPort* port;        ///< the port
        std::optional<uint32_t> host; ///< the host that it sends to, if it is one
        uint32_t plane;               ///< its plane
        uint64_t bytes{0};            ///< sent up to the last look
        ns3::RdmaTick paused{};       ///< paused up to the last look
        bool queueShown{false};       ///< the last look found a queue
    };

    /**
     * @param job number of a job
     * @param firstQp its first QP
     * @return its pairs of hosts, once per QP
     */
    std::vector<Pair> ListPairs(uint32_t job, uint32_t firstQp) const;

    /** Look, and schedule the next look. */
    void Look();

    /** Take ports that have come to life into the series. */
    void FindPorts();

    /** @param now the time */
    void LookAtHosts(ns3::RdmaTick now);
    /** @param now the time */
    void LookAtJobs(ns3::RdmaTick now);
    /** @param now the time */
    void LookAtQueues(ns3::RdmaTick now);
    /** @param now the time */
    void LookAtPauses(ns3::RdmaTick now);
    /** @param now the time */
    void LookAtQps(ns3::RdmaTick now);

    /**
     * @param series a port
     * @return its name in rows
     */
    std::string Name(const PortSeries& series) const;

    /**
     * @param bytes carried in an interval
     * @return the rate, Gbit/s
     */
    double ToGbps(uint64_t bytes) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< what to look at
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< its jobs
    ns3::RdmaTick m_interval;               ///< time between two looks
    std::vector<SampleRow>& m_rows;         ///< the time series
    bool m_allHosts;                        ///< rows for hosts that nothing has touched
    std::vector<PortSeries> m_ports;        ///< those that have come to life, by number
    std::vector<JobSeries> m_jobs;          ///< all jobs that are enabled
    ns3::EventId m_next;                    ///< the next look
};

} // namespace mrcsim

#endif // SAMPLER_H
