/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_HEADERS_H
#define ROCE_HEADERS_H

#include "rdma-byte-io.h"

#include "ns3/rdma-pdu.h"

/**
 * @file
 * @ingroup mrc
 * The headers of RoCEv2 and their bytes (roce reference, 1.2 and 4.1): the AETH, of the struct
 * RdmaAckPdu, the fields that may follow it, and the reserved part of a CNP.
 *
 * Every Write function appends the header; every Read function returns false, with an unspecified
 * header, if the bytes end early.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRoceAeth(RdmaByteWriter& out, const RdmaAckPdu& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early
 */
bool ReadRoceAeth(RdmaByteReader& in, RdmaAckPdu& header);

/**
 * @ingroup mrc
 * The word after the AETH of a NAK of a QP with selective repeat: 8 bits 0, then the PSN of the
 * packet that triggered it.
 * @param out appended to
 * @param header triggerPsn is written
 */
void WriteRoceTrigger(RdmaByteWriter& out, const RdmaAckPdu& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param header triggerPsn is written
 * @return false if the bytes end early
 */
bool ReadRoceTrigger(RdmaByteReader& in, RdmaAckPdu& header);

/**
 * @ingroup mrc
 * AtomicAckETH.
 * @param out appended to
 * @param header originalData is written
 */
void WriteRoceAtomicAck(RdmaByteWriter& out, const RdmaAckPdu& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param header originalData is written
 * @return false if the bytes end early
 */
bool ReadRoceAtomicAck(RdmaByteReader& in, RdmaAckPdu& header);

/**
 * @ingroup mrc
 * All information of a CNP is in its BTH (BECN and destination QPN).
 * @param out receives 16 reserved bytes
 */
void WriteRoceCnp(RdmaByteWriter& out);

/**
 * @ingroup mrc
 * @param in source of 16 reserved bytes, which are skipped
 * @return false if the bytes end early
 */
bool ReadRoceCnp(RdmaByteReader& in);

} // namespace ns3

#endif // ROCE_HEADERS_H
