/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_END_H
#define TRANSPORT_END_H

#include "../core/rdma-transport-driver.h"
#include "fuzz-input.h"
#include "transport-observer.h"

#include "ns3/mrc-endpoint.h"
#include "ns3/mrc-transport.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * One end of the pair that transport-fuzz drives: an MrcTransport with separate counters of its
 * inputs and outputs, and the invariants of the two.
 */

namespace ns3
{

/** A message that was posted. */
struct FuzzMessage
{
    RdmaWorkRequest work; ///< as posted
    RdmaPsnSeq first{0};  ///< PSN of its first packet
    RdmaPsnSeq end{0};    ///< PSN after its last one
};

/** An MrcTransport and counters about it. */
class TransportEnd
{
  public:
    /**
     * @param setup setup of the QP
     * @param strict false: PDUs may be corrupted, so only local invariants hold
     * @param observer is notified of all inputs and outputs; must outlive this object
     */
    TransportEnd(const MrcTransportSetup& setup, bool strict, MrcTransportObserver& observer)
        : m_setup(setup),
          m_strict(strict),
          m_observer(observer),
          m_allPorts((1U << setup.path.planes) - 1),
          m_portsUp(m_allPorts),
          m_peerPortsUp(m_allPorts),
          m_qp(std::make_unique<MrcTransport>(setup)),
          m_driver(*m_qp, [this](const std::string& what) { AddProblem(what); })
    {
        Connect(RdmaTick());
    }

    /** @return the transport */
    const MrcTransport& Qp() const
    {
        return *m_qp;
    }

    /** @return bit p: local port p is up */
    uint32_t GetPortsUp() const
    {
        return m_portsUp;
    }

    /** @return messages posted */
    const std::vector<FuzzMessage>& GetPosted() const
    {
        return m_books.posted;
    }

    /** @return SENT completions taken */
    uint64_t GetSent() const
    {
        return m_books.sent;
    }

    /** @return DELIVERED completions taken */
    uint64_t GetDelivered() const
    {
        return m_books.delivered;
    }

    /** @return true if a lost packet may stay lost: the timer is switched off */
    bool MayStall() const
    {
        return !m_config.lossRules.timer;
    }

    // Inputs.

    /**
     * Connect the QP, from RESET to RTS, with all counters 0.
     * @param now the time
     */
    void Connect(RdmaTick now)
    {
        const auto result = m_qp->Connect(now, MakeMrcTwinOffer(m_setup.qp, 0));
        FUZZ_DEMAND(result.IsOk(), result.message);
        m_config = m_qp->GetConfig();
        m_books = Books();
        m_books.postedEnd = m_config.sqPsn;
        m_books.sentEnd = m_config.sqPsn;
        m_books.permittedEnd = m_config.sqPsn + m_config.windowPackets;
        m_books.ePsn = m_config.rqPsn;
        m_observer.OnConnect(now, m_setup, *m_qp, m_portsUp, m_peerPortsUp);
    }

    /**
     * Reset the QP. All work requests are flushed.
     * @param now the time
     * @param peer the other end
     */
    void Reset(RdmaTick now, const TransportEnd& peer)
    {
        m_observer.OnModify(now, MrcQpState::RESET);
        FUZZ_DEMAND(m_qp->Modify(now, MrcQpState::RESET, MrcQpAttributes()).IsOk(), *this);
        TakeNews(now, peer);
        CheckFlushed();
        FUZZ_DEMAND(m_qp->NextWakeup().IsMax(), *this);
    }

    /**
     * Change the QP to ERROR, as an application.
     * @param now the time
     */
    void Abort(RdmaTick now)
    {
        m_observer.OnModify(now, MrcQpState::ERROR);
        FUZZ_DEMAND(m_qp->Modify(now, MrcQpState::ERROR, MrcQpAttributes()).IsOk(), *this);
    }

    /**
     * Post receives.
     * @param now the time
     * @param count number of receives
     */
    void PostRecv(RdmaTick now, uint32_t count)
    {
        for (; count > 0; --count)
        {
            m_observer.OnRecv(now, m_books.receives);
            FUZZ_DEMAND(m_qp->PostRecv(now, m_books.receives++), *this);
        }
    }

    /**
     * Set the state of the responder's host.
     * @param now the time
     * @param reject a shortage, or nothing
     * @param penalty receiver penalty
     * @param alwaysSkip ports that will soon be taken down
     */
    void SetTrouble(RdmaTick now,
                    std::optional<MrcNackReason> reject,
                    uint8_t penalty,
                    uint32_t alwaysSkip)
    {
        m_observer.OnTrouble(now, reject, penalty, alwaysSkip);
        m_qp->EditResponder().SetReject(reject);
        m_qp->EditResponder().SetPenalty(penalty);
        m_qp->EditResponder().SetAlwaysSkip(alwaysSkip);
        m_books.reject = reject;
        m_books.alwaysSkip = alwaysSkip;
    }

