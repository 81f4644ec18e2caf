/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_END_H
#define ROCE_END_H

#include "../core/rdma-transport-driver.h"
#include "../fuzz/fuzz-input.h"
#include "roce-recorder.h"

#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"
#include "ns3/roce-qp-config.h"
#include "ns3/roce-qp-parameters.h"
#include "ns3/roce-rate-control.h"
#include "ns3/roce-transport.h"

#include <cstdint>

/**
 * @file
 * One end of the pair of RoCE transports of a transcript.
 */

namespace ns3
{

/** A RoceTransport whose inputs and outputs are recorded. */
class RoceEnd
{
  public:
    /**
     * @param end 0 or 1
     * @param parameters settings of the QP
     * @param config its configuration
     * @param control its sending rate, not started
     */
    RoceEnd(uint32_t end,
            const RoceQpParameters& parameters,
            const RoceQpConfig& config,
            Ptr<RoceRateControl> control)
        : m_control(control),
          m_port(config.port),
          m_qp(config, control, parameters.MakeRecovery(config)),
          m_driver(m_qp,
                   [this](const std::string& what) {
                       FUZZ_DEMAND(false, what << ": " << m_qp.Describe(RdmaTick()));
                   }),
          m_recorder(end)
    {
        m_recorder.OnConnect(RdmaTick(), parameters, config, *control);
    }

    /** @return the transport */
    const RoceTransport& Qp() const
    {
        return m_qp;
    }

    /** @return true if its port is up */
    bool IsUp() const
    {
        return m_up;
    }

    /**
     * @param now the time
     * @param work a message
     */
    void Post(RdmaTick now, const RdmaWorkRequest& work)
    {
        m_recorder.OnPost(now, work);
        m_qp.PostSend(now, work);
    }

    /**
     * @param now the time
     * @param count number of receives to be posted
     */
    void PostRecv(RdmaTick now, uint32_t count)
    {
        for (; count > 0; --count)
        {
            m_recorder.OnRecv(now, m_receives);
            m_qp.PostRecv(now, m_receives++);
        }
    }

    /**
     * @param now the time
     * @param pdu a PDU that arrives
     * @param rx circumstances of the arrival
     */
    void Receive(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx)
    {
        m_recorder.OnPdu(now, pdu, rx);
        m_qp.OnPdu(now, pdu, rx);
    }

    /**
     * @param now the time
     * @param up new state of its port
     */
    void SetPort(RdmaTick now, bool up)
    {
        m_up = up;
        m_recorder.OnPort(now, m_port, up);
        m_qp.OnPortStatus(now, m_port, up);
    }

    /**
     * Call OnTimeout if it is due.
     * @param now the time
     */
    void Wake(RdmaTick now)
    {
        if (m_qp.NextWakeup() <= now)
        {
            m_recorder.OnTimeout(now);
        }
        m_driver.Wake(now);
    }

    /**
     * Take all outputs that need no port.
     * @tparam CARRY function of (RdmaTxPdu)
     * @param now the time
     * @param carry sends control PDUs
     */
    template <typename CARRY>
    void Drain(RdmaTick now, CARRY&& carry)
    {
        m_driver.Drain(now, Sink<CARRY>{m_recorder, now, carry});
        m_recorder.OnState(now, m_qp, *m_control);
    }

    /**
     * Offer ports for a data PDU.
     * @param now the time
     * @param ready mask of the ports
     * @param tx filled when true is returned
     * @return true if there is one
     */
    bool Offer(RdmaTick now, uint32_t ready, RdmaTxPdu& tx)
    {
        m_recorder.OnOffer(now, ready);
        const RdmaPoll answer = m_driver.Offer(now, ready, tx);
        if (answer != RdmaPoll::PDU)
        {
            m_recorder.OnIdle(now, answer);
            m_recorder.OnState(now, m_qp, *m_control);
            return false;
        }
        m_recorder.OnData(now, tx);
        return true;
    }

    /** @param now time at which the input has ended */
    void End(RdmaTick now) const
    {
        m_recorder.OnEnd(now, m_qp);
    }

  private:
    /// Receives the outputs of a drain.
    template <typename CARRY>
    struct Sink
    {
        RoceRecorder& recorder; ///< records them
        RdmaTick now;           ///< the time
        CARRY& carry;           ///< sends control PDUs

        /** @param tx a control PDU */
        void OnSent(const RdmaTxPdu& tx)
        {
            recorder.OnControl(now, tx);
            carry(tx);
        }

        /** @param completion a completion */
        void OnCompletion(const RdmaCompletion& completion)
        {
            recorder.OnCompletion(now, completion);
        }

        /** @param event an event */
        void OnEvent(const RdmaEvent& event)
        {
            recorder.OnEvent(now, event);
        }
    };

    Ptr<RoceRateControl> m_control;        ///< sending rate
    uint8_t m_port;                        ///< its port
    bool m_up{true};                       ///< its port is up
    uint64_t m_receives{0};                ///< receives posted
    RoceTransport m_qp;                    ///< the transport
    mrctest::RdmaTransportDriver m_driver; ///< polls it and wakes it up
    RoceRecorder m_recorder;               ///< writes the transcript
};

} // namespace ns3

#endif // ROCE_END_H
