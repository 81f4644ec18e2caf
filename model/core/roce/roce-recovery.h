/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RECOVERY_H
#define ROCE_RECOVERY_H

#include "ns3/rdma-psn.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceRecovery: the loss recovery of a QP.
 */

namespace ns3
{

/// Largest number of outstanding packets: with half of the PSN circle, old and new ones are
/// indistinguishable.
constexpr RdmaPsnSeq ROCE_MAX_OUTSTANDING = RDMA_PSN_MODULUS / 2 - 1;

/**
 * @ingroup mrc
 * The constant properties of a recovery.
 */
struct RoceRecoveryFacts
{
    RdmaTick shortestTimeout;  ///< minimum time without progress after which the timer expires
    uint32_t windowPackets{0}; ///< largest number of packets in flight
    uint32_t fewPackets{0};    ///< with more packets in flight the time-out is longer; 0: it is the
                               ///< same
    bool selective{false}; ///< the format RdmaPdu::selective, which supports WRITEs only, with and
                           ///< without immediate data
};

/**
 * @ingroup mrc
 * Progress of the sender of a QP: una <= next <= sentEnd.
 */
struct RoceFlight
{
    RdmaPsnSeq una;     ///< oldest packet not acknowledged
    RdmaPsnSeq next;    ///< packet that leaves next, unless a single packet is repeated first
    RdmaPsnSeq sentEnd; ///< PSN after the last packet ever sent
};

/**
 * @ingroup mrc
 * A report that a packet is missing.
 */
struct RoceGap
{
    RdmaPsnSeq missing;                   ///< the packet
    std::optional<RdmaPsnSeq> received{}; ///< a later one that the peer has stored, if named
    bool response{false};                 ///< a READ response is missing, detected by this end
    RdmaPsnSeq psns{1};                   ///< PSNs of the packet: a READ has one per response
};

/**
 * @ingroup mrc
 * The treatment of a packet above the expected one.
 */
struct RoceEarly
{
    /// Storage of the packet.
    enum class Fate
    {
        DISCARDED, ///< it must be sent again
        STORED,    ///< it is new, and placed
        DUPLICATE, ///< it was stored before
    };

    /// The report of the gap before it.
    enum class Report
    {
        NONE, ///< none
        ONCE, ///< one NAK per gap
        EACH, ///< a NAK that names this packet as received
    };

    Fate fate;     ///< storage of the packet
    Report report; ///< report of the gap
};

/**
 * @ingroup mrc
 * The part of a QP that decides about lost packets, of both directions: which packets its requester
 * sends again and when, and which early packets its responder stores. It only decides: sending,
 * timer, retries and counters belong to the requester and the responder.
 *
 * A requester may repeat in two ways. It goes back: all packets from a certain one on are sent once
 * more. Or it repeats single packets before new ones (GetRepeat). The defaults are those of a
 * recovery with the first way only, and of a responder that stores no early packets.
 *
 * Both ends of a QP must have the same recovery.
 */
class RoceRecovery
{
  public:
    virtual ~RoceRecovery() = default;

    /** @return its constant properties */
    virtual RoceRecoveryFacts GetFacts() const = 0;

    // As requester.

    /**
     * Return the time to wait for progress, counted from the last progress or expiry.
     * @param expiries number of expiries of the timer since the last progress
     * @return the time-out
     */
    virtual RdmaTick GetTimeout(RdmaPsnSeq inFlight, uint8_t expiries) const = 0;

    /**
     * A packet is reported missing; the acknowledgment in the report has been processed.
     * @param gap the report; it may be stale
     * @param flight progress of this end
     * @return the packet to go back to at once, which counts as a retry
     */
    virtual std::optional<RdmaPsnSeq> OnGap(const RoceGap& gap, const RoceFlight& flight) = 0;

    /**
     * The timer has expired.
     * @param flight progress of this end
     * @return the packet to go back to
     */
    virtual std::optional<RdmaPsnSeq> OnTimeout(const RoceFlight& flight) = 0;

    /**
     * All packets before a given one are acknowledged.
     * @param una that packet; never decreases
     */
    virtual void OnAcknowledged([[maybe_unused]] RdmaPsnSeq una)
    {
    }

    /** @return the single packet to be repeated next */
    virtual std::optional<RdmaPsnSeq> GetRepeat() const
    {
        return std::nullopt;
    }

    /** GetRepeat() has been sent. */
    virtual void OnRepeated()
    {
    }

    // As responder.

    /**
     * A packet has arrived above the expected one.
     * @param expected the packet expected
     * @param psn the arrived packet
     * @param last it ends its message
     * @return its treatment
     */
    virtual RoceEarly OnEarly(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last) = 0;

    /** @return true if packets above the expected one are stored */
    virtual bool HasStored() const
    {
        return false;
    }

    /**
     * The expected packet has arrived: take the stored packets that follow it without a gap, up to
     * the end of a message.
     * @param expected PSN after it; moved up to the PSN after the last packet taken
     * @return true if a message ends there: more packets may follow
     */
    virtual bool TakeStored([[maybe_unused]] RdmaPsnSeq& expected)
    {
        return false;
    }
};

} // namespace ns3

#endif // ROCE_RECOVERY_H