    /**
     * Change the MPR of the responder, if the QP permits it.
     * @param now the time
     * @param units the new MPR, units of 128 PSNs
     */
    void SetMpr(RdmaTick now, uint32_t units)
    {
        m_observer.OnMpr(now, units, m_qp->SetMpr(units).IsOk());
    }

    /**
     * Change an EV, as a controller.
     * @param now the time
     * @param change the change
     */
    void ChangeEv(RdmaTick now, const MrcEvChange& change)
    {
        m_observer.OnEvChange(now, change, ApplyEvChange(now, change));
    }

    /**
     * An EV probe of this end is answered.
     * @param now the time
     * @param ev its EV
     */
    void AnswerEvProbe(RdmaTick now, uint32_t ev)
    {
        m_observer.OnEvProbeAnswer(now, ev);
        m_qp->OnEvProbeAnswer(ev);
    }

    /**
     * Post a message.
     * @param now the time
     * @param work the message
     */
    void Post(RdmaTick now, const RdmaWorkRequest& work)
    {
        FuzzMessage message;
        message.work = work;
        message.work.wrId = 1000 + m_books.posted.size();
        message.first = m_books.postedEnd;
        message.end = m_books.postedEnd +
                      static_cast<RdmaPsnSeq>(CountRdmaPackets(work.bytes, m_config.pathMtuBytes));
        m_books.postedEnd = message.end;
        m_books.posted.push_back(message);
        m_observer.OnPost(now, message.work);
        m_qp->PostSend(now, message.work);
    }

    /**
     * Receive a PDU. The answers must be polled right afterwards.
     * @param now the time
     * @param pdu the PDU
     * @param rx how it arrives
     * @param peer the end that sent it
     */
    void Receive(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx, const TransportEnd& peer)
    {
        const bool dead = m_qp->IsError();
        const uint64_t before = m_qp->GetCounters().rxAccepted;
        if (m_strict && !dead && pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            NoteSack(pdu.sack);
        }
        m_expected = Answer{};
        if (m_strict && !dead)
        {
            Expect(pdu, rx);
        }
        m_observer.OnPdu(now, pdu, rx);
        m_qp->OnPdu(now, pdu, rx);
        if (m_strict && m_qp->GetCounters().rxAccepted != before)
        {
            Accept(WidenRdmaPsn(pdu.psn, m_books.ePsn), pdu, peer);
        }
    }

    /**
     * Change the state of a port of this end.
     * @param now the time
     * @param port the port
     * @param up the new state
     */
    void SetPort(RdmaTick now, uint8_t port, bool up)
    {
        m_portsUp = up ? m_portsUp | 1U << port : m_portsUp & ~(1U << port);
        m_observer.OnPort(now, port, up);
        m_qp->OnPortStatus(now, port, up);
    }

    /**
     * Receive the states of the peer's ports.
     * @param now the time
     * @param ports bit p: port p is up
     */
    void SetPeerPorts(RdmaTick now, uint32_t ports)
    {
        m_peerPortsUp = ports & m_allPorts;
        m_observer.OnPeerPorts(now, ports);
        m_qp->OnPeerPortStatus(now, ports);
    }

    /**
     * Call OnTimeout if it is due.
     * @param now the time
     */
    void Wake(RdmaTick now)
    {
        const bool busy = m_qp->IsBusy();
        const uint64_t timeouts = m_qp->GetCounters().timeouts;
        if (m_qp->NextWakeup() <= now)
        {
            m_observer.OnTimeout(now);
        }
        m_driver.Wake(now);
        FUZZ_DEMAND(busy || m_qp->GetCounters().timeouts == timeouts,
                    "a timeout without an outstanding packet: " << *this);
    }

    /**
     * Check the wake-up time; after Wake, with the answers polled.
     * @param now the time
     */
    void CheckAwake(RdmaTick now) const
    {
        m_driver.CheckAwake(now);
    }

    // Outputs.

    /**
     * @param now the time
     * @param tx set if true is returned
     * @return true if there was a control PDU
     */
    bool TakeControl(RdmaTick now, RdmaTxPdu& tx)
    {
        if (!m_driver.TakeControl(now, tx))
        {
            return false;
        }
        m_observer.OnControl(now, tx);
        FUZZ_DEMAND(tx.cls == RdmaClass::CONTROL && !tx.ectCapable, *this);
        FUZZ_DEMAND(m_qp->GetState() != MrcQpState::RESET, *this);
        FUZZ_DEMAND(GetUsablePorts() >> tx.port & 1, "an answer on a dead port: " << *this);
        if (m_strict)
        {
            CheckControl(tx.pdu);
        }
        return true;
    }

