/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FLAPS_H
#define FABRIC_FLAPS_H

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFlapDraw: times at which links flap at random.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A short failure of a link.
 */
struct FabricFlap
{
    RdmaTick at;      ///< time of the begin
    uint32_t link{0}; ///< number of the link, 0-based
};

/**
 * @ingroup mrc
 * Draws flaps of links that are independent of each other: the flaps of a link are a Poisson
 * process. One is drawn at a time, so any number of flaps needs no memory.
 */
class FabricFlapDraw
{
  public:
    /**
     * @param links number of links
     * @param perSecond flaps of one link per second, on average
     * @param from time from which flaps may begin
     * @param until time from which no flap begins
     * @param rng source of the draws
     */
    FabricFlapDraw(uint32_t links,
                   double perSecond,
                   RdmaTick from,
                   RdmaTick until,
                   Ptr<UniformRandomVariable> rng);

    /** @return the next flap in order of time; nothing if none is left */
    std::optional<FabricFlap> Next();

  private:
    uint32_t m_links;                 ///< number of links
    double m_rate;                    ///< flaps of all links per second
    RdmaTick m_from;                  ///< time from which flaps may begin
    double m_end;                     ///< time from which no flap begins, s after m_from
    double m_time{0};                 ///< time of the last flap, s after m_from
    Ptr<UniformRandomVariable> m_rng; ///< source of the draws
};

} // namespace ns3

#endif // FABRIC_FLAPS_H
