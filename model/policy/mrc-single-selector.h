/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SINGLE_SELECTOR_H
#define MRC_SINGLE_SELECTOR_H

#include "ns3/mrc-path-selector.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSingleSelector: no multipath.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sends all packets on one EV, drawn at random, and waits while its port is busy. Another one is
 * drawn when it cannot be used any more: its plane is down, or it is no longer active. Marks, trims
 * and losses have no effect.
 */
class MrcSingleSelector : public MrcPathSelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason) override;
    void OnLoss(RdmaTick now, uint32_t ev) override;

  private:
    /** @return true if the EV in use can still be used */
    bool IsUsable() const;

    /** @return a random active EV of a random open plane; nothing if there is none */
    std::optional<MrcPath> DrawPath();

    std::optional<MrcPath> m_path; ///< the EV in use
};

} // namespace ns3

#endif // MRC_SINGLE_SELECTOR_H
