/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-scoreboard.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Initial number of records.
constexpr uint32_t INITIAL_RECORDS = 16;
/// Initial number of places in the index of lanes.
constexpr uint32_t INITIAL_LANE_PLACES = 32;
/// Longest window that 16-bit links can hold.
constexpr uint32_t MAX_WINDOW = 1U << 15;

/**
 * Allocate a ring whose records belong to no packet: the PSN of a slot has the low bits of its
 * neighbor.
 * @param size number of records, a power of two
 * @return the ring
 */
std::unique_ptr<MrcTxRecord[]>
MakeRing(uint32_t size)
{
    auto ring = std::make_unique<MrcTxRecord[]>(size);
    for (uint32_t i = 0; i < size; ++i)
    {
        ring[i].psn = i + 1;
    }
    return ring;
}

} // namespace

MrcScoreboard::MrcScoreboard(RdmaPsnSeq first, uint32_t window)
    : m_records(MakeRing(INITIAL_RECORDS)),
      m_mask(INITIAL_RECORDS - 1),
      m_first(first),
      m_end(first),
      m_rtxHint(first),
      m_acked(0),
      m_rtx(0),
      m_laneIndex(INITIAL_LANE_PLACES, NO_LANE)
{
    NS_ASSERT_MSG(window <= MAX_WINDOW, "a window of " << window << " packets");
}

RdmaPsnSeq
MrcScoreboard::Append(uint64_t message, uint32_t nominalBytes)
{
    if (m_end - m_first > m_mask)
    {
        Grow();
    }
    const RdmaPsnSeq psn = m_end++;
    MrcTxRecord& r = At(psn);
    r.psn = static_cast<uint32_t>(psn);
    r.message = static_cast<uint32_t>(message);
    r.nominalBytes = static_cast<uint16_t>(nominalBytes);
    r.state = MrcTxState::LOST;
    r.rtxCount = 0;
    r.ambiguous = false;
    r.doubted = false;
    return psn;
}

void
MrcScoreboard::OnSend(RdmaPsnSeq psn, RdmaTick now, uint32_t entropy, uint8_t port, bool rtx)
{
    MrcTxRecord& r = At(psn);
    NS_ASSERT_MSG(r.state == MrcTxState::LOST, "PSN " << psn << " sent while not lost");
    CancelRetransmission(psn);
    r.state = MrcTxState::OUTSTANDING;
    r.sendTime = now;
    r.order = TakeOrder();
    r.port = port;
    r.doubted = r.doubted && r.entropy == entropy; // otherwise the EV of a NACK identifies its
                                                   // transmission
    r.entropy = entropy;
    r.lane = GetLane(entropy);
    r.rtxCount += rtx && r.rtxCount != UINT8_MAX ? 1 : 0;

    const uint16_t link = Low(r);
    m_outstandingBytes += r.nominalBytes;
    if (m_outstanding++ == 0)
    {
        m_txHead = link;
    }
    else
    {
        Link(m_txTail).txNext = link;
        r.txPrev = m_txTail;
    }
    m_txTail = link;

    Lane& lane = m_lanes[r.lane];
    if (lane.count++ == 0)
    {
        lane.head = link;
    }
    else
    {
        Link(lane.tail).laneNext = link;
        r.lanePrev = lane.tail;
    }
    lane.tail = link;
}

void
MrcScoreboard::Unlink(MrcTxRecord& r)
{
    const uint16_t link = Low(r);
    --m_outstanding;
    m_outstandingBytes -= r.nominalBytes;
    if (link == m_txHead)
    {
        m_txHead = r.txNext;
    }
    else
    {
        Link(r.txPrev).txNext = r.txNext;
    }
    if (link == m_txTail)
    {
        m_txTail = r.txPrev;
    }
    else
    {
        Link(r.txNext).txPrev = r.txPrev;
    }

    Lane& lane = m_lanes[r.lane];
    --lane.count;
    if (link == lane.head)
    {
        lane.head = r.laneNext;
    }
    else
    {
        Link(r.lanePrev).laneNext = r.laneNext;
    }
    if (link == lane.tail)
    {
        lane.tail = r.lanePrev;
    }
    else
    {
        Link(r.laneNext).lanePrev = r.lanePrev;
    }
}

