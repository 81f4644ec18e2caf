/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MNSCC_H
#define MRC_MNSCC_H

#include "mrc-median-delay.h"
#include "mrc-nscc.h"

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMnscc: NSCC that reacts to the median delay of the last SACKs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * MNSCC (Gerstein, Silberstein and Keslassy, "Congestion Control for Spraying with Congested
 * Paths", arXiv 2509.07907v2): NSCC whose delay is the median of the last H SACKs instead of that
 * of each SACK, so that a minority of congested paths does not decrease the window.
 *
 * From the paper (its abstract, and its equations as two public reproductions quote them):
 *
 *     H = max(min(W / 2, 4), 1),   W: the window in packets
 *
 * because NSCC adjusts its window every min(W, 8) packets, and half as many samples are enough
 * between two adjustments. The median replaces the delay alone: each mark still counts.
 *
 * Choices, where the paper says nothing or only the abstract is known:
 * - A SACK of MRC acknowledges several packets. H counts SACKs; those beyond the last one
 *   acknowledge together with it at most half a window. With a SACK per packet this is the formula.
 * - SACKs older than HistoryRtts base RTTs do not count, so a flow that resumes after a pause does
 *   not react to the delay before it.
 * - The median of an even number is the mean of the middle two.
 * - The smoothed delay, quick adapt and DelayMarks use the median as well. The base RTT is the
 *   smallest sample, as in NSCC.
 * - Trims and losses act as in NSCC: the paper has no trimming.
 *
 * The attributes of MrcNscc apply to it as well, by their names there: ns3::MrcNscc::Gamma. With
 * HistorySacks 1 it is NSCC.
 */
class MrcMnscc : public MrcMedianDelay<MrcNscc>
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;

  private:
    bool m_majorityMarks; ///< attribute MajorityMarks
};

} // namespace ns3

#endif // MRC_MNSCC_H
