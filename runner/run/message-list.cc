/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-list.h"

#include "job-builder.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace mrcsim
{

namespace
{

/** @return by send, the sends that it waits for */
std::vector<std::vector<uint32_t>>
ListDependencies(const ns3::RdmaSchedule& schedule)
{
    std::vector<std::vector<uint32_t>> dependencies(schedule.GetNSends());
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        for (const auto then : schedule.GetDependents(send))
        {
            dependencies[then].push_back(send);
        }
    }
    return dependencies;
}

/** @return the line of a send, without its dependencies */
Json
DescribeSend(const ns3::RdmaJob& job, uint32_t index)
{
    const auto& send = job.schedule.GetSend(index);
    Json line{{"step", send.step}, {"src", job.hosts[send.src]}, {"dst", job.hosts[send.dst]}};
    if (send.IsComputation())
    {
        line["compute_ps"] = job.schedule.GetDuration(index).GetPs();
    }
    else
    {
        line["bytes"] = send.bytes;
    }
    if (const auto until = job.schedule.GetUntil(index))
    {
        line["until_ps"] = *until == ns3::RdmaTick::Max() ? Json() : Json(until->GetPs());
    }
    line["start_ps"] = job.schedule.GetStart(index).GetPs();
    return line;
}

} // namespace

Problems
WriteMessages(const Scenario& scenario, std::ostream& out)
{
    std::vector<ns3::RdmaJob> jobs;
    auto problems = DrawJobs(scenario, jobs);
    for (size_t i = 0; i < jobs.size() && problems.empty(); ++i)
    {
        const auto& job = jobs[i];
        out << Json{{"job", job.name},
                    {"type", job.type},
                    {"enabled", job.enabled},
                    {"start_ps", scenario.jobs[i].start.GetPs()},
                    {"after", job.after},
                    {"repeat", job.repeat},
                    {"qps", job.qps}}
            << '\n';
        const auto dependencies = ListDependencies(job.schedule);
        for (uint32_t send = 0; send < job.schedule.GetNSends(); ++send)
        {
            auto line = DescribeSend(job, send);
            line["after"] = dependencies[send];
            out << line << '\n';
        }
    }
    return problems;
}

} // namespace mrcsim
