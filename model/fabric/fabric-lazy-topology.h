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
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricLazyTopology: switches and links of a network, instantiated lazily.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Common settings of the switches and ports of a network.
 */
struct FabricTopologySettings
{
    Ptr<const FabricSwitchParameters> switches; ///< queues, ECN, trimming and PFC
    FabricPlainRouting plainRouting{};          ///< choice of uplinks for plain frames
    RdmaTick baseRtt;                           ///< unloaded round trip across the network
    uint32_t maxFrameBytes{0};                  ///< largest frame, B
};

/**
 * @ingroup mrc
 * The switches and links of a network, which are instantiated lazily: a link when its first frame
 * is to be sent, when a fault affects it, or when code requests one of its ports; a switch with its
 * first link. Unused elements take no memory.
 *
 * Numbers of ports, SIDs, seeds and routes follow from the shape (FabricNetwork). So results do not
 * depend on the order of instantiation, nor on links that never carry a frame.
 */
class FabricLazyTopology final : public FabricPortMaker
{
  public:
    /**
     * @param network the shape
     * @param settings of switches and ports
     * @return contradictions, such as a lossless switch whose buffer is too small
     */
    static RdmaProblems Check(const FabricNetwork& network, const FabricTopologySettings& settings);

    /**
     * @param network the shape
     * @param settings of switches and ports, without contradictions
     * @return effects of the settings that a user may not expect
     */
    static RdmaProblems Advise(const FabricNetwork& network,
                               const FabricTopologySettings& settings);

    /**
     * @param elements of the fabric that owns this, whose network is set
     * @param settings of switches and ports; aborts if they contradict each other
     * @param hosts owner of each host's ports; they outlive the traffic
     */
    FabricLazyTopology(FabricElements& elements,
                       const FabricTopologySettings& settings,
                       std::vector<FabricPortOwner*> hosts);

    /**
     * @param sw number of a switch
     * @return the switch, instantiated if needed
     */
    FabricSwitch* GetSwitch(uint32_t sw);

    /**
     * @param id number of a port
     * @return the port, instantiated if needed
     */
    FabricPort* GetPort(uint32_t id);

    /**
     * @param id number of a port
     * @return the port, or null if it is not instantiated
     */
    FabricPort* FindPort(uint32_t id) const;

    /**
     * @return the host's port, instantiated if needed
     */
    FabricPort* GetNicPort(uint32_t plane, uint32_t host);

    /**
     * @param cls a class of frames
     * @return true if switches pause it instead of dropping its frames
     */
    bool IsLossless(RdmaClass cls) const
    {
        return m_settings.switches->IsLossless(cls);
    }

    FabricPort* MakePort(uint32_t sw, uint32_t index) override;
    const FabricQueueProfile* GetProfile(const FabricPort& port, uint64_t rateBps) override;

  private:
    /**
     * @param sw number of a switch
     * @return the switch, without ports
     */
    FabricSwitch* MakeSwitch(uint32_t sw);

    /**
     * @param link number of a link that is not instantiated
     * @return the new port at its lower end
     */
    FabricPort* MakeLink(uint32_t link);

    /**
     * @param end an end of a link
     * @return owner of the port there, instantiated if needed
     */
    FabricPortOwner* GetOwner(const FabricLinkEnd& end);

    /**
     * @param sw number of an instantiated switch
     * @param rateBps rate of one of its ports, bit/s
     * @param lastHop true: the port faces a NIC
     * @return the port's queues
     */
    const FabricQueueProfile* GetProfile(uint32_t sw, uint64_t rateBps, bool lastHop);

    FabricElements& m_elements;            ///< owns the switches and links
    const FabricNetwork& m_network;        ///< the shape
    FabricTopologySettings m_settings;     ///< of switches and ports
    FabricQueueProfile m_nicProfile;       ///< queues of NIC ports
    Ptr<FabricLoadBalancer> m_balancer;    ///< forked for every switch with a choice
    std::vector<FabricEvField> m_evFields; ///< digits of structured EVs
    std::vector<FabricPortOwner*> m_hosts; ///< by host
    std::vector<FabricSwitch*> m_switches; ///< by number; null: not instantiated
    /// Queues of ports of switches, by rate, threshold of a pause and last hop.
    std::map<std::tuple<uint64_t, uint64_t, bool>, FabricQueueProfile> m_profiles;
};

} // namespace ns3

#endif // FABRIC_LAZY_TOPOLOGY_H
