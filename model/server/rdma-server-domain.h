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
 * Links between the hosts of one server beside their NICs, such as NVLink: every host sends to, and
 * receives from, the others at a rate of its own (RdmaServerSwitch). Hosts with the same number
 * div HostsPerServer form a server. Nothing is lost here and nothing has headers.
 *
 * There is one domain for all transports: whoever carries a message, it shares the links of its
 * sender and receiver with the others. A transport gets at them by a messenger around its own
 * (RdmaServerMessenger).
 *
 * A message is delivered Delay after its last byte has left its sender, and sent Delay after that.
 * Idle links have no event.
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
     * @return least time from Send to delivery
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
        RdmaMessageListener* owner;     ///< hears of its messages; null: nobody does
        uint32_t server;                ///< number of the server
        uint32_t channel;               ///< its number within the switch of the server
        uint64_t bytesPosted{0};        ///< posted, B
        uint64_t bytesDelivered{0};     ///< of these, placed at the receiver, B
        uint64_t messagesPosted{0};     ///< messages posted
        uint64_t messagesSent{0};       ///< of these, acknowledged
        RdmaRingQueue<uint64_t> tokens; ///< messages that are not delivered
    };

    /**
     * @param owner hears of its messages; until Forget
     * @param src sending host
     * @param dst another host of its server
     * @return number of a new connection
     */
    uint32_t Connect(RdmaMessageListener* owner, uint32_t src, uint32_t dst);

    /**
     * Tell somebody nothing any more. The messages go on all the same.
     * @param owner who heard of them
     */
    void Forget(const RdmaMessageListener* owner);

    /**
     * Post a message now.
     * @param connection number of its connection
     * @param bytes its length, at least 1 B
     * @param token the caller's name for it
     */
    void Post(uint32_t connection, uint64_t bytes, uint64_t token);

    /**
     * @param connection number of a connection
     * @return it, up to date
     */
    const Connection& Look(uint32_t connection);

  protected:
    void DoDispose() override;

  private:
    /// A server in which somebody has sent something.
    struct Server
    {
        RdmaServerSwitch between;          ///< its switch
        std::vector<uint32_t> connections; ///< by channel
        EventId event;                     ///< see OnServer
        RdmaTick wakeup{RdmaTick::Max()};  ///< when it comes, never: there is none
    };

    /// A slice on its way.
    struct Flight
    {
        RdmaTick arrival;    ///< when it is placed
        uint32_t connection; ///< its connection
        uint64_t bytes;      ///< its length, B
    };

    /// Something that a messenger is told.
    struct News
    {
        RdmaTick at;         ///< when
        uint32_t connection; ///< about which connection
        uint64_t token;      ///< about which message
    };

    /**
     * @param host host index
     * @return its server, new or old
     */
    Server& GetServer(uint32_t host);

    /**
     * Let a switch run until now, and send its slices on their way.
     */
    void Run(Server& server);

    /**
     * Have an event for what a switch does next, and none later than that.
     * @param number its number
     */
    void ArmServer(Server& server, uint32_t number);

    /**
     * The event of a switch: a slice has left, or a slot begins.
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
     * Have an event for the first of some news, if there is any and no event yet.
     * @param [in,out] event the event
     * @param news what will be told, by time
     * @param handler tells it
     */
    void Arm(EventId& event, const std::deque<News>& news, void (RdmaServerDomain::*handler)());

    /** Leave no event behind. */
    void Cancel();

    /**
     * @return how long until then, as ns-3 counts, rounded up; zero if it has passed
     */
    Time GetTimeUntil(RdmaTick at) const;

    /** @return attribute Delay */
    RdmaTick GetDelay() const
    {
        return RdmaTick::Ps(m_delay.GetPicoSeconds());
    }

    uint32_t m_hostsPerServer{0}; ///< attribute HostsPerServer
    DataRate m_rate;              ///< attribute Rate
    Time m_delay;                 ///< attribute Delay
    uint32_t m_slice{0};          ///< attribute Slice, B

    FabricClock m_clock;                            ///< time
    std::vector<std::unique_ptr<Server>> m_servers; ///< by number; null: nothing sent yet
    std::vector<Connection> m_connections;          ///< by number
    std::vector<RdmaServerSlice> m_ended;           ///< scratch of Run
    std::deque<Flight> m_flights;                   ///< slices on their way, by arrival
    std::deque<News> m_deliveries;                  ///< messages whose last slice is on its way
    std::deque<News> m_acks;                        ///< messages that are delivered
    EventId m_delivery;                             ///< see OnDelivery
    EventId m_ack;                                  ///< see OnAck
};

} // namespace ns3

#endif // RDMA_SERVER_DOMAIN_H
