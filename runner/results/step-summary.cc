/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "step-summary.h"

#include "json-time.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/**
 * @param times durations of steps, ascending
 * @return their percentiles, null if there are none
 */
Json
Describe(const std::vector<ns3::RdmaTick>& times)
{
    if (times.empty())
    {
        return {{"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}};
    }
    const auto rank = [&times](double part) {
        const auto n = static_cast<double>(times.size());
        return ToNs(times[static_cast<size_t>(std::ceil(part * n)) - 1]);
    };
    return {{"p50", rank(0.50)}, {"p99", rank(0.99)}, {"max", rank(1)}};
}

} // namespace

Json
MakeStepSummary(const std::vector<StepJob>& jobs, const std::vector<StepRow>& rows)
{
    Json summary = Json::array();
    for (const auto& job : jobs)
    {
        std::vector<ns3::RdmaTick> times;
        auto first = ns3::RdmaTick::Max();
        ns3::RdmaTick last;
        for (const auto& row : rows)
        {
            if (row.job == job.job && row.end)
            {
                times.push_back(*row.end - row.start);
                first = std::min(first, row.start);
                last = std::max(last, *row.end);
            }
        }
        std::sort(times.begin(), times.end());
        const auto n = static_cast<double>(times.size());
        summary.push_back(
            {{"job", job.job},
             {"steps", job.steps},
             {"completed", times.size()},
             {"steps_per_s", times.empty() ? Json() : Json(n / (last - first).GetSeconds())},
             {"time_ns", Describe(times)}});
    }
    return summary;
}

} // namespace mrcsim
