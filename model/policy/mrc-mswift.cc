/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mswift.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMswift);

TypeId
MrcMswift::GetTypeId()
{
    static TypeId tid = AddHistoryAttributes(TypeId("ns3::MrcMswift")
                                                 .SetParent<MrcSwift>()
                                                 .SetGroupName("Mrc")
                                                 .AddConstructor<MrcMswift>(),
                                             MrcSackHistory::MAX_COUNT);
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
    MrcSwift::DoAck(now, TakeMedian(now, ack));
}

} // namespace ns3
