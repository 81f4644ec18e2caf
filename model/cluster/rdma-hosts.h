/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_HOSTS_H
#define RDMA_HOSTS_H

#include "ns3/abort.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaHosts: state that the transports of a cluster share.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The hosts of a network, as its transports share them: their NICs, random variables, and the names
 * of connections. A name, two hosts and a number, belongs to the transport that uses it first.
 */
class RdmaHosts
{
  public:
    /// Maximum number of QPs between two hosts, of all transports together.
    static constexpr uint32_t MAX_QPS_PER_PAIR = 1 << 16;

    /**
     * @param fabric the network, with its shape
     * @param nics by host index
     * @param trimming the switches trim
     */
    RdmaHosts(Ptr<Fabric> fabric, std::vector<Ptr<RdmaNic>> nics, bool trimming);

    /** @return number of hosts */
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_nics.size());
    }

    /** @return the network that their NICs are part of */
    const Ptr<Fabric>& GetFabric() const
    {
        return m_fabric;
    }

    /** @return the shape of the network */
    const FabricNetwork& GetNetwork() const
    {
        return *m_network;
    }

    /** @return true if the switches trim */
    bool IsTrimming() const
    {
        return m_trimming;
    }

    /**
     * @param host host index
     * @return its NIC
     */
    const Ptr<RdmaNic>& GetNic(uint32_t host) const
    {
        NS_ABORT_MSG_IF(host >= m_nics.size(), "host " << host << " of " << m_nics.size());
        return m_nics[host];
    }

    /**
     * @param host host index
     * @return its random variable, made when it is first needed
     */
    const Ptr<UniformRandomVariable>& GetRng(uint32_t host);

    /**
     * @param stream first stream number to use
     * @return number of streams used: one per host
     */
    int64_t AssignStreams(int64_t stream);

    /// Position of a connection.
    struct Place
    {
        uint32_t transport; ///< number of the transport
        uint32_t index;     ///< number of the connection within it
    };

    /**
     * Reserve a connection's name.
     * @param a a host
     * @param b another host
     * @param qp number of the QP between them, less than MAX_QPS_PER_PAIR
     * @param place position of the connection if the name is free
     * @return position of the connection, and true if the name was free
     */
    std::pair<Place, bool> Claim(uint32_t a, uint32_t b, uint32_t qp, const Place& place);

    /**
     * @param a a host
     * @param b another host
     * @param qp number of the QP between them; any number
     * @return position of the connection; nothing if there is none
     */
    std::optional<Place> Find(uint32_t a, uint32_t b, uint32_t qp) const;

  private:
    Ptr<Fabric> m_fabric;                          ///< see GetFabric
    Ptr<const FabricNetwork> m_network;            ///< see GetNetwork
    std::vector<Ptr<RdmaNic>> m_nics;              ///< by host
    std::vector<Ptr<UniformRandomVariable>> m_rng; ///< by host; null: not needed yet
    std::optional<int64_t> m_firstStream;          ///< see AssignStreams
    std::unordered_map<uint64_t, Place> m_places;  ///< by name of connection; never iterated
    bool m_trimming;                               ///< see IsTrimming
};

} // namespace ns3

#endif // RDMA_HOSTS_H
