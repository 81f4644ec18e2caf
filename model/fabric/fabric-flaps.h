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
 * ns3::FabricFlapDraw: when links flap at random.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A link goes dark for a moment.
 */
struct FabricFlap
{
    RdmaTick at;      ///< when
    uint32_t link{0}; ///< which of the links, from 0 on
};

/**
 * @ingroup mrc
 * Draws flaps of links that are independent of each other: the flaps of a link are a Poisson
 * process. One is drawn at a time, so that many of them need no memory.
 */
class FabricFlapDraw
{
  public:
    /**
     * @param links number of links
     * @param perSecond flaps of one link per second, on average
     * @param from when the first one may come
     * @param until none comes from then on
     * @param rng source of the draws
     */
    FabricFlapDraw(uint32_t links,
                   double perSecond,
                   RdmaTick from,
                   RdmaTick until,
                   Ptr<UniformRandomVariable> rng);

    /** @return the next flap, by time; nothing if none is left */
    std::optional<FabricFlap> Next();

  private:
    uint32_t m_links;                 ///< number of links
    double m_rate;                    ///< flaps of all links per second
    RdmaTick m_from;                  ///< when the first one may come
    double m_end;                     ///< none comes from then on, s from m_from on
    double m_time{0};                 ///< of the last one, s from m_from on
    Ptr<UniformRandomVariable> m_rng; ///< source of the draws
};

} // namespace ns3

#endif // FABRIC_FLAPS_H
