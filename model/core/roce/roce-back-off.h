/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_BACK_OFF_H
#define ROCE_BACK_OFF_H

#include "roce-qp-config.h"

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceBackOff: the back-off of a QP's time-out.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The retransmission time-out grows by a factor with every expiry without progress, up to a cap.
 */
class RoceBackOff
{
  public:
    /**
     * @param config configuration of the QP; read here only
     */
    explicit RoceBackOff(const RoceQpConfig& config)
        : m_timeout(config.retransmissionTimeout),
          m_cap(std::max(config.retransmissionTimeout, config.retransmissionTimeoutCap)),
          m_factor(config.retransmissionBackoff)
    {
    }

    /** @return time-out before the first expiry */
    RdmaTick GetFirst() const
    {
        return m_timeout;
    }

    /**
     * @param expiries number of expiries of the timer without progress
     * @return time-out after them
     */
    RdmaTick After(uint8_t expiries) const
    {
        const auto cap = static_cast<double>(m_cap.GetPs());
        auto grown = static_cast<double>(m_timeout.GetPs());
        for (; expiries > 0; --expiries)
        {
            grown = std::min(grown * m_factor, cap);
        }
        return RdmaTick::Ps(static_cast<int64_t>(grown));
    }

  private:
    RdmaTick m_timeout; ///< before the first expiry
    RdmaTick m_cap;     ///< longest, at least the first
    float m_factor;     ///< per expiry, at least 1
};

} // namespace ns3

#endif // ROCE_BACK_OFF_H
