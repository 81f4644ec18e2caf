/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NET_DEVICE_H
#define FABRIC_NET_DEVICE_H

#include "ns3/fabric.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/rdma-nic-packet-ports.h"
#include "ns3/rdma-nic.h"
#include "ns3/traced-callback.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricNetDevice: a NIC port as a device of ns-3's stack.
 */

namespace ns3
{

class FabricChannel;

/**
 * @ingroup mrc
 * Counters of the packets of a FabricNetDevice. Monotonic.
 *
 * Law: packets passed to Send = txPackets + all drops + packets in the transmit queue.
 */
struct FabricNetDeviceStats
{
    uint64_t txPackets{0};          ///< handed to the NIC port
    uint64_t txBytes{0};            ///< bytes of these, from the IP header on, B
    uint64_t rxPackets{0};          ///< arrived
    uint64_t rxBytes{0};            ///< bytes of these, from the IP header on, B
    uint64_t dropsQueueFull{0};     ///< the transmit queue was full
    uint64_t dropsLinkDown{0};      ///< the port was known to be down
    uint64_t dropsTooBig{0};        ///< longer than the MTU
    uint64_t dropsNoDestination{0}; ///< multicast, broadcast, or to no NIC port of the plane

    /** @return packets dropped for any reason */
    uint64_t GetDrops() const
    {
        return dropsQueueFull + dropsLinkDown + dropsTooBig + dropsNoDestination;
    }
};

/**
 * @ingroup mrc
 * A port of an RdmaNic as a device of ns-3's stack: IPv4 and IPv6 packets leave and arrive here
 * over the same links and switches as the QPs' packets. One per host and plane; FabricStackHelper
 * installs them with addresses and routes.
 *
 * A packet waits in the transmit queue until it is the turn of the host's packets in the round of
 * the NIC (RdmaNicPacketPorts), one packet after each turn of the QPs. Then it becomes a frame of
 * kind PACKET. Switches forward it by its destination and a hash of the flow, mark it CE or drop it
 * as they do with any frame of its class; they never trim it. A packet whose hop limit is exhausted
 * is not answered: it counts as a drop of the fabric.
 *
 * The destination follows from the IP address alone (FabricAddressing), so there is no ARP and no
 * neighbor discovery, and the device drops packets to any other address than a port of this plane,
 * including multicast. The packets in traces begin with their IP header; FabricPcapHelper captures
 * frames with their Ethernet header.
 */
class FabricNetDevice : public NetDevice, public RdmaNicPacketPort
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// Queue of a device's packets in NICs and switches. A plain enum, for ns-3's attributes.
    enum TrafficClass
    {
        CONTROL, ///< as RdmaClass::CONTROL
        DATA,    ///< as RdmaClass::DATA
    };

    FabricNetDevice();

    /**
     * Attach the device to its port. Call it once, before the simulation.
     * @param nic of the host that the device belongs to
     * @param fabric its network
     * @param plane port, 0-based
     * @param channel channel of the plane
     */
    void Attach(Ptr<RdmaNic> nic, Ptr<Fabric> fabric, uint32_t plane, Ptr<FabricChannel> channel);

    /**
     * @param queue queue of the packets that wait for the port
     */
    void SetQueue(Ptr<Queue<Packet>> queue);

    /** @return queue of the packets that wait for the port */
    Ptr<Queue<Packet>> GetQueue() const;

    /** @return plane of its port */
    uint32_t GetPlane() const
    {
        return m_plane;
    }

    /** @return counters of its packets */
    const FabricNetDeviceStats& GetStats() const
    {
        return m_stats;
    }

    // RdmaNicPacketPort
    FabricFrame* TakeFrame(RdmaTick now) override;
    void OnFrame(const FabricFrame& frame) override;
    void OnPortStatus(bool up) override;

    // NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /// Largest packet whose frame FabricFrame can describe, B.
    static constexpr uint16_t MAX_MTU = 65000;

    /** Set the node as the context of arrivals, as soon as node and port are known. */
    void TellNode();

    /**
     * @param packet a packet to send
     * @return counter of the reason why it cannot be sent; null if it can
     */
    uint64_t* FindObstacle(const Packet& packet);

    /**
     * Drop a packet that cannot be sent.
     * @param counter of the reason
     * @return false, for Send
     */
    bool DropTx(Ptr<const Packet> packet, uint64_t& counter);

    Ptr<RdmaNic> m_nic;                      ///< the NIC; null: disposed
    Ptr<Fabric> m_fabric;                    ///< its network
    Ptr<FabricChannel> m_channel;            ///< channel of the plane
    Ptr<Node> m_node;                        ///< the host
    Ptr<Queue<Packet>> m_queue;              ///< attribute TxQueue
    Mac48Address m_address;                  ///< of the port
    uint32_t m_ifIndex{0};                   ///< number within the node
    uint32_t m_plane{0};                     ///< the port
    uint16_t m_mtu{0};                       ///< attribute Mtu
    TrafficClass m_class{DATA};              ///< attribute TrafficClass
    bool m_linkUp{true};                     ///< link state of the NIC
    ReceiveCallback m_receive;               ///< the stack
    PromiscReceiveCallback m_promiscReceive; ///< promiscuous receiver
    FabricNetDeviceStats m_stats;            ///< see GetStats

    TracedCallback<> m_linkChange;                           ///< see AddLinkChangeCallback
    TracedCallback<Ptr<const Packet>> m_macTxTrace;          ///< trace source MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      ///< trace source MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   ///< trace source MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          ///< trace source MacRx
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;     ///< trace source PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;       ///< trace source PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        ///< trace source Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; ///< trace source PromiscSniffer
};

} // namespace ns3

#endif // FABRIC_NET_DEVICE_H
