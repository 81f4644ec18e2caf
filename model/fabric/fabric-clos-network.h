/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_NETWORK_H
#define FABRIC_CLOS_NETWORK_H

#include "fabric-clos.h"
#include "fabric-port.h"
#include "fabric-shared-buffer.h"
#include "fabric-switch.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClosNetwork: switches and links of a Clos network, made when they are first touched.
 */

namespace ns3
{

class Fabric;

/**
 * @ingroup mrc
 * What the switches and ports of a Clos network have in common.
 */
struct FabricClosSettings
{
    FabricQueueProfile nic;                   ///< queues of NIC ports
    FabricQueueProfile down;                  ///< queues of T0 ports that face NICs
    FabricQueueProfile core;                  ///< queues of ports between switches
    FabricPlainRouting plainRouting{};        ///< how switches choose uplinks for plain frames
    FabricEvField evField;                    ///< with STRUCTURED: where T0s find the uplink
    Ptr<FabricLoadBalancer> loadBalancer;     ///< with ECMP: forked for every T0; null: by hash
    Tick baseRtt;                             ///< unloaded round trip, for load balancers
    std::optional<FabricBufferSpec> t0Buffer; ///< lossless network: memory of a T0
    std::optional<FabricBufferSpec> t1Buffer; ///< lossless network: memory of a T1
};

/**
 * @ingroup mrc
 * A multi-plane Clos network that comes to life as it is touched. A link is made when its first
 * frame is to be sent, a fault befalls it, or somebody asks for one of its ports; a switch, with
 * its first link. What nobody touches costs no memory.
 *
 * Everything follows from the position by arithmetic: the numbers of ports (FabricClosSpec), SIDs,
 * seeds, routes. Results therefore do not depend on what came to life first, nor on what did
 * without carrying a frame.
 */
class FabricClosNetwork
{
  public:
    /**
     * @param fabric the fabric, which shall own this
     * @param spec the numbers of the network
     * @param settings of switches and ports; aborts if a lossless switch is too small
     * @param hosts owner of each host's ports; they outlive the traffic
     */
    FabricClosNetwork(Fabric& fabric,
                      const FabricClosSpec& spec,
                      const FabricClosSettings& settings,
                      std::vector<FabricPortOwner*> hosts);

    /** @return the numbers of the network */
    const FabricClosSpec& GetSpec() const
    {
        return m_spec;
    }

    /**
     * @param tier tier
     * @param plane plane
     * @param index number within plane and tier
     * @return the switch; comes to life if need be
     */
    FabricSwitch* GetSwitch(FabricSwitchPosition::Tier tier, uint32_t plane, uint32_t index);

    /**
     * @param plane plane
     * @param host host
     * @return the host's port; comes to life if need be
     */
    FabricPort* GetNicPort(uint32_t plane, uint32_t host);

    /**
     * @param plane plane
     * @param t0 T0 in the plane
     * @param t1 T1 in the plane
     * @return the T0's port that leads to the T1; comes to life if need be
     */
    FabricPort* GetUplink(uint32_t plane, uint32_t t0, uint32_t t1);

    /**
     * @param id number of a port
     * @return the port, or null if it has not come to life
     */
    FabricPort* FindPort(uint32_t id) const;

    /**
     * Bring a port of a switch to life.
     * @param position of the switch
     * @param index number of one of its ports, which has not come to life
     * @return the port
     */
    FabricPort* MakePort(const FabricSwitchPosition& position, uint32_t index);

  private:
    /**
     * @param tier tier
     * @param plane plane
     * @param index number within plane and tier
     * @return its place in m_switches
     */
    size_t PlaceOf(FabricSwitchPosition::Tier tier, uint32_t plane, uint32_t index) const;

    /**
     * @param tier tier
     * @param plane plane
     * @param index number within plane and tier
     * @return the switch, without living ports
     */
    FabricSwitch* MakeSwitch(FabricSwitchPosition::Tier tier, uint32_t plane, uint32_t index);

    /**
     * @param plane plane
     * @param host host
     * @return the host's port, new
     */
    FabricPort* MakeNicLink(uint32_t plane, uint32_t host);

    /**
     * @param plane plane
     * @param t0 T0 in the plane
     * @param t1 T1 in the plane
     * @return the T0's port, new
     */
    FabricPort* MakeFabricLink(uint32_t plane, uint32_t t0, uint32_t t1);

    /**
     * Give both ends of a new link their numbers and tell everybody.
     * @param lower port at the lower end
     * @param id its number
     * @param index its number within its owner
     * @param peerIndex number of its peer within the peer's owner
     */
    void Complete(FabricPort* lower, uint32_t id, uint32_t index, uint32_t peerIndex);

    /**
     * @param tier tier
     * @return links of its switches, by port number
     */
    std::vector<FabricBufferLink> ListLinks(FabricSwitchPosition::Tier tier) const;

    Fabric& m_fabric;                      ///< owns what is made
    FabricClosSpec m_spec;                 ///< the numbers
    FabricClosSettings m_settings;         ///< pointed to by ports
    std::vector<FabricPortOwner*> m_hosts; ///< by host
    std::vector<FabricSwitch*> m_switches; ///< plane by plane, T0s first; null: not alive
};

} // namespace ns3

#endif // FABRIC_CLOS_NETWORK_H
