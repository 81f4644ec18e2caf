/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table.h"

#include "mrc-qp-parameters.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcEvTable");

namespace
{

/// Losses in a row that retire an EV without trimming (mrc reference, 5.7).
constexpr uint32_t UNTRIMMED_LOSSES_TO_RETIRE = 3;

/** @return true if an EV in this state may carry data */
constexpr bool
IsUsable(MrcEvState state)
{
    return state == MrcEvState::GOOD || state == MrcEvState::SKIP;
}

} // namespace

const char*
GetMrcEvStateName(MrcEvState state)
{
    switch (state)
    {
    case MrcEvState::GOOD:
        return "good";
    case MrcEvState::SKIP:
        return "skip";
    case MrcEvState::ASSUMED_BAD:
        return "bad";
    case MrcEvState::DENIED:
        return "denied";
    }
    return "";
}

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
    m_evs.Fill(given ? ArrangeMrcEvs(setup) : DrawMrcEvs(setup, *parameters, rng));
    if (setup.longerPaths && !given)
    {
        SetLonger(setup);
    }
    m_localUp = m_peerUp = (1U << m_evs.GetPlanes()) - 1;
    for (uint32_t p = 0; p < m_evs.GetPlanes(); ++p)
    {
        m_populated |= m_evs.GetPlane(p).count == 0 ? 0 : 1U << p;
        Recount(p);
    }
    const RdmaTick timeout =
        MrcProbeTimeout(setup.baseRtt, setup.targetDelay, GetProbeMinTimeout());
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
        AssumeBad(RdmaTick{}, ev); // the first probe is sent soon
    }
    m_events = {}; // no events about the initial state
}

RdmaTick
MrcEvTable::GetProbeMinTimeout() const
{
    return ToRdmaTick(m_parameters->probeMinTimeout);
}

// Feedback

void
MrcEvTable::OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = m_evs.Find(ev);
    if (index < 0)
    {
        return;
    }
    MrcEvList::Entry& e = m_evs.At(index);
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
        RetireUnlessGuarded(now, index, Exit::RETIRED);
    }
    else if (marked && stands && IsUsable(e.state))
    {
        Skip(now, index, m_parameters->skipTurnsEcn);
    }
}

void
MrcEvTable::OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason)
{
    // other reasons concern the receiver, not the path
    if (!IsTrim(reason))
    {
        return;
    }
    m_lastTrim = now;
    const int32_t index = m_evs.Find(ev);
    if (index < 0)
    {
        return;
    }
    MrcEvList::Entry& e = m_evs.At(index);
    e.losses = 0; // the header has arrived
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
    MrcEvList::Entry& e = m_evs.At(index);
    PlaneHealth& p = m_health[e.port];
    if (!marked && (e.marks | p.marks) == 0)
    {
        return false; // nothing to smooth, and no skip to decide
    }
    const int32_t active = GetActiveCount(e.port);
    const bool choice = p.good > std::max(2, active / 2);
    const bool stands = choice || e.marks * 256 >= m_parameters->skipMarkRatio * p.marks;
    const int32_t target = marked ? 255 : 0;
    // Rounded away from zero; otherwise shares would never reach 0 or 1.
    const int32_t step = target - e.marks;
    e.marks = static_cast<uint8_t>(e.marks + (step + (step > 0 ? 7 : -7)) / 8);
    const int32_t turns = 8 * std::max(active, 1);
    p.marks = static_cast<uint16_t>(p.marks + (target * 256 - p.marks) / turns);
    return stands;
}

void
MrcEvTable::OnLoss(RdmaTick now, uint32_t ev)
{
    const int32_t index = m_evs.Find(ev);
    if (index < 0 || !(GetUpPlanes() >> m_evs.At(index).port & 1))
    {
        return;
    }
    MrcEvList::Entry& e = m_evs.At(index);
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
    // One loss per time-out is attributed to its path in any case: if all active paths are dead, no
    // packet arrives, and the QP would never leave them.
    const bool overdue =
        m_parameters->doubtAfterRto && Stamp(now) - m_lastAttributed >= Stamp(m_rto);
    const bool attributed = m_lossBudget != 0 || overdue || m_parameters->lossTrial == 0;
    m_lossBudget -= m_lossBudget != 0 ? 1 : 0;
    m_lastAttributed = attributed ? Stamp(now) : m_lastAttributed;
    if (attributed && e.losses >= GetLossesToSuspect(now))
    {
        RetireUnlessGuarded(now, index, Exit::TRIAL);
    }
    else
    {
        Skip(now, index, m_parameters->skipTurnsTrim);
    }
}

