/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

class MrcTransportTest : public MrcTransportFixture
{
  protected:
    void ReceiveWrite(uint32_t psn, RdmaOpcode opcode, uint8_t port, bool trimmed = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = opcode;
        pdu.psn = psn;
        pdu.write.payloadBytes = 4096;
        RdmaRxInfo rx;
        rx.port = port;
        rx.entropy = MrcEv::Pack(port, 5);
        rx.trim = trimmed ? RdmaTrim::FABRIC : RdmaTrim::NONE;
        Qp().OnPdu(m_now, pdu, rx);
    }

    std::optional<RdmaTxPdu> Control()
    {
        RdmaTxPdu tx;
        if (Qp().PollControl(m_now, tx))
        {
            return tx;
        }
        return std::nullopt;
    }
};

TEST_F(MrcTransportTest, AnswersLeaveOnTheControlClassInThePlaneOfTheirTrigger)
{
    m_setup.evParameters = SimpleReverseEvs();
    uint32_t psn = 0;
    for (const uint8_t port : {0, 1, 1, 0})
    {
        ReceiveWrite(psn++, RdmaOpcode::MRC_WRITE_ONLY, port);
        const auto sack = Control();
        ASSERT_TRUE(sack);
        EXPECT_EQ(sack->pdu.opcode, RdmaOpcode::MRC_SACK);
        EXPECT_EQ(sack->pdu.destQpn, 0xb2u);
        EXPECT_EQ(sack->cls, RdmaClass::CONTROL);
        EXPECT_FALSE(sack->ectCapable);
        EXPECT_EQ(sack->port, port);
        EXPECT_EQ(MrcEv::Plane(sack->entropy), port);
        EXPECT_EQ(sack->pdu.sack.entropy, MrcEv::Pack(port, 5)) << "the trigger's EV is echoed";
        EXPECT_FALSE(Control());
    }
}

TEST_F(MrcTransportTest, AnswersTakeTurnsOverTheEvsOfThePlane)
{
    m_setup.evParameters = SimpleReverseEvs();
    std::vector<uint32_t> evs;
    for (uint32_t psn = 0; psn < 4; ++psn)
    {
        ReceiveWrite(psn, RdmaOpcode::MRC_WRITE_ONLY, 0);
        evs.push_back(Control()->entropy);
    }
    std::sort(evs.begin(), evs.end());
    EXPECT_EQ(std::unique(evs.begin(), evs.end()) - evs.begin(), 4);
}

TEST_F(MrcTransportTest, AnswerMovesToAPortThatIsUp)
{
    Qp().OnPortStatus(m_now, 0, false);
    ReceiveWrite(0, RdmaOpcode::MRC_WRITE_ONLY, 0);
    EXPECT_EQ(Control()->port, 1);
    ReceiveWrite(1, RdmaOpcode::MRC_WRITE_ONLY, 0, true);
    EXPECT_EQ(Control()->pdu.opcode, RdmaOpcode::MRC_NACK);
    Qp().OnPortStatus(m_now, 1, false);
    ReceiveWrite(1, RdmaOpcode::MRC_WRITE_ONLY, 0);
    EXPECT_FALSE(Control()) << "no port at all: lost";
}

TEST_F(MrcTransportTest, MessagesAreDeliveredInOrderAndReportedOnce)
{
    ReceiveWrite(2, RdmaOpcode::MRC_WRITE_ONLY, 0);
    ReceiveWrite(1, RdmaOpcode::MRC_WRITE_LAST, 0);
    EXPECT_TRUE(Completions(RdmaCompletion::Kind::DELIVERED).empty());
    ReceiveWrite(0, RdmaOpcode::MRC_WRITE_FIRST, 1);
    EXPECT_EQ(Completions(RdmaCompletion::Kind::DELIVERED), (std::vector<uint64_t>{0, 1}));
    EXPECT_TRUE(Completions(RdmaCompletion::Kind::DELIVERED).empty());
    EXPECT_EQ(Qp().GetCounters().bytesDelivered, 3u * 4096);
}

TEST_F(MrcTransportTest, ForeignOpcodesAreDroppedInSilence)
{
    for (const auto opcode : {RdmaOpcode::RC_WRITE_ONLY, RdmaOpcode::RC_ACK, RdmaOpcode::CNP})
    {
        ReceiveWrite(0, opcode, 0);
        EXPECT_FALSE(Control());
    }
    EXPECT_EQ(Qp().GetCounters().rxDataPackets, 0u);
}

