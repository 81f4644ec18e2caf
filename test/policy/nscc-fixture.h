/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NSCC_FIXTURE_H
#define NSCC_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-nscc.h"
#include "ns3/object.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>

/**
 * @file
 * Fixture of tests of congestion controllers.
 */

namespace ns3
{

constexpr uint32_t MTU = 4184; ///< nominal size of a full packet with a timestamp, B

/**
 * @param gbps NIC rate, Gb/s
 * @param baseRtt unloaded round-trip time
 * @param planes their number, 1 to 8
 * @param trimming the fabric trims
 * @return the path
 */
inline MrcPathInfo
Path(uint64_t gbps, RdmaTick baseRtt, uint32_t planes, bool trimming = true)
{
    MrcPathInfo path;
    path.rateBps = gbps * 1000000000;
    path.baseRtt = baseRtt;
    path.nominalMtuBytes = MTU;
    path.planes = planes;
    path.trimming = trimming;
    return path;
}

/**
 * A controller at 800 Gb/s and 10 us: BDP 1,000,000 B, max_wnd 1,500,000 B, target 7.5 us, a =
 * 6.667, b = 0.625, fi = 139,466.7 B, fi_scale = 1.667, eta = 4,184 B, alpha = 9.2978 B/ns. It
 * follows the mrc reference, 8.4, exactly: the gate of quick adapt is a share of max_wnd, and the
 * time constant of the smoothed delay is one base RTT, every SACK counts for the time since the
 * last one, and a decrease is possible per base RTT.
 */
class Nscc : public testing::Test
{
  protected:
    Nscc()
    {
        Set("QaGateOfSent", BooleanValue(false));
        Set("AvgDelayRtts", DoubleValue(1));
        Set("AvgDelayByPackets", BooleanValue(false));
        Set("DecreasePerRtt", BooleanValue(false));
    }

    /**
     * Start, and process the first SACK, which opens the quick-adapt interval and is the first
     * adjustment by time.
     * @param trimming the fabric trims
     */
    void Start(bool trimming = true)
    {
        cc->Start(Path(800, RdmaTick::Us(10), 8, trimming));
        Ack(0, false, 0);
    }

    /**
     * Reduce the window to a value.
     * @param window the window, B; at most the current one
     */
    void Shrink(double window)
    {
        const auto excess = static_cast<uint32_t>(cc->GetCwndBytes() - window);
        cc->OnSend(excess);
        cc->OnInferredLoss(now, excess);
        ASSERT_EQ(cc->GetCwndBytes(), window);
    }

    /**
     * @param bytes newly received
     * @param ecn marked
     * @param delayNs queueing delay over 10 us, ns
     * @param full of a full packet
     */
    void Ack(uint64_t bytes, bool ecn, int64_t delayNs, bool full = true)
    {
        MrcAckInfo ack;
        ack.newBytes = bytes;
        ack.full = full;
        ack.ecn = ecn;
        ack.rtt = RdmaTick::Us(10) + RdmaTick::Ns(delayNs);
        cc->OnAck(now, ack);
    }

    /**
     * A full packet was trimmed.
     * @param reason last hop or not
     */
    void Trim(MrcNackReason reason = MrcNackReason::TRIMMED)
    {
        cc->OnNack(now, reason, MTU, std::nullopt);
    }

    /** @param name an attribute */
    void Set(const std::string& name, const AttributeValue& value)
    {
        cc->SetAttribute(name, value);
    }

    Ptr<MrcNscc> cc{CreateObject<MrcNscc>()}; ///< the controller
    RdmaTick now{RdmaTick::Ms(1)};            ///< the time
};

} // namespace ns3

#endif // NSCC_FIXTURE_H
