/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-shared-buffer.h"

#include "fabric.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// The one lossless class: priority 3 by custom; bit of the class-enable vector.
constexpr uint8_t LOSSLESS_CLASS_BIT = 1 << 3;
/// Longest pause, 512 bit times each.
constexpr uint16_t MAX_QUANTA = 65535;

/**
 * @param link a link
 * @return bytes that its line carries in its round trip, rounded up
 */
int64_t
GetBdpBytes(const FabricBufferLink& link)
{
    const double bps = static_cast<double>(link.rateBps);
    return static_cast<int64_t>(link.roundTrip.GetSeconds() * bps / 8) + 1;
}
} // namespace

FabricSharedBuffer::FabricSharedBuffer(Fabric& fabric,
                                       const std::vector<FabricBufferLink>& links,
                                       const FabricBufferSpec& spec)
    : m_fabric(fabric),
      m_spec(spec),
      m_ingress(links.size()),
      m_poolBytes(static_cast<int64_t>(spec.totalBytes))
{
    for (size_t i = 0; i < links.size(); ++i)
    {
        // The frame that crosses the threshold; then what arrives after XOFF was decided: both
        // directions of the cable with the switch latencies they include, a frame of ours that
        // delays the pause frame, the pause frame, and a frame the peer has just begun.
        m_ingress[i].headroomSize =
            GetBdpBytes(links[i]) + 3 * spec.maxFrameBytes + FABRIC_PFC_WIRE_BYTES;
        m_poolBytes -= m_ingress[i].headroomSize;
    }
    if (spec.growToFit)
    {
        // Slow ports and long cables need headroom that does not follow from the rate alone.
        const int64_t headroom = static_cast<int64_t>(spec.totalBytes) - m_poolBytes;
        m_poolBytes = std::max(m_poolBytes, headroom);
    }
    NS_ABORT_MSG_IF(m_poolBytes <= 0,
                    "a lossless switch with " << links.size() << " ports needs more than "
                                              << spec.totalBytes << " B: its headroom alone takes "
                                              << static_cast<int64_t>(spec.totalBytes) - m_poolBytes
                                              << " B");
}

FabricSharedBuffer::~FabricSharedBuffer()
{
    for (Ingress& ingress : m_ingress)
    {
        if (ingress.refresh)
        {
            ingress.refresh->buffer = nullptr;
        }
    }
}

void
FabricSharedBuffer::AttachPort(FabricPort* port)
{
    m_ingress[port->index].port = port;
    m_ingress[port->index].refresh = Create<Look>(this, port->index);
    port->buffer = this;
}

int64_t
FabricSharedBuffer::GetThreshold() const
{
    return static_cast<int64_t>(m_spec.alpha * static_cast<double>(m_poolBytes - m_sharedUsed));
}

bool
FabricSharedBuffer::Charge(Tick now, const FabricFrame* frame)
{
    Ingress& ingress = m_ingress[frame->inPort];
    const int64_t bytes = frame->wireBytes - WIRE_GAP_BYTES;
    if (!ingress.paused && ingress.sharedBytes + bytes <= GetThreshold())
    {
        ingress.sharedBytes += bytes;
        m_sharedUsed += bytes;
        return true;
    }
    if (ingress.headroomBytes + bytes > ingress.headroomSize)
    {
        return false;
    }
    ingress.headroomBytes += bytes;
    if (!ingress.paused)
    {
        Pause(now, frame->inPort);
    }
    return true;
}

void
FabricSharedBuffer::Release(Tick now, const FabricFrame* frame)
{
    Ingress& ingress = m_ingress[frame->inPort];
    const int64_t bytes = frame->wireBytes - WIRE_GAP_BYTES;
    const int64_t fromHeadroom = std::min(bytes, ingress.headroomBytes);
    ingress.headroomBytes -= fromHeadroom;
    ingress.sharedBytes -= bytes - fromHeadroom;
    m_sharedUsed -= bytes - fromHeadroom;
    NS_ASSERT_MSG(ingress.sharedBytes >= 0,
                  "port " << frame->inPort << " owes " << -ingress.sharedBytes << " B");
    if (ingress.paused && MayResume(ingress))
    {
        ingress.paused = false;
        SendPfc(now, ingress, 0);
    }
}

bool
FabricSharedBuffer::MayResume(const Ingress& ingress) const
{
    if (ingress.headroomBytes > 0)
    {
        return false;
    }
    // An ingress with nothing left here is no one's burden, however full the pool.
    return ingress.sharedBytes == 0 ||
           ingress.sharedBytes + m_spec.resumeOffsetBytes <= GetThreshold();
}

void
FabricSharedBuffer::SendPfc(Tick now, Ingress& ingress, uint16_t quanta)
{
    if (!ingress.port->IsUp())
    {
        return;
    }
    FabricFrame* frame = m_fabric.NewFrame();
    *frame = FabricFrame{};
    frame->encap = FabricEncap::PFC;
    frame->wireBytes = FABRIC_PFC_WIRE_BYTES;
    frame->cls = RdmaClass::CONTROL;
    frame->pfcClasses = LOSSLESS_CLASS_BIT;
    frame->pfcQuanta = quanta;
    ingress.port->SendFirst(now, frame);
}

void
FabricSharedBuffer::Pause(Tick now, uint32_t number)
{
    Ingress& ingress = m_ingress[number];
    ingress.paused = true;
    SendPfc(now, ingress, MAX_QUANTA);
    const Tick half = ingress.port->peer->GetTxTime(64) * (MAX_QUANTA / 2);
    ingress.refreshAt = m_fabric.Schedule(now, now + half, PeekPointer(ingress.refresh));
}

void
FabricSharedBuffer::Refresh(uint32_t number)
{
    Ingress& ingress = m_ingress[number];
    const Tick now = m_fabric.Now();
    if (!ingress.paused || ingress.refreshAt != now)
    {
        return;
    }
    if (MayResume(ingress))
    {
        ingress.paused = false;
        SendPfc(now, ingress, 0);
    }
    else
    {
        Pause(now, number);
    }
}

uint64_t
FabricSharedBuffer::GetHeadroomBytes(uint32_t ingress) const
{
    return m_ingress[ingress].headroomSize;
}

uint64_t
FabricSharedBuffer::GetUseBytes(uint32_t ingress) const
{
    return m_ingress[ingress].sharedBytes + m_ingress[ingress].headroomBytes;
}

int64_t
FabricSharedBuffer::GetPoolBytes() const
{
    return m_poolBytes;
}

} // namespace ns3
