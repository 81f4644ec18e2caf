/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-path-selector.h"

#include <deque>
#include <gtest/gtest.h>
#include <optional>

using namespace ns3;

namespace
{

/// Returns the EVs of a list, then nothing.
class ListedSelector : public MrcPathSelector
{
  public:
    Ptr<MrcPathSelector> Fork() const override
    {
        return CopyObject(Ptr<const ListedSelector>(this));
    }

    std::optional<MrcPath> GetSendParams(RdmaTick, uint32_t) override
    {
        if (evs.empty())
        {
            return std::nullopt;
        }
        const uint32_t ev = evs.front();
        evs.pop_front();
        return MrcPath{ev, 0};
    }

    std::deque<uint32_t> evs; ///< next results of GetSendParams
};

class MrcPathSelectorTest : public testing::Test
{
  protected:
    /// GetOtherSendParams with 7 to be avoided and these EVs.
    std::optional<uint32_t> NotSeven(std::deque<uint32_t> evs)
    {
        m_selector->evs = std::move(evs);
        const auto path = m_selector->GetOtherSendParams(RdmaTick(), 1, 7);
        return path ? std::optional<uint32_t>(path->ev) : std::nullopt;
    }

    Ptr<ListedSelector> m_selector{CreateObject<ListedSelector>()};
};

TEST_F(MrcPathSelectorTest, FirstChoiceIsTakenWhenItIsNotTheOneToAvoid)
{
    EXPECT_EQ(NotSeven({5, 6}), 5u);
    EXPECT_EQ(m_selector->evs.size(), 1u) << "one turn is taken, not two";
}

TEST_F(MrcPathSelectorTest, NextChoiceIsTakenInsteadOfTheOneToAvoid)
{
    EXPECT_EQ(NotSeven({7, 5}), 5u);
}

TEST_F(MrcPathSelectorTest, EvToAvoidIsBetterThanNone)
{
    EXPECT_EQ(NotSeven({7, 7, 5}), 7u);
    EXPECT_EQ(NotSeven({7}), 7u) << "a returned path is always used";
}

TEST_F(MrcPathSelectorTest, NothingIsNothing)
{
    EXPECT_EQ(NotSeven({}), std::nullopt);
}

} // namespace
