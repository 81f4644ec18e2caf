/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_END_H
#define TRANSPORT_END_H

#include "fuzz-input.h"

#include "ns3/mrc-transport.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * One end of the pair that transport-fuzz drives: an MrcTransport with books of its own about what
 * it was told and what it said, and the demands that must hold between the two.
 */

namespace ns3
{

/** A message that was posted. */
struct FuzzMessage
{
    RdmaWorkRequest work; ///< as posted
    PsnSeq first{0};      ///< PSN of its first packet
    PsnSeq end{0};        ///< PSN behind its last one
};

/** An MrcTransport and books about it. */
class TransportEnd
{
  public:
    /**
     * @param setup what the QP is made of
     * @param strict false: PDUs may be corrupted, so that only local demands hold
     */
    TransportEnd(const MrcTransportSetup& setup, bool strict)
        : m_config(setup.qp),
          m_controller(setup.controller),
          m_strict(strict),
          m_portsUp((1U << setup.path.planes) - 1),
          m_postedEnd(setup.qp.sqPsn),
          m_sentEnd(setup.qp.sqPsn),
          m_permittedEnd(setup.qp.sqPsn + setup.qp.windowPackets),
          m_ePsn(setup.qp.rqPsn),
          m_qp(std::make_unique<MrcTransport>(setup))
    {
        FUZZ_DEMAND(m_qp->Connect(Tick(), MakeMrcTwinOffer(setup.qp, 0)).IsOk(), *this);
    }

    /** @return the transport */
    MrcTransport& Qp()
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
        return m_posted;
    }

    /** @return SENT completions taken */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return DELIVERED completions taken */
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    // Inputs.

    /**
     * Post a message.
     * @param now the time
     * @param work the message
     */
    void Post(Tick now, const RdmaWorkRequest& work)
    {
        FuzzMessage message;
        message.work = work;
        message.work.wrId = 1000 + m_posted.size();
        message.first = m_postedEnd;
        message.end = m_postedEnd + static_cast<PsnSeq>((work.bytes + m_config.pathMtuBytes - 1) /
                                                        m_config.pathMtuBytes);
        m_postedEnd = message.end;
        m_posted.push_back(message);
        m_qp->PostSend(now, message.work);
    }

