/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-frame-difference.h"

#include "rdma-wire-size.h"

namespace ns3
{

namespace
{

/// Finds the first of several comparisons that fails.
class Comparison
{
  public:
    /// Compare one field.
    template <typename T>
    void Field(const char* name, const T& a, const T& b)
    {
        if (!m_difference && !(a == b))
        {
            m_difference = name;
        }
    }

    /// @return name of the first field that differed, or null
    const char* GetDifference() const
    {
        return m_difference;
    }

  private:
    const char* m_difference{nullptr}; ///< first field that differed
};

void
CompareWrite(Comparison& c, const RdmaPdu& pdu, const RdmaWritePdu& a, const RdmaWritePdu& b)
{
    const RdmaOpcode op = pdu.opcode;
    if (op != RdmaOpcode::RC_READ_REQUEST)
    {
        c.Field("payloadBytes", a.payloadBytes, b.payloadBytes);
    }
    if (HasRdmaReth(op, pdu.selective))
    {
        c.Field("va", a.va, b.va);
        c.Field("rkey", a.rkey, b.rkey);
        c.Field("dmaLength", a.dmaLength, b.dmaLength);
    }
    if (IsMrc(op))
    {
        c.Field("msn", a.msn, b.msn);
        c.Field("rqmsn", a.rqmsn, b.rqmsn);
    }
    if (HasRdmaImmediate(op))
    {
        c.Field("immediate", a.immediate, b.immediate);
    }
}

void
CompareSack(Comparison& c, const MrcSackPdu& a, const MrcSackPdu& b)
{
    c.Field("sack.bitmap", a.bitmap, b.bitmap);
    c.Field("sack.entropy", a.entropy, b.entropy);
    c.Field("sack.cackPsn", a.cackPsn, b.cackPsn);
    c.Field("sack.rcvdBytes", a.rcvdBytes, b.rcvdBytes);
    c.Field("sack.ackPsnOffset", a.ackPsnOffset, b.ackPsnOffset);
    c.Field("sack.sackOffset", a.sackOffset, b.sackOffset);
    c.Field("sack.txTimestamp", a.txTimestamp, b.txTimestamp);
    c.Field("sack.oooCount", a.oooCount, b.oooCount);
    c.Field("sack.m", a.m, b.m);
    c.Field("sack.mpr", a.mpr, b.mpr);
    c.Field("sack.rcvCwndPen", a.rcvCwndPen, b.rcvCwndPen);
    c.Field("sack.probe", a.probe, b.probe);
    c.Field("sack.restoreCwnd", a.restoreCwnd, b.restoreCwnd);
}

void
CompareNack(Comparison& c, const MrcNackPdu& a, const MrcNackPdu& b)
{
    c.Field("nack.entropy", a.entropy, b.entropy);
    c.Field("nack.nackPsn", a.nackPsn, b.nackPsn);
    c.Field("nack.txTimestamp", a.txTimestamp, b.txTimestamp);
    c.Field("nack.reason", a.reason, b.reason);
    c.Field("nack.hold", a.hold, b.hold);
}

void
CompareEndpoint(Comparison& c, RdmaOpcode op, const MrcEndpointPdu& a, const MrcEndpointPdu& b)
{
    c.Field("endpoint.op", a.op, b.op);
    c.Field("endpoint.txTimestamp", a.txTimestamp, b.txTimestamp);
    if (op == RdmaOpcode::MRC_ENDPOINT_REQUEST)
    {
        c.Field("endpoint.portStatusMask", a.portStatusMask, b.portStatusMask);
    }
}

void
CompareRead(Comparison& c, RdmaOpcode op, const RdmaReadPdu& a, const RdmaReadPdu& b)
{
    c.Field("payloadBytes", a.payloadBytes, b.payloadBytes);
    if (op != RdmaOpcode::RC_READ_RESPONSE_MIDDLE)
    {
        c.Field("read.msn", a.msn, b.msn);
        c.Field("read.syndrome", a.syndrome, b.syndrome);
    }
}

void
CompareAck(Comparison& c, const RdmaPdu& pdu, const RdmaAckPdu& a, const RdmaAckPdu& b)
{
    c.Field("ack.msn", a.msn, b.msn);
    c.Field("ack.syndrome", a.syndrome, b.syndrome);
    if (HasRdmaTrigger(pdu))
    {
        c.Field("ack.triggerPsn", a.triggerPsn, b.triggerPsn);
    }
    if (pdu.opcode == RdmaOpcode::RC_ATOMIC_ACK)
    {
        c.Field("ack.originalData", a.originalData, b.originalData);
    }
}

void
ComparePdu(Comparison& c, const RdmaPdu& a, const RdmaPdu& b)
{
    c.Field("opcode", a.opcode, b.opcode);
    if (c.GetDifference())
    {
        return; // different union members
    }
    c.Field("destQpn", a.destQpn, b.destQpn);
    c.Field("psn", a.psn, b.psn);
    c.Field("ackRequest", a.ackRequest, b.ackRequest);
    if (IsMrc(a.opcode))
    {
        c.Field("rtx", a.rtx, b.rtx);
        c.Field("timestamp", a.timestamp, b.timestamp);
    }
    else
    {
        c.Field("selective", a.selective, b.selective);
    }
    if (IsRdmaWrite(a.opcode) || a.opcode == RdmaOpcode::RC_READ_REQUEST)
    {
        CompareWrite(c, a, a.write, b.write);
        if (HasRdmaTseth(a))
        {
            c.Field("txTimestamp", a.write.txTimestamp, b.write.txTimestamp);
        }
    }
    else if (a.opcode == RdmaOpcode::MRC_SACK)
    {
        CompareSack(c, a.sack, b.sack);
    }
    else if (a.opcode == RdmaOpcode::MRC_NACK)
    {
        CompareNack(c, a.nack, b.nack);
    }
    else if (a.opcode == RdmaOpcode::MRC_PROBE)
    {
        c.Field("probe.probeId", a.probe.probeId, b.probe.probeId);
        c.Field("probe.txTimestamp", a.probe.txTimestamp, b.probe.txTimestamp);
    }
    else if (a.opcode == RdmaOpcode::MRC_ENDPOINT_REQUEST ||
             a.opcode == RdmaOpcode::MRC_ENDPOINT_RESPONSE)
    {
        CompareEndpoint(c, a.opcode, a.endpoint, b.endpoint);
    }
    else if (IsRdmaReadResponse(a.opcode))
    {
        CompareRead(c, a.opcode, a.read, b.read);
    }
    else if (a.opcode == RdmaOpcode::RC_ACK || a.opcode == RdmaOpcode::RC_ATOMIC_ACK ||
             a.opcode == RdmaOpcode::MRC_TRANSPORT_ACK)
    {
        CompareAck(c, a, a.ack, b.ack);
    }
}

/// What frames of packets of ns-3's stack and of RDMA packets have in common.
void
CompareFacts(Comparison& c, const FabricFrame& a, const FabricFrame& b)
{
    c.Field("srcHost", a.srcHost, b.srcHost);
    c.Field("dstHost", a.dstHost, b.dstHost);
    c.Field("entropy", a.entropy, b.entropy);
    c.Field("l3Bytes", a.l3Bytes, b.l3Bytes);
    c.Field("dscp", a.dscp, b.dscp);
    c.Field("ecn", a.ecn, b.ecn);
    c.Field("hopLimit", a.hopLimit, b.hopLimit);
}

void
CompareRdmaPacket(Comparison& c, const FabricFrame& a, const FabricFrame& b)
{
    if (a.encap == FabricEncap::SRV6)
    {
        c.Field("sidHi", a.sidHi, b.sidHi);
        c.Field("sidLo", a.sidLo, b.sidLo);
        c.Field("segment", a.segment, b.segment);
    }
    if (FabricSrhBytes(a) != 0)
    {
        c.Field("segmentsLeft", a.segmentsLeft, b.segmentsLeft);
    }
    CompareFacts(c, a, b);
    c.Field("cls", a.cls, b.cls);
    ComparePdu(c, a.pdu, b.pdu);
}

} // namespace

const char*
FindFabricFrameDifference(const FabricFrame& a, const FabricFrame& b)
{
    Comparison c;
    c.Field("encap", a.encap, b.encap);
    c.Field("plane", a.plane, b.plane);
    c.Field("wireBytes", a.wireBytes, b.wireBytes);
    if (c.GetDifference())
    {
        return c.GetDifference();
    }
    if (a.encap == FabricEncap::PFC)
    {
        c.Field("pfcClasses", a.pfcClasses, b.pfcClasses);
        for (uint32_t i = 0; i < 8; ++i)
        {
            if (a.pfcClasses >> i & 1)
            {
                c.Field("pfcQuanta", a.GetPfcQuanta(i), b.GetPfcQuanta(i));
            }
        }
    }
    else if (a.encap == FabricEncap::PACKET)
    {
        CompareFacts(c, a, b);
    }
    else
    {
        CompareRdmaPacket(c, a, b);
    }
    return c.GetDifference();
}

} // namespace ns3
