/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ECMP_BALANCER_H
#define FABRIC_ECMP_BALANCER_H

#include "fabric-load-balancer.h"

/**
 * @file
 * @ingroup mrc
 * ns3::FabricEcmpBalancer: flows keep the uplink they are hashed to.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Equal-cost multipath: a frame takes the uplink that a hash of its flow falls on, so a flow keeps
 * its order and its uplink, and flows that fall together share one (roce reference, 1.6). The hash
 * is seeded differently in every switch.
 */
class FabricEcmpBalancer final : public FabricLoadBalancer
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Ptr<FabricLoadBalancer> Fork() const override;
    int32_t Choose(RdmaTick now,
                   const FabricFrame* frame,
                   const FabricEcmpGroup& group,
                   uint32_t target) override;

    /**
     * @param frame a frame of the flow
     * @param group the ports
     * @param target where the frame goes
     * @return the port that it is hashed to while routing avoids none, and the one of now
     */
    std::vector<uint32_t> ListChoices(const FabricFrame* frame,
                                      const FabricEcmpGroup& group,
                                      uint32_t target) const override;
};

} // namespace ns3

#endif // FABRIC_ECMP_BALANCER_H
