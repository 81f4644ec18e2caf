/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LONGER_PATHS_H
#define MRC_LONGER_PATHS_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcLongerPaths: paths for a QP that has no other left.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Paths from a host to another one that are longer than the shortest ones: backups for a plane
 * whose other paths are all broken. They are listed only when they are needed.
 */
class MrcLongerPaths
{
  public:
    virtual ~MrcLongerPaths() = default;

    /**
     * @param plane 0-based
     * @return codes of the longer paths in bits 11:0 of EVs, above those of all other paths; in the
     * reverse direction each code has the same links
     */
    virtual std::vector<uint16_t> ListLonger(uint32_t plane) const = 0;
};

} // namespace ns3

#endif // MRC_LONGER_PATHS_H
