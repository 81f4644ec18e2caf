/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-shared-buffer.h"

#include "fabric-context.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricSharedBuffer");

namespace
{
/// Longest pause, in quanta of 512 bit times.
constexpr uint16_t MAX_QUANTA = 65535;

/**
 * @param bps a rate, bit/s
 * @return a whole number of bytes above those transmitted in the time
 */
int64_t
GetBytesIn(uint64_t bps, RdmaTick time)
{
    return static_cast<int64_t>(time.GetSeconds() * static_cast<double>(bps) / 8) + 1;
}
} // namespace

FabricBufferSizes
SizeFabricBuffer(const std::vector<FabricBufferLink>& links,
                 const FabricBufferSpec& spec,
                 RdmaProblems& problems)
{
    FabricBufferSizes sizes;
    const int64_t classes = __builtin_popcount(spec.losslessClasses);
    const auto accounts = classes * static_cast<int64_t>(links.size());
    const auto total = static_cast<int64_t>(spec.totalBytes);
    int64_t headroom = 0;
    for (size_t i = 0; i < links.size(); ++i)
    {
        // The frame that crosses the threshold; then the bytes that arrive after the XOFF decision:
        // both directions of the cable with the switch latencies included, the own frame that
        // delays the pause frame, the pause frame, the peer's response, and the frame that the peer
        // has begun.
        const int64_t size = GetBytesIn(links[i].rateBps, links[i].roundTrip + spec.responseTime) +
                             3 * int64_t{spec.maxFrameBytes} + FABRIC_PFC_WIRE_BYTES +
                             spec.headroomMargin;
        if (size < 0)
        {
            problems.push_back({{"ns3::FabricSwitchParameters::HeadroomMargin"},
                                "HeadroomMargin (" + std::to_string(spec.headroomMargin) +
                                    " B) leaves port " + std::to_string(i) + " a headroom of " +
                                    std::to_string(size) + " B"});
            return sizes;
        }
        sizes.headroomBytes.push_back(size);
        headroom += classes * size;
    }
    const int64_t reserved = accounts * spec.reservedBytes;
    const bool fixed = spec.threshold == FabricBufferThreshold::STATIC;
    const int64_t xoffs = fixed ? accounts * static_cast<int64_t>(spec.staticXoffBytes) : 0;
    sizes.poolBytes = total - headroom - reserved;
    if (spec.growToFit)
    {
        // Slow ports and long cables need more headroom than the rate provides.
        sizes.poolBytes = std::max({sizes.poolBytes, headroom, xoffs});
    }
    if (sizes.poolBytes <= 0)
    {
        problems.push_back({{"ns3::FabricSwitchParameters::Buffer"},
                            "a lossless switch with " + std::to_string(links.size()) +
                                " ports needs more than " + std::to_string(total) +
                                " B: its headroom alone takes " + std::to_string(headroom) +
                                " B, and " + std::to_string(reserved) + " B are reserved"});
    }
    sizes.staticXoffBytes = spec.staticXoffBytes ? static_cast<int64_t>(spec.staticXoffBytes)
                                                 : sizes.poolBytes / std::max<int64_t>(accounts, 1);
    if (sizes.poolBytes > 0 && xoffs > sizes.poolBytes)
    {
        problems.push_back(
            {{"ns3::FabricSwitchParameters::StaticXoff", "ns3::FabricSwitchParameters::Buffer"},
             "the memory of a lossless switch is overcommitted: " + std::to_string(accounts) +
                 " static thresholds of " + std::to_string(spec.staticXoffBytes) + " B need " +
                 std::to_string(xoffs) + " B, and the pool has " + std::to_string(sizes.poolBytes) +
                 " B of " + std::to_string(total) + " B"});
    }
    const auto xoff = fixed ? static_cast<double>(sizes.staticXoffBytes)
                            : static_cast<double>(sizes.poolBytes) * spec.alpha / (1 + spec.alpha);
    sizes.pauseBytes = std::llround(xoff) + spec.reservedBytes;
    return sizes;
}

