/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_PAIR_H
#define TRANSPORT_PAIR_H

#include "fuzz-attributes.h"
#include "fuzz-input.h"
#include "transport-end.h"
#include "transport-observer.h"

#include "ns3/mrc-fixed-window.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * Two MRC transports and a network that an input controls.
 */

namespace ns3
{

/**
 * Two MRC transports and a network that the input controls: it delivers in any order, loses,
 * repeats, trims, marks, takes ports down and lets time pass; in a separate mode it also changes
 * fields of PDUs, which the iCRC of a real network would detect. The first bytes of the input
 * choose the configuration, the others are steps. After every step the invariants of TransportEnd
 * must hold. At the end the network is repaired, and everything posted must complete, unless a QP
 * has given up.
 */
class TransportPair
{
  public:
    /**
     * Decide whether the network changes fields of PDUs, by the first byte of the input.
     * @param input source of all choices
     * @return true if it does
     */
    static bool DrawCorrupting(FuzzInput& input)
    {
        return input.Chance(48);
    }

    /**
     * @param input source of all choices
     * @param corrupting the network changes fields of PDUs
     * @param observers are notified of the inputs and outputs of the ends; outlive this object
     */
    TransportPair(FuzzInput& input,
                  bool corrupting,
                  const std::array<MrcTransportObserver*, 2>& observers)
        : m_input(input),
          m_corrupting(corrupting)
    {
        auto parameters = CreateObject<MrcQpParameters>();
        auto evs = CreateObject<MrcEvParameters>();
        SetAttributes(input,
                      *parameters,
                      {"PathMtu",
                       "Mpr",
                       "MprDest",
                       "DeviceMaxMpr",
                       "MprResolution",
                       "DeviceMaxWimm",
                       "MaxWimm",
                       "MaxWimmDest",
                       "SackThresholdBytes"});
        m_pathMtuBytes = input.Pick({256U, 1024U, 4096U});
        parameters->SetAttribute("PathMtu", UintegerValue(m_pathMtuBytes));
        parameters->SetAttribute("Mpr", UintegerValue(input.Pick({1U, 1U, 1U, 1U, 2U, 8U})));
        parameters->SetAttribute("MprDest", UintegerValue(input.Pick({0U, 0U, 1U, 3U})));
        parameters->SetAttribute("MaxWimm", UintegerValue(input.Pick({128U, 1U, 2U, 3U})));
        parameters->SetAttribute("MaxWimmDest", UintegerValue(input.Pick({128U, 1U, 2U, 3U})));
        parameters->SetAttribute("ServiceTime",
                                 TimeValue(NanoSeconds(input.Pick({0, 0, 0, 0, 0, 0, 0, 700}))));
        parameters->SetAttribute("SackThresholdBytes",
                                 UintegerValue(input.Pick({1U, 4096U, 16384U, 32768U})));
        m_baseRtt = RdmaTick::Us(input.Pick({10, 10, 2, 100}));

        MrcTransportSetup setup;
        setup.path.planes = input.Pick({1U, 2U, 2U, 4U, 8U});
        SetAttributes(input, *evs, {"EvCount", "EvActive"});
        const uint32_t active = setup.path.planes * input.Pick({1U, 2U, 8U});
        evs->SetAttribute("EvCount", UintegerValue(active * input.Pick({1U, 2U})));
        evs->SetAttribute("EvActive", UintegerValue(active));
        evs->SetAttribute("EvProbeInterval",
                          TimeValue(MicroSeconds(input.Pick({1000, 20, 100, 5000}))));
        setup.path.rateBps = 100000000000ULL * setup.path.planes;
        setup.path.baseRtt = m_baseRtt;
        setup.path.trimming = input.Chance(170);
        setup.pathsPerPlane = input.Pick({1U, 2U, 4U, 16U});
        setup.evParameters = evs;
        setup.qp = parameters->MakeConfig({input.Chance(128) ? m_baseRtt : RdmaTick()});

        const std::array<uint32_t, 2> psns{FirstPsn(), FirstPsn()};
        for (uint32_t who = 0; who < 2; ++who)
        {
            setup.qp.localQpn = 0xa0 + who;
            setup.qp.peerQpn = 0xa1 - who;
            setup.qp.sqPsn = psns[who];
            setup.qp.rqPsn = psns[1 - who];
            setup.trimSchedule =
                setup.qp.trimSchedule ? std::make_shared<MrcTrimSchedule>() : nullptr;
            setup.controller = MakePolicy<MrcCongestionControl>();
            setup.selector = MakePolicy<MrcPathSelector>();
            setup.rng = CreateObject<UniformRandomVariable>();
            setup.rng->SetStream(who + 1);
            observers[who]->OnParameters(*parameters);
            m_ends[who] = std::make_unique<TransportEnd>(setup, !m_corrupting, *observers[who]);
            m_ends[who]->PostRecv(m_now, input.Pick({8U, 100U, 8U, 0U}));
        }
        m_planes = setup.path.planes;
    }

