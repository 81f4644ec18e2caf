/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_PLAN_H
#define SAMPLE_PLAN_H

#include "results/sample-kind.h"

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::SamplePlan: the time series of a scenario.
 */

namespace mrcsim
{

/// Kinds and interval of time series, from the key measure.
struct SamplePlan
{
    ns3::RdmaTick interval;         ///< sampling interval; zero: no time series
    std::vector<std::string> kinds; ///< kinds of time series, such as host.rx_gbps
    bool zeros{false};              ///< points with value zero are also written
    bool allHosts{true};            ///< with zeros: also those of hosts without traffic

    /**
     * @param kind a kind of time series
     * @return true if it is requested
     */
    bool Wants(const SampleKind& kind) const
    {
        return std::find(kinds.begin(), kinds.end(), kind.name) != kinds.end();
    }
};

} // namespace mrcsim

#endif // SAMPLE_PLAN_H
