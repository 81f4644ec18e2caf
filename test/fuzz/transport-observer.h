/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_OBSERVER_H
#define TRANSPORT_OBSERVER_H

#include "ns3/mrc-ev.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * Observers of the inputs and outputs of transports, in the order of the calls.
 */

namespace ns3
{

/** Is notified of the inputs and outputs that all transports have. By default it ignores them. */
class TransportObserver
{
  public:
    virtual ~TransportObserver() = default;

    // Before the input.

    /** @param work a message that is posted */
    virtual void OnPost(RdmaTick, [[maybe_unused]] const RdmaWorkRequest& work)
    {
    }

    /** @param wrId work request id of a receive that is posted */
    virtual void OnRecv(RdmaTick, [[maybe_unused]] uint64_t wrId)
    {
    }

    /**
     * @param pdu a PDU that arrives
     * @param rx circumstances of the arrival
     */
    virtual void OnPdu(RdmaTick,
                       [[maybe_unused]] const RdmaPdu& pdu,
                       [[maybe_unused]] const RdmaRxInfo& rx)
    {
    }

    /**
     * @param port port whose state changes
     * @param up its new state
     */
    virtual void OnPort(RdmaTick, [[maybe_unused]] uint8_t port, [[maybe_unused]] bool up)
    {
    }

    /** The wake-up is due. */
    virtual void OnTimeout(RdmaTick)
    {
    }

    /** @param ready mask of the ports that are offered for a data class PDU */
    virtual void OnOffer(RdmaTick, [[maybe_unused]] uint32_t ready)
    {
    }

    // After the output.

    /** @param tx a control class PDU that was taken */
    virtual void OnControl(RdmaTick, [[maybe_unused]] const RdmaTxPdu& tx)
    {
    }

    /** @param tx a data class PDU that was taken */
    virtual void OnData(RdmaTick, [[maybe_unused]] const RdmaTxPdu& tx)
    {
    }

    /** @param why reason for which the offer was not used */
    virtual void OnIdle(RdmaTick, [[maybe_unused]] RdmaPoll why)
    {
    }

    /** @param completion a completion that was taken */
    virtual void OnCompletion(RdmaTick, [[maybe_unused]] const RdmaCompletion& completion)
    {
    }

    /** @param event an event that was taken */
    virtual void OnEvent(RdmaTick, [[maybe_unused]] const RdmaEvent& event)
    {
    }
};

/** Change of an EV by a controller. */
struct MrcEvChange
{
    /// The kind of change.
    enum class Kind
    {
        DENY,       ///< MrcEvTable::Deny
        ENABLE,     ///< MrcEvTable::Enable
        ASSUME_BAD, ///< MrcEvTable::AssumeBad
        REPLACE,    ///< MrcEvTable::Replace
    };

    Kind kind{};        ///< kind
    uint32_t ev{0};     ///< the EV
    uint32_t value{0};  ///< REPLACE: its new value
    MrcEvState state{}; ///< REPLACE: state of the new value
};

/** Is also notified of the inputs that only MRC has, and of the state after them. */
class MrcTransportObserver : public TransportObserver
{
  public:
    /** @param parameters settings from which the configuration of the QP was made */
    virtual void OnParameters([[maybe_unused]] const MrcQpParameters& parameters)
    {
    }

    /**
     * The QP is connected.
     * @param setup setup of the QP
     * @param qp the QP, in RTS
     * @param ports mask of the local ports that are up
     * @param peerPorts mask of the peer's ports that are up, as it reports
     */
    virtual void OnConnect(RdmaTick,
                           [[maybe_unused]] const MrcTransportSetup& setup,
                           [[maybe_unused]] const MrcTransport& qp,
                           [[maybe_unused]] uint32_t ports,
                           [[maybe_unused]] uint32_t peerPorts)
    {
    }

    /** @param ev EV whose probe is answered */
    virtual void OnEvProbeAnswer(RdmaTick, [[maybe_unused]] uint32_t ev)
    {
    }

    /** @param ports mask of the peer's ports that are up, as it reports */
    virtual void OnPeerPorts(RdmaTick, [[maybe_unused]] uint32_t ports)
    {
    }

    /**
     * @param reject shortage of the responder's host, or nothing
     * @param penalty receiver penalty
     * @param alwaysSkip mask of the ports that will soon be taken down
     */
    virtual void OnTrouble(RdmaTick,
                           [[maybe_unused]] std::optional<MrcNackReason> reject,
                           [[maybe_unused]] uint8_t penalty,
                           [[maybe_unused]] uint32_t alwaysSkip)
    {
    }

    /**
     * The MPR was changed.
     * @param units the new MPR, units of 128 PSNs
     * @param ok false: the QP did not permit the change
     */
    virtual void OnMpr(RdmaTick, [[maybe_unused]] uint32_t units, [[maybe_unused]] bool ok)
    {
    }

    /** @param to state to which the QP is modified */
    virtual void OnModify(RdmaTick, [[maybe_unused]] MrcQpState to)
    {
    }

    /**
     * An EV was changed.
     * @param change the change
     * @param ok false: the table has not changed
     */
    virtual void OnEvChange(RdmaTick,
                            [[maybe_unused]] const MrcEvChange& change,
                            [[maybe_unused]] bool ok)
    {
    }

    /**
     * The outputs were taken, or an offer was not used.
     * @param qp the QP
     */
    virtual void OnState(RdmaTick, [[maybe_unused]] const MrcTransport& qp)
    {
    }

    /**
     * The input has ended.
     * @param qp the QP
     */
    virtual void OnEnd(RdmaTick, [[maybe_unused]] const MrcTransport& qp)
    {
    }
};

} // namespace ns3

#endif // TRANSPORT_OBSERVER_H
