/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAKE_MESSENGER_H
#define FAKE_MESSENGER_H

#include "ns3/rdma-messenger.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

/**
 * A cluster without packets: every host sends its messages one after the other at a fixed rate,
 * each is delayed by a fixed time, and every host receives one after the other at the same rate, in
 * posting order. The acknowledgment takes the fixed time again. A single message of b bytes takes
 * exactly latency + b x time per byte, which is also its ideal time.
 */
class FakeMessenger : public ns3::RdmaMessenger
{
  public:
    /// A posted message.
    struct Posted
    {
        ns3::RdmaTick at; ///< time
        uint32_t src;     ///< sending host
        uint32_t dst;     ///< receiving host
        uint32_t qp;      ///< QP of the pair
        uint64_t bytes;   ///< length, B
    };

    /**
     * @param nHosts number of hosts
     * @param latency fixed time
     * @param psPerByte time per byte, ps
     */
    FakeMessenger(uint32_t nHosts, ns3::RdmaTick latency, int64_t psPerByte)
        : m_latency(latency),
          m_psPerByte(psPerByte),
          m_outFree(nHosts),
          m_inFree(nHosts)
    {
    }

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override
    {
        const auto now = ns3::ToRdmaTick(ns3::Simulator::Now());
        posted.push_back({now, src, dst, qp, bytes});
        if (deadOnArrival.count({src, dst}) > 0)
        {
            ReportSent(token, ns3::RdmaMessageStats(), false);
            return;
        }
        const ns3::RdmaTick line = ns3::RdmaTick::Ps(static_cast<int64_t>(bytes) * m_psPerByte);
        const ns3::RdmaTick begin = std::max(now, m_outFree[src]);
        m_outFree[src] = begin + line;
        const ns3::RdmaTick end = std::max(begin + m_latency, m_inFree[dst]) + line;
        m_inFree[dst] = end;
        const bool fails = broken.count({src, dst}) > 0;
        if (!fails || deliversBroken)
        {
            At(end, [this, token] { ReportDelivered(token); });
        }
        ns3::RdmaMessageStats stats;
        stats.packets = bytes / 1000 + 1;
        // A sender gives up early, so a test can also simulate a later delivery.
        At(fails || acknowledgesEarly ? begin + m_latency : end + m_latency,
           [this, token, stats, fails] { ReportSent(token, stats, !fails); });
    }

    uint32_t GetNHosts() const override
    {
        return static_cast<uint32_t>(m_outFree.size());
    }

    ns3::RdmaTick GetIdealTime(uint32_t, uint32_t, uint64_t bytes) const override
    {
        return m_latency + ns3::RdmaTick::Ps(static_cast<int64_t>(bytes) * m_psPerByte);
    }

    double GetPayloadRateBps() const override
    {
        return 8e12 / static_cast<double>(m_psPerByte);
    }

    std::vector<Posted> posted;                            ///< everything posted, in order
    std::set<std::pair<uint32_t, uint32_t>> broken;        ///< pairs whose messages are given up
    std::set<std::pair<uint32_t, uint32_t>> deadOnArrival; ///< pairs that fail within Send
    bool deliversBroken{false};    ///< broken pairs lose the acknowledgment only
    bool acknowledgesEarly{false}; ///< acknowledgments precede deliveries

  private:
    /**
     * @param when time
     * @param what action
     */
    template <typename F>
    static void At(ns3::RdmaTick when, F what)
    {
        ns3::Simulator::Schedule(ns3::ToTime(when) - ns3::Simulator::Now(), what);
    }

    ns3::RdmaTick m_latency;              ///< fixed time
    int64_t m_psPerByte;                  ///< time per byte, ps
    std::vector<ns3::RdmaTick> m_outFree; ///< by host: time at which it has sent everything
    std::vector<ns3::RdmaTick> m_inFree;  ///< by host: time at which it has received everything
};

#endif // FAKE_MESSENGER_H
