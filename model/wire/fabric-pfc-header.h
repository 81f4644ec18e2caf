/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PFC_HEADER_H
#define FABRIC_PFC_HEADER_H

#include "rdma-byte-io.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The MAC control frame of priority flow control (roce reference, 2.1).
 */

namespace ns3
{

/// Destination of every PFC frame, 01-80-C2-00-00-01: never forwarded.
constexpr uint64_t FABRIC_PFC_DESTINATION_MAC = 0x0180c2000001;

/**
 * @ingroup mrc
 * The header after the Ethernet header of a PFC frame.
 */
struct FabricPfcHeader
{
    uint8_t classes{0};               ///< bit i: quanta[i] is valid
    std::array<uint16_t, 8> quanta{}; ///< pause per class, 512 bit times; 0 = resume
};

/**
 * @ingroup mrc
 * @param out receives the header and the padding up to the FCS
 */
void WriteFabricPfc(RdmaByteWriter& out, const FabricPfcHeader& header);

/**
 * @ingroup mrc
 * @param in source of the header and the padding
 * @param [out] header contents of the bytes
 * @return false if the bytes end early or this is another MAC control operation
 */
bool ReadFabricPfc(RdmaByteReader& in, FabricPfcHeader& header);

} // namespace ns3

#endif // FABRIC_PFC_HEADER_H
