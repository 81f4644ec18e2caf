/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_ICRC_H
#define RDMA_ICRC_H

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The invariant CRC at the end of RoCEv2 and MRC packets (mrc reference, 2.14; IBTA annex 17).
 */

namespace ns3
{

/// An iCRC as on the wire.
using RdmaIcrc = std::array<uint8_t, 4>;

/// State of an iCRC after the eight bytes of ones in place of InfiniBand's local header.
constexpr uint32_t RDMA_ICRC_SEED = 0xdebb20e3;

/**
 * @ingroup mrc
 * Add bytes to a CRC-32 (polynomial 0x04C11DB7, least significant bit first).
 * @param state RDMA_ICRC_SEED or an earlier result of this function
 * @param size number of bytes
 * @return the new state
 */
uint32_t UpdateRdmaIcrc(uint32_t state, const uint8_t* bytes, size_t size);

/**
 * @ingroup mrc
 * @param state the state after the last byte
 * @return the iCRC
 */
RdmaIcrc FinishRdmaIcrc(uint32_t state);

/**
 * @ingroup mrc
 * The iCRC of an RDMA packet over IPv6, which after SRv6 headers is the inner packet. Traffic
 * class, flow label, hop limit, UDP checksum and the BTH's variant byte count as ones.
 * @param packet bytes from the IPv6 header to the padding
 * @param size its length without the iCRC, at least up to the end of the BTH (60 B)
 * @return the iCRC
 */
RdmaIcrc ComputeRdmaIcrc(const uint8_t* packet, size_t size);

} // namespace ns3

#endif // RDMA_ICRC_H