    /** Check that all answers were polled. */
    void EndControl()
    {
        FUZZ_DEMAND(m_expected.kind == RdmaOpcode{} || GetUsablePorts() == 0 || IsDelayed() ||
                        m_qp->GetState() != MrcQpState::RTS,
                    "an answer is missing: " << *this);
        m_expected = Answer{};
    }

    /**
     * @param now the time
     * @param ready bit p: port p can take a frame
     * @param tx set if true is returned
     * @return true if there was a data class PDU
     */
    bool TakeData(RdmaTick now, uint32_t ready, RdmaTxPdu& tx)
    {
        const auto controller = m_qp->GetController();
        const int64_t inflight = controller->GetInflightBytes();
        const uint64_t cwnd = controller->GetCwndBytes();
        const bool open = controller->CanSend(1);
        m_observer.OnOffer(now, ready);
        const RdmaPoll answer = m_driver.Offer(now, ready, tx);
        if (answer != RdmaPoll::PDU)
        {
            m_observer.OnIdle(now, answer);
            m_observer.OnState(now, *m_qp);
            return false;
        }
        m_observer.OnData(now, tx);
        FUZZ_DEMAND(GetUsablePorts() >> tx.port & 1, "sent on a dead port: " << *this);
        const auto state = m_qp->GetEvTable().GetState(tx.entropy);
        FUZZ_DEMAND(state.has_value(), "an EV that is not in the table: " << *this);
        FUZZ_DEMAND(state != MrcEvState::DENIED, "sent on a denied EV: " << *this);
        FUZZ_DEMAND(tx.cls == RdmaClass::DATA, *this);
        if (IsRdmaWrite(tx.pdu.opcode))
        {
            FUZZ_DEMAND(open, "the controller had not permitted it: " << *this);
            // Not "less": cwnd is reported in whole bytes, and stored in fractions.
            FUZZ_DEMAND(inflight <= static_cast<int64_t>(std::min<uint64_t>(cwnd, INT64_MAX)),
                        "in flight " << inflight << " of " << cwnd << ": " << *this);
            FUZZ_DEMAND(tx.trimmable == m_config.peerTrimNack, *this);
            CheckWrite(tx.pdu);
        }
        else
        {
            FUZZ_DEMAND(tx.pdu.opcode == RdmaOpcode::MRC_PROBE, *this);
        }
        return true;
    }

    /**
     * Poll completions and events.
     * @param now the time
     * @param peer the other end
     */
    void TakeNews(RdmaTick now, const TransportEnd& peer)
    {
        m_driver.TakeNews(NewsReader{*this, peer, now});
        FUZZ_DEMAND(!m_strict || m_qp->GetState() != MrcQpState::RTS ||
                        m_books.delivered == m_books.complete,
                    "complete, but not delivered: " << *this);
    }

    /** @param now time at which all outputs were taken */
    void EndDrain(RdmaTick now)
    {
        m_observer.OnState(now, *m_qp);
    }

    /** @param now time at which the input has ended */
    void End(RdmaTick now)
    {
        m_observer.OnEnd(now, *m_qp);
    }

    // Invariants.

    /** Check the invariants of every step. */
    void Check()
    {
        const MrcScoreboard& board = m_qp->GetRequester().GetScoreboard();
        int64_t lost = 0;
        uint32_t outstanding = 0;
        for (RdmaPsnSeq psn = board.GetFirst(); psn < board.GetEnd(); ++psn)
        {
            const MrcTxRecord& r = board.At(psn);
            lost += r.state == MrcTxState::LOST ? r.nominalBytes : 0;
            outstanding += r.state == MrcTxState::OUTSTANDING ? 1 : 0;
        }
        FUZZ_DEMAND(outstanding == board.GetOutstanding(), *this);
        const RdmaCounters& counters = m_qp->GetCounters();
        FUZZ_DEMAND(counters.rxDataPackets ==
                        counters.rxAccepted + counters.rxDuplicates + counters.rxDiscarded,
                    *this);
        if (!m_strict || m_qp->IsError())
        {
            return;
        }
        FUZZ_DEMAND(m_qp->GetEvTable().GetUpPlanes() == GetUsablePorts(), *this);
        // Sent, not lost, and not yet reported by rcvd_bytes (mrc reference, 8.3). Below zero only
        // by the rounding of rcvd_bytes, and by packets that arrived after they were declared lost.
        FUZZ_DEMAND(m_qp->GetController()->GetInflightBytes() ==
                        m_books.nominalSent - lost - m_books.rcvdUnits * 256,
                    "in flight " << m_qp->GetController()->GetInflightBytes() << ", sent "
                                 << m_books.nominalSent << ", lost " << lost << ", reported "
                                 << m_books.rcvdUnits * 256 << ": " << *this);
        const MrcResponder& responder = m_qp->GetResponder();
        FUZZ_DEMAND(responder.GetCackPsn() == m_books.ePsn - 1, *this);
        FUZZ_DEMAND(responder.GetOooCount() == m_books.oooCount, *this);
    }

