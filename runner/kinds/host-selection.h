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
 * mrcsim::HostSelection: how scenarios name hosts.
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
    /// How the hosts are named.
    enum class Way
    {
        ALL,    ///< every host
        LIST,   ///< by number
        RANGE,  ///< from one to another
        PACKED, ///< the first count hosts that are free
        SPREAD, ///< count free hosts, dealt out over the groups
        RANDOM, ///< count free hosts, drawn
        NONE,   ///< written in a way that means nothing
    };

    Way way{Way::ALL};          ///< how
    std::vector<uint32_t> list; ///< LIST
    uint32_t from{0};           ///< RANGE: first host
    uint32_t to{0};             ///< RANGE: last host
    uint32_t count{0};          ///< PACKED, SPREAD, RANDOM
    bool shared{false};         ///< PACKED, SPREAD, RANDOM: whoever else uses the hosts

    /** @return true if its hosts are chosen for it: PACKED, SPREAD, RANDOM */
    bool IsPlaced() const;

    /** @return true if hosts that are chosen for other jobs are none of its hosts */
    bool IsExclusive() const;

    /**
     * @param hosts hosts of the topology
     * @return how many are selected
     */
    uint32_t Count(uint32_t hosts) const;

    /**
     * @param rng draws the hosts of RANDOM; null is enough for the others
     * @return the hosts, in the order of their ranks; those that are placed among all
     */
    std::vector<uint32_t> Pick(const ns3::FabricNetwork& network,
                               ns3::Ptr<ns3::UniformRandomVariable> rng) const;

    /**
     * For PACKED, SPREAD, RANDOM.
     *
     * @param free hosts to choose from, at least count
     * @param groups all hosts of the network
     * @param rng draws the hosts of RANDOM; null is enough for the others
     * @return the hosts, in the order of their ranks
     */
    std::vector<uint32_t> PickAmong(const HostSet& free,
                                    const HostGroups& groups,
                                    ns3::Ptr<ns3::UniformRandomVariable> rng) const;

    /**
     * @param context where the job takes place
     * @return the hosts that it has there, in the order of their ranks; if it has not got any yet,
     * those that it would have alone, in place of random ones as many, spread
     */
    std::vector<uint32_t> PickTypical(const JobContext& context) const;

    /**
     * @param path where it was written
     * @param [out] problems receives what is wrong
     * @return true if it can be satisfied
     */
    bool Check(const ns3::FabricNetwork& network,
               const std::string& path,
               Problems& problems) const;
};

/** @return its type: "all", a list, or an object with from and to, or with count and placement */
KeyTypePtr GetKeyType(const HostSelection*);

/** @param [out] hosts receives what is read */
void ReadKey(const KeyReading& reading, HostSelection& hosts);

/** @return type of a list of hosts, or a range */
KeyTypePtr MakeHostListType();

/** @return type of a pair of hosts */
KeyTypePtr MakeHostPairType();

/**
 * @param host number of a host
 * @param path where it was written
 * @param [out] problems receives the mistake
 * @return true if there is such a host
 */
bool CheckHost(uint32_t host,
               const ns3::FabricNetwork& network,
               const std::string& path,
               Problems& problems);

} // namespace mrcsim

#endif // HOST_SELECTION_H
