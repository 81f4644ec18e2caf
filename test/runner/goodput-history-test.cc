/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/goodput-history.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace mrcsim
{

/** @return true if they are equal */
static bool
operator==(const GoodputReturn& a, const GoodputReturn& b)
{
    return a.after == b.after && a.trims == b.trims;
}

/** For messages of failed tests. */
static std::ostream&
operator<<(std::ostream& out, const GoodputReturn& back)
{
    return out << "after " << back.after.GetNs() << " ns, " << back.trims << " trims";
}

} // namespace mrcsim

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// Samples in a window of 20 us.
constexpr int64_t STEPS = 4;
/// Steps of the windows that determine normal goodput.
constexpr int64_t NORMAL = 10 * STEPS;
/// Steps for which goodput must be back.
constexpr int64_t LASTING = 5 * STEPS;
/// Steps after a fault that are considered.
constexpr int64_t HORIZON = 500 * STEPS;
/// Begin of the fault of a story, in steps.
constexpr int64_t FAULT = 60;
/// Normal payload of a host in a step, B.
constexpr uint64_t STEP_BYTES = 1000;

/// Payload that hosts receive, step by step; a fault begins after FAULT steps.
struct Story
{
    /// Part of STEP_BYTES that a host receives in a step, by host and by step from the fault on.
    std::function<double(uint32_t, int64_t)> goodput = [](uint32_t, int64_t) { return 1.0; };
    /// Fair rates before the first change.
    HostRates whole{1e9, 1e9, 1e9};
    /// Fair rates that change, by the step from the fault on.
    std::map<int64_t, HostRates> rates{{0, {1e9, 1e9, 1e9}}};
    /// Messages: host, first and last step from the fault on.
    std::vector<std::tuple<uint32_t, int64_t, int64_t>> messages{{0, -FAULT, 1 << 20},
                                                                 {1, -FAULT, 1 << 20},
                                                                 {2, -FAULT, 1 << 20}};
    std::set<uint32_t> hosts;             ///< hosts to consider
    std::vector<uint32_t> names{0, 1, 2}; ///< numbers of the hosts in the history
    int64_t steps{400};                   ///< steps between the first and the last sample
    RdmaTick window{RdmaTick::Us(20)};    ///< averaging window
    RdmaTick start;                       ///< time of the first sample
    int64_t lastLoss{0};                  ///< last loss, in steps from the fault on
    RdmaTick late;                        ///< time from a sample to the begin of the fault
    uint64_t scale{1};                    ///< factor of all payload and all rates
    bool sparse{false};                   ///< unnecessary samples are left out

    /** @return a time, by the step from the fault on */
    RdmaTick At(int64_t step) const
    {
        return start + window / STEPS * (FAULT + step);
    }

    /** @return the result for a fault at a step */
    std::optional<GoodputReturn> Find(int64_t fault = 0) const
    {
        GoodputHistory history(window, names.size());
        std::vector<uint64_t> placed(names.size());
        auto change = rates.begin();
        for (int64_t step = -FAULT; step < steps - FAULT; ++step)
        {
            for (uint32_t host = 0; step > -FAULT && host < names.size(); ++host)
            {
                placed[names[host]] +=
                    scale * static_cast<uint64_t>(STEP_BYTES * goodput(host, step));
            }
            if (!sparse || step == -FAULT || history.Stores(At(step)) ||
                (change != rates.end() && At(step) + history.GetLead() >= At(change->first) + late))
            {
                history.AddSample({At(step),
                                   static_cast<uint64_t>(step + FAULT),
                                   std::make_shared<const std::vector<uint64_t>>(placed)});
            }
            for (; change != rates.end() && change->first == step; ++change)
            {
                if (change == rates.begin())
                {
                    history.AddRates(At(step) + late - RdmaTick::Ps(1), Rename(whole));
                }
                history.AddRates(At(step) + late, Rename(change->second));
            }
        }
        for (const auto& [host, from, until] : messages)
        {
            history.AddMessage(names[host], At(from), At(until));
        }
        std::set<uint32_t> chosen;
        for (const auto host : hosts)
        {
            chosen.insert(host < names.size() ? names[host] : host);
        }
        return history.FindReturn(At(fault) + late, At(std::max(fault, lastLoss)) + late, chosen);
    }