    /** Check the invariants after everything was sent and nothing is in flight. */
    void CheckIdle() const
    {
        FUZZ_DEMAND(m_books.sent == m_books.posted.size(), *this);
        FUZZ_DEMAND(m_qp->GetController()->GetInflightBytes() >= -255, *this);
        FUZZ_DEMAND(m_qp->GetController()->GetInflightBytes() <= 0, *this);
        FUZZ_DEMAND(m_qp->GetRequester().GetScoreboard().GetOutstanding() == 0, *this);
    }

    /** Check the invariants in ERROR and RESET after all completions were polled. */
    void CheckFlushed() const
    {
        FUZZ_DEMAND(m_books.sent + m_books.flushed == m_books.posted.size(), *this);
        FUZZ_DEMAND(m_books.received == m_books.receives, *this);
    }

    /**
     * @param os output stream
     * @param end an end
     * @return os
     */
    friend std::ostream& operator<<(std::ostream& os, const TransportEnd& end)
    {
        return os << end.m_qp->Describe(RdmaTick()) << "; ports 0x" << std::hex << end.m_portsUp
                  << std::dec << ", posted " << end.m_books.posted.size() << " sent "
                  << end.m_books.sent << " delivered " << end.m_books.delivered << " flushed "
                  << end.m_books.flushed << ", next new PSN " << end.m_books.sentEnd
                  << ", allowed below " << end.m_books.permittedEnd << ", expects PSN "
                  << end.m_books.ePsn << ", nominal bytes accepted " << end.m_books.nominalAccepted;
    }

  private:
    /// Receives completions and events.
    struct NewsReader
    {
        TransportEnd& end;        ///< the end
        const TransportEnd& peer; ///< the other end
        RdmaTick now;             ///< the time

        /** @param completion of the end */
        void OnCompletion(const RdmaCompletion& completion)
        {
            end.m_observer.OnCompletion(now, completion);
            end.CheckCompletion(completion, peer);
        }

        /** @param event of the end */
        void OnEvent(const RdmaEvent& event)
        {
            end.m_observer.OnEvent(now, event);
            end.CheckEvent(event, peer);
        }
    };

    /// The expected answer to the PDU just received.
    struct Answer
    {
        RdmaOpcode kind{};      ///< MRC_SACK, MRC_NACK, or none
        MrcNackReason reason{}; ///< of a NACK
        RdmaPdu pdu{};          ///< the answered PDU
        RdmaRxInfo rx;          ///< how it arrived
        RdmaPsnSeq psn{0};      ///< its PSN
    };

    /**
     * @param now the time
     * @param change change of an EV
     * @return false if the table refuses it
     */
    bool ApplyEvChange(RdmaTick now, const MrcEvChange& change)
    {
        MrcEvTable& table = m_qp->EditEvTable();
        switch (change.kind)
        {
        case MrcEvChange::Kind::DENY:
            table.Deny(change.ev);
            return true;
        case MrcEvChange::Kind::ENABLE:
            table.Enable(change.ev);
            return true;
        case MrcEvChange::Kind::ASSUME_BAD:
            table.AssumeBad(now, change.ev);
            return true;
        case MrcEvChange::Kind::REPLACE:
            return table.Replace(now, change.ev, change.value, change.state);
        }
        return false;
    }

    /** @return bit p: port p is up at both ends, as far as this end knows */
    uint32_t GetUsablePorts() const
    {
        return m_portsUp & m_peerPortsUp;
    }

    /** @return true if answers leave later than the packets that they answer arrive */
    bool IsDelayed() const
    {
        return m_config.serviceTime != RdmaTick();
    }

    /**
     * @param psn a PSN of the peer
     * @return true if it was accepted before
     */
    bool IsAccepted(RdmaPsnSeq psn) const
    {
        const RdmaPsnSeq index = psn - static_cast<RdmaPsnSeq>(m_config.rqPsn);
        return index >= 0 && static_cast<std::size_t>(index) < m_books.accepted.size() &&
               m_books.accepted[static_cast<std::size_t>(index)];
    }