    /**
     * A PDU arrives. The answers must be taken right afterwards.
     * @param now the time
     * @param pdu the PDU
     * @param rx how it arrives
     * @param peer the end that sent it
     */
    void Receive(Tick now, const RdmaPdu& pdu, const RdmaRxInfo& rx, const TransportEnd& peer)
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
        m_qp->OnPdu(now, pdu, rx);
        if (m_strict && m_qp->GetCounters().rxAccepted != before)
        {
            Accept(WidenPsn(pdu.psn, m_ePsn), pdu, peer);
        }
    }

    /**
     * A port of this end changes.
     * @param now the time
     * @param port which
     * @param up the new state
     */
    void SetPort(Tick now, uint8_t port, bool up)
    {
        m_portsUp = up ? m_portsUp | 1U << port : m_portsUp & ~(1U << port);
        m_qp->OnPortStatus(now, port, up);
    }

    /**
     * The peer tells about its ports.
     * @param now the time
     * @param ports bit p: port p is up
     */
    void SetPeerPorts(Tick now, uint32_t ports)
    {
        m_qp->OnPeerPortStatus(now, ports);
    }

    /**
     * Time has passed: call OnTimeout if it is due.
     * @param now the time
     */
    void Wake(Tick now)
    {
        if (m_qp->NextWakeup() <= now)
        {
            m_qp->OnTimeout(now);
            FUZZ_DEMAND(m_qp->NextWakeup() > now,
                        "a wake-up that does not help at "
                            << now.GetNs() << " ns, next " << m_qp->NextWakeup().GetNs()
                            << " ns, probe " << m_qp->GetEvTable().NextProbe().GetNs()
                            << " ns: " << *this);
        }
    }

    // Outputs.

    /**
     * @param now the time
     * @param tx filled when true is returned
     * @return true if there was a control PDU
     */
    bool TakeControl(Tick now, RdmaTxPdu& tx)
    {
        if (!m_qp->PollControl(now, tx))
        {
            return false;
        }
        FUZZ_DEMAND(tx.cls == RdmaClass::CONTROL && !tx.ectCapable, *this);
        FUZZ_DEMAND(GetUsablePorts() >> tx.port & 1, "an answer on a dead port: " << *this);
        if (m_strict)
        {
            CheckControl(tx.pdu);
        }
        return true;
    }

    /** All answers were taken. */
    void EndControl()
    {
        FUZZ_DEMAND(m_expected.kind == RdmaOpcode{} || GetUsablePorts() == 0 || m_qp->IsError(),
                    "an answer is missing: " << *this);
        m_expected = Answer{};
    }

    /**
     * @param now the time
     * @param ready bit p: port p can take a frame
     * @param tx filled when true is returned
     * @return true if there was a data class PDU
     */
    bool TakeData(Tick now, uint32_t ready, RdmaTxPdu& tx)
    {
        const int64_t inflight = m_controller->GetInflightBytes();
        const uint64_t cwnd = m_controller->GetCwndBytes();
        const bool open = m_controller->CanSend(1);
        if (m_qp->PollTransmit(now, ready, tx) != RdmaPoll::PDU)
        {
            return false;
        }
        FUZZ_DEMAND(ready >> tx.port & 1, "sent on a port that was not offered: " << *this);
        FUZZ_DEMAND(GetUsablePorts() >> tx.port & 1, "sent on a dead port: " << *this);
        const auto state = m_qp->GetEvTable().GetState(tx.entropy);
        FUZZ_DEMAND(state.has_value(), "an EV that is not in the table: " << *this);
        FUZZ_DEMAND(state != MrcEvState::DENIED, "sent on a denied EV: " << *this);
        FUZZ_DEMAND(tx.cls == RdmaClass::DATA, *this);
        if (IsWrite(tx.pdu.opcode))
        {
            FUZZ_DEMAND(open, "the controller had said no: " << *this);
            // Not "less": cwnd is told in whole bytes, and kept in fractions.
            FUZZ_DEMAND(inflight <= static_cast<int64_t>(std::min<uint64_t>(cwnd, INT64_MAX)),
                        "in flight " << inflight << " of " << cwnd << ": " << *this);
            CheckWrite(tx.pdu);
        }
        else
        {
            FUZZ_DEMAND(tx.pdu.opcode == RdmaOpcode::MRC_PROBE, *this);
        }
        return true;
    }

    /**
     * Take completions and events.
     * @param peer the other end
     */
    void TakeNews(const TransportEnd& peer)
    {
        RdmaCompletion completion;
        while (m_qp->PollCompletion(completion))
        {
            CheckCompletion(completion, peer);
        }
        RdmaEvent event;
        while (m_qp->PollEvent(event))
        {
            if (FUZZ_TRACE)
            {
                std::cerr << "QP " << m_config.localQpn << " event "
                          << static_cast<uint32_t>(event.kind) << " EV 0x" << std::hex
                          << event.entropy << std::dec << " detail " << event.detail << "\n";
            }
            if (event.kind == RdmaEvent::Kind::QP_ERROR && m_strict)
            {
                FUZZ_DEMAND(event.detail > m_config.retryLinear + m_config.retryExponential,
                            "gave up too early: " << *this);
            }
        }
    }

    // Demands.

    /** What must hold after every step. */
    void Check()
    {
        const MrcScoreboard& board = m_qp->GetRequester().GetScoreboard();
        int64_t lost = 0;
        uint32_t outstanding = 0;
        for (PsnSeq psn = board.GetFirst(); psn < board.GetEnd(); ++psn)
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
        // Sent, not lost, and not yet reported by rcvd_bytes (8.3). Below zero only by the rounding
        // of rcvd_bytes, and by packets that arrived after they were given up.
        FUZZ_DEMAND(m_controller->GetInflightBytes() == m_nominalSent - lost - m_rcvdUnits * 256,
                    "in flight " << m_controller->GetInflightBytes() << ", sent " << m_nominalSent
                                 << ", lost " << lost << ", reported " << m_rcvdUnits * 256 << ": "
                                 << *this);
        const MrcResponder& responder = m_qp->GetResponder();
        FUZZ_DEMAND(responder.GetCackPsn() == m_ePsn - 1, *this);
        FUZZ_DEMAND(responder.GetOooCount() == m_oooCount, *this);
    }

    /** What must hold once everything was sent and nothing is under way. */
    void CheckIdle() const
    {
        FUZZ_DEMAND(m_sent == m_posted.size(), *this);
        FUZZ_DEMAND(m_controller->GetInflightBytes() >= -255, *this);
        FUZZ_DEMAND(m_controller->GetInflightBytes() <= 0, *this);
        FUZZ_DEMAND(m_qp->GetRequester().GetScoreboard().GetOutstanding() == 0, *this);
    }

    /**
     * What must hold in ERROR once all completions were taken.
     */
    void CheckError() const
    {
        FUZZ_DEMAND(m_sent + m_flushed == m_posted.size(), *this);
    }

    /**
     * @param os where to write
     * @param end an end
     * @return os
     */
    friend std::ostream& operator<<(std::ostream& os, const TransportEnd& end)
    {
        return os << end.m_qp->Describe(Tick()) << "; ports 0x" << std::hex << end.m_portsUp
                  << std::dec << ", posted " << end.m_posted.size() << " sent " << end.m_sent
                  << " delivered " << end.m_delivered << " flushed " << end.m_flushed
                  << ", next new PSN " << end.m_sentEnd << ", allowed below " << end.m_permittedEnd
                  << ", expects PSN " << end.m_ePsn << ", nominal bytes accepted "
                  << end.m_nominalAccepted;
    }

  private:
    /// The answer that the PDU just received must have.
    struct Answer
    {
        RdmaOpcode kind{};      ///< MRC_SACK, MRC_NACK, or none
        MrcNackReason reason{}; ///< of a NACK
        RdmaPdu pdu{};          ///< what is answered
        RdmaRxInfo rx;          ///< how it arrived
        PsnSeq psn{0};          ///< its PSN
    };

    /** @return bit p: port p is up at both ends, as far as this end knows */
    uint32_t GetUsablePorts() const
    {
        return m_portsUp & m_qp->GetEvTable().GetUpPlanes();
    }

    /**
     * @param psn a PSN of the peer
     * @return true if it was accepted before
     */
    bool IsAccepted(PsnSeq psn) const
    {
        const PsnSeq index = psn - m_config.rqPsn;
        return index >= 0 && static_cast<std::size_t>(index) < m_accepted.size() &&
               m_accepted[static_cast<std::size_t>(index)];
    }

    /**
     * What must be answered to a PDU (5.4, 5.6).
     * @param pdu the PDU
     * @param rx how it arrives
     */
    void Expect(const RdmaPdu& pdu, const RdmaRxInfo& rx)
    {
        m_expected.pdu = pdu;
        m_expected.rx = rx;
        m_expected.psn = WidenPsn(pdu.psn, m_ePsn);
        if (pdu.opcode == RdmaOpcode::MRC_PROBE)
        {
            m_expected.kind = RdmaOpcode::MRC_SACK;
        }
        if (!IsWrite(pdu.opcode))
        {
            return;
        }
        const bool beyond = m_expected.psn >= m_ePsn + m_config.windowPackets;
        const bool received = IsAccepted(m_expected.psn);
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
        else if (!beyond && (received || rx.ce || pdu.rtx || pdu.ackRequest))
        {
            m_expected.kind = RdmaOpcode::MRC_SACK;
        }
    }

    /**
     * A packet was accepted: for the first time?
     * @param psn its PSN
     * @param pdu the packet
     * @param peer who sent it
     */
    void Accept(PsnSeq psn, const RdmaPdu& pdu, const TransportEnd& peer)
    {
        FUZZ_DEMAND(!IsAccepted(psn), "PSN " << psn << " accepted twice: " << *this);
        FUZZ_DEMAND(psn >= m_ePsn && psn < m_ePsn + m_config.windowPackets, *this);
        const auto index = static_cast<std::size_t>(psn - m_config.rqPsn);
        if (index >= m_accepted.size())
        {
            m_accepted.resize(index + 1);
        }
        m_accepted[index] = true;
        ++m_oooCount;
        m_nominalAccepted += MrcNominalBytes(pdu.write.payloadBytes);
        for (; IsAccepted(m_ePsn); ++m_ePsn)
        {
            --m_oooCount;
        }
        while (m_complete < peer.m_posted.size() && peer.m_posted[m_complete].end <= m_ePsn)
        {
            ++m_complete;
        }
    }

    /**
     * A SACK arrives: what it allows, and how many bytes it reports.
     * @param sack the SACK
     */
    void NoteSack(const MrcSackPdu& sack)
    {
        const PsnSeq cack = WidenPsn(sack.cackPsn, m_sentEnd);
        const uint32_t window = sack.mpr != 0 ? sack.mpr * 128U : m_config.windowPackets;
        m_permittedEnd = std::max(m_permittedEnd, cack + 1 + window);
        m_rcvdUnits = std::max<int64_t>(m_rcvdUnits, WidenPsn(sack.rcvdBytes, m_rcvdUnits));
    }

    /**
     * @param pdu a control PDU that this end sends
     */
    void CheckControl(const RdmaPdu& pdu)
    {
        FUZZ_DEMAND(pdu.destQpn == m_config.peerQpn, *this);
        if (pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            CheckSack(pdu);
        }
        if (pdu.opcode == RdmaOpcode::MRC_SACK || pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            FUZZ_DEMAND(m_expected.kind == RdmaOpcode{} || m_expected.kind == pdu.opcode,
                        "another answer was due: " << *this);
            FUZZ_DEMAND(pdu.opcode == RdmaOpcode::MRC_SACK ||
                            (m_expected.kind == RdmaOpcode::MRC_NACK &&
                             pdu.nack.reason == m_expected.reason &&
                             pdu.nack.nackPsn == ToWirePsn(m_expected.psn) &&
                             pdu.nack.entropy == m_expected.rx.entropy),
                        "a NACK without reason: " << *this);
            m_expected.kind = RdmaOpcode{};
        }
    }

    /**
     * A SACK tells the truth (5.5).
     * @param pdu a SACK of this end
     */
    void CheckSack(const RdmaPdu& pdu)
    {
        const MrcSackPdu& sack = pdu.sack;
        const PsnSeq cack = m_ePsn - 1;
        FUZZ_DEMAND(sack.cackPsn == ToWirePsn(cack), *this);
        FUZZ_DEMAND(sack.sackOffset >= 1, "a bitmap that begins below cack_psn: " << *this);
        for (uint32_t i = 0; i < 64; ++i)
        {
            FUZZ_DEMAND(!(sack.bitmap >> i & 1) || IsAccepted(cack + sack.sackOffset + i),
                        "PSN " << cack + sack.sackOffset + i << " was not received: " << *this);
            FUZZ_DEMAND((sack.bitmap >> i & 1) || !IsAccepted(cack + sack.sackOffset + i),
                        "PSN " << cack + sack.sackOffset + i << " was received: " << *this);
        }
        FUZZ_DEMAND(sack.oooCount == m_oooCount, *this);
        FUZZ_DEMAND(sack.rcvdBytes == (((m_nominalAccepted + 255) / 256) & PSN_MASK), *this);
        FUZZ_DEMAND(sack.entropy == m_expected.rx.entropy, "not the trigger's EV: " << *this);
        FUZZ_DEMAND((sack.m == MrcEvVerdict::SKIP_ONCE) == m_expected.rx.ce, *this);
        if (m_expected.pdu.opcode == RdmaOpcode::MRC_PROBE)
        {
            FUZZ_DEMAND(sack.probe && static_cast<uint16_t>(sack.ackPsnOffset) ==
                                          m_expected.pdu.probe.probeId,
                        *this);
            return;
        }
        FUZZ_DEMAND(!sack.probe && pdu.rtx == m_expected.pdu.rtx, *this);
        FUZZ_DEMAND(sack.ackPsnOffset == std::max<PsnSeq>(m_expected.psn - cack, INT16_MIN), *this);
        FUZZ_DEMAND(IsAccepted(m_expected.psn), *this);
    }

    /**
     * A write packet is the right part of the right message, and the PSN window allows it.
     * @param pdu a write of this end
     */
    void CheckWrite(const RdmaPdu& pdu)
    {
        const PsnSeq psn = WidenPsn(pdu.psn, m_sentEnd);
        const MrcScoreboard& board = m_qp->GetRequester().GetScoreboard();
        FUZZ_DEMAND(psn >= board.GetFirst() && psn < m_postedEnd, "PSN " << psn << ": " << *this);
        FUZZ_DEMAND(pdu.rtx ? psn < m_sentEnd : psn == m_sentEnd, "PSN " << psn << ": " << *this);
        FUZZ_DEMAND(!pdu.rtx || pdu.ackRequest, "a retransmission must ask for a SACK: " << *this);
        FUZZ_DEMAND(psn < m_permittedEnd || !m_strict, "PSN " << psn << ": " << *this);
        const auto at =
            std::upper_bound(m_posted.begin(), m_posted.end(), psn, [](PsnSeq p, const auto& m) {
                return p < m.end;
            });
        const uint64_t offset = static_cast<uint64_t>(psn - at->first) * m_config.pathMtuBytes;
        const uint64_t size = std::min<uint64_t>(m_config.pathMtuBytes, at->work.bytes - offset);
        const RdmaWritePdu& write = pdu.write;
        FUZZ_DEMAND(write.va == at->work.remoteVa + offset && write.rkey == at->work.rkey, *this);
        FUZZ_DEMAND(write.payloadBytes == size && write.dmaLength == size, *this);
        FUZZ_DEMAND(write.msn == static_cast<uint16_t>(at - m_posted.begin()), *this);
        const bool last = psn + 1 == at->end;
        FUZZ_DEMAND(IsLastOfMessage(pdu.opcode) == last, *this);
        FUZZ_DEMAND(HasImmediate(pdu.opcode) == (last && at->work.hasImmediate), *this);
        FUZZ_DEMAND(!HasImmediate(pdu.opcode) || write.immediate == at->work.immediate, *this);
        if (!pdu.rtx)
        {
            ++m_sentEnd;
            m_nominalSent += MrcNominalBytes(write.payloadBytes);
        }
    }

    /**
     * @param completion a completion of this end
     * @param peer the other end
     */
    void CheckCompletion(const RdmaCompletion& completion, const TransportEnd& peer)
    {
        switch (completion.kind)
        {
        case RdmaCompletion::Kind::SENT:
            FUZZ_DEMAND(completion.message == m_sent && m_sent < m_posted.size(), *this);
            FUZZ_DEMAND(m_flushed == 0, *this);
            FUZZ_DEMAND(!m_strict || m_sent < peer.m_complete, "not all of it arrived: " << *this);
            ++m_sent;
            break;
        case RdmaCompletion::Kind::FLUSHED:
            FUZZ_DEMAND(m_qp->IsError(), *this);
            FUZZ_DEMAND(completion.message == m_sent + m_flushed, *this);
            ++m_flushed;
            FUZZ_DEMAND(m_sent + m_flushed <= m_posted.size(), *this);
            break;
        case RdmaCompletion::Kind::DELIVERED:
            FUZZ_DEMAND(completion.message == m_delivered, *this);
            FUZZ_DEMAND(!m_strict || m_delivered < m_complete, "not complete yet: " << *this);
            ++m_delivered;
            break;
        default:
            FUZZ_DEMAND(false, "a completion of kind " << static_cast<int>(completion.kind));
        }
    }

    MrcQpConfig m_config;                   ///< the QP
    Ptr<MrcCongestionControl> m_controller; ///< its window
    bool m_strict;                          ///< nothing is corrupted
    uint32_t m_portsUp;                     ///< local ports that are up

    std::vector<FuzzMessage> m_posted; ///< all messages
    PsnSeq m_postedEnd;                ///< behind the last PSN of all messages
    PsnSeq m_sentEnd;                  ///< next PSN never sent
    PsnSeq m_permittedEnd;             ///< first PSN that the peer has not allowed yet
    int64_t m_nominalSent{0};          ///< first transmissions, B
    int64_t m_rcvdUnits{0};            ///< rcvd_bytes as heard, not wrapped
    uint64_t m_sent{0};                ///< SENT completions
    uint64_t m_flushed{0};             ///< FLUSHED completions

    PsnSeq m_ePsn;                 ///< next PSN in order
    std::vector<bool> m_accepted;  ///< by PSN, from RQ_PSN on
    uint32_t m_oooCount{0};        ///< of these, above ePSN
    uint64_t m_nominalAccepted{0}; ///< their nominal bytes
    std::size_t m_complete{0};     ///< messages of the peer of which everything is here
    uint64_t m_delivered{0};       ///< DELIVERED completions
    Answer m_expected;             ///< answer due to the PDU just received

    std::unique_ptr<MrcTransport> m_qp; ///< the transport
};

} // namespace ns3

#endif // TRANSPORT_END_H
