/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REQUESTER_H
#define MRC_REQUESTER_H

#include "mrc-congestion-control.h"
#include "mrc-ev-table.h"
#include "mrc-loss-detector.h"
#include "mrc-path-selector.h"
#include "mrc-qp-parameters.h"
#include "mrc-scoreboard.h"
#include "rdma-pdu.h"
#include "rdma-psn.h"
#include "rdma-ring-queue.h"
#include "rdma-transport.h"

#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcRequester: the sending half of an MRC QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Cuts messages into write packets, sprays them over the EVs, and repeats what is lost (MRC 1.0,
 * sections 5 and 8.5). It joins the scoreboard, the loss detector, the congestion controller and
 * the path selector; the decisions are theirs.
 *
 * Order of service: reliability probes (they need no window), then retransmissions, oldest PSN
 * first, then new data. Write packets need room in the PSN window and in the congestion window.
 *
 * Invariant: every packet counted in flight by the controller is OUTSTANDING in the scoreboard, or
 * was acknowledged by a SACK whose rcvd_bytes has not arrived yet.
 */
class MrcRequester
{
  public:
    /**
     * @param config the QP
     * @param table its EVs, started
     * @param selector its path selector, started
     * @param controller its congestion controller, started
     * @param counters where to count (the requester's members)
     */
    MrcRequester(const MrcQpConfig& config,
                 MrcEvTable& table,
                 Ptr<MrcPathSelector> selector,
                 Ptr<MrcCongestionControl> controller,
                 RdmaCounters& counters);

    /**
     * Append a message to the send queue.
     * @param wr the message
     */
    void PostSend(const RdmaWorkRequest& wr);

    /**
     * @param now the time
     * @param pdu a SACK
     */
    void OnSack(Tick now, const RdmaPdu& pdu);

    /**
     * @param now the time
     * @param pdu a NACK
     */
    void OnNack(Tick now, const RdmaPdu& pdu);

    /**
     * A local port went down: what is under way there will not arrive.
     * @param now the time
     * @param port plane, 0-based
     */
    void OnPortDown(Tick now, uint8_t port);

    /**
     * The time of NextWakeup has come (or passed). Afterwards NextWakeup is later than now.
     * @param now the time
     */
    void OnTimeout(Tick now);

