/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch.h"

#include "fabric-ecmp-balancer.h"
#include "fabric-network.h"
#include "fabric-rate.h"

#include "ns3/log.h"
#include "ns3/rdma-ip-headers.h"
#include "ns3/srv6-usid.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricSwitch");

FabricSwitch::FabricSwitch(FabricContext& context,
                           const FabricSwitchSite& site,
                           std::unique_ptr<FabricSwitchRoutes> routes,
                           std::unique_ptr<FabricForwarding> forwarding)
    : m_context(context),
      m_site(site),
      m_sid(uint64_t{SRV6_BLOCK} << 16 | site.sids.first),
      m_evFields(nullptr),
      m_routes(std::move(routes)),
      m_forwarding(std::move(forwarding)),
      m_ports(site.nPorts, nullptr)
{
    if (m_forwarding->HasGroups())
    {
        SetLoadBalancer(CreateObject<FabricEcmpBalancer>(), RdmaTick{});
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
        AttachBuffer(port);
    }
}

FabricPort*
FabricSwitch::MakePort(uint32_t index)
{
    return m_site.maker->MakePort(m_site.number, index);
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
        AttachBuffer(port);
    }
}

void
FabricSwitch::EnablePfc(const FabricBufferSpec& spec, const std::vector<FabricBufferLink>& links)
{
    m_buffer = std::make_unique<FabricSharedBuffer>(m_context, *this, links, spec);
}

void
FabricSwitch::AttachBuffer(FabricPort* port)
{
    port->buffer = m_buffer.get();
    m_buffer->AttachPort(port->index);
}

void
FabricSwitch::SendPfc(RdmaTick now, uint32_t ingress, const FabricFrame& pfc)
{
    FabricPort* port = m_ports[ingress];
    if (port->IsUp())
    {
        FabricFrame* frame = m_context.NewFrame();
        *frame = pfc;
        port->SendFirst(now, frame);
    }
}

RdmaTick
FabricSwitch::GetPauseQuantum(uint32_t ingress) const
{
    return m_ports[ingress]->peer->GetTxTime(64);
}

void
FabricSwitch::SetLoadBalancer(Ptr<FabricLoadBalancer> balancer, RdmaTick baseRtt)
{
    FabricBalancerSite site;
    site.context = &m_context;
    site.ports = &m_ports;
    site.seed = m_site.seed;
    site.baseRtt = baseRtt;
    balancer->Attach(site);
    m_balancer = balancer;
}

std::string
FabricSwitch::GetName() const
{
    const FabricNetwork* network = m_context.GetNetwork();
    return network ? network->GetNames().GetSwitchName(m_site.number)
                   : FabricNames::NamePosition(m_site.position);
}

