/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_BUILDER_H
#define JOB_BUILDER_H

#include "document/problem.h"
#include "scenario.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-job.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-server-domain.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * Jobs of a scenario as schedules on hosts, and their messengers.
 */

namespace mrcsim
{

/**
 * @param scenario a valid scenario
 * @param rng a fresh random variable; draws random hosts of all jobs, then schedules of all jobs,
 * whether enabled or not
 * @param [out] jobs the jobs, ready to run
 * @return the problems that result from the draw
 */
Problems BuildJobs(const Scenario& scenario,
                   ns3::Ptr<ns3::UniformRandomVariable> rng,
                   std::vector<ns3::RdmaJob>& jobs);

/**
 * Draw the jobs as in a run with the scenario's seed. Sets ns-3's run.
 *
 * @param scenario a valid scenario
 * @param [out] jobs the jobs
 * @return the problems that result from the draw
 */
Problems DrawJobs(const Scenario& scenario, std::vector<ns3::RdmaJob>& jobs);

/**
 * DrawJobs, unless there are too many messages.
 *
 * @param scenario a valid scenario
 * @param messages estimated number of drawn messages (RunEstimate::drawn)
 * @return the problems that result from the draw
 */
Problems CheckDraw(const Scenario& scenario, double messages);

/**
 * The transports of a cluster in addition to its first one, created on demand. Jobs with the same
 * transport and plane share one; all share the links within servers.
 */
class JobTransports
{
  public:
    /**
     * @param first transport.type
     * @param servers links of servers; null: messages within a server use the network
     */
    JobTransports(ns3::Ptr<ns3::RdmaCluster> cluster,
                  std::string first,
                  ns3::Ptr<ns3::RdmaServerDomain> servers = nullptr);

    /**
     * @param hosts its hosts
     * @return the messenger of its messages
     */
    ns3::Ptr<ns3::RdmaMessenger> Get(const JobSpec& job, const std::vector<uint32_t>& hosts);

    /**
     * @param job a job with a driver, for which Get has been called
     * @return the messenger of its messages in the class of control
     */
    ns3::Ptr<ns3::RdmaMessenger> GetControl(const JobSpec& job);

  private:
    /// Messengers by transport and plane.
    using Messengers = std::map<std::pair<std::string, uint32_t>, ns3::Ptr<ns3::RdmaMessenger>>;

    /**
     * @param messenger messages through the network
     * @return the same, but those within a server use its links
     */
    ns3::Ptr<ns3::RdmaMessenger> AddServers(ns3::Ptr<ns3::RdmaMessenger> messenger) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster;      ///< the hosts
    std::string m_first;                       ///< transport.type
    ns3::Ptr<ns3::RdmaServerDomain> m_servers; ///< links of servers, or null
    Messengers m_messengers;                   ///< of messages
    Messengers m_controls;                     ///< of messages in the class of control
};

} // namespace mrcsim

#endif // JOB_BUILDER_H
