/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BENCH_REGISTRY_H
#define BENCH_REGISTRY_H

#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Micro-benchmarks of what is done once per packet or per hop. A change here is seen before it
 * drowns in the noise of a whole run. One iteration is one operation: a packet, a frame, an event.
 */

namespace mrcbench
{

/** One benchmark per scheduler and number of pending events. */
void RegisterSchedulerBenchmarks();

/** One benchmark per path selector. */
void RegisterSelectorBenchmarks();

/**
 * @param base a base class
 * @return names of all classes derived from it that can be created, in alphabetical order
 */
inline std::vector<std::string>
FindRegistered(ns3::TypeId base)
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        const ns3::TypeId tid = ns3::TypeId::GetRegistered(i);
        if (tid != base && tid.IsChildOf(base) && tid.HasConstructor())
        {
            names.push_back(tid.GetName());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/**
 * @param name name of a class
 * @return it without its namespace
 */
inline std::string
WithoutNamespace(const std::string& name)
{
    return name.substr(name.rfind(':') + 1);
}

} // namespace mrcbench

#endif // BENCH_REGISTRY_H
