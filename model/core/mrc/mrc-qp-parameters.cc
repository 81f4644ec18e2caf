/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-parameters.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/rdma-sizing.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{
/// Links of the longest path for which ReoWindow and AckTimeoutMinRtts suffice: three switches.
constexpr uint32_t USUAL_LINKS = 4;
/// Base RTTs for which headers of trimmed packets may precede data: TrimmedBurst.
constexpr uint32_t HEADER_RTTS = 2;
} // namespace

NS_OBJECT_ENSURE_REGISTERED(MrcQpParameters);

TypeId
MrcQpParameters::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcQpParameters")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcQpParameters>()
            .AddAttribute("PathMtu",
                          "Payload of a full packet, B: 256, 512, 1024, 2048 or 4096.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&MrcQpParameters::m_pathMtuBytes),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute(
                "Mpr",
                "Maximum PSN range, units of 128 packets: limit of the PSNs that the requester may "
                "send above the last PSN received in order, if the peer offers as much.",
                UintegerValue(8),
                MakeUintegerAccessor(&MrcQpParameters::m_mprUnits),
                MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("MprDest",
                          "Maximum PSN range that this end offers as responder, units of 128 "
                          "packets; 0: the same as Mpr.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcQpParameters::m_mprDestUnits),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("MaxWimm",
                          "WriteImms that may be outstanding as requester, if the peer offers as "
                          "many.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcQpParameters::m_maxWimm),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("MaxWimmDest",
                          "WriteImms whose immediate data this end can stash as responder.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcQpParameters::m_maxWimmDest),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("DeviceMaxMpr",
                          "Largest MPR of any QP of the device, units of 128 packets.",
                          UintegerValue(255),
                          MakeUintegerAccessor(&MrcQpParameters::m_deviceMaxMpr),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("MprResolution",
                          "The device offers MPRs that are multiples of this, units of 128 "
                          "packets.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcQpParameters::m_mprResolution),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "DeviceMaxWimm",
                "Largest number of WriteImms of any QP of the device, in either direction.",
                UintegerValue(65535),
                MakeUintegerAccessor(&MrcQpParameters::m_deviceMaxWimm),
                MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("TransportAck",
                          "A message is complete when a Transport ACK covers it, not when all its "
                          "packets are acknowledged. The same at both ends of a QP.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcQpParameters::m_transportAck),
                          MakeBooleanChecker())
            .AddAttribute("DynamicMpr",
                          "The responder may change the MPR while the QP is in RTR or RTS, if both "
                          "ends allow it.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcQpParameters::m_dynamicMpr),
                          MakeBooleanChecker())
            .AddAttribute("Timestamps",
                          "Writes carry a timestamp (TSETH), which SACKs and NACKs echo.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcQpParameters::m_timestamps),
                          MakeBooleanChecker())
            .AddAttribute("TrimNack",
                          "As responder: trimmed packets are answered with a NACK. If not, the "
                          "peer sends packets that switches must not trim.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_trimNack),
                          MakeBooleanChecker())
            .AddAttribute("ServiceTime",
                          "As responder: time between a packet and its answer.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcQpParameters::m_serviceTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ServiceTimeCompensation",
                          "As responder: echoed timestamps are increased by ServiceTime, so that "
                          "the peer does not count it as time in the network.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_compensate),
                          MakeBooleanChecker())
            .AddAttribute(
                "SackThresholdBytes",
                "Bytes received between two SACKs of the responder, B; a packet counts at least "
                "1024 B. Marked, repeated and requested packets are answered at once in any case.",
                UintegerValue(16384),
                MakeUintegerAccessor(&MrcQpParameters::m_sackThresholdBytes),
                MakeUintegerChecker<uint32_t>(1, 32768))
            .AddAttribute("AckTimeout",
                          "Exponent n of the retransmission timer: 1.024 us x 2^n.",
                          UintegerValue(MRC_DEFAULT_TIMEOUT_EXPONENT),
                          MakeUintegerAccessor(&MrcQpParameters::m_ackTimeoutExponent),
                          MakeUintegerChecker<uint32_t>(0, MRC_MAX_TIMEOUT_EXPONENT))
            .AddAttribute(
                "AckTimeoutMinRtts",
                "If the timer is shorter than this number of base round-trip times of the path, "
                "its exponent is raised until it is not. The default covers queues at their trim "
                "thresholds and a SACK that waits for more packets; 0: never.",
                DoubleValue(6),
                MakeDoubleAccessor(&MrcQpParameters::m_ackTimeoutRtts),
                MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("RetryLinear",
                          "Consecutive time-outs before the timer starts to double.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&MrcQpParameters::m_retryLinear),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("RetryExponential",
                          "Consecutive time-outs with a doubled timer before the QP goes to ERROR; "
                          "25: never.",
                          UintegerValue(14),
                          MakeUintegerAccessor(&MrcQpParameters::m_retryExponential),
                          MakeUintegerChecker<uint32_t>(0, MRC_RETRY_FOREVER))
            .AddAttribute("ReoWindow",
                          "A packet is lost when another one sent this much later on any path is "
                          "acknowledged; in base round-trip times of the longest path. The default "
                          "exceeds the largest difference between queues within the trim "
                          "thresholds of three switches.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&MrcQpParameters::m_reoWindowRtts),
                          MakeDoubleChecker<double>(0.1, 1000))
            .AddAttribute("WindowsByPath",
                          "ReoWindow and AckTimeoutMinRtts are longer in a network in which links "
                          "that stand for each other have different rates: by a base round-trip "
                          "time for every switch of the longest path after the third, as its queue "
                          "may be full, and by two for the headers of trimmed packets that then "
                          "precede data (FabricSwitchParameters::TrimmedBurst).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_windowsByPath),
                          MakeBooleanChecker())
            .AddAttribute(
                "LossRuleA",
                "A packet is lost when another one sent later on the same EV is acknowledged.",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcQpParameters::m_lossRuleA),
                MakeBooleanChecker())
            .AddAttribute("LossRuleB",
                          "A packet is lost when another one sent ReoWindow later is acknowledged.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_lossRuleB),
                          MakeBooleanChecker())
            .AddAttribute("OooThreshold",
                          "Rule C: a packet is lost when more than this number of packets sent "
                          "after it are acknowledged; 0: never.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcQpParameters::m_oooThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("OooCwndFactor",
                          "Rule C with a threshold of this number of congestion windows, at most "
                          "the maximum window and at least 5 packets. 0: never; the form of the "
                          "public reference model is 1.5.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MrcQpParameters::m_oooCwndFactor),
                          MakeDoubleChecker<double>(0, 100))
            .AddAttribute("LossRuleD",
                          "Send a reliability probe when outstanding packets receive no SACK.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_lossRuleD),
                          MakeBooleanChecker())
            .AddAttribute("AckOncePerWindow",
                          "A packet that closes the window requests a SACK only if no earlier such "
                          "request is outstanding. Otherwise every SACK opens the window for a few "
                          "packets, whose last one requests the next, and SACKs are load for the "
                          "other direction (docs/decisions.md).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpParameters::m_askOnce),
                          MakeBooleanChecker())
            .AddAttribute("AckOnceFrom",
                          "Congestion window, in multiples of SackThresholdBytes, from which "
                          "AckOncePerWindow is obeyed. A smaller window is closed most of the "
                          "time, and would be sent in bursts, one for each SACK.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&MrcQpParameters::m_askOnceFrom),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("MinBdp",
                          "Windows, target delays and the timer are those of a path whose "
                          "bandwidth-delay product per plane is at least this number of full "
                          "packets. Packets of several senders that meet by chance make queues of "
                          "several packets, however short the cables are. 0: those of the path. "
                          "See FabricSwitchParameters::MinBdp.",
                          DoubleValue(20),
                          MakeDoubleAccessor(&MrcQpParameters::m_minBdp),
                          MakeDoubleChecker<double>(0, 10000))
            .AddAttribute("TailProbeMinRtts",
                          "The first tail probe (rule D) leaves not before this number of base "
                          "round-trip times without a SACK. The answer to an earlier one comes "
                          "before ReoWindow can decide about the packets that it asks for.",
                          DoubleValue(3),
                          MakeDoubleAccessor(&MrcQpParameters::m_tailProbeMinRtts),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute(
                "AckSilence",
                "A packet requests a SACK after this number of base round-trip times without one: "
                "a slow QP would otherwise wait long for SackThresholdBytes.",
                UintegerValue(3),
                MakeUintegerAccessor(&MrcQpParameters::m_ackSilence),
                MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute(
                "TrimSchedule",
                "No document has this rule: the NACK of a trimmed packet (NETH, spdcid) contains "
                "the length of the queue of all packets sent to the receiver, and the sender "
                "delays the packet by that time (MrcTrimSchedule). Meanwhile it sends no new data.",
                BooleanValue(false),
                MakeBooleanAccessor(&MrcQpParameters::m_trimSchedule),
                MakeBooleanChecker())
            .AddAttribute(
                "RttAfterTrims",
                "The SACK of a packet sent more than twice gives a round-trip time if NACKs "
                "reported "
                "all earlier retransmissions (mrc reference, 8.4, considers one retransmission).",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcQpParameters::m_rttAfterTrims),
                MakeBooleanChecker())
            .AddAttribute("TrimGracePeriod",
                          "By rules A, B and E, a packet is lost only after this multiple of the "
                          "present delay of NACKs of trimmed packets, because its own NACK may be "
                          "in flight: in an incast trimmed headers wait for their share of a line, "
                          "and later packets overtake them. Before the first such NACK it is T0, "
                          "but at most that of AckTimeout 7, less a quarter for each SACK of newly "
                          "arrived packets, unless the peer sends no such NACKs. 0: no grace "
                          "period.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MrcQpParameters::m_trimGracePeriod),
                          MakeUintegerChecker<uint32_t>(0, 100))
            .AddAttribute(
                "LossRuleE",
                "Packets have a retransmission timer. Without it, only other rules find losses.",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcQpParameters::m_lossRuleE),
                MakeBooleanChecker());
    return tid;
}

RdmaProblems
MrcQpParameters::Check() const
{
    if ((m_pathMtuBytes & (m_pathMtuBytes - 1)) == 0)
    {
        return {};
    }
    return {{{"ns3::MrcQpParameters::PathMtu"},
             "ns3::MrcQpParameters::PathMtu must be 256, 512, 1024, 2048 or 4096 B, not " +
                 std::to_string(m_pathMtuBytes)}};
}

double
MrcQpParameters::GetStretch(RdmaTick baseRtt, uint64_t portRateBps) const
{
    return GetRdmaSizingStretch(baseRtt, m_minBdp, MrcNominalBytes(m_pathMtuBytes), portRateBps);
}

double
MrcQpParameters::GetExtraRtts(const MrcLongestPath& path) const
{
    return m_windowsByPath && path.unequalLinks != 0
               ? std::max(path.unequalLinks, USUAL_LINKS) - USUAL_LINKS + HEADER_RTTS
               : 0;
}

MrcQpConfig
MrcQpParameters::MakeConfig(const MrcLongestPath& path) const
{
    AbortOnRdmaProblems(Check());
    MrcQpConfig config;
    config.pathMtuBytes = m_pathMtuBytes;
    config.windowPackets = m_mprUnits * MRC_MPR_UNIT_PACKETS;
    config.destWindowPackets =
        (m_mprDestUnits == 0 ? m_mprUnits : m_mprDestUnits) * MRC_MPR_UNIT_PACKETS;
    config.maxWimm = m_maxWimm;
    config.maxWimmDest = m_maxWimmDest;
    config.sackThresholdBytes = m_sackThresholdBytes;
    config.retryLinear = m_retryLinear;
    config.retryExponential = m_retryExponential;
    const auto rttPs = static_cast<double>(path.baseRtt.GetPs());
    const double extraRtts = GetExtraRtts(path);
    const double leastPs =
        m_ackTimeoutRtts > 0 ? rttPs * path.stretch * (m_ackTimeoutRtts + extraRtts) : 0;
    const auto raise = [leastPs](uint32_t exponent) {
        while (exponent < MRC_MAX_TIMEOUT_EXPONENT && MrcAckTimeout(exponent).GetPs() < leastPs)
        {
            ++exponent;
        }
        return MrcAckTimeout(exponent);
    };
    config.ackTimeout = raise(m_ackTimeoutExponent);
    config.firstGracePeriod = raise(std::min(m_ackTimeoutExponent, MRC_DEFAULT_TIMEOUT_EXPONENT));
    config.reoWindow = RdmaTick::Ps(std::llround((m_reoWindowRtts + extraRtts) * rttPs));
    config.trimSchedule = m_trimSchedule;
    config.rttAfterTrims = m_rttAfterTrims;
    config.askOnce = m_askOnce;
    config.askOnceFrom = m_askOnceFrom;
    config.tailProbeMinRtts = static_cast<float>(m_tailProbeMinRtts);
    config.ackSilenceRtts = m_ackSilence;
    config.lossRules = {m_lossRuleA,
                        m_lossRuleB,
                        m_oooThreshold,
                        m_oooCwndFactor,
                        m_lossRuleD,
                        m_lossRuleE,
                        m_trimGracePeriod};
    config.transportAck = m_transportAck;
    config.dynamicMpr = m_dynamicMpr;
    config.timestamps = m_timestamps;
    config.trimNack = m_trimNack;
    config.compensate = m_compensate;
    config.serviceTime = ToRdmaTick(m_serviceTime);
    config.limits.maxMpr = m_deviceMaxMpr;
    config.limits.mprResolution = m_mprResolution;
    config.limits.maxWimm = m_deviceMaxWimm;
    config.limits.maxWimmDest = m_deviceMaxWimm;
    config.limits.dynamicMpr = m_dynamicMpr;
    return config;
}

void
ApplyMrcQpAttributes(const MrcQpAttributes& a, MrcQpConfig& config)
{
    const auto given = [&](uint32_t bit) { return (a.mask & bit) != 0; };
    if (given(MRC_QP_DEST_QPN))
    {
        config.peerQpn = a.destQpn;
        config.rqPsn = a.rqPsn;
        config.pathMtuBytes = a.pathMtuBytes;
        config.destWindowPackets = a.mprDest * MRC_MPR_UNIT_PACKETS;
        config.maxWimmDest = a.maxWimmDest;
        const uint8_t caps = given(MRC_QP_CAPABILITIES) ? a.capabilities : 0;
        config.dynamicMpr = caps & MRC_QP_CAP_DYNAMIC_MPR;
        config.peerTrimNack = !(caps & MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED);
    }
    if (given(MRC_QP_PEER_LIMITS))
    {
        config.limits.peerMprDest = a.peerMprDest;
        config.limits.peerMaxWimmDest = a.peerMaxWimmDest;
    }
    if (given(MRC_QP_SQ_PSN))
    {
        config.sqPsn = a.sqPsn;
        config.windowPackets = a.mpr * MRC_MPR_UNIT_PACKETS;
        config.maxWimm = a.maxWimm;
        config.ackTimeout = MrcAckTimeout(a.timeout);
        config.retryLinear = a.retry.linear;
        config.retryExponential = a.retry.exp;
    }
}

} // namespace ns3
