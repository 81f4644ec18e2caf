/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLER_H
#define SAMPLER_H

#include "sample-sources.h"

#include <vector>

/**
 * @file
 * mrcsim::Sampler: time series of a running simulation.
 */

namespace mrcsim
{

/**
 * Looks at a cluster at regular times. Rates are means over the interval that ends then. What the
 * kinds of time series are and what they mean is told by docs/results.md; measure.samples in the
 * schema lists them.
 */
class Sampler
{
  public:
    /**
     * @param cluster what to look at
     * @param workload its jobs
     * @param plan what is asked for
     * @param [out] rows receives the time series; must outlive the simulation
     */
    Sampler(ns3::Ptr<ns3::RdmaCluster> cluster,
            ns3::Ptr<ns3::RdmaWorkload> workload,
            const SamplePlan& plan,
            std::vector<SampleRow>& rows);

    /** Schedule the first look. */
    void Start();

  private:
    /** Look, and schedule the next look. */
    void Look();

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< what to look at
    SampleSink m_sink;                    ///< takes the points down
    std::vector<SampleSource> m_sources;  ///< what it looks at
};

} // namespace mrcsim

#endif // SAMPLER_H
