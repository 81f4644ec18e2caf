/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-table.h"

#include <utility>

namespace mrcsim
{

std::optional<ns3::RdmaTick>
FlowRow::GetFct() const
{
    return end ? std::optional(*end - start) : std::nullopt;
}

std::optional<double>
FlowRow::GetSlowdown() const
{
    return end ? std::optional((*end - start).GetSeconds() / ideal.GetSeconds()) : std::nullopt;
}

FlowTable::FlowTable(std::vector<std::string> jobs, std::deque<ns3::RdmaFlowRecord> records)
    : m_jobs(std::move(jobs)),
      m_records(std::move(records))
{
}

FlowRow
FlowTable::operator[](size_t row) const
{
    const auto& record = m_records[row];
    FlowRow flow;
    flow.flow = record.flow;
    flow.job = m_jobs[record.job];
    flow.step = record.step;
    flow.src = record.src;
    flow.dst = record.dst;
    flow.qp = record.qp;
    flow.bytes = record.bytes;
    flow.start = record.start;
    flow.ideal = record.ideal;
    flow.packets = record.stats.packets;
    flow.retransmits = record.stats.retransmits;
    flow.trims = record.stats.trims;
    flow.ecnMarks = record.stats.ecnMarks;
    flow.timeouts = record.stats.timeouts;
    flow.completed = record.delivered;
    if (record.delivered)
    {
        flow.end = record.end;
    }
    return flow;
}

} // namespace mrcsim
