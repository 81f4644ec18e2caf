/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRE_FRAME_DICE_H
#define WIRE_FRAME_DICE_H

#include "wire-frames.h"

#include <initializer_list>
#include <random>

/**
 * @file
 * @ingroup mrc-tests
 * Random frames, for tests of the frame codec.
 */

/// Draws frames of every kind that a simulation may send, with fields over their whole range.
class FrameDice
{
  public:
    /// @param seed seed
    explicit FrameDice(uint32_t seed)
        : m_bits(seed)
    {
    }

    /// @return a frame whose sizes, class and DSCP are consistent
    ns3::FabricFrame Draw()
    {
        ns3::FabricFrame frame{};
        if (Below(20) == 0)
        {
            DrawPfc(frame);
            return frame;
        }
        frame.encap = Below(2) ? ns3::FabricEncap::SRV6 : ns3::FabricEncap::PLAIN;
        if (frame.encap == ns3::FabricEncap::SRV6)
        {
            frame.sidHi = Wide();
            frame.sidLo = Wide();
            frame.segment = Below(3);
            frame.segmentsLeft = static_cast<uint8_t>(Below(2));
        }
        frame.srcHost = Below(65536 * 256);
        frame.dstHost = Below(65536 * 256);
        frame.entropy = m_bits();
        frame.plane = static_cast<uint8_t>(m_bits());
        frame.hopLimit = static_cast<uint8_t>(m_bits());
        frame.ecn = Pick({ns3::FabricEcn::NOT_ECT, ns3::FabricEcn::ECT0, ns3::FabricEcn::CE});
        DrawPdu(frame.pdu);
        SetSizes(frame);
        DrawDscp(frame);
        return frame;
    }

  private:
    /// @return a draw in [0, limit)
    uint32_t Below(uint32_t limit)
    {
        return static_cast<uint32_t>(m_bits()) % limit;
    }

    /// @return 64 random bits
    uint64_t Wide()
    {
        return static_cast<uint64_t>(m_bits()) << 32 | m_bits();
    }

    /// @return one of the values
    template <typename T>
    T Pick(std::initializer_list<T> values)
    {
        return values.begin()[Below(static_cast<uint32_t>(values.size()))];
    }

    void DrawPfc(ns3::FabricFrame& frame)
    {
        frame.encap = ns3::FabricEncap::PFC;
        frame.cls = ns3::RdmaClass::CONTROL;
        frame.plane = static_cast<uint8_t>(m_bits());
        frame.wireBytes = ns3::FABRIC_PFC_WIRE_BYTES;
        const auto classes = static_cast<uint8_t>(m_bits());
        for (uint32_t priority = 0; priority < 8; ++priority)
        {
            if (classes >> priority & 1)
            {
                frame.AddPfcQuanta(priority, static_cast<uint16_t>(m_bits()));
            }
        }
    }

