/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_FIXED_RATE_H
#define ROCE_FIXED_RATE_H

#include "ns3/roce-rate-control.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RoceFixedRate: no congestion control.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Always sends at line rate, for a RoCEv2 network that relies on PFC alone.
 */
class RoceFixedRate : public RoceRateControl
{
  public:
    static TypeId GetTypeId();

    // From RoceRateControl.
    Ptr<RoceRateControl> Fork() const override;
    void Start(uint64_t lineRateBps) override;
    void OnCnp(RdmaTick now) override;
    void OnSent(RdmaTick now, uint32_t wireBytes) override;
    void OnTimeout(RdmaTick now) override;
    RdmaTick NextWakeup() const override;
    double GetRateBps() const override;

  private:
    double m_rateBps{0}; ///< line rate, bit/s
};

} // namespace ns3

#endif // ROCE_FIXED_RATE_H
