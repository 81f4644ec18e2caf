/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/roce-dcqcn.h"
#include "ns3/roce-fixed-rate.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <random>

namespace
{

using namespace ns3;

constexpr uint64_t GBPS = 1'000'000'000;

/**
 * Call OnTimeout at each wake-up, as a NIC does.
 * @param dcqcn the controller
 * @param until end of the run
 */
void
RunUntil(RoceDcqcn& dcqcn, RdmaTick until)
{
    for (mrctest::StepBudget steps;
         dcqcn.NextWakeup() <= until && !dcqcn.NextWakeup().IsMax() && steps.Take();)
    {
        dcqcn.OnTimeout(dcqcn.NextWakeup());
    }
}

/** @return the algorithm of the paper with its parameters: 40 Gb/s, R_AI 40 Mb/s, no byte counter
 */
Ptr<RoceDcqcn>
MakeOriginal()
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("NicVariant", BooleanValue(false));
    dcqcn->SetAttribute("Gain", DoubleValue(1.0 / 256));
    dcqcn->SetAttribute("InitialAlpha", DoubleValue(1));
    dcqcn->SetAttribute("AlphaTimer", TimeValue(MicroSeconds(55)));
    dcqcn->SetAttribute("IncreaseTimer", TimeValue(MicroSeconds(55)));
    dcqcn->SetAttribute("FastRecoveryStages", UintegerValue(5));
    dcqcn->SetAttribute("AdditiveIncreaseMbps", DoubleValue(40));
    dcqcn->SetAttribute("HyperIncreaseMbps", DoubleValue(100));
    dcqcn->SetAttribute("ScaleWithLineRate", BooleanValue(false));
    return dcqcn;
}

/** @return the default: the NIC variant at 400 Gb/s, started */
Ptr<RoceDcqcn>
MakeNic()
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->Start(400 * GBPS);
    return dcqcn;
}

TEST(RoceDcqcn, StartsAtLineRateAndAsleep)
{
    auto dcqcn = MakeNic();
    EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 400e9);
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick()), 1023.0 / 1024);
    EXPECT_TRUE(dcqcn->NextWakeup().IsMax());
    dcqcn->OnSent(RdmaTick::Us(1), 4198);
    EXPECT_TRUE(dcqcn->NextWakeup().IsMax());
}

TEST(RoceDcqcn, OriginalCutsAtOnceAndHalvesTheGapFourTimes)
{
    auto dcqcn = MakeOriginal();
    dcqcn->Start(40 * GBPS);

    dcqcn->OnCnp(RdmaTick());
    EXPECT_EQ(dcqcn->GetRateBps(), 20e9) << "alpha 1 halves the rate";
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 40e9);
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick()), 1);
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(55));

    RunUntil(*dcqcn, RdmaTick::Us(55));
    EXPECT_EQ(dcqcn->GetRateBps(), 30e9);
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(55)), 255.0 / 256);

    dcqcn->OnCnp(RdmaTick::Us(60));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 30e9);
    EXPECT_EQ(dcqcn->GetRateBps(), 15058593750) << "30 Gb/s x (1 - 255/512)";
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(60)), 0.9961090087890625);

    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(115)) << "the CNP restarted the timer";
    RunUntil(*dcqcn, RdmaTick::Us(115));
    EXPECT_EQ(dcqcn->GetRateBps(), 22529296875);
    RunUntil(*dcqcn, RdmaTick::Us(170));
    EXPECT_EQ(dcqcn->GetRateBps(), 26264648437.5);
    RunUntil(*dcqcn, RdmaTick::Us(225));
    EXPECT_EQ(dcqcn->GetRateBps(), 28132324218.75);
    RunUntil(*dcqcn, RdmaTick::Us(280));
    EXPECT_EQ(dcqcn->GetRateBps(), 29066162109.375);
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 30e9) << "fast recovery leaves the target alone";
}

