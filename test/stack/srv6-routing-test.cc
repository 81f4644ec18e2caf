/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/csma-helper.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/rdma-packet-headers.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/srv6-routing-helper.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Reason = Srv6DropReason;

/// Numbers of the nodes of the network.
enum : uint32_t
{
    SRC,
    R1,
    A,
    B,
    R2,
    DST,
    NODES
};

/// A node's SID.
constexpr uint16_t
Sid(uint32_t node)
{
    return static_cast<uint16_t>(0x0801 + node);
}

/**
 *          A
 *        /   \
 * SRC - R1    R2 - DST    each link a /64, fd00:<lower node><upper node>::/64
 *        \   /
 *          B
 */
class Srv6RoutingTest : public testing::TestWithParam<bool>
{
  protected:
    /// @return true if links are CSMA buses with two stations, which need neighbor discovery
    bool IsCsma() const
    {
        return GetParam();
    }

    void SetUp() override
    {
        nodes.Create(NODES);
        Srv6RoutingHelper().InstallStack(nodes, Sid(0));
        for (const auto& [a, b] :
             {std::pair{SRC, R1}, {R1, A}, {R1, B}, {A, R2}, {B, R2}, {R2, DST}})
        {
            Link(a, b);
        }
        for (uint32_t node = 0; node < NODES; ++node)
        {
            routing.push_back(Srv6RoutingHelper::GetProtocol(nodes.Get(node)));
            routing.back()->TraceConnectWithoutContext(
                "Drop",
                Callback<void, const Ipv6Header&, Ptr<const Packet>, Reason>(
                    [this, node](const Ipv6Header&, Ptr<const Packet>, Reason reason) {
                        drops.push_back(std::to_string(node) + " " + ToString(reason));
                    }));
            nodes.Get(node)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
                "UnicastForward",
                Callback<void, const Ipv6Header&, Ptr<const Packet>, uint32_t>(
                    [this, node](const Ipv6Header& header, Ptr<const Packet>, uint32_t) {
                        ++forwarded[node];
                        lastHopLimit = header.GetHopLimit();
                    }));
        }
        for (const auto& [a, b] : links)
        {
            Srv6RoutingHelper::Connect(a, b);
        }
        routing[SRC]->SetAttribute("Decapsulate", BooleanValue(true));
        routing[DST]->SetAttribute("Decapsulate", BooleanValue(true));
        Simulator::Stop(Seconds(2)); // after duplicate address detection
        Simulator::Run();
        forwarded.clear();
    }

    void TearDown() override
    {
        routing.clear();
        links.clear();
        Simulator::Destroy();
    }

    /**
     * @param a a node
     * @param b another
     */
    void Link(uint32_t a, uint32_t b)
    {
        const NodeContainer ends(nodes.Get(a), nodes.Get(b));
        NetDeviceContainer devices;
        if (IsCsma())
        {
            CsmaHelper csma;
            csma.SetChannelAttribute("DataRate", StringValue("1Gbps"));
            devices = csma.Install(ends);
        }
        else
        {
            PointToPointHelper p2p;
            p2p.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
            devices = p2p.Install(ends);
        }
        Ipv6AddressHelper addresses;
        const std::string net = "fd00:" + std::to_string(a) + std::to_string(b) + "::";
        addresses.SetBase(net.c_str(), Ipv6Prefix(64));
        addresses.Assign(devices);
        links.emplace_back(devices.Get(0), devices.Get(1));
    }

    /**
     * @param node a node
     * @return its first global address
     */
    Ipv6Address AddressOf(uint32_t node) const
    {
        return nodes.Get(node)->GetObject<Ipv6>()->GetAddress(1, 1).GetAddress();
    }

    /**
     * Make a node listen for datagrams on port 9.
     * @param node a node
     */
    void Listen(uint32_t node)
    {
        Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(node), UdpSocketFactory::GetTypeId());
        socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 9));
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> s) {
            Address from;
            while (Ptr<Packet> packet = s->RecvFrom(from))
            {
                received += packet->GetSize();
                sender = Inet6SocketAddress::ConvertFrom(from).GetIpv6();
            }
        }));
    }

    /**
     * Send a datagram of 100 B to port 9, and wait for its arrival.
     * @param to destination
     * @param tunnel device to bind to, or null
     */
    void SendDatagram(Ipv6Address to, Ptr<NetDevice> tunnel = nullptr)
    {
        Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(SRC), UdpSocketFactory::GetTypeId());
        socket->Bind6();
        if (tunnel)
        {
            socket->BindToNetDevice(tunnel);
        }
        socket->SendTo(Create<Packet>(100), 0, Inet6SocketAddress(to, 9));
        Settle();
    }

    /** Run until no packet is in flight. */
    static void Settle()
    {
        Simulator::Stop(Seconds(10));
        Simulator::Run();
    }

    /**
     * Make a crafted packet arrive at R1 from SRC.
     * @param destination outer destination
     * @param hopLimit of the outer header
     * @param packet packet after the outer header
     * @param next its next-header value
     */
    void Inject(const char* destination,
                uint8_t hopLimit = 64,
                Ptr<Packet> packet = Create<Packet>(8),
                uint8_t next = 59)
    {
        Ipv6Header header;
        header.SetSource(AddressOf(SRC));
        header.SetDestination(Ipv6Address(destination));
        header.SetHopLimit(hopLimit);
        header.SetNextHeader(next);
        header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
        packet->AddHeader(header);
        Ptr<NetDevice> device = links[0].second;
        nodes.Get(R1)->GetObject<Ipv6L3Protocol>()->Receive(device,
                                                            packet,
                                                            RDMA_ETHER_TYPE_IPV6,
                                                            links[0].first->GetAddress(),
                                                            device->GetAddress(),
                                                            NetDevice::PACKET_HOST);
        Settle();
    }

    NodeContainer nodes;                                          ///< by number
    std::vector<Ptr<Srv6Routing>> routing;                        ///< by node
    std::vector<std::pair<Ptr<NetDevice>, Ptr<NetDevice>>> links; ///< in the order of the figure
    std::vector<std::string> drops;                               ///< node and reason
    std::map<uint32_t, uint32_t> forwarded;                       ///< number of packets by node
    uint32_t received{0};                                         ///< bytes received by Listen, B
    Ipv6Address sender;                                           ///< source of the last datagram
    uint8_t lastHopLimit{0};                                      ///< of the last packet forwarded
};

