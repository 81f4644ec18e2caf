/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-schedule.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

uint32_t
RdmaSchedule::GetNRanks() const
{
    return m_nRanks;
}

uint32_t
RdmaSchedule::GetNSends() const
{
    return static_cast<uint32_t>(m_sends.size());
}

const RdmaSend&
RdmaSchedule::GetSend(uint32_t send) const
{
    NS_ASSERT_MSG(send < m_sends.size(), "send " << send << " of " << m_sends.size());
    return m_sends[send];
}

RdmaTick
RdmaSchedule::GetStart(uint32_t send) const
{
    return m_starts.empty() ? RdmaTick() : m_starts[send];
}

RdmaTick
RdmaSchedule::GetDuration(uint32_t send) const
{
    const auto found =
        std::lower_bound(m_computations.begin(),
                         m_computations.end(),
                         send,
                         [](const Computation& c, uint32_t index) { return c.send < index; });
    return found != m_computations.end() && found->send == send ? found->duration : RdmaTick();
}

std::optional<RdmaTick>
RdmaSchedule::GetUntil(uint32_t send) const
{
    const auto found =
        std::lower_bound(m_endless.begin(),
                         m_endless.end(),
                         send,
                         [](const Endless& e, uint32_t index) { return e.send < index; });
    return found != m_endless.end() && found->send == send ? std::make_optional(found->until)
                                                           : std::nullopt;
}

uint32_t
RdmaSchedule::GetNComputations() const
{
    return static_cast<uint32_t>(m_computations.size());
}

uint32_t
RdmaSchedule::GetNDependencies(uint32_t send) const
{
    return m_nDepends.empty() ? 0 : m_nDepends[send];
}

RdmaSchedule::Range
RdmaSchedule::GetDependents(uint32_t send) const
{
    if (m_rows.empty())
    {
        return {nullptr, nullptr};
    }
    return {m_dependents.data() + m_rows[send], m_dependents.data() + m_rows[send + 1]};
}

bool
RdmaSchedule::HasOwnWaits() const
{
    return m_hasOwnWaits;
}

uint64_t
RdmaSchedule::GetSizeBytes() const
{
    return m_sizeBytes > 0 ? m_sizeBytes : GetBusiestRankBytes();
}

double
RdmaSchedule::GetBusFactor() const
{
    return m_busFactor;
}

uint64_t
RdmaSchedule::GetBusiestRankBytes() const
{
    std::vector<uint64_t> sent(m_nRanks, 0);
    std::vector<uint64_t> received(m_nRanks, 0);
    uint64_t most = 0;
    for (const auto& send : m_sends)
    {
        sent[send.src] += send.bytes;
        received[send.dst] += send.bytes;
        most = std::max({most, sent[send.src], received[send.dst]});
    }
    return most;
}

void
RdmaSchedule::SlowDown(uint32_t rank, double factor)
{
    NS_ABORT_MSG_IF(rank >= m_nRanks, "no rank " << rank << " of " << m_nRanks);
    NS_ABORT_MSG_IF(!(factor >= 0), "a rank that takes " << factor << " times as long");
    for (auto& computation : m_computations)
    {
        if (m_sends[computation.send].src == rank)
        {
            const auto ps = static_cast<double>(computation.duration.GetPs());
            computation.duration = RdmaTick::Ps(std::llround(ps * factor));
        }
    }
}

std::string
RdmaSchedule::Validate() const
{
    for (uint32_t i = 0; i < GetNSends(); ++i)
    {
        const std::string problem = ValidateSend(i);
        if (!problem.empty())
        {
            return "send " + std::to_string(i) + " " + problem;
        }
    }
    const uint32_t executable = Visit([](uint32_t) {});
    if (executable != GetNSends())
    {
        return std::to_string(GetNSends() - executable) + " sends wait for one another in a cycle";
    }
    return {};
}

std::string
RdmaSchedule::ValidateSend(uint32_t send) const
{
    const RdmaSend& s = m_sends[send];
    const uint32_t highest = std::max(s.src, s.dst);
    if (highest >= m_nRanks)
    {
        return "names rank " + std::to_string(highest) + " of " + std::to_string(m_nRanks);
    }
    if (s.src == s.dst && !s.IsComputation())
    {
        return "goes from rank " + std::to_string(s.src) + " to itself";
    }
    if (s.bytes == 0 && !s.IsComputation())
    {
        return "has no bytes";
    }
    if (GetDuration(send) < RdmaTick())
    {
        return "takes a negative time";
    }
    if (GetStart(send) != RdmaTick() && GetNDependencies(send) > 0)
    {
        return "has both a start offset and dependencies";
    }
    if (GetUntil(send) && GetDependents(send).begin() != GetDependents(send).end())
    {
        return "has no end, but others wait for it";
    }
    for (const uint32_t dependent : GetDependents(send))
    {
        // A rank is notified only of messages that it receives or sends.
        const uint32_t waiting = m_sends[dependent].src;
        if (waiting != s.dst && waiting != s.src && !m_remoteWaits)
        {
            return "goes from rank " + std::to_string(s.src) + " to rank " + std::to_string(s.dst) +
                   ", but rank " + std::to_string(waiting) + " waits for it";
        }
    }
    return {};
}

