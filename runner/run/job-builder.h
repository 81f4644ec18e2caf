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
 * Jobs of a scenario as schedules on hosts, and what carries their messages.
 */

namespace mrcsim
{

/**
 * @param scenario a scenario without mistakes
 * @param rng draws random hosts, then permutations and the like, either in the order of the jobs,
 * enabled or not; it has drawn nothing before
 * @param [out] jobs the jobs, ready to run
 * @return what the draw made impossible
 */
Problems BuildJobs(const Scenario& scenario,
                   ns3::Ptr<ns3::UniformRandomVariable> rng,
                   std::vector<ns3::RdmaJob>& jobs);

/**
 * Draw the jobs as a run with the scenario's seed will, unless they are very many, and see whether
 * it can. Sets ns-3's run.
 *
 * @param scenario a scenario without mistakes
 * @param messages that are drawn, as estimated (RunEstimate::drawn)
 * @return what the draw makes impossible
 */
Problems CheckDraw(const Scenario& scenario, double messages);

/**
 * The transports of a cluster beside its first one, made when a job asks for them. Jobs with the
 * same transport and plane share one, all of them the links within servers.
 */
class JobTransports
{
  public:
    /**
     * @param first transport.type
     * @param servers links of servers; none: messages within a server take the network
     */
    JobTransports(ns3::Ptr<ns3::RdmaCluster> cluster,
                  std::string first,
                  ns3::Ptr<ns3::RdmaServerDomain> servers = nullptr);

    /**
     * @param hosts those that take part in it
     * @return what carries its messages
     */
    ns3::Ptr<ns3::RdmaMessenger> Get(const JobSpec& job, const std::vector<uint32_t>& hosts);

  private:
    ns3::Ptr<ns3::RdmaCluster> m_cluster;      ///< the hosts
    std::string m_first;                       ///< transport.type
    ns3::Ptr<ns3::RdmaServerDomain> m_servers; ///< links of servers, or null
    /// By transport and plane.
    std::map<std::pair<std::string, uint32_t>, ns3::Ptr<ns3::RdmaMessenger>> m_messengers;
};

} // namespace mrcsim

#endif // JOB_BUILDER_H
