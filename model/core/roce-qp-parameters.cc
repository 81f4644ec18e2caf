/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-qp-parameters.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceQpParameters);

TypeId
RoceQpParameters::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoceQpParameters")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<RoceQpParameters>()
            .AddAttribute("PathMtu",
                          "Payload of a full packet, in bytes.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&RoceQpParameters::m_pathMtuBytes),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute("AckEveryPackets",
                          "The responder acknowledges at least every so many packets; 0: only when "
                          "the requester asks, as it does on the last packet of a message.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&RoceQpParameters::m_ackEveryPackets),
                          MakeUintegerChecker<uint32_t>(0, 1 << 16))
            .AddAttribute("RetransmissionTimeout",
                          "Time without progress after which the requester goes back to the oldest "
                          "unacknowledged packet.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&RoceQpParameters::m_retransmissionTimeout),
                          MakeTimeChecker(MicroSeconds(1), Seconds(10)))
            .AddAttribute("RetransmissionTimeoutMinRtts",
                          "The same is at least so many unloaded round-trip times of the path.",
                          DoubleValue(6),
                          MakeDoubleAccessor(&RoceQpParameters::m_retransmissionRtts),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("RetryCount",
                          "Retries without progress that a QP survives; one more is an error.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RoceQpParameters::m_retryCount),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("MinTimeBetweenCnps",
                          "The notification point sends at most one CNP per QP in this time.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RoceQpParameters::m_minTimeBetweenCnps),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

RoceQpConfig
RoceQpParameters::MakeConfig(Tick baseRtt) const
{
    RoceQpConfig config;
    config.pathMtuBytes = m_pathMtuBytes;
    config.ackEveryPackets = m_ackEveryPackets;
    const double leastPs = static_cast<double>(baseRtt.GetPs()) * m_retransmissionRtts;
    config.retransmissionTimeout = std::max(Tick::Ps(m_retransmissionTimeout.GetPicoSeconds()),
                                            Tick::Ps(static_cast<int64_t>(leastPs)));
    config.retryCount = m_retryCount;
    config.minTimeBetweenCnps = Tick::Ps(m_minTimeBetweenCnps.GetPicoSeconds());
    return config;
}

} // namespace ns3
