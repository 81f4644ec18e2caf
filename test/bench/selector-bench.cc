/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Path selectors.
 */

#include "../../test/policy/creatable-types.h"
#include "bench-registry.h"

#include "ns3/mrc-path-selector.h"
#include "ns3/object-factory.h"

#include <array>
#include <benchmark/benchmark.h>

using namespace ns3;

namespace mrcbench
{

namespace
{

constexpr uint32_t PLANES = 1;      ///< NIC ports
constexpr uint32_t PATHS = 64;      ///< uplinks, with an EV each
constexpr uint32_t MARK_EVERY = 16; ///< one SACK in this number reports congestion

/**
 * Choose the path of a packet, and process its SACK.
 * @param state of the benchmark
 * @param name TypeId of the selector
 */
void
PathChosen(benchmark::State& state, const std::string& name)
{
    auto rng = CreateObject<UniformRandomVariable>();
    rng->SetStream(1);
    MrcEvTable table;
    MrcEvSetup setup;
    setup.planes = PLANES;
    setup.pathsPerPlane = PATHS;
    setup.baseRtt = RdmaTick::Us(10);
    setup.targetDelay = RdmaTick::Us(8);
    setup.count = PATHS;
    table.Start(setup, CreateObject<MrcEvParameters>(), rng);
    auto selector = ObjectFactory(name).Create<MrcPathSelector>();
    selector->Start(table, rng);
    RdmaTick now = RdmaTick::Us(100);
    uint32_t turn = 0;
    for (auto _ : state)
    {
        now += RdmaTick::Ns(340);
        ++turn;
        const auto path = selector->GetSendParams(now, ~0U);
        if (path)
        {
            selector->OnSack(now,
                             path->ev,
                             turn % MARK_EVERY == 0 ? MrcEvVerdict::SKIP_ONCE : MrcEvVerdict::NONE);
        }
        benchmark::DoNotOptimize(path);
    }
}

} // namespace

void
RegisterSelectorBenchmarks()
{
    for (const auto& name : ListCreatable(MrcPathSelector::GetTypeId()))
    {
        const auto title = "PathChosen/" + WithoutNamespace(name);
        benchmark::RegisterBenchmark(title.c_str(), PathChosen, name);
    }
}

} // namespace mrcbench
