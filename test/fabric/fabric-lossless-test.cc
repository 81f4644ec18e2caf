/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-rig.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace mrctest;

namespace
{

/// A switch with one lossless class and default settings.
class SharedBufferTest : public LosslessRig
{
  protected:
    /**
     * @param senders number of senders
     * @param bufferBytes memory of the switch, B
     * @param assumedFrame largest frame for which the headroom is computed, B
     * @param growToFit true: the memory may grow to the need of the headroom
     */
    void Build(uint32_t senders,
               uint64_t bufferBytes,
               uint32_t assumedFrame = FRAME,
               bool growToFit = false)
    {
        FabricBufferSpec spec = Spec(bufferBytes);
        spec.maxFrameBytes = assumedFrame;
        spec.resumeOffsetBytes = 2 * assumedFrame;
        spec.growToFit = growToFit;
        LosslessRig::Build(senders, spec);
    }
};

TEST_F(SharedBufferTest, HeadroomIsTheSumOfItsParts)
{
    Build(2, 1000000);
    // 2 x 500 ns at 12.5 B/ns, three frames, the pause frame; 1 B of rounding.
    EXPECT_EQ(sw->GetBuffer()->GetSizes().headroomBytes[0], 12500U + 3 * FRAME + 84 + 1);
    EXPECT_EQ(sw->GetBuffer()->GetSizes().poolBytes,
              1000000 - 4 * sw->GetBuffer()->GetSizes().headroomBytes[0]);
}

TEST_F(SharedBufferTest, IncastPausesBothSendersLosesNothingAndTheBooksReturnToZero)
{
    Build(2, 400000);
    Load(2, 500);
    Simulator::Run();
    EXPECT_EQ(nodes[2]->arrivals.size(), 1000U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
    for (uint32_t h = 0; h < 2; ++h)
    {
        EXPECT_GT(nics[h]->GetPausedTime(fabric->Now()).GetPs(), 0) << "sender " << h;
        EXPECT_EQ(sw->GetBuffer()->GetUseBytes(h, RdmaClass::DATA), 0U);
    }
    EXPECT_EQ(fabric->CheckConservation(), "");
    // Both ingresses at threshold T = alpha S / (1 + 2 alpha), plus headroom.
    const double pool = static_cast<double>(sw->GetBuffer()->GetSizes().poolBytes);
    const double limit = 2 * (0.125 * pool / 1.25) +
                         2 * static_cast<double>(sw->GetBuffer()->GetSizes().headroomBytes[0]);
    EXPECT_LT(sw->GetPort(2)->GetStats().maxQueueBytes, limit);
}

TEST_F(SharedBufferTest, ALonePortIsPausedAtTheAnnouncedUse)
{
    for (const bool fixed : {false, true})
    {
        for (const uint32_t reserved : {0U, 20000U})
        {
            FabricBufferSpec spec = Spec(2000000);
            spec.threshold = fixed ? FabricBufferThreshold::STATIC : FabricBufferThreshold::DYNAMIC;
            spec.reservedBytes = reserved;
            LosslessRig::Build(2, spec);
            sw->GetPort(2)->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Ms(1));
            Load(1, 500);
            const FabricSharedBuffer* buffer = sw->GetBuffer();
            while (!buffer->IsPaused(0, RdmaClass::DATA))
            {
                Simulator::Stop(NanoSeconds(10)); // less than a frame takes
                Simulator::Run();
            }
            const auto use = static_cast<int64_t>(buffer->GetUseBytes(0, RdmaClass::DATA));
            EXPECT_GT(use, buffer->GetSizes().pauseBytes);
            EXPECT_LE(use, buffer->GetSizes().pauseBytes + 2 * FRAME);
            TearDown();
            SetUp();
        }
    }
}

TEST_F(SharedBufferTest, TheBottleneckStaysBusy)
{
    Build(2, 400000);
    Load(2, 500);
    Simulator::Run();
    const double ideal = 1000.0 * (FRAME + 20) * 8 / 100e9;
    EXPECT_LT(nodes[2]->arrivals.back().time.GetSeconds(), ideal * 1.01 + 2e-6);
}

TEST_F(SharedBufferTest, HeadroomThatForgetsFramesOverflows)
{
    // The worst case, a paused receiver, with a headroom computed for frames of 64 B.
    Build(2, 400000, 64);
    sw->GetPort(2)->Pause(fabric->Now(), RdmaClass::DATA, RdmaTick::Ms(1));
    Load(2, 500);
    Simulator::Run();
    EXPECT_GT(fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::HEADROOM_FULL)], 0U);
}

