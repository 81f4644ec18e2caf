/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-server-switch.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Bits of a byte x picoseconds of a second: a byte takes this number / rate.
constexpr int64_t PS_BITS = 8'000'000'000'000;
/// Maximum rate, bit/s: beyond it sums of times in bits x ps exceed 63 bits.
constexpr uint64_t MAX_RATE_BPS = 1'000'000'000'000'000;
} // namespace

RdmaServerSwitch::RdmaServerSwitch(uint32_t hosts, uint64_t rateBps, uint32_t sliceBytes)
    : m_rateBps(rateBps),
      m_sliceBytes(sliceBytes),
      m_hosts(hosts)
{
    NS_ABORT_MSG_IF(rateBps == 0 || rateBps > MAX_RATE_BPS,
                    "a server with links of " << rateBps << " bit/s; allowed: 1 to "
                                              << MAX_RATE_BPS);
    NS_ABORT_MSG_IF(sliceBytes == 0 || sliceBytes > MAX_SLICE_BYTES,
                    "slices of " << sliceBytes << " B; allowed: 1 to " << MAX_SLICE_BYTES);
}

RdmaTick
RdmaServerSwitch::GetTime(uint64_t bytes, uint64_t rateBps)
{
    // By long division in thousandths of a second: no product needs more than 64 bits
    constexpr uint64_t DIGIT = 1000;
    uint64_t quotient = bytes / rateBps * 8;
    uint64_t rest = bytes % rateBps * 8;
    quotient += rest / rateBps;
    rest %= rateBps;
    for (uint64_t unit = 1; unit < 1'000'000'000'000; unit *= DIGIT)
    {
        quotient = quotient * DIGIT + rest * DIGIT / rateBps;
        rest = rest * DIGIT % rateBps;
    }
    return RdmaTick::Ps(static_cast<int64_t>(quotient));
}

uint32_t
RdmaServerSwitch::AddChannel(uint32_t src, uint32_t dst)
{
    NS_ASSERT_MSG(src != dst && src < m_hosts.size() && dst < m_hosts.size(),
                  "a channel from host " << src << " to host " << dst << " of a server with "
                                         << m_hosts.size());
    Channel channel;
    channel.src = src;
    channel.dst = dst;
    m_channels.push_back(std::move(channel));
    return static_cast<uint32_t>(m_channels.size()) - 1;
}

void
RdmaServerSwitch::Post(RdmaTick now, uint32_t channel, uint64_t bytes)
{
    NS_ASSERT_MSG(now < m_next, "a message is posted before Advance to the same time");
    Channel& c = m_channels[channel];
    c.messages.Push(bytes);
    if (c.messages.GetSize() > 1)
    {
        return; // it already waits or crosses
    }
    if (m_crossing == 0 && m_waiting.empty())
    {
        m_slotBegin = {now, 0};
        m_slotEnd = Add(m_slotBegin, m_sliceBytes);
    }
    BeginTurn(c);
    if (!Start(channel, now))
    {
        Wait(channel);
        m_next = std::min(m_next, m_slotEnd.at);
    }
}

void
RdmaServerSwitch::Advance(RdmaTick now, std::vector<RdmaServerSlice>& ended)
{
    while (m_next <= now)
    {
        const RdmaTick at = m_next;
        for (Host& host : m_hosts)
        {
            if (host.sending && host.end.at <= at)
            {
                End(host, ended);
            }
        }
        if (at >= m_slotEnd.at)
        {
            m_slotBegin = m_slotEnd;
            m_slotEnd = Add(m_slotBegin, m_sliceBytes);
        }
        Match(at);
        FindNext();
    }
}

RdmaServerSwitch::Moment
RdmaServerSwitch::Add(const Moment& moment, uint64_t bytes) const
{
    const auto rate = static_cast<int64_t>(m_rateBps);
    const int64_t work = static_cast<int64_t>(bytes) * PS_BITS - moment.early;
    const int64_t ps = work <= 0 ? 0 : (work + rate - 1) / rate;
    return {moment.at + RdmaTick::Ps(ps), ps * rate - work};
}

