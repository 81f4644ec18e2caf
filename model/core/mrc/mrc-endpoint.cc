/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint.h"

#include "mrc-qp-parameters.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Half the period of a 16-bit timestamp: within this time it orders updates.
constexpr RdmaTick TIMESTAMP_ORDERS = MRC_TIMESTAMP_UNIT * 0x8000;
/// Number of ids.
constexpr size_t IDS = 1 << 16;
/// Number of ids for EV probes: port status updates must not wait for ids.
constexpr size_t PROBE_IDS = IDS / 2;

} // namespace

MrcEndpoint::MrcEndpoint(uint32_t ports, RdmaTick statusTimeout)
    : m_allPorts((1U << ports) - 1),
      m_upPorts(m_allPorts),
      m_statusTimeout(statusTimeout)
{
    NS_ASSERT_MSG(ports >= 1 && ports < 32, ports << " ports do not fit a port status mask");
}

// EV probes

std::optional<uint32_t>
MrcEndpoint::StartBatch(RdmaTick now, const std::vector<MrcEvProbe>& probes, RdmaTick timeout)
{
    if (m_outstanding.size() + probes.size() > PROBE_IDS)
    {
        return std::nullopt;
    }
    const uint32_t number = m_nextBatch++;
    Batch& batch = m_batches[number];
    batch.deadline = now + timeout;
    batch.missing = static_cast<uint32_t>(probes.size());
    batch.results.resize(probes.size());
    for (uint32_t i = 0; i < probes.size(); ++i)
    {
        batch.results[i].probe = probes[i];
        batch.results[i].id = Register(false, number, i);
    }
    if (probes.empty())
    {
        Finish(number);
    }
    return number;
}

uint16_t
MrcEndpoint::Register(bool status, uint32_t owner, uint32_t place)
{
    NS_ASSERT_MSG(m_outstanding.size() < IDS, "no probe_id is free");
    while (m_outstanding.count(m_nextId))
    {
        ++m_nextId;
    }
    m_outstanding[m_nextId] = Outstanding{status, owner, place, RdmaTick{}};
    m_toSend.push_back(m_nextId);
    return m_nextId++;
}

void
MrcEndpoint::Finish(uint32_t number)
{
    const auto it = m_batches.find(number);
    for (const MrcEvProbeResult& result : it->second.results)
    {
        if (!result.answered)
        {
            m_outstanding.erase(result.id);
        }
    }
    m_finished.push_back({number, std::move(it->second.results)});
    m_batches.erase(it);
}

// Port status

MrcEndpoint::Peer&
MrcEndpoint::Know(uint32_t peer)
{
    return m_peers.try_emplace(peer, Peer{m_allPorts, m_allPorts}).first->second;
}

void
MrcEndpoint::SetPorts(RdmaTick now, uint32_t upPorts, const std::vector<uint32_t>& peers)
{
    m_upPorts = upPorts & m_allPorts;
    for (const uint32_t host : peers)
    {
        Know(host);
        Insist(now, host);
    }
}

void
MrcEndpoint::AddPeer(RdmaTick now, uint32_t peer)
{
    if (m_upPorts != m_allPorts)
    {
        Know(peer);
    }
    Insist(now, peer);
}

void
MrcEndpoint::RemovePeer(uint32_t peer)
{
    const auto known = m_peers.find(peer);
    if (known != m_peers.end())
    {
        Withdraw(known->second);
        known->second.unreached = false;
    }
}

void
MrcEndpoint::Insist(RdmaTick now, uint32_t peer)
{
    const auto known = m_peers.find(peer);
    if (known != m_peers.end())
    {
        known->second.tries = 0;
        Tell(now, peer, known->second);
    }
}

void
MrcEndpoint::Withdraw(Peer& peer)
{
    if (peer.update)
    {
        m_outstanding.erase(*peer.update); // an answer to it is no information about a later one
        peer.update.reset();
    }
}

void
MrcEndpoint::Tell(RdmaTick now, uint32_t host, Peer& peer)
{
    Withdraw(peer);
    peer.unreached = false;
    if (m_upPorts == 0 || peer.told == m_upPorts)
    {
        return;
    }
    if (peer.tries == STATUS_TRIES)
    {
        peer.unreached = true;
        m_unreached.push_back(host);
        return;
    }
    ++peer.tries;
    // Prefer ports that the peer also has.
    const uint32_t common = m_upPorts & peer.upPorts;
    const uint32_t ports = common ? common : m_upPorts;
    const uint32_t later = ports & ~uint32_t{0} << peer.nextPort;
    peer.nextPort = static_cast<uint8_t>(__builtin_ctz(later ? later : ports));
    peer.update = Register(true, host, peer.nextPort);
    peer.nextPort = static_cast<uint8_t>(peer.nextPort + 1);
    peer.due = now + m_statusTimeout;
}

uint32_t
MrcEndpoint::GetPeerPorts(uint32_t peer) const
{
    const auto known = m_peers.find(peer);
    return known == m_peers.end() ? m_allPorts : known->second.upPorts;
}

// From and to the network

