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
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * mrcsim::GoodputHistory: how long goodput takes to come back after faults.
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
 * What was seen at one time.
 */
struct GoodputSample
{
    ns3::RdmaTick time;           ///< when
    uint64_t trims{0};            ///< frames that the network has trimmed so far
    std::vector<uint64_t> placed; ///< payload received so far, by host, B
};

/**
 * The payload that every host has received, four times in a window, and what the network allowed
 * meanwhile. It tells when the goodput of hosts was back after a fault: from when on every window,
 * for five windows in a row, has at least 95 % of what the capacity that is left allows. That is
 * the goodput of a host in the ten windows before the fault, times what the max-min fair rates of
 * the flows to it lose by the fault. A host counts in a window if messages to it were under way all
 * the time.
 *
 * Looks are kept from ten windows before a change of the rates to 500 windows after it.
 */
class GoodputHistory
{
  public:
    /**
     * @param window over which goodput is averaged
     * @param hosts number of hosts; 1: payload is known of all of them together only
     */
    GoodputHistory(ns3::RdmaTick window, size_t hosts);

    /** @return time between two looks */
    ns3::RdmaTick GetStep() const
    {
        return m_step;
    }

    /** @return span after the begin of a fault in which goodput is looked at */
    ns3::RdmaTick GetHorizon() const;

    /** @param look what is seen now; later than what was seen before */
    void AddSample(GoodputSample look);

    /**
     * The capacity of the network has changed.
     * @param since when
     * @param bps max-min fair rates of the flows to a host from then on, by host
     */
    void AddRates(ns3::RdmaTick since, std::vector<double> bps);

    /**
     * A message to a host was under way; adding it twice is adding it once.
     * @param host number of the host
     * @param from when it was posted
     * @param until when all of it was there
     */
    void AddMessage(uint32_t host, ns3::RdmaTick from, ns3::RdmaTick until);

    /**
     * @param at when a fault began
     * @param hosts whose goodput; none: that of all hosts
     * @return when it was back; nothing if there was none before, or it did not come back
     */
    std::optional<GoodputReturn> FindReturn(ns3::RdmaTick at,
                                            const std::set<uint32_t>& hosts) const;

  private:
    /// A host before a fault.
    struct Normal
    {
        uint32_t host;    ///< its number
        double placedBps; ///< its goodput
        double fairBps;   ///< max-min fair rates of the flows to it
    };

    /// Times, from begin to end, apart from each other.
    using Spans = std::map<ns3::RdmaTick, ns3::RdmaTick>;

    /** @return the hosts, or all if none, that had goodput before the first look after a fault */
    std::vector<Normal> ListNormal(size_t first, const std::set<uint32_t>& hosts) const;

    /**
     * @return whether hosts had what was allowed between two looks, as compared with before the
     * fault; nothing if no messages to them were under way
     */
    std::optional<bool> IsGood(const std::vector<Normal>& normal,
                               const GoodputSample& begin,
                               const GoodputSample& end) const;

    /** @return the last rates not later than a time, or the first */
    const std::vector<double>& GetRates(ns3::RdmaTick time) const;

    ns3::RdmaTick m_step;                                 ///< between two looks
    std::vector<GoodputSample> m_samples;                 ///< near changes, by time
    std::deque<GoodputSample> m_recent;                   ///< kept if a change comes, by time
    std::map<ns3::RdmaTick, std::vector<double>> m_rates; ///< see AddRates
    std::vector<Spans> m_underWay;                        ///< messages to a host, by host
};

} // namespace mrcsim

#endif // GOODPUT_HISTORY_H
