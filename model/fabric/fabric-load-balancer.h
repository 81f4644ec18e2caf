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
 * ns3::FabricLoadBalancer: how a switch chooses among equal ports.
 */

namespace ns3
{

class FabricContext;
class FabricPort;

/**
 * @ingroup mrc
 * Where a load balancer works: a switch and its ports. All that it points to outlives the balancer.
 */
struct FabricBalancerSite
{
    const FabricContext* context{nullptr};          ///< of the fabric
    const std::vector<FabricPort*>* ports{nullptr}; ///< by number; null: has not come to life
    uint64_t seed{0};                               ///< of flow hashes; no other switch has it
    RdmaTick baseRtt;                               ///< unloaded round trip across the network
};

/**
 * @ingroup mrc
 * Chooses among equal ports for plain frames (RoCE, TCP, MRC without source routes) at one switch.
 * Each switch has a balancer of its own, forked from one prototype. What the group offers is what
 * routing has learnt: no balancer may choose a port that routing avoids, and none learns of a
 * distant failure sooner than routing does.
 *
 * Random draws come from a sequence of the balancer's own, seeded from the fabric's stream and the
 * switch's position, so results do not depend on which switch came to life first.
 */
class FabricLoadBalancer : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return a balancer with the same attributes, which has not been attached
     */
    virtual Ptr<FabricLoadBalancer> Fork() const = 0;

    /**
     * Begin to work. Called once, before the first Choose.
     * @param site where
     */
    void Attach(const FabricBalancerSite& site);

    /**
     * Choose the port of a frame. Called once per frame for which several ports are equal.
     * @param group the ports, and what routing knows of them
     * @param target where the frame goes, as the group wants to know it
     * @return place of the port in the group, or -1 if routing knows of no way
     */
    virtual int32_t Choose(RdmaTick now,
                           const FabricFrame* frame,
                           const FabricEcmpGroup& group,
                           uint32_t target) = 0;

    /**
     * Name the ports that frames of a flow may have taken, as far as the frame tells. For those
     * who look at what happened; nothing changes.
     * @param frame a frame of the flow
     * @param group the ports
     * @param target where the frame goes
     * @return places of ports in the group: all, unless a balancer knows better
     */
    virtual std::vector<uint32_t> ListChoices(const FabricFrame* frame,
                                              const FabricEcmpGroup& group,
                                              uint32_t target) const;

  protected:
    /** The site is known: prepare. */
    virtual void DoAttach();

    /** @return where the balancer works */
    const FabricBalancerSite& GetSite() const
    {
        return m_site;
    }

    /**
     * @return hash of its flow at this switch
     */
    uint64_t Hash(const FabricFrame* frame) const
    {
        return FabricFlowHash(m_site.seed, frame);
    }

    /** @return 64 random bits */
    uint64_t Draw();

  private:
    FabricBalancerSite m_site; ///< where it works
    uint64_t m_drawState{0};   ///< of Draw; 0: not seeded yet
};

} // namespace ns3

#endif // FABRIC_LOAD_BALANCER_H
