/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mnscc.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMnscc);

TypeId
MrcMnscc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcMnscc")
            .SetParent<MrcNscc>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcMnscc>()
            .AddAttribute("HistorySacks",
                          "Maximum number of SACKs whose median delay counts; 1: as NSCC",
                          UintegerValue(4),
                          MakeUintegerAccessor(&MrcMnscc::m_historySacks),
                          MakeUintegerChecker<uint32_t>(1, MrcSackHistory::MAX_COUNT))
            .AddAttribute("HistoryWindow",
                          "Bytes that these SACKs acknowledge together at most, as a share of the "
                          "window",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MrcMnscc::m_historyWindow),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("HistoryRtts",
                          "Age of the oldest of these SACKs at most, base RTTs",
                          DoubleValue(2),
                          MakeDoubleAccessor(&MrcMnscc::m_historyRtts),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("MajorityMarks",
                          "Not from the paper: a SACK counts as marked if more than half of these "
                          "SACKs are, instead of by its own mark",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcMnscc::m_majorityMarks),
                          MakeBooleanChecker());
    return tid;
}

Ptr<MrcCongestionControl>
MrcMnscc::Fork() const
{
    return CopyObject(Ptr<const MrcMnscc>(this));
}

void
MrcMnscc::DoAck(RdmaTick now, const MrcAckInfo& ack)
{
    if (!ack.rtt)
    {
        MrcNscc::DoAck(now, ack);
        return;
    }
    SampleBaseRtt(ack);
    const double bytes = m_historyWindow * static_cast<double>(MrcNscc::GetCwndBytes());
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
    median.ecn = m_majorityMarks ? m_history.IsMostlyMarked() : ack.ecn;
    MrcNscc::DoAck(now, median);
}

} // namespace ns3
