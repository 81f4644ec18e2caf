/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/transport.h"

#include "ns3/fabric-stack-helper.h"
#include "ns3/fabric-tcp-messenger.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <iterator>

namespace mrcsim
{

namespace
{

/// Memory of one end of a connection, B.
constexpr double END_BYTES = 42e3;

/// Memory of ns-3's stack on a host, B.
constexpr double STACK_BYTES = 400e3;

/// Memory of a segment in flight, an ns3::Packet with its headers, B.
constexpr double PACKET_BYTES = 0;

/// CPU time of a packet-hop, relative to a QP's: ns-3's stack takes most of it.
constexpr double HOP_FACTOR = 15;

/// ns-3's TCP over IPv4, with one connection in place of each QP.
class TcpKind : public Transport
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.AddAttribute("congestionControl",
                          "ns3::FabricTcpMessenger::CongestionControl",
                          {{"dctcp", "ns3::TcpDctcp"},
                           {"cubic", "ns3::TcpCubic"},
                           {"linux-reno", "ns3::TcpLinuxReno"},
                           {"bbr", "ns3::TcpBbr"}})
            .Help("dctcp: the window follows the share of marked packets. cubic, linux-reno, bbr: "
                  "as in "
                  "ns-3, without ECN unless ns3::FabricTcpMessenger::EcnAlways is set.");
        AddLoadBalancing(keys);
        keys.AddAttribute("mtu", "ns3::FabricTcpMessenger::SegmentSize")
            .Unit("B")
            .Help("Payload of a full segment.");
    }

    bool IsSinglePath() const override
    {
        return true;
    }

    bool CountsPerQp() const override
    {
        return false;
    }

    std::string GetLabel() const override
    {
        return "TCP";
    }

    std::map<std::string, uint32_t> GetHeaderBytes() const override
    {
        return {{"", ns3::FabricWireBytes(ns3::FabricTcpMessenger::HEADER_BYTES)}};
    }

    const char* GetQpFactory() const override
    {
        return "ns3::RoceQpFactory";
    }

    ns3::RdmaProblems CheckParameters(const ns3::FabricNetwork& network) const override
    {
        return ns3::CreateObject<ns3::FabricTcpMessenger>()->Check(network);
    }

    ns3::Ptr<ns3::RdmaMessenger> MakeMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                               uint32_t plane,
                                               bool /* first */) const override
    {
        const auto tcp = ns3::CreateObject<ns3::FabricTcpMessenger>();
        tcp->Setup(cluster, plane);
        cluster->AddMessenger(tcp);
        return tcp;
    }

    void Prepare(ns3::Ptr<ns3::RdmaCluster> cluster,
                 const std::vector<uint32_t>& hosts) const override
    {
        std::vector<uint32_t> without;
        std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(without), [&](uint32_t host) {
            return !ns3::FabricStackHelper::GetDevice(cluster, host, 0);
        });
        ns3::InternetStackHelper internet;
        internet.SetIpv6StackInstall(false); // connections use IPv4
        ns3::FabricStackHelper helper;
        helper.SetInternetStack(internet);
        helper.Install(cluster, without);
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& /* network */) const override
    {
        auto numbers = ReadPacketNumbers(settings,
                                         "ns3::FabricTcpMessenger::SegmentSize",
                                         "ns3::FabricTcpMessenger::DelAckCount");
        numbers.endBytes = END_BYTES;
        numbers.hostBytes = STACK_BYTES;
        numbers.packetBytes = PACKET_BYTES;
        numbers.connectionsPerHost = ns3::FabricTcpMessenger::MAX_CONNECTIONS;
        numbers.hopFactor = HOP_FACTOR;
        return numbers;
    }
};

const auto KIND = TransportKind::Make<TcpKind>(
    "tcp",
    30,
    "ns-3's TCP over IPv4, with one permanent connection in place of each QP (docs/stack.md).");

} // namespace

} // namespace mrcsim