TEST_P(Srv6RoutingTest, ADatagramTakesThePathOfItsTunnel)
{
    Listen(DST);
    const auto viaA =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2), Sid(DST)});
    const auto viaB =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(B), Sid(R2), Sid(DST)});
    SendDatagram(AddressOf(DST), viaA);
    EXPECT_EQ(forwarded, (std::map<uint32_t, uint32_t>{{R1, 1}, {A, 1}, {R2, 1}}));
    EXPECT_EQ(lastHopLimit, 61) << "three hops";
    SendDatagram(AddressOf(DST), viaB);
    EXPECT_EQ(forwarded, (std::map<uint32_t, uint32_t>{{R1, 2}, {A, 1}, {B, 1}, {R2, 2}}));
    EXPECT_EQ(received, 200U);
    EXPECT_EQ(sender, AddressOf(SRC)) << "the inner source";
    EXPECT_TRUE(drops.empty()) << drops.front();
}

TEST_P(Srv6RoutingTest, DestinationsChooseTheTunnelLongestPrefixFirst)
{
    Listen(DST);
    const auto viaA =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2), Sid(DST)});
    const auto viaB =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(B), Sid(R2), Sid(DST)});
    viaA->AddDestination(Ipv6Address("fd00:45::"), Ipv6Prefix(64));
    SendDatagram(AddressOf(DST));
    EXPECT_EQ(forwarded[A], 1U);
    viaB->AddDestination(Ipv6Address("fd00:45::"), Ipv6Prefix(64));
    SendDatagram(AddressOf(DST));
    EXPECT_EQ(forwarded[A], 2U) << "the older of two equals";
    viaB->AddDestination(AddressOf(DST));
    SendDatagram(AddressOf(DST));
    EXPECT_EQ(forwarded[A], 2U);
    EXPECT_EQ(forwarded[B], 1U);
    EXPECT_EQ(received, 300U);
}

