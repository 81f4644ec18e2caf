/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCOREBOARD_H
#define MRC_SCOREBOARD_H

#include "ns3/assert.h"
#include "ns3/rdma-bit-ring.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcScoreboard: the state of every packet sent by the requester.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * State of a packet.
 */
enum class MrcTxState : uint8_t
{
    OUTSTANDING, ///< sent, no feedback yet
    LOST,        ///< lost or NACKed, to be sent again
    ACKED,       ///< received
};

/**
 * @ingroup mrc
 * One packet and its latest transmission. Records form two lists, both in the order of
 * transmission: all outstanding packets, and the outstanding packets of one lane (EV). Links are
 * the low 16 bits of PSNs: these are unique in any window and stay valid when the ring grows.
 */
struct MrcTxRecord
{
    RdmaTick sendTime;     ///< time of the last transmission
    uint32_t psn;          ///< low 32 bits of its PSN; shows whether the slot still belongs to this
                           ///< packet
    uint32_t order;        ///< number of the transmission, modulo 2^32
    uint32_t entropy;      ///< EV of the last transmission
    uint32_t message;      ///< number of its message, low 32 bits
    uint16_t txPrev;       ///< outstanding packet sent before
    uint16_t txNext;       ///< outstanding packet sent after
    uint16_t lanePrev;     ///< same lane, sent before
    uint16_t laneNext;     ///< same lane, sent after
    uint16_t lane;         ///< lane of entropy
    uint16_t nominalBytes; ///< nominal size (mrc reference, 8.2), B
    uint8_t port;          ///< plane of the last transmission
    MrcTxState state;      ///< state
    uint8_t rtxCount;      ///< retransmissions, saturating
    uint8_t resend : 3;    ///< RdmaResend: why it is sent again next, or was last
    bool ambiguous : 1;    ///< an earlier retransmission, not known to be trimmed, may still arrive
    bool doubted : 1;      ///< an earlier one on this EV was given up: a NACK may refer to it
};

static_assert(sizeof(MrcTxRecord) <= 40, "records of a window should fit in the L1 cache");

/**
 * @ingroup mrc
 * The packets of the window [GetFirst, GetEnd), in a power-of-two ring that grows on demand.
 *
 * A lane is an EV that has carried a packet: a path that keeps the order of its packets. Invariant:
 * exactly the OUTSTANDING packets are in the lists; exactly the packets that may be sent again now
 * have their bit in the retransmission ring.
 */
class MrcScoreboard
{
  public:
    /** @param window longest window, packets */
    MrcScoreboard(RdmaPsnSeq first, uint32_t window);

    /** @return the lowest PSN not acknowledged cumulatively (unack_psn + 1) */
    RdmaPsnSeq GetFirst() const
    {
        return m_first;
    }

    /** @return the next PSN never sent (max_psn_sent + 1) */
    RdmaPsnSeq GetEnd() const
    {
        return m_end;
    }

    /** @return number of ACKED packets in the window */
    uint32_t GetAcked() const
    {
        return m_ackedCount;
    }

    /** @return nominal bytes of the OUTSTANDING packets, B */
    uint64_t GetOutstandingBytes() const
    {
        return m_outstandingBytes;
    }

    /** @return number of OUTSTANDING packets */
    uint32_t GetOutstanding() const
    {
        return m_outstanding;
    }

    /**
     * @param psn a PSN in the window
     * @return its record
     */
    MrcTxRecord& At(RdmaPsnSeq psn)
    {
        return m_records[static_cast<uint64_t>(psn) & m_mask];
    }

    /**
     * @param psn a PSN in the window
     * @return its record
     */
    const MrcTxRecord& At(RdmaPsnSeq psn) const
    {
        return m_records[static_cast<uint64_t>(psn) & m_mask];
    }

    /**
     * @param psn a PSN, also below the window
     * @return its record, as long as the slot has not been reused; nullptr otherwise
     */
    const MrcTxRecord* FindRecent(RdmaPsnSeq psn) const
    {
        const MrcTxRecord& r = At(psn);
        return psn < m_end && r.psn == static_cast<uint32_t>(psn) ? &r : nullptr;
    }

    /**
     * @param psn the PSN of a packet once sent, also below the window; or -1
     * @return true if it is OUTSTANDING
     */
    bool IsOutstanding(RdmaPsnSeq psn) const
    {
        return psn >= GetFirst() && At(psn).state == MrcTxState::OUTSTANDING;
    }

    /** @return the outstanding packet sent longest ago, or nullptr */
    const MrcTxRecord* GetOldest() const
    {
        return m_outstanding == 0 ? nullptr : &Link(m_txHead);
    }

    /**
     * @param r an outstanding packet
     * @return the outstanding packet sent next after it, or nullptr
     */
    const MrcTxRecord* GetNewer(const MrcTxRecord& r) const
    {
        return Low(r) == m_txTail ? nullptr : &Link(r.txNext);
    }

    /** @return its outstanding packet sent longest ago, or nullptr */
    const MrcTxRecord* GetOldestOfLane(uint16_t lane) const
    {
        const Lane& l = m_lanes[lane];
        return l.count == 0 ? nullptr : &Link(l.head);
    }

