/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_SET_H
#define HOST_SET_H

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::HostSet: a set of hosts of a network.
 */

namespace mrcsim
{

/// A set of hosts of a network, one bit per host, because thousands of jobs may have one each.
class HostSet
{
  public:
    /**
     * Construct the set of all hosts.
     * @param hosts hosts of the network
     */
    explicit HostSet(uint32_t hosts);

    /** @return true if a host is in the set */
    bool Has(uint32_t host) const;

    /** @param host host to add */
    void Add(uint32_t host);

    /** @param host host to remove */
    void Remove(uint32_t host);

    /** @return number of hosts in the set */
    uint32_t Count() const;

    /**
     * @param place 0 .. Count() - 1
     * @return the host at this place among those of the set, ascending
     */
    uint32_t Get(uint32_t place) const;

    /**
     * @param count 0 .. Count()
     * @return the first hosts of the set, ascending
     */
    std::vector<uint32_t> ListFirst(uint32_t count) const;

  private:
    std::vector<uint64_t> m_words; ///< host h: bit h modulo 64 of word h / 64
};

} // namespace mrcsim

#endif // HOST_SET_H
