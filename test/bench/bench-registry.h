/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include <string>

/**
 * @file
 * @ingroup mrc
 * Micro-benchmarks of operations per packet or per hop. They show changes that the noise of a whole
 * run would hide. One iteration is one operation: a packet, a frame, an event.
 */

namespace mrcbench
{

/** One benchmark per scheduler and number of pending events. */
void RegisterSchedulerBenchmarks();

/** One benchmark per path selector. */
void RegisterSelectorBenchmarks();

/**
 * @param name name of a class
 * @return its name without the namespace
 */
inline std::string
WithoutNamespace(const std::string& name)
{
    return name.substr(name.rfind(':') + 1);
}

} // namespace mrcbench

#endif // BENCH_REGISTRY_H
