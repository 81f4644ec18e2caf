/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stack-test-net.h"

#include "ns3/channel.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/pointer.h"
#include "ns3/traffic-control-helper.h"

#include <set>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Devices, and UDP over them.
class FabricNetDeviceTest : public StackTest, public testing::WithParamInterface<bool>
{
  protected:
    /**
     * Make a host return the packets that it receives.
     * @param host the host
     * @param plane the plane
     * @param v6 IPv6, not IPv4
     */
    void Echo(uint32_t host, uint32_t plane, bool v6)
    {
        m_echo = MakeSocket(host, "ns3::UdpSocketFactory");
        ASSERT_EQ(m_echo->Bind(GetAddress(host, plane, v6)), 0);
        m_echo->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) {
            Address from;
            while (const Ptr<Packet> packet = socket->RecvFrom(from))
            {
                SocketIpTtlTag ttl;
                packet->RemovePacketTag(ttl);
                m_ttl = ttl.GetTtl();
                m_context = Simulator::GetContext();
                socket->SendTo(packet, 0, from);
            }
        }));
    }

    /**
     * Send a datagram, and record the answers.
     * @param host sending host
     * @param to destination
     * @param bytes payload, B
     */
    void Ping(uint32_t host, const Address& to, uint32_t bytes)
    {
        if (!m_ping)
        {
            m_ping = MakeSocket(host, "ns3::UdpSocketFactory");
            m_ping->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) {
                while (const Ptr<Packet> packet = socket->Recv())
                {
                    m_sizes.push_back(packet->GetSize());
                }
            }));
            ASSERT_EQ(m_ping->Connect(to), 0);
        }
        m_ping->Send(Create<Packet>(bytes));
    }

    /**
     * Give a packet without a protocol of layer 4 to the device of host 0 in plane 0.
     * @param payload payload according to its header, B
     * @param destination IPv4 address
     * @param more bytes that the packet has besides, B
     * @return what the device answers
     */
    bool SendIpv4(uint32_t payload, const char* destination, uint32_t more = 0)
    {
        Ipv4Header header;
        header.SetDestination(Ipv4Address(destination));
        header.SetSource(FabricStackHelper::GetIpv4(0, 0));
        header.SetPayloadSize(static_cast<uint16_t>(payload));
        header.SetTtl(64);
        const Ptr<Packet> packet = Create<Packet>(payload + more);
        packet->AddHeader(header);
        const auto device = GetDevice(0, 0);
        return device->Send(packet, device->GetBroadcast(), 0x0800);
    }

    Ptr<Socket> m_echo;            ///< socket that answers
    Ptr<Socket> m_ping;            ///< socket that sends
    std::vector<uint32_t> m_sizes; ///< of the answers, B
    int m_ttl{-1};                 ///< of the last packet that was answered
    uint32_t m_context{0};         ///< of its arrival
};

TEST_P(FabricNetDeviceTest, UdpComesBackOnThePlaneOfItsAddress)
{
    Build();
    Echo(3, 1, GetParam());
    Ping(0, GetAddress(3, 1, GetParam()), 1000);
    RunUntil(100);
    EXPECT_EQ(m_sizes, (std::vector<uint32_t>{1000}));
    const auto& stats = GetDevice(0, 1)->GetStats();
    const uint32_t headers = GetParam() ? 48 : 28;
    EXPECT_EQ(stats.txPackets, 1U);
    EXPECT_EQ(stats.txBytes, 1000U + headers);
    EXPECT_EQ(stats.rxPackets, 1U);
    EXPECT_EQ(stats.rxBytes, 1000U + headers);
    EXPECT_EQ(GetDevice(0, 0)->GetStats().rxPackets, 0U);
    EXPECT_EQ(fabric->GetTotals().hops, 8U) << "two directions of four links";
}

TEST_P(FabricNetDeviceTest, PacketsArriveInTheContextOfTheirNode)
{
    Build();
    Echo(3, 1, GetParam());
    Ping(0, GetAddress(3, 1, GetParam()), 1000);
    RunUntil(100);
    EXPECT_EQ(m_context, cluster->GetNic(3)->GetObject<Node>()->GetId());
}

TEST_P(FabricNetDeviceTest, EveryBytePassesTheVerification)
{
    Config::SetDefault("ns3::Fabric::VerifyWire", BooleanValue(true));
    Build();
    Echo(3, 0, GetParam());
    Ping(0, GetAddress(3, 0, GetParam()), 10);
    RunUntil(100);
    EXPECT_EQ(m_sizes, (std::vector<uint32_t>{10}));
}

