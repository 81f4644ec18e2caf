/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TCP_CONNECTION_H
#define FABRIC_TCP_CONNECTION_H

#include "ns3/packet.h"
#include "ns3/rdma-message-listener.h"
#include "ns3/rdma-transport.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <deque>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricTcpConnection: a TCP stream as a sequence of messages.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One connection of a FabricTcpMessenger: fills the sender's buffer, empties the receiver's, and
 * assigns bytes to messages. Payload is zeros.
 *
 * Law: posted bytes >= bytes passed to the socket >= bytes read >= bytes acknowledged.
 */
class FabricTcpConnection
{
  public:
    /**
     * @param listener notified of messages delivered and sent
     * @param sender the sending end, not connected
     * @param sourcePort its port
     * @param bufferBytes size of its buffer, B
     */
    FabricTcpConnection(RdmaMessageListener& listener,
                        Ptr<Socket> sender,
                        uint16_t sourcePort,
                        uint32_t bufferBytes);
    ~FabricTcpConnection();
    FabricTcpConnection(const FabricTcpConnection&) = delete;
    FabricTcpConnection& operator=(const FabricTcpConnection&) = delete;

    /**
     * Append a message to the stream.
     * @param bytes its length, B
     * @param token the caller's identifier of it
     */
    void Post(uint64_t bytes, uint64_t token);

    /**
     * Set the receiving end.
     * @param receiver its socket
     */
    void SetReceiver(Ptr<Socket> receiver);

    /** @return the counters */
    const RdmaCounters& GetCounters() const
    {
        return m_counters;
    }

    /** @return port of the sending end */
    uint16_t GetSourcePort() const
    {
        return m_sourcePort;
    }

    /** @return true if it has given up */
    bool IsFailed() const
    {
        return m_failed;
    }

    /**
     * @return true if its retransmission timer runs: as long as data or its opening is not
     * acknowledged
     */
    bool IsTimerArmed() const
    {
        return !m_failed && !m_unacked.empty();
    }

    /** @return one line of text: its state and counters */
    std::string Describe() const;

  private:
    /// A message in transmission.
    struct Message
    {
        uint64_t token; ///< its identifier
        uint64_t end;   ///< position in the stream after its last byte, B
    };

    /** Pass the socket as many bytes as it accepts. */
    void Fill();

    /**
     * The sender's buffer has room, because bytes have been acknowledged.
     * @param socket the sending end
     * @param available room, B
     */
    void OnRoom(Ptr<Socket> socket, uint32_t available);

    /**
     * Bytes have arrived.
     * @param socket the receiving end
     */
    void OnReceive(Ptr<Socket> socket);

    /**
     * The connection could not be opened or has failed.
     * @param socket the sending end
     */
    void OnFailure(Ptr<Socket> socket);

    /**
     * The sender sends a segment.
     * @param packet its payload
     * @param header its header
     * @param socket the sending end
     */
    void OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    /**
     * The sender receives an acknowledgment.
     * @param packet its payload
     * @param header its header
     * @param socket the sending end
     */
    void OnRx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);

    /**
     * The state of the sender's congestion control changes.
     * @param before state before
     * @param now state now
     */
    void OnState(TcpSocketState::TcpCongState_t before, TcpSocketState::TcpCongState_t now);

    /**
     * The sender's retransmission time-out changes.
     * @param before time-out before
     * @param now time-out now
     */
    void OnRto(Time before, Time now);

    /** @return statistics of packets since the last call */
    RdmaMessageStats TakeStats();

    RdmaMessageListener& m_listener; ///< notified of messages delivered and sent
    Ptr<Socket> m_sender;            ///< sending end
    Ptr<Socket> m_receiver;          ///< receiving end; null: not accepted yet
    uint16_t m_sourcePort;           ///< see GetSourcePort
    uint32_t m_bufferBytes;          ///< of the sender, B
    std::deque<Message> m_unread;    ///< not delivered, in order
    std::deque<Message> m_unacked;   ///< not acknowledged, in order
    uint64_t m_queued{0};            ///< passed to the socket, B
    uint64_t m_acked{0};             ///< acknowledged, B
    SequenceNumber32 m_highest;      ///< after the highest byte sent
    bool m_connected{false};         ///< the sender may send
    bool m_failed{false};            ///< see IsFailed
    bool m_losing{false};            ///< a timer has expired, and losses are being repaired
    RdmaCounters m_counters;         ///< see GetCounters
    RdmaCounters m_told;             ///< counters at the last TakeStats
};

} // namespace ns3

#endif // FABRIC_TCP_CONNECTION_H
