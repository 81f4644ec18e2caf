/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-set.h"

#include <bitset>

namespace mrcsim
{

namespace
{

/// Hosts in a word.
constexpr uint32_t WORD = 64;

/** @return number of its bits that are set */
uint32_t
CountBits(uint64_t word)
{
    return static_cast<uint32_t>(std::bitset<WORD>(word).count());
}

/** @return number of its lowest bit that is set */
uint32_t
FindLowestBit(uint64_t word)
{
    return CountBits(~word & (word - 1));
}

} // namespace

HostSet::HostSet(uint32_t hosts)
    : m_words((hosts + WORD - 1) / WORD, ~uint64_t{0})
{
    if (hosts % WORD != 0)
    {
        m_words.back() >>= WORD - hosts % WORD;
    }
}

bool
HostSet::Has(uint32_t host) const
{
    return (m_words[host / WORD] >> host % WORD & 1) != 0;
}

void
HostSet::Add(uint32_t host)
{
    m_words[host / WORD] |= uint64_t{1} << host % WORD;
}

void
HostSet::Remove(uint32_t host)
{
    m_words[host / WORD] &= ~(uint64_t{1} << host % WORD);
}

uint32_t
HostSet::Count() const
{
    uint32_t count = 0;
    for (const uint64_t word : m_words)
    {
        count += CountBits(word);
    }
    return count;
}

uint32_t
HostSet::Get(uint32_t place) const
{
    uint32_t at = 0;
    for (uint32_t here = CountBits(m_words[at]); here <= place; here = CountBits(m_words[at]))
    {
        place -= here;
        ++at;
    }
    uint64_t word = m_words[at];
    for (; place > 0; --place)
    {
        word &= word - 1; // without its lowest bit
    }
    return at * WORD + FindLowestBit(word);
}

std::vector<uint32_t>
HostSet::ListFirst(uint32_t count) const
{
    std::vector<uint32_t> hosts;
    hosts.reserve(count);
    for (uint32_t at = 0; hosts.size() < count; ++at)
    {
        for (uint64_t word = m_words[at]; word != 0 && hosts.size() < count; word &= word - 1)
        {
            hosts.push_back(at * WORD + FindLowestBit(word));
        }
    }
    return hosts;
}

} // namespace mrcsim
