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
 * Drives a transport as the contract of RdmaTransport says, and holds it to the contract.
 */

namespace mrctest
{

using namespace ns3;

/**
 * One end of a QP and its NIC. All polls and wake-ups of a test go through it; inputs go to the
 * transport itself, and whoever makes one drains it then. It knows of no test framework: the fuzz
 * targets use it, too.
 *
 * What it holds the transport to: an output that is not raised has nothing, and its wake-up is the
 * one last heard of; a packet leaves by a port that was offered; after a wake-up and a drain the
 * next one is later. It polls outputs whether they are raised or not.
 */
class RdmaTransportDriver
{
  public:
    /// Told what is wrong.
    using AddProblem = std::function<void(const std::string& what)>;

    /**
     * @param qp the transport; must outlive this object
     * @param complain called when the transport breaks the contract
     */
    RdmaTransportDriver(RdmaTransport& qp, AddProblem complain)
        : m_qp(qp),
          m_complain(std::move(complain))
    {
    }

    /** Somebody else has polled the transport: its last wake-up is not known any more. */
    void Forget()
    {
        m_wakeup.reset();
    }

    /**
     * After an input, offer no port yet: take what never waits for one.
     * @tparam SINK takes OnSent(tx), OnCompletion(completion), OnEvent(event)
     * @param sink gets everything
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
     * @tparam SINK takes OnCompletion(completion), OnEvent(event)
     * @param sink gets everything
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
     * @return true if there was one
     */
    bool TakeCompletion(RdmaCompletion& completion)
    {
        return Take(RDMA_OUTPUT_COMPLETION, [&] { return m_qp.PollCompletion(completion); });
    }

    /**
     * Offer ports for one data class PDU.
     * @param readyPorts bit p: port p can take a data frame now
     * @param tx filled when PDU is returned
     * @return what the transport answered
     */
    RdmaPoll Offer(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx)
    {
        if (!(m_qp.GetOutputs() & RDMA_OUTPUT_TRANSMIT) && m_wakeup &&
            *m_wakeup != m_qp.NextWakeup())
        {
            m_complain("a wake-up that nobody heard of");
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
     * @return true if it was; drain then, and CheckAwake
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

    /** After Wake, with everything taken and every free port offered: it has helped. */
    void CheckAwake(RdmaTick now) const
    {
        if (m_qp.NextWakeup() <= now)
        {
            m_complain("a wake-up that does not help");
        }
    }

  private:
    /**
     * Poll an output, whether it is raised or not.
     * @param output bit of RdmaOutput
     * @param poll polls it, and returns true if it had something
     * @return what poll returned
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
    AddProblem m_complain;            ///< told what is wrong
    std::optional<RdmaTick> m_wakeup; ///< NextWakeup after the last offer
};

} // namespace mrctest

#endif // RDMA_TRANSPORT_DRIVER_H
