/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SACK_COVERAGE_H
#define MRC_SACK_COVERAGE_H

#include "ns3/rdma-psn.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSackCoverage: the packets that a SACK covers.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The packets for which the newest SACK shows whether they have arrived. A cleared or absent bit
 * alone is no information (mrc reference, 2.8): a SACK reports 64 PSNs, and others may be reported
 * by SACKs that it has overtaken on another plane. It covers
 *  - the PSN after cack_psn, which is missing,
 *  - the 64 PSNs of the bitmap,
 *  - all PSNs, once the sender knows of as many arrived packets as the responder had at that time.
 *
 * The newest SACK is the one sent when the responder had the most packets: cack_psn + ooo_count
 * counts all packets that have arrived.
 */
struct MrcSackCoverage
{
    /// PSNs in one SACK bitmap.
    static constexpr int32_t BITS = 64;

    RdmaPsnSeq arrived{INT64_MIN}; ///< cack_psn + ooo_count of the newest SACK
    RdmaPsnSeq cack{0};            ///< its cack_psn
    RdmaPsnSeq base{0};            ///< PSN of its bitmap's bit 0
    bool all{false};               ///< it covers every PSN

    /**
     * @param psn an outstanding packet
     * @return true if the SACK shows that it is missing
     */
    bool Has(RdmaPsnSeq psn) const
    {
        return all || psn == cack + 1 || (psn >= base && psn < base + BITS);
    }
};

} // namespace ns3

#endif // MRC_SACK_COVERAGE_H
