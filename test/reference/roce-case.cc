/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fuzz/fuzz-attributes.h"
#include "../fuzz/fuzz-input.h"
#include "../policy/creatable-types.h"
#include "roce-end.h"
#include "transcript-case.h"

#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/rdma-psn.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Maximum number of messages of one direction.
constexpr uint32_t MAX_MESSAGES = 60;
/// Rate of the ports, bit/s.
constexpr uint64_t LINE_RATE = 400000000000;
/// Minimum delay of a frame.
constexpr RdmaTick LEAST_DELAY = RdmaTick::Ns(400);
/// Number of packets of a paced burst.
constexpr uint32_t PACED_PACKETS = 32;
/// Longest gap between packets of a paced burst.
constexpr RdmaTick LONGEST_GAP = RdmaTick::Ns(300);
/// Rounds at the end of an input: enough for most QPs to complete or to fail.
constexpr uint32_t LAST_ROUNDS = 100;

/// A frame in flight.
struct RoceFrame
{
    RdmaPdu pdu;       ///< the PDU
    RdmaRxInfo rx;     ///< how it arrives
    RdmaTick earliest; ///< earliest time of arrival
};

/**
 * Two RoCE transports and a network that the input controls. A QP has one path, so the frames of a
 * class keep their order; those of the control class may overtake data. The network loses, repeats
 * and marks frames, and ports go down.
 */
class RocePair
{
  public:
    /** @param input source of all choices */
    explicit RocePair(FuzzInput& input)
        : m_input(input)
    {
        auto parameters = CreateObject<RoceQpParameters>();
        SetAttributes(input, *parameters, {"PathMtu", "Reliability"});
        m_pathMtuBytes = input.Pick({256U, 1024U, 4096U});
        m_selective = input.Chance(128);
        parameters->SetAttribute("PathMtu", UintegerValue(m_pathMtuBytes));
        parameters->SetAttribute("Reliability",
                                 StringValue(m_selective ? "selective-repeat" : "go-back-n"));
        const RdmaTick baseRtt = RdmaTick::Us(input.Pick({10, 2, 100}));
        RoceQpConfig config = parameters->MakeConfig(baseRtt);
        config.lineRateBps = LINE_RATE;
        config.baseRtt = baseRtt;
        const std::array<uint32_t, 2> psns{FirstPsn(), FirstPsn()};
        for (uint32_t who = 0; who < 2; ++who)
        {
            config.localQpn = 0xa0 + who;
            config.peerQpn = 0xa1 - who;
            config.sqPsn = psns[who];
            config.rqPsn = psns[1 - who];
            config.udpSourcePort = static_cast<uint16_t>(0xC000 + who);
            m_ends[who] = std::make_unique<RoceEnd>(who, *parameters, config, MakeControl());
            m_ends[who]->PostRecv(m_now, input.Pick({4U, 20U, 0U}));
        }
    }

    /** Execute all steps of the input. */
    void Run()
    {
        while (!m_input.IsEmpty())
        {
            Step();
        }
        Settle();
        for (const auto& end : m_ends)
        {
            end->End(m_now);
        }
    }

  private:
    /** @return a controller of a random class, with random attributes */
    Ptr<RoceRateControl> MakeControl()
    {
        static const std::vector<std::string> NAMES = ListCreatable(RoceRateControl::GetTypeId());
        const auto number = m_input.Below(static_cast<uint32_t>(NAMES.size()));
        const auto control = ObjectFactory(NAMES[number]).Create<RoceRateControl>();
        SetAttributes(m_input, *control);
        return control;
    }

    /** @return a first PSN, often such that it wraps soon */
    uint32_t FirstPsn()
    {
        return m_input.Pick({0U, RDMA_PSN_MASK, RDMA_PSN_MASK - 60, 1U << 23});
    }

