/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FIXED_WINDOW_H
#define MRC_FIXED_WINDOW_H

#include "ns3/mrc-window-control.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcFixedWindow: no congestion control.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A window that never changes, by default an unlimited one: only the PSN window limits the bytes in
 * flight (mrc reference, 8: an empty algorithm name). Bytes in flight and the base RTT are
 * maintained as usual.
 */
class MrcFixedWindow : public MrcWindowControl
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcCongestionControl> Fork() const override;
    void Start(const MrcPathInfo& path) override;

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override;
    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) override;
    void DoInferredLoss(RdmaTick now, uint32_t nominal) override;

  private:
    uint64_t m_window; ///< window, B; 0: unlimited
};

} // namespace ns3

#endif // MRC_FIXED_WINDOW_H
