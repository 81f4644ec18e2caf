/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PAIR_DRIVER_H
#define RDMA_PAIR_DRIVER_H

#include "../step-budget.h"
#include "rdma-transport-driver.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <utility>

/**
 * @file
 * Drives two transports against each other, over a wire controlled by the test.
 */

namespace mrctest
{

/// Effect of the wire on a PDU.
struct WireFate
{
    RdmaTick arrival;              ///< time of arrival at the other end
    uint32_t copies{1};            ///< number of copies; 0: it is lost
    bool ce{false};                ///< marked
    RdmaTrim trim{RdmaTrim::NONE}; ///< trimmed
};

/**
 * The ends 0 and 1 of a QP, their NICs and the time, which advances from one event to the next.
 * Every input is followed by a drain. Data class PDUs take their line time at a port of their end;
 * control PDUs do not wait. PDUs arrive in the order of their arrival times, and of their
 * departures at the same time.
 *
 * A test derives from it and defines the effect of the wire on each PDU (Carry), the line time of a
 * PDU, records and checks. It makes its inputs itself, and then calls Drain.
 */
class RdmaPairDriver
{
  public:
    virtual ~RdmaPairDriver() = default;

  protected:
    /// A PDU on the wire.
    struct Flight
    {
        uint32_t to{0}; ///< end of its arrival
        RdmaPdu pdu;    ///< the PDU
        RdmaRxInfo rx;  ///< circumstances of the arrival
    };

    // Functions that a test defines.

    /**
     * A PDU leaves; define its fate.
     * @param from its end
     * @param gone time at which its last bit leaves; now for control PDUs
     * @return its fate
     */
    virtual WireFate Carry(uint32_t from, const RdmaTxPdu& tx, RdmaTick gone) = 0;

    /**
     * @param tx a data class PDU
     * @return time for which its port is busy; 0: ports are always free
     */
    virtual RdmaTick GetLineTime([[maybe_unused]] const RdmaTxPdu& tx) const
    {
        return RdmaTick();
    }

    /**
     * A PDU arrives.
     * @param flight the PDU
     */
    virtual void Deliver(const Flight& flight)
    {
        m_links[flight.to].qp->OnPdu(m_now, flight.pdu, flight.rx);
    }

    /**
     * @param end end of the completion
     * @param completion completion just taken
     */
    virtual void OnCompletion(uint32_t end, const RdmaCompletion& completion) = 0;

    /**
     * @param end end of the event
     * @param event event just taken
     */
    virtual void OnEvent(uint32_t end, const RdmaEvent& event) = 0;

    /**
     * The contract was violated.
     * @param end end with the violation
     * @param what description
     */
    virtual void AddProblem(uint32_t end, const std::string& what)
    {
        ADD_FAILURE() << "end " << end << ": " << what << ": " << m_links[end].qp->Describe(m_now);
    }

    // Functions that a test calls.

    /**
     * Set the transport of an end, which replaces an earlier one.
     * @param end 0 or 1
     * @param qp must outlive this object, or the next call
     * @param ports bit p: the end has port p
     */
    void Plug(uint32_t end, RdmaTransport& qp, uint32_t ports)
    {
        m_links[end].qp = &qp;
        m_links[end].portsUp = ports;
        m_links[end].driver.emplace(qp, [this, end](const std::string& what) {
            AddProblem(end, what);
        });
    }

    /**
     * Must be called after an input: drain an end, and offer it its free ports.
     * @param end 0 or 1
     */
    void Drain(uint32_t end)
    {
        m_links[end].driver->Drain(m_now, Sink{*this, end});
        Transmit(end);
    }

    /**
     * Advance the time.
     * @param limit stop at this time, or when there are no more events
     */
    void RunUntil(RdmaTick limit)
    {
        StepBudget steps(20'000'000);
        for (RdmaTick next = GetNext(); next <= limit && !next.IsMax() && steps.Take();
             next = GetNext())
        {
            m_now = std::max(m_now, next);
            Step();
        }
    }

    /** @return time of the next event, at least now; RdmaTick::Max() for never */
    RdmaTick GetNext() const
    {
        RdmaTick next = m_flying.empty() ? RdmaTick::Max() : m_flying.begin()->first.first;
        for (const Link& link : m_links)
        {
            next = std::min(next, link.qp->NextWakeup());
            for (uint32_t port = 0; link.waitsForPort && port < link.portFree.size(); ++port)
            {
                const RdmaTick free = link.portFree[port];
                next = link.portsUp >> port & 1 && free > m_now ? std::min(next, free) : next;
            }
        }
        return std::max(next, m_now);
    }