TEST_F(MrcTransportTest, QpInErrorDropsWhatArrives)
{
    Nack(MrcNackReason::UNEXP_EVENT, 0, 0);
    ReceiveWrite(0, RdmaOpcode::MRC_WRITE_ONLY, 0);
    EXPECT_FALSE(Control());
    EXPECT_EQ(Qp().GetCounters().rxDataPackets, 0u);
}

TEST_F(MrcTransportTest, RetiredEvIsProbedUntilItIsGoodAgain)
{
    m_setup.qp.lossRules.trimGracePeriod = 0;
    auto untried = CreateObject<MrcEvParameters>();
    untried->lossTrial = 0;
    untried->probeIdle = true;
    m_setup.evParameters = untried;
    m_setup.selector = CreateObject<MrcSpraySelector>();
    Post(200);
    std::vector<uint32_t> entropy;
    while (entropy.size() < 200)
    {
        const auto tx = Transmit();
        ASSERT_TRUE(tx);
        entropy.push_back(tx->entropy);
    }
    // PSN 0 is missing; the next packet on its EV and all others have arrived.
    uint32_t later = 1;
    while (later < 199 && entropy[later] != entropy[0])
    {
        ++later;
    }
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(RDMA_PSN_MASK, later, entropy[later]).Above({later}));
    RdmaEvent event;
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::EV_BAD);
    EXPECT_EQ(event.entropy, entropy[0]);
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::LOST);
    EXPECT_EQ(event.entropy, entropy[0]);
    EXPECT_EQ(Qp().GetCounters().evRetired, 1u);
    EXPECT_EQ(TransmitAll(), (Psns{0}));
    Sack(SackSpec(199, 0, 0));

    EXPECT_FALSE(Qp().IsBusy());
    int probes = 0;
    while (Qp().GetCounters().evRestored == 0)
    {
        ASSERT_FALSE(Qp().NextWakeup().IsMax());
        Advance(Qp().NextWakeup() - m_now);
        while (const auto probe = Transmit())
        {
            ASSERT_EQ(probe->pdu.opcode, RdmaOpcode::MRC_PROBE);
            EXPECT_EQ(probe->entropy, entropy[0]);
            ++probes;
            Sack(SackSpec::OfProbe(199, probe->pdu.probe.probeId, probe->entropy));
        }
        while (Qp().PollEvent(event))
        {
        }
        ASSERT_LT(m_now, RdmaTick::Ms(100));
    }
    EXPECT_EQ(probes, 3) << "EvProbeSuccesses";
    EXPECT_EQ(event.kind, RdmaEvent::Kind::EV_GOOD);
    EXPECT_TRUE(Qp().NextWakeup().IsMax());
}

TEST_F(MrcTransportTest, SuspectEvIsTriedAtOnceAndNobodyHearsOfItIfItAnswers)
{
    m_setup.qp.lossRules.trimGracePeriod = 0;
    m_setup.pathsPerPlane = 2;
    m_setup.selector = CreateObject<MrcSpraySelector>();
    Post(8); // two packets on each of four EVs
    std::vector<uint32_t> entropy;
    while (entropy.size() < 8)
    {
        const auto tx = Transmit();
        ASSERT_TRUE(tx);
        entropy.push_back(tx->entropy);
    }
    m_now += RdmaTick::Us(10);
    Sack(SackSpec(RDMA_PSN_MASK, 7, entropy[7]).Above({1, 2, 3, 4, 5, 6, 7}));
    const auto probe = Transmit();
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->pdu.opcode, RdmaOpcode::MRC_PROBE);
    EXPECT_EQ(probe->entropy, entropy[0]);
    const auto again = Transmit();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->pdu.psn, 0U);
    EXPECT_NE(again->entropy, entropy[0]);
    m_now += RdmaTick::Us(10);
    Sack(SackSpec::OfProbe(RDMA_PSN_MASK, probe->pdu.probe.probeId, entropy[0]).FullPackets(7));
    EXPECT_EQ(Qp().GetEvTable().GetState(entropy[0]), MrcEvState::GOOD);
    EXPECT_EQ(Qp().GetCounters().evRetired, 0U);
    RdmaEvent event;
    while (Qp().PollEvent(event))
    {
        EXPECT_NE(event.kind, RdmaEvent::Kind::EV_BAD);
        EXPECT_NE(event.kind, RdmaEvent::Kind::EV_GOOD);
    }
}

