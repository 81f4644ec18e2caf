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
 * mrcsim::JobLoad: what a job asks of a network, in numbers.
 */

namespace mrcsim
{

/// Where jobs take place.
struct JobContext
{
    const ns3::FabricNetwork& network; ///< the topology
    const ServerSpec& servers;         ///< links within its servers
    ns3::RdmaTick stop;                ///< end of the simulation
    /// Hosts that were chosen for the job in question; null: none were, or not yet.
    const std::vector<uint32_t>* hosts{nullptr};
    ns3::RdmaTick start{}; ///< of the job in question, or its delay behind another one

    /** @return the end of the simulation in words, for times that count from the start of the job
     */
    std::string DescribeStop() const;
};

/**
 * One repetition of a job in numbers. They are doubles, so that the product of any sizes that
 * somebody may write stays meaningful. Messages are counted before they are split among QPs.
 */
struct JobLoad
{
    std::vector<uint32_t> hosts; ///< who takes part
    double messages{0};          ///< from one host to another
    double bytes{0};             ///< of all messages, B
    double largestBytes{0};      ///< of the largest message, B
    double busiestBytes{0};      ///< most that one host sends or receives by its NIC, B
    double serverBytes{0};       ///< most that one host sends or receives within its server, B
    double serverShare{0};       ///< part of the bytes that do not leave their server
    double localShare{0};        ///< part of the others that stay in one group
    double pairs{0};             ///< pairs of hosts that talk, both directions being one
    double fan{0};               ///< most hosts that one host has QPs with
    double chain{1};             ///< messages that wait for each other, one after the other
    double chainBytes{0};        ///< of these together, B; with a chain of 1 of no interest
    double chainSeconds{0};      ///< computations between the messages of the chain, s
    double leastSeconds{0};      ///< simulated time that passes, however fast the network, s
    double computations{0};      ///< computations of all hosts
    double listed{0};            ///< messages that the scenario lists one by one
    std::string mistake; ///< why the schedule cannot be executed; empty if it can, or was not made
};

/**
 * The load of any job, counted in its schedule: for kinds with few sends per host.
 *
 * @param schedule the sends between ranks
 * @param hosts host of each rank
 * @param context where they are
 * @return the load
 */
JobLoad CountJobLoad(const ns3::RdmaSchedule& schedule,
                     const std::vector<uint32_t>& hosts,
                     const JobContext& context);

/**
 * @param load of a job whose messages are each sent whole
 * @param chunks parts that each message is cut into; a part is passed on while the next one comes
 * @return the load of the pipeline
 */
JobLoad MakePipelineJobLoad(JobLoad load, double chunks);

/// Messages, or pairs that exchange as many of them, by the way they take.
struct JobHops
{
    double server{0}; ///< within a server
    double local{0};  ///< through the network, within a group
    double far{0};    ///< from one group to another

    /**
     * @param src a host
     * @param dst another host that gets a message from it
     * @param context where they are
     * @param weight how much it counts: its bytes, where messages differ
     */
    void Count(uint32_t src, uint32_t dst, const JobContext& context, double weight = 1);

    /** @param load receives the shares */
    void Share(JobLoad& load) const;
};

/**
 * @param hosts hosts in any order
 * @param context where they are
 * @return their ordered pairs
 */
JobHops CountJobPairs(const std::vector<uint32_t>& hosts, const JobContext& context);

/**
 * @param hosts hosts on a ring, in its order
 * @param context where they are
 * @return its edges
 */
JobHops CountJobEdges(const std::vector<uint32_t>& hosts, const JobContext& context);

/**
 * A job in which every host sends and receives the same.
 *
 * @param hosts who takes part
 * @param fan messages of each host, to as many others
 * @param bytes of each message
 * @param ways of the messages
 * @return the load; with the pairs of a ring
 */
JobLoad MakeEvenJobLoad(const std::vector<uint32_t>& hosts,
                        double fan,
                        uint64_t bytes,
                        const JobHops& ways);

/**
 * A job in which every host sends to every other.
 *
 * @param hosts who takes part
 * @param bytes from each to each
 * @param context where they are
 * @return the load
 */
JobLoad MakeMeshJobLoad(const std::vector<uint32_t>& hosts,
                        uint64_t bytes,
                        const JobContext& context);

/**
 * A job in steps on a ring: in each of them every host sends a part to the next one.
 *
 * @param hosts who takes part, in the order of the ring
 * @param steps steps, each after the one before
 * @param bytes of the parts of a step together, divided evenly among the hosts
 * @param context where they are
 * @return the load
 */
JobLoad MakeRingJobLoad(const std::vector<uint32_t>& hosts,
                        double steps,
                        uint64_t bytes,
                        const JobContext& context);

} // namespace mrcsim

#endif // JOB_LOAD_H
