/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SELECTOR_FIXTURE_H
#define SELECTOR_FIXTURE_H

#include "ns3/mrc-path-selector.h"
#include "ns3/object.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

/**
 * @file
 * Fixture of tests of path selectors.
 */

namespace ns3
{

/// All ports are ready.
constexpr uint32_t ALL = ~0U;

/**
 * A selector and its table.
 * @tparam T the selector
 */
template <typename T>
class SelectorFixture : public testing::Test
{
  protected:
    SelectorFixture()
    {
        rng->SetStream(1);
    }

    /**
     * Begin with a new table and the selector.
     * @param planes their number, 1 to 8
     * @param paths uplinks per plane, each with an EV, all active
     * @param trimming the fabric trims
     */
    void Start(uint32_t planes, uint32_t paths, bool trimming = true)
    {
        table.Start({planes, paths, trimming, RdmaTick::Us(10), RdmaTick::Us(8)},
                    CreateObject<MrcEvParameters>(),
                    rng);
        selector->Start(table, rng);
    }

    /**
     * @param ready ready ports
     * @return path of the next packet
     */
    MrcPath Send(uint32_t ready = ALL)
    {
        const auto path = selector->GetSendParams(now, ready);
        EXPECT_TRUE(path);
        return path.value_or(MrcPath{});
    }

    /**
     * @param count number of packets to send
     * @return their EVs
     */
    std::vector<uint32_t> SendMany(uint32_t count)
    {
        std::vector<uint32_t> evs(count);
        std::generate(evs.begin(), evs.end(), [this] { return Send().ev; });
        return evs;
    }

    /**
     * @param ev one of them
     * @return number of its occurrences
     */
    static uint32_t Count(const std::vector<uint32_t>& evs, uint32_t ev)
    {
        return static_cast<uint32_t>(std::count(evs.begin(), evs.end(), ev));
    }

    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the EVs
    Ptr<T> selector{CreateObject<T>()};                                    ///< the selector
    RdmaTick now{RdmaTick::Us(100)};                                       ///< the time
};

} // namespace ns3

#endif // SELECTOR_FIXTURE_H