  private:
    /** @return rates in the order of the history */
    HostRates Rename(const HostRates& bps) const
    {
        HostRates renamed(names.size());
        for (size_t host = 0; host < names.size(); ++host)
        {
            if (bps[host])
            {
                renamed[names[host]] = *bps[host] * static_cast<double>(scale);
            }
        }
        return renamed;
    }
};

/** @return goodput that is low for some steps, up to the given last one */
std::function<double(uint32_t, int64_t)>
Dip(int64_t first, int64_t last, double low = 0)
{
    return [first, last, low](uint32_t, int64_t step) {
        return step >= first && step <= last ? low : 1.0;
    };
}

/** @return different stories */
std::vector<Story>
ListStories()
{
    std::vector<Story> stories(7);
    stories[1].goodput = Dip(1, 30);
    stories[2].goodput = Dip(1, 1000, 0.9);
    stories[3].goodput = Dip(1, 1000, 0.5);
    stories[3].rates = {{0, {5e8, 5e8, 5e8}}};
    stories[4].goodput = [](uint32_t host, int64_t step) { return step > 5 * host ? 1.0 : 0.2; };
    stories[4].messages.pop_back();
    stories[5].goodput = Dip(1, 12);
    stories[5].rates = {{0, {5e8, 1e9, 0}}, {40, {1e9, 1e9, 1e9}}};
    stories[5].hosts = {0, 2};
    stories[6].rates[297] = {1e9, 1e9, 1e9};
    stories[6].goodput = [](uint32_t host, int64_t step) { return host + 1 + (step % 7 == 0); };
    return stories;
}

TEST(GoodputHistory, AFaultThatTouchesNothingCostsNothing)
{
    EXPECT_EQ(Story().Find(), (GoodputReturn{RdmaTick{}, FAULT + STEPS}));
}

TEST(GoodputHistory, StoriesDiffer)
{
    std::set<std::pair<RdmaTick, uint64_t>> told;
    for (const auto& story : ListStories())
    {
        const auto back = story.Find();
        told.emplace(back ? back->after : RdmaTick::Max(), back ? back->trims : 0);
    }
    EXPECT_GE(told.size(), 4U) << "otherwise the other tests prove little";
}

TEST(GoodputHistory, WhenItAllHappensMakesNoDifference)
{
    for (auto story : ListStories())
    {
        const auto back = story.Find();
        for (const auto start : {RdmaTick::Ps(1), RdmaTick::Us(7), RdmaTick::Ms(90'000'000)})
        {
            story.start = start;
            EXPECT_EQ(story.Find(), back);
        }
    }
}

TEST(GoodputHistory, TheUnitOfTimeMakesNoDifference)
{
    for (auto story : ListStories())
    {
        const auto back = story.Find();
        story.window = story.window * 10;
        const auto longer = story.Find();
        ASSERT_EQ(longer.has_value(), back.has_value());
        EXPECT_EQ(longer.value_or(GoodputReturn{}).after,
                  back.value_or(GoodputReturn{}).after * 10);
    }
}

TEST(GoodputHistory, TheUnitOfPayloadMakesNoDifference)
{
    for (auto story : ListStories())
    {
        const auto back = story.Find();
        story.scale = 1024;
        EXPECT_EQ(story.Find(), back);
    }
}

TEST(GoodputHistory, NamesOfHostsMakeNoDifference)
{
    for (auto story : ListStories())
    {
        const auto back = story.Find();
        do
        {
            EXPECT_EQ(story.Find(), back);
        } while (std::next_permutation(story.names.begin(), story.names.end()));
    }
}

