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
 * Samples a cluster periodically. Rates are means over the interval that ends at the sample.
 * docs/results.md describes the kinds of time series; measure.samples in the schema lists them.
 */
class Sampler
{
  public:
    /**
     * @param cluster the cluster
     * @param workload its jobs
     * @param plan requested time series
     * @param [out] rows receives the time series; must outlive the simulation
     */
    Sampler(ns3::Ptr<ns3::RdmaCluster> cluster,
            ns3::Ptr<ns3::RdmaWorkload> workload,
            const SamplePlan& plan,
            std::vector<SampleRow>& rows);

    /** Schedule the first sample. */
    void Start();

  private:
    /** Take a sample, and schedule the next one. */
    void Look();

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< the cluster
    SampleSink m_sink;                    ///< stores the points
    std::vector<SampleSource> m_sources;  ///< sources of the points
};

} // namespace mrcsim

#endif // SAMPLER_H