TEST_F(MrcTransportTest, EndOfATrialIsReportedWithoutWaitingForAnAnswer)
{
    m_setup.evParameters = SimpleReverseEvs();
    const uint32_t ev = Qp().GetEvTable().GetActiveEv(0, 0);
    Qp().EditEvTable().OnLoss(m_now, ev);
    RdmaEvent event;
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(Transmit()->entropy, ev);
        Advance(RdmaTick::Us(50));
        while (Qp().PollEvent(event))
        {
        }
        EXPECT_FALSE(Qp().GetOutputs() & RDMA_OUTPUT_EVENT);
    }
    EXPECT_FALSE(Transmit()) << "the last probe is given up";
    ASSERT_TRUE(Qp().GetOutputs() & RDMA_OUTPUT_EVENT);
    ASSERT_TRUE(Qp().PollEvent(event));
    EXPECT_EQ(event.kind, RdmaEvent::Kind::EV_BAD);
    EXPECT_EQ(event.entropy, ev);
}

// Reverse EVs

TEST_F(MrcTransportTest, ReliabilityProbeIsAnsweredByAnyPathAndItsPlanesProofsAreForgotten)
{
    auto deaf = CreateObject<MrcEvParameters>();
    deaf->reverseEvHeard = false;
    m_setup.evParameters = deaf;
    // EV 3 of plane 0 has proved to work; 8 active EVs per plane.
    const uint32_t proved = Qp().GetEvTable().GetActiveEv(0, 3);
    Post(1);
    TransmitAll();
    const auto answerTo = [this](bool probe) {
        if (probe)
        {
            RdmaPdu pdu{};
            pdu.opcode = RdmaOpcode::MRC_PROBE;
            Qp().OnPdu(m_now, pdu, RdmaRxInfo());
        }
        else
        {
            ReceiveWrite(0, RdmaOpcode::MRC_WRITE_ONLY, 0);
        }
        std::optional<RdmaTxPdu> sack;
        while (const auto tx = Control())
        {
            sack = tx->pdu.opcode == RdmaOpcode::MRC_SACK ? tx : sack;
        }
        return sack->entropy;
    };
    answerTo(true); // answers on both planes are in doubt
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_PROBE;
        RdmaRxInfo rx;
        rx.port = 1;
        Qp().OnPdu(m_now, pdu, rx);
        while (Control())
        {
        }
    }
    Sack(SackSpec(0, 0, proved));
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(answerTo(false), proved);
    }
    std::set<uint32_t> evs;
    for (int i = 0; i < 100; ++i)
    {
        evs.insert(answerTo(true));
    }
    EXPECT_EQ(evs.size(), 16U) << "all active EVs of both planes";
    std::set<uint32_t> plain;
    for (int i = 0; i < 8; ++i)
    {
        plain.insert(answerTo(false));
    }
    EXPECT_EQ(plain.size(), 8U) << "nothing is proved: the EVs of the plane in turn";
}

TEST_F(MrcTransportTest, EvProbeThatWaitsForAPortDoesNotSpinTheTimer)
{
    m_setup.selector = CreateObject<MrcSpraySelector>();
    Qp().EditEvTable().OnLoss(m_now, Qp().GetEvTable().GetActiveEv(0, 0));
    Advance(Qp().NextWakeup() - m_now);
    EXPECT_FALSE(Transmit(0));
    EXPECT_GT(Qp().NextWakeup(), m_now);
    EXPECT_EQ(Transmit(3)->pdu.opcode, RdmaOpcode::MRC_PROBE);
}

TEST(MrcQpParametersTest, DefaultTimerIsT0OfExponent7AndTheWindow1024Packets)
{
    const MrcQpConfig config = CreateObject<MrcQpParameters>()->MakeConfig();
    EXPECT_EQ(config.pathMtuBytes, 4096u);
    EXPECT_EQ(config.windowPackets, 1024u);
    EXPECT_EQ(config.ackTimeout, RdmaTick::Ns(131072));
    EXPECT_EQ(config.retryLinear, 7u);
    EXPECT_EQ(config.retryExponential, 14u);
}

