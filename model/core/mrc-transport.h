/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_H
#define MRC_TRANSPORT_H

#include "mrc-congestion-control.h"
#include "mrc-ev-parameters.h"
#include "mrc-ev-table.h"
#include "mrc-path-selector.h"
#include "mrc-qp-parameters.h"
#include "mrc-requester.h"
#include "mrc-responder.h"
#include "rdma-ring-queue.h"
#include "rdma-transport.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcTransport: one end of an MRC QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What one end of an MRC QP is made of.
 */
struct MrcTransportSetup
{
    MrcQpConfig qp;                          ///< numbers, from MrcQpParameters and the helper
    MrcPathInfo path;                        ///< the way to the peer; nominalMtuBytes is filled in
    uint32_t pathsPerPlane{1};               ///< T0 uplinks to the peer; 1 when it is T0-local
    Ptr<const MrcEvParameters> evParameters; ///< settings of the EV table
    Ptr<MrcPathSelector> selector;           ///< not started
    Ptr<MrcCongestionControl> controller;    ///< not started
    Ptr<UniformRandomVariable> rng;          ///< for EVs and the selector
};

/**
 * @ingroup mrc
 * MRC behind the transport boundary: a responder, a requester, the EVs they share, and the queue of
 * answers.
 *
 * An answer leaves by an EV of its own, in the plane in which the packet it answers came (MRC 1.0,
 * 9.7, simple form). In ERROR everything that arrives is dropped (1.2).
 */
class MrcTransport : public RdmaTransport
{
  public:
    /**
     * @param setup what it is made of
     */
    explicit MrcTransport(const MrcTransportSetup& setup);

    MrcTransport(const MrcTransport&) = delete;
    MrcTransport& operator=(const MrcTransport&) = delete;

    // Inherited.
    void PostSend(Tick now, const RdmaWorkRequest& wr) override;
    void OnPdu(Tick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) override;
    void OnTimeout(Tick now) override;
    void OnPortStatus(Tick now, uint8_t port, bool up) override;
    void OnPeerPortStatus(Tick now, uint32_t upPorts) override;
    bool HasEndpoint() const override;
    std::optional<MrcPath> TakeControlPath(uint8_t port) override;
    bool PollControl(Tick now, RdmaTxPdu& tx) override;
    RdmaPoll PollTransmit(Tick now, uint32_t readyPorts, RdmaTxPdu& tx) override;
    bool PollCompletion(RdmaCompletion& completion) override;
    bool PollEvent(RdmaEvent& event) override;
    Tick NextWakeup() const override;
    bool IsBusy() const override;
    bool IsError() const override;
    uint64_t GetWindowBytes() const override;
    const RdmaCounters& GetCounters() const override;
    std::string Describe(Tick now) const override;

    /** @return the EVs */
    MrcEvTable& GetEvTable()
    {
        return m_table;
    }

    /** @return the sending half */
    const MrcRequester& GetRequester() const
    {
        return m_requester;
    }

    /** @return the receiving half */
    const MrcResponder& GetResponder() const
    {
        return m_responder;
    }

  private:
    /// A SACK or NACK that waits to be taken.
    struct Answer
    {
        RdmaPdu pdu;     ///< the SACK or NACK
        uint8_t port{0}; ///< plane of the packet it answers
    };

    /**
     * A write packet has arrived.
     * @param pdu the packet
     * @param rx how it arrived
     */
    void OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A reliability probe has arrived.
     * @param pdu the probe
     * @param rx how it arrived
     */
    void OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx);

    uint32_t m_localQpn;                    ///< own QP number
    Ptr<MrcPathSelector> m_selector;        ///< chooses EVs
    Ptr<MrcCongestionControl> m_controller; ///< congestion window
    RdmaCounters m_counters;                ///< counted by both halves
    MrcEvTable m_table;                     ///< EVs
    MrcResponder m_responder;               ///< receiving half
    MrcRequester m_requester;               ///< sending half
    RdmaRingQueue<Answer> m_answers;        ///< not yet taken
    uint64_t m_deliveredReported{0};        ///< DELIVERED completions taken
};

} // namespace ns3

#endif // MRC_TRANSPORT_H
