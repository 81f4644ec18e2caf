/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-test-pipe.h"

#include "ns3/roce-dcqcn.h"

#include <gtest/gtest.h>
#include <random>
#include <tuple>

namespace
{

using namespace ns3;
using namespace roce_test;

using Kind = RdmaCompletion::Kind;

/// Messages that end 0 posts in a run.
constexpr uint64_t MESSAGES = 30;

/// Random loss rates of one run, from harmless to fatal, independent for each kind of packet.
struct Losses
{
    /** @param random random numbers */
    explicit Losses(std::mt19937& random)
    {
        for (double* rate : {&data, &ack, &nak, &cnp})
        {
            *rate = std::array{0.0, 0.001, 0.01, 0.1, 0.4, 1.0}[random() % 6];
        }
        if (random() % 2)
        {
            data = std::min(data, 0.1); // smaller losses in half of the runs
            ack = std::min(ack, 0.1);
        }
        darkFrom = RdmaTick::Us(random() % 2000);
        darkUntil = darkFrom + RdmaTick::Us(random() % 3 * 1500);
    }

    /**
     * @param sent a packet
     * @return rate at which such packets are lost now
     */
    double Of(const Sent& sent) const
    {
        if (sent.at >= darkFrom && sent.at < darkUntil)
        {
            return 1;
        }
        return sent.IsData() ? data : sent.IsCnp() ? cnp : sent.IsAck() ? ack : nak;
    }

    double data{0};
    double ack{0};
    double nak{0};
    double cnp{0};
    RdmaTick darkFrom;  ///< begin of the time without arrivals
    RdmaTick darkUntil; ///< end of this time
};

/// Selective repeat or not; DCQCN or not; seed.
class RoceNoHang : public testing::TestWithParam<std::tuple<bool, bool, uint32_t>>
{
  protected:
    /** Post messages at random times, under the losses of the seed, and run until the end. */
    void Run(Pipe& pipe)
    {
        std::mt19937 random(std::get<2>(GetParam()));
        const Losses losses(random);
        m_mild = std::max({losses.data, losses.ack, losses.nak}) <= 0.01;
        pipe.keepsLog = false;
        pipe.script = [&](const Sent& sent) {
            Pipe::Fate fate;
            fate.drop = random() < losses.Of(sent) * 4294967296.0;
            fate.ce = random() % 8 == 0;
            fate.copies = 1 + (random() % 64 == 0);
            return fate;
        };
        const bool selective = std::get<0>(GetParam());
        for (uint64_t i = 0; i < MESSAGES; ++i)
        {
            RdmaWorkRequest wr = Write(1 + random() % (30 * 4096));
            wr.hasImmediate = random() % 3 == 0;
            wr.bytes = wr.hasImmediate && random() % 2 == 0 ? 0 : wr.bytes;
            wr.operation =
                !selective && random() % 3 == 0 ? RdmaOperation::SEND : RdmaOperation::WRITE;
            pipe.Post(0, wr);
            pipe.Run(pipe.now + RdmaTick::Us(random() % 300));
            if (random() % 2 == 0)
            {
                pipe.PostRecvs(1, i, 2); // on average as many as needed, and often late
            }
        }
        m_lastPost = pipe.now;
        pipe.PostRecvs(1, MESSAGES, MESSAGES);
        pipe.Run(RdmaTick::Ms(1000000));
    }

    RdmaTick m_lastPost; ///< time of the last post
    bool m_mild{false};  ///< seven retries must be enough
};

TEST_P(RoceNoHang, EveryMessageEndsWithinTheTimers)
{
    const auto [selective, dcqcn, seed] = GetParam();
    const auto irn =
        CreateObject<RoceQpParameters>()->MakeSelectiveConfig(DELAY * 2 + FULL_PACKET, LINE_RATE);
    Ptr<RoceRateControl> control = CreateObject<RoceFixedRate>();
    if (dcqcn)
    {
        control = CreateObject<RoceDcqcn>();
    }
    Pipe pipe(MakeConfig(0), MakeConfig(1), control, selective ? &irn : nullptr);
    Run(pipe);

    const RoceTransport& sender = *pipe.qp[0];
    const auto sent = pipe.Messages(0, Kind::SENT);
    const auto flushed = pipe.Messages(0, Kind::FLUSHED);
    EXPECT_EQ(sent.size() + flushed.size(), MESSAGES) << sender.Describe(pipe.now);
    EXPECT_EQ(flushed.empty(), !sender.IsError());
    EXPECT_FALSE(m_mild && sender.IsError()) << sender.Describe(pipe.now);
    EXPECT_GE(pipe.Messages(1, Kind::DELIVERED).size(), sent.size());
    EXPECT_FALSE(sender.IsBusy());
    EXPECT_TRUE(sender.NextWakeup().IsMax() || !sender.IsError());
    const RdmaCounters& rx = pipe.qp[1]->GetCounters();
    EXPECT_EQ(rx.rxDataPackets, rx.rxAccepted + rx.rxDuplicates + rx.rxDiscarded);
    if (dcqcn)
    {
        return; // its rate may be low, and its timers may run longer than the messages
    }
    // The whole time after the last post is waiting for a timer, a receive of the peer, a round
    // trip or the line.
    const RdmaCounters& tx = sender.GetCounters();
    const auto waits = static_cast<int64_t>(tx.timeouts + tx.nacksReceived + 1);
    const RdmaTick bound = MakeConfig(0).retransmissionTimeout * static_cast<int64_t>(tx.timeouts) +
                           RoceRnrTime(MakeConfig(1).minRnrTimer) + DELAY * 3 * waits +
                           FULL_PACKET * 2 * static_cast<int64_t>(tx.dataPackets);
    EXPECT_LE((pipe.now - m_lastPost).GetSeconds(), bound.GetSeconds());
}

INSTANTIATE_TEST_SUITE_P(Seeds,
                         RoceNoHang,
                         testing::Combine(testing::Bool(),
                                          testing::Bool(),
                                          testing::Range(1U, 101U)));

} // namespace
