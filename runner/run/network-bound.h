/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETWORK_BOUND_H
#define NETWORK_BOUND_H

#include "fluid/fluid-bound.h"
#include "scenario.h"

#include "ns3/rdma-job.h"
#include "ns3/rdma-tick.h"

#include <memory>

/**
 * @file
 * mrcsim::NetworkBound: lower bound of the duration of jobs by the network.
 */

namespace mrcsim
{

/**
 * The time that a job's bytes need through the most loaded cut of the network, without faults and
 * other jobs. Bytes are wire bytes: payload of full packets with headers and gaps. If the network
 * between NICs has full bisection bandwidth, the bound of the NICs is tighter because it includes
 * latencies (GetRdmaIdealDuration).
 */
class NetworkBound
{
  public:
    /**
     * @param shape the network as cuts
     */
    explicit NetworkBound(std::unique_ptr<const FluidShape> shape);

    /**
     * @param spec specification of the job
     * @param job the job with its schedule, hosts and messenger
     * @return lower bound of the duration of a repetition; zero: only NICs bound it
     */
    ns3::RdmaTick GetLeastDuration(const JobSpec& spec, const ns3::RdmaJob& job) const;

  private:
    const ns3::FabricNetwork& m_network; ///< the network
    FluidCapacities m_capacities;        ///< rates of its ports, without faults
    FluidBound m_bound;                  ///< its cuts
};

} // namespace mrcsim

#endif // NETWORK_BOUND_H
