/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

/// Losses in a row that retire an EV where congestion losses are not trimmed (mrc reference, 5.7).
constexpr uint32_t UNTRIMMED_LOSSES_TO_RETIRE = 3;

/** @return true if an EV in this state may carry data */
constexpr bool
IsUsable(MrcEvState state)
{
    return state == MrcEvState::GOOD || state == MrcEvState::SKIP;
}

} // namespace

void
MrcEvTable::Start(const MrcEvSetup& setup,
                  Ptr<const MrcEvParameters> parameters,
                  Ptr<UniformRandomVariable> rng)
{
    const bool given = !setup.paths.empty();
    m_parameters = parameters;
    m_rng = rng;
    m_minActive = setup.minActive.value_or(parameters->evMinActive);
    m_skipMaxAge = Stamp(
        RdmaTick::Ps(static_cast<int64_t>(setup.baseRtt.GetPs() * parameters->skipMaxAgeRtts)));
    m_trimming = setup.trimming;
    const uint32_t derived = setup.trimming ? 1 : UNTRIMMED_LOSSES_TO_RETIRE;
    m_lossRetiresEv =
        static_cast<uint8_t>(parameters->lossRetiresEv ? parameters->lossRetiresEv : derived);
    Fill(given ? ArrangeMrcEvs(setup) : DrawMrcEvs(setup, *parameters, rng));
    const RdmaTick timeout = std::max(setup.baseRtt * 2 + setup.targetDelay * 4,
                                      RdmaTick::Ps(parameters->probeMinTimeout.GetPicoSeconds()));
    m_prober.Start(parameters,
                   timeout,
                   rng,
                   setup.probeBudget ? setup.probeBudget : std::make_shared<MrcProbeBudget>());
    for (const uint32_t ev : setup.denied)
    {
        Deny(ev);
    }
    for (const uint32_t ev : setup.assumedBad)
    {
        AssumeBad(RdmaTick{}, ev); // the first probe leaves soon
    }
    m_events = {}; // so it was from the start
}

void
MrcEvTable::Fill(const std::vector<MrcEvShare>& shares)
{
    const auto planes = static_cast<uint32_t>(shares.size());
    m_localUp = m_peerUp = (1U << planes) - 1;
    NS_ASSERT_MSG(planes <= m_planes.size(), planes << " planes");
    m_nPlanes = planes;
    for (uint32_t p = 0; p < planes; ++p)
    {
        m_populated |= shares[p].evs.empty() ? 0 : 1U << p;
        m_planes[p].first = static_cast<uint16_t>(m_entries.size());
        m_planes[p].count = static_cast<uint16_t>(shares[p].evs.size());
        m_planes[p].active = m_planes[p].target = static_cast<uint16_t>(shares[p].active);
        for (const uint32_t ev : shares[p].evs)
        {
            m_entries.push_back(
                Entry{ev, 0, static_cast<uint8_t>(p & 15), MrcEvState::GOOD, 0, 0, 0});
        }
        Recount(p);
    }
    m_entries.shrink_to_fit();
    Index();
}

void
MrcEvTable::Index()
{
    m_indexShift = 31;
    while ((1U << (32 - m_indexShift)) < 2 * m_entries.size())
    {
        --m_indexShift;
    }
    const uint32_t mask = (1U << (32 - m_indexShift)) - 1;
    m_index.assign(mask + 1, FREE);
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        const uint32_t ev = m_entries[i].ev;
        uint32_t at = Hash(ev);
        while (m_index[at] != FREE)
        {
            const uint32_t other = m_index[at];
            NS_ABORT_MSG_IF(m_entries[other].ev == ev,
                            "EV " << ev << " of port " << m_entries[i].port + 1U
                                  << " is given twice, first for port "
                                  << m_entries[other].port + 1U
                                  << ": a SACK echoes the value alone, so it must be unique");
            at = (at + 1) & mask;
        }
        m_index[at] = static_cast<uint16_t>(i);
    }
}

// Feedback

