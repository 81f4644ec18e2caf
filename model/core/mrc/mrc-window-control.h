/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WINDOW_CONTROL_H
#define MRC_WINDOW_CONTROL_H

#include "mrc-congestion-control.h"

#include <cstdint>
#include <limits>
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
 * and sets the window.
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

    /** By default, true if the window is larger than the bytes in flight. */
    bool CanSend(uint32_t /* nominal */) const override
    {
        return m_cwnd > static_cast<double>(m_inflight);
    }

    uint64_t GetCwndBytes() const final
    {
        return ToBytes(m_cwnd);
    }

    uint64_t GetMaxCwndBytes() const final
    {
        return ToBytes(m_maxWindow);
    }

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
    /// Largest window in BDPs: bytes beyond it only wait in queues.
    static constexpr double MAX_WINDOW_BDP = 1.5;
    /// BDP at which increases are those of the documents, 100 Gb/s x 12 us, B.
    static constexpr double REFERENCE_BDP = 150000;
    /// A window without a limit, B.
    static constexpr double UNLIMITED = 0x1p63;

    /** @return bytes of all packets sent, B */
    uint64_t GetSentBytes() const
    {
        return m_sent;
    }

    /**
     * Must be called by Start. Sets the rate, the size of a packet, the base RTT and the default
     * target delay.
     * @param path a path; aborts if it has no rate, no RTT or no packet size
     */
    void SetPath(const MrcPathInfo& path);

    /**
     * @param rtt the configured base RTT, if not the path's
     */
    void SetBaseRtt(RdmaTick rtt);

    /**
     * Set the window, to at least one packet and at most the largest window.
     * @param bytes the window, B
     */
    void SetCwnd(double bytes);

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

    double m_rate{0};              ///< NIC rate, B/ns
    double m_mtu{0};               ///< nominal size of a full packet, B
    double m_cwnd{0};              ///< window, B
    double m_maxWindow{UNLIMITED}; ///< largest window, B

  private:
    /** @return a window in whole bytes */
    static uint64_t ToBytes(double window)
    {
        return window < UNLIMITED ? static_cast<uint64_t>(window)
                                  : std::numeric_limits<int64_t>::max();
    }

    int64_t m_inflight{0};  ///< bytes in flight, B
    uint64_t m_sent{0};     ///< see GetSentBytes
    RdmaTick m_baseRtt;     ///< smallest valid sample, at most the configured value
    RdmaTick m_targetDelay; ///< the path's default
};

} // namespace ns3

#endif // MRC_WINDOW_CONTROL_H
