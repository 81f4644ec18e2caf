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
        m_packet = path.nominalMtuBytes;
        m_window = static_cast<double>(path.rateBps) / 8 * path.baseRtt.GetSeconds();
        m_window = std::max<double>(m_window, m_leastPackets * m_packet);
    }

    uint64_t GetCwndBytes() const override
    {
        return static_cast<uint64_t>(m_window);
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
            m_window += m_packet * static_cast<double>(ack.newBytes) / m_window;
        }
    }

    void DoNack(RdmaTick now,
                MrcNackReason reason,
                uint32_t /* nominal */,
                std::optional<RdmaTick> /* rtt */) override
    {
        // Other reasons concern the receiver, not the network
        if (reason == MrcNackReason::TRIMMED || reason == MrcNackReason::TRIMMED_LASTHOP)
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
            m_window = std::max<double>(m_window / 2, m_leastPackets * m_packet);
        }
    }

    uint32_t m_leastPackets;          ///< attribute LeastPackets
    double m_packet{0};               ///< nominal size of a full packet, B
    double m_window{0};               ///< the window, B
    std::optional<RdmaTick> m_halved; ///< time of the last halving
};

NS_OBJECT_ENSURE_REGISTERED(MrcHalvingWindow);

} // namespace ns3