TEST_F(SharedBufferTest, ALastingPauseIsRefreshedBeforeItRunsOut)
{
    Build(2, 400000);
    sw->GetPort(2)->Pause(fabric->Now(),
                          RdmaClass::DATA,
                          RdmaTick::Ms(2)); // the receiver is paused for 2 ms
    Load(2, 500);
    Simulator::Stop(MicroSeconds(1900));
    Simulator::Run();
    // 65535 quanta are 335 us: without refresh the senders would have overrun the headroom.
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
    EXPECT_TRUE(nodes[2]->arrivals.empty());
    EXPECT_GT(nics[0]->GetPausedTime(fabric->Now()).GetPs(), RdmaTick::Us(1800).GetPs());
    Simulator::Stop(MilliSeconds(3));
    Simulator::Run();
    EXPECT_EQ(nodes[2]->arrivals.size(), 1000U);
}

TEST_F(SharedBufferTest, ABufferSmallerThanItsHeadroomIsRefused)
{
    EXPECT_DEATH(Build(2, 50000), "headroom alone takes");
}

TEST_F(SharedBufferTest, ABufferThatMayGrowHoldsAsMuchAsItsHeadroomAndLosesNothing)
{
    Build(2, 50000, FRAME, true);
    EXPECT_EQ(sw->GetBuffer()->GetSizes().poolBytes,
              4 * sw->GetBuffer()->GetSizes().headroomBytes[0]);
    Load(2, 500);
    Simulator::Run();
    EXPECT_EQ(nodes[2]->arrivals.size(), 1000U);
    EXPECT_GT(fabric->GetPorts()[0]->GetPausedTime(fabric->Now()), RdmaTick());
}

TEST(FabricSwitchParametersTest, AThresholdThatIsSetMovesTheOneThatIsNot)
{
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    auto high =
        CreateObjectWithAttributes<FabricSwitchParameters>("EcnKmin", UintegerValue(1000000));
    EXPECT_EQ(high->MakeProfile(scale, false).ecnKminBytes, 1000000U);
    EXPECT_EQ(high->MakeProfile(scale, false).ecnKmaxBytes, 1000000U);
    auto low = CreateObjectWithAttributes<FabricSwitchParameters>("EcnKmax", UintegerValue(5000));
    EXPECT_EQ(low->MakeProfile(scale, false).ecnKminBytes, 5000U);
    EXPECT_EQ(low->MakeProfile(scale, false).ecnKmaxBytes, 5000U);
}

TEST(FabricSwitchParametersTest, AMarkingProbabilityOfZeroIsNotTheDefault)
{
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    auto never = CreateObjectWithAttributes<FabricSwitchParameters>("EcnPmax", DoubleValue(0));
    EXPECT_EQ(never->MakeProfile(scale, false).ecnPmax, 0);
    never->SetAttribute("Pfc", BooleanValue(true));
    EXPECT_EQ(never->MakeProfile(scale, false).ecnPmax, 0);
}

TEST(FabricSwitchParametersTest, AResumeOffsetIsGivenInFullFrames)
{
    const FabricQueueScale scale{400000000000, 400000, 4194, 51200000000000};
    auto parameters = CreateObject<FabricSwitchParameters>();
    EXPECT_EQ(parameters->MakeBuffer(scale).resumeOffsetBytes, 2U * 4194);
    parameters->SetAttribute("ResumeOffset", UintegerValue(5));
    EXPECT_EQ(parameters->MakeBuffer(scale).resumeOffsetBytes, 5U * 4194);
}

