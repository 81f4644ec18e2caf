/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-extensions.h"

#include "mrc-headers.h"
#include "rdma-bth.h"
#include "rdma-pdu-layout.h"
#include "roce-headers.h"

namespace ns3
{

namespace
{

/// Functions of a header.
struct Extension
{
    void (*write)(RdmaByteWriter& out, const RdmaPdu& pdu);  ///< writes the bytes
    bool (*read)(RdmaByteReader& in, RdmaPdu& pdu);          ///< parses the bytes, or rejects them
    void (*list)(RdmaFieldList& fields, const RdmaPdu& pdu); ///< lists the fields
};

constexpr Extension METH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) {
        WriteMrcMeth(out, {pdu.write.rqmsn, pdu.write.msn});
    },
    [](RdmaByteReader& in, RdmaPdu& pdu) {
        MrcMeth meth;
        const bool ok = ReadMrcMeth(in, meth);
        pdu.write.msn = meth.msn;
        pdu.write.rqmsn = meth.rqmsn;
        return ok;
    },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("msn", pdu.write.msn);
        fields.AddNumber("rqmsn", pdu.write.rqmsn);
    },
};

constexpr Extension TSETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcTseth(out, {pdu.write.txTimestamp}); },
    [](RdmaByteReader& in, RdmaPdu& pdu) {
        MrcTseth tseth;
        const bool ok = ReadMrcTseth(in, tseth);
        pdu.write.txTimestamp = tseth.txTimestamp;
        return ok;
    },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("tx_timestamp", pdu.write.txTimestamp);
    },
};

constexpr Extension RETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) {
        WriteRdmaReth(out, {pdu.write.va, pdu.write.rkey, pdu.write.dmaLength});
    },
    [](RdmaByteReader& in, RdmaPdu& pdu) {
        RdmaReth reth;
        const bool ok = ReadRdmaReth(in, reth);
        pdu.write.va = reth.va;
        pdu.write.rkey = reth.rkey;
        pdu.write.dmaLength = reth.dmaLength;
        return ok;
    },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddBits("va", pdu.write.va);
        fields.AddNumber("rkey", pdu.write.rkey);
        fields.AddNumber("dma_length", pdu.write.dmaLength);
    },
};

constexpr Extension IMMDT{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteRdmaImmDt(out, {pdu.write.immediate}); },
    [](RdmaByteReader& in, RdmaPdu& pdu) {
        RdmaImmDt immDt;
        const bool ok = ReadRdmaImmDt(in, immDt);
        pdu.write.immediate = immDt.immediate;
        return ok;
    },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("immediate", pdu.write.immediate);
    },
};

constexpr Extension AETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteRoceAeth(out, pdu.ack); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadRoceAeth(in, pdu.ack); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("msn", pdu.ack.msn);
        fields.AddNumber("syndrome", pdu.ack.syndrome);
    },
};

constexpr Extension READ_AETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) {
        RdmaAckPdu ack{};
        ack.msn = pdu.read.msn;
        ack.syndrome = pdu.read.syndrome;
        WriteRoceAeth(out, ack);
    },
    [](RdmaByteReader& in, RdmaPdu& pdu) {
        RdmaAckPdu ack{};
        const bool ok = ReadRoceAeth(in, ack);
        pdu.read.msn = ack.msn;
        pdu.read.syndrome = ack.syndrome;
        return ok;
    },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("msn", pdu.read.msn);
        fields.AddNumber("syndrome", pdu.read.syndrome);
    },
};

constexpr Extension TRIGGER{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteRoceTrigger(out, pdu.ack); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadRoceTrigger(in, pdu.ack); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("trigger_psn", pdu.ack.triggerPsn);
    },
};

constexpr Extension ATOMIC_ACK{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteRoceAtomicAck(out, pdu.ack); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadRoceAtomicAck(in, pdu.ack); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddBits("original_data", pdu.ack.originalData);
    },
};

constexpr Extension CNP{
    [](RdmaByteWriter& out, const RdmaPdu&) { WriteRoceCnp(out); },
    [](RdmaByteReader& in, RdmaPdu&) { return ReadRoceCnp(in); },
    [](RdmaFieldList&, const RdmaPdu&) {},
};

constexpr Extension SETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcSack(out, pdu.sack); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadMrcSack(in, pdu.sack); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        const MrcSackPdu& sack = pdu.sack;
        fields.AddNumber("m", static_cast<uint8_t>(sack.m));
        fields.AddNumber("pr", sack.probe);
        fields.AddNumber("ack_psn_offset", sack.ackPsnOffset);
        fields.AddNumber("entropy", sack.entropy);
        fields.AddNumber("cack_psn", sack.cackPsn);
        fields.AddNumber("mpr", sack.mpr);
        fields.AddNumber("sack_offset", sack.sackOffset);
        fields.AddBits("sack_bitmap", sack.bitmap);
        fields.AddNumber("tx_timestamp", sack.txTimestamp);
        fields.AddNumber("ooo_count", sack.oooCount);
        fields.AddNumber("restore_cwnd", sack.restoreCwnd);
        fields.AddNumber("rcv_cwnd_pen", sack.rcvCwndPen);
        fields.AddNumber("rcvd_bytes", sack.rcvdBytes);
    },
};