void
MrcEvTable::SetPortUp(uint32_t plane, bool local, bool up)
{
    NS_ASSERT_MSG(plane < GetPlanes(), "there is no plane " << plane);
    uint32_t& mask = local ? m_localUp : m_peerUp;
    NS_LOG_INFO("plane " << plane << " is " << (up ? "up" : "down") << " at "
                         << (local ? "this end" : "the peer"));
    mask = up ? mask | 1U << plane : mask & ~(1U << plane);
    Recount(plane);
    m_nextProbe = m_prober.Next(GetUpPlanes());
}

// Administration

void
MrcEvTable::Deny(uint32_t ev)
{
    const int32_t index = m_evs.Find(ev);
    if (index >= 0 && m_evs.At(index).state != MrcEvState::DENIED)
    {
        TakeOut(RdmaTick{}, index, Exit::DENIED);
    }
}

void
MrcEvTable::Enable(uint32_t ev)
{
    const int32_t index = m_evs.Find(ev);
    if (index >= 0 && m_evs.At(index).state == MrcEvState::DENIED)
    {
        Report(RdmaEvent::Kind::EV_ENABLED, index);
        Return(index);
    }
}

void
MrcEvTable::AssumeBad(RdmaTick now, uint32_t ev)
{
    const int32_t index = m_evs.Find(ev);
    if (index < 0)
    {
        return;
    }
    if (m_evs.At(index).state != MrcEvState::ASSUMED_BAD)
    {
        TakeOut(now, index, Exit::RETIRED);
    }
    else if (m_prober.IsOnTrial(ev))
    {
        m_prober.ConfirmBad(now, ev);
        OnConfirmedBad(ev);
        m_nextProbe = m_prober.Next(GetUpPlanes());
    }
}

bool
MrcEvTable::Replace(RdmaTick now, uint32_t ev, uint32_t value, MrcEvState state)
{
    NS_ASSERT_MSG(state != MrcEvState::SKIP, "a controller cannot set SKIP");
    const int32_t index = m_evs.Find(ev);
    if (index < 0 || (value != ev && m_evs.Find(value) >= 0))
    {
        return false;
    }
    NS_LOG_INFO("a controller changes EV " << ev << " into " << value);
    Report(RdmaEvent::Kind::EV_CHANGED, index, value);
    m_prober.Remove(ev);
    MrcEvList::Entry& e = m_evs.At(index);
    m_evs.SetEv(index, value);
    e.losses = 0;
    switch (state)
    {
    case MrcEvState::DENIED:
        TakeOut(now, index, Exit::DENIED);
        break;
    case MrcEvState::ASSUMED_BAD:
        TakeOut(now, index, Exit::RETIRED);
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
        path = m_prober.Poll(now, planes); // a probe was given up: poll the next one
    }
    while (const auto confirmed = m_prober.TakeConfirmedBad())
    {
        OnConfirmedBad(*confirmed);
    }
    m_nextProbe = m_prober.Next(GetUpPlanes());
    return path;
}

void
MrcEvTable::OnProbeSuccess(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    const int32_t index = m_evs.Find(ev);
    if (index < 0)
    {
        return;
    }
    if (m_evs.At(index).state != MrcEvState::ASSUMED_BAD)
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
        // with any verdict: the path works
        Return(index);
    }
    if (good && !trial)
    {
        Report(RdmaEvent::Kind::EV_GOOD, m_evs.Find(ev));
    }
}

// For path selectors

