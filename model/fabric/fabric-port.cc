/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-port.h"

#include "fabric-context.h"
#include "fabric-random.h"
#include "fabric-rate.h"
#include "fabric-shared-buffer.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricPort");

namespace
{
/**
 * @return true if a switch may cut its payload (mrc reference, 6.3); packets of ns-3's stack are
 * dropped instead, with any DSCP
 */
bool
IsTrimmable(const FabricFrame* frame)
{
    return (frame->dscp == FabricDscp::TRIMMABLE || frame->dscp == FabricDscp::TRIMMABLE_RETX) &&
           frame->encap != FabricEncap::PACKET && frame->l3Bytes > FabricTrimL3Bytes(*frame);
}
} // namespace

void
FabricPortTap::OnQueue(RdmaTick /* now */, Act /* act */, const FabricFrame& /* frame */)
{
}

void
FabricPortTap::OnDrop(RdmaTick /* now */,
                      const FabricFrame& /* frame */,
                      FabricDropReason /* reason */)
{
}

void
FabricPortTap::OnPause(RdmaTick /* now */, RdmaClass /* cls */, bool /* paused */)
{
}

bool
FabricPortOwner::MayCutThrough(const FabricPort& /* from */, FabricFrame* /* frame */)
{
    return false;
}

void
FabricPortOwner::OnNewPort(FabricPort* /* port */)
{
}

std::string
FabricPortOwner::GetName() const
{
    return "owner";
}

void
FabricPortOwner::OnDataRoom(RdmaTick /* now */, FabricPort* /* port */, RdmaClass /* cls */)
{
}

void
FabricPortOwner::OnLinkChange(RdmaTick /* now */, FabricPort* /* port */, bool /* up */)
{
}

void
FabricPortOwner::OnRateChange(FabricPort* /* port */, uint64_t /* bps */)
{
}

FabricPort::FabricPort(FabricContext& context, FabricPortArena& arena)
    : FabricArenaEvent(arena),
      m_up(true),
      m_toNode(false),
      m_lossy(false),
      m_tapped(false),
      m_farTapped(false),
      m_cutThrough(false),
      m_watched(false),
      m_rare(false),
      m_context(context),
      m_arena(arena)
{
}

FabricPort::~FabricPort()
{
    Leave(m_arena);
}

void
FabricPort::SetFarNode(uint32_t node)
{
    m_toNode = true;
    m_farNode = node;
}

void
FabricPort::SetLink(uint64_t bps, RdmaTick delay)
{
    NS_ABORT_MSG_IF(bps == 0, "a link needs a rate above 0 bit/s");
    NS_ABORT_MSG_IF(delay < RdmaTick{},
                    "a link's delay cannot be negative: " << delay.GetPs() << " ps");
    m_rateBps = bps;
    m_delay = delay;
    m_psPerByteQ16 = FabricPsPerByteQ16(bps);
}

void
FabricPort::Send(RdmaTick now, FabricFrame* frame)
{
    if (!m_up)
    {
        Drop(frame, FabricDropReason::EGRESS_DOWN);
        return;
    }
    Advance(now);
    if (m_busyUntil <= now && !m_ctrlQueue.head && IsNext(frame->cls))
    {
        Start(now, StartOf(now), frame);
        return;
    }
    Enqueue(now, frame);
    AwaitLine(now);
}

void
FabricPort::SendFirst(RdmaTick now, FabricFrame* frame)
{
    if (!m_up)
    {
        Drop(frame, FabricDropReason::EGRESS_DOWN);
        return;
    }
    // PFC frames keep their order even if the line is free at this moment: a resume must not
    // overtake the pause that it ends, nor a pause the resume before it.
    const bool alone = !m_ctrlQueue.head || m_ctrlQueue.head->encap != FabricEncap::PFC;
    if (m_busyUntil <= now && alone)
    {
        Start(now, StartOf(now), frame);
        return;
    }
    FabricFrame** place = &m_ctrlQueue.head;
    while (*place && (*place)->encap == FabricEncap::PFC)
    {
        place = &(*place)->next;
    }
    frame->next = *place;
    *place = frame;
    if (!frame->next)
    {
        m_ctrlQueue.tail = frame;
    }
    m_ctrlBytes += FabricQueueBytes(*frame);
    Note(now, FabricPortTap::Act::ENQUEUE, *frame);
    AwaitLine(now);
}

RdmaTick
FabricPort::StartOf(RdmaTick now) const
{
    // With a coarse clock, a line that became free within the last step did so at m_busyUntil, not
    // at now.
    const bool justFree = (now - m_busyUntil).GetPs() < m_context.GetPsPerStep();
    return justFree ? m_busyUntil : now;
}

void
FabricPort::Start(RdmaTick now, RdmaTick start, FabricFrame* frame)
{
    if (m_rare)
    {
        StartRare(now, start, frame);
    }
    else
    {
        Launch<false>(now, start, frame);
    }
}