void
MrcScoreboard::OnLost(RdmaPsnSeq psn, bool resend, RdmaResend why)
{
    MrcTxRecord& r = At(psn);
    NS_ASSERT_MSG(r.state == MrcTxState::OUTSTANDING, "PSN " << psn << " lost, not outstanding");
    Unlink(r);
    r.state = MrcTxState::LOST;
    r.resend = static_cast<uint8_t>(why);
    const bool certain = why == RdmaResend::REJECTED;
    // The rtx bit distinguishes the first transmission from others.
    const bool proved = certain && !r.doubted;
    r.ambiguous = r.ambiguous || (!proved && r.rtxCount != 0);
    r.doubted = r.doubted || !certain;
    if (resend)
    {
        OfferRetransmission(psn);
    }
}

void
MrcScoreboard::OfferRetransmission(RdmaPsnSeq psn)
{
    if (!m_rtx.Test(psn))
    {
        m_rtx.Set(psn);
        m_rtxHint = std::min(m_rtxHint, psn);
        ++m_rtxPending;
    }
}

void
MrcScoreboard::CancelRetransmission(RdmaPsnSeq psn)
{
    if (m_rtxPending != 0 && m_rtx.Test(psn))
    {
        m_rtx.Clear(psn);
        --m_rtxPending;
    }
}

void
MrcScoreboard::OnAcked(RdmaPsnSeq psn)
{
    MrcTxRecord& r = At(psn);
    if (r.state == MrcTxState::OUTSTANDING)
    {
        Unlink(r);
    }
    else
    {
        CancelRetransmission(psn);
    }
    r.state = MrcTxState::ACKED;
    m_acked.Set(psn);
    ++m_ackedCount;
}

void
MrcScoreboard::Advance(RdmaPsnSeq first)
{
    NS_ASSERT_MSG(first <= m_end, "window advanced to " << first << " beyond " << m_end);
    if (first <= m_first)
    {
        return;
    }
    m_ackedCount -= static_cast<uint32_t>(first - m_first);
    for (; m_first + 64 <= first; m_first += 64)
    {
        m_acked.Clear64(m_first, ~uint64_t{0});
    }
    if (m_first < first)
    {
        m_acked.Clear64(m_first, ~uint64_t{0} >> (64 - (first - m_first)));
        m_first = first;
    }
    m_rtxHint = std::max(m_rtxHint, first);
}

void
MrcScoreboard::Grow()
{
    std::unique_ptr<MrcTxRecord[]> bigger = MakeRing(2 * (m_mask + 1));
    const uint32_t mask = 2 * m_mask + 1;
    for (RdmaPsnSeq psn = m_first; psn < m_end; ++psn)
    {
        bigger[static_cast<uint64_t>(psn) & mask] = At(psn);
    }
    m_records.swap(bigger);
    m_mask = mask;
    if (m_acked.GetCapacity() <= m_mask + 64)
    {
        m_acked.Grow(m_first, m_end);
        m_rtx.Grow(m_first, m_end);
    }
}

uint16_t
MrcScoreboard::GetLane(uint32_t entropy)
{
    uint32_t at = FindLanePlace(entropy);
    if (m_laneIndex[at] == NO_LANE)
    {
        if (2 * m_lanes.size() >= m_laneIndex.size())
        {
            GrowLaneIndex();
            at = FindLanePlace(entropy);
        }
        m_laneIndex[at] = static_cast<uint16_t>(m_lanes.size());
        m_lanes.push_back({entropy});
    }
    return m_laneIndex[at];
}

uint32_t
MrcScoreboard::FindLanePlace(uint32_t entropy) const
{
    const auto mask = static_cast<uint32_t>(m_laneIndex.size() - 1);
    // EVs differ in their lowest bits (uplink) and in bits 12 and up (plane).
    uint32_t at = (entropy ^ (entropy >> 12) * 37) & mask;
    while (m_laneIndex[at] != NO_LANE && m_lanes[m_laneIndex[at]].entropy != entropy)
    {
        at = (at + 1) & mask;
    }
    return at;
}

void
MrcScoreboard::GrowLaneIndex()
{
    m_laneIndex.assign(2 * m_laneIndex.size(), NO_LANE);
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
    {
        m_laneIndex[FindLanePlace(m_lanes[lane].entropy)] = static_cast<uint16_t>(lane);
    }
}

} // namespace ns3
