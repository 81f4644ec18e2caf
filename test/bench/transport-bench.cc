/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * The two halves of an MRC QP, from the packet to its SACK, without a network.
 */

#include "ns3/mrc-nscc.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/mrc-transport.h"

#include <array>
#include <benchmark/benchmark.h>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t BATCH = 128;                    ///< packets of a message; they fit the window
constexpr uint32_t PATH_MTU = 4096;                ///< payload of a packet, B
constexpr RdmaTick PACKET_TIME = RdmaTick::Ns(85); ///< of a full packet at 400 Gb/s
constexpr RdmaTick ONE_WAY = RdmaTick::Us(10);     ///< half of a round trip

/// The half that is measured; the other one works while the clock is stopped.
enum class Half
{
    REQUESTER, ///< chooses paths and sends, processes SACKs
    RESPONDER  ///< receives packets, makes SACKs
};

/// Two ends of a QP, and the packets in flight between them.
class Pair
{
  public:
    /**
     * @param state of the benchmark
     * @param half the half that is measured
     */
    Pair(benchmark::State& state, Half half)
        : m_state(state),
          m_half(half)
    {
        std::array<MrcTransportSetup, 2> setups{MakeSetup(0), MakeSetup(1)};
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_qps[i] = std::make_unique<MrcTransport>(setups[i]);
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_qps[i]->Connect(m_now, MakeMrcQpOffer(setups[1 - i].qp, 1 - i));
        }
    }

    /** One message of BATCH packets, from PostSend to its completions. */
    void Exchange()
    {
        m_state.PauseTiming();
        RdmaWorkRequest work;
        work.bytes = uint64_t{BATCH} * PATH_MTU;
        m_qps[0]->PostSend(m_now, work);
        while (m_qps[0]->IsBusy())
        {
            Timed(Half::REQUESTER, [this] { SendPackets(); });
            m_now += ONE_WAY;
            Timed(Half::RESPONDER, [this] { TakePackets(); });
            m_now += ONE_WAY;
            Timed(Half::REQUESTER, [this] { TakeAnswers(); });
            FireTimers();
        }
        m_state.ResumeTiming();
    }

  private:
    /**
     * @param end 0 or 1
     * @return setup of that end
     */
    static MrcTransportSetup MakeSetup(uint32_t end)
    {
        MrcTransportSetup setup;
        setup.qp = CreateObject<MrcQpParameters>()->MakeConfig();
        setup.qp.localQpn = 0x10 + end;
        setup.qp.peerQpn = 0x11 - end;
        setup.path.rateBps = 400'000'000'000;
        setup.path.baseRtt = ONE_WAY * 2;
        setup.path.planes = 4;
        setup.pathsPerPlane = 16;
        setup.evs.count = 64;
        setup.evParameters = CreateObject<MrcEvParameters>();
        setup.rng = CreateObject<UniformRandomVariable>();
        setup.rng->SetStream(1 + end);
        setup.controller = CreateObject<MrcNscc>();
        setup.selector = CreateObject<MrcSpraySelector>();
        return setup;
    }

    /**
     * Execute some work, with the clock running if it belongs to the half that is measured.
     * @param half the half that works
     * @param work the work
     */
    template <typename Work>
    void Timed(Half half, Work work)
    {
        if (half == m_half)
        {
            m_state.ResumeTiming();
            work();
            m_state.PauseTiming();
        }
        else
        {
            work();
        }
    }

    /// The requester sends all packets that it may send.
    void SendPackets()
    {
        m_packets.resize(BATCH);
        size_t sent = 0;
        while (sent < BATCH && m_qps[0]->PollTransmit(m_now, ~0U, m_packets[sent]) == RdmaPoll::PDU)
        {
            m_now += PACKET_TIME;
            ++sent;
        }
        m_packets.resize(sent);
    }

    /// The responder processes them and answers.
    void TakePackets()
    {
        m_answers.clear();
        for (const auto& packet : m_packets)
        {
            Deliver(1, packet);
            RdmaTxPdu answer;
            while (m_qps[1]->PollControl(m_now, answer))
            {
                m_answers.push_back(answer);
            }
            m_now += PACKET_TIME;
        }
        DrainCompletions(1);
    }

    /// The requester processes the answers.
    void TakeAnswers()
    {
        for (const auto& answer : m_answers)
        {
            Deliver(0, answer);
            benchmark::DoNotOptimize(m_qps[0]->NextWakeup());
        }
        DrainCompletions(0);
    }

    /**
     * @param to end at which it arrives
     * @param tx the PDU, unmarked and untrimmed
     */
    void Deliver(uint32_t to, const RdmaTxPdu& tx)
    {
        RdmaRxInfo rx;
        rx.entropy = tx.entropy;
        rx.port = tx.port;
        m_qps[to]->OnPdu(m_now, tx.pdu, rx);
    }

    /**
     * @param end end whose completions are polled
     */
    void DrainCompletions(uint32_t end)
    {
        RdmaCompletion completion;
        while (m_qps[end]->PollCompletion(completion))
        {
        }
    }

    /// Fire the timers of both ends that are due.
    void FireTimers()
    {
        for (auto& qp : m_qps)
        {
            if (qp->NextWakeup() <= m_now)
            {
                qp->OnTimeout(m_now);
            }
        }
    }

    benchmark::State& m_state;                            ///< of the benchmark
    Half m_half;                                          ///< the half that is measured
    RdmaTick m_now{RdmaTick::Us(1)};                      ///< the time
    std::array<std::unique_ptr<MrcTransport>, 2> m_qps{}; ///< requester and responder
    std::vector<RdmaTxPdu> m_packets;                     ///< in flight to the responder
    std::vector<RdmaTxPdu> m_answers;                     ///< in flight to the requester
};

/// Measures the transmission of a packet and its share of a SACK.
void
PacketThroughTheRequester(benchmark::State& state)
{
    Pair pair(state, Half::REQUESTER);
    while (state.KeepRunningBatch(BATCH))
    {
        pair.Exchange();
    }
}

BENCHMARK(PacketThroughTheRequester);

/// Measures the arrival of a packet and its share of a SACK.
void
PacketThroughTheResponder(benchmark::State& state)
{
    Pair pair(state, Half::RESPONDER);
    while (state.KeepRunningBatch(BATCH))
    {
        pair.Exchange();
    }
}

BENCHMARK(PacketThroughTheResponder);

} // namespace
