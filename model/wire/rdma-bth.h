/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_BTH_H
#define RDMA_BTH_H

#include "rdma-byte-io.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Headers that MRC and RoCEv2 RC share: BTH, RETH and ImmDt (mrc reference, 2.4 and 2.7; roce
 * reference, 1.2).
 *
 * Every Write function appends the header; every Read function returns false, with an unspecified
 * header, if the bytes end early or contradict the header's type. Reserved fields are written as 0
 * and not read.
 */

namespace ns3
{

/// Default partition, the only one in use.
constexpr uint16_t RDMA_DEFAULT_PKEY = 0xffff;

/**
 * @ingroup mrc
 * Base transport header.
 */
struct RdmaBth
{
    uint8_t opcode{0};                ///< RdmaOpcode, or one that is not in use
    uint8_t padCount{0};              ///< bytes of padding after the payload, 0..3
    bool solicited{false};            ///< SE
    bool migReq{false};               ///< M
    bool fecn{false};                 ///< RoCE: forward congestion; MRC: 0
    bool becn{false};                 ///< RoCE: backward congestion, set in CNPs; MRC: 0
    bool ackRequest{false};           ///< A
    bool rtx{false};                  ///< MRC: retransmission; RoCE: 0
    bool timestamp{false};            ///< MRC ts: a TSETH is present; RoCE: 0
    bool selective{false};            ///< RoCE sr, specific to this test bench: the QP repeats
                                      ///< selectively; MRC: 0
    uint16_t pkey{RDMA_DEFAULT_PKEY}; ///< partition key
    uint32_t destQpn{0};              ///< destination QP number, 24 bits
    uint32_t psn{0};                  ///< packet sequence number, 24 bits
};

/**
 * @ingroup mrc
 * RDMA extended transport header.
 */
struct RdmaReth
{
    uint64_t va{0};        ///< remote address
    uint32_t rkey{0};      ///< remote key
    uint32_t dmaLength{0}; ///< MRC: payload of this packet, RC: of the message, B
};

/**
 * @ingroup mrc
 * Immediate data.
 */
struct RdmaImmDt
{
    uint32_t immediate{0}; ///< passed unchanged to the receiver's completion
};

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaBth(RdmaByteWriter& out, const RdmaBth& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early or the transport version is not 0
 */
bool ReadRdmaBth(RdmaByteReader& in, RdmaBth& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaReth(RdmaByteWriter& out, const RdmaReth& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early
 */
bool ReadRdmaReth(RdmaByteReader& in, RdmaReth& header);

/**
 * @ingroup mrc
 * @param out appended to
 */
void WriteRdmaImmDt(RdmaByteWriter& out, const RdmaImmDt& header);

/**
 * @ingroup mrc
 * @param in moved past the header
 * @param [out] header contents of the bytes
 * @return false if the bytes end early
 */
bool ReadRdmaImmDt(RdmaByteReader& in, RdmaImmDt& header);

} // namespace ns3

#endif // RDMA_BTH_H
