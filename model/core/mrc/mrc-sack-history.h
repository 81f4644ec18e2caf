/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SACK_HISTORY_H
#define MRC_SACK_HISTORY_H

#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSackHistory: the last SACKs of a sprayed flow and their median.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The last SACKs with a valid round-trip time. They are of many paths, and a minority of slow paths
 * does not change their median.
 *
 * A history has at least one SACK after the first Add: the last one. With one SACK the median is
 * its sample.
 */
class MrcSackHistory
{
  public:
    static constexpr uint32_t MAX_COUNT = 128; ///< upper bound of the number of SACKs

    /// Bounds of a history; the last SACK always belongs to it.
    struct Limits
    {
        uint64_t bytes{0}; ///< acknowledged by all its SACKs together, B
        uint32_t count{1}; ///< SACKs, at most MAX_COUNT
        RdmaTick age;      ///< time since the arrival of a SACK
    };

    /**
     * Add a SACK and forget the oldest ones beyond the limits.
     * @param now time of its arrival
     * @param rtt its round-trip time
     * @param bytes newly acknowledged, B
     * @param marked true if it has an ECN mark
     * @param limits bounds of the history
     */
    void Add(RdmaTick now, RdmaTick rtt, uint64_t bytes, bool marked, const Limits& limits);

    /** @return median round-trip time: the mean of the middle two for an even number */
    RdmaTick GetMedianRtt() const;

    /** @return true if more than half of the SACKs are marked */
    bool IsMostlyMarked() const;

    /** @return number of SACKs */
    std::size_t GetCount() const
    {
        return m_sacks.size();
    }

  private:
    /// A SACK.
    struct Sack
    {
        RdmaTick at;    ///< arrival
        RdmaTick rtt;   ///< round-trip time
        uint64_t bytes; ///< newly acknowledged, B
        bool marked;    ///< has an ECN mark
    };

    std::vector<Sack> m_sacks; ///< oldest first
    uint64_t m_bytes{0};       ///< acknowledged by all of them, B
};

} // namespace ns3

#endif // MRC_SACK_HISTORY_H
