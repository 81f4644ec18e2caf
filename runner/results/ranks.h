/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANKS_H
#define RANKS_H

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

/**
 * @file
 * mrcsim::Ranks: percentiles.
 */

namespace mrcsim
{

/**
 * Percentiles by nearest rank; absent if there are no values.
 *
 * @tparam T what is ranked
 */
template <typename T>
struct Ranks
{
    std::optional<T> p50; ///< median
    std::optional<T> p99; ///< 99th percentile
    std::optional<T> max; ///< greatest

    /** @param [in,out] values what is ranked; sorted */
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

} // namespace mrcsim

#endif // RANKS_H
