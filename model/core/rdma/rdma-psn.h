/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PSN_H
#define RDMA_PSN_H

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Packet sequence numbers: 24 bits on the wire, 64 bits internally.
 *
 * A transport counts packets in a RdmaPsnSeq that never wraps, writes its low 24 bits into the BTH
 * (ToWireRdmaPsn), and restores the upper bits of an arriving PSN from a nearby sequence number
 * (WidenRdmaPsn). "Nearby" means less than half of the 24-bit circle, 8388608 packets, which is far
 * more than either transport has outstanding.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A packet sequence number that does not wrap. Signed, so that "one before the first" and a stale
 * PSN from before the first need no special case.
 */
using RdmaPsnSeq = int64_t;

/// Number of different PSNs on the wire: 2^24.
constexpr uint32_t RDMA_PSN_MODULUS = 1U << 24;
/// The bits of a PSN on the wire.
constexpr uint32_t RDMA_PSN_MASK = RDMA_PSN_MODULUS - 1;

/**
 * @ingroup mrc
 * Signed distance on the 24-bit circle (mrc reference, 5.1).
 * @param a PSN, 24 bits
 * @param b PSN, 24 bits
 * @return a - b, in -2^23 .. 2^23 - 1
 */
constexpr int32_t
RdmaPsnDiff(uint32_t a, uint32_t b)
{
    const uint32_t d = (a - b) & RDMA_PSN_MASK;
    return d < RDMA_PSN_MODULUS / 2
               ? static_cast<int32_t>(d)
               : static_cast<int32_t>(d) - static_cast<int32_t>(RDMA_PSN_MODULUS);
}

/**
 * @ingroup mrc
 * @return its low 24 bits, as the BTH carries them
 */
constexpr uint32_t
ToWireRdmaPsn(RdmaPsnSeq seq)
{
    return static_cast<uint32_t>(seq) & RDMA_PSN_MASK;
}

/**
 * @ingroup mrc
 * Restore the upper bits of a PSN from the wire.
 * @param psn PSN, 24 bits
 * @param reference a sequence number at most 2^23 - 1 packets away from the result
 * @return the sequence number nearest to reference whose low 24 bits are psn
 */
constexpr RdmaPsnSeq
WidenRdmaPsn(uint32_t psn, RdmaPsnSeq reference)
{
    return reference + RdmaPsnDiff(psn, ToWireRdmaPsn(reference));
}

} // namespace ns3

#endif // RDMA_PSN_H
