/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-tcp-connection.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

FabricTcpConnection::FabricTcpConnection(RdmaMessageListener& listener,
                                         Ptr<Socket> sender,
                                         uint16_t sourcePort,
                                         uint32_t bufferBytes)
    : m_listener(listener),
      m_sender(sender),
      m_sourcePort(sourcePort),
      m_bufferBytes(bufferBytes)
{
    sender->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) {
                                   m_connected = true;
                                   Fill();
                               }),
                               MakeCallback(&FabricTcpConnection::OnFailure, this));
    sender->SetCloseCallbacks(MakeCallback(&FabricTcpConnection::OnFailure, this),
                              MakeCallback(&FabricTcpConnection::OnFailure, this));
    sender->SetSendCallback(MakeCallback(&FabricTcpConnection::OnRoom, this));
    sender->TraceConnectWithoutContext("Tx", MakeCallback(&FabricTcpConnection::OnTx, this));
    sender->TraceConnectWithoutContext("Rx", MakeCallback(&FabricTcpConnection::OnRx, this));
    sender->TraceConnectWithoutContext("CongState",
                                       MakeCallback(&FabricTcpConnection::OnState, this));
    sender->TraceConnectWithoutContext("RTO", MakeCallback(&FabricTcpConnection::OnRto, this));
}

FabricTcpConnection::~FabricTcpConnection()
{
    const auto nobody = MakeNullCallback<void, Ptr<Socket>>();
    m_sender->SetConnectCallback(nobody, nobody);
    m_sender->SetCloseCallbacks(nobody, nobody);
    m_sender->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    m_sender->TraceDisconnectWithoutContext("Tx", MakeCallback(&FabricTcpConnection::OnTx, this));
    m_sender->TraceDisconnectWithoutContext("Rx", MakeCallback(&FabricTcpConnection::OnRx, this));
    m_sender->TraceDisconnectWithoutContext("CongState",
                                            MakeCallback(&FabricTcpConnection::OnState, this));
    m_sender->TraceDisconnectWithoutContext("RTO", MakeCallback(&FabricTcpConnection::OnRto, this));
    if (m_receiver)
    {
        m_receiver->SetRecvCallback(nobody);
    }
}

void
FabricTcpConnection::Post(uint64_t bytes, uint64_t token)
{
    m_counters.bytesPosted += bytes;
    if (m_failed)
    {
        m_listener.OnMessageSent(token, {}, false);
        return;
    }
    m_unread.push_back({token, m_counters.bytesPosted});
    m_unacked.push_back({token, m_counters.bytesPosted});
    Fill();
}

void
FabricTcpConnection::Fill()
{
    if (!m_connected)
    {
        return;
    }
    while (m_queued < m_counters.bytesPosted)
    {
        const uint64_t bytes =
            std::min<uint64_t>(m_counters.bytesPosted - m_queued, m_sender->GetTxAvailable());
        if (bytes == 0 || m_sender->Send(Create<Packet>(static_cast<uint32_t>(bytes))) < 0)
        {
            return; // OnRoom will call
        }
        m_queued += bytes;
    }
}

void
FabricTcpConnection::OnRoom(Ptr<Socket> socket, uint32_t /* available */)
{
    // Bytes in the buffer have not been acknowledged.
    m_acked = m_queued - std::min<uint64_t>(m_queued, m_bufferBytes - socket->GetTxAvailable());
    while (!m_unacked.empty() && m_unacked.front().end <= m_acked)
    {
        const uint64_t token = m_unacked.front().token;
        m_unacked.pop_front();
        m_listener.OnMessageSent(token, TakeStats(), true);
    }
    Fill();
}

void
FabricTcpConnection::SetReceiver(Ptr<Socket> receiver)
{
    m_receiver = receiver;
    receiver->SetRecvCallback(MakeCallback(&FabricTcpConnection::OnReceive, this));
}

void
FabricTcpConnection::OnReceive(Ptr<Socket> socket)
{
    while (const Ptr<Packet> packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            break; // the end of the stream
        }
        m_counters.bytesDelivered += packet->GetSize();
    }
    while (!m_unread.empty() && m_unread.front().end <= m_counters.bytesDelivered)
    {
        const uint64_t token = m_unread.front().token;
        m_unread.pop_front();
        m_listener.OnMessageDelivered(token);
    }
}

void
FabricTcpConnection::OnFailure(Ptr<Socket> /* socket */)
{
    m_failed = true;
    m_connected = false;
    while (!m_unacked.empty())
    {
        const uint64_t token = m_unacked.front().token;
        m_unacked.pop_front();
        m_listener.OnMessageSent(token, TakeStats(), false);
    }
}

void
FabricTcpConnection::OnTx(Ptr<const Packet> packet,
                          const TcpHeader& header,
                          Ptr<const TcpSocketBase> /* socket */)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    ++m_counters.dataPackets;
    const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
    if (m_counters.dataPackets > 1 && end <= m_highest)
    {
        ++m_counters.retransmits;
        return;
    }
    m_highest = end;
}

void
FabricTcpConnection::OnRx(Ptr<const Packet> /* packet */,
                          const TcpHeader& header,
                          Ptr<const TcpSocketBase> /* socket */)
{
    const bool syn = header.GetFlags() & TcpHeader::SYN; // in a SYN the flag has another meaning
    m_counters.ecnEchoes += !syn && header.GetFlags() & TcpHeader::ECE;
}

void
FabricTcpConnection::OnState(TcpSocketState::TcpCongState_t /* before */,
                             TcpSocketState::TcpCongState_t now)
{
    m_losing = now == TcpSocketState::CA_LOSS;
    m_counters.timeouts += m_losing;
}

void
FabricTcpConnection::OnRto(Time before, Time now)
{
    // The state does not change when the timer expires again: only its doubling shows it.
    m_counters.timeouts += m_losing && now == before + before;
}

RdmaMessageStats
FabricTcpConnection::TakeStats()
{
    RdmaMessageStats stats;
    stats.packets = m_counters.dataPackets - m_told.dataPackets;
    stats.retransmits = m_counters.retransmits - m_told.retransmits;
    stats.ecnMarks = m_counters.ecnEchoes - m_told.ecnEchoes;
    stats.timeouts = m_counters.timeouts - m_told.timeouts;
    m_told = m_counters;
    return stats;
}

std::string
FabricTcpConnection::Describe() const
{
    std::ostringstream text;
    text << "TCP connection "
         << (m_failed      ? "given up"
             : m_connected ? "open"
                           : "being opened")
         << ", " << m_counters.bytesPosted << " B posted, " << m_queued << " B in the stream, "
         << m_acked << " B acknowledged, " << m_counters.bytesDelivered << " B read, "
         << m_counters.timeouts << " time-outs";
    return text.str();
}

} // namespace ns3
