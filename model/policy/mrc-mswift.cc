/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mswift.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMswift);

TypeId
MrcMswift::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcMswift")
            .SetParent<MrcSwift>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcMswift>()
            .AddAttribute("HistorySacks",
                          "Maximum number of SACKs whose median delay counts; 1: as Swift",
                          UintegerValue(MrcSackHistory::MAX_COUNT),
                          MakeUintegerAccessor(&MrcMswift::m_historySacks),
                          MakeUintegerChecker<uint32_t>(1, MrcSackHistory::MAX_COUNT))
            .AddAttribute("HistoryWindow",
                          "Bytes that these SACKs acknowledge together at most, as a share of the "
                          "window",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MrcMswift::m_historyWindow),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("HistoryRtts",
                          "Age of the oldest of these SACKs at most, base RTTs",
                          DoubleValue(2),
                          MakeDoubleAccessor(&MrcMswift::m_historyRtts),
                          MakeDoubleChecker<double>(0, 1000));
    return tid;
}

Ptr<MrcCongestionControl>
MrcMswift::Fork() const
{
    return CopyObject(Ptr<const MrcMswift>(this));
}

void
MrcMswift::DoAck(RdmaTick now, const MrcAckInfo& ack)
{
    if (!ack.rtt)
    {
        MrcSwift::DoAck(now, ack);
        return;
    }
    LowerBaseRtt(ack);
    const double bytes = m_historyWindow * static_cast<double>(MrcSwift::GetCwndBytes());
    const double agePs = m_historyRtts * static_cast<double>(GetBaseRtt().GetPs());
    m_history.Add(
        now,
        *ack.rtt,
        ack.newBytes,
        ack.ecn,
        {static_cast<uint64_t>(bytes), m_historySacks, RdmaTick::Ps(std::llround(agePs))});
    MrcAckInfo median = ack;
    median.rtt = m_history.GetMedianRtt();
    median.full = false; // the base RTT has had its sample
    MrcSwift::DoAck(now, median);
}

} // namespace ns3