constexpr Extension NETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcNack(out, pdu.nack); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadMrcNack(in, pdu.nack); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        const MrcNackPdu& nack = pdu.nack;
        fields.AddNumber("nack_reason", static_cast<uint8_t>(nack.reason));
        fields.AddNumber("nack_psn", nack.nackPsn);
        fields.AddNumber("entropy", nack.entropy);
        fields.AddNumber("tx_timestamp", nack.txTimestamp);
        fields.AddNumber("nack_hold", nack.hold);
    },
};

constexpr Extension PETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcProbe(out, pdu.probe); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadMrcProbe(in, pdu.probe); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("probe_id", pdu.probe.probeId);
        fields.AddNumber("tx_timestamp", pdu.probe.txTimestamp);
    },
};

constexpr Extension ERTH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcErth(out, pdu.endpoint); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadMrcErth(in, pdu.endpoint); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("op", static_cast<uint8_t>(pdu.endpoint.op));
        fields.AddNumber("port_status_mask", pdu.endpoint.portStatusMask);
        fields.AddNumber("tx_timestamp", pdu.endpoint.txTimestamp);
    },
};

constexpr Extension EETH{
    [](RdmaByteWriter& out, const RdmaPdu& pdu) { WriteMrcEeth(out, pdu.endpoint); },
    [](RdmaByteReader& in, RdmaPdu& pdu) { return ReadMrcEeth(in, pdu.endpoint); },
    [](RdmaFieldList& fields, const RdmaPdu& pdu) {
        fields.AddNumber("op", static_cast<uint8_t>(pdu.endpoint.op));
        fields.AddNumber("tx_timestamp", pdu.endpoint.txTimestamp);
    },
};

constexpr const Extension&
Describe(RdmaExtension extension)
{
    switch (extension)
    {
    case RdmaExtension::METH:
        return METH;
    case RdmaExtension::TSETH:
        return TSETH;
    case RdmaExtension::RETH:
        return RETH;
    case RdmaExtension::IMMDT:
        return IMMDT;
    case RdmaExtension::AETH:
        return AETH;
    case RdmaExtension::READ_AETH:
        return READ_AETH;
    case RdmaExtension::TRIGGER:
        return TRIGGER;
    case RdmaExtension::ATOMIC_ACK:
        return ATOMIC_ACK;
    case RdmaExtension::CNP:
        return CNP;
    case RdmaExtension::SETH:
        return SETH;
    case RdmaExtension::NETH:
        return NETH;
    case RdmaExtension::PETH:
        return PETH;
    case RdmaExtension::ERTH:
        return ERTH;
    case RdmaExtension::EETH:
        return EETH;
    }
    return CNP; // no other value exists
}

/// The layouts of all opcodes, so that the switch is not evaluated at run time.
struct Layouts
{
    RdmaLayout of[256];

    constexpr Layouts()
    {
        for (size_t op = 0; op < 256; ++op)
        {
            of[op] = RdmaLayoutOf(static_cast<RdmaOpcode>(op));
        }
    }
};

constexpr Layouts LAYOUTS;

/// Transports use the fast predicates of rdma-pdu.h, which must agree with the layouts.
constexpr bool
AgreeWithPredicates()
{
    for (size_t i = 0; i < 256; ++i)
    {
        const auto op = static_cast<RdmaOpcode>(i);
        const RdmaLayout& layout = LAYOUTS.of[i];
        for (const bool selective : {false, true})
        {
            if (layout.IsUsed() &&
                layout.Has(RdmaExtension::RETH, selective) != HasRdmaReth(op, selective))
            {
                return false;
            }
        }
        if (layout.Has(RdmaExtension::IMMDT, false) != HasRdmaImmediate(op))
        {
            return false;
        }
    }
    return true;
}

static_assert(AgreeWithPredicates(), "RETH and ImmDt as HasRdmaReth and HasRdmaImmediate say");

const RdmaLayout&
LayoutOf(const RdmaPdu& pdu)
{
    return LAYOUTS.of[static_cast<uint8_t>(pdu.opcode)];
}

} // namespace

void
WriteRdmaExtensions(RdmaByteWriter& out, const RdmaPdu& pdu)
{
    for (const RdmaLayoutPart& part : LayoutOf(pdu))
    {
        if (HasRdmaPresence(pdu, part.presence))
        {
            Describe(part.extension).write(out, pdu);
        }
    }
}

bool
ReadRdmaExtensions(RdmaByteReader& in, RdmaPdu& pdu)
{
    for (const RdmaLayoutPart& part : LayoutOf(pdu))
    {
        if (HasRdmaPresence(pdu, part.presence) && !Describe(part.extension).read(in, pdu))
        {
            return false;
        }
    }
    return LayoutOf(pdu).IsUsed();
}

RdmaFieldList
ListRdmaFields(const RdmaPdu& pdu)
{
    RdmaFieldList fields;
    for (const RdmaLayoutPart& part : LayoutOf(pdu))
    {
        if (HasRdmaPresence(pdu, part.presence))
        {
            Describe(part.extension).list(fields, pdu);
        }
    }
    return fields;
}

} // namespace ns3
