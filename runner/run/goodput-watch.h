/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOODPUT_WATCH_H
#define GOODPUT_WATCH_H

#include "fluid/fluid-bound.h"
#include "fluid/fluid-capacities.h"
#include "goodput-history.h"

#include "ns3/event-id.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * mrcsim::GoodputWatch: looks at goodput around faults.
 */

namespace mrcsim
{

struct Scenario;

/**
 * Looks at the payload that hosts receive and at what the network allows, for GoodputHistory. What
 * the network allows are the max-min fair rates of the flows under way (FluidBound). No protocol is
 * asked, so goodput means the same for each.
 */
class GoodputWatch
{
  public:
    /**
     * @param cluster a built cluster
     * @param workload its jobs
     * @param scenario what is simulated; outlives this
     */
    GoodputWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                 ns3::Ptr<ns3::RdmaWorkload> workload,
                 const Scenario& scenario);
    ~GoodputWatch();

    /** Look now and, as a regular event, from now on. */
    void Look();

    /** What is broken has changed. */
    void OnChange();

    /** The run is over: read the flow records, as long as the workload has them. */
    void End();

    /** @return what was seen, complete after the end */
    const GoodputHistory& GetHistory() const
    {
        return m_history;
    }

  private:
    /** @return payload that hosts have received so far */
    std::vector<uint64_t> CountPlaced() const;

    /** @return max-min fair rates of the flows under way, by receiver, bit/s */
    std::vector<double> GetRates() const;

    /** Bring the capacities in line with what is broken. */
    void ReadCapacities();

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< what is watched
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< its jobs
    const Scenario& m_scenario;             ///< what is simulated
    FluidBound m_bound;                     ///< what the network allows
    FluidCapacities m_capacities;           ///< what is left of it
    bool m_perHost;                         ///< false: payload is known in all only
    GoodputHistory m_history;               ///< what was seen
    std::optional<ns3::RdmaTick> m_changed; ///< last change, if any
    ns3::EventId m_next;                    ///< Look
};

} // namespace mrcsim

#endif // GOODPUT_WATCH_H