void
FabricSwitch::Receive(RdmaTick now, FabricPort* in, FabricFrame* frame)
{
    FabricDropReason reason = FabricDropReason::SWITCH_DOWN;
    FabricPort* out = nullptr;
    if (m_on)
    {
        out = frame->encap == FabricEncap::SRV6 ? RouteSrv6(frame, reason)
                                                : RoutePlain(now, frame, reason);
    }
    if (!out)
    {
        NS_LOG_INFO(GetName() << " drops a frame from host " << frame->srcHost << " to host "
                              << frame->dstHost << ": " << ToString(reason));
        ++m_stats.drops[static_cast<size_t>(reason)];
        m_context.Drop(frame, nullptr, reason, this);
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

uint64_t
FabricSwitch::FindFastestPort() const
{
    uint64_t fastest = UINT64_MAX;
    const FabricNetwork* network = m_context.GetNetwork();
    for (uint32_t index = 0; index < m_ports.size(); ++index)
    {
        if (m_ports[index])
        {
            fastest = std::min(fastest, m_ports[index]->GetPsPerByteQ16());
        }
        else if (network)
        {
            const uint32_t link = network->GetSwitchLink(m_site.number, index);
            fastest = std::min(fastest, FabricPsPerByteQ16(network->GetLink(link).rateBps));
        }
    }
    return fastest;
}

bool
FabricSwitch::MayCutThrough(const FabricPort& from, FabricFrame* frame)
{
    if (!m_on)
    {
        return false;
    }
    m_fastestQ16 = m_fastestQ16 != 0 ? m_fastestQ16 : FindFastestPort();
    if (from.GetPsPerByteQ16() <= m_fastestQ16)
    {
        return true;
    }
    FabricFrame copy = *frame;
    const std::vector<FabricPort*> egresses = ListEgresses(&copy);
    return !egresses.empty() &&
           std::all_of(egresses.begin(), egresses.end(), [&](const FabricPort* port) {
               return from.GetPsPerByteQ16() <= port->GetPsPerByteQ16();
           });
}

void
FabricSwitch::OnLinkChange(RdmaTick now, FabricPort* port, bool up)
{
    if (m_buffer && up)
    {
        m_buffer->OnLinkUp(now, port->index);
    }
    if (m_forwarding->IsChoice(port->index))
    {
        m_learning.push_back(Simulator::Schedule(m_context.GetLocalRepair(),
                                                 &FabricSwitch::LearnOwnPort,
                                                 this,
                                                 port));
    }
    if (m_forwarding->IsTransit(port->index))
    {
        m_learning.push_back(Simulator::Schedule(m_context.GetRemoteConvergence(),
                                                 &FabricSwitch::TellPlane,
                                                 this,
                                                 port));
    }
}

void
FabricSwitch::OnRateChange(FabricPort* port, uint64_t bps)
{
    m_fastestQ16 = 0;
    if (m_site.maker)
    {
        port->profile = m_site.maker->GetProfile(*port, bps);
    }
}

void
FabricSwitch::LearnOwnPort(FabricPort* port)
{
    NS_LOG_INFO(GetName() << (port->IsUp() ? " uses" : " avoids") << " its port " << port->index);
    m_routes->SetPort(port->index, port->IsUp());
    ForgetLearned();
}

void
FabricSwitch::TellPlane(FabricPort* port)
{
    NS_LOG_INFO("the others learn that port " << port->index << " of " << GetName() << " is "
                                              << (port->IsUp() ? "up" : "down"));
    m_routes->TellPlane(port->index, port->IsUp());
    ForgetLearned();
}

void
FabricSwitch::ForgetLearned()
{
    m_learning.erase(std::remove_if(m_learning.begin(),
                                    m_learning.end(),
                                    [](const EventId& event) { return event.IsExpired(); }),
                     m_learning.end());
}

std::vector<FabricPort*>
FabricSwitch::ListEgresses(FabricFrame* frame)
{
    std::vector<FabricPort*> egresses;
    if (frame->hopLimit <= 1)
    {
        return egresses;
    }
    const FabricHop hop =
        frame->encap == FabricEncap::SRV6 ? FabricHop{} : m_forwarding->FindHost(frame->dstHost);
    if (hop.group && !IsPortNamed(frame))
    {
        for (const uint32_t place : m_balancer->ListChoices(frame, *hop.group, hop.target))
        {
            egresses.push_back(GetPort(hop.group->GetPort(place)));
        }
    }
    else
    {
        FabricDropReason reason{};
        FabricPort* out = frame->encap == FabricEncap::SRV6 ? RouteSrv6(frame, reason)
                                                            : RoutePlain(RdmaTick{}, frame, reason);
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
    if ((frame->sidHi >> 16) - m_sid >= m_site.sids.count)
    {
        reason = IsSrv6Block(frame->sidHi) ? FabricDropReason::SRV6_NOT_MINE
                                           : FabricDropReason::IPV6_NO_ROUTE;
        return nullptr;
    }
    const uint16_t own = GetActiveSrv6Usid(frame->sidHi);
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
    ShiftSrv6Usid(frame->sidHi, frame->sidLo);
    reason = FabricDropReason::SRV6_NO_SID;
    return FindEgress(m_forwarding->FindNeighbor(own, next));
}

FabricPort*
FabricSwitch::RouteEndOfCarrier(FabricFrame* frame, FabricDropReason& reason)
{
    if (frame->sidLo != 0)
    {
        reason = FabricDropReason::SRV6_NO_SID; // uSIDs follow, but 0 is never a SID
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
    const uint16_t own = GetActiveSrv6Usid(frame->sidHi);
    const Srv6Carrier& segment = m_context.GetSegments().Get(frame->segment);
    frame->sidHi = segment.hi;
    frame->sidLo = segment.lo;
    --frame->segmentsLeft;
    if (!IsSrv6Block(segment.hi))
    {
        reason = FabricDropReason::IPV6_NO_ROUTE;
        return nullptr;
    }
    reason = FabricDropReason::SRV6_NO_SID;
    return FindEgress(m_forwarding->FindNeighbor(own, GetActiveSrv6Usid(segment.hi)));
}

FabricPort*
FabricSwitch::RoutePlain(RdmaTick now, const FabricFrame* frame, FabricDropReason& reason)
{
    if (frame->hopLimit <= 1)
    {
        reason = FabricDropReason::HOP_LIMIT;
        return nullptr;
    }
    reason = FabricDropReason::IPV6_NO_ROUTE;
    const FabricHop hop = m_forwarding->FindHost(frame->dstHost);
    if (!hop.group)
    {
        return FindEgress(hop.port);
    }
    if (IsPortNamed(frame))
    {
        const uint32_t hops = RDMA_IPV6_HOP_LIMIT - frame->hopLimit;
        const uint32_t named = m_forwarding->ReadDigit(frame->entropy, hops, hop, *m_evFields);
        return named < hop.group->GetSize() ? GetPort(hop.group->GetPort(named)) : nullptr;
    }
    const int32_t place = m_balancer->Choose(now, frame, *hop.group, hop.target);
    return place < 0 ? nullptr : GetPort(hop.group->GetPort(static_cast<uint32_t>(place)));
}

} // namespace ns3
