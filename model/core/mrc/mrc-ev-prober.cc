/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-prober.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcEvProber");

void
MrcEvProber::Start(Ptr<const MrcEvParameters> parameters,
                   RdmaTick timeout,
                   Ptr<UniformRandomVariable> rng,
                   std::shared_ptr<MrcProbeBudget> budget)
{
    m_parameters = parameters;
    m_timeout = timeout;
    m_rng = rng;
    m_budget = std::move(budget);
}

MrcEvProber::Record&
MrcEvProber::Open(RdmaTick now, const MrcPath& path)
{
    Prune(now);
    Record* record = Find(path.ev);
    Record fresh;
    if (record)
    {
        NS_ASSERT_MSG(!record->retired, "EV " << path.ev << " is retired twice");
        fresh.flaps = record->flaps;
        fresh.cameBack = record->cameBack;
    }
    else
    {
        record = &m_records.emplace_back();
    }
    *record = std::move(fresh);
    record->path = path;
    record->changed = now;
    return *record;
}

void
MrcEvProber::Add(RdmaTick now, const MrcPath& path)
{
    Record& record = Open(now, path);
    Damp(record);
    Plan(now, record);
}

void
MrcEvProber::Try(RdmaTick now, const MrcPath& path)
{
    Record& record = Open(now, path);
    record.trial = true;
    record.due = now;
}

bool
MrcEvProber::IsOnTrial(uint32_t ev) const
{
    return std::any_of(m_records.begin(), m_records.end(), [ev](const Record& r) {
        return r.path.ev == ev && r.retired && r.trial;
    });
}

void
MrcEvProber::ConfirmBad(RdmaTick now, uint32_t ev)
{
    Record* record = Find(ev);
    EndProbe(*record);
    record->trial = false;
    record->changed = now;
    record->failures = 0;
    Damp(*record);
    Plan(now, *record);
}

void
MrcEvProber::EndTrial(RdmaTick now, uint32_t ev)
{
    Record* record = Find(ev);
    EndProbe(*record);
    record->retired = false;
    record->changed = now;
}

void
MrcEvProber::EndProbe(Record& record)
{
    m_trying -= record.trial && record.probe ? 1 : 0;
    record.probe = MrcProbeToken();
}

std::optional<uint32_t>
MrcEvProber::TakeConfirmedBad()
{
    if (m_confirmedBad.empty())
    {
        return std::nullopt;
    }
    const uint32_t ev = m_confirmedBad.back();
    m_confirmedBad.pop_back();
    return ev;
}

void
MrcEvProber::Remove(uint32_t ev)
{
    const auto it = std::find_if(m_records.begin(), m_records.end(), [ev](const auto& r) {
        return r.path.ev == ev;
    });
    if (it != m_records.end())
    {
        EndProbe(*it);
        m_records.erase(it);
    }
}

void
MrcEvProber::Clear()
{
    m_records.clear();
    m_trying = 0;
}

void
MrcEvProber::RestartCount(uint32_t ev)
{
    if (Record* record = Find(ev))
    {
        record->successes = 0;
    }
}

bool
MrcEvProber::OnAnswer(RdmaTick now, uint32_t ev, MrcEvVerdict verdict)
{
    Record* record = Find(ev);
    if (!record || !record->retired)
    {
        return false;
    }
    EndProbe(*record);
    record->failures = record->trial ? record->failures : 0;
    NS_LOG_LOGIC("answer to the probe of EV " << ev);
    record->successes =
        verdict == MrcEvVerdict::ALWAYS_SKIP ? 0 : static_cast<uint8_t>(record->successes + 1);
    if (record->successes >= GetSuccessesNeeded(*record))
    {
        if (record->trial)
        {
            EndTrial(now, ev);
            return true;
        }
        record->retired = false;
        record->changed = now;
        record->cameBack = true;
        return true;
    }
    Plan(record->owed >= RdmaTick() ? record->owed : now, *record);
    return false;
}

