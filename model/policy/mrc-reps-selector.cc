/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reps-selector.h"

#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcRepsSelector");

NS_OBJECT_ENSURE_REGISTERED(MrcRepsSelector);

TypeId
MrcRepsSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcRepsSelector")
            .SetParent<MrcPathSelector>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcRepsSelector>()
            .AddAttribute("RingSize",
                          "EVs of unmarked SACKs that are stored, per plane",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MrcRepsSelector::m_ringSize),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("ExplorePackets",
                          "Packets of a plane that draw their EV at random after a freeze",
                          UintegerValue(16),
                          MakeUintegerAccessor(&MrcRepsSelector::m_explorePackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FreezeTime",
                          "Time after a loss in which only stored EVs are used; the default is the "
                          "interval of the probes of a bad EV in MRC",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&MrcRepsSelector::m_freezeTime),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

Ptr<MrcPathSelector>
MrcRepsSelector::Fork() const
{
    return CopyObject(Ptr<const MrcRepsSelector>(this));
}

void
MrcRepsSelector::DoStart()
{
    m_rotation.Start(m_table->GetPlanes(), m_rng);
}

std::optional<MrcPath>
MrcRepsSelector::GetSendParams(RdmaTick /* now */, uint32_t readyPorts)
{
    const auto plane = m_rotation.TakePlane(readyPorts & m_table->GetOpenPlanes());
    return plane ? std::optional<MrcPath>(Choose(*plane)) : std::nullopt;
}

MrcPath
MrcRepsSelector::Choose(uint32_t plane)
{
    Ring& ring = m_rings[plane];
    if (ring.explore > 0)
    {
        --ring.explore;
    }
    else if (const auto path = Recycle(plane, ring))
    {
        return *path;
    }
    const uint32_t last = m_table->GetActiveCount(plane) - 1;
    return m_table->GetActivePath(plane, m_rng->GetInteger(0, last));
}

std::optional<MrcPath>
MrcRepsSelector::Recycle(uint32_t plane, Ring& ring) const
{
    const auto size = static_cast<uint32_t>(ring.evs.size());
    while (ring.fresh > 0)
    {
        const uint32_t oldest = (ring.next + size - ring.fresh--) % size;
        if (const auto path = FindActivePath(plane, ring.evs[oldest]))
        {
            return path;
        }
    }
    for (uint32_t tries = 0; ring.frozen && tries < size; ++tries)
    {
        if (const auto path = FindActivePath(plane, ring.evs[ring.reused++ % size]))
        {
            return path;
        }
    }
    return std::nullopt;
}

void
MrcRepsSelector::OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    const auto place = m_table->FindActive(ev);
    if (verdict != MrcEvVerdict::NONE || !place)
    {
        return;
    }
    Ring& ring = m_rings[place->plane];
    if (ring.frozen && now >= ring.frozenAt + ToRdmaTick(m_freezeTime))
    {
        NS_LOG_INFO("plane " << +place->plane << " explores again, with " << m_explorePackets
                             << " packets");
        ring = Ring();
        ring.explore = m_explorePackets;
    }
    if (ring.evs.size() < m_ringSize)
    {
        ring.evs.push_back(ev);
        ++ring.fresh;
        return;
    }
    ring.evs[ring.next] = ev;
    ring.next = (ring.next + 1) % m_ringSize;
    ring.fresh += ring.fresh < m_ringSize ? 1 : 0;
}

void
MrcRepsSelector::OnNack(RdmaTick /* now */, uint32_t /* ev */, MrcNackReason /* reason */)
{
}

void
MrcRepsSelector::OnLoss(RdmaTick now, uint32_t ev)
{
    const auto place = m_table->FindActive(ev);
    if (!place || !m_table->IsTrimming())
    {
        return;
    }
    Ring& ring = m_rings[place->plane];
    if (!ring.frozen && ring.explore == 0)
    {
        NS_LOG_INFO("plane " << +place->plane << " explores no more: EV " << ev
                             << " lost a packet, " << ring.evs.size() << " EVs are reused");
        ring.frozen = true;
        ring.frozenAt = now;
    }
}

} // namespace ns3
