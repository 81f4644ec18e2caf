/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-clos-capacities.h"

#include <algorithm>
#include <numeric>

namespace mrcsim
{

using ns3::FabricNetwork;
using Tier = ns3::FabricSwitchPosition::Tier;

FluidClosCapacities::FluidClosCapacities(const ns3::FabricClos& clos,
                                         const FluidCapacities& capacities,
                                         uint32_t plane)
    : m_clos(clos),
      m_t1PerPod(clos.GetSpec().GetT1PerPod()),
      m_t1Uplinks(clos.GetSpec().GetT1Uplinks())
{
    const auto& spec = clos.GetSpec();
    m_up.resize(static_cast<size_t>(spec.GetNT0()) * m_t1PerPod);
    m_down.resize(m_up.size());
    for (uint32_t t0 = 0; t0 < spec.GetNT0(); ++t0)
    {
        for (uint32_t uplink = 0; uplink < spec.GetT0Uplinks(); ++uplink)
        {
            const uint32_t link = clos.GetUplink(plane, t0, uplink);
            const size_t at = static_cast<size_t>(t0) * m_t1PerPod + uplink / spec.parallelLinks;
            m_up[at] += capacities.Get(FabricNetwork::GetLowerPort(link));
            m_down[at] += capacities.Get(FabricNetwork::GetUpperPort(link));
        }
    }
    if (!spec.HasPods())
    {
        return;
    }
    const uint32_t firstUplink = spec.GetT0PerPod() * spec.parallelLinks;
    for (uint32_t t1 = 0; t1 < spec.GetNT1(); ++t1)
    {
        const uint32_t sw = *clos.FindSwitch({Tier::T1, plane, t1});
        for (uint32_t uplink = 0; uplink < m_t1Uplinks; ++uplink)
        {
            const uint32_t link = clos.GetSwitchLink(sw, firstUplink + uplink);
            m_coreUp.push_back(capacities.Get(FabricNetwork::GetLowerPort(link)));
            m_coreDown.push_back(capacities.Get(FabricNetwork::GetUpperPort(link)));
        }
    }
    m_between.assign(static_cast<size_t>(spec.GetNPods()) * spec.GetNT1(), -1);
}

double
FluidClosCapacities::GetCoreUp(uint32_t pod, uint32_t t1) const
{
    const auto first =
        m_coreUp.begin() + (static_cast<int64_t>(pod) * m_t1PerPod + t1) * m_t1Uplinks;
    return std::accumulate(first, first + m_t1Uplinks, 0.0);
}

double
FluidClosCapacities::GetCoreDown(uint32_t pod, uint32_t t1) const
{
    const auto first =
        m_coreDown.begin() + (static_cast<int64_t>(pod) * m_t1PerPod + t1) * m_t1Uplinks;
    return std::accumulate(first, first + m_t1Uplinks, 0.0);
}

double
FluidClosCapacities::GetCore(uint32_t a, uint32_t b, uint32_t t1) const
{
    const size_t pods = m_clos.GetSpec().GetNPods();
    double& sum = m_between[(a * pods + b) * m_t1PerPod + t1];
    if (sum < 0)
    {
        const size_t up = (static_cast<size_t>(a) * m_t1PerPod + t1) * m_t1Uplinks;
        const size_t down = (static_cast<size_t>(b) * m_t1PerPod + t1) * m_t1Uplinks;
        sum = 0;
        for (uint32_t t2 = 0; t2 < m_t1Uplinks; ++t2)
        {
            sum += std::min(m_coreUp[up + t2], m_coreDown[down + t2]);
        }
    }
    return sum;
}

} // namespace mrcsim
