/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-driver.h"

#include "document/json-path.h"
#include "document/words.h"
#include "kinds/random-streams.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-nccl-schedule.h"

#include <algorithm>
#include <cmath>

namespace mrcsim
{

namespace
{

/// Number of slots up to which a schedule is counted; it takes a second.
constexpr double MAX_COUNTED = 2e6;

/** @return the load of so many slots that their schedule is not made for it */
JobLoad
EstimateSlots(JobLoad load, double slots)
{
    const double bytes = load.bytes / slots;
    const double perMessage = std::max(1.0, slots / load.messages);
    load.largestBytes = std::min(load.largestBytes, bytes);
    load.chainBytes = (load.chain + perMessage - 1) * load.largestBytes;
    load.chain *= 2; // a clear to send before each
    load.control = slots;
    load.messages = 2 * slots;
    return load;
}

} // namespace

void
CheckDriver(const JobSpec& job, const std::string& path, Problems& problems)
{
    if (!job.driver)
    {
        return;
    }
    const auto found = "found \"" + *job.driver + "\"; ";
    if (!job.what->MayBeDriven())
    {
        problems.push_back({path + ".driver",
                            found + "not with type \"" + job.type + "\"; allowed with " +
                                ns3::JoinRdmaWords(JobKind::ListNames(&Job::MayBeDriven))});
    }
    if (!job.transport.what->CountsPerQp())
    {
        problems.push_back({path + ".driver",
                            found + "not with transport \"" + job.transport.name +
                                "\"; allowed with " +
                                ns3::JoinRdmaWords(GetTransportNames(&Transport::CountsPerQp))});
    }
}

ns3::RdmaSchedule
MakeJobSchedule(const JobSpec& job,
                const ScheduleInput& input,
                const std::string& path,
                Problems& problems)
{
    auto schedule = job.what->MakeSchedule(input, path, problems);
    return job.driver && schedule.Validate().empty() ? ns3::MakeRdmaNcclSchedule(schedule)
                                                     : schedule;
}

double
CountJobFlows(const JobSpec& job, const JobLoad& load)
{
    // A driver also sends pieces of 0 B
    const double pieces = job.driver ? job.qps : std::clamp<double>(load.largestBytes, 1, job.qps);
    return (load.messages - load.control) * pieces + load.control;
}

JobLoad
MakeJobLoad(const JobSpec& job, const JobContext& context)
{
    auto load = job.what->MakeLoad(context);
    if (!job.driver || !load.mistake.empty())
    {
        return load;
    }
    const double slots = load.bytes / static_cast<double>(ns3::RDMA_NCCL_SLOT_BYTES) +
                         load.messages * ns3::RDMA_NCCL_CHANNELS;
    if (slots > MAX_COUNTED)
    {
        return EstimateSlots(std::move(load), slots);
    }
    const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    rng->SetStream(WORKLOAD_STREAM);
    Problems problems;
    const auto schedule =
        MakeJobSchedule(job, {load.hosts, context.network, rng}, "workload", problems);
    return CountJobLoad(schedule, load.hosts, context);
}

} // namespace mrcsim