    /**
     * Execute all steps of the input.
     * @return number of steps
     */
    uint64_t Run()
    {
        uint64_t steps = 0;
        for (; !m_input.IsEmpty(); ++steps)
        {
            Step();
            for (auto& end : m_ends)
            {
                end->Check();
            }
        }
        Settle();
        for (auto& end : m_ends)
        {
            end->End(m_now);
        }
        return steps;
    }

  private:
    /// Maximum number of frames in flight in one direction: further ones drop the oldest.
    static constexpr std::size_t MAX_FRAMES = 2048;
    /// Number of consecutive packets of a transport that counts as an endless loop.
    static constexpr uint32_t MAX_BURST = 70000;
    /// Number of rounds without progress, at the end of an input, that counts as a deadlock.
    static constexpr uint32_t MAX_ROUNDS = 20000;
    /// Rounds at the end of an input that need not settle: with corrupted PDUs, or without a timer.
    static constexpr uint32_t STALLED_ROUNDS = 50;
    /// Kinds of steps.
    static constexpr uint32_t STEPS = 28;
    /// Maximum number of messages of one direction.
    static constexpr std::size_t MAX_MESSAGES = 400;
    /// Minimum delay of a frame, because a round trip takes time.
    static constexpr RdmaTick LEAST_DELAY = RdmaTick::Ns(400);

    /// A frame in flight.
    struct Frame
    {
        RdmaPdu pdu;       ///< the PDU
        RdmaRxInfo rx;     ///< how it arrives
        RdmaTick earliest; ///< earliest time of arrival
        bool trimmable;    ///< switches may trim it
    };

    /**
     * @tparam T kind of policy
     * @return an object of a random class of this kind, with random attributes
     */
    template <typename T>
    Ptr<T> MakePolicy()
    {
        static const std::vector<std::string> NAMES = ListCreatable(T::GetTypeId());
        const auto policy =
            ObjectFactory(NAMES[m_input.Below(static_cast<uint32_t>(NAMES.size()))]).Create<T>();
        SetAttributes(m_input, *policy);
        if (const auto window = DynamicCast<MrcFixedWindow>(policy))
        {
            window->SetAttribute("Window", UintegerValue(m_input.Pick({0U, 1U, 20000U, 300000U})));
        }
        return policy;
    }

    /** @return a first PSN, often such that it wraps soon */
    uint32_t FirstPsn()
    {
        return m_input.Pick(
            {0U, RDMA_PSN_MASK, RDMA_PSN_MASK - 60, RDMA_PSN_MASK - 200, 1U << 23, 1U});
    }

    /** Execute one step, chosen by the next bytes of the input. */
    void Step()
    {
        const uint8_t what = m_input.TakeByte();
        const uint32_t who = what & 1;
        if (FUZZ_TRACE)
        {
            std::cerr << m_now.GetNs() << " ns: step " << (what >> 1) % STEPS << " at " << who
                      << "\n";
        }
        switch ((what >> 1) % STEPS)
        {
        case 0:
        case 1:
            Post(who);
            break;
        case 2:
        case 3:
            TransmitSome(who);
            break;
        case 4:
            Transmit(who, 0xFF, 256);
            break;
        case 5:
        case 6:
            for (uint32_t n = 1 + m_input.Below(16); n > 0; --n)
            {
                Deliver(who, 0);
            }
            break;
        case 7:
        case 8:
            Deliver(who, m_input.TakeByte());
            break;
        case 9:
            Lose(who, m_input.TakeByte());
            break;
        case 10:
            Lose(who, 0);
            break;
        case 11:
            Repeat(who, m_input.TakeByte());
            break;
        case 12:
            Trim(who, m_input.TakeByte());
            break;
        case 13:
            Mark(who, m_input.TakeByte());
            break;
        case 14:
            TogglePort(who);
            break;
        case 15:
            m_ends[who]->SetPeerPorts(m_now,
                                      m_input.Chance(128) ? m_ends[1 - who]->GetPortsUp()
                                                          : m_input.TakeByte());
            Drain(who);
            break;
        case 16:
            Pass(RdmaTick::Ns(m_input.TakeWord()));
            break;
        case 17:
            Pass(RdmaTick::Us(m_input.TakeByte()));
            break;
        case 18:
        case 19:
            PassToWakeup();
            break;
        case 20:
            Pass(RdmaTick::Ms(1) * (int64_t{1} << m_input.Below(14)));
            break;
        case 21:
            Administer(who);
            break;
        case 22:
            Exchange(1 + m_input.Below(8));
            break;
        case 23:
            if (m_corrupting)
            {
                Corrupt(who, m_input.TakeByte());
            }
            break;
        case 24:
            Post(who, true);
            break;
        case 25:
            PostRecv(who, m_input.Below(4));
            break;
        case 26:
            Trouble(who);
            break;
        case 27:
            Administrate(who);
            break;
        default:
            break;
        }
    }

