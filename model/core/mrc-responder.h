/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESPONDER_H
#define MRC_RESPONDER_H

#include "mrc-bit-ring.h"
#include "mrc-qp-parameters.h"
#include "rdma-pdu.h"
#include "rdma-psn.h"
#include "rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcResponder: the receiving half of an MRC QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Accepts write packets in any order inside the window [ePSN, ePSN + MPR), and says what to answer
 * (MRC 1.0, 5.2 to 5.6). Every packet is placed when it arrives; a message is delivered when all
 * packets up to its last one are here, so messages are delivered in posting order.
 *
 * Every arriving PDU asks for at most one answer, which is written where the caller says.
 */
class MrcResponder
{
  public:
    /**
     * @param config the QP
     * @param counters where to count (the rx members and bytesDelivered)
     */
    MrcResponder(const MrcQpConfig& config, RdmaCounters& counters);

    /**
     * A write packet has arrived, whole or trimmed.
     * @param pdu the packet
     * @param rx how it arrived
     * @param answer filled when true is returned
     * @return true if a SACK or NACK is to be sent
     */
    bool OnWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * A reliability probe has arrived.
     * @param pdu the probe
     * @param rx how it arrived
     * @param answer the SACK to be sent
     */
    void OnProbe(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /** @return number of messages of which every byte, and of all before, has been placed */
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    /** @return cack_psn: the last PSN received in order */
    PsnSeq GetCackPsn() const
    {
        return m_ePsn - 1;
    }

    /** @return number of packets held above cack_psn */
    uint32_t GetOooCount() const
    {
        return m_oooCount;
    }

  private:
    /**
     * @param pdu a whole packet
     * @param rx how it arrived
     * @param answer filled when true is returned
     * @return true if there is an answer
     */
    bool OnWholeWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * @param pdu a trimmed packet
     * @param rx how it arrived
     * @param answer filled when true is returned
     * @return true if there is an answer
     */
    bool OnTrimmedWrite(const RdmaPdu& pdu, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * @param psn a PSN below the end of the window
     * @return true if it was received before
     */
    bool IsReceived(PsnSeq psn) const
    {
        return psn < m_ePsn || (m_oooCount != 0 && m_received.Test(psn));
    }

    /**
     * Take a new packet into the window.
     * @param psn its PSN
     * @param last true if it ends its message
     */
    void Accept(PsnSeq psn, bool last);

    /** Move ePSN over the packets that are waiting right above it. */
    void Advance();

    /**
     * Whether a new packet asks for a SACK (MRC 1.0, 5.4, rows 1 to 4 and 7).
     * @param pdu the packet, already accepted
     * @param rx how it arrived
     * @return true if a SACK is due now
     */
    bool IsSackDue(const RdmaPdu& pdu, const RdmaRxInfo& rx);

    /**
     * Write a SACK (MRC 1.0, 5.5).
     * @param pdu the PDU that triggers it
     * @param psn its PSN (not for probes)
     * @param rx how it arrived
     * @param answer the SACK
     */
    void MakeSack(const RdmaPdu& pdu, PsnSeq psn, const RdmaRxInfo& rx, RdmaPdu& answer);

    /**
     * Write a NACK.
     * @param reason why
     * @param pdu the rejected packet
     * @param rx how it arrived
     * @param answer the NACK
     */
    void MakeNack(MrcNackReason reason,
                  const RdmaPdu& pdu,
                  const RdmaRxInfo& rx,
                  RdmaPdu& answer) const;

    RdmaCounters& m_counters;      ///< counters of the QP
    uint32_t m_peerQpn;            ///< QP the answers go to
    uint32_t m_window;             ///< MPR, packets
    uint32_t m_sackThresholdBytes; ///< row 4 of 5.4, B

    PsnSeq m_ePsn;                ///< next PSN in order
    PsnSeq m_maxRcvPsn;           ///< highest PSN received
    PsnSeq m_lowestUnsacked;      ///< lowest PSN received that no SACK bitmap has shown
    MrcBitRing m_received;        ///< received PSNs in the window, ePSN excluded
    MrcBitRing m_last;            ///< of these, the last packets of messages
    uint64_t m_rcvdBytes{0};      ///< nominal bytes accepted, B
    uint64_t m_delivered{0};      ///< messages complete and in order
    uint32_t m_oooCount{0};       ///< bits set in m_received
    uint32_t m_sackTriggerCnt{0}; ///< bytes since the last SACK, B
    bool m_prevAr{false};         ///< an ack request came while packets were missing
    bool m_first{true};           ///< no packet accepted yet
};

} // namespace ns3

#endif // MRC_RESPONDER_H
