/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/mrc-spray-selector.h"

#include <gtest/gtest.h>
#include <vector>

using namespace mrctest;

namespace
{

/// A QP that probes only while it has work.
class MrcRest : public MrcTransportFixture
{
  protected:
    MrcRest()
    {
        m_parameters = CreateObject<MrcEvParameters>();
        m_setup.evParameters = m_parameters;
        m_setup.selector = CreateObject<MrcSpraySelector>();
    }

    /** Send a packet and acknowledge it; then the QP is idle. */
    void Work()
    {
        Post(1);
        EXPECT_TRUE(TakeData());
        Finish();
    }

    /** @return the next control packet */
    std::optional<RdmaTxPdu> Control()
    {
        RdmaTxPdu tx;
        return Qp().PollControl(m_now, tx) ? std::optional<RdmaTxPdu>(tx) : std::nullopt;
    }

    /** All packets sent have arrived. */
    void Finish()
    {
        Sack(SackSpec(m_sent - 1, 0, 0));
        EXPECT_FALSE(Qp().IsBusy());
    }

    /** @return the next data packet; probes before it are answered */
    std::optional<RdmaTxPdu> TakeData()
    {
        while (const auto tx = Transmit())
        {
            if (tx->pdu.opcode != RdmaOpcode::MRC_PROBE)
            {
                ++m_sent;
                return tx;
            }
            Answer(*tx);
        }
        return std::nullopt;
    }

    /**
     * @param probe to be answered
     */
    void Answer(const RdmaTxPdu& probe)
    {
        m_probed.push_back(m_now);
        Sack(SackSpec::OfProbe(m_sent - 1, probe.pdu.probe.probeId, probe.entropy));
    }

    Ptr<MrcEvParameters> m_parameters; ///< of the EVs
    std::vector<RdmaTick> m_probed;    ///< times of probes
    uint32_t m_sent{0};                ///< data packets
};

TEST_F(MrcRest, NothingIsProbedBeforeWorkAndAfterIt)
{
    const uint32_t bad = Qp().GetEvTable().GetActiveEv(0, 0);
    Qp().EditEvTable().AssumeBad(m_now, bad);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
    Advance(RdmaTick::Ms(10));
    EXPECT_FALSE(Transmit());
    Work();
    EXPECT_EQ(m_probed.size(), 3U) << "overdue by more than three pauses";
    EXPECT_EQ(Qp().GetEvTable().GetState(bad), MrcEvState::GOOD);

    Qp().EditEvTable().AssumeBad(m_now, bad);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(MrcRest, WhatIsDueLaterIsProbedLater)
{
    const uint32_t bad = Qp().GetEvTable().GetActiveEv(0, 0);
    Post(1);
    ASSERT_TRUE(TakeData());
    Qp().EditEvTable().AssumeBad(m_now, bad);
    const RdmaTick due = Qp().GetEvTable().NextProbe();
    Finish();
    Advance(RdmaTick::Us(100));
    Post(1);
    ASSERT_TRUE(TakeData());
    EXPECT_TRUE(m_probed.empty());
    EXPECT_EQ(Qp().GetEvTable().NextProbe(), due) << "as if it had never been idle";
}

TEST_F(MrcRest, OfTheAnswersOwedOnlyThoseOfTheRestAreMadeUpFor)
{
    const uint32_t bad = Qp().GetEvTable().GetActiveEv(0, 0);
    m_parameters->probeJitter = 0;
    Qp().EditEvTable().AssumeBad(m_now, bad);
    m_now += RdmaTick::Us(1500); // the second probe would be due at 2 ms
    Post(1);
    ASSERT_TRUE(TakeData());
    EXPECT_EQ(m_probed.size(), 1U);
    EXPECT_EQ(Qp().GetEvTable().NextProbe(), RdmaTick::Ms(2));
}

TEST_F(MrcRest, AnUnansweredProbeEndsTheHurry)
{
    const uint32_t bad = Qp().GetEvTable().GetActiveEv(0, 0);
    Qp().EditEvTable().AssumeBad(m_now, bad);
    m_now += RdmaTick::Ms(500);
    Post(1);
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->pdu.opcode, RdmaOpcode::MRC_PROBE);
    ASSERT_TRUE(TakeData());
    m_now = Qp().GetEvTable().NextProbe(); // its time-out has expired
    Driver().Wake(m_now);
    EXPECT_FALSE(TakeData());
    EXPECT_GT(Qp().GetEvTable().NextProbe(), m_now + RdmaTick::Ms(1)) << "twice the pause";
}

TEST_F(MrcRest, AProbeUnderWayIsGivenUpSoThatOthersMayProbe)
{
    m_setup.evs.probeBudget = std::make_shared<MrcProbeBudget>();
    const uint32_t bad = Qp().GetEvTable().GetActiveEv(0, 0);
    Qp().EditEvTable().AssumeBad(m_now, bad);
    m_now += RdmaTick::Ms(2);
    Post(1);
    ASSERT_TRUE(Transmit()); // the probe
    ASSERT_TRUE(TakeData());
    Finish();
    EXPECT_EQ(m_setup.evs.probeBudget->GetOutstanding(), 1U);
    ASSERT_FALSE(Qp().NextWakeup().IsMax());
    Advance(RdmaTick::Ms(1));
    EXPECT_FALSE(Transmit());
    EXPECT_EQ(m_setup.evs.probeBudget->GetOutstanding(), 0U);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(MrcRest, ATrialGoesOnToItsEnd)
{
    Post(40);
    std::vector<uint32_t> entropy;
    while (const auto tx = Transmit())
    {
        entropy.push_back(tx->entropy);
        ++m_sent;
    }
    ASSERT_EQ(entropy.size(), 40U);
    MrcEvTable& table = Qp().EditEvTable();
    table.OnLoss(m_now, entropy[0]);
    Finish();
    EXPECT_EQ(table.GetState(entropy[0]), MrcEvState::SKIP);
    uint32_t probes = 0;
    for (uint32_t i = 0; i < 10; ++i)
    {
        while (const auto probe = Transmit())
        {
            EXPECT_EQ(probe->entropy, entropy[0]);
            ++probes;
        }
        Advance(RdmaTick::Us(100));
    }
    EXPECT_EQ(probes, m_parameters->lossTrial);
    EXPECT_EQ(table.GetState(entropy[0]), MrcEvState::ASSUMED_BAD) << "no probe is answered";
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(MrcRest, ARemindedQpOffersAPortStatusUpdateWhenItHasWork)
{
    Work();
    Qp().RemindOfPorts();
    EXPECT_FALSE(Control());
    Post(1);
    const auto update = Control();
    ASSERT_TRUE(update);
    EXPECT_EQ(update->pdu.destQpn, 2U);
    EXPECT_EQ(update->pdu.endpoint.op, MrcEndpointOp::PORT_STATUS_UPDATE);
    EXPECT_FALSE(Control()) << "once";
}

} // namespace
