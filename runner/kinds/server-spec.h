/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVER_SPEC_H
#define SERVER_SPEC_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * mrcsim::ServerSpec: the links within servers, of a topology of any kind.
 */

namespace mrcsim
{

/// topology.hostsPerServer, serverRate and serverDelay
struct ServerSpec
{
    uint32_t hosts{1};   ///< hosts of one server
    uint64_t rateBps{0}; ///< rate of its links, bit/s; 0: messages within it use the network
    ns3::RdmaTick delay; ///< delay of its links

    /** @return true if messages within a server do not use the network */
    bool HasLinks() const
    {
        return rateBps > 0;
    }

    /**
     * @return number of its server; the host's number if messages within servers use the network
     */
    uint32_t GetServer(uint32_t host) const
    {
        return HasLinks() ? host / hosts : host;
    }

    /**
     * @param a a host
     * @param b another host
     * @return true if messages between them do not use the network
     */
    bool Join(uint32_t a, uint32_t b) const
    {
        return HasLinks() && GetServer(a) == GetServer(b);
    }
};

} // namespace mrcsim

#endif // SERVER_SPEC_H
