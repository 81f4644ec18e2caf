/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_GRAPH_PLANE_H
#define FLUID_GRAPH_PLANE_H

#include "fluid-cuts.h"

#include "ns3/fabric-network.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::FluidGraphPlane: the cuts of one plane of a network of any shape.
 */

namespace mrcsim
{

/// A port between switches.
struct FluidGraphStep
{
    uint32_t from; ///< switch of the port
    uint32_t to;   ///< switch at the other end of its link
    uint32_t port; ///< number of the port
};

/// By switch: its ports to other switches.
using FluidGraphSteps = std::vector<std::vector<FluidGraphStep>>;

/// The k-th steps of several paths.
using FluidGraphLayer = std::vector<FluidGraphStep>;

/**
 * The cuts between switches of some flows in one plane of a network.
 */
class FluidGraphPlane
{
  public:
    /// A cut of the plane.
    struct Cut
    {
        std::vector<uint32_t> flows; ///< indices of its flows, ascending
        double bps;                  ///< its capacity, bit/s
    };

    /**
     * @param network outlives this
     * @param steps by switch: its ports to other switches; outlive this
     * @param capacities capacities of the ports; outlive this
     * @param plane the plane
     */
    FluidGraphPlane(const ns3::FabricNetwork& network,
                    const FluidGraphSteps& steps,
                    const FluidCapacities& capacities,
                    uint32_t plane);

    /**
     * @param flows traffic; flows that may not use the plane are ignored
     */
    void Survey(const std::vector<FluidFlow>& flows);

    /** @return the cuts between switches */
    const std::vector<Cut>& GetCuts() const
    {
        return m_cuts;
    }

    /**
     * @param flow index of a flow
     * @return indices of the cuts that contain it
     */
    const std::vector<uint32_t>& GetCutsOf(uint32_t flow) const
    {
        return m_cutsOf[flow];
    }

    /**
     * @param flow a flow
     * @return capacity between the first switches of its hosts, bit/s; infinite if they are the
     * same switch
     */
    double GetPath(const FluidFlow& flow) const;

  private:
    /// The first switches of receiver and sender.
    using SwitchPair = std::pair<uint32_t, uint32_t>;
    /// Kind of cut, and its switches.
    using Key = std::tuple<int, uint32_t, uint32_t>;

    /// Links that all paths of some flows use.
    struct Bundle
    {
        std::vector<uint32_t> ports; ///< numbers of the ports, possibly with duplicates
        std::vector<uint32_t> flows; ///< indices of the flows
    };

    /** @return its first switch */
    uint32_t GetFirstSwitch(uint32_t host) const;

    /**
     * @param target a switch
     * @return by switch: links from there to the target
     */
    std::vector<uint32_t> Measure(uint32_t target) const;

    /**
     * @param from a switch
     * @param distances of switches from the target
     * @return for every k: the k-th steps of all working paths; empty if there are none
     */
    std::vector<FluidGraphLayer> ListLayers(uint32_t from,
                                            const std::vector<uint32_t>& distances) const;

    /**
     * @param pair receivers' and senders' first switch
     * @param layers see ListLayers
     * @return the maximum flow, bit/s
     */
    double GetLargestFlow(const SwitchPair& pair, const std::vector<FluidGraphLayer>& layers) const;

    /**
     * @param layer the k-th steps of all paths of some flows
     * @param flows their indices
     */
    void AddLayer(const FluidGraphLayer& layer, const std::vector<uint32_t>& flows);

    /** Make cuts of all bundles. */
    void ListCuts();

    const ns3::FabricNetwork& m_network;                 ///< the network
    const FluidGraphSteps& m_steps;                      ///< ports between switches
    const FluidCapacities& m_capacities;                 ///< of the ports
    uint32_t m_plane;                                    ///< the plane
    std::map<SwitchPair, std::vector<uint32_t>> m_pairs; ///< flows between switches
    std::map<SwitchPair, double> m_paths;                ///< maximum flow between them, bit/s
    std::map<Key, Bundle> m_bundles;                     ///< bundles of one or two switches
    std::map<std::vector<uint32_t>, Bundle> m_layers;    ///< bundles of many switches, by ports
    std::map<std::vector<uint32_t>, double> m_least;     ///< least capacity, by flows, bit/s
    std::vector<Cut> m_cuts;                             ///< the cuts found
    std::vector<std::vector<uint32_t>> m_cutsOf;         ///< cuts by flow
};

} // namespace mrcsim

#endif // FLUID_GRAPH_PLANE_H
