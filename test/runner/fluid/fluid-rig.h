/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_RIG_H
#define FLUID_RIG_H

#include "../../fabric/fabric-graph-rig.h"
#include "fluid/fluid-bound.h"
#include "fluid/fluid-clos-shape.h"
#include "fluid/fluid-graph-shape.h"

#include "ns3/fabric-clos.h"
#include "ns3/fabric-graph.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * Helpers for tests of the fluid bound: small networks with faults.
 */

namespace mrcsim
{

/// Unit of capacity, bit/s.
constexpr uint64_t UNIT = 100000000000;

/**
 * @param planes planes
 * @param hosts hosts, 4 under a T0
 * @param t1 T1s of a plane
 * @param parallel links between a T0 and a T1
 * @return two tiers, all links with rate UNIT
 */
inline ns3::FabricClosSpec
TwoTiers(uint32_t planes, uint32_t hosts, uint32_t t1, uint32_t parallel = 1)
{
    ns3::FabricClosSpec spec;
    spec.planes = planes;
    spec.hosts = hosts;
    spec.hostsPerT0 = 4;
    spec.t1PerPlane = t1;
    spec.parallelLinks = parallel;
    spec.hostRateBps = spec.fabricRateBps = UNIT;
    return spec;
}

/** @return three tiers: 4 pods of 2 T0s of 4 hosts, 2 T1s, one uplink each; 2 T2s */
inline ns3::FabricClosSpec
ThreeTiers()
{
    auto spec = TwoTiers(1, 32, 0);
    spec.t0PerPod = 2;
    spec.t1PerPod = 2;
    spec.t2PerPlane = 2;
    spec.coreRateBps = UNIT;
    return spec;
}

/** @return the cuts of the network: FluidClosShape for a Clos network, else FluidGraphShape */
inline std::unique_ptr<const FluidShape>
MakeShape(const ns3::FabricNetwork& network)
{
    const auto* clos = dynamic_cast<const ns3::FabricClos*>(&network);
    return clos ? std::unique_ptr<const FluidShape>(std::make_unique<FluidClosShape>(*clos))
                : std::make_unique<FluidGraphShape>(network);
}

/// A network with its capacities and the bound.
struct Rig
{
    /// @param shape the network
    explicit Rig(ns3::Ptr<const ns3::FabricNetwork> shape)
        : network(shape),
          capacities(*network),
          bound(MakeShape(*network))
    {
    }

    /// @param spec specification of a Clos network
    explicit Rig(const ns3::FabricClosSpec& spec)
        : Rig(ns3::Create<const ns3::FabricClos>(spec))
    {
    }

    /// @param spec specification of a graph
    explicit Rig(const ns3::FabricGraphSpec& spec)
        : Rig(ns3::Create<const ns3::FabricGraph>(spec))
    {
    }

    /** Set the capacity of a link between two ends to 0, in both directions. */
    void Cut(const std::string& a, const std::string& b)
    {
        const auto links = network->GetNames().FindLinks(a, b);
        ASSERT_FALSE(links.empty()) << a << " " << b;
        for (const uint32_t link : links)
        {
            capacities.Set(ns3::FabricNetwork::GetLowerPort(link), 0);
            capacities.Set(ns3::FabricNetwork::GetUpperPort(link), 0);
        }
    }

    /** @return rates in units */
    std::vector<double> GetRates(const std::vector<FluidFlow>& flows) const
    {
        auto rates = bound.GetMaxMinRates(capacities, flows);
        for (double& rate : rates)
        {
            rate /= UNIT;
        }
        return rates;
    }

    ns3::Ptr<const ns3::FabricNetwork> network; ///< network
    FluidCapacities capacities;                 ///< its capacities
    FluidBound bound;                           ///< fluid bound of the network
};

} // namespace mrcsim

#endif // FLUID_RIG_H