RdmaPdu
MrcEndpoint::OnRequest(RdmaTick now, uint32_t peer, const RdmaPdu& request)
{
    const auto known = m_peers.find(peer);
    if (known != m_peers.end() && known->second.unreached)
    {
        Insist(now, peer); // it responds again
    }
    if (request.endpoint.op == MrcEndpointOp::PORT_STATUS_UPDATE)
    {
        OnUpdate(now, peer, request);
    }
    RdmaPdu response{};
    response.destQpn = MRC_ENDPOINT_QPN;
    response.psn = request.psn & 0xFFFF;
    response.opcode = RdmaOpcode::MRC_ENDPOINT_RESPONSE;
    response.endpoint = MrcEndpointPdu{0, request.endpoint.txTimestamp, request.endpoint.op};
    return response;
}

void
MrcEndpoint::OnUpdate(RdmaTick now, uint32_t host, const RdmaPdu& update)
{
    Peer& peer = Know(host);
    const MrcEndpointPdu& erth = update.endpoint;
    const auto id = static_cast<uint16_t>(update.psn);
    // Paths differ in delay: an older update may come later than a newer one.
    if (peer.newest && now - peer.heardAt < TIMESTAMP_ORDERS)
    {
        const auto age = static_cast<int16_t>(erth.txTimestamp - *peer.newest);
        if (age < 0 || (age == 0 && static_cast<int16_t>(id - peer.newestId) < 0))
        {
            return;
        }
    }
    peer.newest = erth.txTimestamp;
    peer.newestId = id;
    peer.heardAt = now;
    const uint32_t upPorts = erth.portStatusMask >> 1 & m_allPorts;
    if (upPorts != peer.upPorts)
    {
        peer.upPorts = upPorts;
        m_news.push_back({host, upPorts});
    }
}

void
MrcEndpoint::OnResponse(RdmaTick now, const RdmaPdu& pdu, uint8_t port)
{
    const auto it = m_outstanding.find(static_cast<uint16_t>(pdu.psn));
    if (it == m_outstanding.end() ||
        it->second.status != (pdu.endpoint.op == MrcEndpointOp::PORT_STATUS_UPDATE))
    {
        return; // too late
    }
    const Outstanding request = it->second;
    m_outstanding.erase(it);
    if (request.status)
    {
        Peer& peer = Know(request.owner);
        peer.told = m_upPorts;
        peer.update.reset();
        return;
    }
    Batch& batch = m_batches.at(request.owner);
    MrcEvProbeResult& result = batch.results[request.place];
    result.answered = true;
    result.arrivalPort = port;
    result.rtt = now - request.sentAt;
    result.adjSvcTime = true; // a simulated responder has no service time
    if (--batch.missing == 0)
    {
        Finish(request.owner);
    }
}

void
MrcEndpoint::OnTimeout(RdmaTick now)
{
    std::vector<uint32_t> over;
    for (const auto& [number, batch] : m_batches)
    {
        if (batch.deadline <= now)
        {
            over.push_back(number);
        }
    }
    for (const uint32_t number : over)
    {
        Finish(number);
    }
    for (auto& [host, peer] : m_peers)
    {
        if (peer.update && peer.due <= now)
        {
            Tell(now, host, peer);
        }
    }
}

RdmaTick
MrcEndpoint::NextWakeup() const
{
    RdmaTick next = RdmaTick::Max();
    for (const auto& [number, batch] : m_batches)
    {
        next = std::min(next, batch.deadline);
    }
    for (const auto& [host, peer] : m_peers)
    {
        next = peer.update ? std::min(next, peer.due) : next;
    }
    return next;
}

bool
MrcEndpoint::PollRequest(RdmaTick now, MrcEndpointRequest& request)
{
    while (!m_toSend.empty())
    {
        const uint16_t id = m_toSend.front();
        m_toSend.pop_front();
        const auto it = m_outstanding.find(id);
        if (it == m_outstanding.end())
        {
            continue; // canceled before transmission
        }
        Outstanding& out = it->second;
        out.sentAt = now;
        request.pdu = RdmaPdu{};
        request.pdu.destQpn = MRC_ENDPOINT_QPN;
        request.pdu.psn = id;
        request.pdu.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
        request.pdu.endpoint.txTimestamp = MrcTimestamp(now);
        if (out.status)
        {
            Know(out.owner).told.reset(); // from now on the peer may have received these ports, or
                                          // not
            request.pdu.endpoint.op = MrcEndpointOp::PORT_STATUS_UPDATE;
            request.pdu.endpoint.portStatusMask = m_upPorts << 1;
            request.probe = MrcEvProbe{};
            request.probe.peer = out.owner;
            request.probe.path.port = static_cast<uint8_t>(out.place);
        }
        else
        {
            request.pdu.endpoint.op = MrcEndpointOp::EV_PROBE;
            request.probe = m_batches.at(out.owner).results[out.place].probe;
        }
        return true;
    }
    return false;
}

bool
MrcEndpoint::PollBatch(MrcEvProbeBatch& batch)
{
    if (m_finished.empty())
    {
        return false;
    }
    batch = std::move(m_finished.front());
    m_finished.pop_front();
    return true;
}

bool
MrcEndpoint::PollUnreached(uint32_t& peer)
{
    while (!m_unreached.empty())
    {
        peer = m_unreached.front();
        m_unreached.pop_front();
        if (Know(peer).unreached)
        {
            return true;
        }
    }
    return false;
}

bool
MrcEndpoint::PollPeerPorts(MrcPeerPorts& ports)
{
    if (m_news.empty())
    {
        return false;
    }
    ports = m_news.front();
    m_news.pop_front();
    return true;
}

} // namespace ns3
