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
 * Where a switch sends the frames for a host: by a port, or by one of several that are equal.
 */
struct FabricHop
{
    uint32_t port{~0U};                    ///< the port; FabricForwarding::NO_PORT
    uint32_t target{0};                    ///< with a group: what routing has learnt of it depends
    const FabricEcmpGroup* group{nullptr}; ///< the equal ports; null: the port, if any
};

/**
 * @ingroup mrc
 * The static tables of a switch, by arithmetic or by table: no learning, no rerouting of SRv6
 * traffic (mrc reference, 4.2). Which of several equal ports a plain frame takes is up to the
 * switch.
 */
class FabricForwarding
{
  public:
    /// No port leads there.
    static constexpr uint32_t NO_PORT = ~0U;

    virtual ~FabricForwarding() = default;

    /**
     * uN: where a source route goes on.
     * @param own uSID of the switch that the frame named
     * @param next uSID behind it
     * @return number of the port that leads to it, or NO_PORT
     */
    virtual uint32_t FindNeighbor(uint16_t own, uint16_t next) const = 0;

    /**
     * @param host destination of a plain frame
     * @return where it goes on
     */
    virtual FabricHop FindHost(uint32_t host) const = 0;

    /**
     * With structured EVs: which of equal ports a frame names.
     * @param ev its EV
     * @param hops switches that it has passed before this one
     * @param hop what FindHost says, with a group
     * @param fields where digits of the EV lie
     * @return place of the port in the group; its size or more: there is none
     */
    virtual uint32_t ReadDigit(uint32_t ev,
                               uint32_t hops,
                               const FabricHop& hop,
                               const std::vector<FabricEvField>& fields) const = 0;

    /**
     * @param port number of a port
     * @return true if frames that would leave by it might take another port instead
     */
    virtual bool IsChoice(uint32_t port) const = 0;

    /**
     * @param port number of a port
     * @return true if other switches choose between ways of which some go on by this port
     */
    virtual bool IsTransit(uint32_t port) const = 0;

    /** @return true if there is any group */
    virtual bool HasGroups() const = 0;
};

} // namespace ns3

#endif // FABRIC_FORWARDING_H
