/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-load-balancer.h"

#include "fabric-context.h"
#include "fabric-random.h"

#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricLoadBalancer);

TypeId
FabricLoadBalancer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricLoadBalancer").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
FabricLoadBalancer::Attach(const FabricBalancerSite& site)
{
    m_site = site;
    DoAttach();
}

void
FabricLoadBalancer::DoAttach()
{
}

std::vector<uint32_t>
FabricLoadBalancer::ListChoices(const FabricFrame* /* frame */,
                                const FabricEcmpGroup& group,
                                uint32_t /* target */) const
{
    std::vector<uint32_t> all(group.GetSize());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

uint64_t
FabricLoadBalancer::Draw()
{
    // Seeded at the first draw, because streams are assigned after the network has been built.
    if (m_drawState == 0)
    {
        m_drawState = m_site.context->GetMarkSeed() ^ m_site.seed;
    }
    return FabricNextRandom(m_drawState);
}

} // namespace ns3
