/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// Losses in a row that retire an EV where congestion losses are not trimmed (5.7).
constexpr uint32_t UNTRIMMED_LOSSES_TO_RETIRE = 3;

/// How many EVs a plane has.
struct PlaneShare
{
    uint32_t count;  ///< all
    uint32_t active; ///< of these, active
};

/**
 * The rule of 3.5 for a plane: where there are fewer paths than EVs, every path has one EV, and
 * some of these may be kept as backups.
 * @param total EVs a plane should have
 * @param active of these, active
 * @param paths distinct paths
 * @param reserve share of scarce paths that is kept as backups
 * @return EVs it gets
 */
PlaneShare
SharePaths(uint32_t total, uint32_t active, uint32_t paths, double reserve)
{
    if (paths >= total)
    {
        return {total, active};
    }
    const uint32_t backups = std::min(total - active, static_cast<uint32_t>(paths * reserve));
    return {paths, std::min(active, paths - backups)};
}

/**
 * @param count how many
 * @param paths out of this many
 * @param rng source of randomness
 * @return that many distinct numbers below paths, in random order
 */
std::vector<uint16_t>
DrawUplinks(uint32_t count, uint32_t paths, const Ptr<UniformRandomVariable>& rng)
{
    std::vector<uint16_t> uplinks(paths);
    std::iota(uplinks.begin(), uplinks.end(), 0);
    for (uint32_t i = 0; i < count && i + 1 < paths; ++i)
    {
        std::swap(uplinks[i], uplinks[rng->GetInteger(i, paths - 1)]);
    }
    uplinks.resize(count);
    return uplinks;
}

/**
 * @param ev an EV
 * @return the EV with its port
 */
MrcPath
PathOf(uint32_t ev)
{
    return {ev, static_cast<uint8_t>(MrcEv::Plane(ev))};
}

/**
 * @param state a state
 * @return the same, as it is stored
 */
constexpr uint16_t
Code(MrcEvState state)
{
    return static_cast<uint16_t>(state);
}

/**
 * @param state a stored state
 * @return true if an EV in this state may carry data
 */
constexpr bool
IsUsable(uint16_t state)
{
    return state == Code(MrcEvState::GOOD) || state == Code(MrcEvState::SKIP);
}

} // namespace

void
MrcEvTable::Start(const MrcEvSetup& setup,
                  Ptr<const MrcEvParameters> parameters,
                  Ptr<UniformRandomVariable> rng)
{
    const uint32_t planes = setup.planes;
    NS_ABORT_MSG_IF(planes < 1 || planes > MrcEv::MAX_PLANES,
                    "an EV table needs 1 to " << MrcEv::MAX_PLANES << " planes, not " << planes);
    NS_ABORT_MSG_IF(setup.pathsPerPlane < 1 || setup.pathsPerPlane > MrcEv::MAX_PATHS,
                    "an EV table needs 1 to " << MrcEv::MAX_PATHS << " paths per plane, not "
                                              << setup.pathsPerPlane);
    const uint32_t total = parameters->evCount / planes;
    const uint32_t active = parameters->evActive / planes;
    NS_ABORT_MSG_IF(active < 1 || active > total || total > 256,
                    "EvActive " << parameters->evActive << " of EvCount " << parameters->evCount
                                << " over " << planes
                                << " planes: each needs 1 to 256 EVs, some of them active");

    m_parameters = parameters;
    m_rng = rng;
    m_paths = setup.pathsPerPlane;
    const PlaneShare share = SharePaths(total, active, m_paths, parameters->backupReserve);
    m_share = share.count;
    m_rto = setup.rto;
    m_skipMaxAge =
        Stamp(Tick::Ps(static_cast<int64_t>(setup.baseRtt.GetPs() * parameters->skipMaxAgeRtts)));
    const uint32_t derived = setup.trimming ? 1 : UNTRIMMED_LOSSES_TO_RETIRE;
    m_lossesToRetire = parameters->lossesToRetire ? parameters->lossesToRetire : derived;
    const Tick timeout = std::max(setup.baseRtt * 2 + setup.targetDelay * 4,
                                  Tick::Ps(parameters->probeMinTimeout.GetPicoSeconds()));
    m_prober.Start(parameters, timeout, rng);

    m_localUp = m_peerUp = (1U << planes) - 1;
    m_entries.resize(planes * m_share);
    m_slots.resize(planes * m_paths);
    m_planes.resize(planes);
    for (uint32_t p = 0; p < planes; ++p)
    {
        const auto uplinks = DrawUplinks(m_share, m_paths, rng);
        for (uint32_t i = 0; i < m_share; ++i)
        {
            m_entries[First(p) + i] = Entry{uplinks[i], Code(MrcEvState::GOOD), 0, 0, 0};
            m_slots[p * m_paths + uplinks[i]] = static_cast<uint8_t>(i);
        }
        m_planes[p].count = static_cast<uint16_t>(m_share);
        m_planes[p].active = m_planes[p].target = static_cast<uint16_t>(share.active);
        Recount(p);
    }
}