TEST(RoceDcqcn, OriginalThenGrowsAdditivelyThenFasterAndFaster)
{
    auto dcqcn = MakeOriginal();
    dcqcn->Start(40 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(55));
    dcqcn->OnCnp(RdmaTick::Us(60));
    RunUntil(*dcqcn, RdmaTick::Us(60 + 5 * 55));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 30.04e9) << "stage 5 = F";
    EXPECT_EQ(dcqcn->GetRateBps(), 29553081054.6875);
    RunUntil(*dcqcn, RdmaTick::Us(60 + 6 * 55));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 30.14e9) << "1 x R_HAI";
    RunUntil(*dcqcn, RdmaTick::Us(60 + 7 * 55));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 30.34e9) << "2 x R_HAI";
    EXPECT_EQ(dcqcn->GetRateBps(), 30093270263.671875);
}

TEST(RoceDcqcn, OriginalAlphaDecaysOncePerTimerWithoutACnp)
{
    auto dcqcn = MakeOriginal();
    dcqcn->Start(40 * GBPS);
    dcqcn->OnCnp(RdmaTick::Us(10));
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(65) - RdmaTick::Ps(1)), 1);
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(65)), 255.0 / 256);
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(RdmaTick::Us(10 + 3 * 55)), 255.0 * 255 * 255 / (1 << 24));
    dcqcn->OnCnp(RdmaTick::Us(60)); // no tick yet: its timer starts again
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(114)), 1);
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(115)), 255.0 / 256);
}

TEST(RoceDcqcn, OriginalByteCounterIsASecondStage)
{
    auto dcqcn = MakeOriginal();
    dcqcn->SetAttribute("ByteCounter", UintegerValue(10000));
    dcqcn->Start(40 * GBPS);
    dcqcn->OnSent(RdmaTick(), 9000); // does not count before the first cut
    dcqcn->OnCnp(RdmaTick());
    dcqcn->OnSent(RdmaTick::Us(1), 9999);
    EXPECT_EQ(dcqcn->GetRateBps(), 20e9);
    dcqcn->OnSent(RdmaTick::Us(2), 2);
    EXPECT_EQ(dcqcn->GetRateBps(), 30e9);
    dcqcn->OnSent(RdmaTick::Us(3), 9999);
    EXPECT_EQ(dcqcn->GetRateBps(), 35e9) << "the excess byte was kept";
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(55)) << "the timer does not change";
    dcqcn->OnSent(RdmaTick::Us(4), 500);
    dcqcn->OnCnp(RdmaTick::Us(4));
    EXPECT_EQ(dcqcn->GetRateBps(), 17.5e9);
    dcqcn->OnSent(RdmaTick::Us(5), 9999);
    EXPECT_EQ(dcqcn->GetRateBps(), 17.5e9) << "a cut clears the byte counter";
}

TEST(RoceDcqcn, OriginalNeedsBothCountersForHyperIncrease)
{
    auto dcqcn = MakeOriginal();
    dcqcn->SetAttribute("ByteCounter", UintegerValue(10000));
    dcqcn->SetAttribute("FastRecoveryStages", UintegerValue(2));
    dcqcn->Start(40 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    dcqcn->OnCnp(RdmaTick());
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 20e9);
    for (int i = 0; i < 5; ++i)
    {
        dcqcn->OnSent(RdmaTick::Us(1), 10000);
    }
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 20.16e9) << "one fast, then four additive stages";
    RunUntil(*dcqcn, RdmaTick::Us(2 * 55));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 20.24e9) << "two more";
    RunUntil(*dcqcn, RdmaTick::Us(3 * 55));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 20.34e9) << "min(3, 5) - 2 = 1 x R_HAI";
}

