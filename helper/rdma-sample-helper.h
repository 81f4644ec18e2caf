/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SAMPLE_HELPER_H
#define RDMA_SAMPLE_HELPER_H

#include "rdma-sampler.h"

#include "ns3/nstime.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSampleHelper: time series of a cluster, for scripts.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes samplers of time series: the windows and EVs of QPs, queues and pauses of ports, the
 * throughput of jobs. ListRdmaSampleKinds has all kinds with unit and meaning; docs/results.md
 * shows them.
 *
 * @code
 * RdmaSampleHelper samples;
 * samples.SetInterval(MicroSeconds(10));
 * samples.Add("qp.cwnd_bytes");
 * Ptr<RdmaSampler> sampler = samples.Start(cluster, workload);
 * Simulator::Run(); // returns when the rest of the simulation is done
 * sampler->WriteCsv("samples.csv");
 * @endcode
 */
class RdmaSampleHelper
{
  public:
    /**
     * @param interval time between two samples, at least a step of ns3::Time, less than a day;
     * default: 100 us
     */
    void SetInterval(Time interval);

    /**
     * @param kind name of a kind of time series to sample, such as "qp.cwnd_bytes"; aborts if there
     * is none of this name
     */
    void Add(const std::string& kind);

    /** Sample all kinds of time series. */
    void AddAll();

    /**
     * @param zeros true: points with value zero also have rows; default: false
     */
    void SetZeros(bool zeros);

    /**
     * Start to sample now.
     * @param cluster a built cluster, not disposed while the simulation runs
     * @param workload its jobs, all of which have been added; without it there are no time series
     * of jobs
     * @return the sampler; it samples as long as the caller holds it
     */
    Ptr<RdmaSampler> Start(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload = nullptr) const;

  private:
    RdmaSamplePlan m_plan{RdmaTick::Us(100), {}, false, true}; ///< requested time series
};

} // namespace ns3

#endif // RDMA_SAMPLE_HELPER_H
