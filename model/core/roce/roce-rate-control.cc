/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-rate-control.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceRateControl);

TypeId
RoceRateControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RoceRateControl").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

RdmaProblems
RoceRateControl::Check(uint64_t /* lineRateBps */) const
{
    return {};
}

} // namespace ns3