TEST(RoceDcqcn, OneCnpAtAlphaOneHalvesTheRateAndFastRecoveryHalvesTheGap)
{
    for (const bool nic : {true, false})
    {
        SCOPED_TRACE(nic);
        auto dcqcn = MakeOriginal();
        dcqcn->SetAttribute("NicVariant", BooleanValue(nic));
        dcqcn->SetAttribute("AlphaTimer", TimeValue(MicroSeconds(55)));
        dcqcn->SetAttribute("FastRecoveryStages", UintegerValue(6));
        dcqcn->Start(40 * GBPS);
        dcqcn->OnCnp(RdmaTick());
        const RdmaTick cut = nic ? RdmaTick::Us(4) : RdmaTick();
        RunUntil(*dcqcn, cut);
        EXPECT_EQ(dcqcn->GetRateBps(), 20e9);
        double gap = 20e9;
        for (int stage = 1; stage <= 5; ++stage)
        {
            RunUntil(*dcqcn, cut + RdmaTick::Us(55 * stage));
            EXPECT_DOUBLE_EQ(dcqcn->GetTargetRateBps() - dcqcn->GetRateBps(), gap / 2);
            gap /= 2;
        }
        EXPECT_NEAR(1 - gap / 20e9, 0.97, 0.002) << "five stages recover 97 % of the cut";
    }
}

TEST(RoceDcqcn, NicByteCounterIsAStageOfItsOwn)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("ByteCounter", UintegerValue(100000));
    dcqcn->SetAttribute("InitialAlpha", DoubleValue(1));
    dcqcn->SetAttribute("AlphaTimer", TimeValue(MilliSeconds(1)));
    dcqcn->Start(400 * GBPS);
    dcqcn->OnSent(RdmaTick(), 99999); // at line rate no bytes count
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(4));
    EXPECT_EQ(dcqcn->GetRateBps(), 200e9);
    dcqcn->OnSent(RdmaTick::Us(5), 99999);
    EXPECT_EQ(dcqcn->GetRateBps(), 200e9);
    dcqcn->OnSent(RdmaTick::Us(6), 1);
    EXPECT_EQ(dcqcn->GetRateBps(), 300e9) << "fast recovery";
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(304)) << "the timer does not change";
}

TEST(RoceDcqcn, NicCnpWaitsForTheRateDecreaseCheck)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick::Us(10));
    EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(14));
    dcqcn->OnCnp(RdmaTick::Us(12)); // the same flag

    // alpha: up at 11 us, down at 12, up at 13 (second CNP), down at 14.
    const double g = 5.0 / 1024;
    const double alpha = ((1023.0 / 1024 * (1 - g) + g) * (1 - g) * (1 - g) + g) * (1 - g);
    RunUntil(*dcqcn, RdmaTick::Us(14));
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(RdmaTick::Us(14)), alpha);
    EXPECT_DOUBLE_EQ(dcqcn->GetRateBps(), 400e9 * (1 - alpha / 2));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 400e9);
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(314)) << "then only the increase timer is left";
}

TEST(RoceDcqcn, NicSequenceByHand)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick::Us(10));
    RunUntil(*dcqcn, RdmaTick::Us(14));
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(RdmaTick::Us(14)), 0.9844653434005428);
    EXPECT_DOUBLE_EQ(dcqcn->GetRateBps(), 203106931319.89145);

    RunUntil(*dcqcn, RdmaTick::Us(314)); // stage 0: fast recovery
    EXPECT_DOUBLE_EQ(dcqcn->GetRateBps(), 301553465659.94574);
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 400e9);

    dcqcn->OnCnp(RdmaTick::Us(320)); // the checks are at 318, 322, 326 ...
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(322));
    RunUntil(*dcqcn, RdmaTick::Us(322));
    EXPECT_NEAR(dcqcn->GetAlpha(RdmaTick::Us(322)), 0.2228619660707589, 1e-13);
    EXPECT_DOUBLE_EQ(dcqcn->GetTargetRateBps(), 301553465659.94574) << "there was an increase";
    EXPECT_NEAR(dcqcn->GetRateBps(), 267951066543.73245, 1e-2);

    dcqcn->OnCnp(RdmaTick::Us(330)); // at the time of a check: too late for it
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(334));
    RunUntil(*dcqcn, RdmaTick::Us(334));
    EXPECT_DOUBLE_EQ(dcqcn->GetTargetRateBps(), 301553465659.94574) << "no increase since";
    EXPECT_NEAR(dcqcn->GetRateBps(), 239151642365.54666, 1e-2);

    RunUntil(*dcqcn, RdmaTick::Us(634)); // fast
    EXPECT_NEAR(dcqcn->GetRateBps(), 270352554012.74622, 1e-2);
    RunUntil(*dcqcn, RdmaTick::Us(934)); // additive: 160 Mb/s
    EXPECT_NEAR(dcqcn->GetTargetRateBps(), 301713465659.94574, 1e-2);
    RunUntil(*dcqcn, RdmaTick::Us(1234)); // hyper: 400 Mb/s each, not multiplied
    EXPECT_NEAR(dcqcn->GetTargetRateBps(), 302113465659.94574, 1e-2);
    RunUntil(*dcqcn, RdmaTick::Us(1534));
    EXPECT_NEAR(dcqcn->GetTargetRateBps(), 302513465659.94574, 1e-2);
    EXPECT_NEAR(dcqcn->GetRateBps(), 298293351704.0458, 1e-2);
}

