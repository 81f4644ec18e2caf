/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-rig.h"

#include "ns3/double.h"
#include "ns3/rdma-time.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Line time of a full frame at 100 Gb/s.
constexpr RdmaTick FRAME_TIME = RdmaTick::Ps((FRAME + 20) * 80);

/// Longest pause at 100 Gb/s: 65535 x 512 bit times.
constexpr RdmaTick LONGEST = RdmaTick::Ps(int64_t{65535} * 64 * 80);

/// Records the PFC frames that a port receives, as text.
class PfcTap : public FabricPortTap
{
  public:
    /**
     * @param log receives "3:65535 4:0 " and the like
     */
    explicit PfcTap(std::vector<std::string>& log)
        : m_log(log)
    {
    }

    void OnSend(RdmaTick /* now */, const FabricFrame& /* frame */) override
    {
    }

    void OnReceive(RdmaTick /* now */, const FabricFrame& frame) override
    {
        std::string text;
        for (uint32_t priority = 0; frame.encap == FabricEncap::PFC && priority < 8; ++priority)
        {
            if (frame.pfcClasses >> priority & 1)
            {
                text += std::to_string(priority) + ":" +
                        std::to_string(frame.GetPfcQuanta(priority)) + " ";
            }
        }
        if (!text.empty())
        {
            m_log.push_back(text);
        }
    }

  private:
    std::vector<std::string>& m_log; ///< see the constructor
};

class PauseTest : public LosslessRig
{
  protected:
    /** Both data classes are lossless. */
    void BuildTwoClasses(uint32_t senders, const FabricQueueProfile& queues = {})
    {
        FabricBufferSpec spec = Spec(600000);
        spec.losslessClasses = 3;
        Build(senders, spec, queues);
    }

    /**
     * Run until a time.
     * @param until the time
     */
    void RunUntil(RdmaTick until)
    {
        Simulator::Stop(ToTime(until - fabric->Now()));
        Simulator::Run();
    }
};

TEST_F(PauseTest, APausedClassLetsTheOtherFlow)
{
    for (const RdmaClass paused : {FIRST, SECOND})
    {
        const RdmaClass other = paused == FIRST ? SECOND : FIRST;
        BuildTwoClasses(1);
        sw->GetPort(receiver)->Pause(fabric->Now(), paused, RdmaTick::Us(100));
        Load(1, 100, FIRST);
        Load(1, 100, SECOND);
        RunUntil(RdmaTick::Us(90));
        EXPECT_EQ(CountReceived(paused), 0U);
        EXPECT_EQ(CountReceived(other), 100U);
        EXPECT_TRUE(nics[0]->IsPaused(paused)) << "the pause has reached the sender";
        EXPECT_FALSE(nics[0]->IsPaused(other));
        Simulator::Run();
        EXPECT_EQ(CountReceived(paused), 100U);
        EXPECT_EQ(SumUse(), 0U);
        EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U);
        EXPECT_EQ(fabric->CheckConservation(), "");
        TearDown();
        SetUp();
    }
}

TEST_F(PauseTest, AResumeOfOneClassLeavesTheOtherPaused)
{
    BuildTwoClasses(1);
    const RdmaTick now = fabric->Now();
    nics[0]->Pause(now, FIRST, RdmaTick::Us(50));
    nics[0]->Pause(now, SECOND, RdmaTick::Us(50));
    nics[0]->Pause(now, SECOND, now);
    Load(1, 3, FIRST);
    Load(1, 3, SECOND);
    RunUntil(RdmaTick::Us(49));
    EXPECT_EQ(CountReceived(FIRST), 0U);
    EXPECT_EQ(CountReceived(SECOND), 3U);
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals[3].time,
              RdmaTick::Us(50) + FRAME_TIME * 2 + nics[0]->GetDelay() + nics[0]->GetDelay());
}

TEST_F(PauseTest, AFrameNamesEveryClassThatIsPaused)
{
    BuildTwoClasses(1);
    std::vector<std::string> told;
    fabric->AddTap(nics[0], std::make_unique<PfcTap>(told));
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(60));
    sw->GetPort(receiver)->Pause(fabric->Now(), SECOND, RdmaTick::Us(80));
    Load(1, 60, FIRST);
    Load(1, 60, SECOND);
    RunUntil(RdmaTick::Us(60));
    ASSERT_GE(told.size(), 2U);
    EXPECT_EQ(told[0], "3:65535 ");
    EXPECT_EQ(told[1], "3:65535 4:65535 ");
    RunUntil(RdmaTick::Us(79));
    EXPECT_EQ(told[2], "3:0 4:65535 ") << "the first is resumed, and the second is refreshed";
    Simulator::Run();
    EXPECT_EQ(told.back(), "4:0 ");
    EXPECT_EQ(nics[0]->GetClasses()->pfcReceived, told.size());
}

TEST_F(PauseTest, ClassesShareALineAsTheirWeightsSay)
{
    FabricQueueProfile queues;
    queues.weights = {3, 1};
    BuildTwoClasses(1, queues);
    Load(1, 120, FIRST);
    Load(1, 120, SECOND);
    RunUntil(FRAME_TIME * 82); // 80 frames have arrived, and 120 of the first class take 160
    EXPECT_NEAR(CountReceived(FIRST), 60, 2);
    EXPECT_NEAR(CountReceived(SECOND), 20, 2);
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 240U);
}

TEST_F(PauseTest, AClassThatWasIdleHasNoClaims)
{
    BuildTwoClasses(1);
    Load(1, 50, FIRST);
    Simulator::Schedule(ToTime(FRAME_TIME * 40), [this] { Load(1, 10, SECOND); });
    RunUntil(FRAME_TIME * 55);
    // From frame 40 on they take turns; with 40 frames of credit the second class would precede.
    EXPECT_NEAR(CountReceived(SECOND), 6, 1);
}

