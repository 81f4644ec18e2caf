/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-table-fixture.h"

#include "ns3/mrc-reverse-evs.h"

#include <optional>
#include <set>

using namespace ns3;

namespace
{

/** The reverse EVs of a QP with two planes of 8 paths. */
class ReverseEvs : public EvTable
{
  protected:
    ReverseEvs()
    {
        Start(2, 8);
    }

    MrcReverseEvs reverse{table, BASE_RTT, rng}; ///< under test
};

TEST_F(ReverseEvs, WithoutOutboundDataOneProbePerRttIsAskedFor)
{
    EXPECT_FALSE(reverse.PollProbe()) << "nothing arrives";
    int probes = 0;
    for (int i = 0; i < 100; ++i)
    {
        reverse.OnReceive(now, false);
        probes += reverse.PollProbe().has_value();
        EXPECT_FALSE(reverse.PollProbe());
        now += Tick::Us(1);
    }
    EXPECT_EQ(probes, 10);
}

TEST_F(ReverseEvs, WithOutboundDataNothingIsProbed)
{
    reverse.OnReceive(now, true);
    EXPECT_FALSE(reverse.PollProbe());
    reverse.OnReceive(now, false);
    EXPECT_TRUE(reverse.PollProbe());
}

TEST_F(ReverseEvs, ProbesTryRandomActiveEvsOfAllPlanes)
{
    std::set<uint32_t> tried;
    for (int i = 0; i < 200; ++i)
    {
        reverse.OnReceive(now, false);
        const auto path = reverse.PollProbe();
        ASSERT_TRUE(path);
        EXPECT_EQ(path, table.FindPath(path->ev));
        tried.insert(path->ev);
        now += BASE_RTT;
    }
    EXPECT_EQ(tried.size(), 12U) << "6 active EVs per plane";
}

TEST_F(ReverseEvs, AnswersUseTheEvOfTheirPlaneThatProvedLast)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    const uint32_t b = table.GetActiveEv(1, 4);
    const uint32_t c = table.GetActiveEv(0, 5);
    reverse.OnProof(a);
    reverse.OnProof(b);
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0}));
    EXPECT_EQ(reverse.Take(0), (MrcPath{a, 0})) << "not in turn";
    EXPECT_EQ(reverse.Take(1), (MrcPath{b, 1}));
    reverse.OnProof(c);
    EXPECT_EQ(reverse.Take(0), (MrcPath{c, 0}));
    reverse.OnProof(0xDEAD); // no EV of this QP
    EXPECT_EQ(reverse.Take(0), (MrcPath{c, 0}));
}

TEST_F(ReverseEvs, WithoutAProvedEvAnswersLeaveAsInTheSimpleForm)
{
    const auto first = reverse.Take(1);
    const auto second = reverse.Take(1);
    EXPECT_EQ(first->port, 1);
    EXPECT_NE(first->ev, second->ev) << "in turn";
}

TEST_F(ReverseEvs, RetiredEvAndPlaneThatIsDownAreLeft)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    const uint32_t b = table.GetActiveEv(1, 4);
    reverse.OnProof(a);
    reverse.OnProof(b);
    table.OnLoss(now, a);
    EXPECT_EQ(reverse.Take(0), (MrcPath{b, 1})) << "the other plane's is proved";
    table.SetPortUp(1, false, false);
    EXPECT_EQ(reverse.Take(0)->port, 0) << "none is proved: simple form";
    table.SetPortUp(0, true, false);
    EXPECT_EQ(reverse.Take(0), std::nullopt);
    reverse.OnReceive(now, false);
    EXPECT_FALSE(reverse.PollProbe()) << "no plane is open";
}

TEST_F(ReverseEvs, ProvedEvThatNowLeavesByAnotherPortIsLeft)
{
    const uint32_t a = table.GetActiveEv(0, 3);
    reverse.OnProof(a);
    ASSERT_TRUE(table.Replace(now, a, 0x7001, MrcEvState::GOOD));
    ASSERT_TRUE(table.Replace(now, table.GetActiveEv(1, 0), a, MrcEvState::GOOD));
    const auto path = reverse.Take(0);
    ASSERT_TRUE(path);
    EXPECT_EQ(path, table.FindPath(path->ev));
}

} // namespace
