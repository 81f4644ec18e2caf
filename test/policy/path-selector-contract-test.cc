/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "policy-registry.h"

#include "ns3/mrc-path-selector.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace ns3;

constexpr uint32_t PLANES = 4;
constexpr uint32_t PATHS = 16;
constexpr uint32_t ALL_PORTS = ~0U;

/** An EV table and a selector on it: one QP with four planes of sixteen paths. */
struct SelectorRig
{
    /**
     * @param name the selector
     * @param stream of random numbers
     */
    SelectorRig(const std::string& name, int64_t stream)
        : selector(MakePolicy<MrcPathSelector>(name))
    {
        rng->SetStream(stream);
        Start();
    }

    /**
     * @param name the selector
     * @param shared randomness of several QPs
     */
    SelectorRig(const std::string& name, Ptr<UniformRandomVariable> shared)
        : rng(shared),
          selector(MakePolicy<MrcPathSelector>(name))
    {
        Start();
    }

    /** Start table and selector. */
    void Start()
    {
        table.Start({PLANES, PATHS, true, RdmaTick::Us(10), RdmaTick::Us(8)},
                    CreateObject<MrcEvParameters>(),
                    rng);
        selector->Start(table, rng);
        for (uint32_t p = 0; p < PLANES; ++p)
        {
            evs[p] = table.GetEvs(p);
        }
    }

    /**
     * Apply a random event to a random EV.
     * @param dice draws the event
     * @param admin also deny and enable EVs
     */
    void Disturb(RdmaTick now, const Ptr<UniformRandomVariable>& dice, bool admin)
    {
        const uint32_t plane = dice->GetInteger(0, PLANES - 1);
        const uint32_t ev = evs[plane][dice->GetInteger(0, PATHS - 1)];
        switch (dice->GetInteger(0, 30))
        {
        case 0:
            selector->OnLoss(now, ev);
            break;
        case 1:
            selector->OnNack(now, ev, MrcNackReason::TRIMMED);
            break;
        case 2:
            table.SetPortUp(plane, dice->GetInteger(0, 1) > 0, dice->GetInteger(0, 2) > 0);
            break;
        case 3:
        case 4:
            selector->OnSack(now, ev, MrcEvVerdict::SKIP_ONCE);
            break;
        case 5:
            if (admin)
            {
                table.Deny(ev);
            }
            break;
        case 6:
            table.Enable(ev);
            break;
        case 7:
            selector->OnNack(now, ev, MrcNackReason::NO_RESOURCE);
            break;
        case 8:
            selector->OnSack(now, ev, MrcEvVerdict::ALWAYS_SKIP);
            break;
        default:
            selector->OnSack(now, ev, MrcEvVerdict::NONE);
        }
        if (const auto probe = table.PollProbe(now, ALL_PORTS))
        {
            table.OnProbeSuccess(now, probe->ev, MrcEvVerdict::NONE);
        }
    }

    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the EVs
    Ptr<MrcPathSelector> selector;                                         ///< the selector
    std::array<std::vector<uint32_t>, PLANES> evs;                         ///< EVs by plane
};

/** Every selector that can be configured. */
class PathSelectorContract : public testing::TestWithParam<std::string>
{
};

TEST(PathSelectors, ThoseOfTheReferenceAndASinglePathAreHeldToTheContract)
{
    for (const auto* kind : {"Bitmap", "Mixed", "Oblivious", "Reps", "Single", "Spray"})
    {
        const auto all = ListCreatable(MrcPathSelector::GetTypeId());
        EXPECT_EQ(std::count(all.begin(), all.end(), "ns3::Mrc" + std::string(kind) + "Selector"),
                  1)
            << kind;
    }
}

TEST_P(PathSelectorContract, HealthyFabricGivesEveryPacketAPath)
{
    SelectorRig qp(GetParam(), 1);
    for (int i = 0; i < 1000; ++i)
    {
        ASSERT_TRUE(qp.selector->GetSendParams(RdmaTick::Ns(i), ALL_PORTS));
    }
}

TEST_P(PathSelectorContract, NothingIsChosenWhenNoPortIsReady)
{
    SelectorRig qp(GetParam(), 1);
    EXPECT_EQ(qp.selector->GetSendParams(RdmaTick::Us(1), 0), std::nullopt);
    EXPECT_EQ(qp.selector->GetSendParams(RdmaTick::Us(1), 0xF0), std::nullopt);
}