RdmaServerSwitch::Moment
RdmaServerSwitch::GetStart(const Host& src, const Host& dst, RdmaTick now) const
{
    Moment start{now};
    for (const Moment& free : {src.outFree, dst.inFree, m_slotBegin})
    {
        if (free.early >= 0 && free.at == now)
        {
            start.early = start.early < 0 ? free.early : std::min(start.early, free.early);
        }
    }
    start.early = std::max<int64_t>(start.early, 0); // all were free long before
    return start;
}

bool
RdmaServerSwitch::Start(uint32_t channel, RdmaTick now)
{
    Channel& c = m_channels[channel];
    Host& src = m_hosts[c.src];
    Host& dst = m_hosts[c.dst];
    if (src.sending || dst.receiving)
    {
        return false;
    }
    const Moment start = GetStart(src, dst, now);
    const int64_t slot = (m_slotEnd.at - now).GetPs() * static_cast<int64_t>(m_rateBps) -
                         m_slotEnd.early + start.early;
    const auto room = static_cast<uint64_t>(std::max<int64_t>(slot, 0) / PS_BITS);
    const uint64_t bytes = std::min<uint64_t>(c.messages.Front(), c.turnBytes);
    if (room == 0)
    {
        return false; // the next slot begins in less than the time of a byte
    }
    src.channel = channel;
    src.bytes = std::min(bytes, room);
    src.end = bytes > room ? m_slotEnd : Add(start, bytes);
    src.sending = true;
    dst.receiving = true;
    ++m_crossing;
    m_next = std::min(m_next, src.end.at);
    return true;
}

void
RdmaServerSwitch::Wait(uint32_t channel)
{
    const Channel& c = m_channels[channel];
    m_waiting.emplace(c.turn, channel);
    ++m_hosts[c.src].waitingOut;
    ++m_hosts[c.dst].waitingIn;
}

RdmaServerSwitch::Waiting::iterator
RdmaServerSwitch::Unwait(Waiting::iterator waiting)
{
    const Channel& c = m_channels[waiting->second];
    --m_hosts[c.src].waitingOut;
    --m_hosts[c.dst].waitingIn;
    return m_waiting.erase(waiting);
}

void
RdmaServerSwitch::BeginTurn(Channel& channel)
{
    channel.turn = m_turns++;
    channel.turnBytes = m_sliceBytes;
}

void
RdmaServerSwitch::End(Host& host, std::vector<RdmaServerSlice>& ended)
{
    Channel& c = m_channels[host.channel];
    Host& dst = m_hosts[c.dst];
    host.sending = false;
    host.outFree = host.end;
    dst.receiving = false;
    dst.inFree = host.end;
    --m_crossing;
    c.messages.Front() -= host.bytes;
    c.turnBytes -= static_cast<uint32_t>(host.bytes);
    const bool last = c.messages.Front() == 0;
    ended.push_back({host.channel, host.bytes, last, host.end.at});
    if (last)
    {
        c.messages.Pop();
    }
    if (c.messages.IsEmpty())
    {
        return;
    }
    if (last || c.turnBytes == 0)
    {
        BeginTurn(c);
    }
    Wait(host.channel);
}

void
RdmaServerSwitch::Match(RdmaTick now)
{
    // Usually few hosts are free, and the search ends when none of them is left
    uint32_t senders = 0;
    uint32_t receivers = 0;
    for (const Host& host : m_hosts)
    {
        senders += !host.sending && host.waitingOut > 0;
        receivers += !host.receiving && host.waitingIn > 0;
    }
    auto waiting = m_waiting.begin();
    while (senders > 0 && receivers > 0 && waiting != m_waiting.end())
    {
        if (Start(waiting->second, now))
        {
            waiting = Unwait(waiting);
            --senders;
            --receivers;
        }
        else
        {
            ++waiting;
        }
    }
}

void
RdmaServerSwitch::FindNext()
{
    m_next = m_waiting.empty() ? RdmaTick::Max() : m_slotEnd.at;
    for (const Host& host : m_hosts)
    {
        if (host.sending)
        {
            m_next = std::min(m_next, host.end.at);
        }
    }
}

} // namespace ns3
