/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SERVER_DOMAIN_H
#define RDMA_SERVER_DOMAIN_H

#include "rdma-server-switch.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/fabric-clock.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-message-listener.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-time.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaServerDomain: links between the hosts of one server.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Links between the hosts of one server besides their NICs, such as NVLink: every host sends to,
 * and receives from, the other hosts at a separate rate (RdmaServerSwitch). Hosts with the same
 * number div HostsPerServer form a server. The links lose nothing and add no headers.
 *
 * There is one domain for all transports: messages share the links of their sender and receiver,
 * regardless of their transport. A transport uses them through a messenger around its own
 * (RdmaServerMessenger).
 *
 * A message is delivered Delay after its last byte has left its sender, and acknowledged Delay
 * after that. Idle links have no event.
 */
class RdmaServerDomain : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaServerDomain();
    ~RdmaServerDomain() override;

    /**
     * @param src a host
     * @param dst another host
     * @return true if they are in the same server
     */
    bool IsWithinServer(uint32_t src, uint32_t dst) const
    {
        return src / m_hostsPerServer == dst / m_hostsPerServer;
    }

    /**
     * @param bytes length of a message within a server, B
     * @return minimum time from Send to delivery
     */
    RdmaTick GetIdealTime(uint64_t bytes) const;

    /** @return rate at which a host sends, and receives, bit/s */
    uint64_t GetRateBps() const
    {
        return m_rate.GetBitRate();
    }

    /// Messages of one user from one host to another, first in, first out.
    struct Connection
    {
        RdmaMessageListener* owner;     ///< receives the results of its messages; null: none
        uint32_t server;                ///< number of the server
        uint32_t channel;               ///< its number within the switch of the server
        uint64_t bytesPosted{0};        ///< posted, B
        uint64_t bytesDelivered{0};     ///< of these, placed at the receiver, B
        uint64_t messagesPosted{0};     ///< messages posted
        uint64_t messagesSent{0};       ///< of these, acknowledged
        RdmaRingQueue<uint64_t> tokens; ///< messages that are not delivered
    };

    /**
     * @param owner receives the results of its messages, until Forget
     * @param src sending host
     * @param dst another host of its server
     * @return number of a new connection
     */
    uint32_t Connect(RdmaMessageListener* owner, uint32_t src, uint32_t dst);

    /**
     * Report nothing to an owner any more. Its messages continue.
     * @param owner the owner
     */
    void Forget(const RdmaMessageListener* owner);

    /**
     * Post a message now.
     * @param connection number of its connection
     * @param bytes its length, B; one of 0 B takes no time of the links, but its turn
     * @param token the caller's name for it
     */
    void Post(uint32_t connection, uint64_t bytes, uint64_t token);

    /**
     * @param connection number of a connection
     * @return the connection, up to date
     */
    const Connection& Look(uint32_t connection);

  protected:
    void DoDispose() override;

  private:
    /// A server with at least one connection.
    struct Server
    {
        RdmaServerSwitch between;          ///< its switch
        std::vector<uint32_t> connections; ///< by channel
        EventId event;                     ///< see OnServer
        RdmaTick wakeup{RdmaTick::Max()};  ///< time of the event; never: no event is pending
    };

    /// A slice in flight.
    struct Flight
    {
        RdmaTick arrival;    ///< time of its arrival
        uint32_t connection; ///< its connection
        uint64_t bytes;      ///< its length, B
    };

    /// A pending report to a messenger.
    struct News
    {
        RdmaTick at;         ///< time
        uint32_t connection; ///< its connection
        uint64_t token;      ///< its message
    };

    /**
     * @param host host index
     * @return its server, made if necessary
     */
    Server& GetServer(uint32_t host);

    /**
     * Let a switch run until now, and launch its slices.
     */
    void Run(Server& server);

    /**
     * Schedule an event for the next action of a switch.
     * @param number its number
     */
    void ArmServer(Server& server, uint32_t number);

    /**
     * Handle the event of a switch: a slice has left, or a slot begins.
     * @param server number of the server
     */
    void OnServer(uint32_t server);

    /** Count the bytes that are placed by now. */
    void CompleteDue();

    /** The event of deliveries. */
    void OnDelivery();

    /** The event of acknowledgments. */
    void OnAck();

    /**
     * Schedule an event for the first of some reports, if there is one and no event is pending.
     * @param [in,out] event the event
     * @param reports pending reports, by time
     * @param handler delivers them
     */
    void Arm(EventId& event, const std::deque<News>& reports, void (RdmaServerDomain::*handler)());

    /** Cancel all events. */
    void Cancel();

    /**
     * @return the time from now until then, as ns-3 counts, rounded up; zero if it has passed
     */
    Time GetTimeUntil(RdmaTick at) const;

    /** @return attribute Delay */
    RdmaTick GetDelay() const
    {
        return ToRdmaTick(m_delay);
    }

    uint32_t m_hostsPerServer{0}; ///< attribute HostsPerServer
    DataRate m_rate;              ///< attribute Rate
    Time m_delay;                 ///< attribute Delay
    uint32_t m_slice{0};          ///< attribute Slice, B

    FabricClock m_clock;                            ///< time
    std::vector<std::unique_ptr<Server>> m_servers; ///< by number; null: nothing sent yet
    std::vector<Connection> m_connections;          ///< by number
    std::vector<RdmaServerSlice> m_ended;           ///< scratch of Run
    std::deque<Flight> m_flights;                   ///< slices in flight, by arrival
    std::deque<News> m_deliveries;                  ///< messages whose last slice is in flight
    std::deque<News> m_acks;                        ///< messages that are delivered
    EventId m_delivery;                             ///< see OnDelivery
    EventId m_ack;                                  ///< see OnAck
};

} // namespace ns3

#endif // RDMA_SERVER_DOMAIN_H