template <bool CUT>
void
FabricPort::Launch(RdmaTick now, RdmaTick start, FabricFrame* frame)
{
    const uint64_t lineTime = frame->wireBytes * m_psPerByteQ16 + m_fractionQ16;
    m_fractionQ16 = static_cast<uint16_t>(lineTime);
    m_busyUntil = start + RdmaTick::Ps(static_cast<int64_t>(lineTime >> 16));
    frame->due = CUT ? GetCutDue(start, frame) : m_busyUntil + m_delay;
    m_wire.Push(frame);
    ++m_txFrames;
    m_txBytes += FabricQueueBytes(*frame);
    if (m_arrivalAt.IsMax())
    {
        AwaitArrival(now, frame->due);
    }
}

void
FabricPort::AwaitArrival(RdmaTick now, RdmaTick due)
{
    m_arrivalAt = m_context.Schedule(now, due, this, m_toNode ? m_farNode : Simulator::NO_CONTEXT);
}

void
FabricPort::StartRare(RdmaTick now, RdmaTick start, FabricFrame* frame)
{
    if (frame->flags & FabricFrame::WAITED)
    {
        ShowQueue(now, FabricPortTap::Act::DEQUEUE, *frame);
    }
    ForEachTap([&](FabricPortTap& tap) { tap.OnSend(now, *frame); });
    if (m_cutThrough)
    {
        Launch<true>(now, start, frame);
    }
    else
    {
        Launch<false>(now, start, frame);
    }
}

void
FabricPort::ShowQueue(RdmaTick now, FabricPortTap::Act act, FabricFrame& frame) const
{
    if (act == FabricPortTap::Act::TRIM && frame.flags & FabricFrame::WAITED)
    {
        ShowQueue(now, FabricPortTap::Act::DEQUEUE, frame); // profile->trimRandom
    }
    const bool waits = act == FabricPortTap::Act::ENQUEUE ||
                       (act == FabricPortTap::Act::MARK && frame.flags & FabricFrame::WAITED);
    frame.flags = static_cast<uint8_t>((frame.flags & ~FabricFrame::WAITED) |
                                       (waits ? FabricFrame::WAITED : 0));
    ForEachTap([&](FabricPortTap& tap) { tap.OnQueue(now, act, frame); });
}

void
FabricPort::ShowReceived(RdmaTick now, const FabricFrame& frame) const
{
    ForEachTap([&](FabricPortTap& tap) { tap.OnReceive(now, frame); });
}

void
FabricPort::AwaitLine(RdmaTick now)
{
    if (!IsReady() || m_lineFreePending || (!m_arrivalAt.IsMax() && !IsPrompt() && !m_tapped))
    {
        return;
    }
    if (!m_lineFree)
    {
        m_lineFree = new (m_arena.Alloc(sizeof(LineFree))) LineFree(this, m_arena);
    }
    m_lineFreePending = true;
    m_lineFree->at = m_context.Schedule(now, std::max(now, m_busyUntil), m_lineFree);
}

void
FabricPort::Advance(RdmaTick now)
{
    while (IsReady() && m_busyUntil <= now && !IsPrompt())
    {
        Start(now, m_busyUntil, Dequeue(now));
    }
}

FabricFrame*
FabricPort::Dequeue(RdmaTick now)
{
    if (m_ctrlQueue.head)
    {
        FabricFrame* frame = m_ctrlQueue.Pop();
        m_ctrlBytes -= FabricQueueBytes(*frame);
        return frame;
    }
    return __builtin_expect(m_notes & (SECOND_READY | TRIMS_WAIT), 0) ? DequeueNoted(now)
                                                                      : DequeueData(now, m_first);
}

FabricFrame*
FabricPort::DequeueData(RdmaTick now, FabricClassQueue& queue)
{
    FabricFrame* frame = queue.Pop();
    if (buffer)
    {
        buffer->Release(now, frame);
    }
    MarkEcn(now, frame, queue.bytes);
    return frame;
}

void
FabricPort::TrySend(RdmaTick now)
{
    if (m_busyUntil <= now && IsReady())
    {
        FabricFrame* frame = Dequeue(now);
        const RdmaClass cls = frame->cls;
        Start(now, StartOf(now), frame);
        if (cls != RdmaClass::CONTROL && HasRoom(cls))
        {
            owner->OnDataRoom(now, this, cls);
        }
    }
    AwaitLine(now);
}

void
FabricPort::LineFree::Notify()
{
    if (m_port)
    {
        m_port->OnLineFree(at);
    }
}

void
FabricPort::OnLineFree(RdmaTick now)
{
    m_lineFreePending = false;
    TrySend(now);
}