    /** Execute one step, chosen by the next bytes of the input. */
    void Step()
    {
        const uint8_t what = m_input.TakeByte();
        const uint32_t who = what & 1;
        switch ((what >> 1) % 16)
        {
        case 0:
        case 1:
            Post(who);
            break;
        case 2:
        case 3:
            Transmit(who, 1 + m_input.Below(16));
            break;
        case 4:
        case 5:
            for (uint32_t n = 1 + m_input.Below(16); n > 0; --n)
            {
                Deliver(who, DrawClass());
            }
            break;
        case 6:
            Lose(who, DrawClass());
            break;
        case 7:
            Repeat(who, DrawClass());
            break;
        case 8:
            Mark(who);
            break;
        case 9:
            SetPort(who, m_input.Chance(192));
            break;
        case 10:
            Pass(RdmaTick::Ns(m_input.TakeWord()));
            break;
        case 11:
            Pass(RdmaTick::Us(4 * m_input.TakeByte()));
            break;
        case 12:
        case 13:
            PassToWakeup();
            break;
        case 14:
            Exchange();
            break;
        default:
            m_ends[who]->PostRecv(m_now, m_input.Below(4));
            Drain(who);
            break;
        }
    }

    /** @return a class of frames */
    RdmaClass DrawClass()
    {
        return m_input.Chance(128) ? RdmaClass::CONTROL : RdmaClass::DATA;
    }

    /**
     * @param who receiving end
     * @param cls class
     * @return its frames in flight
     */
    std::deque<RoceFrame>& Frames(uint32_t who, RdmaClass cls)
    {
        return m_frames[who][cls == RdmaClass::CONTROL ? 0 : 1];
    }

    /** @param who end that posts a message */
    void Post(uint32_t who)
    {
        if (m_posted[who] == MAX_MESSAGES)
        {
            return;
        }
        RdmaWorkRequest work;
        const uint32_t size = m_input.TakeByte();
        work.remoteVa = 0x7f0000000000 + m_posted[who] * 0x1000000ULL;
        work.rkey = 0x1234;
        work.wrId = 1000 + m_posted[who]++;
        if (!m_selective) // which supports WRITEs only
        {
            work.operation = m_input.Pick({RdmaOperation::WRITE,
                                           RdmaOperation::WRITE,
                                           RdmaOperation::SEND,
                                           RdmaOperation::READ});
        }
        work.hasImmediate = work.operation != RdmaOperation::READ && m_input.Chance(64);
        work.immediate = work.hasImmediate ? 0xabc00 + m_posted[who] : 0;
        work.bytes = size < 200 ? size * 41 + !work.hasImmediate : (size - 199) * m_pathMtuBytes;
        m_ends[who]->Post(m_now, work);
        Drain(who);
    }

    /**
     * Offer the port.
     * @param who end that transmits
     * @param count maximum number of packets
     */
    void Transmit(uint32_t who, uint32_t count)
    {
        RdmaTxPdu tx;
        for (; count > 0 && m_ends[who]->IsUp() && m_ends[who]->Offer(m_now, 1, tx); --count)
        {
            Carry(who, tx);
            Drain(who);
        }
    }

    /**
     * Send a frame into the network.
     * @param from sending end
     * @param tx the frame
     */
    void Carry(uint32_t from, const RdmaTxPdu& tx)
    {
        RoceFrame frame{tx.pdu, RdmaRxInfo(), m_now + LEAST_DELAY};
        frame.rx.entropy = tx.entropy;
        frame.rx.port = tx.port;
        Frames(1 - from, tx.cls).push_back(frame);
    }

    /** @param who end whose outputs are taken */
    void Drain(uint32_t who)
    {
        m_ends[who]->Drain(m_now, [this, who](const RdmaTxPdu& tx) { Carry(who, tx); });
    }

    /**
     * Deliver the oldest frame.
     * @param who receiving end
     * @param cls its class
     */
    void Deliver(uint32_t who, RdmaClass cls)
    {
        auto& frames = Frames(who, cls);
        if (frames.empty())
        {
            return;
        }
        const RoceFrame frame = frames.front();
        frames.pop_front();
        if (m_now < frame.earliest)
        {
            Pass(frame.earliest - m_now);
        }
        if (m_ends[who]->IsUp())
        {
            m_ends[who]->Receive(m_now, frame.pdu, frame.rx);
            Drain(who);
        }
    }