    /**
     * Take the next probe or write packet.
     * @param now the time
     * @param readyPorts bit p: port p can take a frame
     * @param tx filled when PDU is returned
     * @return what happened
     */
    RdmaPoll PollTransmit(Tick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /**
     * @param completion filled when true is returned
     * @return true if a message is complete: acknowledged, or flushed
     */
    bool PollCompletion(RdmaCompletion& completion);

    /**
     * @param event filled when true is returned
     * @return true if there was one
     */
    bool PollEvent(RdmaEvent& event);

    /** @return when OnTimeout wants to be called; Tick::Max() for never */
    Tick NextWakeup() const;

    /** @return true while a posted message is not acknowledged */
    bool IsBusy() const
    {
        return !m_error && m_board.GetFirst() != m_postedEnd;
    }

    /** @return true once the QP has given up */
    bool IsError() const
    {
        return m_error;
    }

    /** @return the packets sent */
    const MrcScoreboard& GetScoreboard() const
    {
        return m_board;
    }

    /**
     * @param now the time
     * @return what it waits for, for a person
     */
    std::string Describe(Tick now) const;

  private:
    /// A message posted and not yet reported complete.
    struct Message
    {
        PsnSeq firstPsn{0};     ///< PSN of its first packet
        PsnSeq endPsn{0};       ///< PSN after its last packet
        uint64_t bytes{0};      ///< length, B
        uint64_t remoteVa{0};   ///< remote address of its first byte
        uint32_t rkey{0};       ///< remote key
        RdmaMessageStats stats; ///< what became of its packets
    };

    /// A reliability probe that may still be answered.
    struct Probe
    {
        Tick sendTime;        ///< when it was sent
        uint32_t entropy{0};  ///< EV
        uint32_t order{0};    ///< its number among all transmissions
        uint16_t lane{0};     ///< lane of the EV
        uint16_t id{0};       ///< probe_id
        bool answered{false}; ///< its SACK has come
    };

    /// A packet that is to be sent again, but not yet.
    struct Delayed
    {
        Tick due;      ///< when it may be sent
        PsnSeq psn{0}; ///< the packet
    };

    // Receiving.

    /**
     * @param r a packet
     * @param rtx rtx bit of the SACK it triggered
     * @return true if the SACK surely answers the packet's latest transmission (8.4)
     */
    static bool IsLatest(const MrcTxRecord& r, bool rtx)
    {
        return r.rtxCount == (rtx ? 1 : 0);
    }

    /**
     * Mark a packet of the window received.
     * @param psn its PSN
     * @param latest true if it is known that its latest transmission has arrived
     */
    void Acknowledge(PsnSeq psn, bool latest);

    /**
     * Mark everything a SACK reports as received.
     * @param pdu the SACK
     * @param cack its cack_psn
     * @return true if there was something new
     */
    bool AcknowledgeAll(const RdmaPdu& pdu, PsnSeq cack);

    /**
     * How far up the silence of a SACK about a packet means that the packet is not there. The
     * responder reports 64 PSNs at a time, from the lowest not yet reported upwards (5.5), so what
     * is above the bitmap may be waiting to be reported - unless ooo_count says that everything
     * above cack_psn is known.
     * @param sack a SACK, already evaluated
     * @param cack its cack_psn
     * @return PSN after the last one it speaks of
     */
    PsnSeq GetReportedEnd(const MrcSackPdu& sack, PsnSeq cack) const;

    /**
     * Tell the controller about a SACK.
     * @param now the time
     * @param sack the SACK
     * @param rtt round-trip time, absent when ambiguous
     */
    void ReportSack(Tick now, const MrcSackPdu& sack, std::optional<Tick> rtt);

    /**
     * Find the probe that a SACK answers, and use it as evidence of losses.
     * @param now the time
     * @param sack the SACK
     * @return round-trip time of the probe, absent if it is no longer awaited
     */
    std::optional<Tick> OnProbeAnswer(Tick now, const MrcSackPdu& sack);

    /**
     * @param now the time
     * @param nack a NACK
     * @param psn the packet it rejects, OUTSTANDING
     */
    void RejectPacket(Tick now, const MrcNackPdu& nack, PsnSeq psn);

    /**
     * There is news of outstanding packets: rule D waits anew.
     * @param now the time
     */
    void RestartTail(Tick now);

    /** Take over the controller's base RTT if it has changed. */
    void RefreshPath();

    // Losses.

    /**
     * Act on the packets in m_lost, and empty it.
     * @param now the time
     * @param pathFault true if their EVs are to blame
     */
    void DeclareLost(Tick now, bool pathFault);

    /**
     * Offer delayed retransmissions whose time has come.
     * @param now the time
     */
    void ReleaseDelayed(Tick now);

    /**
     * Timer E has expired, or a QP without a path has waited as long.
     * @param now the time
     */
    void OnAckTimer(Tick now);

    /**
     * Note a time-out that counts.
     * @param psn the packet whose timer expired
     */
    void CountTimeout(PsnSeq psn);

    /** Move to ERROR if there were too many time-outs. */
    void CheckRetries();

    /** Move to ERROR. */
    void Fail();

    // Sending.

    /**
     * @param now the time
     * @param readyPorts bit p: port p can take a frame
     * @param tx filled when true is returned
     * @return true if a probe goes out
     */
    bool PollProbe(Tick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /**
     * @param now the time
     * @param entropy EV
     * @param tx the probe
     */
    void MakeProbe(Tick now, uint32_t entropy, RdmaTxPdu& tx);

    /**
     * @param now the time
     * @param readyPorts bit p: port p can take a frame
     * @return an EV for the tail probe: of another plane than the oldest packet, if there is one
     */
    std::optional<uint32_t> SelectForTailProbe(Tick now, uint32_t readyPorts);

    /**
     * @param now the time
     * @param readyPorts bit p: port p can take a frame
     * @param avoid an EV
     * @return an EV: another one, if the selector has one
     */
    std::optional<uint32_t> SelectOther(Tick now, uint32_t readyPorts, uint32_t avoid);

    /**
     * There is a write packet to send, but no EV for it.
     * @param now the time
     * @param readyPorts bit p: port p can take a frame
     * @return the answer of PollTransmit
     */
    RdmaPoll OnNoPath(Tick now, uint32_t readyPorts);

    /**
     * @param readyPorts bit p: port p can take a frame
     * @return true if there are ports to wait for
     */
    bool IsPortBusy(uint32_t readyPorts) const
    {
        return (m_table.GetUpPlanes() & ~readyPorts) != 0;
    }

    /** @return true if new data is there and the PSN window has room for a packet of it */
    bool HasNewData() const
    {
        const PsnSeq end = m_board.GetEnd();
        return end != m_postedEnd && end < m_board.GetFirst() + m_window;
    }

    /**
     * The first packet of the send queue enters the scoreboard.
     * @return its PSN
     */
    PsnSeq TakeNewPacket();

    /**
     * @param message a message
     * @param psn one of its packets
     * @return payload of the packet, B
     */
    uint32_t GetPayload(const Message& message, PsnSeq psn) const;

    /**
     * @param r a record of a packet in the window
     * @return its message
     */
    Message& GetMessage(const MrcTxRecord& r)
    {
        return m_messages.At(r.message);
    }

    /**
     * Fill in a write packet.
     * @param now the time
     * @param psn its PSN
     * @param rtx true for a retransmission
     * @param pdu the packet
     */
    void MakeWrite(Tick now, PsnSeq psn, bool rtx, RdmaPdu& pdu);

    /**
     * @param now the time
     * @return true if the packet just sent should ask for a SACK (5.4), besides that rule also once
     * per base RTT without any feedback
     */
    bool IsAckWanted(Tick now) const;

    /** @return when the tail probe is due, or was lost; Tick::Max() if none is needed */
    Tick GetTailDeadline() const;

    /** @return when a QP without a path has waited for one retransmission timer */
    Tick GetBlockedDeadline() const;

    MrcEvTable& m_table;                    ///< EVs
    Ptr<MrcPathSelector> m_selector;        ///< chooses EVs
    Ptr<MrcCongestionControl> m_controller; ///< congestion window
    RdmaCounters& m_counters;               ///< counters of the QP
    uint32_t m_peerQpn;                     ///< where packets go
    uint32_t m_pathMtuBytes;                ///< payload of a full packet, B
    uint32_t m_window;                      ///< MPR, packets
    uint32_t m_sackThresholdBytes;          ///< of the peer's responder, B
    uint32_t m_nominalMtuBytes;             ///< nominal size of a full packet, B
    Tick m_lastFeedback;                    ///< a SACK has come or was asked for

    MrcScoreboard m_board;      ///< the packets sent
    MrcLossDetector m_detector; ///< which of them are lost
    std::vector<PsnSeq> m_lost; ///< scratch: packets to be declared lost

    RdmaRingQueue<Message> m_messages; ///< posted, not yet reported complete
    uint64_t m_sending{0};             ///< number of the message that the next new packet is of
    PsnSeq m_postedEnd;                ///< PSN after the last one of all messages
    uint32_t m_lastRcvdBytes{0};       ///< rcvd_bytes of the newest SACK, units of 256 B

    RdmaRingQueue<Delayed> m_delayed; ///< retransmissions that wait
    RdmaRingQueue<Probe> m_probes;    ///< probes not answered, oldest first
    uint16_t m_nextProbeId{0};        ///< probe_id of the next probe
    bool m_tailProbeDue{false};       ///< a tail probe waits for a port
    bool m_tailProbing{false};        ///< a tail probe is under way
    bool m_evProbeDue{false};         ///< OnTimeout has seen that an EV probe is due
    Tick m_tailFrom;                  ///< last news of outstanding packets, or the tail probe
    Tick m_blockedSince{Tick::Max()}; ///< since when there is no path and nothing under way
    Tick m_baseRtt;                   ///< the controller's base RTT

    RdmaRingQueue<RdmaEvent> m_events; ///< not yet taken
    bool m_error{false};               ///< given up
};

} // namespace ns3

#endif // MRC_REQUESTER_H
