/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "direct-case.h"
#include "draw-attributes.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-nscc.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

namespace
{

using Json = TranscriptJson;

/// A congestion controller, called directly as the input demands.
class WindowDriver final : public DirectCase
{
  public:
    /**
     * @param input source of all choices
     * @param name TypeId of the controller
     */
    WindowDriver(FuzzInput& input, const std::string& name)
        : DirectCase(input),
          m_control(ObjectFactory(name).Create<MrcCongestionControl>())
    {
        DrawAttributes(input, *m_control);
        m_path.planes = input.Pick({1U, 2U, 4U, 8U});
        m_path.rateBps = input.Pick({100000000000U, 400000000000U, 800000000000U});
        m_path.baseRtt = RdmaTick::Us(input.Pick({2, 10, 12, 40}));
        m_path.stretch = input.Pick({1.0, 1.0, 2.5});
        m_path.nominalMtuBytes = MrcNominalBytes(input.Pick({256U, 1024U, 4096U}));
        m_path.trimming = input.Chance(128);
        m_path.remoteRecvPeers = input.Pick({0U, 0U, 16U});
        m_control->StartOnce(m_path);
    }

  private:
    void Describe(Json& line) const override
    {
        line.update(DescribePolicy(*m_control));
        line["path"] = ToJson(m_path);
        if (const auto nscc = DynamicCast<MrcNscc>(m_control))
        {
            line["parameters"] = ToJson(nscc->GetParameters());
        }
    }

    void Step() override
    {
        switch (m_input.Below(16))
        {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4:
            for (uint32_t n = 1 + m_input.Below(8); n > 0; --n)
            {
                Send(DrawNominal());
            }
            break;
        case 11:
            Nack();
            break;
        case 12:
            Lose();
            break;
        case 13:
            AcknowledgeLate();
            break;
        case 14:
            m_now += RdmaTick::Ns(m_input.TakeWord());
            break;
        case 15:
            m_now += RdmaTick::Us(m_input.TakeByte());
            break;
        default:
            Acknowledge();
            break;
        }
    }

    /** @return nominal size of a packet, mostly a full one, B */
    uint32_t DrawNominal()
    {
        const uint32_t payload = m_input.Chance(64) ? 1 + m_input.Below(4) * 64 : 0;
        return payload ? MrcNominalBytes(payload) : m_path.nominalMtuBytes;
    }

    /** @return a round-trip time, or nothing */
    std::optional<RdmaTick> DrawRtt()
    {
        const uint32_t what = m_input.TakeByte();
        if (what < 40)
        {
            return std::nullopt;
        }
        // 0.75 to 1.75 base RTTs, sometimes to 5
        const RdmaTick step = m_path.baseRtt / (what < 200 ? 256 : 64);
        return m_path.baseRtt * 3 / 4 + step * m_input.TakeByte();
    }

    /** @param nominal nominal size of a packet, B */
    void Send(uint32_t nominal)
    {
        m_control->OnSend(nominal);
        Json line = Begin("send");
        line["nominal"] = nominal;
        Print(line);
    }

    /** A SACK arrives. */
    void Acknowledge()
    {
        m_now += RdmaTick::Ns(m_input.Below(256) * 4);
        const auto inflight = std::max<int64_t>(m_control->GetInflightBytes(), 0);
        MrcAckInfo ack;
        ack.newBytes =
            std::min<uint64_t>(256 * m_input.Below(128), static_cast<uint64_t>(inflight));
        ack.ecn = m_input.Chance(80);
        ack.rtt = DrawRtt();
        ack.full = m_input.Chance(200);
        ack.penalty = m_input.Chance(8) ? m_input.Below(128) : 0;
        ack.restore = m_input.Chance(8);
        m_control->OnAck(m_now, ack);
        Json line = Begin("ack");
        line["new_bytes"] = ack.newBytes;
        line["ecn"] = ack.ecn;
        line["rtt"] = ack.rtt ? ToJson(*ack.rtt) : Json();
        line["full"] = ack.full;
        line["penalty"] = ack.penalty;
        line["restore"] = ack.restore;
        Print(line);
    }

    /** A NACK arrives. */
    void Nack()
    {
        const auto reason = m_input.Pick({MrcNackReason::TRIMMED,
                                          MrcNackReason::TRIMMED_LASTHOP,
                                          MrcNackReason::NO_PKT_BUFFER,
                                          MrcNackReason::PSN_OOR_WINDOW});
        const uint32_t nominal = DrawNominal();
        const auto rtt = DrawRtt();
        m_control->OnNack(m_now, reason, nominal, rtt);
        Json line = Begin("nack");
        line["reason"] = ToName(reason);
        line["nominal"] = nominal;
        line["rtt"] = rtt ? ToJson(*rtt) : Json();
        Print(line);
    }

    /** A packet is declared lost. */
    void Lose()
    {
        const uint32_t nominal = DrawNominal();
        m_control->OnInferredLoss(m_now, nominal);
        Json line = Begin("inferred_loss");
        line["nominal"] = nominal;
        Print(line);
    }

    /** A packet that was declared lost is acknowledged. */
    void AcknowledgeLate()
    {
        const uint32_t nominal = DrawNominal();
        m_control->OnLateAck(nominal);
        Json line = Begin("late_ack");
        line["nominal"] = nominal;
        Print(line);
    }

    Json DescribeState() const override
    {
        Json state{{"cwnd", m_control->GetCwndBytes()},
                   {"inflight", m_control->GetInflightBytes()},
                   {"base_rtt", ToJson(m_control->GetBaseRtt())},
                   {"target_delay", ToJson(m_control->GetTargetDelay())},
                   {"can_send", m_control->CanSend(m_path.nominalMtuBytes)}};
        if (const auto nscc = DynamicCast<MrcNscc>(m_control))
        {
            state["max_cwnd"] = nscc->GetMaxCwndBytes();
            state["avg_delay"] = nscc->GetAvgDelayNs();
        }
        return state;
    }

    Ptr<MrcCongestionControl> m_control; ///< the controller
    MrcPathInfo m_path;                  ///< its path
};

} // namespace

void
TranscribeWindow(const TranscriptCase& c)
{
    FuzzInput input(c.bytes.data(), c.bytes.size());
    WindowDriver(input, c.kind).Transcribe(c);
}

} // namespace ns3
