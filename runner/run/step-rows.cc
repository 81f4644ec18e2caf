/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collector.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mrcsim
{

namespace
{

/// Job, repetition, step.
using StepName = std::tuple<uint32_t, uint32_t, uint32_t>;

/** @param [in,out] row the step; receives a message that was slower than the previous ones */
void
Compare(const ns3::RdmaFlowRecord& flow, StepRow& row)
{
    const bool slower = row.end ? flow.GetSlowdown() > row.slowestSlowdown.value_or(0)
                                : !flow.delivered && !row.slowestFlow;
    if (slower)
    {
        row.slowestFlow = flow.flow;
        row.slowestSrc = flow.src;
        row.slowestDst = flow.dst;
        row.slowestSlowdown =
            flow.delivered ? std::optional<double>(flow.GetSlowdown()) : std::nullopt;
    }
}

} // namespace

std::vector<StepRow>
ListSteps(const ns3::RdmaWorkload& workload)
{
    std::vector<StepRow> rows;
    std::map<StepName, size_t> places;
    for (const auto& record : workload.GetStepRecords())
    {
        if (!record.started)
        {
            continue;
        }
        places[{record.job, record.repetition, record.step}] = rows.size();
        StepRow row;
        row.job = workload.GetJob(record.job).name;
        row.repetition = record.repetition;
        row.step = record.step;
        row.start = record.start;
        row.compute = record.compute;
        if (record.IsFinished())
        {
            row.end = record.end;
        }
        rows.push_back(row);
    }
    for (const auto& flow : workload.GetFlowRecords())
    {
        if (workload.GetJob(flow.job).logsSteps)
        {
            Compare(flow, rows[places.at({flow.job, flow.repetition, flow.step})]);
        }
    }
    return rows;
}

std::vector<std::string>
DescribeUnfinishedSteps(const std::vector<JobSpec>& jobs, const std::vector<StepRow>& rows)
{
    std::vector<std::string> lines;
    for (const auto& job : jobs)
    {
        const auto row = std::find_if(rows.begin(), rows.end(), [&job](const StepRow& r) {
            return r.job == job.name && !r.end;
        });
        if (row == rows.end())
        {
            continue;
        }
        auto line = "job " + job.name + ": step " + std::to_string(row->step) + " of " +
                    std::to_string(job.what->GetNSteps());
        line += job.repeat > 1 ? ", repetition " + std::to_string(row->repetition) : "";
        line += " did not finish: ";
        line += row->slowestFlow ? "waits for flow " + std::to_string(*row->slowestFlow) +
                                       ", host " + std::to_string(*row->slowestSrc) + " to " +
                                       std::to_string(*row->slowestDst)
                                 : std::string("hosts compute");
        lines.push_back(line);
    }
    return lines;
}

} // namespace mrcsim
