/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Schedulers under the hold model: with a constant number of pending events, the earliest one is
 * removed and inserted again later.
 */

#include "../../test/policy/creatable-types.h"
#include "bench-registry.h"

#include "ns3/make-event.h"
#include "ns3/object-factory.h"
#include "ns3/scheduler.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <random>

using namespace ns3;

namespace mrcbench
{

namespace
{

/// Lists are quadratic: their benchmark would take hours.
constexpr const char* TOO_SLOW = "ns3::ListScheduler";

/// Pending events: a fabric of about 10, 100, 1,000 and 10,000 busy hosts.
constexpr std::array<int64_t, 4> DEPTHS{30, 1'000, 30'000, 300'000};

/// Delays drawn in advance, so that the benchmark does not measure the drawing.
constexpr size_t DELAYS = 4096;

/**
 * @return delays as in a busy fabric, ps: line times of short and full frames, links, and one timer
 * for every 32 of these
 */
std::array<uint64_t, DELAYS>
DrawDelays()
{
    std::mt19937_64 random(1);
    std::uniform_int_distribution<uint64_t> timer(10'000'000, 200'000'000);
    std::uniform_int_distribution<uint64_t> jitter(0, 20'000);
    constexpr std::array<uint64_t, 4> USUAL{13'360, 340'640, 500'000, 840'640};
    std::array<uint64_t, DELAYS> delays{};
    for (size_t i = 0; i < delays.size(); ++i)
    {
        delays[i] = i % 32 == 0 ? timer(random) : USUAL[random() % USUAL.size()] + jitter(random);
    }
    return delays;
}

/**
 * Remove an event and insert it again.
 * @param state of the benchmark; its argument is the number of pending events
 * @param name TypeId of the scheduler
 */
void
EventHeld(benchmark::State& state, const std::string& name)
{
    static const auto delays = DrawDelays();
    auto scheduler = ObjectFactory(name).Create<Scheduler>();
    const Ptr<EventImpl> event(MakeEvent([] {}), false);
    uint32_t uid = 0;
    size_t next = 0;
    const auto insert = [&](uint64_t now) {
        scheduler->Insert({PeekPointer(event), {now + delays[next], uid, 0}});
        ++uid;
        next = (next + 1) % DELAYS;
    };
    for (int64_t i = 0; i < state.range(0); ++i)
    {
        insert(0);
    }
    for (auto _ : state)
    {
        insert(scheduler->RemoveNext().key.m_ts);
    }
    while (!scheduler->IsEmpty())
    {
        scheduler->RemoveNext();
    }
}

} // namespace

void
RegisterSchedulerBenchmarks()
{
    for (const auto& name : ListCreatable(Scheduler::GetTypeId()))
    {
        if (name == TOO_SLOW)
        {
            continue;
        }
        const auto title = "EventHeld/" + WithoutNamespace(name);
        auto* added = benchmark::RegisterBenchmark(title.c_str(), EventHeld, name);
        for (const auto depth : DEPTHS)
        {
            added->Arg(depth);
        }
    }
}

} // namespace mrcbench
