/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "direct-case.h"
#include "draw-attributes.h"

#include "ns3/double.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/roce-dcqcn.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

namespace
{

using Json = TranscriptJson;

/// Most calls of OnTimeout in one idle time.
constexpr uint32_t MAX_WAKEUPS = 40;

/// DCQCN, called directly as the input demands.
class DcqcnDriver final : public DirectCase
{
  public:
    /** @param input source of all choices */
    explicit DcqcnDriver(FuzzInput& input)
        : DirectCase(input),
          m_dcqcn(CreateObject<RoceDcqcn>())
    {
        DrawAttributes(input, *m_dcqcn);
        DoubleValue least;
        m_dcqcn->GetAttribute("MinRateMbps", least);
        m_lineRateBps =
            std::max(input.Pick({400000000000U, 25000000000U, 100000000000U, 99999999936U}),
                     static_cast<uint64_t>(least.Get() * 1e6));
        m_dcqcn->Start(m_lineRateBps);
    }

  private:
    void Describe(Json& line) const override
    {
        line["attributes"] = ListAttributeValues(*m_dcqcn);
        line["line_rate_bps"] = m_lineRateBps;
    }

    void Step() override
    {
        switch (m_input.Below(8))
        {
        case 0:
            Congest(1);
            break;
        case 1:
            Congest(1 + m_input.Below(6));
            break;
        case 2:
        case 3:
            for (uint32_t n = 1 + m_input.Below(16); n > 0; --n)
            {
                Pass(RdmaTick::Ns(84));
                Send();
            }
            break;
        case 4:
            Pass(RdmaTick::Ns(m_input.TakeByte() * 40));
            break;
        case 5:
            Pass(RdmaTick::Us(m_input.TakeByte()));
            break;
        case 6:
            Pass(RdmaTick::Us(m_input.TakeWord()));
            break;
        default:
            PassToWakeup();
            break;
        }
    }

    /** @param count number of CNPs that arrive close together */
    void Congest(uint32_t count)
    {
        for (; count > 0; --count)
        {
            m_dcqcn->OnCnp(m_now);
            Json line = Begin("cnp");
            Print(line);
            // 0 to 7.9 us, often a whole number of microseconds, at which periods end
            const uint32_t what = m_input.TakeByte();
            Pass(what < 128 ? RdmaTick::Us(what % 8) : RdmaTick::Ns(what % 128 * 62));
        }
    }

    /** A packet leaves. */
    void Send()
    {
        const uint32_t bytes = m_input.Pick({4198U, 4198U, 102U, 60000U});
        m_dcqcn->OnSent(m_now, bytes);
        Json line = Begin("sent");
        line["bytes"] = bytes;
        Print(line);
    }

    /** @param span time that passes; each wake-up in it is obeyed, up to a limit */
    void Pass(RdmaTick span)
    {
        const RdmaTick end = m_now + span;
        for (uint32_t n = 0; n < MAX_WAKEUPS && m_dcqcn->NextWakeup() <= end; ++n)
        {
            PassToWakeup();
        }
        m_now = end;
        if (m_dcqcn->NextWakeup() <= end)
        {
            WakeUp();
        }
    }

    /** Let time pass until the next wake-up. */
    void PassToWakeup()
    {
        const RdmaTick next = m_dcqcn->NextWakeup();
        if (!next.IsMax())
        {
            m_now = std::max(m_now, next);
            WakeUp();
        }
    }

    /** Obey a wake-up. */
    void WakeUp()
    {
        m_dcqcn->OnTimeout(m_now);
        Json line = Begin("timeout");
        Print(line);
    }

    Json DescribeState() const override
    {
        return {{"rate_bps", m_dcqcn->GetRateBps()},
                {"target_bps", m_dcqcn->GetTargetRateBps()},
                {"alpha", m_dcqcn->GetAlpha(m_now)},
                {"wakeup", ToJson(m_dcqcn->NextWakeup())}};
    }

    Ptr<RoceDcqcn> m_dcqcn;    ///< the controller
    uint64_t m_lineRateBps{0}; ///< rate of the port, bit/s
};

} // namespace

void
TranscribeDcqcn(const TranscriptCase& c)
{
    FuzzInput input(c.bytes.data(), c.bytes.size());
    DcqcnDriver(input).Transcribe(c);
}

} // namespace ns3
