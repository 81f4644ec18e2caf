/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/srv6-routing-helper.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * System tests: micro segments on ns-3's own stack, over the devices of every ns-3.
 */

using namespace ns3;

namespace
{

/// Nodes in a line, numbered from the source.
constexpr uint32_t NODES = 4;

/**
 * @param node number of a node
 * @return its SID
 */
uint16_t
Sid(uint32_t node)
{
    return static_cast<uint16_t>(0x0801 + node);
}

/**
 * @ingroup mrc-tests
 * One datagram along a list of uSIDs: it arrives, or one node drops it for one reason.
 */
class SegmentsCase : public TestCase
{
  public:
    /**
     * @param name the situation
     * @param usids the path
     * @param dropper number of the node that drops; NODES: none
     * @param reason reason of the drop
     */
    SegmentsCase(const std::string& name,
                 const std::vector<uint16_t>& usids,
                 uint32_t dropper = NODES,
                 Srv6DropReason reason = Srv6DropReason::COUNT)
        : TestCase(name),
          m_usids(usids),
          m_dropper(dropper),
          m_reason(reason)
    {
    }

  private:
    void DoRun() override
    {
        Build();
        Ptr<Node> sink = m_nodes.Get(NODES - 1);
        uint32_t received = 0;
        Ptr<Socket> listener = Socket::CreateSocket(sink, UdpSocketFactory::GetTypeId());
        listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 9));
        listener->SetRecvCallback(Callback<void, Ptr<Socket>>(
            [&received](Ptr<Socket> socket) { received += socket->Recv()->GetSize(); }));
        Ptr<Socket> sender = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
        sender->Bind6();
        sender->BindToNetDevice(Srv6RoutingHelper::AddTunnel(m_nodes.Get(0), m_usids));
        const Ipv6Address to = sink->GetObject<Ipv6>()->GetAddress(1, 1).GetAddress();
        Simulator::Schedule(Seconds(2), [sender, to] {
            sender->SendTo(Create<Packet>(100), 0, Inet6SocketAddress(to, 9));
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received, (m_dropper == NODES ? 100U : 0U), "bytes received");
        for (uint32_t node = 0; node < NODES; ++node)
        {
            Ptr<Srv6Routing> routing = Srv6RoutingHelper::GetProtocol(m_nodes.Get(node));
            for (size_t i = 0; i < static_cast<size_t>(Srv6DropReason::COUNT); ++i)
            {
                const auto reason = static_cast<Srv6DropReason>(i);
                const uint64_t expected = node == m_dropper && reason == m_reason ? 1 : 0;
                NS_TEST_EXPECT_MSG_EQ(routing->GetDrops(reason),
                                      expected,
                                      "node " << node << ", " << ToString(reason));
            }
        }
        m_nodes = NodeContainer();
        Simulator::Destroy();
    }

    /** Build a line of nodes with SIDs, whose last one decapsulates. */
    void Build()
    {
        m_nodes.Create(NODES);
        Ipv6ListRoutingHelper list;
        list.Add(Srv6RoutingHelper(), 10);
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper stack;
        stack.SetRoutingHelper(list);
        stack.Install(m_nodes);
        for (uint32_t node = 0; node < NODES; ++node)
        {
            Srv6RoutingHelper::GetProtocol(m_nodes.Get(node))->AddSid(Sid(node));
        }
        Srv6RoutingHelper::GetProtocol(m_nodes.Get(NODES - 1))
            ->SetAttribute("Decapsulate", BooleanValue(true));
        Ipv6AddressHelper addresses;
        addresses.SetBase("fd00:1::", Ipv6Prefix(64));
        SimpleNetDeviceHelper links;
        links.SetNetDevicePointToPointMode(true);
        for (uint32_t node = 0; node + 1 < NODES; ++node)
        {
            const NetDeviceContainer ends =
                links.Install(NodeContainer(m_nodes.Get(node), m_nodes.Get(node + 1)));
            addresses.Assign(ends);
            addresses.NewNetwork();
            Srv6RoutingHelper::Connect(ends.Get(0), ends.Get(1));
        }
    }

    std::vector<uint16_t> m_usids; ///< the path
    uint32_t m_dropper;            ///< node that drops
    Srv6DropReason m_reason;       ///< reason of the drop
    NodeContainer m_nodes;         ///< by number
};

/**
 * @ingroup mrc-tests
 * The suite.
 */
class MrcSrv6TestSuite : public TestSuite
{
  public:
    MrcSrv6TestSuite()
        : TestSuite("mrc-srv6", Type::SYSTEM)
    {
        using Reason = Srv6DropReason;
        AddTestCase(new SegmentsCase("To the end of the line", {Sid(1), Sid(2), Sid(3)}));
        AddTestCase(new SegmentsCase("There, back and there again, with a routing header",
                                     {Sid(1), Sid(2), Sid(1), Sid(2), Sid(1), Sid(2), Sid(3)}));
        AddTestCase(
            new SegmentsCase("A SID without a node", {Sid(1), 0x0fff}, 1, Reason::UNKNOWN_SID));
        AddTestCase(new SegmentsCase("A SID of a node that is not a neighbor",
                                     {Sid(1), Sid(3)},
                                     1,
                                     Reason::UNKNOWN_SID));
        AddTestCase(new SegmentsCase("A path that ends at a router",
                                     {Sid(1), Sid(2)},
                                     2,
                                     Reason::END_OF_CARRIER));
    }
};

MrcSrv6TestSuite g_mrcSrv6TestSuite; ///< the suite

} // namespace
