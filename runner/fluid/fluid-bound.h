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
 * mrcsim::FluidBound: what a network can carry at best.
 */

namespace mrcsim
{

/**
 * Rates of flows. They are line rates: frames with the gaps between them (preamble, start
 * delimiter, interframe gap); see GetPayloadBps.
 */
struct FluidRates
{
    std::vector<double> bps; ///< by flow, bit/s; 0: no way is left for it
    double sumBps{0};        ///< of all flows, bit/s
    /// No rates at all, fair or not, have a larger sum, bit/s; at least sumBps.
    double mostBps{0};
};

/**
 * @param cuts what bounds some flows
 * @return their max-min fair rates, by flow, bit/s; 0: no way is left for it
 */
std::vector<double> GetFairRates(const FluidCuts& cuts);

/**
 * @param lineBps a line rate, gaps included, bit/s
 * @param payloadBytes payload of a full packet, B
 * @param wireBytes its frame with the gap before the next one, B
 * @return what is left of it for payload, bit/s
 */
inline double
GetPayloadBps(double lineBps, uint32_t payloadBytes, uint32_t wireBytes)
{
    return lineBps * payloadBytes / wireBytes;
}

/**
 * The fluid bound: what a transport could reach that balances its load ideally, loses nothing and
 * knows no delay.
 *
 * Traffic is a fluid. It is bounded by cuts: ports that all bytes of some flows must pass, whatever
 * way they take. Ports that are alternatives to each other stand in one cut, with their capacities
 * together, and not each with a share that somebody has fixed. So nothing is said about how load is
 * balanced, and
 *
 * - no network carries more. Every byte of a flow travels in one of the flow's planes. Let a set of
 *   flows use none but the planes of a set Q. Those of their bytes that travel in plane p of Q pass
 *   the ports of the cut in p, which carry at most what these are capable of; over all of Q, their
 *   rates are at most the sum of these capacities. Headers, gaps, repeated packets, probes and
 *   answers take line time besides, and only lower what is left. That holds for any transport,
 *   any selector of paths and any balancer, as all of them keep to the ways of FluidShape;
 * - load over capacity, the largest of all cuts, is a time in which bytes cannot be transferred
 *   faster (GetLeastSeconds).
 *
 * Max-min fair rates are the rates within these cuts of which none can be raised without lowering
 * one that is no higher. What cannot be beaten is: their least one, by the least rate of any other
 * division (more exactly: the rates sorted ascending, compared as words are); and mostBps, by any
 * sum. A single flow may well get more than its fair rate, at the expense of others, and the sum of
 * unfair rates may be larger than that of fair ones: of a chain of links with a long flow over all
 * and a short one over each, fair rates use half for the long one. A bound holds over times in
 * which what was on its way at the beginning is small.
 *
 * The cuts are not all there are, so the bound may be higher than what is possible: one commodity's
 * largest flow is the capacity of its least cut, that of many commodities may be less.
 */
class FluidBound
{
  public:
    /**
     * @param shape a network as cuts: FluidGraphShape for any, or one that knows more of it
     */
    explicit FluidBound(std::unique_ptr<const FluidShape> shape)
        : m_shape(std::move(shape))
    {
    }

    /**
     * @param capacities what the ports can carry
     * @param flows traffic, all of which has something to send at any time
     * @return max-min fair rates
     */
    FluidRates GetMaxMinRates(const FluidCapacities& capacities,
                              const std::vector<FluidFlow>& flows) const;

    /**
     * @param capacities what the ports can carry
     * @param flows traffic
     * @param bytes by flow: what is to be transferred, with headers and gaps, B
     * @return largest load over capacity of a cut, s; infinite if something is cut off
     */
    double GetLeastSeconds(const FluidCapacities& capacities,
                           const std::vector<FluidFlow>& flows,
                           const std::vector<double>& bytes) const;

    /**
     * @return false if, with everything whole, NICs alone bound all traffic
     */
    bool MayHoldUp() const
    {
        return m_shape->MayHoldUp();
    }

  private:
    /**
     * @param flows traffic; aborts if it cannot be in this network
     */
    void Check(const std::vector<FluidFlow>& flows) const;

    std::unique_ptr<const FluidShape> m_shape; ///< the network
};

} // namespace mrcsim

#endif // FLUID_BOUND_H