FabricSharedBuffer::FabricSharedBuffer(FabricContext& context,
                                       FabricPauseSender& sender,
                                       const std::vector<FabricBufferLink>& links,
                                       const FabricBufferSpec& spec)
    : m_context(context),
      m_sender(sender),
      m_spec(spec),
      m_ingress(links.size())
{
    RdmaProblems problems;
    m_sizes = SizeFabricBuffer(links, spec, problems);
    AbortOnRdmaProblems(problems);
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
FabricSharedBuffer::AttachPort(uint32_t ingress)
{
    m_ingress[ingress].refresh = Create<Look>(this, ingress);
}

bool
FabricSharedBuffer::Charge(RdmaTick now, const FabricFrame* frame, uint64_t queuedBytes)
{
    Account& account = m_ingress[frame->inPort].accounts[FabricDataIndex(frame->cls)];
    const int64_t bytes = FabricQueueBytes(*frame);
    if (!IsLossless(frame->cls))
    {
        if (static_cast<int64_t>(queuedBytes) > ShareOfFree(m_spec.egressAlpha) ||
            m_sharedUsed + bytes > m_sizes.poolBytes)
        {
            return false;
        }
        account.sharedBytes += bytes;
        m_sharedUsed += bytes;
        return true;
    }
    int64_t reserved = 0;
    if (m_spec.reservedBytes > 0)
    {
        reserved = std::min(bytes, m_spec.reservedBytes - account.reservedBytes);
    }
    const int64_t rest = bytes - reserved;
    if (account.paused || account.sharedBytes + rest > GetThreshold() ||
        m_sharedUsed + rest > m_sizes.poolBytes)
    {
        return ChargeHeadroom(now, frame->inPort, account, reserved, rest);
    }
    account.reservedBytes += reserved;
    account.sharedBytes += rest;
    m_sharedUsed += rest;
    return true;
}

bool
FabricSharedBuffer::ChargeHeadroom(RdmaTick now,
                                   uint32_t number,
                                   Account& account,
                                   int64_t reserved,
                                   int64_t rest)
{
    if (account.headroomBytes + rest > m_sizes.headroomBytes[number])
    {
        return false;
    }
    account.reservedBytes += reserved;
    account.headroomBytes += rest;
    if (!account.paused)
    {
        account.paused = true;
        SendPfc(now, number, 0);
    }
    return true;
}

void
FabricSharedBuffer::Release(RdmaTick now, const FabricFrame* frame)
{
    Ingress& ingress = m_ingress[frame->inPort];
    const uint32_t index = FabricDataIndex(frame->cls);
    Account& account = ingress.accounts[index];
    const int64_t bytes = FabricQueueBytes(*frame);
    const int64_t headroom = std::min(bytes, account.headroomBytes);
    int64_t shared = bytes - headroom;
    if (m_spec.reservedBytes > 0)
    {
        shared = std::min(shared, account.sharedBytes);
        account.reservedBytes -= bytes - headroom - shared;
    }
    account.headroomBytes -= headroom;
    account.sharedBytes -= shared;
    m_sharedUsed -= shared;
    NS_ASSERT_MSG(account.reservedBytes >= 0 && account.sharedBytes >= 0,
                  "port " << frame->inPort << " releases more bytes than it was charged");
    if (account.paused && MayResume(account))
    {
        account.paused = false;
        SendPfc(now, frame->inPort, static_cast<uint8_t>(1U << index));
    }
}

bool
FabricSharedBuffer::MayResume(const Account& account) const
{
    if (account.headroomBytes > 0)
    {
        return false;
    }
    // An ingress without bytes in the pool takes nothing from other ports.
    return account.sharedBytes == 0 ||
           account.sharedBytes + m_spec.resumeOffsetBytes <= GetThreshold();
}

void
FabricSharedBuffer::SendPfc(RdmaTick now, uint32_t number, uint8_t resumed)
{
    Ingress& ingress = m_ingress[number];
    FabricFrame pfc{};
    pfc.encap = FabricEncap::PFC;
    pfc.wireBytes = FABRIC_PFC_WIRE_BYTES;
    pfc.cls = RdmaClass::CONTROL;
    bool paused = false;
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        if (ingress.accounts[i].paused)
        {
            pfc.AddPfcQuanta(FABRIC_DATA_PRIORITY + i, MAX_QUANTA);
            paused = true;
        }
        else if (resumed >> i & 1)
        {
            pfc.AddPfcQuanta(FABRIC_DATA_PRIORITY + i, 0);
        }
    }
    NS_LOG_INFO("PFC to ingress " << number << (paused ? ": pause" : ": resume") << ", pool "
                                  << m_sharedUsed << " of " << m_sizes.poolBytes << " B");
    m_sender.SendPfc(now, number, pfc);
    if (paused)
    {
        const RdmaTick half = m_sender.GetPauseQuantum(number) * (MAX_QUANTA / 2);
        ingress.refreshAt = m_context.Schedule(now, now + half, PeekPointer(ingress.refresh));
    }
}

void
FabricSharedBuffer::Refresh(uint32_t number)
{
    const RdmaTick now = m_context.Now();
    if (m_ingress[number].refreshAt == now)
    {
        RefreshPause(now, number);
    }
}

void
FabricSharedBuffer::OnLinkUp(RdmaTick now, uint32_t ingress)
{
    RefreshPause(now, ingress);
}

void
FabricSharedBuffer::RefreshPause(RdmaTick now, uint32_t number)
{
    uint8_t told = 0;
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        Account& account = m_ingress[number].accounts[i];
        told = static_cast<uint8_t>(told | account.paused << i);
        account.paused = account.paused && !MayResume(account);
    }
    if (told)
    {
        SendPfc(now, number, told);
    }
}

uint64_t
FabricSharedBuffer::GetUseBytes(uint32_t ingress, RdmaClass cls) const
{
    const Account& account = m_ingress[ingress].accounts[FabricDataIndex(cls)];
    return account.reservedBytes + account.sharedBytes + account.headroomBytes;
}

bool
FabricSharedBuffer::IsPaused(uint32_t ingress, RdmaClass cls) const
{
    return m_ingress[ingress].accounts[FabricDataIndex(cls)].paused;
}

} // namespace ns3