    /**
     * Lose a frame.
     * @param who end that would have received it
     * @param cls its class
     */
    void Lose(uint32_t who, RdmaClass cls)
    {
        auto& frames = Frames(who, cls);
        const uint32_t index = m_input.Chance(128) ? 0 : m_input.TakeByte();
        if (!frames.empty())
        {
            frames.erase(frames.begin() + index % frames.size());
        }
    }

    /**
     * Repeat a frame right after itself.
     * @param who end that receives it twice
     * @param cls its class
     */
    void Repeat(uint32_t who, RdmaClass cls)
    {
        auto& frames = Frames(who, cls);
        const uint32_t index = m_input.TakeByte();
        if (!frames.empty())
        {
            const auto at = frames.begin() + index % frames.size();
            const RoceFrame frame = *at;
            frames.insert(at, frame);
        }
    }

    /** @param who end that receives a data frame with CE */
    void Mark(uint32_t who)
    {
        auto& frames = Frames(who, RdmaClass::DATA);
        const uint32_t index = m_input.TakeByte();
        if (!frames.empty())
        {
            frames[index % frames.size()].rx.ce = true;
        }
    }

    /**
     * @param who end whose port changes
     * @param up its new state
     */
    void SetPort(uint32_t who, bool up)
    {
        if (m_ends[who]->IsUp() != up)
        {
            m_ends[who]->SetPort(m_now, up);
            Drain(who);
        }
    }

    /** @param span time that passes, with a wake-up at its end at most */
    void Pass(RdmaTick span)
    {
        m_now += span;
        for (uint32_t who = 0; who < 2; ++who)
        {
            m_ends[who]->Wake(m_now);
            Drain(who);
        }
    }

    /** @return time of the next wake-up of both ends */
    RdmaTick GetNextWakeup() const
    {
        return std::min(m_ends[0]->Qp().NextWakeup(), m_ends[1]->Qp().NextWakeup());
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

    /** Send packets, paced as the QPs demand, and deliver everything in flight. */
    void Exchange()
    {
        for (uint32_t turn = 0; turn < PACED_PACKETS; ++turn)
        {
            Transmit(0, UINT32_MAX);
            Transmit(1, UINT32_MAX);
            if (GetNextWakeup() - m_now > LONGEST_GAP)
            {
                break;
            }
            PassToWakeup();
        }
        Pass(LEAST_DELAY);
        for (uint32_t who = 0; who < 2; ++who)
        {
            for (const auto cls : {RdmaClass::CONTROL, RdmaClass::DATA})
            {
                for (std::size_t n = Frames(who, cls).size(); n > 0; --n)
                {
                    Deliver(who, cls);
                }
            }
        }
    }

    /** Repair the network, and let most QPs complete or fail. */
    void Settle()
    {
        for (uint32_t who = 0; who < 2; ++who)
        {
            SetPort(who, true);
            m_ends[who]->PostRecv(m_now, m_posted[1 - who]);
            Drain(who);
        }
        const auto isBusy = [](const auto& end) { return end->Qp().IsBusy(); };
        for (uint32_t round = 0; round < LAST_ROUNDS; ++round)
        {
            if (std::none_of(m_ends.begin(), m_ends.end(), isBusy))
            {
                return;
            }
            Exchange();
            PassToWakeup();
        }
    }

    FuzzInput& m_input;                             ///< source of choices
    uint32_t m_pathMtuBytes{0};                     ///< payload of a full packet, B
    bool m_selective{false};                        ///< selective repeat
    RdmaTick m_now;                                 ///< the time
    std::array<uint32_t, 2> m_posted{};             ///< messages posted
    std::array<std::unique_ptr<RoceEnd>, 2> m_ends; ///< the transports
    /// In flight, by receiver and class: control, data.
    std::array<std::array<std::deque<RoceFrame>, 2>, 2> m_frames;
};

} // namespace

void
TranscribeRoce(const TranscriptCase& c)
{
    PrintTranscriptLine(c.Begin());
    FuzzInput input(c.bytes.data(), c.bytes.size());
    RocePair(input).Run();
}

} // namespace ns3