TEST(RoceDcqcn, NicClampPullsTheTargetDownAtEveryCut)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("ClampTargetRate", BooleanValue(true));
    dcqcn->Start(400 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(4));
    const double once = dcqcn->GetRateBps();
    dcqcn->OnCnp(RdmaTick::Us(5));
    RunUntil(*dcqcn, RdmaTick::Us(8));
    EXPECT_EQ(dcqcn->GetTargetRateBps(), once);
}

TEST(RoceDcqcn, NicIncreaseByTheByteCounterLetsTheNextCutSetTheTarget)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("ByteCounter", UintegerValue(100000));
    dcqcn->SetAttribute("InitialAlpha", DoubleValue(1));
    dcqcn->SetAttribute("AlphaTimer", TimeValue(MilliSeconds(1)));
    dcqcn->Start(400 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(4));
    dcqcn->OnSent(RdmaTick::Us(5), 100000);
    ASSERT_EQ(dcqcn->GetRateBps(), 300e9) << "half of the gap from 200 to 400";
    dcqcn->OnCnp(RdmaTick::Us(6));
    RunUntil(*dcqcn, RdmaTick::Us(8));
    EXPECT_EQ(dcqcn->GetRateBps(), 150e9);
    EXPECT_EQ(dcqcn->GetTargetRateBps(), 300e9) << "an increase by bytes counts as one by time";
}

TEST(RoceDcqcn, NicAlphaTimerRunsOnWhenACnpComesBetweenItsTicks)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick::Us(10));
    dcqcn->OnCnp(RdmaTick::Ns(12600)); // the ticks remain at 11, 12, 13 us
    const double g = 5.0 / 1024;
    const double at12 = (1023.0 / 1024 * (1 - g) + g) * (1 - g);
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(RdmaTick::Us(13) - RdmaTick::Ps(1)), at12);
    EXPECT_DOUBLE_EQ(dcqcn->GetAlpha(RdmaTick::Us(13)), at12 * (1 - g) + g);
}

TEST(RoceDcqcn, NicCutRestartsTheIncreaseTimer)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(300));
    dcqcn->OnCnp(RdmaTick::Us(301)); // increase due at 304, check as well
    RunUntil(*dcqcn, RdmaTick::Us(304));
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(604));
    EXPECT_LT(dcqcn->GetRateBps(), 204e9) << "the cut came first and no increase followed";
}

TEST(RoceDcqcn, NicFirstCnpMaySetTheRate)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("RateOnFirstCnpMbps", DoubleValue(100000));
    dcqcn->Start(400 * GBPS);
    dcqcn->OnCnp(RdmaTick::Us(10));
    EXPECT_EQ(dcqcn->GetRateBps(), 100e9);
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(310)) << "no additional cut";
    const auto other = CreateObject<RoceDcqcn>();
    other->SetAttribute("RateOnFirstCnpMbps", DoubleValue(100000));
    other->Start(400 * GBPS);
    other->OnCnp(RdmaTick::Us(10));
    RunUntil(*other, RdmaTick::Us(10 + 300 * 4));
    EXPECT_LT(other->GetRateBps(), 101e9) << "the target is the same rate";
    dcqcn->OnCnp(RdmaTick::Us(20));
    RunUntil(*dcqcn, RdmaTick::Us(22));
    EXPECT_LT(dcqcn->GetRateBps(), 60e9) << "the second one cuts";
}

