/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-congestion-control.h"

#include "ns3/abort.h"

#include <cmath>
#include <limits>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcCongestionControl);

TypeId
MrcCongestionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcCongestionControl").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
MrcCongestionControl::StartOnce(const MrcPathInfo& path)
{
    if (!m_started)
    {
        m_started = true;
        Start(path);
        NS_ABORT_MSG_IF(GetBaseRtt() <= RdmaTick(),
                        GetInstanceTypeId().GetName()
                            << "::Start sets no base RTT; MrcWindowControl::SetPath does it");
    }
}

uint64_t
MrcCongestionControl::GetMaxCwndBytes() const
{
    return std::numeric_limits<int64_t>::max();
}

RdmaTick
MrcPathInfo::GetDefaultTargetDelay() const
{
    // without trimming, longer queues are tolerated before the delay counts as congestion
    const RdmaTick rtt = RdmaTick::Ps(std::llround(static_cast<double>(baseRtt.GetPs()) * stretch));
    return trimming ? rtt * 3 / 4 : rtt;
}

} // namespace ns3