void
MrcEvTable::OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    Entry& e = m_entries[index];
    e.losses = 0;
    m_lossBudget = std::min<uint8_t>(m_lossBudget + 2, MAX_LOSS_BUDGET);
    const bool marked = verdict == MrcEvVerdict::SKIP_ONCE;
    const bool stands = NoteMark(index, marked);
    if (e.state == MrcEvState::ASSUMED_BAD && verdict != MrcEvVerdict::ALWAYS_SKIP)
    {
        EndTrialIfAny(now, index);
    }
    else if (verdict == MrcEvVerdict::ALWAYS_SKIP && IsUsable(e.state))
    {
        Retire(now, index);
    }
    else if (marked && stands && IsUsable(e.state))
    {
        Skip(now, index, m_parameters->skipTurnsEcn);
    }
}

void
MrcEvTable::OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason)
{
    // other reasons speak of the receiver, not of the path
    if (reason != MrcNackReason::TRIMMED && reason != MrcNackReason::TRIMMED_LASTHOP)
    {
        return;
    }
    m_lastTrim = now;
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    Entry& e = m_entries[index];
    e.losses = 0; // the header came through
    if (e.state == MrcEvState::ASSUMED_BAD)
    {
        EndTrialIfAny(now, index);
        return;
    }
    if (reason == MrcNackReason::TRIMMED && NoteMark(index, true) && IsUsable(e.state))
    {
        Skip(now, index, m_parameters->skipTurnsTrim);
    }
}

bool
MrcEvTable::NoteMark(uint32_t index, bool marked)
{
    Entry& e = m_entries[index];
    Plane& p = m_planes[e.port];
    if (!marked && (e.marks | p.marks) == 0)
    {
        return false; // nothing to smooth, and no skip to decide about
    }
    const bool choice = p.good > std::max<uint32_t>(2, p.active / 2);
    const bool stands = choice || e.marks * 256 >= m_parameters->skipMarkRatio * p.marks;
    const int32_t target = marked ? 255 : 0;
    // Rounded away from zero, or shares would never reach their ends.
    const int32_t step = target - e.marks;
    e.marks = static_cast<uint8_t>(e.marks + (step + (step > 0 ? 7 : -7)) / 8);
    const int32_t turns = 8 * std::max<int32_t>(p.active, 1);
    p.marks = static_cast<uint16_t>(p.marks + (target * 256 - p.marks) / turns);
    return stands;
}

void
MrcEvTable::OnLoss(RdmaTick now, uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index < 0 || !(GetUpPlanes() >> m_entries[index].port & 1))
    {
        return;
    }
    Entry& e = m_entries[index];
    if (e.state == MrcEvState::ASSUMED_BAD)
    {
        m_prober.RestartCount(ev);
        return;
    }
    if (!IsUsable(e.state))
    {
        return;
    }
    e.losses = static_cast<uint8_t>(std::min(e.losses + 1, 255));
    // One loss per time-out is blamed on its path in any case: where nothing arrives because the
    // paths in use are dead, nothing would ever change.
    const bool overdue = m_parameters->doubtAfterRto && Stamp(now) - m_lastBlamed >= Stamp(m_rto);
    const bool blamed = m_lossBudget != 0 || overdue || m_parameters->lossTrial == 0;
    m_lossBudget -= m_lossBudget != 0 ? 1 : 0;
    m_lastBlamed = blamed ? Stamp(now) : m_lastBlamed;
    if (blamed && e.losses >= GetLossesToSuspect(now))
    {
        Suspect(now, index);
    }
    else
    {
        Skip(now, index, m_parameters->skipTurnsTrim);
    }
}

void
MrcEvTable::SetPortUp(uint32_t plane, bool local, bool up)
{
    NS_ASSERT_MSG(plane < m_nPlanes, "there is no plane " << plane);
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
    if (index >= 0 && m_entries[index].state != MrcEvState::DENIED)
    {
        MakeDenied(index);
    }
}

void
MrcEvTable::Enable(uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index >= 0 && m_entries[index].state == MrcEvState::DENIED)
    {
        Report(RdmaEvent::Kind::EV_ENABLED, index);
        Return(index);
    }
}

