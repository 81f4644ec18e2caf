/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-packet-headers.h"

#include "rdma-wire-size.h"

#include <array>
#include <ostream>

namespace ns3
{

namespace
{

/// Size of a buffer for the longest header.
constexpr size_t MAX_BYTES = MRC_SETH_BYTES + MRC_CC_STATE_BYTES;

void
PrintBth(std::ostream& os, const RdmaBth& f)
{
    os << "opcode 0x" << std::hex << +f.opcode << std::dec << ", QPN " << f.destQpn << ", PSN "
       << f.psn << (f.solicited ? ", SE" : "") << (f.migReq ? ", M" : "")
       << (f.fecn ? ", FECN" : "") << (f.becn ? ", BECN" : "") << (f.ackRequest ? ", A" : "")
       << (f.rtx ? ", rtx" : "") << (f.timestamp ? ", ts" : "") << ", pad " << +f.padCount;
}

void
PrintReth(std::ostream& os, const RdmaReth& f)
{
    os << "va 0x" << std::hex << f.va << ", rkey 0x" << f.rkey << std::dec << ", length "
       << f.dmaLength;
}

void
PrintImmDt(std::ostream& os, const RdmaImmDt& f)
{
    os << "immediate 0x" << std::hex << f.immediate << std::dec;
}

void
PrintAeth(std::ostream& os, const RdmaAckPdu& f)
{
    os << "syndrome 0x" << std::hex << +f.syndrome << std::dec << ", MSN " << f.msn;
}

void
PrintMeth(std::ostream& os, const MrcMeth& f)
{
    os << "RQMSN " << f.rqmsn << ", MSN " << f.msn;
}

void
PrintTseth(std::ostream& os, const MrcTseth& f)
{
    os << "timestamp " << f.txTimestamp;
}

void
PrintSeth(std::ostream& os, const MrcSackPdu& f)
{
    os << "cack_psn " << f.cackPsn << ", trigger " << f.ackPsnOffset << ", offset " << f.sackOffset
       << ", bitmap 0x" << std::hex << f.bitmap << ", EV 0x" << f.entropy << std::dec << ", M "
       << static_cast<unsigned>(f.m) << (f.probe ? ", pr" : "") << ", MPR " << +f.mpr
       << ", timestamp " << f.txTimestamp << ", ooo " << f.oooCount << ", penalty " << +f.rcvCwndPen
       << (f.restoreCwnd ? ", r_c" : "") << ", rcvd " << f.rcvdBytes;
}

void
PrintNeth(std::ostream& os, const MrcNackPdu& f)
{
    os << "reason 0x" << std::hex << static_cast<unsigned>(f.reason) << ", EV 0x" << f.entropy
       << std::dec << ", nack_psn " << f.nackPsn << ", timestamp " << f.txTimestamp;
}

void
PrintPeth(std::ostream& os, const MrcProbePdu& f)
{
    os << "probe " << f.probeId << ", timestamp " << f.txTimestamp;
}

void
PrintEndpoint(std::ostream& os, const MrcEndpointPdu& f)
{
    os << (f.op == MrcEndpointOp::EV_PROBE ? "EV probe" : "port status") << ", ports 0x" << std::hex
       << f.portStatusMask << std::dec << ", timestamp " << f.txTimestamp;
}

void
PrintSrh(std::ostream& os, const RdmaWireSrh& f)
{
    os << "next " << +f.nextHeader << ", left " << +f.segmentsLeft << ", segment "
       << Srv6AddressToString(f.segment);
}

} // namespace

const RdmaHeaderFormat<RdmaBth> RDMA_BTH_FORMAT{"ns3::RdmaBthHeader",
                                                RDMA_BTH_BYTES,
                                                WriteRdmaBth,
                                                ReadRdmaBth,
                                                PrintBth};
const RdmaHeaderFormat<RdmaReth> RDMA_RETH_FORMAT{"ns3::RdmaRethHeader",
                                                  RDMA_RETH_BYTES,
                                                  WriteRdmaReth,
                                                  ReadRdmaReth,
                                                  PrintReth};
const RdmaHeaderFormat<RdmaImmDt> RDMA_IMMDT_FORMAT{"ns3::RdmaImmDtHeader",
                                                    RDMA_IMMDT_BYTES,
                                                    WriteRdmaImmDt,
                                                    ReadRdmaImmDt,
                                                    PrintImmDt};
const RdmaHeaderFormat<RdmaAckPdu> RDMA_AETH_FORMAT{"ns3::RdmaAethHeader",
                                                    RDMA_AETH_BYTES,
                                                    WriteRoceAeth,
                                                    ReadRoceAeth,
                                                    PrintAeth};
const RdmaHeaderFormat<MrcMeth> MRC_METH_FORMAT{"ns3::MrcMethHeader",
                                                MRC_METH_BYTES,
                                                WriteMrcMeth,
                                                ReadMrcMeth,
                                                PrintMeth};
const RdmaHeaderFormat<MrcTseth> MRC_TSETH_FORMAT{"ns3::MrcTsethHeader",
                                                  MRC_TSETH_BYTES,
                                                  WriteMrcTseth,
                                                  ReadMrcTseth,
                                                  PrintTseth};
const RdmaHeaderFormat<MrcSackPdu> MRC_SETH_FORMAT{"ns3::MrcSethHeader",
                                                   MRC_SETH_BYTES + MRC_CC_STATE_BYTES,
                                                   WriteMrcSack,
                                                   ReadMrcSack,
                                                   PrintSeth};
const RdmaHeaderFormat<MrcNackPdu> MRC_NETH_FORMAT{"ns3::MrcNethHeader",
                                                   MRC_NETH_BYTES,
                                                   WriteMrcNack,
                                                   ReadMrcNack,
                                                   PrintNeth};
const RdmaHeaderFormat<MrcProbePdu> MRC_PETH_FORMAT{"ns3::MrcPethHeader",
                                                    MRC_PETH_BYTES,
                                                    WriteMrcProbe,
                                                    ReadMrcProbe,
                                                    PrintPeth};
const RdmaHeaderFormat<MrcEndpointPdu> MRC_ERTH_FORMAT{"ns3::MrcErthHeader",
                                                       MRC_ERTH_BYTES,
                                                       WriteMrcErth,
                                                       ReadMrcErth,
                                                       PrintEndpoint};
const RdmaHeaderFormat<MrcEndpointPdu> MRC_EETH_FORMAT{"ns3::MrcEethHeader",
                                                       MRC_EETH_BYTES,
                                                       WriteMrcEeth,
                                                       ReadMrcEeth,
                                                       PrintEndpoint};
const RdmaHeaderFormat<RdmaWireSrh> SRV6_SRH_FORMAT{"ns3::Srv6SrhHeader",
                                                    RDMA_WIRE_SRH_BYTES,
                                                    WriteRdmaSrh,
                                                    ReadRdmaSrh,
                                                    PrintSrh};

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
TypeId
RdmaHeader<Fields, FORMAT>::GetTypeId()
{
    static TypeId tid = TypeId(FORMAT.typeId)
                            .template SetParent<Header>()
                            .SetGroupName("Mrc")
                            .template AddConstructor<RdmaHeader>();
    return tid;
}

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
TypeId
RdmaHeader<Fields, FORMAT>::GetInstanceTypeId() const
{
    return GetTypeId();
}

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
uint32_t
RdmaHeader<Fields, FORMAT>::GetSerializedSize() const
{
    return FORMAT.bytes;
}

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
void
RdmaHeader<Fields, FORMAT>::Serialize(Buffer::Iterator start) const
{
    std::array<uint8_t, MAX_BYTES> bytes;
    RdmaByteWriter out(bytes.data(), bytes.size());
    FORMAT.write(out, fields);
    NS_ASSERT_MSG(out.GetSize() == FORMAT.bytes, FORMAT.typeId << " has " << out.GetSize() << " B");
    start.Write(bytes.data(), FORMAT.bytes);
}

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
uint32_t
RdmaHeader<Fields, FORMAT>::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < FORMAT.bytes)
    {
        return 0;
    }
    std::array<uint8_t, MAX_BYTES> bytes;
    start.Read(bytes.data(), FORMAT.bytes);
    RdmaByteReader in(bytes.data(), FORMAT.bytes);
    Fields read{};
    if (!FORMAT.read(in, read))
    {
        return 0;
    }
    fields = read;
    return FORMAT.bytes;
}