    /**
     * Compute the expected answer to a PDU (mrc reference, 5.4, 5.6).
     * @param pdu the PDU
     * @param rx how it arrives
     */
    void Expect(const RdmaPdu& pdu, const RdmaRxInfo& rx)
    {
        m_expected.pdu = pdu;
        m_expected.rx = rx;
        m_expected.psn = WidenRdmaPsn(pdu.psn, m_books.ePsn);
        if (pdu.opcode == RdmaOpcode::MRC_PROBE)
        {
            m_expected.kind = RdmaOpcode::MRC_SACK;
        }
        if (!IsRdmaWrite(pdu.opcode))
        {
            return;
        }
        // With a dynamic MPR the windows of all times count. No packet here is beyond them.
        const bool beyond =
            !m_config.dynamicMpr && m_expected.psn >= m_books.ePsn + m_config.destWindowPackets;
        const bool received = IsAccepted(m_expected.psn);
        if (rx.trim != RdmaTrim::NONE && !m_config.trimNack)
        {
            return;
        }
        if (rx.trim != RdmaTrim::NONE && !beyond && !received)
        {
            m_expected.kind = RdmaOpcode::MRC_NACK;
            m_expected.reason = rx.trim == RdmaTrim::LASTHOP ? MrcNackReason::TRIMMED_LASTHOP
                                                             : MrcNackReason::TRIMMED;
        }
        else if (rx.trim == RdmaTrim::NONE && beyond)
        {
            m_expected.kind = RdmaOpcode::MRC_NACK;
            m_expected.reason = MrcNackReason::PSN_OOR_WINDOW;
        }
        else if (!beyond && !received && m_books.reject)
        {
            m_expected.kind = RdmaOpcode::MRC_NACK;
            m_expected.reason = *m_books.reject;
        }
        else if (!beyond && (received || rx.ce || pdu.rtx || pdu.ackRequest))
        {
            m_expected.kind = RdmaOpcode::MRC_SACK;
        }
    }

    /**
     * Count an accepted packet, which must be new.
     * @param psn its PSN
     * @param pdu the packet
     * @param peer the sender
     */
    void Accept(RdmaPsnSeq psn, const RdmaPdu& pdu, const TransportEnd& peer)
    {
        FUZZ_DEMAND(!IsAccepted(psn), "PSN " << psn << " accepted twice: " << *this);
        FUZZ_DEMAND(psn >= m_books.ePsn &&
                        (m_config.dynamicMpr || psn < m_books.ePsn + m_config.destWindowPackets),
                    *this);
        const auto index = static_cast<std::size_t>(psn - m_config.rqPsn);
        if (index >= m_books.accepted.size())
        {
            m_books.accepted.resize(index + 1);
        }
        m_books.accepted[index] = true;
        ++m_books.oooCount;
        m_books.nominalAccepted +=
            MrcNominalBytes(pdu.write.payloadBytes, pdu.timestamp, HasRdmaImmediate(pdu.opcode));
        for (; IsAccepted(m_books.ePsn); ++m_books.ePsn)
        {
            --m_books.oooCount;
        }
        while (m_books.complete < peer.m_books.posted.size() &&
               peer.m_books.posted[m_books.complete].end <= m_books.ePsn)
        {
            ++m_books.complete;
        }
    }

    /**
     * Process a SACK: its window, and the number of bytes that it reports.
     * @param sack the SACK
     */
    void NoteSack(const MrcSackPdu& sack)
    {
        const RdmaPsnSeq cack = WidenRdmaPsn(sack.cackPsn, m_books.sentEnd);
        const uint32_t window = sack.mpr != 0 ? sack.mpr * 128U : m_config.windowPackets;
        m_books.permittedEnd = std::max(m_books.permittedEnd, cack + 1 + window);
        m_books.rcvdUnits =
            std::max<int64_t>(m_books.rcvdUnits, WidenRdmaPsn(sack.rcvdBytes, m_books.rcvdUnits));
    }

    /**
     * @param pdu a control PDU that this end sends
     */
    void CheckControl(const RdmaPdu& pdu)
    {
        if (pdu.opcode == RdmaOpcode::MRC_ENDPOINT_REQUEST)
        {
            FUZZ_DEMAND(pdu.destQpn == MRC_ENDPOINT_QPN, *this);
            FUZZ_DEMAND(pdu.endpoint.op == MrcEndpointOp::EV_PROBE, *this);
            return;
        }
        FUZZ_DEMAND(pdu.destQpn == m_config.peerQpn, *this);
        if (IsDelayed())
        {
            return; // it reports an earlier state
        }
        if (pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            CheckSack(pdu);
        }
        if (pdu.opcode == RdmaOpcode::MRC_TRANSPORT_ACK && pdu.ack.syndrome == RDMA_SYNDROME_ACK)
        {
            FUZZ_DEMAND(m_config.transportAck, *this);
            FUZZ_DEMAND(pdu.ack.msn <= m_books.complete, "not all of it has arrived: " << *this);
        }
        if (pdu.opcode == RdmaOpcode::MRC_SACK || pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            FUZZ_DEMAND(m_expected.kind == RdmaOpcode{} || m_expected.kind == pdu.opcode,
                        "another answer was due: " << *this);
            FUZZ_DEMAND(pdu.opcode == RdmaOpcode::MRC_SACK ||
                            (m_expected.kind == RdmaOpcode::MRC_NACK &&
                             pdu.nack.reason == m_expected.reason &&
                             pdu.nack.nackPsn == ToWireRdmaPsn(m_expected.psn) &&
                             pdu.nack.entropy == m_expected.rx.entropy),
                        "a NACK without reason, " << static_cast<uint32_t>(pdu.nack.reason)
                                                  << " PSN " << pdu.nack.nackPsn << ": " << *this);
            m_expected.kind = RdmaOpcode{};
        }
        if (pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            FUZZ_DEMAND(pdu.nack.hold == 0 || (IsTrim(pdu.nack.reason) && m_config.trimSchedule),
                        "a hold of " << pdu.nack.hold << ": " << *this);
        }
    }