    void DrawPdu(ns3::RdmaPdu& pdu)
    {
        pdu.opcode = Pick({ns3::RdmaOpcode::RC_SEND_FIRST,
                           ns3::RdmaOpcode::RC_SEND_MIDDLE,
                           ns3::RdmaOpcode::RC_SEND_LAST,
                           ns3::RdmaOpcode::RC_SEND_LAST_IMM,
                           ns3::RdmaOpcode::RC_SEND_ONLY,
                           ns3::RdmaOpcode::RC_SEND_ONLY_IMM,
                           ns3::RdmaOpcode::RC_WRITE_FIRST,
                           ns3::RdmaOpcode::RC_WRITE_MIDDLE,
                           ns3::RdmaOpcode::RC_WRITE_LAST,
                           ns3::RdmaOpcode::RC_WRITE_LAST_IMM,
                           ns3::RdmaOpcode::RC_WRITE_ONLY,
                           ns3::RdmaOpcode::RC_WRITE_ONLY_IMM,
                           ns3::RdmaOpcode::RC_READ_REQUEST,
                           ns3::RdmaOpcode::RC_READ_RESPONSE_FIRST,
                           ns3::RdmaOpcode::RC_READ_RESPONSE_MIDDLE,
                           ns3::RdmaOpcode::RC_READ_RESPONSE_LAST,
                           ns3::RdmaOpcode::RC_READ_RESPONSE_ONLY,
                           ns3::RdmaOpcode::RC_ACK,
                           ns3::RdmaOpcode::RC_ATOMIC_ACK,
                           ns3::RdmaOpcode::CNP,
                           ns3::RdmaOpcode::MRC_WRITE_FIRST,
                           ns3::RdmaOpcode::MRC_WRITE_MIDDLE,
                           ns3::RdmaOpcode::MRC_WRITE_LAST,
                           ns3::RdmaOpcode::MRC_WRITE_LAST_IMM,
                           ns3::RdmaOpcode::MRC_WRITE_ONLY,
                           ns3::RdmaOpcode::MRC_WRITE_ONLY_IMM,
                           ns3::RdmaOpcode::MRC_TRANSPORT_ACK,
                           ns3::RdmaOpcode::MRC_ENDPOINT_REQUEST,
                           ns3::RdmaOpcode::MRC_ENDPOINT_RESPONSE,
                           ns3::RdmaOpcode::MRC_SACK,
                           ns3::RdmaOpcode::MRC_NACK,
                           ns3::RdmaOpcode::MRC_PROBE});
        pdu.destQpn = Below(1 << 24);
        pdu.psn = Below(1 << 24);
        pdu.ackRequest = Below(2);
        pdu.rtx = Below(2);
        pdu.selective = Below(2);
        if (ns3::IsRdmaWrite(pdu.opcode) || pdu.opcode == ns3::RdmaOpcode::RC_READ_REQUEST)
        {
            pdu.timestamp = ns3::IsMrc(pdu.opcode) && Below(2);
            DrawWrite(pdu.write);
        }
        else if (pdu.opcode == ns3::RdmaOpcode::MRC_SACK)
        {
            DrawSack(pdu.sack);
        }
        else if (pdu.opcode == ns3::RdmaOpcode::MRC_NACK)
        {
            pdu.nack.entropy = m_bits();
            pdu.nack.nackPsn = Below(1 << 24);
            pdu.nack.txTimestamp = static_cast<uint16_t>(m_bits());
            pdu.nack.hold = static_cast<uint16_t>(m_bits());
            pdu.nack.reason = Pick({ns3::MrcNackReason::TRIMMED,
                                    ns3::MrcNackReason::TRIMMED_LASTHOP,
                                    ns3::MrcNackReason::PSN_OOR_WINDOW,
                                    ns3::MrcNackReason::UNEXP_EVENT});
        }
        else if (pdu.opcode == ns3::RdmaOpcode::MRC_PROBE)
        {
            pdu.probe.probeId = static_cast<uint16_t>(m_bits());
            pdu.probe.txTimestamp = static_cast<uint16_t>(m_bits());
        }
        else if (pdu.opcode == ns3::RdmaOpcode::MRC_ENDPOINT_REQUEST ||
                 pdu.opcode == ns3::RdmaOpcode::MRC_ENDPOINT_RESPONSE)
        {
            pdu.endpoint.portStatusMask = m_bits();
            pdu.endpoint.txTimestamp = static_cast<uint16_t>(m_bits());
            pdu.endpoint.op =
                Pick({ns3::MrcEndpointOp::PORT_STATUS_UPDATE, ns3::MrcEndpointOp::EV_PROBE});
        }
        else if (ns3::IsRdmaReadResponse(pdu.opcode))
        {
            pdu.read.payloadBytes = Below(8193);
            pdu.read.msn = Below(1 << 24);
            pdu.read.syndrome = static_cast<uint8_t>(m_bits());
        }
        else if (pdu.opcode == ns3::RdmaOpcode::RC_ACK ||
                 pdu.opcode == ns3::RdmaOpcode::RC_ATOMIC_ACK ||
                 pdu.opcode == ns3::RdmaOpcode::MRC_TRANSPORT_ACK)
        {
            pdu.ack.msn = Below(1 << 24);
            const auto any = static_cast<uint8_t>(m_bits());
            pdu.ack.syndrome = Pick({any, ns3::RDMA_SYNDROME_NAK_SEQUENCE});
            pdu.ack.triggerPsn = Below(1 << 24);
            pdu.ack.originalData = Wide();
        }
    }

    void DrawWrite(ns3::RdmaWritePdu& write)
    {
        write.va = Wide();
        write.rkey = m_bits();
        write.dmaLength = m_bits();
        write.payloadBytes = Below(8193);
        write.msn = static_cast<uint16_t>(m_bits());
        write.rqmsn = static_cast<uint16_t>(m_bits());
        write.immediate = m_bits();
        write.txTimestamp = static_cast<uint16_t>(m_bits());
    }

    void DrawSack(ns3::MrcSackPdu& sack)
    {
        sack.bitmap = Wide();
        sack.entropy = m_bits();
        sack.cackPsn = Below(1 << 24);
        sack.rcvdBytes = Below(1 << 24);
        sack.ackPsnOffset = static_cast<int16_t>(m_bits());
        sack.sackOffset = static_cast<int16_t>(m_bits());
        sack.txTimestamp = static_cast<uint16_t>(m_bits());
        sack.oooCount = static_cast<uint16_t>(Below(1 << 15));
        sack.m = Pick({ns3::MrcEvVerdict::NONE,
                       ns3::MrcEvVerdict::SKIP_ONCE,
                       ns3::MrcEvVerdict::ALWAYS_SKIP});
        sack.mpr = static_cast<uint8_t>(m_bits());
        sack.rcvCwndPen = static_cast<uint8_t>(Below(128));
        sack.probe = Below(2);
        sack.restoreCwnd = Below(2);
    }

    void DrawDscp(ns3::FabricFrame& frame)
    {
        frame.cls = Pick({ns3::RdmaClass::DATA, ns3::RdmaClass::CONTROL});
        if (frame.cls == ns3::RdmaClass::DATA)
        {
            frame.dscp = Pick({ns3::FabricDscp::NO_TRIM,
                               ns3::FabricDscp::TRIMMABLE,
                               ns3::FabricDscp::TRIMMABLE_RETX,
                               ns3::FabricDscp::ROCE_DATA,
                               ns3::FabricDscp::ROCE_DATA2});
            if (frame.dscp == ns3::FabricDscp::ROCE_DATA2)
            {
                frame.cls = ns3::RdmaClass::DATA2;
            }
        }
        else if (ns3::IsRdmaWrite(frame.pdu.opcode) &&
                 frame.l3Bytes > ns3::FabricTrimL3Bytes(frame))
        {
            frame.dscp = Pick({ns3::FabricDscp::TRIMMED, ns3::FabricDscp::TRIMMED_LASTHOP});
            Trim(frame);
        }
        else
        {
            frame.dscp = Pick({ns3::FabricDscp::CONTROL, ns3::FabricDscp::CNP});
        }
    }

    std::mt19937 m_bits; ///< source of randomness
};

#endif // WIRE_FRAME_DICE_H
