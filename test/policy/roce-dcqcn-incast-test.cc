/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/rdma-tick.h"
#include "ns3/roce-dcqcn.h"
#include "ns3/roce-pacer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <tuple>
#include <vector>

namespace
{

using namespace ns3;

constexpr double INCAST_RATE = 400e9;
constexpr uint32_t WIRE_BYTES = 4198;
/// Delay from the mark to the rate controller: half of the queue, reverse path of the CNP.
constexpr RdmaTick FEEDBACK = RdmaTick::Us(5);
/// N: at most one CNP per flow in this time, with the NIC variant and in the DCQCN paper.
constexpr RdmaTick NIC_CNP_SPACING = RdmaTick::Us(4);
constexpr RdmaTick PAPER_CNP_SPACING = RdmaTick::Us(50);

/**
 * @param nic the NIC variant; false: the original with the K, T and F of the DCQCN paper
 * @return a controller
 */
Ptr<RoceDcqcn>
MakeDcqcn(bool nic)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    if (!nic)
    {
        dcqcn->SetAttribute("NicVariant", BooleanValue(false));
        dcqcn->SetAttribute("Gain", DoubleValue(1.0 / 256));
        dcqcn->SetAttribute("InitialAlpha", DoubleValue(1));
        dcqcn->SetAttribute("AlphaTimer", TimeValue(MicroSeconds(55)));
        dcqcn->SetAttribute("IncreaseTimer", TimeValue(MicroSeconds(55)));
        dcqcn->SetAttribute("FastRecoveryStages", UintegerValue(5));
    }
    return dcqcn;
}

/// Result of an incast.
struct IncastResult
{
    double sum{0};                 ///< sum of the rates, averaged over the second half, bit/s
    double jain{0};                ///< Jain's index of the bytes sent in the second half
    double queue{0};               ///< mean queue in the second half, B
    double cnps{0};                ///< CNPs per flow and increase period in the second half
    std::vector<uint64_t> packets; ///< per flow, second half
};

/**
 * n senders, one queue of 400 Gb/s with the default RED profile (roce reference, 4.5), no PFC: only
 * controllers, pacers and the length of the queue.
 *
 *     sender 0 ---\
 *     ...          >--- queue --- 400 Gb/s
 *     sender n-1 -/
 *
 * @param flows number of senders
 * @param duration simulated time
 * @param nic the NIC variant; false: the original algorithm, with the paper's N, K, T, F
 * @param start sender i begins at i times this
 * @return the result
 */