TEST(MrcQpParametersTest, TheTimerGrowsWithTheRoundTripOfALongPath)
{
    auto parameters = CreateObject<MrcQpParameters>();
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(21)}).ackTimeout, RdmaTick::Ns(131072))
        << "6 x 21 us fit";
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(22)}).ackTimeout, RdmaTick::Ns(262144));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(403)}).ackTimeout,
              RdmaTick::Ns(1024) * (1 << 12));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Ms(8000)}).ackTimeout,
              RdmaTick::Ns(1024) * (1 << 24));
    parameters->SetAttribute("AckTimeoutMinRtts", DoubleValue(0));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(403)}).ackTimeout, RdmaTick::Ns(131072))
        << "as configured";
}

TEST(MrcQpParametersTest, TimerOfExactlyTheLeastRoundTripsIsLongEnough)
{
    auto parameters = CreateObject<MrcQpParameters>();
    parameters->SetAttribute("AckTimeoutMinRtts", DoubleValue(8));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Ns(16384)}).ackTimeout, RdmaTick::Ns(131072));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Ns(16385)}).ackTimeout, RdmaTick::Ns(262144));
}

TEST(MrcQpParametersTest, SizesAreThoseOfAPathOfAtLeast20Packets)
{
    const auto parameters = CreateObject<MrcQpParameters>();
    // 20 packets of 4180 B at 100 Gb/s take 6.688 us.
    constexpr uint64_t RATE = 100000000000;
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick::Ns(1672), RATE), 4);
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick::Ns(6688), RATE), 1);
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick::Us(12), RATE), 1) << "a longer one stays";
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick::Us(12), RATE / 100), 55.7333333333333333);
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick{}, RATE), 1) << "not known";
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(5), 4}).reoWindow, RdmaTick::Us(20));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(5), 4}).ackTimeout, RdmaTick::Ns(131072));
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(6), 4}).ackTimeout, RdmaTick::Ns(262144));
    parameters->SetAttribute("MinBdp", DoubleValue(0));
    EXPECT_DOUBLE_EQ(parameters->GetStretch(RdmaTick::Ns(1672), RATE), 1);
}

TEST(MrcQpParametersTest, TheFirstGracePeriodIsATimerOfAtMostTheDefault)
{
    const auto parameters = CreateObject<MrcQpParameters>();
    const auto make = [&](uint32_t exponent, const RdmaTick& rtt) {
        parameters->SetAttribute("AckTimeout", UintegerValue(exponent));
        return parameters->MakeConfig({rtt}).firstGracePeriod;
    };
    EXPECT_EQ(make(5, RdmaTick::Us(1)), MrcAckTimeout(5));
    EXPECT_EQ(make(7, RdmaTick::Us(1)), MrcAckTimeout(7));
    EXPECT_EQ(make(20, RdmaTick::Us(1)), MrcAckTimeout(7)) << "NCCL's timer";
    EXPECT_EQ(make(20, RdmaTick::Us(22)), MrcAckTimeout(8)) << "6 round trips take 132 us";
    EXPECT_EQ(parameters->MakeConfig({RdmaTick::Us(22)}).ackTimeout, MrcAckTimeout(20));
}

TEST(MrcQpParametersTest, TimersAndWindowsAreLongerWhereLinksThatStandForEachOtherDiffer)
{
    const auto parameters = CreateObject<MrcQpParameters>();
    parameters->SetAttribute("AckTimeout", UintegerValue(0));
    const auto make = [&](uint32_t links) {
        const MrcQpConfig config = parameters->MakeConfig({RdmaTick::Ns(16000), 1, links});
        return std::pair(config.reoWindow.GetPs() / 16000000, config.ackTimeout);
    };
    const auto timer = [](int exponent) { return RdmaTick::Ns(1024) * (1 << exponent); };
    EXPECT_EQ(make(0), std::pair(4L, timer(7))) << "6 round trips take 96 us";
    EXPECT_EQ(make(2), std::pair(6L, timer(7))) << "8 take 128 us";
    EXPECT_EQ(make(4), std::pair(6L, timer(7)));
    EXPECT_EQ(make(5), std::pair(7L, timer(8))) << "9 take 144 us";
    EXPECT_EQ(make(9), std::pair(11L, timer(8)));
    parameters->SetAttribute("ReoWindow", DoubleValue(1));
    EXPECT_EQ(make(5), std::pair(4L, timer(8))) << "the addition stays";
    parameters->SetAttribute("AckTimeoutMinRtts", DoubleValue(0));
    EXPECT_EQ(make(5), std::pair(4L, timer(0))) << "no minimum, however long the path is";
    parameters->SetAttribute("WindowsByPath", BooleanValue(false));
    EXPECT_EQ(make(5), std::pair(1L, timer(0)));
}