TEST_P(FabricNetDeviceTest, BigDatagramsAreFragmented)
{
    Build();
    Echo(2, 0, GetParam());
    Ping(0, GetAddress(2, 0, GetParam()), 10000);
    RunUntil(100);
    EXPECT_EQ(m_sizes, (std::vector<uint32_t>{10000}));
    EXPECT_EQ(GetDevice(0, 0)->GetStats().txPackets, 3U);
}

INSTANTIATE_TEST_SUITE_P(Ip, FabricNetDeviceTest, testing::Bool(), [](const auto& info) {
    return info.param ? "V6" : "V4";
});

TEST_F(FabricNetDeviceTest, ADeviceMayHaveItsNodeBeforeItsPort)
{
    const auto node = CreateObject<Node>();
    const auto device = CreateObject<FabricNetDevice>();
    device->SetNode(node);
    EXPECT_EQ(device->GetNode(), node);
    device->Dispose();
}

TEST_F(FabricNetDeviceTest, ADeviceFollowsItsPort)
{
    Build();
    std::vector<bool> told;
    const auto* device = PeekPointer(GetDevice(0, 1)); // a Ptr in its callback would keep it alive
    const std::function<void()> tell = [&told, device] { told.push_back(device->IsLinkUp()); };
    GetDevice(0, 1)->AddLinkChangeCallback(Callback<void>(tell));
    for (const bool up : {false, true, false, true})
    {
        cluster->GetNic(0)->SetPortAdmin(2, up);
        EXPECT_EQ(device->IsLinkUp(), up);
        EXPECT_TRUE(GetDevice(0, 0)->IsLinkUp()) << "the other plane";
        EXPECT_TRUE(GetDevice(1, 1)->IsLinkUp()) << "the other host";
    }
    EXPECT_EQ(told, (std::vector<bool>{false, true, false, true}));
}

TEST_F(FabricNetDeviceTest, AddressesFollowFromPositions)
{
    Build();
    EXPECT_EQ(devices.GetN(), 8U);
    const auto device = DynamicCast<FabricNetDevice>(devices.Get(7));
    EXPECT_EQ(device->GetAddress(), Address(Mac48Address("02:01:00:00:00:03")));
    EXPECT_EQ(FabricStackHelper::GetIpv4(3, 1), Ipv4Address("10.32.0.4"));
    EXPECT_EQ(FabricStackHelper::GetIpv6(cluster, 3, 1), Ipv6Address("fd00:0:1:1::1"));
    const Ptr<Ipv4> ipv4 = GetNode(3)->GetObject<Ipv4>();
    EXPECT_EQ(ipv4->GetInterfaceForAddress(Ipv4Address("10.32.0.4")),
              ipv4->GetInterfaceForDevice(device));
    EXPECT_FALSE(device->NeedsArp());
    EXPECT_EQ(device->GetMtu(), 4200);
    EXPECT_FALSE(device->SetMtu(UINT16_MAX));
    EXPECT_EQ(device->GetMtu(), 4200) << "a refused MTU changes nothing";
    EXPECT_TRUE(device->SetMtu(65000)) << "the largest";
    EXPECT_FALSE(device->SetMtu(65001));
    EXPECT_EQ(device->GetMtu(), 65000);
}

TEST_F(FabricNetDeviceTest, OnALinkAreAllHostsOfItsPlaneAndNoOthers)
{
    Build();
    const Ptr<Ipv4> ipv4 = GetNode(3)->GetObject<Ipv4>();
    const Ptr<Ipv6> ipv6 = GetNode(3)->GetObject<Ipv6>();
    for (const uint32_t plane : {0, 1})
    {
        const auto own4 = ipv4->GetAddress(ipv4->GetInterfaceForDevice(GetDevice(3, plane)), 0);
        const auto own6 = ipv6->GetAddress(ipv6->GetInterfaceForDevice(GetDevice(3, plane)), 1);
        for (const uint32_t other : {0, 1})
        {
            for (const uint32_t host : {0U, (1U << 21) - 3})
            {
                EXPECT_EQ(own4.GetMask().IsMatch(own4.GetLocal(),
                                                 FabricStackHelper::GetIpv4(host, other)),
                          plane == other)
                    << host;
            }
            EXPECT_EQ(own6.GetPrefix().IsMatch(own6.GetAddress(),
                                               FabricStackHelper::GetIpv6(cluster, 0, other)),
                      plane == other);
        }
    }
}