IncastResult
RunIncast(uint32_t flows, RdmaTick duration, bool nic = true, RdmaTick start = RdmaTick())
{
    struct Sender
    {
        Ptr<RoceDcqcn> dcqcn;      ///< its rate
        RocePacer pacer;           ///< its packets
        RdmaTick cnpAllowed;       ///< notification point
        std::deque<RdmaTick> cnps; ///< in flight
    };

    std::mt19937 random(1);
    std::vector<Sender> senders(flows);
    for (auto& sender : senders)
    {
        sender.dcqcn = MakeDcqcn(nic);
        sender.dcqcn->Start(static_cast<uint64_t>(INCAST_RATE));
        sender.pacer.SetRate(RdmaTick(), INCAST_RATE);
        sender.pacer.OnSent(start * (&sender - senders.data()), random() % WIRE_BYTES);
    }
    IncastResult result;
    result.packets.resize(flows);
    double queue = 0;
    uint64_t samples = 0;
    RdmaTick now;
    while (now < duration)
    {
        auto next =
            std::min_element(senders.begin(), senders.end(), [](const auto& a, const auto& b) {
                return a.pacer.GetNext() < b.pacer.GetNext();
            });
        const RdmaTick departure = next->pacer.GetNext();
        for (auto& sender : senders)
        {
            while (!sender.cnps.empty() && sender.cnps.front() <= departure)
            {
                sender.dcqcn->OnCnp(sender.cnps.front());
                sender.cnps.pop_front();
            }
            if (sender.dcqcn->NextWakeup() <= departure)
            {
                sender.dcqcn->OnTimeout(departure);
            }
            if (sender.dcqcn->GetRateBps() != sender.pacer.GetRateBps())
            {
                sender.pacer.SetRate(now, sender.dcqcn->GetRateBps());
            }
        }
        if (!next->pacer.IsReady(departure))
        {
            continue; // its rate has decreased in the meantime
        }
        queue =
            std::max(0.0, queue - (departure - now).GetSeconds() * INCAST_RATE / 8) + WIRE_BYTES;
        now = departure;
        next->pacer.OnSent(now, WIRE_BYTES);
        const double p = queue < 1.6e6 ? 0 : queue > 6.4e6 ? 1 : 0.2 * (queue - 1.6e6) / 4.8e6;
        if (random() < p * 4294967296.0 && now >= next->cnpAllowed)
        {
            next->cnpAllowed = now + (nic ? NIC_CNP_SPACING : PAPER_CNP_SPACING);
            next->cnps.push_back(now + FEEDBACK);
            result.cnps += now > duration / 2;
        }
        if (now > duration / 2)
        {
            ++result.packets[static_cast<std::size_t>(next - senders.begin())];
            result.queue += queue;
            ++samples;
        }
    }
    double squares = 0;
    for (uint64_t n : result.packets)
    {
        squares += static_cast<double>(n) * static_cast<double>(n);
    }
    const auto total = static_cast<double>(samples);
    result.sum = total * WIRE_BYTES * 8 / (duration / 2).GetSeconds();
    result.jain = total * total / (flows * squares);
    result.queue /= total;
    const RdmaTick period = nic ? RdmaTick::Us(300) : RdmaTick::Us(55);
    result.cnps *= period.GetSeconds() / (duration / 2).GetSeconds() / flows;
    return result;
}

/// The fluid checks of the roce reference, 4.6. Parameters: number of senders, NIC variant.
class RoceDcqcnIncast : public testing::TestWithParam<std::tuple<uint32_t, bool>>
{
};

TEST_P(RoceDcqcnIncast, RatesAddUpToTheLineAndAreFair)
{
    const auto [flows, nic] = GetParam();
    const IncastResult result = RunIncast(flows, RdmaTick::Ms(50), nic);
    EXPECT_NEAR(result.sum / INCAST_RATE, 1, 0.02);
    EXPECT_GT(result.jain, 0.98);
    EXPECT_GT(result.queue, 0.0);
    EXPECT_LT(result.queue, 6.4e6);
}

TEST_P(RoceDcqcnIncast, FlowsThatJoinLaterGetTheirShare)
{
    const auto [flows, nic] = GetParam();
    const RdmaTick duration = RdmaTick::Ms(200);
    const IncastResult result = RunIncast(flows, duration, nic, RdmaTick::Ms(4));
    EXPECT_NEAR(result.sum / INCAST_RATE, 1, 0.05);
    EXPECT_GT(result.jain, 0.9);
    const double share = INCAST_RATE / flows;
    for (const uint64_t packets : result.packets)
    {
        const double rate = packets * 8.0 * WIRE_BYTES / (duration / 2).GetSeconds();
        EXPECT_NEAR(rate / share, 1, 0.5) << "of C / n";
    }
}

INSTANTIATE_TEST_SUITE_P(Senders,
                         RoceDcqcnIncast,
                         testing::Combine(testing::Values(2, 7, 15), testing::Bool()));

TEST(RoceDcqcnFluid, MoreFlowsNeedMoreMarkingAndALongerQueue)
{
    for (const bool nic : {true, false})
    {
        double queue = 0;
        for (const uint32_t flows : {2, 5, 10})
        {
            const IncastResult result = RunIncast(flows, RdmaTick::Ms(50), nic);
            EXPECT_GT(result.queue, queue) << flows << " flows";
            queue = result.queue;
            EXPECT_GT(result.cnps, 0.1) << "of the order of one per increase period";
            EXPECT_LT(result.cnps, 5);
        }
    }
}

} // namespace
