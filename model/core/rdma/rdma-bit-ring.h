/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_BIT_RING_H
#define RDMA_BIT_RING_H

#include "rdma-psn.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaBitRing: one bit per PSN of a sliding window.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One bit for each PSN of a window that slides upwards, in 64-bit words.
 *
 * The low bits of a PSN select its bit, so no bit moves when the window slides. The owner keeps the
 * window no longer than the capacity, and clears the bits below it.
 */
class RdmaBitRing
{
  public:
    /**
     * @param window longest window, PSNs; rounded up to a power of two, at least 128, so that any
     * 64 bits that are read do not wrap onto themselves
     */
    explicit RdmaBitRing(uint32_t window)
    {
        uint32_t bits = 128;
        while (bits < window)
        {
            bits *= 2;
        }
        m_words = std::make_unique<uint64_t[]>(bits / 64); // all 0
        m_wordMask = bits / 64 - 1;
    }

    /** @return number of PSNs it can hold */
    uint32_t GetCapacity() const
    {
        return (m_wordMask + 1) * 64;
    }

    /** @return its bit */
    bool Test(RdmaPsnSeq psn) const
    {
        return (Word(psn) >> (psn & 63)) & 1;
    }

    /**
     * @param psn PSN whose bit becomes 1
     */
    void Set(RdmaPsnSeq psn)
    {
        Word(psn) |= uint64_t{1} << (psn & 63);
    }

    /**
     * @param psn PSN whose bit becomes 0
     */
    void Clear(RdmaPsnSeq psn)
    {
        Word(psn) &= ~(uint64_t{1} << (psn & 63));
    }

    /** @return the 64 bits from base upwards, base at bit 0 */
    uint64_t Read(RdmaPsnSeq base) const
    {
        const auto shift = static_cast<uint32_t>(base & 63);
        if (shift == 0)
        {
            return Word(base);
        }
        return (Word(base) >> shift) | (Word(base + 64) << (64 - shift));
    }

    /**
     * Clear some of the 64 bits from a PSN upwards.
     * @param bits the bits to clear, base at bit 0
     */
    void Clear64(RdmaPsnSeq base, uint64_t bits)
    {
        const auto shift = static_cast<uint32_t>(base & 63);
        Word(base) &= ~(bits << shift);
        if (shift != 0)
        {
            Word(base + 64) &= ~(bits >> (64 - shift));
        }
    }

    /**
     * Find the lowest PSN with its bit set.
     * @param from first PSN to test
     * @param end PSN after the last one to test
     * @return the PSN, or end
     */
    RdmaPsnSeq FindFirst(RdmaPsnSeq from, RdmaPsnSeq end) const
    {
        for (RdmaPsnSeq at = from; at < end; at = (at | 63) + 1)
        {
            const uint64_t bits = Word(at) >> (at & 63);
            if (bits != 0)
            {
                const RdmaPsnSeq found = at + __builtin_ctzll(bits);
                return found < end ? found : end;
            }
        }
        return end;
    }

    /**
     * Double the capacity. The window keeps its bits.
     * @param first first PSN of the window
     * @param end one after its last PSN
     */
    void Grow(RdmaPsnSeq first, RdmaPsnSeq end)
    {
        RdmaBitRing bigger(GetCapacity() * 2);
        for (RdmaPsnSeq psn = FindFirst(first, end); psn < end; psn = FindFirst(psn + 1, end))
        {
            bigger.Set(psn);
        }
        *this = std::move(bigger);
    }

  private:
    /** @return the word that holds its bit */
    uint64_t& Word(RdmaPsnSeq psn)
    {
        return m_words[(static_cast<uint64_t>(psn) / 64) & m_wordMask];
    }

    /** @return the word that holds its bit */
    uint64_t Word(RdmaPsnSeq psn) const
    {
        return m_words[(static_cast<uint64_t>(psn) / 64) & m_wordMask];
    }

    std::unique_ptr<uint64_t[]> m_words; ///< the bits
    uint32_t m_wordMask;                 ///< number of words - 1
};

} // namespace ns3

#endif // RDMA_BIT_RING_H
