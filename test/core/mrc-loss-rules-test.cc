/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

// Rules A to E of the mrc reference, 5.7, each alone and each switched off.

using namespace ns3;

namespace
{

/** A QP with only those rules that a test enables. EVs 0, 1000, 1, 1001 in turn. */
class LossRules : public MrcTransportFixture
{
  protected:
    LossRules()
    {
        m_setup.qp.lossRules = {false, false, 0, 0, false, false, 0};
    }

    /** Send one more packet now. */
    void SendOne()
    {
        Post(1);
        ASSERT_TRUE(Transmit());
    }

    LossRules& Wait(int64_t us)
    {
        Advance(RdmaTick::Us(us));
        return *this;
    }
};

TEST_F(LossRules, WithoutAnyRuleNothingIsEverLostAndNoTimerRuns)
{
    Post(12);
    TransmitAll();
    Wait(100);
    Sack(SackSpec(0, 11, 0x1001).Above({4, 5, 6, 7, 8, 9, 10, 11}));
    EXPECT_TRUE(TransmitAll().empty());
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
    Wait(1000000);
    EXPECT_TRUE(TransmitAll().empty());
    EXPECT_EQ(m_window->losses, 0u);
}

TEST_F(LossRules, RuleASameEv)
{
    m_setup.qp.lossRules.sameEv = true;
    Post(8);
    TransmitAll();
    Sack(SackSpec(0, 4, 0x0000).Above({3, 4, 5, 6}));
    EXPECT_EQ(TransmitAll(), (Psns{1, 2})) << "packets 5 and 6 have overtaken them on their EVs";
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x1000, 0x0001}));
    EXPECT_EQ(m_window->losses, 2u);
}

/**
 * Rule A with a grace period of 28.125 us: a NACK took 10 us, and a SACK has reported new packets
 * since.
 */
class RuleAWithGracePeriod : public LossRules
{
  protected:
    RuleAWithGracePeriod()
    {
        m_setup.qp.lossRules = {true, false, 0, 0, false, false, 3};
        Post(5);
        TransmitAll();
        Wait(10);
        Nack(MrcNackReason::TRIMMED, 1, 0x1000);
        EXPECT_EQ(TransmitAll(), (Psns{1}));
        Wait(2);
        Sack(SackSpec(RDMA_PSN_MASK, 4, 0x0000).Above({2, 3, 4})); // 4 has overtaken 0 on its EV
        EXPECT_TRUE(TransmitAll().empty());
    }
};

TEST_F(RuleAWithGracePeriod, WhenItRunsOutThePacketIsLostWithoutAFurtherSack)
{
    EXPECT_EQ(Qp().NextWakeup(), RdmaTick::Ns(28125));
    Advance(RdmaTick::Ns(16124));
    EXPECT_TRUE(TransmitAll().empty());
    Advance(RdmaTick::Ns(1));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000}));
    EXPECT_EQ(m_window->losses, 1u);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(RuleAWithGracePeriod, NewsInTimeMakesTheWaitPointless)
{
    Wait(14);
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    Wait(1000);
    EXPECT_TRUE(TransmitAll().empty());
    EXPECT_EQ(m_window->losses, 0u);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(LossRules, RuleBTime)
{
    m_setup.qp.lossRules.time = true;
    SendOne();
    SendOne();
    Wait(14);
    SendOne();
    Sack(SackSpec(RDMA_PSN_MASK, 2, 0x0001).Above({2}));
    EXPECT_TRUE(TransmitAll().empty()) << "14 us are within the reordering window of 15";
    Wait(1);
    SendOne();
    Sack(SackSpec(RDMA_PSN_MASK, 3, 0x1001).Above({2, 3}));
    EXPECT_EQ(TransmitAll(), (Psns{0, 1}));
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000, 0x1000}));
}

TEST_F(LossRules, RuleCDistance)
{
    m_setup.qp.lossRules.oooThresholdPackets = 3;
    Post(10);
    TransmitAll();
    Sack(SackSpec(RDMA_PSN_MASK, 4, 0x0000).Above({2, 3, 4}));
    EXPECT_TRUE(TransmitAll().empty()) << "three packets, not more than three";
    Sack(SackSpec(RDMA_PSN_MASK, 5, 0x1000).Above({2, 3, 4, 5}));
    EXPECT_EQ(TransmitAll(), (Psns{0, 1})) << "2, 3, 4 and 5 were sent later and have arrived";
    Sack(SackSpec(RDMA_PSN_MASK, 7, 0x1001).Above({2, 3, 4, 5, 7, 8, 9}));
    EXPECT_TRUE(TransmitAll().empty()) << "6: three later ones; 0 and 1 are the latest themselves";
    EXPECT_EQ(m_window->losses, 2u);
}