TEST_P(Srv6RoutingTest, TcpRunsOverOnePathThereAndAnotherBack)
{
    Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2), Sid(DST)})
        ->AddDestination(AddressOf(DST));
    Srv6RoutingHelper::AddTunnel(nodes.Get(DST), {Sid(R2), Sid(B), Sid(R1), Sid(SRC)})
        ->AddDestination(AddressOf(SRC));
    Ptr<Socket> server = Socket::CreateSocket(nodes.Get(DST), TcpSocketFactory::GetTypeId());
    server->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 80));
    server->Listen();
    server->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> accepted, const Address&) {
            accepted->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> s) {
                while (Ptr<Packet> packet = s->Recv())
                {
                    received += packet->GetSize();
                }
            }));
        }));
    Ptr<Socket> client = Socket::CreateSocket(nodes.Get(SRC), TcpSocketFactory::GetTypeId());
    client->Bind6();
    client->Connect(Inet6SocketAddress(AddressOf(DST), 80));
    client->Send(Create<Packet>(50000));
    Settle();
    EXPECT_EQ(received, 50000U);
    EXPECT_GT(forwarded[A], 90U) << "segments of 536 B";
    EXPECT_GT(forwarded[B], 40U) << "their acknowledgments";
    EXPECT_TRUE(drops.empty()) << drops.front();
}

TEST_P(Srv6RoutingTest, ARouterPutsWhatItForwardsIntoATunnelToo)
{
    Listen(DST);
    Srv6RoutingHelper::AddTunnel(nodes.Get(R1), {Sid(B), Sid(R2), Sid(DST)})
        ->AddDestination(AddressOf(DST));
    Ipv6StaticRoutingHelper()
        .GetStaticRouting(nodes.Get(SRC)->GetObject<Ipv6>())
        ->SetDefaultRoute(AddressOf(R1), 1);
    SendDatagram(AddressOf(DST));
    EXPECT_EQ(forwarded[B], 1U);
    EXPECT_EQ(received, 100U);
}

TEST_P(Srv6RoutingTest, ATunnelMayEndBeforeTheDestination)
{
    Listen(DST);
    routing[R2]->SetAttribute("Decapsulate", BooleanValue(true));
    const auto tunnel = Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2)});
    SendDatagram(AddressOf(DST), tunnel); // on the link of R2: no other route is needed
    EXPECT_EQ(received, 100U);
    EXPECT_EQ(lastHopLimit, 63) << "the inner hop limit counts only the hop outside the tunnel";
    SendDatagram(Ipv6Address("fd00:99::1"), tunnel);
    EXPECT_EQ(drops, std::vector<std::string>{"4 no-inner-route"});
}

TEST_P(Srv6RoutingTest, ConsecutiveSidsOfANodeAreOneHop)
{
    Listen(DST);
    const auto tunnel =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC),
                                     {Sid(R1), Sid(A), Sid(A), Sid(A), Sid(R2), Sid(DST)});
    SendDatagram(AddressOf(DST), tunnel);
    EXPECT_EQ(received, 100U);
    EXPECT_EQ(forwarded, (std::map<uint32_t, uint32_t>{{R1, 1}, {A, 1}, {R2, 1}}));
    EXPECT_EQ(lastHopLimit, 61);
}

TEST_P(Srv6RoutingTest, MoreThanSixSidsContinueInARoutingHeader)
{
    Listen(DST);
    // Twice around the ring: R1 A R2 B R1 A | R2 B R1 A R2 DST
    const std::vector<uint32_t> way{R1, A, R2, B, R1, A, R2, B, R1, A, R2, DST};
    std::vector<uint16_t> usids;
    for (const uint32_t node : way)
    {
        usids.push_back(Sid(node));
    }
    const auto tunnel = Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), usids);
    SendDatagram(AddressOf(DST), tunnel);
    EXPECT_EQ(received, 100U);
    EXPECT_EQ(forwarded, (std::map<uint32_t, uint32_t>{{R1, 3}, {A, 3}, {B, 2}, {R2, 3}}));
    EXPECT_EQ(lastHopLimit, 64 - 11);
}

