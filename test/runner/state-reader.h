/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STATE_READER_H
#define STATE_READER_H

#include "ns3/fabric-elements.h"
#include "ns3/fabric-faults.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"

#include <string>
#include <unordered_map>

/**
 * @file
 * ns3::RdmaStateReader: the state of a cluster, field by field.
 */

namespace ns3
{

/// A state: values by path, such as "p0-t0-0--p0-t1-1 m_delay".
using RdmaState = std::unordered_map<std::string, std::string>;

/**
 * Reads everything in a cluster that a fault may change and its repair must restore. It is a friend
 * of the classes that it reads.
 *
 * Objects that are made at their first use are read as if they were new. A member that is not read
 * here, such as a counter of what happened, is listed with the reason in NOT_READ of
 * test/python/test_state_reader.py, which compares the members of the classes with this file.
 */
class RdmaStateReader
{
  public:
    /** @return the state of the network, its NICs and their QPs */
    static RdmaState Read(RdmaCluster& cluster);

    /**
     * @param before a state
     * @param after a later one
     * @return a line per difference
     */
    static std::string Compare(const RdmaState& before, const RdmaState& after);

  private:
    /**
     * Add a value.
     * @param name of the member
     * @param value its value
     */
    template <typename T>
    void Put(const std::string& name, const T& value)
    {
        m_state[m_path + name] = std::to_string(+value);
    }

    /** Add a time. */
    void Put(const std::string& name, RdmaTick value);

    /**
     * Add the members of a part.
     * @param name of the part
     * @param part an object with its own function Read
     */
    template <typename T>
    void Enter(const std::string& name, const T& part)
    {
        const std::string outer = m_path;
        m_path += name + ' ';
        Read(part);
        m_path = outer;
    }

    void Read(const FabricElements& it);
    void Read(const FabricPlaneRoutes& it);
    void Read(const FabricSwitchRoutes& it);
    void Read(const FabricSwitch& it);
    void Read(const FabricSharedBuffer& it);
    void Read(const FabricSharedBuffer::Account& it);
    void Read(const FabricPort& it);
    void Read(const FabricPortClasses& it);
    void Read(const FabricPortPause& it);
    void Read(const FabricClassQueue& it);
    void Read(const FabricQueueProfile& it);
    void Read(const FabricFaults& it);
    void Read(const RdmaNic& it);
    void Read(const RdmaNicPortStatus& it);
    void Read(const MrcNicEndpoint& it);
    void Read(const MrcDenials& it);
    void Read(const MrcEndpoint& it);
    void Read(const MrcEndpoint::Peer& it);
    void Read(const MrcTransport& it);
    void Read(const MrcEvTable& it);
    void Read(const MrcEvProber& it);

    RdmaState m_state;  ///< what has been read
    std::string m_path; ///< path of the present object
};

} // namespace ns3

#endif // STATE_READER_H
