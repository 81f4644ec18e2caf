/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_HISTORY_H
#define MRC_FAULT_HISTORY_H

#include <algorithm>
#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcFaultHistory: the results of the probes on a path.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Numbers of probes on a path.
 */
struct MrcFaultTally
{
    uint32_t answered{0}; ///< probes answered
    uint32_t lost{0};     ///< probes not answered

    /**
     * @param other probes to be added
     * @return the sum
     */
    MrcFaultTally& operator+=(const MrcFaultTally& other)
    {
        answered += other.answered;
        lost += other.lost;
        return *this;
    }
};

/**
 * @ingroup mrc
 * Results of the probes on a path in the last 64 rounds, up to 15 answered and 15 lost ones per
 * round. More of them would add no information.
 */
class MrcFaultHistory
{
  public:
    /// Number of rounds stored.
    static constexpr uint32_t ROUNDS = 64;

    /**
     * @param round round in which the probe was sent; too old ones are not counted
     * @param answered its result
     */
    void Record(uint64_t round, bool answered)
    {
        if (round < m_begin || round + ROUNDS < m_end)
        {
            return;
        }
        for (; m_end <= round; ++m_end)
        {
            m_counts[m_end % ROUNDS] = 0;
            if (m_end + ROUNDS <= round)
            {
                m_end = round - ROUNDS; // older rounds are never read
            }
        }
        uint8_t& counts = m_counts[round % ROUNDS];
        const uint8_t one = answered ? 0x10 : 0x01;
        const uint8_t full = answered ? 0xf0 : 0x0f;
        counts = (counts & full) == full ? counts : static_cast<uint8_t>(counts + one);
    }

    /**
     * @param round a round
     * @return its probes
     */
    MrcFaultTally Get(uint64_t round) const
    {
        if (round < m_begin || round >= m_end || round + ROUNDS < m_end)
        {
            return {};
        }
        const uint8_t counts = m_counts[round % ROUNDS];
        return {static_cast<uint32_t>(counts >> 4), static_cast<uint32_t>(counts & 0x0f)};
    }

    /**
     * @param last a round
     * @param window number of rounds, the last one included, 1..ROUNDS
     * @return their probes
     */
    MrcFaultTally Sum(uint64_t last, uint32_t window) const
    {
        MrcFaultTally sum;
        const uint64_t first = last + 1 >= window ? last + 1 - window : 0;
        for (uint64_t round = std::max(first, m_begin); round <= last; ++round)
        {
            sum += Get(round);
        }
        return sum;
    }

    /**
     * Drop all earlier rounds.
     * @param round first round that counts
     */
    void Forget(uint64_t round)
    {
        m_begin = std::max(m_begin, round);
    }

  private:
    std::array<uint8_t, ROUNDS> m_counts{}; ///< by round: answered in the high half, lost in the
                                            ///< low half
    uint64_t m_begin{0};                    ///< first round that counts
    uint64_t m_end{0};                      ///< round after the newest one
};

} // namespace ns3

#endif // MRC_FAULT_HISTORY_H
