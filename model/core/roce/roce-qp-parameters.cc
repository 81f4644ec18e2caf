/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-qp-parameters.h"

#include "roce-go-back-n.h"
#include "roce-segmentation.h"
#include "roce-selective-repeat.h"

#include "ns3/assert.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceQpParameters);

namespace
{

/// Unit of the local ACK timeout (roce reference, 1.4).
constexpr RdmaTick ROCE_ACK_TIMEOUT_UNIT = RdmaTick::Ns(4096);

/// Longest window of selective repeat: half of what go-back-N may have outstanding.
constexpr uint32_t MAX_WINDOW = RDMA_PSN_MODULUS / 4;

/**
 * @param timeout a time-out
 * @param baseRtt unloaded round-trip time
 * @param rtts minimum, in base RTTs
 * @return the longer one
 */
RdmaTick
AtLeastRtts(RdmaTick timeout, RdmaTick baseRtt, double rtts)
{
    const double leastPs = static_cast<double>(baseRtt.GetPs()) * rtts;
    return std::max(timeout, RdmaTick::Ps(static_cast<int64_t>(leastPs)));
}

} // namespace

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
                          "Number of packets after which the responder sends an ACK; 0: only on "
                          "request, which the requester makes with the last packet of a message.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&RoceQpParameters::m_ackEveryPackets),
                          MakeUintegerChecker<uint32_t>(0, 1 << 16))
            .AddAttribute("RetransmissionTimeout",
                          "Time without progress after which the requester goes back to the oldest "
                          "unacknowledged packet.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&RoceQpParameters::m_retransmissionTimeout),
                          MakeTimeChecker(MicroSeconds(1), Seconds(10)))
            .AddAttribute(
                "RetransmissionTimeoutMinRtts",
                "Lower bound of RetransmissionTimeout, in unloaded round-trip times of the path.",
                DoubleValue(6),
                MakeDoubleAccessor(&RoceQpParameters::m_retransmissionRtts),
                MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("LocalAckTimeout",
                          "IBTA's form of RetransmissionTimeout: n = 1 to 31 is 4.096 us x 2^n; 0: "
                          "RetransmissionTimeout counts.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RoceQpParameters::m_localAckTimeout),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("RetransmissionBackoff",
                          "Factor by which the time-out grows with every expiry without progress; "
                          "1: it is constant, as in IBTA. The default lets a QP survive until a "
                          "switch has repaired a dead link of its own (ns3::Fabric::LocalRepair).",
                          DoubleValue(2),
                          MakeDoubleAccessor(&RoceQpParameters::m_backoff),
                          MakeDoubleChecker<double>(1, 16))
            .AddAttribute(
                "RetransmissionTimeoutCap",
                "Upper limit of the back-off; a longer RetransmissionTimeout stays unchanged.",
                TimeValue(MilliSeconds(2)),
                MakeTimeAccessor(&RoceQpParameters::m_timeoutCap),
                MakeTimeChecker(MicroSeconds(1), Seconds(100000)))
            .AddAttribute("RetryCount",
                          "Retries without progress before an error: one more fails the QP.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RoceQpParameters::m_retryCount),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("RnrRetryCount",
                          "RNR NAKs in a row before an error: one more fails the QP; 7: unlimited.",
                          UintegerValue(ROCE_RNR_RETRY_FOR_EVER),
                          MakeUintegerAccessor(&RoceQpParameters::m_rnrRetryCount),
                          MakeUintegerChecker<uint8_t>(0, ROCE_RNR_RETRY_FOR_EVER))
            .AddAttribute("MinRnrTimer",
                          "Code of the time in RNR NAKs for which the requester must wait, from "
                          "IBTA's table: 1 is 10 us, 12 is 640 us, 0 is 655.36 ms.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&RoceQpParameters::m_minRnrTimer),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("MinTimeBetweenCnps",
                          "The notification point sends at most one CNP per QP in this time.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RoceQpParameters::m_minTimeBetweenCnps),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute(
                "Reliability",
                "Recovery of losses: go-back-n, as in RC, or selective-repeat, as in IRN.",
                EnumValue(GO_BACK_N),
                RdmaEnumAccessor<Reliability>(&RoceQpParameters::m_reliability),
                MakeEnumChecker(GO_BACK_N, "go-back-n", SELECTIVE_REPEAT, "selective-repeat"))
            .AddAttribute("SelectiveWindowBdps",
                          "Selective repeat: largest number of packets in flight, in units of base "
                          "round-trip time x line rate; AckEveryPackets more are allowed, so that "
                          "coalesced ACKs do not stall the QP.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RoceQpParameters::m_windowBdps),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("SelectiveTimeoutLow",
                          "Selective repeat, RTO_low: first time-out while at most "
                          "SelectiveFewPackets are in flight. Later ones without progress are "
                          "those of go-back-N.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&RoceQpParameters::m_timeoutLow),
                          MakeTimeChecker(MicroSeconds(1), Seconds(10)))
            .AddAttribute("SelectiveTimeoutHigh",
                          "Selective repeat, RTO_high: the same with more packets in flight; the "
                          "longest round trip, queues included.",
                          TimeValue(MicroSeconds(320)),
                          MakeTimeAccessor(&RoceQpParameters::m_timeoutHigh),
                          MakeTimeChecker(MicroSeconds(1), Seconds(10)))
            .AddAttribute(
                "SelectiveTimeoutMinRtts",
                "Lower bound of both time-outs, in unloaded round-trip times of the path.",
                DoubleValue(3),
                MakeDoubleAccessor(&RoceQpParameters::m_selectiveRtts),
                MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("SelectiveFewPackets",
                          "Selective repeat, N: largest number of packets in flight with the "
                          "shorter time-out.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RoceQpParameters::m_fewPackets),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

RoceQpConfig
RoceQpParameters::MakeConfig(RdmaTick baseRtt) const
{
    RoceQpConfig config;
    config.pathMtuBytes = m_pathMtuBytes;
    config.ackEveryPackets = m_ackEveryPackets;
    const RdmaTick timeout = m_localAckTimeout > 0
                                 ? ROCE_ACK_TIMEOUT_UNIT * (1LL << m_localAckTimeout)
                                 : ToRdmaTick(m_retransmissionTimeout);
    config.retransmissionTimeout = AtLeastRtts(timeout, baseRtt, m_retransmissionRtts);
    config.retransmissionTimeoutCap = ToRdmaTick(m_timeoutCap);
    config.retransmissionBackoff = static_cast<float>(m_backoff);
    config.retryCount = m_retryCount;
    config.rnrRetryCount = m_rnrRetryCount;
    config.minRnrTimer = m_minRnrTimer;
    config.minTimeBetweenCnps = ToRdmaTick(m_minTimeBetweenCnps);
    return config;
}

RoceSelectiveConfig
RoceQpParameters::MakeSelectiveConfig(RdmaTick baseRtt, uint64_t lineRateBps) const
{
    RoceSelectiveConfig config;
    const double bdpBytes = static_cast<double>(lineRateBps) / 8 * baseRtt.GetSeconds();
    const double packetBytes = m_pathMtuBytes + ROCE_OVERHEAD_RETH_BYTES;
    const double packets = std::ceil(bdpBytes * m_windowBdps / packetBytes) + m_ackEveryPackets;
    config.windowPackets = static_cast<uint32_t>(std::clamp<double>(packets, 1, MAX_WINDOW));
    config.timeoutLow = AtLeastRtts(ToRdmaTick(m_timeoutLow), baseRtt, m_selectiveRtts);
    config.timeoutHigh = std::max(config.timeoutLow,
                                  AtLeastRtts(ToRdmaTick(m_timeoutHigh), baseRtt, m_selectiveRtts));
    config.fewPackets = m_fewPackets;
    return config;
}

std::unique_ptr<RoceRecovery>
RoceQpParameters::MakeRecovery(const RoceQpConfig& config) const
{
    switch (m_reliability)
    {
    case GO_BACK_N:
        return std::make_unique<RoceGoBackN>(config);
    case SELECTIVE_REPEAT:
        return std::make_unique<RoceSelectiveRepeat>(
            config,
            MakeSelectiveConfig(config.baseRtt, config.lineRateBps));
    }
    NS_ASSERT_MSG(false, "reliability " << m_reliability);
    return nullptr;
}

} // namespace ns3
