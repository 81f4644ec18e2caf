/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-context.h"

#include "ns3/abort.h"
#include "ns3/fabric-frame-codec.h"

#include <string>

namespace ns3
{

FabricContext::FabricContext(const FabricSettings& settings)
    : m_settings(settings),
      m_rng(CreateObject<UniformRandomVariable>())
{
    DrawMarkSeed();
}

FabricContext::~FabricContext() = default;

void
FabricContext::SetNetwork(Ptr<const FabricNetwork> network)
{
    m_network = network;
    m_addressing = network->GetAddressing();
}

void
FabricContext::Note(const FabricFrame* frame,
                    const FabricPort* port,
                    FabricDropReason reason,
                    const FabricSwitch* sw)
{
    ++m_totals.drops[static_cast<size_t>(reason)];
    if (!m_settings.m_dropTrace.IsEmpty())
    {
        m_settings.m_dropTrace(FabricDrop{Now(), frame, port, reason, sw});
    }
}

void
FabricContext::Damage(FabricFrame* frame, const FabricPort* port, FabricDropReason reason)
{
    Note(frame, port, reason, nullptr);
    frame->flags |= FabricFrame::DAMAGED;
    ++m_totals.created; // what is left of it
}

void
FabricContext::Drop(FabricFrame* frame,
                    const FabricPort* port,
                    FabricDropReason reason,
                    const FabricSwitch* sw)
{
    if (frame->flags & FabricFrame::DAMAGED)
    {
        Consume(frame);
        return;
    }
    Note(frame, port, reason, sw);
    m_pool.Free(frame);
}

FabricWireFormat
FabricContext::GetWireFormat() const
{
    FabricWireFormat format;
    format.addressing = m_addressing;
    format.segments = &m_segments;
    format.udpDestPort = m_settings.m_udpDestPort;
    format.evOrder = m_settings.m_evOrder;
    format.icrc = m_settings.m_icrc;
    return format;
}

void
FabricContext::VerifyFrame(const FabricFrame* frame) const
{
    const std::string difference = CheckFabricFrameOnWire(*frame, GetWireFormat());
    NS_ABORT_MSG_IF(!difference.empty(), "a frame changes on the wire: " << difference);
}

void
FabricContext::AssignStream(int64_t stream)
{
    m_rng->SetStream(stream);
    DrawMarkSeed();
}

void
FabricContext::DrawMarkSeed()
{
    const uint64_t high = m_rng->GetInteger(0, 0xFFFFFFFF);
    m_markSeed = high << 32 | m_rng->GetInteger(0, 0xFFFFFFFF);
}

} // namespace ns3
