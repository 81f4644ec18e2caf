/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch-parameters.h"

#include "fabric-ecmp-balancer.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-time.h"
#include "ns3/rdma-type-name.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricSwitchParameters);

namespace
{
/// ECN thresholds of a trimming or lossy fabric, of the plane's BDP (mrc reference, 7).
constexpr double BDP_KMIN = 0.2;
constexpr double BDP_KMAX = 0.8;
constexpr double BDP_PMAX = 1.0;
/// ECN thresholds of a lossless fabric: 4 KB and 16 KB per Gb/s, in B per bit/s (roce reference,
/// 3).
constexpr double RATE_KMIN = 4e3 / 1e9;
constexpr double RATE_KMAX = 16e3 / 1e9;
constexpr double RATE_PMAX = 0.2;
/// Marking of a lossless fabric begins at most at this share of what pauses a port: PFC must not
/// act before ECN (roce reference, 3).
constexpr double PAUSE_SHARE = 0.5;
/// Buffer of a lossless switch: 100 KB per 100 Gb/s, in B per bit/s (roce reference, 2.4).
constexpr double RATE_BUFFER = 100e3 / 100e9;

/**
 * @param factor of the product; 0 = no limit
 * @param scale the product
 * @return bytes
 */
uint64_t
Share(double factor, const FabricQueueScale& scale)
{
    const auto bytes =
        static_cast<uint64_t>(std::llround(factor * static_cast<double>(scale.planeBdpBytes)));
    return std::max<uint64_t>(bytes, scale.maxFrameBytes);
}
} // namespace