TEST(MrcQpParametersTest, ByDefaultASackComesEvery16KiBAndFourBaseRttsOfReorderingAreTolerated)
{
    const MrcQpConfig config = CreateObject<MrcQpParameters>()->MakeConfig({RdmaTick::Us(7)});
    EXPECT_EQ(config.sackThresholdBytes, 16384u);
    EXPECT_EQ(config.reoWindow, RdmaTick::Us(28));
    EXPECT_EQ(config.tailProbeMinRtts, 3);
}

TEST_F(MrcTransportTest, ByDefaultEveryFourthFullPacketIsSacked)
{
    m_setup.qp = CreateObject<MrcQpParameters>()->MakeConfig({m_setup.path.baseRtt});
    m_setup.qp.peerQpn = 0xb2;
    m_setup.evParameters = SimpleReverseEvs();
    std::vector<uint32_t> sacked;
    for (uint32_t psn = 0; psn < 12; ++psn)
    {
        ReceiveWrite(psn, RdmaOpcode::MRC_WRITE_MIDDLE, 0);
        if (Control())
        {
            sacked.push_back(psn);
        }
    }
    EXPECT_EQ(sacked, (std::vector<uint32_t>{0, 4, 8})) << "also the first one of the QP";
}

TEST_F(MrcTransportTest, ByDefaultEveryScarcePathIsInUseAndNoneInReserve)
{
    m_setup.pathsPerPlane = 16;
    EXPECT_EQ(m_setup.evParameters->backupReserve, 0);
    for (const uint32_t plane : {0, 1})
    {
        EXPECT_EQ(Qp().GetEvTable().GetActiveCount(plane), 16u);
        EXPECT_EQ(Qp().GetEvTable().GetEvs(plane).size(), 16u);
    }
}

TEST(MrcQpParametersTest, AttributesReachTheConfig)
{
    auto parameters = CreateObject<MrcQpParameters>();
    parameters->SetAttribute("PathMtu", UintegerValue(1024));
    parameters->SetAttribute("Mpr", UintegerValue(255));
    parameters->SetAttribute("AckTimeout", UintegerValue(24));
    parameters->SetAttribute("ReoWindow", DoubleValue(2));
    parameters->SetAttribute("SackThresholdBytes", UintegerValue(8192));
    parameters->SetAttribute("RetryLinear", UintegerValue(3));
    parameters->SetAttribute("RetryExponential", UintegerValue(25));
    const MrcQpConfig config = parameters->MakeConfig({RdmaTick::Us(6)});
    EXPECT_EQ(config.pathMtuBytes, 1024u);
    EXPECT_EQ(config.windowPackets, 32640u);
    EXPECT_EQ(config.ackTimeout, RdmaTick::Ns(1024) * (1 << 24));
    EXPECT_EQ(config.reoWindow, RdmaTick::Us(12));
    EXPECT_EQ(config.sackThresholdBytes, 8192u);
    EXPECT_EQ(config.retryLinear, 3u);
    EXPECT_EQ(config.retryExponential, MRC_RETRY_FOREVER);
}

TEST(MrcQpParametersDeathTest, PathMtuMustBeOneOfTheFive)
{
    auto parameters = CreateObject<MrcQpParameters>();
    parameters->SetAttribute("PathMtu", UintegerValue(3000));
    EXPECT_DEATH(parameters->MakeConfig(), "PathMtu.*3000");
}

TEST(MrcNominalBytesTest, IsPaddedPayloadPlusHeadersWithOneIpv6Header)
{
    EXPECT_EQ(MrcNominalBytes(4096), 4180u);
    EXPECT_EQ(MrcNominalBytes(1), 88u);
}

} // namespace