// Feedback

void
MrcEvTable::OnSack(Tick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    Entry& e = m_entries[index];
    e.losses = 0;
    if (verdict == MrcEvVerdict::NONE || !IsUsable(e.state))
    {
        return;
    }
    if (verdict == MrcEvVerdict::SKIP_ONCE)
    {
        Skip(now, index, m_parameters->skipTurnsEcn);
    }
    else
    {
        Retire(now, index);
    }
}

void
MrcEvTable::OnNack(Tick now, uint32_t ev, MrcNackReason reason)
{
    // other reasons speak of the receiver, not of the path
    if (reason != MrcNackReason::TRIMMED && reason != MrcNackReason::TRIMMED_LASTHOP)
    {
        return;
    }
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    Entry& e = m_entries[index];
    e.losses = 0; // the header came through
    if (reason == MrcNackReason::TRIMMED && IsUsable(e.state))
    {
        Skip(now, index, m_parameters->skipTurnsTrim);
    }
}

void
MrcEvTable::OnLoss(Tick now, uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index < 0 || !(GetUpPlanes() >> MrcEv::Plane(ev) & 1))
    {
        return;
    }
    Entry& e = m_entries[index];
    if (e.state == Code(MrcEvState::ASSUMED_BAD))
    {
        m_prober.RestartCount(ev);
        return;
    }
    if (!IsUsable(e.state))
    {
        return;
    }
    e.losses = static_cast<uint8_t>(std::min(e.losses + 1, 255));
    if (e.losses >= m_lossesToRetire)
    {
        Retire(now, index);
    }
    else
    {
        Skip(now, index, m_parameters->skipTurnsTrim);
    }
}

void
MrcEvTable::SetPortUp(uint32_t plane, bool local, bool up)
{
    NS_ASSERT_MSG(plane < m_planes.size(), "there is no plane " << plane);
    uint32_t& mask = local ? m_localUp : m_peerUp;
    mask = up ? mask | 1U << plane : mask & ~(1U << plane);
    Recount(plane);
    m_nextProbe = m_prober.Next(GetUpPlanes());
}

// Administration

void
MrcEvTable::Deny(uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index < 0 || m_entries[index].state == Code(MrcEvState::DENIED))
    {
        return;
    }
    m_prober.Remove(ev);
    m_nextProbe = m_prober.Next(GetUpPlanes());
    m_entries[index].state = Code(MrcEvState::DENIED);
    Withdraw(index);
}

void
MrcEvTable::Enable(uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index >= 0 && m_entries[index].state == Code(MrcEvState::DENIED))
    {
        Return(index);
    }
}

// Probing

std::optional<MrcPath>
MrcEvTable::PollProbe(Tick now, uint32_t readyPorts)
{
    if (now < m_nextProbe)
    {
        return std::nullopt;
    }
    const auto ev = m_prober.Poll(now, readyPorts & GetUpPlanes());
    m_nextProbe = m_prober.Next(GetUpPlanes());
    return ev ? std::optional<MrcPath>(PathOf(*ev)) : std::nullopt;
}

void
MrcEvTable::OnProbeSuccess(Tick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    if (m_entries[index].state != Code(MrcEvState::ASSUMED_BAD))
    {
        OnSack(now, ev, verdict);
        return;
    }
    const bool good = m_prober.OnAnswer(now, ev, verdict);
    m_nextProbe = m_prober.Next(GetUpPlanes());
    if (good)
    {
        // whatever the last verdict: the path works
        Return(index);
        ++m_restored;
        Report(RdmaEvent::Kind::EV_GOOD, ev);
    }
}

// For path selectors

std::optional<MrcPath>
MrcEvTable::GetOldestSkip(Tick now, uint32_t planes) const
{
    std::optional<MrcPath> oldest;
    uint32_t oldestAge = 0;
    for (uint32_t p = 0; p < m_planes.size(); ++p)
    {
        const uint32_t active = (planes >> p & 1) ? m_planes[p].active : 0;
        for (uint32_t i = 0; i < active; ++i)
        {
            const Entry& e = m_entries[First(p) + i];
            const uint32_t age = Stamp(now) - e.since;
            if (e.state == Code(MrcEvState::SKIP) && (!oldest || age > oldestAge))
            {
                oldest = PathOf(MrcEv::Pack(p, e.uplink));
                oldestAge = age;
            }
        }
    }
    return oldest;
}