TEST_P(PathSelectorContract, NothingIsChosenWhenNoPlaneIsUp)
{
    SelectorRig qp(GetParam(), 1);
    for (uint32_t p = 0; p < PLANES; ++p)
    {
        qp.table.SetPortUp(p, p % 2 == 0, false); // known at either end
    }
    EXPECT_EQ(qp.selector->GetSendParams(RdmaTick::Us(1), ALL_PORTS), std::nullopt);
    qp.table.SetPortUp(2, true, true);
    const auto path = qp.selector->GetSendParams(RdmaTick::Us(2), ALL_PORTS);
    ASSERT_TRUE(path);
    EXPECT_EQ(path->port, 2);
}

TEST_P(PathSelectorContract, PathsAreKnownUpAndOfReadyPortsWhateverHappens)
{
    SelectorRig qp(GetParam(), 1);
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(2);
    RdmaTick now = RdmaTick::Us(1);
    uint32_t chosen = 0;
    for (int i = 0; i < 50000; ++i)
    {
        now += RdmaTick::Ns(300);
        qp.Disturb(now, dice, true);
        const uint32_t ready = dice->GetInteger(0, 15);
        if (const auto path = qp.selector->GetSendParams(now, ready))
        {
            ASSERT_TRUE(ready >> path->port & 1) << "port not ready";
            ASSERT_TRUE(qp.table.GetUpPlanes() >> path->port & 1) << "port down";
            const auto& evs = qp.evs[path->port];
            ASSERT_NE(std::find(evs.begin(), evs.end(), path->ev), evs.end())
                << "EV not of this plane";
            ASSERT_NE(*qp.table.GetState(path->ev), MrcEvState::DENIED);
            ++chosen;
        }
    }
    EXPECT_GT(chosen, 1000U);
}

TEST_P(PathSelectorContract, ThereIsAPathWheneverAPlaneIsOpen)
{
    SelectorRig qp(GetParam(), 1);
    auto dice = CreateObject<UniformRandomVariable>();
    dice->SetStream(4);
    RdmaTick now = RdmaTick::Us(1);
    for (int i = 0; i < 20000; ++i)
    {
        now += RdmaTick::Ns(300);
        qp.Disturb(now, dice, false);
        if (qp.table.GetOpenPlanes() != 0)
        {
            ASSERT_TRUE(qp.selector->GetSendParams(now, ALL_PORTS))
                << "packet " << i << ": no path, but open planes (bits " << qp.table.GetOpenPlanes()
                << "); GetOldestSkip has one when no EV is GOOD";
        }
    }
}

TEST_P(PathSelectorContract, SameSeedAndHistoryGiveTheSamePaths)
{
    SelectorRig a(GetParam(), 1);
    SelectorRig b(GetParam(), 1);
    auto diceA = CreateObject<UniformRandomVariable>();
    auto diceB = CreateObject<UniformRandomVariable>();
    diceA->SetStream(5);
    diceB->SetStream(5);
    RdmaTick now = RdmaTick::Us(1);
    for (int i = 0; i < 5000; ++i)
    {
        now += RdmaTick::Ns(300);
        a.Disturb(now, diceA, true);
        b.Disturb(now, diceB, true);
        const uint32_t ready = i % 3 ? ALL_PORTS : 0b0110;
        ASSERT_EQ(a.selector->GetSendParams(now, ready), b.selector->GetSendParams(now, ready))
            << "packet " << i;
    }
}

TEST_P(PathSelectorContract, QpsOfOneNicDoNotChooseAlike)
{
    // QPs of a NIC share a stream of random numbers. Each sends 64 packets; by chance one in 64
    // of them is on the same EV as that of another QP.
    Ptr<UniformRandomVariable> shared = CreateObject<UniformRandomVariable>();
    shared->SetStream(1);
    std::vector<std::vector<uint32_t>> sent(16);
    for (auto& evs : sent)
    {
        SelectorRig qp(GetParam(), shared);
        for (int i = 0; i < 64; ++i)
        {
            evs.push_back(qp.selector->GetSendParams(RdmaTick::Us(1), ALL_PORTS)->ev);
        }
    }
    uint32_t same = 0;
    for (std::size_t a = 0; a < sent.size(); ++a)
    {
        for (std::size_t b = 0; b < a; ++b)
        {
            same += std::equal(sent[a].begin(), sent[a].end(), sent[b].begin());
        }
    }
    EXPECT_LT(same, 8U) << "of 120 pairs; with a single path two are expected";
}

INSTANTIATE_TEST_SUITE_P(PolicyContract,
                         PathSelectorContract,
                         testing::ValuesIn(ListCreatable(MrcPathSelector::GetTypeId())),
                         PolicyName);

} // namespace
