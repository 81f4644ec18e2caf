/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LAST_HOP_H
#define LAST_HOP_H

#include "../step-budget.h"
#include "nscc-fixture.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

/**
 * @file
 * Senders that share one queue, without a network, for tests of fairness between controllers (mrc
 * reference, 8.10).
 */

namespace ns3
{

/**
 * Senders at 800 Gb/s that share the last hop to one receiver: a FIFO of 800 Gb/s that trims above
 * 1.5 BDP, and may mark. Delays to it differ by up to 2 us at random, so that no sender always has
 * the last place in the queue. SACKs and NACKs have a constant delay.
 */
class LastHop
{
  public:
    /**
     * @param senders number of senders
     * @param prototype a controller that has not been started
     * @param markAbove queueing delay above which packets are marked
     */
    LastHop(uint32_t senders,
            Ptr<const MrcCongestionControl> prototype,
            RdmaTick markAbove = RdmaTick::Max())
        : m_markAbove(markAbove),
          m_delivered(senders),
          m_nicFree(senders)
    {
        for (uint32_t i = 0; i < senders; ++i)
        {
            m_cc.push_back(prototype->Fork());
            m_cc.back()->Start(Path(800, BASE_RTT, 8));
        }
        m_dice->SetStream(11);
    }

    /**
     * @param until end of the run
     * @param from time from which bytes count
     * @return bytes delivered per sender
     */
    std::vector<double> Run(RdmaTick until, RdmaTick from)
    {
        for (uint32_t i = 0; i < m_cc.size(); ++i)
        {
            Fill(RdmaTick(), i);
        }
        while (!m_events.empty() && m_events.top().at < until)
        {
            const Event e = m_events.top();
            m_events.pop();
            if (e.kind == Event::ARRIVAL)
            {
                Arrive(e);
                continue;
            }
            if (e.kind == Event::NACK)
            {
                m_cc[e.sender]->OnNack(e.at, MrcNackReason::TRIMMED_LASTHOP, MTU, std::nullopt);
            }
            else
            {
                m_delivered[e.sender] += e.at >= from ? MTU : 0;
                MrcAckInfo ack;
                ack.newBytes = MTU;
                ack.rtt = e.at - e.sent;
                ack.ecn = e.marked;
                m_cc[e.sender]->OnAck(e.at, ack);
            }
            Fill(e.at, e.sender);
        }
        return m_delivered;
    }

    /** @return packets that were trimmed */
    uint32_t GetTrims() const
    {
        return m_trims;
    }

    /**
     * @param from time
     * @return mean queueing delay of the packets that have arrived at the queue since then, ns
     */
    double GetMeanQueueNs(RdmaTick from) const
    {
        double sum = 0;
        uint32_t count = 0;
        for (const auto& [at, delay] : m_queueDelays)
        {
            sum += at >= from ? delay.GetNs() : 0;
            count += at >= from;
        }
        return sum / count;
    }

  private:
    static constexpr RdmaTick BASE_RTT = RdmaTick::Us(10);
    static constexpr RdmaTick PACKET = RdmaTick::Ps(MTU * 10); ///< 800 Gb/s: 10 ps per byte
    static constexpr RdmaTick TRIM = RdmaTick::Us(15);         ///< 1.5 BDP at line rate

    /// A packet or an answer in flight.
    struct Event
    {
        /// Kind of the event.
        enum Kind
        {
            ARRIVAL, ///< of a packet at the queue
            ACK,     ///< at its sender
            NACK,    ///< at its sender
        };

        RdmaTick at;     ///< time of the event
        uint64_t order;  ///< breaks ties
        Kind kind;       ///< kind
        uint32_t sender; ///< sender of the packet
        RdmaTick sent;   ///< time at which the packet was sent
        bool marked;     ///< ACK: the packet was marked

        /**
         * @param o another
         * @return true if this one is later
         */
        bool operator<(const Event& o) const
        {
            return at != o.at ? at > o.at : order > o.order;
        }
    };

    /**
     * Send as much as the window allows.
     * @param sender number of the sender
     */
    void Fill(RdmaTick now, uint32_t sender)
    {
        for (mrctest::StepBudget steps; m_cc[sender]->CanSend(MTU) && steps.Take();)
        {
            m_cc[sender]->OnSend(MTU);
            const RdmaTick start = std::max(now, m_nicFree[sender]);
            m_nicFree[sender] = start + PACKET;
            const RdmaTick way = RdmaTick::Ns(m_dice->GetInteger(0, 2000));
            m_events.push({start + way, m_order++, Event::ARRIVAL, sender, start, false});
        }
    }

    /**
     * A packet arrives at the queue.
     * @param e the event
     */
    void Arrive(const Event& e)
    {
        if (m_queueFree - e.at > TRIM)
        {
            ++m_trims;
            m_events.push({e.at + BASE_RTT, m_order++, Event::NACK, e.sender, e.sent, false});
            return;
        }
        const RdmaTick start = std::max(e.at, m_queueFree);
        const bool marked = start - e.at > m_markAbove;
        m_queueDelays.emplace_back(e.at, start - e.at);
        m_queueFree = start + PACKET;
        m_events.push({start + BASE_RTT, m_order++, Event::ACK, e.sender, e.sent, marked});
    }

    Ptr<UniformRandomVariable> m_dice{CreateObject<UniformRandomVariable>()}; ///< draws the delays
    std::vector<Ptr<MrcCongestionControl>> m_cc;                              ///< controllers
    RdmaTick m_markAbove;            ///< queueing delay above which packets are marked
    std::vector<double> m_delivered; ///< bytes
    std::vector<RdmaTick> m_nicFree; ///< time at which the sender may send its next packet
    RdmaTick m_queueFree;            ///< time at which the queue is empty
    uint64_t m_order{0};             ///< order of the next event
    uint32_t m_trims{0};             ///< see GetTrims
    std::vector<std::pair<RdmaTick, RdmaTick>> m_queueDelays; ///< arrival and delay of every packet
    std::priority_queue<Event> m_events;                      ///< by time
};

/**
 * @param bytes delivered per sender, from 2 to 6 ms: 400,000,000 B at line rate
 * @param tolerance largest deviation from the mean
 */
inline void
ExpectFairAndFull(const std::vector<double>& bytes, double tolerance)
{
    const double sum = std::accumulate(bytes.begin(), bytes.end(), 0.0);
    const double share = sum / static_cast<double>(bytes.size());
    EXPECT_GT(sum, 0.98 * 400e6);
    for (const double b : bytes)
    {
        EXPECT_NEAR(b / share, 1, tolerance) << bytes.size() << " senders";
    }
}

} // namespace ns3

#endif // LAST_HOP_H