void
MrcEvTable::AssumeBad(RdmaTick now, uint32_t ev)
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    if (m_entries[index].state != MrcEvState::ASSUMED_BAD)
    {
        MakeBad(now, index);
    }
    else if (m_prober.IsOnTrial(ev))
    {
        m_prober.ConfirmBad(now, ev);
        CountRetired(ev);
        m_nextProbe = m_prober.Next(GetUpPlanes());
    }
}

bool
MrcEvTable::Replace(RdmaTick now, uint32_t ev, uint32_t value, MrcEvState state)
{
    NS_ASSERT_MSG(state != MrcEvState::SKIP, "a controller cannot ask for SKIP");
    const int32_t index = Find(ev);
    if (index < 0 || (value != ev && Find(value) >= 0))
    {
        return false;
    }
    Report(RdmaEvent::Kind::EV_CHANGED, index, value);
    m_prober.Remove(ev);
    Entry& e = m_entries[index];
    e.ev = value;
    e.losses = 0;
    Index();
    switch (state)
    {
    case MrcEvState::DENIED:
        MakeDenied(index);
        break;
    case MrcEvState::ASSUMED_BAD:
        MakeBad(now, index);
        break;
    default:
        if (IsUsable(e.state))
        {
            e.state = MrcEvState::GOOD;
            Recount(e.port);
        }
        else
        {
            Return(index);
        }
    }
    m_nextProbe = m_prober.Next(GetUpPlanes());
    return true;
}

void
MrcEvTable::Stop()
{
    m_prober.Clear();
    m_nextProbe = RdmaTick::Max();
}

void
MrcEvTable::Rest()
{
    if (!m_parameters->probeIdle)
    {
        m_prober.Rest();
        m_nextProbe = m_prober.Next(GetUpPlanes());
    }
}

void
MrcEvTable::Resume(RdmaTick now)
{
    m_prober.Resume(now);
    m_nextProbe = m_prober.Next(GetUpPlanes());
}

// Probing

std::optional<MrcPath>
MrcEvTable::PollProbe(RdmaTick now, uint32_t readyPorts)
{
    if (now < m_nextProbe)
    {
        return std::nullopt;
    }
    const uint32_t planes = readyPorts & GetUpPlanes();
    auto path = m_prober.Poll(now, planes);
    while (!path && m_prober.Next(planes) <= now)
    {
        path = m_prober.Poll(now, planes); // a probe was given up: it is the next one's turn
    }
    while (const auto convicted = m_prober.TakeConfirmedBad())
    {
        CountRetired(*convicted);
    }
    m_nextProbe = m_prober.Next(GetUpPlanes());
    return path;
}

void
MrcEvTable::OnProbeSuccess(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return;
    }
    if (m_entries[index].state != MrcEvState::ASSUMED_BAD)
    {
        OnSack(now, ev, verdict);
        return;
    }
    const bool trial = m_prober.IsOnTrial(ev);
    if (trial && verdict == MrcEvVerdict::ALWAYS_SKIP)
    {
        AssumeBad(now, ev);
        return;
    }
    const bool good = m_prober.OnAnswer(now, ev, verdict);
    m_nextProbe = m_prober.Next(GetUpPlanes());
    if (good)
    {
        // whatever the last verdict: the path works
        Return(index);
    }
    if (good && !trial)
    {
        ++m_restored;
        Report(RdmaEvent::Kind::EV_GOOD, m_index[FindPlace(ev)]);
    }
}

// For path selectors

std::optional<MrcEvPlace>
MrcEvTable::FindActive(uint32_t ev) const
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return std::nullopt;
    }
    const uint32_t plane = m_entries[index].port;
    const uint32_t position = index - m_planes[plane].first;
    return position < m_planes[plane].active ? std::optional<MrcEvPlace>({plane, position})
                                             : std::nullopt;
}

