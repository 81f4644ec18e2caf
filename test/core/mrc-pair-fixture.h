/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_FIXTURE_H
#define MRC_PAIR_FIXTURE_H

#include "../step-budget.h"
#include "mrc-transport-fixture.h"

#include <array>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/**
 * @file
 * Two ends of a QP and a wire between them that the test can cut.
 */

namespace ns3
{

/**
 * Two QP ends, 0 and 1, 5 us apart, each configured like MrcTransportFixture's. PDUs arrive in the
 * order in which they were sent, unless the test takes them away.
 */
class MrcPair : public testing::Test
{
  protected:
    /// One end.
    struct End
    {
        MrcTransportSetup setup;                 ///< change it before Connect
        Ptr<ScriptedWindow> window;              ///< its controller
        std::unique_ptr<MrcTransport> qp;        ///< the QP
        std::vector<RdmaCompletion> completions; ///< all of them
        std::vector<RdmaEvent> events;           ///< all of them
        std::vector<RdmaTxPdu> sent;             ///< all that it put on the wire
    };

    MrcPair()
    {
        for (const int i : {0, 1})
        {
            MrcTransportSetup& setup = m_ends[i].setup;
            setup.qp = CreateObject<MrcQpParameters>()->MakeConfig();
            setup.qp.sackThresholdBytes = 4096;
            setup.qp.localQpn = 0x10 + i;
            setup.qp.peerQpn = 0x11 - i;
            setup.path.rateBps = 200000000000;
            setup.path.baseRtt = RdmaTick::Us(10);
            setup.path.planes = 2;
            setup.pathsPerPlane = 8;
            setup.evParameters = CreateObject<MrcEvParameters>();
            setup.rng = CreateObject<UniformRandomVariable>();
            setup.rng->SetStream(1 + i);
            m_ends[i].window = CreateObject<ScriptedWindow>();
            setup.controller = m_ends[i].window;
            auto selector = CreateObject<ScriptedSelector>();
            selector->evs = {0x0000, 0x1000, 0x0001, 0x1001};
            setup.selector = selector;
        }
    }

    /// The exchange of MRC 1.0, 1.3, and both ends to RTS.
    void Connect()
    {
        for (const int i : {0, 1})
        {
            m_ends[i].qp = std::make_unique<MrcTransport>(m_ends[i].setup);
        }
        for (const int i : {0, 1})
        {
            const MrcQpOffer offer = MakeMrcQpOffer(m_ends[1 - i].setup.qp, 1 - i);
            const MrcVerbsResult result = m_ends[i].qp->Connect(m_now, offer);
            ASSERT_TRUE(result.IsOk()) << result.message;
        }
    }

    MrcTransport& Qp(int i)
    {
        return *m_ends[i].qp;
    }

    void Write(int from, uint64_t bytes, uint64_t wrId = 0)
    {
        RdmaWorkRequest wr;
        wr.bytes = bytes;
        wr.wrId = wrId;
        Qp(from).PostSend(m_now, wr);
    }

    void WriteImm(int from, uint64_t bytes, uint32_t immediate, uint64_t wrId = 0)
    {
        RdmaWorkRequest wr;
        wr.bytes = bytes;
        wr.hasImmediate = true;
        wr.immediate = immediate;
        wr.wrId = wrId;
        Qp(from).PostSend(m_now, wr);
    }

    /// Let time pass: what is sent arrives 5 us later, timers fire, completions are written down.
    void Run(RdmaTick span)
    {
        const RdmaTick end = m_now + span;
        Drain();
        for (mrctest::StepBudget steps; steps.Take();)
        {
            RdmaTick next = std::min(Qp(0).NextWakeup(), Qp(1).NextWakeup());
            if (!m_wire.empty())
            {
                next = std::min(next, m_wire.front().arrival);
            }
            if (next > end)
            {
                break;
            }
            m_now = std::max(m_now, next);
            while (!m_wire.empty() && m_wire.front().arrival <= m_now)
            {
                const Flight flight = m_wire.front();
                m_wire.pop_front();
                RdmaRxInfo rx;
                rx.entropy = flight.tx.entropy;
                rx.port = flight.tx.port;
                Qp(flight.to).OnPdu(m_now, flight.tx.pdu, rx);
            }
            for (const int i : {0, 1})
            {
                if (Qp(i).NextWakeup() <= m_now)
                {
                    Qp(i).OnTimeout(m_now);
                }
            }
            Drain();
        }
        m_now = end;
    }

    /// Completions of one kind at one end, as message numbers.
    std::vector<uint64_t> Messages(int at, RdmaCompletion::Kind kind) const
    {
        std::vector<uint64_t> messages;
        for (const RdmaCompletion& c : m_ends[at].completions)
        {
            if (c.kind == kind)
            {
                messages.push_back(c.message);
            }
        }
        return messages;
    }

    /// Completions of one kind at one end.
    std::vector<RdmaCompletion> Completions(int at, RdmaCompletion::Kind kind) const
    {
        std::vector<RdmaCompletion> found;
        for (const RdmaCompletion& c : m_ends[at].completions)
        {
            if (c.kind == kind)
            {
                found.push_back(c);
            }
        }
        return found;
    }

    /// PDUs of one opcode that an end has sent.
    std::vector<RdmaTxPdu> Sent(int from, RdmaOpcode opcode) const
    {
        std::vector<RdmaTxPdu> found;
        for (const RdmaTxPdu& tx : m_ends[from].sent)
        {
            if (tx.pdu.opcode == opcode)
            {
                found.push_back(tx);
            }
        }
        return found;
    }

    /// A PDU under way.
    struct Flight
    {
        RdmaTick arrival; ///< when it arrives
        int to;           ///< at which end
        RdmaTxPdu tx;     ///< what
    };

    using Kind = RdmaCompletion::Kind;
    using Status = RdmaCompletion::Status;
    using Numbers = std::vector<uint64_t>;

    std::array<End, 2> m_ends;                              ///< both ends
    RdmaTick m_now;                                         ///< the time
    std::deque<Flight> m_wire;                              ///< under way
    std::function<bool(int from, const RdmaTxPdu&)> m_lose; ///< true: the PDU is lost

  private:
    /// Take everything out of both ends.
    void Drain()
    {
        for (const int i : {0, 1})
        {
            RdmaTxPdu tx;
            for (mrctest::StepBudget steps; (Qp(i).PollControl(m_now, tx) ||
                                             Qp(i).PollTransmit(m_now, 3, tx) == RdmaPoll::PDU) &&
                                            steps.Take();)
            {
                m_ends[i].sent.push_back(tx);
                if (!m_lose || !m_lose(i, tx))
                {
                    m_wire.push_back({m_now + RdmaTick::Us(5), 1 - i, tx});
                }
            }
            RdmaCompletion completion;
            while (Qp(i).PollCompletion(completion))
            {
                m_ends[i].completions.push_back(completion);
            }
            RdmaEvent event;
            while (Qp(i).PollEvent(event))
            {
                m_ends[i].events.push_back(event);
            }
        }
    }
};

} // namespace ns3

#endif // MRC_PAIR_FIXTURE_H
