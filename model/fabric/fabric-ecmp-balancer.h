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
 * ns3::FabricEcmpBalancer: every flow keeps the uplink that its hash selects.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Equal-cost multipath: a hash of the flow selects the uplink of a frame, so a flow keeps its order
 * and its uplink, and flows with colliding hashes share one (roce reference, 1.6). The hash is
 * seeded differently in every switch.
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
     * @param target destination, see FabricHop
     * @return the port that its hash selects while routing avoids none, and the current one
     */
    std::vector<uint32_t> ListChoices(const FabricFrame* frame,
                                      const FabricEcmpGroup& group,
                                      uint32_t target) const override;
};

} // namespace ns3

#endif // FABRIC_ECMP_BALANCER_H
