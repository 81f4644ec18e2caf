/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_H
#define MRC_TRANSPORT_H

#include "mrc-answer-queue.h"
#include "mrc-congestion-control.h"
#include "mrc-ev-parameters.h"
#include "mrc-ev-table.h"
#include "mrc-path-selector.h"
#include "mrc-qp-attributes.h"
#include "mrc-qp-negotiation.h"
#include "mrc-qp-parameters.h"
#include "mrc-requester.h"
#include "mrc-responder.h"
#include "mrc-trim-schedule.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <optional>
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
 * The parts of one end of an MRC QP.
 */
struct MrcTransportSetup
{
    MrcQpConfig qp;            ///< preferences of the device; attributes of Modify take precedence
    MrcPathInfo path;          ///< the path to the peer; nominalMtuBytes is filled in
    uint32_t pathsPerPlane{1}; ///< paths to the peer; 1 when it is T0-local
    std::shared_ptr<const MrcPathCodes> pathCodes; ///< their numbers in EVs; null: consecutive
    MrcEvSetup evs;                          ///< settings from a controller; the path is filled in
    Ptr<const MrcEvParameters> evParameters; ///< settings of the EV table
    Ptr<MrcPathSelector> selector;           ///< not started
    Ptr<MrcCongestionControl> controller;    ///< not started, unless shared
    bool sharesController{false};            ///< other QPs also use the controller
    Ptr<UniformRandomVariable> rng;          ///< for EVs and the selector
    /// The NIC's schedule of trimmed packets; null: NACKs do not contain times of retransmission.
    std::shared_ptr<MrcTrimSchedule> trimSchedule;
};

/**
 * @ingroup mrc
 * The implementation of RdmaTransport for MRC: a responder, a requester, the EVs that they share,
 * and the queue of answers.
 *
 * Life cycle (mrc reference, 1.2): created in RESET; Modify takes it to INIT, RTR and RTS, or
 * Connect does all three steps. The responder exists from RTR on, the requester from RTS on. PDUs
 * that arrive in any other state are dropped and counted. In ERROR all work requests are flushed;
 * RESET flushes the rest, and clears everything except the state of the ports.
 */
class MrcTransport : public RdmaTransport
{
  public:
    /**
     * @param setup its parts
     */
    explicit MrcTransport(const MrcTransportSetup& setup);

    MrcTransport(const MrcTransport&) = delete;
    MrcTransport& operator=(const MrcTransport&) = delete;

    /**
     * Change the state (mrc reference, 1.2).
     * @param attributes attributes of the transition
     * @return EINVAL or EOPNOTSUPP if it is not allowed; then nothing has changed
     */
    MrcVerbsResult Modify(RdmaTick now, MrcQpState to, const MrcQpAttributes& attributes);

    /**
     * Go from RESET to RTS, with attributes that follow from this end's setup and the peer's offer.
     * @param peer offer of the peer
     * @return EINVAL if the two ends are incompatible; the QP may be left in a state between
     */
    MrcVerbsResult Connect(RdmaTick now, const MrcQpOffer& peer);

    /**
     * Set the paths when the peer is known, before RTR.
     * @param paths paths to it, per plane; 1 when it is T0-local
     * @param codes their numbers in EVs; null: consecutive
     */
    void SetPaths(uint32_t paths, std::shared_ptr<const MrcPathCodes> codes)
    {
        m_setup.pathsPerPlane = paths;
        m_setup.pathCodes = std::move(codes);
    }

    /**
     * Set the contents of its profiles, before RTR.
     * @param controller congestion control, not started; nullptr: keep the present one
     */
    void SetProfiles(const MrcEvSetup& evs, Ptr<MrcCongestionControl> controller)
    {
        m_setup.evs = evs;
        m_controller = controller ? controller : m_controller;
        m_outputs = RDMA_OUTPUT_ALL;
    }

    /** @return true if it has been in RTS since the last RESET */
    bool HasRequester() const
    {
        return m_requester.has_value();
    }

    MrcQpState GetState() const
    {
        return m_state;
    }

    /** @return all attributes given so far */
    const MrcQpAttributes& GetAttributes() const
    {
        return m_attributes;
    }

    /** @return the configuration in force */
    const MrcQpConfig& GetConfig() const
    {
        return m_config;
    }