TEST(RoceDcqcn, NicFirstRateAboveTheLineChangesNothing)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("RateOnFirstCnpMbps", DoubleValue(800000));
    dcqcn->Start(400 * GBPS);
    dcqcn->OnCnp(RdmaTick::Us(10));
    EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
    EXPECT_TRUE(dcqcn->NextWakeup().IsMax());
}

TEST(RoceDcqcn, GainOfASixteenthMovesAlpha)
{
    auto dcqcn = MakeOriginal();
    dcqcn->SetAttribute("Gain", DoubleValue(1.0 / 16));
    dcqcn->Start(40 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    EXPECT_EQ(dcqcn->GetAlpha(RdmaTick::Us(55)), 0.9375);
}

TEST(RoceDcqcn, IncreaseStepsScaleWithTheLine)
{
    // A quarter of the line, a quarter of the steps: 40 and 100 Mb/s.
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->Start(100 * GBPS);
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Us(4 + 300));
    dcqcn->OnCnp(RdmaTick::Us(305));
    RunUntil(*dcqcn, RdmaTick::Us(308));
    const double target = dcqcn->GetTargetRateBps();
    RunUntil(*dcqcn, RdmaTick::Us(308 + 600));
    EXPECT_NEAR(dcqcn->GetTargetRateBps() - target, 40e6, 1e-3);
    RunUntil(*dcqcn, RdmaTick::Us(308 + 900));
    EXPECT_NEAR(dcqcn->GetTargetRateBps() - target, 140e6, 1e-3);
}

TEST(RoceDcqcn, RateStopsAtTheMinimum)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("MinRateMbps", DoubleValue(500));
    dcqcn->Start(400 * GBPS);
    for (int us = 0; us < 200; us += 4)
    {
        RunUntil(*dcqcn, RdmaTick::Us(us));
        dcqcn->OnCnp(RdmaTick::Us(us));
    }
    EXPECT_EQ(dcqcn->GetRateBps(), 500e6);
}

TEST(RoceDcqcn, FallsAsleepWhenTheRateIsBack)
{
    for (bool nic : {true, false})
    {
        auto dcqcn = CreateObject<RoceDcqcn>();
        dcqcn->SetAttribute("NicVariant", BooleanValue(nic));
        dcqcn->Start(400 * GBPS);
        dcqcn->OnCnp(RdmaTick());
        int wakeups = 0;
        while (!dcqcn->NextWakeup().IsMax())
        {
            dcqcn->OnTimeout(dcqcn->NextWakeup());
            ASSERT_LT(++wakeups, 20);
        }
        EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
        EXPECT_EQ(dcqcn->GetTargetRateBps(), 400e9);
    }
}

TEST(RoceDcqcn, AlphaForgetsDuringALongSleep)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick());
    RunUntil(*dcqcn, RdmaTick::Ms(100));
    dcqcn->OnCnp(RdmaTick::Ms(100));
    RunUntil(*dcqcn, RdmaTick::Ms(100) + RdmaTick::Us(4));
    EXPECT_GT(dcqcn->GetRateBps(), 399e9) << "one CNP after 100 ms is a small cut";
    EXPECT_LT(dcqcn->GetRateBps(), 400e9);
}

