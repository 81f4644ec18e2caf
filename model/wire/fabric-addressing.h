/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ADDRESSING_H
#define FABRIC_ADDRESSING_H

#include "srv6-usid.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricAddressing: host index <-> position <-> IPv6 address.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Addresses follow from positions: host h sits on downlink h mod hostsPerT0 of T0 group
 * h div hostsPerT0, and its NIC port in a plane is fd00:0:plane:t0::downlink.
 */
struct FabricAddressing
{
    /// A NIC port: a host seen from one plane.
    struct Port
    {
        uint32_t host;  ///< host index
        uint16_t plane; ///< plane, 0-based
    };

    uint32_t hostsPerT0{1}; ///< NIC ports per T0, at least 1

    /**
     * @param host host index
     * @return its T0 group number
     */
    constexpr uint32_t GetT0(uint32_t host) const
    {
        return host / hostsPerT0;
    }

    /**
     * @param host host index
     * @return its downlink number on its T0
     */
    constexpr uint32_t GetDownlink(uint32_t host) const
    {
        return host % hostsPerT0;
    }

    /**
     * @param host host index; its T0 group and downlink must fit 16 bits
     * @param plane plane, 0-based
     * @return address of its NIC port in that plane
     */
    Srv6Carrier GetAddress(uint32_t host, uint16_t plane) const;

    /**
     * @param address an IPv6 address
     * @return the NIC port that has it, or nothing if none can
     */
    std::optional<Port> FindPort(const Srv6Carrier& address) const;
};

} // namespace ns3

#endif // FABRIC_ADDRESSING_H
