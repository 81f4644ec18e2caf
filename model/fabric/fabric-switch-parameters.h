/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_PARAMETERS_H
#define FABRIC_SWITCH_PARAMETERS_H

#include "fabric-forwarding.h"
#include "fabric-load-balancer.h"
#include "fabric-port.h"
#include "fabric-shared-buffer.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"
#include "ns3/type-id.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSwitchParameters: settings of queues, ECN, trimming and PFC of the switches of a
 * network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Numbers from which queue sizes are derived.
 */
struct FabricQueueScale
{
    uint64_t rateBps{0};       ///< rate of the port, bit/s
    uint64_t planeBdpBytes{0}; ///< rate of a NIC port (or of the port, if it is slower and the
                               ///< sizes follow it) x base RTT, B (mrc reference, 6.1)
    uint32_t maxFrameBytes{0}; ///< largest frame, B
    uint64_t switchRateBps{0}; ///< sum of the switch's port rates, bit/s
    uint64_t pauseBytes{0};    ///< use of a lossless switch's memory at which a port is paused, B;
                               ///< 0 = unknown
};

/**
 * @ingroup mrc
 * Settings of all switches of a network, as attributes. A size of 0 and a probability below 0 mean
 * "derive": for a trimming or lossy fabric from the plane's bandwidth-delay product (mrc reference,
 * 6.1 and 7), for a lossless one from the line rate (roce reference, 2.4 and 3).
 */
class FabricSwitchParameters : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /** @return contradictions */
    RdmaProblems Check() const;

    /**
     * Make the profile of a port. Aborts if values contradict each other.
     * @param scale rates and products
     * @param lastHop true: the port faces a NIC
     * @return the profile of such a port
     */
    FabricQueueProfile MakeProfile(const FabricQueueScale& scale, bool lastHop) const;

    /** @return the profile of a NIC's port */
    FabricQueueProfile MakeNicProfile() const;

    /**
     * @param scale rates and products
     * @return the shared buffer of a lossless switch
     */
    FabricBufferSpec MakeBuffer(const FabricQueueScale& scale) const;

    /** @return position of the number of the uplink in a structured EV */
    FabricEvField GetEvField() const
    {
        return {m_evFieldShift, m_evFieldBits};
    }

    /** @return a new load balancer, to be forked for every T0 */
    Ptr<FabricLoadBalancer> MakeLoadBalancer() const;

    /** @return true if the switches trim */
    bool IsTrimming() const
    {
        return m_trimming && !m_pfc;
    }

    /** @return smallest product of rate and base RTT from which sizes are derived, frames */
    double GetMinBdp() const
    {
        return m_minBdp;
    }

    /** @return true if sizes of queues follow the rate of a slow port */
    bool IsScaling() const
    {
        return m_scale;
    }

    /** @return true if the switches are lossless for the data class */
    bool IsLossless() const
    {
        return m_pfc;
    }

    /**
     * @param cls a class of frames
     * @return true if the switches are lossless for this class
     */
    bool IsLossless(RdmaClass cls) const
    {
        return m_pfc && cls != RdmaClass::CONTROL &&
               (m_losslessClasses >> FabricDataIndex(cls) & 1);
    }

  private:
    bool m_trimming;               ///< attribute Trimming
    bool m_pfc;                    ///< attribute Pfc
    bool m_scale;                  ///< attribute ScaleThresholds
    double m_minBdp;               ///< attribute MinBdp, frames
    bool m_ecn;                    ///< attribute Ecn
    bool m_ecnOnLastHop;           ///< attribute EcnOnLastHop
    uint64_t m_ecnKminBytes;       ///< attribute EcnKmin
    uint64_t m_ecnKmaxBytes;       ///< attribute EcnKmax
    double m_ecnPmax;              ///< attribute EcnPmax
    double m_trimFactor;           ///< attribute TrimThreshold
    bool m_trimRandom;             ///< attribute TrimRandom
    double m_trimLastHopFactor;    ///< attribute TrimThresholdLastHop
    double m_dropFactor;           ///< attribute DropThreshold
    double m_ctrlFactor;           ///< attribute ControlThreshold
    double m_trimmedShare;         ///< attribute TrimmedShare
    double m_trimmedMaxShare;      ///< attribute TrimmedMaxShare
    double m_trimmedBurst;         ///< attribute TrimmedBurst
    double m_trimmedFactor;        ///< attribute TrimmedThreshold
    uint64_t m_bufferBytes;        ///< attribute Buffer
    double m_bufferAlpha;          ///< attribute BufferAlpha
    uint32_t m_resumeOffsetFrames; ///< attribute ResumeOffset
    TypeId m_loadBalancing;        ///< attribute LoadBalancing

    /// Values of the attribute BufferThreshold.
    enum ThresholdNumber
    {
        DYNAMIC,
        STATIC,
    };

    /// Values of the attribute LosslessClasses: bit i is data class i.
    enum LosslessNumber
    {
        FIRST = 1,
        SECOND = 2,
        BOTH = 3,
    };

    ThresholdNumber m_threshold;      ///< attribute BufferThreshold
    LosslessNumber m_losslessClasses; ///< attribute LosslessClasses
    uint64_t m_staticXoffBytes;       ///< attribute StaticXoff
    uint32_t m_reservedBytes;         ///< attribute BufferReserved
    double m_egressAlpha;             ///< attribute EgressAlpha
    Time m_pfcResponse;               ///< attribute PfcResponseTime
    int64_t m_headroomMargin;         ///< attribute HeadroomMargin
    uint16_t m_firstWeight;           ///< attribute FirstWeight
    uint16_t m_secondWeight;          ///< attribute SecondWeight
    uint8_t m_evFieldShift;           ///< attribute EvFieldShift
    uint8_t m_evFieldBits;            ///< attribute EvFieldBits
};

} // namespace ns3

#endif // FABRIC_SWITCH_PARAMETERS_H
