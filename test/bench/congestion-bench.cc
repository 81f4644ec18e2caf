/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Congestion control: the work of NSCC and DCQCN per packet.
 */

#include "ns3/mrc-nscc.h"
#include "ns3/roce-dcqcn.h"

#include <benchmark/benchmark.h>

using namespace ns3;

namespace
{

constexpr uint32_t FULL_PACKET = 4178;             ///< nominal size of 4096 B of payload, B
constexpr RdmaTick PACKET_TIME = RdmaTick::Ns(84); ///< of a full packet at 400 Gb/s
constexpr uint64_t LINE_RATE = 400'000'000'000;    ///< all planes together, bit/s

/// A NIC of 4 x 100 Gb/s across a fabric with 8 us of round-trip time.
MrcPathInfo
FourPlanes()
{
    MrcPathInfo path;
    path.rateBps = LINE_RATE;
    path.baseRtt = RdmaTick::Us(8);
    path.nominalMtuBytes = FULL_PACKET;
    path.planes = 4;
    return path;
}

/// NSCC receives feedback of one packet, alternately marked or not, delayed or not.
void
AckThroughNscc(benchmark::State& state)
{
    auto nscc = CreateObject<MrcNscc>();
    nscc->Start(FourPlanes());
    RdmaTick now;
    uint32_t turn = 0;
    for (auto _ : state)
    {
        now += PACKET_TIME;
        ++turn;
        nscc->OnSend(FULL_PACKET);
        MrcAckInfo ack;
        ack.newBytes = FULL_PACKET;
        ack.ecn = turn % 16 == 0;
        ack.rtt = RdmaTick::Us(turn % 8 == 0 ? 20 : 9);
        nscc->OnAck(now, ack);
    }
    benchmark::DoNotOptimize(nscc->GetCwndBytes());
}

BENCHMARK(AckThroughNscc);

/// DCQCN sends a packet; every 64th time a CNP has arrived, and timers fire when they are due.
void
PacketThroughDcqcn(benchmark::State& state)
{
    auto dcqcn = CreateObject<RoceDcqcn>();
    dcqcn->Start(LINE_RATE);
    RdmaTick now;
    uint32_t turn = 0;
    for (auto _ : state)
    {
        now += PACKET_TIME;
        if (++turn % 64 == 0)
        {
            dcqcn->OnCnp(now);
        }
        if (dcqcn->NextWakeup() <= now)
        {
            dcqcn->OnTimeout(now);
        }
        dcqcn->OnSent(now, FULL_PACKET);
        benchmark::DoNotOptimize(dcqcn->GetRateBps());
    }
}

BENCHMARK(PacketThroughDcqcn);

} // namespace
