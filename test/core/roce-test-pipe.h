/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_TEST_PIPE_H
#define ROCE_TEST_PIPE_H

#include "rdma-pair-driver.h"

#include "ns3/rdma-psn.h"
#include "ns3/roce-fixed-rate.h"
#include "ns3/roce-go-back-n.h"
#include "ns3/roce-qp-parameters.h"
#include "ns3/roce-selective-repeat.h"
#include "ns3/roce-transport.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

/**
 * @file
 * Two RoCE transports connected by a scripted pipe, without a simulator.
 */

namespace roce_test
{

using namespace ns3;

/**
 * @param n number of elements
 * @return 0, 1, ... n - 1
 */
inline std::vector<uint64_t>
Numbers(uint64_t n)
{
    std::vector<uint64_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Line rate of both ends, bit/s: a byte takes 20 ps.
constexpr uint64_t LINE_RATE = 400'000'000'000;
/// One-way delay of the pipe.
constexpr RdmaTick DELAY = RdmaTick::Us(1);
/// Line time of a full Middle or Last packet.
constexpr RdmaTick FULL_PACKET = RdmaTick::Ps((4096 + 102) * 20);

/**
 * @param end 0 or 1
 * @return configuration of that end: QPs 100 and 101, first PSNs 1000 and 2000
 */
inline RoceQpConfig
MakeConfig(uint32_t end)
{
    RoceQpConfig config = CreateObject<RoceQpParameters>()->MakeConfig();
    config.localQpn = 100 + end;
    config.peerQpn = 101 - end;
    config.sqPsn = end == 0 ? 1000 : 2000;
    config.rqPsn = end == 0 ? 2000 : 1000;
    config.udpSourcePort = static_cast<uint16_t>(0xC000 + end);
    config.lineRateBps = LINE_RATE;
    config.baseRtt = RdmaTick::Us(2);
    config.retransmissionBackoff = 1; // traces are easier to compute with a constant time-out
    config.retransmissionTimeoutCap = RdmaTick::Ms(100);
    return config;
}

/**
 * @param config configuration of an end
 * @param control its sending rate
 * @param selective settings of selective repeat; nullptr: go-back-N
 * @return the end
 */
inline std::unique_ptr<RoceTransport>
MakeEnd(const RoceQpConfig& config,
        Ptr<RoceRateControl> control = CreateObject<RoceFixedRate>(),
        const RoceSelectiveConfig* selective = nullptr)
{
    std::unique_ptr<RoceRecovery> recovery = std::make_unique<RoceGoBackN>(config);
    if (selective)
    {
        recovery = std::make_unique<RoceSelectiveRepeat>(config, *selective);
    }
    return std::make_unique<RoceTransport>(config, control, std::move(recovery));
}

/**
 * @param bytes message length, B
 * @return a work request
 */
inline RdmaWorkRequest
Write(uint64_t bytes)
{
    RdmaWorkRequest wr;
    wr.bytes = bytes;
    wr.remoteVa = 0x10000;
    wr.rkey = 7;
    return wr;
}

/// A PDU that left one of the ends.
struct Sent
{
    RdmaTick at;      ///< time of departure
    uint32_t from{0}; ///< end, 0 or 1
    RdmaTxPdu tx;     ///< the PDU
    bool lost{false}; ///< the script dropped it

    /** @return true for a write packet */
    bool IsData() const
    {
        return IsRdmaWrite(tx.pdu.opcode);
    }

    /** @return true for an ACK */
    bool IsAck() const
    {
        return tx.pdu.opcode == RdmaOpcode::RC_ACK && tx.pdu.ack.syndrome == RDMA_SYNDROME_ACK;
    }

    /** @return true for a NAK */
    bool IsNak() const
    {
        return tx.pdu.opcode == RdmaOpcode::RC_ACK &&
               tx.pdu.ack.syndrome == RDMA_SYNDROME_NAK_SEQUENCE;
    }

    /** @return true for an RNR NAK */
    bool IsRnrNak() const
    {
        return tx.pdu.opcode == RdmaOpcode::RC_ACK && tx.pdu.ack.syndrome >> 5 == 1;
    }

    /** @return true for a CNP */
    bool IsCnp() const
    {
        return tx.pdu.opcode == RdmaOpcode::CNP;
    }
};

/**
 * The pipe. Each end has a port. A script decides about every packet, once per packet in the order
 * of departure.
 */
class Pipe : private mrctest::RdmaPairDriver
{
  public:
    /// The decision of the script about a packet.
    struct Fate
    {
        bool drop{false};   ///< does not arrive
        bool ce{false};     ///< arrives marked
        uint32_t copies{1}; ///< number of copies that arrive
        RdmaTick extra;     ///< additional delay
    };

    /// Argument: the packet.
    using Script = std::function<Fate(const Sent&)>;

    /**
     * @param a configuration of end 0
     * @param b configuration of end 1
     * @param control rate control of end 0; end 1 sends at line rate
     * @param selective settings of selective repeat at both ends; nullptr: go-back-N
     */
    explicit Pipe(const RoceQpConfig& a = MakeConfig(0),
                  const RoceQpConfig& b = MakeConfig(1),
                  Ptr<RoceRateControl> control = CreateObject<RoceFixedRate>(),
                  const RoceSelectiveConfig* selective = nullptr)
        : qp{MakeEnd(a, control, selective), MakeEnd(b, CreateObject<RoceFixedRate>(), selective)},
          expected{a.rqPsn, b.rqPsn},
          ordered(selective == nullptr)
    {
        Plug(0, *qp[0], 1);
        Plug(1, *qp[1], 1);
    }

    /**
     * Post a message now.
     * @param end end of the sender
     * @param bytes message length, B
     */
    void Post(uint32_t end, uint64_t bytes)
    {
        Post(end, Write(bytes));
    }

    /**
     * Post a message now.
     * @param end end of the sender
     */
    void Post(uint32_t end, const RdmaWorkRequest& wr)
    {
        qp[end]->PostSend(now, wr);
        Drain(end);
    }

    /**
     * Post receives now.
     * @param end end of the receiver
     * @param first work request id of the first one, the others count up
     * @param number number of receives
     */
    void PostRecvs(uint32_t end, uint64_t first, uint64_t number)
    {
        for (uint64_t i = 0; i < number; ++i)
        {
            qp[end]->PostRecv(now, first + i);
            Drain(end);
        }
    }

    /**
     * Run until there is nothing left to do.
     * @param limit latest end
     * @return time of the last event
     */
    RdmaTick Run(RdmaTick limit = RdmaTick::Ms(1000))
    {
        RunUntil(limit);
        return now;
    }

    /**
     * @param pred selects packets
     * @return number of selected packets that left either end
     */
    template <class Pred>
    uint64_t Count(Pred pred) const
    {
        return static_cast<uint64_t>(std::count_if(log.begin(), log.end(), pred));
    }

    /**
     * @param end end of the completions
     * @param kind kind of completion
     * @return numbers of the messages completed, in the order of the reports
     */
    std::vector<uint64_t> Messages(uint32_t end, RdmaCompletion::Kind kind) const
    {
        std::vector<uint64_t> numbers;
        for (const auto& completion : completions[end])
        {
            if (completion.kind == kind)
            {
                numbers.push_back(completion.message);
            }
        }
        return numbers;
    }

    std::array<std::unique_ptr<RoceTransport>, 2> qp;       ///< the two ends
    Script script{[](const Sent&) { return Fate{}; }};      ///< decides about every packet
    const RdmaTick& now{m_now};                             ///< the time
    bool keepsLog{true};                                    ///< log and accepted grow
    std::vector<Sent> log;                                  ///< every packet sent
    std::array<std::vector<RdmaCompletion>, 2> completions; ///< by end
    std::array<std::vector<RdmaEvent>, 2> events;           ///< by end
    std::array<std::vector<uint32_t>, 2> accepted;          ///< PSNs placed, by end
    std::array<uint32_t, 2> expected;                       ///< next PSN to be placed, by end
    bool ordered;                                           ///< packets are placed in order

  private:
    mrctest::WireFate Carry(uint32_t from, const RdmaTxPdu& tx, RdmaTick gone) override
    {
        Sent sent;
        sent.at = now;
        sent.from = from;
        sent.tx = tx;
        const Fate fate = script(sent);
        sent.lost = fate.drop;
        if (keepsLog)
        {
            log.push_back(sent);
        }
        return {gone + DELAY + fate.extra, fate.drop ? 0 : fate.copies, fate.ce, RdmaTrim::NONE};
    }

    RdmaTick GetLineTime(const RdmaTxPdu& tx) const override
    {
        const RdmaPdu& pdu = tx.pdu;
        if (IsRdmaReadResponse(pdu.opcode))
        {
            const bool aeth = pdu.opcode != RdmaOpcode::RC_READ_RESPONSE_MIDDLE;
            return RdmaTick::Ps(20) * ((pdu.read.payloadBytes + 3) / 4 * 4 + 102 + (aeth ? 4 : 0));
        }
        const uint32_t headers = 102 + (HasRdmaReth(pdu.opcode, pdu.selective) ? 16 : 0) +
                                 (HasRdmaImmediate(pdu.opcode) ? 4 : 0);
        return RdmaTick::Ps(20) * ((pdu.write.payloadBytes + 3) / 4 * 4 + headers);
    }

    void Deliver(const Flight& flight) override
    {
        const RdmaCounters& counters = qp[flight.to]->GetCounters();
        const uint64_t before = counters.rxAccepted;
        RdmaPairDriver::Deliver(flight);
        if (IsRdmaWrite(flight.pdu.opcode) && counters.rxAccepted != before)
        {
            EXPECT_TRUE(!ordered || flight.pdu.psn == expected[flight.to])
                << "placed out of order: " << flight.pdu.psn;
            expected[flight.to] = ToWireRdmaPsn(expected[flight.to] + 1);
            if (keepsLog)
            {
                accepted[flight.to].push_back(flight.pdu.psn);
            }
        }
    }

    void OnCompletion(uint32_t end, const RdmaCompletion& completion) override
    {
        completions[end].push_back(completion);
    }

    void OnEvent(uint32_t end, const RdmaEvent& event) override
    {
        events[end].push_back(event);
    }
};

} // namespace roce_test

#endif // ROCE_TEST_PIPE_H
