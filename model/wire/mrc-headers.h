/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HEADERS_H
#define MRC_HEADERS_H

#include "rdma-byte-io.h"

#include "ns3/rdma-pdu.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The headers of MRC and their bytes (mrc reference, 2.5 to 2.11). SETH with CC_STATE, NETH, PETH,
 * ERTH and EETH are the PDU structs of rdma-pdu.h themselves.
 *
 * Every Write function appends the header; every Read function returns false, with an unspecified
 * header, if the bytes end early or contradict the header's type. Reserved and heritage fields are
 * written as 0 and not read.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * METH: message numbers, in every write.
 */
struct MrcMeth
{
    uint16_t rqmsn{0}; ///< receive queue message sequence number: numbers WriteImm only
    uint16_t msn{0};   ///< message sequence number
};

/**
 * @ingroup mrc
 * TSETH: timestamp, in writes with BTH.ts.
 */
struct MrcTseth
{
    uint16_t txTimestamp{0}; ///< requester's clock, 128 ns units
};

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteMrcMeth(RdmaByteWriter& out, const MrcMeth& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early
 */
bool ReadMrcMeth(RdmaByteReader& in, MrcMeth& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteMrcTseth(RdmaByteWriter& out, const MrcTseth& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early or ftype is wrong
 */
bool ReadMrcTseth(RdmaByteReader& in, MrcTseth& header);

/**
 * @ingroup mrc
 * @param out receives SETH and CC_STATE
 */
void WriteMrcSack(RdmaByteWriter& out, const MrcSackPdu& header);

/**
 * @ingroup mrc
 * @param in source of SETH and CC_STATE
 * @param [out] header contents of the bytes
 * @return false if the bytes end early, M is reserved or cc_type is not NSCC's
 */
bool ReadMrcSack(RdmaByteReader& in, MrcSackPdu& header);

/**
 * @ingroup mrc
 * @param out receives the NETH
 */
void WriteMrcNack(RdmaByteWriter& out, const MrcNackPdu& header);

/**
 * @ingroup mrc
 * @param in source of the NETH
 * @param [out] header contents of the bytes
 * @return false if the bytes end early, the reason is unknown or cc_type is wrong
 */
bool ReadMrcNack(RdmaByteReader& in, MrcNackPdu& header);

/**
 * @ingroup mrc
 * @param out receives the PETH
 */
void WriteMrcProbe(RdmaByteWriter& out, const MrcProbePdu& header);

/**
 * @ingroup mrc
 * @param in source of the PETH
 * @param [out] header contents of the bytes
 * @return false if the bytes end early or ftype is wrong
 */
bool ReadMrcProbe(RdmaByteReader& in, MrcProbePdu& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteMrcErth(RdmaByteWriter& out, const MrcEndpointPdu& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early, the operation is unknown or ftype is wrong
 */
bool ReadMrcErth(RdmaByteReader& in, MrcEndpointPdu& header);

/**
 * @ingroup mrc
 * An EETH has no port status: portStatusMask is not written.
 * @param out appended to
 */
void WriteMrcEeth(RdmaByteWriter& out, const MrcEndpointPdu& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes; its portStatusMask becomes 0
 * @return false if the bytes end early or the operation is unknown
 */
bool ReadMrcEeth(RdmaByteReader& in, MrcEndpointPdu& header);

} // namespace ns3

#endif // MRC_HEADERS_H
