/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mnscc.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMnscc);

TypeId
MrcMnscc::GetTypeId()
{
    static TypeId tid =
        AddHistoryAttributes(TypeId("ns3::MrcMnscc")
                                 .SetParent<MrcNscc>()
                                 .SetGroupName("Mrc")
                                 .AddConstructor<MrcMnscc>(),
                             4)
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
    MrcAckInfo median = TakeMedian(now, ack);
    median.ecn = m_majorityMarks ? m_history.IsMostlyMarked() : ack.ecn;
    MrcNscc::DoAck(now, median);
}

} // namespace ns3
