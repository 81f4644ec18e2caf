/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_STACK_HELPER_H
#define FABRIC_STACK_HELPER_H

#include "ns3/fabric-net-device.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricStackHelper: ns-3's TCP/IP on the hosts of a cluster.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Gives hosts of a cluster a FabricNetDevice per plane, IPv4 and IPv6, the addresses that follow
 * from their positions (FabricAddressing), and the route to each plane. Sockets, applications and
 * FlowMonitor then work as on any node of ns-3; an address chooses the plane.
 *
 * Devices stop their queue disc while their queue is full, so queue discs may be installed
 * (TrafficControlHelper); without one, packets that find the queue full are dropped, by the device
 * or, silently except for its trace TcDrop, by ns-3's TrafficControlLayer.
 *
 * @code
 * FabricStackHelper stack;
 * stack.Install(cluster);
 * BulkSendHelper bulk("ns3::TcpSocketFactory",
 *                     InetSocketAddress(FabricStackHelper::GetIpv4(5, 0), 9));
 * bulk.Install(cluster->GetNic(0)->GetObject<Node>());
 * @endcode
 */
class FabricStackHelper
{
  public:
    FabricStackHelper();

    /**
     * @param name attribute of FabricNetDevice, for devices installed from now on
     * @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param type TypeId of the devices' queues, a Queue<Packet>
     * @param name an attribute of it; none if empty
     * @param value its value
     */
    void SetQueue(const std::string& type,
                  const std::string& name = "",
                  const AttributeValue& value = EmptyAttributeValue());

    /**
     * @param internet installs the stack on hosts that have none
     */
    void SetInternetStack(const InternetStackHelper& internet);

    /**
     * @param cluster a built cluster; its hosts become nodes with a stack
     * @return the devices, host by host and plane by plane
     */
    NetDeviceContainer Install(Ptr<RdmaCluster> cluster) const;

    /**
     * @param cluster a built cluster
     * @param hosts hosts that become nodes with a stack
     * @return the devices, host by host and plane by plane
     */
    NetDeviceContainer Install(Ptr<RdmaCluster> cluster, const std::vector<uint32_t>& hosts) const;

    /**
     * @param host host index, below 2^21 - 2
     * @param plane 0 to 7
     * @return IPv4 address of the host's port
     */
    static Ipv4Address GetIpv4(uint32_t host, uint32_t plane);

    /**
     * @param cluster built
     * @param host a host of the cluster
     * @param plane a plane of the cluster
     * @return IPv6 address of the host's port
     */
    static Ipv6Address GetIpv6(Ptr<const RdmaCluster> cluster, uint32_t host, uint32_t plane);

    /**
     * @param cluster built
     * @param host host index
     * @param plane 0-based
     * @return the host's device there, or null
     */
    static Ptr<FabricNetDevice> GetDevice(Ptr<const RdmaCluster> cluster,
                                          uint32_t host,
                                          uint32_t plane);

  private:
    /**
     * @param plane a plane
     * @return its channel: that of an existing device, or a new one
     */
    static Ptr<FabricChannel> FindChannel(Ptr<const RdmaCluster> cluster, uint32_t plane);

    /**
     * Install a device on a host.
     * @param host host index
     * @param plane the plane
     * @param channel the channel that the devices of the plane share
     */
    Ptr<FabricNetDevice> InstallDevice(Ptr<RdmaCluster> cluster,
                                       uint32_t host,
                                       uint32_t plane,
                                       Ptr<FabricChannel> channel) const;

    ObjectFactory m_device; ///< makes devices
    ObjectFactory m_queue;  ///< makes their queues
    /// Installs stacks. Shared, because an assignment of ns-3's helper leaks the replaced object.
    std::shared_ptr<const InternetStackHelper> m_internet;
};

} // namespace ns3

#endif // FABRIC_STACK_HELPER_H
