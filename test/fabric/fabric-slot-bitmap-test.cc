/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-slot-bitmap.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ns3;

namespace
{

/// Rings of several sizes, compared with a set of numbers.
class FabricSlotBitmapTest : public testing::TestWithParam<uint32_t>
{
  protected:
    /** @return the first member at or after a slot, with wraparound */
    uint32_t FindFrom(uint32_t slot) const
    {
        const auto next = m_members.lower_bound(slot);
        return next == m_members.end() ? *m_members.begin() : *next;
    }

    /** @return the same within its word, or the slot itself */
    uint32_t FindNear(uint32_t slot) const
    {
        const auto next = m_members.lower_bound(slot);
        const bool isNear = next != m_members.end() && *next / FabricSlotBitmap::WORD_SLOTS ==
                                                           slot / FabricSlotBitmap::WORD_SLOTS;
        return isNear ? *next : slot;
    }

    std::set<uint32_t> m_members; ///< the expected members
};

TEST_P(FabricSlotBitmapTest, FindsWhatASetFinds)
{
    const uint32_t slots = GetParam();
    std::mt19937 random(slots);
    FabricSlotBitmap bitmap;
    for (int round = 0; round < 2; ++round)
    {
        bitmap.Reset(slots);
        m_members.clear();
        for (int step = 0; step < 2000; ++step)
        {
            const auto slot = static_cast<uint32_t>(random() % slots);
            if (m_members.size() > 1 && random() % 2 == 0)
            {
                const uint32_t member = FindFrom(slot);
                bitmap.Clear(member);
                m_members.erase(member);
            }
            else
            {
                bitmap.Set(slot);
                m_members.insert(slot);
            }
            const auto from = static_cast<uint32_t>(random() % slots);
            ASSERT_EQ(bitmap.FindFrom(from), FindFrom(from));
            ASSERT_EQ(bitmap.FindNear(from), FindNear(from));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Rings,
                         FabricSlotBitmapTest,
                         testing::Values(64, 128, 4096, 8192, 32768),
                         testing::PrintToStringParamName());

} // namespace
