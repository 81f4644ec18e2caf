/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEEDED_DRAWS_H
#define SEEDED_DRAWS_H

#include <cstdint>
#include <random>

/**
 * @file
 * mrcsim::SeededDraws: random numbers that are the same on every machine.
 */

namespace mrcsim
{

/// Purposes of random numbers, each with an independent stream.
enum class DrawStream : uint32_t
{
    FABRIC_LINKS = 1,
    NIC_LINKS,
    SWITCHES,
    TRAFFIC,
};

/// Random numbers of one seed and stream.
class SeededDraws
{
  public:
    /**
     * @param seed the seed
     * @param stream purpose
     */
    SeededDraws(uint64_t seed, DrawStream stream)
    {
        std::seed_seq sequence{static_cast<uint32_t>(seed),
                               static_cast<uint32_t>(seed >> 32),
                               static_cast<uint32_t>(stream)};
        m_generator.seed(sequence);
    }

    /**
     * Draw a number as a remainder, because distributions differ between libraries; the bias is
     * below / 2^64.
     * @param below upper bound, exclusive, above 0
     * @return 0 .. below - 1
     */
    uint64_t Draw(uint64_t below)
    {
        return m_generator() % below;
    }

  private:
    std::mt19937_64 m_generator; ///< generator
};

} // namespace mrcsim

#endif // SEEDED_DRAWS_H
