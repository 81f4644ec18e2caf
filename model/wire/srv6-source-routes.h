/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_SOURCE_ROUTES_H
#define SRV6_SOURCE_ROUTES_H

#include "srv6-segments.h"
#include "srv6-usid.h"

#include "ns3/mrc-longer-paths.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::Srv6SourceRoutes: source routes by entropy value.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A source route.
 */
struct Srv6SourceRoute
{
    Srv6Carrier destination; ///< outer destination address
    Srv6Carrier segment;     ///< segment of the SRH; all zero: no SRH
    uint32_t segmentId{0};   ///< its number in the network's Srv6Segments; 0: no SRH
};

/**
 * @ingroup mrc
 * The source routes between two hosts that do not follow from EVs by ApplyMrcEv: an outer
 * destination, and if necessary a segment of an SRH, by the 32-bit EV in source port and flow
 * label.
 */
class Srv6SourceRoutes
{
  public:
    virtual ~Srv6SourceRoutes() = default;

    /**
     * @param [out] route its route, if there is one
     * @return true if there is one
     */
    virtual bool Find(uint32_t ev, Srv6SourceRoute& route) const = 0;

    /** @return its paths that are longer than the shortest ones, part of this object; null: none */
    virtual const MrcLongerPaths* GetLongerPaths() const
    {
        return nullptr;
    }
};

} // namespace ns3

#endif // SRV6_SOURCE_ROUTES_H
