/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SAMPLER_H
#define RDMA_SAMPLER_H

#include "rdma-sample-sources.h"

#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSampler: time series of a running simulation.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Samples a cluster periodically. Rates are means over the interval that ends at the sample.
 * docs/results.md describes the kinds of time series.
 *
 * It does not keep the simulation alive. When it takes a sample and no event is pending
 * (Simulator::IsFinished), nothing can happen any more: this sample is the last one. So
 * Simulator::Run returns at most an interval after the last other event, and the samples cover
 * everything, also jobs that start late and messages that later events post. All samplers share
 * one event, so none of them waits for another. An event that a script repeats forever keeps the
 * simulation alive, and the sampler with it.
 *
 * A script that calls Simulator::Run again calls Start again before.
 */
class RdmaSampler : public SimpleRefCount<RdmaSampler>
{
  public:
    /**
     * @param cluster the cluster
     * @param workload its jobs, all of which have been added; null: no time series of jobs
     * @param plan requested time series; its interval is positive
     */
    RdmaSampler(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload, const RdmaSamplePlan& plan);
    ~RdmaSampler();

    RdmaSampler(const RdmaSampler&) = delete;
    RdmaSampler& operator=(const RdmaSampler&) = delete;

    /**
     * Sample from now on: the first interval begins now. May be called again, also while it
     * samples; the rows so far remain.
     */
    void Start();

    /** Take no more samples. */
    void Stop();

    /** @return the points so far, by time */
    const std::vector<RdmaSample>& GetRows() const
    {
        return m_sink.GetRows();
    }

    /** @return the points so far, which are moved out of it */
    std::vector<RdmaSample> TakeRows();

    /**
     * Write the points into a file such as samples.csv of the program mrc-sim. Aborts if it cannot
     * be written.
     * @param name of the file
     */
    void WriteCsv(const std::string& name) const;

  private:
    friend class RdmaSampleClock;

    /** Take a sample. */
    void Look();

    Ptr<RdmaCluster> m_cluster;              ///< the cluster
    RdmaSampleSink m_sink;                   ///< stores the points
    std::vector<RdmaSampleSource> m_sources; ///< sources of the points
    Time m_interval;                         ///< sampling interval
};

} // namespace ns3

#endif // RDMA_SAMPLER_H
