/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-tcp-messenger.h"

#include "fabric-packet-frame.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fabric-addressing.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/rdma-ideal-time.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricTcpMessenger);

namespace
{
/// Number of TCP in IP headers (IANA); ns-3's own name for it is deprecated from 3.49 on.
constexpr uint8_t TCP_PROTOCOL = 6;
/// Port on which receivers listen.
constexpr uint16_t LISTEN_PORT = 5001;
/// First port of senders: those below belong to applications.
constexpr uint16_t FIRST_PORT = 65536 - FabricTcpMessenger::MAX_CONNECTIONS;
/// Smallest buffer, segments.
constexpr uint64_t MIN_BUFFER_SEGMENTS = 64;
/// Largest window of a TCP header, in units of the connection.
constexpr uint64_t MAX_WINDOW = 65535;
/// Largest window of TCP (RFC 7323), B.
constexpr uint64_t MAX_BUFFER_BYTES = MAX_WINDOW << 14;
/// Smallest last segment of a message, B: one byte of payload.
constexpr uint32_t MIN_SEGMENT_BYTES = FabricTcpMessenger::HEADER_BYTES + 1;
/// Attempts to open a connection: time-outs double from MinRto on.
constexpr uint32_t CONNECT_RETRIES = 12;

/**
 * A sender of ns-3 before 3.41 crashes if sent bytes fill the window exactly while it has more, so
 * the window must hold its whole buffer.
 * @param bytes size of a buffer, at most MAX_BUFFER_BYTES
 * @return the least window of at least that size that a header can contain: a multiple of the
 * smallest power of two that suffices (RFC 7323)
 */
uint64_t
GetWindowBytes(uint64_t bytes)
{
    uint64_t unit = 1;
    while (bytes > MAX_WINDOW * unit)
    {
        unit *= 2;
    }
    return (bytes + unit - 1) / unit * unit;
}
} // namespace

TypeId
FabricTcpMessenger::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricTcpMessenger")
            .SetParent<RdmaMessenger>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricTcpMessenger>()
            .AddAttribute("CongestionControl",
                          "TypeId of the congestion control, a subclass of ns3::TcpCongestionOps.",
                          TypeIdValue(TcpDctcp::GetTypeId()),
                          MakeTypeIdAccessor(&FabricTcpMessenger::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("EcnAlways",
                          "Use ECN with every congestion control, not with ns3::TcpDctcp alone.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FabricTcpMessenger::m_ecnAlways),
                          MakeBooleanChecker())
            .AddAttribute("SegmentSize",
                          "Payload of a full segment, B. The default is the path MTU of QPs.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&FabricTcpMessenger::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute("InitialWindow",
                          "Segments sent before the first acknowledgment (RFC 6928: 10).",
                          UintegerValue(10),
                          MakeUintegerAccessor(&FabricTcpMessenger::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("BufferBdps",
                          "Buffers of senders and receivers, bandwidth-delay products of a port. "
                          "At least 64 segments.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&FabricTcpMessenger::m_bufferBdps),
                          MakeDoubleChecker<double>(1, 1000))
            .AddAttribute("MinRto",
                          "Shortest retransmission time-out, and the first one of a handshake. The "
                          "default is that of RoCE; ns-3's own of 1 s is for the Internet.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&FabricTcpMessenger::m_minRto),
                          MakeTimeChecker(MicroSeconds(10)))
            .AddAttribute("DelAckTimeout",
                          "Longest delay of an acknowledgment. Windows of one segment wait for it.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&FabricTcpMessenger::m_delAckTimeout),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("DelAckCount",
                          "Segments after which an acknowledgment is not delayed.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&FabricTcpMessenger::m_delAckCount),
                          MakeUintegerChecker<uint32_t>(1, 64));
    return tid;
}

FabricTcpMessenger::FabricTcpMessenger() = default;
FabricTcpMessenger::~FabricTcpMessenger() = default;

void
FabricTcpMessenger::Setup(Ptr<RdmaCluster> cluster, uint32_t plane)
{
    const uint32_t planes = cluster->GetNetwork().GetNPlanes();
    NS_ABORT_MSG_IF(plane >= planes, "plane " << plane << " of " << planes);
    m_cluster = PeekPointer(cluster);
    m_plane = plane;
}

void
FabricTcpMessenger::DoDispose()
{
    m_connections.clear();
    m_bySource.clear();
    for (const auto& [host, socket] : m_listeners)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
    }
    m_listeners.clear();
    m_cluster = nullptr;
    RdmaMessenger::DoDispose();
}

uint64_t
FabricTcpMessenger::GetBufferBytes(const FabricNetwork& network) const
{
    const RdmaTick rtt = network.GetBaseRtt(FabricWireBytes(m_segmentSize + HEADER_BYTES),
                                            FabricPaddedWireBytes(HEADER_BYTES));
    const auto rate = static_cast<double>(network.GetPortRate());
    const auto bdp = static_cast<uint64_t>(rate / 8 * rtt.GetSeconds());
    return std::max<uint64_t>(static_cast<uint64_t>(m_bufferBdps * static_cast<double>(bdp)),
                              MIN_BUFFER_SEGMENTS * m_segmentSize);
}

RdmaProblems
FabricTcpMessenger::Check(const FabricNetwork& network) const
{
    const uint64_t buffer = GetBufferBytes(network);
    if (buffer <= MAX_BUFFER_BYTES)
    {
        return {};
    }
    return {{{"ns3::FabricTcpMessenger::BufferBdps"},
             "a socket would need a buffer of " + std::to_string(buffer) +
                 " B in this network; allowed: the largest window, " +
                 std::to_string(MAX_BUFFER_BYTES) + " B"}};
}

Ptr<Socket>
FabricTcpMessenger::MakeSocket(uint32_t host) const
{
    const Ptr<TcpL4Protocol> tcp = m_cluster->GetNic(host)->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(tcp, "host " << host << " has no stack of ns-3 (FabricStackHelper)");
    AbortOnRdmaProblems(Check(m_cluster->GetNetwork()));
    const uint64_t buffer = GetBufferBytes(m_cluster->GetNetwork());
    const bool ecn = m_ecnAlways || m_congestionControl == TcpDctcp::GetTypeId();
    const Ptr<Socket> socket = tcp->CreateSocket(m_congestionControl);
    socket->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_initialWindow));
    socket->SetAttribute("SndBufSize", UintegerValue(buffer));
    socket->SetAttribute("RcvBufSize", UintegerValue(GetWindowBytes(buffer)));
    socket->SetAttribute("DelAckTimeout", TimeValue(m_delAckTimeout));
    socket->SetAttribute("DelAckCount", UintegerValue(m_delAckCount));
    socket->SetAttribute("ConnTimeout", TimeValue(m_minRto));
    socket->SetAttribute("ConnCount", UintegerValue(CONNECT_RETRIES));
    socket->SetAttribute("MinRto", TimeValue(m_minRto));
    socket->SetAttribute("ClockGranularity", TimeValue(MicroSeconds(1)));
    socket->SetAttribute("UseEcn", EnumValue(ecn ? TcpSocketState::On : TcpSocketState::Off));
    return socket;
}