TEST_P(Srv6RoutingTest, EveryReasonToDropIsTold)
{
    struct Case
    {
        const char* destination;
        uint8_t hopLimit;
        const char* drop;
    };

    const Case cases[] = {
        {"5f00:1:803:805::", 64, "1 foreign-sid"},            // A's, but at R1
        {"5f00:1:802:8ff::", 64, "1 unknown-sid"},            // no node's
        {"5f00:1:802:805::", 64, "1 unknown-sid"},            // R2's, which is no neighbor
        {"5f00:1:802:0:805::", 64, "1 unknown-sid"},          // 0 is never a SID
        {"5f00:1:802::", 64, "1 end-of-carrier"},             // ends at a router
        {"5f00:1:802:803::", 64, "2 end-of-carrier"},         // ends at the next one
        {"5f00:1:802:803:805::", 1, "1 hop-limit"},           // exhausted at once
        {"5f00:1:802:803:805::", 0, "1 hop-limit"},           // must not be forwarded at all
        {"5f00:1:802:803:805::", 2, "2 hop-limit"},           // exhausted one hop later
        {"5f00:1:803:805::", 1, "1 foreign-sid"},             // the SID is checked first
        {"5f00:1:802:803:805:806::", 64, "5 end-of-carrier"}, // no inner packet
    };
    for (const Case& c : cases)
    {
        drops.clear();
        Inject(c.destination, c.hopLimit);
        EXPECT_EQ(drops, std::vector<std::string>{c.drop}) << c.destination;
    }
    EXPECT_EQ(routing[R1]->GetDrops(Reason::UNKNOWN_SID), 3U);
    EXPECT_EQ(routing[R1]->GetDrops(Reason::HOP_LIMIT), 2U);
    EXPECT_EQ(routing[DST]->GetDrops(Reason::END_OF_CARRIER), 1U);
}

TEST_P(Srv6RoutingTest, BrokenHeadersInsideAreDropped)
{
    routing[R1]->SetAttribute("Decapsulate", BooleanValue(true));
    Inject("5f00:1:802::", 64, Create<Packet>(39), RDMA_IPV6_NEXT_IPV6);
    Inject("5f00:1:802::", 64, Create<Packet>(20), Ipv6Header::IPV6_EXT_ROUTING);
    Ptr<Packet> foreign = Create<Packet>(8);
    RdmaWireSrh srh;
    srh.segmentsLeft = 1;
    srh.segment = Srv6AddressFromString("fd00:34::1").value();
    foreign->AddHeader(Srv6SrhHeader(srh));
    Inject("5f00:1:802::", 64, foreign, Ipv6Header::IPV6_EXT_ROUTING);
    EXPECT_EQ(drops, (std::vector<std::string>{"1 malformed", "1 malformed", "1 unknown-sid"}));
}

TEST_P(Srv6RoutingTest, NothingGoesAroundADeadInterface)
{
    Listen(DST);
    const auto viaA =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2), Sid(DST)});
    Ptr<Ipv6> ipv6 = nodes.Get(R1)->GetObject<Ipv6>();
    const uint32_t towardsA = ipv6->GetInterfaceForDevice(links[1].first);
    ipv6->SetDown(towardsA);
    SendDatagram(AddressOf(DST), viaA);
    EXPECT_EQ(drops, std::vector<std::string>{"1 interface-down"});
    EXPECT_EQ(received, 0U);
    ipv6->SetUp(towardsA);
    SendDatagram(AddressOf(DST), viaA);
    EXPECT_EQ(received, 100U) << "the table has not changed";
}

TEST_P(Srv6RoutingTest, OtherDestinationsAreLeftToOtherProtocols)
{
    Listen(R1);
    SendDatagram(AddressOf(R1)); // on the link
    EXPECT_EQ(received, 100U);
    EXPECT_TRUE(drops.empty());
}

TEST_P(Srv6RoutingTest, OtherProtocolsGetNoPacketsWithSids)
{
    Ipv6StaticRoutingHelper()
        .GetStaticRouting(nodes.Get(R1)->GetObject<Ipv6>())
        ->SetDefaultRoute(AddressOf(B), 3);
    const std::map<uint32_t, uint32_t> once{{R1, 1}, {A, 1}};
    Inject("5f00:1:802:803:805::");
    EXPECT_EQ(forwarded, once) << "the path through A";
    Inject("5f00:1:803:805::");
    EXPECT_EQ(forwarded, once) << "A's SID at R1";
    EXPECT_EQ(drops, (std::vector<std::string>{"4 end-of-carrier", "1 foreign-sid"}));
}

