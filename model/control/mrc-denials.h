/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DENIALS_H
#define MRC_DENIALS_H

#include "ns3/mrc-ev.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcDenials: paths that a NIC must not use.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A set of EVs of a NIC's QPs: those that match all members that are given.
 */
struct MrcEvFilter
{
    std::optional<uint32_t> peer{};   ///< host index of the QP's peer
    std::optional<uint32_t> plane{};  ///< egress port of the EV, 0-based
    std::optional<uint32_t> uplink{}; ///< its bits 11:0: uplink of the T0, or code of the path
    std::optional<uint32_t> ev{};     ///< the EV itself

    /**
     * @param host host index of a QP's peer
     * @param path one of its EVs, with its port
     * @return true if the filter matches it
     */
    bool Matches(uint32_t host, const MrcPath& path) const
    {
        return peer.value_or(host) == host && plane.value_or(path.port) == path.port &&
               uplink.value_or(MrcEv::Uplink(path.ev)) == MrcEv::Uplink(path.ev) &&
               ev.value_or(path.ev) == path.ev;
    }

    /// @cond
    friend bool operator==(const MrcEvFilter& a, const MrcEvFilter& b)
    {
        return a.peer == b.peer && a.plane == b.plane && a.uplink == b.uplink && a.ev == b.ev;
    }

    /// @endcond
};

/**
 * @ingroup mrc
 * EVs that a monitor has denied to a NIC (mrc reference, 9.2 and 9.8), for all its MRC QPs,
 * including later ones. It is a set: a filter that is added twice is denied once.
 */
class MrcDenials
{
  public:
    /**
     * @param filter EVs not to be used from now on
     * @return false if the filter was already present
     */
    bool Add(const MrcEvFilter& filter)
    {
        const bool known = Find(filter) != m_filters.end();
        if (!known)
        {
            m_filters.push_back(filter);
        }
        return !known;
    }

    /**
     * @param filter as it was given to Add
     * @return false if there is no such filter
     */
    bool Remove(const MrcEvFilter& filter)
    {
        const auto known = Find(filter);
        const bool found = known != m_filters.end();
        if (found)
        {
            m_filters.erase(known);
        }
        return found;
    }

    /**
     * @param peer host index of a QP's peer
     * @param path one of its EVs, with its port
     * @return true if it must not be used
     */
    bool Matches(uint32_t peer, const MrcPath& path) const
    {
        return std::any_of(m_filters.begin(), m_filters.end(), [&](const MrcEvFilter& filter) {
            return filter.Matches(peer, path);
        });
    }

    /** @return true if nothing is denied */
    bool IsEmpty() const
    {
        return m_filters.empty();
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /**
     * @param filter some EVs
     * @return the position of this filter, or the end
     */
    std::vector<MrcEvFilter>::iterator Find(const MrcEvFilter& filter)
    {
        return std::find(m_filters.begin(), m_filters.end(), filter);
    }

    std::vector<MrcEvFilter> m_filters; ///< in the order of Add
};

} // namespace ns3

#endif // MRC_DENIALS_H
