/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-congestion-control.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcCongestionControl);

TypeId
MrcCongestionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcCongestionControl").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

} // namespace ns3
