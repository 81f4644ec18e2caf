/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOODPUT_WATCH_H
#define GOODPUT_WATCH_H

#include "fluid/fluid-bound.h"
#include "fluid/fluid-capacities.h"
#include "scenario.h"

#include "ns3/event-id.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::GoodputWatch: how long goodput takes to come back after faults.
 */

namespace mrcsim
{

/**
 * Looks at the goodput of all jobs together (payload placed, B/s) in windows that overlap, four
 * steps to a window, and tells when it is back after a fault: from when on every window, for five
 * windows in a row, has at least 95 % of what the capacity that is left allows. That is the goodput
 * of the ten windows before the fault, times what the max-min fair rates of the flows under way
 * lose by it (FluidBound). No protocol is asked, so it means the same for each.
 *
 * Where flows end meanwhile, what is allowed falls with them.
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

    /** Look from now on. */
    void Start();

    /**
     * A fault begins: watch for the goodput to come back.
     * @param fault number of the fault
     */
    void Expect(size_t fault);

    /** What is broken has changed. */
    void OnChange();

    /**
     * @param fault number of a fault
     * @return how long goodput took, from the fault's last begin on: zero if it never fell, nothing
     * if it did not come back
     */
    std::optional<ns3::RdmaTick> GetBack(size_t fault) const;

    /**
     * @param fault number of a fault
     * @return frames that the network had trimmed when goodput was back; nothing if it is not
     */
    std::optional<uint64_t> GetTrims(size_t fault) const;

  private:
    /// A fault that goodput is watched for.
    struct Case
    {
        ns3::RdmaTick at;                    ///< when it began
        double before{0};                    ///< goodput before it, bit/s
        double capacity{0};                  ///< max-min sum before it, bit/s
        double allowed{0};                   ///< goodput that the rest allows, bit/s
        uint64_t closed{0};                  ///< flows closed when allowed was computed
        std::optional<ns3::RdmaTick> streak; ///< end of the first window in a row that is not
        std::optional<ns3::RdmaTick> back;   ///< see GetBack
        bool open{true};                     ///< still to be watched
        uint64_t trims{0};                   ///< in the network, when the streak began
    };

    /** Regular event. */
    void Look();

    /**
     * @param windows how many
     * @return goodput in these last windows, or since the beginning, bit/s
     */
    double GetRate(uint32_t windows) const;

    /** @return max-min sum of the flows that are under way, bit/s */
    double GetCapacity() const;

    /** Bring the capacities in line with what is broken. */
    void ReadCapacities();

    /** @return what is known of a fault, or null */
    const Case* Find(size_t fault) const;

    /** One more window has ended. */
    void Judge(Case& watched, ns3::RdmaTick now, double rate);

    ns3::Ptr<ns3::RdmaCluster> m_cluster;                  ///< what is watched
    ns3::Ptr<ns3::RdmaWorkload> m_workload;                ///< its jobs
    const Scenario& m_scenario;                            ///< what is simulated
    FluidBound m_bound;                                    ///< what the network allows
    FluidCapacities m_capacities;                          ///< what is left of it
    ns3::RdmaTick m_step;                                  ///< between two looks
    std::deque<std::pair<ns3::RdmaTick, uint64_t>> m_seen; ///< bytes placed, by time
    std::deque<std::pair<size_t, Case>> m_cases;           ///< by fault
    ns3::EventId m_next;                                   ///< Look
};

} // namespace mrcsim

#endif // GOODPUT_WATCH_H