    /**
     * @param r an outstanding packet
     * @return the outstanding packet sent next after it on its lane, or nullptr
     */
    const MrcTxRecord* GetNewerOfLane(const MrcTxRecord& r) const
    {
        return Low(r) == m_lanes[r.lane].tail ? nullptr : &Link(r.laneNext);
    }

    /** @param r the record of a packet in the window */
    RdmaPsnSeq GetPsn(const MrcTxRecord& r) const
    {
        return m_first + static_cast<uint32_t>(r.psn - static_cast<uint32_t>(m_first));
    }

    uint16_t GetLane(uint32_t entropy);

    /** @return number for the next transmission, packet or probe */
    uint32_t TakeOrder()
    {
        return m_order++;
    }

    /**
     * Extend the window by one packet, which has not been sent yet.
     * @param message number of its message
     * @param nominalBytes its nominal size, B
     * @return its PSN
     */
    RdmaPsnSeq Append(uint64_t message, uint32_t nominalBytes);

    /**
     * Record a transmission, the first one or a repeated one.
     * @param port 0-based, the plane
     * @param rtx true: retransmission
     */
    void OnSend(RdmaPsnSeq psn, RdmaTick now, uint32_t entropy, uint8_t port, bool rtx);

    /**
     * An outstanding packet is no longer expected to arrive.
     * @param resend true: GetRetransmission returns it; false: OfferRetransmission will be called
     * @param why REJECTED: it does not arrive; otherwise it still may
     */
    void OnLost(RdmaPsnSeq psn, bool resend, RdmaResend why = RdmaResend::GAP);

    /** A lost packet may be sent again. */
    void OfferRetransmission(RdmaPsnSeq psn);

    /** A packet in the window, not ACKED before, has been received. */
    void OnAcked(RdmaPsnSeq psn);

    /**
     * @param base a PSN in the window
     * @return bit i: base + i is not in the window or not ACKED
     */
    uint64_t GetUnacked(RdmaPsnSeq base) const
    {
        return ~m_acked.Read(base);
    }

    /**
     * Advance the lower end of the window.
     * @param first the new first PSN; every packet below it is ACKED
     */
    void Advance(RdmaPsnSeq first);

    /** @return true if there is a packet to be sent again */
    bool HasRetransmission() const
    {
        return m_rtxPending != 0;
    }

    /** @return number of packets to be sent again */
    uint32_t GetRetransmissions() const
    {
        return m_rtxPending;
    }

    /** @return the lowest PSN that is to be sent again (only if there is one) */
    RdmaPsnSeq GetRetransmission() const
    {
        m_rtxHint = m_rtx.FindFirst(m_rtxHint, m_end);
        return m_rtxHint;
    }

  private:
    /// The outstanding packets of one EV.
    struct Lane
    {
        uint32_t entropy;  ///< the EV
        uint16_t head{0};  ///< sent longest ago
        uint16_t tail{0};  ///< sent last
        uint16_t count{0}; ///< number of packets
    };

    /**
     * @param link low 16 bits of a PSN in the window
     * @return its record
     */
    MrcTxRecord& Link(uint16_t link)
    {
        return m_records[link & m_mask];
    }

    /**
     * @param link low 16 bits of a PSN in the window
     * @return its record
     */
    const MrcTxRecord& Link(uint16_t link) const
    {
        return m_records[link & m_mask];
    }

    /** @return the link to it */
    static uint16_t Low(const MrcTxRecord& r)
    {
        return static_cast<uint16_t>(r.psn);
    }

    /** Remove an outstanding packet from both lists. */
    void Unlink(MrcTxRecord& r);

    /** Cancel the retransmission of a packet. */
    void CancelRetransmission(RdmaPsnSeq psn);

    /** Double the ring. */
    void Grow();

    /** Double the index of lanes. */
    void GrowLaneIndex();

    /** @return its place in m_laneIndex, or the free place for it */
    uint32_t FindLanePlace(uint32_t entropy) const;

    /// Marks a free place in m_laneIndex.
    static constexpr uint16_t NO_LANE = 0xFFFF;

    std::unique_ptr<MrcTxRecord[]> m_records; ///< the ring
    uint32_t m_mask;                          ///< its size - 1
    uint32_t m_order{0};                      ///< next transmission number
    RdmaPsnSeq m_first;                       ///< GetFirst()
    RdmaPsnSeq m_end;                         ///< GetEnd()
    uint32_t m_outstanding{0};                ///< packets in the transmit list
    uint64_t m_outstandingBytes{0};           ///< see GetOutstandingBytes
    uint16_t m_txHead{0};                     ///< transmit list, sent longest ago
    uint16_t m_txTail{0};                     ///< transmit list, sent last
    uint32_t m_rtxPending{0};                 ///< bits set in m_rtx
    uint32_t m_ackedCount{0};                 ///< bits set in m_acked
    mutable RdmaPsnSeq m_rtxHint;             ///< no lower bit of m_rtx is set
    RdmaBitRing m_acked;                      ///< ACKED packets of the window
    RdmaBitRing m_rtx;                        ///< packets to be sent again
    std::vector<Lane> m_lanes;                ///< lanes, by number
    std::vector<uint16_t> m_laneIndex;        ///< open addressing, at most half full: EV -> lane
};

} // namespace ns3

#endif // MRC_SCOREBOARD_H
