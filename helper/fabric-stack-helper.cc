/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-stack-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fabric-addressing.h"
#include "ns3/fabric-channel.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ipv6.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-type-name.h"
#include "ns3/srv6-address.h"
#include "ns3/string.h"

#include <numeric>

namespace ns3
{

namespace
{
/// Default capacity of a device's queue. Two windows of a fast TCP.
constexpr const char* QUEUE_SIZE = "1000p";

constexpr const char* CLUSTER = "the cluster of a stack";

/// Static routes only: they are sufficient for the planes.
InternetStackHelper
MakeInternet()
{
    InternetStackHelper internet;
    internet.SetRoutingHelper(Ipv4StaticRoutingHelper());
    internet.SetRoutingHelper(Ipv6StaticRoutingHelper());
    return internet;
}

/**
 * Give a device its addresses; the route to its plane follows from their prefixes.
 * @param ipv4 its IPv4 address
 * @param ipv6 its IPv6 address
 */
void
AddAddresses(Ptr<NetDevice> device, Ipv4Address ipv4, Ipv6Address ipv6)
{
    const Ptr<Ipv4> stack4 = device->GetNode()->GetObject<Ipv4>();
    const Ptr<Ipv6> stack6 = device->GetNode()->GetObject<Ipv6>();
    if (stack4)
    {
        const uint32_t interface = stack4->AddInterface(device);
        const Ipv4Mask mask(~0U << (32 - FabricAddressing::IPV4_PREFIX_BITS));
        stack4->AddAddress(interface, Ipv4InterfaceAddress(ipv4, mask));
        stack4->SetUp(interface);
    }
    if (stack6)
    {
        // Addresses are unique by construction, and no node would receive the solicitation.
        device->GetNode()->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
        const uint32_t interface = stack6->AddInterface(device);
        stack6->SetUp(interface);
        stack6->AddAddress(
            interface,
            Ipv6InterfaceAddress(ipv6, Ipv6Prefix(FabricAddressing::IPV6_PREFIX_BITS)));
    }
}
} // namespace

FabricStackHelper::FabricStackHelper()
    : m_device("ns3::FabricNetDevice"),
      m_queue("ns3::DropTailQueue<Packet>"),
      m_internet(std::make_shared<InternetStackHelper>(MakeInternet()))
{
    m_queue.Set("MaxSize", StringValue(QUEUE_SIZE));
}

void
FabricStackHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
FabricStackHelper::SetQueue(const std::string& type,
                            const std::string& name,
                            const AttributeValue& value)
{
    m_queue.SetTypeId(FindRdmaType(type, Queue<Packet>::GetTypeId()));
    if (!name.empty())
    {
        m_queue.Set(name, value);
    }
}

void
FabricStackHelper::SetInternetStack(const InternetStackHelper& internet)
{
    m_internet = std::make_shared<InternetStackHelper>(internet);
}

NetDeviceContainer
FabricStackHelper::Install(Ptr<RdmaCluster> cluster) const
{
    std::vector<uint32_t> hosts(RdmaNotNull(cluster, CLUSTER)->GetNHosts());
    std::iota(hosts.begin(), hosts.end(), 0);
    return Install(cluster, hosts);
}

NetDeviceContainer
FabricStackHelper::Install(Ptr<RdmaCluster> cluster, const std::vector<uint32_t>& hosts) const
{
    const uint32_t planes = RdmaNotNull(cluster, CLUSTER)->GetNetwork().GetNPlanes();
    std::vector<Ptr<FabricChannel>> channels;
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        channels.push_back(FindChannel(cluster, plane));
    }
    NetDeviceContainer devices;
    for (const uint32_t host : hosts)
    {
        NS_ABORT_MSG_IF(host >= cluster->GetNHosts(),
                        "host " << host << " in a network of " << cluster->GetNHosts());
        NS_ABORT_MSG_IF(GetDevice(cluster, host, 0), "host " << host << " has a stack already");
        const Ptr<Node> node = cluster->GetNic(host)->GetObject<Node>();
        if (!node->GetObject<Ipv4>() && !node->GetObject<Ipv6>())
        {
            m_internet->Install(node);
        }
        for (uint32_t plane = 0; plane < planes; ++plane)
        {
            devices.Add(InstallDevice(cluster, host, plane, channels[plane]));
        }
    }
    return devices;
}

Ptr<FabricChannel>
FabricStackHelper::FindChannel(Ptr<const RdmaCluster> cluster, uint32_t plane)
{
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        if (const auto device = GetDevice(cluster, host, plane))
        {
            return DynamicCast<FabricChannel>(device->GetChannel());
        }
    }
    return CreateObject<FabricChannel>();
}

Ptr<FabricNetDevice>
FabricStackHelper::InstallDevice(Ptr<RdmaCluster> cluster,
                                 uint32_t host,
                                 uint32_t plane,
                                 Ptr<FabricChannel> channel) const
{
    const Ptr<RdmaNic> nic = cluster->GetNic(host);
    const Ptr<FabricNetDevice> device = m_device.Create<FabricNetDevice>();
    device->Attach(nic, cluster->GetFabric(), plane, channel);
    if (!device->GetQueue())
    {
        device->SetQueue(m_queue.Create<Queue<Packet>>());
    }
    nic->GetObject<Node>()->AddDevice(device);
    const auto queues = CreateObject<NetDeviceQueueInterface>();
    queues->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
    device->AggregateObject(queues);
    AddAddresses(device, GetIpv4(host, plane), GetIpv6(cluster, host, plane));
    return device;
}

Ipv4Address
FabricStackHelper::GetIpv4(uint32_t host, uint32_t plane)
{
    return Ipv4Address(FabricAddressing::GetIpv4(host, plane));
}

Ipv6Address
FabricStackHelper::GetIpv6(Ptr<const RdmaCluster> cluster, uint32_t host, uint32_t plane)
{
    const FabricNetwork& network = RdmaNotNull(cluster, CLUSTER)->GetNetwork();
    NS_ABORT_MSG_IF(host >= network.GetNHosts() || plane >= network.GetNPlanes(),
                    "no host " << host << " in plane " << plane << " of a network with "
                               << network.GetNHosts() << " hosts and " << network.GetNPlanes()
                               << " planes");
    const FabricAddressing addressing = network.GetAddressing();
    return ToSrv6Ipv6Address(addressing.GetAddress(host, static_cast<uint16_t>(plane)));
}

Ptr<FabricNetDevice>
FabricStackHelper::GetDevice(Ptr<const RdmaCluster> cluster, uint32_t host, uint32_t plane)
{
    const Ptr<Node> node = RdmaNotNull(cluster, CLUSTER)->GetNic(host)->GetObject<Node>();
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = DynamicCast<FabricNetDevice>(node->GetDevice(i));
        if (device && device->GetPlane() == plane)
        {
            return device;
        }
    }
    return nullptr;
}

} // namespace ns3
