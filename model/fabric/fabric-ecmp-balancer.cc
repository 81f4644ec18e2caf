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
FabricEcmpBalancer::Choose(RdmaTick /* now */,
                           const FabricFrame* frame,
                           const FabricEcmpGroup& group,
                           uint32_t target)
{
    return group.Select(Hash(frame), target);
}

std::vector<uint32_t>
FabricEcmpBalancer::ListChoices(const FabricFrame* frame,
                                const FabricEcmpGroup& group,
                                uint32_t target) const
{
    const uint64_t hash = Hash(frame);
    std::vector<uint32_t> choices{static_cast<uint32_t>(hash % group.GetSize())};
    const int32_t now = group.Select(hash, target);
    if (now >= 0 && static_cast<uint32_t>(now) != choices.front())
    {
        choices.push_back(static_cast<uint32_t>(now));
    }
    return choices;
}

} // namespace ns3
