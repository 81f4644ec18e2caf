/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ranks.h"
#include "result-tables.h"

#include <algorithm>
#include <string>

namespace mrcsim
{

namespace
{

/// The steps of a job that tells of them, with the durations of those that ended.
struct StepTotals : Ranks<ns3::RdmaTick>
{
    std::string job;                 ///< name of the job
    uint64_t steps{0};               ///< of all repetitions, begun or not
    uint64_t completed{0};           ///< of these, ended
    std::optional<double> perSecond; ///< those, from the first start to the last end
};

/**
 * @param job a job that tells of its steps
 * @param rows steps of all jobs that have begun
 * @return its steps
 */
StepTotals
SumSteps(const StepJob& job, const std::vector<StepRow>& rows)
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
    StepTotals totals;
    totals.job = job.job;
    totals.steps = job.steps;
    totals.completed = times.size();
    if (!times.empty())
    {
        totals.perSecond = static_cast<double>(times.size()) / (last - first).GetSeconds();
    }
    totals.Rank(times);
    return totals;
}

} // namespace

const ResultTable&
GetStepTimeTable()
{
    using K = CellKind;
    // clang-format off
    static const Table<StepTotals> table(
        {"steps", "steps of each job of training steps", "with a job of training steps"},
        [](const Results& results) { return !results.stepJobs.empty(); },
        [](const Results& results, const auto& show) {
            for (const auto& job : results.stepJobs)
            {
                show(SumSteps(job, results.steps));
            }
        },
        {
            {"job", &StepTotals::job, K::TEXT, "", "name of the job"},
            {"steps", &StepTotals::steps, K::COUNT, "", "steps of all repetitions, begun or not"},
            {"completed", &StepTotals::completed, K::COUNT, "", "of these, done"},
            {"steps_per_s", &StepTotals::perSecond, K::NUMBER, "1/s",
             "steps done over the time from the first begin to the last end"},
            {"time_ns.p50", &StepTotals::p50, K::NUMBER, "ns",
             "median of the durations"},
            {"time_ns.p99", &StepTotals::p99, K::NUMBER, "ns",
             "99th percentile of the durations"},
            {"time_ns.max", &StepTotals::max, K::NUMBER, "ns", "greatest of the durations"},
        });
    // clang-format on
    return table;
}

} // namespace mrcsim
