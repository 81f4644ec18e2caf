/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRANSPORT_DRIVER_H
#define RDMA_TRANSPORT_DRIVER_H

#include "ns3/rdma-transport.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

/**
 * @file
 * Drives a transport according to the contract of RdmaTransport, and checks the contract.
 */

namespace mrctest
{

using namespace ns3;

/**
 * One end of a QP and its NIC. All polls and wake-ups of a test go through it; inputs go to the
 * transport itself, and the caller drains after each input. It does not depend on a test framework,
 * because the fuzz targets also use it.
 *
 * Contract that it checks: an output that is not raised is empty, and its wake-up is the last one
 * returned; a packet leaves by a port that was offered; after a wake-up and a drain the next one is
 * later. It polls outputs whether they are raised or not.
 */
class RdmaTransportDriver
{
  public:
    /// Receives the description of a violation.
    using AddProblem = std::function<void(const std::string& what)>;

    /**
     * @param qp the transport; must outlive this object
     * @param complain called when the transport violates the contract
     */
    RdmaTransportDriver(RdmaTransport& qp, AddProblem complain)
        : m_qp(qp),
          m_complain(std::move(complain))
    {
    }

    /** Other code has polled the transport: its last wake-up is unknown. */
    void Forget()
    {
        m_wakeup.reset();
    }

    /**
     * Must be called after an input, before ports are offered: take the outputs that wait for no
     * port.
     * @tparam SINK has OnSent(tx), OnCompletion(completion), OnEvent(event)
     * @param sink receives the outputs
     */
    template <typename SINK>
    void Drain(RdmaTick now, SINK&& sink)
    {
        RdmaTxPdu tx;
        while (TakeControl(now, tx))
        {
            sink.OnSent(tx);
        }
        TakeNews(sink);
    }

    /**
     * Take completions and events.
     * @tparam SINK has OnCompletion(completion), OnEvent(event)
     * @param sink receives the outputs
     */
    template <typename SINK>
    void TakeNews(SINK&& sink)
    {
        RdmaCompletion completion;
        while (TakeCompletion(completion))
        {
            sink.OnCompletion(completion);
        }
        RdmaEvent event;
        while (Take(RDMA_OUTPUT_EVENT, [&] { return m_qp.PollEvent(event); }))
        {
            sink.OnEvent(event);
        }
    }

    /**
     * @param tx filled when true is returned
     * @return true if there was a control PDU
     */
    bool TakeControl(RdmaTick now, RdmaTxPdu& tx)
    {
        return Take(RDMA_OUTPUT_CONTROL, [&] { return m_qp.PollControl(now, tx); });
    }

    /**
     * @param completion filled when true is returned
     * @return true if there is one
     */
    bool TakeCompletion(RdmaCompletion& completion)
    {
        return Take(RDMA_OUTPUT_COMPLETION, [&] { return m_qp.PollCompletion(completion); });
    }

    /**
     * Offer ports for one data class PDU.
     * @param readyPorts bit p: port p can take a data frame now
     * @param tx filled when PDU is returned
     * @return result of the transport
     */
    RdmaPoll Offer(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
    {
        if (!(m_qp.GetOutputs() & RDMA_OUTPUT_TRANSMIT) && m_wakeup &&
            *m_wakeup != m_qp.NextWakeup())
        {
            m_complain("a wake-up that was not announced");
        }
        RdmaPoll answer = RdmaPoll::NOTHING;
        Take(RDMA_OUTPUT_TRANSMIT, [&] {
            answer = m_qp.PollTransmit(now, readyPorts, tx);
            return answer != RdmaPoll::NOTHING;
        });
        if (answer == RdmaPoll::PDU && !(readyPorts >> tx.port & 1))
        {
            m_complain("sent on a port that was not offered");
        }
        m_wakeup = m_qp.NextWakeup();
        return answer;
    }

    /**
     * Call OnTimeout if it is due.
     * @return true if it was; then call Drain and CheckAwake
     */
    bool Wake(RdmaTick now)
    {
        if (m_qp.NextWakeup() > now)
        {
            return false;
        }
        m_qp.OnTimeout(now);
        return true;
    }

    /**
     * Must be called after Wake, when all outputs are taken and every free port is offered: check
     * that the next wake-up is later.
     */
    void CheckAwake(RdmaTick now) const
    {
        if (m_qp.NextWakeup() <= now)
        {
            m_complain("no later wake-up after OnTimeout and a drain");
        }
    }

  private:
    /**
     * Poll an output, whether it is raised or not.
     * @param output bit of RdmaOutput
     * @param poll polls it, and returns true if it was not empty
     * @return result of poll
     */
    template <typename POLL>
    bool Take(RdmaOutput output, POLL&& poll)
    {
        const bool raised = m_qp.GetOutputs() & output;
        const bool taken = poll();
        if (taken && !raised)
        {
            m_complain("output " + std::to_string(output) + " has something and is not raised");
        }
        return taken;
    }

    RdmaTransport& m_qp;              ///< the transport
    AddProblem m_complain;            ///< receives violations
    std::optional<RdmaTick> m_wakeup; ///< NextWakeup after the last offer
};

} // namespace mrctest

#endif // RDMA_TRANSPORT_DRIVER_H
