/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WINDOW_CONTROL_H
#define MRC_WINDOW_CONTROL_H

#include "mrc-congestion-control.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcWindowControl: the common part of controllers with a window.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Maintains the bytes in flight and the base RTT, which are the same for every algorithm (mrc
 * reference, 8.3 and 8.4). A subclass is notified of each event after the bytes have been counted,
 * and returns the window.
 */
class MrcWindowControl : public MrcCongestionControl
{
  public:
    void OnSend(uint32_t nominal) final;
    void OnAck(RdmaTick now, const MrcAckInfo& ack) final;
    void OnNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) final;
    void OnInferredLoss(RdmaTick now, uint32_t nominal) final;
    void OnLateAck(uint32_t nominal) final;

    /** By default, true if fewer bytes are in flight than the window has. */
    bool CanSend(uint32_t nominal) const override;

    RdmaTick GetTargetDelay() const override
    {
        return m_targetDelay;
    }

    int64_t GetInflightBytes() const final
    {
        return m_inflight;
    }

    RdmaTick GetBaseRtt() const final
    {
        return m_baseRtt;
    }

  protected:
    /** @return bytes of all packets sent, B */
    uint64_t GetSentBytes() const
    {
        return m_sent;
    }

    /**
     * Must be called by Start. Sets the base RTT and the default target delay.
     * @param path a path; aborts if it has no rate, no RTT or no packet size
     */
    void SetPath(const MrcPathInfo& path);

    /**
     * @param rtt the configured base RTT, if not the path's
     */
    void SetBaseRtt(RdmaTick rtt);

    /**
     * Lower the base RTT by a sample. Only full packets are valid (mrc reference, 8.7): a flow with
     * one sample of a short packet would compute more delay in every queue than competing flows,
     * and yield forever.
     * @param ack contents of a SACK
     */
    void LowerBaseRtt(const MrcAckInfo& ack)
    {
        if (ack.rtt && ack.full)
        {
            LowerBaseRtt(*ack.rtt);
        }
    }

    /**
     * @param rtt a valid sample
     * @return true if it is the smallest so far
     */
    bool LowerBaseRtt(RdmaTick rtt);

    /**
     * See OnAck.
     * @param ack contents of the SACK
     */
    virtual void DoAck(RdmaTick now, const MrcAckInfo& ack) = 0;

    /**
     * See OnNack.
     * @param reason its code
     * @param nominal nominal size of the packet, B
     * @param rtt round-trip time, absent when ambiguous
     */
    virtual void DoNack(RdmaTick now,
                        MrcNackReason reason,
                        uint32_t nominal,
                        std::optional<RdmaTick> rtt) = 0;

    /**
     * See OnInferredLoss.
     * @param nominal nominal size of the packet, B
     */
    virtual void DoInferredLoss(RdmaTick now, uint32_t nominal) = 0;

  private:
    int64_t m_inflight{0};  ///< bytes in flight, B
    uint64_t m_sent{0};     ///< see GetSentBytes
    RdmaTick m_baseRtt;     ///< smallest valid sample, at most the configured value
    RdmaTick m_targetDelay; ///< the path's default
};

} // namespace ns3

#endif // MRC_WINDOW_CONTROL_H