TEST(RoceDcqcn, LateWakeUpGivesTheSameRates)
{
    for (bool nic : {true, false})
    {
        auto punctual = CreateObject<RoceDcqcn>();
        auto late = CreateObject<RoceDcqcn>();
        for (auto& dcqcn : {punctual, late})
        {
            dcqcn->SetAttribute("NicVariant", BooleanValue(nic));
            dcqcn->Start(400 * GBPS);
        }
        for (int us : {10, 14, 700, 702, 5000})
        {
            RunUntil(*punctual, RdmaTick::Us(us));
            punctual->OnCnp(RdmaTick::Us(us));
            late->OnCnp(RdmaTick::Us(us));
            EXPECT_EQ(late->GetRateBps(), punctual->GetRateBps());
        }
        RunUntil(*punctual, RdmaTick::Us(9000));
        late->OnTimeout(RdmaTick::Us(9000));
        EXPECT_EQ(late->GetRateBps(), punctual->GetRateBps());
        EXPECT_EQ(late->GetTargetRateBps(), punctual->GetTargetRateBps());
        EXPECT_EQ(late->NextWakeup(), punctual->NextWakeup());
    }
}

TEST(RoceDcqcn, EarlyWakeUpDoesNothing)
{
    auto dcqcn = MakeNic();
    dcqcn->OnCnp(RdmaTick());
    dcqcn->OnTimeout(RdmaTick::Us(3));
    EXPECT_EQ(dcqcn->GetRateBps(), 400e9);
    EXPECT_EQ(dcqcn->NextWakeup(), RdmaTick::Us(4));
}

/// Random CNPs and packets on one variant. Parameters: NicVariant, ByteCounter.
class RoceDcqcnInvariants : public testing::TestWithParam<std::tuple<bool, uint64_t>>
{
};

TEST_P(RoceDcqcnInvariants, HoldUnderRandomCnps)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->SetAttribute("NicVariant", BooleanValue(std::get<0>(GetParam())));
    dcqcn->SetAttribute("ByteCounter", UintegerValue(std::get<1>(GetParam())));
    dcqcn->SetAttribute("MinRateMbps", DoubleValue(100));
    dcqcn->Start(400 * GBPS);
    std::mt19937 random(5);
    RdmaTick now;
    uint64_t increases = 0;
    for (int i = 0; i < 20000; ++i)
    {
        now += RdmaTick::Ns(1 + random() % (i % 100 == 0 ? 3000000 : 30000));
        while (dcqcn->NextWakeup() <= now)
        {
            const RdmaTick due = dcqcn->NextWakeup();
            const double before = dcqcn->GetRateBps();
            dcqcn->OnTimeout(due);
            ASSERT_GT(dcqcn->NextWakeup(), due);
            if (dcqcn->GetRateBps() > before)
            {
                ++increases;
                ASSERT_GE(dcqcn->GetTargetRateBps(), dcqcn->GetRateBps());
            }
        }
        if (random() % 4 == 0)
        {
            dcqcn->OnCnp(now);
        }
        else
        {
            const double before = dcqcn->GetRateBps();
            dcqcn->OnSent(now, 4198);
            ASSERT_GE(dcqcn->GetRateBps(), before) << "sending cuts nothing";
            ASSERT_TRUE(dcqcn->GetRateBps() == before ||
                        dcqcn->GetTargetRateBps() >= dcqcn->GetRateBps());
        }
        ASSERT_GE(dcqcn->GetRateBps(), 100e6);
        ASSERT_LE(dcqcn->GetRateBps(), 400e9);
        ASSERT_LE(dcqcn->GetTargetRateBps(), 400e9);
        ASSERT_GE(dcqcn->GetAlpha(now), 0);
        ASSERT_LE(dcqcn->GetAlpha(now), 1);
    }
    EXPECT_GT(increases, 100U);
}

INSTANTIATE_TEST_SUITE_P(Variants,
                         RoceDcqcnInvariants,
                         testing::Combine(testing::Bool(), testing::Values(0, 20000)));

TEST(RoceFixedRate, StaysAtLineRateWhateverHappens)
{
    auto fixed = CreateObject<RoceFixedRate>();
    fixed->Start(100 * GBPS);
    fixed->OnCnp(RdmaTick::Us(1));
    fixed->OnSent(RdmaTick::Us(2), 4198);
    fixed->OnTimeout(RdmaTick::Us(3));
    EXPECT_EQ(fixed->GetRateBps(), 100e9);
    EXPECT_TRUE(fixed->NextWakeup().IsMax());
}

} // namespace
