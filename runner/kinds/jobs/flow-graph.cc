/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-graph.h"

#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

namespace mrcsim
{

namespace
{

using ns3::RdmaSchedule;
using ns3::RdmaTick;

/// Largest number of lines of a cycle in a message.
constexpr size_t MOST_TRACED = 10;

/// Time of a flow of a message without end at the rate of a host, s.
constexpr double ENDLESS_SECONDS = 100e-6;

/**
 * @param table rows
 * @return rows of which each waits for the next one, and the last one for the first; empty if there
 * is no cycle
 */
std::vector<uint32_t>
FindCycle(const FlowTable& table)
{
    enum class State : uint8_t
    {
        NEW,
        OPEN, ///< between the first row and the current one
        DONE, ///< no cycle behind it
    };
    std::vector<State> states(table.rows.size(), State::NEW);
    std::vector<uint32_t> next(table.rows.size(), 0); // position in "after", by row
    std::vector<uint32_t> way;
    for (uint32_t first = 0; first < table.rows.size(); ++first)
    {
        if (states[first] == State::NEW)
        {
            way.push_back(first);
        }
        while (!way.empty())
        {
            const auto row = way.back();
            const auto& after = table.rows[row].after;
            states[row] = next[row] == after.count ? State::DONE : State::OPEN;
            if (states[row] == State::DONE)
            {
                way.pop_back();
                continue;
            }
            const auto before = table.after[after.first + next[row]++];
            if (states[before] == State::OPEN)
            {
                return {std::find(way.begin(), way.end(), before), way.end()};
            }
            if (states[before] == State::NEW)
            {
                way.push_back(before);
            }
        }
    }
    return {};
}

/**
 * Adds rows to a schedule.
 */
class Builder
{
  public:
    /** See MakeFlowSchedule. */
    Builder(const FlowTable& table, const ScheduleInput& input, RdmaTick until)
        : m_table(table),
          m_input(input),
          m_until(until),
          m_endlessBytes(static_cast<uint64_t>(static_cast<double>(input.network.GetPortRate()) *
                                               input.network.GetNPlanes() * ENDLESS_SECONDS / 8)),
          m_builder(static_cast<uint32_t>(input.hosts.size())),
          m_parts(table.rows.size())
    {
        const auto nDelays =
            static_cast<size_t>(std::count_if(table.rows.begin(), table.rows.end(), WaitsFirst));
        m_builder.Reserve(table.rows.size() + nDelays, table.after.size() + nDelays);
        m_builder.AllowRemoteWaits();
    }

    /** @return the schedule */
    RdmaSchedule Make()
    {
        for (uint32_t row = 0; row < m_table.rows.size(); ++row)
        {
            AddRow(row);
        }
        for (uint32_t row = 0; row < m_table.rows.size(); ++row)
        {
            AddWaits(row);
        }
        return m_builder.Build();
    }

  private:
    /**
     * The sends of a row: of a message or a computation one, of a collective one per host, which
     * are computations of no duration.
     */
    struct Parts
    {
        uint32_t begin{0}; ///< first of those that wait
        uint32_t end{0};   ///< first of those that others wait for
    };

    /** @return true for a message with a delay after others, which is a computation before it */
    static bool WaitsFirst(const FlowRow& row)
    {
        return row.isMessage && row.after.count > 0 && row.delay > RdmaTick();
    }

    /** @return rank of a host */
    uint32_t GetRank(uint32_t host) const
    {
        const auto& hosts = m_input.hosts;
        return static_cast<uint32_t>(std::lower_bound(hosts.begin(), hosts.end(), host) -
                                     hosts.begin());
    }

    /** @return rank of a host of a row */
    uint32_t GetRank(const FlowRow& row, uint32_t index) const
    {
        return GetRank(m_table.hosts[row.hosts.first + index]);
    }