std::optional<MrcPath>
MrcEvTable::GetOldestSkip(RdmaTick now, uint32_t planes) const
{
    std::optional<MrcPath> oldest;
    uint32_t oldestAge = 0;
    for (uint32_t p = 0; p < m_nPlanes; ++p)
    {
        const uint32_t active = (planes >> p & 1) ? m_planes[p].active : 0;
        for (uint32_t i = 0; i < active; ++i)
        {
            const Entry& e = m_entries[m_planes[p].first + i];
            const uint32_t age = Stamp(now) - e.since;
            if (e.state == MrcEvState::SKIP && (!oldest || age > oldestAge))
            {
                oldest = MrcPath{e.ev, e.port};
                oldestAge = age;
            }
        }
    }
    return oldest;
}

std::optional<MrcPath>
MrcEvTable::TakeLastResort(RdmaTick now, uint32_t readyPorts)
{
    if (now < m_nextLastResort)
    {
        return std::nullopt;
    }
    const auto path = m_prober.GetLeastRecent(readyPorts & GetUpPlanes());
    if (path)
    {
        m_nextLastResort = now + RdmaTick::Ps(m_parameters->probeInterval.GetPicoSeconds());
    }
    return path;
}

std::optional<MrcPath>
MrcEvTable::TakeReverse(uint32_t plane)
{
    // without an open plane any port that has light will do
    const uint32_t planes = m_open ? m_open : GetUpPlanes() & m_populated;
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
    return PathAt(p.first + p.reverse);
}

bool
MrcEvTable::PassOver(RdmaTick now, Entry& e)
{
    const bool expired = Stamp(now) - e.since > m_skipMaxAge;
    if (expired || --e.turns == 0)
    {
        e.state = MrcEvState::GOOD;
        ++m_planes[e.port].good;
    }
    return expired;
}

// State changes

uint32_t
MrcEvTable::FindPlace(uint32_t ev) const
{
    const auto mask = static_cast<uint32_t>(m_index.size() - 1);
    uint32_t at = Hash(ev);
    while (m_index[at] != FREE && m_entries[m_index[at]].ev != ev)
    {
        at = (at + 1) & mask;
    }
    return at;
}

int32_t
MrcEvTable::Find(uint32_t ev) const
{
    const uint16_t index = m_index[FindPlace(ev)];
    return index == FREE ? -1 : index;
}

void
MrcEvTable::Skip(RdmaTick now, uint32_t index, uint32_t turns)
{
    Entry& e = m_entries[index];
    const uint32_t plane = m_entries[index].port;
    const bool wasGood = e.state == MrcEvState::GOOD;
    if (wasGood && index - m_planes[plane].first < m_planes[plane].active)
    {
        --m_planes[plane].good;
    }
    // a second, milder signal does not shorten the first
    e.turns = static_cast<uint8_t>(wasGood ? turns : std::max<uint32_t>(turns, e.turns));
    e.since = Stamp(now);
    e.state = MrcEvState::SKIP;
    if (m_parameters->reportSkip)
    {
        Report(RdmaEvent::Kind::EV_SKIP, index);
    }
}

void
MrcEvTable::Retire(RdmaTick now, uint32_t index)
{
    if (!MayRetire(now, index))
    {
        ++m_minActiveHits;
        Skip(now, index, m_parameters->skipTurnsTrim);
        return;
    }
    MakeBad(now, index);
}

void
MrcEvTable::Suspect(RdmaTick now, uint32_t index)
{
    if (m_parameters->lossTrial == 0 || !MayRetire(now, index))
    {
        Retire(now, index);
        return;
    }
    Suspend(now, index, true);
}

void
MrcEvTable::MakeBad(RdmaTick now, uint32_t index)
{
    CountRetired(m_entries[index].ev);
    Suspend(now, index, false);
}

void
MrcEvTable::Suspend(RdmaTick now, uint32_t index, bool trial)
{
    Entry& e = m_entries[index];
    if (IsUsable(e.state) && m_planes[e.port].usable == 1)
    {
        m_suspect |= 1U << e.port;
    }
    e.state = MrcEvState::ASSUMED_BAD;
    if (trial)
    {
        m_prober.Try(now, PathAt(index));
    }
    else
    {
        m_prober.Add(now, PathAt(index));
    }
    m_nextProbe = m_prober.Next(GetUpPlanes());
    Withdraw(index);
}

