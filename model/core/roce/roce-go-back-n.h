/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_GO_BACK_N_H
#define ROCE_GO_BACK_N_H

#include "roce-back-off.h"
#include "roce-recovery.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RoceGoBackN: the loss recovery of RC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Go-back-N (roce reference, 1.4): the responder drops every packet that arrives too early and
 * reports a gap once; the requester sends all packets again from the missing one on. There is no
 * window.
 */
class RoceGoBackN : public RoceRecovery
{
  public:
    /**
     * @param config configuration of the QP; read here only
     */
    explicit RoceGoBackN(const RoceQpConfig& config);

    // From RoceRecovery.
    RoceRecoveryFacts GetFacts() const override;
    RdmaTick GetTimeout(RdmaPsnSeq inFlight, uint8_t expiries) const override;
    std::optional<RdmaPsnSeq> OnGap(const RoceGap& gap, const RoceFlight& flight) override;
    std::optional<RdmaPsnSeq> OnTimeout(const RoceFlight& flight) override;
    RoceEarly OnEarly(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last) override;

  private:
    RoceBackOff m_timeouts;       ///< of the timer
    RdmaPsnSeq m_lastNak;         ///< last packet reported missing; a gap is repaired once per NAK
    RdmaPsnSeq m_lastResponseGap; ///< the same for READ responses
};

} // namespace ns3

#endif // ROCE_GO_BACK_N_H
