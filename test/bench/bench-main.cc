/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bench-registry.h"

#include "ns3/nstime.h"

#include <benchmark/benchmark.h>

/**
 * @file
 * @ingroup mrc
 * mrc-bench: the micro-benchmarks, with the options of Google Benchmark.
 */

int
main(int argc, char* argv[])
{
    ns3::Time::SetResolution(ns3::Time::PS);
    mrcbench::RegisterSchedulerBenchmarks();
    mrcbench::RegisterSelectorBenchmarks();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
    {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