void
MrcEvTable::EndTrialIfAny(RdmaTick now, uint32_t index)
{
    const uint32_t ev = m_entries[index].ev;
    if (m_prober.IsOnTrial(ev))
    {
        m_prober.EndTrial(now, ev);
        m_nextProbe = m_prober.Next(GetUpPlanes());
        Return(index);
    }
}

void
MrcEvTable::CountRetired(uint32_t ev)
{
    ++m_retired;
    Report(RdmaEvent::Kind::EV_BAD, m_index[FindPlace(ev)]);
}

void
MrcEvTable::MakeDenied(uint32_t index)
{
    Entry& e = m_entries[index];
    m_prober.Remove(e.ev);
    m_nextProbe = m_prober.Next(GetUpPlanes());
    e.state = MrcEvState::DENIED;
    Report(RdmaEvent::Kind::EV_DENIED, index);
    Withdraw(index);
}

bool
MrcEvTable::MayRetire(RdmaTick now, uint32_t index) const
{
    const uint32_t plane = m_entries[index].port;
    uint32_t usable = 0;
    for (uint32_t p = 0; p < m_nPlanes; ++p)
    {
        usable += (GetUpPlanes() >> p & 1) ? m_planes[p].usable : 0;
    }
    if (usable <= m_minActive)
    {
        return false;
    }
    return m_planes[plane].usable > 1 || IsPlaneDead(now, index);
}

