/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONGESTION_CONTROL_H
#define MRC_CONGESTION_CONTROL_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcCongestionControl: the window of one MRC destination.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Properties of the path that a controller receives before the first packet.
 */
struct MrcPathInfo
{
    uint64_t rateBps{0};         ///< NIC rate, all planes together, bit/s
    RdmaTick baseRtt;            ///< unloaded round-trip time of a full packet and its SACK
    double stretch{1};           ///< windows and target delays suit a base RTT this many times as
                                 ///< long (MrcQpParameters::MinBdp), at least 1
    uint32_t nominalMtuBytes{0}; ///< nominal size of a full packet (mrc reference, 8.2), B
    uint32_t planes{1};          ///< NIC ports
    bool trimming{true};         ///< the fabric trims
    uint32_t remoteRecvPeers{0}; ///< QP hint: hosts that send to the peer at a time; 0: unknown

    /** @return target queueing delay that suits the path (mrc reference, 8.7) */
    RdmaTick GetDefaultTargetDelay() const;
};

/**
 * @ingroup mrc
 * Contents of a SACK that concern the controller.
 */
struct MrcAckInfo
{
    uint64_t newBytes{0};        ///< newly received, by rcvd_bytes, B
    bool ecn{false};             ///< m == SKIP_ONCE
    std::optional<RdmaTick> rtt; ///< round-trip time; absent if the sample is ambiguous
    bool full{true};             ///< the sample is of a full packet: shorter packets have shorter
                                 ///< round-trip times
    uint8_t penalty{0};          ///< rcv_cwnd_pen
    bool restore{false};         ///< restore_cwnd
};

/**
 * @ingroup mrc
 * Decides how many bytes may be in flight to one destination (mrc reference, 8). Sizes are nominal
 * sizes (mrc reference, 8.2). A new algorithm is a subclass with a TypeId; no other code changes.
 *
 * A controller serves one QP, or all QPs of a NIC to one host (mrc reference, 1.4).
 *
 * Invariant: inflight = sent - acknowledged - NACKed - lost + late acknowledged.
 */
class MrcCongestionControl : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Copy a controller that has not been started: much cheaper than creation by TypeId, which
     * looks up every attribute.
     * @return a copy with the same attributes
     */
    virtual Ptr<MrcCongestionControl> Fork() const = 0;

    /**
     * Call Start unless it was called before: all QPs that share a controller call this.
     * @param path see Start
     */
    void StartOnce(const MrcPathInfo& path);

    /**
     * Called once, before all other functions.
     * @param path properties of the path; parameters not set as attributes follow from it
     */
    virtual void Start(const MrcPathInfo& path) = 0;

    /**
     * A packet, new or retransmitted, is handed to a port.
     * @param nominal its nominal size, B
     */
    virtual void OnSend(uint32_t nominal) = 0;

    /**
     * A SACK has arrived.
     * @param ack contents of the SACK
     */
    virtual void OnAck(RdmaTick now, const MrcAckInfo& ack) = 0;

    /**
     * A NACK has arrived for a packet that still counted as in flight.
     * @param reason its code
     * @param nominal nominal size of the packet, B
     * @param rtt round-trip time, absent when ambiguous
     */
    virtual void OnNack(RdmaTick now,
                        MrcNackReason reason,
                        uint32_t nominal,
                        std::optional<RdmaTick> rtt) = 0;

    /**
     * A packet was declared lost without a NACK (rules A to E; mrc reference, 5.7).
     * @param nominal its nominal size, B
     */
    virtual void OnInferredLoss(RdmaTick now, uint32_t nominal) = 0;

    /**
     * A packet that was declared lost or NACKed was acknowledged before its retransmission: it
     * counts as in flight again until rcvd_bytes removes it (mrc reference, 8.3).
     * @param nominal its nominal size, B
     */
    virtual void OnLateAck(uint32_t nominal) = 0;

    /**
     * @param nominal nominal size of a packet, B
     * @return true if the window allows it (mrc reference, 8.5)
     */
    virtual bool CanSend(uint32_t nominal) const = 0;

    /** @return congestion window, B */
    virtual uint64_t GetCwndBytes() const = 0;

    /** @return the largest congestion window, B; by default unlimited */
    virtual uint64_t GetMaxCwndBytes() const;

    /** @return bytes in flight; may be up to 255 B too low (rcvd_bytes is rounded up) */
    virtual int64_t GetInflightBytes() const = 0;

    /** @return base RTT: the smallest sample of a full packet, at most the configured value */
    virtual RdmaTick GetBaseRtt() const = 0;

    /** @return target queueing delay */
    virtual RdmaTick GetTargetDelay() const = 0;

  private:
    bool m_started{false}; ///< StartOnce has called Start
};

} // namespace ns3

#endif // MRC_CONGESTION_CONTROL_H
