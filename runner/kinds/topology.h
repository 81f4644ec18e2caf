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
 * The network of a scenario, by kind.
 */

namespace mrcsim
{

class FluidShape;
struct TopologySpec;

/**
 * The network of a scenario: its kind with the numbers of the scenario. A kind is a class derived
 * from this one that declares the keys of topology that it has besides those of all kinds, and a
 * static object of class TopologyKind; nothing else knows of it.
 */
class Topology : public KeyOwner
{
  public:
    virtual ~Topology() = default;

    /**
     * @param common what topologies of all kinds have
     * @param seed the scenario's, for what is drawn
     * @param [out] problems receives what is wrong between the numbers
     * @return the network; null if anything is wrong
     */
    virtual ns3::Ptr<const ns3::FabricNetwork> MakeNetwork(const TopologySpec& common,
                                                           uint64_t seed,
                                                           Problems& problems) const = 0;

    /**
     * @param network that MakeNetwork made; outlives the result
     * @return its cuts for the fluid bound: those of any network, unless a kind knows its own,
     * which are found faster
     */
    virtual std::unique_ptr<const FluidShape> MakeFluidShape(
        const ns3::FabricNetwork& network) const;
};

/// Makes a kind of topology known: a file of its own has a static object of this class.
using TopologyKind = Kind<Topology>;

/// topology
struct TopologySpec : KeyOwner
{
    std::string type;                         ///< its kind
    std::shared_ptr<const Topology> what;     ///< the network, by its kind
    ns3::RdmaTick switchDelay;                ///< time in a switch besides queueing
    ServerSpec servers;                       ///< links within servers
    std::optional<ns3::RdmaTick> serverDelay; ///< as written, with or without serverRate

    /** @param keys receives the keys of all topologies, and their kinds */
    static void DeclareKeys(KeySet& keys);
};

/**
 * @param bps a rate, bit/s
 * @param path where it was written
 * @param [out] problems receives the mistake if links cannot have it
 */
void CheckLinkRate(uint64_t bps, const std::string& path, Problems& problems);

} // namespace mrcsim

#endif // TOPOLOGY_H
