/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PATH_MAP_H
#define MRC_EV_PATH_MAP_H

#include "ns3/srv6-source-routes.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvPathMap: source routes that do not follow from EVs by arithmetic.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The source routes of an EV profile of mode SRV6: the outer destination, and if necessary a
 * segment of an SRH, by the 32-bit EV that packets carry in source port and flow label.
 */
class MrcEvPathMap final : public Srv6SourceRoutes
{
  public:
    /// A source route.
    using Route = Srv6SourceRoute;

    /**
     * Assign numbers to the segments, including those added later.
     * @param segments the network's table; it outlives this object
     */
    void Bind(Srv6Segments& segments);

    /**
     * @param ev an EV that is not present yet
     * @param destination outer destination address
     * @param segment segment of the SRH; all zero: no SRH
     */
    void Add(uint32_t ev, const Srv6Carrier& destination, const Srv6Carrier& segment);

    /** Remove all routes. */
    void Clear();

    /**
     * @param ev an EV
     * @return its route, or nullptr
     */
    const Route* Find(uint32_t ev) const;

    bool Find(uint32_t ev, Route& route) const override;

    /** @return number of routes */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_routes.size());
    }

  private:
    /// Marks a free place in m_index.
    static constexpr uint32_t FREE = ~0U;

    /**
     * @param ev an EV
     * @return its place in m_index, or the free place where it belongs
     */
    uint32_t FindPlace(uint32_t ev) const;

    std::vector<Route> m_routes;       ///< in the order of Add
    std::vector<uint32_t> m_evs;       ///< their EVs
    std::vector<uint32_t> m_index;     ///< open addressing, at most half full
    Srv6Segments* m_segments{nullptr}; ///< the network's table
};

} // namespace ns3

#endif // MRC_EV_PATH_MAP_H
