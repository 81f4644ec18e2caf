/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include <gtest/gtest.h>
#include <random>
#include <tuple>

namespace
{

using namespace ns3;
using namespace roce_test;

/// Packets per run.
constexpr uint64_t PACKETS = 60'000;
/// The same for runs dominated by time-outs: enough for dozens of them.
constexpr uint64_t MANY_PACKETS = 150'000;
/// From the end of a packet to the arrival of its NAK.
constexpr RdmaTick ROUND_TRIP = DELAY * 2;

/**
 * The expected value of docs/roce.md, "Loss".
 * @param data loss rate of data packets
 * @param control loss rate of ACKs and NAKs
 * @param timeout retransmission time-out
 * @return time per packet delivered, s
 */
double
ExpectGoBackN(double data, double control, RdmaTick timeout)
{
    const double packet = FULL_PACKET.GetSeconds();
    const double rto = timeout.GetSeconds();
    const double flight = packet + packet / (1 - data) + ROUND_TRIP.GetSeconds();
    const double again = data / (1 - data); // losses of the repetition, per loss
    return packet + data * ((1 - control) * flight + control * rto + again * rto);
}

/**
 * @param data loss rate of data packets
 * @param control loss rate of ACKs and NAKs
 * @param seed seed of the losses
 * @param selective settings of selective repeat; nullptr: go-back-N
 * @param packets packets of the message
 * @return time per packet of one long message, s
 */
double
Measure(double data,
        double control,
        uint32_t seed,
        const RoceSelectiveConfig* selective,
        uint64_t packets = PACKETS)
{
    Pipe pipe(MakeConfig(0), MakeConfig(1), CreateObject<RoceFixedRate>(), selective);
    pipe.keepsLog = false;
    std::mt19937 random(seed);
    pipe.script = [&](const Sent& sent) {
        Pipe::Fate fate;
        fate.drop = random() < (sent.IsData() ? data : control) * 4294967296.0;
        return fate;
    };
    pipe.Post(0, packets * 4096);
    pipe.Run(RdmaTick::Ms(100000));
    EXPECT_FALSE(pipe.qp[0]->IsError());
    EXPECT_EQ(pipe.qp[1]->GetCounters().bytesDelivered, packets * 4096);
    return pipe.now.GetSeconds() / static_cast<double>(packets);
}

/// Loss rates of data and of control packets.
class RoceLossGoodput : public testing::TestWithParam<std::tuple<double, double>>
{
};

TEST_P(RoceLossGoodput, OfGoBackNIsAsExpected)
{
    const auto [data, control] = GetParam();
    const double expected = ExpectGoBackN(data, control, MakeConfig(0).retransmissionTimeout);
    const double measured =
        Measure(data, control, 1, nullptr, data < 0.01 ? PACKETS : MANY_PACKETS);
    EXPECT_NEAR(measured / expected, 1, 0.15)
        << "Gb/s: " << 4096 * 8e-9 / measured << " instead of " << 4096 * 8e-9 / expected;
}

TEST_P(RoceLossGoodput, OfSelectiveRepeatIsNotLower)
{
    const auto [data, control] = GetParam();
    const auto selective =
        CreateObject<RoceQpParameters>()->MakeSelectiveConfig(ROUND_TRIP + FULL_PACKET, LINE_RATE);
    // except for the RETHs, and for the pauses of a window of one BDP, a round trip per loss
    EXPECT_LT(Measure(data, control, 1, &selective), 1.01 * Measure(data, control, 1, nullptr));
}

INSTANTIATE_TEST_SUITE_P(Rates,
                         RoceLossGoodput,
                         testing::Values(std::tuple(0.0001, 0.0),
                                         std::tuple(0.001, 0.0),
                                         std::tuple(0.001, 0.001),
                                         std::tuple(0.01, 0.0),
                                         std::tuple(0.01, 0.01)));

} // namespace
