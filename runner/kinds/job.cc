/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job.h"

namespace mrcsim
{

const char*
Job::GetSizeKey() const
{
    return "bytes";
}

std::shared_ptr<const Job>
ReadJob(const Json& json)
{
    return KindRegistry<JobReader>::Get(json["type"].get<std::string>())(json);
}

} // namespace mrcsim
