/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_SELECTIVE_REPEAT_H
#define ROCE_SELECTIVE_REPEAT_H

#include "roce-back-off.h"
#include "roce-recovery.h"
#include "roce-reorder-buffer.h"
#include "roce-scoreboard.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RoceSelectiveRepeat: a recovery that sends only missing packets again.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Selective repeat after IRN (Mittal et al., SIGCOMM 2018): the responder places packets in any
 * order within a window, and each early packet triggers a NAK that names it and the expected one;
 * the requester never goes back and repeats lost packets before new ones. Messages complete in
 * order nevertheless. The first time-out is the scoreboard's, later ones without progress are those
 * of go-back-N.
 */
class RoceSelectiveRepeat : public RoceRecovery
{
  public:
    /**
     * @param config configuration of the QP; read here only
     * @param selective the window and the first time-outs
     */
    RoceSelectiveRepeat(const RoceQpConfig& config, const RoceSelectiveConfig& selective);

    // From RoceRecovery.
    RoceRecoveryFacts GetFacts() const override;
    RdmaTick GetTimeout(RdmaPsnSeq inFlight, uint8_t expiries) const override;
    std::optional<RdmaPsnSeq> OnGap(const RoceGap& gap, const RoceFlight& flight) override;
    std::optional<RdmaPsnSeq> OnTimeout(const RoceFlight& flight) override;
    void OnAcknowledged(RdmaPsnSeq una) override;
    std::optional<RdmaPsnSeq> GetRepeat() const override;
    void OnRepeated() override;
    RoceEarly OnEarly(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last) override;
    bool HasStored() const override;
    bool TakeStored(RdmaPsnSeq& expected) override;

  private:
    RoceBackOff m_laterTimeouts; ///< after the first expiry
    RoceScoreboard m_scoreboard; ///< packets of this end that the peer has
    RoceReorderBuffer m_reorder; ///< packets of the peer that arrived early
};

} // namespace ns3

#endif // ROCE_SELECTIVE_REPEAT_H