uint32_t
RdmaSchedule::Visit(const std::function<void(uint32_t)>& visit) const
{
    std::vector<uint32_t> missing(m_nDepends);
    missing.resize(GetNSends(), 0);
    std::vector<uint32_t> ready;
    for (uint32_t i = 0; i < GetNSends(); ++i)
    {
        if (missing[i] == 0)
        {
            ready.push_back(i);
        }
    }
    uint32_t visited = 0;
    while (!ready.empty())
    {
        const uint32_t send = ready.back();
        ready.pop_back();
        ++visited;
        visit(send);
        for (const uint32_t dependent : GetDependents(send))
        {
            if (--missing[dependent] == 0)
            {
                ready.push_back(dependent);
            }
        }
    }
    return visited;
}

RdmaScheduleBuilder::RdmaScheduleBuilder(uint32_t nRanks)
{
    m_schedule.m_nRanks = nRanks;
}

void
RdmaScheduleBuilder::Reserve(uint64_t nSends, uint64_t nDependencies)
{
    m_schedule.m_sends.reserve(nSends);
    m_dependencies.reserve(nDependencies);
}

uint32_t
RdmaScheduleBuilder::AddSend(uint32_t src, uint32_t dst, uint64_t bytes, uint32_t step)
{
    const size_t index = m_schedule.m_sends.size();
    NS_ABORT_MSG_IF(index == std::numeric_limits<uint32_t>::max(),
                    "a schedule holds at most " << index << " sends");
    m_schedule.m_sends.push_back({bytes, src, dst, step});
    return static_cast<uint32_t>(index);
}

void
RdmaScheduleBuilder::CheckSend(uint32_t send) const
{
    NS_ABORT_MSG_IF(send >= m_schedule.m_sends.size(),
                    "no send " << send << " among the " << m_schedule.m_sends.size()
                               << " that have been added");
}

void
RdmaScheduleBuilder::SetKind(uint32_t send, RdmaSendKind kind, uint16_t channel)
{
    CheckSend(send);
    m_schedule.m_sends[send].kind = kind;
    m_schedule.m_sends[send].channel = channel;
}

uint32_t
RdmaScheduleBuilder::AddComputation(uint32_t rank, RdmaTick duration, uint32_t step)
{
    const uint32_t index = AddSend(rank, rank, 0, step);
    m_schedule.m_computations.push_back({index, duration});
    return index;
}

void
RdmaScheduleBuilder::SetStart(uint32_t send, RdmaTick start)
{
    CheckSend(send);
    m_schedule.m_starts.resize(m_schedule.m_sends.size());
    m_schedule.m_starts[send] = start;
}

void
RdmaScheduleBuilder::SetEndless(uint32_t send, RdmaTick until)
{
    NS_ABORT_MSG_IF(send + 1 != m_schedule.m_sends.size(),
                    "send " << send << " is not the last of " << m_schedule.m_sends.size());
    m_schedule.m_endless.push_back({send, until});
}

void
RdmaScheduleBuilder::AddDependency(uint32_t first, uint32_t then)
{
    CheckSend(std::max(first, then));
    m_dependencies.emplace_back(first, then);
}

void
RdmaScheduleBuilder::AllowRemoteWaits()
{
    m_schedule.m_remoteWaits = true;
}

void
RdmaScheduleBuilder::SetBandwidthRule(uint64_t sizeBytes, double busFactor)
{
    NS_ABORT_MSG_IF(sizeBytes == 0, "a rule for bandwidths with a size of 0 B");
    m_schedule.m_sizeBytes = sizeBytes;
    m_schedule.m_busFactor = busFactor;
}

RdmaSchedule
RdmaScheduleBuilder::Build()
{
    if (!m_schedule.m_starts.empty())
    {
        m_schedule.m_starts.resize(m_schedule.m_sends.size());
    }
    if (!m_dependencies.empty())
    {
        CompressDependencies();
    }
    return std::exchange(m_schedule, RdmaSchedule());
}

void
RdmaScheduleBuilder::CompressDependencies()
{
    const size_t nSends = m_schedule.m_sends.size();
    auto& rows = m_schedule.m_rows;
    m_schedule.m_nDepends.assign(nSends, 0);
    rows.assign(nSends + 1, 0);
    for (const auto& [first, then] : m_dependencies)
    {
        ++m_schedule.m_nDepends[then];
        ++rows[first + 1];
        const RdmaSend& before = m_schedule.m_sends[first];
        m_schedule.m_hasOwnWaits |=
            before.src == m_schedule.m_sends[then].src && !before.IsComputation();
    }
    for (size_t i = 0; i < nSends; ++i)
    {
        rows[i + 1] += rows[i];
    }
    m_schedule.m_dependents.resize(m_dependencies.size());
    std::vector<uint32_t> free(rows.begin(), rows.end() - 1);
    for (const auto& [first, then] : m_dependencies)
    {
        m_schedule.m_dependents[free[first]++] = then;
    }
    m_dependencies.clear();
    m_dependencies.shrink_to_fit();
}

} // namespace ns3
