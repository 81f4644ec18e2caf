/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

namespace
{

using namespace ns3;
using namespace roce_test;

/**
 * @param config configuration of the sender
 * @return times at which the only packet of a message leaves over a dead path, ms; the last one is
 * the error
 */
std::vector<double>
TransmissionsOverADeadPath(const RoceQpConfig& config)
{
    Pipe pipe(config);
    pipe.script = [](const Sent&) {
        Pipe::Fate fate;
        fate.drop = true;
        return fate;
    };
    pipe.Post(0, 1);
    pipe.Run(RdmaTick::Ms(100000));
    EXPECT_TRUE(pipe.qp[0]->IsError());
    std::vector<double> times;
    for (const Sent& sent : pipe.log)
    {
        times.push_back(sent.at.GetSeconds() * 1e3);
    }
    times.push_back(pipe.now.GetSeconds() * 1e3);
    return times;
}

TEST(RoceTimer, WithoutBackOffTheTimeoutIsAlwaysTheSame)
{
    EXPECT_EQ(TransmissionsOverADeadPath(MakeConfig(0)),
              (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(RoceTimer, ByDefaultAQpOutlivesTheLocalRepairOfASwitch)
{
    const RoceQpConfig defaults = CreateObject<RoceQpParameters>()->MakeConfig();
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionBackoff = defaults.retransmissionBackoff;
    config.retransmissionTimeoutCap = defaults.retransmissionTimeoutCap;
    EXPECT_EQ(TransmissionsOverADeadPath(config),
              (std::vector<double>{0, 1, 3, 5, 7, 9, 11, 13, 15})); // repair: 10 ms
}

TEST(RoceTimer, BackOffGrowsByItsFactorUpToTheCap)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionBackoff = 2;
    config.retransmissionTimeoutCap = RdmaTick::Ms(10);
    EXPECT_EQ(TransmissionsOverADeadPath(config),
              (std::vector<double>{0, 1, 3, 7, 15, 25, 35, 45, 55}));
}

TEST(RoceTimer, CapBelowTheTimeoutDoesNotShortenIt)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionBackoff = 2;
    config.retransmissionTimeoutCap = RdmaTick::Us(10);
    config.retryCount = 1;
    EXPECT_EQ(TransmissionsOverADeadPath(config), (std::vector<double>{0, 1, 2}));
}

TEST(RoceTimer, ProgressEndsTheBackOff)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionBackoff = 4;
    Pipe pipe(config);
    uint32_t packets = 0;
    pipe.script = [&packets](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = sent.IsData() && (packets == 0 || packets == 1 || packets == 3);
        packets += sent.IsData();
        return fate;
    };
    pipe.Post(0, 1);
    pipe.Run();
    EXPECT_GT(pipe.now, RdmaTick::Ms(5)) << "1 ms and 4 ms";
    const RdmaTick start = pipe.now;
    pipe.Post(0, 1);
    pipe.Run();
    EXPECT_GT(pipe.now - start, RdmaTick::Ms(1));
    EXPECT_LT(pipe.now - start, RdmaTick::Us(1010));
}

TEST(RoceTimer, ANakIsNotAnExpiry)
{
    RoceQpConfig config = MakeConfig(0);
    config.retransmissionBackoff = 8;
    Pipe pipe(config);
    uint32_t seen = 0;
    pipe.script = [&seen](const Sent& sent) {
        Pipe::Fate fate; // 1002 is lost, and so are all packets sent after its NAK
        fate.drop = sent.IsData() && (sent.tx.pdu.psn == 1002 ? seen++ < 2 : seen > 1 && seen < 3);
        return fate;
    };
    pipe.Post(0, 5 * 4096);
    pipe.Run();
    EXPECT_EQ(pipe.qp[0]->GetCounters().nacksReceived, 1U);
    EXPECT_EQ(pipe.qp[0]->GetCounters().timeouts, 1U);
    EXPECT_LT(pipe.now, RdmaTick::Us(1020))
        << "the first time-out is not longer for a NAK before it";
}

TEST(RoceTimer, LocalAckTimeoutIsIbtasWayToSayIt)
{
    const auto parameters = CreateObject<RoceQpParameters>();
    parameters->SetAttribute("LocalAckTimeout", UintegerValue(14));
    EXPECT_EQ(parameters->MakeConfig().retransmissionTimeout, RdmaTick::Ns(4096LL * 16384));
    parameters->SetAttribute("LocalAckTimeout", UintegerValue(1));
    EXPECT_EQ(parameters->MakeConfig().retransmissionTimeout, RdmaTick::Ns(8192));
    EXPECT_EQ(parameters->MakeConfig(RdmaTick::Us(100)).retransmissionTimeout, RdmaTick::Us(600))
        << "at least six round trips";
    parameters->SetAttribute("LocalAckTimeout", UintegerValue(0));
    EXPECT_EQ(parameters->MakeConfig().retransmissionTimeout, RdmaTick::Ms(1));
}

TEST(RoceTimer, FatalNakEndsTheQp)
{
    for (uint8_t syndrome = RDMA_SYNDROME_NAK_INVALID_REQUEST;
         syndrome <= RDMA_SYNDROME_NAK_REMOTE_OPERATION;
         ++syndrome)
    {
        const auto end = MakeEnd(MakeConfig(0));
        RoceTransport& qp = *end;
        qp.PostSend(RdmaTick(), Write(100));
        RdmaTxPdu tx;
        ASSERT_EQ(qp.PollTransmit(RdmaTick(), 1, tx), RdmaPoll::PDU);
        RdmaPdu nak{};
        nak.opcode = RdmaOpcode::RC_ACK;
        nak.destQpn = 100;
        nak.psn = 999;
        nak.ack.syndrome = syndrome;
        qp.OnPdu(RdmaTick::Us(1), nak, RdmaRxInfo{});
        EXPECT_FALSE(qp.IsError()) << "stale";
        nak.psn = 1000;
        qp.OnPdu(RdmaTick::Us(2), nak, RdmaRxInfo{});
        EXPECT_TRUE(qp.IsError());
        RdmaCompletion completion;
        ASSERT_TRUE(qp.PollCompletion(completion));
        EXPECT_EQ(completion.status, RdmaCompletion::Status::REMOTE_OPERATION_ERROR);
    }
}

TEST(RoceTimer, UnknownOpcodesAreCountedAndNotAnswered)
{
    const auto end = MakeEnd(MakeConfig(0));
    RoceTransport& qp = *end;
    for (const RdmaOpcode opcode :
         {RdmaOpcode::MRC_WRITE_ONLY, RdmaOpcode::RC_ATOMIC_ACK, RdmaOpcode::MRC_SACK})
    {
        RdmaPdu pdu{};
        pdu.opcode = opcode;
        pdu.destQpn = 100;
        qp.OnPdu(RdmaTick::Us(1), pdu, RdmaRxInfo{});
    }
    RdmaTxPdu tx;
    EXPECT_FALSE(qp.PollControl(RdmaTick::Us(1), tx));
    EXPECT_EQ(qp.GetCounters().rxUnsupported, 3U);
}

} // namespace