    /** @param index index of a row that is added without what it waits for */
    void AddRow(uint32_t index)
    {
        const auto& row = m_table.rows[index];
        auto& parts = m_parts[index];
        if (row.op > 0)
        {
            parts.begin = row.after.count > 0 ? AddPoints(row, index, row.delay) : 0;
            AddCollective(row, index, parts);
            return;
        }
        const auto rank = GetRank(row, 0);
        if (WaitsFirst(row))
        {
            parts.begin = m_builder.AddComputation(rank, row.delay, index);
        }
        parts.end = row.isMessage ? AddMessage(row, rank, index)
                                  : m_builder.AddComputation(rank, row.delay, index);
        if (WaitsFirst(row))
        {
            m_builder.AddDependency(parts.begin, parts.end);
            return;
        }
        parts.begin = parts.end;
        if (row.after.count == 0)
        {
            SetStart(parts.begin, row.start + (row.isMessage ? row.delay : RdmaTick()));
        }
    }

    /** @return the send of a message */
    uint32_t AddMessage(const FlowRow& row, uint32_t rank, uint32_t step)
    {
        const auto bytes = row.IsEndless() ? m_endlessBytes : row.bytes;
        const auto send = m_builder.AddSend(rank, GetRank(row, 1), bytes, step);
        if (row.IsEndless())
        {
            m_builder.SetEndless(send, m_until);
        }
        return send;
    }

    /**
     * @param duration duration of the computations
     * @return the first of a computation for each host of a row
     */
    uint32_t AddPoints(const FlowRow& row, uint32_t step, RdmaTick duration)
    {
        uint32_t first = 0;
        for (uint32_t i = 0; i < row.hosts.count; ++i)
        {
            const auto point = m_builder.AddComputation(GetRank(row, i), duration, step);
            first = i == 0 ? point : first;
        }
        return first;
    }

    /** Set the start of a send without dependencies. */
    void SetStart(uint32_t send, RdmaTick start)
    {
        if (start > RdmaTick())
        {
            m_builder.SetStart(send, start);
        }
    }

    /**
     * Add the sends of a collective. If its hosts wait for anything, each send waits for the begin
     * of its host, besides what it waits for by the schedule of the collective.
     */
    void AddCollective(const FlowRow& row, uint32_t step, Parts& parts)
    {
        const auto& schedule = GetCollective(row);
        const auto offset = Embed(schedule, row, step);
        parts.end = AddPoints(row, step, RdmaTick());
        for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
        {
            const auto& each = schedule.GetSend(send);
            if (row.after.count > 0)
            {
                m_builder.AddDependency(parts.begin + each.src, offset + send);
            }
            else if (schedule.GetNDependencies(send) == 0)
            {
                SetStart(offset + send, row.start + row.delay);
            }
            m_builder.AddDependency(offset + send, parts.end + each.src);
            if (each.dst != each.src)
            {
                m_builder.AddDependency(offset + send, parts.end + each.dst);
            }
            for (const auto next : schedule.GetDependents(send))
            {
                m_builder.AddDependency(offset + send, offset + next);
            }
        }
    }

    /** @return the first of the sends of a schedule, which are added without dependencies */
    uint32_t Embed(const RdmaSchedule& schedule, const FlowRow& row, uint32_t step)
    {
        uint32_t first = 0;
        for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
        {
            const auto& send = schedule.GetSend(i);
            const auto src = GetRank(row, send.src);
            const auto added =
                send.IsComputation()
                    ? m_builder.AddComputation(src, schedule.GetDuration(i), step)
                    : m_builder.AddSend(src, GetRank(row, send.dst), send.bytes, step);
            first = i == 0 ? added : first;
        }
        return first;
    }

    /** @return the schedule of a collective, from a job of its type; the last ones are kept */
    const RdmaSchedule& GetCollective(const FlowRow& row)
    {
        const auto hosts = FlowTable::Get(row.hosts, m_table.hosts);
        const auto key = std::make_tuple(row.op, row.bytes, hosts);
        if (m_collective.first != key)
        {
            const Json job{{"type", m_table.operations[row.op]},
                           {"hosts", hosts},
                           {"bytes", row.bytes}};
            Problems none;
            m_collective = {
                key,
                ReadJob(job)->MakeSchedule({hosts, m_input.network, m_input.rng}, "", none)};
        }
        return m_collective.second;
    }