    /**
     * Check that a SACK is correct (mrc reference, 5.5).
     * @param pdu a SACK of this end
     */
    void CheckSack(const RdmaPdu& pdu)
    {
        const MrcSackPdu& sack = pdu.sack;
        const RdmaPsnSeq cack = m_books.ePsn - 1;
        FUZZ_DEMAND(sack.cackPsn == ToWireRdmaPsn(cack), *this);
        FUZZ_DEMAND(sack.sackOffset >= 1, "a bitmap that begins below cack_psn: " << *this);
        for (uint32_t i = 0; i < 64; ++i)
        {
            FUZZ_DEMAND(!(sack.bitmap >> i & 1) || IsAccepted(cack + sack.sackOffset + i),
                        "PSN " << cack + sack.sackOffset + i << " was not received: " << *this);
            FUZZ_DEMAND((sack.bitmap >> i & 1) || !IsAccepted(cack + sack.sackOffset + i),
                        "PSN " << cack + sack.sackOffset + i << " was received: " << *this);
        }
        FUZZ_DEMAND(sack.oooCount == m_books.oooCount, *this);
        FUZZ_DEMAND(sack.rcvdBytes == (((m_books.nominalAccepted + 255) / 256) & RDMA_PSN_MASK),
                    *this);
        FUZZ_DEMAND(sack.entropy == m_expected.rx.entropy, "not the trigger's EV: " << *this);
        const bool always = m_books.alwaysSkip >> m_expected.rx.port & 1;
        const MrcEvVerdict unless = m_expected.rx.ce ? MrcEvVerdict::SKIP_ONCE : MrcEvVerdict::NONE;
        FUZZ_DEMAND(sack.m == (always ? MrcEvVerdict::ALWAYS_SKIP : unless), *this);
        if (m_expected.pdu.opcode == RdmaOpcode::MRC_PROBE)
        {
            FUZZ_DEMAND(sack.probe && static_cast<uint16_t>(sack.ackPsnOffset) ==
                                          m_expected.pdu.probe.probeId,
                        *this);
            return;
        }
        FUZZ_DEMAND(!sack.probe && pdu.rtx == m_expected.pdu.rtx, *this);
        FUZZ_DEMAND(sack.ackPsnOffset == std::max<RdmaPsnSeq>(m_expected.psn - cack, INT16_MIN),
                    *this);
        FUZZ_DEMAND(IsAccepted(m_expected.psn), *this);
    }

    /**
     * Check that a write packet is the right part of the right message, and within the PSN window.
     * @param pdu a write of this end
     */
    void CheckWrite(const RdmaPdu& pdu)
    {
        const RdmaPsnSeq psn = WidenRdmaPsn(pdu.psn, m_books.sentEnd);
        const MrcScoreboard& board = m_qp->GetRequester().GetScoreboard();
        FUZZ_DEMAND(psn >= board.GetFirst() && psn < m_books.postedEnd,
                    "PSN " << psn << ": " << *this);
        FUZZ_DEMAND(pdu.rtx ? psn < m_books.sentEnd : psn == m_books.sentEnd,
                    "PSN " << psn << ": " << *this);
        FUZZ_DEMAND(!pdu.rtx || pdu.ackRequest, "a retransmission must ask for a SACK: " << *this);
        FUZZ_DEMAND(psn < m_books.permittedEnd || !m_strict, "PSN " << psn << ": " << *this);
        const auto at = std::upper_bound(m_books.posted.begin(),
                                         m_books.posted.end(),
                                         psn,
                                         [](RdmaPsnSeq p, const auto& m) { return p < m.end; });
        const uint64_t offset = static_cast<uint64_t>(psn - at->first) * m_config.pathMtuBytes;
        const uint64_t size = std::min<uint64_t>(m_config.pathMtuBytes, at->work.bytes - offset);
        const RdmaWritePdu& write = pdu.write;
        FUZZ_DEMAND(write.va == at->work.remoteVa + offset && write.rkey == at->work.rkey, *this);
        FUZZ_DEMAND(write.payloadBytes == size && write.dmaLength == size, *this);
        FUZZ_DEMAND(write.msn == static_cast<uint16_t>(at - m_books.posted.begin()), *this);
        const bool last = psn + 1 == at->end;
        FUZZ_DEMAND(IsRdmaLastOfMessage(pdu.opcode) == last, *this);
        FUZZ_DEMAND(HasRdmaImmediate(pdu.opcode) == (last && at->work.hasImmediate), *this);
        FUZZ_DEMAND(!HasRdmaImmediate(pdu.opcode) || write.immediate == at->work.immediate, *this);
        if (!pdu.rtx)
        {
            ++m_books.sentEnd;
            m_books.nominalSent +=
                MrcNominalBytes(write.payloadBytes, pdu.timestamp, HasRdmaImmediate(pdu.opcode));
            CheckWimms(static_cast<std::size_t>(at - m_books.posted.begin()));
        }
    }