TEST(FabricSwitchParametersTest, ThresholdsFollowTheReferenceTable)
{
    // Column "400G, 8 us, P=4" of the mrc reference, 8.7: PlaneBDP 100,000 B.
    auto parameters = CreateObject<FabricSwitchParameters>();
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    const FabricQueueProfile core = parameters->MakeProfile(scale, false);
    EXPECT_EQ(core.ecnKminBytes, 20000U);
    EXPECT_EQ(core.ecnKmaxBytes, 80000U);
    EXPECT_EQ(core.ecnPmax, 1.0);
    EXPECT_EQ(core.trimThresholdBytes, 100000U);
    EXPECT_EQ(core.trimDscp, FabricDscp::TRIMMED);
    EXPECT_EQ(core.dataLimitBytes, 500000U);
    const FabricQueueProfile last = parameters->MakeProfile(scale, true);
    EXPECT_EQ(last.ecnKmaxBytes, 0U) << "no marking on the last hop";
    EXPECT_EQ(last.trimThresholdBytes, 150000U);
    EXPECT_EQ(last.trimDscp, FabricDscp::TRIMMED_LASTHOP);
}

TEST(FabricSwitchParametersTest, ALosslessFabricScalesWithItsRateAndMarksEverywhere)
{
    auto parameters = CreateObjectWithAttributes<FabricSwitchParameters>("Pfc", BooleanValue(true));
    FabricQueueScale scale{400000000000, 400000, 4194, 0};
    const FabricQueueProfile last = parameters->MakeProfile(scale, true);
    EXPECT_EQ(last.ecnKminBytes, 1600000U);
    EXPECT_EQ(last.ecnKmaxBytes, 6400000U);
    EXPECT_EQ(last.ecnPmax, 0.2);
    EXPECT_EQ(last.trimThresholdBytes, 0U);
    EXPECT_EQ(last.dataLimitBytes, FABRIC_MAX_QUEUE_BYTES);
    scale.switchRateBps = 51200000000000;
    EXPECT_EQ(parameters->MakeBuffer(scale).totalBytes, 51200000U);
    EXPECT_TRUE(parameters->MakeBuffer(scale).growToFit);
    parameters->SetAttribute("Buffer", UintegerValue(1000000));
    EXPECT_FALSE(parameters->MakeBuffer(scale).growToFit);
    EXPECT_FALSE(parameters->IsTrimming());
}

TEST(FabricSwitchParametersTest, DerivedMarkingBeginsBelowThePauseOfAPort)
{
    auto parameters = CreateObjectWithAttributes<FabricSwitchParameters>("Pfc", BooleanValue(true));
    FabricQueueScale scale{400000000000, 400000, 4194, 0};
    scale.pauseBytes = 320000;
    EXPECT_EQ(parameters->MakeProfile(scale, true).ecnKminBytes, 160000U);
    EXPECT_EQ(parameters->MakeProfile(scale, true).ecnKmaxBytes, 6400000U);
    scale.pauseBytes = 10000000;
    EXPECT_EQ(parameters->MakeProfile(scale, true).ecnKminBytes, 1600000U);
    parameters->SetAttribute("EcnKmin", UintegerValue(700000));
    scale.pauseBytes = 320000;
    EXPECT_EQ(parameters->MakeProfile(scale, true).ecnKminBytes, 700000U) << "it is set";
    EXPECT_EQ(parameters->MakeProfile(scale, true).ecnKmaxBytes, 6400000U);
    parameters->SetAttribute("Pfc", BooleanValue(false));
    parameters->SetAttribute("EcnKmin", UintegerValue(0));
    EXPECT_EQ(parameters->MakeProfile(scale, false).ecnKminBytes, 80000U) << "nothing is paused";
}

