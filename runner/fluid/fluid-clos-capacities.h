/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_CLOS_CAPACITIES_H
#define FLUID_CLOS_CAPACITIES_H

#include "fluid-capacities.h"

#include "ns3/fabric-clos.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::FluidClosCapacities: the capacities of a plane of a Clos network, by position.
 */

namespace mrcsim
{

/**
 * Capacities of the bundles of parallel links of a plane, bit/s. A T1 is identified by its number
 * in its pod.
 */
class FluidClosCapacities
{
  public:
    /**
     * @param clos the network, which outlives this
     * @param capacities capacities of its ports
     * @param plane a plane
     */
    FluidClosCapacities(const ns3::FabricClos& clos,
                        const FluidCapacities& capacities,
                        uint32_t plane);

    /**
     * @param t0 a T0
     * @param t1 T1 of its pod
     * @return from the T0 to the T1
     */
    double GetUp(uint32_t t0, uint32_t t1) const
    {
        return m_up[static_cast<size_t>(t0) * m_t1PerPod + t1];
    }

    /**
     * @param t0 a T0
     * @param t1 T1 of its pod
     * @return from the T1 to the T0
     */
    double GetDown(uint32_t t0, uint32_t t1) const
    {
        return m_down[static_cast<size_t>(t0) * m_t1PerPod + t1];
    }

    /**
     * @param pod a pod
     * @param t1 T1 of it
     * @return from the T1 to all its T2s
     */
    double GetCoreUp(uint32_t pod, uint32_t t1) const;

    /**
     * @param pod a pod
     * @param t1 T1 of it
     * @return from all its T2s to the T1
     */
    double GetCoreDown(uint32_t pod, uint32_t t1) const;

    /**
     * @param a a pod
     * @param b another pod
     * @param t1 T1 of either pod
     * @return from this T1 of pod a, through T2s, to that of pod b
     */
    double GetCore(uint32_t a, uint32_t b, uint32_t t1) const;

  private:
    const ns3::FabricClos& m_clos;         ///< the network
    uint32_t m_t1PerPod;                   ///< T1s of a pod
    uint32_t m_t1Uplinks;                  ///< uplinks of a T1
    std::vector<double> m_up;              ///< by T0 and T1: up
    std::vector<double> m_down;            ///< by T0 and T1: down
    std::vector<double> m_coreUp;          ///< by pod, T1 and uplink: up
    std::vector<double> m_coreDown;        ///< by pod, T1 and uplink: down
    mutable std::vector<double> m_between; ///< by pods and T1: GetCore; below 0: not computed yet
};

} // namespace mrcsim

#endif // FLUID_CLOS_CAPACITIES_H
