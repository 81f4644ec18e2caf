/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_H
#define MRC_EV_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * The layout of an entropy value.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Fields of the 32 bits of an entropy value (EV): bits 15:12 plane, bits 11:0 number of the T0
 * uplink, bits 31:16 zero. The low half alone, which travels as UDP source port, identifies the
 * path.
 */
struct MrcEv
{
    static constexpr uint32_t PLANE_SHIFT = 12;             ///< position of the plane field
    static constexpr uint32_t MAX_PLANES = 8;               ///< planes that have an EV and a uSID
    static constexpr uint32_t MAX_PATHS = 1 << PLANE_SHIFT; ///< uplinks that have an EV, per plane

    /**
     * @param plane 0-based
     * @param uplink uplink of the sender's T0, 0-based
     * @return the EV of that path
     */
    static constexpr uint32_t Pack(uint32_t plane, uint32_t uplink)
    {
        return plane << PLANE_SHIFT | uplink;
    }

    /** @return its plane, 0-based */
    static constexpr uint32_t Plane(uint32_t ev)
    {
        return (ev >> PLANE_SHIFT) & 0xF;
    }

    /** @return its T0 uplink, 0-based */
    static constexpr uint32_t Uplink(uint32_t ev)
    {
        return ev & (MAX_PATHS - 1);
    }
};

/**
 * @ingroup mrc
 * The codes of the paths to a peer in bits 11:0 of EVs: a list for each plane. If there is none,
 * paths have consecutive numbers, the same in every plane.
 */
using MrcPathCodes = std::vector<std::vector<uint16_t>>;

/**
 * @ingroup mrc
 * An entry of an EV table as on the wire: the entropy value and the port by which it leaves.
 */
struct MrcPath
{
    uint32_t ev{0};  ///< entropy value
    uint8_t port{0}; ///< NIC port (plane), 0-based

    /// @cond
    friend constexpr bool operator==(const MrcPath& a, const MrcPath& b)
    {
        return a.ev == b.ev && a.port == b.port;
    }

    friend constexpr bool operator!=(const MrcPath& a, const MrcPath& b)
    {
        return !(a == b);
    }

    /// @endcond
};

/**
 * @ingroup mrc
 * Health of an EV at its sender (mrc reference, 9.1).
 */
enum class MrcEvState : uint8_t
{
    GOOD,        ///< carries data, or waits as a backup
    SKIP,        ///< skipped for some turns because of congestion
    ASSUMED_BAD, ///< assumed broken; probed
    DENIED,      ///< switched off by an administrator
};

} // namespace ns3

#endif // MRC_EV_H
