/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"
#include "rdma-pair-driver.h"

#include "ns3/mrc-nscc.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/*
 * Two transports exchange messages through a pipe that delays, loses, trims, duplicates and marks
 * packets, and reorders between EVs but never on one EV of one class. After every step the counters
 * must balance.
 */

using namespace ns3;

namespace
{

/// Effects of the pipe on packets.
struct PipeSpec
{
    std::string name;             ///< name of the test
    double loss{0};               ///< probability for any packet, control included
    double trim{0};               ///< probability for writes
    double duplicate{0};          ///< probability for any packet
    double mark{0};               ///< probability for data
    uint32_t planes{2};           ///< NIC ports
    uint32_t paths{16};           ///< uplinks
    int64_t jitterNs{2000};       ///< an EV's delay is 4 us + up to this, drawn again at times
    bool ports{false};            ///< ports of both ends go down and up
    bool deadPath{false};         ///< one uplink of plane 0 drops all packets
    uint32_t sackThreshold{4096}; ///< B
    uint32_t mprUnits{8};         ///< PSN window, units of 128
};

std::ostream&
operator<<(std::ostream& os, const PipeSpec& spec)
{
    return os << spec.name;
}

constexpr uint32_t PATH_MTU = 1024; ///< small packets, so that messages have many

/// One end and its state in the test.
struct End
{
    std::unique_ptr<MrcTransport> qp;
    Ptr<MrcCongestionControl> controller;
    std::vector<uint64_t> posted;                 ///< sizes of messages posted
    uint64_t immediates{0};                       ///< of these, with immediate data
    uint64_t sent{0};                             ///< SENT completions
    uint64_t received{0};                         ///< RECEIVED completions
    uint64_t delivered{0};                        ///< DELIVERED completions
    uint64_t deliveredBytes{0};                   ///< bytes of the messages delivered
    std::map<uint32_t, std::vector<bool>> placed; ///< bytes placed, by message, per packet
};

class MrcStressTest : public testing::TestWithParam<std::tuple<PipeSpec, bool>>,
                      protected mrctest::RdmaPairDriver
{
  protected:
    void SetUp() override
    {
        m_spec = std::get<0>(GetParam());
        // --gtest_random_seed=N selects another random history.
        m_rng.seed(2026 + static_cast<uint32_t>(GTEST_FLAG_GET(random_seed)));
        MakeEnd(0);
        MakeEnd(1);
    }

    void MakeEnd(uint32_t who)
    {
        End& end = m_ends[who];
        const bool second = who == 1;
        const bool real = std::get<1>(GetParam());
        MrcTransportSetup setup;
        auto parameters = CreateObject<MrcQpParameters>();
        parameters->SetAttribute("PathMtu", UintegerValue(PATH_MTU));
        parameters->SetAttribute("SackThresholdBytes", UintegerValue(m_spec.sackThreshold));
        parameters->SetAttribute("Mpr", UintegerValue(m_spec.mprUnits));
        setup.qp = parameters->MakeConfig({RdmaTick::Us(9)});
        setup.qp.localQpn = second ? 12 : 11;
        setup.qp.peerQpn = second ? 11 : 12;
        setup.qp.sqPsn = second ? RDMA_PSN_MASK - 300 : 0;
        setup.qp.rqPsn = second ? 0 : RDMA_PSN_MASK - 300;
        setup.path.rateBps = 100000000000ULL * m_spec.planes;
        setup.path.baseRtt = RdmaTick::Us(9);
        setup.path.planes = m_spec.planes;
        setup.path.trimming = m_spec.trim > 0;
        setup.pathsPerPlane = m_spec.paths;
        auto evs = CreateObject<MrcEvParameters>();
        evs->SetAttribute("EvProbeInterval", TimeValue(MicroSeconds(100)));
        setup.evParameters = evs;
        setup.rng = CreateObject<UniformRandomVariable>();
        setup.rng->SetStream(second ? 5 : 6);
        if (real)
        {
            setup.controller = CreateObject<MrcNscc>();
            setup.selector = CreateObject<MrcSpraySelector>();
        }
        else
        {
            auto window = CreateObject<ScriptedWindow>();
            window->cwnd = 60 * MrcNominalBytes(PATH_MTU);
            setup.controller = window;
            auto selector = CreateObject<ScriptedSelector>();
            for (uint32_t path = 0; path < m_spec.paths; ++path)
            {
                for (uint32_t plane = 0; plane < m_spec.planes; ++plane)
                {
                    selector->evs.push_back(MrcEv::Pack(plane, path));
                }
            }
            setup.selector = selector;
        }
        end.controller = setup.controller;
        end.qp = std::make_unique<MrcTransport>(setup);
        ASSERT_TRUE(end.qp->Connect(RdmaTick(), MakeMrcTwinOffer(setup.qp, 1)).IsOk());
        Plug(who, *end.qp, (1U << m_spec.planes) - 1);
    }

    double Dice()
    {
        return std::uniform_real_distribution<double>(0, 1)(m_rng);
    }

    void Post(uint32_t who)
    {
        End& end = m_ends[who];
        static constexpr std::array<uint64_t, 7> SIZES{0, 1, 1023, 1024, 5000, 40960, 300001};
        RdmaWorkRequest wr;
        wr.bytes = SIZES[m_rng() % SIZES.size()];
        wr.hasImmediate = wr.bytes == 0 || m_rng() % 4 == 0;
        wr.immediate = static_cast<uint32_t>(end.posted.size());
        if (wr.hasImmediate)
        {
            ++end.immediates;
            m_ends[1 - who].qp->PostRecv(m_now, 0);
            Drain(1 - who);
        }
        end.posted.push_back(wr.bytes);
        end.qp->PostSend(m_now, wr);
        Drain(who);
        CheckBooks(end);
    }

    /// A frame enters the pipe.
    mrctest::WireFate Carry(uint32_t from, const RdmaTxPdu& tx, RdmaTick /* gone */) override
    {
        CheckSent(from, tx);
        mrctest::WireFate fate;
        fate.copies = Dice() < m_spec.duplicate ? 2 : 1;
        const bool dead = m_spec.deadPath && tx.entropy == MrcEv::Pack(0, 1);
        if (dead || Dice() < m_spec.loss)
        {
            fate.copies = 0;
            return fate;
        }
        bool express = tx.cls == RdmaClass::CONTROL;
        if (IsRdmaWrite(tx.pdu.opcode) && Dice() < m_spec.trim)
        {
            fate.trim = Dice() < 0.5 ? RdmaTrim::FABRIC : RdmaTrim::LASTHOP;
            express = true;
        }
        fate.ce = tx.ectCapable && !express && Dice() < m_spec.mark;
        // One delay per EV and class, which changes slowly; packets on it keep their order.
        auto& path = m_paths[{from, tx.entropy, express}];
        if (Dice() < 0.05)
        {
            path.first = RdmaTick::Ns(static_cast<int64_t>(m_rng() % (m_spec.jitterNs + 1)));
        }
        fate.arrival = m_now + RdmaTick::Us(4) + (express ? RdmaTick() : path.first);
        fate.arrival = std::max(fate.arrival, path.second);
        path.second = fate.arrival;
        return fate;
    }

    void CheckSent(uint32_t from, const RdmaTxPdu& tx)
    {
        const bool data = tx.cls == RdmaClass::DATA;
        ASSERT_EQ(tx.port, MrcEv::Plane(tx.entropy));
        ASSERT_TRUE(GetPortsUp(from) >> tx.port & 1) << "sent on a port that is down";
        ASSERT_EQ(tx.ectCapable, data);
        ASSERT_TRUE(data || !IsRdmaWrite(tx.pdu.opcode));
        if (IsRdmaWrite(tx.pdu.opcode))
        {
            const MrcCongestionControl& controller = *m_ends[from].controller;
            const bool immediate = HasRdmaImmediate(tx.pdu.opcode);
            const int64_t before = controller.GetInflightBytes() -
                                   MrcNominalBytes(tx.pdu.write.payloadBytes, false, immediate);
            ASSERT_LE(before, static_cast<int64_t>(controller.GetCwndBytes()));
        }
    }

    RdmaTick GetLineTime(const RdmaTxPdu&) const override
    {
        return RdmaTick::Ns(96);
    }

    /// A frame leaves the pipe.
    void Deliver(const Flight& flight) override
    {
        End& end = m_ends[flight.to];
        if (!(GetPortsUp(flight.to) >> flight.rx.port & 1))
        {
            return;
        }
        const uint64_t before = end.qp->GetCounters().rxAccepted;
        RdmaPairDriver::Deliver(flight);
        if (end.qp->GetCounters().rxAccepted != before)
        {
            CheckAccepted(flight);
        }
    }

    /// Check that the packet of this message arrives for the first time, with the right contents.
    void CheckAccepted(const Flight& flight)
    {
        const RdmaWritePdu& write = flight.pdu.write;
        const uint64_t message = write.msn;
        ASSERT_LT(message, m_ends[1 - flight.to].posted.size());
        const uint64_t bytes = m_ends[1 - flight.to].posted[message];
        ASSERT_LE(write.va + write.payloadBytes, bytes);
        auto& packets = m_ends[flight.to].placed[static_cast<uint32_t>(message)];
        packets.resize(CountRdmaPackets(bytes, PATH_MTU));
        const uint64_t index = write.va / PATH_MTU;
        ASSERT_FALSE(packets[index]) << "placed twice";
        packets[index] = true;
        ASSERT_EQ(write.payloadBytes, std::min<uint64_t>(PATH_MTU, bytes - write.va));
        ASSERT_EQ(IsRdmaLastOfMessage(flight.pdu.opcode), index + 1 == packets.size());
    }

    void OnCompletion(uint32_t who, const RdmaCompletion& completion) override
    {
        End& end = m_ends[who];
        if (completion.kind == RdmaCompletion::Kind::SENT)
        {
            ASSERT_EQ(completion.message, end.sent++);
            ASSERT_LT(completion.message,
                      std::as_const(*m_ends[1 - who].qp).GetResponder().GetDelivered());
            const uint64_t packets = CountRdmaPackets(end.posted[completion.message], PATH_MTU);
            ASSERT_EQ(completion.stats.packets - completion.stats.retransmits, packets);
            return;
        }
        if (completion.kind == RdmaCompletion::Kind::RECEIVED)
        {
            ++end.received;
            ASSERT_EQ(completion.immediate, completion.message);
            ASSERT_EQ(completion.bytes, m_ends[1 - who].posted[completion.message]);
            return;
        }
        ASSERT_EQ(completion.kind, RdmaCompletion::Kind::DELIVERED);
        ASSERT_EQ(completion.message, end.delivered++);
        end.deliveredBytes += m_ends[1 - who].posted[completion.message];
        const auto& packets = end.placed[static_cast<uint32_t>(completion.message)];
        ASSERT_EQ(std::count(packets.begin(), packets.end(), false), 0);
        end.placed.erase(static_cast<uint32_t>(completion.message));
    }

    void OnEvent(uint32_t, const RdmaEvent& event) override
    {
        ASSERT_NE(event.kind, RdmaEvent::Kind::QP_ERROR);
    }

    void AddProblem(uint32_t who, const std::string& what) override
    {
        FAIL() << what << ": " << m_ends[who].qp->Describe(m_now);
    }

    void CheckBooks(const End& end)
    {
        const MrcScoreboard& board = end.qp->GetRequester().GetScoreboard();
        ASSERT_LE(board.GetEnd() - board.GetFirst(), 128 * m_spec.mprUnits);
        // A packet that was declared lost, but whose arrival rcvd_bytes already includes, is
        // subtracted twice until its late acknowledgment or its retransmission balances it.
        int64_t early = 0;
        int64_t outstanding = 0;
        for (RdmaPsnSeq psn = board.GetFirst(); psn < board.GetEnd(); ++psn)
        {
            const MrcTxRecord& r = board.At(psn);
            early += r.state == MrcTxState::LOST ? r.nominalBytes : 0;
            outstanding += r.state == MrcTxState::OUTSTANDING ? r.nominalBytes : 0;
        }
        const int64_t inflight = end.controller->GetInflightBytes();
        ASSERT_GE(inflight, -255 - early);
        const auto& counters = end.qp->GetCounters();
        ASSERT_EQ(counters.rxDataPackets,
                  counters.rxAccepted + counters.rxDuplicates + counters.rxDiscarded);
        if (!end.qp->IsBusy())
        {
            ASSERT_EQ(outstanding, 0);
            ASSERT_GE(inflight, -255);
            ASSERT_LE(inflight, 0);
        }
    }

    /// Advance to the next event of any kind, at most by 1 us.
    void Advance()
    {
        m_now = std::min(GetNext(), m_now + RdmaTick::Us(1));
        Step();
        if (m_spec.ports && m_rng() % 2000 == 0)
        {
            TogglePort();
        }
        CheckBooks(m_ends[0]);
        CheckBooks(m_ends[1]);
    }

    void TogglePort()
    {
        const uint32_t who = m_rng() % 2;
        const auto port = static_cast<uint8_t>(m_rng() % m_spec.planes);
        const uint32_t ports = GetPortsUp(who) ^ 1U << port;
        if (ports == 0)
        {
            return; // one port always works
        }
        SetPortsUp(who, ports);
        m_ends[who].qp->OnPortStatus(m_now, port, ports >> port & 1);
        Drain(who);
    }

    PipeSpec m_spec;
    std::array<End, 2> m_ends;
    std::mt19937 m_rng;
    /// By direction, EV and class: current extra delay, latest arrival.
    std::map<std::tuple<uint32_t, uint32_t, bool>, std::pair<RdmaTick, RdmaTick>> m_paths;
};

TEST_P(MrcStressTest, EveryByteArrivesOnceAndEveryCompletionComesInOrder)
{
    constexpr std::size_t MESSAGES = 200;
    while (!HasFatalFailure())
    {
        for (const uint32_t who : {0, 1})
        {
            if (m_ends[who].posted.size() < MESSAGES && m_rng() % 300 == 0)
            {
                Post(who);
            }
        }
        Advance();
        const bool posted =
            m_ends[0].posted.size() == MESSAGES && m_ends[1].posted.size() == MESSAGES;
        if (posted && !m_ends[0].qp->IsBusy() && !m_ends[1].qp->IsBusy() && IsWireEmpty())
        {
            break;
        }
        ASSERT_LT(m_now, RdmaTick::Ms(400)) << m_ends[0].qp->Describe(m_now) << "\n"
                                            << m_ends[1].qp->Describe(m_now);
    }
    for (uint32_t who = 0; who < 2; ++who)
    {
        EXPECT_EQ(m_ends[who].sent, MESSAGES);
        EXPECT_EQ(m_ends[who].delivered, MESSAGES);
        EXPECT_EQ(m_ends[who].received, m_ends[1 - who].immediates);
        const auto& sender = m_ends[who].qp->GetCounters();
        const auto& receiver = m_ends[1 - who].qp->GetCounters();
        EXPECT_EQ(sender.bytesPosted, receiver.bytesDelivered);
        EXPECT_EQ(sender.dataPackets - sender.retransmits, receiver.rxAccepted);
        EXPECT_EQ(m_ends[1 - who].deliveredBytes, receiver.bytesDelivered);
        if (m_spec.loss == 0 && m_spec.trim == 0 && !m_spec.deadPath && !m_spec.ports)
        {
            EXPECT_EQ(sender.retransmits, 0u) << "nothing was lost";
            EXPECT_EQ(sender.evRetired, 0u);
        }
    }
}

std::vector<PipeSpec>
Pipes()
{
    const auto make = [](const char* name, auto change) {
        PipeSpec spec;
        spec.name = name;
        change(spec);
        return spec;
    };
    return {
        make("Clean", [](PipeSpec&) {}),
        make("Duplicating", [](PipeSpec& s) { s.duplicate = 0.05; }),
        make("Lossy", [](PipeSpec& s) { s.loss = 0.01; }),
        make("VeryLossy", [](PipeSpec& s) { s.loss = 0.2; }),
        make("Trimming", [](PipeSpec& s) { s.trim = 0.2; }),
        make("Reordering", [](PipeSpec& s) { s.jitterNs = 10000; }),
        make("MoreReorderingThanTheReoWindow",
             [](PipeSpec& s) {
                 s.jitterNs = 60000;
                 s.trim = 0.01;
             }),
        make("OnePlaneOnePath",
             [](PipeSpec& s) {
                 s.planes = 1;
                 s.paths = 1;
                 s.loss = 0.02;
             }),
        make("EightPlanes",
             [](PipeSpec& s) {
                 s.planes = 8;
                 s.loss = 0.005;
                 s.mark = 0.2;
             }),
        make("DeadPath", [](PipeSpec& s) { s.deadPath = true; }),
        make("FlappingPorts",
             [](PipeSpec& s) {
                 s.planes = 4;
                 s.ports = true;
             }),
        make("FewSacks",
             [](PipeSpec& s) {
                 s.sackThreshold = 16384;
                 s.loss = 0.01;
             }),
        make("SmallWindow",
             [](PipeSpec& s) {
                 s.mprUnits = 1;
                 s.loss = 0.02;
                 s.jitterNs = 8000;
             }),
        make("Everything",
             [](PipeSpec& s) {
                 s.planes = 4;
                 s.loss = 0.03;
                 s.trim = 0.05;
                 s.duplicate = 0.03;
                 s.mark = 0.1;
                 s.jitterNs = 20000;
                 s.ports = true;
                 s.deadPath = true;
             }),
    };
}

INSTANTIATE_TEST_SUITE_P(Pipes,
                         MrcStressTest,
                         testing::Combine(testing::ValuesIn(Pipes()), testing::Bool()),
                         [](const auto& info) {
                             return std::get<0>(info.param).name +
                                    (std::get<1>(info.param) ? "RealPolicies" : "ScriptedPolicies");
                         });

} // namespace
