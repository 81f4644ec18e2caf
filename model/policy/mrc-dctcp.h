/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DCTCP_H
#define MRC_DCTCP_H

#include "ns3/mrc-window-control.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcDctcp: a window that decreases by the share of marked packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * DCTCP (Alizadeh et al., SIGCOMM 2010; RFC 8257) on MRC's signals. Over every window of data the
 * share F of marked bytes moves an average,
 *
 *     alpha = (1 - g) alpha + g F
 *
 * and the first mark cuts the window by alpha / 2, once per window of data. Unmarked bytes increase
 * it: by their own number in slow start, by one packet per window later. A trimmed or lost packet
 * halves it, also once per window of data.
 *
 * A window of data ends when as many bytes as were in flight at its start have been acknowledged or
 * lost. Marked packets are acknowledged at once, so of the packets that a SACK with a mark
 * acknowledges, one was marked, and those before it were not.
 *
 * Differences from TCP: a window begins at one BDP, in slow start, as NICs begin at line rate
 * (InitialWindow); a timeout does not reset it to one packet, because the controller is not
 * notified of timeouts. The receiver's penalty (mrc reference, 8.6) has no effect.
 *
 * Invariants: one full packet <= window <= the largest window; 0 <= alpha <= 1.
 */
class MrcDctcp : public MrcWindowControl
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;
    void Start(const MrcPathInfo& path) override;

    /** @return smoothed share of marked bytes, 0 .. 1 */
    double GetAlpha() const
    {
        return m_alpha;
    }

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;
    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) override;
    void DoInferredLoss(RdmaTick now, uint32_t nominal) override;

  private:
    /**
     * Count bytes that are not in flight any more: a window of data may end.
     * @param bytes number of bytes, B
     */
    void Pass(double bytes);

    /**
     * Cut the window, at most once per window of data.
     * @param part of the window to take, 0 .. 1
     */
    void Cut(double part);

    /**
     * @param bytes unmarked bytes that were acknowledged, B
     */
    void Grow(double bytes);

    double m_ssthresh{0}; ///< slow start below, B
    double m_alpha{1};    ///< smoothed share of marked bytes
    double m_left{0};     ///< bytes until the end of this window of data, B
    double m_counted{0};  ///< acknowledged in this window of data, B
    double m_marked{0};   ///< marked bytes of these, B
    double m_cutLeft{0};  ///< bytes until the window may be cut again, B; at most 0: now

    // Attributes; see GetTypeId.

    double m_gain;                ///< g
    double m_initialAlpha;        ///< first alpha
    double m_increase;            ///< packets per window of data
    uint64_t m_initialWindowAttr; ///< B; 0: derive
    uint64_t m_maxWindowAttr;     ///< B; 0: derive
};

} // namespace ns3

#endif // MRC_DCTCP_H
