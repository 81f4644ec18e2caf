/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_CAPACITIES_H
#define FLUID_CAPACITIES_H

#include "ns3/fabric-network.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::FluidCapacities: what the ports of a network can carry.
 */

namespace mrcsim
{

/**
 * The capacity of every port of a network, numbered as there: port 2 x link sends from the lower
 * end of the link to the upper one, port 2 x link + 1 the other way. At first that is the rate of
 * the link; faults leave less.
 */
class FluidCapacities
{
  public:
    /**
     * @param network outlives this
     */
    explicit FluidCapacities(const ns3::FabricNetwork& network);

    /**
     * @param port number of a port
     * @return what it can carry, bit/s, gaps between frames included
     */
    double Get(uint32_t port) const
    {
        return m_bps[port];
    }

    /**
     * @param host a host
     * @param plane a plane
     * @return what its NIC port can send, bit/s
     */
    double GetNicOut(uint32_t host, uint32_t plane) const
    {
        return Get(ns3::FabricNetwork::GetLowerPort(m_network.GetNicLink(host, plane)));
    }

    /**
     * @param host a host
     * @param plane a plane
     * @return what its NIC port can receive, bit/s
     */
    double GetNicIn(uint32_t host, uint32_t plane) const
    {
        return Get(ns3::FabricNetwork::GetUpperPort(m_network.GetNicLink(host, plane)));
    }

    /**
     * @param port number of a port
     * @param bps what it can carry, bit/s, at least 0; 0: it is dead
     */
    void Set(uint32_t port, double bps);

    /**
     * A switch that forwards nothing: all its links carry nothing, in either direction.
     * @param sw number of a switch
     */
    void StopSwitch(uint32_t sw);

    /** Everything is whole again. */
    void Reset();

  private:
    const ns3::FabricNetwork& m_network; ///< the network
    std::vector<double> m_bps;           ///< by port, bit/s
};

} // namespace mrcsim

#endif // FLUID_CAPACITIES_H