template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
void
RdmaHeader<Fields, FORMAT>::Print(std::ostream& os) const
{
    FORMAT.print(os, fields);
}

template class RdmaHeader<RdmaBth, RDMA_BTH_FORMAT>;
template class RdmaHeader<RdmaReth, RDMA_RETH_FORMAT>;
template class RdmaHeader<RdmaImmDt, RDMA_IMMDT_FORMAT>;
template class RdmaHeader<RdmaAckPdu, RDMA_AETH_FORMAT>;
template class RdmaHeader<MrcMeth, MRC_METH_FORMAT>;
template class RdmaHeader<MrcTseth, MRC_TSETH_FORMAT>;
template class RdmaHeader<MrcSackPdu, MRC_SETH_FORMAT>;
template class RdmaHeader<MrcNackPdu, MRC_NETH_FORMAT>;
template class RdmaHeader<MrcProbePdu, MRC_PETH_FORMAT>;
template class RdmaHeader<MrcEndpointPdu, MRC_ERTH_FORMAT>;
template class RdmaHeader<MrcEndpointPdu, MRC_EETH_FORMAT>;
template class RdmaHeader<RdmaWireSrh, SRV6_SRH_FORMAT>;

NS_OBJECT_ENSURE_REGISTERED(RdmaBthHeader);
NS_OBJECT_ENSURE_REGISTERED(RdmaRethHeader);
NS_OBJECT_ENSURE_REGISTERED(RdmaImmDtHeader);
NS_OBJECT_ENSURE_REGISTERED(RdmaAethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcMethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcTsethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcSethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcNethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcPethHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcErthHeader);
NS_OBJECT_ENSURE_REGISTERED(MrcEethHeader);
NS_OBJECT_ENSURE_REGISTERED(Srv6SrhHeader);

} // namespace ns3
