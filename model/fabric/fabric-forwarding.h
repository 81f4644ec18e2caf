/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FORWARDING_H
#define FABRIC_FORWARDING_H

#include "fabric-ecmp.h"
#include "fabric-ev-field.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricForwarding: the static tables of a switch.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Next hop of the frames for a host: a port, or one of several equal ports.
 */
struct FabricHop
{
    uint32_t port{~0U}; ///< the port; FabricForwarding::NO_PORT
    uint32_t target{0}; ///< with a group: destination for which routing avoids ports
    const FabricEcmpGroup* group{nullptr}; ///< the equal ports; null: use the port, if any
};

/**
 * @ingroup mrc
 * The static forwarding of a switch, by arithmetic or by table: no learning, no rerouting of SRv6
 * traffic (mrc reference, 4.2). The switch chooses among equal ports for a plain frame.
 */
class FabricForwarding
{
  public:
    /// No port leads to the destination.
    static constexpr uint32_t NO_PORT = ~0U;

    virtual ~FabricForwarding() = default;

    /**
     * uN: find the next hop of a source route.
     * @param own uSID of the switch in the frame
     * @param next the following uSID
     * @return number of the port that leads to it, or NO_PORT
     */
    virtual uint32_t FindNeighbor(uint16_t own, uint16_t next) const = 0;

    /**
     * @param host destination of a plain frame
     * @return its next hop
     */
    virtual FabricHop FindHost(uint32_t host) const = 0;

    /**
     * With structured EVs: find the port of a group that a frame names.
     * @param ev its EV
     * @param hops switches that it has passed before this one
     * @param hop result of FindHost, with a group
     * @param fields positions of the digits in the EV
     * @return place of the port in the group; its size or more: no such port
     */
    virtual uint32_t ReadDigit(uint32_t ev,
                               uint32_t hops,
                               const FabricHop& hop,
                               const std::vector<FabricEvField>& fields) const = 0;

    /**
     * @param port number of a port
     * @return true if frames that would leave by it might take another port
     */
    virtual bool IsChoice(uint32_t port) const = 0;

    /**
     * @param port number of a port
     * @return true if other switches choose among paths of which some use this port
     */
    virtual bool IsTransit(uint32_t port) const = 0;

    /** @return true if the switch has any group */
    virtual bool HasGroups() const = 0;
};

} // namespace ns3

#endif // FABRIC_FORWARDING_H
