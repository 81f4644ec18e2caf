/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job.h"

namespace mrcsim
{

uint64_t
Job::GetBytes(const ns3::RdmaSchedule& schedule) const
{
    uint64_t bytes = 0;
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        bytes += schedule.GetSend(send).bytes;
    }
    return bytes;
}

const HostSelection*
Job::GetSelection() const
{
    return nullptr;
}

const char*
Job::GetSizeKey() const
{
    return "bytes";
}

uint32_t
Job::GetNSteps() const
{
    return 0;
}

bool
Job::HasSizeClasses() const
{
    return false;
}

std::shared_ptr<const Job>
ReadJob(const Json& json)
{
    return KindRegistry<JobReader>::Get(json["type"].get<std::string>())(json);
}

} // namespace mrcsim
