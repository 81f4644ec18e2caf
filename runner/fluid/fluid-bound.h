/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_BOUND_H
#define FLUID_BOUND_H

#include "fluid-capacities.h"
#include "fluid-cuts.h"
#include "fluid-flow.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::FluidBound: upper bounds of the rates that a network can carry.
 */

namespace mrcsim
{

/**
 * Rates are line rates: frames with the gaps between them (preamble, start delimiter, interframe
 * gap).
 * @param cuts bounds of some flows
 * @return their max-min fair rates, by flow, bit/s; 0: no working path
 */
std::vector<double> GetFairRates(const FluidCuts& cuts);

/**
 * The fluid bound: the rates of a transport with ideal load balancing, without loss and delay.
 *
 * Traffic is a fluid. It is bounded by cuts: ports that all bytes of some flows must pass on any
 * path. Alternative ports are in one cut with the sum of their capacities, without fixed shares. So
 * the bound makes no assumption about load balancing, and
 *
 * - no network carries more. Every byte of a flow uses one of the flow's planes. Let a set of flows
 *   use only the planes of a set Q. Their bytes in plane p of Q pass the ports of the cut in p,
 *   which carry at most their capacity; so the sum of the rates in all of Q is at most the sum of
 *   these capacities. Headers, gaps, retransmissions, probes and answers also use line time and
 *   only lower the rest. This holds for any transport, path selector and load balancer, because all
 *   of them use only the paths of FluidShape;
 * - the largest quotient of load and capacity of any cut is a lower bound of the transfer time
 *   (GetLeastSeconds).
 *
 * Max-min fair rates are the rates within these cuts of which none can be raised without lowering
 * one that is at most as high. No other allocation has a larger minimum (more exactly: its rates,
 * sorted in ascending order, are not lexicographically larger). A single flow may exceed its fair
 * rate at the expense of others, and unfair rates may have a larger sum: in a chain of links with
 * one long flow over all links and a short one over each, fair rates give half of each link to the
 * long flow. A bound holds over times in which the bytes in flight at the beginning are negligible.
 *
 * These are not all cuts, so the bound may be higher than the optimum: the maximum flow of one
 * commodity equals its minimum cut, but that of several commodities may be less.
 */
class FluidBound
{
  public:
    /**
     * @param shape a network as cuts: FluidGraphShape for any network, or a more specific class
     */
    explicit FluidBound(std::unique_ptr<const FluidShape> shape)
        : m_shape(std::move(shape))
    {
    }

    /**
     * @param capacities capacities of the ports
     * @param flows traffic that always has bytes to send
     * @return max-min fair rates, as those of GetFairRates
     */
    std::vector<double> GetMaxMinRates(const FluidCapacities& capacities,
                                       const std::vector<FluidFlow>& flows) const;

    /**
     * @param capacities capacities of the ports
     * @param flows traffic
     * @param bytes by flow: bytes to transfer, with headers and gaps, B
     * @return largest quotient of load and capacity of a cut, s; infinite if a flow with bytes has
     * no working path
     */
    double GetLeastSeconds(const FluidCapacities& capacities,
                           const std::vector<FluidFlow>& flows,
                           const std::vector<double>& bytes) const;

    /**
     * @return false if, without faults, only NICs bound traffic
     */
    bool MayHoldUp() const
    {
        return m_shape->MayHoldUp();
    }

  private:
    /**
     * @param flows traffic; aborts if it is invalid in this network
     */
    void Check(const std::vector<FluidFlow>& flows) const;

    std::unique_ptr<const FluidShape> m_shape; ///< the network
};

} // namespace mrcsim

#endif // FLUID_BOUND_H
