/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch.h"

#include "fabric-clos-network.h"
#include "fabric-ecmp-balancer.h"
#include "fabric.h"

#include "ns3/abort.h"
#include "ns3/srv6-usid.h"

#include <algorithm>

namespace ns3
{

namespace
{
/**
 * @param position of a switch
 * @return its SID: block and uSID, 48 bits
 */
uint64_t
SidOf(const FabricSwitchPosition& position)
{
    const bool t0 = position.tier == FabricSwitchPosition::Tier::T0;
    return uint64_t{SRV6_BLOCK} << 16 |
           MakeUsid(position.plane, t0 ? Srv6UsidType::T0 : Srv6UsidType::T1, position.index);
}
} // namespace

FabricSwitch::FabricSwitch(Fabric& fabric,
                           const FabricSwitchPosition& position,
                           uint64_t seed,
                           FabricClosNetwork* network)
    : m_fabric(fabric),
      m_position(position),
      m_sid(SidOf(position)),
      m_seed(seed),
      m_network(network)
{
    const bool t0 = position.tier == FabricSwitchPosition::Tier::T0;
    if (t0)
    {
        m_ecmp.emplace(position.t1s, fabric.GetPlaneRoutes(position.plane));
        SetLoadBalancer(CreateObject<FabricEcmpBalancer>(), Tick{});
    }
    if (network)
    {
        m_ports.resize(t0 ? position.hostsPerT0 + position.t1s : position.t0s, nullptr);
    }
}

FabricSwitch::~FabricSwitch()
{
    for (EventId& event : m_learning)
    {
        event.Cancel();
    }
}

void
FabricSwitch::AddPort(FabricPort* port)
{
    port->index = static_cast<uint32_t>(m_ports.size());
    m_ports.push_back(port);
}

void
FabricSwitch::OnNewPort(FabricPort* port)
{
    m_ports[port->index] = port;
    if (m_buffer)
    {
        m_buffer->AttachPort(port);
    }
}

FabricPort*
FabricSwitch::MakePort(uint32_t index)
{
    return m_network->MakePort(m_position, index);
}

void
FabricSwitch::EnablePfc(const FabricBufferSpec& spec)
{
    std::vector<FabricBufferLink> links;
    for (const FabricPort* port : m_ports)
    {
        links.push_back({port->GetRateBps(), port->GetDelay() + port->peer->GetDelay()});
    }
    EnablePfc(spec, links);
    for (FabricPort* port : m_ports)
    {
        m_buffer->AttachPort(port);
    }
}

void
FabricSwitch::EnablePfc(const FabricBufferSpec& spec, const std::vector<FabricBufferLink>& links)
{
    m_buffer = std::make_unique<FabricSharedBuffer>(m_fabric, links, spec);
}

void
FabricSwitch::SetLoadBalancer(Ptr<FabricLoadBalancer> balancer, Tick baseRtt)
{
    NS_ABORT_MSG_IF(!m_ecmp, "only T0s choose among uplinks");
    FabricBalancerSite site;
    site.fabric = &m_fabric;
    site.group = &*m_ecmp;
    site.ports = &m_ports;
    site.firstUplink = m_position.hostsPerT0;
    site.seed = m_seed;
    site.baseRtt = baseRtt;
    balancer->Attach(site);
    m_balancer = balancer;
}

void
FabricSwitch::SetRoute(uint32_t host, uint32_t port)
{
    NS_ABORT_MSG_IF(m_position.tier != FabricSwitchPosition::Tier::OTHER,
                    "a switch of a Clos knows where hosts are");
    NS_ABORT_MSG_IF(port >= m_ports.size(),
                    "no port " << port << " at a switch with " << m_ports.size());
    m_routes.resize(std::max<size_t>(m_routes.size(), host + 1), -1);
    m_routes[host] = static_cast<int32_t>(port);
}

std::string
FabricSwitch::GetName() const
{
    const char* const tiers[] = {"/t0-", "/t1-", "/switch-"};
    return "p" + std::to_string(m_position.plane) + tiers[static_cast<size_t>(m_position.tier)] +
           std::to_string(m_position.index);
}

void
FabricSwitch::Receive(Tick now, FabricPort* in, FabricFrame* frame)
{
    FabricDropReason reason = FabricDropReason::SWITCH_DOWN;
    FabricPort* out = nullptr;
    if (m_forwarding)
    {
        out = frame->encap == FabricEncap::SRV6 ? RouteSrv6(frame, reason)
                                                : RoutePlain(now, frame, reason);
    }
    if (!out)
    {
        ++m_stats.drops[static_cast<size_t>(reason)];
        m_fabric.Drop(frame, nullptr, reason);
        return;
    }
    ++(out->IsUp() ? m_stats.forwarded
                   : m_stats.drops[static_cast<size_t>(FabricDropReason::EGRESS_DOWN)]);
    --frame->hopLimit;
    if (m_buffer)
    {
        frame->inPort = static_cast<uint16_t>(in->index);
    }
    out->Send(now, frame);
}

void
FabricSwitch::OnLinkChange(Tick now, FabricPort* port, bool up)
{
    if (m_buffer && up)
    {
        m_buffer->OnLinkUp(now, port->index);
    }
    const bool t0 = m_position.tier == FabricSwitchPosition::Tier::T0;
    if (m_position.tier == FabricSwitchPosition::Tier::OTHER ||
        (t0 && port->index < m_position.hostsPerT0))
    {
        return; // fixed routes, or a NIC link: no other way exists
    }
    const Time delay = t0 ? m_fabric.GetLocalRepair() : m_fabric.GetRemoteConvergence();
    m_learning.push_back(Simulator::Schedule(delay, &FabricSwitch::LearnLink, this, port));
}

void
FabricSwitch::LearnLink(FabricPort* port)
{
    const bool usable = port->IsUp();
    if (m_position.tier == FabricSwitchPosition::Tier::T0)
    {
        m_ecmp->SetUplink(port->index - m_position.hostsPerT0, usable);
        return;
    }
    m_fabric.GetPlaneRoutes(m_position.plane).SetLink(m_position.index, port->index, usable);
}

std::vector<FabricPort*>
FabricSwitch::ListEgresses(FabricFrame* frame)
{
    std::vector<FabricPort*> egresses;
    if (frame->hopLimit <= 1)
    {
        return egresses;
    }
    if (frame->encap != FabricEncap::SRV6 && IsBalanced(frame))
    {
        const uint32_t dstT0 = frame->dstHost / m_position.hostsPerT0;
        for (const uint32_t uplink : m_balancer->ListChoices(frame, dstT0))
        {
            egresses.push_back(GetUpPort(uplink));
        }
    }
    else
    {
        FabricDropReason reason{};
        FabricPort* out = frame->encap == FabricEncap::SRV6 ? RouteSrv6(frame, reason)
                                                            : RoutePlain(Tick{}, frame, reason);
        if (out)
        {
            egresses.push_back(out);
        }
    }
    --frame->hopLimit;
    return egresses;
}

FabricPort*
FabricSwitch::RouteSrv6(FabricFrame* frame, FabricDropReason& reason)
{
    if (frame->sidHi >> 16 != m_sid)
    {
        reason = IsSrv6Block(frame->sidHi) ? FabricDropReason::SRV6_NOT_MINE
                                           : FabricDropReason::IPV6_NO_ROUTE;
        return nullptr;
    }
    const auto next = static_cast<uint16_t>(frame->sidHi);
    if (next == 0)
    {
        return RouteEndOfCarrier(frame, reason);
    }
    if (frame->hopLimit <= 1)
    {
        reason = FabricDropReason::HOP_LIMIT;
        return nullptr;
    }
    ShiftUsid(frame->sidHi, frame->sidLo);
    reason = FabricDropReason::SRV6_NO_SID;
    return FindNeighbor(next);
}

FabricPort*
FabricSwitch::RouteEndOfCarrier(FabricFrame* frame, FabricDropReason& reason)
{
    if (frame->sidLo != 0)
    {
        reason = FabricDropReason::SRV6_NO_SID; // there is more, but 0 is never a SID
        return nullptr;
    }
    if (frame->segmentsLeft == 0)
    {
        reason = FabricDropReason::SRV6_END;
        return nullptr;
    }
    if (frame->hopLimit <= 1)
    {
        reason = FabricDropReason::HOP_LIMIT;
        return nullptr;
    }
    const Srv6Carrier& segment = m_fabric.GetSegments().Get(frame->segment);
    frame->sidHi = segment.hi;
    frame->sidLo = segment.lo;
    --frame->segmentsLeft;
    if (!IsSrv6Block(segment.hi))
    {
        reason = FabricDropReason::IPV6_NO_ROUTE;
        return nullptr;
    }
    reason = FabricDropReason::SRV6_NO_SID;
    return FindNeighbor(ActiveUsid(segment.hi));
}

FabricPort*
FabricSwitch::FindNeighbor(uint16_t usid)
{
    const uint32_t index = UsidIndex(usid);
    if (UsidPlane(usid) != m_position.plane || m_position.tier == FabricSwitchPosition::Tier::OTHER)
    {
        return nullptr;
    }
    const Srv6UsidType type = UsidType(usid);
    if (m_position.tier == FabricSwitchPosition::Tier::T1)
    {
        return type == Srv6UsidType::T0 && index < m_position.t0s ? GetDownPort(index) : nullptr;
    }
    if (type == Srv6UsidType::NIC)
    {
        return index < m_position.hostsPerT0 ? GetDownPort(index) : nullptr;
    }
    return type == Srv6UsidType::T1 && index < m_position.t1s ? GetUpPort(index) : nullptr;
}

FabricPort*
FabricSwitch::RoutePlain(Tick now, const FabricFrame* frame, FabricDropReason& reason)
{
    if (frame->hopLimit <= 1)
    {
        reason = FabricDropReason::HOP_LIMIT;
        return nullptr;
    }
    reason = FabricDropReason::IPV6_NO_ROUTE;
    const uint32_t dstT0 = frame->dstHost / m_position.hostsPerT0;
    if (m_position.tier == FabricSwitchPosition::Tier::T1)
    {
        return dstT0 < m_position.t0s ? GetDownPort(dstT0) : nullptr;
    }
    if (m_position.tier == FabricSwitchPosition::Tier::OTHER)
    {
        const bool known = frame->dstHost < m_routes.size() && m_routes[frame->dstHost] >= 0;
        return known ? GetPort(static_cast<uint32_t>(m_routes[frame->dstHost])) : nullptr;
    }
    if (dstT0 == m_position.index)
    {
        return GetDownPort(frame->dstHost % m_position.hostsPerT0);
    }
    if (IsUplinkNamed(frame))
    {
        const uint32_t named = m_evField.Read(frame->entropy);
        return named < m_position.t1s ? GetUpPort(named) : nullptr;
    }
    const int32_t uplink = m_balancer->Choose(now, frame, dstT0);
    return uplink < 0 ? nullptr : GetUpPort(static_cast<uint32_t>(uplink));
}

} // namespace ns3