TEST_F(LossRules, RuleCCountsPacketsSentAfterwardsNotPsns)
{
    m_setup.qp.lossRules.oooThresholdPackets = 2;
    Post(4);
    TransmitAll();
    Nack(MrcNackReason::TRIMMED, 0, 0x0000);
    EXPECT_EQ(TransmitAll(), (Psns{0})) << "now the latest of all";
    Sack(SackSpec(RDMA_PSN_MASK, 3, 0x1001).Above({1, 2, 3}));
    EXPECT_TRUE(TransmitAll().empty()) << "they were sent before it";
    Post(3);
    TransmitAll();
    Sack(SackSpec(RDMA_PSN_MASK, 5, 0x1001).Above({1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(TransmitAll(), (Psns{0}));
}

TEST_F(LossRules, RuleCByWindowIsOneAndAHalfWindowsAndAtLeastFivePackets)
{
    m_setup.qp.lossRules.oooCwndFactor = 1.5;
    m_window->cwnd = 4 * 4180; // 6 packets
    Post(4);
    TransmitAll();
    m_window->cwnd = 1 << 30;
    Post(20);
    TransmitAll();
    m_window->cwnd = 4 * 4180;
    Sack(SackSpec(RDMA_PSN_MASK, 1, 0x1000).Above({1})); // updates the window
    Sack(SackSpec(RDMA_PSN_MASK, 6, 0x0001).Above({1, 2, 3, 4, 5, 6}));
    EXPECT_TRUE(m_window->losses == 0);
    Sack(SackSpec(RDMA_PSN_MASK, 7, 0x1001).Above({1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(m_window->losses, 1u) << "more than six";
    m_window->cwnd = 4180; // 1.5 packets: 5 count
    Sack(SackSpec(7, 0, 0x0000).Rtx());
    Sack(SackSpec(7, 13, 0x1000).Above({9, 10, 11, 12, 13}));
    EXPECT_EQ(m_window->losses, 1u);
    Sack(SackSpec(7, 14, 0x0001).Above({9, 10, 11, 12, 13, 14}));
    EXPECT_EQ(m_window->losses, 2u) << "more than five";
}

TEST_F(LossRules, RuleDProbe)
{
    // alone, the probe only finds packets that have arrived; with rules A and B also lost ones
    m_setup.qp.lossRules.probe = true;
    m_setup.qp.lossRules.time = true;
    SendOne();
    SendOne();
    Wait(19);
    EXPECT_TRUE(TransmitAll().empty());
    Wait(1); // base RTT + 2 target delays
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->pdu.opcode, RdmaOpcode::MRC_PROBE);
    EXPECT_NE(probe->port, 0) << "another plane than the oldest packet";
    Wait(10);
    Sack(SackSpec::OfProbe(0, probe->pdu.probe.probeId, probe->entropy));
    EXPECT_EQ(TransmitAll(), (Psns{1})) << "sent 20 us before a probe that has arrived";
}

TEST_F(LossRules, RuleDProbeOfAQpThatUsesOnePathTakesIt)
{
    m_setup.qp.lossRules.probe = true;
    m_selector->evs = {0x1000};
    Post(1);
    TransmitAll();
    Wait(20);
    EXPECT_FALSE(Transmit(0b10)) << "a port of the other plane may become ready";
    const auto probe = Transmit(0b11);
    ASSERT_TRUE(probe) << "it is, but the selector has no path on it";
    EXPECT_EQ(probe->entropy, 0x1000u);
}

TEST_F(LossRules, RuleETimer)
{
    m_setup.qp.lossRules.timer = true;
    SendOne();
    Wait(131);
    EXPECT_TRUE(TransmitAll().empty());
    Wait(1); // T0 = 131.072 us
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    EXPECT_EQ(Qp().GetCounters().timeouts, 1u);
    EXPECT_EQ(m_selector->losses, (std::vector<uint32_t>{0x0000})) << "no answer: the path is bad";
}

TEST_F(LossRules, LossesOnAPortThatIsDownRetireNoEv)
{
    Post(4);
    TransmitAll();
    Qp().OnPortStatus(m_now, 1, false);
    EXPECT_EQ(m_window->losses, 2u) << "certain: lost at once, by any rules";
    EXPECT_EQ(TransmitAll(), (Psns{1, 3}));
    EXPECT_TRUE(m_selector->losses.empty());
}

TEST(LossRulesAttributes, ByDefaultAllRulesButC)
{
    const MrcLossRules rules = CreateObject<MrcQpParameters>()->MakeConfig().lossRules;
    EXPECT_TRUE(rules.sameEv && rules.time && rules.probe && rules.timer);
    EXPECT_EQ(rules.oooThresholdPackets, 0u);
    EXPECT_EQ(rules.oooCwndFactor, 0);
}

TEST(LossRulesAttributes, EachRuleHasItsSwitch)
{
    const auto with = [](const std::string& name, const AttributeValue& value) {
        auto parameters = CreateObject<MrcQpParameters>();
        parameters->SetAttribute(name, value);
        return parameters->MakeConfig().lossRules;
    };
    EXPECT_FALSE(with("LossRuleA", BooleanValue(false)).sameEv);
    EXPECT_FALSE(with("LossRuleB", BooleanValue(false)).time);
    EXPECT_EQ(with("OooThreshold", UintegerValue(7)).oooThresholdPackets, 7u);
    EXPECT_EQ(with("OooCwndFactor", DoubleValue(1.5)).oooCwndFactor, 1.5);
    EXPECT_FALSE(with("LossRuleD", BooleanValue(false)).probe);
    EXPECT_FALSE(with("LossRuleE", BooleanValue(false)).timer);
}

} // namespace
