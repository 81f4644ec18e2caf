/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace mrcsim
{

using K = CellKind;

namespace
{

/**
 * Percentiles by nearest rank; absent if there are no values.
 *
 * @tparam T type of the values
 */
template <typename T>
struct Ranks
{
    std::optional<T> p50; ///< median
    std::optional<T> p99; ///< 99th percentile
    std::optional<T> max; ///< greatest

    /** @param [in,out] values values to rank; sorted afterwards */
    void Rank(std::vector<T>& values)
    {
        if (values.empty())
        {
            return;
        }
        std::sort(values.begin(), values.end());
        const auto rank = [&values](double part) {
            const auto n = static_cast<double>(values.size());
            return values[static_cast<size_t>(std::ceil(part * n)) - 1];
        };
        p50 = rank(0.50);
        p99 = rank(0.99);
        max = values.back();
    }
};

/// Times of delivered messages.
struct FlowTimes : Ranks<ns3::RdmaTick>
{
    std::optional<double> mean; ///< their mean, ns
};

/** @return the times of delivered messages */
FlowTimes
RankTimes(const std::deque<ns3::RdmaFlowRecord>& flows)
{
    std::vector<ns3::RdmaTick> times;
    ns3::RdmaTick sum;
    for (const auto& flow : flows)
    {
        if (flow.delivered)
        {
            times.push_back(flow.GetDuration());
            sum += times.back();
        }
    }
    FlowTimes found;
    found.Rank(times);
    if (!times.empty())
    {
        found.mean = sum.GetNs() / static_cast<double>(times.size());
    }
    return found;
}

/// Messages of a job whose sizes are in one class, with the slowdowns of those delivered.
struct SlowdownRow : Ranks<double>
{
    std::string job;            ///< name of the job
    uint64_t overBytes{0};      ///< exclusive lower bound of sizes, B
    uint64_t uptoBytes{0};      ///< upper bound of sizes, B
    uint64_t flows{0};          ///< messages, delivered or not
    uint64_t completed{0};      ///< delivered messages
    std::optional<double> mean; ///< mean of the slowdowns
};

/// Counters of a class.
struct SlowdownClass
{
    uint64_t flows{0};             ///< messages, delivered or not
    std::vector<double> slowdowns; ///< slowdowns of delivered messages
};

/** @return the end of the class of a size: the least power of ten that is at least as large */
uint64_t
GetClass(uint64_t bytes)
{
    constexpr uint64_t LAST = 10'000'000'000'000'000'000U;
    uint64_t end = 1;
    while (end < bytes && end < LAST)
    {
        end *= 10;
    }
    return end;
}

/** @return a row per job with size classes and per class with messages, in order */
std::vector<SlowdownRow>
ListSlowdowns(const Results& results)
{
    const auto& jobs = results.sizeJobs;
    std::map<std::string, size_t> places;
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        places.emplace(jobs[i], i);
    }
    std::map<std::pair<size_t, uint64_t>, SlowdownClass> classes;
    for (const auto& flow : results.flows)
    {
        const auto place = places.find(results.flowJobs.at(flow.job));
        if (place == places.end())
        {
            continue;
        }
        auto& members = classes[{place->second, GetClass(flow.bytes)}];
        ++members.flows;
        if (const auto slowdown = FindSlowdown(flow))
        {
            members.slowdowns.push_back(*slowdown);
        }
    }
    std::vector<SlowdownRow> rows;
    for (auto& [key, members] : classes)
    {
        auto& values = members.slowdowns;
        SlowdownRow row;
        row.job = jobs[key.first];
        row.overBytes = key.second / 10;
        row.uptoBytes = key.second;
        row.flows = members.flows;
        row.completed = values.size();
        row.Rank(values);
        if (!values.empty())
        {
            row.mean = std::accumulate(values.begin(), values.end(), 0.0) /
                       static_cast<double>(values.size());
        }
        rows.push_back(row);
    }
    return rows;
}

/// The steps of a job that lists them, with the durations of completed steps.
struct StepTotals : Ranks<ns3::RdmaTick>
{
    std::string job;       ///< name of the job
    uint64_t steps{0};     ///< steps of all repetitions, whether begun or not
    uint64_t completed{0}; ///< completed steps
    std::optional<double>
        perSecond; ///< rate of completed steps between the first start and the last end, 1/s
};

/** @return the steps of a job that lists them */
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
GetFlowTimeTable()
{
    // clang-format off
    static const ResultTable table(
        {"fct_ns", "times of delivered messages; each is null if there are none", ""},
        nullptr,
        [](const Results& results, const auto& show) { show(RankTimes(results.flows)); },
        Columns<FlowTimes>({
        {"mean", &FlowTimes::mean, K::NUMBER, "ns", "mean of the times"},
        {"p50", &FlowTimes::p50, K::NUMBER, "ns", "median of the times"},
        {"p99", &FlowTimes::p99, K::NUMBER, "ns", "99th percentile of the times"},
        {"max", &FlowTimes::max, K::NUMBER, "ns", "maximum of the times"},
        }));
    // clang-format on
    return table;
}

const ResultTable&
GetSlowdownTable()
{
    // clang-format off
    static const ResultTable table(
        {"slowdown", "slowdowns by size: a class per power of ten", "with a job poisson"},
        [](const Results& results) { return !results.sizeJobs.empty(); },
        [](const Results& results, const auto& show) {
            const auto rows = ListSlowdowns(results);
            std::for_each(rows.begin(), rows.end(), show);
        },
        Columns<SlowdownRow>({
        {"job", &SlowdownRow::job, K::TEXT, "", "name of the job"},
        {"over_bytes", &SlowdownRow::overBytes, K::COUNT, "B", "exclusive lower bound of message "
                                                               "sizes in the class"},
        {"upto_bytes", &SlowdownRow::uptoBytes, K::COUNT, "B", "upper bound of message sizes in "
                                                               "the class"},
        {"flows", &SlowdownRow::flows, K::COUNT, "", "messages of the class"},
        {"completed", &SlowdownRow::completed, K::COUNT, "", "delivered messages of the class"},
        {"mean", &SlowdownRow::mean, K::NUMBER, "1", "mean slowdown of delivered messages"},
        {"p50", &SlowdownRow::p50, K::NUMBER, "1", "median slowdown of delivered messages"},
        {"p99", &SlowdownRow::p99, K::NUMBER, "1",
         "99th percentile of the slowdowns of delivered messages"},
        {"max", &SlowdownRow::max, K::NUMBER, "1", "largest slowdown of delivered messages"},
        }));
    // clang-format on
    return table;
}

const ResultTable&
GetStepTimeTable()
{
    // clang-format off
    static const ResultTable table(
        {"steps", "steps of each job of training steps", "with a job of training steps"},
        [](const Results& results) { return !results.stepJobs.empty(); },
        [](const Results& results, const auto& show) {
            for (const auto& job : results.stepJobs)
            {
                show(SumSteps(job, results.steps));
            }
        },
        Columns<StepTotals>({
        {"job", &StepTotals::job, K::TEXT, "", "name of the job"},
        {"steps", &StepTotals::steps, K::COUNT, "", "steps of all repetitions, whether begun or "
                                                    "not"},
        {"completed", &StepTotals::completed, K::COUNT, "", "completed steps"},
        {"steps_per_s", &StepTotals::perSecond, K::NUMBER, "1/s",
         "completed steps divided by the time from the first begin to the last end"},
        {"time_ns.p50", &StepTotals::p50, K::NUMBER, "ns", "median of the durations"},
        {"time_ns.p99", &StepTotals::p99, K::NUMBER, "ns", "99th percentile of the durations"},
        {"time_ns.max", &StepTotals::max, K::NUMBER, "ns", "maximum of the durations"},
        }));
    // clang-format on
    return table;
}

} // namespace mrcsim
