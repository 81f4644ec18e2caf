/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_CUTS_H
#define FLUID_CUTS_H

#include "fluid-capacities.h"
#include "fluid-flow.h"

#include "ns3/fabric-network.h"
#include "ns3/mrc-ev.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::FluidCut, and mrcsim::FluidShape, which finds cuts.
 */

namespace mrcsim
{

/// A number for every plane, such as a capacity, bit/s.
using FluidPlanes = std::array<double, ns3::MrcEv::MAX_PLANES>;

/**
 * Flows, and for each plane the capacity of ports that all their bytes in this plane must pass, on
 * any path.
 */
struct FluidCut
{
    FluidPlanes bps{};           ///< by plane, bit/s
    std::vector<uint32_t> flows; ///< indices of the flows, ascending
};

/**
 * All bounds of some flows.
 */
struct FluidCuts
{
    /// By flow: the planes in which it has a working path, one bit each; 0: none.
    std::vector<uint8_t> masks;
    std::vector<FluidCut> cuts; ///< cuts

    /** @param cut a cut to add, unless it has no flows */
    void Keep(FluidCut&& cut)
    {
        if (!cut.flows.empty())
        {
            cuts.push_back(std::move(cut));
        }
    }

    /** @param all cuts to add, except those without flows */
    void KeepAll(std::vector<FluidCut>& all)
    {
        for (auto& cut : all)
        {
            Keep(std::move(cut));
        }
    }
};

/**
 * @param planes numbers by plane
 * @param others other numbers by plane
 * @return the minimum of the two, by plane
 */
inline FluidPlanes
GetLesser(const FluidPlanes& planes, const FluidPlanes& others)
{
    FluidPlanes lesser{};
    std::transform(planes.begin(),
                   planes.end(),
                   others.begin(),
                   lesser.begin(),
                   [](double a, double b) { return std::min(a, b); });
    return lesser;
}

/**
 * @param planes capacities of a cut, bit/s
 * @param others capacities of a cut with these flows and possibly others, bit/s
 * @return true if the former cut may be a tighter bound than the latter
 */
inline bool
IsTighter(const FluidPlanes& planes, const FluidPlanes& others)
{
    return !std::equal(planes.begin(), planes.end(), others.begin(), [](double a, double b) {
        return a >= b;
    });
}

/**
 * A network as cuts. A path is one of the shortest between the first switches of the two hosts, in
 * links, within one plane. Static routes, source routes and load balancers use no other paths, in
 * any state of the network, except MRC in a graph while all shortest paths of a plane are broken.
 */
class FluidShape
{
  public:
    /**
     * @param network outlives this
     */
    explicit FluidShape(const ns3::FabricNetwork& network)
        : m_network(network)
    {
    }

    virtual ~FluidShape() = default;

    /** @return the network */
    const ns3::FabricNetwork& GetNetwork() const
    {
        return m_network;
    }

    /**
     * @param capacities capacities of its ports
     * @param flows traffic
     * @return the bounds of the traffic
     */
    virtual FluidCuts ListCuts(const FluidCapacities& capacities,
                               const std::vector<FluidFlow>& flows) const = 0;

    /**
     * @return false if, without faults, only NICs bound traffic: for each cut, the cut of some NIC
     * is at least as tight
     */
    virtual bool MayHoldUp() const = 0;

  private:
    const ns3::FabricNetwork& m_network; ///< the network
};

} // namespace mrcsim

#endif // FLUID_CUTS_H
