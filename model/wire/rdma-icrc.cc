/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-icrc.h"

#include "rdma-wire-size.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// 0x04C11DB7 with its bits in reverse order.
constexpr uint32_t POLYNOMIAL = 0xedb88320;
/// Headers with variant fields: IPv6, UDP and BTH.
constexpr size_t VARIANT_BYTES = RDMA_WIRE_IPV6_BYTES + RDMA_WIRE_UDP_BYTES + RDMA_BTH_BYTES;

/// The CRC of each byte.
constexpr std::array<uint32_t, 256>
MakeTable()
{
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte)
    {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
        }
        table[byte] = value;
    }
    return table;
}

constexpr std::array<uint32_t, 256> TABLE = MakeTable();

} // namespace

uint32_t
UpdateRdmaIcrc(uint32_t state, const uint8_t* bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i)
    {
        state = state >> 8 ^ TABLE[(state ^ bytes[i]) & 0xff];
    }
    return state;
}

RdmaIcrc
FinishRdmaIcrc(uint32_t state)
{
    RdmaIcrc icrc;
    for (size_t i = 0; i < icrc.size(); ++i)
    {
        icrc[i] = static_cast<uint8_t>(~state >> 8 * i);
    }
    return icrc;
}

RdmaIcrc
ComputeRdmaIcrc(const uint8_t* packet, size_t size)
{
    NS_ASSERT_MSG(size >= VARIANT_BYTES, "an RDMA packet is longer than " << size << " B");
    std::array<uint8_t, VARIANT_BYTES> headers;
    std::copy_n(packet, VARIANT_BYTES, headers.begin());
    headers[0] |= 0x0f; // traffic class and flow label
    headers[1] = 0xff;
    headers[2] = 0xff;
    headers[3] = 0xff;
    headers[7] = 0xff;                        // hop limit
    headers[RDMA_WIRE_IPV6_BYTES + 6] = 0xff; // UDP checksum
    headers[RDMA_WIRE_IPV6_BYTES + 7] = 0xff;
    headers[RDMA_WIRE_IPV6_BYTES + RDMA_WIRE_UDP_BYTES + 4] = 0xff; // BTH variant byte
    const uint32_t state = UpdateRdmaIcrc(RDMA_ICRC_SEED, headers.data(), headers.size());
    return FinishRdmaIcrc(UpdateRdmaIcrc(state, packet + VARIANT_BYTES, size - VARIANT_BYTES));
}

} // namespace ns3