TEST_P(Srv6RoutingTest, ARouteLeavesByTheDeviceThatTheSenderAsksFor)
{
    const auto route = [this](Ptr<NetDevice> device) {
        Ipv6Header header;
        header.SetDestination(Ipv6Address("5f00:1:803:805::"));
        Socket::SocketErrno error = Socket::ERROR_NOTERROR;
        const auto found = routing[R1]->RouteOutput(nullptr, header, device, error);
        EXPECT_EQ(error, found ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST);
        return found ? found->GetOutputDevice() : nullptr;
    };
    const auto [towardsA, towardsB] = std::pair{links[1].first, links[2].first};
    EXPECT_EQ(route(nullptr), towardsA);
    EXPECT_EQ(route(towardsA), towardsA);
    EXPECT_EQ(route(towardsB), nullptr);
}

TEST_P(Srv6RoutingTest, MarksOfTheOuterHeaderGoInside)
{
    routing[R1]->SetAttribute("Decapsulate", BooleanValue(true));
    std::vector<Ipv6Header::EcnType> seen;
    nodes.Get(R1)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        Callback<void, const Ipv6Header&, Ptr<const Packet>, uint32_t>(
            [&seen](const Ipv6Header& header, Ptr<const Packet>, uint32_t) {
                if (header.GetNextHeader() == 17)
                {
                    seen.push_back(header.GetEcn());
                }
            }));
    const auto inject = [this](Ipv6Header::EcnType outer, Ipv6Header::EcnType inner) {
        Ipv6Header inside;
        inside.SetSource(AddressOf(SRC));
        inside.SetDestination(AddressOf(R1));
        inside.SetNextHeader(17);
        inside.SetPayloadLength(8);
        inside.SetEcn(inner);
        Ptr<Packet> packet = Create<Packet>(8);
        packet->AddHeader(inside);
        Ipv6Header outside;
        outside.SetSource(AddressOf(SRC));
        outside.SetDestination(Ipv6Address("5f00:1:802::"));
        outside.SetNextHeader(RDMA_IPV6_NEXT_IPV6);
        outside.SetHopLimit(9);
        outside.SetEcn(outer);
        outside.SetPayloadLength(48);
        packet->AddHeader(outside);
        nodes.Get(R1)->GetObject<Ipv6L3Protocol>()->Receive(links[0].second,
                                                            packet,
                                                            RDMA_ETHER_TYPE_IPV6,
                                                            links[0].first->GetAddress(),
                                                            links[0].second->GetAddress(),
                                                            NetDevice::PACKET_HOST);
    };
    inject(Ipv6Header::ECN_CE, Ipv6Header::ECN_ECT0);
    inject(Ipv6Header::ECN_ECT0, Ipv6Header::ECN_ECT0);
    inject(Ipv6Header::ECN_CE, Ipv6Header::ECN_NotECT);
    EXPECT_EQ(seen,
              (std::vector<Ipv6Header::EcnType>{Ipv6Header::ECN_CE,
                                                Ipv6Header::ECN_ECT0,
                                                Ipv6Header::ECN_NotECT}));
}

TEST_P(Srv6RoutingTest, TheOuterHeaderHasTheTrafficClassOfThePacket)
{
    constexpr uint8_t TRAFFIC_CLASS = 10 << 2 | 2; // DSCP 10, ECT(0): routers may mark it
    int seen = -1;
    nodes.Get(R1)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
        "UnicastForward",
        Callback<void, const Ipv6Header&, Ptr<const Packet>, uint32_t>(
            [&seen](const Ipv6Header& header, Ptr<const Packet>, uint32_t) {
                seen = header.GetTrafficClass();
            }));
    const auto tunnel =
        Srv6RoutingHelper::AddTunnel(nodes.Get(SRC), {Sid(R1), Sid(A), Sid(R2), Sid(DST)});
    Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(SRC), UdpSocketFactory::GetTypeId());
    socket->Bind6();
    socket->BindToNetDevice(tunnel);
    socket->SetIpv6Tclass(TRAFFIC_CLASS);
    socket->SendTo(Create<Packet>(100), 0, Inet6SocketAddress(AddressOf(DST), 9));
    Settle();
    EXPECT_EQ(seen, TRAFFIC_CLASS);
}