    /** Process all events that are due now. */
    void Step()
    {
        while (!m_flying.empty() && m_flying.begin()->first.first <= m_now)
        {
            const Flight flight = m_flying.begin()->second;
            m_flying.erase(m_flying.begin());
            Deliver(flight);
            Drain(flight.to);
        }
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (m_links[end].driver->Wake(m_now))
            {
                Drain(end);
                m_links[end].driver->CheckAwake(m_now);
            }
            Transmit(end); // ports have become free
        }
    }

    /** @return true if nothing is on the wire */
    bool IsWireEmpty() const
    {
        return m_flying.empty();
    }

    /** Lose all PDUs on the wire. */
    void CutWire()
    {
        m_flying.clear();
    }

    /**
     * @param end 0 or 1
     * @return bit p: its port p is up
     */
    uint32_t GetPortsUp(uint32_t end) const
    {
        return m_links[end].portsUp;
    }

    /**
     * @param end 0 or 1; the caller also calls its OnPortStatus
     * @param ports bit p: its port p is up
     */
    void SetPortsUp(uint32_t end, uint32_t ports)
    {
        m_links[end].portsUp = ports;
    }

    RdmaTick m_now; ///< the time

  private:
    /// One end.
    struct Link
    {
        RdmaTransport* qp{nullptr};                ///< the transport
        std::optional<RdmaTransportDriver> driver; ///< drives it
        uint32_t portsUp{0};                       ///< bit p: port p is up
        std::array<RdmaTick, 8> portFree{};        ///< time at which a port can take the next frame
        bool waitsForPort{false};                  ///< the last result of an offer was NO_PORT
    };

    /// Receives the outputs of one end.
    struct Sink
    {
        RdmaPairDriver& pair; ///< owner
        uint32_t end;         ///< number of the end

        /** @param tx a control PDU */
        void OnSent(const RdmaTxPdu& tx)
        {
            pair.Send(end, tx, pair.m_now);
        }

        /** @param completion of a message */
        void OnCompletion(const RdmaCompletion& completion)
        {
            pair.OnCompletion(end, completion);
        }

        /** @param event of the QP */
        void OnEvent(const RdmaEvent& event)
        {
            pair.OnEvent(end, event);
        }
    };

    /**
     * @param link of an end
     * @return bit p: port p can take a data frame now
     */
    uint32_t GetReadyPorts(const Link& link) const
    {
        uint32_t ready = 0;
        for (uint32_t port = 0; port < link.portFree.size(); ++port)
        {
            ready |= (link.portFree[port] <= m_now ? 1U : 0U) << port;
        }
        return ready & link.portsUp;
    }

    /** @param end end whose free ports are offered as long as it sends */
    void Transmit(uint32_t end)
    {
        Link& link = m_links[end];
        RdmaTxPdu tx;
        RdmaPoll answer = RdmaPoll::PDU;
        for (StepBudget steps; answer == RdmaPoll::PDU && steps.Take();)
        {
            answer = link.driver->Offer(m_now, GetReadyPorts(link), tx);
            if (answer == RdmaPoll::PDU)
            {
                link.portFree[tx.port] = m_now + GetLineTime(tx);
                Send(end, tx, link.portFree[tx.port]);
            }
        }
        link.waitsForPort = answer == RdmaPoll::NO_PORT;
    }

    /**
     * Put a PDU on the wire.
     * @param from its end
     * @param gone time at which its last bit leaves
     */
    void Send(uint32_t from, const RdmaTxPdu& tx, RdmaTick gone)
    {
        const WireFate fate = Carry(from, tx, gone);
        Flight flight{1 - from, tx.pdu, RdmaRxInfo()};
        flight.rx.entropy = tx.entropy;
        flight.rx.port = tx.port;
        flight.rx.ce = fate.ce;
        flight.rx.trim = fate.trim;
        for (uint32_t i = 0; i < fate.copies; ++i)
        {
            m_flying.emplace(std::make_pair(fate.arrival, m_serial++), flight);
        }
    }

    std::array<Link, 2> m_links;                              ///< both ends
    std::map<std::pair<RdmaTick, uint64_t>, Flight> m_flying; ///< by arrival, then by departure
    uint64_t m_serial{0};                                     ///< number of the next flight
};

} // namespace mrctest

#endif // RDMA_PAIR_DRIVER_H
