/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OBLIVIOUS_SELECTOR_H
#define MRC_OBLIVIOUS_SELECTOR_H

#include "ns3/mrc-path-rotation.h"
#include "ns3/mrc-path-selector.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcObliviousSelector: spraying without feedback.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sprays over all active EVs of planes that are up, independently of marks, trims and losses (mrc
 * reference, 3.8, "oblivious"). The order is that of MRC (mrc reference, 3.6). The EV table is not
 * notified of marks, trims and losses, so no EV is skipped or retired because of them.
 */
class MrcObliviousSelector : public MrcPathSelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason) override;
    void OnLoss(RdmaTick now, uint32_t ev) override;

  protected:
    void DoStart() override;

  private:
    MrcPathRotation m_rotation; ///< turns of planes and EVs
};

} // namespace ns3

#endif // MRC_OBLIVIOUS_SELECTOR_H
