/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-elements.h"

#include <sstream>
#include <utility>

namespace ns3
{

FabricElements::FabricElements(FabricContext& context, const FabricSettings& settings)
    : m_context(context),
      m_settings(settings),
      m_arena(FabricPortArena::Create())
{
}

FabricElements::~FabricElements()
{
    for (FabricPort* port : m_ports)
    {
        port->Dispose();
    }
    m_arena->Release();
}

FabricPort*
FabricElements::AddLink(FabricPortOwner* a,
                        FabricPortOwner* b,
                        uint64_t bps,
                        RdmaTick delayToB,
                        RdmaTick delayToA)
{
    FabricPort* ends[2];
    for (FabricPort*& end : ends)
    {
        end = new (m_arena->Alloc(sizeof(FabricPort))) FabricPort(m_context, *m_arena);
        end->id = static_cast<uint32_t>(m_ports.size());
        m_ports.push_back(end);
    }
    ends[0]->Connect(ends[1], a, b);
    ends[1]->Connect(ends[0], b, a);
    ends[0]->SetLink(bps, delayToB);
    ends[1]->SetLink(bps, delayToA);
    return ends[0];
}

FabricSwitch*
FabricElements::AddSwitch(std::unique_ptr<FabricSwitch> sw)
{
    m_switches.push_back(std::move(sw));
    return m_switches.back().get();
}

FabricPlaneRoutes&
FabricElements::GetPlaneRoutes(uint32_t plane)
{
    std::unique_ptr<FabricPlaneRoutes>& routes = m_routes[plane];
    if (!routes)
    {
        routes = std::make_unique<FabricPlaneRoutes>(m_context.GetNetwork());
    }
    return *routes;
}

void
FabricElements::Announce(FabricPort* port)
{
    port->owner->OnNewPort(port);
    m_settings.m_newPortTrace(port);
}

void
FabricElements::SetLinkUp(FabricPort* port, bool up)
{
    const RdmaTick now = m_context.Now();
    for (FabricPort* end : {port, port->peer})
    {
        end->SetUp(now, up);
    }
    for (FabricPort* end : {port, port->peer})
    {
        end->owner->OnLinkChange(now, end, up);
    }
}

void
FabricElements::Flush()
{
    for (FabricPort* port : m_ports)
    {
        port->Flush();
    }
}

std::string
FabricElements::CheckConservation() const
{
    std::ostringstream out;
    uint64_t held = 0;
    for (FabricPort* port : m_ports)
    {
        const FabricPortStats s = port->GetStats();
        const uint64_t frames = port->CountFrames();
        held += frames;
        if (s.txFrames < s.rxFrames + s.lostFrames ||
            s.txFrames - s.rxFrames - s.lostFrames > frames)
        {
            out << "link direction " << port->id << ": sent " << s.txFrames << ", received "
                << s.rxFrames << ", lost " << s.lostFrames << ", holds " << frames << "; ";
        }
    }
    if (held != m_context.GetLiveFrames())
    {
        out << "ports hold " << held << " frames, " << m_context.GetLiveFrames() << " are alive; ";
    }
    const uint64_t drops = m_context.GetTotals().GetDrops();
    if (m_context.GetTotals().created !=
        m_context.GetTotals().consumed + drops + m_context.GetLiveFrames())
    {
        out << "created " << m_context.GetTotals().created << " frames, consumed "
            << m_context.GetTotals().consumed << ", dropped " << drops << ", alive "
            << m_context.GetLiveFrames() << "; ";
    }
    return out.str();
}

size_t
FabricElements::GetBytes() const
{
    return m_arena->GetBytes() + m_context.GetBytes();
}

} // namespace ns3
