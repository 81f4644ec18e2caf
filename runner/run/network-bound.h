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
 * mrcsim::NetworkBound: what the network alone says about the duration of jobs.
 */

namespace mrcsim
{

/**
 * The time that a job's bytes need through the fullest cut of the network, with all of it whole and
 * for itself. Bytes are wire bytes: payload of full packets with their headers and gaps. Where a
 * network between the NICs is as wide as these, NICs say more, as they know latencies, too
 * (GetRdmaIdealDuration).
 */
class NetworkBound
{
  public:
    /**
     * @param shape the network as cuts
     */
    explicit NetworkBound(std::unique_ptr<const FluidShape> shape);

    /**
     * @param spec of the job
     * @param job the same, with its schedule, hosts and messenger
     * @return no repetition takes less; zero: nothing is known but what NICs say
     */
    ns3::RdmaTick GetLeastDuration(const JobSpec& spec, const ns3::RdmaJob& job) const;

  private:
    const ns3::FabricNetwork& m_network; ///< the network
    FluidCapacities m_capacities;        ///< rates of its ports, as they keep them
    FluidBound m_bound;                  ///< its cuts
};

} // namespace mrcsim

#endif // NETWORK_BOUND_H
