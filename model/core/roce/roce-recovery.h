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
 * ns3::RoceRecovery: how a QP repairs losses.
 */

namespace ns3
{

/// Packets that may be outstanding: with half of the PSN circle, old and new cannot be told apart.
constexpr RdmaPsnSeq ROCE_MAX_OUTSTANDING = RDMA_PSN_MODULUS / 2 - 1;

/**
 * @ingroup mrc
 * What never changes about the recovery of a QP.
 */
struct RoceRecoveryFacts
{
    RdmaTick shortestTimeout;  ///< least time without progress after which the timer expires
    uint32_t windowPackets{0}; ///< most packets in flight
    uint32_t fewPackets{0};    ///< with more in flight the time-out is longer; 0: it is the same
    bool selective{false};     ///< the format RdmaPdu::selective, which has room for WRITEs only
};

/**
 * @ingroup mrc
 * How far the sender of a QP has come: una <= next <= sentEnd.
 */
struct RoceFlight
{
    RdmaPsnSeq una;     ///< oldest packet not acknowledged
    RdmaPsnSeq next;    ///< packet that leaves next, when none is repeated out of turn
    RdmaPsnSeq sentEnd; ///< after the last packet ever sent
};

/**
 * @ingroup mrc
 * A report that a packet is missing.
 */
struct RoceGap
{
    RdmaPsnSeq missing;                   ///< the packet
    std::optional<RdmaPsnSeq> received{}; ///< a later one that the peer has kept, if named
    bool response{false};                 ///< a response to a READ is missing, seen by this end
};

/**
 * @ingroup mrc
 * What becomes of a packet above the expected one.
 */
struct RoceEarly
{
    /// Is it kept?
    enum class Fate
    {
        DISCARDED, ///< it must come again
        STORED,    ///< it is new, and placed
        DUPLICATE, ///< it was there
    };

    /// How is the gap before it reported?
    enum class Report
    {
        NONE, ///< not at all
        ONCE, ///< by one NAK per gap
        EACH, ///< by a NAK that names this packet as received
    };

    Fate fate;     ///< is it kept
    Report report; ///< how is the gap reported
};

/**
 * @ingroup mrc
 * The part of a QP that decides about lost packets, of both directions: what its requester sends
 * again and when, and what its responder does with packets that come too early. It decides and does
 * not act: sending, timer, retries and counters belong to the halves.
 *
 * A requester may repeat in two ways. It goes back: everything from a packet on leaves once more.
 * Or it repeats single packets out of turn, before what is new (GetRepeat). The defaults are those
 * of a recovery that knows the first way only, and of a responder that keeps nothing.
 *
 * Both ends of a QP must have the same recovery.
 */
class RoceRecovery
{
  public:
    virtual ~RoceRecovery() = default;

    /** @return what the halves may remember about it */
    virtual RoceRecoveryFacts GetFacts() const = 0;

    // As requester.

    /**
     * How long to wait for progress, from the last progress or expiry on.
     * @param expiries how often the timer has expired since the last progress
     * @return the time-out
     */
    virtual RdmaTick GetTimeout(RdmaPsnSeq inFlight, uint8_t expiries) const = 0;

    /**
     * A packet is reported missing; what was acknowledged with the report is so already.
     * @param gap the report; it may be stale
     * @param flight how far this end has come
     * @return the packet to go back to at once, which counts as a retry
     */
    virtual std::optional<RdmaPsnSeq> OnGap(const RoceGap& gap, const RoceFlight& flight) = 0;

    /**
     * The timer has expired.
     * @param flight how far this end has come
     * @return the packet to go back to
     */
    virtual std::optional<RdmaPsnSeq> OnTimeout(const RoceFlight& flight) = 0;

    /**
     * Everything before a packet is acknowledged.
     * @param una that packet; never falls
     */
    virtual void OnAcknowledged([[maybe_unused]] RdmaPsnSeq una)
    {
    }

    /** @return the packet to be repeated next out of turn */
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
     * @param psn the one that came
     * @param last it ends its message
     * @return what becomes of it
     */
    virtual RoceEarly OnEarly(RdmaPsnSeq expected, RdmaPsnSeq psn, bool last) = 0;

    /** @return true if packets above the expected one are kept */
    virtual bool HasStored() const
    {
        return false;
    }

    /**
     * The expected packet has arrived: take what follows it without a gap.
     * @param expected the packet after it; moved up to the first one missing
     * @return messages that end in what was taken
     */
    virtual uint32_t TakeStored([[maybe_unused]] RdmaPsnSeq& expected)
    {
        return 0;
    }
};

} // namespace ns3

#endif // ROCE_RECOVERY_H