TEST(FabricSwitchParametersTest, ALosslessFabricDropsNoAcksAndCnps)
{
    auto parameters = CreateObjectWithAttributes<FabricSwitchParameters>("Pfc", BooleanValue(true));
    for (const bool lastHop : {false, true})
    {
        const FabricQueueProfile profile =
            parameters->MakeProfile({400000000000, 400000, 4194, 0}, lastHop);
        EXPECT_EQ(profile.ctrlLimitBytes, ~0ULL);
    }
}

TEST(FabricSwitchParametersTest, LastHopMarksOnRequestAtTheThresholdsOfTheFabric)
{
    auto parameters =
        CreateObjectWithAttributes<FabricSwitchParameters>("EcnOnLastHop", BooleanValue(true));
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    const FabricQueueProfile last = parameters->MakeProfile(scale, true);
    EXPECT_EQ(last.ecnKminBytes, 20000U);
    EXPECT_EQ(last.ecnKmaxBytes, 80000U);
    EXPECT_EQ(last.ecnPmax, 1.0);
    EXPECT_EQ(last.trimThresholdBytes, 150000U) << "trimming stays that of a last hop";
}

TEST(FabricSwitchParametersTest, WithoutTrimmingFramesAreDroppedAtFiveBdps)
{
    auto parameters =
        CreateObjectWithAttributes<FabricSwitchParameters>("Trimming", BooleanValue(false));
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    for (const bool lastHop : {false, true})
    {
        const FabricQueueProfile profile = parameters->MakeProfile(scale, lastHop);
        EXPECT_EQ(profile.trimThresholdBytes, 0U);
        EXPECT_EQ(profile.dataLimitBytes, 500000U);
        EXPECT_EQ(profile.ctrlLimitBytes, 100000U);
    }
}

TEST(FabricSwitchParametersTest, TrimmedFramesHaveAShareThatScalesWithThePlane)
{
    auto parameters = CreateObject<FabricSwitchParameters>();
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    for (const bool lastHop : {false, true})
    {
        const FabricQueueProfile p = parameters->MakeProfile(scale, lastHop);
        EXPECT_EQ(p.trimShareQ16, 3277U) << "5 %";
        EXPECT_EQ(p.trimMaxShareQ16, 32768U);
        EXPECT_EQ(p.trimBurstBytes, 200000U);
        EXPECT_EQ(p.trimLimitBytes, 6400000U);
        EXPECT_EQ(p.ctrlLimitBytes, 100000U) << "other control frames keep theirs";
    }
    parameters->SetAttribute("TrimmedShare", DoubleValue(0.25));
    parameters->SetAttribute("TrimmedMaxShare", DoubleValue(0.1));
    parameters->SetAttribute("TrimmedBurst", DoubleValue(0.5));
    parameters->SetAttribute("TrimmedThreshold", DoubleValue(3));
    const FabricQueueProfile p = parameters->MakeProfile(scale, false);
    EXPECT_EQ(p.trimShareQ16, 16384U);
    EXPECT_EQ(p.trimMaxShareQ16, 16384U) << "the maximum is at least the share";
    EXPECT_EQ(p.trimBurstBytes, 50000U);
    EXPECT_EQ(p.trimLimitBytes, 300000U);
}

TEST(FabricSwitchParametersTest, TrimmedFramesWithAllOfTheLineShareTheControlQueue)
{
    const FabricQueueScale scale{100000000000, 100000, 4238, 0};
    auto strict =
        CreateObjectWithAttributes<FabricSwitchParameters>("TrimmedShare", DoubleValue(1));
    EXPECT_EQ(strict->MakeProfile(scale, false).trimShareQ16, 0U);
    EXPECT_EQ(strict->MakeProfile(scale, false).trimThresholdBytes, 100000U);
    auto off = CreateObjectWithAttributes<FabricSwitchParameters>("Trimming", BooleanValue(false));
    EXPECT_EQ(off->MakeProfile(scale, false).trimShareQ16, 0U) << "no frame is trimmed";
}

} // namespace