std::optional<MrcPath>
MrcEvTable::TakeLastResort(Tick now, uint32_t readyPorts)
{
    if (now < m_nextLastResort)
    {
        return std::nullopt;
    }
    const auto ev = m_prober.GetLeastRecent(readyPorts & GetUpPlanes());
    if (ev)
    {
        m_nextLastResort = now + Tick::Ps(m_parameters->probeInterval.GetPicoSeconds());
    }
    return ev ? std::optional<MrcPath>(PathOf(*ev)) : std::nullopt;
}

std::optional<MrcPath>
MrcEvTable::TakeReverse(uint32_t plane)
{
    // without an open plane any port that has light will do
    const uint32_t planes = m_open ? m_open : GetUpPlanes();
    if (!planes)
    {
        return std::nullopt;
    }
    while (!(planes >> plane & 1))
    {
        plane = (plane + 1) % GetPlanes();
    }
    Plane& p = m_planes[plane];
    const uint32_t candidates = p.active ? p.active : p.count;
    p.reverse = static_cast<uint16_t>(p.reverse + 1U < candidates ? p.reverse + 1 : 0);
    return PathOf(MrcEv::Pack(plane, m_entries[First(plane) + p.reverse].uplink));
}

bool
MrcEvTable::PassOver(Tick now, uint32_t plane, Entry& e)
{
    const bool expired = Stamp(now) - e.since > m_skipMaxAge;
    if (expired || --e.turns == 0)
    {
        e.state = Code(MrcEvState::GOOD);
        ++m_planes[plane].good;
    }
    return expired;
}

// State changes

int32_t
MrcEvTable::Find(uint32_t ev) const
{
    const uint32_t plane = MrcEv::Plane(ev);
    const uint32_t uplink = MrcEv::Uplink(ev);
    if (plane >= m_planes.size() || uplink >= m_paths)
    {
        return -1;
    }
    const uint32_t index = First(plane) + m_slots[plane * m_paths + uplink];
    return m_entries[index].uplink == uplink ? static_cast<int32_t>(index) : -1;
}

void
MrcEvTable::Skip(Tick now, uint32_t index, uint32_t turns)
{
    Entry& e = m_entries[index];
    const uint32_t plane = index / m_share;
    const bool wasGood = e.state == Code(MrcEvState::GOOD);
    if (wasGood && index - First(plane) < m_planes[plane].active)
    {
        --m_planes[plane].good;
    }
    // a second, milder signal does not shorten the first
    e.turns = static_cast<uint8_t>(wasGood ? turns : std::max<uint32_t>(turns, e.turns));
    e.since = Stamp(now);
    e.state = Code(MrcEvState::SKIP);
    if (m_parameters->reportSkip)
    {
        Report(RdmaEvent::Kind::EV_SKIP, MrcEv::Pack(plane, e.uplink));
    }
}

void
MrcEvTable::Retire(Tick now, uint32_t index)
{
    if (!MayRetire(now, index))
    {
        ++m_minActiveHits;
        Skip(now, index, m_parameters->skipTurnsTrim);
        return;
    }
    Entry& e = m_entries[index];
    const uint32_t plane = index / m_share;
    const uint32_t ev = MrcEv::Pack(plane, e.uplink);
    if (m_planes[plane].usable == 1)
    {
        m_suspect |= 1U << plane;
    }
    e.state = Code(MrcEvState::ASSUMED_BAD);
    ++m_retired;
    m_prober.Add(now, ev);
    m_nextProbe = m_prober.Next(GetUpPlanes());
    Report(RdmaEvent::Kind::EV_BAD, ev);
    Withdraw(index);
}

bool
MrcEvTable::MayRetire(Tick now, uint32_t index) const
{
    const uint32_t plane = index / m_share;
    uint32_t usable = 0;
    for (uint32_t p = 0; p < m_planes.size(); ++p)
    {
        usable += (GetUpPlanes() >> p & 1) ? m_planes[p].usable : 0;
    }
    if (usable <= m_parameters->evMinActive)
    {
        return false;
    }
    return m_planes[plane].usable > 1 || IsPlaneDead(now, index);
}

