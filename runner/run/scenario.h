/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_H
#define SCENARIO_H

#include "document/json-path.h"
#include "document/problem.h"
#include "document/scenario-attributes.h"

#include "ns3/fabric-network.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Scenario: one simulation as the program sees it. What the fields mean and their defaults
 * are told in schema/scenario.schema.json, key by key.
 */

namespace mrcsim
{

/// transport.type
enum class TransportType
{
    MRC,
    ROCE,
    TCP,
};

/**
 * @param type a transport
 * @return its name in scenarios and results
 */
const char* ToString(TransportType type);

/**
 * @param type a transport
 * @return true if a connection of it uses a single path
 */
constexpr bool
IsSinglePath(TransportType type)
{
    return type != TransportType::MRC;
}

/// workload[].hosts, workload[].senders
struct HostSelection
{
    /// How the hosts are named.
    enum class Kind
    {
        ALL,    ///< every host
        LIST,   ///< by number
        RANGE,  ///< from one to another
        PACKED, ///< the first count hosts
        SPREAD, ///< count hosts, dealt out over the groups
        RANDOM, ///< count hosts, drawn
        NONE,   ///< written in a way that means nothing
    };

    Kind kind{Kind::ALL};       ///< how
    std::vector<uint32_t> list; ///< LIST
    uint32_t from{0};           ///< RANGE: first host
    uint32_t to{0};             ///< RANGE: last host
    uint32_t count{0};          ///< PACKED, SPREAD, RANDOM

    /**
     * @param hosts hosts of the topology
     * @return how many are selected
     */
    uint32_t Count(uint32_t hosts) const;

    /**
     * @param network the topology
     * @param rng draws the hosts of RANDOM; null is enough for the others
     * @return the hosts, in the order of their ranks
     */
    std::vector<uint32_t> Pick(const ns3::FabricNetwork& network,
                               ns3::Ptr<ns3::UniformRandomVariable> rng) const;
};

/// workload[].type
enum class JobType
{
    WRITE,
    PERMUTATION,
    INCAST,
    ALL_TO_ALL,
    ALL_REDUCE,
    SEND_RECV,
    FLOWS,
};

/// workload[].flows[]
struct FlowSpec
{
    uint32_t src{0};     ///< sending host
    uint32_t dst{0};     ///< receiving host
    uint64_t bytes{0};   ///< size
    ns3::RdmaTick start; ///< behind the start of the job
};

/// workload[]
struct JobSpec
{
    std::string name;              ///< unique
    JobType type{JobType::WRITE};  ///< what it does
    std::string typeName;          ///< the same as written
    ns3::RdmaTick start;           ///< start, or delay behind the end of "after"
    std::string after;             ///< name of another job, or empty
    HostSelection hosts;           ///< who takes part; not INCAST, FLOWS
    uint64_t bytes{0};             ///< size as the type defines it; not FLOWS
    uint32_t qps{1};               ///< QPs per pair
    uint32_t repeat{1};            ///< repetitions
    bool crossT0{false};           ///< PERMUTATION: nobody to a host under its own T0
    uint32_t receiver{0};          ///< INCAST
    HostSelection senders;         ///< INCAST: a list or a range
    std::vector<FlowSpec> flows;   ///< FLOWS
    TransportType transport{};     ///< transport of its messages
    std::optional<uint32_t> plane; ///< plane of a single-path transport; absent: 0
};

/// topology.hostsPerServer, serverRate and serverDelay
struct ServerSpec
{
    uint32_t hosts{1};   ///< hosts of one server
    uint64_t rateBps{0}; ///< rate of its links, bit/s; 0: messages within it take the network
    ns3::RdmaTick delay; ///< delay of its links

    /** @return true if messages within a server do not take the network */
    bool HasLinks() const
    {
        return rateBps > 0;
    }

    /**
     * @param a a host
     * @param b another host
     * @return true if messages between them do not take the network
     */
    bool Join(uint32_t a, uint32_t b) const
    {
        return HasLinks() && a / hosts == b / hosts;
    }
};

/// faults[].what
enum class FaultType
{
    LINK_DOWN,
    LINK_UP,
    LINK_LOSS,
};

/// faults[]
struct FaultSpec
{
    FaultType type{FaultType::LINK_DOWN};  ///< what
    ns3::RdmaTick at;                      ///< when
    std::optional<ns3::RdmaTick> duration; ///< absent: for good
    std::optional<uint32_t> link;          ///< number of the link; absent: it does not exist
    double loss{0};                        ///< LINK_LOSS: probability
};

/// measure.pcap[]
struct CaptureSpec
{
    std::optional<uint32_t> port; ///< number of the port; absent: it does not exist
    uint32_t snapLength{0};       ///< kept of each frame, B
    bool log{false};              ///< write a table of the frames, too
};

/// The whole
struct Scenario
{
    std::string name;                            ///< name
    uint64_t seed{1};                            ///< random run
    ns3::RdmaTick stop;                          ///< latest end
    ns3::RdmaTick stallTimeout;                  ///< time without progress that ends the run
    ns3::Ptr<const ns3::FabricNetwork> network;  ///< topology
    ServerSpec servers;                          ///< of the topology
    TransportType transport{TransportType::MRC}; ///< transport.type
    std::vector<AttributeSetting> attributes;    ///< all ns-3 attributes that keys set
    std::vector<JobSpec> jobs;                   ///< workload
    double nicRxLoss{0};                         ///< loss[] where nic-rx
    std::vector<FaultSpec> faults;               ///< faults
    ns3::RdmaTick sampleInterval;                ///< zero: no time series
    bool allLinks{true};                         ///< rows for objects that nothing has touched
    std::vector<CaptureSpec> captures;           ///< measure.pcap
};

/**
 * Judge a document and complete it: schema, defaults, and all rules between the numbers.
 *
 * @param document what the user wrote
 * @param [out] effective the same with every default; valid if no problem is returned
 * @param [out] scenario the same as structs; valid if no problem is returned
 * @return all mistakes
 */
Problems LoadScenario(const Json& document, Json& effective, Scenario& scenario);

} // namespace mrcsim

#endif // SCENARIO_H