    // Steps.

    /**
     * @param who end that posts receives
     * @param count number of receives
     */
    void PostRecv(uint32_t who, uint32_t count)
    {
        m_ends[who]->PostRecv(m_now, count);
        Drain(who);
    }

    /** @param who end whose host gets or loses a shortage */
    void Trouble(uint32_t who)
    {
        const uint32_t what = m_input.Below(8);
        std::optional<MrcNackReason> reject;
        if (what == 1)
        {
            reject = m_input.Pick({MrcNackReason::NO_BITMAP,
                                   MrcNackReason::NO_PKT_BUFFER,
                                   MrcNackReason::NO_RESOURCE});
        }
        const uint8_t penalty = what == 2 ? m_input.TakeByte() & 0x7F : 0;
        m_ends[who]->SetTrouble(m_now, reject, penalty, what == 3 ? m_input.TakeByte() : 0);
        if (what > 4)
        {
            m_ends[who]->SetMpr(m_now, 1 + m_input.Below(4));
        }
    }

    /** @param who end that aborts its QP; sometimes both are reset. Rare. */
    void Administrate(uint32_t who)
    {
        const uint32_t what = m_input.TakeByte();
        if (what < 4)
        {
            m_ends[who]->Abort(m_now);
            Drain(who);
        }
        else if (what < 16)
        {
            Restart();
        }
    }