TEST_F(PauseTest, APauseIsObeyedWhenTheResponseTimeIsOver)
{
    FabricQueueProfile queues;
    queues.pfcResponse = RdmaTick::Us(2);
    BuildTwoClasses(1, queues);
    FabricFrame* frame = fabric->GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->encap = FabricEncap::PFC;
    frame->cls = RdmaClass::CONTROL;
    frame->wireBytes = 84;
    frame->AddPfcQuanta(3, 1000); // 5.12 us
    sw->GetPort(0)->SendFirst(fabric->Now(), frame);
    const RdmaTick heard = RdmaTick::Ps(84 * 80) + nics[0]->GetDelay();
    RunUntil(heard + RdmaTick::Ns(1999));
    EXPECT_FALSE(nics[0]->IsPaused(FIRST));
    EXPECT_EQ(fabric->CheckConservation(), "") << "the frame is held until it takes effect";
    RunUntil(heard + RdmaTick::Ns(2001));
    EXPECT_TRUE(nics[0]->IsPaused(FIRST));
    EXPECT_FALSE(nics[0]->IsPaused(SECOND));
    RunUntil(heard + RdmaTick::Ns(5119));
    EXPECT_TRUE(nics[0]->IsPaused(FIRST)) << "quanta run from the arrival";
    RunUntil(heard + RdmaTick::Ns(5121));
    EXPECT_FALSE(nics[0]->IsPaused(FIRST));
}

TEST_F(PauseTest, ALinkThatDiesForgetsPauseFramesNotYetObeyed)
{
    FabricQueueProfile queues;
    queues.pfcResponse = RdmaTick::Us(2);
    BuildTwoClasses(1, queues);
    FabricFrame* frame = fabric->GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->encap = FabricEncap::PFC;
    frame->wireBytes = 84;
    frame->AddPfcQuanta(3, 1000);
    sw->GetPort(0)->SendFirst(fabric->Now(), frame);
    RunUntil(RdmaTick::Us(1));
    fabric->SetLinkUp(nics[0], false);
    fabric->SetLinkUp(nics[0], true);
    RunUntil(RdmaTick::Us(4));
    EXPECT_FALSE(nics[0]->IsPaused(FIRST));
    EXPECT_EQ(fabric->CheckConservation(), "");
}

TEST_F(PauseTest, ALostResumeCostsThePauseAndNotTheFlow)
{
    Build(1, Spec(400000));
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(40));
    Load(1, 200);
    RunUntil(RdmaTick::Us(39));
    ASSERT_TRUE(nics[0]->IsPaused(FIRST));
    fabric->SetAttribute("PfcLoss", DoubleValue(1)); // all PFC frames are lost
    Simulator::Run();
    EXPECT_EQ(nodes[receiver]->arrivals.size(), 200U);
    EXPECT_GT(CountDrops(FabricDropReason::RANDOM_LOSS), 0U);
    // The only pause that was received lasted to its end.
    EXPECT_EQ(nics[0]->GetPausedTime(fabric->Now()), LONGEST);
}

TEST_F(PauseTest, LostPausesLoseFramesAndAreCountedAsViolations)
{
    fabric->SetAttribute("PfcLoss", DoubleValue(1));
    Build(2, Spec(400000));
    Load(2, 300);
    Simulator::Run();
    EXPECT_GT(CountDrops(FabricDropReason::HEADROOM_FULL), 0U);
    EXPECT_EQ(fabric->CheckConservation(), "");
}

TEST_F(PauseTest, OtherInjectedLossSparesPauses)
{
    Build(1, Spec(400000));
    sw->GetPort(0)->SetLoss(~0U);
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(40));
    Load(1, 200);
    RunUntil(RdmaTick::Us(39));
    EXPECT_TRUE(nics[0]->IsPaused(FIRST));
}

TEST_F(PauseTest, ALinkThatComesBackIsToldAgainWhatIsPaused)
{
    Build(1, Spec(400000));
    sw->GetPort(receiver)->Pause(fabric->Now(), FIRST, RdmaTick::Us(100));
    Load(1, 60);
    RunUntil(RdmaTick::Us(50));
    ASSERT_TRUE(nics[0]->IsPaused(FIRST));
    fabric->SetLinkUp(nics[0], false);
    EXPECT_FALSE(nics[0]->IsPaused(FIRST));
    fabric->SetLinkUp(nics[0], true);
    RunUntil(RdmaTick::Us(52));
    EXPECT_TRUE(nics[0]->IsPaused(FIRST)) << "its frames still hold the buffer";
}

TEST_F(PauseTest, BothQueuesDieWithTheLink)
{
    BuildTwoClasses(1);
    FabricPort* out = sw->GetPort(receiver);
    out->Pause(fabric->Now(), FIRST, RdmaTick::Us(100));
    out->Pause(fabric->Now(), SECOND, RdmaTick::Us(100));
    Load(1, 10, FIRST);
    Load(1, 10, SECOND);
    RunUntil(RdmaTick::Us(20));
    EXPECT_EQ(out->GetDataQueueBytes(), 20U * FRAME);
    fabric->SetLinkUp(out, false);
    EXPECT_EQ(out->GetDataQueueBytes(), 0U);
    EXPECT_EQ(SumUse(), 0U);
    EXPECT_EQ(CountDrops(FabricDropReason::LINK_DOWN), 20U);
    EXPECT_FALSE(out->IsPaused(FIRST));
    EXPECT_FALSE(out->IsPaused(SECOND));
    EXPECT_EQ(fabric->CheckConservation(), "");
}

} // namespace
