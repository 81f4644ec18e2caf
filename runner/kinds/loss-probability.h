/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_PROBABILITY_H
#define LOSS_PROBABILITY_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

/**
 * @file
 * Probabilities as ports take them.
 */

namespace mrcsim
{

/**
 * @param probability 0 to 1
 * @return the same in units of 2^-32, at most the largest that fits
 */
inline uint32_t
ToLoss(double probability)
{
    constexpr auto ONE = static_cast<double>(std::numeric_limits<uint32_t>::max());
    return static_cast<uint32_t>(std::min(ONE, std::ldexp(probability, 32)));
}

} // namespace mrcsim

#endif // LOSS_PROBABILITY_H
