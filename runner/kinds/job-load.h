/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_LOAD_H
#define JOB_LOAD_H

#include "server-spec.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-schedule.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::JobLoad: the load that a job puts on a network.
 */

namespace mrcsim
{

/// Network and hosts of a job.
struct JobContext
{
    const ns3::FabricNetwork& network; ///< the topology
    const ServerSpec& servers;         ///< links within its servers
    ns3::RdmaTick stop;                ///< end of the simulation
    /// Hosts chosen for the job; null: none, or not chosen yet.
    const std::vector<uint32_t>* hosts{nullptr};
    ns3::RdmaTick start{}; ///< start of the job, or its delay after another job

    /** @return the end of the simulation as text, for times relative to the start of the job */
    std::string DescribeStop() const;
};

/**
 * Load of one repetition of a job. The numbers are doubles, so that products of large values in a
 * scenario do not overflow. Messages are counted before they are split among QPs.
 */
struct JobLoad
{
    std::vector<uint32_t> hosts; ///< participating hosts
    double messages{0};          ///< from one host to another
    double control{0};           ///< of these, messages that are not split among QPs
    double bytes{0};             ///< of all messages, B
    double largestBytes{0};      ///< of the largest message, B
    double busiestBytes{0};      ///< most that one host sends or receives through its NIC, B
    double serverBytes{0};       ///< most that one host sends or receives within its server, B
    double serverShare{0};       ///< fraction of the bytes that stay within a server
    double localShare{0};        ///< fraction of the other bytes that stay within a group
    double pairs{0};             ///< pairs of hosts that communicate, in either direction
    double fan{0};               ///< most hosts that one host has QPs with
    double chain{1};             ///< messages that wait for each other, one after the other
    double chainBytes{0};        ///< bytes of these messages, B; unused if the chain is 1
    double chainSeconds{0};      ///< computations between the messages of the chain, s
    double leastSeconds{0};      ///< simulated time that passes on any network, s
    double computations{0};      ///< computations of all hosts
    double listed{0};            ///< messages that the scenario lists one by one
    std::string mistake;         ///< reason why the schedule cannot be executed, if any
};

/**
 * Count the load of a job in its schedule, for kinds with few sends per host.
 *
 * @param schedule the sends between ranks
 * @param hosts host of each rank
 * @param context network and servers
 * @return the load
 */
JobLoad CountJobLoad(const ns3::RdmaSchedule& schedule,
                     const std::vector<uint32_t>& hosts,
                     const JobContext& context);

/**
 * @param load load of a job that does not split messages
 * @param chunks chunks of each message; a chunk is forwarded while the next one arrives
 * @return the load of the pipeline
 */
JobLoad MakePipelineJobLoad(JobLoad load, double chunks);

/// Messages, or pairs with the same number of messages, by distance.
struct JobHops
{
    double server{0}; ///< within a server
    double local{0};  ///< through the network, within a group
    double far{0};    ///< from one group to another

    /**
     * @param src a host
     * @param dst host that receives a message from it
     * @param context network and servers
     * @param weight weight of the message: its bytes if messages differ
     */
    void Count(uint32_t src, uint32_t dst, const JobContext& context, double weight = 1);

    /** @param load receives the shares */
    void Share(JobLoad& load) const;
};

/**
 * @param hosts hosts in any order
 * @param context network and servers
 * @return their ordered pairs
 */
JobHops CountJobPairs(const std::vector<uint32_t>& hosts, const JobContext& context);

/**
 * @param hosts hosts on a ring, in its order
 * @param context network and servers
 * @return its edges
 */
JobHops CountJobEdges(const std::vector<uint32_t>& hosts, const JobContext& context);

/**
 * Load of a job in which all hosts send and receive the same bytes.
 *
 * @param hosts participating hosts
 * @param fan messages of each host, each to another host
 * @param bytes size of a message, B
 * @param hops distances of the messages
 * @return the load; with the pairs of a ring
 */
JobLoad MakeEvenJobLoad(const std::vector<uint32_t>& hosts,
                        double fan,
                        uint64_t bytes,
                        const JobHops& hops);

/**
 * Load of a job in which every host sends to every other.
 *
 * @param hosts participating hosts
 * @param bytes size of the message of each ordered pair, B
 * @param context network and servers
 * @return the load
 */
JobLoad MakeMeshJobLoad(const std::vector<uint32_t>& hosts,
                        uint64_t bytes,
                        const JobContext& context);

/**
 * Load of a job in steps on a ring: in each step every host sends a part to the next host.
 *
 * @param hosts participating hosts, in the order of the ring
 * @param steps number of steps, one after the other
 * @param bytes bytes of a step, divided evenly among the hosts
 * @param context network and servers
 * @return the load
 */
JobLoad MakeRingJobLoad(const std::vector<uint32_t>& hosts,
                        double steps,
                        uint64_t bytes,
                        const JobContext& context);

} // namespace mrcsim

#endif // JOB_LOAD_H
