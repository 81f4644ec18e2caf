/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-flaps.h"

#include <cmath>
#include <utility>

namespace ns3
{

FabricFlapDraw::FabricFlapDraw(uint32_t links,
                               double perSecond,
                               RdmaTick from,
                               RdmaTick until,
                               Ptr<UniformRandomVariable> rng)
    : m_links(links),
      m_rate(perSecond * links),
      m_from(from),
      m_end((until - from).GetSeconds()),
      m_rng(std::move(rng))
{
}

std::optional<FabricFlap>
FabricFlapDraw::Next()
{
    if (m_rate <= 0)
    {
        return std::nullopt;
    }
    // The flaps of all links together are also a Poisson process, and the link of each is uniformly
    // distributed.
    m_time -= std::log(1 - m_rng->GetValue()) / m_rate;
    if (!(m_time < m_end))
    {
        return std::nullopt;
    }
    const auto ps = static_cast<int64_t>(m_time * 1e12);
    return FabricFlap{m_from + RdmaTick::Ps(ps), m_rng->GetInteger(0, m_links - 1)};
}

} // namespace ns3