TEST(GoodputHistory, OtherHostsMakeNoDifference)
{
    for (auto story : ListStories())
    {
        story.hosts = {1};
        const auto back = story.Find();
        const auto goodput = story.goodput;
        story.goodput = [goodput](uint32_t host, int64_t step) {
            return host == 1 ? goodput(host, step) : 0.1;
        };
        story.rates.begin()->second[0] = 1;
        EXPECT_EQ(story.Find(), back);
        story.messages.erase(story.messages.begin());
        EXPECT_EQ(story.Find(), back);
    }
}

TEST(GoodputHistory, AllHostsAreMeantIfNoneIsNamed)
{
    for (auto story : ListStories())
    {
        story.hosts.clear();
        const auto back = story.Find();
        story.hosts = {0, 1, 2};
        EXPECT_EQ(story.Find(), back);
    }
}

TEST(GoodputHistory, WhatIsKnownOfAllTogetherIsOfAnyOfThem)
{
    Story story;
    story.goodput = Dip(1, 30);
    story.names = {0};
    story.messages.resize(1);
    const auto back = story.Find();
    ASSERT_TRUE(back);
    story.hosts = {7};
    EXPECT_EQ(story.Find(), back);
}

TEST(GoodputHistory, WhatWasLongBeforeMakesNoDifference)
{
    for (auto story : ListStories())
    {
        const auto back = story.Find();
        const auto goodput = story.goodput;
        story.goodput = [goodput](uint32_t host, int64_t step) {
            return step <= -NORMAL ? 3.0 : goodput(host, step);
        };
        EXPECT_EQ(story.Find(), back);
        story.sparse = true;
        EXPECT_EQ(story.Find(), back);
    }
}

TEST(GoodputHistory, TheTenWindowsBeforeAreNormal)
{
    Story story;
    story.goodput = [](uint32_t, int64_t step) { return step == 1 - NORMAL ? 10.0 : 1.0; };
    EXPECT_FALSE(story.Find()) << "a step of ten times the payload is a quarter more in all";
}

TEST(GoodputHistory, WhatIsLongAfterMakesNoDifference)
{
    for (auto story : ListStories())
    {
        story.steps = FAULT + HORIZON + 1;
        const auto back = story.Find();
        story.steps = FAULT + 3 * HORIZON;
        EXPECT_EQ(story.Find(), back);
    }
}

TEST(GoodputHistory, WhatComesBackLaterIsNotLookedAt)
{
    Story story;
    story.steps = FAULT + 2 * HORIZON;
    story.rates[HORIZON - 1] = {1e9, 1e9, 1e9}; // another fault, so that samples are stored
    story.goodput = Dip(1, HORIZON - STEPS);
    EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * HORIZON);
    story.goodput = Dip(1, HORIZON - STEPS + 1);
    EXPECT_FALSE(story.Find());
}

TEST(GoodputHistory, ItIsBackWithTheFirstGoodWindow)
{
    for (const int64_t last : {1, 2, 17, 300})
    {
        Story story;
        story.goodput = Dip(1, last);
        const auto step = last + STEPS;
        EXPECT_EQ(story.Find(),
                  (GoodputReturn{RdmaTick::Us(5) * step, static_cast<uint64_t>(FAULT + step)}));
        story.steps = FAULT + step + 1;
        EXPECT_TRUE(story.Find()) << "at the last sample";
        story.steps = FAULT + step;
        EXPECT_FALSE(story.Find()) << "after it";
        story.steps = 2 * FAULT + step;
        story.late = RdmaTick::Us(2);
        EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * step - story.late);
    }
}

TEST(GoodputHistory, TheFirstWindowBeginsWithTheFault)
{
    Story story;
    story.goodput = Dip(-2, 0);
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "low before it";
    story.goodput = Dip(1, 1);
    EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * (1 + STEPS)) << "low at once";
    story.goodput = Dip(STEPS + 1, STEPS + 1);
    EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * (1 + 2 * STEPS))
        << "a good window first";
}

