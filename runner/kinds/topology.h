/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "document/problem.h"
#include "kind-registry.h"
#include "server-spec.h"

#include "ns3/fabric-network.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::Topology: the network of a scenario, by kind.
 */

namespace mrcsim
{

class FluidShape;
struct TopologySpec;

/**
 * The network of a scenario: its kind with the values of the scenario. A kind is a class derived
 * from this one that declares its keys of topology in addition to those of all kinds, and a static
 * object of class TopologyKind; no other file refers to it.
 */
class Topology : public KeyOwner
{
  public:
    virtual ~Topology() = default;

    /**
     * @param common values that all kinds have
     * @param seed seed of the scenario, for random networks
     * @param [out] problems receives the problems
     * @return the network; null if there are problems
     */
    virtual ns3::Ptr<const ns3::FabricNetwork> MakeNetwork(const TopologySpec& common,
                                                           uint64_t seed,
                                                           Problems& problems) const = 0;

    /**
     * @param network that MakeNetwork made; outlives the result
     * @return its cuts for the fluid bound: those for any network, unless a kind has its own,
     * faster search
     */
    virtual std::unique_ptr<const FluidShape> MakeFluidShape(
        const ns3::FabricNetwork& network) const;
};

/// Registers a kind of topology: its source file has a static object of this class.
using TopologyKind = Kind<Topology>;

/// topology
struct TopologySpec : KeyOwner
{
    std::string type;                         ///< its kind
    std::shared_ptr<const Topology> what;     ///< the network, by its kind
    ns3::RdmaTick switchDelay;                ///< delay of a switch without queueing
    bool cutThrough{false};                   ///< switch.forwarding
    ServerSpec servers;                       ///< links within servers
    std::optional<ns3::RdmaTick> serverDelay; ///< as written, with or without serverRate

    /** @param keys receives the keys of all topologies, and their kinds */
    static void DeclareKeys(KeySet& keys);
};

/**
 * @param bps a rate, bit/s
 * @param path its position in the document
 * @param [out] problems receives the problem if links do not support the rate
 */
void CheckLinkRate(uint64_t bps, const std::string& path, Problems& problems);

} // namespace mrcsim

#endif // TOPOLOGY_H
