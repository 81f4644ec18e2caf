/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LAZY_TOPOLOGY_H
#define FABRIC_LAZY_TOPOLOGY_H

#include "fabric-elements.h"
#include "fabric-network.h"
#include "fabric-port.h"
#include "fabric-switch-parameters.h"
#include "fabric-switch.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricLazyTopology: switches and links of a network, made when they are first touched.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What the switches and ports of a network have in common.
 */
struct FabricTopologySettings
{
    Ptr<const FabricSwitchParameters> switches; ///< how they queue, mark, trim and pause
    FabricPlainRouting plainRouting{};          ///< how switches choose uplinks for plain frames
    RdmaTick baseRtt;                           ///< unloaded round trip across the network
    uint32_t maxFrameBytes{0};                  ///< largest frame, B
};

/**
 * @ingroup mrc
 * The switches and cables of a network, which come to life as they are touched. A link is made when
 * its first frame is to be sent, a fault hits it, or somebody asks for one of its ports; a
 * switch, with its first link. What nobody touches costs no memory.
 *
 * Numbers of ports, SIDs, seeds and routes follow from the shape (FabricNetwork). Results therefore
 * do not depend on what came to life first, nor on what did without carrying a frame.
 */
class FabricLazyTopology final : public FabricPortMaker
{
  public:
    /**
     * @param network the shape
     * @param settings of switches and ports
     * @return what does not fit together, such as a lossless switch that is too small
     */
    static RdmaProblems Check(const FabricNetwork& network, const FabricTopologySettings& settings);

    /**
     * @param elements of the fabric that owns this, whose network is set
     * @param settings of switches and ports; aborts if they do not fit
     * @param hosts owner of each host's ports; they outlive the traffic
     */
    FabricLazyTopology(FabricElements& elements,
                       const FabricTopologySettings& settings,
                       std::vector<FabricPortOwner*> hosts);

    /**
     * @param sw number of a switch
     * @return the switch; comes to life if need be
     */
    FabricSwitch* GetSwitch(uint32_t sw);

    /**
     * @param id number of a port
     * @return the port; comes to life if need be
     */
    FabricPort* GetPort(uint32_t id);

    /**
     * @param id number of a port
     * @return the port, or null if it has not come to life
     */
    FabricPort* FindPort(uint32_t id) const;

    /**
     * @return the host's port; comes to life if need be
     */
    FabricPort* GetNicPort(uint32_t plane, uint32_t host);

    FabricPort* MakePort(uint32_t sw, uint32_t index) override;

  private:
    /**
     * @param sw number of a switch
     * @return the switch, without living ports
     */
    FabricSwitch* MakeSwitch(uint32_t sw);

    /**
     * @param link number of a link that has not come to life
     * @return the port at its lower end, new
     */
    FabricPort* MakeLink(uint32_t link);

    /**
     * @param end an end of a link
     * @return who has the port there; comes to life if need be
     */
    FabricPortOwner* GetOwner(const FabricLinkEnd& end);

    /**
     * @param rateBps rate of a port of a switch, bit/s
     * @param lastHop it faces a NIC
     * @return its queues
     */
    const FabricQueueProfile* GetProfile(uint64_t rateBps, bool lastHop);

    FabricElements& m_elements;            ///< owns the switches and links
    const FabricNetwork& m_network;        ///< the shape
    FabricTopologySettings m_settings;     ///< of switches and ports
    FabricQueueProfile m_nicProfile;       ///< queues of NIC ports
    Ptr<FabricLoadBalancer> m_balancer;    ///< forked for every switch with a choice
    std::vector<FabricEvField> m_evFields; ///< digits of structured EVs
    std::vector<FabricPortOwner*> m_hosts; ///< by host
    std::vector<FabricSwitch*> m_switches; ///< by number; null: not alive
    /// Queues of ports of switches, by rate and last hop.
    std::map<std::pair<uint64_t, bool>, FabricQueueProfile> m_profiles;
};

} // namespace ns3

#endif // FABRIC_LAZY_TOPOLOGY_H
