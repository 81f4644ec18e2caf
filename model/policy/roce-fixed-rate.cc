/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-fixed-rate.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceFixedRate);

TypeId
RoceFixedRate::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RoceFixedRate")
                            .SetParent<RoceRateControl>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RoceFixedRate>();
    return tid;
}

Ptr<RoceRateControl>
RoceFixedRate::Fork() const
{
    return CopyObject(Ptr<const RoceFixedRate>(this));
}

void
RoceFixedRate::Start(uint64_t lineRateBps)
{
    m_rateBps = static_cast<double>(lineRateBps);
}

void
RoceFixedRate::OnCnp(RdmaTick)
{
}

void
RoceFixedRate::OnSent(RdmaTick, uint32_t)
{
}

void
RoceFixedRate::OnTimeout(RdmaTick)
{
}

RdmaTick
RoceFixedRate::NextWakeup() const
{
    return RdmaTick::Max();
}

double
RoceFixedRate::GetRateBps() const
{
    return m_rateBps;
}

} // namespace ns3
