/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ranks.h"
#include "result-tables.h"

#include <cstdint>
#include <map>
#include <numeric>
#include <string>

namespace mrcsim
{

namespace
{

/// Messages of a job whose sizes are in one class, with the slowdowns of those delivered.
struct SlowdownRow : Ranks<double>
{
    std::string job;            ///< name of the job
    uint64_t overBytes{0};      ///< they are larger
    uint64_t uptoBytes{0};      ///< and at most so large
    uint64_t flows{0};          ///< messages, delivered or not
    uint64_t completed{0};      ///< of these, delivered
    std::optional<double> mean; ///< of the slowdowns
};

/// What is known of a class while messages are counted.
struct SlowdownClass
{
    uint64_t flows{0};             ///< messages, delivered or not
    std::vector<double> slowdowns; ///< of those delivered
};

/**
 * @param bytes of a message
 * @return the end of its class: the least power of ten that is not smaller
 */
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

/**
 * @param flows the messages of a run
 * @param jobs names of the jobs whose messages count
 * @return a row for each job and class with messages, in order
 */
std::vector<SlowdownRow>
ListSlowdowns(const FlowTable& flows, const std::vector<std::string>& jobs)
{
    std::map<std::string, size_t> places;
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        places.emplace(jobs[i], i);
    }
    std::map<std::pair<size_t, uint64_t>, SlowdownClass> classes;
    for (const auto flow : flows)
    {
        const auto place = places.find(flow.job);
        if (place == places.end())
        {
            continue;
        }
        auto& members = classes[{place->second, GetClass(flow.bytes)}];
        ++members.flows;
        if (const auto slowdown = flow.GetSlowdown())
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

} // namespace

const ResultTable&
GetSlowdownTable()
{
    using K = CellKind;
    // clang-format off
    static const Table<SlowdownRow> table(
        {"slowdown", "slowdowns by size: a class per power of ten", "with a job poisson"},
        [](const Results& results) { return !results.sizeJobs.empty(); },
        [](const Results& results, const auto& show) {
            ShowEach(ListSlowdowns(results.flows, results.sizeJobs), show);
        },
        {
            {"job", &SlowdownRow::job, K::TEXT, "", "name of the job"},
            {"over_bytes", &SlowdownRow::overBytes, K::COUNT, "B",
             "messages of the class are larger"},
            {"upto_bytes", &SlowdownRow::uptoBytes, K::COUNT, "B", "and at most so large"},
            {"flows", &SlowdownRow::flows, K::COUNT, "", "messages of the class"},
            {"completed", &SlowdownRow::completed, K::COUNT, "", "of these, delivered"},
            {"mean", &SlowdownRow::mean, K::NUMBER, "1",
             "mean of the slowdowns of those delivered"},
            {"p50", &SlowdownRow::p50, K::NUMBER, "1",
             "median of the slowdowns of those delivered"},
            {"p99", &SlowdownRow::p99, K::NUMBER, "1",
             "99th percentile of the slowdowns of those delivered"},
            {"max", &SlowdownRow::max, K::NUMBER, "1",
             "greatest of the slowdowns of those delivered"},
        });
    // clang-format on
    return table;
}

} // namespace mrcsim
