/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-frame-difference.h"

#include "rdma-extensions.h"
#include "rdma-wire-size.h"

namespace ns3
{

namespace
{

/// Stores the first difference of several comparisons.
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

/// Compare the fields after the BTH, of two PDUs of the same opcode and flags.
void
CompareExtensions(Comparison& c, const RdmaPdu& a, const RdmaPdu& b)
{
    const RdmaFieldList ofA = ListRdmaFields(a);
    const RdmaFieldList ofB = ListRdmaFields(b);
    // a field that only one of them has follows the field that announces it, which differs
    const RdmaField* other = ofB.begin();
    for (const RdmaField& field : ofA)
    {
        if (c.GetDifference() || other == ofB.end())
        {
            return;
        }
        c.Field(field.name, field.value, other->value);
        ++other;
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
    if (c.GetDifference())
    {
        return; // possibly other headers
    }
    c.Field("payload_bytes", RdmaPayloadBytes(a), RdmaPayloadBytes(b));
    CompareExtensions(c, a, b);
}

/// Compare the fields that frames of ns-3 packets and of RDMA packets share.
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
