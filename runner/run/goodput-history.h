/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOODPUT_HISTORY_H
#define GOODPUT_HISTORY_H

#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * mrcsim::GoodputHistory: time until goodput is back after faults.
 */

namespace mrcsim
{

/**
 * Return of goodput after a fault.
 */
struct GoodputReturn
{
    ns3::RdmaTick after; ///< time from the begin of the fault; zero if goodput never fell
    uint64_t trims{0};   ///< frames that the network had trimmed until then
};

/**
 * A sample of the network.
 */
struct GoodputSample
{
    ns3::RdmaTick time; ///< time
    uint64_t trims{0};  ///< frames that the network has trimmed so far
    std::shared_ptr<const std::vector<uint64_t>> placed; ///< payload received, by host, B
};

/**
 * Max-min fair rates of the flows to a host, by host, bit/s. Nothing: no message to it is in
 * flight.
 */
using HostRates = std::vector<std::optional<double>>;

/**
 * Samples of the payload that every host has received from the network, four per window, and the
 * capacity of the network. It finds the time at which the goodput of hosts was back for good after
 * a fault: from then on every window has at least 95 % of the expected goodput, up to the end of
 * the samples or until five windows' time has passed since and since the last loss. The expected
 * goodput of a host is its goodput in the ten windows before the fault, while messages to it were
 * in flight, scaled by the reduction of the max-min fair rates of the flows to it. A host counts in
 * a window if messages to it were in flight during the whole window.
 *
 * Samples are stored from ten windows before a change of the rates to 500 windows after it.
 */
class GoodputHistory
{
  public:
    /**
     * @param window averaging window of goodput
     * @param hosts number of hosts; 1: only the sum of all hosts is known
     */
    GoodputHistory(ns3::RdmaTick window, size_t hosts);

    /** @return time between two samples */
    ns3::RdmaTick GetStep() const
    {
        return m_step;
    }

    /** @return time after the begin of a fault in which goodput is sampled */
    ns3::RdmaTick GetHorizon() const;

    /** @return time before a change of the rates in which samples are necessary */
    ns3::RdmaTick GetLead() const;

    /**
     * @param time a time after all samples
     * @return true if a sample of this time is stored, also if the rates do not change again
     */
    bool Stores(ns3::RdmaTick time) const;

    /** @param look a sample, later than all previous ones */
    void AddSample(GoodputSample look);

    /**
     * The capacity of the network has changed.
     * @param since time of the change
     * @param bps rates from then on
     */
    void AddRates(ns3::RdmaTick since, HostRates bps);

    /**
     * A message to a host was in flight. Duplicates have no effect.
     * @param host number of the host
     * @param from time at which it was posted
     * @param until time of its complete delivery
     */
    void AddMessage(uint32_t host, ns3::RdmaTick from, ns3::RdmaTick until);

    /**
     * @param at begin of a fault
     * @param lastLoss last loss by it; its begin if it lost nothing
     * @param hosts hosts to consider; empty: all
     * @return the return of their goodput; nothing if there was no goodput before the fault, or it
     * did not return
     */
    std::optional<GoodputReturn> FindReturn(ns3::RdmaTick at,
                                            ns3::RdmaTick lastLoss,
                                            const std::set<uint32_t>& hosts) const;

  private:
    /// Goodput of a host before a fault.
    struct Normal
    {
        uint32_t host;    ///< its number
        double placedBps; ///< its goodput, bit/s
        double fairBps;   ///< max-min fair rates of the flows to it, bit/s
    };

    /// See AddRates, by the time from which they hold.
    using Rates = std::map<ns3::RdmaTick, HostRates>;

    /// Disjoint time intervals, from begin to end.
    using Spans = std::map<ns3::RdmaTick, ns3::RdmaTick>;

    /**
     * @param first number of the first sample after a fault
     * @param hosts hosts to consider; empty: all
     * @return the hosts with goodput before the fault
     */
    std::vector<Normal> ListNormal(size_t first, const std::set<uint32_t>& hosts) const;

    /**
     * @return true if hosts had the expected goodput between two samples; nothing if no messages to
     * them were in flight
     */
    std::optional<bool> IsGood(const std::vector<Normal>& normal,
                               const GoodputSample& begin,
                               const GoodputSample& end) const;

    /**
     * @param host number of the host
     * @param from begin of an interval
     * @param until its end
     * @return time of the interval during which messages to the host were in flight
     */
    ns3::RdmaTick GetTimeUnderWay(uint32_t host, ns3::RdmaTick from, ns3::RdmaTick until) const;

    /**
     * @param host number of the host
     * @param time a time
     * @return the last known rate of the flows to it up to this time, or else the first, bit/s
     */
    std::optional<double> FindFairBps(uint32_t host, ns3::RdmaTick time) const;

    ns3::RdmaTick m_step;                 ///< time between two samples
    std::vector<GoodputSample> m_samples; ///< samples near changes, by time
    std::deque<GoodputSample> m_recent;   ///< recent samples, stored if a change follows
    Rates m_rates;                        ///< see AddRates
    std::vector<Spans> m_underWay;        ///< messages in flight to a host, by host
};

} // namespace mrcsim

#endif // GOODPUT_HISTORY_H
