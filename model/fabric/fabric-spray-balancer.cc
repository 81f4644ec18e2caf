/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-spray-balancer.h"

#include "ns3/rdma-enum-accessor.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricSprayBalancer);

TypeId
FabricSprayBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricSprayBalancer")
                            .SetParent<FabricLoadBalancer>()
                            .SetGroupName("Mrc")
                            .AddConstructor<FabricSprayBalancer>()
                            .AddAttribute("Order",
                                          "Order of uplinks: random, or in-turn (round robin over "
                                          "all frames of the switch).",
                                          EnumValue(RANDOM),
                                          RdmaEnumAccessor<Order>(&FabricSprayBalancer::m_order),
                                          MakeEnumChecker(RANDOM, "random", IN_TURN, "in-turn"));
    return tid;
}

Ptr<FabricLoadBalancer>
FabricSprayBalancer::Fork() const
{
    return CopyObject(Ptr<const FabricSprayBalancer>(this));
}

int32_t
FabricSprayBalancer::Choose(RdmaTick /* now */,
                            const FabricFrame* /* frame */,
                            const FabricEcmpGroup& group,
                            uint32_t target)
{
    if (m_order == RANDOM)
    {
        return group.Select(Draw(), target);
    }
    if (m_turn == 0)
    {
        m_turn = Draw() >> 1; // a random start, as switches would otherwise choose in step
    }
    return group.Select(++m_turn, target);
}

} // namespace ns3
