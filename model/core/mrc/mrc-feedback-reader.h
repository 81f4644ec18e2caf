/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FEEDBACK_READER_H
#define MRC_FEEDBACK_READER_H

#include "mrc-congestion-control.h"
#include "mrc-loss-detector.h"
#include "mrc-path-selector.h"
#include "mrc-sack-coverage.h"
#include "mrc-scoreboard.h"
#include "mrc-send-queue.h"

#include "ns3/ptr.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-psn.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcFeedbackReader: evaluates SACKs and NACKs for the packets sent.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The parts of an MRC QP end that SACKs and NACKs change.
 */
struct MrcFeedbackTargets
{
    MrcScoreboard& board;                 ///< the packets sent
    MrcLossDetector& detector;            ///< finds the lost ones
    MrcSendQueue& queue;                  ///< the messages they belong to
    Ptr<MrcPathSelector> selector;        ///< receives verdicts about EVs; started
    Ptr<MrcCongestionControl> controller; ///< receives bytes, marks and RTTs; started
    RdmaCounters& counters;               ///< counters of the QP
};

/**
 * @ingroup mrc
 * Reads SACKs (mrc reference, 2.8 and 5.5) and NACKs (mrc reference, 5.6) and reports their
 * contents: received or rejected packets to the scoreboard, arrivals to the loss detector, results
 * per EV to the path selector, and bytes, marks and round-trip times to the congestion controller
 * (mrc reference, 8.3, 8.4).
 *
 * It decides nothing about sending. It returns the packets found lost or rejected; the requester
 * acts on them.
 */
class MrcFeedbackReader
{
  public:
    /**
     * @param targets what feedback changes; the referenced parts outlive this
     * @param config the QP: size of a full packet, use of timestamps, which SACKs and NACKs echo
     */
    MrcFeedbackReader(const MrcFeedbackTargets& targets, const MrcQpConfig& config);

    /** @return the controller's base RTT, as of the last SACK or NACK */
    RdmaTick GetBaseRtt() const
    {
        return m_baseRtt;
    }

    /** @return the round-trip time of the newest SACK with a sample; for time series */
    std::optional<RdmaTick> GetLastRtt() const
    {
        return m_lastRtt.IsMax() ? std::nullopt : std::optional<RdmaTick>(m_lastRtt);
    }

    /**
     * A SACK has arrived.
     * @param pdu the SACK
     * @param cack its cack_psn, below the end of the window
     * @param probeRtt if it answers a probe: round-trip time of the probe
     * @param lost receives the packets found lost; one may appear twice
     * @return true if it reports packets not known to be received before
     */
    bool OnSack(RdmaTick now,
                const RdmaPdu& pdu,
                RdmaPsnSeq cack,
                std::optional<RdmaTick> probeRtt,
                std::vector<RdmaPsnSeq>& lost);

    /**
     * Evaluate the last SACK again, after some time.
     * @param lost receives the packets lost by now; one may appear twice
     */
    void Review(RdmaTick now, std::vector<RdmaPsnSeq>& lost);

    /**
     * A NACK has arrived about a packet.
     * @param resend true: offer the packet for retransmission
     * @return the packet, if it was outstanding; its state is LOST now
     */
    std::optional<RdmaPsnSeq> OnNack(RdmaTick now, const MrcNackPdu& nack, bool resend);

  private:
    /**
     * @param r a packet
     * @param rtx rtx bit of the SACK that it triggered
     * @return true if the SACK certainly answers the packet's latest transmission (mrc reference,
     * 8.4): it is the only one with this bit, or all others are known to be trimmed. In an incast
     * of hundreds of QPs every packet is sent more than twice, and without samples no window would
     * grow.
     */
    bool IsLatest(const MrcTxRecord& r, bool rtx) const
    {
        return r.rtxCount == (rtx ? 1 : 0) ||
               (m_rttAfterTrims && rtx && r.rtxCount > 1 && !r.ambiguous);
    }

    /**
     * Age of the transmission whose timestamp is echoed: of any transmission of the packet, and
     * without the responder's service time if the responder compensates for it (mrc reference,
     * 2.6).
     * @param echo the timestamp
     * @param sendTime time of its last transmission
     * @return round-trip time, rounded up by less than the unit; absent when the field may have
     * wrapped
     */
    static std::optional<RdmaTick> ReadEcho(RdmaTick now, uint16_t echo, RdmaTick sendTime);

    /**
     * Evaluate the fields of a SACK about the data packet that triggered it.
     * @param pdu the SACK
     * @param trigger PSN of the packet
     * @param full receives true if it was a full packet
     * @return round-trip time, absent when ambiguous
     */
    std::optional<RdmaTick> ReadTrigger(RdmaTick now,
                                        const RdmaPdu& pdu,
                                        RdmaPsnSeq trigger,
                                        bool& full);

    /**
     * Mark all packets that a SACK reports as received.
     * @param pdu the SACK
     * @param trigger PSN of the data packet that triggered it; -1 after a probe
     * @return true if one of them is new
     */
    bool AcknowledgeAll(const RdmaPdu& pdu, RdmaPsnSeq cack, RdmaPsnSeq trigger);

    /**
     * Mark a packet of the window received.
     * @param latest true if it is known that its latest transmission has arrived
     */
    void Acknowledge(RdmaPsnSeq psn, bool latest);

    /**
     * Update the coverage of the newest SACK after a SACK has been evaluated. With an older one,
     * delayed by another plane, packets that have arrived since would appear missing.
     */
    void UpdateCoverage(const MrcSackPdu& sack, RdmaPsnSeq cack);

    /**
     * Report a SACK to the controller.
     * @param ack the round-trip time; the rest is filled in here
     */
    void ReportSack(RdmaTick now, const MrcSackPdu& sack, MrcAckInfo ack);

    /**
     * Read the controller's base RTT if it has changed, and its window if the loss detector needs
     * it.
     */
    void RefreshPath();

    MrcFeedbackTargets m_to;             ///< what feedback changes
    bool m_timestamps;                   ///< SACKs and NACKs echo timestamps
    bool m_rttAfterTrims;                ///< attribute RttAfterTrims
    uint32_t m_lastRcvdBytes{0};         ///< rcvd_bytes of the newest SACK, units of 256 B
    RdmaTick m_baseRtt;                  ///< GetBaseRtt()
    RdmaTick m_lastRtt{RdmaTick::Max()}; ///< GetLastRtt(); Max(): none yet
    uint32_t m_fullBytes;                ///< nominal size of a full packet, B
    MrcSackCoverage m_coverage;          ///< packets that the newest SACK covers
};

} // namespace ns3

#endif // MRC_FEEDBACK_READER_H
