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

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::FluidCut and who finds them: mrcsim::FluidShape.
 */

namespace mrcsim
{

/// Most planes of a network.
constexpr uint32_t FLUID_MAX_PLANES = 8;

/// A number for every plane, such as a capacity, bit/s.
using FluidPlanes = std::array<double, FLUID_MAX_PLANES>;

/**
 * Flows, and for each plane the capacity of ports that all their bytes in this plane must pass,
 * whatever way they take.
 */
struct FluidCut
{
    FluidPlanes bps{};           ///< by plane, bit/s
    std::vector<uint32_t> flows; ///< indices of the flows, ascending
};

/**
 * All that bounds some flows.
 */
struct FluidCuts
{
    /// By flow: the planes in which a way is left for it, a bit each; 0: it is cut off.
    std::vector<uint8_t> masks;
    std::vector<FluidCut> cuts; ///< cuts

    /** @param cut a cut, for those who are interested in it: one of no flows says nothing */
    void Keep(FluidCut&& cut)
    {
        if (!cut.flows.empty())
        {
            cuts.push_back(std::move(cut));
        }
    }

    /** @param all cuts, some of them maybe of no flows */
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
 * @param others other ones
 * @return the lesser of the two, by plane
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
 * @param others those of a cut for these flows and maybe others, bit/s
 * @return true if the former cut may say something that the latter does not
 */
inline bool
IsTighter(const FluidPlanes& planes, const FluidPlanes& others)
{
    return !std::equal(planes.begin(), planes.end(), others.begin(), [](double a, double b) {
        return a >= b;
    });
}

/**
 * A network as cuts. What is meant by a way: one of the shortest between the first switches of the
 * two hosts, counted in links, all of it in one plane. Static routes, source routes and balancers
 * of switches know no others, in whatever state the network is.
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
     * @param capacities what its ports can carry
     * @param flows traffic
     * @return what bounds it
     */
    virtual FluidCuts ListCuts(const FluidCapacities& capacities,
                               const std::vector<FluidFlow>& flows) const = 0;

    /**
     * @return false if, with everything whole, NICs alone bound all traffic: whatever cut is full,
     * one of a NIC is as full
     */
    virtual bool MayHoldUp() const = 0;

  private:
    const ns3::FabricNetwork& m_network; ///< the network
};

} // namespace mrcsim

#endif // FLUID_CUTS_H