bool
MrcEvTable::IsPlaneDead(RdmaTick now, uint32_t index) const
{
    if (m_entries[index].losses >= m_parameters->planeSuspectLosses)
    {
        return true;
    }
    const uint32_t plane = m_entries[index].port;
    uint32_t failedTogether = 0;
    for (uint32_t i = m_planes[plane].first; i < m_planes[plane].first + m_planes[plane].count; ++i)
    {
        if (m_entries[i].state == MrcEvState::ASSUMED_BAD)
        {
            const auto retiredAt = m_prober.GetRetiredAt(m_entries[i].ev);
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
    const uint32_t plane = m_entries[index].port;
    Plane& p = m_planes[plane];
    if (index - m_planes[plane].first < p.active)
    {
        const int32_t backup = m_parameters->samePlaneBackup ? ChooseBackup(plane) : -1;
        if (backup >= 0)
        {
            Report(RdmaEvent::Kind::EV_REPLACED, index, m_entries[backup].ev);
            Swap(index, backup);
        }
        else
        {
            const uint32_t last = m_planes[plane].first + p.active - 1;
            Swap(index, last);
            --p.active;
            if (!m_parameters->samePlaneBackup)
            {
                Substitute(last);
            }
        }
    }
    Recount(plane);
}

void
MrcEvTable::Substitute(uint32_t index)
{
    std::array<int32_t, MrcEv::MAX_PLANES> backups{};
    uint32_t count = 0;
    for (uint32_t plane = 0; plane < m_nPlanes; ++plane)
    {
        const int32_t backup = GetUpPlanes() >> plane & 1 ? ChooseBackup(plane) : -1;
        if (backup >= 0)
        {
            backups[count++] = backup;
        }
    }
    if (count == 0)
    {
        return;
    }
    const auto backup = static_cast<uint32_t>(backups[m_rng->GetInteger(0, count - 1)]);
    Report(RdmaEvent::Kind::EV_REPLACED, index, m_entries[backup].ev);
    Plane& p = m_planes[m_entries[backup].port];
    const uint32_t plane = m_entries[backup].port;
    Swap(backup, p.first + p.active);
    ++p.active;
    Recount(plane);
}

bool
MrcEvTable::IsShort(uint32_t plane) const
{
    if (m_parameters->samePlaneBackup)
    {
        return m_planes[plane].active < m_planes[plane].target;
    }
    int32_t missing = 0;
    for (uint32_t p = 0; p < m_nPlanes; ++p)
    {
        missing += m_planes[p].target - m_planes[p].active;
    }
    return missing > 0;
}

int32_t
MrcEvTable::ChooseBackup(uint32_t plane)
{
    const Plane& p = m_planes[plane];
    for (const auto state : {MrcEvState::GOOD, MrcEvState::SKIP})
    {
        const auto matches = [&](const Entry& e) { return e.state == state; };
        const auto begin = m_entries.begin() + m_planes[plane].first + p.active;
        const auto end = m_entries.begin() + m_planes[plane].first + p.count;
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
    const uint32_t plane = m_entries[index].port;
    Plane& p = m_planes[plane];
    m_entries[index].state = MrcEvState::GOOD;
    m_entries[index].losses = 0;
    m_suspect &= ~(1U << plane);
    if (IsShort(plane))
    {
        Swap(index, m_planes[plane].first + p.active);
        ++p.active;
    }
    Recount(plane);
}

void
MrcEvTable::Swap(uint32_t i, uint32_t j)
{
    uint16_t& placeOfI = m_index[FindPlace(m_entries[i].ev)];
    uint16_t& placeOfJ = m_index[FindPlace(m_entries[j].ev)];
    std::swap(placeOfI, placeOfJ);
    std::swap(m_entries[i], m_entries[j]);
}

void
MrcEvTable::Recount(uint32_t plane)
{
    Plane& p = m_planes[plane];
    ++m_changes;
    p.good = 0;
    p.usable = 0;
    for (uint32_t i = 0; i < p.count; ++i)
    {
        const MrcEvState state = m_entries[m_planes[plane].first + i].state;
        p.usable += IsUsable(state);
        p.good += i < p.active && state == MrcEvState::GOOD;
    }
    const uint32_t bit = 1U << plane;
    const bool open = (GetUpPlanes() & bit) && p.active > 0;
    m_open = open ? m_open | bit : m_open & ~bit;
}

std::optional<MrcPath>
MrcEvTable::DrawActive(const Ptr<UniformRandomVariable>& rng, uint32_t avoid) const
{
    if (!m_open)
    {
        return std::nullopt;
    }
    uint32_t planes = (m_open & ~avoid) != 0 ? m_open & ~avoid : m_open;
    const auto count = static_cast<uint32_t>(__builtin_popcount(planes));
    for (uint32_t n = rng->GetInteger(0, count - 1); n > 0; --n)
    {
        planes &= planes - 1;
    }
    const auto plane = static_cast<uint32_t>(__builtin_ctz(planes));
    return GetActivePath(plane, rng->GetInteger(0, GetActiveCount(plane) - 1));
}

// What others may know

std::optional<MrcPath>
MrcEvTable::FindPath(uint32_t ev) const
{
    const int32_t index = Find(ev);
    return index < 0 ? std::nullopt : std::optional<MrcPath>(PathAt(index));
}

std::optional<MrcEvState>
MrcEvTable::GetState(uint32_t ev) const
{
    const int32_t index = Find(ev);
    if (index < 0)
    {
        return std::nullopt;
    }
    return m_prober.IsOnTrial(ev) ? MrcEvState::SKIP : m_entries[index].state;
}

std::vector<uint32_t>
MrcEvTable::GetEvs(uint32_t plane) const
{
    std::vector<uint32_t> evs;
    for (uint32_t i = 0; i < m_planes[plane].count; ++i)
    {
        evs.push_back(m_entries[m_planes[plane].first + i].ev);
    }
    return evs;
}

bool
MrcEvTable::PollEvent(RdmaEvent& event)
{
    if (m_events.IsEmpty())
    {
        return false;
    }
    event = m_events.Front();
    m_events.Pop();
    return true;
}

void
MrcEvTable::Report(RdmaEvent::Kind kind, uint32_t index, uint64_t detail)
{
    RdmaEvent event;
    event.kind = kind;
    event.port = m_entries[index].port;
    event.entropy = m_entries[index].ev;
    event.detail = detail;
    m_events.Push(event);
}

} // namespace ns3