TEST_P(Srv6RoutingTest, TheTableCanBePrinted)
{
    Srv6RoutingHelper::AddTunnel(nodes.Get(R1), {Sid(A), Sid(R2), Sid(DST)})
        ->AddDestination(Ipv6Address("fd00:45::"), Ipv6Prefix(64));
    std::ostringstream text;
    routing[R1]->PrintRoutingTable(Create<OutputStreamWrapper>(&text));
    EXPECT_NE(text.str().find("own SIDs: 0802\n"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("\n0801  1          fe80::"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("\n0804  3          fe80::"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("\ntunnel 5f00:0001:0803:0805:0806:0000:0000:0000 for fd00:45::/64"),
              std::string::npos)
        << text.str();
}

INSTANTIATE_TEST_SUITE_P(Links,
                         Srv6RoutingTest,
                         testing::Bool(),
                         [](const testing::TestParamInfo<bool>& info) {
                             return info.param ? "Csma" : "PointToPoint";
                         });

/**
 * @param sids uSIDs of a path
 * @return MTU of a tunnel for it at a node with a loopback interface, which carries 65,535 B
 */
uint16_t
GetTunnelMtu(size_t sids)
{
    NodeContainer nodes(1);
    Srv6RoutingHelper().InstallStack(nodes, Sid(0));
    const std::vector<uint16_t> usids(sids, 1);
    const uint16_t mtu = Srv6RoutingHelper::AddTunnel(nodes.Get(0), usids)->GetMtu();
    Simulator::Destroy();
    return mtu;
}

TEST(Srv6TunnelTest, MatchesByItsLongestPrefixInWhateverOrder)
{
    const auto tunnel = CreateObject<Srv6Tunnel>();
    tunnel->AddDestination(Ipv6Address("fd00:45::"), Ipv6Prefix(64));
    tunnel->AddDestination(Ipv6Address("fd00::"), Ipv6Prefix(16));
    EXPECT_EQ(tunnel->MatchLength(Ipv6Address("fd00:45::7")), 64);
    EXPECT_EQ(tunnel->MatchLength(Ipv6Address("fd00:46::7")), 16);
    EXPECT_EQ(tunnel->MatchLength(Ipv6Address("fd01::7")), -1);
}

TEST(Srv6TunnelTest, LeavesRoomForTheHeaderThatItAdds)
{
    EXPECT_EQ(GetTunnelMtu(6), 65535 - 40);
}

TEST(Srv6TunnelTest, LeavesRoomForTheRoutingHeaderOfALongPath)
{
    EXPECT_EQ(GetTunnelMtu(7), 65535 - 40 - 24) << "IPv6 header, SRH of one segment";
}

TEST(Srv6TunnelTest, PathsThatCannotBeAreRefused)
{
    NodeContainer nodes(1);
    Srv6RoutingHelper().InstallStack(nodes, Sid(0));
    const auto make = [&nodes](const std::vector<uint16_t>& usids) {
        return Srv6RoutingHelper::AddTunnel(nodes.Get(0), usids);
    };
    EXPECT_DEATH(make({}), "a tunnel of 0 uSIDs; allowed: 1 to 12");
    EXPECT_DEATH(make(std::vector<uint16_t>(13, 1)), "a tunnel of 13 uSIDs");
    EXPECT_DEATH(make({1, 0, 2}), "0 ends a carrier");
    EXPECT_DEATH(make({1})->GetSource(), "its node has no global address");
    EXPECT_DEATH(Srv6RoutingHelper::GetProtocol(CreateObject<Node>()), "has no IPv6 stack");
    const auto plain = CreateObject<Node>();
    InternetStackHelper().Install(plain);
    EXPECT_DEATH(Srv6RoutingHelper::GetProtocol(plain), "has no ns3::Srv6Routing");
    EXPECT_DEATH(Srv6RoutingHelper::GetProtocol(nullptr), "a node with an IPv6 stack is null");
    EXPECT_DEATH(Srv6RoutingHelper::Connect(nullptr, nullptr), "a device to connect is null");
    Simulator::Destroy();
}

} // namespace
