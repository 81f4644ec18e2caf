/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_TRANSPORTS_H
#define JOB_TRANSPORTS_H

#include "scenario.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-server-domain.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::JobTransports: what carries the messages of each job.
 */

namespace mrcsim
{

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
    /**
     * @param messenger carries messages through the network
     * @return what lets those within a server take the server's links, if there are any
     */
    ns3::Ptr<ns3::RdmaMessenger> AddServers(ns3::Ptr<ns3::RdmaMessenger> messenger);

    ns3::Ptr<ns3::RdmaCluster> m_cluster;      ///< the hosts
    std::string m_first;                       ///< transport.type
    ns3::Ptr<ns3::RdmaServerDomain> m_servers; ///< links of servers, or null
    /// By transport and plane.
    std::map<std::pair<std::string, uint32_t>, ns3::Ptr<ns3::RdmaMessenger>> m_messengers;
};

} // namespace mrcsim

#endif // JOB_TRANSPORTS_H
