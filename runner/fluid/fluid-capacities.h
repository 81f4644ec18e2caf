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
 * mrcsim::FluidCapacities: the capacities of the ports of a network.
 */

namespace mrcsim
{

/**
 * The capacity of every port of a network, by port number: port 2 x link sends from the lower end
 * of the link to the upper one, port 2 x link + 1 in the other direction. It is initially the rate
 * of the link; faults reduce it.
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
     * @return its capacity, bit/s, including gaps between frames
     */
    double Get(uint32_t port) const
    {
        return m_bps[port];
    }

    /**
     * @param host a host
     * @param plane a plane
     * @return capacity of its NIC port in transmit direction, bit/s
     */
    double GetNicOut(uint32_t host, uint32_t plane) const
    {
        return Get(ns3::FabricNetwork::GetLowerPort(m_network.GetNicLink(host, plane)));
    }

    /**
     * @param host a host
     * @param plane a plane
     * @return capacity of its NIC port in receive direction, bit/s
     */
    double GetNicIn(uint32_t host, uint32_t plane) const
    {
        return Get(ns3::FabricNetwork::GetUpperPort(m_network.GetNicLink(host, plane)));
    }

    /**
     * @param port number of a port
     * @param bps its capacity, bit/s, at least 0; 0: it carries nothing
     */
    void Set(uint32_t port, double bps);

    /**
     * Set the capacity of all links of a switch to 0, in both directions.
     * @param sw number of a switch
     */
    void StopSwitch(uint32_t sw);

    /** Restore the rates of all links. */
    void Reset();

  private:
    const ns3::FabricNetwork& m_network; ///< the network
    std::vector<double> m_bps;           ///< by port, bit/s
};

} // namespace mrcsim

#endif // FLUID_CAPACITIES_H