TypeId
FabricSwitchParameters::GetTypeId()
{
    using Self = FabricSwitchParameters;
    static TypeId tid =
        TypeId("ns3::FabricSwitchParameters")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricSwitchParameters>()
            .AddAttribute("Trimming",
                          "Cut the payload of data frames that find a full queue and send their "
                          "headers on with priority. Has no effect with Pfc.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_trimming),
                          MakeBooleanChecker())
            .AddAttribute("Pfc",
                          "Lossless data class: pause the sender before a queue overflows.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_pfc),
                          MakeBooleanChecker())
            .AddAttribute("ScaleThresholds",
                          "Sizes of queues that are derived are those of a port's own rate where "
                          "it is lower than that of a NIC's port, also after a fault has lowered "
                          "it, so that a full queue takes as long to drain as elsewhere. False: "
                          "those of a NIC's port, and of the initial rate.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_scale),
                          MakeBooleanChecker())
            .AddAttribute("MinBdp",
                          "Sizes of queues that are derived from the plane's BDP are those of at "
                          "least this number of full frames. Frames of several senders that meet "
                          "by chance make queues of several frames, however short the cables are. "
                          "0: those of the network. See MrcQpParameters::MinBdp.",
                          DoubleValue(20),
                          MakeDoubleAccessor(&Self::m_minBdp),
                          MakeDoubleChecker<double>(0, 10000))
            .AddAttribute("Ecn",
                          "Mark frames CE by the RED profile when they leave a data queue.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_ecn),
                          MakeBooleanChecker())
            .AddAttribute("EcnOnLastHop",
                          "Also mark on ports that face a NIC. Always on with Pfc, whose senders "
                          "have no other signal of an incast.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_ecnOnLastHop),
                          MakeBooleanChecker())
            .AddAttribute(
                "EcnKmin",
                "Data queue up to which no frame is marked, B. 0: 0.2 of the plane's BDP, or with "
                "Pfc 4 KB per Gb/s of line rate, at most half of the memory use at which a port "
                "is paused; at most EcnKmax.",
                UintegerValue(0),
                MakeUintegerAccessor(&Self::m_ecnKminBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "EcnKmax",
                "Data queue above which all frames are marked, B. 0: 0.8 of the plane's BDP, or "
                "with Pfc 16 KB per Gb/s of line rate; at least EcnKmin.",
                UintegerValue(0),
                MakeUintegerAccessor(&Self::m_ecnKmaxBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("EcnPmax",
                          "Marking probability at EcnKmax, 0 to 1. Below 0: 1, or with Pfc 0.2.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&Self::m_ecnPmax),
                          MakeDoubleChecker<double>(-1, 1))
            .AddAttribute("TrimThreshold",
                          "Data queue of a fabric port above which frames are trimmed, in plane "
                          "BDPs (mrc reference, 6.1).",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&Self::m_trimFactor),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("TrimThresholdLastHop",
                          "Data queue of a port that faces a NIC above which frames are trimmed, "
                          "in plane BDPs.",
                          DoubleValue(1.5),
                          MakeDoubleAccessor(&Self::m_trimLastHopFactor),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute(
                "TrimRandom",
                "A frame that finds a full queue and the last one in the queue are "
                "equally likely to be trimmed; if the arriving one is longer, it may make "
                "the queue longer than its limit, by less than a frame. False: always the "
                "arriving one (mrc reference, 6.1); then the order of senders around a "
                "receiver decides which of them are trimmed.",
                BooleanValue(true),
                MakeBooleanAccessor(&Self::m_trimRandom),
                MakeBooleanChecker())
            .AddAttribute("DropThreshold",
                          "Data queue above which frames that cannot be trimmed are dropped, in "
                          "plane BDPs. Has no effect with Pfc.",
                          DoubleValue(5.0),
                          MakeDoubleAccessor(&Self::m_dropFactor),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("ControlThreshold",
                          "Control queue above which frames are dropped, in plane BDPs.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&Self::m_ctrlFactor),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("TrimmedShare",
                          "Share of a line that trimmed frames may take while data waits (mrc "
                          "reference, 6.1). 1: strict priority, in the queue of the control class; "
                          "then an incast of hundreds of QPs leaves the line to headers.",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&Self::m_trimmedShare),
                          MakeDoubleChecker<double>(0.001, 1))
            .AddAttribute("TrimmedMaxShare",
                          "Maximum of TrimmedShare, which grows with the queue of trimmed frames.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Self::m_trimmedMaxShare),
                          MakeDoubleChecker<double>(0.001, 1))
            .AddAttribute("TrimmedBurst",
                          "With TrimmedShare below 1: bytes that trimmed frames may take before it "
                          "limits them, in plane BDPs, so few trims have priority. When more than "
                          "that wait, their share grows in proportion.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&Self::m_trimmedBurst),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("TrimmedThreshold",
                          "With TrimmedShare below 1: queue of trimmed frames above which more are "
                          "dropped, in plane BDPs. A dropped header looks like a packet lost on a "
                          "dead path, so the default holds the first windows of a thousand "
                          "senders.",
                          DoubleValue(64.0),
                          MakeDoubleAccessor(&Self::m_trimmedFactor),
                          MakeDoubleChecker<double>(0.01, 100000))
            .AddAttribute(
                "Buffer",
                "Memory of a lossless switch, B. 0: 100 KB per 100 Gb/s of its ports, but "
                "at least BufferReserved, the headroom, and a pool as large as the "
                "headroom and as all StaticXoff together.",
                UintegerValue(0),
                MakeUintegerAccessor(&Self::m_bufferBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("BufferAlpha",
                          "Share of the free pool that one ingress port may use before it is "
                          "paused.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&Self::m_bufferAlpha),
                          MakeDoubleChecker<double>(0.001, 64))
            .AddAttribute("ResumeOffset",
                          "Hysteresis: a paused ingress resumes this far below its threshold, in "
                          "full frames.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&Self::m_resumeOffsetFrames),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("LoadBalancing",
                          "TypeId of the load balancer of switches with several equal ports for "
                          "plain frames, a subclass of ns3::FabricLoadBalancer. Has no effect on "
                          "source routes and structured EVs.",
                          TypeIdValue(FabricEcmpBalancer::GetTypeId()),
                          MakeTypeIdAccessor(&Self::m_loadBalancing),
                          MakeTypeIdChecker())
            .AddAttribute("LosslessClasses",
                          "Data classes that Pfc makes lossless: First (priority 3), Second "
                          "(priority 4), Both. The other one is lossy: EgressAlpha.",
                          EnumValue(FIRST),
                          RdmaEnumAccessor<LosslessNumber>(&Self::m_losslessClasses),
                          MakeEnumChecker(FIRST, "First", SECOND, "Second", BOTH, "Both"))
            .AddAttribute("BufferThreshold",
                          "When an ingress port and class is paused. Dynamic: above BufferAlpha of "
                          "the free pool. Static: above StaticXoff.",
                          EnumValue(DYNAMIC),
                          RdmaEnumAccessor<ThresholdNumber>(&Self::m_threshold),
                          MakeEnumChecker(DYNAMIC, "Dynamic", STATIC, "Static"))
            .AddAttribute("StaticXoff",
                          "Static threshold, B. 0: an equal part of the pool for every lossless "
                          "class of every port.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_staticXoffBytes),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40))
            .AddAttribute("BufferReserved",
                          "Memory reserved for every lossless class of every port, in addition to "
                          "the pool and the headroom, B.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_reservedBytes),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("EgressAlpha",
                          "Share of the free pool that an egress queue of a lossy class may use "
                          "beside a lossless one; frames beyond it are dropped.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&Self::m_egressAlpha),
                          MakeDoubleChecker<double>(0.001, 64))
            .AddAttribute("PfcResponseTime",
                          "Time from the arrival of a pause frame until it takes effect, part of "
                          "the headroom. The standard allows 394 quanta of 512 bit times at 100 "
                          "Gb/s, which are 2 us.",
                          TimeValue(Time{0}),
                          MakeTimeAccessor(&Self::m_pfcResponse),
                          MakeTimeChecker(Time{0}, MilliSeconds(1)))
            .AddAttribute("HeadroomMargin",
                          "Added to the computed headroom of every lossless class of every port, "
                          "B. Below 0 the headroom is too small, and a worst-case burst is lost.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&Self::m_headroomMargin),
                          MakeIntegerChecker<int64_t>(-(int64_t{1} << 40), int64_t{1} << 40))
            .AddAttribute("FirstWeight",
                          "Share of a line for the first data class while both data classes have "
                          "frames to send, as a ratio to SecondWeight.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_firstWeight),
                          MakeUintegerChecker<uint16_t>(1, 1000))
            .AddAttribute("SecondWeight",
                          "Share of a line for the second data class, as FirstWeight.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_secondWeight),
                          MakeUintegerChecker<uint16_t>(1, 1000))
            .AddAttribute(
                "EvFieldShift",
                "Structured routing: lowest bit of the field of the EV that T0s read as number of "
                "the uplink. The default is its position in EVs that are drawn automatically; "
                "other formats come with EV profiles (mrc reference, 3.2).",
                UintegerValue(0),
                MakeUintegerAccessor(&Self::m_evFieldShift),
                MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("EvFieldBits",
                          "Structured routing: width of that field, bits.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&Self::m_evFieldBits),
                          MakeUintegerChecker<uint8_t>(1, 16));
    return tid;
}

RdmaProblems
FabricSwitchParameters::Check() const
{
    // If only one is set, the other one adapts
    if (!m_ecn || !m_ecnKmaxBytes || m_ecnKminBytes <= m_ecnKmaxBytes)
    {
        return {};
    }
    return {{{"ns3::FabricSwitchParameters::EcnKmin", "ns3::FabricSwitchParameters::EcnKmax"},
             "EcnKmin (" + std::to_string(m_ecnKminBytes) + " B) is above EcnKmax (" +
                 std::to_string(m_ecnKmaxBytes) + " B)"}};
}

FabricQueueProfile
FabricSwitchParameters::MakeNicProfile() const
{
    FabricQueueProfile profile;
    profile.pfcResponse = ToRdmaTick(m_pfcResponse);
    profile.weights = {m_firstWeight, m_secondWeight};
    return profile;
}

FabricQueueProfile
FabricSwitchParameters::MakeProfile(const FabricQueueScale& scale, bool lastHop) const
{
    FabricQueueProfile profile = MakeNicProfile();
    if (m_ecn && (!lastHop || m_ecnOnLastHop || m_pfc))
    {
        double kmin = m_pfc ? RATE_KMIN * static_cast<double>(scale.rateBps)
                            : BDP_KMIN * static_cast<double>(scale.planeBdpBytes);
        const double kmax = m_pfc ? RATE_KMAX * static_cast<double>(scale.rateBps)
                                  : BDP_KMAX * static_cast<double>(scale.planeBdpBytes);
        if (m_pfc && scale.pauseBytes > 0)
        {
            kmin = std::min(kmin, PAUSE_SHARE * static_cast<double>(scale.pauseBytes));
        }
        profile.ecnKminBytes = m_ecnKminBytes ? m_ecnKminBytes : std::llround(kmin);
        profile.ecnKmaxBytes = m_ecnKmaxBytes ? m_ecnKmaxBytes : std::llround(kmax);
        // A threshold that is set limits the one that is not.
        if (!m_ecnKminBytes)
        {
            profile.ecnKminBytes = std::min(profile.ecnKminBytes, profile.ecnKmaxBytes);
        }
        else if (!m_ecnKmaxBytes)
        {
            profile.ecnKmaxBytes = std::max(profile.ecnKmaxBytes, profile.ecnKminBytes);
        }
        profile.ecnPmax = m_ecnPmax >= 0 ? m_ecnPmax : m_pfc ? RATE_PMAX : BDP_PMAX;
        AbortOnRdmaProblems(Check());
    }
    profile.trimDscp = lastHop ? FabricDscp::TRIMMED_LASTHOP : FabricDscp::TRIMMED;
    profile.ctrlLimitBytes = Share(m_ctrlFactor, scale);
    if (m_pfc)
    {
        profile.ctrlLimitBytes = ~0ULL; // lossless: ACKs and CNPs are never dropped
        return profile;
    }
    if (m_trimming)
    {
        profile.trimRandom = m_trimRandom;
        profile.trimThresholdBytes = Share(lastHop ? m_trimLastHopFactor : m_trimFactor, scale);
        if (m_trimmedShare < 1)
        {
            profile.trimShareQ16 = static_cast<uint32_t>(std::lround(m_trimmedShare * 65536));
            profile.trimMaxShareQ16 = static_cast<uint32_t>(
                std::lround(std::max(m_trimmedShare, m_trimmedMaxShare) * 65536));
            profile.trimBurstBytes = Share(m_trimmedBurst, scale);
            profile.trimLimitBytes = Share(m_trimmedFactor, scale);
        }
    }
    profile.dataLimitBytes = std::min(Share(m_dropFactor, scale), FABRIC_MAX_QUEUE_BYTES);
    return profile;
}

Ptr<FabricLoadBalancer>
FabricSwitchParameters::MakeLoadBalancer() const
{
    NS_ABORT_MSG_IF(!MakesRdmaType(m_loadBalancing, FabricLoadBalancer::GetTypeId()),
                    "LoadBalancing: " << NameRdmaType(m_loadBalancing)
                                      << " is no ns3::FabricLoadBalancer");
    return ObjectFactory(m_loadBalancing.GetName()).Create<FabricLoadBalancer>();
}

FabricBufferSpec
FabricSwitchParameters::MakeBuffer(const FabricQueueScale& scale) const
{
    FabricBufferSpec spec;
    spec.totalBytes =
        m_bufferBytes
            ? m_bufferBytes
            : static_cast<uint64_t>(RATE_BUFFER * static_cast<double>(scale.switchRateBps));
    spec.growToFit = m_bufferBytes == 0;
    spec.alpha = m_bufferAlpha;
    spec.resumeOffsetBytes = m_resumeOffsetFrames * scale.maxFrameBytes;
    spec.maxFrameBytes = scale.maxFrameBytes;
    spec.threshold =
        m_threshold == STATIC ? FabricBufferThreshold::STATIC : FabricBufferThreshold::DYNAMIC;
    spec.staticXoffBytes = m_staticXoffBytes;
    spec.reservedBytes = m_reservedBytes;
    spec.egressAlpha = m_egressAlpha;
    spec.responseTime = ToRdmaTick(m_pfcResponse);
    spec.headroomMargin = m_headroomMargin;
    spec.losslessClasses = static_cast<uint8_t>(m_losslessClasses);
    return spec;
}

} // namespace ns3
