/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LOAD_BALANCER_H
#define FABRIC_LOAD_BALANCER_H

#include "fabric-ecmp.h"

#include "ns3/fabric-frame.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricLoadBalancer: the choice of a switch among equal ports.
 */

namespace ns3
{

class FabricContext;
class FabricPort;

/**
 * @ingroup mrc
 * The switch of a load balancer and its ports. All objects pointed to outlive the balancer.
 */
struct FabricBalancerSite
{
    const FabricContext* context{nullptr};          ///< of the fabric
    const std::vector<FabricPort*>* ports{nullptr}; ///< by number; null: not instantiated
    uint64_t seed{0};                               ///< seed of flow hashes, unique per switch
    RdmaTick baseRtt;                               ///< unloaded round trip across the network
};

/**
 * @ingroup mrc
 * Chooses among equal ports for plain frames (RoCE, TCP, MRC without source routes) at one switch.
 * Each switch has its own balancer, forked from one prototype. The group offers the ports that
 * routing does not avoid: no balancer may choose another one, and none learns of a distant failure
 * before routing does.
 *
 * Every balancer has its own sequence of random draws, seeded from the fabric's stream and the
 * switch's position, so results do not depend on the order in which switches are instantiated.
 */
class FabricLoadBalancer : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return a balancer with the same attributes, not attached
     */
    virtual Ptr<FabricLoadBalancer> Fork() const = 0;

    /**
     * Attach the balancer to a switch. Called once, before the first Choose.
     * @param site the switch
     */
    void Attach(const FabricBalancerSite& site);

    /**
     * Choose the port of a frame. Called once per frame for which several ports are equal.
     * @param group the ports, and which of them routing avoids
     * @param target destination, see FabricHop
     * @return place of the port in the group, or -1 if routing avoids all
     */
    virtual int32_t Choose(RdmaTick now,
                           const FabricFrame* frame,
                           const FabricEcmpGroup& group,
                           uint32_t target) = 0;

    /**
     * List the ports that frames of a flow may have taken, as far as the frame shows it. For
     * analysis; no state changes.
     * @param frame a frame of the flow
     * @param group the ports
     * @param target destination, see FabricHop
     * @return places of ports in the group; all by default
     */
    virtual std::vector<uint32_t> ListChoices(const FabricFrame* frame,
                                              const FabricEcmpGroup& group,
                                              uint32_t target) const;

  protected:
    /** The balancer has been attached: prepare. */
    virtual void DoAttach();

    /** @return the switch of the balancer */
    const FabricBalancerSite& GetSite() const
    {
        return m_site;
    }

    /**
     * @return hash of the frame's flow at this switch
     */
    uint64_t Hash(const FabricFrame* frame) const
    {
        return FabricFlowHash(m_site.seed, frame);
    }

    /** @return 64 random bits */
    uint64_t Draw();

  private:
    FabricBalancerSite m_site; ///< see GetSite
    uint64_t m_drawState{0};   ///< state of Draw; 0: not seeded
};

} // namespace ns3

#endif // FABRIC_LOAD_BALANCER_H