TEST_F(FabricNetDeviceTest, ADeviceSendsToOneHostAndOnlyFromItself)
{
    Build();
    const auto device = GetDevice(0, 0);
    EXPECT_FALSE(device->IsBroadcast());
    EXPECT_FALSE(device->IsMulticast());
    EXPECT_FALSE(device->IsBridge());
    EXPECT_FALSE(device->IsPointToPoint());
    EXPECT_FALSE(device->SupportsSendFrom());
    EXPECT_FALSE(device->SendFrom(Create<Packet>(1),
                                  device->GetAddress(),
                                  device->GetBroadcast(),
                                  Ipv4L3Protocol::PROT_NUMBER));
    EXPECT_EQ(device->GetBroadcast(), Address(Mac48Address("ff:ff:ff:ff:ff:ff")));
    EXPECT_EQ(device->GetMulticast(Ipv4Address("224.1.2.3")),
              Address(Mac48Address("01:00:5e:01:02:03")));
    EXPECT_EQ(device->GetMulticast(Ipv6Address("ff02::1:ff00:7")),
              Address(Mac48Address("33:33:ff:00:00:07")));
    device->SetIfIndex(77);
    EXPECT_EQ(device->GetIfIndex(), 77U);
}

TEST_F(FabricNetDeviceTest, TheChannelOfAPlaneKnowsItsDevices)
{
    stack = FabricStackHelper();
    Build();
    const Ptr<Channel> channel = GetDevice(2, 1)->GetChannel();
    ASSERT_EQ(channel->GetNDevices(), 4U);
    EXPECT_EQ(channel->GetDevice(2), GetDevice(2, 1));
    EXPECT_NE(channel, GetDevice(2, 0)->GetChannel());
}

TEST_F(FabricNetDeviceTest, AChannelThatIsDisposedOfHoldsNoDevices)
{
    stack = FabricStackHelper();
    Build();
    const Ptr<Channel> channel = GetDevice(2, 1)->GetChannel();
    channel->Dispose();
    EXPECT_EQ(channel->GetNDevices(), 0U);
}

TEST_F(FabricNetDeviceTest, SwitchesCountDownTheTtl)
{
    Build();
    Echo(3, 0, false);
    m_echo->SetIpRecvTtl(true);
    Ping(0, GetAddress(3, 0, false), 1);
    RunUntil(100);
    EXPECT_EQ(m_ttl, 64 - 3) << "two T0s and a T1";
}

TEST_F(FabricNetDeviceTest, APacketThatRunsOutOfHopsIsDroppedByASwitch)
{
    Build();
    Echo(3, 0, false);
    Ping(0, GetAddress(3, 0, false), 1);
    m_ping->SetIpTtl(2);
    Ping(0, GetAddress(3, 0, false), 1);
    RunUntil(100);
    EXPECT_EQ(m_sizes.size(), 1U);
    EXPECT_EQ(fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::HOP_LIMIT)], 1U);
}

TEST_F(FabricNetDeviceTest, FlowsSpreadOverTheUplinks)
{
    Build();
    std::vector<Ptr<Socket>> sockets;
    for (int i = 0; i < 64; ++i)
    {
        sockets.push_back(MakeSocket(0, "ns3::UdpSocketFactory"));
        sockets.back()->Connect(GetAddress(3, 0, false));
        for (int k = 0; k < 3; ++k)
        {
            sockets.back()->Send(Create<Packet>(100));
        }
    }
    RunUntil(100);
    const auto packets = [this](uint32_t t1) {
        return RdmaClusterHelper::GetUplink(cluster, 0, 0, t1)->GetStats().txFrames;
    };
    EXPECT_EQ(packets(0) + packets(1), 192U + 0);
    EXPECT_EQ(packets(0) % 3, 0U) << "all packets of a flow take one path";
    EXPECT_GT(packets(0), 192U / 4);
    EXPECT_GT(packets(1), 192U / 4);
}

TEST_F(FabricNetDeviceTest, WhatCannotBeSentIsCountedByReason)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false); // it solicits routers at random times, by multicast
    stack.SetInternetStack(internet);
    Build();
    const auto device = GetDevice(0, 0);
    std::vector<uint32_t> dropped;
    device->TraceConnectWithoutContext(
        "MacTxDrop",
        Callback<void, Ptr<const Packet>>(
            [&dropped](Ptr<const Packet> packet) { dropped.push_back(packet->GetSize()); }));
    EXPECT_TRUE(SendIpv4(4180, "10.0.0.3"));
    EXPECT_FALSE(SendIpv4(4181, "10.0.0.3")) << "longer than the MTU";
    EXPECT_FALSE(SendIpv4(20, "224.0.0.1")) << "multicast";
    EXPECT_FALSE(SendIpv4(21, "10.32.0.3")) << "another plane";
    EXPECT_FALSE(SendIpv4(22, "10.31.255.255")) << "broadcast";
    EXPECT_FALSE(SendIpv4(23, "10.0.0.3", 1)) << "longer than its header says";
    fabric->SetLinkUp(cluster->GetNic(0)->GetPort(0), false);
    RunUntil(20);
    EXPECT_FALSE(device->IsLinkUp());
    EXPECT_FALSE(SendIpv4(30, "10.0.0.3"));
    EXPECT_EQ(dropped, (std::vector<uint32_t>{4201, 40, 41, 42, 44, 50}));
    const auto& stats = device->GetStats();
    EXPECT_EQ(stats.dropsTooBig, 1U);
    EXPECT_EQ(stats.dropsNoDestination, 4U);
    EXPECT_EQ(stats.dropsLinkDown, 1U);
    EXPECT_EQ(stats.GetDrops(), 6U);
}