    /**
     * Check that the number of WriteImms on the wire is within the limit.
     * @param message the message of which a packet was just sent for the first time
     */
    void CheckWimms(std::size_t message) const
    {
        const auto isWimm = [](const FuzzMessage& m) { return m.work.hasImmediate; };
        const auto begin = m_books.posted.begin() + static_cast<std::ptrdiff_t>(m_books.sent);
        const auto end = m_books.posted.begin() + static_cast<std::ptrdiff_t>(message) + 1;
        FUZZ_DEMAND(std::count_if(begin, end, isWimm) <= m_config.maxWimm,
                    "too many WriteImms on the wire: " << *this);
    }

    /** @param what violation of the contract of transports */
    void AddProblem(const std::string& what) const
    {
        FUZZ_DEMAND(false,
                    what << ", next wake-up " << m_qp->NextWakeup().GetNs() << " ns, probe "
                         << m_qp->GetEvTable().NextProbe().GetNs() << " ns: " << *this);
    }

    /**
     * @param event of this end
     * @param peer the other end
     */
    void CheckEvent(const RdmaEvent& event, const TransportEnd& peer)
    {
        if (FUZZ_TRACE)
        {
            std::cerr << "QP " << m_config.localQpn << " event "
                      << static_cast<uint32_t>(event.kind) << " EV 0x" << std::hex << event.entropy
                      << std::dec << " detail " << event.detail << "\n";
        }
        if (event.kind == RdmaEvent::Kind::QP_ERROR)
        {
            CheckFault(event, peer);
        }
    }

    /**
     * Check the reason for which the QP has changed to ERROR.
     * @param event contains the reason
     * @param peer the other end
     */
    void CheckFault(const RdmaEvent& event, const TransportEnd& peer)
    {
        FUZZ_DEMAND(m_books.fault == RdmaFault::NONE, "it fails twice: " << *this);
        FUZZ_DEMAND(event.fault != RdmaFault::NONE, *this);
        m_books.fault = event.fault;
        if (!m_strict)
        {
            return;
        }
        switch (event.fault)
        {
        case RdmaFault::RETRY_EXCEEDED:
            FUZZ_DEMAND(event.detail > m_config.retryLinear + m_config.retryExponential,
                        "gave up too early: " << *this);
            break;
        case RdmaFault::NO_RECEIVE:
            FUZZ_DEMAND(m_books.received == m_books.receives, "receives are available: " << *this);
            break;
        case RdmaFault::REMOTE_OPERATION_ERROR:
            FUZZ_DEMAND(peer.m_books.fault == RdmaFault::NO_RECEIVE, *this);
            break;
        default:
            FUZZ_DEMAND(false, "fault " << static_cast<uint32_t>(event.fault) << ": " << *this);
        }
    }

