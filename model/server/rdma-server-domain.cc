/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-server-domain.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaServerDomain);

TypeId
RdmaServerDomain::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaServerDomain")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<RdmaServerDomain>()
            .AddAttribute("HostsPerServer",
                          "Hosts of one server, which have consecutive numbers.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RdmaServerDomain::m_hostsPerServer),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Rate",
                          "Rate at which a host sends to, and receives from, the other hosts of "
                          "its server. The default is that of NVLink 4, one direction.",
                          DataRateValue(DataRate("3600Gbps")),
                          MakeDataRateAccessor(&RdmaServerDomain::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Time that a byte takes from one host of a server to another.",
                          TimeValue(NanoSeconds(500)),
                          MakeTimeAccessor(&RdmaServerDomain::m_delay),
                          MakeTimeChecker(Time{0}))
            .AddAttribute(
                "Slice",
                "Length of the turns in which messages share the links, B. Shorter slices "
                "share more evenly, and each costs an event.",
                UintegerValue(64 * 1024),
                MakeUintegerAccessor(&RdmaServerDomain::m_slice),
                MakeUintegerChecker<uint32_t>(256, RdmaServerSwitch::MAX_SLICE_BYTES));
    return tid;
}

RdmaServerDomain::RdmaServerDomain() = default;

RdmaServerDomain::~RdmaServerDomain()
{
    Cancel();
}

void
RdmaServerDomain::DoDispose()
{
    Cancel();
    for (Connection& connection : m_connections)
    {
        connection.owner = nullptr;
    }
    Object::DoDispose();
}

void
RdmaServerDomain::Cancel()
{
    for (const std::unique_ptr<Server>& server : m_servers)
    {
        if (server)
        {
            server->event.Cancel();
        }
    }
    m_delivery.Cancel();
    m_ack.Cancel();
}

RdmaTick
RdmaServerDomain::GetIdealTime(uint64_t bytes) const
{
    return RdmaServerSwitch::GetTime(bytes, GetRateBps()) + GetDelay();
}

RdmaServerDomain::Server&
RdmaServerDomain::GetServer(uint32_t host)
{
    const uint32_t number = host / m_hostsPerServer;
    if (number >= m_servers.size())
    {
        m_servers.resize(number + 1);
    }
    if (!m_servers[number])
    {
        m_servers[number].reset(
            new Server{RdmaServerSwitch(m_hostsPerServer, GetRateBps(), m_slice), {}, {}});
    }
    return *m_servers[number];
}

uint32_t
RdmaServerDomain::Connect(RdmaMessageListener* owner, uint32_t src, uint32_t dst)
{
    Server& server = GetServer(src);
    const auto number = static_cast<uint32_t>(m_connections.size());
    Connection connection;
    connection.owner = owner;
    connection.server = src / m_hostsPerServer;
    connection.channel = server.between.AddChannel(src % m_hostsPerServer, dst % m_hostsPerServer);
    server.connections.push_back(number);
    m_connections.push_back(std::move(connection));
    return number;
}

void
RdmaServerDomain::Forget(const RdmaMessageListener* owner)
{
    for (Connection& connection : m_connections)
    {
        connection.owner = connection.owner == owner ? nullptr : connection.owner;
    }
}

void
RdmaServerDomain::Post(uint32_t connection, uint64_t bytes, uint64_t token)
{
    Connection& c = m_connections[connection];
    Server& server = *m_servers[c.server];
    c.bytesPosted += bytes;
    ++c.messagesPosted;
    c.tokens.Push(token);
    Run(server);
    server.between.Post(m_clock.Now(), c.channel, bytes);
    ArmServer(server, c.server);
}

void
RdmaServerDomain::Run(Server& server)
{
    m_ended.clear();
    server.between.Advance(m_clock.Now(), m_ended);
    for (const RdmaServerSlice& slice : m_ended)
    {
        const uint32_t connection = server.connections[slice.channel];
        Connection& c = m_connections[connection];
        const RdmaTick arrival = slice.end + GetDelay();
        m_flights.push_back({arrival, connection, slice.bytes});
        if (slice.last)
        {
            m_deliveries.push_back({arrival, connection, c.tokens.Front()});
            c.tokens.Pop();
        }
    }
    Arm(m_delivery, m_deliveries, &RdmaServerDomain::OnDelivery);
}

void
RdmaServerDomain::ArmServer(Server& server, uint32_t number)
{
    const RdmaTick next = server.between.NextWakeup();
    if (next < server.wakeup)
    {
        server.event.Cancel();
        server.event =
            Simulator::Schedule(GetTimeUntil(next), &RdmaServerDomain::OnServer, this, number);
        server.wakeup = next;
    }
}

void
RdmaServerDomain::OnServer(uint32_t server)
{
    Server& s = *m_servers[server];
    s.wakeup = RdmaTick::Max();
    Run(s);
    ArmServer(s, server);
}

void
RdmaServerDomain::CompleteDue()
{
    const RdmaTick now = m_clock.Now();
    while (!m_flights.empty() && m_flights.front().arrival <= now)
    {
        m_connections[m_flights.front().connection].bytesDelivered += m_flights.front().bytes;
        m_flights.pop_front();
    }
}

const RdmaServerDomain::Connection&
RdmaServerDomain::Look(uint32_t connection)
{
    CompleteDue();
    return m_connections[connection];
}

void
RdmaServerDomain::OnDelivery()
{
    const Ptr<RdmaServerDomain> alive = this; // a callback may release it
    const RdmaTick now = m_clock.Now();
    CompleteDue();
    while (!m_deliveries.empty() && m_deliveries.front().at <= now)
    {
        News news = m_deliveries.front();
        m_deliveries.pop_front();
        RdmaMessageListener* const owner = m_connections[news.connection].owner;
        news.at += GetDelay();
        m_acks.push_back(news);
        if (owner)
        {
            owner->OnMessageDelivered(news.token);
        }
    }
    Arm(m_delivery, m_deliveries, &RdmaServerDomain::OnDelivery);
    Arm(m_ack, m_acks, &RdmaServerDomain::OnAck);
}

void
RdmaServerDomain::OnAck()
{
    const Ptr<RdmaServerDomain> alive = this; // a callback may release it
    const RdmaTick now = m_clock.Now();
    while (!m_acks.empty() && m_acks.front().at <= now)
    {
        const News news = m_acks.front();
        m_acks.pop_front();
        ++m_connections[news.connection].messagesSent;
        RdmaMessageListener* const owner = m_connections[news.connection].owner;
        if (owner)
        {
            owner->OnMessageSent(news.token, RdmaMessageStats(), true);
        }
    }
    Arm(m_ack, m_acks, &RdmaServerDomain::OnAck);
}

void
RdmaServerDomain::Arm(EventId& event,
                      const std::deque<News>& reports,
                      void (RdmaServerDomain::*handler)())
{
    // Later reports are never due earlier, so a pending event is early enough
    if (!reports.empty() && event.IsExpired())
    {
        event = Simulator::Schedule(GetTimeUntil(reports.front().at), handler, this);
    }
}

Time
RdmaServerDomain::GetTimeUntil(RdmaTick at) const
{
    return TimeStep(
        static_cast<uint64_t>(m_clock.ToSteps(std::max(at - m_clock.Now(), RdmaTick()))));
}

} // namespace ns3