TEST_F(FabricNetDeviceTest, AFullQueueRefusesPackets)
{
    stack.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("5p"));
    Build();
    Echo(2, 0, false);
    for (int i = 0; i < 20; ++i)
    {
        Ping(0, GetAddress(2, 0, false), 4000);
    }
    RunUntil(100);
    EXPECT_EQ(m_sizes.size(), 7U) << "one on the line, one in the port, five in the queue";
}

TEST_F(FabricNetDeviceTest, ADeviceAcceptsWhatItSends)
{
    stack.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("5p"));
    Build();
    uint32_t accepted = 0;
    for (int i = 0; i < 20; ++i)
    {
        accepted += SendIpv4(4000, "10.0.0.3") ? 1 : 0;
    }
    RunUntil(100);
    EXPECT_EQ(accepted, 7U);
    const auto& stats = GetDevice(0, 0)->GetStats();
    EXPECT_EQ(stats.txPackets, accepted);
    EXPECT_EQ(stats.dropsQueueFull, 20 - accepted);
}

TEST_F(FabricNetDeviceTest, AQueueDiscWaitsForTheDevice)
{
    stack.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("2p"));
    Build();
    TrafficControlHelper discs;
    discs.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100p"));
    discs.Install(GetDevice(0, 0));
    Echo(2, 0, false);
    Simulator::Schedule(MicroSeconds(1), [this] {
        for (int i = 0; i < 20; ++i)
        {
            Ping(0, GetAddress(2, 0, false), 4000);
        }
    });
    RunUntil(100);
    EXPECT_EQ(m_sizes.size(), 20U) << "none is lost";
}

TEST_F(FabricNetDeviceTest, ControlPacketsPrecedeData)
{
    stack.SetDeviceAttribute("TrafficClass", StringValue("Control"));
    Build();
    Echo(2, 0, false);
    Ping(0, GetAddress(2, 0, false), 100);
    RunUntil(100);
    EXPECT_EQ(m_sizes.size(), 1U);
    EXPECT_EQ(fabric->GetTotals().dataHops, 0U);
}

TEST_F(FabricNetDeviceTest, TracesTellTheWayOfAPacket)
{
    Build();
    Echo(2, 0, false);
    std::string way;
    for (const char* name : {"MacTx", "PhyTxBegin", "PhyRxEnd", "MacRx", "Sniffer"})
    {
        const Callback<void, std::string, Ptr<const Packet>> note(
            [&way, name](const std::string& /* context */, Ptr<const Packet> packet) {
                Ipv4Header header;
                packet->PeekHeader(header);
                // The IPv6 stack sends router solicitations, which are dropped.
                way += header.GetProtocol() == 17 ? std::string(name) + " " : "";
            });
        Config::Connect("/NodeList/0/DeviceList/*/$ns3::FabricNetDevice/" + std::string(name),
                        note);
    }
    Ping(0, GetAddress(2, 0, false), 100);
    RunUntil(100);
    EXPECT_EQ(way, "MacTx PhyTxBegin Sniffer PhyRxEnd Sniffer MacRx ");
}

TEST_F(FabricNetDeviceTest, DuplicateAddressDetectionOfTheStackDoesNoHarm)
{
    Build();
    for (uint32_t host = 0; host < 4; ++host)
    {
        GetNode(host)->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(true));
    }
    Echo(2, 0, true);
    Simulator::Schedule(Seconds(3), [this] { Ping(0, GetAddress(2, 0, true), 100); });
    RunUntil(3000100);
    EXPECT_EQ(m_sizes.size(), 1U);
}

TEST_F(FabricNetDeviceTest, PacketsUnderWayGoWithTheNetwork)
{
    Build();
    Echo(3, 0, false);
    for (int i = 0; i < 50; ++i)
    {
        Ping(0, GetAddress(3, 0, false), 4000);
    }
    RunUntil(3);
    EXPECT_TRUE(m_sizes.empty());
    EXPECT_EQ(fabric->CheckConservation(), "");
}

} // namespace
