/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SPRAY_BALANCER_H
#define FABRIC_SPRAY_BALANCER_H

#include "fabric-load-balancer.h"

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSprayBalancer: every frame takes another uplink.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Per-packet spraying, independent of load: every frame takes an uplink at random, or the next one
 * in turn. It spreads more evenly than a hash, and reorders all flows.
 */
class FabricSprayBalancer final : public FabricLoadBalancer
{
  public:
    /// Values of the attribute Order.
    enum Order
    {
        RANDOM,  ///< every uplink is equally likely for every frame
        IN_TURN, ///< one after the other
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Ptr<FabricLoadBalancer> Fork() const override;
    int32_t Choose(RdmaTick now,
                   const FabricFrame* frame,
                   const FabricEcmpGroup& group,
                   uint32_t target) override;

  private:
    Order m_order;      ///< attribute Order
    uint64_t m_turn{0}; ///< IN_TURN: frames so far, from a random start
};

} // namespace ns3

#endif // FABRIC_SPRAY_BALANCER_H
