/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-mixed-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcMixedSelector);

TypeId
MrcMixedSelector::GetTypeId()
{
    static TypeId tid =
        AddPenaltyAttributes(TypeId("ns3::MrcMixedSelector")
                                 .SetParent<MrcPenaltySelector>()
                                 .SetGroupName("Mrc")
                                 .AddConstructor<MrcMixedSelector>())
            .AddAttribute("MaxRecycled",
                          "EVs that wait to be recycled, per plane; a new one replaces the oldest. "
                          "A window of packets on the plane needs one per packet.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&MrcMixedSelector::m_maxRecycled),
                          MakeUintegerChecker<uint32_t>(1, 65536));
    return tid;
}

Ptr<MrcPathSelector>
MrcMixedSelector::Fork() const
{
    return CopyObject(Ptr<const MrcMixedSelector>(this));
}

MrcPath
MrcMixedSelector::Choose(uint32_t plane)
{
    const auto path = Recycle(plane);
    return path ? *path : MrcPenaltySelector::Choose(plane);
}

std::optional<MrcPath>
MrcMixedSelector::Recycle(uint32_t plane)
{
    Queue& queue = m_queues[plane];
    while (queue.used < queue.evs.size())
    {
        if (const auto path = FindActivePath(plane, queue.evs[queue.used++]))
        {
            return path;
        }
    }
    queue.evs.clear();
    queue.used = 0;
    return std::nullopt;
}

void
MrcMixedSelector::OnGood(uint32_t ev)
{
    const auto place = m_table->FindActive(ev);
    if (!place)
    {
        return;
    }
    Queue& queue = m_queues[place->plane];
    queue.used += queue.evs.size() - queue.used == m_maxRecycled ? 1 : 0;
    if (queue.used >= m_maxRecycled)
    {
        // at most once per MaxRecycled EVs, so moving the rest is cheap
        queue.evs.erase(queue.evs.begin(), queue.evs.begin() + queue.used);
        queue.used = 0;
    }
    queue.evs.push_back(ev);
}

} // namespace ns3
