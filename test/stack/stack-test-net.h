/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STACK_TEST_NET_H
#define STACK_TEST_NET_H

#include "../nic/small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-stack-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/node.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * A small cluster whose hosts have ns-3's stack.
 */

namespace mrctest
{

using namespace ns3;

/// 4 hosts under 2 T0s with 2 T1s per plane, 2 planes of 100 Gb/s, 500 ns per link.
class StackTest : public testing::Test
{
  protected:
    /// Port of receivers.
    static constexpr uint16_t PORT = 5001;

    void TearDown() override
    {
        if (cluster)
        {
            EXPECT_EQ(cluster->GetFabric()->CheckConservation(), "");
        }
        fabric = nullptr;
        cluster = nullptr;
        devices = NetDeviceContainer();
        Simulator::Destroy();
        Config::Reset();
    }

    /** Build network and stacks. */
    void Build()
    {
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(2, RdmaTick::Ns(500), 2));
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        fabric = cluster->GetFabric();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        devices = stack.Install(cluster);
    }

    /**
     * @param host a host
     * @return its node
     */
    Ptr<Node> GetNode(uint32_t host) const
    {
        return cluster->GetNic(host)->GetObject<Node>();
    }

    /**
     * @param host a host
     * @param plane a plane
     * @return its device in the plane
     */
    Ptr<FabricNetDevice> GetDevice(uint32_t host, uint32_t plane) const
    {
        return FabricStackHelper::GetDevice(cluster, host, plane);
    }

    /**
     * @param host a host
     * @param plane a plane
     * @param v6 IPv6, not IPv4
     * @return address of its receiver
     */
    Address GetAddress(uint32_t host, uint32_t plane, bool v6) const
    {
        if (v6)
        {
            return Inet6SocketAddress(FabricStackHelper::GetIpv6(cluster, host, plane), PORT);
        }
        return InetSocketAddress(FabricStackHelper::GetIpv4(host, plane), PORT);
    }

    /**
     * @param host host of the socket
     * @param factory TypeId of its factory
     * @return a socket
     */
    Ptr<Socket> MakeSocket(uint32_t host, const std::string& factory) const
    {
        return Socket::CreateSocket(GetNode(host), TypeId::LookupByName(factory));
    }

    /**
     * @param us time of the stop, us
     */
    static void RunUntil(uint64_t us)
    {
        Simulator::Stop(MicroSeconds(us) - Simulator::Now());
        Simulator::Run();
    }

    FabricStackHelper stack;    ///< installs stacks
    Ptr<RdmaCluster> cluster;   ///< the network
    Ptr<Fabric> fabric;         ///< its links
    NetDeviceContainer devices; ///< of all hosts
};

} // namespace mrctest

#endif // STACK_TEST_NET_H
