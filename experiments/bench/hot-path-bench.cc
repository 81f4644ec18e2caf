/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Micro-benchmarks of what is done once per packet or per hop. A change here is seen before it
 * drowns in the noise of a whole run.
 */

#include "ns3/fabric-frame-pool.h"
#include "ns3/mrc-nscc.h"
#include "ns3/mrc-scoreboard.h"
#include "ns3/srv6-usid.h"

#include <array>
#include <benchmark/benchmark.h>

using namespace ns3;

namespace
{

constexpr uint32_t FULL_PACKET = 4178; ///< nominal size of a packet with 4096 B of payload, B
constexpr uint32_t WINDOW = 400;       ///< about one round trip at 400 Gb/s, packets

/// A NIC of 4 x 100 Gb/s across a fabric with 8 us of round-trip time.
MrcPathInfo
FourPlanes()
{
    MrcPathInfo path;
    path.rateBps = 400'000'000'000;
    path.baseRtt = Tick::Us(8);
    path.nominalMtuBytes = FULL_PACKET;
    path.planes = 4;
    return path;
}

/// A frame is taken and given back while as many as fit a round trip are in flight.
void
FrameTakenAndGivenBack(benchmark::State& state)
{
    FabricFramePool pool;
    std::array<FabricFrame*, 1024> live{};
    for (FabricFrame*& frame : live)
    {
        frame = pool.Alloc();
    }
    size_t next = 0;
    for (auto _ : state)
    {
        pool.Free(live[next]);
        live[next] = pool.Alloc();
        benchmark::DoNotOptimize(live[next]);
        next = (next + 1) % live.size();
    }
    for (FabricFrame* frame : live)
    {
        pool.Free(frame);
    }
}

BENCHMARK(FrameTakenAndGivenBack);

/// A packet's life in the scoreboard: appended, sent, acknowledged, the window advanced.
void
PacketThroughTheScoreboard(benchmark::State& state)
{
    MrcScoreboard board(0, 2 * WINDOW);
    Tick now;
    uint32_t entropy = 0;
    for (auto _ : state)
    {
        now += Tick::Ns(84);
        entropy = (entropy + 37) % 128;
        board.OnSend(board.Append(0, FULL_PACKET), now, entropy, entropy % 4, false);
        if (board.GetOutstanding() == WINDOW)
        {
            const PsnSeq oldest = board.GetFirst();
            board.OnAcked(oldest);
            board.Advance(oldest + 1);
        }
    }
}

BENCHMARK(PacketThroughTheScoreboard);

/// NSCC hears of one packet, marked or not, delayed or not in turn.
void
AckThroughNscc(benchmark::State& state)
{
    auto nscc = CreateObject<MrcNscc>();
    nscc->Start(FourPlanes());
    Tick now;
    uint32_t turn = 0;
    for (auto _ : state)
    {
        now += Tick::Ns(84);
        ++turn;
        nscc->OnSend(FULL_PACKET);
        MrcAckInfo ack;
        ack.newBytes = FULL_PACKET;
        ack.ecn = turn % 16 == 0;
        ack.rtt = Tick::Us(turn % 8 == 0 ? 20 : 9);
        nscc->OnAck(now, ack);
    }
    benchmark::DoNotOptimize(nscc->GetCwndBytes());
}

BENCHMARK(AckThroughNscc);

/// A switch takes its own micro segment off the destination.
void
MicroSegmentShifted(benchmark::State& state)
{
    Srv6Carrier carrier{0x5f00'0000'1234'5678, 0x9abc'def0'0000'0000};
    for (auto _ : state)
    {
        uint64_t hi = carrier.hi;
        uint64_t lo = carrier.lo;
        benchmark::DoNotOptimize(hi);
        ShiftUsid(hi, lo);
        benchmark::DoNotOptimize(hi);
        benchmark::DoNotOptimize(lo);
    }
}

BENCHMARK(MicroSegmentShifted);

} // namespace
