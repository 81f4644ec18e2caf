/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAIR_FIXTURE_H
#define MRC_PAIR_FIXTURE_H

#include "mrc-transport-fixture.h"
#include "rdma-pair-driver.h"

#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/**
 * @file
 * Two ends of a QP with a wire between them, on which a test can lose PDUs.
 */

namespace ns3
{

/**
 * Two QP ends, 0 and 1, 5 us apart, each configured as in MrcTransportFixture. PDUs arrive in the
 * order in which they were sent, unless the test changes that.
 */
class MrcPair : public testing::Test, protected mrctest::RdmaPairDriver
{
  protected:
    /// One end.
    struct End
    {
        MrcTransportSetup setup;                 ///< may be changed before Connect
        Ptr<ScriptedWindow> window;              ///< its controller
        std::unique_ptr<MrcTransport> qp;        ///< the QP
        std::vector<RdmaCompletion> completions; ///< all of them
        std::vector<RdmaEvent> events;           ///< all of them
        std::vector<RdmaTxPdu> sent;             ///< all PDUs sent
    };

    MrcPair()
    {
        for (const int i : {0, 1})
        {
            MrcTransportSetup& setup = m_ends[i].setup;
            setup.qp = CreateObject<MrcQpParameters>()->MakeConfig({RdmaTick::Us(10)});
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

    /// Negotiate as in the mrc reference, 1.3, and take both ends to RTS.
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

    /// Run for some time: PDUs arrive 5 us after their transmission, timers fire, completions are
    /// recorded.
    void Run(RdmaTick span)
    {
        const RdmaTick end = m_now + span;
        for (const int i : {0, 1})
        {
            Plug(i, Qp(i), 3); // tests also poll, and replace QPs
            Drain(i);
        }
        RunUntil(end);
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

    using Kind = RdmaCompletion::Kind;
    using Status = RdmaCompletion::Status;
    using Numbers = std::vector<uint64_t>;

    std::array<End, 2> m_ends;                              ///< both ends
    std::function<bool(int from, const RdmaTxPdu&)> m_lose; ///< true: the PDU is lost
    std::function<void(int from, const RdmaTxPdu&, mrctest::WireFate&)>
        m_change; ///< may change what happens to the PDU

  private:
    mrctest::WireFate Carry(uint32_t from, const RdmaTxPdu& tx, RdmaTick gone) override
    {
        m_ends[from].sent.push_back(tx);
        mrctest::WireFate fate{gone + RdmaTick::Us(5)};
        fate.copies = m_lose && m_lose(from, tx) ? 0 : 1;
        if (m_change)
        {
            m_change(from, tx, fate);
        }
        return fate;
    }

    void OnCompletion(uint32_t end, const RdmaCompletion& completion) override
    {
        m_ends[end].completions.push_back(completion);
    }

    void OnEvent(uint32_t end, const RdmaEvent& event) override
    {
        m_ends[end].events.push_back(event);
    }
};

} // namespace ns3

#endif // MRC_PAIR_FIXTURE_H
