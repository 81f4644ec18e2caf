/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESPONDER_FIXTURE_H
#define MRC_RESPONDER_FIXTURE_H

#include "ns3/mrc-responder.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

/**
 * @file
 * Parts for tests of the MRC responder: compact descriptions of packets, and a responder that
 * receives them.
 */

namespace ns3
{

/** A packet as it arrives at the responder. */
struct Arrival
{
    /// At another position in its message.
    Arrival As(RdmaOpcode op) const
    {
        Arrival a = *this;
        a.opcode = op;
        return a;
    }

    /// With another payload, B.
    Arrival Of(uint32_t bytes) const
    {
        Arrival a = *this;
        a.payload = bytes;
        return a;
    }

    /// Ends its message.
    Arrival Last() const
    {
        return As(RdmaOpcode::MRC_WRITE_LAST);
    }

    /// Requests a SACK.
    Arrival Asks() const
    {
        Arrival a = *this;
        a.ackRequest = true;
        return a;
    }

    /// Is a retransmission.
    Arrival Again() const
    {
        Arrival a = *this;
        a.rtx = true;
        return a;
    }

    /// Was marked.
    Arrival Marked() const
    {
        Arrival a = *this;
        a.ce = true;
        return a;
    }

    /// Was trimmed.
    Arrival Trimmed(RdmaTrim where = RdmaTrim::FABRIC) const
    {
        Arrival a = *this;
        a.trim = where;
        return a;
    }

    /// Arrived by an EV and a port.
    Arrival By(uint32_t ev, uint8_t in = 0) const
    {
        Arrival a = *this;
        a.entropy = ev;
        a.port = in;
        return a;
    }

    /// Carries a TSETH.
    Arrival At(uint16_t time) const
    {
        Arrival a = *this;
        a.timestamp = time;
        return a;
    }

    RdmaOpcode opcode{RdmaOpcode::MRC_WRITE_MIDDLE}; ///< position in its message
    uint32_t payload{4096};                          ///< B
    bool ackRequest{false};                          ///< A bit
    bool rtx{false};                                 ///< rtx bit
    bool ce{false};                                  ///< marked
    RdmaTrim trim{RdmaTrim::NONE};                   ///< trimmed
    uint32_t entropy{0x503c};                        ///< EV
    uint8_t port{0};                                 ///< port by which it arrived
    std::optional<uint16_t> timestamp;               ///< TSETH
};

/** A responder with first PSN 0, a window of 1024 packets and a SACK every 4096 B. */
class MrcResponderFixture : public testing::Test
{
  protected:
    MrcResponderFixture()
    {
        m_config.peerQpn = 0xb7;
        m_config.destWindowPackets = 1024;
        m_config.sackThresholdBytes = 4096;
        m_config.pathMtuBytes = 4096;
        m_config.maxWimmDest = 4;
    }

    /// Must be called after changes to m_config.
    MrcResponder& Responder()
    {
        if (!m_responder)
        {
            m_responder.emplace(m_config, m_counters);
        }
        return *m_responder;
    }

    std::optional<RdmaPdu> Receive(uint32_t psn, const Arrival& a = Arrival())
    {
        RdmaPdu pdu{};
        pdu.psn = psn & RDMA_PSN_MASK;
        pdu.opcode = a.opcode;
        pdu.ackRequest = a.ackRequest;
        pdu.rtx = a.rtx;
        pdu.timestamp = a.timestamp.has_value();
        pdu.write.txTimestamp = a.timestamp.value_or(0);
        pdu.write.payloadBytes = a.payload;
        RdmaRxInfo rx;
        rx.entropy = a.entropy;
        rx.port = a.port;
        rx.ce = a.ce;
        rx.trim = a.trim;
        RdmaPdu answer{};
        if (Responder().OnWrite(pdu, rx, answer) != MrcAnswer::NONE)
        {
            return answer;
        }
        return std::nullopt;
    }

    RdmaPdu Probe(uint16_t id, bool ce = false)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_PROBE;
        pdu.probe.probeId = id;
        pdu.probe.txTimestamp = 0xbeef;
        RdmaRxInfo rx;
        rx.entropy = 0x2001;
        rx.ce = ce;
        RdmaPdu answer{};
        Responder().OnProbe(pdu, rx, answer);
        return answer;
    }

    static constexpr uint32_t NEVER = 1U << 30; ///< a SACK threshold that is never reached

    MrcQpConfig m_config;
    RdmaCounters m_counters;
    std::optional<MrcResponder> m_responder;
};

} // namespace ns3

#endif // MRC_RESPONDER_FIXTURE_H