void
FabricTcpMessenger::Listen(uint32_t host)
{
    Ptr<Socket>& listener = m_listeners[host];
    if (listener)
    {
        return;
    }
    listener = MakeSocket(host);
    const Ipv4Address address(FabricAddressing::GetIpv4(host, m_plane));
    const int bound = listener->Bind(InetSocketAddress(address, LISTEN_PORT));
    NS_ABORT_MSG_IF(bound != 0, "port " << LISTEN_PORT << " of host " << host << " is taken");
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&FabricTcpMessenger::OnAccept, this));
}

FabricTcpConnection&
FabricTcpMessenger::Open(const Key& key)
{
    const auto [src, dst, qp] = key;
    NS_ABORT_MSG_IF(src == dst, "host " << src << " cannot connect to itself");
    Listen(dst);
    const Ptr<Socket> socket = MakeSocket(src);
    const uint16_t port = m_nextPort.try_emplace(src, FIRST_PORT).first->second++;
    NS_ABORT_MSG_IF(port == 0, "host " << src << " has no port left for a connection");
    const auto plane = static_cast<uint16_t>(m_plane);
    socket->Bind(InetSocketAddress(Ipv4Address(FabricAddressing::GetIpv4(src, plane)), port));
    UintegerValue buffer;
    socket->GetAttribute("SndBufSize", buffer);
    auto& connection = m_connections[key];
    RdmaMessageListener& listener = *this;
    connection = std::make_unique<FabricTcpConnection>(listener,
                                                       socket,
                                                       port,
                                                       static_cast<uint32_t>(buffer.Get()));
    m_bySource[{src, port}] = connection.get();
    socket->Connect(
        InetSocketAddress(Ipv4Address(FabricAddressing::GetIpv4(dst, plane)), LISTEN_PORT));
    return *connection;
}

void
FabricTcpMessenger::OnAccept(Ptr<Socket> socket, const Address& from)
{
    const InetSocketAddress peer = InetSocketAddress::ConvertFrom(from);
    const auto port = FabricAddressing::FindPort(peer.GetIpv4().Get());
    const auto connection = port ? m_bySource.find({port->host, peer.GetPort()}) : m_bySource.end();
    if (connection != m_bySource.end())
    {
        connection->second->SetReceiver(socket);
    }
}

void
FabricTcpMessenger::OnMessageDelivered(uint64_t token)
{
    ReportDelivered(token);
}

