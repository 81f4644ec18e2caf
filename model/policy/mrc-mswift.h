/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MSWIFT_H
#define MRC_MSWIFT_H

#include "mrc-median-delay.h"
#include "mrc-swift.h"

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMswift: Swift that reacts to the median delay of the last SACKs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * MSwift (Gerstein, Silberstein and Keslassy, "Congestion Control for Spraying with Congested
 * Paths", arXiv 2509.07907v2): Swift whose delay is the median of the last H SACKs instead of that
 * of each SACK. Where a flow sprays, Swift decreases its window for the slowest of many paths once
 * per RTT; the median does not follow a minority of congested paths.
 *
 * From the paper (its abstract, and its equations as two public reproductions quote them):
 *
 *     H = max(W / 2, 1),   W: the window in packets
 *
 * because Swift changes its window once per RTT, which is W packets.
 *
 * Choices, where the paper says nothing or only the abstract is known:
 * - A SACK of MRC acknowledges several packets. The SACKs that count acknowledge together at most
 *   half a window; the last one always counts. With a SACK per packet this is the formula.
 * - SACKs older than HistoryRtts base RTTs do not count, so a flow that resumes after a pause does
 *   not react to the delay before it.
 * - The median of an even number is the mean of the middle two.
 * - "Once per RTT" means once per median RTT. The base RTT is the smallest sample, as in Swift.
 * - The paper's MSwift extends a Swift that tolerates reordering: five delayed packets in a row
 *   count as a loss, not two. MRC does not infer losses from the order of a few packets, so
 *   MrcSwift needs no such change.
 * - Trims and losses act as in MrcSwift: the paper has no trimming.
 *
 * The attributes of MrcSwift apply to it as well, by their names there: ns3::MrcSwift::Beta. With
 * HistorySacks 1 it is MrcSwift.
 */
class MrcMswift : public MrcMedianDelay<MrcSwift>
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;
};

} // namespace ns3

#endif // MRC_MSWIFT_H