TEST(GoodputHistory, ItIsBackForGood)
{
    constexpr int64_t BACK = 10 + STEPS;
    Story story;
    for (const int64_t loss : {0L, 30L, 200L})
    {
        story.lastLoss = loss;
        const int64_t over = std::max(BACK, loss) + LASTING;
        for (const int64_t again : {BACK + 1, over, over + 1})
        {
            story.goodput = [again](uint32_t, int64_t step) {
                return (step >= 1 && step <= 10) || step == again ? 0.0 : 1.0;
            };
            const auto step = again > over ? BACK : again + STEPS;
            EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * step) << loss << ' ' << again;
        }
    }
}

TEST(GoodputHistory, AFallWhileLossesGoOnIsOfTheFault)
{
    Story story;
    story.goodput = [](uint32_t, int64_t step) { return step >= 2 * LASTING ? 0.0 : 1.0; };
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "good when it ends";
    story.lastLoss = 2 * LASTING;
    EXPECT_FALSE(story.Find()) << "never back";
}

TEST(GoodputHistory, NineteenTwentiethsAreEnough)
{
    Story story;
    story.goodput = Dip(1, 1000, 0.951);
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
    story.goodput = Dip(1, 1000, 0.949);
    EXPECT_FALSE(story.Find());
}

TEST(GoodputHistory, NoMoreIsAskedForThanTheNetworkAllows)
{
    Story story;
    story.goodput = Dip(1, 1000, 0.5);
    story.rates = {{0, {5e8, 5e8, 5e8}}};
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
    story.rates = {{0, {5e8, 5e8, 9e8}}};
    EXPECT_FALSE(story.Find());
    story.hosts = {0, 1};
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
    story.rates = {{0, {5e8, 5e8, 5e8}}, {10, {1e9, 1e9, 1e9}}};
    EXPECT_FALSE(story.Find()) << "from step 10 on, more is expected";
    story.steps = FAULT + 10 + STEPS;
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
}

TEST(GoodputHistory, NoMoreIsAskedForThanThereWasBefore)
{
    Story story;
    story.rates = {{0, {2e9, 2e9, 2e9}}};
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
}

TEST(GoodputHistory, WhereNothingIsAllowedNothingIsBack)
{
    Story story;
    story.rates = {{0, {0, 0, 0}}};
    EXPECT_FALSE(story.Find());
}

TEST(GoodputHistory, TimeWithoutMessagesIsNotPartOfNormalGoodput)
{
    Story story;
    story.goodput = [](uint32_t, int64_t step) {
        return step <= -STEPS ? 0.0 : step <= 0 ? 1.0 : 0.9;
    };
    story.hosts = {0};
    story.messages = {{0, -STEPS, 1 << 20}};
    EXPECT_FALSE(story.Find()) << "90 % of the window in which the message was in flight";
    std::get<1>(story.messages[0]) = -FAULT;
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "more than the mean of ten windows";
}

TEST(GoodputHistory, RatesOfAHostWithoutMessagesAreUnknownAndNotZero)
{
    const std::optional<double> none;
    Story story;
    story.whole = {none, none, none};
    story.rates = {{-2 * STEPS, {none, none, none}},
                   {-STEPS, {1e9, 1e9, 1e9}},
                   {0, {5e8, 5e8, 5e8}}};
    story.goodput = [](uint32_t, int64_t step) {
        return step <= -2 * STEPS ? 0.0 : step <= 0 ? 1.0 : 0.5;
    };
    story.messages = {{0, -2 * STEPS, 1 << 20}};
    story.hosts = {0};
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "half of the rate is left";
}

TEST(GoodputHistory, HostsWithoutMessagesDoNotCount)
{
    Story story;
    story.goodput = [](uint32_t host, int64_t step) { return host == 0 && step > 0 ? 0.0 : 1.0; };
    EXPECT_FALSE(story.Find());
    story.messages.emplace_back(0, -FAULT, -1);
    std::get<2>(story.messages[0]) = STEPS - 1;
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "it covers no window";
    std::get<2>(story.messages[0]) = STEPS;
    EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * (STEPS + 1)) << "it covers one window";
    std::get<1>(story.messages[0]) = 0;
    EXPECT_EQ(story.Find().value().after, RdmaTick::Us(5) * (STEPS + 1))
        << "it begins with the window";
    std::get<1>(story.messages[0]) = 1;
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "it begins within it";
}