    /** @param index index of a row; add what it waits for */
    void AddWaits(uint32_t index)
    {
        const auto& row = m_table.rows[index];
        const auto nPoints = row.op > 0 ? row.hosts.count : 1;
        for (uint32_t point = 0; point < nPoints; ++point)
        {
            const auto then = m_parts[index].begin + point;
            for (uint32_t k = 0; k < row.after.count; ++k)
            {
                const auto before = m_table.after[row.after.first + k];
                if (HasPart(before, row, point) || !HasPart(before, row))
                {
                    AddWait(before, GetRank(row, point), then);
                }
            }
            if (row.after.count > 0 && row.start > RdmaTick())
            {
                const auto earliest =
                    m_builder.AddComputation(GetRank(row, point), RdmaTick(), index);
                SetStart(earliest, row.start);
                m_builder.AddDependency(earliest, then);
            }
        }
    }

    /** @return true if a host of a row has a part in another row */
    bool HasPart(uint32_t other, const FlowRow& row, uint32_t host) const
    {
        const auto& part = m_table.rows[other].hosts;
        const auto first = m_table.hosts.begin() + part.first;
        const auto wanted = m_table.hosts[row.hosts.first + host];
        return std::find(first, first + part.count, wanted) != first + part.count;
    }

    /** @return true if any host that waits in a row has a part in another row */
    bool HasPart(uint32_t other, const FlowRow& row) const
    {
        const auto nWaiting = row.op > 0 ? row.hosts.count : 1;
        for (uint32_t host = 0; host < nWaiting; ++host)
        {
            if (HasPart(other, row, host))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * @param before index of a row
     * @param rank rank that waits for it
     * @param then send of this rank
     */
    void AddWait(uint32_t before, uint32_t rank, uint32_t then)
    {
        const auto& row = m_table.rows[before];
        const auto end = m_parts[before].end;
        if (row.op == 0)
        {
            m_builder.AddDependency(end, then);
            return;
        }
        const auto& hosts = m_table.hosts;
        const auto first = hosts.begin() + row.hosts.first;
        const auto own = std::find(first, first + row.hosts.count, m_input.hosts[rank]) - first;
        for (uint32_t part = 0; part < row.hosts.count; ++part)
        {
            if (own == row.hosts.count || own == part)
            {
                m_builder.AddDependency(end + part, then);
            }
        }
    }

    const FlowTable& m_table;           ///< the rows
    const ScheduleInput& m_input;       ///< hosts of the ranks, network and random variable
    RdmaTick m_until;                   ///< end of messages without end
    uint64_t m_endlessBytes;            ///< size of their flows, B
    ns3::RdmaScheduleBuilder m_builder; ///< the schedule
    std::vector<Parts> m_parts;         ///< by row
    /// Operation, size, hosts and schedule of the last collective.
    std::pair<std::tuple<uint8_t, uint64_t, std::vector<uint32_t>>, RdmaSchedule> m_collective;
};

} // namespace

void
CheckFlowWaits(const FlowTable& table, const std::string& path, Problems& problems)
{
    for (const auto& row : table.rows)
    {
        for (uint32_t k = 0; k < row.after.count; ++k)
        {
            const auto& before = table.rows[table.after[row.after.first + k]];
            if (before.IsEndless())
            {
                problems.push_back({path,
                                    "line " + std::to_string(row.line) + " waits for line " +
                                        std::to_string(before.line) +
                                        ", a message without end (bytes 0)"});
                return;
            }
        }
    }
    auto cycle = FindCycle(table);
    if (cycle.empty())
    {
        return;
    }
    const bool isWhole = cycle.size() <= MOST_TRACED;
    cycle.resize(std::min(cycle.size(), MOST_TRACED));
    if (isWhole)
    {
        cycle.push_back(cycle.front());
    }
    std::string text;
    for (const auto row : cycle)
    {
        text += (text.empty() ? "line " : " after line ") + std::to_string(table.rows[row].line);
    }
    problems.push_back(
        {path, text + (isWhole ? "" : " and so on") + ": rows wait for one another"});
}

RdmaSchedule
MakeFlowSchedule(const FlowTable& table, const ScheduleInput& input, RdmaTick until)
{
    return Builder(table, input, until).Make();
}

} // namespace mrcsim