std::optional<MrcPath>
MrcEvProber::Poll(RdmaTick now, uint32_t planes)
{
    for (auto& record : m_records)
    {
        if (!record.retired || record.due > now)
        {
            continue;
        }
        if (record.probe)
        {
            GiveUp(now, record);
        }
        else if ((planes >> record.path.port & 1) && !IsAtRest(record))
        {
            if (record.trial && IsTrying())
            {
                continue;
            }
            if (IsFull())
            {
                m_retryAt = now + m_timeout;
                continue; // others may have to be given up
            }
            Send(now, record);
            return record.path;
        }
    }
    return std::nullopt;
}

void
MrcEvProber::Send(RdmaTick now, Record& record)
{
    record.owed = record.due <= m_restedUntil ? record.due : RdmaTick::Ps(-1);
    NS_LOG_LOGIC("probe of EV " << record.path.ev << (record.trial ? ", on trial" : ""));
    record.probe = MrcProbeToken(m_budget);
    m_trying += record.trial ? 1 : 0;
    record.due = now + m_timeout;
}

void
MrcEvProber::GiveUp(RdmaTick now, Record& record)
{
    EndProbe(record);
    record.successes = 0;
    record.failures = static_cast<uint8_t>(std::min(record.failures + 1, 255));
    NS_LOG_INFO("probe " << +record.failures << " of EV " << record.path.ev
                         << " without an answer");
    if (!record.trial)
    {
        Plan(now, record);
        return;
    }
    record.due = now;
    if (record.failures >= m_parameters->lossTrial)
    {
        ConfirmBad(now, record.path.ev);
        m_confirmedBad.push_back(record.path.ev);
    }
}

void
MrcEvProber::Damp(Record& record)
{
    record.flaps = static_cast<uint8_t>(std::min(record.flaps + record.cameBack, 255));
    record.cameBack = false;
}

RdmaTick
MrcEvProber::Next(uint32_t planes) const
{
    const RdmaTick earliest = IsFull() ? m_retryAt : RdmaTick{};
    RdmaTick next = RdmaTick::Max();
    for (const auto& record : m_records)
    {
        if (record.retired && record.probe)
        {
            next = std::min(next, record.due);
        }
        else if (record.retired && (planes >> record.path.port & 1) && !IsAtRest(record) &&
                 !(record.trial && IsTrying()))
        {
            next = std::min(next, std::max(record.due, earliest));
        }
    }
    return next;
}

std::optional<RdmaTick>
MrcEvProber::GetRetiredAt(uint32_t ev) const
{
    for (const auto& record : m_records)
    {
        if (record.path.ev == ev && record.retired)
        {
            return record.changed;
        }
    }
    return std::nullopt;
}

std::optional<MrcPath>
MrcEvProber::GetLeastRecent(uint32_t planes) const
{
    const Record* oldest = nullptr;
    for (const auto& record : m_records)
    {
        if (record.retired && (planes >> record.path.port & 1) &&
            (!oldest || record.changed < oldest->changed))
        {
            oldest = &record;
        }
    }
    return oldest ? std::optional<MrcPath>(oldest->path) : std::nullopt;
}

MrcEvProber::Record*
MrcEvProber::Find(uint32_t ev)
{
    for (auto& record : m_records)
    {
        if (record.path.ev == ev)
        {
            return &record;
        }
    }
    return nullptr;
}

void
MrcEvProber::Plan(RdmaTick from, Record& record)
{
    // 2^40 times the shortest interval exceeds every cap
    const int doublings = std::min(record.failures + record.flaps, 40);
    const double interval = static_cast<double>(m_parameters->probeInterval.GetPicoSeconds());
    const double longest = static_cast<double>(m_parameters->probeMaxInterval.GetPicoSeconds());
    const double pause =
        std::max(interval,
                 std::min(interval * static_cast<double>(uint64_t{1} << doublings), longest));
    const double jitter = m_parameters->probeJitter;
    record.due =
        from + RdmaTick::Ps(static_cast<int64_t>(pause * m_rng->GetValue(1 - jitter, 1 + jitter)));
}

void
MrcEvProber::Prune(RdmaTick now)
{
    const RdmaTick window = ToRdmaTick(m_parameters->flapWindow);
    const auto stale = [&](const Record& r) { return !r.retired && now - r.changed > window; };
    m_records.erase(std::remove_if(m_records.begin(), m_records.end(), stale), m_records.end());
}

} // namespace ns3