bool
MrcEvTable::IsPlaneDead(Tick now, uint32_t index) const
{
    if (m_entries[index].losses >= m_parameters->planeSuspectLosses)
    {
        return true;
    }
    const uint32_t plane = index / m_share;
    uint32_t failedTogether = 0;
    for (uint32_t i = First(plane); i < First(plane) + m_planes[plane].count; ++i)
    {
        if (m_entries[i].state == Code(MrcEvState::ASSUMED_BAD))
        {
            const auto retiredAt = m_prober.GetRetiredAt(MrcEv::Pack(plane, m_entries[i].uplink));
            if (now - *retiredAt > m_rto)
            {
                return false;
            }
            ++failedTogether;
        }
    }
    return failedTogether > 0;
}

void
MrcEvTable::Withdraw(uint32_t index)
{
    const uint32_t plane = index / m_share;
    Plane& p = m_planes[plane];
    if (index - First(plane) < p.active)
    {
        const int32_t backup = ChooseBackup(plane);
        const uint32_t ev = MrcEv::Pack(plane, m_entries[index].uplink);
        if (backup >= 0)
        {
            Report(RdmaEvent::Kind::EV_REPLACED, ev, MrcEv::Pack(plane, m_entries[backup].uplink));
            Swap(index, backup);
        }
        else
        {
            Swap(index, First(plane) + p.active - 1);
            --p.active;
        }
    }
    Recount(plane);
}

int32_t
MrcEvTable::ChooseBackup(uint32_t plane)
{
    const Plane& p = m_planes[plane];
    for (const auto state : {MrcEvState::GOOD, MrcEvState::SKIP})
    {
        const auto matches = [&](const Entry& e) { return e.state == Code(state); };
        const auto begin = m_entries.begin() + First(plane) + p.active;
        const auto end = m_entries.begin() + First(plane) + p.count;
        const auto found = static_cast<uint32_t>(std::count_if(begin, end, matches));
        if (found)
        {
            auto it = std::find_if(begin, end, matches);
            for (uint32_t n = m_rng->GetInteger(0, found - 1); n > 0; --n)
            {
                it = std::find_if(it + 1, end, matches);
            }
            return static_cast<int32_t>(it - m_entries.begin());
        }
    }
    return -1;
}

void
MrcEvTable::Return(uint32_t index)
{
    const uint32_t plane = index / m_share;
    Plane& p = m_planes[plane];
    m_entries[index].state = Code(MrcEvState::GOOD);
    m_entries[index].losses = 0;
    m_suspect &= ~(1U << plane);
    if (p.active < p.target)
    {
        Swap(index, First(plane) + p.active);
        ++p.active;
    }
    Recount(plane);
}

void
MrcEvTable::Swap(uint32_t i, uint32_t j)
{
    const uint32_t plane = i / m_share;
    std::swap(m_entries[i], m_entries[j]);
    m_slots[plane * m_paths + m_entries[i].uplink] = static_cast<uint8_t>(i - First(plane));
    m_slots[plane * m_paths + m_entries[j].uplink] = static_cast<uint8_t>(j - First(plane));
}

void
MrcEvTable::Recount(uint32_t plane)
{
    Plane& p = m_planes[plane];
    p.good = 0;
    p.usable = 0;
    for (uint32_t i = 0; i < p.count; ++i)
    {
        const uint16_t state = m_entries[First(plane) + i].state;
        p.usable += IsUsable(state);
        p.good += i < p.active && state == Code(MrcEvState::GOOD);
    }
    const uint32_t bit = 1U << plane;
    const bool open = (GetUpPlanes() & bit) && p.active > 0;
    m_open = open ? m_open | bit : m_open & ~bit;
}

// What others may know

std::optional<MrcEvState>
MrcEvTable::GetState(uint32_t ev) const
{
    const int32_t index = Find(ev);
    return index < 0 ? std::nullopt
                     : std::optional<MrcEvState>(static_cast<MrcEvState>(m_entries[index].state));
}

std::vector<uint32_t>
MrcEvTable::GetEvs(uint32_t plane) const
{
    std::vector<uint32_t> evs;
    for (uint32_t i = 0; i < m_planes[plane].count; ++i)
    {
        evs.push_back(MrcEv::Pack(plane, m_entries[First(plane) + i].uplink));
    }
    return evs;
}

bool
MrcEvTable::PollEvent(RdmaEvent& event)
{
    if (m_eventsTaken == m_events.size())
    {
        return false;
    }
    event = m_events[m_eventsTaken++];
    if (m_eventsTaken == m_events.size())
    {
        m_events.clear();
        m_eventsTaken = 0;
    }
    return true;
}

void
MrcEvTable::Report(RdmaEvent::Kind kind, uint32_t ev, uint64_t detail)
{
    RdmaEvent event;
    event.kind = kind;
    event.port = static_cast<uint8_t>(MrcEv::Plane(ev));
    event.entropy = ev;
    event.detail = detail;
    m_events.push_back(event);
}

} // namespace ns3
