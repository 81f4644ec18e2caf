/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ecmp-balancer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricEcmpBalancer);

TypeId
FabricEcmpBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricEcmpBalancer")
                            .SetParent<FabricLoadBalancer>()
                            .SetGroupName("Mrc")
                            .AddConstructor<FabricEcmpBalancer>();
    return tid;
}

Ptr<FabricLoadBalancer>
FabricEcmpBalancer::Fork() const
{
    return CopyObject(Ptr<const FabricEcmpBalancer>(this));
}

int32_t
FabricEcmpBalancer::Choose(Tick /* now */, const FabricFrame* frame, uint32_t dstT0)
{
    return GetSite().group->Select(Hash(frame), dstT0);
}

} // namespace ns3
