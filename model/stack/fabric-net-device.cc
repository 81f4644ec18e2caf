/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-net-device.h"

#include "fabric-channel.h"
#include "fabric-packet-frame.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricNetDevice);

namespace
{
/**
 * @param host host index
 * @param plane 0-based
 * @return MAC address of the host's port
 */
Mac48Address
MakeMac(uint32_t host, uint32_t plane)
{
    const uint64_t number = FabricAddressing::GetMac(host, static_cast<uint8_t>(plane));
    uint8_t bytes[6];
    for (int i = 0; i < 6; ++i)
    {
        bytes[i] = static_cast<uint8_t>(number >> (40 - 8 * i));
    }
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

/**
 * @param packet a packet from its IP header on
 * @return its EtherType
 */
uint16_t
EtherTypeOf(const Packet& packet)
{
    uint8_t first = 0;
    packet.CopyData(&first, sizeof(first));
    return first >> 4 == 6 ? RDMA_ETHER_TYPE_IPV6 : RDMA_ETHER_TYPE_IPV4;
}
} // namespace

TypeId
FabricNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricNetDevice>()
            .AddAttribute("Mtu",
                          "Largest packet from its IP header on, B. The default carries 4,096 B "
                          "of payload behind IPv6 and TCP with all options, as QPs do.",
                          UintegerValue(4200),
                          MakeUintegerAccessor(&FabricNetDevice::SetMtu, &FabricNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(1280, MAX_MTU))
            .AddAttribute("TxQueue",
                          "Queue of the packets that wait for the NIC port.",
                          PointerValue(),
                          MakePointerAccessor(&FabricNetDevice::m_queue),
                          MakePointerChecker<Queue<Packet>>())
            .AddAttribute(
                "TrafficClass",
                "Queue of its packets in NICs and switches. Control packets precede all data and "
                "are never marked, so use this class only for little traffic.",
                EnumValue(DATA),
                RdmaEnumAccessor<TrafficClass>(&FabricNetDevice::m_class),
                MakeEnumChecker(DATA, "Data", CONTROL, "Control"))
            .AddTraceSource("MacTx",
                            "The stack has a packet to send.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of the stack cannot be sent.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet has arrived. All arriving packets are for this host.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this host has arrived.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A packet is handed to the NIC port.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a packet has arrived.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A packet passes the port, in either direction.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: no other packets pass the port.",
                            MakeTraceSourceAccessor(&FabricNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

FabricNetDevice::FabricNetDevice() = default;

void
FabricNetDevice::Attach(Ptr<RdmaNic> nic,
                        Ptr<Fabric> fabric,
                        uint32_t plane,
                        Ptr<FabricChannel> channel)
{
    NS_ABORT_MSG_IF(m_nic, "the device is already attached to a port");
    m_nic = nic;
    m_fabric = fabric;
    m_plane = plane;
    m_channel = channel;
    m_address = MakeMac(nic->GetHost(), plane);
    m_linkUp = nic->IsPortUp(plane + 1);
    nic->SetPacketPort(plane, this);
    TellNode();
    channel->Add(this);
}

void
FabricNetDevice::DoDispose()
{
    if (m_nic)
    {
        m_nic->SetPacketPort(m_plane, nullptr);
    }
    m_nic = nullptr;
    m_fabric = nullptr;
    m_channel = nullptr;
    m_node = nullptr;
    m_queue = nullptr;
    m_receive = ReceiveCallback();
    m_promiscReceive = PromiscReceiveCallback();
    NetDevice::DoDispose();
}

uint64_t*
FabricNetDevice::FindObstacle(const Packet& packet)
{
    FabricFrame facts;
    if (!m_linkUp)
    {
        return &m_stats.dropsLinkDown;
    }
    if (packet.GetSize() > m_mtu)
    {
        return &m_stats.dropsTooBig;
    }
    if (!DescribeFabricPacket(packet, m_fabric->GetContext().GetAddressing(), facts) ||
        facts.plane != m_plane)
    {
        return &m_stats.dropsNoDestination;
    }
    return nullptr;
}

bool
FabricNetDevice::DropTx(Ptr<const Packet> packet, uint64_t& counter)
{
    ++counter;
    m_macTxDropTrace(packet);
    return false;
}

bool
FabricNetDevice::Send(Ptr<Packet> packet, const Address& /* dest */, uint16_t /* protocolNumber */)
{
    NS_ABORT_MSG_UNLESS(m_nic && m_queue, "a FabricNetDevice needs a port and a queue to send");
    m_macTxTrace(packet);
    if (uint64_t* counter = FindObstacle(*packet))
    {
        return DropTx(packet, *counter);
    }
    if (!m_queue->Enqueue(packet))
    {
        return DropTx(packet, m_stats.dropsQueueFull);
    }
    m_nic->OfferPackets(m_plane);
    return true;
}

FabricFrame*
FabricNetDevice::TakeFrame(RdmaTick /* now */)
{
    const Ptr<Packet> packet = m_queue->Dequeue();
    if (!packet)
    {
        return nullptr;
    }
    ++m_stats.txPackets;
    m_stats.txBytes += packet->GetSize();
    m_phyTxBeginTrace(packet);
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
    FabricFrame* frame = m_fabric->GetContext().NewFrame();
    *frame = FabricFrame{};
    DescribeFabricPacket(*packet,
                         m_fabric->GetContext().GetAddressing(),
                         *frame); // Send has checked that it is possible
    frame->srcHost = m_nic->GetHost();
    frame->cls = m_class == DATA ? RdmaClass::DATA : RdmaClass::CONTROL;
    packet->Ref();
    frame->packet = PeekPointer(packet);
    return frame;
}

void
FabricNetDevice::OnFrame(const FabricFrame& frame)
{
    const Ptr<Packet> packet = UnpackFabricFrame(frame);
    const uint16_t protocol = EtherTypeOf(*packet);
    const Mac48Address from = MakeMac(frame.srcHost, m_plane);
    ++m_stats.rxPackets;
    m_stats.rxBytes += packet->GetSize();
    m_phyRxEndTrace(packet);
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
    m_macPromiscRxTrace(packet);
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet, protocol, from, m_address, PACKET_HOST);
    }
    m_macRxTrace(packet);
    if (!m_receive.IsNull())
    {
        m_receive(this, packet, protocol, from);
    }
}

void
FabricNetDevice::OnPortStatus(bool up)
{
    m_linkUp = up;
    m_linkChange();
}

void
FabricNetDevice::SetQueue(Ptr<Queue<Packet>> queue)
{
    m_queue = queue;
}

Ptr<Queue<Packet>>
FabricNetDevice::GetQueue() const
{
    return m_queue;
}

void
FabricNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
FabricNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
FabricNetDevice::GetChannel() const
{
    return m_channel;
}

void
FabricNetDevice::SetAddress(Address address)
{
    NS_ABORT_MSG_UNLESS(Mac48Address::ConvertFrom(address) == m_address,
                        "the MAC address of a fabric's port follows from its position");
}

Address
FabricNetDevice::GetAddress() const
{
    return m_address;
}

bool
FabricNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu > MAX_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
FabricNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
FabricNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
FabricNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
FabricNetDevice::IsBroadcast() const
{
    return false;
}

Address
FabricNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast(); // the stack's destination where no ARP is needed
}

bool
FabricNetDevice::IsMulticast() const
{
    return false;
}

Address
FabricNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
FabricNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
FabricNetDevice::IsBridge() const
{
    return false;
}

bool
FabricNetDevice::IsPointToPoint() const
{
    return false;
}

bool
FabricNetDevice::SendFrom(Ptr<Packet> /* packet */,
                          const Address& /* source */,
                          const Address& /* dest */,
                          uint16_t /* protocolNumber */)
{
    return false;
}

Ptr<Node>
FabricNetDevice::GetNode() const
{
    return m_node;
}

void
FabricNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
    TellNode();
}

void
FabricNetDevice::TellNode()
{
    if (m_nic && m_node)
    {
        m_nic->GetPort(m_plane)->peer->SetFarNode(m_node->GetId());
    }
}

bool
FabricNetDevice::NeedsArp() const
{
    return false;
}

void
FabricNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_receive = cb;
}

void
FabricNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
}

bool
FabricNetDevice::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3