void
FabricPort::Notify()
{
    if (m_disposed)
    {
        return;
    }
    __builtin_prefetch(m_wire.head);
    __builtin_prefetch(m_receiver);
    const RdmaTick now = m_arrivalAt;
    Advance(now);
    m_arrivalAt = RdmaTick::Max();
    if (!m_wire.head)
    {
        AwaitLine(now); // the link has gone down in between
        return;
    }
    if (m_wire.head->due > now)
    {
        // The frame of this event is lost; the link has come up again since.
        AwaitArrival(now, m_wire.head->due);
        return;
    }
    Arrive(now);
}

void
FabricPort::Arrive(RdmaTick now)
{
    FabricFrame* frame = m_wire.Pop();
    if (m_wire.head)
    {
        AwaitArrival(now, std::max(now, m_wire.head->due));
    }
    const bool pfc = frame->encap == FabricEncap::PFC;
    if (__builtin_expect(pfc || m_watched, 0) && IsStopped(now, frame))
    {
        return;
    }
    ++m_rxFrames;
    FabricTotals& totals = m_context.Totals();
    ++totals.hops;
    totals.dataHops += frame->cls != RdmaClass::CONTROL;
    if (m_context.GetVerifyWire())
    {
        m_context.VerifyFrame(frame);
    }
    if (m_farTapped)
    {
        peer->ShowReceived(now, *frame);
    }
    if (pfc)
    {
        peer->OnPfc(now, frame);
        return;
    }
    m_receiver->Receive(now, peer, frame);
}

bool
FabricPort::Admit(RdmaTick now, FabricFrame* frame, uint64_t queued)
{
    if (queued > profile->dataLimitBytes)
    {
        Drop(frame, FabricDropReason::DATA_QUEUE_FULL);
        return false;
    }
    if (buffer && !buffer->Charge(now, frame, queued))
    {
        Drop(frame,
             buffer->IsLossless(frame->cls) ? FabricDropReason::HEADROOM_FULL
                                            : FabricDropReason::DATA_QUEUE_FULL);
        return false;
    }
    return true;
}

void
FabricPort::Enqueue(RdmaTick now, FabricFrame* frame)
{
    const uint32_t bytes = FabricQueueBytes(*frame);
    if (frame->cls == RdmaClass::CONTROL)
    {
        if (profile->trimShareQ16 && frame->GetTrim() != RdmaTrim::NONE)
        {
            EnqueueTrimmed(now, frame);
            return;
        }
        if (m_ctrlBytes + bytes > profile->ctrlLimitBytes)
        {
            Drop(frame, FabricDropReason::CTRL_QUEUE_FULL);
            return;
        }
        m_ctrlQueue.Push(frame);
        m_ctrlBytes += bytes;
        Note(now, FabricPortTap::Act::ENQUEUE, *frame);
        return;
    }
    FabricClassQueue& queue = frame->cls == RdmaClass::DATA ? m_first : GetOrMakeClasses().second;
    const uint64_t queued = uint64_t{queue.bytes} + bytes;
    if (profile->trimThresholdBytes && queued > profile->trimThresholdBytes && IsTrimmable(frame))
    {
        Trim(now, queue, frame);
        return;
    }
    if (!Admit(now, frame, queued))
    {
        return;
    }
    queue.Push(frame);
    if (frame->cls != RdmaClass::DATA)
    {
        NoteClasses();
    }
    Note(now, FabricPortTap::Act::ENQUEUE, *frame);
}

void
FabricPort::Trim(RdmaTick now, FabricClassQueue& queue, FabricFrame* frame)
{
    if (profile->trimRandom && queue.count != 0 && IsTrimmable(queue.frames.tail) &&
        DrawMark() < 0.5)
    {
        queue.SwapLast(frame);
        Note(now, FabricPortTap::Act::ENQUEUE, *queue.frames.tail);
    }
    TrimAndEnqueue(now, frame);
}

void
FabricPort::TrimAndEnqueue(RdmaTick now, FabricFrame* frame)
{
    NS_LOG_INFO("port " << id << " of " << owner->GetName() << " trims a frame from host "
                        << frame->srcHost << " to host " << frame->dstHost);
    ++m_trims;
    ++m_context.Totals().trims;
    frame->l3Bytes = static_cast<uint16_t>(FabricTrimL3Bytes(*frame));
    frame->wireBytes =
        static_cast<uint16_t>(m_context.GetTrimmedWireBytes(FabricWireBytes(frame->l3Bytes)));
    frame->dscp = profile->trimDscp;
    frame->cls = RdmaClass::CONTROL;
    Note(now, FabricPortTap::Act::TRIM, *frame);
    Enqueue(now, frame);
}