    /** @return the PSN of the next new packet, on the wire; before RTS the first one, SQ_PSN */
    uint32_t GetNextPsn() const
    {
        return m_requester ? m_requester->GetNextPsn() : m_config.sqPsn;
    }

    /**
     * Choose the first PSN to be sent, before the peer has received it.
     * @param psn SQ_PSN, 24 bits
     */
    void SetSqPsn(uint32_t psn);

    /**
     * Change the MPR of the responder (mrc reference, 5.3). Needs the capability DYNAMIC_MPR, and
     * RTR or RTS.
     * @param units the new MPR, units of 128 PSNs
     * @return EOPNOTSUPP or EINVAL if this is not possible
     */
    MrcVerbsResult SetMpr(uint32_t units);

    // Inherited.
    void PostSend(RdmaTick now, const RdmaWorkRequest& wr) override;
    bool PostRecv(RdmaTick now, uint64_t wrId) override;
    void OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) override;
    void OnTimeout(RdmaTick now) override;
    void OnPortStatus(RdmaTick now, uint8_t port, bool up) override;
    bool PollControl(RdmaTick now, RdmaTxPdu& tx) override;
    RdmaPoll PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx) override;
    bool PollCompletion(RdmaCompletion& completion) override;
    bool PollEvent(RdmaEvent& event) override;
    RdmaTick NextWakeup() const override;
    bool IsBusy() const override;
    bool IsError() const override;
    uint64_t GetWindowBytes() const override;
    uint64_t GetInflightBytes() const override;
    Ptr<Object> GetControlObject() const override;

    std::optional<RdmaTick> GetLastRtt() const override
    {
        return m_requester ? m_requester->GetLastRtt() : std::nullopt;
    }

    const void* GetSharedWindow() const override;
    const RdmaCounters& GetCounters() const override;
    std::string Describe(RdmaTick now) const override;

    // Messages between the NICs besides this QP (mrc reference, 2.13, 9.6 and 9.7).

    /**
     * @return true while the NICs at both ends exchange endpoint operations about paths and ports
     */
    bool HasEndpoint() const;

    /**
     * Take a path for a control packet of the NIC itself to this QP's peer.
     * @param port preferred port, 0-based
     * @return a path by that port, or by another one if it has none; or nothing
     */
    std::optional<MrcPath> TakeControlPath(uint8_t port);

    /**
     * The peer has reported which of its ports are reachable.
     * @param now simulated time, never less than at an earlier call
     * @param upPorts bit p: its port p (0-based) is reachable
     */
    void OnPeerPortStatus(RdmaTick now, uint32_t upPorts);

    /**
     * An EV probe that PollControl returned was answered.
     * @param ev its EV
     */
    void OnEvProbeAnswer(uint32_t ev);

    /**
     * The peer lacks the state of this NIC's ports, and does not answer: when there is work for it
     * again, PollControl returns a port status update for the NIC to send.
     */
    void RemindOfPorts()
    {
        m_remind = true;
    }

    /** @return the EVs, writable: all outputs will be polled again; from RTR on */
    MrcEvTable& EditEvTable()
    {
        m_outputs = RDMA_OUTPUT_ALL;
        return *m_table;
    }

    /** @return the EVs; from RTR on */
    const MrcEvTable& GetEvTable() const
    {
        return *m_table;
    }

    /** @return the congestion controller; it is replaced at every reset */
    Ptr<const MrcCongestionControl> GetController() const
    {
        return m_controller;
    }

    /** @return the EVs; nullptr before RTR */
    const MrcEvTable* FindEvTable() const
    {
        return m_table ? &*m_table : nullptr;
    }

    /** @return the sending half; from RTS on */
    const MrcRequester& GetRequester() const
    {
        return *m_requester;
    }

    /** @return the receiving half; from RTR on */
    const MrcResponder& GetResponder() const
    {
        return *m_responder;
    }

    /**
     * @param psn a PSN of the peer, 24 bits
     * @return true if the whole packet has been received
     */
    bool HasReceived(uint32_t psn) const
    {
        return m_responder && m_responder->HasReceived(psn);
    }

    /** @return the receiving half, writable, to emulate an overloaded host; from RTR on */
    MrcResponder& EditResponder()
    {
        return *m_responder;
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    // States.

    /** Enter RTR: the EVs, and the responder on them. */
    void StartResponder();

    /** Enter RTS. */
    void StartRequester();

    /** Enter ERROR: flush. */
    void EnterError();

    /** Enter RESET: flush, and clear the state. */
    void EnterReset();

    /** The requester has had an input: it may have more to do, or have failed. */
    void FollowRequester()
    {
        m_outputs = RDMA_OUTPUT_ALL;
        if (m_requester->IsError())
        {
            EnterError();
        }
    }

    /**
     * @param opcode opcode of an arrived PDU
     * @return true if it can be processed in a state other than RTS
     */
    bool IsTakenBeforeRts(RdmaOpcode opcode) const
    {
        return m_state == MrcQpState::RTR &&
               ((IsMrc(opcode) && IsRdmaWrite(opcode)) || opcode == RdmaOpcode::MRC_PROBE);
    }

    // Arrivals.

    /**
     * A write packet has arrived.
     * @param rx circumstances of the arrival
     */
    void OnWrite(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A reliability probe has arrived.
     * @param pdu the probe
     * @param rx circumstances of the arrival
     */
    void OnProbe(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * A SACK has arrived.
     * @param pdu the SACK
     */
    void OnSack(RdmaTick now, const RdmaPdu& pdu);

    /**
     * A NACK or a Transport ACK has arrived: both may end the QP.
     * @param pdu the PDU
     */
    void OnVerdict(RdmaTick now, const RdmaPdu& pdu);

    /**
     * An answer was queued: queue a Transport ACK after it if one is due.
     * @param port plane of the packet it answers
     */
    void AddTransportAck(RdmaTick now, uint8_t port);

    /**
     * The responder has detected a fatal fault; the semantic NAK is queued.
     * @param syndrome syndrome of the NAK
     */
    void OnFault(uint8_t syndrome);

    /**
     * Add a write packet to the NIC's schedule; its NACK, if there is one, carries the delay.
     * @param nack the answer if the packet was trimmed, else null
     */
    void Schedule(RdmaTick now, const RdmaPdu& pdu, RdmaPdu* nack);

    /**
     * A plane went down or came up.
     * @param port 0-based, the plane
     * @param local true: this end's port, false: the peer's
     * @param up the state
     */
    void SetPort(RdmaTick now, uint8_t port, bool local, bool up);

    /** There is work for the peer: see RemindOfPorts. */
    void Remind()
    {
        m_remind = false;
        m_statusDue = true;
        m_outputs |= RDMA_OUTPUT_CONTROL;
    }

    /**
     * An output is empty. Only a plain QP can be sure of that.
     * @param output bit of RdmaOutput
     */
    void Lower(RdmaOutput output)
    {
        m_outputs &= m_isPlain ? ~output : RDMA_OUTPUT_ALL;
    }

    // Members that packets need come first, because a QP is many cache lines.

    MrcQpState m_state{MrcQpState::RESET};   ///< state
    bool m_isPlain{false};                   ///< in RTS, answers leave at once
    bool m_transportAck;                     ///< send Transport ACKs
    bool m_used{false};                      ///< has been in RTR: controller and selector cannot be
                                             ///< started again
    bool m_remind{false};                    ///< see RemindOfPorts
    bool m_statusDue{false};                 ///< PollControl has a port status update
    uint16_t m_localDown{0};                 ///< bit p: port p of this end is down
    uint16_t m_peerDown{0};                  ///< bit p: the peer's port p is down
    MrcAnswerQueue m_answers;                ///< not yet taken
    std::optional<MrcResponder> m_responder; ///< receiving half, from RTR on
    RdmaCounters m_counters;                 ///< counted by both halves
    std::optional<MrcRequester> m_requester; ///< sending half, from RTS on
    std::optional<MrcEvTable> m_table;       ///< EVs, from RTR on
    RdmaRingQueue<RdmaEvent> m_events;       ///< not yet taken, without those of the EVs
    RdmaRingQueue<RdmaCompletion> m_flushed; ///< completions from before a RESET
    Ptr<MrcPathSelector> m_selector;         ///< chooses EVs
    Ptr<MrcCongestionControl> m_controller;  ///< congestion window
    MrcTransportSetup m_setup;               ///< its parts
    MrcQpConfig m_config;                    ///< configuration in force
    MrcQpAttributes m_attributes;            ///< given so far
};

static_assert(sizeof(MrcTransport) <= 2560,
              "a run has thousands of QPs, most of them not in a cache");

} // namespace ns3

#endif // MRC_TRANSPORT_H