TEST(GoodputHistory, PausesOfAllMessagesDoNotCount)
{
    Story story;
    story.goodput = Dip(8, 40);
    story.messages = {{0, -FAULT, 7}, {0, 40, 1 << 20}};
    EXPECT_EQ(story.Find(), (GoodputReturn{RdmaTick{}, FAULT + STEPS})) << "good before it";
    story.goodput = Dip(1, 40);
    story.messages = {{0, -FAULT, 1}, {0, 40, 1 << 20}};
    EXPECT_EQ(story.Find(), (GoodputReturn{RdmaTick{}, FAULT + 40 + STEPS})) << "nothing before it";
}

TEST(GoodputHistory, HostsWithoutGoodputBeforeDoNotCount)
{
    Story story;
    story.hosts = {0, 1};
    story.messages = {{0, -FAULT, 1 << 20}, {1, -FAULT, 10}};
    story.goodput = [](uint32_t host, int64_t) { return host == 0 ? 0.0 : 1.0; };
    EXPECT_EQ(story.Find().value().after, RdmaTick{});
    story.goodput = [](uint32_t host, int64_t step) { return host == 0 && step > 0 ? 0.0 : 1.0; };
    EXPECT_FALSE(story.Find());
    story.messages.emplace_back(0, -FAULT, -1);
    story.whole[0] = 0;
    EXPECT_EQ(story.Find().value().after, RdmaTick{}) << "its fair rate was 0";
}

TEST(GoodputHistory, WithoutMessagesAfterwardsNothingIsBack)
{
    Story story;
    for (auto& [host, from, until] : story.messages)
    {
        until = STEPS - 1;
    }
    EXPECT_FALSE(story.Find());
}

TEST(GoodputHistory, WithoutGoodputBeforeThereIsNothingToComeBack)
{
    Story story;
    story.goodput = Dip(-FAULT, 0);
    EXPECT_FALSE(story.Find());
    EXPECT_FALSE(Story().Find(-FAULT)) << "at the first sample";
    EXPECT_FALSE(Story().Find(-FAULT - 1)) << "before the first sample";
}

TEST(GoodputHistory, MessagesInAnyOrderAreTheirUnion)
{
    std::vector<std::tuple<uint32_t, int64_t, int64_t>> parts{{0, -FAULT, 3},
                                                              {0, 3, 8},
                                                              {0, 5, 100},
                                                              {0, 6, 7}};
    Story story;
    story.hosts = {0};
    story.goodput = Dip(1, 1);
    story.messages = {{0, -FAULT, 100}};
    const auto back = story.Find();
    ASSERT_TRUE(back);
    do
    {
        story.messages = parts;
        story.messages.push_back(parts.front());
        EXPECT_EQ(story.Find(), back);
    } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST(GoodputHistory, AFaultLongAfterAnotherIsAsIfItWereAlone)
{
    constexpr int64_t FAR = HORIZON + NORMAL + 5;
    Story story;
    story.steps = FAULT + FAR + 200;
    story.goodput = Dip(FAR + 1, FAR + 30);
    story.rates = {{FAR, {1e9, 1e9, 1e9}}};
    const auto alone = story.Find(FAR);
    ASSERT_TRUE(alone);
    story.rates[0] = {1e9, 1e9, 1e9};
    EXPECT_EQ(story.Find(FAR), alone);
    EXPECT_EQ(story.Find(0).value().after, RdmaTick{});
}

TEST(GoodputHistory, AFaultSoonAfterAnotherIsMeasuredAgainstWhatWasBeforeBoth)
{
    Story story;
    story.goodput = Dip(1, 1000, 0.25);
    story.rates = {{0, {5e8, 5e8, 5e8}}, {4, {2.5e8, 2.5e8, 2.5e8}}};
    EXPECT_TRUE(story.Find(4));
}

} // namespace
