/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_SELECTION_H
#define HOST_SELECTION_H

#include "document/problem.h"
#include "host-set.h"
#include "index-check.h"
#include "job-load.h"
#include "keys/key-set.h"

#include "ns3/fabric-network.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::HostSelection: the hosts of a job, as written in a scenario.
 */

namespace ns3
{
class UniformRandomVariable;
} // namespace ns3

namespace mrcsim
{

/// Hosts of each group, ascending.
using HostGroups = std::vector<std::vector<uint32_t>>;

/** @return the hosts below each edge switch */
HostGroups ListGroups(const ns3::FabricNetwork& network);

/// workload[].hosts, workload[].senders
struct HostSelection
{
    /// Form of the selection.
    enum class Way
    {
        ALL,    ///< every host
        LIST,   ///< by number
        RANGE,  ///< an interval of numbers
        PACKED, ///< the first count hosts that are free
        SPREAD, ///< count free hosts, distributed over the groups
        RANDOM, ///< count free hosts, at random
        NONE,   ///< invalid form
    };

    Way way{Way::ALL};          ///< form
    std::vector<uint32_t> list; ///< LIST
    uint32_t from{0};           ///< RANGE: first host
    uint32_t to{0};             ///< RANGE: last host
    uint32_t count{0};          ///< PACKED, SPREAD, RANDOM
    bool shared{false};         ///< PACKED, SPREAD, RANDOM: other jobs may use the same hosts

    /** @return true if the runner chooses its hosts: PACKED, SPREAD, RANDOM */
    bool IsPlaced() const;

    /** @return true if no other job may have its hosts */
    bool IsExclusive() const;

    /**
     * @param hosts hosts of the topology
     * @return number of selected hosts
     */
    uint32_t Count(uint32_t hosts) const;

    /**
     * @param rng random variable for RANDOM; may be null for the other forms
     * @return the hosts, in the order of their ranks; placed hosts are chosen among all hosts
     */
    std::vector<uint32_t> Pick(const ns3::FabricNetwork& network,
                               ns3::Ptr<ns3::UniformRandomVariable> rng) const;

    /**
     * For PACKED, SPREAD, RANDOM.
     *
     * @param free hosts to choose from, at least count
     * @param groups all hosts of the network
     * @param rng random variable for RANDOM; may be null for the other forms
     * @return the hosts, in the order of their ranks
     */
    std::vector<uint32_t> PickAmong(const HostSet& free,
                                    const HostGroups& groups,
                                    ns3::Ptr<ns3::UniformRandomVariable> rng) const;

    /**
     * @param context network and hosts of the job
     * @return its hosts, in the order of their ranks; before they are chosen, the hosts that it
     * would have without other jobs, with SPREAD in place of RANDOM
     */
    std::vector<uint32_t> PickTypical(const JobContext& context) const;

    /**
     * @param path its position in the document
     * @param [out] problems receives the problems
     * @return true if the network has enough such hosts
     */
    bool Check(const ns3::FabricNetwork& network,
               const std::string& path,
               Problems& problems) const;
};

/** @return its type: "all", a list, or an object with from and to or with count and placement */
KeyTypePtr GetKeyType(const HostSelection*);

/** @param [out] hosts receives the value */
void ReadKey(const KeyReading& reading, HostSelection& hosts);

/** @return type of a list of hosts, or a range */
KeyTypePtr MakeHostListType();

/** @return type of a pair of hosts */
KeyTypePtr MakeHostPairType();

} // namespace mrcsim

#endif // HOST_SELECTION_H
