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
#include <set>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::GoodputWatch: how long goodput takes to come back after faults.
 */

namespace mrcsim
{

/**
 * When goodput was back after a fault.
 */
struct GoodputReturn
{
    ns3::RdmaTick after; ///< from the begin of the fault on; zero if it never fell
    uint64_t trims{0};   ///< frames that the network had trimmed by then
};

/**
 * Writes down the payload that every host has received, four times in a window, around faults, and
 * tells afterwards when the goodput of hosts was back: from when on every window, for five windows
 * in a row, has at least 95 % of what the capacity that is left allows. That is the goodput of a
 * host in the ten windows before the fault, times what the max-min fair rates of the flows to it
 * lose by the fault (FluidBound). A host counts in a window if messages to it were under way all
 * the time. No protocol is asked, so it means the same for each.
 *
 * It looks at no more than 500 windows after the begin of a fault.
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

    /** What is broken has changed. */
    void OnChange();

    /** @return span after the begin of a fault in which goodput is looked at */
    ns3::RdmaTick GetHorizon() const;

    /**
     * To be asked when the run is over, as long as the workload has its flow records.
     * @param at when a fault began
     * @param hosts whose goodput; none: that of all hosts
     * @return when it was back; nothing if there was none before, or it did not come back
     */
    std::optional<GoodputReturn> FindReturn(ns3::RdmaTick at, const std::set<uint32_t>& hosts);

  private:
    /// What was seen at one time.
    struct Look
    {
        ns3::RdmaTick time;           ///< when
        bool kept{false};             ///< near a fault
        uint64_t trims{0};            ///< in the network so far
        std::vector<uint64_t> placed; ///< payload so far, by host
    };

    /// What the network allows from some time on.
    struct Rates
    {
        ns3::RdmaTick since;       ///< when
        std::vector<double> hosts; ///< max-min fair rates of the flows to a host, bit/s
    };

    /// Times in which messages to a host were under way, by begin, apart from each other.
    using Spans = std::vector<std::pair<ns3::RdmaTick, ns3::RdmaTick>>;

    /** Regular event. */
    void See();

    /** @return payload that hosts have received so far */
    std::vector<uint64_t> CountPlaced() const;

    /** @return max-min fair rates of the flows under way, by receiver, bit/s */
    std::vector<double> GetRates() const;

    /** Bring the capacities in line with what is broken. */
    void ReadCapacities();

    /** @return when messages to each host were under way; one walk over all flows */
    std::vector<Spans> ListSpans() const;

    /** @return the last rates not later than a time, or the first; there must be some */
    const Rates& FindRates(ns3::RdmaTick time) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster;   ///< what is watched
    ns3::Ptr<ns3::RdmaWorkload> m_workload; ///< its jobs
    const Scenario& m_scenario;             ///< what is simulated
    FluidBound m_bound;                     ///< what the network allows
    FluidCapacities m_capacities;           ///< what is left of it
    ns3::RdmaTick m_step;                   ///< between two looks
    bool m_perHost;                         ///< false: payload is known in all only
    std::deque<Look> m_looks;               ///< by time; around faults only
    std::vector<Rates> m_rates;             ///< by time; before and after every change
    ns3::RdmaTick m_lastChange;             ///< when that was
    std::vector<Spans> m_spans;             ///< see ListSpans; listed for the first FindReturn
    ns3::EventId m_next;                    ///< See
};

} // namespace mrcsim

#endif // GOODPUT_WATCH_H
