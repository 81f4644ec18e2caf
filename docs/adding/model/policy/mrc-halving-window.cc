/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-window-control.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>

namespace ns3
{

/**
 * A window that grows by a packet per round trip, and is halved once per round trip by a mark, a
 * trim or a loss.
 */
class MrcHalvingWindow : public MrcWindowControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::MrcHalvingWindow")
                .SetParent<MrcCongestionControl>()
                .SetGroupName("Mrc")
                .AddConstructor<MrcHalvingWindow>()
                .AddAttribute("LeastPackets",
                              "Minimum window, full packets",
                              UintegerValue(2),
                              MakeUintegerAccessor(&MrcHalvingWindow::m_leastPackets),
                              MakeUintegerChecker<uint32_t>(1));
        return tid;
    }

    Ptr<MrcCongestionControl> Fork() const override
    {
        return CopyObject(Ptr<const MrcHalvingWindow>(this));
    }

    void Start(const MrcPathInfo& path) override
    {
        SetPath(path);
        m_cwnd = static_cast<double>(path.rateBps) / 8 * path.baseRtt.GetSeconds();
        m_cwnd = std::max(m_cwnd, m_leastPackets * m_mtu);
    }

  protected:
    void DoAck(RdmaTick now, const MrcAckInfo& ack) override
    {
        LowerBaseRtt(ack);
        if (ack.ecn)
        {
            Halve(now);
        }
        else
        {
            m_cwnd += m_mtu * static_cast<double>(ack.newBytes) / m_cwnd;
        }
    }

    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t /* nominal */,
                std::optional<RdmaTick> /* rtt */) override
    {
        // Other reasons concern the receiver, not the network
        if (IsTrim(reason))
        {
            Halve(now);
        }
    }

    void DoInferredLoss(RdmaTick now, uint32_t /* nominal */) override
    {
        Halve(now);
    }

  private:
    /**
     * @param now the time; within a base RTT of the last call nothing happens
     */
    void Halve(RdmaTick now)
    {
        if (!m_halved || now - *m_halved >= GetBaseRtt())
        {
            m_halved = now;
            m_cwnd = std::max(m_cwnd / 2, m_leastPackets * m_mtu);
        }
    }

    uint32_t m_leastPackets;          ///< attribute LeastPackets
    std::optional<RdmaTick> m_halved; ///< time of the last halving
};

NS_OBJECT_ENSURE_REGISTERED(MrcHalvingWindow);

} // namespace ns3
