/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reverse-evs.h"

#include <algorithm>
#include <utility>

namespace ns3
{

MrcReverseEvs::MrcReverseEvs(const MrcEvTable& table,
                             RdmaTick rtt,
                             Ptr<UniformRandomVariable> rng,
                             bool hear)
    : MrcEvRotation(&table),
      m_table(table),
      m_rtt(rtt),
      m_rng(rng),
      m_hear(hear)
{
    m_probed.fill(NO_EV);
}

std::optional<MrcPath>
MrcReverseEvs::GetHeard() const
{
    const auto place = m_hear ? m_table.FindActive(m_heard) : std::nullopt;
    const bool usable = place && (m_table.GetUpPlanes() >> place->plane & 1);
    return usable ? m_table.FindPath(m_heard) : std::nullopt;
}

void
MrcReverseEvs::NoteLonger(uint32_t ev)
{
    const uint32_t plane = MrcEv::Plane(ev) % MrcEv::MAX_PLANES;
    const bool longer = m_table.IsLonger(ev);
    m_heardLonger = longer ? m_heardLonger | 1U << plane : m_heardLonger & ~(1U << plane);
    m_longer[plane] = ev;
}

std::optional<MrcPath>
MrcReverseEvs::GetLonger(uint32_t plane) const
{
    const uint32_t own = plane == ANY_PLANE ? MrcEv::Plane(m_heard) % MrcEv::MAX_PLANES : plane;
    if (!(m_heardLonger & m_table.GetOpenPlanes() & 1U << own))
    {
        return std::nullopt;
    }
    return MrcPath{m_longer[own], static_cast<uint8_t>(own)};
}

std::optional<MrcPath>
MrcReverseEvs::DrawActive(uint32_t avoid) const
{
    const uint32_t open = m_table.GetOpenPlanes();
    if (!open)
    {
        return std::nullopt;
    }
    uint32_t planes = (open & ~avoid) != 0 ? open & ~avoid : open;
    const auto count = static_cast<uint32_t>(__builtin_popcount(planes));
    for (uint32_t n = m_rng->GetInteger(0, count - 1); n > 0; --n)
    {
        planes &= planes - 1;
    }
    const auto plane = static_cast<uint32_t>(__builtin_ctz(planes));
    return m_table.GetActivePath(plane, m_rng->GetInteger(0, m_table.GetActiveCount(plane) - 1));
}

void
MrcReverseEvs::Remember(uint32_t ev)
{
    const std::optional<MrcEvPlace> place = m_table.FindActive(ev);
    if (!place || !(m_table.GetUpPlanes() >> place->plane & 1))
    {
        return;
    }
    Proofs& p = m_proofs[place->plane];
    if (std::find(p.evs.begin(), p.evs.begin() + p.count, ev) != p.evs.begin() + p.count)
    {
        return;
    }
    p.evs[p.next] = ev;
    p.next = (p.next + 1) % Proofs::SIZE;
    p.count = std::min<uint8_t>(p.count + 1, Proofs::SIZE);
    const bool enough =
        p.count >= std::min<uint32_t>(Proofs::SIZE, m_table.GetActiveCount(place->plane));
    m_known |= enough ? 1U << place->plane : 0;
}

void
MrcReverseEvs::OnReliabilityProbe(uint32_t plane)
{
    m_doubted |= 1U << plane;
    m_known &= ~(1U << plane);
    m_proofs[plane].count = 0;
    m_proofs[plane].next = 0;
    m_received = PACKETS_PER_PROBE;
}

std::optional<MrcPath>
MrcReverseEvs::PollProbe()
{
    if (!m_probeDue)
    {
        return std::nullopt;
    }
    m_probeDue = false;
    if (GetLonger(ANY_PLANE))
    {
        return std::nullopt; // answers take it, without a proof
    }
    const std::optional<MrcPath> heard = GetHeard();
    return heard ? heard : DrawActive();
}

std::optional<MrcPath>
MrcReverseEvs::Take(uint32_t plane)
{
    if (plane == SAME_PATH && m_answered)
    {
        // with separate paths it would always take the other one of two planes
        return std::exchange(m_answered, std::nullopt);
    }
    if (m_heardLonger != 0 && plane <= ANY_PLANE)
    {
        if (const std::optional<MrcPath> longer = GetLonger(plane))
        {
            m_answered = plane == ANY_PLANE ? longer : m_answered;
            return longer;
        }
    }
    if (plane >= ANY_PLANE)
    {
        m_answered = TakeForProbe();
        return m_answered;
    }
    if (!(m_doubted >> plane & 1))
    {
        return TakeNext(plane);
    }
    if (m_checked != m_table.GetChanges())
    {
        Check();
    }
    const uint32_t planes = m_table.GetPlanes();
    for (uint32_t i = 0, p = plane; i < planes; ++i, p = p + 1 < planes ? p + 1 : 0)
    {
        if (m_proofs[p].count != 0)
        {
            return TakeProved(p);
        }
        if (m_table.GetOpenPlanes() & ~m_doubted & 1U << p)
        {
            return TakeNext(p);
        }
    }
    const std::optional<MrcPath> heard = GetHeard();
    return heard ? heard : TakeNext(plane);
}

std::optional<MrcPath>
MrcReverseEvs::TakeEcho()
{
    const auto again = std::find(m_probed.begin(), m_probed.end(), m_heard);
    if (again != m_probed.end())
    {
        *again = NO_EV;
        return GetHeard();
    }
    m_probed[m_nextProbed] = m_heard;
    m_nextProbed = (m_nextProbed + 1) % m_probed.size();
    return std::nullopt;
}

std::optional<MrcPath>
MrcReverseEvs::TakeForProbe()
{
    std::optional<MrcPath> path = TakeEcho();
    path = path ? path : DrawActive(m_probeAnswered);
    m_probeAnswered = path ? 1U << path->port : 0;
    return path ? path : TakeNext(0);
}

MrcPath
MrcReverseEvs::TakeProved(uint32_t plane)
{
    Proofs& p = m_proofs[plane];
    p.turn = static_cast<uint8_t>(p.turn + 1 < p.count ? p.turn + 1 : 0);
    return MrcPath{p.evs[p.turn], static_cast<uint8_t>(plane)};
}

void
MrcReverseEvs::Check()
{
    m_checked = m_table.GetChanges();
    for (uint32_t plane = 0; plane < m_table.GetPlanes(); ++plane)
    {
        Proofs& p = m_proofs[plane];
        const bool up = m_table.GetUpPlanes() >> plane & 1;
        const auto isUseless = [&](uint32_t ev) {
            const std::optional<MrcEvPlace> place = m_table.FindActive(ev);
            return !up || !place || place->plane != plane;
        };
        const auto end = std::remove_if(p.evs.begin(), p.evs.begin() + p.count, isUseless);
        p.count = static_cast<uint8_t>(end - p.evs.begin());
        p.next = p.count % Proofs::SIZE;
        m_known &= p.count != 0 ? ~0U : ~(1U << plane);
    }
}

} // namespace ns3