void
FabricTcpMessenger::OnMessageSent(uint64_t token, const RdmaMessageStats& stats, bool ok)
{
    ReportSent(token, stats, ok);
}

void
FabricTcpMessenger::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    NS_ABORT_MSG_IF(bytes == 0, "a message needs at least 1 B");
    const auto known = m_connections.find({src, dst, qp});
    (known == m_connections.end() ? Open({src, dst, qp}) : *known->second).Post(bytes, token);
}

uint32_t
FabricTcpMessenger::GetNHosts() const
{
    return m_cluster->GetNHosts();
}

RdmaTick
FabricTcpMessenger::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    // The stream may segment a message anywhere, so its last segment may be the smallest possible.
    // But no segmentation has fewer segments than full ones.
    const FabricNetwork& network = m_cluster->GetNetwork();
    const uint64_t segments = (bytes + m_segmentSize - 1) / m_segmentSize;
    const uint64_t wire = bytes + segments * FabricWireBytes(HEADER_BYTES);
    const RdmaTick bySender = GetRdmaLineTime(wire, network.GetNicPortRate(src, m_plane)) +
                              network.GetAfterNic(src, dst, FabricWireBytes(MIN_SEGMENT_BYTES));
    const RdmaTick byReceiver = GetRdmaLineTime(wire, network.GetNicPortRate(dst, m_plane)) +
                                network.GetAfterNic(src, dst, 0);
    return std::max(bySender, byReceiver) - GetRdmaRounding(wire);
}

RdmaTick
FabricTcpMessenger::GetTimeBesideWord() const
{
    const FabricNetwork& network = m_cluster->GetNetwork();
    return network.IsCutThrough()
               ? FabricLineTime(FabricWireBytes(HEADER_BYTES), network.GetPortRate())
               : RdmaTick();
}

double
FabricTcpMessenger::GetPayloadRateBps() const
{
    return static_cast<double>(m_cluster->GetNetwork().GetPortRate()) * m_segmentSize /
           FabricWireBytes(m_segmentSize + HEADER_BYTES);
}

RdmaCounters
FabricTcpMessenger::SumOwnCounters() const
{
    RdmaCounters sum;
    for (const auto& [key, connection] : m_connections)
    {
        sum += connection->GetCounters();
    }
    return sum;
}

uint64_t
FabricTcpMessenger::CountOwnErrors() const
{
    uint64_t errors = 0;
    for (const auto& [key, connection] : m_connections)
    {
        errors += connection->IsFailed();
    }
    return errors;
}

uint64_t
FabricTcpMessenger::GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const auto known = m_connections.find({src, dst, qp});
    return known == m_connections.end() ? 0 : known->second->GetCounters().bytesDelivered;
}

std::string
FabricTcpMessenger::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const auto known = m_connections.find({src, dst, qp});
    if (known == m_connections.end())
    {
        return {};
    }
    const FabricTcpConnection& connection = *known->second;
    const std::string state = connection.Describe();
    if (!connection.IsFailed() && !connection.IsTimerArmed())
    {
        return state;
    }
    const uint16_t port = connection.GetSourcePort();
    const std::string faults = DescribeRdmaFlowFaults(*m_cluster->GetFabric(),
                                                      SketchEnd(src, dst, port, LISTEN_PORT),
                                                      SketchEnd(dst, src, LISTEN_PORT, port));
    return faults.empty() ? state : state + "; " + faults;
}

RdmaFlowEnd
FabricTcpMessenger::SketchEnd(uint32_t from, uint32_t to, uint16_t fromPort, uint16_t toPort) const
{
    const auto plane = static_cast<uint16_t>(m_plane);
    TcpHeader tcp;
    tcp.SetSourcePort(fromPort);
    tcp.SetDestinationPort(toPort);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(FabricAddressing::GetIpv4(from, plane)));
    ip.SetDestination(Ipv4Address(FabricAddressing::GetIpv4(to, plane)));
    ip.SetProtocol(TCP_PROTOCOL);
    ip.SetTtl(64);
    ip.SetPayloadSize(static_cast<uint16_t>(tcp.GetSerializedSize()));
    const Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(tcp);
    packet->AddHeader(ip);
    RdmaFlowEnd end{m_cluster->GetNic(from)->GetPort(m_plane), {}};
    const FabricAddressing& addressing = m_cluster->GetFabric()->GetContext().GetAddressing();
    const bool known = DescribeFabricPacket(*packet, addressing, end.frame);
    NS_ASSERT_MSG(known, "host " << to << " has no address");
    end.frame.srcHost = from;
    return end;
}

bool
FabricTcpMessenger::IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const
{
    const auto known = m_connections.find({src, dst, qp});
    return known != m_connections.end() && known->second->IsTimerArmed();
}

} // namespace ns3