    /** Both QPs are reset and connected again; no frame is in flight afterwards. */
    void Restart()
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            m_ends[end]->Reset(m_now, *m_ends[1 - end]);
            m_frames[end].clear();
        }
        for (auto& end : m_ends)
        {
            end->Connect(m_now);
            end->PostRecv(m_now, 4);
        }
    }

    /**
     * @param who end that posts a message
     * @param immediate with immediate data
     */
    void Post(uint32_t who, bool immediate = false)
    {
        TransportEnd& end = *m_ends[who];
        if (end.GetPosted().size() == MAX_MESSAGES)
        {
            return;
        }
        RdmaWorkRequest work;
        const uint32_t size = m_input.TakeByte();
        work.bytes = size < 200 ? size * 41 + !immediate : (size - 199) * 2 * m_pathMtuBytes;
        work.remoteVa = 0x7f0000000000 + end.GetPosted().size() * 0x1000000;
        work.rkey = 0x1234;
        work.hasImmediate = immediate;
        work.immediate = immediate ? 0xabc00 + end.GetPosted().size() : 0;
        end.Post(m_now, work);
        Drain(who);
    }

    /** @param who end to which a random set of ports is offered, some times */
    void TransmitSome(uint32_t who)
    {
        const uint32_t ready = m_input.TakeByte(); // first, with every compiler
        Transmit(who, ready, 1 + m_input.Below(16));
    }

    /**
     * Offer ports.
     * @param who end that transmits
     * @param ready the ports, whether up or down
     * @param count maximum number of packets
     */
    void Transmit(uint32_t who, uint32_t ready, uint32_t count)
    {
        RdmaTxPdu tx;
        for (; count > 0 && m_ends[who]->TakeData(m_now, ready, tx); --count)
        {
            Carry(who, tx);
            Drain(who);
        }
    }

    /**
     * Deliver a frame.
     * @param who receiving end
     * @param index number of the frame, modulo the number of frames in flight
     */
    void Deliver(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (frames.empty())
        {
            return;
        }
        const auto at = frames.begin() + index % frames.size();
        const Frame frame = *at;
        frames.erase(at);
        if (m_now < frame.earliest)
        {
            Pass(frame.earliest - m_now);
        }
        if (!(m_ends[who]->GetPortsUp() >> frame.rx.port & 1))
        {
            return;
        }
        if (FUZZ_TRACE)
        {
            Trace(who, "receives", frame);
        }
        if (frame.pdu.destQpn == MRC_ENDPOINT_QPN)
        {
            DeliverToEndpoint(who, frame);
            return;
        }
        m_ends[who]->Receive(m_now, frame.pdu, frame.rx, *m_ends[1 - who]);
        Drain(who);
    }

    /**
     * Deliver an EV probe or its answer, as NICs do.
     * @param who receiving end
     * @param frame the frame
     */
    void DeliverToEndpoint(uint32_t who, const Frame& frame)
    {
        if (frame.pdu.opcode == RdmaOpcode::MRC_ENDPOINT_REQUEST)
        {
            Frame answer = frame;
            answer.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_RESPONSE;
            answer.earliest = m_now + LEAST_DELAY;
            m_frames[1 - who].push_back(answer);
        }
        else if (frame.pdu.opcode == RdmaOpcode::MRC_ENDPOINT_RESPONSE)
        {
            m_ends[who]->AnswerEvProbe(m_now, frame.rx.entropy);
            Drain(who);
        }
    }

    /**
     * @param who end that would have received the frame
     * @param index number of the frame
     */
    void Lose(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (!frames.empty())
        {
            frames.erase(frames.begin() + index % frames.size());
        }
    }

    /**
     * @param who end that receives the frame once more
     * @param index number of the frame
     */
    void Repeat(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (!frames.empty())
        {
            frames.push_back(frames[index % frames.size()]);
        }
    }

    /**
     * @param who end that receives the frame trimmed, if it is a write
     * @param index number of the frame
     */
    void Trim(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (!frames.empty() && frames[index % frames.size()].trimmable)
        {
            RdmaRxInfo& rx = frames[index % frames.size()].rx;
            rx.trim = index & 1 ? RdmaTrim::FABRIC : RdmaTrim::LASTHOP;
            rx.ce = false;
        }
    }

    /**
     * @param who end that receives the frame with CE, if it is of the data class
     * @param index number of the frame
     */
    void Mark(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (!frames.empty())
        {
            Frame& frame = frames[index % frames.size()];
            const bool data =
                IsRdmaWrite(frame.pdu.opcode) || frame.pdu.opcode == RdmaOpcode::MRC_PROBE;
            frame.rx.ce = data && frame.rx.trim == RdmaTrim::NONE;
        }
    }

    /** @param who end one of whose ports goes down or up */
    void TogglePort(uint32_t who)
    {
        const auto port = static_cast<uint8_t>(m_input.Below(m_planes));
        m_ends[who]->SetPort(m_now, port, !(m_ends[who]->GetPortsUp() >> port & 1));
        Drain(who);
    }

    /** @param who end that denies, enables, retires or replaces an EV */
    void Administer(uint32_t who)
    {
        const auto evs = m_ends[who]->Qp().GetEvTable().GetEvs(m_input.Below(m_planes));
        if (evs.empty())
        {
            return;
        }
        MrcEvChange change;
        change.ev = evs[m_input.Below(static_cast<uint32_t>(evs.size()))];
        const uint32_t what = m_input.TakeByte();
        if (what < 128)
        {
            change.kind = MrcEvChange::Kind::DENY;
        }
        else if (what < 224)
        {
            change.kind = MrcEvChange::Kind::ENABLE;
        }
        else if (what < 240)
        {
            change.kind = MrcEvChange::Kind::ASSUME_BAD;
        }
        else
        {
            const MrcEvState states[] = {MrcEvState::GOOD,
                                         MrcEvState::ASSUMED_BAD,
                                         MrcEvState::DENIED};
            change.kind = MrcEvChange::Kind::REPLACE;
            change.value = change.ev ^ (what & 3) << 16; // same plane
            change.state = states[what / 4 % 3];
        }
        m_ends[who]->ChangeEv(m_now, change);
        Drain(who);
    }

    /** @param span time that passes, with a wake-up at its end at most */
    void Pass(RdmaTick span)
    {
        m_now += span;
        for (uint32_t who = 0; who < 2; ++who)
        {
            m_ends[who]->Wake(m_now);
            Drain(who);
            m_ends[who]->CheckAwake(m_now);
        }
    }

    /** Let time pass until the next wake-up. */
    void PassToWakeup()
    {
        const RdmaTick next = GetNextWakeup();
        if (!next.IsMax())
        {
            Pass(std::max(next - m_now, RdmaTick()));
        }
    }

    /**
     * @param rounds number of times that everything is sent and delivered in order
     * @return true if there was a frame in the last round
     */
    bool Exchange(uint32_t rounds)
    {
        bool any = false;
        for (; rounds > 0; --rounds)
        {
            for (uint32_t who = 0; who < 2; ++who)
            {
                Transmit(who, 0xFF, MAX_FRAMES);
            }
            Pass(RdmaTick::Us(2));
            any = !m_frames[0].empty() || !m_frames[1].empty();
            for (uint32_t who = 0; who < 2; ++who)
            {
                for (std::size_t n = m_frames[who].size(); n > 0; --n)
                {
                    Deliver(who, 0);
                }
            }
        }
        return any;
    }

    /**
     * @param who end that receives the changed frame
     * @param index number of the frame
     */
    void Corrupt(uint32_t who, uint32_t index)
    {
        auto& frames = m_frames[who];
        if (frames.empty())
        {
            return;
        }
        Frame& frame = frames[index % frames.size()];
        RdmaPdu& pdu = frame.pdu;
        const uint32_t field = m_input.TakeByte();
        switch (field % 8)
        {
        case 0:
            pdu.psn = (pdu.psn ^ 1U << m_input.Below(24)) & RDMA_PSN_MASK;
            return;
        case 1:
            pdu.ackRequest = m_input.Chance(128);
            pdu.rtx = m_input.Chance(128);
            return;
        case 2:
            pdu.timestamp = m_input.Chance(128);
            return;
        case 3:
            frame.rx.entropy = static_cast<uint32_t>(m_input.Take(4));
            return;
        case 4:
            Replace(pdu);
            return;
        default:
            CorruptContents(pdu);
        }
    }

    /** @param pdu becomes another kind of PDU */
    void Replace(RdmaPdu& pdu)
    {
        pdu.opcode = static_cast<RdmaOpcode>(m_input.Pick<uint8_t>({0xC6,
                                                                    0xC7,
                                                                    0xC8,
                                                                    0xC9,
                                                                    0xCA,
                                                                    0xCB,
                                                                    0xD1,
                                                                    0xD8,
                                                                    0xD9,
                                                                    0xDC,
                                                                    0xDD,
                                                                    0xDE,
                                                                    0x06,
                                                                    0x0A,
                                                                    0x11,
                                                                    0x81,
                                                                    0x00,
                                                                    0xFF}));
        if (IsRdmaWrite(pdu.opcode))
        {
            pdu.write = RdmaWritePdu{};
            pdu.write.payloadBytes = m_input.Below(4097);
        }
        else if (pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            pdu.sack = MrcSackPdu{};
        }
        else if (pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            pdu.nack = MrcNackPdu{};
            pdu.nack.reason = MrcNackReason::NO_RESOURCE;
        }
        else if (pdu.opcode == RdmaOpcode::MRC_TRANSPORT_ACK || pdu.opcode == RdmaOpcode::RC_ACK)
        {
            pdu.ack = RdmaAckPdu{};
            pdu.ack.msn = static_cast<uint32_t>(m_input.Take(3));
            pdu.ack.syndrome = m_input.TakeByte();
        }
        else
        {
            pdu.endpoint = MrcEndpointPdu{};
        }
    }

    /** @param pdu gets another value in one of its fields */
    void CorruptContents(RdmaPdu& pdu)
    {
        const uint32_t field = m_input.TakeByte();
        if (IsRdmaWrite(pdu.opcode))
        {
            switch (field % 5)
            {
            case 0:
                pdu.write.payloadBytes = m_input.Below(4097);
                return;
            case 1:
                pdu.write.va = m_input.Take(8);
                return;
            case 2:
                pdu.write.msn = m_input.TakeWord();
                return;
            case 3:
                pdu.write.rqmsn = m_input.TakeWord();
                return;
            default:
                pdu.opcode = static_cast<RdmaOpcode>(0xC6 + m_input.Below(6));
                return;
            }
        }
        if (pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            CorruptSack(pdu.sack, field);
        }
        else if (pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            pdu.nack.nackPsn ^= (field & 1) << m_input.Below(24);
            pdu.nack.reason =
                static_cast<MrcNackReason>(m_input.Pick<uint8_t>({1, 2, 6, 7, 10, 11, 25, 0, 255}));
            pdu.nack.entropy ^= field & 6;
            pdu.nack.hold = field & 8 ? m_input.TakeWord() : pdu.nack.hold;
        }
        else if (pdu.opcode == RdmaOpcode::MRC_PROBE)
        {
            pdu.probe.probeId ^= field;
        }
    }

    /**
     * @param sack gets another value in one of its fields
     * @param field number of the field
     */
    void CorruptSack(MrcSackPdu& sack, uint32_t field)
    {
        switch (field % 12)
        {
        case 0:
            sack.bitmap = m_input.Take(8);
            break;
        case 1:
            sack.entropy = static_cast<uint32_t>(m_input.Take(4));
            break;
        case 2:
            sack.cackPsn = (sack.cackPsn + m_input.TakeByte()) & RDMA_PSN_MASK;
            break;
        case 3:
            sack.cackPsn = static_cast<uint32_t>(m_input.Take(3));
            break;
        case 4:
            sack.rcvdBytes = static_cast<uint32_t>(m_input.Take(3));
            break;
        case 5:
            sack.ackPsnOffset = static_cast<int16_t>(m_input.TakeWord());
            break;
        case 6:
            sack.sackOffset = static_cast<int16_t>(m_input.TakeWord());
            break;
        case 7:
            sack.oooCount = m_input.TakeWord() & 0x7FFF;
            break;
        case 8:
            sack.m = static_cast<MrcEvVerdict>(m_input.Below(4));
            break;
        case 9:
            sack.mpr = m_input.TakeByte();
            break;
        case 10:
            sack.rcvCwndPen = m_input.TakeByte() & 0x7F;
            break;
        default:
            sack.probe = !sack.probe;
            sack.restoreCwnd = m_input.Chance(128);
        }
    }

    // The network.

    /**
     * Send a frame into the network.
     * @param from sending end
     * @param tx the frame
     */
    void Carry(uint32_t from, const RdmaTxPdu& tx)
    {
        auto& frames = m_frames[1 - from];
        if (frames.size() == MAX_FRAMES)
        {
            frames.pop_front();
        }
        Frame frame{tx.pdu,
                    RdmaRxInfo(),
                    m_now + LEAST_DELAY,
                    IsRdmaWrite(tx.pdu.opcode) && tx.trimmable};
        frame.rx.entropy = tx.entropy;
        frame.rx.port = tx.port;
        frames.push_back(frame);
        if (FUZZ_TRACE)
        {
            Trace(from, "sends", frame);
        }
    }

    /**
     * Serve the outputs of an end, as a NIC does after every input.
     * @param who the end
     */
    void Drain(uint32_t who)
    {
        RdmaTxPdu tx;
        uint32_t count = 0;
        for (; m_ends[who]->TakeControl(m_now, tx); ++count)
        {
            FUZZ_DEMAND(count < MAX_BURST, "control PDUs without end: " << *m_ends[who]);
            Carry(who, tx);
        }
        m_ends[who]->EndControl();
        m_ends[who]->TakeNews(m_now, *m_ends[1 - who]);
        m_ends[who]->EndDrain(m_now);
    }

    /**
     * @param who receiving or sending end
     * @param what event
     * @param frame the frame
     */
    void Trace(uint32_t who, const char* what, const Frame& frame) const
    {
        const RdmaPdu& pdu = frame.pdu;
        std::cerr << m_now.GetNs() << " ns: " << who << " " << what << " opcode 0x" << std::hex
                  << static_cast<uint32_t>(pdu.opcode) << " EV 0x" << frame.rx.entropy << std::dec
                  << " PSN " << pdu.psn << (pdu.ackRequest ? " A" : "") << (pdu.rtx ? " rtx" : "")
                  << (frame.rx.ce ? " CE" : "")
                  << (frame.rx.trim != RdmaTrim::NONE ? " trimmed" : "");
        if (pdu.opcode == RdmaOpcode::MRC_SACK)
        {
            std::cerr << " trigger " << pdu.sack.ackPsnOffset << " base " << pdu.sack.sackOffset
                      << " bitmap 0x" << std::hex << pdu.sack.bitmap << std::dec
                      << (pdu.sack.probe ? " probe" : "");
        }
        std::cerr << "\n";
    }

    /** @return a number that grows whenever a packet is received in order, or known to be */
    RdmaPsnSeq GetProgress()
    {
        RdmaPsnSeq sum = 0;
        for (auto& end : m_ends)
        {
            sum += end->Qp().GetResponder().GetCackPsn();
            sum += end->Qp().GetRequester().GetScoreboard().GetFirst();
            sum += static_cast<RdmaPsnSeq>(end->GetSent());
        }
        return sum;
    }

    /** @return time of the next wake-up of both ends */
    RdmaTick GetNextWakeup() const
    {
        return std::min(m_ends[0]->Qp().NextWakeup(), m_ends[1]->Qp().NextWakeup());
    }

    /** Repair the network: everything completes, or a QP has given up. */
    void Settle()
    {
        for (uint32_t who = 0; who < 2; ++who)
        {
            Repair(who);
        }
        uint32_t rounds = 0;
        RdmaPsnSeq before = GetProgress();
        const bool mayStall = m_corrupting || m_ends[0]->MayStall();
        while (IsUnsettled())
        {
            if (++rounds > (mayStall ? STALLED_ROUNDS : MAX_ROUNDS))
            {
                FUZZ_DEMAND(mayStall, "no end: " << *m_ends[0] << "\n" << *m_ends[1]);
                return;
            }
            if (GetProgress() != before)
            {
                before = GetProgress();
                rounds = 0;
            }
            const bool asleep = GetNextWakeup().IsMax();
            if (!Exchange(1))
            {
                FUZZ_DEMAND(!asleep || mayStall,
                            "waits for no event: " << *m_ends[0] << "\n"
                                                   << *m_ends[1]);
                PassToWakeup();
            }
            m_ends[0]->Check();
            m_ends[1]->Check();
        }
        const bool dead = m_ends[0]->Qp().IsError() || m_ends[1]->Qp().IsError();
        for (uint32_t who = 0; who < 2; ++who)
        {
            TransportEnd& end = *m_ends[who];
            if (end.Qp().IsError())
            {
                end.CheckFlushed();
            }
            else if (!dead && !m_corrupting)
            {
                end.CheckIdle();
                FUZZ_DEMAND(end.GetDelivered() == m_ends[1 - who]->GetPosted().size(), end);
            }
        }
    }

    /** @param who end whose ports and EVs are all repaired */
    void Repair(uint32_t who)
    {
        TransportEnd& end = *m_ends[who];
        for (uint32_t port = 0; port < m_planes; ++port)
        {
            if (!(end.GetPortsUp() >> port & 1))
            {
                end.SetPort(m_now, static_cast<uint8_t>(port), true);
            }
            for (const uint32_t ev : end.Qp().GetEvTable().GetEvs(port))
            {
                end.ChangeEv(m_now, {MrcEvChange::Kind::ENABLE, ev});
            }
        }
        end.SetPeerPorts(m_now, 0xFF);
        end.SetTrouble(m_now, std::nullopt, 0, 0);
        end.PostRecv(m_now, static_cast<uint32_t>(m_ends[1 - who]->GetPosted().size()));
        Drain(who);
    }

    /** @return true if an end still waits for something that can arrive */
    bool IsUnsettled() const
    {
        const bool busy = m_ends[0]->Qp().IsBusy() || m_ends[1]->Qp().IsBusy();
        const bool dead = m_ends[0]->Qp().IsError() || m_ends[1]->Qp().IsError();
        return busy && !dead;
    }

    FuzzInput& m_input;                                  ///< source of choices
    bool m_corrupting;                                   ///< fields of PDUs may change
    uint32_t m_pathMtuBytes{0};                          ///< payload of a full packet, B
    uint32_t m_planes{1};                                ///< ports of a NIC
    RdmaTick m_baseRtt;                                  ///< as configured
    RdmaTick m_now;                                      ///< the time
    std::array<std::unique_ptr<TransportEnd>, 2> m_ends; ///< the transports
    std::array<std::deque<Frame>, 2> m_frames;           ///< in flight, by receiver
};

} // namespace ns3

#endif // TRANSPORT_PAIR_H