std::optional<MrcPath>
MrcEvTable::GetOldestSkip(RdmaTick now, uint32_t planes) const
{
    std::optional<MrcPath> oldest;
    uint32_t oldestAge = 0;
    for (uint32_t p = 0; p < GetPlanes(); ++p)
    {
        const uint32_t active = (planes >> p & 1) ? GetActiveCount(p) : 0;
        for (uint32_t i = 0; i < active; ++i)
        {
            const MrcEvList::Entry& e = m_evs.At(p, i);
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
        NS_LOG_INFO("no plane is open: a packet leaves on retired EV " << path->ev);
        m_nextLastResort = now + ToRdmaTick(m_parameters->probeInterval);
    }
    return path;
}

bool
MrcEvTable::PassOver(RdmaTick now, MrcEvList::Entry& e)
{
    const bool expired = Stamp(now) - e.since > m_skipMaxAge;
    if (expired || --e.turns == 0)
    {
        e.state = MrcEvState::GOOD;
        ++m_health[e.port].good;
    }
    return expired;
}

// State changes

void
MrcEvTable::Skip(RdmaTick now, uint32_t index, uint32_t turns)
{
    MrcEvList::Entry& e = m_evs.At(index);
    const bool wasGood = e.state == MrcEvState::GOOD;
    if (wasGood && m_evs.IsActive(index))
    {
        --m_health[e.port].good;
    }
    // a second, milder signal does not shorten the first
    NS_LOG_LOGIC("EV " << e.ev << " is skipped for " << turns << " turns");
    e.turns = static_cast<uint8_t>(wasGood ? turns : std::max<uint32_t>(turns, e.turns));
    e.since = Stamp(now);
    e.state = MrcEvState::SKIP;
    if (m_parameters->reportSkip)
    {
        Report(RdmaEvent::Kind::EV_SKIP, index);
    }
}

void
MrcEvTable::RetireUnlessGuarded(RdmaTick now, uint32_t index, Exit exit)
{
    if (!MayRetire(now, index))
    {
        NS_LOG_INFO("EV " << m_evs.At(index).ev << " remains: too few others");
        Skip(now, index, m_parameters->skipTurnsTrim);
        return;
    }
    TakeOut(now, index, m_parameters->lossTrial == 0 ? Exit::RETIRED : exit);
}

void
MrcEvTable::TakeOut(RdmaTick now, uint32_t index, Exit exit)
{
    MrcEvList::Entry& e = m_evs.At(index);
    e.state = exit == Exit::DENIED ? MrcEvState::DENIED : MrcEvState::ASSUMED_BAD;
    switch (exit)
    {
    case Exit::TRIAL:
        NS_LOG_INFO("EV " << e.ev << " of plane " << +e.port << " is on trial");
        m_prober.Try(now, m_evs.GetPath(index));
        if (m_parameters->reportTrial)
        {
            Report(RdmaEvent::Kind::EV_TRIAL, index);
        }
        break;
    case Exit::RETIRED:
        ReportRetired(e.ev);
        m_prober.Add(now, m_evs.GetPath(index));
        break;
    case Exit::DENIED:
        NS_LOG_INFO("EV " << e.ev << " of plane " << +e.port << " is denied");
        m_prober.Remove(e.ev);
        Report(RdmaEvent::Kind::EV_DENIED, index);
        break;
    }
    m_nextProbe = m_prober.Next(GetUpPlanes());
    ReplaceActive(index);
}

void
MrcEvTable::EndTrialIfAny(RdmaTick now, uint32_t index)
{
    const uint32_t ev = m_evs.At(index).ev;
    if (m_prober.IsOnTrial(ev))
    {
        m_prober.EndTrial(now, ev);
        m_nextProbe = m_prober.Next(GetUpPlanes());
        Return(index);
    }
}

void
MrcEvTable::OnConfirmedBad(uint32_t ev)
{
    ReportRetired(ev);
    if (m_longer)
    {
        Recount(m_evs.At(m_evs.Find(ev)).port); // no other EV of the plane may be left
    }
}

void
MrcEvTable::ReportRetired(uint32_t ev)
{
    NS_LOG_INFO("EV " << ev << " is retired");
    Report(RdmaEvent::Kind::EV_BAD, m_evs.Find(ev));
}

bool
MrcEvTable::MayRetire(RdmaTick now, uint32_t index)
{
    const uint32_t plane = m_evs.At(index).port;
    if (m_health[plane].usable <= 1 && !IsPlaneDead(now, index))
    {
        return false;
    }
    if (CountUsable() <= m_minActive && m_longer)
    {
        ListLonger(plane);
    }
    return CountUsable() > m_minActive;
}

uint32_t
MrcEvTable::CountUsable() const
{
    uint32_t usable = 0;
    for (uint32_t p = 0; p < GetPlanes(); ++p)
    {
        const PlaneHealth& health = m_health[p];
        const uint32_t waiting = m_longer ? m_longer->waiting[p] : 0;
        usable += (GetUpPlanes() >> p & 1) ? health.usable + waiting : 0;
    }
    return usable;
}

bool
MrcEvTable::IsPlaneDead(RdmaTick now, uint32_t index) const
{
    if (m_evs.At(index).losses >= m_parameters->planeSuspectLosses)
    {
        return true;
    }
    const uint32_t plane = m_evs.At(index).port;
    uint32_t failedTogether = 0;
    for (uint32_t i = 0; i < m_evs.GetPlane(plane).count; ++i)
    {
        const MrcEvList::Entry& e = m_evs.At(plane, i);
        if (e.state == MrcEvState::ASSUMED_BAD)
        {
            const auto retiredAt = m_prober.GetRetiredAt(e.ev);
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
MrcEvTable::ReplaceActive(uint32_t index)
{
    const uint32_t plane = m_evs.At(index).port;
    if (m_evs.IsActive(index))
    {
        const int32_t backup = m_parameters->samePlaneBackup ? ChooseBackup(plane) : -1;
        if (backup >= 0)
        {
            NS_LOG_INFO("EV " << m_evs.At(backup).ev << " replaces EV " << m_evs.At(index).ev);
            Report(RdmaEvent::Kind::EV_REPLACED, index, m_evs.At(backup).ev);
            m_evs.Swap(index, backup);
        }
        else
        {
            const uint32_t now = m_evs.Deactivate(index);
            if (!m_parameters->samePlaneBackup)
            {
                ActivateOfAnyPlane(now);
            }
        }
    }
    Recount(plane);
}

void
MrcEvTable::ActivateOfAnyPlane(uint32_t index)
{
    std::array<int32_t, MrcEv::MAX_PLANES> backups{};
    uint32_t count = 0;
    for (uint32_t plane = 0; plane < GetPlanes(); ++plane)
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
    NS_LOG_INFO("EV " << m_evs.At(backup).ev << " replaces EV " << m_evs.At(index).ev);
    Report(RdmaEvent::Kind::EV_REPLACED, index, m_evs.At(backup).ev);
    const uint32_t plane = m_evs.At(backup).port;
    m_evs.Activate(backup);
    Recount(plane);
}

bool
MrcEvTable::IsShort(uint32_t plane) const
{
    if (m_parameters->samePlaneBackup)
    {
        return GetActiveCount(plane) < m_evs.GetPlane(plane).target;
    }
    int32_t missing = 0;
    for (uint32_t p = 0; p < GetPlanes(); ++p)
    {
        const int32_t active = UsesLonger(p) ? 0 : m_evs.GetPlane(p).active;
        missing += m_evs.GetPlane(p).target - active;
    }
    return missing > 0;
}

int32_t
MrcEvTable::ChooseBackup(uint32_t plane)
{
    const MrcEvList::Plane& p = m_evs.GetPlane(plane);
    for (const auto state : {MrcEvState::GOOD, MrcEvState::SKIP})
    {
        const auto isBackup = [&](const MrcEvList::Entry& e) {
            return e.state == state && !e.longer;
        };
        uint32_t found = 0;
        for (uint32_t i = p.active; i < p.count; ++i)
        {
            found += isBackup(m_evs.At(plane, i));
        }
        if (found == 0)
        {
            continue;
        }
        uint32_t left = m_rng->GetInteger(0, found - 1);
        for (uint32_t i = p.active; i < p.count; ++i)
        {
            if (isBackup(m_evs.At(plane, i)) && left-- == 0)
            {
                return p.first + i;
            }
        }
    }
    return -1;
}

void
MrcEvTable::Return(uint32_t index)
{
    MrcEvList::Entry& e = m_evs.At(index);
    const uint32_t plane = e.port;
    const uint32_t ev = e.ev;
    const bool longer = e.longer;
    NS_LOG_INFO("EV " << ev << " of plane " << plane << " returns to service");
    e.state = MrcEvState::GOOD;
    e.losses = 0;
    ChooseLonger(plane);
    if (!longer && IsShort(plane))
    {
        m_evs.Activate(m_evs.Find(ev));
    }
    Recount(plane);
}

void
MrcEvTable::Recount(uint32_t plane)
{
    ChooseLonger(plane);
    const MrcEvList::Plane& range = m_evs.GetPlane(plane);
    PlaneHealth& p = m_health[plane];
    ++m_changes;
    p.good = 0;
    p.usable = 0;
    uint32_t waiting = 0;
    bool weak = false;
    const bool longerUsed = UsesLonger(plane);
    for (uint32_t i = 0; i < range.count; ++i)
    {
        const MrcEvList::Entry& e = m_evs.At(plane, i);
        p.usable += IsUsable(e.state) && e.longer == longerUsed;
        waiting += IsUsable(e.state) && e.longer && !longerUsed;
        weak = weak || e.state == MrcEvState::ASSUMED_BAD;
        p.good += i < range.active && e.state == MrcEvState::GOOD;
    }
    if (m_longer)
    {
        m_longer->waiting[plane] = static_cast<uint16_t>(waiting);
    }
    const uint32_t bit = 1U << plane;
    const bool open = (GetUpPlanes() & bit) && range.active > 0;
    m_open = open ? m_open | bit : m_open & ~bit;
    m_weak = static_cast<uint8_t>(weak ? m_weak | bit : m_weak & ~bit);
}

// Longer paths

void
MrcEvTable::SetLonger(const MrcEvSetup& setup)
{
    m_longer = std::make_unique<Longer>();
    m_longer->paths = setup.longerPaths;
    for (uint32_t p = 0; p < GetPlanes(); ++p)
    {
        const std::size_t paths =
            setup.pathCodes ? (*setup.pathCodes)[p].size() : setup.pathsPerPlane;
        m_longer->first[p] = static_cast<uint16_t>(paths);
    }
}

bool
MrcEvTable::IsLongerNeeded(uint32_t plane) const
{
    for (uint32_t i = 0; i < m_evs.GetPlane(plane).count; ++i)
    {
        const MrcEvList::Entry& e = m_evs.At(plane, i);
        if (!e.longer && (IsUsable(e.state) || m_prober.IsOnTrial(e.ev)))
        {
            return false;
        }
    }
    return true;
}

void
MrcEvTable::ListLonger(uint32_t plane)
{
    if (m_longer->listed >> plane & 1)
    {
        return;
    }
    m_longer->listed |= 1U << plane;
    std::vector<uint32_t> evs;
    for (const uint16_t code : m_longer->paths->ListLonger(plane))
    {
        evs.push_back(MrcEv::Pack(plane, code));
    }
    m_evs.AppendLonger(plane, evs);
    m_longer->waiting[plane] = static_cast<uint16_t>(evs.size());
}

void
MrcEvTable::ChooseLonger(uint32_t plane)
{
    if (!m_longer || m_evs.GetPlane(plane).count == 0)
    {
        return;
    }
    const bool needed = IsLongerNeeded(plane);
    if (needed)
    {
        ListLonger(plane);
    }
    const bool isNew = needed && !UsesLonger(plane);
    const uint32_t bit = 1U << plane;
    m_longer->used = needed ? m_longer->used | bit : m_longer->used & ~bit;
    std::vector<uint32_t> broken;
    std::vector<uint32_t> misplaced;
    for (uint32_t i = 0; i < m_evs.GetPlane(plane).count; ++i)
    {
        const MrcEvList::Entry& e = m_evs.At(plane, i);
        const bool isActive = i < m_evs.GetPlane(plane).active;
        if (!e.longer)
        {
            broken.push_back(e.ev);
        }
        else if (isActive != (needed && IsUsable(e.state)))
        {
            misplaced.push_back(e.ev);
        }
    }
    for (std::size_t i = 0; i < misplaced.size(); ++i)
    {
        if (isNew)
        {
            const uint32_t replaced = broken[i % broken.size()];
            Report(RdmaEvent::Kind::EV_REPLACED, m_evs.Find(replaced), misplaced[i]);
        }
        const int32_t index = m_evs.Find(misplaced[i]);
        if (needed)
        {
            m_evs.Activate(index);
        }
        else
        {
            m_evs.Deactivate(index);
        }
    }
}

// Queries

std::optional<MrcPath>
MrcEvTable::FindPath(uint32_t ev) const
{
    const int32_t index = m_evs.Find(ev);
    return index < 0 ? std::nullopt : std::optional<MrcPath>(m_evs.GetPath(index));
}

std::optional<MrcEvState>
MrcEvTable::GetState(uint32_t ev) const
{
    const int32_t index = m_evs.Find(ev);
    return index < 0 ? std::nullopt : std::optional(GetShownState(m_evs.At(index)));
}

MrcEvState
MrcEvTable::GetShownState(const MrcEvList::Entry& e) const
{
    return m_prober.IsOnTrial(e.ev) ? MrcEvState::SKIP : e.state;
}

std::map<MrcEvState, uint32_t>
MrcEvTable::CountStates() const
{
    std::map<MrcEvState, uint32_t> counts;
    for (uint32_t plane = 0; plane < GetPlanes(); ++plane)
    {
        for (uint32_t i = 0; i < GetCount(plane); ++i)
        {
            ++counts[GetShownState(m_evs.At(plane, i))];
        }
    }
    return counts;
}

std::vector<uint32_t>
MrcEvTable::GetEvs(uint32_t plane) const
{
    std::vector<uint32_t> evs;
    for (uint32_t i = 0; i < GetCount(plane); ++i)
    {
        evs.push_back(m_evs.At(plane, i).ev);
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
    event.port = m_evs.At(index).port;
    event.entropy = m_evs.At(index).ev;
    event.detail = detail;
    m_events.Push(event);
}

} // namespace ns3