    /**
     * @param completion a completion of this end
     * @param peer the other end
     */
    void CheckCompletion(const RdmaCompletion& completion, const TransportEnd& peer)
    {
        using Status = RdmaCompletion::Status;
        const uint64_t message = completion.message;
        switch (completion.kind)
        {
        case RdmaCompletion::Kind::SENT:
            FUZZ_DEMAND(message == m_books.sent && m_books.sent < m_books.posted.size(), *this);
            FUZZ_DEMAND(completion.wrId == m_books.posted[message].work.wrId, *this);
            FUZZ_DEMAND(m_books.flushed == 0 && completion.status == Status::SUCCESS, *this);
            FUZZ_DEMAND(!m_strict || m_books.sent < peer.m_books.complete,
                        "not all of it arrived: " << *this);
            ++m_books.sent;
            break;
        case RdmaCompletion::Kind::FLUSHED:
            FUZZ_DEMAND(m_qp->GetState() != MrcQpState::RTS, *this);
            FUZZ_DEMAND(message == m_books.sent + m_books.flushed &&
                            message < m_books.posted.size(),
                        *this);
            FUZZ_DEMAND(completion.wrId == m_books.posted[message].work.wrId, *this);
            FUZZ_DEMAND(completion.status != Status::SUCCESS, *this);
            ++m_books.flushed;
            break;
        case RdmaCompletion::Kind::DELIVERED:
            FUZZ_DEMAND(message == m_books.delivered, *this);
            ++m_books.delivered;
            if (m_strict)
            {
                FUZZ_DEMAND(message < m_books.complete, "not complete yet: " << *this);
                CheckImmediate(completion, peer.m_books.posted[message].work);
            }
            break;
        case RdmaCompletion::Kind::RECEIVED:
            CheckReceived(completion, peer);
            break;
        }
    }

    /**
     * @param completion of a receive
     * @param peer sender of the received data
     */
    void CheckReceived(const RdmaCompletion& completion, const TransportEnd& peer)
    {
        FUZZ_DEMAND(completion.wrId == m_books.received, "not in order: " << *this);
        ++m_books.received;
        FUZZ_DEMAND(m_books.received <= m_books.receives, *this);
        if (completion.status != RdmaCompletion::Status::SUCCESS)
        {
            FUZZ_DEMAND(m_qp->GetState() != MrcQpState::RTS, *this);
            return;
        }
        FUZZ_DEMAND(completion.message < m_books.delivered, "received before delivered: " << *this);
        if (m_strict)
        {
            const RdmaWorkRequest& work = peer.m_books.posted[completion.message].work;
            FUZZ_DEMAND(work.hasImmediate && completion.message >= m_books.nextWimm, *this);
            CheckImmediate(completion, work);
            FUZZ_DEMAND(completion.bytes == work.bytes, *this);
            m_books.nextWimm = completion.message + 1;
        }
    }

    /**
     * @param completion of a message
     * @param work work request of its sender
     */
    void CheckImmediate(const RdmaCompletion& completion, const RdmaWorkRequest& work) const
    {
        FUZZ_DEMAND(completion.hasImmediate == work.hasImmediate, *this);
        FUZZ_DEMAND(!work.hasImmediate || completion.immediate == work.immediate, *this);
    }

    /// Counters of inputs and outputs since the QP was connected.
    struct Books
    {
        // As requester.
        std::vector<FuzzMessage> posted; ///< all messages
        RdmaPsnSeq postedEnd{0};         ///< after the last PSN of all messages
        RdmaPsnSeq sentEnd{0};           ///< next PSN never sent
        RdmaPsnSeq permittedEnd{0};      ///< first PSN that the peer has not permitted yet
        int64_t nominalSent{0};          ///< first transmissions, B
        int64_t rcvdUnits{0};            ///< rcvd_bytes as received, not wrapped
        uint64_t sent{0};                ///< SENT completions
        uint64_t flushed{0};             ///< FLUSHED completions
        RdmaFault fault{};               ///< reason of ERROR

        // As responder.
        RdmaPsnSeq ePsn{0};                  ///< next PSN in order
        std::vector<bool> accepted;          ///< by PSN, from RQ_PSN on
        uint32_t oooCount{0};                ///< of these, above ePSN
        uint64_t nominalAccepted{0};         ///< their nominal bytes
        std::size_t complete{0};             ///< messages of the peer that have arrived
        uint64_t delivered{0};               ///< DELIVERED completions
        uint64_t receives{0};                ///< receives posted
        uint64_t received{0};                ///< RECEIVED completions
        uint64_t nextWimm{0};                ///< after the message of the last of them
        std::optional<MrcNackReason> reject; ///< shortage of its host
        uint32_t alwaysSkip{0};              ///< ports that will soon be taken down
    };

    MrcTransportSetup m_setup;             ///< setup of the QP
    MrcQpConfig m_config;                  ///< numbers in force
    bool m_strict;                         ///< no PDU is corrupted
    MrcTransportObserver& m_observer;      ///< is notified of inputs and outputs
    uint32_t m_allPorts;                   ///< all ports
    uint32_t m_portsUp;                    ///< local ports that are up
    uint32_t m_peerPortsUp;                ///< the peer's, as reported to this end
    Books m_books;                         ///< since Connect
    Answer m_expected;                     ///< expected answer to the PDU just received
    std::unique_ptr<MrcTransport> m_qp;    ///< the transport
    mrctest::RdmaTransportDriver m_driver; ///< polls it and wakes it up
};

} // namespace ns3

#endif // TRANSPORT_END_H
