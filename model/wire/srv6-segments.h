/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_SEGMENTS_H
#define SRV6_SEGMENTS_H

#include "srv6-usid.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Srv6Segments: the segments of segment routing headers, by number.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Assigns numbers to SRH segments, so that a frame carries 4 B instead of 16 (RFC 8754; mrc
 * reference, 4.3: paths of more than six uSIDs). A number always denotes the same segment; 0 means
 * that there is no SRH. A network has one table, filled when paths are set up.
 */
class Srv6Segments
{
  public:
    /**
     * @param segment uSIDs after the first carrier
     * @return its number, the same each time, at least 1
     */
    uint32_t Intern(const Srv6Carrier& segment);

    /**
     * @param segment uSIDs after the first carrier
     * @return its number, or nothing if it has none
     */
    std::optional<uint32_t> Find(const Srv6Carrier& segment) const;

    /**
     * @param id a number that Intern has returned
     * @return the segment
     */
    const Srv6Carrier& Get(uint32_t id) const
    {
        NS_ASSERT_MSG(id > 0 && id <= m_segments.size(), "there is no SRH segment " << id);
        return m_segments[id - 1];
    }

  private:
    /// A segment as two words.
    using Key = std::pair<uint64_t, uint64_t>;

    std::vector<Srv6Carrier> m_segments; ///< by number, the first is number 1
    std::map<Key, uint32_t> m_ids;       ///< numbers by segment
};

} // namespace ns3

#endif // SRV6_SEGMENTS_H