void
FabricPort::MarkEcn(RdmaTick now, FabricFrame* frame, uint64_t queued)
{
    if (profile->ecnKmaxBytes == 0 || queued <= profile->ecnKminBytes ||
        frame->ecn != FabricEcn::ECT0)
    {
        return;
    }
    if (queued <= profile->ecnKmaxBytes)
    {
        const double p = profile->ecnPmax * static_cast<double>(queued - profile->ecnKminBytes) /
                         static_cast<double>(profile->ecnKmaxBytes - profile->ecnKminBytes);
        if (DrawMark() >= p)
        {
            return;
        }
    }
    frame->ecn = FabricEcn::CE;
    ++m_ecnMarks;
    ++m_context.Totals().ecnMarks;
    Note(now, FabricPortTap::Act::MARK, *frame);
}

double
FabricPort::DrawMark()
{
    if (m_markState == 0)
    {
        m_markState = m_context.GetMarkSeed() ^ (uint64_t{id} + 1) << 32;
    }
    return static_cast<double>(FabricNextRandom(m_markState) >> 11) * 0x1p-53;
}

FabricPortStats
FabricPort::GetStats()
{
    Flush();
    FabricPortStats stats;
    stats.txBytes = m_txBytes;
    stats.txFrames = m_txFrames;
    stats.rxFrames = m_rxFrames;
    stats.lostFrames = m_lostFrames;
    stats.drops = m_drops;
    stats.trims = m_trims;
    stats.ecnMarks = m_ecnMarks;
    stats.maxQueueBytes = m_first.maxBytes;
    if (m_classes)
    {
        stats.maxQueueBytes = std::max(m_first.maxBytes, m_classes->second.maxBytes);
        stats.paused = m_classes->pauses[0].total + m_classes->pauses[1].total;
    }
    return stats;
}

void
FabricPort::Flush()
{
    Advance(m_context.Now());
}

void
FabricPort::SetTaps(FabricPortTap* taps)
{
    Flush();
    m_taps = taps;
    m_tapped = taps != nullptr;
    NoteRare();
    peer->m_farTapped = m_tapped;
    AwaitLine(m_context.Now());
}

void
FabricPort::SetUp(RdmaTick now, bool up)
{
    if (m_up == up)
    {
        return;
    }
    Advance(now);
    NS_LOG_INFO("port " << id << " of " << owner->GetName() << " is " << (up ? "up" : "down"));
    m_up = up;
    if (up)
    {
        return;
    }
    m_touched = true;
    LosePassing(now, FabricDropReason::LINK_DOWN);
    while (m_wire.head)
    {
        ++m_lostFrames;
        Drop(m_wire.Pop(), FabricDropReason::LINK_DOWN);
    }
    while (m_ctrlQueue.head)
    {
        Drop(m_ctrlQueue.Pop(), FabricDropReason::LINK_DOWN);
    }
    while (m_trimmed && !m_trimmed->IsEmpty())
    {
        Drop(m_trimmed->Remove(), FabricDropReason::LINK_DOWN);
    }
    m_notes &= static_cast<uint8_t>(~TRIMS_WAIT);
    DropQueue(now, m_first);
    m_ctrlBytes = 0;
    if (m_classes)
    {
        DropQueue(now, m_classes->second);
        NoteClasses();
        ForgetPfc();
        // A pause ends when the link over which it came goes down.
        Pause(now, RdmaClass::DATA, now);
        Pause(now, RdmaClass::DATA2, now);
    }
}

void
FabricPort::DropQueue(RdmaTick now, FabricClassQueue& queue)
{
    while (queue.frames.head)
    {
        FabricFrame* frame = queue.Pop();
        if (buffer)
        {
            buffer->Release(now, frame);
        }
        Drop(frame, FabricDropReason::LINK_DOWN);
    }
}

void
FabricPort::Drop(FabricFrame* frame, FabricDropReason reason)
{
    NS_LOG_INFO("port " << id << " of " << owner->GetName() << " drops a frame from host "
                        << frame->srcHost << " to host " << frame->dstHost << ": "
                        << ToString(reason));
    m_drops += !(frame->flags & FabricFrame::DAMAGED);
    ForEachTap([&](FabricPortTap& tap) { tap.OnDrop(m_context.Now(), *frame, reason); });
    m_context.Drop(frame, this, reason);
}

uint64_t
FabricPort::CountFrames() const
{
    const uint64_t n = m_ctrlQueue.Count() + m_first.frames.Count() + m_wire.Count() +
                       (m_trimmed ? m_trimmed->Count() : 0);
    return m_classes ? n + m_classes->second.frames.Count() + m_classes->heard.Count() : n;
}

void
FabricPort::Dispose()
{
    m_disposed = true;
    for (Alarm* alarm : {static_cast<Alarm*>(m_lineFree), static_cast<Alarm*>(m_pauseDue)})
    {
        if (alarm)
        {
            alarm->Detach();
            alarm->Unref();
        }
    }
    Unref();
}

} // namespace ns3
