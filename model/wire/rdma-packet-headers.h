/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PACKET_HEADERS_H
#define RDMA_PACKET_HEADERS_H

#include "mrc-headers.h"
#include "rdma-bth.h"
#include "rdma-ip-headers.h"
#include "roce-headers.h"

#include "ns3/header.h"

#include <cstdint>
#include <iosfwd>

/**
 * @file
 * @ingroup mrc
 * The headers of model/wire as ns3::Header, for code that handles ns3::Packet: captures, traces,
 * hosts with an ordinary stack. The data plane does not use them. Ethernet, IPv6 and UDP headers
 * are those of ns-3; the SRH is here because ns-3 has no reduced one.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The description of a header that RdmaHeader needs.
 * @tparam Fields the header as a struct
 */
template <typename Fields>
struct RdmaHeaderFormat
{
    const char* typeId;                                  ///< name of the TypeId
    uint32_t bytes;                                      ///< size, B
    void (*write)(RdmaByteWriter& out, const Fields& f); ///< writes the bytes
    bool (*read)(RdmaByteReader& in, Fields& f);         ///< parses the bytes, or rejects them
    void (*print)(std::ostream& os, const Fields& f);    ///< prints readable text
};

/**
 * @ingroup mrc
 * A header of fixed size around its struct. RemoveHeader and PeekHeader take 0 B, and leave the
 * struct unchanged, if the packet is too short or the bytes contradict the header's type.
 * @tparam Fields the header as a struct
 * @tparam FORMAT its description
 */
template <typename Fields, const RdmaHeaderFormat<Fields>& FORMAT>
class RdmaHeader : public Header
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaHeader() = default;

    /**
     * @param header the fields
     */
    explicit RdmaHeader(const Fields& header)
        : fields(header)
    {
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    Fields fields{}; ///< the header
};

/// @cond
extern const RdmaHeaderFormat<RdmaBth> RDMA_BTH_FORMAT;
extern const RdmaHeaderFormat<RdmaReth> RDMA_RETH_FORMAT;
extern const RdmaHeaderFormat<RdmaImmDt> RDMA_IMMDT_FORMAT;
extern const RdmaHeaderFormat<RdmaAckPdu> RDMA_AETH_FORMAT;
extern const RdmaHeaderFormat<MrcMeth> MRC_METH_FORMAT;
extern const RdmaHeaderFormat<MrcTseth> MRC_TSETH_FORMAT;
extern const RdmaHeaderFormat<MrcSackPdu> MRC_SETH_FORMAT;
extern const RdmaHeaderFormat<MrcNackPdu> MRC_NETH_FORMAT;
extern const RdmaHeaderFormat<MrcProbePdu> MRC_PETH_FORMAT;
extern const RdmaHeaderFormat<MrcEndpointPdu> MRC_ERTH_FORMAT;
extern const RdmaHeaderFormat<MrcEndpointPdu> MRC_EETH_FORMAT;
extern const RdmaHeaderFormat<RdmaWireSrh> SRV6_SRH_FORMAT;
extern template class RdmaHeader<RdmaBth, RDMA_BTH_FORMAT>;
extern template class RdmaHeader<RdmaReth, RDMA_RETH_FORMAT>;
extern template class RdmaHeader<RdmaImmDt, RDMA_IMMDT_FORMAT>;
extern template class RdmaHeader<RdmaAckPdu, RDMA_AETH_FORMAT>;
extern template class RdmaHeader<MrcMeth, MRC_METH_FORMAT>;
extern template class RdmaHeader<MrcTseth, MRC_TSETH_FORMAT>;
extern template class RdmaHeader<MrcSackPdu, MRC_SETH_FORMAT>;
extern template class RdmaHeader<MrcNackPdu, MRC_NETH_FORMAT>;
extern template class RdmaHeader<MrcProbePdu, MRC_PETH_FORMAT>;
extern template class RdmaHeader<MrcEndpointPdu, MRC_ERTH_FORMAT>;
extern template class RdmaHeader<MrcEndpointPdu, MRC_EETH_FORMAT>;
extern template class RdmaHeader<RdmaWireSrh, SRV6_SRH_FORMAT>;
/// @endcond

/// BTH (mrc reference, 2.4).
using RdmaBthHeader = RdmaHeader<RdmaBth, RDMA_BTH_FORMAT>;
/// RETH (mrc reference, 2.7).
using RdmaRethHeader = RdmaHeader<RdmaReth, RDMA_RETH_FORMAT>;
/// ImmDt (mrc reference, 2.7).
using RdmaImmDtHeader = RdmaHeader<RdmaImmDt, RDMA_IMMDT_FORMAT>;
/// AETH of RC acknowledges and MRC Transport ACKs (mrc reference, 2.11).
using RdmaAethHeader = RdmaHeader<RdmaAckPdu, RDMA_AETH_FORMAT>;
/// METH (mrc reference, 2.5).
using MrcMethHeader = RdmaHeader<MrcMeth, MRC_METH_FORMAT>;
/// TSETH (mrc reference, 2.6).
using MrcTsethHeader = RdmaHeader<MrcTseth, MRC_TSETH_FORMAT>;
/// SETH with CC_STATE (mrc reference, 2.8).
using MrcSethHeader = RdmaHeader<MrcSackPdu, MRC_SETH_FORMAT>;
/// NETH (mrc reference, 2.9).
using MrcNethHeader = RdmaHeader<MrcNackPdu, MRC_NETH_FORMAT>;
/// PETH (mrc reference, 2.10).
using MrcPethHeader = RdmaHeader<MrcProbePdu, MRC_PETH_FORMAT>;
/// ERTH (mrc reference, 2.10).
using MrcErthHeader = RdmaHeader<MrcEndpointPdu, MRC_ERTH_FORMAT>;
/// EETH (mrc reference, 2.11).
using MrcEethHeader = RdmaHeader<MrcEndpointPdu, MRC_EETH_FORMAT>;
/// SRH with one segment (mrc reference, 4.3; RFC 8754).
using Srv6SrhHeader = RdmaHeader<RdmaWireSrh, SRV6_SRH_FORMAT>;

} // namespace ns3

#endif // RDMA_PACKET_HEADERS_H
