/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "slowdown-classes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace mrcsim
{

namespace
{

/// Messages of a job whose sizes are in one class.
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
 * @param [in,out] values some numbers, which are sorted
 * @return their mean and percentiles, null if there are none
 */
Json
Describe(std::vector<double>& values)
{
    if (values.empty())
    {
        return {{"mean", nullptr}, {"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}};
    }
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    const auto rank = [&values, n](double part) {
        return values[static_cast<size_t>(std::ceil(part * n)) - 1];
    };
    return {{"mean", std::accumulate(values.begin(), values.end(), 0.0) / n},
            {"p50", rank(0.50)},
            {"p99", rank(0.99)},
            {"max", values.back()}};
}

} // namespace

Json
MakeSlowdownClasses(const FlowTable& flows, const std::vector<std::string>& jobs)
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
        if (flow.end)
        {
            const auto took = *flow.end - flow.start;
            members.slowdowns.push_back(took.GetSeconds() / flow.ideal.GetSeconds());
        }
    }
    Json rows = Json::array();
    for (auto& [key, members] : classes)
    {
        Json row = {{"job", jobs[key.first]},
                    {"over_bytes", key.second / 10},
                    {"upto_bytes", key.second},
                    {"flows", members.flows},
                    {"completed", members.slowdowns.size()}};
        row.update(Describe(members.slowdowns));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace mrcsim
