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
 * Drives two transports against each other, over a wire that does what the test says.
 */

namespace mrctest
{

/// What the wire does to a PDU.
struct WireFate
{
    RdmaTick arrival;              ///< when it arrives at the other end
    uint32_t copies{1};            ///< so many times; 0: it is lost
    bool ce{false};                ///< marked
    RdmaTrim trim{RdmaTrim::NONE}; ///< trimmed
};

/**
 * The ends 0 and 1 of a QP, their NICs and the time, which goes from one thing that happens to the
 * next. Every input is drained at once. Data class PDUs take their line time at a port of their
 * end; control PDUs find it free. PDUs arrive in the order of their times, and of their departures
 * at the same time.
 *
 * A test derives from it and says what the wire does to each PDU (Carry), how long a PDU takes to
 * leave, what to write down and what to check. It makes its inputs itself, and calls Drain then.
 */
class RdmaPairDriver
{
  public:
    virtual ~RdmaPairDriver() = default;

  protected:
    /// A PDU on the wire.
    struct Flight
    {
        uint32_t to{0}; ///< end where it arrives
        RdmaPdu pdu;    ///< what
        RdmaRxInfo rx;  ///< how
    };

    // What a test says.

    /**
     * A PDU leaves: what becomes of it?
     * @param from its end
     * @param gone when its last bit leaves; now for control PDUs
     * @return its fate
     */
    virtual WireFate Carry(uint32_t from, const RdmaTxPdu& tx, RdmaTick gone) = 0;

    /**
     * @param tx a data class PDU
     * @return how long its port is busy; 0: ports are always free
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
     * @param end whose completion
     * @param completion just taken
     */
    virtual void OnCompletion(uint32_t end, const RdmaCompletion& completion) = 0;

    /**
     * @param end whose event
     * @param event just taken
     */
    virtual void OnEvent(uint32_t end, const RdmaEvent& event) = 0;

    /**
     * The contract is broken.
     * @param end by which end
     * @param what is wrong
     */
    virtual void AddProblem(uint32_t end, const std::string& what)
    {
        ADD_FAILURE() << "end " << end << ": " << what << ": " << m_links[end].qp->Describe(m_now);
    }

    // What a test does.

    /**
     * Put a transport at an end, in place of another one.
     * @param end 0 or 1
     * @param qp must outlive this object, or the next call
     * @param ports bit p: it has the port p
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
     * After an input: take everything out of an end, and offer it its free ports.
     * @param end 0 or 1
     */
    void Drain(uint32_t end)
    {
        m_links[end].driver->Drain(m_now, Sink{*this, end});
        Transmit(end);
    }

    /**
     * Let time pass.
     * @param limit until nothing is left to happen, or this time
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

    /** @return when something happens next, not before now; RdmaTick::Max() for never */
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

    /** Do what is due now. */
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

    /** Everything on the wire is lost. */
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
     * @param end 0 or 1; told by the caller, by OnPortStatus
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
        std::array<RdmaTick, 8> portFree{};        ///< when a port can take the next frame
        bool waitsForPort{false};                  ///< the last offer was answered by NO_PORT
    };

    /// What comes out of one end.
    struct Sink
    {
        RdmaPairDriver& pair; ///< gets it
        uint32_t end;         ///< which end

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

    /** @param end whose free ports are offered as long as it sends */
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
     * A PDU enters the wire.
     * @param from its end
     * @param gone when its last bit leaves
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
    uint64_t m_serial{0};                                     ///< numbers the flights
};

} // namespace mrctest

#endif // RDMA_PAIR_DRIVER_H
