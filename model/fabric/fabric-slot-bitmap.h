/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SLOT_BITMAP_H
#define FABRIC_SLOT_BITMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSlotBitmap: the occupied slots of a ring.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A set of slots of a ring with a fast search for the next member: a bit per slot, and a bit per 64
 * slots that shows whether any of them is set.
 */
class FabricSlotBitmap
{
  public:
    /// Slots per word, and the least number of slots.
    static constexpr uint32_t WORD_SLOTS = 64;

    /**
     * Resize the ring and empty the set.
     * @param slots size of the ring, a power of two and at least WORD_SLOTS
     */
    void Reset(uint32_t slots)
    {
        const uint32_t words = slots / WORD_SLOTS;
        m_words.assign(words, 0);
        m_groups.assign((words + WORD_SLOTS - 1) / WORD_SLOTS, 0);
        m_words.shrink_to_fit();
        m_groups.shrink_to_fit();
    }

    /**
     * @param slot slot to add
     */
    void Set(uint32_t slot)
    {
        const uint32_t word = slot / WORD_SLOTS;
        m_words[word] |= uint64_t{1} << (slot % WORD_SLOTS);
        m_groups[word / WORD_SLOTS] |= uint64_t{1} << (word % WORD_SLOTS);
    }

    /**
     * @param slot slot to remove
     */
    void Clear(uint32_t slot)
    {
        const uint32_t word = slot / WORD_SLOTS;
        m_words[word] &= ~(uint64_t{1} << (slot % WORD_SLOTS));
        if (m_words[word] == 0)
        {
            m_groups[word / WORD_SLOTS] &= ~(uint64_t{1} << (word % WORD_SLOTS));
        }
    }

    /**
     * @param slot slot to begin with
     * @return the first member at or after it, with wraparound; there must be a member
     */
    uint32_t FindFrom(uint32_t slot) const
    {
        const uint64_t rest = m_words[slot / WORD_SLOTS] >> (slot % WORD_SLOTS);
        return rest != 0 ? slot + CountZeros(rest) : FindAfterWord(slot / WORD_SLOTS);
    }

    /**
     * Find a member near a slot, for prefetching.
     * @param slot slot to begin with
     * @return the first member at or after it within its word, or the slot itself
     */
    uint32_t FindNear(uint32_t slot) const
    {
        const uint64_t rest = m_words[slot / WORD_SLOTS] >> (slot % WORD_SLOTS);
        return rest != 0 ? slot + CountZeros(rest) : slot;
    }

    /** @return memory held, B */
    size_t GetBytes() const
    {
        return (m_words.capacity() + m_groups.capacity()) * sizeof(uint64_t);
    }

  private:
    /**
     * @param word word to begin after; it is itself searched last
     * @return the first member of a later word
     */
    uint32_t FindAfterWord(uint32_t word) const
    {
        const auto words = static_cast<uint32_t>(m_words.size());
        const uint32_t next = word + 1 < words ? word + 1 : 0;
        uint32_t group = next / WORD_SLOTS;
        uint64_t bits = m_groups[group] >> (next % WORD_SLOTS) << (next % WORD_SLOTS);
        while (bits == 0)
        {
            group = group + 1 < m_groups.size() ? group + 1 : 0;
            bits = m_groups[group];
        }
        const uint32_t found = group * WORD_SLOTS + CountZeros(bits);
        return found * WORD_SLOTS + CountZeros(m_words[found]);
    }

    /**
     * @param bits not 0
     * @return number of zeros below the lowest one
     */
    static uint32_t CountZeros(uint64_t bits)
    {
        return static_cast<uint32_t>(__builtin_ctzll(bits));
    }

    std::vector<uint64_t> m_words;  ///< a bit per slot
    std::vector<uint64_t> m_groups; ///< a bit per word: it is not 0
};

} // namespace ns3

#endif // FABRIC_SLOT_BITMAP_H
